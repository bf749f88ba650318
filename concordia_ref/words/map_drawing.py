"""Maps drawn with characters, for the terminal."""

from __future__ import annotations

from concordia_ref.spec.model import City, Line, Map

HEIGHT = 37
LONGEST_NAME = 24
# How far the name of a city may be moved aside if another one is in the way, the nearest places first.
SHIFTS = sorted(
    ((across, down) for across in range(-6, 7) for down in (-1, 0, 1)),
    key=lambda shift: abs(shift[0]) + 4 * abs(shift[1]),
)


def draw(game_map: Map, width: int) -> str:
    """The cities where they lie on the board, with their letters, and the lines between them."""
    canvas = [[" "] * width for _ in range(HEIGHT)]
    names = {city.id: _name(city) for city in game_map.cities.values()}
    margin = max(map(len, names.values())) // 2 + 1
    right = max(1, *(city.position[0] for city in game_map.cities.values()))
    bottom = max(1, *(city.position[1] for city in game_map.cities.values()))
    spots = {
        city.id: (
            margin + city.position[0] * (width - 1 - 2 * margin) // right,
            1 + city.position[1] * (HEIGHT - 3) // bottom,
        )
        for city in game_map.cities.values()
    }
    land = {line.cities for line in game_map.lines.values() if line.kind == "land"}
    for line in sorted(game_map.lines.values(), key=lambda line: line.kind):
        beside_land = line.kind == "sea" and line.cities in land
        _draw_line(canvas, line, spots, offset=1 if beside_land else 0)
    _write_names(canvas, names, spots)
    rows = ["".join(row).rstrip() for row in canvas]
    return "\n".join([*rows, ""]).lstrip("\n")


def _name(city: City) -> str:
    name = city.id[:LONGEST_NAME]
    return f"{name.replace('_', ' ').title()} {city.letter}" if city.letter else f"[{name.upper()}]"


def _draw_line(canvas: list[list[str]], line: Line, spots: dict[str, tuple[int, int]], offset: int) -> None:
    (ax, ay), (bx, by) = (spots[city] for city in line.cities)
    # A sea line between the same cities as a land line is drawn next to it: below a flat one, right of a steep one.
    flat = abs(bx - ax) > 3 * abs(by - ay)
    dx, dy = (0, offset) if flat else (2 * offset, 0)
    steps = max(abs(bx - ax) // 2, abs(by - ay))
    for step in range(1, steps):
        x = ax + round((bx - ax) * step / steps) + dx
        y = ay + round((by - ay) * step / steps) + dy
        canvas[y][x] = "·" if line.kind == "land" else "~"


def _write_names(canvas: list[list[str]], names: dict[str, str], spots: dict[str, tuple[int, int]]) -> None:
    taken: set[tuple[int, int]] = set()
    for city, (x, y) in spots.items():
        label = f" {names[city]} "
        furthest = len(canvas[0]) - len(label)
        places: list[list[tuple[int, int]]] = []
        for across, down in SHIFTS:
            left = min(max(x - len(label) // 2 + across, 0), furthest)
            places.append([(left + index, y + down) for index in range(len(label))])
        cells = next((cells for cells in places if taken.isdisjoint(cells)), places[0])
        for letter, (column, row) in zip(label, cells, strict=True):
            canvas[row][column] = letter
        taken.update(cells[1:-1])
