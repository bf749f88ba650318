"""Random games in lockstep: reproducible, within what an adapter declares, and telling what differs."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from concordia_ref.lab.planted.bugs import BUGS
from concordia_ref.lab.planted.catching import able, first_difference
from concordia_ref.lab.planted.planting import Bug, StandIn
from concordia_ref.spec.disputes import read_register
from concordia_ref.suite import self_play
from concordia_ref.suite.capabilities import Capabilities
from concordia_ref.suite.fuzz import GameDifference, LockstepGame, difference_from, play_game
from concordia_ref.suite.invariants import InvariantBroken
from concordia_ref.suite.near_misses import near_miss
from concordia_ref.suite.process import Fault
from concordia_ref.suite.random_games import GameTable, random_of, random_record, reference, table_of, tables
from tests.conftest import Command

ITALIA = GameTable("canonical", "italia", 2, interim=False)
NAMED = {bug.id: bug for bug in BUGS}


class Listening(StandIn):
    """Remembers what it was asked."""

    def __init__(self, bug: Bug | None = None) -> None:
        super().__init__(bug)
        self.requests: list[tuple[str, dict[str, Any]]] = []
        self.answers: list[dict[str, Any]] = []

    def ask(self, op: str, **fields: Any) -> dict[str, Any]:
        self.requests.append((op, fields))
        self.answers.append(super().ask(op, **fields))
        return self.answers[-1]

    def turns(self, op: str) -> list[dict[str, Any]]:
        return [fields["turn"] for asked, fields in self.requests if asked == op]


def play(adapter: StandIn, can: Capabilities | None = None, table: GameTable = ITALIA, number: int = 0) -> LockstepGame:
    return play_game(adapter, can or able(), table, 1, number)


def adapter_of(bug: str) -> str:
    return f"{sys.executable} -m concordia_ref.lab.planted.adapter {bug}"


# Games.


@pytest.mark.parametrize("table", [ITALIA, GameTable("sr", "imperium", 3, interim=True)], ids=str)
def test_the_reference_agrees_with_itself(table: GameTable) -> None:
    played = play(StandIn(), table=table)
    assert played.difference is None
    assert played.turns > 50
    assert played.asked > 3 * played.turns


def test_a_game_follows_from_its_seed_and_number_alone() -> None:
    first, again, other = Listening(), Listening(), Listening()
    play(first)
    play(other, number=1)
    play(again)
    assert first.requests == again.requests
    assert first.requests != other.requests


def test_who_names_the_table_gets_the_same_game() -> None:
    every = tables({}, None, list(read_register().editions))
    for number in range(20):
        table = table_of(every, 5, number)
        wanted = {"map": table.map, "players": table.players, "interim": table.interim}
        assert table_of(tables(wanted, None, [table.edition]), 5, number) == table
        assert random_record(table, random_of(5, number)) == random_record(table, random_of(5, number))


def test_all_tables_are_played() -> None:
    every = tables({}, None, list(read_register().editions))
    assert len(every) == 11 * 6 * 2
    assert {table_of(every, 1, number) for number in range(1000)} == set(every)


# What is asked.


def test_turns_that_are_nearly_legal_are_asked_about_legal_and_illegal_ones() -> None:
    adapter = Listening()
    played = play(adapter)
    answers = [answer for (op, _), answer in zip(adapter.requests, adapter.answers, strict=True) if op == "check"]
    assert len(answers) > 2 * played.turns
    refused = sum("reject" in answer for answer in answers)
    assert len(answers) / 10 < refused < len(answers) * 9 / 10


def test_an_adapter_that_cannot_check_is_asked_to_play_only_what_it_must_refuse() -> None:
    adapter, can = Listening(), replace(able(), operations=able().operations - {"check"})
    played = play(adapter, can)
    assert played.difference is None
    assert adapter.turns("check") == []
    assert len(adapter.turns("apply")) == played.asked > 2 * played.turns


def test_an_adapter_without_new_begins_with_the_position() -> None:
    adapter, can = Listening(), replace(able(), operations=frozenset({"load", "apply"}))
    assert play(adapter, can).difference is None
    assert {op for op, _ in adapter.requests} == {"load", "apply"}


def test_cards_that_an_adapter_does_not_know_are_neither_played_nor_copied() -> None:
    adapter, can = Listening(), replace(able(), cards=able().cards - {"diplomat", "prefect", "senator"})
    play(adapter, can)
    played = [turn.get("card", "tribune") for op in ("apply", "check") for turn in adapter.turns(op)]
    assert len(played) > 100
    assert not [card for card in played if reference("canonical").rules.cards[card].kind not in can.cards]


def test_only_tables_that_an_adapter_knows_are_played() -> None:
    can = replace(
        able(),
        maps=frozenset({"italia"}),
        players=frozenset({2, 5}),
        editions=frozenset({"canonical", "hu"}),
        interim=False,
    )
    found = tables({}, can, list(read_register().editions))
    assert found == [ITALIA, replace(ITALIA, edition="hu")]


def test_variants_are_many_and_leave_the_turn_as_it_was() -> None:
    game, dice = reference("canonical"), Random(1)
    state = game.start(game.setup("italia", 2, seed=1))
    turn = game.random_turn(state, dice).to_json()
    before = json.dumps(turn)
    variants = [near_miss(game.rules, state, turn, dice) for _ in range(50)]
    assert json.dumps(turn) == before
    assert len({json.dumps(changed) for changed in variants}) > 10


# What is found.


@pytest.mark.parametrize(
    ("bug", "kind"),
    [
        ("equal-starting-coins", "setup"),
        ("starting-mercator-pays-five", "state"),
        ("income-after-trading", "refused"),
        ("house-in-roma", "accepted"),
        ("mars-counts-stored-colonists", "score"),
        ("vesta-rounds-up", "score"),
        ("diplomat-must-copy", "refused"),
    ],
)
def test_a_planted_bug_is_found(bug: str, kind: str) -> None:
    difference = first_difference(NAMED[bug], games=3)
    assert difference is not None
    assert difference.disagreement.kind == kind
    assert difference_from(json.loads(json.dumps(difference.to_json()))).key == difference.key


def test_an_adapter_that_breaks_is_a_difference() -> None:
    class Breaking(StandIn):
        def ask(self, op: str, **fields: Any) -> dict[str, Any]:
            if op == "apply":
                raise Fault("timeout")
            return super().ask(op, **fields)

    difference = play(Breaking()).difference
    assert difference is not None
    assert difference.disagreement.kind == "fault"
    assert difference.turn is not None


def test_an_adapter_that_errs_on_an_illegal_turn_has_not_refused_it() -> None:
    class Erring(StandIn):
        def ask(self, op: str, **fields: Any) -> dict[str, Any]:
            answer = super().ask(op, **fields)
            return {"id": 0, "error": "no"} if "reject" in answer else answer

    difference = play(Erring()).difference
    assert difference is not None
    assert difference.disagreement.kind == "accepted"


def differences(bug: str, numbers: range) -> list[GameDifference]:
    played = [play(StandIn(NAMED[bug]), number=number).difference for number in numbers]
    return [difference for difference in played if difference is not None]


def test_the_same_bug_of_another_seat_is_the_same_difference() -> None:
    found = differences("tribune-stays-on-the-pile", range(4))
    assert len(found) == 4
    assert len({difference.disagreement.paths for difference in found}) > 1
    assert len({difference.key for difference in found}) == 1


# The command.


def test_fuzz_tells_the_position_the_turn_what_was_said_and_how_to_repeat_it(
    concordia: Command, tmp_path: Path
) -> None:
    report = tmp_path / "report.json"
    table = ("--map", "italia", "--players", "2", "--edition", "canonical", "--no-interim")
    answer = concordia(
        "fuzz", "--adapter", adapter_of("starting-mercator-pays-five"), "--games", "2", *table, "--report", report
    )
    assert answer.code == 1
    assert "game 0 of seed 1" in answer.out
    assert "turn: mercator" in answer.out
    assert "the position afterwards differs:" in answer.out
    assert "coins: expected" in answer.out
    assert f"--seed 1 --game 0 {' '.join(table)}" in answer.out
    assert "concordia shrink --adapter" in answer.out
    assert "differences: 1" in answer.out
    assert [entry["game"] for entry in json.loads(report.read_text())] == [0]


def test_several_processes_find_what_one_finds(concordia: Command) -> None:
    answers = [
        concordia(
            "fuzz",
            *("--adapter", adapter_of("starting-mercator-pays-five")),
            *("--games", "6", "--collect", "--map", "italia", "--format", "json", "-j", jobs),
        )
        for jobs in ("1", "2")
    ]
    assert answers[0].out == answers[1].out
    found = json.loads(answers[0].out)
    assert found["games"] == 6
    assert len(found["differences"]) >= 1


def test_without_an_adapter_the_reference_plays_alone(concordia: Command) -> None:
    answer = concordia("fuzz", "--games", "1", "--map", "italia", "--edition", "canonical", "--format", "json")
    assert answer.code == 0
    told = json.loads(answer.out)
    assert told["turns"] > 50
    assert told["violations"] == []
    assert "violations: 0" in concordia("fuzz", "--game", "3", "--players", "2").out


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_all_processes_at_once_and_tells_what_was_played(jobs: str) -> None:
    ours, theirs = os.openpty()
    run = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "concordia_ref",
            "fuzz",
            "--games",
            "100000",
            "--map",
            "italia",
            "--players",
            "2",
            "-j",
            jobs,
        ],
        stdout=subprocess.PIPE,
        stderr=theirs,
        encoding="utf-8",
        start_new_session=True,
        # Tests that run in the background of a shell inherit that Ctrl-C is ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    os.close(theirs)
    progress = ""
    while not re.search(r"[1-9]\d*/100000", progress):  # Until the first game is over.
        progress += os.read(ours, 1000).decode()
    os.killpg(run.pid, signal.SIGINT)
    out, _ = run.communicate(timeout=60)
    os.close(ours)
    assert "Traceback" not in progress
    assert run.returncode == 130
    assert re.match(r"games: [1-9]\d*, turns: \d+ .*, violations: 0\n", out)


def test_a_broken_invariant_is_told_with_its_game(concordia: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> Any:
        raise InvariantBroken("houses appear or vanish")

    monkeypatch.setattr(self_play, "play_checked", broken)
    answer = concordia("fuzz", "--games", "2", "--collect")
    assert answer.code == 1
    assert answer.out.count("houses appear or vanish") == 2
    assert "--game 1" in answer.out
    assert "violations: 2" in answer.out


def test_a_table_that_does_not_exist_is_told(concordia: Command) -> None:
    answer = concordia("fuzz", "--map", "imperium", "--players", "2")
    assert answer.code == 2
    assert "no game fits" in answer.err


def test_a_program_that_is_no_adapter_is_told(concordia: Command) -> None:
    answer = concordia("fuzz", "--adapter", "true")
    assert answer.code == 3
    assert "no answer to hello" in answer.err


class LeavesOutZeros(StandIn):
    """The reference, which leaves out goods of which there are none, and has a key more."""

    def ask(self, op: str, **fields: Any) -> dict[str, Any]:
        answer = super().ask(op, **fields)
        if op == "state" and "ok" in answer:
            state = answer["ok"]["state"]
            state["round"] = 3
            for player in state["players"]:
                player["goods"] = {good: number for good, number in player["goods"].items() if number}
        return answer


def test_states_are_read_for_what_they_mean() -> None:
    assert play(LeavesOutZeros(None)).difference is None
