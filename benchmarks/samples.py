"""Games and positions from fixed seeds, from which all contenders take their work."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import TypeVar

from concordia_ref.engine.game import Game
from concordia_ref.engine.record import Record
from concordia_ref.engine.state import State

T = TypeVar("T")

GAME = Game()
PLAYERS = 4
MAPS = ("imperium", "italia")


def seeds(number: int, part: float = 1.0) -> range:
    """So many seeds, or a part of them. They begin with 1: catanatron takes 0 for none."""
    return range(1, some(number, part) + 1)


def some(number: int, part: float) -> int:
    """A part of a number of things, at least one of them."""
    return max(1, round(number * part))


def evenly(items: Sequence[T], number: int) -> list[T]:
    """So many items, with equal steps from one to the next; all of them if there are no more."""
    number = min(number, len(items))
    return [items[place * len(items) // number] for place in range(number)]


def new_game(seed: int, players: int = PLAYERS, map_id: str | None = None) -> Record:
    """A game that has not begun, on both maps in turn unless one is named."""
    return GAME.setup(map_id or MAPS[seed % len(MAPS)], players, seed)


def written_game(seed: int) -> Record:
    """A random game to its end."""
    record = new_game(seed)
    state, random = GAME.start(record), Random(seed)
    while state.to_play is not None:
        turn = GAME.random_turn(state, random)
        record, state = record.with_turn(turn), GAME.play(state, turn)
    return record


def positions(numbers: Sequence[int]) -> Iterator[State]:
    """All positions of random games in which somebody has a turn."""
    for seed in numbers:
        yield from (state for state in GAME.replay(written_game(seed)) if state.to_play is not None)
