"""The pictures of the rulebook and of the player aid."""

from __future__ import annotations

from collections.abc import Sequence

from concordia_ref.engine.game import Game
from concordia_ref.engine.state import State
from concordia_ref.pictures.cards import HEIGHT as CARD_HEIGHT
from concordia_ref.pictures.cards import SPECIAL_CARDS, card_picture, special_picture
from concordia_ref.pictures.cards import WIDTH as CARD_WIDTH
from concordia_ref.pictures.maps import base_map, map_picture
from concordia_ref.pictures.palette import FAINT, INK, PAPER
from concordia_ref.pictures.positions import scenes, whole_position
from concordia_ref.pictures.svg import element, group, number, picture, text
from concordia_ref.words.blocks import Picture
from concordia_ref.words.languages import Language
from concordia_ref.words.naming import map_title

GAP = 16
SEED = 2013
"""The set-up that a book shows: always the same."""
ROW, NAME_COLUMN, POINTS_COLUMN, MARGIN = 42, 190, 120, 10


class BookDrawings:
    """The pictures of a book in a language."""

    def __init__(self, words: Language, game: Game) -> None:
        self.words, self.game, self.spec = words, game, game.spec
        self._examples = 0

    def cover(self, map_id: str) -> Picture:
        """The map without its legend."""
        game_map = self.spec.maps[map_id]
        return Picture(base_map(self.words, game_map), self.words.name("maps", map_id), "cover")

    def map(self, map_id: str) -> Picture:
        """A map with its legend."""
        game_map = self.spec.maps[map_id]
        return Picture(map_picture(self.words, game_map), map_title(self.words, game_map), "page")

    def cards(self, kinds: Sequence[str]) -> Picture:
        """One card of each kind, beside one another."""
        drawn, names = [], []
        for place, kind in enumerate(kinds):
            svg = self._card(kind)
            moved = svg.replace("<svg ", f'<svg x="{number(place * (CARD_WIDTH + GAP))}" width="{CARD_WIDTH}" ', 1)
            drawn.append(moved.replace(f'width="{CARD_WIDTH}"', f'width="{CARD_WIDTH}" height="{CARD_HEIGHT}"', 1))
            names.append(self.words.name("cards", kind))
        said = ", ".join(names)
        wide = len(kinds) * (CARD_WIDTH + GAP) - GAP
        whole = picture(f"cards-{'-'.join(kinds)}", wide, CARD_HEIGHT, said, said, "".join(drawn))
        return Picture(whole, said, "card" if len(kinds) == 1 else "cards")

    def _card(self, kind: str) -> str:
        if kind in SPECIAL_CARDS:
            return special_picture(self.words, self.spec, kind)
        card = next(card for card in self.spec.cards.values() if card.kind == kind)
        return card_picture(self.words, self.spec, card)

    def setup(self, map_id: str, players: int) -> Picture:
        """A position to start from."""
        state = self.game.start(self.game.setup(map_id, players=players, seed=SEED))
        drawn = whole_position(self.game, state, self.words, f"setup-{map_id}-{players}")
        return Picture(drawn, f"{self.words.name('maps', map_id)}, {self.words.counted(players, 'player')}", "setup")

    def example(self, before: State, after: State) -> list[Picture]:
        """What a turn changes: what is new has a ring, and what is gone is seen through a dashed one."""
        self._examples += 1
        name = f"example-{self._examples}"
        return scenes(self.game, before, after, self.words, name)

    def score_sheet(self) -> Picture:
        """A blank score sheet: a row for each god, a column for each player."""
        words, colours = self.words, self.spec.colours
        rows = [*(words.name("gods", god) for god in self.spec.gods), words.name("cards", "concordia")]
        rows.append(words.say("sheet.total"))
        wide, high = NAME_COLUMN + len(colours) * POINTS_COLUMN, (len(rows) + 1) * ROW
        lines = [element("path", d=f"M0 {number(place * ROW)}h{number(wide)}") for place in range(len(rows) + 2)]
        columns = [0, *(NAME_COLUMN + place * POINTS_COLUMN for place in range(len(colours) + 1))]
        lines += [element("path", d=f"M{number(x)} 0v{number(high)}") for x in columns]
        names = [
            text(
                NAME_COLUMN + (seat + 0.5) * POINTS_COLUMN,
                ROW - 15,
                words.say("seat", seat=seat),
                16,
                text_anchor="middle",
            )
            for seat in range(len(colours))
        ]
        names += [text(MARGIN, (place + 2) * ROW - 15, row, 17) for place, row in enumerate(rows)]
        body = element("rect", width=wide, height=high, fill=PAPER)
        body += group(*lines, stroke=FAINT, fill="none") + group(*names, fill=INK)
        said = words.block("title.score-sheet", self.spec)
        return Picture(picture("score-sheet", wide, high, said, said, body), said, "page")
