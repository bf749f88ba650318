"""Where names and pieces stand on a map: beside their cities, clear of one another, and off the lines where possible.

For every name there are some places to choose from. Each name in turn takes the best of them, given where the others
stand, until none moves any more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from heapq import nsmallest
from math import cos, hypot, pi, sin
from operator import itemgetter
from typing import NamedTuple

from concordia_ref.pictures.geography import HEIGHT, WIDTH, Geography, Point, geography
from concordia_ref.pictures.lettering import width
from concordia_ref.spec.model import Map
from concordia_ref.words.languages import Language

CITY_SIZE, PROVINCE_SIZE, PROVINCE_SPACING = 16, 15.5, 1.6
SHIELD = 26
"""The side of the place where the number, or the bonus marker, of a province is."""
PIECE = 21
"""The room that a piece takes."""

FRAME = 14
COARSE = 4
FORBIDDEN, OUTSIDE, BAD, POOR = 1000, 60, 40, 4
ROUNDS = 4
MOST_PLACES = 120


class Box(NamedTuple):
    """A rectangle on the canvas."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box, room: float = 0) -> bool:
        """Whether another box is nearer than some room."""
        return (
            self.left < other.right + room
            and other.left < self.right + room
            and self.top < other.bottom + room
            and other.top < self.bottom + room
        )

    def holds(self, x: float, y: float, room: float = 0) -> bool:
        """Whether a point lies inside, or nearer than some room."""
        return self.left - room < x < self.right + room and self.top - room < y < self.bottom + room

    def distance(self, x: float, y: float) -> float:
        """How far a point is from the box."""
        return hypot(max(self.left - x, 0, x - self.right), max(self.top - y, 0, y - self.bottom))


CANVAS = Box(FRAME, FRAME, WIDTH - FRAME, HEIGHT - FRAME)


class Label(NamedTuple):
    """A name where it stands: its box, where its base line begins or ends, and of a province where its shield is."""

    box: Box
    x: float
    y: float
    anchor: str
    shield: Point | None = None


@dataclass(frozen=True, eq=False)
class Layout:
    """A map on the canvas with its names in a language. `slots` are the places of pieces at a city, the best first."""

    geography: Geography
    cities: Mapping[str, Label]
    provinces: Mapping[str, Label]
    slots: Mapping[str, tuple[Point, ...]]


def layout(words: Language, game_map: Map) -> Layout:
    """Where everything is drawn, worked out once for each map and its names in a language."""
    return _layout(
        geography(game_map),
        tuple((id, words.name("cities", id)) for id in game_map.cities),
        tuple((id, province_name(words, id)) for id in game_map.provinces),
    )


def province_name(words: Language, id: str) -> str:
    """The name of a province as it is written on a map."""
    return words.name("provinces", id).upper()


@cache
def _layout(ground: Geography, cities: tuple[tuple[str, str], ...], provinces: tuple[tuple[str, str], ...]) -> Layout:
    choices = {f"cities.{id}": list(_beside(ground, id, name)) for id, name in cities}
    for id, name in provinces:
        choices[f"provinces.{id}"] = nsmallest(MOST_PLACES, _within(ground, id, name), key=itemgetter(0))
    chosen: dict[str, Label] = {}
    for _ in range(ROUNDS):
        before = dict(chosen)
        for key, places in choices.items():
            others = [label.box for other, label in chosen.items() if other != key]
            chosen[key] = min(places, key=lambda place: place[0] + _in_the_way(place[1].box, others))[1]
        if chosen == before:
            break
    boxes = [label.box for label in chosen.values()]
    return Layout(
        ground,
        {id: chosen[f"cities.{id}"] for id, _ in cities},
        {id: chosen[f"provinces.{id}"] for id, _ in provinces},
        {id: tuple(_slots(ground, id, boxes)) for id, _ in cities},
    )


Place = tuple[float, Label]
"""A place for a name, with how bad it is; less is better."""


def _in_the_way(box: Box, others: Sequence[Box]) -> float:
    return sum(FORBIDDEN for other in others if box.meets(other, 2))


def _beside(ground: Geography, city: str, name: str) -> Iterator[Place]:
    """The places for the name of a city: around it."""
    x, y = ground.cities[city]
    across, down = width(name, CITY_SIZE, bold=True) + 2, CITY_SIZE + 2
    gap = ground.radii[city] + 4
    near = _Near(ground, Box(x - across - gap, y - down - gap, x + across + gap, y + down + gap), city)
    places: list[tuple[float, float, float]] = [(0, gap, y - down / 2), (1, -gap - across, y - down / 2)]
    for shift in (0.5, 0.35, 0.65, 0.2, 0.8, 0.05, 0.95):
        aside = 8 * abs(shift - 0.5)
        places += [(2 + aside, -across * shift, y + gap), (3 + aside, -across * shift, y - gap - down)]
    for dislike, left, top in places:
        box = Box(x + left, top, x + left + across, top + down)
        anchor = "start" if left == gap else "end" if left == -gap - across else "middle"
        at = {"start": box.left + 1, "end": box.right - 1, "middle": (box.left + box.right) / 2}[anchor]
        yield dislike + near.badness(box), Label(box, at, box.bottom - down * 0.28, anchor)


def _within(ground: Geography, province: str, name: str) -> Iterator[Place]:
    """The places for the name and the shield of a province: all over its land, and a little outside."""
    across = width(name, PROVINCE_SIZE, bold=True) + PROVINCE_SPACING * len(name) + 2
    points = [point for outline in ground.provinces[province] for point in outline]
    around = Box(
        min(x for x, _ in points) - 20,
        min(y for _, y in points) - 20,
        max(x for x, _ in points),
        max(y for _, y in points),
    )
    near = _Near(ground, around._replace(right=around.right + across + SHIELD, bottom=around.bottom + 2 * SHIELD))
    for left in range(int(around.left), int(around.right), 12):
        for top in range(int(around.top), int(around.bottom), 10):
            beside = Box(left, top, left + SHIELD + 5 + across, top + SHIELD)
            yield (
                near.badness(beside) + _outside(ground, province, beside),
                Label(
                    beside, left + SHIELD + 6, top + SHIELD / 2 + 5.5, "start", (left + SHIELD / 2, top + SHIELD / 2)
                ),
            )
            above = Box(left, top, left + max(across, SHIELD), top + SHIELD + PROVINCE_SIZE + 3)
            middle = (above.left + above.right) / 2
            yield (
                near.badness(above) + _outside(ground, province, above) + 2,
                Label(above, middle + PROVINCE_SPACING / 2, above.bottom - 4, "middle", (middle, top + SHIELD / 2)),
            )


def _outside(ground: Geography, province: str, box: Box) -> float:
    """The penalty for a box that leaves the land of its province."""
    if not CANVAS.holds(box.left, box.top) or not CANVAS.holds(box.right, box.bottom):
        return FORBIDDEN
    middle = (box.top + box.bottom) / 2
    spots = ((box.left + (box.right - box.left) * part / 4, middle) for part in range(5))
    return sum(OUTSIDE for x, y in spots if ground.owner(x, y) != province)


class _Near:
    """What lies in some surroundings and should not be covered."""

    def __init__(self, ground: Geography, around: Box, own: str = "") -> None:
        self.cities = [
            (*spot, ground.radii[id] + 2) for id, spot in ground.cities.items() if id != own and around.holds(*spot, 40)
        ]
        self.middles = [spot for spot in ground.middles.values() if around.holds(*spot, PIECE)]
        self.points = _points(ground)

    def badness(self, box: Box) -> float:
        """The penalty for putting a name here."""
        if not CANVAS.holds(box.left, box.top) or not CANVAS.holds(box.right, box.bottom):
            return 2 * FORBIDDEN
        bad: float = sum(BAD for x, y in self.middles if box.holds(x, y, PIECE / 2))
        bad += POOR * _points_in(self.points, box)
        for x, y, radius in self.cities:
            distance = box.distance(x, y) - radius
            bad += FORBIDDEN if distance < 0 else 6 * POOR if distance < PIECE else 0
        return bad


@cache
def _points(ground: Geography) -> list[list[int]]:
    """How many points of lines lie above and to the left of each spot of a coarse grid."""
    columns, rows = int(WIDTH / COARSE) + 2, int(HEIGHT / COARSE) + 2
    sums = [[0] * columns for _ in range(rows)]
    for curve in ground.lines.values():
        for x, y in curve:
            sums[int(y / COARSE) + 1][int(x / COARSE) + 1] += 1
    for row in range(1, rows):
        for column in range(1, columns):
            sums[row][column] += sums[row - 1][column] + sums[row][column - 1] - sums[row - 1][column - 1]
    return sums


def _points_in(sums: list[list[int]], box: Box) -> int:
    left, top, right, bottom = (round(edge / COARSE) for edge in box)
    return sums[bottom][right] - sums[top][right] - sums[bottom][left] + sums[top][left]


def _slots(ground: Geography, city: str, labels: Sequence[Box]) -> Iterator[Point]:
    """The places of pieces around a city, the best first: off the names, and off the lines if there is room."""
    x, y = ground.cities[city]
    points = [spot for curve in ground.lines.values() for spot in curve if hypot(spot[0] - x, spot[1] - y) < 90]
    middles = [spot for spot in ground.middles.values() if hypot(spot[0] - x, spot[1] - y) < 90]
    taken: list[Point] = []
    for ring in (14, 35):
        radius = ground.radii[city] + ring
        places = []
        for step in range(36):
            u, v = x + radius * cos(step * pi / 18), y + radius * sin(step * pi / 18)
            box = Box(u - PIECE / 2, v - PIECE / 2, u + PIECE / 2, v + PIECE / 2)
            bad: float = sum(FORBIDDEN for other in labels if box.meets(other))
            bad += (
                0 if box.left > 8 and box.top > 8 and box.right < WIDTH - 8 and box.bottom < HEIGHT - 8 else FORBIDDEN
            )
            bad += sum(BAD for p, q in middles if hypot(p - u, q - v) < PIECE + 6)
            bad += sum(POOR for p, q in points if hypot(p - u, q - v) < PIECE / 2 + 1)
            places.append((bad, u, v))
        for bad, u, v in sorted(places):
            if bad < FORBIDDEN and all(hypot(u - p, v - q) >= PIECE for p, q in taken):
                taken.append((u, v))
                yield u, v
