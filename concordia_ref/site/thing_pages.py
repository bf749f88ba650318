"""Pages of the things of the game: cards, goods, gods and maps."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from markupsafe import Markup

from concordia_ref.pictures.cards import SPECIAL_CARDS, special_picture
from concordia_ref.site.page import Page
from concordia_ref.site.unit import Unit
from concordia_ref.spec.model import Good, Map
from concordia_ref.words.blocks import block_html
from concordia_ref.words.naming import map_title
from concordia_ref.words.reference import example_blocks
from concordia_ref.words.sentences import formula, god_sentence, step_sentences

# Cards other than personality cards.


def thing_pages(unit: Unit) -> Iterator[Page]:
    """A list of the things of each kind, and a page for each thing."""
    yield from _cards(unit)
    yield from _goods(unit)
    yield from _gods(unit)
    yield from _maps(unit)


def _cards(unit: Unit) -> Iterator[Page]:
    spec = unit.spec
    starting = [card for card in spec.cards.values() if card.deck is None]
    groups = [
        ("starting-cards", unit.say("reference.starting-cards"), starting),
        *(
            (f"deck-{deck}", unit.say("site.deck", deck=deck), [spec.cards[id] for id in ids])
            for deck, ids in spec.decks.items()
        ),
    ]
    special = {kind: Markup(special_picture(unit.words, spec, kind)) for kind in SPECIAL_CARDS}
    about = unit.say("site.cards.about")
    yield unit.page("cards.html", unit.title("show.cards"), about, groups=groups, special=special)
    for kind in dict.fromkeys([*(card.kind for card in spec.cards.values()), *SPECIAL_CARDS]):
        yield _card(unit, kind, special.get(kind))


def _card(unit: Unit, kind: str, special_picture: str | None) -> Page:
    title = unit.name("cards", kind)
    cards = [card for card in unit.spec.cards.values() if card.kind == kind]
    action = cards[0].action if cards else None
    choose = unit.spec.actions[action].choose if action else {}
    section = "specialists" if action == "specialist" else kind
    return unit.page(
        f"cards/{kind}.html",
        title,
        unit.say("site.card.about", card=title),
        template="card.html",
        kind=kind,
        cards=cards,
        special_picture=special_picture,
        alternatives={
            alternative: [text for step in steps for text in step_sentences(unit.words, unit.spec, step)]
            for alternative, steps in choose.items()
        },
        clauses=[clause.id for clause in unit.spec.clauses_about_card(kind)],
        examples={
            example.scenario: Markup("").join(
                Markup(piece) for block in example_blocks(unit.words, unit.game, example) for piece in block_html(block)
            )
            for example in unit.examples.get(section, ())
        },
    )


def _goods(unit: Unit) -> Iterator[Page]:
    spec = unit.spec

    def house_cost(good: Good) -> str:
        cost = spec.costs.house.in_city_of[good.id]
        return unit.say("show.house-price", coins=cost.coins, goods=cost.goods)

    clauses = unit.clauses_of("thing", "goods")
    title, about = unit.title("value.thing.goods"), unit.say("site.about.goods")
    yield unit.page("goods.html", title, about, house_cost=house_cost, clauses=clauses)
    for id, good in spec.goods.items():
        bags = spec.setup.city_tokens.items()
        yield unit.page(
            f"goods/{id}.html",
            unit.name("goods", id),
            unit.say("site.good.about", good=unit.name("goods", id)),
            template="good.html",
            good=good,
            house_cost=house_cost,
            tokens=[unit.say("pair", name=letter, value=bag[id]) for letter, bag in bags if id in bag],
            specialists=list(dict.fromkeys(card.kind for card in spec.cards.values() if card.good == id)),
            costing=[card for card in spec.cards.values() if id in card.cost],
        )


def _gods(unit: Unit) -> Iterator[Page]:
    formulas = {id: formula(unit.words, god) for id, god in unit.spec.gods.items()}
    yield unit.page("gods.html", unit.title("site.gods"), unit.say("site.about.gods"), formulas=formulas)
    for id, god in unit.spec.gods.items():
        yield unit.page(
            f"gods/{id}.html",
            unit.name("gods", id),
            unit.say("site.god.about", god=unit.name("gods", id)),
            template="god.html",
            god=god,
            sentence=god_sentence(unit.words, god),
            clauses=unit.clauses_of("god", id),
        )


def _maps(unit: Unit) -> Iterator[Page]:
    clauses = unit.clauses_of("thing", "map")
    title, about = unit.title("reference.maps"), unit.say("site.about.maps")
    yield unit.page("maps.html", title, about, map_title=partial(map_title, unit.words), clauses=clauses)
    for game_map in unit.spec.maps.values():
        yield _map(unit, game_map, map_title(unit.words, game_map))


def _map(unit: Unit, game_map: Map, about: str) -> Page:
    def reached(city: str, kind: str) -> str:
        lines = [line for line in game_map.lines_at(city) if line.kind == kind]
        ends = [end for line in lines for end in line.cities if end != city]
        return unit.words.names("cities", ends) or "–"

    title = unit.name("maps", game_map.id)
    path = f"maps/{game_map.id}.html"
    return unit.page(path, title, about, template="map.html", game_map=game_map, reached=reached)
