"""Where everything of a map lies on the canvas: cities, lines, coasts, the land of each province.

The data say where cities lie and what lines join them; the rest follows. A line bends around cities in its way, and a
land line and a sea line between the same cities bend apart, the sea line to where the sea is. Then every spot belongs
to the line that is nearest to it, so that land lines run over land and sea lines over sea, and land to the province of
the city that is nearest on that line.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import hypot, sin
from typing import NamedTuple

from concordia_ref.spec.model import Line, Map, Province

Point = tuple[float, float]
Outline = tuple[Point, ...]
Grid = list[list[str]]

SCALE = 9.2
MARGIN_X, MARGIN_Y = 62, 58
WIDTH, HEIGHT = 2 * MARGIN_X + 100 * SCALE, 2 * MARGIN_Y + 60 * SCALE
CITY, START_CITY = 17, 25
"""The radius of a city, and of the start city."""

# How far the middle of a line may be bent aside, the smaller the better; parallel lines are bent by APART each.
BENDS = (0, 14, -14, 26, -26, 40, -40)
APART = 14
CITY_CLEARANCE, MIDDLE_CLEARANCE = 46, 26
POINTS = 16

# The grid that separates land from sea, some cells larger than the canvas at every edge; how far from its lines
# a province reaches; how near to a city no sea line draws the sea; and how much nearer land seems than it is.
CELL = 5
EDGE = 4
REACH = 66
SHORE = 44
LAND_BONUS, CITY_BONUS = 3, 10

# Owners of ground other than the provinces: the sea, the start city, and what lies too far from all cities.
SEA, HOME, WILDERNESS = "sea", "home", "wilderness"
SEA_BORDER = 0.35


@dataclass(frozen=True, eq=False)
class Geography:
    """A map on the canvas. `middles` are the places of colonists on lines, `land`, `home` and `provinces` outlines."""

    cities: Mapping[str, Point]
    radii: Mapping[str, float]
    lines: Mapping[str, tuple[Point, ...]]
    middles: Mapping[str, Point]
    land: tuple[Outline, ...]
    home: tuple[Outline, ...]
    provinces: Mapping[str, tuple[Outline, ...]]
    neighbours: Mapping[str, frozenset[str]]
    ground: Grid

    def owner(self, x: float, y: float) -> str:
        """To whom a spot of the canvas belongs."""
        return self.ground[round(y / CELL) + EDGE][round(x / CELL) + EDGE]


def geography(game_map: Map) -> Geography:
    """The map on the canvas, worked out once for each map."""
    return _geography(
        game_map.start_city,
        tuple((city.id, city.position, city.province) for city in game_map.cities.values()),
        tuple(game_map.lines.values()),
        tuple(game_map.provinces.values()),
    )


@cache
def _geography(
    start_city: str,
    cities: tuple[tuple[str, tuple[int, int], str | None], ...],
    lines: tuple[Line, ...],
    provinces: tuple[Province, ...],
) -> Geography:
    spots = {city: (MARGIN_X + x * SCALE, MARGIN_Y + y * SCALE) for city, (x, y), _ in cities}
    curves = _curves(lines, spots)
    ground = _ground({city: province for city, _, province in cities}, lines, spots, curves)
    return Geography(
        spots,
        {city: START_CITY if city == start_city else CITY for city in spots},
        curves,
        {id: curve[POINTS // 2] for id, curve in curves.items()},
        tuple(outlines(ground, {HOME, WILDERNESS, *(province.id for province in provinces)})),
        tuple(outlines(ground, {HOME})),
        {province.id: tuple(outlines(ground, {province.id})) for province in provinces},
        _neighbours(ground),
        ground,
    )


# Lines


def _curve(start: Point, end: Point, bend: float) -> tuple[Point, ...]:
    """A line whose middle lies aside from the straight way, to the right of it on the canvas."""
    (ax, ay), (bx, by) = start, end
    length = hypot(bx - ax, by - ay) or 1
    # The control point of a quadratic curve lies twice as far aside as its middle.
    cx = (ax + bx) / 2 - (by - ay) / length * 2 * bend
    cy = (ay + by) / 2 + (bx - ax) / length * 2 * bend
    points = []
    for step in range(POINTS + 1):
        t = step / POINTS
        p, q, r = (1 - t) ** 2, 2 * t * (1 - t), t**2
        points.append((p * ax + q * cx + r * bx, p * ay + q * cy + r * by))
    return tuple(points)


def _curves(lines: Sequence[Line], spots: Mapping[str, Point]) -> dict[str, tuple[Point, ...]]:
    """All lines. Those between the same cities come first; the others keep clear of them and of cities."""
    bends: dict[str, float] = {}
    for line in lines:
        if any(other.cities == line.cities and other.kind != line.kind for other in lines):
            to_the_sea = APART if _sea_is_right(line.cities, lines, spots) else -APART
            bends[line.id] = to_the_sea if line.kind == "sea" else -to_the_sea
    curves = {line.id: _curve(*_ends(line, spots), bends[line.id]) for line in lines if line.id in bends}
    middles = [(curve[POINTS // 2], MIDDLE_CLEARANCE) for curve in curves.values()]
    for line in (line for line in lines if line.id not in bends):
        cities = [(spot, CITY_CLEARANCE) for city, spot in spots.items() if city not in line.cities]
        ways = {bend: _curve(*_ends(line, spots), bend) for bend in BENDS}
        curves[line.id] = min(ways.items(), key=lambda way: _crowding(way[1], [*cities, *middles]) + abs(way[0]))[1]
    return {line.id: curves[line.id] for line in lines}


def _ends(line: Line, spots: Mapping[str, Point]) -> tuple[Point, Point]:
    return spots[line.cities[0]], spots[line.cities[1]]


def _crowding(curve: Sequence[Point], things: Sequence[tuple[Point, float]]) -> float:
    """How much too near a line comes to things that it should keep clear of."""
    return sum(4 * max(0, clearance - min(hypot(x - u, y - v) for u, v in curve)) for (x, y), clearance in things)


def _sea_is_right(ends: tuple[str, str], lines: Sequence[Line], spots: Mapping[str, Point]) -> bool:
    """Whether the sea is to the right of the way between two cities: more sea lines than land lines, and nearer."""
    (ax, ay), (bx, by) = (spots[end] for end in ends)
    balance = 0.0
    for line in (line for line in lines if line.cities != ends):
        (ux, uy), (vx, vy) = (spots[end] for end in line.cities)
        x, y = (ux + vx - ax - bx) / 2, (uy + vy - ay - by) / 2
        aside = (bx - ax) * y - (by - ay) * x
        balance += aside / max(hypot(x, y), 1) ** 3 * (1 if line.kind == "sea" else -1)
    return balance > 0


# Land and sea


class _Seed(NamedTuple):
    x: float
    y: float
    bonus: float
    owner: str


def _ground(
    province_of: Mapping[str, str | None],
    lines: Sequence[Line],
    spots: Mapping[str, Point],
    curves: Mapping[str, Sequence[Point]],
) -> Grid:
    """To whom each cell of the grid belongs: a province, the wilderness, or the sea."""
    owners = {city: province or HOME for city, province in province_of.items()}
    seeds = [_Seed(*spot, CITY_BONUS, owners[city]) for city, spot in spots.items()]
    for line in lines:
        for x, y in _dense(curves[line.id]):
            (near, nearest), *_ = sorted((hypot(x - spots[end][0], y - spots[end][1]), end) for end in line.cities)
            if line.kind == "land":
                seeds.append(_Seed(x, y, LAND_BONUS, owners[nearest]))
            elif near > SHORE:
                seeds.append(_Seed(x, y, 0, SEA))
    ground = [
        [_owner(seed, *_centre(column, row)) for column, seed in enumerate(seeds_of_row)]
        for row, seeds_of_row in enumerate(_nearest(seeds))
    ]
    _flood(ground)
    return ground


def _dense(curve: Sequence[Point]) -> Iterator[Point]:
    """Points on a curve, about a cell apart."""
    for (ax, ay), (bx, by) in pairwise(curve):
        steps = int(hypot(bx - ax, by - ay) / CELL) + 1
        yield from ((ax + (bx - ax) * step / steps, ay + (by - ay) * step / steps) for step in range(steps))


def _centre(column: int, row: int) -> Point:
    """The middle of a cell, a little astray, so that coasts and borders are not drawn with a ruler."""
    x, y = (column - EDGE) * CELL, (row - EDGE) * CELL
    return (
        x + 5 * sin(y / 17 + 1.3 * sin(x / 29)) + 3 * sin(y / 7.3 + x / 13),
        y + 5 * sin(x / 19 + 1.7 * sin(y / 23)) + 3 * sin(x / 6.7 - y / 11),
    )


def _distance(seed: _Seed, x: float, y: float) -> float:
    return hypot(seed.x - x, seed.y - y) - seed.bonus


def _owner(seed: _Seed, x: float, y: float) -> str:
    return WILDERNESS if seed.owner != SEA and _distance(seed, x, y) > REACH else seed.owner


def _nearest(seeds: Iterable[_Seed]) -> list[list[_Seed]]:
    """The nearest seed of each cell: each asks its neighbours for theirs, over the grid to and fro."""
    columns, rows = int(WIDTH / CELL) + 2 * EDGE, int(HEIGHT / CELL) + 2 * EDGE
    centres = [[_centre(column, row) for column in range(columns)] for row in range(rows)]
    grid = [[_Seed(1e9, 1e9, 0, SEA)] * columns for _ in range(rows)]
    for seed in seeds:
        grid[round(seed.y / CELL) + EDGE][round(seed.x / CELL) + EDGE] = seed
    for direction in (1, -1, 1):
        for row in range(rows)[::direction]:
            for column in range(columns)[::direction]:
                x, y = centres[row][column]
                asked = {grid[row][column]}
                for across, down in ((-1, 0), (-1, -direction), (0, -direction), (1, -direction), (1, 0)):
                    if 0 <= column + across < columns and 0 <= row + down < rows:
                        asked.add(grid[row + down][column + across])
                if len(asked) > 1:
                    grid[row][column] = min(asked, key=lambda seed: hypot(seed.x - x, seed.y - y) - seed.bonus)
    return grid


def _flood(ground: Grid) -> None:
    """Where the wilderness lies more by the sea than by land, it is sea too."""
    seen: set[tuple[int, int]] = set()
    for row, cells in enumerate(ground):
        for column, owner in enumerate(cells):
            if owner != WILDERNESS or (column, row) in seen:
                continue
            region, ahead, by_sea, by_land = {(column, row)}, [(column, row)], 0, 0
            while ahead:
                x, y = ahead.pop()
                for u, v in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
                    if not (0 <= v < len(ground) and 0 <= u < len(cells)) or (u, v) in region:
                        continue
                    if ground[v][u] == WILDERNESS:
                        region.add((u, v))
                        ahead.append((u, v))
                    else:
                        by_sea += ground[v][u] == SEA
                        by_land += ground[v][u] != SEA
            seen |= region
            if by_sea > SEA_BORDER * by_land:
                for x, y in region:
                    ground[y][x] = SEA


def _neighbours(ground: Grid) -> dict[str, frozenset[str]]:
    """The provinces that share a border with each province."""
    found: dict[str, set[str]] = {}
    for above, below in pairwise(ground):
        for pair in (*pairwise(above), *zip(above, below, strict=True)):
            if pair[0] != pair[1]:
                found.setdefault(pair[0], set()).add(pair[1])
                found.setdefault(pair[1], set()).add(pair[0])
    return {owner: frozenset(others) for owner, others in found.items()}


# Outlines

SMALLEST_OUTLINE = 24
SMOOTHING = (4, 3)
TOLERANCE = 0.5


def outlines(ground: Grid, owners: Collection[str]) -> Iterator[tuple[Point, ...]]:
    """The outlines of all land of some owners, those of lakes among them, smooth and with few points."""
    ways = _edges(ground, owners)
    while ways:
        here = start = next(iter(ways))
        loop = []
        while True:
            loop.append(((here[0] - EDGE - 0.5) * CELL, (here[1] - EDGE - 0.5) * CELL))
            here_next = ways[here].pop()
            if not ways[here]:
                del ways[here]
            here = here_next
            if here == start:
                break
        if len(loop) >= SMALLEST_OUTLINE:
            for reach in SMOOTHING:
                loop = _smooth(loop, reach)
            yield tuple(_simple([*loop, loop[0]])[:-1])


def _edges(ground: Grid, owners: Collection[str]) -> dict[tuple[int, int], list[tuple[int, int]]]:
    """The sides of cells at which land of some owners ends, from corner to corner, the land on the right."""
    ways: dict[tuple[int, int], list[tuple[int, int]]] = {}

    def owned(column: int, row: int) -> bool:
        return 0 <= row < len(ground) and 0 <= column < len(ground[row]) and ground[row][column] in owners

    for row, cells in enumerate(ground):
        for column, owner in enumerate(cells):
            if owner in owners:
                corners = [(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)]
                beyond = [(column, row - 1), (column + 1, row), (column, row + 1), (column - 1, row)]
                for side, other in enumerate(beyond):
                    if not owned(*other):
                        ways.setdefault(corners[side], []).append(corners[(side + 1) % 4])
    return ways


def _smooth(loop: list[Point], reach: int) -> list[Point]:
    """Each point of a closed line moved to the middle of its neighbours on both sides."""
    number = 2 * reach + 1
    around = [*loop[-reach:], *loop, *loop[:reach]]
    return [
        (sum(x for x, _ in around[i : i + number]) / number, sum(y for _, y in around[i : i + number]) / number)
        for i in range(len(loop))
    ]


def _simple(points: list[Point]) -> list[Point]:
    """A line without the points that lie nearly straight between others."""
    (ax, ay), (bx, by) = points[0], points[-1]
    length = hypot(bx - ax, by - ay)

    def aside(point: Point) -> float:
        x, y = point
        return abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length if length else hypot(x - ax, y - ay)

    furthest = max(range(len(points)), key=lambda index: aside(points[index]))
    if aside(points[furthest]) < TOLERANCE or len(points) < 3:
        return [points[0], points[-1]]
    return [*_simple(points[: furthest + 1])[:-1], *_simple(points[furthest:])]
