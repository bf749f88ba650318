"""The maps: sea and land, provinces, lines, cities and their names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from math import hypot

from concordia_ref.pictures import icons
from concordia_ref.pictures.geography import CITY, HEIGHT, WIDTH, Geography, Outline, Point, geography
from concordia_ref.pictures.labels import (
    CITY_SIZE,
    PROVINCE_SIZE,
    PROVINCE_SPACING,
    SHIELD,
    Layout,
    layout,
    province_name,
)
from concordia_ref.pictures.lettering import size_for, width
from concordia_ref.pictures.palette import GOLD, GROUND, INK, LAND, PAPER, PROVINCES, SEA, WATER
from concordia_ref.pictures.svg import element, group, identifier, number, picture, strong, text
from concordia_ref.spec.model import Map
from concordia_ref.words.languages import Language
from concordia_ref.words.naming import map_title

LEGEND_ROW = 42
LEGEND = 2 * LEGEND_ROW
SAMPLE = 45
WAVE, WAVE_HEIGHT = 7.5, 4.5
WRITTEN: Mapping[str, str | float] = {
    "font_weight": "600",
    "fill": INK,
    "stroke": PAPER,
    "stroke_width": 3.2,
    "paint_order": "stroke",
}


def map_picture(words: Language, game_map: Map) -> str:
    """A map with its legend."""
    name = f"map-{game_map.id}"
    return picture(
        name,
        WIDTH,
        HEIGHT + LEGEND,
        words.name("maps", game_map.id),
        map_title(words, game_map),
        _map(words, game_map, name) + _legend(words, game_map),
    )


def base_map(words: Language, game_map: Map) -> str:
    """A map without its legend, as a file of its own that lies under positions."""
    name = f"base-{game_map.id}"
    title, description = words.name("maps", game_map.id), map_title(words, game_map)
    return picture(name, WIDTH, HEIGHT, title, description, _map(words, game_map, name))


def land(words: Language, game_map: Map) -> str:
    """A map without its legend, as a part of another picture."""
    return _map(words, game_map, f"base-{game_map.id}")


def _map(words: Language, game_map: Map, name: str) -> str:
    placed = layout(words, game_map)
    return "".join(
        [
            _ground(geography(game_map), identifier(name)),
            _lines(game_map),
            _provinces(words, game_map, placed),
            _cities(words, game_map, placed),
            _frame(),
        ]
    )


# Sea and land


@cache
def _ground(ground: Geography, id: str) -> str:
    land = "".join(map(_outline, ground.land))
    waves = element(
        "pattern",
        element("path", d="M6 12q5-6 10 0t10 0M42 34q5-6 10 0t10 0", fill="none", stroke="#a9c6d3", stroke_width=1.1),
        id=f"{id}-waves",
        width=76,
        height=46,
        patternUnits="userSpaceOnUse",
    )
    shores = [
        element("use", href=f"#{id}-land", fill="none", stroke=colour, stroke_width=wide)
        for wide, colour in ((30, "#c6dbe4"), (18, "#b7d1dc"), (8, "#a3c3d1"))
    ]
    tints = tints_of(ground)
    return "".join(
        [
            element(
                "defs", waves, element("path", id=f"{id}-land", d=land, fill_rule="evenodd", stroke_linejoin="round")
            ),
            element("rect", width=WIDTH, height=HEIGHT, fill=WATER),
            element("rect", width=WIDTH, height=HEIGHT, fill=f"url(#{id}-waves)"),
            *shores,
            element("use", href=f"#{id}-land", fill=GROUND, stroke="#7f7460", stroke_width=1.4),
            *(
                element(
                    "path",
                    d="".join(map(_outline, outlines)),
                    fill=PROVINCES[tints[id]][0],
                    stroke=PROVINCES[tints[id]][1],
                    stroke_width=1.3,
                    stroke_opacity=0.75,
                )
                for id, outlines in ground.provinces.items()
            ),
            element("path", d="".join(map(_outline, ground.home)), fill=PAPER, stroke=GOLD, stroke_width=1.3),
        ]
    )


@cache
def tints_of(ground: Geography) -> dict[str, int]:
    """Which of the soft colours each province has: neighbours have different ones."""
    tints: dict[str, int] = {}
    for province in ground.provinces:
        near = [tints[other] for other in ground.neighbours[province] if other in tints]
        used = list(tints.values())
        tints[province] = min(range(len(PROVINCES)), key=lambda tint: (near.count(tint), used.count(tint)))
    return tints


def _outline(points: Outline) -> str:
    return f"{_way(points)}z"


def _way(points: Sequence[Point]) -> str:
    """Points as the data of a path, each relative to the one before."""
    whole = [(round(x * 10), round(y * 10)) for x, y in points]
    (x, y), *_ = whole
    steps = (_pair((bx - ax) / 10, (by - ay) / 10) for (ax, ay), (bx, by) in pairwise(whole))
    return f"M{_pair(x / 10, y / 10)}l{_joined(steps)}"


def _pair(x: float, y: float) -> str:
    return _joined((number(x), number(y)))


def _joined(numbers: Iterable[str]) -> str:
    """Numbers one after another, with spaces only where they are needed."""
    return " ".join(numbers).replace(" -", "-")


# Lines


def _lines(game_map: Map) -> str:
    curves = geography(game_map).lines
    land = "".join(_way(_thinned(curves[line.id])) for line in game_map.lines.values() if line.kind == "land")
    sea = "".join(wavy(curves[line.id]) for line in game_map.lines.values() if line.kind == "sea")
    return group(
        element("path", d=sea, stroke=PAPER, stroke_width=6.5, stroke_opacity=0.75),
        element("path", d=sea, stroke=SEA, stroke_width=2.8),
        element("path", d=land, stroke=PAPER, stroke_width=9, stroke_opacity=0.75),
        element("path", d=land, stroke=LAND, stroke_width=5.5),
        fill="none",
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def _thinned(curve: Sequence[Point]) -> Sequence[Point]:
    """A straight line by its ends, a bent one by every other point."""
    (ax, ay), (bx, by), (x, y) = curve[0], curve[-1], curve[len(curve) // 2]
    return (curve[0], curve[-1]) if hypot((ax + bx) / 2 - x, (ay + by) / 2 - y) < 1 else curve[::2]


def wavy(curve: Sequence[Point]) -> str:
    """A line as a row of waves along it."""
    (ax, ay), (bx, by), *rest = ((round(x * 10) / 10, round(y * 10) / 10) for x, y in _evenly(curve))
    across, down = bx - ax, by - ay
    # The first wave is turned aside from its way; the others mirror the one before.
    turn = WAVE_HEIGHT / hypot(across, down)
    first = _pair(across / 2 - down * turn, down / 2 + across * turn)
    others = _joined(_pair(qx - px, qy - py) for (px, py), (qx, qy) in pairwise([(bx, by), *rest]))
    return f"M{_pair(ax, ay)}q{_joined((first, _pair(across, down)))}t{others}"


def _evenly(curve: Sequence[Point]) -> Iterator[Point]:
    """Points on a line as far apart as a wave is long, or nearly, both ends among them."""
    steps = [hypot(bx - ax, by - ay) for (ax, ay), (bx, by) in pairwise(curve)]
    waves = round(sum(steps) / WAVE)
    passed, piece = 0.0, 0
    for wave in range(waves):
        wanted = sum(steps) * wave / waves
        while passed + steps[piece] < wanted:
            passed += steps[piece]
            piece += 1
        (ax, ay), (bx, by) = curve[piece : piece + 2]
        part = (wanted - passed) / steps[piece]
        yield ax + (bx - ax) * part, ay + (by - ay) * part
    yield curve[-1]


# Names and cities


def _provinces(words: Language, game_map: Map, placed: Layout) -> str:
    tints = tints_of(placed.geography)
    parts = []
    for province in game_map.provinces.values():
        label = placed.provinces[province.id]
        assert label.shield
        x, y = label.shield
        dark = PROVINCES[tints[province.id]][1]
        parts += [
            shield(x, y, dark),
            strong(x, y + 4, province.number, size_for(province.number, SHIELD - 7, 13), fill=dark),
            text(
                label.x,
                label.y,
                province_name(words, province.id),
                PROVINCE_SIZE,
                text_anchor=label.anchor,
                letter_spacing=PROVINCE_SPACING,
                **{**WRITTEN, "fill": dark},
            ),
        ]
    return "".join(parts)


def shield(x: float, y: float, stroke: str) -> str:
    """The place of the bonus marker of a province."""
    half = SHIELD / 2 - 1
    return element(
        "rect",
        x=x - half,
        y=y - half,
        width=2 * half,
        height=2 * half,
        rx=5,
        fill=PAPER,
        stroke=stroke,
        stroke_width=1.4,
    )


def _cities(words: Language, game_map: Map, placed: Layout) -> str:
    circles, letters, names = [], [], []
    for city in game_map.cities.values():
        x, y = placed.geography.cities[city.id]
        label = placed.cities[city.id]
        circles.append(element("circle", cx=x, cy=y, r=placed.geography.radii[city.id]))
        if city.letter is None:
            letters.append(start_city(x, y, placed.geography.radii[city.id]))
        else:
            letters.append(text(x, y + 6.5, city.letter, 19))
        anchor = None if label.anchor == "middle" else label.anchor
        names.append(text(label.x, label.y, words.name("cities", city.id), CITY_SIZE, text_anchor=anchor))
    return (
        group(*circles, fill=PAPER, stroke=INK, stroke_width=2)
        + group(*letters, text_anchor="middle", font_weight="600", fill=INK)
        + group(*names, text_anchor="middle", **WRITTEN)
    )


def start_city(x: float, y: float, radius: float) -> str:
    """What marks the start city: a second ring, and a temple."""
    ring = element("circle", cx=x, cy=y, r=radius - 4, fill="none", stroke=GOLD, stroke_width=2)
    return ring + icons.placed("start_city", x, y - 1, radius * 1.05)


def _frame() -> str:
    outer = element("rect", x=2, y=2, width=WIDTH - 4, height=HEIGHT - 4, stroke=INK, stroke_width=4)
    inner = element("rect", x=7, y=7, width=WIDTH - 14, height=HEIGHT - 14, stroke=GOLD, stroke_width=1.5)
    return group(outer, inner, fill="none")


# Legend


def _legend(words: Language, game_map: Map) -> str:
    """The name of the map, and in two rows what its signs mean."""
    title = words.name("maps", game_map.id)
    title_size = size_for(title, WIDTH / 5, 32)
    top = HEIGHT + LEGEND_ROW * 0.55
    parts = [
        element("rect", y=HEIGHT, width=WIDTH, height=LEGEND, fill=PAPER),
        text(18, HEIGHT + LEGEND / 2 + 10, title, title_size, fill=INK),
    ]
    left = 18 + width(title, title_size) + 40
    for row, items in enumerate(_signs(words)):
        y = top + row * LEGEND_ROW
        room = (WIDTH - left) / len(items)
        for place, (sample, name) in enumerate(items):
            x = left + place * room
            size = size_for(name, room - SAMPLE - 24, 17)
            parts.append(group(sample, transform=f"translate({number(x)} {number(y)})"))
            parts.append(text(x + SAMPLE + 12, y + 5, name, size, fill=INK))
    return "".join(parts)


def _signs(words: Language) -> list[list[tuple[str, str]]]:
    """The signs, each drawn in a box as wide as SAMPLE about the base line, and their names; two rows of them."""
    circle = element("circle", cx=SAMPLE / 2, r=CITY, fill=PAPER, stroke=INK, stroke_width=2)
    return [
        [
            (element("path", d=f"M0 0h{SAMPLE}", stroke=LAND, stroke_width=5.5), words.name("things", "land_line")),
            (
                element("path", d=wavy([(0, 0), (SAMPLE, 0)]), fill="none", stroke=SEA, stroke_width=2.8),
                words.name("things", "sea_line"),
            ),
            (circle + start_city(SAMPLE / 2, 0, CITY), words.say("picture.legend.start-city")),
        ],
        [
            (circle + strong(SAMPLE / 2, 6.5, "A", 19, fill=INK), words.say("picture.legend.city")),
            (
                shield(SAMPLE / 2, 0, INK) + strong(SAMPLE / 2, 4.5, "IV", 13, fill=INK),
                words.say("picture.legend.province"),
            ),
        ],
    ]
