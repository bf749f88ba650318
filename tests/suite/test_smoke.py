"""The smoke run: chosen by what an engine declares, with labels that say what runs and what to add next."""

from __future__ import annotations

import re
import shlex
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from concordia_ref.cli.conform_asked import REFERENCE
from concordia_ref.engine.game import Game
from concordia_ref.kit.skeleton import write_skeleton
from concordia_ref.suite.capabilities import Capabilities, capabilities
from concordia_ref.suite.next_steps import addition_for, declaring, easiest, runnable
from concordia_ref.suite.process import AdapterProcess
from concordia_ref.suite.smoke import label, smoke_cases, smoke_steps
from concordia_ref.words.languages import english
from tests.broken_adapters import EVERYTHING
from tests.conftest import Command
from tests.suite.bench import VERSION, Bench, Recorder, program, whole_suite

EVERY: Capabilities = capabilities(cast(AdapterProcess, Recorder()), VERSION)
FIELDS = ("operations", "cards", "maps", "players", "editions")
ENGINES: dict[str, dict[str, Any]] = {
    "everything": {},
    "imperium only": {"maps": frozenset({"imperium"})},
    "italia for two": {"maps": frozenset({"italia"}), "players": frozenset({2})},
    "without load": {"operations": EVERY.operations - {"load"}},
    "score calculator": {"operations": frozenset({"load", "score"}), "cards": frozenset(), "interim": False},
    "without the tribune": {"cards": EVERY.cards - {"tribune"}},
    "only the mercator": {"cards": frozenset({"mercator"}), "interim": False},
    "without score": {"operations": EVERY.operations - {"score"}},
    "only set-ups": {"operations": frozenset({"new", "state"}), "cards": frozenset()},
    "without state": {"operations": EVERY.operations - {"state"}},
}


def engine(name: str) -> Capabilities:
    return replace(EVERY, **ENGINES[name])


class TestLadder:
    @pytest.mark.parametrize("name", ENGINES)
    def test_whoever_can_run_anything_gets_something_to_run(self, name: str) -> None:
        can = engine(name)
        found = smoke_cases(whole_suite(), can)
        assert found
        assert len({case.id for case in found}) == len(found)
        assert [case.id for case in found if can.missing(case)] == []

    @pytest.mark.parametrize("name", ENGINES)
    def test_nothing_rests_on_a_ruling_where_the_rulebooks_are_silent_or_disagree(self, name: str) -> None:
        for case in smoke_cases(whole_suite(), engine(name)):
            # A position that is only given back rests on no rule at all.
            assert (case.level, case.dispute) == ("core", None) or case.id == "protocol/position-given-back"

    def test_every_card_of_a_whole_engine_is_played(self) -> None:
        found = smoke_cases(whole_suite(), EVERY)
        assert {card for case in found for card in case.cards} == EVERY.cards
        assert {case.map for case in found} <= EVERY.maps
        assert any(case.rejected for case in found)
        assert any(case.interim for case in found)
        assert any(case.winner is not None for case in found)

    def test_labels_say_what_runs(self) -> None:
        cases = {case.id: case for case in whole_suite()}

        def text(id: str) -> str:
            return label(english(), Game(), cases[id])

        assert text("mercator/from-two-to-eleven-coins") == "Mercator: sells 3 wine; buys 4 bricks"
        assert text("components/price-of-bought-brick") == "Mercator: buys 2 bricks"
        assert text("mercator/no-cloth-for-six-coins") == "Mercator: buys 1 cloth is refused"
        assert text("components/god-of-the-mercators") == "5 players on Imperium are scored: 45, 45, 45, 45, 35"
        assert text("interim/agreed-before-the-game") == "a game for 3 players on Italia is set up"
        assert text("end/coins-do-not-break-a-tie") == "2 players on Italia are scored: 5, 5; Green wins"


class TestNext:
    @pytest.mark.parametrize("name", [name for name in ENGINES if name != "everything"])
    def test_following_the_advice_leads_to_the_whole_suite(self, name: str) -> None:
        can, every = engine(name), whole_suite()
        steps = [step.text for step in smoke_steps(english(), Game().spec, every, can) if step.scenario is None]
        promised = [int(found[1]) for text in steps if (found := re.search(r"(\d+) more scenarios? would run", text))]
        assert len(promised) == len(steps) > 0
        assert min(promised) > 0
        assert runnable(every, can) + sum(promised) == len(every)

    def test_an_engine_with_everything_is_advised_nothing(self) -> None:
        assert all(step.scenario for step in smoke_steps(english(), Game().spec, whole_suite(), EVERY))

    def test_what_is_easy_comes_first(self) -> None:
        calculator = engine("score calculator")
        tribune = [case for case in whole_suite() if case.cards == ("tribune",) and not case.interim]
        found = easiest(tribune, calculator)
        assert found is not None
        assert str(found) == "`apply`, `state` and the card tribune"

    def test_who_can_set_up_games_needs_the_cards_of_the_way_and_others_need_load(self) -> None:
        case = next(case for case in whole_suite() if case.way and "senator" not in case.cards and case.way.cards)
        assert case.way
        assert "senator" in case.way.cards
        without = EVERY.operations - {"load"}
        found = addition_for(case, replace(EVERY, operations=without, cards=EVERY.cards - {"senator"}))
        assert found is not None
        assert found.things == ("card senator",)
        found = addition_for(case, replace(EVERY, operations=EVERY.operations - {"load", "new"}))
        assert found is not None
        assert found.things == ("operation load",)

    @pytest.mark.parametrize(
        ("thing", "field", "value"),
        [
            ("operation legal", "operations", "legal"),
            ("card weaver", "cards", "weaver"),
            ("map italia", "maps", "italia"),
            ("players 5", "players", 5),
            ("edition cs", "editions", "cs"),
        ],
    )
    def test_declaring_adds_just_that(self, thing: str, field: str, value: Any) -> None:
        nothing = replace(EVERY, **cast(Any, {key: frozenset() for key in FIELDS}))
        assert declaring(nothing, thing) == replace(nothing, **cast(Any, {field: frozenset({value})}))
        assert declaring(replace(EVERY, interim=False), "interim") == EVERY


@pytest.mark.usefixtures("loaded_once")
class TestCommand:
    def test_the_reference_climbs_the_whole_ladder(self, concordia: Command) -> None:
        answer = concordia("conform", "--smoke")
        assert answer.code == 0
        assert answer.out.startswith("concordia-ref ")
        marks = re.findall(r"^  (\S) ", answer.out, re.MULTILINE)
        assert marks == ["✓"] * len(smoke_cases(whole_suite(), EVERY))

    def test_a_skeleton_passes_and_learns_what_comes_next(
        self, concordia: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        write_skeleton("python", tmp_path)
        monkeypatch.chdir(tmp_path)
        answer = concordia("conform", "--smoke", "--adapter", shlex.join([sys.executable, "-m", "adapter"]))
        assert answer.code == 0
        assert "my-engine 0.1 says hello; it declares `load`, `state`; no card; " in answer.out
        assert "  ✓ a position for 3 players on Imperium is loaded and returned" in answer.out
        assert re.search(r"returned.*\n  \+ declare `score`: \d+ more scenarios would run\n", answer.out)
        assert "nothing is proved" not in answer.out

    def test_a_first_mistake_is_explained_and_ends_the_run(self, concordia: Command) -> None:
        answer = concordia("conform", "--smoke", "--adapter", program("underpays"))
        assert answer.code == 1
        assert re.search(r"  ✗ Mercator: sells .*; buys .* \(mercator/", answer.out)
        assert re.search(r"• players\.\d\.coins: expected -?\d+, got -?\d+", answer.out)
        assert "repeat: concordia conform mercator/" in answer.out
        assert "fix this first; then run the same command again" in answer.out
        assert "Architect" not in answer.out.partition("fix this first")[2]
        assert answer.out.count("✗") == 1

    def test_a_suite_without_some_rungs_has_the_others(self, bench: Bench) -> None:
        answer = bench.run("--smoke", "--adapter", bench.command("behaves"))
        assert answer.code == 0
        marks = re.findall(r"^  (\S) ", answer.out, re.MULTILINE)
        assert marks
        assert set(marks) == {"✓"}

    def test_an_engine_with_one_map_runs_on_it(self, bench: Bench) -> None:
        answer = bench.run("--smoke", "--adapter", bench.command("behaves", maps=["imperium"], interim=False))
        assert answer.code == 0
        assert "Imperium" in answer.out
        assert "Italia" not in answer.out

    def test_json_is_the_report(self, bench: Bench) -> None:
        answer = bench.run("--smoke", "--format", "json", "--adapter", bench.command("behaves"))
        assert answer.code == 0
        assert answer.out.startswith('{"type": "header"')
        assert answer.out.count('"outcome": "pass"') >= 3


def test_hello_is_as_the_tests_have_it() -> None:
    assert EVERY.cards == frozenset(EVERYTHING["cards"])
    assert shlex.split(REFERENCE)[-1] == "adapter"
