"""The whole rulebook, made from the data: every clause, tables, worked examples, and notes where rulebooks differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from concordia_ref.engine.errors import Refused
from concordia_ref.engine.game import Game
from concordia_ref.engine.state import State
from concordia_ref.spec.disputes import Dispute, Edition, read_register
from concordia_ref.spec.model import CANONICAL, Card
from concordia_ref.words.blocks import Block, Heading, Item, Items, Paragraph, Table, to_html, to_markdown
from concordia_ref.words.dispute_text import translated, translated_edition
from concordia_ref.words.languages import Language
from concordia_ref.words.naming import capitalized, card_name, colonist, place_name, violation_text
from concordia_ref.words.outcomes import changes_text
from concordia_ref.words.pdf import to_pdf
from concordia_ref.words.sentences import formula, step_sentences
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


def reference_pdf(words: Language, game: Game, examples: Examples) -> bytes:
    """The reference as a PDF to print; raises `ImportError` without typst."""
    return to_pdf(reference_blocks(words, game, examples), words.tag, words.say("reference.contents"))


def reference_blocks(words: Language, game: Game, examples: Examples) -> list[Block]:
    """The reference as blocks."""
    return list(_Reference(words, game).blocks(examples))


def example_blocks(words: Language, game: Game, example: Example) -> list[Block]:
    """A worked example as blocks, without its heading."""
    _, *blocks = _Reference(words, game).example(example)
    return blocks


class _Reference:
    """The rules of an edition in a language, section by section."""

    def __init__(self, words: Language, game: Game) -> None:
        self.words = words
        self.game = game
        self.spec = game.spec
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
        about = "reference.about" if self.spec.edition == CANONICAL else "reference.about-edition"
        yield Paragraph(say(about, version=self.spec.version, edition=self.edition.name))
        name = self.words.name
        sections: list[tuple[str, str, Iterable[Iterable[Block]]]] = [
            (
                "components",
                say("reference.components"),
                [self.rules("goods"), self.goods(), self.rules("pieces", "cards")],
            ),
            ("maps", say("reference.maps"), [self.rules("map"), self.maps()]),
            ("setup", name("phases", "setup"), [self.rules("setup"), self.seats(), self.tokens()]),
            ("turn", name("phases", "turn"), [self.rules("turn")]),
            ("tribune", name("cards", "tribune"), [self.card("tribune"), self.rules("tribune")]),
            ("architect", name("cards", "architect"), [self.card("architect"), self.rules("architect"), self.houses()]),
            ("prefect", name("cards", "prefect"), [self.card("prefect"), self.rules("prefect")]),
            ("praefectus_magnus", name("cards", "praefectus_magnus"), [self.rules("praefectus-magnus")]),
            ("colonist", name("cards", "colonist"), [self.card("colonist"), self.rules("colonist")]),
            ("mercator", name("cards", "mercator"), [self.card("mercator"), self.rules("mercator")]),
            ("diplomat", name("cards", "diplomat"), [self.card("diplomat"), self.rules("diplomat")]),
            ("display", name("places", "display"), [self.rules("buying", without=("senator", "consul")), self.slots()]),
            ("senator", name("cards", "senator"), [self.card("senator"), self.rules("buying", only="senator")]),
            ("consul", name("cards", "consul"), [self.card("consul"), self.rules("buying", only="consul")]),
            ("specialists", say("reference.specialists"), [self.card("mason"), self.rules("specialists")]),
            ("storehouse", name("places", "storehouse"), [self.rules("storehouse")]),
            ("end", name("phases", "end"), [self.rules("end")]),
            ("scoring", name("phases", "scoring"), [self.rules("scoring"), self.gods()]),
            ("interim", name("phases", "interim"), [self.rules("interim")]),
            ("cards", say("reference.cards"), [self.starting_cards(), self.cards_for_sale()]),
        ]
        for id, heading, parts in sections:
            yield Heading(2, id, capitalized(heading))
            for part in parts:
                yield from part
            for example in examples.get(id, ()):
                yield from self.example(example)

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

    def header(self, *columns: str) -> list[str]:
        return [self.words.say(f"show.{column}") for column in columns]

    def goods(self) -> Iterator[Block]:
        markers = self.spec.setup.bonus_markers.coins_on_the_back
        rows = [
            [self.words.name("goods", good.id), str(good.price), str(markers[good.id])]
            for good in self.spec.goods.values()
        ]
        yield Table(self.header("good", "price", "marker-coins"), rows)

    def houses(self) -> Iterator[Block]:
        costs = self.spec.costs.house.in_city_of
        rows = [
            [self.words.name("goods", good), self.words.say("show.house-price", coins=cost.coins, goods=cost.goods)]
            for good, cost in costs.items()
        ]
        yield Table(self.header("good", "house-cost"), rows)

    def maps(self) -> Iterator[Block]:
        for game_map in self.spec.maps.values():
            yield Heading(3, f"map-{game_map.id}", self.words.name("maps", game_map.id))
            rows = [
                [
                    province.number,
                    self.words.name("provinces", province.id),
                    ", ".join(
                        f"{self.words.name('cities', city)} ({game_map.cities[city].letter})"
                        for city in province.cities
                    ),
                ]
                for province in game_map.provinces.values()
            ]
            yield Table(["", *self.header("province", "cities")], rows)

    def seats(self) -> Iterator[Block]:
        coins = self.spec.setup.players.coins
        rows = []
        for players, decks in self.spec.setup.decks.items():
            start = [coins.first_player + seat * coins.more_each_next_seat for seat in range(players)]
            rows.append([str(players), ", ".join(decks), ", ".join(map(str, start))])
        say = self.words.say
        yield Table([*self.header("players"), say("reference.decks"), say("reference.coins")], rows)

    def tokens(self) -> Iterator[Block]:
        rows = [[letter, self.words.amounts(bag)] for letter, bag in self.spec.setup.city_tokens.items()]
        yield Table(self.header("letter", "tokens"), rows)

    def slots(self) -> Iterator[Block]:
        rows = [
            [str(number), " + ".join("?" if good == "any" else self.words.name("goods", good) for good in goods) or "-"]
            for number, goods in enumerate(self.spec.display.slots, start=1)
        ]
        yield Table([self.words.say("reference.slot"), self.words.say("reference.surcharge")], rows)

    def gods(self) -> Iterator[Block]:
        scoring = self.spec.scoring
        said = (self.words.say(f"scoring.cards.{scoring.cards}"), self.words.say(f"scoring.maximum.{scoring.maximum}"))
        yield Paragraph(" ".join(said))
        rows = [[self.words.name("gods", god.id), formula(self.words, god)] for god in self.spec.gods.values()]
        yield Table(self.header("god", "worth"), rows)

    def starting_cards(self) -> Iterator[Block]:
        cards = [card for card in self.spec.cards.values() if card.deck is None]
        rows = [[str(card.copies), *self.about_card(card)] for card in cards]
        yield Heading(3, "starting-cards", self.words.say("reference.starting-cards"))
        yield Table([self.words.say("reference.copies"), *self.header("card", "god", "income", "points")], rows)

    def cards_for_sale(self) -> Iterator[Block]:
        cards = [card for card in self.spec.cards.values() if card.deck is not None]
        rows = [[card.deck or "", *self.about_card(card), self.words.amounts(card.cost)] for card in cards]
        yield Heading(3, "cards-for-sale", self.words.say("reference.cards-for-sale"))
        yield Table(self.header("deck", "card", "god", "income", "points", "cost"), rows)

    def about_card(self, card: Card) -> list[str]:
        names = [self.words.name("cards", card.kind), self.words.name("gods", card.god)]
        return [*names, *("-" if value is None else str(value) for value in (card.income, card.points))]

    # Examples

    def example(self, example: Example) -> Iterator[Block]:
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
        player, words = state.players[seat], self.words
        goods = self.game.rules.amounts(player.goods)
        colonists = [
            words.say("pair", name=colonist(kind), value=place_name(words, place)) for kind, place in player.colonists
        ]
        return words.say(
            "reference.position",
            seat=seat,
            coins=player.coins,
            goods=goods,
            houses=words.names("cities", player.houses) or words.say("position.none"),
            colonists=", ".join(colonists),
        )

    def scores(self, state: State, seat: int) -> Iterator[Block]:
        """The points of a player, card by card."""
        player = self.game.score(state).players[seat]
        rows = [
            [self.words.name("gods", god.god), card_score_text(self.words, self.spec, card), str(card.total)]
            for god in player.gods
            for card in god.cards
        ]
        rows.append([card_name(self.words, self.spec, "concordia"), "", str(player.concordia)])
        rows.append([self.words.say("sheet.total"), "", str(player.total)])
        yield Table([*self.header("god"), self.words.say("reference.counted"), *self.header("points")], rows)
