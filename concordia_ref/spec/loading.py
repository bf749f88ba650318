"""Loading a specification: from files to the typed model."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from concordia_ref.spec import model
from concordia_ref.spec.clauses import listed
from concordia_ref.spec.editions import edition_data
from concordia_ref.spec.model import CANONICAL, Specification
from concordia_ref.spec.packaged import packaged_folder

Data = Mapping[str, Any]


def load(folder: str | os.PathLike[str] | None = None, edition: str = CANONICAL) -> Specification:
    """The specification in a folder, or the one that comes with this package, in an edition.

    An edition is one of the specification's own, or the path of a file that describes one. A folder of your own is
    checked first: a `ValueError` lists everything that is wrong with its data. The packaged specification was checked
    before it was published, so that it loads at once.

    >>> load().cards["ii_weaver"].points
    5
    >>> load(edition="cs").edition
    'cs'
    """
    if folder is None:
        return _packaged(edition)
    # Only a folder of your own needs jsonschema, which takes longer to import than the packaged rules take to load.
    from concordia_ref.spec.validation import check_folder

    check_folder(Path(folder))
    return load_valid(Path(folder), edition)


@cache
def _packaged(edition: str) -> Specification:
    return load_valid(packaged_folder("spec"), edition)


def load_valid(folder: Path, edition: str) -> Specification:
    """The specification in a folder that has been validated, in an edition."""
    id, data = edition_data(folder, edition)
    return build(data, folder, id)


def build(data: Data, folder: Path | None = None, edition: str = CANONICAL) -> Specification:
    """The typed model of the data of a valid specification."""
    data = _frozen(data)
    pieces, end, setup = data["pieces"], data["end"], data["setup"]
    return Specification(
        version=data["about"]["version"],
        goods=_map(data["goods"]["goods"], lambda id, good: model.Good(id, good["price"])),
        costs=_costs(data["costs"]),
        colours=tuple(pieces["colours"]),
        pieces=model.PlayerPieces(**_group(pieces["per_player"])),
        storehouse=model.Storehouse(**_group(pieces["storehouse"])),
        cards=MappingProxyType({card.id: card for card in _cards(data["cards"])}),
        concordia_points=data["cards"]["concordia"]["points"],
        actions=_map(data["actions"], _action),
        gods=_map(data["gods"]["gods"], lambda id, god: _god(id, god, data["maps"])),
        scoring=model.Scoring(**_group(data["gods"]["scoring"])),
        display=model.Display(**_group(data["display"])),
        turn=model.TurnRules(**_group(data["turn"])),
        setup=_setup(setup),
        end=model.End(
            triggers=model.Triggers(**_group(end["triggers"])),
            last_turns=model.LastTurns(**_group(end["last_turns"])),
            winner=model.Winner(**_group(end["winner"], without=("most", "tie_goes_to"))),
        ),
        interim=model.Interim(**_group(data["interim"])),
        maps=_map(data["maps"], _game_map),
        rulebooks=_map(data["about"]["rulebooks"], _rulebook),
        data=data,
        edition=edition,
        folder=folder or packaged_folder("spec"),
    )


def _map(values: Mapping[str, Any], make: Any) -> Any:
    return MappingProxyType({id: make(id, value) for id, value in values.items()})


def _frozen(value: Any) -> Any:
    if isinstance(value, dict):
        return MappingProxyType({key: _frozen(item) for key, item in value.items()})
    return tuple(_frozen(item) for item in value) if isinstance(value, list) else value


def _group(group: Data, without: tuple[str, ...] = ()) -> dict[str, Any]:
    """The parameters of a group, with its clauses as tuples; where the facts come from is left out."""
    values = {key: value for key, value in group.items() if key not in ("evidence", "clauses", *without)}
    if "clauses" in group:
        values["clauses"] = _by_parameter(group)
    return values


def _by_parameter(group: Data) -> model.ClausesByParameter:
    return MappingProxyType({key: listed(value) for key, value in group.get("clauses", {}).items()})


def _costs(costs: Data) -> model.Costs:
    house = _group(costs["house"])
    house["in_city_of"] = _map(house["in_city_of"], lambda _, cost: model.HouseCost(**cost))
    return model.Costs(model.HouseCosts(**house), model.ColonistCost(**_group(costs["colonist"])))


def _cards(cards: Data) -> Iterator[model.Card]:
    starting = [(None, id, card) for id, card in cards["starting"]["cards"].items()]
    for_sale = [(deck, id, card) for deck, all in cards["for_sale"]["decks"].items() for id, card in all.items()]
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
        )


def _action(id: str, action: Data) -> model.Action:
    choose = _map(action["choose"], lambda _, steps: tuple(_step(step) for step in steps))
    return model.Action(id, choose, _by_parameter(action))


def _step(step: Data) -> model.Step:
    parameters = {key: value for key, value in step.items() if key not in ("do", "clauses")}
    return model.Step(step["do"], MappingProxyType(parameters), _by_parameter(step))


def _god(id: str, god: Data, maps: Data) -> model.God:
    at_most = god.get("at_most")
    return model.God(
        id=id,
        points=None if god["points"] == "of_the_card" else god["points"],
        per=_quantity(god["per"]),
        full=god.get("full", 1),
        at_most=MappingProxyType(dict.fromkeys(maps, at_most)) if isinstance(at_most, int) else at_most,
        clauses=_by_parameter(god),
    )


def _quantity(quantity: Data) -> model.Quantity:
    city_good = quantity.get("city_good", {})
    return model.Quantity(
        count=quantity.get("count"),
        value_of=quantity.get("value_of"),
        sum=tuple(_quantity(part) for part in quantity.get("sum", ())),
        owner=quantity.get("owner"),
        city_good_is=city_good.get("is"),
        city_good_is_not=city_good.get("not"),
    )


def _setup(setup: Data) -> model.Setup:
    players = _group(setup["players"], without=("hand",))
    players["coins"] = model.StartingCoins(**players["coins"])
    return model.Setup(
        decks=MappingProxyType({int(count): decks for count, decks in setup["decks"]["used"].items()}),
        city_tokens=MappingProxyType(
            {k: v for k, v in setup["city_tokens"].items() if k not in ("evidence", "clauses")}
        ),
        bonus_markers=model.BonusMarkers(**_group(setup["bonus_markers"])),
        players=model.PlayerStart(**players),
    )


def _game_map(id: str, data: Data) -> model.Map:
    start = data["start_city"]
    cities = {start["id"]: model.City(start["id"], start["printed"], None, None, tuple(start["position"]))}
    for city, entry in data["cities"].items():
        position = tuple(entry["position"])
        cities[city] = model.City(city, entry["printed"], entry["province"], entry["letter"], position)
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
    )


def _rulebook(id: str, book: Data) -> model.Rulebook:
    return model.Rulebook(id, **_group(book))
