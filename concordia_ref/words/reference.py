"""The whole rulebook, made from the data: every clause, tables, worked examples, and notes where rulebooks differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from concordia_ref.engine.errors import Refused
from concordia_ref.engine.game import Game
from concordia_ref.engine.state import State
from concordia_ref.spec.disputes import Dispute, Edition, read_register
from concordia_ref.spec.model import CANONICAL
from concordia_ref.words.blocks import Block, Heading, Item, Items, Paragraph, Table, to_html, to_markdown
from concordia_ref.words.dispute_text import translated, translated_edition
from concordia_ref.words.languages import Language
from concordia_ref.words.naming import capitalized, card_name, stations, violation_text
from concordia_ref.words.outcomes import changes_text
from concordia_ref.words.rule_tables import (
    cards_for_sale_table,
    display_table,
    gods_table,
    goods_table,
    house_costs_table,
    players_table,
    provinces_table,
    starting_cards_table,
    tokens_table,
)
from concordia_ref.words.sentences import step_sentences
from concordia_ref.words.sheet import card_score_text
from concordia_ref.words.turn_text import turn_text


class Example(NamedTuple):
    """A worked example: the id of its scenario, the position, and the turns in JSON or notation."""

    scenario: str
    position: State
    turns: Sequence[Any]


# Worked examples by the section that they belong to.
Examples = Mapping[str, Sequence[Example]]


def reference_markdown(words: Language, game: Game, examples: Examples) -> str:
    """The reference as Markdown."""
    return to_markdown(reference_blocks(words, game, examples))


def reference_html(words: Language, game: Game, examples: Examples) -> str:
    """The reference as one page of HTML."""
    return to_html(reference_blocks(words, game, examples), words.tag, words.say("reference.contents"))


def reference_blocks(words: Language, game: Game, examples: Examples) -> list[Block]:
    """The reference as blocks."""
    return list(_Reference(words, game).blocks(examples))


def example_blocks(words: Language, game: Game, example: Example) -> list[Block]:
    """A worked example as blocks, without its heading."""
    _, *blocks = Narrator(words, game).example(example)
    return list[Block](blocks)


class _Reference:
    """The rules of an edition in a language, section by section."""

    def __init__(self, words: Language, game: Game) -> None:
        self.words = words
        self.game = game
        self.spec = game.spec
        self.narrator = Narrator(words, game)
        register = read_register(self.spec.folder)
        self.edition: Edition = translated_edition(words, register.edition(self.spec.edition))
        disputes = [translated(words, entry) for entry in register.disputes.values()]
        # A dispute is shown once, at the first of its clauses.
        self.disputes: dict[str, list[Dispute]] = {}
        for entry in disputes:
            if entry.clauses and (entry.contested or entry.id in self.edition.takes):
                self.disputes.setdefault(entry.clauses[0], []).append(entry)

    def blocks(self, examples: Examples) -> Iterator[Block]:
        """The whole reference."""
        say = self.words.say
        yield Heading(1, "concordia", say("reference.title"))
        key = "reference.about" if self.spec.edition == CANONICAL else "reference.about-edition"
        yield Paragraph(say(key, version=self.spec.version, edition=self.edition.name))
        name, about = self.words.name, (self.words, self.spec)
        sections: list[tuple[str, str, Iterable[Iterable[Block]]]] = [
            (
                "components",
                say("reference.components"),
                [self.rules("goods"), [goods_table(*about)], self.rules("pieces", "cards")],
            ),
            ("maps", say("reference.maps"), [self.rules("map"), self.maps()]),
            ("setup", name("phases", "setup"), [self.rules("setup"), [players_table(*about), tokens_table(*about)]]),
            ("turn", name("phases", "turn"), [self.rules("turn")]),
            ("tribune", name("cards", "tribune"), [self.card("tribune"), self.rules("tribune")]),
            (
                "architect",
                name("cards", "architect"),
                [self.card("architect"), self.rules("architect"), [house_costs_table(*about)]],
            ),
            ("prefect", name("cards", "prefect"), [self.card("prefect"), self.rules("prefect")]),
            ("praefectus_magnus", name("cards", "praefectus_magnus"), [self.rules("praefectus-magnus")]),
            ("colonist", name("cards", "colonist"), [self.card("colonist"), self.rules("colonist")]),
            ("mercator", name("cards", "mercator"), [self.card("mercator"), self.rules("mercator")]),
            ("diplomat", name("cards", "diplomat"), [self.card("diplomat"), self.rules("diplomat")]),
            (
                "display",
                name("places", "display"),
                [self.rules("buying", without=("senator", "consul")), [display_table(*about)]],
            ),
            ("senator", name("cards", "senator"), [self.card("senator"), self.rules("buying", only="senator")]),
            ("consul", name("cards", "consul"), [self.card("consul"), self.rules("buying", only="consul")]),
            ("specialists", say("reference.specialists"), [self.card("mason"), self.rules("specialists")]),
            ("storehouse", name("places", "storehouse"), [self.rules("storehouse")]),
            ("end", name("phases", "end"), [self.rules("end")]),
            ("scoring", name("phases", "scoring"), [self.rules("scoring"), self.gods()]),
            ("interim", name("phases", "interim"), [self.rules("interim")]),
            ("cards", say("reference.cards"), [self.cards()]),
        ]
        for id, heading, parts in sections:
            yield Heading(2, id, capitalized(heading))
            for part in parts:
                yield from part
            for example in examples.get(id, ()):
                yield from self.narrator.example(example)

    # Rules

    def rules(self, *files: str, only: str = "", without: tuple[str, ...] = ()) -> Iterator[Block]:
        """The clauses of some files of rules, with notes; `only` and `without` choose by the card they belong to."""
        clauses = [clause for file in files for clause in self.spec.data["rules"][file]["clauses"]]
        cards = {clause: self.spec.clauses[clause].belongs_to[1] for clause in clauses}
        chosen = [clause for clause in clauses if cards[clause] not in without and only in ("", cards[clause])]
        yield Items([Item(id, self.words.clause(id, self.spec), tuple(self.notes(id))) for id in chosen])

    def notes(self, clause: str) -> Iterator[str]:
        """What the rulebooks make of the questions about a clause."""
        for entry in self.disputes.get(clause, ()):
            say, taken = self.words.say, self.edition.takes.get(entry.id)
            yield say("reference.disputed", question=entry.question)
            if taken:
                yield say("reference.this-edition", rule=entry.readings[taken].says)
            yield say("reference.ruling", rule=entry.readings[entry.ruling].says, reason=entry.reason)
            for reading in entry.readings.values():
                books = [self.words.name("languages", book) for book in entry.supporters(reading.id)]
                if reading.id != entry.ruling and books:
                    yield say("reference.otherwise", rulebooks=books, rule=reading.says)

    def card(self, kind: str) -> Iterator[Block]:
        """What a card does, step by step."""
        alternatives = self.spec.actions[next(c.action for c in self.spec.cards.values() if c.kind == kind)].choose
        for alternative, steps in alternatives.items():
            sentences = " ".join(text for step in steps for text in step_sentences(self.words, self.spec, step))
            name = self.words.name("alternatives", alternative)
            named = self.words.say("pair", name=capitalized(name), value=sentences)
            yield Paragraph(sentences if len(alternatives) == 1 else named)

    # Tables

    def maps(self) -> Iterator[Block]:
        for game_map in self.spec.maps.values():
            yield Heading(3, f"map-{game_map.id}", self.words.name("maps", game_map.id))
            yield provinces_table(self.words, game_map)

    def gods(self) -> Iterator[Block]:
        scoring = self.spec.scoring
        said = (self.words.say(f"scoring.cards.{scoring.cards}"), self.words.say(f"scoring.maximum.{scoring.maximum}"))
        yield Paragraph(" ".join(said))
        yield gods_table(self.words, self.spec)

    def cards(self) -> Iterator[Block]:
        yield Heading(3, "starting-cards", self.words.say("reference.starting-cards"))
        yield starting_cards_table(self.words, self.spec)
        yield Heading(3, "cards-for-sale", self.words.say("reference.cards-for-sale"))
        yield cards_for_sale_table(self.words, self.spec)


class Narrator:
    """Tells worked examples: the position of the player, the turn, and what comes of it."""

    def __init__(self, words: Language, game: Game) -> None:
        self.words, self.game, self.spec = words, game, game.spec

    def example(self, example: Example) -> Iterator[Heading | Paragraph | Table]:
        """A worked example: the position of the player, the turn, and what comes of it."""
        state = example.position
        seat = state.to_play or 0
        yield Heading(3, f"example-{example.scenario.replace('/', '-')}", self.words.say("reference.example"))
        yield Paragraph(self.position(state, seat))
        for written in example.turns:
            turn = self.game.turn(state, written)
            yield Paragraph(self.words.say("reference.turn", turn=turn_text(self.words, self.spec, turn)))
            try:
                after = self.game.play(state, turn)
            except Refused as refused:
                why = " ".join(violation_text(self.words, self.spec, violation) for violation in refused.violations)
                yield Paragraph(self.words.say("change.refused", why=why))
                return
            yield Paragraph(
                self.words.say("reference.result", changes=changes_text(self.words, self.game, state, after))
            )
            state = after
        if not example.turns:
            yield from self.scores(state, seat)

    def position(self, state: State, seat: int) -> str:
        """What a player has, in a sentence or two."""
        player, words = state.players[seat], self.words
        goods = self.game.rules.amounts(player.goods)
        return words.say(
            "reference.position",
            seat=seat,
            coins=player.coins,
            goods=goods,
            houses=words.names("cities", player.houses) or words.say("position.none"),
            colonists=stations(words, player.colonists) or words.say("position.none"),
        )

    def scores(self, state: State, seat: int) -> Iterator[Table]:
        """The points of a player, card by card."""
        player = self.game.score(state).players[seat]
        rows = [
            [self.words.name("gods", god.god), card_score_text(self.words, self.spec, card), str(card.total)]
            for god in player.gods
            for card in god.cards
        ]
        rows.append([card_name(self.words, self.spec, "concordia"), "", str(player.concordia)])
        rows.append([self.words.say("sheet.total"), "", str(player.total)])
        yield Table([self.words.say(key) for key in ("show.god", "reference.counted", "show.points")], rows)
