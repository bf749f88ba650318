"""The width of a text, and how to fit it into a box.

Nobody knows the reader's fonts when a picture is made. The widths here are those of a wide book face, in thousandths of
its size; a narrower face leaves a little room.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

LINE_HEIGHT = 1.22

_WIDTHS = {
    241: " \u00a0",
    290: "ijl.,:;'’|!",
    345: "ftI()[]-‑/",
    415: "rJ·",
    455: "cszt?„“”«»",
    505: "aegkvxyzгсзѕ",
    560: "bdhnopqu–0123456789абвекнопрхуčћђјтлцчљ+=×~",
    610: "FLPSTYZБГЕЗРСТУЈдийя",
    660: "ABCEVXКАВХЛ",
    720: "DGKNOQRUЏНОПЦИЧ",
    800: "HwЂЋЉДФ",
    880: "mMWÆњљжшмюыщфџЖМЊШ—…",
}
_WIDTH_OF = {letter: width for width, letters in _WIDTHS.items() for letter in letters}
_BOLD = 1.06


class Line(NamedTuple):
    """A line of a text that was fitted into a box: its base line counted from the top, and its manner."""

    y: float
    text: str
    heading: bool


@cache
def _letter(letter: str) -> int:
    base = unicodedata.normalize("NFD", letter)[0]
    return _WIDTH_OF.get(letter) or _WIDTH_OF.get(base) or (700 if letter.isupper() else 560)


def width(text: str, size: float, *, bold: bool = False) -> float:
    """The width of a text at a font size."""
    return sum(map(_letter, text)) * size / 1000 * (_BOLD if bold else 1)


def size_for(text: str, room: float, size: float, *, bold: bool = False) -> float:
    """The size of letters, at most a given one, at which a text fits into one line."""
    return min(size, int(10 * size * room / max(width(text, size, bold=bold), 1)) / 10)


def wrapped(text: str, room: float, size: float, *, bold: bool = False) -> list[str]:
    """A text in lines, broken at its spaces."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".lstrip()
        if width(longer, size, bold=bold) <= room or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def fitted(
    paragraphs: Sequence[tuple[str, bool]], room: float, height: float, sizes: Iterable[float]
) -> tuple[float, list[Line], float]:
    """Paragraphs, headings among them, in the largest of some sizes in which they fit into a box.

    Gives the size, the lines and their height. Raises `ValueError` if not even the smallest size fits.
    """
    for size in sizes:
        lines, y = [], 0.0
        for place, (paragraph, heading) in enumerate(paragraphs):
            y += size * 0.5 if place and (heading or not paragraphs[place - 1][1]) else 0
            for line in wrapped(paragraph, room, size, bold=heading):
                y += size * LINE_HEIGHT
                lines.append(Line(y - size * 0.3, line, heading))
        if y <= height and all(width(line.text, size, bold=line.heading) <= room for line in lines):
            return size, lines, y
    raise ValueError(paragraphs)
