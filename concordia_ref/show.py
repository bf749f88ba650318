"""What `concordia show` prints: cards, gods, goods, maps and clauses, from the data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from concordia_ref.bundle import plain
from concordia_ref.drawing import draw
from concordia_ref.findings import did_you_mean
from concordia_ref.model import Amounts, Card, Clause, God, Good, LineKind, Map, Place, Quantity, Specification
from concordia_ref.tables import paragraph, table, terminal_width

KINDS = ("card", "god", "good", "map", "clause")
LANGUAGE = "en"


class UnknownId(ValueError):
    """There is nothing of this kind under this id; the message says what was probably meant."""


def show(spec: Specification, kind: str, id: str | None) -> str:
    """One thing in all its parts, or a list of all things of its kind."""
    words = _Words(spec)
    if id is None:
        lists: dict[str, Callable[[_Words, Iterable[Any]], str]] = {
            "card": _cards,
            "god": _gods,
            "good": _goods,
            "map": _maps,
            "clause": _clauses,
        }
        return lists[kind](words, _collection(spec, kind).values())
    thing = find(spec, kind, id)
    match thing:
        case God():
            return _god(words, thing)
        case Good():
            return _good(words, thing)
        case Map():
            return _map(words, thing)
        case Clause():
            return _clause(words, thing)
        case _:
            return _card(words, id, thing)


def show_json(spec: Specification, kind: str, id: str | None) -> Any:
    """The same as plain data, for programs."""
    return plain(_collection(spec, kind) if id is None else find(spec, kind, id))


def find(spec: Specification, kind: str, id: str) -> Any:
    """The thing under an id; for the kind of a card all cards of that kind."""
    things: dict[str, Any] = dict(_collection(spec, kind))
    if kind == "card":
        for card in spec.cards.values():
            things[card.kind] = [other for other in spec.cards.values() if other.kind == card.kind]
        things |= {"concordia": [], "praefectus_magnus": []}
    if id not in things:
        hint = did_you_mean(id, things) or f"`concordia show {kind}` lists them all"
        raise UnknownId(f"there is no {kind} {id!r}; {hint}")
    return things[id]


def _collection(spec: Specification, kind: str) -> Mapping[str, Any]:
    by_kind: dict[str, Mapping[str, Any]] = {
        "card": spec.cards,
        "god": spec.gods,
        "good": spec.goods,
        "map": spec.maps,
        "clause": spec.clauses,
    }
    return by_kind[kind]


class _Words:
    """The specification and its words in one language: English, if it speaks it."""

    def __init__(self, spec: Specification) -> None:
        self.spec = spec
        locale = spec.locales.get(LANGUAGE) or next(iter(spec.locales.values()))
        self.clause = locale.clauses
        self.card, self.good, self.god, self.map = (locale.terms[key] for key in ("cards", "goods", "gods", "maps"))

    def amounts(self, amounts: Amounts) -> str:
        return ", ".join(f"{number} {self.good[good]}" for good, number in amounts.items())

    def house_cost(self, good: str) -> str:
        cost = self.spec.costs.house.in_city_of[good]
        return f"{cost.coins} coin{'s' * (cost.coins != 1)}, {self.amounts(cost.goods)}"


# Cards


def _cards(words: _Words, cards: Iterable[Card]) -> str:
    header = ["card", "name", "deck", "in the box", "cost", "god", "income", "points"]
    rows = [
        [
            card.id,
            words.card[card.kind],
            card.deck or "start",
            str(_in_the_box(words, card)),
            words.amounts(card.cost) or "-",
            words.god[card.god],
            "-" if card.income is None else str(card.income),
            "-" if card.points is None else str(card.points),
        ]
        for card in cards
    ]
    return table(header, rows)


def _in_the_box(words: _Words, card: Card) -> int:
    return 1 if card.deck else card.copies * len(words.spec.colours)


def _card(words: _Words, id: str, found: Card | list[Card]) -> str:
    cards = found if isinstance(found, list) else [found]
    if not cards:
        points = [f"  points  {words.spec.concordia_points}"] if id == "concordia" else []
        return "\n\n".join([words.card[id], *points, _rules(words, _clauses_about(words, id, f"cards.{id}."))])
    kind, action = cards[0].kind, words.spec.actions[cards[0].action]
    parts = [words.card[kind], _cards(words, cards), "What it does"]
    for alternative, steps in action.choose.items():
        rows = [
            [step.do if index == 0 else "", parameter.replace("_", " "), _short(value)]
            for step in steps
            for index, (parameter, value) in enumerate(step.parameters.items())
        ]
        parts.append(table([f"{alternative}:", "", ""], rows))
    return "\n\n".join([*parts, _rules(words, _clauses_about(words, kind, f"actions.{action.id}."))])


def _clauses_about(words: _Words, card: str, path: str) -> list[Clause]:
    return [
        clause
        for clause in words.spec.clauses.values()
        if clause.belongs_to == ("card", card) or any(f"{place}.".startswith(path) for place in clause.carried_out_by)
    ]


def _short(value: Any) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case tuple():
            return ", ".join(_short(item) for item in value)
        case Mapping():
            return "; ".join(f"{key}: {_short(item)}" for key, item in value.items())
        case _:
            return str(value).replace("_", " ")


# Gods


def _gods(words: _Words, gods: Iterable[God]) -> str:
    header = ["god", "cards", "each card is worth"]
    rows = []
    for god in gods:
        cards = sum(_in_the_box(words, card) for card in _cards_of(words, god))
        rows.append([god.id, str(cards), _formula(words, god)])
    return table(header, rows)


def _god(words: _Words, god: God) -> str:
    cards = _cards_of(words, god)
    clauses = [clause for clause in words.spec.clauses.values() if clause.belongs_to == ("god", god.id)]
    formula = paragraph(f"Each card is worth {_formula(words, god)}.")
    return "\n\n".join([words.god[god.id], formula, _cards(words, cards), _rules(words, clauses)])


def _cards_of(words: _Words, god: God) -> list[Card]:
    return [card for card in words.spec.cards.values() if card.god == god.id]


def _formula(words: _Words, god: God) -> str:
    points = "the points printed on it" if god.points is None else f"{god.points} point{'s' * (god.points != 1)}"
    full = f"full {god.full} " if god.full > 1 else ""
    text = f"{points} per {full}{_quantity(god.per)}"
    if god.at_most is None:
        return text
    limits = set(god.at_most.values())
    if len(limits) == 1:
        return f"{text}, at most {limits.pop()}"
    return f"{text}, at most " + " and ".join(f"{limit} on {words.map[id]}" for id, limit in god.at_most.items())


def _quantity(quantity: Quantity) -> str:
    if quantity.sum:
        return " and ".join(_quantity(part) for part in quantity.sum)
    if quantity.value_of:
        return f"the value of {quantity.value_of}"
    whose = "own " if quantity.owner == "self" else ""
    text = {
        "coins": "sestertii in coins",
        "houses": f"{whose}house",
        "cities": "city",
        "provinces_with_houses": f"province with {whose}houses",
        "goods_produced_by_houses": f"kind of good that {whose}houses produce",
        "colonists_on_board": f"{whose}colonist on the board",
    }[str(quantity.count)]
    if quantity.city_good_is:
        return f"{text} in cities of {quantity.city_good_is.replace('of_the_card', 'the good of the card')}"
    if quantity.city_good_is_not:
        return f"{text} outside {quantity.city_good_is_not} cities"
    return text


# Goods


def _goods(words: _Words, goods: Iterable[Good]) -> str:
    header = ["good", "price", "city tokens", "coins on its marker", "a house in its cities costs"]
    markers = words.spec.setup.bonus_markers.coins_on_the_back
    rows = [
        [good.id, str(good.price), _tokens(words, good), str(markers[good.id]), words.house_cost(good.id)]
        for good in goods
    ]
    return table(header, rows)


def _good(words: _Words, good: Good) -> str:
    specialists = dict.fromkeys(words.card[card.kind] for card in words.spec.cards.values() if card.good == good.id)
    sold = [card.id for card in words.spec.cards.values() if good.id in card.cost]
    rows = [
        ["each player starts with", str(words.spec.setup.players.goods.get(good.id, 0))],
        ["specialist", ", ".join(specialists) or "-"],
        ["cards that cost it", ", ".join(sold) or "-"],
    ]
    return "\n\n".join([words.good[good.id].capitalize(), _goods(words, [good]), table(["and", ""], rows)])


def _tokens(words: _Words, good: Good) -> str:
    bags = words.spec.setup.city_tokens
    return " ".join(f"{bag[good.id]}{letter}" for letter, bag in bags.items() if good.id in bag)


# Maps


def _maps(_: _Words, maps: Iterable[Map]) -> str:
    header = ["map", "players", "provinces", "cities", "land lines", "sea lines"]
    rows = [[m.id, _players(m), str(len(m.provinces)), str(len(m.cities) - 1), *map(str, _lines(m))] for m in maps]
    return table(header, rows)


def _map(words: _Words, game_map: Map) -> str:
    def ends(city: str, kind: LineKind) -> str:
        return " ".join(end for line in game_map.lines_at(city, kind) for end in line.cities if end != city) or "-"

    rows = []
    for city in game_map.cities.values():
        province = game_map.provinces[city.province] if city.province else None
        first = province is not None and province.cities[0] == city.id
        number, name = (province.number, province.name) if province and first else ("", "")
        rows.append([number, name, city.id, city.letter or "", ends(city.id, "land"), ends(city.id, "sea")])
    land, sea = _lines(game_map)
    title = (
        f"{words.map[game_map.id]}, for {_players(game_map)} players: {len(game_map.provinces)} provinces, "
        f"{len(game_map.cities) - 1} cities besides {game_map.start_city.title()}, {land} land and {sea} sea lines"
    )
    header = ["", "province", "city", "letter", "by land to", "by sea to"]
    return "\n\n".join([title, draw(game_map, max(terminal_width(), 80)), table(header, rows)])


def _players(game_map: Map) -> str:
    return f"{min(game_map.players)} to {max(game_map.players)}"


def _lines(game_map: Map) -> tuple[int, int]:
    kinds = [line.kind for line in game_map.lines.values()]
    return kinds.count("land"), kinds.count("sea")


# Clauses


def _clauses(words: _Words, clauses: Iterable[Clause]) -> str:
    rows = [[clause.id, clause.kind.replace("_", " "), words.clause[clause.id]] for clause in clauses]
    return table(["clause", "kind", "text"], rows)


def _rules(words: _Words, clauses: Iterable[Clause]) -> str:
    return "Rules\n\n" + _clauses(words, clauses)


def _clause(words: _Words, clause: Clause) -> str:
    facts = [
        ["kind", clause.kind.replace("_", " ")],
        ["belongs to", " ".join(clause.belongs_to)],
        ["printed on", (clause.printed_on or "-").replace("_", " ")],
        *([("carried out by" if index == 0 else ""), path] for index, path in enumerate(clause.carried_out_by)),
    ]
    rulebooks = words.spec.rulebooks
    places = [[id, rulebooks[id].language, _place(place)] for id, place in clause.places.items()]
    return "\n\n".join(
        [
            clause.id,
            paragraph(words.clause[clause.id]),
            table(["", ""], facts).lstrip("\n"),
            "In the rulebooks\n\n" + table(["", "language", "place"], places),
        ]
    )


def _place(place: Place) -> str:
    if place.heading is None:
        return "silent"
    notes = {"says": "", "example": " (only in the worked example)", "otherwise": " (reads otherwise)"}
    return place.heading + notes[place.status]
