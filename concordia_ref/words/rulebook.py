"""The rulebook and the player aid: the outlines of `spec/rulebook/` with their prose, tables, pictures and examples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, Protocol

from concordia_ref.engine.errors import Refused
from concordia_ref.engine.game import Game
from concordia_ref.engine.state import State
from concordia_ref.spec.disputes import Dispute, read_register
from concordia_ref.spec.model import God, Specification
from concordia_ref.spec.rulebook import Outline, OutlineBlock, OutlineSection, read_outline
from concordia_ref.words import rule_tables
from concordia_ref.words.blocks import Block, Box, Entry, Heading, Index, Paragraph, Picture, Prose, Question, Table
from concordia_ref.words.dispute_text import translated, translated_edition
from concordia_ref.words.languages import Language
from concordia_ref.words.naming import capitalized
from concordia_ref.words.reference import Example, Narrator
from concordia_ref.words.sentences import formula, step_sentences

Shown = Literal["none", "outcome", "all"]


@dataclass(frozen=True)
class Wishes:
    """What a book is for: every table, or one map and number of players; which disputes; whether ids are shown."""

    map: str | None = None
    players: int | None = None
    disputes: Shown = "outcome"
    ids: bool = False


EVERY_TABLE = Wishes()


class Drawings(Protocol):
    """Who draws the pictures of a book, as SVG in the language of the book."""

    def cover(self, map_id: str) -> Picture:
        """What the first page shows."""

    def map(self, map_id: str) -> Picture:
        """A map with its legend."""

    def cards(self, kinds: Sequence[str]) -> Picture:
        """One card of each kind, beside one another."""

    def setup(self, map_id: str, players: int) -> Picture:
        """A position to start from."""

    def example(self, before: State, after: State) -> list[Picture]:
        """What a turn changes, before and after it."""

    def score_sheet(self) -> Picture:
        """A score sheet to fill in."""


def rulebook_blocks(
    words: Language, game: Game, find: Callable[[str], Example | None], draw: Drawings, wishes: Wishes = EVERY_TABLE
) -> list[Block]:
    """The rulebook, ready to be written; `find` has the worked examples."""
    return list(_Book(words, game, find, draw, wishes).blocks("book"))


def aid_blocks(words: Language, game: Game, draw: Drawings, wishes: Wishes = EVERY_TABLE) -> list[Block]:
    """The player aid and a blank score sheet."""
    book = _Book(words, game, lambda _: None, draw, replace(wishes, disputes="none"))
    return [block for chapter in read_outline(game.spec.folder, "aid") for block in book.section(chapter, 2)]


class _Place(NamedTuple):
    """What a clause belongs to, as its rules say."""

    kind: str
    what: str


class _Book:
    def __init__(
        self,
        words: Language,
        game: Game,
        find: Callable[[str], Example | None],
        draw: Drawings,
        wishes: Wishes,
    ) -> None:
        self.words, self.game, self.find, self.draw, self.wishes = words, game, find, draw, wishes
        self.spec: Specification = game.spec
        register = read_register(self.spec.folder)
        self.edition = translated_edition(words, register.edition(self.spec.edition))
        self.disputes = [translated(words, entry) for entry in register.disputes.values() if self._is_shown(entry)]
        self.numbers: dict[str, int] = {}
        self.changed = words.changed_clauses(self.spec)
        self.outline = read_outline(self.spec.folder, "book")
        self.added = _clauses_to_add(self.spec, self.outline)

    def _is_shown(self, dispute: Dispute) -> bool:
        if self.wishes.disputes == "outcome":
            taken = self.spec.takes.get(dispute.id, dispute.ruling) != dispute.ruling
            return taken or (dispute.contested and dispute.severity == "outcome")
        return self.wishes.disputes == "all"

    def blocks(self, name: str) -> Iterator[Block]:
        say = self.words.say
        yield Heading(1, "concordia", say("reference.title"))
        yield self.draw.cover(self.maps[0])
        table = [self.words.name("maps", self.wishes.map)] if self.wishes.map else []
        if self.wishes.players:
            table.append(self.words.counted(self.wishes.players, "player"))
        if table:
            yield Paragraph(", ".join(table))
        yield Paragraph(say("reference.book", version=self.spec.version, edition=self.edition.name))
        for chapter in read_outline(self.spec.folder, name):
            yield from self.section(chapter, 2)

    @property
    def maps(self) -> list[str]:
        """The maps that the book is about."""
        fitting = (id for id, each in self.spec.maps.items() if self.wishes.players in (None, *each.players))
        return [self.wishes.map] if self.wishes.map else list(fitting)

    def players(self, map_id: str) -> int:
        """How many players the picture of a set-up shows."""
        return self.wishes.players or max(self.spec.maps[map_id].players)

    # Sections

    def section(self, section: OutlineSection, level: int) -> Iterator[Block]:
        """A section with its heading, then those within it; an appendix that has nothing to show is left out."""
        if section.id == "disputes" and not self.numbers:
            return
        title = self.words.name("cards", section.card) if section.card else self.text(f"title.{section.id}")
        yield Heading(level, section.id, capitalized(title))
        pictured = [kind for kind in section.pictured if self._card_of(kind)]
        if pictured:
            yield self.draw.cards(pictured)
        parts = 0
        for block in section.blocks:
            if block.without and getattr(self.wishes, block.without):
                continue
            parts += block.style == "part"
            yield from self.block(block, parts)
        yield from self.clauses(self.added.get(section.id, ()))
        for inner in section.sections:
            yield from self.section(inner, level + 1)
        if any(inner.card for inner in section.sections):
            for kind in _kinds_to_add(self.spec, self.outline):
                yield from self.new_kind(kind, level + 1)

    def _card_of(self, kind: str) -> bool:
        return kind in ("praefectus_magnus", "concordia") or any(card.kind == kind for card in self.spec.cards.values())

    def new_kind(self, kind: str, level: int) -> Iterator[Block]:
        """A kind of card that the outline does not know: what its action does, sentence by sentence."""
        yield Heading(level, kind, capitalized(self.words.name("cards", kind)))
        yield self.draw.cards([kind])
        action = next(card.action for card in self.spec.cards.values() if card.kind == kind)
        for steps in self.spec.actions[action].choose.values():
            yield Prose(
                "paragraph", " ".join(text for step in steps for text in step_sentences(self.words, self.spec, step))
            )
        yield from self.clauses(self.added.get(kind, ()))

    def clauses(self, ids: Iterable[str]) -> Iterator[Prose]:
        """Clauses by their own texts."""
        for id in ids:
            yield Prose("item", self.words.clause(id, self.spec), self._ids((id,)), self._marks((id,)))

    # Blocks

    def block(self, block: OutlineBlock, part: int) -> Iterator[Block]:
        """A block; where the edition changes a clause that it states or mentions, the clauses stand in its place."""
        about = (*block.covers, *block.recalls)
        label = "abcdefgh"[part - 1] if block.style == "part" else ""
        if block.card:
            label = capitalized(self.words.name("cards", block.card))
        if block.kind == "text" and self.changed.keys() & set(about):
            first, *rest = self.clauses(about)
            yield first._replace(style=block.style if label else first.style, label=label)
            yield from rest
        elif block.kind == "text":
            yield Prose(block.style, self.text(block.name), self._ids(block.covers), self._marks(block.covers), label)
        elif block.kind == "example":
            yield from self.example(block.name)
        else:
            yield from _MADE[block.name](self)
            yield from self.clauses(id for id in block.covers if id in self.changed)

    def text(self, key: str) -> str:
        """A text of the book with its values."""
        return self.words.block(key, self.spec)

    def _ids(self, clauses: Sequence[str]) -> tuple[str, ...]:
        return tuple(clauses) if self.wishes.ids else ()

    def _marks(self, clauses: Sequence[str]) -> tuple[int, ...]:
        """The numbers of the questions about some clauses, counted as they come."""
        wanted = set(clauses)
        about = [entry.id for entry in self.disputes if wanted.intersection(entry.clauses)]
        new = [id for id in about if id not in self.numbers]
        self.numbers |= {id: len(self.numbers) + place for place, id in enumerate(new, 1)}
        return tuple(self.numbers[id] for id in new)

    def example(self, scenario: str) -> Iterator[Block]:
        """A worked example as a box: the story, then what changes on the board."""
        example = self.find(scenario)
        if example is None:
            return
        narrator = Narrator(self.words, self.game)
        told = [block for block in narrator.example(example) if not isinstance(block, Heading)]
        yield Box(self.words.say("reference.example"), [*told, *self._drawn(example)])

    def _drawn(self, example: Example) -> Iterator[Picture]:
        state = example.position
        for written in example.turns:
            try:
                after = self.game.play(state, written)
            except Refused:
                return
            yield from self.draw.example(state, after)
            state = after

    # What is made from the data

    def gods_in_short(self) -> Iterator[Block]:
        for god in self.spec.gods.values():
            name = self.words.name("gods", god.id)
            yield Prose("item", formula(self.words, god._replace(at_most=None)), label=name)

    def gods(self) -> Iterator[Block]:
        names = [self.words.name("gods", id) for id in self.spec.gods]
        said = [formula(self.words, self._on_these_maps(god)) for god in self.spec.gods.values()]
        header = [self.words.say("show.god"), self.words.say("show.worth")]
        yield Table(header, [list(row) for row in zip(names, said, strict=True)])

    def _on_these_maps(self, god: God) -> God:
        limits = god.at_most
        return god if limits is None else god._replace(at_most={id: limits[id] for id in self.maps})

    def players_table(self) -> Iterator[Block]:
        yield rule_tables.players_table(self.words, self.spec, self.wishes.players)

    def tokens(self) -> Iterator[Block]:
        cities = (city for id in self.maps for city in self.spec.maps[id].cities.values())
        yield rule_tables.tokens_table(self.words, self.spec, {city.letter for city in cities if city.letter})

    def made(self, table: Callable[[Language, Specification], Table]) -> Iterator[Block]:
        yield table(self.words, self.spec)

    def map(self) -> Iterator[Block]:
        yield from map(self.draw.map, self.maps)

    def setup(self) -> Iterator[Block]:
        yield from (self.draw.setup(id, self.players(id)) for id in self.maps)

    def sample_cards(self) -> Iterator[Block]:
        kinds = list(dict.fromkeys(card.kind for card in self.spec.cards.values() if card.deck))
        yield self.draw.cards(kinds[:3])

    def score_sheet(self) -> Iterator[Block]:
        """Twice, since the page has room."""
        yield from [self.draw.score_sheet()] * 2

    def questions(self) -> Iterator[Block]:
        """The appendix: the questions by number, with the ruling, and what other rulebooks and the reader's own say."""
        by_id = {entry.id: entry for entry in self.disputes}
        for id, number in self.numbers.items():
            yield Question(number, by_id[id].question, tuple(self._answers(by_id[id])))

    def _answers(self, dispute: Dispute) -> Iterator[str]:
        say, readings = self.words.say, dispute.readings
        if taken := self.edition.takes.get(dispute.id):
            yield say("reference.this-edition", rule=readings[taken].says)
        yield say("reference.ruling", rule=readings[dispute.ruling].says, reason=dispute.reason)
        own = dispute.stances.get(self.words.written_in)
        if own and own.reading not in (None, dispute.ruling, taken):
            yield say("reference.your-rulebook", rule=readings[own.reading].says)
        for reading in readings.values():
            books = [book for book in dispute.supporters(reading.id) if own is None or book != own.rulebook]
            if reading.id != dispute.ruling and books:
                names = [self.words.name("languages", book) for book in books]
                yield say("reference.otherwise", rulebooks=names, rule=reading.says)

    def index(self) -> Iterator[Block]:
        """Where each card, god and thing is explained."""
        entries = {capitalized(name): section for section, name in self._indexed()}
        yield Index([Entry(name, entries[name]) for name in sorted(entries, key=self.words.sort_key)])

    def _indexed(self) -> Iterator[tuple[str, str]]:
        known = set()
        places = list(self.outline)
        while places:
            section = places.pop()
            places += section.sections
            known.add(section.id)
            for kind in {section.card, *section.pictured} - {""}:
                yield section.id, self.words.name("cards", kind)
            for term in section.indexed:
                yield section.id, self.words.name(*term.split("."))
        for kind in _kinds_to_add(self.spec, self.outline):
            yield kind, self.words.name("cards", kind)
        if "scoring" in known:
            yield from (("scoring", self.words.name("gods", god)) for god in self.spec.gods)


def _plain(table: Callable[[Language, Specification], Table]) -> Callable[[_Book], Iterator[Block]]:
    return lambda book: book.made(table)


_MADE: dict[str, Callable[[_Book], Iterator[Block]]] = {
    "gods_in_short": _Book.gods_in_short,
    "goods": _plain(rule_tables.goods_table),
    "players": _Book.players_table,
    "tokens": _Book.tokens,
    "house_costs": _plain(rule_tables.house_costs_table),
    "display": _plain(rule_tables.display_table),
    "gods": _Book.gods,
    "starting_cards": _plain(rule_tables.starting_cards_table),
    "cards_for_sale": _plain(rule_tables.cards_for_sale_table),
    "disputes": _Book.questions,
    "index": _Book.index,
    "map": _Book.map,
    "cards": _Book.sample_cards,
    "setup": _Book.setup,
    "score_sheet": _Book.score_sheet,
}


def _clauses_to_add(spec: Specification, outline: Outline) -> dict[str, list[str]]:
    """The clauses that no block covers, by the section where they belong: that of most others like them."""
    homes: dict[_Place, Counter[str]] = {}
    covered = set()
    for section, clause in _covered(outline):
        covered.add(clause)
        if clause in spec.clauses:
            homes.setdefault(_Place(*spec.clauses[clause].belongs_to), Counter())[section] += 1
    added: dict[str, list[str]] = {}
    for id, rule in spec.clauses.items():
        if id not in covered:
            place = _Place(*rule.belongs_to)
            home = homes[place].most_common(1)[0][0] if place in homes else place.what
            known = home in {section for section, _ in _covered(outline)} or home in _kinds_to_add(spec, outline)
            added.setdefault(home if known else outline[0].id, []).append(id)
    return added


def _covered(outline: Iterable[OutlineSection]) -> Iterator[tuple[str, str]]:
    for section in outline:
        yield from ((section.id, clause) for block in section.blocks for clause in block.covers)
        yield from _covered(section.sections)


def _kinds_to_add(spec: Specification, outline: Outline) -> list[str]:
    """The kinds of cards that no section is about."""
    known = set()
    places = list(outline)
    while places:
        section = places.pop()
        known |= {section.card, *section.pictured}
        places += section.sections
    return [kind for kind in dict.fromkeys(card.kind for card in spec.cards.values()) if kind not in known]
