"""Tables made from the data: prices, costs, set-up, display, gods and cards."""

from __future__ import annotations

from collections.abc import Iterable

from concordia_ref.spec.model import Card, Map, Specification
from concordia_ref.words.blocks import Table
from concordia_ref.words.languages import Language
from concordia_ref.words.sentences import formula


def goods_table(words: Language, spec: Specification) -> Table:
    """The goods with their prices, and the coins on their bonus markers."""
    markers = spec.setup.bonus_markers.coins_on_the_back
    rows = [[words.name("goods", good.id), str(good.price), str(markers[good.id])] for good in spec.goods.values()]
    return Table(header(words, "good", "price", "marker-coins"), rows)


def house_costs_table(words: Language, spec: Specification) -> Table:
    """What a house costs in a city of each good."""
    rows = [
        [words.name("goods", good), words.say("show.house-price", coins=cost.coins, goods=cost.goods)]
        for good, cost in spec.costs.house.in_city_of.items()
    ]
    return Table(header(words, "good", "house-cost"), rows)


def provinces_table(words: Language, game_map: Map) -> Table:
    """The provinces of a map with their cities and letters."""
    rows = [
        [
            province.number,
            words.name("provinces", province.id),
            ", ".join(f"{words.name('cities', city)} ({game_map.cities[city].letter})" for city in province.cities),
        ]
        for province in game_map.provinces.values()
    ]
    return Table(["", *header(words, "province", "cities")], rows)


def players_table(words: Language, spec: Specification, players: int | None = None) -> Table:
    """The decks and the sestertii to start with, for each number of players or for one."""
    coins = spec.setup.players.coins
    rows = []
    for number, decks in spec.setup.decks.items():
        if players in (None, number):
            start = [coins.first_player + seat * coins.more_each_next_seat for seat in range(number)]
            rows.append([str(number), ", ".join(decks), ", ".join(map(str, start))])
    return Table([*header(words, "players"), words.say("reference.decks"), words.say("reference.coins")], rows)


def tokens_table(words: Language, spec: Specification, letters: Iterable[str] | None = None) -> Table:
    """The city tokens of each letter, or of some letters."""
    wanted = spec.setup.city_tokens if letters is None else set(letters)
    rows = [[letter, words.amounts(bag)] for letter, bag in spec.setup.city_tokens.items() if letter in wanted]
    return Table(header(words, "letter", "tokens"), rows)


def display_table(words: Language, spec: Specification) -> Table:
    """The surcharge of each slot of the display."""
    rows = [
        [str(number), " + ".join("?" if good == "any" else words.name("goods", good) for good in goods) or "–"]
        for number, goods in enumerate(spec.display.slots, start=1)
    ]
    return Table([words.say("reference.slot"), words.say("reference.surcharge")], rows)


def gods_table(words: Language, spec: Specification) -> Table:
    """What each card of a god is worth."""
    rows = [[words.name("gods", god.id), formula(words, god)] for god in spec.gods.values()]
    return Table(header(words, "god", "worth"), rows)


def starting_cards_table(words: Language, spec: Specification) -> Table:
    """The cards that each player starts with."""
    cards = [card for card in spec.cards.values() if card.deck is None]
    rows = [[str(card.copies), *_about(words, card)] for card in cards]
    return Table([words.say("reference.copies"), *header(words, "card", "god", "income", "points")], rows)


def cards_for_sale_table(words: Language, spec: Specification) -> Table:
    """The cards for sale with their costs, deck by deck."""
    cards = [card for card in spec.cards.values() if card.deck is not None]
    rows = [[card.deck or "", *_about(words, card), words.amounts(card.cost)] for card in cards]
    return Table(header(words, "deck", "card", "god", "income", "points", "cost"), rows)


def header(words: Language, *columns: str) -> list[str]:
    """The headings of columns."""
    return [words.say(f"show.{column}") for column in columns]


def _about(words: Language, card: Card) -> list[str]:
    names = [words.name("cards", card.kind), words.name("gods", card.god)]
    return [*names, *("–" if value is None else str(value) for value in (card.income, card.points))]
