"""A map drawn with letters, for the terminal."""

from __future__ import annotations

from concordia_ref.model import Line, Map

HEIGHT = 37
LEGEND = "· land line   ~ sea line   after each city the letter of its tokens"


def draw(game_map: Map, width: int) -> str:
    """The cities where they lie on the board, with their letters, and the lines between them."""
    canvas = [[" "] * width for _ in range(HEIGHT)]
    names = {
        city.id: f"{city.id.replace('_', ' ').title()} {city.letter}" if city.letter else f"[{city.id.upper()}]"
        for city in game_map.cities.values()
    }
    margin = max(map(len, names.values())) // 2 + 1
    right = max(city.position[0] for city in game_map.cities.values())
    bottom = max(city.position[1] for city in game_map.cities.values())
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
    for city, (x, y) in spots.items():
        label = f" {names[city]} "
        left = min(max(x - len(label) // 2, 0), width - len(label))
        canvas[y][left : left + len(label)] = label
    rows = ["".join(row).rstrip() for row in canvas]
    return "\n".join([*rows, "", LEGEND]).lstrip("\n")


def _draw_line(canvas: list[list[str]], line: Line, spots: dict[str, tuple[int, int]], offset: int) -> None:
    (ax, ay), (bx, by) = (spots[city] for city in line.cities)
    # A sea line between the same cities as a land line is drawn next to it: below a flat one, right of a steep one.
    flat = abs(bx - ax) > 3 * abs(by - ay)
    dx, dy = (0, offset) if flat else (2 * offset, 0)
    steps = max(abs(bx - ax) // 2, abs(by - ay))
    for step in range(1, steps):
        x = ax + round((bx - ax) * step / steps) + dx
        y = ay + round((by - ay) * step / steps) + dy
        if 0 <= y < len(canvas) and 0 <= x < len(canvas[0]):
            canvas[y][x] = "·" if line.kind == "land" else "~"
