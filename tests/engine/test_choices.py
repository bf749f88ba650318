"""A turn as a path of choices: what is offered at each step, and the canonical form of what was written."""

from __future__ import annotations

from typing import Any

import pytest

from concordia_ref.engine.draft import Choice, Draft
from concordia_ref.engine.errors import Refused
from concordia_ref.engine.state import State
from tests.positions import GAME, colonists, play, position, start, stock

IMPERIUM = start("imperium", 3)
GALLIA = start("imperium", 3, {"lutetia": "food", "burdigala": "tool", "massilia": "brick"})
PRODUCE = "prefect produce; province gallia"
# One of eight spaces is free for the food and the brick of two houses.
NEARLY_FULL = {"goods": stock(cloth=7), "houses": ["lutetia", "massilia"]}


def after(state: State, *choices: Choice) -> Draft:
    """A turn as far as these choices lead."""
    draft = GAME.begin(state)
    for choice in choices:
        draft = GAME.take(draft, choice)
    return draft


def with_land_colonists(*places: str) -> State:
    return position(IMPERIUM, colonists(places))


def canonical(state: State, turn: str) -> str:
    return str(GAME.canonical(state, turn))


class TestOffered:
    def test_with_all_six_colonists_on_the_board_a_tribune_places_none(self) -> None:
        state = position(IMPERIUM, colonists(["roma"] * 3, ["roma"] * 3))
        assert GAME.options(after(state, ("card", "tribune"))) == [("stop",)]

    def test_when_all_markers_show_coins_a_prefect_only_collects(self) -> None:
        state = position(IMPERIUM, markers=dict.fromkeys(IMPERIUM["markers"], "coins"))
        assert GAME.options(after(state, ("card", "prefect"))) == [("choice", "collect")]

    def test_a_diplomat_with_nothing_to_copy_copies_nothing(self) -> None:
        assert GAME.options(after(position(IMPERIUM), ("card", "diplomat"))) == [("stop",)]

    def test_the_other_players_choose_their_goods_clockwise(self) -> None:
        state = position(GALLIA, {"goods": stock()}, NEARLY_FULL, NEARLY_FULL)
        draft = after(state, ("card", "prefect"), ("choice", "produce"), ("province", "gallia"))
        assert GAME.options(draft) == [("keep", 1, (("brick", 1),), ()), ("keep", 1, (("food", 1),), ())]
        draft = GAME.take(draft, ("keep", 1, (("food", 1),), ()))
        assert {choice[1] for choice in GAME.options(draft)} == {2}

    def test_after_the_end_nothing_is_offered(self) -> None:
        over = position(IMPERIUM)._replace(to_play=None)
        assert not GAME.turns(over)
        assert list(GAME.turns(over)) == []
        assert GAME.turn(over, "tribune") not in GAME.turns(over)
        with pytest.raises(Refused):
            GAME.begin(over)


class TestCanonical:
    """Many ways to write a turn, one form for all that come to the same."""

    @pytest.mark.parametrize("first", ["ahead", "behind"])
    def test_colonists_that_move_up_may_be_written_in_any_order(self, first: str) -> None:
        state = with_land_colonists("aquileia~roma:land", "roma")
        moves = ["land@aquileia~roma:land > aquileia~sirmium:land", "land@roma > aquileia~roma:land"]
        turn = f"architect; move {', '.join(moves if first == 'ahead' else moves[::-1])}"
        assert play(state, turn).players[0].colonists == (
            ("land", "aquileia~roma:land"),
            ("land", "aquileia~sirmium:land"),
        )

    def test_colonists_of_a_kind_are_alike_so_the_cheaper_pairing_counts(self) -> None:
        state = with_land_colonists("aquileia~roma:land", "roma")
        # As written 1 + 2 steps; the same places are reached with 1 + 1.
        turn = "architect; move land@aquileia~roma:land > novaria~roma:land, land@roma > aquileia~sirmium:land"
        assert play(state, turn).players[0].colonists == (
            ("land", "aquileia~sirmium:land"),
            ("land", "novaria~roma:land"),
        )
        assert canonical(state, turn) == (
            "architect; move land@aquileia~roma:land > aquileia~sirmium:land, land@roma > novaria~roma:land"
        )

    def test_two_colonists_of_a_kind_that_change_places_do_not_move(self) -> None:
        one, other = "aquileia~roma:land", "novaria~roma:land"
        turn = f"architect; move land@{one} > {other}, land@{other} > {one}"
        assert canonical(with_land_colonists(one, other), turn) == "architect"

    def test_goods_that_could_not_be_kept_otherwise_are_left_out(self) -> None:
        roomy: dict[str, Any] = {"goods": stock(), "houses": ["lutetia"]}
        # Seat 2 chooses; what seats 0 and 1 receive fits.
        state = position(GALLIA, roomy, roomy, NEARLY_FULL)
        turn = f"{PRODUCE}; keep 0: 1 food, 1 tool / 1: 1 food / 2: 1 brick"
        assert canonical(state, turn) == f"{PRODUCE}; keep 2: 1 brick"
