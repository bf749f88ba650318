"""Which scenarios are run; only those are read and set up."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from concordia_ref.engine.game import Game
from concordia_ref.suite import loading
from concordia_ref.suite.cases import Case, make_case
from concordia_ref.suite.loading import Selection, Suite
from concordia_ref.suite.scenarios import Scenario
from tests.conftest import Command
from tests.suite.bench import CONFORMANCE, SMALL, TARGET, Bench, Script, whole_suite

SETUP = "setup/colonists-of-three-players"


@pytest.mark.usefixtures("loaded_once")
class TestSelection:
    def listed(self, concordia: Command, *arguments: str | Path) -> list[str]:
        answer = concordia("conform", "--list", *arguments)
        assert answer.code == 0
        return re.findall(r"^  ([a-z-]+/[a-z0-9-]+) ", answer.out, re.MULTILINE)

    def test_scenarios_are_listed_with_level_cards_and_reason(
        self, bench: Bench, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("COLUMNS", "120")
        answer = bench.run("--list")
        assert re.search(rf"{TARGET} +core +mercator +2 sestertii, 3 from", answer.out)
        assert re.search(r"setup/colonists-of-three-players +by_convention +- ", answer.out)
        assert self.listed(bench.concordia, "--suite", bench.suite) == sorted(SMALL)

    @pytest.mark.parametrize(
        ("arguments", "fits"),
        [
            (("mercator/from-two-to-eleven-coins",), lambda case: case.id == TARGET),
            (("mercator", "setup/"), lambda case: case.id.startswith(("mercator/", "setup/"))),
            (("*/no-*",), lambda case: "/no-" in case.id),
            (("--clause", "mercator.trade"), lambda case: any(c.startswith("mercator.trade") for c in case.clauses)),
            (("--clause", "mercator.order"), lambda case: "mercator.order" in case.clauses),
            (("--card", "diplomat"), lambda case: "diplomat" in case.cards),
            (("--level", "disputed"), lambda case: case.level == "disputed"),
            (("--map", "italia"), lambda case: case.map == "italia"),
            # A game for six is not one for five, though engines for five are asked to refuse it.
            (("--players", "5"), lambda case: case.players == 5 and (case.new or {"players": 5})["players"] == 5),
            (
                ("mercator", "--map", "italia", "--players", "2"),
                lambda case: case.id.startswith("mercator/") and case.map == "italia" and case.players == 2,
            ),
        ],
        ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
    )
    def test_filters_select_what_they_say(self, arguments: tuple[str, ...], fits: Any, concordia: Command) -> None:
        found = self.listed(concordia, *arguments)
        assert found == [case.id for case in whole_suite() if fits(case)]
        assert 0 < len(found) < len(whole_suite())

    def test_an_edition_has_the_whole_suite_with_its_own_outcomes(self, concordia: Command) -> None:
        cases = {edition: {case.id: case for case in whole_suite(edition)} for edition in ("cs", "hu")}
        income = "colonist/income-of-three-colonists"
        coins = {edition: (found[income].after or {})["players"][0]["coins"] for edition, found in cases.items()}
        assert coins["hu"] - coins["cs"] == 2
        assert len(cases["cs"]) > 0.95 * len(whole_suite())
        assert self.listed(concordia, "--edition", "cs") == list(cases["cs"])

    def test_a_suite_of_ones_own_runs_under_an_edition(self, bench: Bench) -> None:
        found = self.listed(bench.concordia, "--suite", bench.suite, "--edition", "cs")
        assert sorted(found) == sorted(SMALL)

    def test_shuffling_changes_the_order_by_the_seed_and_nothing_else(self, bench: Bench) -> None:
        def order(seed: str) -> list[str]:
            return self.listed(bench.concordia, "--suite", bench.suite, "--shuffle", seed)

        assert order("1") == order("1")
        assert order("1") != order("2")
        assert sorted(order("1")) == sorted(SMALL)


class TestOnlyWhatIsSelected:
    @pytest.fixture
    def made(self, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        """The ids of the scenarios that are set up."""
        found: list[str] = []

        def make(game: Game, scenario: Scenario, *others: Any) -> Case:
            found.append(scenario.id)
            return make_case(game, scenario, *others)

        monkeypatch.setattr(loading, "make_case", make)
        return found

    @pytest.mark.parametrize(
        ("selection", "ids"),
        [
            (Selection(ids=(TARGET,)), [TARGET]),
            (Selection(ids=("tribune/no-second-colonist",)), ["tribune/no-second-colonist"]),
            (Selection(ids=("setup", "components")), ["components/god-of-the-mercators", SETUP]),
            (Selection(clause="mercator.order"), [TARGET]),
            (Selection(card="diplomat"), ["diplomat/bought-mercator-copied"]),
            (Selection(level="by_convention"), [SETUP]),
        ],
        ids=["id", "id-of-a-refusal", "folders", "clause", "card", "level"],
    )
    def test_nothing_else_is_set_up_but_the_twin(
        self, selection: Selection, ids: list[str], made: list[str], script: Script
    ) -> None:
        selected = Suite(folder=script.suite).select(selection)
        assert [case.id for case in selected.cases] == ids
        assert set(made) - set(ids) <= {twin.id for case in selected.cases if (twin := case.twin)}
        assert set(selected.ids) == set(SMALL)

    def test_a_twin_is_set_up_with_the_scenario_that_names_it(self, made: list[str], script: Script) -> None:
        Suite(folder=script.suite).select(Selection(ids=("mercator/no-cloth-for-six-coins",)))
        assert made == ["mercator/cloth-bought-at-seven", "mercator/no-cloth-for-six-coins"]

    def test_no_other_file_of_the_whole_suite_is_needed(self, concordia: Command, tmp_path: Path) -> None:
        for part in ("scenarios", "positions", "ways"):
            for file in sorted((CONFORMANCE / part).rglob("*.yaml")):
                copied = tmp_path / file.relative_to(CONFORMANCE)
                copied.parent.mkdir(parents=True, exist_ok=True)
                copied.write_text("broken", encoding="utf-8")
        id = "architect/both-ends-of-a-line"
        shutil.copy(CONFORMANCE / "scenarios" / f"{id}.yaml", tmp_path / "scenarios" / f"{id}.yaml")
        answer = concordia("conform", "--suite", tmp_path, id)
        assert (answer.code, answer.err) == (0, "")
        assert "1 passed, 0 failed, 0 skipped" in answer.out

    def test_a_way_is_shared_by_scenarios_with_the_same_position(self) -> None:
        suite = Suite()
        shared = "map/way-of-three-sea-lines-to-aquileia"
        ways = [case.way for id in (shared, "architect/ship-sails-around-to-aquileia") if (case := suite.case(id))]
        assert shared not in suite.ways
        assert ways[0] == ways[1] is not None
