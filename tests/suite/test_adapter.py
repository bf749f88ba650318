"""The reference behind the conformance protocol: every operation, and what it answers to nonsense."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from concordia_ref.engine.game import Game
from concordia_ref.engine.state import State
from concordia_ref.spec.disputes import read_register
from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.suite import perft
from concordia_ref.suite.adapter import Adapter, serve
from concordia_ref.suite.positions import expand
from concordia_ref.suite.protocol import OPERATIONS
from concordia_ref.suite.scenarios import record_of, scenario_from
from tests.conftest import Command
from tests.play_schemas import faults

GAME = Game()
CONFORMANCE = packaged_folder("conformance")
# Seat 0 has a Mercator and a Tribune in hand, seat 1 a Tribune: few turns to count.
SHORT = {
    "map": "italia",
    "players": 2,
    "seats": {
        "0": {"coins": 2, "goods": {"wine": 3}, "pile": ["architect", "prefect", "prefect", "diplomat", "senator"]},
        "1": {"goods": {}, "pile": ["architect", "prefect", "prefect", "diplomat", "senator", "mercator"]},
    },
}
STATE = expand(GAME.rules, SHORT)


@cache
def schema(name: str) -> Any:
    return json.loads((CONFORMANCE / "protocol" / f"{name}.schema.json").read_text(encoding="utf-8"))


class Talk:
    """A conversation in which every message is checked against the published schemas."""

    def __init__(self) -> None:
        self.adapter = Adapter()
        self.next_id = 0

    def ask(self, op: str, **fields: Any) -> dict[str, Any]:
        request = {"id": self.next_id, "op": op, **fields}
        self.next_id += 1
        assert list(Draft202012Validator(schema("request")).iter_errors(request)) == []
        answer = self.adapter.answer(json.dumps(request))
        assert list(Draft202012Validator(schema("answer")).iter_errors(answer)) == []
        assert answer["id"] == request["id"]
        told = schema("answer")["$defs"].get(op)
        if told and "ok" in answer:
            assert list(Draft202012Validator(told).iter_errors(answer["ok"])) == []
        return {kind: value for kind, value in answer.items() if kind != "id"}

    def ok(self, op: str, **fields: Any) -> dict[str, Any]:
        answer = self.ask(op, **fields)
        assert "ok" in answer, answer
        told: dict[str, Any] = answer["ok"]
        return told


@pytest.fixture
def talk() -> Talk:
    return Talk()


@pytest.fixture
def loaded(talk: Talk) -> Talk:
    assert talk.ok("load", edition="canonical", state=GAME.state_to_json(STATE)) == {}
    return talk


class TestOperations:
    def test_hello_tells_everything_that_the_reference_can_do(self, talk: Talk) -> None:
        told = talk.ok("hello", protocol=1, specification=GAME.spec.version)
        assert (told["protocol"], told["name"], told["language"]) == (1, "concordia-ref", "Python")
        assert told["operations"] == list(OPERATIONS)
        assert set(told["cards"]) == {card.kind for card in GAME.spec.cards.values()}
        assert told["maps"] == ["imperium", "italia"]
        assert told["players"] == [2, 3, 4, 5]
        assert set(told["editions"]) == set(read_register().editions)
        assert told["interim"] is True

    def test_a_loaded_state_is_told_again(self, loaded: Talk) -> None:
        state = loaded.ok("state")["state"]
        assert state == GAME.state_to_json(STATE)
        assert faults("state", state) == []

    def test_new_sets_up_a_game_from_its_draws(self, talk: Talk) -> None:
        given = {"given": {"setup": {"map": "imperium", "players": 3, "first_player": 2, "interim": True}}}
        scenario = scenario_from({**given, "id": "a/b", "clauses": [], "why": "", "level": "core"}, CONFORMANCE)
        record = record_of(GAME, scenario.given["setup"])
        data = {key: record.to_json()[key] for key in ("map", "players", "interim", "draws")}
        assert talk.ok("new", edition="canonical", **data) == {}
        assert talk.ok("state")["state"] == GAME.state_to_json(GAME.start(record))

    def test_apply_plays_a_turn(self, loaded: Talk) -> None:
        turn = {"card": "mercator", "sell": {"wine": 3}}
        assert loaded.ok("apply", turn=turn) == {}
        after = GAME.play(STATE, turn)
        assert loaded.ok("state")["state"] == GAME.state_to_json(after)

    def test_apply_leaves_the_position_after_a_refusal(self, loaded: Talk) -> None:
        answer = loaded.ask("apply", turn={"card": "mercator", "sell": {"wine": 4}})
        assert answer["reject"]["clause"] == "mercator.trade.stock"
        assert answer["reject"]["message"].startswith("/sell/wine: mercator.trade.stock")
        assert loaded.ok("state")["state"] == GAME.state_to_json(STATE)

    def test_check_never_changes_the_position(self, loaded: Talk) -> None:
        assert loaded.ok("check", turn={"card": "mercator", "sell": {"wine": 3}}) == {}
        assert "reject" in loaded.ask("check", turn={"card": "mercator", "sell": {"wine": 4}})
        assert loaded.ok("state")["state"] == GAME.state_to_json(STATE)

    def test_score_tells_points_by_seat_and_god(self, loaded: Talk) -> None:
        told, sheet = loaded.ok("score"), GAME.score(STATE)
        assert told["totals"] == [player.total for player in sheet.players]
        assert told["winner"] == sheet.winner
        assert [sum(gods.values()) for gods in told["gods"]] == told["totals"]

    def test_legal_lists_all_turns_or_those_with_a_card(self, loaded: Talk) -> None:
        turns = loaded.ok("legal")["turns"]
        assert turns == [turn.to_json() for turn in GAME.turns(STATE)]
        assert [faults("turn", turn) for turn in turns] == [[]] * len(turns)
        mercator = loaded.ok("legal", card="mercator")["turns"]
        assert mercator == [turn for turn in turns if turn["card"] == "mercator"]
        assert loaded.ok("legal", card="senator")["turns"] == []

    @pytest.mark.parametrize("depth", [0, 1, 2])
    def test_perft_counts_what_the_lister_lists(self, depth: int, loaded: Talk) -> None:
        def count(state: State, left: int) -> int:
            return 1 if left == 0 else sum(count(GAME.play(state, turn), left - 1) for turn in list(GAME.turns(state)))

        told = loaded.ok("perft", depth=depth)["count"]
        assert told == count(STATE, depth) == perft.count(GAME, STATE, depth)

    def test_sync_does_nothing(self, loaded: Talk) -> None:
        assert loaded.ok("sync") == {}
        assert loaded.ok("state")["state"] == GAME.state_to_json(STATE)

    def test_bye_is_the_last_answer(self) -> None:
        requests = [b'{"id": 1, "op": "sync"}\n', b'{"id": 2, "op": "bye"}\n', b'{"id": 3, "op": "sync"}\n']
        answers = io.StringIO()
        serve(requests, answers)
        assert answers.getvalue() == '{"id":1,"ok":{}}\n{"id":2,"ok":{}}\n'

    def test_the_end_of_the_input_is_the_end(self) -> None:
        answers = io.StringIO()
        serve(['{"id": 1, "op": "sync"}\n'], answers)
        assert answers.getvalue() == '{"id":1,"ok":{}}\n'

    def test_every_operation_of_the_protocol_is_there(self) -> None:
        assert {"hello", *OPERATIONS} == set(schema("request")["properties"]["op"]["enum"])


def test_the_rules_are_those_of_the_edition(talk: Talk) -> None:
    short = {"map": "imperium", "players": 3, "seats": {"0": {"coins": 0, "owns": ["i_colonist"]}}}
    state = GAME.state_to_json(expand(GAME.rules, short))
    coins = {}
    for edition in ("canonical", "cs", "canonical"):
        talk.ok("load", edition=edition, state=state)
        talk.ok("apply", turn={"card": "i_colonist", "choice": "income"})
        coins[edition] = talk.ok("state")["state"]["players"][0]["coins"]
    # Five and one for each of two colonists, or two for each.
    assert coins == {"canonical": 7, "cs": 4}


class TestNonsense:
    def test_an_unknown_operation_is_skipped(self) -> None:
        answer = Adapter().answer('{"id": 5, "op": "dance"}')
        assert answer == {"id": 5, "skip": "unknown operation 'dance'"}

    @pytest.mark.parametrize("op", ["answer", "__init__", "games", "_position"])
    def test_the_inside_of_the_adapter_is_no_operation(self, op: str) -> None:
        assert "skip" in Adapter().answer(json.dumps({"id": 5, "op": op}))

    @pytest.mark.parametrize("op", ["apply", "check", "state", "score", "legal", "perft"])
    def test_without_a_position_there_is_an_error(self, op: str) -> None:
        answer = Adapter().answer(json.dumps({"id": 5, "op": op, "turn": {"card": "tribune"}, "depth": 1}))
        assert answer == {"id": 5, "error": "there is no position yet; load or new comes first"}

    @pytest.mark.parametrize(
        ("line", "id"),
        [
            ("", None),
            ("nonsense", None),
            ("5", None),
            ("[]", None),
            ("null", None),
            ("{}", None),
            (b"\xff\xfe", None),
            ("[" * 100_000, None),
            ('{"op": "state"}', None),
            ('{"id": 7}', 7),
            ('{"id": 7, "op": "load"}', 7),
            ('{"id": 7, "op": "load", "state": {}, "edition": []}', 7),
            ('{"id": 7, "op": "new"}', 7),
        ],
    )
    def test_a_malformed_request_is_an_error_with_its_id_if_it_has_one(self, line: str | bytes, id: int | None) -> None:
        answer = Adapter().answer(line)
        assert set(answer) == {"id", "error"}
        assert answer["id"] == id

    @pytest.mark.parametrize(
        ("op", "fields"),
        [
            ("apply", {}),
            ("perft", {}),
            ("perft", {"depth": -1}),
            ("perft", {"depth": "1"}),
            ("perft", {"depth": 1.5}),
        ],
    )
    def test_a_field_that_makes_no_sense_is_an_error_and_the_position_stays(
        self, op: str, fields: dict[str, Any], loaded: Talk
    ) -> None:
        answer = loaded.adapter.answer(json.dumps({"id": 9, "op": op, **fields}))
        assert set(answer) == {"id", "error"}
        assert loaded.ok("state")["state"] == GAME.state_to_json(STATE)

    @pytest.mark.parametrize(
        ("op", "fields", "pointer"),
        [
            ("load", {"edition": "canonical", "state": []}, ""),
            ("load", {"edition": "canonical", "state": {}}, ""),
            ("apply", {"turn": []}, ""),
            ("apply", {"turn": "tribune"}, ""),
            ("apply", {"turn": {"card": "sibyl"}}, "/card"),
            ("check", {"turn": {"card": "mercator", "sell": {"wine": -1}}}, "/sell/wine"),
            ("new", {"edition": "canonical", "map": "italia", "players": 2, "interim": False, "draws": 5}, "/draws"),
        ],
    )
    def test_what_cannot_be_read_is_rejected_with_its_place_and_the_position_stays(
        self, op: str, fields: dict[str, Any], pointer: str, loaded: Talk
    ) -> None:
        answer = loaded.adapter.answer(json.dumps({"id": 9, "op": op, **fields}))["reject"]
        assert answer["malformed"] == pointer
        assert set(answer) == {"malformed", "message"}
        assert loaded.ok("state")["state"] == GAME.state_to_json(STATE)

    def test_a_set_up_that_the_rules_forbid_is_rejected_by_its_clause(self, loaded: Talk) -> None:
        record = record_of(GAME, {"map": "italia", "players": 4}).to_json()
        data = {key: record[key] for key in ("map", "interim", "draws")}
        answer = loaded.ask("new", edition="canonical", players=5, **data)["reject"]
        assert (answer["clause"], answer["malformed"]) == ("map.players", "/players")
        assert loaded.ok("state")["state"] == GAME.state_to_json(STATE)

    def test_an_edition_that_is_not_declared_is_skipped(self, loaded: Talk) -> None:
        assert "skip" in loaded.ask("load", edition="de", state=GAME.state_to_json(STATE))

    def test_a_position_that_cannot_be_loaded_leaves_the_one_before(self, loaded: Talk) -> None:
        assert "reject" in loaded.ask("load", edition="canonical", state={"map": "atlantis"})
        assert loaded.ok("state")["state"] == GAME.state_to_json(STATE)


def test_the_command_reads_bytes_whatever_the_locale(concordia: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    stdin = io.TextIOWrapper(io.BytesIO(b'\xc4\x8d\n{"id": 2, "op": "bye"}\n'), encoding="ascii")
    monkeypatch.setattr(sys, "stdin", stdin)
    answer = concordia("adapter")
    assert answer.code == 0
    assert [json.loads(line)["id"] for line in answer.out.splitlines()] == [None, 2]


def test_the_command_talks_over_its_standard_streams() -> None:
    requests = b'{"id": 0, "op": "hello"}\n\xff\n{"id": 2, "op": "bye"}\n'
    done = subprocess.run(
        [sys.executable, "-m", "concordia_ref", "adapter"], input=requests, capture_output=True, check=True
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["id"] for answer in answers] == [0, None, 2]
    assert answers[0]["ok"]["name"] == "concordia-ref"
    assert "error" in answers[1]
    assert done.stderr == b""
