"""What an adapter declares decides which scenarios it runs, and how it gets into a position."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import Any, cast

import pytest

from concordia_ref.suite.capabilities import capabilities
from concordia_ref.suite.process import AdapterProcess
from tests.broken_adapters import EVERYTHING
from tests.conftest import Command
from tests.suite.bench import VERSION, Bench, Recorder, program, whole_suite


@pytest.mark.usefixtures("nothing_survives")
class TestCapabilities:
    @pytest.mark.parametrize(
        ("hello", "passed", "skipped"),
        [
            ({"operations": ["load", "score"]}, 1, "operation state"),
            ({"operations": ["load", "apply", "state"]}, 5, "operation score"),
            ({"operations": ["load", "apply", "state", "score"]}, 6, "operation new"),
            ({"cards": [card for card in EVERYTHING["cards"] if card != "diplomat"]}, 6, "card diplomat"),
            ({"maps": ["imperium"]}, 5, "map italia"),
            ({"players": [2]}, 1, "3 players"),
            ({"editions": []}, 0, "edition canonical"),
            ({"operations": ["new", "apply", "state"]}, 1, "operation load, and no way to the position is known"),
        ],
        ids=[
            *("a-score-calculator", "no-scores", "no-set-up", "no-diplomat", "one-map", "two-players", "no-edition"),
            "no-loading",
        ],
    )
    def test_what_is_not_declared_is_skipped_and_counted(
        self, hello: dict[str, Any], passed: int, skipped: str, bench: Bench
    ) -> None:
        result = bench.conform(bench.command("behaves", **hello))
        assert Counter(result.outcomes.values()) == Counter({"pass": passed, "skip": 7 - passed})
        reason = f"not declared: {skipped}"
        number = sum(reason in line["details"] for line in result.verdicts if line["outcome"] == "skip")
        assert re.search(rf"{reason} +{number}\n", result.answer.out)
        assert f">{passed}/{passed} declared<" in bench.written("badge")
        assert result.answer.code == (0 if passed else 1)

    def test_what_the_twin_needs_is_needed_too(self, bench: Bench) -> None:
        case = bench.cases()["tribune/no-second-colonist"]
        assert case.twin is not None
        assert case.twin.cards == ("tribune",)
        changed = replace(case, twin=replace(case.twin, cards=("consul", "sibyl")))
        assert Recorder().judge(changed).details == ("not declared: card sibyl",)

    def test_without_interim_scoring_just_its_scenarios_are_skipped(self) -> None:
        hello = {key: value for key, value in Recorder().ask("hello")["ok"].items() if key != "interim"}
        for case in whole_suite():
            recorder = Recorder()
            recorder.reference.hello = lambda _: hello  # type: ignore[method-assign]
            lacks = capabilities(cast(AdapterProcess, recorder), VERSION).missing(case)
            assert lacks == (("not declared: interim scoring",) if case.interim else ())
        assert {case.interim for case in whole_suite()} == {True, False}


WAY = "tribune/colonists-on-the-board-stay"


@pytest.mark.usefixtures("loaded_once", "nothing_survives")
class TestWithoutLoading:
    """An engine that sets up games and plays turns, but cannot load a position."""

    def test_all_that_a_way_leads_to_passes_and_the_rest_is_skipped(self, concordia: Command) -> None:
        led = [case for case in whole_suite() if all(part.new or part.way for part in (case, case.twin) if part)]
        assert len(led) > 0.2 * len(whole_suite())
        answer = concordia("conform", "-j", "2", "--adapter", program("cannot-load"))
        assert answer.code == 0
        skipped = len(whole_suite()) - len(led)
        counted = re.findall(r"(\d+) passed, 0 failed, (\d+) skipped", answer.out)
        assert [sum(map(int, numbers)) for numbers in zip(*counted, strict=True)] == [len(led), skipped]
        assert re.search(rf"not declared: operation load, and no way to the position is known +{skipped}\n", answer.out)

    def test_the_first_steps_are_close_to_a_set_up(self, concordia: Command) -> None:
        answer = concordia("conform", "--smoke", "--adapter", program("cannot-load"))
        assert answer.code == 0
        assert answer.out.count("  ✓ ") >= 3

    def test_a_turn_that_is_refused_on_the_way_is_told(self, concordia: Command) -> None:
        answer = concordia("conform", WAY, "--adapter", program("forbids-tribunes"))
        assert answer.code == 1
        assert "• on the way: tribune: must be accepted; the answer was reject: {}\n" in answer.out

    def test_a_wrong_position_at_the_end_of_the_way_is_told(self, concordia: Command) -> None:
        answer = concordia("conform", WAY, "--adapter", program("loses-coins"))
        assert answer.code == 1
        assert re.findall("• .*", answer.out) == ["• on the way: players.0.coins: expected 5, got 0"]

    def test_the_cards_of_the_way_are_needed_too(self) -> None:
        case = next(case for case in whole_suite() if case.id == WAY)
        can = capabilities(cast(AdapterProcess, Recorder()), VERSION)
        can = replace(can, operations=can.operations - {"load"}, cards=frozenset({"tribune"}))
        assert case.cards == ("tribune",)
        assert "not declared: card senator" in can.missing(case)
        assert "not declared: operation apply" in replace(can, operations=frozenset({"new"})).missing(case)

    def test_a_position_is_loaded_wherever_that_is_declared(self) -> None:
        case = next(case for case in whole_suite() if case.id == WAY)
        recorder = Recorder()
        assert recorder.judge(case).outcome == "pass"
        assert recorder.course[0]["op"] == "load"
