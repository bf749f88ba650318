"""What many games show: means, spread, winners, gods, and differences with their standard errors."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import accumulate
from math import sqrt
from typing import Any

from concordia_ref.lab.simulation.games import Settings
from concordia_ref.lab.simulation.tallies import Tally, grouped

Counts = Mapping[str, Mapping[str | int, int]]


@dataclass(frozen=True)
class Spread:
    """Numbers that were counted: their mean, their standard deviation, their extremes and their quartiles."""

    mean: float
    deviation: float
    least: int
    quartiles: tuple[int, int, int]
    most: int
    counts: tuple[tuple[int, int], ...]
    """Each number, and how often it came up."""


@dataclass(frozen=True)
class MeanDifference:
    """By how much some rules differ from the first ones in a measure, in the mean, and the standard error of that."""

    mean: float
    error: float


@dataclass(frozen=True)
class Comparison:
    """Some rules beside the first ones: in how many games something differs, or the winner, and by how much."""

    changed: int
    other_winner: int
    differences: dict[str, MeanDifference]
    """By measure: `total` and the parts of the points for each player, `turns` for each game."""


@dataclass(frozen=True)
class Summary:
    """What all games show under some rules."""

    rules: str
    games: int
    broken_off: int
    tie_breaks: int
    total: Spread
    turns: Spread
    wins: tuple[int, ...]
    """By place in the turn order, the first player first."""
    wins_of: dict[str, int]
    """By kind of player."""
    total_of: dict[str, float]
    points: dict[str, float]
    """The mean of each part, for each player."""
    comparison: Comparison | None

    def to_json(self) -> dict[str, Any]:
        """The summary as plain JSON, with four decimals."""
        data: dict[str, Any] = _rounded(asdict(self))
        del data["total"]["counts"], data["turns"]["counts"]
        return data


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _rounded(part) for key, part in value.items()}
    if isinstance(value, tuple):
        return list(value)
    return round(value, 4) if isinstance(value, float) else value


def summaries(settings: Settings, tally: Tally) -> list[Summary]:
    """A summary for each of the rules, in their order."""
    groups = grouped(tally)
    found = []
    for place, ruleset in enumerate(settings.rulesets):
        counts = {what: numbers for (rules, what), numbers in groups.items() if rules == ruleset.name}
        found.append(_summary(settings, ruleset.name, counts, first=not place))
    return found


def _summary(settings: Settings, rules: str, counts: Counts, *, first: bool) -> Summary:
    games, kinds = counts["games"][""], settings.players_are
    seats = len(kinds)
    return Summary(
        rules=rules,
        games=games,
        broken_off=counts["broken_off"][""],
        tie_breaks=counts["tie_breaks"][""],
        total=spread(_numbers(counts["total"])),
        turns=spread(_numbers(counts["turns"])),
        wins=tuple(counts["wins"].get(place, 0) for place in range(seats)),
        wins_of={kind: counts["wins_of"].get(kind, 0) for kind in kinds},
        total_of={kind: counts["points_of"][kind] / games / kinds.count(kind) for kind in kinds},
        points={part: counts["points"][part] / games / seats for part in settings.parts},
        comparison=None if first else _comparison(settings, counts, games),
    )


def _numbers(counts: Mapping[str | int, int]) -> list[tuple[int, int]]:
    return sorted((int(value), times) for value, times in counts.items())


def _comparison(settings: Settings, counts: Counts, games: int) -> Comparison:
    differences = {}
    for measure in ("total", "turns", *settings.parts):
        per = 1 if measure == "turns" else len(settings.players_are)
        total, squared = counts["difference"][measure], counts["squared"][measure]
        differences[measure] = difference(total, squared, games, per)
    return Comparison(counts["changed"][""], counts["other_winner"][""], differences)


def difference(total: int, squared: int, games: int, per: int) -> MeanDifference:
    """The mean of differences that add up to a total, and their squares to another, each divided by a number.

    >>> difference(total=4, squared=10, games=2, per=1)
    MeanDifference(mean=2.0, error=1.0)
    """
    return MeanDifference(total / games / per, _deviation(total, squared, games) / sqrt(games) / per)


def spread(counts: Sequence[tuple[int, int]]) -> Spread:
    """The spread of numbers, each given with how often it came up, in their order.

    >>> found = spread([(1, 1), (2, 2), (7, 1)])
    >>> found.mean, found.quartiles, round(found.deviation, 3)
    (3.0, (1, 2, 2), 2.708)
    """
    number = sum(times for _, times in counts)
    total = sum(value * times for value, times in counts)
    squared = sum(value * value * times for value, times in counts)
    # Quartile N is the smallest value that N quarters of the numbers do not exceed.
    reached = list(accumulate(times for _, times in counts))
    quartiles = [counts[bisect_left(reached, quarter * number / 4)][0] for quarter in (1, 2, 3)]
    return Spread(
        total / number,
        _deviation(total, squared, number),
        counts[0][0],
        (quartiles[0], quartiles[1], quartiles[2]),
        counts[-1][0],
        tuple(counts),
    )


def _deviation(total: int, squared: int, number: int) -> float:
    """The standard deviation of numbers by their sum and that of their squares; of one number there is none."""
    return sqrt((number * squared - total * total) / (number * (number - 1))) if number > 1 else 0.0
