"""The score calculator: a form for everything that a player has, and the sheet that a script fills in from it.

The position that is entered stands in the address, and the worked example is such an address:

    map=imperium&houses=isca.brick,tyros.food&land=3&sea=2&coins=13&brick=1&cards=i_prefect,i_farmer&concordia=yes
"""

from __future__ import annotations

from collections.abc import Iterable

from concordia_ref.engine.game import Game
from concordia_ref.site.markup import capitalized, escaped, grid, heading, items, paragraph, table
from concordia_ref.site.page import Page
from concordia_ref.spec.model import COLONIST_KINDS, Card, Map, Specification
from concordia_ref.suite.scenarios import given_state, load_scenario
from concordia_ref.words.languages import Language, Term
from concordia_ref.words.naming import colonist

EXAMPLE = "scoring/one-hundred-and-fourteen"


def calculator_page(words: Language, spec: Specification) -> Page:
    """The page of the score calculator."""
    title, about = words.say("site.nav.calculator"), words.say("site.about.calculator")
    body = "\n".join(
        [
            heading(1, title),
            paragraph(about),
            f"<noscript>{paragraph(words.say('calculator.needs-script'), 'panel')}</noscript>",
            '<form id="calculator" class="calculator" autocomplete="off">',
            _buttons(words, spec),
            _fieldset(words.say("show.map"), _choice_of_map(words, spec)),
            *(_houses(words, spec, game_map) for game_map in spec.maps.values()),
            '<div class="calculator-numbers">',
            _fieldset(words.say("calculator.colonists"), _colonists(words, spec)),
            _fieldset(words.say("calculator.goods"), _goods(words, spec)),
            _fieldset(words.say("position.coins"), _number(words.name("things", "coin"), "coins")),
            "</div>",
            _fieldset(words.say("calculator.bought-cards"), _cards(words, spec)),
            _fieldset(words.name("cards", "concordia"), _concordia(words, spec)),
            _summary(words, spec),
            "</form>",
            _sheet(words, spec),
            paragraph(words.say("calculator.address")),
        ]
    )
    scripts = ("engine.js", "data.js", f"words-{words.tag}.js", "phrases.js", "sheet.js", "calculator.js")
    return Page("calculator.html", title, body, about, scripts)


def example_position(spec: Specification) -> str:
    """The position of the winner in the worked example, as the calculator writes it into its address."""
    game, scenario = Game(spec), load_scenario(EXAMPLE)
    state, seat = given_state(game, scenario), scenario.expected.winner or 0
    player, rules = state.players[seat], game.rules
    kinds = [kind for kind, _ in player.colonists]
    bought = [card for card in (*player.hand, *player.pile) if spec.cards[card].deck]
    parts: dict[str, str] = {
        "map": state.map,
        "houses": ",".join(f"{city}.{rules.good_of(state, city)}" for city in player.houses),
        **{kind: str(kinds.count(kind)) for kind in COLONIST_KINDS},
        "coins": str(player.coins),
        **{good: str(number) for good, number in rules.amounts(player.goods).items()},
        "cards": ",".join(bought),
        "concordia": "yes" if state.concordia == seat else "",
    }
    return "&".join(f"{key}={value}" for key, value in parts.items() if value)


# What is entered


def _fieldset(legend: str, html: str, attributes: str = "") -> str:
    return f"<fieldset{attributes}><legend>{escaped(capitalized(legend))}</legend>{html}</fieldset>"


def _buttons(words: Language, spec: Specification) -> str:
    positions = {"calculator.example": example_position(spec), "calculator.clear": ""}
    buttons = (
        f'<button type="button" class="button" data-position="{escaped(position)}">{escaped(words.say(key))}</button>'
        for key, position in positions.items()
    )
    return f'<p class="calculator-buttons">{" ".join(buttons)}</p>'


def _choice_of_map(words: Language, spec: Specification) -> str:
    first = next(iter(spec.maps))
    return "".join(
        f'<label><input type="radio" name="map" value="{id}"{" checked" if id == first else ""}> '
        f"{escaped(words.name('maps', id))}</label> "
        for id in spec.maps
    )


def _houses(words: Language, spec: Specification, game_map: Map) -> str:
    provinces = (
        _fieldset(
            words.name("provinces", province.id),
            items(_city(words, spec, city) for city in province.cities),
            ' class="panel"',
        )
        for province in game_map.provinces.values()
    )
    return _fieldset(words.say("calculator.houses"), grid(provinces), f' data-map="{game_map.id}"')


def _city(words: Language, spec: Specification, city: str) -> str:
    label = words.say("calculator.good-of", city=Term("cities", city))
    goods = "".join(f'<option value="{good}">{escaped(words.name("goods", good))}</option>' for good in spec.goods)
    return (
        f'<label><input type="checkbox" name="house" value="{city}"> {escaped(words.name("cities", city))}</label> '
        f'<select aria-label="{escaped(label)}" disabled><option value="">?</option>{goods}</select>'
    )


def _number(label: str, name: str, most: int | None = None, value: int = 0) -> str:
    limit = "" if most is None else f' max="{most}"'
    return (
        f"<label>{escaped(capitalized(label))} "
        f'<input type="number" inputmode="numeric" name="{name}" min="0"{limit} value="{value}"></label> '
    )


def _colonists(words: Language, spec: Specification) -> str:
    at_start = spec.setup.players.colonists_in_start_city
    return "".join(
        _number(words.written(colonist(kind)), kind, spec.pieces.colonists[kind], at_start[kind])
        for kind in COLONIST_KINDS
    )


def _goods(words: Language, spec: Specification) -> str:
    most = spec.storehouse.spaces // spec.storehouse.spaces_per_good
    return "".join(_number(words.name("goods", good), good, most) for good in spec.goods)


def _cards(words: Language, spec: Specification) -> str:
    starting = ", ".join(_card(words, spec.cards[id]) for id in spec.starting_hand)
    decks = (
        _fieldset(
            words.say("site.deck", deck=deck),
            items(_checkbox("card", id, _card(words, spec.cards[id])) for id in cards),
            ' class="panel"',
        )
        for deck, cards in spec.decks.items()
    )
    return paragraph(words.say("calculator.starting-cards", cards=starting)) + grid(decks)


def _card(words: Language, card: Card) -> str:
    god = words.name("gods", card.god)
    printed = "" if card.points is None else f", {words.counted(card.points, 'point')}"
    return f"{words.name('cards', card.kind)} ({god}{printed})"


def _concordia(words: Language, spec: Specification) -> str:
    points = words.counted(spec.concordia_points, "point")
    return _checkbox("concordia", "yes", f"{words.name('cards', 'concordia')} ({points})")


def _checkbox(name: str, value: str, label: str) -> str:
    return f'<label><input type="checkbox" name="{name}" value="{value}"> {escaped(label)}</label>'


# What follows from it


def _summary(words: Language, spec: Specification) -> str:
    """All points in short, always in view; only the total is read out when it changes."""
    points = (f'<span>{escaped(name)} <b data-points="{id}">0</b></span> ' for id, name in _lines(words, spec))
    total = f'{escaped(capitalized(words.say("sheet.total")))} <b data-points="total">0</b>'
    check = escaped(words.say("calculator.check"))
    return (
        f'<div class="calculator-summary"><p>{"".join(points)}<strong role="status">{total}</strong></p>'
        f'<div class="calculator-problems" role="status"><p hidden>{check}</p><ul></ul></div></div>'
    )


def _sheet(words: Language, spec: Specification) -> str:
    lines = [*_lines(words, spec), ("total", words.say("sheet.total"))]
    rows = (
        (escaped(capitalized(name)), f'<b data-points="{id}">0</b>', f'<div data-why="{id}"></div>')
        for id, name in lines
    )
    title = capitalized(words.say("show.points"))
    header = [capitalized(words.say(key)) for key in ("show.god", "show.points", "reference.counted")]
    return heading(2, title, "points") + table(title, header, rows, "calculator-sheet")


def _lines(words: Language, spec: Specification) -> Iterable[tuple[str, str]]:
    return (*((god, words.name("gods", god)) for god in spec.gods), ("concordia", words.name("cards", "concordia")))
