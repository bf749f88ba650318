"""Cards, gods, goods, maps with their provinces and cities, and clauses as text for the terminal, from the data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from concordia_ref.spec.bundle import plain
from concordia_ref.spec.clauses import Clause
from concordia_ref.spec.findings import did_you_mean
from concordia_ref.spec.model import (
    COLONIST_KINDS,
    Amounts,
    Card,
    City,
    God,
    Good,
    LineKind,
    Map,
    Province,
    Specification,
)
from concordia_ref.words.languages import Language
from concordia_ref.words.map_drawing import draw
from concordia_ref.words.naming import capitalized, card_name, map_title
from concordia_ref.words.places import clause_place
from concordia_ref.words.sentences import formula, god_sentence, step_sentences
from concordia_ref.words.tables import paragraph, table, terminal_width

DrawTable = Callable[[Sequence[str], Iterable[Sequence[str]]], str]
KINDS = ("card", "god", "good", "map", "province", "city", "clause")


class UnknownId(ValueError):
    """There is nothing of this kind with this id; the message suggests what was probably meant."""


def show(language: Language, spec: Specification, kind: str, id: str | None, draw: DrawTable = table) -> str:
    """One thing in all its parts, or a list of all things of its kind."""
    words = _Words(language, spec, draw)
    if id is None:
        return LISTS[kind](words, _collection(spec, kind).values())
    thing = find(spec, kind, id)
    return _card(words, id, thing) if kind == "card" else PARTS[kind](words, thing)


def show_json(spec: Specification, kind: str, id: str | None) -> Any:
    """The same as plain data, for programs."""
    data = plain(_collection(spec, kind) if id is None else find(spec, kind, id))
    if kind == "clause":
        for clause in [data] if id else data.values():
            clause["places"] = plain(spec.places[clause["id"]])
    # The clauses behind the parts of a thing are those of the whole specification, which `show clause` shows.
    return data if kind in ("god", "clause") else _without_clauses(data)


def _without_clauses(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _without_clauses(value) for key, value in data.items() if key != "clauses"}
    return [_without_clauses(value) for value in data] if isinstance(data, list) else data


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
        "province": _on_maps(spec, "provinces"),
        "city": _on_maps(spec, "cities"),
        "clause": spec.clauses,
    }
    return by_kind[kind]


def _on_maps(spec: Specification, part: Literal["provinces", "cities"]) -> dict[str, dict[str, Any]]:
    """The provinces or cities by id, each by the maps that it is on."""
    found: dict[str, dict[str, Any]] = {}
    for game_map in spec.maps.values():
        for id, place in getattr(game_map, part).items():
            found.setdefault(id, {})[game_map.id] = place
    return found


class _Words:
    """The specification, its words in a language, and how a table is drawn."""

    def __init__(self, language: Language, spec: Specification, draw: DrawTable) -> None:
        self.spec = spec
        self.language = language
        self.name = language.name
        self.table = draw

    def __call__(self, key: str, **facts: Any) -> str:
        return self.language.say(key, **facts)

    def header(self, *columns: str) -> list[str]:
        return [self(f"show.{column}") if column else "" for column in columns]

    def clause(self, id: str) -> str:
        return self.language.clause(id, self.spec)

    def amounts(self, amounts: Amounts) -> str:
        return self.language.amounts(amounts) if amounts else "-"

    def house_cost(self, good: str) -> str:
        cost = self.spec.costs.house.in_city_of[good]
        return self("show.house-price", coins=cost.coins, goods=cost.goods)


# Cards


def _cards(words: _Words, cards: Iterable[Card]) -> str:
    header = words.header("card", "name", "deck", "in-the-box", "cost", "god", "income", "points")
    rows = [
        [
            card.id,
            words.name("cards", card.kind),
            card.deck or words("show.start"),
            str(_in_the_box(words, card)),
            words.amounts(card.cost),
            words.name("gods", card.god),
            "-" if card.income is None else str(card.income),
            "-" if card.points is None else str(card.points),
        ]
        for card in cards
    ]
    return words.table(header, rows)


def _in_the_box(words: _Words, card: Card) -> int:
    return 1 if card.deck else card.copies * len(words.spec.colours)


def _card(words: _Words, id: str, found: Card | list[Card]) -> str:
    cards = found if isinstance(found, list) else [found]
    if not cards:
        worth = [f"  {words('show.points')}  {words.spec.concordia_points}"] if id == "concordia" else []
        rules = _rules(words, words.spec.clauses_about_card(id))
        return "\n\n".join([words.name("cards", id), *worth, rules])
    kind, action = cards[0].kind, words.spec.actions[cards[0].action]
    parts = [words.name("cards", kind), _cards(words, cards), words("show.what-it-does")]
    for alternative, steps in action.choose.items():
        sentences = [sentence for step in steps for sentence in step_sentences(words.language, words.spec, step)]
        # A turn names the alternative by its id where there are several.
        id_shown = f" ({alternative})" if len(action.choose) > 1 else ""
        heading = f"  {words.name('alternatives', alternative)}{id_shown}"
        parts.append(f"{heading}\n{paragraph(' '.join(sentences), 4)}")
    return "\n\n".join([*parts, _rules(words, words.spec.clauses_about_card(kind))])


# Gods


def _gods(words: _Words, gods: Iterable[God]) -> str:
    rows = []
    for god in gods:
        cards = sum(_in_the_box(words, card) for card in _cards_of(words, god))
        rows.append([god.id, words.name("gods", god.id), str(cards), formula(words.language, god)])
    return words.table(words.header("god", "name", "cards", "worth"), rows)


def _god(words: _Words, god: God) -> str:
    clauses = [clause for clause in words.spec.clauses.values() if clause.belongs_to == ("god", god.id)]
    worth = paragraph(capitalized(f"{god_sentence(words.language, god)}."))
    return "\n\n".join(
        [words.name("gods", god.id), worth, _cards(words, _cards_of(words, god)), _rules(words, clauses)]
    )


def _cards_of(words: _Words, god: God) -> list[Card]:
    return [card for card in words.spec.cards.values() if card.god == god.id]


# Goods


def _goods(words: _Words, goods: Iterable[Good]) -> str:
    markers = words.spec.setup.bonus_markers.coins_on_the_back
    rows = [
        [
            good.id,
            words.name("goods", good.id),
            str(good.price),
            _tokens(words, good),
            str(markers[good.id]),
            words.house_cost(good.id),
        ]
        for good in goods
    ]
    return words.table(words.header("good", "name", "price", "tokens", "marker-coins", "house-cost"), rows)


def _good(words: _Words, good: Good) -> str:
    specialists = dict.fromkeys(
        words.name("cards", card.kind) for card in words.spec.cards.values() if card.good == good.id
    )
    sold = [
        card_name(words.language, words.spec, card.id) for card in words.spec.cards.values() if good.id in card.cost
    ]
    rows = [
        [words("show.start-with"), str(words.spec.setup.players.goods.get(good.id, 0))],
        [words("show.specialist"), ", ".join(specialists) or "-"],
        [words("show.cards-that-cost-it"), ", ".join(sold) or "-"],
    ]
    name = capitalized(words.name("goods", good.id))
    return "\n\n".join([name, _goods(words, [good]), table(["", ""], rows).lstrip("\n")])


def _tokens(words: _Words, good: Good) -> str:
    bags = words.spec.setup.city_tokens
    return " ".join(f"{bag[good.id]}{letter}" for letter, bag in bags.items() if good.id in bag)


# Maps


def _maps(words: _Words, maps: Iterable[Map]) -> str:
    rows = [
        [
            m.id,
            words.name("maps", m.id),
            words.language.listed([str(number) for number in m.players], "or"),
            str(len(m.provinces)),
            str(len(m.cities) - 1),
            *(str(sum(line.kind == kind for line in m.lines.values())) for kind in COLONIST_KINDS),
        ]
        for m in maps
    ]
    return words.table(words.header("map", "name", "players", "provinces", "cities", "land-lines", "sea-lines"), rows)


def _ends(game_map: Map, city: str, kind: LineKind) -> str:
    """The cities to which the lines of a kind lead from a city."""
    return " ".join(end for line in game_map.lines_at(city, kind) for end in line.cities if end != city) or "-"


def _map(words: _Words, game_map: Map) -> str:
    rows = []
    for city in game_map.cities.values():
        province = game_map.provinces[city.province] if city.province else None
        first = province is not None and province.cities[0] == city.id
        number, name = (province.number, words.name("provinces", province.id)) if province and first else ("", "")
        rows.append(
            [number, name, city.id, city.letter or "", *(_ends(game_map, city.id, kind) for kind in COLONIST_KINDS)]
        )
    title = map_title(words.language, game_map)
    header = words.header("", "province", "city", "letter", "by-land", "by-sea")
    drawing = draw(game_map, max(terminal_width(), 80))
    return "\n\n".join([paragraph(title, 0), f"{drawing}\n{words('show.legend')}", words.table(header, rows)])


# Provinces and cities: the same one may be on several maps


def _provinces(words: _Words, provinces: Iterable[Mapping[str, Province]]) -> str:
    rows = [
        [id, words.name("provinces", id), words.name("maps", map_id), " ".join(province.cities)]
        for on_maps in provinces
        for id, (map_id, province) in _rows(on_maps)
    ]
    return words.table(words.header("province", "name", "map", "cities"), rows)


def _cities(words: _Words, cities: Iterable[Mapping[str, City]]) -> str:
    rows = [
        [
            id,
            words.name("cities", city.id),
            words.name("maps", map_id),
            words.name("provinces", city.province) if city.province else "-",
            city.letter or "-",
            *(_ends(words.spec.maps[map_id], city.id, kind) for kind in COLONIST_KINDS),
        ]
        for on_maps in cities
        for id, (map_id, city) in _rows(on_maps)
    ]
    return words.table(words.header("city", "name", "map", "province", "letter", "by-land", "by-sea"), rows)


def _rows(on_maps: Mapping[str, Any]) -> Iterator[tuple[str, tuple[str, Any]]]:
    """What is on several maps gets a row for each, the first of them with its id."""
    for index, (map_id, place) in enumerate(on_maps.items()):
        yield ("" if index else place.id), (map_id, place)


def _province(words: _Words, on_maps: Mapping[str, Province]) -> str:
    parts = []
    for map_id, province in on_maps.items():
        cities = [{map_id: words.spec.maps[map_id].cities[city]} for city in province.cities]
        parts += [f"{province.number} {words.name('provinces', province.id)}", _cities(words, cities)]
    return "\n\n".join(parts)


def _city(words: _Words, on_maps: Mapping[str, City]) -> str:
    return f"{words.name('cities', next(iter(on_maps.values())).id)}\n\n{_cities(words, [on_maps])}"


# Clauses


def _clauses(words: _Words, clauses: Iterable[Clause]) -> str:
    rows = [[clause.id, words(f"value.kind.{clause.kind}"), words.clause(clause.id)] for clause in clauses]
    return words.table(words.header("clause", "kind", "text"), rows)


def _rules(words: _Words, clauses: Iterable[Clause]) -> str:
    return f"{words('show.rules')}\n\n{_clauses(words, clauses)}"


def _clause(words: _Words, clause: Clause) -> str:
    printed = words(f"value.printed.{clause.printed_on}") if clause.printed_on else "-"
    facts = [
        [words("show.kind"), words(f"value.kind.{clause.kind}")],
        [words("show.belongs-to"), _belongs_to(words, *clause.belongs_to)],
        [words("show.printed-on"), printed],
        *(
            [words("show.carried-out-by") if index == 0 else "", path]
            for index, path in enumerate(clause.carried_out_by)
        ),
    ]
    places = [
        [id, words.name("languages", id), clause_place(words.language, place)]
        for id, place in words.spec.places[clause.id].items()
    ]
    return "\n\n".join(
        [
            clause.id,
            paragraph(words.clause(clause.id)),
            table(["", ""], facts).lstrip("\n"),
            f"{words('show.in-the-rulebooks')}\n\n{words.table(words.header('', 'language', 'place'), places)}",
        ]
    )


def _belongs_to(words: _Words, kind: str, id: str) -> str:
    return words.name(f"{kind}s", id) if kind in ("card", "god") else words(f"value.{kind}.{id}")


# How all things of a kind are listed, and how one of them is shown in all its parts.
LISTS: Mapping[str, Callable[[_Words, Iterable[Any]], str]] = {
    "card": _cards,
    "god": _gods,
    "good": _goods,
    "map": _maps,
    "province": _provinces,
    "city": _cities,
    "clause": _clauses,
}
PARTS: Mapping[str, Callable[[_Words, Any], str]] = {
    "god": _god,
    "good": _good,
    "map": _map,
    "province": _province,
    "city": _city,
    "clause": _clause,
}
