"""Simple players: each takes a position and its random numbers, and gives the position after its turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from concordia_ref.engine.game import Game
from concordia_ref.engine.scoring import score_player
from concordia_ref.engine.state import State

HANDFUL = 6
"""How many turns a greedy player looks at."""

SimplePlayer = Callable[[Game, State, Random], State]


def random_player(game: Game, state: State, random: Random) -> State:
    """Plays a turn that is drawn choice by choice, each with equal probability."""
    return game.result(game.random_draft(state, random))


def greedy_player(game: Game, state: State, random: Random) -> State:
    """Draws a handful of turns as the random player does, and plays the one after which its position is worth most."""
    seat = state.to_play
    assert seat is not None, "there is a turn to play"
    drawn = [random_player(game, state, random) for _ in range(HANDFUL)]
    return max(drawn, key=lambda after: worth(game, after, seat))


def worth(game: Game, state: State, seat: int) -> int:
    """What a position is worth to a player, in tenths of a point.

    It is what the player would score now, and something for what will bring points later: a tenth of a point for each
    coin, and for each that the goods would sell for; half a point for a card in the hand; a whole one for a colonist on
    the board; two for a house.
    """
    player = state.players[seat]
    goods = game.rules.value_of(player.goods)
    pieces = 5 * len(player.hand) + 10 * len(player.colonists) + 20 * len(player.houses)
    return 10 * score_player(game.rules, state, seat).total + player.coins + goods + pieces


PLAYERS: Mapping[str, SimplePlayer] = {"random": random_player, "greedy": greedy_player}
