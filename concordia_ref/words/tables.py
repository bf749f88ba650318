"""Tidy tables and paragraphs for the terminal."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterable, Sequence


def table(header: Sequence[str], rows: Iterable[Sequence[str]], indent: int = 2) -> str:
    """Columns as wide as their longest cell; the last column is wrapped to the width of the terminal.

    >>> print(table(["good", "price"], [["brick", "3"], ["cloth", "7"]]))
      good   price
      brick  3
      cloth  7
    """
    cells = [list(header), *(list(row) for row in rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(header))]
    before_last = indent + sum(width + 2 for width in widths[:-1])
    last_width = max(terminal_width() - before_last, 30)
    lines = []
    for row in cells:
        first = "".join(f"{cell:{width}}  " for cell, width in zip(row[:-1], widths[:-1], strict=True))
        pieces = textwrap.wrap(row[-1], last_width, break_on_hyphens=False) or [""]
        lines.append(" " * indent + first + pieces[0])
        lines += [" " * before_last + piece for piece in pieces[1:]]
    return "\n".join(line.rstrip() for line in lines)


def paragraph(text: str, indent: int = 2) -> str:
    """A text wrapped to the width of the terminal."""
    margin = " " * indent
    return textwrap.fill(
        text, terminal_width(), initial_indent=margin, subsequent_indent=margin, break_on_hyphens=False
    )


def terminal_width() -> int:
    """The width to write to: that of the terminal, at most 120."""
    return min(shutil.get_terminal_size().columns, 120)
