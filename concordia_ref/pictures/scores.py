"""The score sheet as a chart: a bar for each player, made of what each god is worth, and the numbers under it."""

from __future__ import annotations

from collections.abc import Iterator

from concordia_ref.engine.scoring import PlayerScore, ScoreSheet
from concordia_ref.pictures import icons
from concordia_ref.pictures.lettering import size_for, width
from concordia_ref.pictures.palette import FAINT, GODS, GOLD, HATCHES, INK, PAPER, PLAYERS, RED
from concordia_ref.pictures.svg import element, group, identifier, number, picture, strong, text
from concordia_ref.spec.model import Specification
from concordia_ref.words.languages import Language

WIDTH = 900
MARGIN, HOUSE, TOTAL = 16, 36, 70
NAME_SIZE, WIDEST_NAME = 17, 160
BAR, BAR_STEP = 44, 62
HEADER, ROW = 66, 34
CONCORDIA = "concordia"


def score_picture(words: Language, spec: Specification, scores: ScoreSheet, name: str) -> str:
    """The points of all players: a bar each, and all numbers in a table."""
    return _Chart(words, spec, scores, name).picture()


def hatch(name: str, part: str) -> str:
    """How a part of the points looks, defined in the picture with this name."""
    return element(
        "pattern",
        element("rect", width=10, height=10, fill=GODS[part]),
        element("path", d=HATCHES[part], fill="none", stroke=PAPER, stroke_width=2, stroke_opacity=0.75),
        id=f"{identifier(name)}-{part}",
        width=10,
        height=10,
        patternUnits="userSpaceOnUse",
    )


def hatched(name: str, part: str) -> str:
    """The fill of what looks like a part of the points."""
    return f"url(#{identifier(name)}-{part})"


class _Chart:
    def __init__(self, words: Language, spec: Specification, scores: ScoreSheet, name: str) -> None:
        self.words = words
        self.spec = spec
        self.scores = scores
        self.name = name
        self.parts = (*spec.gods, CONCORDIA)
        names = [words.say("seat", seat=player.seat) for player in scores.players]
        names.append(words.say("sheet.winner"))
        self.left = MARGIN + HOUSE + min(max(width(name, NAME_SIZE) for name in names), WIDEST_NAME) + 16
        self.scale = (WIDTH - MARGIN - self.left - TOTAL) / max(1, *(player.total for player in scores.players))
        self.table_top = MARGIN + BAR_STEP * len(scores.players) + 4

    def picture(self) -> str:
        height = self.table_top + HEADER + ROW * len(self.scores.players) + MARGIN
        body = "".join(
            [
                element("rect", width=WIDTH, height=height, rx=6, fill=PAPER),
                element("defs", *(hatch(self.name, part) for part in self.parts)),
                *(self._bar(place, player) for place, player in enumerate(self.scores.players)),
                *self._table(),
            ]
        )
        verdict = "sheet.wins-tie" if self.scores.by_tie_break else "sheet.wins"
        title = self.words.say(verdict, seat=self.scores.winner)
        return picture(
            self.name,
            WIDTH,
            height,
            title,
            self.words.say("separator").join(map(self._text, self.scores.players)),
            body,
        )

    def _text(self, player: PlayerScore) -> str:
        say = self.words.say
        parts = [say("pair", name=self._part_name(part), value=points) for part, points in self._points(player).items()]
        total = say("pair", name=say("sheet.total"), value=player.total)
        return say("pair", name=say("seat", seat=player.seat), value=", ".join([*parts, total]))

    def _points(self, player: PlayerScore) -> dict[str, int]:
        return {**{god.god: god.total for god in player.gods}, CONCORDIA: player.concordia}

    def _part_name(self, part: str) -> str:
        return self.words.name("cards" if part == CONCORDIA else "gods", part)

    # Bars

    def _bar(self, place: int, player: PlayerScore) -> str:
        y = MARGIN + place * BAR_STEP
        x = self.left
        drawn = [self._seat(player.seat, y + BAR / 2)]
        for part, points in self._points(player).items():
            wide = points * self.scale
            if points:
                fill = hatched(self.name, part)
                drawn.append(element("rect", x=x, y=y, width=wide, height=BAR, fill=fill, stroke=INK, stroke_width=1.3))
                drawn += self._on_part(part, points, x + wide / 2, y + BAR / 2, wide)
            x += wide
        if player.seat == self.scores.winner:
            winner = self.words.say("sheet.winner")
            size = size_for(winner, self.left - MARGIN - HOUSE - 16, NAME_SIZE, bold=True)
            drawn.append(text(MARGIN + HOUSE, y + BAR / 2 + 23, winner, size, fill=RED, font_weight="600"))
        drawn.append(text(x + 10, y + BAR / 2 + 10, str(player.total), 30, fill=INK, font_weight="600"))
        return "".join(drawn)

    def _on_part(self, part: str, points: int, x: float, y: float, wide: float) -> Iterator[str]:
        """The emblem and the number on a part of a bar, as far as it is wide enough for them."""
        digits = width(str(points), 17, bold=True)
        if wide >= digits + 38:
            yield self._plate(x, y, digits + 32)
            yield icons.placed(part, x - digits / 2 - 2, y, 22)
            yield strong(x + 12, y + 6, str(points), 17, fill=INK)
        elif wide >= digits + 4:
            yield self._plate(x, y, digits + 2)
            yield strong(x, y + 6, str(points), 17, fill=INK)

    def _plate(self, x: float, y: float, wide: float) -> str:
        return element("rect", x=x - wide / 2, y=y - 13, width=wide, height=26, rx=6, fill=PAPER)

    def _seat(self, seat: int, y: float) -> str:
        fill, ink = PLAYERS[self.spec.colours[seat]]
        name = self.words.say("seat", seat=seat)
        label = text(MARGIN + HOUSE, y + 6, name, size_for(name, self.left - MARGIN - HOUSE - 16, NAME_SIZE), fill=INK)
        house = element("path", d=icons.outline("house"), fill=fill, stroke=INK, stroke_width=1.2)
        figure = text(
            12,
            18,
            str(seat + 1),
            12,
            fill=ink,
            text_anchor="middle",
            font_weight="700",
            font_family="Arial, sans-serif",
        )
        return group(house, figure, transform=f"translate({MARGIN} {number(y - 15)}) scale(1.25)") + label

    # Table

    def _table(self) -> Iterator[str]:
        """The numbers: a column for each god, headed by what its part of a bar looks like."""
        step = (WIDTH - MARGIN - self.left) / (len(self.parts) + 1)
        columns = [self.left + step * (place + 0.5) for place in range(len(self.parts) + 1)]
        yield element("path", d=f"M{MARGIN} {self.table_top}H{WIDTH - MARGIN}", stroke=GOLD)
        for part, x in zip(self.parts, columns, strict=False):
            name = self._part_name(part)
            swatch = element(
                "rect", x=x - 36, y=self.table_top + 8, width=32, height=26, fill=hatched(self.name, part), stroke=INK
            )
            yield swatch + icons.placed(part, x + 16, self.table_top + 21, 26)
            yield self._cell(x, self.table_top + 54, name, size_for(name, step - 8, 16))
        total = self.words.say("sheet.total")
        yield self._cell(columns[-1], self.table_top + 54, total, size_for(total, step - 8, 16, bold=True), bold=True)
        for place, player in enumerate(self.scores.players):
            y = self.table_top + HEADER + place * ROW
            yield element("path", d=f"M{MARGIN} {number(y)}H{WIDTH - MARGIN}", stroke=GOLD, stroke_width=0.7)
            yield self._seat(player.seat, y + ROW / 2)
            for points, x in zip(self._points(player).values(), columns, strict=False):
                yield self._cell(x, y + 24, str(points), 19, faint=not points)
            yield self._cell(columns[-1], y + 24, str(player.total), 21, bold=True)

    def _cell(self, x: float, y: float, content: str, size: float, *, bold: bool = False, faint: bool = False) -> str:
        colour = RED if bold else FAINT if faint else INK
        return text(x, y, content, size, text_anchor="middle", fill=colour, font_weight="600" if bold else None)
