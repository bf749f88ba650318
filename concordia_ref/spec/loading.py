"""Loading a specification: from files to the typed model."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from concordia_ref.spec import model
from concordia_ref.spec.clauses import listed
from concordia_ref.spec.editions import edition_data
from concordia_ref.spec.findings import SpecificationError
from concordia_ref.spec.model import CANONICAL, Specification
from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.spec.values import checked

Data = Mapping[str, Any]
T = TypeVar("T")

# The parts of the set-up that the model keeps as they are, without a class of their own.
_PARTS_OF_SETUP = ("first_player", "decks", "city_tokens")


def load(folder: str | os.PathLike[str] | None = None, edition: str = CANONICAL) -> Specification:
    """The specification in a folder, or the one that comes with this package, in an edition.

    An edition is one of the specification's own, or the path of a file that describes one. A folder of your own is
    checked first: a `ValueError` lists everything that is wrong with its data. The packaged specification was checked
    before it was published, so it loads at once.

    >>> load().cards["ii_weaver"].points
    5
    >>> load(edition="cs").edition
    'cs'
    """
    if folder is None:
        return _packaged(edition)
    # Only a folder of your own needs jsonschema, which takes longer to import than the packaged rules take to load.
    from concordia_ref.spec.validation import validate

    if findings := validate(Path(folder)):
        raise SpecificationError(findings)
    return load_valid(Path(folder), edition)


@cache
def _packaged(edition: str) -> Specification:
    return load_valid(packaged_folder("spec"), edition)


def load_valid(folder: Path, edition: str) -> Specification:
    """The specification in a folder that has been validated, in an edition."""
    id, data, takes = edition_data(folder, edition)
    return build(data, folder, id, takes)


def build(
    data: Data, folder: Path | None = None, edition: str = CANONICAL, takes: Mapping[str, str] = MappingProxyType({})
) -> Specification:
    """The typed model of the data of a valid specification, in which readings have been taken already."""
    data = _frozen(data)
    pieces, end, setup = data["pieces"], data["end"], data["setup"]
    return Specification(
        version=data["about"]["version"],
        goods=_goods(data["goods"]),
        box=_made(model.Box, data["goods"]["box"]),
        costs=_costs(data["costs"]),
        colours=tuple(pieces["colours"]),
        pieces=_made(model.PlayerPieces, pieces["per_player"]),
        storehouse=_made(model.Storehouse, pieces["storehouse"]),
        cards=MappingProxyType({card.id: card for card in _cards(data["cards"])}),
        concordia=_made(model.Concordia, data["cards"]["concordia"]),
        actions=_map(data["actions"], _action),
        gods=_map(data["gods"]["gods"], lambda id, god: _god(id, god, data["maps"])),
        scoring=_made(model.Scoring, data["gods"]["scoring"]),
        display=_made(model.Display, data["display"]),
        turn=_made(model.TurnRules, data["turn"]),
        setup=_setup(setup),
        end=model.End(
            triggers=_made(model.Triggers, end["triggers"]),
            last_turns=_made(model.LastTurns, end["last_turns"]),
            winner=_made(model.Winner, end["winner"]),
        ),
        interim=_made(model.Interim, data["interim"]),
        maps=_map(data["maps"], _game_map),
        rulebooks=_map(data["about"]["rulebooks"], _rulebook),
        data=data,
        edition=edition,
        folder=folder or packaged_folder("spec"),
        takes=MappingProxyType({**takes}),
    )


def _map(values: Mapping[str, Any], make: Any) -> Any:
    return MappingProxyType({id: make(id, value) for id, value in values.items()})


def _frozen(value: Any) -> Any:
    if isinstance(value, dict):
        return MappingProxyType({key: _frozen(item) for key, item in value.items()})
    return tuple(_frozen(item) for item in value) if isinstance(value, list) else value


def _group(group: Data) -> dict[str, Any]:
    """The parameters of a group, with its clauses as tuples; where the facts come from is left out."""
    values = {key: value for key, value in group.items() if key not in ("evidence", "clauses")}
    if "clauses" in group:
        values["clauses"] = _by_parameter(group)
    return values


def _made(kind: type[T], group: Data, **others: Any) -> T:
    """A part of the model from its group, with some values in the place of those of the group."""
    return kind(**checked(kind, {**_group(group), **others}))


def _by_parameter(group: Data) -> model.ClausesByParameter:
    return MappingProxyType({key: listed(value) for key, value in group.get("clauses", {}).items()})


def _costs(costs: Data) -> model.Costs:
    in_city_of = _map(costs["house"]["in_city_of"], lambda _, cost: model.HouseCost(**_group(cost)))
    house = _made(model.HouseCosts, costs["house"], in_city_of=in_city_of)
    return model.Costs(house, _made(model.ColonistCost, costs["colonist"]))


def _goods(goods: Data) -> Mapping[str, model.Good]:
    own, whole = _of_items(goods, "goods", model.Good)
    clauses = MappingProxyType({**own, "id": whole})
    return MappingProxyType({id: model.Good(id, good["price"], clauses) for id, good in goods["goods"].items()})


def _of_items(group: Data, key: str, kind: type[NamedTuple]) -> tuple[model.ClausesByParameter, tuple[str, ...]]:
    """The clauses of the items that a group lists under a key, by their fields, and those of the list as a whole.

    A clause belongs to the field that its id names: `goods.price` to the price of every good, `goods.five` to none.
    """
    by_parameter = _by_parameter(group)
    names = kind._fields
    own = {"this": by_parameter["this"]} if "this" in by_parameter else {}
    whole = []
    for clause in by_parameter[key]:
        name = next((name for name in names if name in clause.split(".")), None)
        if name is None:
            whole.append(clause)
        else:
            own[name] = (*own.get(name, ()), clause)
    return MappingProxyType(own), tuple(whole)


def _cards(cards: Data) -> Iterator[model.Card]:
    starting = [(None, id, card) for id, card in cards["starting"]["cards"].items()]
    for_sale = [(deck, id, card) for deck, all in cards["for_sale"]["decks"].items() for id, card in all.items()]
    clauses_of = {
        is_for_sale: MappingProxyType({**own, "this": own.get("this", ()) + whole})
        for is_for_sale, (own, whole) in (
            (False, _of_items(cards["starting"], "cards", model.Card)),
            (True, _of_items(cards["for_sale"], "decks", model.Card)),
        )
    }
    for deck, id, card in starting + for_sale:
        kind = cards["kinds"][card["kind"]]
        yield model.Card(
            id=id,
            kind=card["kind"],
            action=kind["action"],
            god=card["god"],
            deck=deck,
            cost=card.get("cost", MappingProxyType({})),
            copies=card.get("copies", 1),
            income=card.get("income"),
            points=card.get("points"),
            good=kind.get("good"),
            clauses=clauses_of[deck is not None],
        )


def _action(id: str, action: Data) -> model.Action:
    choose = _map(action["choose"], lambda _, steps: tuple(_step(step) for step in steps))
    return model.Action(id, choose, _by_parameter(action))


def _step(step: Data) -> model.Step:
    parameters = {key: value for key, value in step.items() if key not in ("do", "clauses")}
    return model.Step(step["do"], MappingProxyType(parameters), _by_parameter(step))


def _god(id: str, god: Data, maps: Data) -> model.God:
    at_most = god.get("at_most")
    division = checked(model.God, {key: god[key] for key in ("divided", "rounded") if key in god})
    return model.God(
        id=id,
        points=None if god["points"] == "of_the_card" else god["points"],
        per=_quantity(god["per"]),
        full=god.get("full", 1),
        divided=division.get("divided", "the_sum"),
        rounded=division.get("rounded", "down"),
        at_most=MappingProxyType(dict.fromkeys(maps, at_most)) if isinstance(at_most, int) else at_most,
        clauses=_by_parameter(god),
    )


def _quantity(quantity: Data) -> model.Quantity:
    city_good = quantity.get("city_good", {})
    counted = {key: value for key, value in checked(model.Quantity, quantity).items() if key != "city_good"}
    counted["sum"] = tuple(_quantity(part) for part in quantity.get("sum", ()))
    return model.Quantity(**counted, city_good_is=city_good.get("is"), city_good_is_not=city_good.get("not"))


def _setup(setup: Data) -> model.Setup:
    clauses = {part: tuple(chain(*_by_parameter(setup[part]).values())) for part in _PARTS_OF_SETUP}
    words = {
        "first_player": setup["first_player"]["chosen"],
        "stack": setup["decks"]["stack"],
        "tokens_drawn": setup["city_tokens"]["drawn"],
    }
    return model.Setup(
        **checked(model.Setup, words),
        decks=MappingProxyType({int(count): decks for count, decks in setup["decks"]["used"].items()}),
        city_tokens=MappingProxyType(
            {k: v for k, v in setup["city_tokens"].items() if k not in ("drawn", "evidence", "clauses")}
        ),
        bonus_markers=_made(model.BonusMarkers, setup["bonus_markers"]),
        players=_made(model.PlayerStart, setup["players"], coins=model.StartingCoins(**setup["players"]["coins"])),
        clauses=MappingProxyType(clauses),
    )


def _game_map(id: str, data: Data) -> model.Map:
    start = data["start_city"]
    of_cities, whole = _of_items(data, "cities", model.City)
    cities = {start["id"]: model.City(start["id"], start["printed"], None, None, tuple(start["position"]), of_cities)}
    for city, entry in data["cities"].items():
        position = tuple(entry["position"])
        cities[city] = model.City(city, entry["printed"], entry["province"], entry["letter"], position, of_cities)
    lines: list[model.Line] = []
    for kind, pairs in data["lines"].items():
        for a, b in (sorted(pair) for pair in pairs):
            lines.append(model.Line(f"{a}~{b}:{kind}", kind, (a, b)))

    def province(province_id: str, entry: Data) -> model.Province:
        inside = tuple(city.id for city in cities.values() if city.province == province_id)
        return model.Province(province_id, entry["number"], entry["name"], inside)

    return model.Map(
        id=id,
        players=tuple(data["players"]),
        start_city=start["id"],
        provinces=_map(data["provinces"], province),
        cities=MappingProxyType(cities),
        lines=MappingProxyType({line.id: line for line in lines}),
        clauses=MappingProxyType({**_by_parameter(data), "cities": whole}),
    )


def _rulebook(id: str, book: Data) -> model.Rulebook:
    return model.Rulebook(id, **_group(book))
