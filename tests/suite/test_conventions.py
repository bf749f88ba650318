"""Core scenarios rest on no ruling where all rulebooks are silent, but for the one that they are about."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from concordia_ref.engine.game import Game
from concordia_ref.spec.disputes import read_register
from concordia_ref.suite.conventions import SITUATIONS, conventions, conventions_behind
from concordia_ref.suite.courses import Course, Watch
from concordia_ref.suite.loading import Selection, Suite
from concordia_ref.suite.positions import expand
from tests.suite.bench import suite_of

GAME = Game()
ID = "course/planted"
# A Prefect collects although no marker shows a coin.
COLLECTING: dict[str, Any] = {
    "id": ID,
    "since": "0.1.0",
    "level": "core",
    "clauses": ["turn.hand"],
    "why": "one of the two Prefects is played",
    "given": {"map": "italia", "players": 2},
    "turn": "prefect collect",
}
# Two rounds in which nothing happens, and the second begins with that Prefect.
ARRIVING = {
    **COLLECTING,
    "turn": "senator",
    "given": {"map": "italia", "players": 2, "seats": {"0": {"pile": ["prefect"]}}},
}
WAY = {"turns": ["prefect collect", "senator", "tribune", "architect", "prefect collect", "tribune"]}


def planted(folder: Path, scenario: dict[str, Any], way: dict[str, Any] | None = None, **more: Any) -> Suite:
    """A suite of one scenario, and perhaps its way and others."""
    files = {f"scenarios/{ID}": scenario, **({f"ways/{ID}": way} if way else {}), **more.pop("others", {})}
    assert not more
    for name, data in files.items():
        file = folder / f"{name}.yaml"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(yaml.safe_dump(data), encoding="utf-8")
    return Suite(folder=folder)


def problems(suite: Suite) -> list[str]:
    return [broken.problem for broken in suite.select(Selection()).broken]


def test_the_whole_suite_keeps_to_it() -> None:
    assert suite_of("canonical", None).select(Selection()).broken == ()


class TestPlanted:
    def test_a_core_scenario_is_broken_and_the_message_says_what_to_do(self, tmp_path: Path) -> None:
        (problem,) = problems(planted(tmp_path, COLLECTING))
        assert problem.startswith(str(tmp_path / "scenarios" / f"{ID}.yaml"))
        assert f"the scenario of {ID} depends on prefect-no-marker-to-use" in problem
        assert "play what they state instead" in problem

    @pytest.mark.parametrize("level", ["by_convention", "disputed"])
    def test_another_level_may_rest_on_a_convention(self, level: str, tmp_path: Path) -> None:
        assert problems(planted(tmp_path, {**COLLECTING, "level": level})) == []

    def test_a_scenario_may_rest_on_its_own_question(self, tmp_path: Path) -> None:
        assert problems(planted(tmp_path, {**COLLECTING, "dispute": "prefect-no-marker-to-use"})) == []

    @pytest.mark.parametrize("level", ["core", "disputed"])
    def test_a_way_is_broken_at_any_level(self, level: str, tmp_path: Path) -> None:
        (problem,) = problems(planted(tmp_path, {**ARRIVING, "level": level}, WAY))
        assert problem.startswith(str(tmp_path / "ways" / f"{ID}.yaml"))
        assert f"the way of {ID} depends on prefect-no-marker-to-use" in problem

    def test_a_twin_is_broken_where_it_stands_beside_a_core_scenario(self, tmp_path: Path) -> None:
        refused = {**COLLECTING, "turn": "i_mason", "refused": "turn.hand", "twin": "course/twin"}
        twin = {**COLLECTING, "id": "course/twin", "level": "by_convention"}
        (problem,) = problems(planted(tmp_path, refused, others={"scenarios/course/twin": twin}))
        assert problem.startswith(str(tmp_path / "scenarios" / f"{ID}.yaml"))
        assert f"the twin of {ID} depends on prefect-no-marker-to-use" in problem

    def test_a_reading_that_can_be_played_is_played(self, tmp_path: Path) -> None:
        # In the first turn there is nothing to copy, and whether a Diplomat can be played then is open.
        (problem,) = problems(planted(tmp_path, {**COLLECTING, "turn": "diplomat"}))
        assert "depends on diplomat-nothing-to-copy" in problem


def behind(given: dict[str, Any], *turns: str) -> list[str]:
    course = Course(expand(GAME.rules, {"map": "italia", "players": 2, **given}), turns)
    return list(conventions_behind(GAME, course, Watch(GAME).play(course)))


FULL = {"goods": {"brick": 7}}
LAST_TURN: dict[str, Any] = {"display": [], "rest_to": 1, "concordia": 1, "last_turns": []}
HOUSES = {"city_goods": {"aleria": "food", "olbia": "wine"}}


class TestSituations:
    @pytest.mark.parametrize(
        ("given", "turns", "found"),
        [
            ({"seats": {"0": {"owns": ["i_colonist"]}}}, ["i_colonist settle"], ["colonist-settle-nobody"]),
            ({"seats": {"0": {"owns": ["i_colonist"]}}}, ["i_colonist settle; place land@roma"], []),
            ({}, ["prefect collect"], ["prefect-no-marker-to-use"]),
            ({"coin_side": ["corsica"]}, ["prefect collect"], []),
            ({}, ["tribune"], ["tribune-with-empty-pile"]),
            ({"seats": {"0": {"pile": ["senator"]}}}, ["tribune"], []),
            ({"seats": {"0": {"owns": ["i_mason"]}}}, ["i_mason"], ["specialist-without-room-or-house"]),
            ({**HOUSES, "seats": {"0": {"owns": ["i_farmer"], "houses": ["aleria"]}}}, ["i_farmer"], []),
            (
                {**HOUSES, "praefectus_magnus": 0, "seats": {"0": FULL}},
                ["prefect produce; province corsica"],
                ["praefectus-magnus-without-room"],
            ),
            (
                {**HOUSES, "praefectus_magnus": 1, "seats": {"0": FULL}},
                ["prefect produce; province corsica; keep 0: 1 wine"],
                [],
            ),
            ({**HOUSES, "praefectus_magnus": 0}, ["prefect produce; province corsica"], []),
            (
                {**HOUSES, **LAST_TURN, "praefectus_magnus": 0},
                ["prefect produce; province corsica"],
                ["praefectus-magnus-used-in-the-last-turn"],
            ),
            # What a player may do need not be done; all rulebooks say so.
            ({}, ["senator", "architect", "mercator"], []),
        ],
    )
    def test_a_turn_to_which_a_convention_makes_a_difference_is_known(
        self, given: dict[str, Any], turns: list[str], found: list[str]
    ) -> None:
        assert behind(given, *turns) == found

    def test_all_of_them_are_conventions_that_cannot_be_played(self) -> None:
        disputes = read_register().disputes
        assert set(SITUATIONS) <= {dispute.id for dispute in conventions(disputes.values())}
        assert not any(disputes[id].executable for id in SITUATIONS)

    def test_a_clause_that_refuses_instead_of_another_makes_no_difference(self) -> None:
        # Without anything to copy the other reading refuses the Diplomat itself, the ruling only what it would copy.
        assert behind({}, "diplomat copies 1: mercator") == []


def test_a_suite_tells_the_clauses_that_scenario_twin_and_way_consult() -> None:
    suite = suite_of("canonical", None)
    # The Tribune of the way is not played in the scenario, where a Prefect collects.
    assert "tribune.recall" in suite.consulted("course/second-prefect")
    assert "tribune.recall" not in suite.consulted("course/second-prefect", way=False)
    assert "prefect.collect.coins" in suite.consulted("course/second-prefect", way=False)
    # A refused turn has a legal twin.
    assert "prefect.collect.coins" in suite.consulted("course/third-prefect", way=False)
