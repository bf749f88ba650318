"""The shapes of failures: the same fault has the same shape, whatever the seat, the place and the amount."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from concordia_ref.suite.cases import Case
from concordia_ref.suite.cause_titles import area, phrase
from concordia_ref.suite.differences import Difference
from concordia_ref.suite.loading import Suite
from concordia_ref.suite.shapes import BROKEN, REPEATED, general, has_ended, last_seat, shapes, wording
from concordia_ref.suite.verdicts import Verdict

SUITE = Suite()
ARCHITECT = {"card": "iii_architect"}


def case_of(id: str) -> Case:
    case = SUITE.case(id)
    assert case is not None
    return case


# Of four players, seat 3 plays one turn, with a Prefect.
PREFECT = replace(case_of("course/second-prefect"), state={"to_play": 3}, players=4, turns=({"card": "prefect"},))
# A refusal; its twin is a scenario of its own.
REFUSED = case_of("architect/city-at-the-line-left")


def found(*differences: Difference, case: Case = PREFECT) -> set[str]:
    return set(shapes(Verdict(case.id, "fail", differences), case))


def state(path: str, expected: Any, got: Any) -> Difference:
    return Difference("state", path, expected, got)


@pytest.mark.parametrize(
    ("path", "expected", "got", "shape"),
    [
        ("players.3.coins", 8, 11, "own coins more"),
        ("players.0.coins", 8, 5, "other coins less"),
        ("players.3.goods.wine", 1, 0, "own goods.wine less"),
        ("players.3.colonists.land", ["roma"], ["roma", "cosa~roma"], "own colonists.land +one"),
        ("players.3.pile", ["mercator", "prefect"], ["prefect", "mercator"], "own pile order"),
        ("markers.gallia", "coins", "goods", "markers goods up"),
        ("to_play", 0, 3, "to_play own"),
        ("to_play", 0, 2, "to_play previous"),
        ("praefectus_magnus", 2, 0, "praefectus_magnus next"),
        ("praefectus_magnus", 2, 1, "praefectus_magnus other"),
        ("concordia", 3, None, "concordia none"),
        ("last_turns", None, [0, 1], "last_turns set"),
        ("interim", [3, 4, 0, 0], [3, 4, 0, 7], "interim own more"),
        ("gods.1.vesta", 3, 4, "gods vesta more"),
    ],
)
def test_a_difference_has_a_shape_without_seat_place_and_amount(path: str, expected: Any, got: Any, shape: str) -> None:
    assert found(state(path, expected, got)) == {shape}


def test_a_card_that_stays_in_the_hand_is_told_from_another_one() -> None:
    hand, pile = "players.3.hand", "players.3.pile"
    kept = found(state(hand, ["tribune"], ["prefect", "tribune"]), state(pile, ["prefect", "prefect"], ["prefect"]))
    assert kept == {"own hand +played", "own pile -played"}
    assert found(state(hand, ["tribune"], ["senator", "tribune"])) == {"own hand +card"}


def test_totals_are_compared_seat_by_seat() -> None:
    difference = Difference("score", "totals", [10, 20, 30, 40], [10, 21, 30, 33])
    assert found(difference) == {"totals other more", "totals own less"}


def test_refusals_name_the_card_without_its_deck() -> None:
    assert found(Difference("refused", got='reject: {"clause": "turn.hand"}', turn=ARCHITECT)) == {"refused architect"}
    assert found(Difference("accepted", got="ok: {}", turn=ARCHITECT)) == {"accepted architect"}
    assert found(Difference("accepted", got="ok: {}", turn={})) == {"accepted pass"}


def test_an_error_has_its_words_as_a_shape_and_matches_any_other_error() -> None:
    shape = "error error: _"
    assert found(Difference("refused", got="error: \"KeyError: 'roma'\"", turn=ARCHITECT)) == {shape}
    assert general(shape) == general("fault timed out after _ s") == BROKEN
    assert general("own coins more") == "own coins more"


def test_a_fault_has_its_note_as_a_shape() -> None:
    verdict = Verdict(PREFECT.id, "fault", notes=("no answer within 10.0 s",))
    assert shapes(verdict, PREFECT) == {"fault no answer within _ s"}


def test_what_passed_or_was_skipped_has_no_shape() -> None:
    assert shapes(Verdict(PREFECT.id, "pass"), PREFECT) == shapes(Verdict(PREFECT.id, "skip"), PREFECT) == set()


def test_a_twin_that_is_a_scenario_repeats_its_fault() -> None:
    twin = REFUSED.twin
    assert twin is not None
    difference = Difference("state", "players.0.coins", 1, 2, stage="twin")
    assert found(difference, case=REFUSED) == {REPEATED}
    # What is wrong with the refusal itself is not a repetition.
    accepted = Difference("accepted", got="ok: {}", turn=ARCHITECT)
    assert found(accepted, difference, case=REFUSED) == {"accepted architect"}


def test_the_last_seat_counts_the_turns() -> None:
    assert last_seat(PREFECT) == 3
    five = case_of("end/from-the-last-card-to-the-winner")
    assert five.state is not None
    assert last_seat(five) == (five.state["to_play"] + len(five.turns) - 1) % five.players


def test_what_changes_from_scenario_to_scenario_is_left_out_of_texts() -> None:
    assert wording("KeyError: 'roma' in line 12\nmore") == "KeyError: _ in line _"
    assert wording("no line cosa~roma") == "no line _"
    assert len(wording("x" * 200)) == 60


def test_what_ends_a_scenario_hides_the_rest_of_it() -> None:
    assert has_ended("position refused")
    assert has_ended("twin refused architect")
    assert has_ended("fault timed out")
    assert not has_ended("own coins more")
    assert not has_ended("refusal own coins more")


# In words


@pytest.mark.parametrize(
    ("shape", "words"),
    [
        ("own hand +played", "the card played is still in the hand"),
        ("own coins less", "the player has too few sestertii"),
        ("other goods.brick more", "another player has too much brick"),
        ("refusal own coins more", "after a refusal the player has too many sestertii"),
        ("accepted pass", "illegal turns without a card are accepted"),
        ("refused mercator", "legal turns with the Mercator are refused"),
        ("markers coins up", "bonus markers lie coins side up"),
        ("totals other less", "too few points are counted"),
        ("gods vesta more", "too many points are counted for Vesta"),
        ("concordia none", "nobody takes the Concordia card"),
        ("own colonists.land -one", "the player's land colonists are wrong"),
        ("fault crashed", "the adapter breaks: crashed"),
        ("display order", "the wrong cards are for sale"),
        ("own pile order", "the player's discard pile is in another order"),
    ],
)
def test_a_shape_in_words(shape: str, words: str) -> None:
    assert phrase(shape) == words


def test_shapes_of_one_part_of_the_game_have_one_area() -> None:
    assert area("own hand +played") == area("twin other pile -card") == "cards"
    assert area("own goods.wine less") == area("other goods.food more") == "goods"
    assert area("refused architect") != area("accepted architect")
