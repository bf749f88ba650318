"""Counts of legal turns, and of sequences of legal turns, from a position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from concordia_ref.engine.game import Game
from concordia_ref.engine.state import State
from concordia_ref.engine.turn import Turn

Counts = tuple[int, ...]
"""How many sequences there are of one turn, of two, and so on."""


@dataclass(frozen=True)
class PerftTable:
    """The counts from a position, and those by card and first choice."""

    counts: Counts
    divided: Mapping[str, Mapping[str, Counts]]

    def rows(self) -> dict[tuple[str, ...], Counts]:
        """All counts: those of the position, of each card, and of each card with its first choice."""
        found: dict[tuple[str, ...], Counts] = {(): self.counts}
        for card, choices in self.divided.items():
            found[(card,)] = sum_counts(choices.values(), len(self.counts))
            found |= {(card, first): numbers for first, numbers in choices.items()}
        return found

    def lines(self, *, divide: bool = True) -> Iterator[str]:
        """The counts as a golden file has them."""
        yield from (f"depth {depth}: {number}" for depth, number in enumerate(self.counts, 1))
        for key, numbers in self.rows().items():
            if key and divide:
                yield f"{'  ' * (len(key) - 1)}{key[-1]}: {' '.join(map(str, numbers))}"


def count(game: Game, state: State, depth: int) -> int:
    """The number of sequences of that many legal turns."""
    return counts(game, state, depth)[-1] if depth else 1


def counts(game: Game, state: State, depth: int) -> Counts:
    """How many sequences of legal turns there are, for every length up to a depth."""
    turns = game.turns(state)
    if depth == 1:
        return (len(turns),)
    deeper = [(1, *counts(game, game.play(state, turn), depth - 1)) for turn in turns]
    return sum_counts(deeper, depth)


def counted(game: Game, state: State, depth: int) -> PerftTable:
    """The counts up to a depth, by card and first choice."""
    divided: dict[str, dict[str, list[Counts]]] = {}
    for turn in game.turns(state):
        after = counts(game, game.play(state, turn), depth - 1) if depth > 1 else ()
        of_card = divided.setdefault(turn.card or "pass", {})
        of_card.setdefault(str(Turn(turn.choices[:2])), []).append((1, *after))
    table = {card: {first: sum_counts(all, depth) for first, all in firsts.items()} for card, firsts in divided.items()}
    return PerftTable(sum_counts([one for firsts in table.values() for one in firsts.values()], depth), table)


def sum_counts(numbers: Iterable[Counts], depth: int) -> Counts:
    """Counts added up depth by depth."""
    return tuple(map(sum, zip((0,) * depth, *numbers, strict=True)))


def differences(wanted: PerftTable, got: PerftTable) -> Iterator[tuple[str, Counts, Counts]]:
    """Where two tables differ: the whole, cards and first choices, each with both counts."""
    old, new = wanted.rows(), got.rows()
    for key in dict.fromkeys([*old, *new]):
        if old.get(key) != new.get(key):
            yield " / ".join(key), old.get(key, ()), new.get(key, ())
