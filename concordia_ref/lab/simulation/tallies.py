"""Counts of many games, in whole numbers: those of several batches add up to the same in whatever order they come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from concordia_ref.lab.simulation.games import GameResult

Key = tuple[str, str, str | int]
"""The rules, what is counted, and which of it: of `total` a number of points, of `wins` a place in the turn order."""


class Tally(Counter[Key]):
    """Counts and sums by key; `update` adds those of another one."""


def count_game(tally: Tally, players_are: Sequence[str], parts: Sequence[str], results: Sequence[GameResult]) -> None:
    """Count a game under all rules; those that differ from the first are compared with it."""
    for result in results:
        tally.update(_counts(players_are, parts, result))
    before, *others = results
    for result in others:
        tally[result.rules, "changed", ""] += result[1:] != before[1:]
        tally[result.rules, "other_winner", ""] += result.winner != before.winner
        ours, theirs = measures(parts, result), measures(parts, before)
        for measure, value in ours.items():
            difference = value - theirs[measure]
            tally[result.rules, "difference", measure] += difference
            tally[result.rules, "squared", measure] += difference * difference


def _counts(players_are: Sequence[str], parts: Sequence[str], result: GameResult) -> dict[Key, int]:
    rules, seats = result.rules, result.seats
    place = (result.winner - result.first_player) % len(seats)
    counts: Counter[Key] = Counter(
        {
            (rules, "games", ""): 1,
            (rules, "broken_off", ""): int(not result.over),
            (rules, "tie_breaks", ""): int(result.tie_break),
            (rules, "turns", result.turns): 1,
            (rules, "wins", place): 1,
            (rules, "wins_of", players_are[result.winner]): 1,
        }
    )
    for kind, seat in zip(players_are, seats, strict=True):
        counts[rules, "total", seat.total] += 1
        counts[rules, "points_of", kind] += seat.total
        for part, points in zip(parts, seat.points, strict=True):
            counts[rules, "points", part] += points
    return counts


def measures(parts: Sequence[str], result: GameResult) -> dict[str, int]:
    """What is compared of a game: the points of all players, in all and by part, and the turns."""
    of_parts = (sum(points) for points in zip(*(seat.points for seat in result.seats), strict=True))
    total = sum(seat.total for seat in result.seats)
    return {"total": total, "turns": result.turns, **dict(zip(parts, of_parts, strict=True))}


def grouped(tally: Tally) -> dict[tuple[str, str], dict[str | int, int]]:
    """The counts by rules and by what is counted."""
    groups: dict[tuple[str, str], dict[str | int, int]] = {}
    for (rules, what, which), number in tally.items():
        groups.setdefault((rules, what), {})[which] = number
    return groups
