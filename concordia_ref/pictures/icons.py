"""The icons: goods, coins, pieces, gods and cards, each drawn in a box of 24 by 24.

Every icon is known by its outline, so that it can be recognized in black and white too.
"""

from __future__ import annotations

from concordia_ref.pictures.palette import GODS, INK
from concordia_ref.pictures.svg import element, group, number

BOX = 24

HOUSE = "M2.5 11.5 12 3l9.5 8.5v9.5h-19z"
PAWN = "M12 1.8a4.4 4.4 0 0 1 2.6 8c3.4 1.5 5.4 6 5.4 12.2H4c0-6.2 2-10.7 5.4-12.2a4.4 4.4 0 0 1 2.6-8z"
SHIP = "M5.2 2h13.4c2.6 4 2.6 8.5.2 12.5h3.7l-3.5 7.5H5.3L1.5 14.5h4.5c1.8-4 1.5-8.5-.8-12.5z"


def _path(d: str, fill: str = "none", width: float | None = None, stroke: str | None = None) -> str:
    return element("path", d=d, fill=fill, stroke_width=width, stroke=stroke)


def _circle(x: float, y: float, r: float, fill: str = "none") -> str:
    return element("circle", cx=x, cy=y, r=r, fill=fill)


def _leaves(pairs: tuple[tuple[float, float], ...], reach: float, rise: float) -> str:
    """Leaves or grains to both sides of places on a stem, as the data of a path."""
    return "".join(
        f"M{number(x)} {number(y)}c{number(side * reach)} 0 {number(side * reach * 1.1)} {number(-rise * 0.5)}"
        f" {number(side * reach)} {number(-rise)}c{number(-side * reach * 0.7)} 0 {number(-side * reach)}"
        f" {number(rise * 0.5)} {number(-side * reach)} {number(rise)}z"
        for x, y in pairs
        for side in (-1, 1)
    )


# A wreath: leaves along a circle that is open at the top.
_WREATH = "M12 21.5c-6 0-9.5-4.3-9.5-9.2 0-3.3 1.3-6 3.5-7.8M12 21.5c6 0 9.5-4.3 9.5-9.2 0-3.3-1.3-6-3.5-7.8"
_WREATH_LEAVES = (
    "M6 4.5c-3-.2-4 1.6-3.8 3.7 2.2 0 3.6-1.4 3.8-3.7zM3 10c-2.2 1-2.3 3-1.3 4.7 1.8-.9 2.3-2.7 1.3-4.7z"
    "M3.9 14.7c-1.6 1.9-.9 3.8.8 4.8 1.3-1.6 1.2-3.5-.8-4.8zM7.5 18.8c-.6 2.3.7 3.7 2.7 4 .3-2.1-.7-3.6-2.7-4z"
    "M5.2 7.8c.6 2 2.3 2.6 3.8 2-.5-1.9-2-2.8-3.8-2zM4.6 12.5c1 1.8 2.8 1.9 4.1.9-.9-1.6-2.5-2.1-4.1-.9z"
    "M18 4.5c3-.2 4 1.6 3.8 3.7-2.2 0-3.6-1.4-3.8-3.7zM21 10c2.2 1 2.3 3 1.3 4.7-1.8-.9-2.3-2.7-1.3-4.7z"
    "M20.1 14.7c1.6 1.9.9 3.8-.8 4.8-1.3-1.6-1.2-3.5.8-4.8z"
    "M16.5 18.8c.6 2.3-.7 3.7-2.7 4-.3-2.1.7-3.6 2.7-4z"
    "M18.8 7.8c-.6 2-2.3 2.6-3.8 2 .5-1.9 2-2.8 3.8-2zM19.4 12.5c-1 1.8-2.8 1.9-4.1.9.9-1.6 2.5-2.1 4.1-.9z"
)

GOODS = {
    "brick": _path("M7 4h10.5v7.5H7zM1.5 12.5H11.5V20H1.5zM12.5 12.5H22.5V20H12.5z", "#c56a43"),
    "food": _path("M12 23V9", width=1.8)
    + _path(_leaves(((12, 21), (12, 16.5), (12, 12)), 6, 5.5) + "M12 9c-3-2.5-3-5.5 0-8 3 2.5 3 5.5 0 8z", "#e2b53e"),
    "tool": _path("M9.9 9.6 13.2 6.9l9.3 11.5-3.3 2.7z", "#b98a4e")
    + _path("M1.5 10.5 11.8 2q2.5.2 4.2 2l1.5 2-3.3.6-9 7.4z", "#a9adb0"),
    "wine": _path("M8.5 4.5c-5-.5-5.5 4.5-2 6.5M15.5 4.5c5-.5 5.5 4.5 2 6.5", width=1.7)
    + _path(
        "M8 1.5h8v2.5l-1.5 1v2.5c3.5 1.5 4.5 4.5 4 7.5-.6 3.2-2.5 5-5 6v1.5h-3V21c-2.5-1-4.4-2.8-5-6"
        "-.5-3 .5-6 4-7.5V5L8 4z",
        "#84406e",
    ),
    "cloth": _path("M4.5 6v15l2.5 1.5 2.5-1.5 2.5 1.5 2.5-1.5 2.5 1.5 2.5-1.5V6z", "#f6f1e4")
    + _path("M4.5 11.5h15M4.5 15.5h15", width=2.2, stroke="#5d83b5")
    + element("rect", x=1.5, y=2, width=21, height=6, rx=3, fill="#dfe7f1")
    + _path("M19 8a3 3 0 0 1 0-6"),
}

EMBLEMS = {
    "vesta": _path(
        "M12.5 1c1 4.5 7.5 7 7.5 13.5 0 5-3.6 8.5-8 8.5s-8-3.5-8-8c0-3.6 2-5.5 3-8.5 1.5 1 2.3 2.3 2.5 4"
        " 2.5-2.5 3.5-5.5 3-9.5z",
        GODS["vesta"],
    )
    + _path("M12 22.5c-2.5 0-4-1.7-4-4 0-2.6 2.5-3.5 3.5-6.5 2.5 2 4.5 3.8 4.5 6.5 0 2.3-1.5 4-4 4z", "#f3d27a"),
    "jupiter": _path("M14.5 1 4 13.5h6L7.5 23 20 9.5h-6.5L18.5 1z", GODS["jupiter"]),
    "saturnus": _path("M5.7 22.7l-2-2 4.6-4.6 2 2z", "#b98a4e")
    + _path(
        "M8.5 17.9C3.5 11 7 2 15.5 1.5 11 5 9.8 10.5 13 13.5c3 2.7 7.3 1.5 9.5-2C22.5 18.5 14.5 22.5 8.5 17.9z",
        "#b7bcae",
    ),
    "mercurius": _path("M12 5.5C9 1.5 5 1 1 2c.7 3.8 4 6 9.5 6zM12 5.5C15 1.5 19 1 23 2c-.7 3.8-4 6-9.5 6z", "#cfe0ea")
    + _path("M12 4v19.5", width=2)
    + _path("M8 9.5c0 4 8 3.5 8 7 0 2-2 3-4 4M16 9.5c0 4-8 3.5-8 7 0 2 2 3 4 4", width=1.8, stroke=GODS["mercurius"])
    + _circle(12, 3.5, 2, GODS["jupiter"]),
    "mars": _path("M3 22 21 2", width=1.8)
    + _path("M22.5.8l-1 6.2-4.3-3.9z", "#b7bcae")
    + _circle(9.5, 13, 7.8, GODS["mars"])
    + _circle(9.5, 13, 4.8)
    + _circle(9.5, 13, 1.6, "#f3d27a"),
    "minerva": _path(
        "M3.5 1.5c2.5 2 5 2.5 8.5 2.5s6-.5 8.5-2.5c1 3 1 5 .5 7v7.5c0 4-4 6.5-9 7.5-5-1-9-3.5-9-7.5V8.5"
        "c-.5-2-.5-4 .5-7z",
        GODS["minerva"],
    )
    + _circle(7.7, 10, 3.7, "#fbf8f1")
    + _circle(16.3, 10, 3.7, "#fbf8f1")
    + _circle(7.7, 10, 1.3, INK)
    + _circle(16.3, 10, 1.3, INK)
    + _path("M12 11.5l-1.7 2.2L12 17l1.7-3.3z", "#f3d27a"),
}

ICONS = {
    **GOODS,
    **EMBLEMS,
    "coin": _circle(12, 12, 10.5, "#e0b84c")
    + element("circle", cx=12, cy=12, r=8, fill="none", stroke_width=1, stroke_dasharray="1.2 1.3")
    + _path("M12 6.5l1.6 3.9 3.9 1.6-3.9 1.6L12 17.5l-1.6-3.9L6.5 12l3.9-1.6z", INK, 0.5),
    "house": _path(HOUSE, "#cbb592") + _path("M9.5 21v-6.5h5V21"),
    "land": _path(PAWN, "#cbb592"),
    "sea": _path(SHIP, "#cbb592") + _path("M5.5 14.5h13.5M12 14.5V2"),
    "cards": _path("M8.5 2.5 20.5 5l-3.3 15.5-12-2.5z", "#e5dac3")
    + element("rect", x=3, y=4.5, width=12.5, height=17, rx=1.5, fill="#fbf8f1")
    + _path("M6 9h6.5M6 12h6.5M6 15h4"),
    "start_city": _path("M12 2 23 9H1z", "#f3d27a")
    + _path("M4 10.5v8M9.3 10.5v8M14.7 10.5v8M20 10.5v8", width=2.6)
    + _path("M1.5 19h21v3h-21z", "#f3d27a"),
    "concordia": _path(_WREATH, width=1.3) + _path(_WREATH_LEAVES, "#8c9a4a", 0.9),
    "praefectus_magnus": _path("M12 2v21.5", width=2.2)
    + _path("M3 6h18v10l-3 2.5L15 16l-3 2.5L9 16l-3 2.5L3 16z", "#b5301f")
    + _path("M1.5 6h21", width=2.2)
    + _path("M12 0l2.3 3L12 5.5 9.7 3z", "#e0b84c")
    + _path("M12 8.3l1.3 2.5 2.8.4-2 2 .4 2.8-2.5-1.3-2.5 1.3.4-2.8-2-2 2.8-.4z", "#e0b84c", 0.7),
}


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
