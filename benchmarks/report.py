"""The outcome of a run as a table and as JSON."""

from __future__ import annotations

import platform
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from typing import Any

from benchmarks.measuring import Measure, Row, Timed

HEADER = ("measure", "ours", "per second", "against", "per second", "ratio", "lowest to highest", "wanted", "")
NUMBERS = (2, 4, 5, 6, 7)
COMPARED = ("chess", "catanatron", "pyyaml", "jsonschema")


def text(measures: Sequence[Measure], rows: Sequence[Row], rounds: int, part: float) -> str:
    """The table in Markdown, with aligned columns, and how each measure is to be read."""
    versions = ", ".join(f"{name} {version(name)}" for name in COMPARED)
    how_much = "" if part == 1 else f" A part of the work only ({part:g}): good for trying out, not for judging."
    lines = [
        f"Rounds: {rounds}; the medians are shown. CPU time on one core, Python {platform.python_version()}, "
        f"{versions}.{how_much}",
        "",
        *_table([HEADER, *map(_cells, rows)]),
        "",
        *(f"- **{measure.name}**: {measure.note}" for measure in measures),
    ]
    return "\n".join(lines) + "\n"


def _cells(row: Row) -> tuple[str, ...]:
    sign = "≤" if row.of_costs else "≥"
    verdict = {True: "ok", False: "short", None: ""}[row.reached]
    return (
        row.measure,
        row.ours,
        _number(row.our_rate),
        row.other,
        _number(row.other_rate),
        _number(row.ratio),
        f"{_number(row.lowest)} to {_number(row.highest)}",
        "" if row.wanted is None else f"{sign} {row.wanted:g}",
        verdict,
    )


def _number(value: float) -> str:
    """A number with three digits that count.

    >>> [_number(value) for value in (0.01234, 1.5, 24.46, 312.3, 20495.4)]
    ['0.0123', '1.50', '24.5', '312', '20,495']
    """
    for limit, digits in ((0.1, 4), (1, 3), (10, 2), (100, 1)):
        if value < limit:
            return f"{value:.{digits}f}"
    return f"{value:,.0f}"


def _table(cells: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(len(row[column]) for row in cells) for column in range(len(HEADER))]

    def line(row: Sequence[str]) -> str:
        padded = (
            cell.rjust(width) if column in NUMBERS else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        return f"| {' | '.join(padded)} |"

    rule = [f"{'-' * (width + 1)}{':' if column in NUMBERS else '-'}" for column, width in enumerate(widths)]
    return [line(cells[0]), f"|{'|'.join(rule)}|", *map(line, cells[1:])]


def to_json(rows: Sequence[Row], timed: Mapping[str, Mapping[str, Timed]], rounds: int, part: float) -> dict[str, Any]:
    """Everything that was measured, every round of it."""
    return {
        "python": platform.python_version(),
        "versions": {name: version(name) for name in COMPARED},
        "rounds": rounds,
        "part": part,
        "rows": [{**row._asdict(), "reached": row.reached} for row in rows],
        "timed": {
            measure: {
                name: {"unit": entry.contender.unit, "things": entry.things, "seconds": entry.seconds}
                for name, entry in contenders.items()
            }
            for measure, contenders in timed.items()
        },
    }
