"""Readings that are said to give the same play: what their reasons claim holds in random games."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from concordia_ref.engine.state import State
from concordia_ref.engine.turn import Turn
from tests.positions import GAME


def game_played(map_id: str, players: int, seed: int) -> Iterator[tuple[State, Turn, State]]:
    """The turns of a random game, each with the positions before and after it."""
    dice = Random(seed)
    state = GAME.start(GAME.setup(map_id, players, seed))
    while state.to_play is not None:
        turn = GAME.random_turn(state, dice)
        after = GAME.play(state, turn)
        yield state, turn, after
        state = after


@pytest.mark.parametrize("seed", range(3))
def test_the_top_card_of_a_pile_is_what_its_owner_played_in_the_last_turn(seed: int) -> None:
    # diplomat-age-of-the-card
    last: dict[int, str | None] = {}
    for before, turn, after in game_played("italia", 3, seed):
        assert before.to_play is not None
        last[before.to_play] = turn.card
        for seat, player in enumerate(after.players):
            assert not player.pile or player.pile[-1] == last[seat]


@pytest.mark.parametrize(("map_id", "players"), [("italia", 2), ("imperium", 3)])
def test_no_house_ever_stands_in_the_start_city(map_id: str, players: int) -> None:
    # roma-without-goods-and-houses
    start_city = GAME.rules.boards[map_id].start_city
    for _, _, after in game_played(map_id, players, seed=1):
        assert all(start_city not in player.houses for player in after.players)
        assert start_city not in GAME.rules.board(after).cities


def test_saturnus_cannot_score_more_on_the_italia_map_than_its_limit_there() -> None:
    # map-names
    saturnus = GAME.spec.data["gods"]["gods"]["saturnus"]
    assert saturnus["points"] * len(GAME.spec.maps["italia"].provinces) == saturnus["at_most"]["italia"]
