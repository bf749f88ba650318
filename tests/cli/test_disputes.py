"""`concordia dispute`: the register of disputes, and what comes of a scenario under each reading."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from concordia_ref.cli.dispute import run_text
from concordia_ref.engine.game import Game
from concordia_ref.spec.disputes import Dispute, read_register
from concordia_ref.suite.dispute_runs import run_readings
from concordia_ref.words.languages import english
from concordia_ref.words.search_keys import folded
from tests.conftest import Command

EXECUTABLE = [dispute for dispute in read_register().disputes.values() if dispute.executable]
GAME = Game()


def test_colonist_income_pays_eight_by_three_rulebooks_and_six_by_two(concordia: Command) -> None:
    answer = concordia("dispute", "colonist-income", "--run")
    rows = {
        line.split()[1 if "→" in line else 0]: line for line in answer.out.splitlines() if "sestertii and now" in line
    }
    assert "sr hu pl" in rows["five_plus_one"]
    assert "receives 8 sestertii and now has 8" in rows["five_plus_one"]
    assert "cs fr" in rows["two_each"]
    assert "receives 6 sestertii and now has 6" in rows["two_each"]
    assert "Ruling: Five sestertii, and one more for each of the player's colonists on the board." in " ".join(
        answer.out.split()
    )


@pytest.mark.parametrize("dispute", EXECUTABLE, ids=lambda dispute: dispute.id)
def test_every_playable_dispute_shows_what_differs(dispute: Dispute) -> None:
    runs = list(run_readings(english(), GAME, dispute))
    assert len({run.outcome for run in runs}) > 1
    assert [run.reading for run in runs if run.holds] == [dispute.ruling]
    assert all(
        run.outcome in " ".join(run_text(english(), dispute, runs).split()) for run in runs if len(run.outcome) < 40
    )


def test_a_dispute_that_is_not_played_says_why(concordia: Command) -> None:
    assert "Not played both ways:" in concordia("dispute", "tribune-heading").out


def test_a_dispute_is_shown_with_readings_places_ruling_and_reason(concordia: Command) -> None:
    answer = concordia("dispute", "colonist-income")
    for part in ("five_plus_one", "two_each", "KOLONIZATOR", "Ruling:", "majority", "later printing", "--run"):
        assert part in answer.out


def test_disputes_are_listed_by_card_clause_severity_and_pair(concordia: Command) -> None:
    for options in (
        ("--card", "colonist"),
        ("--clause", "colonist.income"),
        ("--severity", "outcome"),
        ("--between", "cs,pl"),
        ("--text", "kolonizator"),
        ("--text", "COL-01"),
    ):
        assert "colonist-income" in concordia("dispute", *options).out, options
    for options in (("--card", "senator"), ("--clause", "score"), ("--severity", "edge"), ("--between", "cs,fr")):
        assert "colonist-income " not in concordia("dispute", *options).out, options


def test_words_are_found_without_diacritics(concordia: Command) -> None:
    with_letters = concordia("dispute", "--text", "telepes průběh")
    without = concordia("dispute", "--text", "telepes prubeh")
    assert with_letters.out == without.out
    assert folded("ZÁVĚREČNÉ") == "zaverecne"


def test_the_editions_are_shown_by_their_questions(concordia: Command) -> None:
    answer = concordia("dispute", "--editions")
    assert "canonical" in answer.out
    assert "colonist-income" in answer.out
    assert "as a careful reader plays it" in answer.out


def test_an_argument_about_a_turn_is_settled_by_edition(concordia: Command, tmp_path: Path) -> None:
    state = tmp_path / "state.yaml"
    state.write_text(
        'map: imperium\nplayers: 3\nseats: {"0": {owns: [i_colonist], colonists: [land@roma, land@roma, sea@roma]}}\n'
    )
    answer = concordia("dispute", "--state", str(state), "--turn", "i_colonist income")
    lines = [line for line in answer.out.splitlines() if "receives" in line]
    assert any("canonical" in line and "receives 8 sestertii" in line for line in lines)
    assert any("cs, cs-letter, fr, fr-letter" in line and "receives 6 sestertii" in line for line in lines)
    assert not any("canonical" in line and "receives 6 sestertii" in line for line in lines)
    turn = '{"card": "tribune", "place": ["land@massilia"]}'
    as_json = concordia("dispute", "--state", str(state), "--turn", turn, "--format", "json")
    assert "tribune.colonist.place" in as_json.out


def test_json_is_for_programs(concordia: Command) -> None:
    assert json.loads(concordia("dispute", "colonist-income", "--format", "json").out)["ruling"] == "five_plus_one"
    runs = json.loads(concordia("dispute", "colonist-income", "--run", "--format", "json").out)
    assert [run["reading"] for run in runs] == ["five_plus_one", "two_each"]
    assert len(json.loads(concordia("dispute", "--format", "json").out)) == 286


@pytest.mark.parametrize(
    "arguments",
    [
        ("colonist-incom",),
        ("--between", "cs,de"),
        ("--between", "cs"),
        ("--card", "colonst"),
        ("--turn", "tribune"),
        ("--state", "nothing.json", "--turn", "tribune"),
        ("history-booklet", "--run"),
    ],
)
def test_wrong_usage_is_told_without_a_traceback(arguments: tuple[str, ...], concordia: Command) -> None:
    answer = concordia("dispute", *arguments)
    assert answer.code == 2
    assert "concordia:" in answer.err
