"""The icons: goods, coins, pieces, gods and cards, each a file in `icons/`, drawn in a box of 24 by 24.

Every icon is known by its outline, so that it can be recognized in black and white too.
"""

from __future__ import annotations

import re
from pathlib import Path

from concordia_ref.pictures.palette import INK
from concordia_ref.pictures.svg import group, number

BOX = 24


def _read(file: Path) -> str:
    """What is drawn in a file, without the element around it, which shows how it looks by itself."""
    _, *drawn, _ = file.read_text(encoding="utf-8").splitlines()
    return "".join(line.strip() for line in drawn)


ICONS = {file.stem: _read(file) for file in sorted(Path(__file__).with_name("icons").glob("*.svg"))}


def outline(name: str) -> str:
    """The outline of a piece, which its icon begins with, as the data of a path."""
    found = re.search(r' d="([^"]*)"', ICONS[name])
    assert found, "an icon of a piece begins with its outline"
    return found[1]


def icon_picture(name: str) -> str:
    """An icon by itself, to stand beside the word for it."""
    drawn = group(ICONS[name], stroke=INK, stroke_width=1.3, stroke_linejoin="round", stroke_linecap="round")
    return f'<svg class="icon" viewBox="-1 -1 {BOX + 2} {BOX + 2}" aria-hidden="true">{drawn}</svg>'


def placed(name: str, x: float, y: float, size: float) -> str:
    """An icon about a point, as large as asked."""
    return group(_drawn(name, x, y, size), stroke_linejoin="round", stroke_linecap="round")


def defined(id: str, name: str, size: float) -> str:
    """An icon about the origin under an id, for a picture that shows it many times and rounds its strokes."""
    return _drawn(name, 0, 0, size, id)


def _drawn(name: str, x: float, y: float, size: float, id: str | None = None) -> str:
    moved = f"translate({number(x - size / 2)} {number(y - size / 2)})"
    scaled = "" if size == BOX else f" scale({size / BOX:.2f})"
    return group(ICONS[name], id=id, transform=moved + scaled, stroke=INK, stroke_width=1.3)
