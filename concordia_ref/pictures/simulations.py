"""What many games show as a chart: for each of the rules the points of the players, and what each god gives of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from concordia_ref.lab.simulation.games import Settings
from concordia_ref.lab.simulation.report import heading, part_name
from concordia_ref.lab.simulation.summaries import Spread, Summary
from concordia_ref.pictures import icons
from concordia_ref.pictures.lettering import size_for, width
from concordia_ref.pictures.palette import FAINT, GOLD, INK, PAPER, RED
from concordia_ref.pictures.scores import hatch, hatched
from concordia_ref.pictures.svg import element, number, picture, strong, text
from concordia_ref.words.languages import Language

WIDTH, MARGIN = 900, 16
TITLE, HEADER, AXIS, LEGEND = 40, 34, 30, 48
NAME, CHART, GAP = 26, 64, 22
LEFT, MIDDLE, RIGHT = MARGIN, 450, WIDTH - MARGIN
BAR, TOTAL = 36, 56
MOST_COLUMNS = 40
NAME_OF_PICTURE = "simulation"


def simulation_picture(words: Language, settings: Settings, found: Sequence[Summary]) -> str:
    """The distribution of points and the gods, under each of the rules."""
    return _Chart(words, settings, found).picture()


class _Chart:
    def __init__(self, words: Language, settings: Settings, found: Sequence[Summary]) -> None:
        self.words = words
        self.settings = settings
        self.found = found
        least, most = min(summary.total.least for summary in found), max(summary.total.most for summary in found)
        self.bin = -(-(most - least + 1) // MOST_COLUMNS)
        self.first = least // self.bin
        self.bins = most // self.bin - self.first + 1
        # All rows share one scale, so heights can be compared.
        self.highest = max(max(self._columns(summary.total).values()) / summary.games for summary in found)
        self.longest = max(sum(summary.points.values()) for summary in found)
        self.top = TITLE + HEADER
        self.bottom = self.top + len(found) * (NAME + CHART + GAP)

    def picture(self) -> str:
        height = self.bottom + AXIS + LEGEND + MARGIN
        title = heading(self.words, self.settings, self.found[0].games)
        body = "".join(
            [
                element("rect", width=WIDTH, height=height, rx=6, fill=PAPER),
                element("defs", *(hatch(NAME_OF_PICTURE, part) for part in self.settings.parts)),
                text(MARGIN, 30, title, size_for(title, WIDTH - 2 * MARGIN, 20), fill=INK, font_weight="600"),
                self._header(LEFT, "simulate.points"),
                self._header(MIDDLE, "simulate.parts"),
                *(self._row(place, summary) for place, summary in enumerate(self.found)),
                *self._axis(),
                *self._legend(),
            ]
        )
        description = self.words.say("separator").join(map(self._text, self.found))
        return picture(NAME_OF_PICTURE, WIDTH, height, title, description, body)

    def _text(self, summary: Summary) -> str:
        say, spread = self.words.say, summary.total
        parts = [
            say("pair", name=say("simulate.mean"), value=self.words.decimal(spread.mean, 1)),
            say("pair", name=say("simulate.quartiles"), value=" / ".join(map(str, spread.quartiles))),
        ]
        for part, mean in summary.points.items():
            parts.append(say("pair", name=part_name(self.words, part), value=self.words.decimal(mean, 1)))
        return say("pair", name=summary.rules, value=", ".join(parts))

    def _header(self, x: float, key: str) -> str:
        title = self.words.say(key)
        return text(x, TITLE + 24, title, size_for(title, MIDDLE - LEFT - 20, 17), fill=RED, font_weight="600")

    def _row(self, place: int, summary: Summary) -> str:
        y = self.top + place * (NAME + CHART + GAP)
        name = text(LEFT, y + 18, summary.rules, size_for(summary.rules, WIDTH - 2 * MARGIN, 16), fill=INK)
        line = element("path", d=f"M{LEFT} {number(y)}H{RIGHT}", stroke=GOLD, stroke_width=0.7)
        return line + name + "".join((*self._points(y + NAME, summary), *self._gods(y + NAME, summary)))

    # Points

    def _x(self, points: float) -> float:
        return LEFT + (points / self.bin - self.first) * (MIDDLE - 30 - LEFT) / self.bins

    def _columns(self, spread: Spread) -> Counter[int]:
        columns: Counter[int] = Counter()
        for points, times in spread.counts:
            columns[points // self.bin] += times
        return columns

    def _points(self, y: float, summary: Summary) -> Iterator[str]:
        """The distribution as columns; below, the quartiles as a box and the mean as a line."""
        base, spread = y + CHART, summary.total
        steps = [f"M{number(self._x(self.first * self.bin))} {number(base)}"]
        columns = self._columns(spread)
        for column in range(self.first, self.first + self.bins):
            high = CHART * columns[column] / summary.games / self.highest
            steps.append(f"V{number(base - high)}H{number(self._x((column + 1) * self.bin))}")
        yield element("path", d="".join([*steps, f"V{number(base)}Z"]), fill=GOLD, fill_opacity="0.45", stroke=INK)
        low, middle, high = map(self._x, spread.quartiles)
        yield element("rect", x=low, y=base + 4, width=max(high - low, 1), height=10, fill=PAPER, stroke=INK)
        yield element("path", d=f"M{number(middle)} {number(base + 4)}v10", stroke=INK, stroke_width=2.5)
        mean = self._x(spread.mean)
        yield element("path", d=f"M{number(mean)} {number(y)}V{number(base)}", stroke=RED, stroke_dasharray="4 3")
        mean_text = self.words.decimal(spread.mean, 1)
        # A rim of paper keeps the number apart from the columns.
        yield text(mean + 4, y + 10, mean_text, 15, fill=RED, stroke=PAPER, stroke_width=4, paint_order="stroke")

    def _axis(self) -> Iterator[str]:
        step = next(step for step in (5, 10, 20, 50, 100, 200, 500, 1000) if self.bins * self.bin <= 10 * step)
        first = -(-self.first * self.bin // step)
        for tick in range(first, (self.first + self.bins) * self.bin // step + 1):
            x = self._x(tick * step)
            yield element("path", d=f"M{number(x)} {number(self.bottom)}v6", stroke=INK)
            yield text(x, self.bottom + 22, str(tick * step), 14, text_anchor="middle", fill=INK)

    # Gods

    def _gods(self, y: float, summary: Summary) -> Iterator[str]:
        """A bar made of the parts of the points; how much each is stands in it, and all at its end."""
        scale = (RIGHT - TOTAL - MIDDLE) / self.longest
        x, y = float(MIDDLE), y + (CHART - BAR) / 2
        for part, mean in summary.points.items():
            wide = mean * scale
            yield element("rect", x=x, y=y, width=wide, height=BAR, fill=hatched(NAME_OF_PICTURE, part), stroke=INK)
            mean_text = self.words.decimal(mean, 1)
            digits = width(mean_text, 14, bold=True)
            if wide >= digits + 6:
                yield element(
                    "rect", x=x + (wide - digits) / 2 - 2, y=y + 8, width=digits + 4, height=20, rx=4, fill=PAPER
                )
                yield strong(x + wide / 2, y + 23, mean_text, 14, fill=INK)
            x += wide
        yield text(x + 8, y + 25, self.words.decimal(summary.total.mean, 1), 19, fill=INK, font_weight="600")

    def _legend(self) -> Iterator[str]:
        """What the parts of a bar are."""
        step = (RIGHT - LEFT) / len(self.settings.parts)
        top = self.bottom + AXIS + 6
        yield element("path", d=f"M{LEFT} {number(top - 6)}H{RIGHT}", stroke=FAINT, stroke_width=0.7)
        for place, part in enumerate(self.settings.parts):
            x, name = LEFT + place * step, part_name(self.words, part)
            yield element("rect", x=x, y=top + 4, width=26, height=24, fill=hatched(NAME_OF_PICTURE, part), stroke=INK)
            yield icons.placed(part, x + 40, top + 16, 22)
            yield text(x + 54, top + 21, name, size_for(name, step - 60, 15), fill=INK)
