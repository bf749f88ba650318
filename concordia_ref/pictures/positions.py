"""Positions: what stands on a map and what each player has, drawn over the picture of the map.

The map itself is a file of its own, to which a position refers, so that a page with a position stays small. A page with
many positions and no files beside it defines the maps and all that positions have in common once.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from html import escape
from typing import NamedTuple
from zlib import crc32

from concordia_ref.engine.game import Game
from concordia_ref.engine.state import Player, State
from concordia_ref.pictures import icons
from concordia_ref.pictures.geography import CITY, HEIGHT, WIDTH, Point
from concordia_ref.pictures.labels import PIECE, SHIELD, Layout, layout
from concordia_ref.pictures.lettering import size_for
from concordia_ref.pictures.maps import land
from concordia_ref.pictures.palette import FAINT, INK, PAPER, PLAYERS, RED
from concordia_ref.pictures.svg import FONT, element, group, link, number, picture, text
from concordia_ref.spec.model import COLONIST_KINDS
from concordia_ref.words.blocks import Picture
from concordia_ref.words.languages import Language, Term
from concordia_ref.words.naming import card_name, place_name, stations

DIGITS = "Arial, Helvetica, sans-serif"
PANEL, WIDEST_PANEL, GAP = 130, 330, 8
ICON = 21
# What is counted for each player in addition to goods, by its icon.
_COUNTED = ("coin", "cards", "house", *COLONIST_KINDS)
# How far a part of a map reaches beyond what has changed, and the least and the most that it shows.
MARGIN, LEAST_WIDTH, LEAST_HEIGHT, MOST_HEIGHT = 75, 380, 0.4, 0.75
# Where the number of the seat is written on a piece, counted from its middle.
NUMBER_AT = {"house": 6, "land": 9, "sea": 2}


_LABEL = re.compile(r'<text (?=[^>]*\bx="(?P<x>[^"]*)")(?=[^>]*\by="(?P<y>[^"]*)")[^>]*>[^<]*</text>')


class Area(NamedTuple):
    """A part of a map: its upper left corner, its width and its height."""

    left: float
    top: float
    wide: float
    high: float


class Piece(NamedTuple):
    """A house or a colonist on the board: its place, its seat, and `house`, `land` or `sea`."""

    place: str
    seat: int
    kind: str


def position_picture(
    game: Game, state: State, words: Language, base: str, name: str, before: State | None = None
) -> str:
    """A position over the picture of its map, which is the file `base` in the same language.

    With an earlier position, what is new has a ring around it, and what is gone is seen through a dashed one.
    """
    return _Position(game, state, words, name, before).picture(base)


class SharedPositions:
    """Positions on a page that stands by itself: what they have in common is drawn and said there, once.

    The definitions are complete when all the pictures are drawn.
    """

    def __init__(self, game: Game, words: Language) -> None:
        self.game = game
        self.words = words
        self._kinds: dict[tuple[str, int], _Position] = {}
        self._drawn: dict[str, str] = {}
        self._said: dict[str, str] = {}

    def picture(self, state: State, before: State | None = None) -> str:
        """A position, and what is new since an earlier one; it can be seen where the definitions stand."""
        kind = (state.map, len(state.players))
        position = _Position(self.game, state, self.words, "", before, f"{state.map[:2]}{kind[1]}", self._share)
        self._kinds.setdefault(kind, position)
        land = element("use", href=f"#base-{state.map}", width=WIDTH, height=HEIGHT)
        said = [self._said.setdefault(text, f"t{len(self._said)}") for text in (position.title, *position.texts())]
        return element("svg", position.drawn(land), viewBox=position.box, role="img", aria_labelledby=" ".join(said))

    def _share(self, drawn: str) -> str:
        """The same, drawn once: in many positions the cities, the markers and most players are the same."""
        id = self._drawn.setdefault(drawn, f"s{len(self._drawn)}")
        return element("use", href=f"#{id}")

    def definitions(self) -> str:
        """What the pictures refer to, as a picture that is not seen."""
        maps = {id: self.game.spec.maps[id] for id, _ in self._kinds}
        return element(
            "svg",
            *(_symbol(f"base-{id}", land(self.words, game_map)) for id, game_map in maps.items()),
            element("defs", *(part for position in self._kinds.values() for part in position.definitions(every=True))),
            *(group(drawn, id=id) for drawn, id in self._drawn.items()),
            *(element("desc", escape(text, quote=False), id=id) for text, id in self._said.items()),
            # Not every browser can refer to elements that are not displayed.
            width=0,
            height=0,
            style="position:absolute",
            aria_hidden="true",
        )


class _Position:
    def __init__(
        self,
        game: Game,
        state: State,
        words: Language,
        name: str,
        before: State | None,
        id: str | None = None,
        share: Callable[[str], str] = str,
    ) -> None:
        self.share = share
        self.rules = game.rules
        self.spec = game.spec
        self.state = state
        self.before = before or state
        self.words = words
        self.name = name
        # Names of scenarios are long, and every piece has an id.
        self.id = id or f"p{crc32(name.encode()) & 0xFFFFFF:x}"
        self.layout: Layout = layout(words, game.spec.maps[state.map])
        self.pieces, self.old_pieces = Counter(_pieces(state)), Counter(_pieces(self.before))

    def picture(self, base: str) -> str:
        drawn = self.drawn(
            element("image", href=base, width=WIDTH, height=HEIGHT),
            element("defs", *self.definitions()),
        )
        said = self.words.say("separator").join(self.texts())
        return picture(self.name, WIDTH, HEIGHT + PANEL, self.title, said, drawn)

    @property
    def title(self) -> str:
        return self.words.say("picture.position", map=Term("maps", self.state.map))

    @property
    def box(self) -> str:
        return f"0 0 {number(WIDTH)} {number(HEIGHT + PANEL)}"

    def drawn(self, *ground: str, panels: bool = True) -> str:
        """What changes from turn to turn, over what does not."""
        body = [
            element("rect", width=WIDTH, height=HEIGHT + PANEL, fill=PAPER),
            *ground,
            self.share("".join(self._tokens())),
            self.share("".join(self._markers())),
            group(*self._standing(), font_family=DIGITS, font_weight="700", text_anchor="middle", font_size=13),
            *(self._panels() if panels else ()),
        ]
        return group(*body, stroke_linejoin="round", stroke_linecap="round")

    def definitions(self, *, every: bool = False) -> Iterator[str]:
        """What is drawn more than once: icons, tokens, markers, pieces with their seats, and the panel of a player.

        The pieces are those that stand here, or every one that there may be.
        """
        for icon in (*self.rules.goods, *_COUNTED):
            yield icons.defined(f"{self.id}{icon}", icon, ICON)
        circle = element("circle", r=CITY, fill=PAPER, stroke=INK, stroke_width=2)
        square = element(
            "rect", x=-SHIELD / 2, y=-SHIELD / 2, width=SHIELD, height=SHIELD, rx=5, stroke=INK, stroke_width=1.6
        )
        yield group(square, id=f"{self.id}square")
        for good in self.rules.goods:
            shown = link(f"{self.id}{good}", 0, 0)
            yield group(circle, shown, id=f"{self.id}T{good}")
            yield group(self._square(PAPER), shown, id=f"{self.id}M{good}")
        used = sorted({(piece.kind, piece.seat) for piece in (*self.pieces, *self.old_pieces)})
        if every:
            used = [(kind, seat) for kind in NUMBER_AT for seat in range(len(self.state.players))]
        for kind in dict(used):
            yield group(_shape(kind), id=f"{self.id}{kind}-")
        for kind, seat in used:
            fill, ink = PLAYERS[self.spec.colours[seat]]
            shape = element("use", href=f"#{self.id}{kind}-", fill=fill)
            yield group(shape, element("text", str(seat + 1), y=NUMBER_AT[kind], fill=ink), id=f"{self.id}{kind}{seat}")
        yield group(*self._panel_of_anyone(), id=f"{self.id}panel")

    def _square(self, fill: str) -> str:
        return element("use", href=f"#{self.id}square", fill=fill)

    # The map

    def _tokens(self) -> Iterator[str]:
        for city, good in zip(self.rules.board(self.state).cities, self.state.city_goods, strict=True):
            yield link(f"{self.id}T{good}", *self.layout.geography.cities[city])

    def _markers(self) -> Iterator[str]:
        coins = self.spec.setup.bonus_markers.coins_on_the_back
        for province, label in self.layout.provinces.items():
            assert label.shield
            good, shown = self.rules.marker_goods(self.state)[province], province in self.state.coin_side
            if shown != (province in self.before.coin_side):
                yield _ring(*label.shield, SHIELD * 0.72)
            yield self._marker(*label.shield, good, coins[good] if shown else None)

    def _marker(self, x: float, y: float, good: str, coins: int | None) -> str:
        """A bonus marker with its good up, or with so many coins."""
        if coins is None:
            return link(f"{self.id}M{good}", x, y)
        return group(
            self._square("#e0b84c"),
            element("circle", r=9.5, fill="none", stroke=INK, stroke_dasharray="2 1.5"),
            element(
                "text",
                str(coins),
                y=5,
                font_size=14,
                text_anchor="middle",
                font_family=DIGITS,
                font_weight="700",
                fill=INK,
            ),
            transform=f"translate({number(x)} {number(y)})",
        )

    def _standing(self) -> Iterator[str]:
        """The pieces in their places, and those that have gone."""
        by_place: dict[str, list[Piece]] = {}
        for piece in sorted({*self.pieces, *self.old_pieces}, key=lambda piece: (piece.kind != "house", piece)):
            by_place.setdefault(piece.place, []).append(piece)
        for place, pieces in by_place.items():
            for index, piece in enumerate(pieces):
                x, y = self._spot(place, index, len(pieces))
                here, drawn = self.pieces[piece], link(f"{self.id}{piece.kind}{piece.seat}", x, y)
                if not here:
                    yield _ring(x, y, PIECE * 0.72, dashed=True) + group(drawn, opacity=0.45)
                    continue
                if here > self.old_pieces[piece]:
                    yield _ring(x, y, PIECE * 0.72)
                yield drawn
                if here > 1:
                    yield text(
                        x + 11, y + 15, f"×{here}", 12, fill=INK, stroke=PAPER, stroke_width=3, paint_order="stroke"
                    )

    def _spot(self, place: str, index: int, pieces: int) -> Point:
        if place in self.layout.geography.middles:
            x, y = self.layout.geography.middles[place]
            return x + (index - (pieces - 1) / 2) * PIECE, y
        slots = self.layout.slots[place]
        x, y = slots[index % len(slots)]
        # Pieces without a place of their own stand a little aside from the others.
        return x + index // len(slots) * 6, y - index // len(slots) * 6

    def changed_part(self) -> Area | None:
        """The part of the map, as a box, around the pieces and markers that have changed; None if none has."""
        places = {piece.place for piece in (self.pieces - self.old_pieces) + (self.old_pieces - self.pieces)}
        spots = [self._middle(place) for place in places]
        turned = set(self.state.coin_side) ^ set(self.before.coin_side)
        spots += [label.shield for id, label in self.layout.provinces.items() if id in turned and label.shield]
        for province in turned:
            cities = self.spec.maps[self.state.map].provinces[province].cities
            spots += [self.layout.geography.cities[city] for city in cities]
        if not spots:
            return None
        across, down = zip(*spots, strict=True)
        wide = max(max(across) - min(across) + 2 * MARGIN, LEAST_WIDTH)
        high = max(max(down) - min(down) + 2 * MARGIN, wide * LEAST_HEIGHT)
        wide = max(wide, high / MOST_HEIGHT)
        left = min(max((max(across) + min(across) - wide) / 2, 0), max(WIDTH - wide, 0))
        top = min(max((max(down) + min(down) - high) / 2, 0), max(HEIGHT - high, 0))
        return Area(left, top, min(wide, WIDTH), min(high, HEIGHT))

    def _middle(self, place: str) -> Point:
        middles, cities = self.layout.geography.middles, self.layout.geography.cities
        return middles[place] if place in middles else cities[place]

    def panels_of(self, name: str, seats: Sequence[int]) -> tuple[str, str]:
        """The panels of some players below one another, as a picture, with what it shows."""
        step = PANEL - GAP
        drawn = [
            group(*self._panel(seat), transform=f"translate(3 {number(3 + index * step)})")
            for index, seat in enumerate(seats)
        ]
        said = self.words.say("separator").join(self.words.say("seat", seat=seat) for seat in seats)
        body = element("defs", *self.definitions()) + group(*drawn, stroke_linejoin="round", stroke_linecap="round")
        return picture(name, self._panel_width + 6, len(seats) * step + 2, said, said, body), said

    # The players

    @property
    def _panel_width(self) -> float:
        return min((WIDTH - GAP) / len(self.state.players) - GAP, WIDEST_PANEL)

    def _panels(self) -> Iterator[str]:
        step = self._panel_width + GAP
        left = (WIDTH - len(self.state.players) * step + GAP) / 2
        for seat in range(len(self.state.players)):
            moved = f"translate({number(left + seat * step)} {number(HEIGHT + GAP)})"
            yield group(self.share("".join(self._panel(seat))), transform=moved)

    def _panel_of_anyone(self) -> Iterator[str]:
        wide = self._panel_width
        yield element("rect", width=wide, height=PANEL - 2 * GAP, rx=6, fill="#fff")
        yield element("path", d=f"M0 24V6q0-6 6-6h{number(wide - 12)}q6 0 6 6v18z", stroke="none")
        for index, icon in enumerate((*self.rules.goods, *_COUNTED)):
            x, y = self._cell(index)
            yield link(f"{self.id}{icon}", x + 11, y)

    def _cell(self, index: int) -> Point:
        row, column = divmod(index, len(self.rules.goods))
        return 4 + column * (self._panel_width - 6) / len(self.rules.goods), 40 + row * 28

    def _panel(self, seat: int) -> Iterator[str]:
        fill, ink = PLAYERS[self.spec.colours[seat]]
        playing = self.state.to_play == seat
        edge = {"stroke": RED, "stroke_width": 3} if playing else {"stroke": FAINT}
        yield element("use", href=f"#{self.id}panel", fill=fill, **edge)
        if playing:
            yield element("path", d="M9 7v12l10-6z", fill=ink)
        yield text(25 if playing else 10, 18, self._name(seat), 16, fill=ink, font_weight="600")
        signs = [sign for sign in ("praefectus_magnus", "concordia") if getattr(self.state, sign) == seat]
        for index, sign in enumerate(signs):
            x = self._panel_width - 16 - index * 26
            yield element("circle", cx=x, cy=12, r=11.5, fill=PAPER, stroke=INK) + icons.placed(sign, x, 12, 18)
        new, old = self._counted(self.state.players[seat]), self._counted(self.before.players[seat])
        numbers = [self._number(*self._cell(index), *pair) for index, pair in enumerate(zip(new, old, strict=True))]
        yield group(*numbers, fill=INK, font_family=DIGITS, font_size=14.5)
        yield self._top_of_pile(seat)

    def _name(self, seat: int) -> str:
        """A player by number, which the pieces show, and by colour."""
        return f"{seat + 1} {self.words.say('seat', seat=seat)}"

    def _counted(self, player: Player) -> list[int]:
        """The numbers that the panel of a player shows: goods, and what else is counted."""
        colonists = self.rules.stored_colonists(player)
        return [
            *player.goods,
            player.coins,
            len(player.hand),
            self.spec.pieces.houses - len(player.houses),
            *(colonists[kind] for kind in COLONIST_KINDS),
        ]

    def _number(self, x: float, y: float, new: int, old: int) -> str:
        if new == old:
            return element("text", str(new), x=x + 23, y=y + 5, fill=None if new else FAINT)
        change = text(x + 23, y + 15, f"{new - old:+}".replace("-", "−"), 10.5, fill=RED)
        return element("text", str(new), x=x + 23, y=y + 5, fill=RED, font_weight="700") + change

    def _top_of_pile(self, seat: int) -> str:
        pile, old = self.state.players[seat].pile, self.before.players[seat].pile
        top = card_name(self.words, self.spec, pile[-1]) if pile else self.words.say("position.none")
        line = self.words.say("pair", name=self.words.say("position.pile"), value=top)
        size = size_for(line, self._panel_width - 16, 14.5, bold=True)
        manner = {"fill": INK} if pile == old else {"fill": RED, "font_weight": "600"}
        return text(8, PANEL - 2 * GAP - 9, line, size, **manner)

    # In words

    def texts(self) -> Iterator[str]:
        """What stands where, for readers who cannot see the picture."""
        say, state = self.words.say, self.state
        yield say("picture.over") if state.to_play is None else say("picture.to-play", seat=state.to_play)
        for seat, player in enumerate(state.players):
            top = card_name(self.words, self.spec, player.pile[-1]) if player.pile else say("position.none")
            goods = self.rules.amounts(player.goods)
            yield say("picture.player", seat=seat, coins=player.coins, goods=goods, hand=len(player.hand), top=top)
            if player.houses:
                yield say("position.houses-of", seat=seat, cities=self.words.names("cities", player.houses))
            if player.colonists:
                places = stations(self.words, player.colonists)
                yield say("picture.colonists-of", seat=seat, places=places)
        for good in self.rules.goods:
            cities = [city for city in self.rules.board(state).cities if self.rules.good_of(state, city) == good]
            yield say("picture.cities-of", good=Term("goods", good), cities=self.words.names("cities", cities))
        yield say("position.markers", provinces=self.words.names("provinces", state.coin_side) or say("position.none"))
        if state.concordia is not None:
            yield say("position.concordia", seat=state.concordia)
        changes = {"picture.new": self.pieces - self.old_pieces, "picture.gone": self.old_pieces - self.pieces}
        for key, change in changes.items():
            if change:
                yield say(key, pieces=[self._piece_text(piece) for piece in change.elements()])

    def _piece_text(self, piece: Piece) -> str:
        kind = Term("things", "house" if piece.kind == "house" else f"{piece.kind}_colonist")
        return self.words.say("picture.piece", piece=kind, seat=piece.seat, place=place_name(self.words, piece.place))


def _pieces(state: State) -> Iterator[Piece]:
    for seat, player in enumerate(state.players):
        yield from (Piece(city, seat, "house") for city in player.houses)
        yield from (Piece(place, seat, kind) for kind, place in player.colonists)


# Parts


def _symbol(id: str, drawn: str) -> str:
    """A map to refer to, cut off at its edges as a file of its own would be."""
    return element("symbol", drawn, id=id, viewBox=f"0 0 {number(WIDTH)} {number(HEIGHT)}", font_family=FONT)


def _shape(kind: str) -> str:
    """A piece about the origin, with a bright seam, so that it stands out from what lies under it."""
    size, path = PIECE + 3, icons.outline(kind)
    return group(
        element("path", d=path, fill="none", stroke=PAPER, stroke_width=4.5),
        element("path", d=path, stroke=INK, stroke_width=1.3),
        transform=f"translate({number(-size / 2)} {number(-size / 2)})",
    )


def _ring(x: float, y: float, radius: float, *, dashed: bool = False) -> str:
    """What marks a thing that is new, or dashed, one that is gone."""
    if dashed:
        return element("circle", cx=x, cy=y, r=radius, fill="none", stroke=RED, stroke_width=2, stroke_dasharray="4 3")
    return element("circle", cx=x, cy=y, r=radius, fill="#fff", fill_opacity=0.75, stroke=RED, stroke_width=2.8)


def whole_position(game: Game, state: State, words: Language, name: str) -> str:
    """A position that needs no other file."""
    position = _Position(game, state, words, name, None)
    said = words.say("separator").join(position.texts())
    drawn = position.drawn(land(words, game.spec.maps[state.map]), element("defs", *position.definitions()))
    return picture(name, WIDTH, HEIGHT + PANEL, position.title, said, drawn)


def _labelled_within(drawn: str, box: Area) -> str:
    """A map without the names outside a part of it, which would be found and read aloud though nobody sees them."""
    left, top, wide, high = box

    def kept(label: re.Match[str]) -> str:
        x, y = float(label["x"]), float(label["y"])
        return label[0] if left <= x <= left + wide and top <= y <= top + high else ""

    return _LABEL.sub(kept, drawn)


def scenes(game: Game, before: State, after: State, words: Language, name: str) -> list[Picture]:
    """What a turn changes: the part of the map, and the panels of the players."""
    position = _Position(game, after, words, name, before)
    found: list[Picture] = []
    if box := position.changed_part():
        ground = _labelled_within(land(words, game.spec.maps[after.map]), box)
        drawn = position.drawn(ground, element("defs", *position.definitions()), panels=False)
        whole = picture(name, WIDTH, HEIGHT, position.title, position.title, drawn)
        part = f'viewBox="{" ".join(map(number, box))}"'
        shown = whole.replace(f'viewBox="0 0 {number(WIDTH)} {number(HEIGHT)}"', part, 1)
        found.append(Picture(shown, position.title, "part"))
    panels = [seat for seat, player in enumerate(after.players) if player != before.players[seat]]
    if panels:
        found.append(Picture(*position.panels_of(f"{name}-panels", panels), "panels"))
    return found
