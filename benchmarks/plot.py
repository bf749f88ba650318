"""A plot of lines: how much more something costs as something else grows."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from concordia_ref.pictures.palette import FAINT, GOLD, INK, OLIVE, PAPER, RED, SEA
from concordia_ref.pictures.svg import element, group, number, picture, text

WIDTH, HEIGHT = 720, 430
LEFT, RIGHT, TOP, BOTTOM = 70, 30, 92, 60
LOGARITHMIC_FROM = 20
"""Above this ratio each step of the axis is ten times the one before it."""

# Lines are told apart by their dashes and marks as well as by their colours.
STYLES = ((RED, None, "circle"), (SEA, "8 5", "square"), (OLIVE, "2 4", "diamond"))

Points = Sequence[tuple[float, float]]


class Axis(NamedTuple):
    """Where values lie on a line on the paper; `ticks` are those that are marked, from its beginning to its end."""

    ticks: Sequence[float]
    begin: float
    end: float
    logarithmic: bool = False

    def place(self, value: float) -> float:
        """Where a value lies."""
        low, high = self.ticks[0], self.ticks[-1]
        if self.logarithmic:
            low, high, value = map(math.log10, (low, high, value))
        return self.begin + (value - low) / (high - low) * (self.end - self.begin)


def line_plot(name: str, title: str, x_label: str, y_label: str, lines: Mapping[str, Points]) -> str:
    """The picture, with all numbers in its description."""
    written = "; ".join(f"{line}: {', '.join(f'{x:g}: {y:.3g}' for x, y in points)}" for line, points in lines.items())
    xs = sorted({x for points in lines.values() for x, _ in points})
    x_axis = Axis(xs, LEFT + 16, WIDTH - RIGHT)
    y_axis = _y_axis([y for points in lines.values() for _, y in points])
    body = "".join(
        [
            element("rect", width=WIDTH, height=HEIGHT, rx=6, fill=PAPER),
            text(LEFT, 32, title, 21, fill=INK, font_weight="600"),
            *_legend(list(lines)),
            *_grid(x_axis, y_axis),
            text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 14, x_label, 16, fill=INK, text_anchor="middle"),
            group(
                text(0, 0, y_label, 16, fill=INK, text_anchor="middle"),
                transform=f"translate(20 {number((TOP + HEIGHT - BOTTOM) / 2)}) rotate(-90)",
            ),
            *(_line(points, x_axis, y_axis, place) for place, points in enumerate(lines.values())),
        ]
    )
    return picture(name, WIDTH, HEIGHT, title, f"{y_label} by {x_label}. {written}.", body) + "\n"


def _y_axis(values: Sequence[float]) -> Axis:
    if max(values) <= LOGARITHMIC_FROM:
        return Axis(_ticks(max(values)), HEIGHT - BOTTOM, TOP)
    powers = range(math.floor(math.log10(min(values))), math.ceil(math.log10(max(values))) + 1)
    return Axis([10.0**power for power in powers], HEIGHT - BOTTOM, TOP, logarithmic=True)


def _ticks(highest: float) -> list[float]:
    """Even steps from 0 to the first that is not below a value; five of them at most.

    >>> _ticks(1.3)
    [0.0, 0.5, 1.0, 1.5]
    """
    rough = highest / 4
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
    return [step * place for place in range(math.ceil(highest / step - 1e-9) + 1)]


def _grid(x_axis: Axis, y_axis: Axis) -> Iterator[str]:
    for tick in y_axis.ticks:
        y = y_axis.place(tick)
        yield element("path", d=f"M{LEFT} {number(y)}H{WIDTH - RIGHT}", stroke=GOLD, stroke_width=0.6)
        yield text(LEFT - 8, y + 5, f"{tick:,g}", 15, fill=FAINT, text_anchor="end")
    shown = -math.inf
    for x in x_axis.ticks:
        place = x_axis.place(x)
        yield element("path", d=f"M{number(place)} {HEIGHT - BOTTOM}v6", stroke=INK)
        if place - shown >= 34:  # Numbers that stand too close are left out; their marks are there.
            yield text(place, HEIGHT - BOTTOM + 22, f"{x:,g}", 15, fill=FAINT, text_anchor="middle")
            shown = place
    yield element("path", d=f"M{LEFT} {TOP}V{HEIGHT - BOTTOM}H{WIDTH - RIGHT}", stroke=INK, fill="none")


def _legend(names: Sequence[str]) -> Iterator[str]:
    x = float(LEFT)
    for place, name in enumerate(names):
        colour, dashes, _ = STYLES[place]
        yield element("path", d=f"M{number(x)} 58h34", stroke=colour, stroke_width=2.5, stroke_dasharray=dashes)
        yield _mark(x + 17, 58, place)
        yield text(x + 42, 63, name, 16, fill=INK)
        x += 70 + 7.6 * len(name)


def _line(points: Points, x_axis: Axis, y_axis: Axis, place: int) -> str:
    colour, dashes, _ = STYLES[place]
    spots = [(x_axis.place(x), y_axis.place(y)) for x, y in points]
    path = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in spots)
    drawn = element("path", d=path, fill="none", stroke=colour, stroke_width=2.5, stroke_dasharray=dashes)
    return drawn + "".join(_mark(x, y, place) for x, y in spots)


def _mark(x: float, y: float, place: int) -> str:
    colour, _, shape = STYLES[place]
    if shape == "circle":
        return element("circle", cx=x, cy=y, r=4.5, fill=colour, stroke=PAPER)
    turned = f"rotate(45 {number(x)} {number(y)})" if shape == "diamond" else None
    return element("rect", x=x - 4, y=y - 4, width=8, height=8, fill=colour, stroke=PAPER, transform=turned)
