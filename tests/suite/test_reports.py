"""Reports, explanations and the exported suite."""

from __future__ import annotations

import hashlib
import json
import re
import shlex
from dataclasses import replace
from pathlib import Path

import pytest

from concordia_ref.engine.game import Game
from concordia_ref.suite.adapter import Adapter
from concordia_ref.words.languages import english
from tests.conftest import Command
from tests.play_schemas import faults
from tests.suite.bench import TARGET, VERSION, Bench, Recorder, Result, damaged, program, whole_suite


@pytest.mark.usefixtures("loaded_once")
class TestExport:
    def test_every_scenario_is_exported_with_whole_states_and_digests(self, concordia: Command, tmp_path: Path) -> None:
        answer = concordia("conform", "--export", tmp_path / "out")
        assert answer.code == 0
        manifest = json.loads((tmp_path / "out" / "manifest.json").read_text(encoding="utf-8"))
        assert (manifest["format"], manifest["specification"]) == ("concordia-conformance-export", VERSION)
        files = {file.relative_to(tmp_path / "out").as_posix() for file in (tmp_path / "out").rglob("*.json")}
        assert files == {*manifest["files"], "manifest.json"}
        assert set(manifest["files"]) == {f"{case.id}.json" for case in whole_suite()}
        for case in whole_suite():
            raw = (tmp_path / "out" / f"{case.id}.json").read_bytes()
            assert manifest["files"][f"{case.id}.json"] == "sha256:" + hashlib.sha256(raw).hexdigest()
            data = json.loads(raw)
            assert {"id", "level", "edition", "clauses", "why", "turns"} <= set(data)
            assert ({"before", "after"} <= set(data)) == (case.state is not None)
            assert ("twin" in data) == case.rejected
            assert ("way" in data) == (case.way is not None)

    @pytest.mark.parametrize("part", range(2))
    def test_exported_states_and_turns_are_as_their_schemas_say(self, part: int) -> None:
        for number, case in enumerate(whole_suite()[part::2]):
            data = case.to_json()
            if case.state is None:
                assert not {"before", "after"} & set(data)
                continue
            assert faults("state", data["after"]) == []
            readable = data["turns"][: len(data["turns"]) - (case.malformed is not None)]
            assert [faults("turn", turn) for turn in readable] == [[]] * len(readable)
            # The schema takes its time; below every position is read by the reference too.
            if number % 5 == 0:
                assert faults("state", data["before"]) == []

    def test_the_exported_states_are_what_the_reference_reaches(self) -> None:
        game = Game()
        for case in (case for case in whole_suite() if case.state is not None):
            state = game.state_from_json(case.state)
            for turn in case.turns[: len(case.turns) - case.rejected]:
                state = game.play(state, turn)
            assert game.state_from_json(case.reached) == state

    def test_the_exported_ways_lead_to_their_positions(self) -> None:
        reference = Adapter()
        ways = [(case, case.way.to_json()) for case in whole_suite() if case.way is not None]
        for case, way in ways:
            reference.new({"edition": case.edition, **way["setup"]})
            for turn in way["turns"]:
                reference.apply({"turn": turn})
            assert reference.state({})["state"] == case.state

    def test_only_what_is_selected_is_exported(self, bench: Bench) -> None:
        folder = bench.folder / "out"
        bench.run("components", "setup", "--export", folder)
        names = sorted(file.stem for file in folder.rglob("*.json"))
        assert names == ["colonists-of-three-players", "god-of-the-mercators", "manifest"]
        data = json.loads((folder / "components" / "god-of-the-mercators.json").read_text(encoding="utf-8"))
        assert data["scores"] == [45, 45, 45, 45, 35]
        assert data["after"] == data["before"]
        data = json.loads((folder / "setup" / "colonists-of-three-players.json").read_text(encoding="utf-8"))
        assert data["setup"]["players"] == 3
        assert "players.0.colonists" in data["holds"]


@pytest.mark.usefixtures("nothing_survives")
class TestExplanation:
    @pytest.fixture
    def underpaid(self, bench: Bench, monkeypatch: pytest.MonkeyPatch) -> Result:
        """An adapter that lets the player have one coin too few after a Mercator."""
        monkeypatch.setenv("COLUMNS", "120")
        return bench.conform(program("underpays"), "--timeout", "31", "--show", "9", "mercator", "setup")

    def test_a_failure_explains_itself(self, underpaid: Result) -> None:
        text = next(part for part in underpaid.answer.out.split("FAIL  ") if part.startswith(TARGET))
        places = Game().spec.places["mercator.order"]
        for part in (
            "player    sestertii",
            "for sale: ",
            "turn: mercator; sell 3 wine; buy 4 brick",
            "why: 2 sestertii, 3 from the card and 3 wine at 6 make 23",
            "• players.0.coins: expected 11, got 10",
            "mercator.order\n",
            english().clause("mercator.order", Game().spec)[:40],
            f"rulebooks: {', '.join(f'{book} {place.heading}' for book, place in places.items())}",
        ):
            assert part in text

    def test_the_command_that_it_gives_repeats_just_this_scenario(self, underpaid: Result, bench: Bench) -> None:
        commands = re.findall(r"repeat: (.*)", underpaid.answer.out)
        words = shlex.split(next(command for command in commands if TARGET in command))
        assert words[0] == "concordia"
        again = bench.concordia(*words[1:])
        assert again.code == 1
        assert "0 passed, 1 failed, 0 skipped" in again.out
        assert "• players.0.coins: expected 11, got 10" in again.out

    def test_what_fails_in_the_legal_twin_is_told(self, underpaid: Result) -> None:
        told = underpaid.of("mercator/no-cloth-for-six-coins")["details"][0]
        assert told.startswith("the legal twin: players.0.coins: expected ")
        assert "expected: the turn is refused by mercator.trade.money" in underpaid.answer.out

    def test_a_turn_that_must_be_refused_is_told(self, bench: Bench) -> None:
        result = bench.conform(program("accepts"), "mercator/no-*", "setup")
        told = result.of("mercator/no-cloth-for-six-coins")["details"]
        text = "mercator; buy 1 cloth: must be refused; the answer was ok: {}"
        assert told == [f"check: {text}", text]
        assert "no turn: the position itself is asked for" in result.answer.out
        assert "players.0.colonists: expected" in result.answer.out

    def test_a_position_that_changes_in_a_refusal_is_told(self, bench: Bench) -> None:
        case = bench.cases()["mercator/no-cloth-for-six-coins"]
        verdict = Recorder().judge(replace(case, after={**(case.state or {}), "to_play": 3}))
        assert verdict.details == ("after the refusal: to_play: expected 3, got 0",)

    def test_many_differences_are_cut(self, bench: Bench) -> None:
        result = bench.conform(bench.command("long-state", "state"), TARGET)
        assert "… and 88 more" in result.answer.out

    def test_a_failure_in_an_edition_is_repeated_in_it(self, concordia: Command) -> None:
        answer = concordia("conform", "--edition", "hu", "tribune/no-second-colonist", "--adapter", program("refuses"))
        words = shlex.split(re.findall(r"repeat: (.*)", answer.out)[0])
        assert words[2:] == ["tribune/no-second-colonist", "--adapter", program("refuses"), "--edition", "hu"]
        assert "the legal twin: tribune; place land@roma: must be accepted" in answer.out

    def test_a_failure_of_the_reference_is_repeated_without_an_adapter(self, bench: Bench) -> None:
        wrong = damaged(bench, "coins: 9", "coins: 8")
        answer = bench.concordia("conform", "--suite", wrong, TARGET)
        assert answer.code == 1
        assert "• players.0.coins: expected 10, got 11" in answer.out
        assert f"repeat: concordia conform {TARGET} --suite {shlex.quote(str(wrong))}\n" in answer.out
