"""A failing game becomes a scenario of one position and one turn, which the reference passes and the bug fails."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from concordia_ref.lab.planted.bugs import BUGS
from concordia_ref.lab.planted.catching import able, first_difference, shrunk
from concordia_ref.lab.planted.planting import Bug, StandIn
from concordia_ref.spec.documents import read_document
from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.suite.errors import Corrupt
from concordia_ref.suite.failure_scenario import scenario_text
from concordia_ref.suite.fuzz import play_game
from concordia_ref.suite.loading import load_cases
from concordia_ref.suite.positions import check_shape, expand, short_form
from concordia_ref.suite.random_games import GameTable, reference
from concordia_ref.suite.shrink import Shrinker
from concordia_ref.suite.simplifications import Failure
from concordia_ref.suite.verdicts import judge
from tests.conftest import Command
from tests.suite.test_fuzz import adapter_of

NAMED = {bug.id: bug for bug in BUGS}
GAME = reference("canonical")


def small(bug: str) -> Failure:
    difference = first_difference(NAMED[bug], games=4)
    assert difference is not None
    failure = shrunk(NAMED[bug], difference)
    assert failure is not None
    return failure


def suite_of(folder: Path, text: str, why: str) -> Path:
    """A suite of one scenario, with the reason that a person has written."""
    (folder / "scenarios" / "fuzz").mkdir(parents=True)
    written = text.replace("TODO why this is right by the rules", why)
    (folder / "scenarios" / "fuzz" / "found.yaml").write_text(written, encoding="utf-8")
    return folder


def fails(bug: Bug, folder: Path) -> bool:
    (case,) = load_cases(folder=folder)
    assert judge(StandIn(), case, able()).outcome == "pass"
    return judge(StandIn(bug), case, able()).outcome == "fail"


@pytest.mark.parametrize(
    "bug",
    [
        "equal-starting-coins",
        "starting-mercator-pays-five",
        "tribune-takes-one-card-back",
        "house-in-roma",
        "coins-not-multiplied",
        "no-magnus-when-copied",
        "goods-refused",
        "senator-buys-one",
        "mars-counts-stored-colonists",
        "trigger-plays-again",
    ],
)
def test_a_bug_is_brought_down_to_one_position_and_one_turn(bug: str, tmp_path: Path) -> None:
    failure = small(bug)
    assert len(failure.turns) <= 1
    text = scenario_text(failure, "fuzz/found")
    check_shape("scenario", read_document(text))
    assert fails(NAMED[bug], suite_of(tmp_path, text, "this reason was written by a person"))


def test_nothing_is_left_that_the_disagreement_does_not_need() -> None:
    failure = small("house-in-roma")
    data = read_document(scenario_text(failure, "fuzz/found"))
    assert data["given"] == {"map": data["given"]["map"], "players": min(GAME.spec.maps[data["given"]["map"]].players)}
    assert data["turn"] == "architect; build roma"
    assert data["refused"] == "architect.build.start-city"
    assert data["clauses"] == ["architect.build.start-city"]


def test_nobody_publishes_a_scenario_whose_why_is_not_written(tmp_path: Path) -> None:
    text = scenario_text(small("house-in-roma"), "fuzz/found")
    with pytest.raises(Corrupt, match="nobody has written that yet"):
        load_cases(folder=suite_of(tmp_path, text, "TODO why this is right by the rules"))


def test_every_position_that_can_occur_has_a_short_form() -> None:
    for file in sorted(packaged_folder("conformance").glob("positions/*.yaml")):
        given = read_document(file.read_text(encoding="utf-8"))
        state = expand(GAME.rules, given)
        assert expand(GAME.rules, short_form(GAME.rules, GAME.state_to_json(state))) == state, file.name


def test_a_failure_that_does_not_come_again_is_no_failure() -> None:
    difference = first_difference(NAMED["house-in-roma"], games=4)
    assert difference is not None
    assert Shrinker(StandIn, able()).shrink(difference) is None


def test_an_adapter_that_cannot_load_is_led_there_by_turns() -> None:
    can = replace(able(), operations=able().operations - {"load"})
    bug = NAMED["tribune-stays-on-the-pile"]
    difference = play_game(StandIn(bug), can, GameTable("canonical", "italia", 2, interim=False), 1, 0).difference
    assert difference is not None
    failure = Shrinker(lambda: StandIn(bug), can).shrink(difference)
    assert failure is not None
    assert failure.setup is not None
    assert 1 <= len(failure.turns) <= len(difference.record["turns"]) + 1


def test_shrink_takes_a_game_or_a_report(concordia: Command, tmp_path: Path) -> None:
    adapter = ("--adapter", adapter_of("starting-mercator-pays-five"))
    table = ("--map", "italia", "--players", "2", "--edition", "canonical", "--no-interim")
    report, file = tmp_path / "report.json", tmp_path / "found.yaml"
    assert concordia("fuzz", *adapter, "--games", "1", *table, "--report", report).code == 1
    answer = concordia("shrink", report, *adapter, "-o", file)
    assert answer.code == 1
    assert "turns left: 1" in answer.err
    again = concordia("shrink", *adapter, "--game", "0", *table)
    assert again.out == file.read_text(encoding="utf-8")
    data = read_document(again.out)
    assert data["turn"] == "mercator"
    assert data["changes"] == {"players.0.coins": 3}
    assert data["id"] == "fuzz/seed-1-game-0"


def test_shrink_says_where_there_is_nothing_to_shrink(concordia: Command) -> None:
    assert concordia("shrink", "--adapter", adapter_of("house-in-roma")).code == 2
    answer = concordia(
        *("shrink", "--adapter", adapter_of("interim-pays-three")),
        *("--game", "0", "--map", "italia", "--players", "2", "--edition", "canonical", "--no-interim"),
    )
    assert (answer.code, answer.out) == (0, "")
    assert "no difference" in answer.err
