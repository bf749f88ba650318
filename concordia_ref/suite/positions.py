"""Positions in their short form: what differs from the start of a game.

    map: imperium
    players: 3
    city_goods: {massilia: cloth}          # the other cities take what is left of the tokens of their letter, in order
    seats:
      "0": {coins: 15, goods: {brick: 3}, houses: [colonia], colonists: [land@roma, sea@roma], owns: [i_colonist]}
      "1": {pile: [architect]}             # what lies on the pile is not in the hand

Seat 0 begins and has the next turn; the last seat holds the Praefectus Magnus. Cards for sale lie in the order of the
file unless `display` puts some first; `owns` takes cards out of it into a hand, and `rest_to` gives all that are left
to a seat. Goods that are not named are none once `goods` is written.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator

from concordia_ref.engine.rules import Rules
from concordia_ref.engine.setup import Draws, check_table, set_up
from concordia_ref.engine.state import State
from concordia_ref.engine.state_json import state_from_json, state_to_json
from concordia_ref.spec.errors import Malformed, unknown
from concordia_ref.spec.findings import did_you_mean
from concordia_ref.spec.model import COLONIST_KINDS
from concordia_ref.spec.packaged import packaged_folder


def expand(rules: Rules, short: Mapping[str, Any]) -> State:
    """The whole state of a position in its short form; `Malformed` says what is wrong with it."""
    check_shape("position", short)
    map_id, players = short["map"], short["players"]
    draws = orderly_draws(rules, map_id, players, short.get("city_goods", {}))
    data = state_to_json(rules, set_up(rules, map_id, players, draws, interim=False))
    seats = {seat: short["seats"][str(seat)] for seat in range(5) if str(seat) in short.get("seats", {})}
    for seat in (*seats, short.get("rest_to", 0)):
        if seat >= players:
            raise unknown("seat", str(seat), "/seats", ())
    for seat, entry in seats.items():
        _change_player(rules, data["players"][seat], entry, f"/seats/{seat}")
    owned = [card for entry in seats.values() for card in entry.get("owns", ())]
    left = [card for card in draws.stack if card not in owned]
    if "rest_to" in short:
        shown = short.get("display", [])
        data["players"][short["rest_to"]]["hand"] += [card for card in left if card not in shown]
        left = list(shown)
    first = short.get("display", left[: len(rules.spec.display.slots)])
    data["display"] = list(first)
    data["stack"] = [card for card in left if card not in first]
    for province in short.get("coin_side", ()):
        data["markers"][province] = "coins"
    for key in ("to_play", "first_player", "praefectus_magnus", "concordia", "last_turns", "interim"):
        if key in short:
            data[key] = short[key]
    return state_from_json(rules, data)


def check_shape(kind: str, data: Any) -> None:
    """Check a position or a scenario against its schema; `Malformed` says what is wrong with it."""
    for error in _validator(kind).iter_errors(data):
        pointer = "".join(f"/{part}" for part in error.absolute_path)
        if error.validator == "additionalProperties":
            known = list(error.schema["properties"])
            key = next(key for key in error.instance if key not in known)
            raise Malformed("unknown-key", f"unknown key {key!r}", pointer, did_you_mean(key, known))
        raise Malformed("shape", error.message, pointer)


@cache
def _validator(kind: str) -> Draft202012Validator:
    file = packaged_folder("conformance") / "schema" / f"{kind}.schema.json"
    return Draft202012Validator(json.loads(file.read_text(encoding="utf-8")))


def orderly_draws(rules: Rules, map_id: str, players: int, city_goods: Mapping[str, str]) -> Draws:
    """Draws without chance: seat 0 first, tokens in order but for those wanted, decks in the order of the file."""
    check_table(rules, map_id, players)
    stack = tuple(card for deck in rules.spec.setup.decks[players] for card in rules.spec.decks[deck])
    return Draws(0, orderly_goods(rules, map_id, city_goods), stack)


def orderly_goods(rules: Rules, map_id: str, wanted: Mapping[str, str]) -> dict[str, str]:
    """The goods of all cities: those wanted, and for the others the tokens of their letters that are left, in order."""
    cities = rules.spec.maps[map_id].cities
    left = {
        letter: [good for good, number in bag.items() for _ in range(number)]
        for letter, bag in rules.spec.setup.city_tokens.items()
    }

    def bags(letter: str) -> list[list[str]]:
        """Those from which a city can draw, that of its own letter first."""
        others = [left[other] for other in left if other != letter]
        return [left[letter], *(others if rules.spec.setup.tokens_drawn == "from_all" else ())]

    for city, good in wanted.items():
        letter = cities[city].letter if city in cities else None
        bag = next((bag for bag in bags(letter) if good in bag), None) if letter is not None else None
        if bag is None:
            raise Malformed("position.token", f"no token {good!r} is left for {city!r}", f"/city_goods/{city}")
        bag.remove(good)
    return {
        city.id: wanted.get(city.id) or next(bag for bag in bags(city.letter) if bag).pop(0)
        for city in cities.values()
        if city.letter is not None
    }


def _change_player(rules: Rules, player: dict[str, Any], entry: Mapping[str, Any], at: str) -> None:
    hand = [*player["hand"], *entry.get("owns", ())]
    for card in entry.get("pile", ()):
        if card not in hand:
            raise Malformed("position.card", f"{card!r} is not among the cards of the player", f"{at}/pile")
        hand.remove(card)
    player |= {"hand": hand, "pile": list(entry.get("pile", ()))}
    player |= {key: entry[key] for key in ("coins", "houses", "remembered") if key in entry}
    if "goods" in entry:
        player["goods"] = {**dict.fromkeys(rules.goods, 0), **entry["goods"]}
    if "colonists" in entry:
        pairs = [colonist.partition("@") for colonist in entry["colonists"]]
        player["colonists"] = {kind: [place for k, _, place in pairs if k == kind] for kind in COLONIST_KINDS}


def short_form(rules: Rules, state: dict[str, Any], *, use_rest: bool = True) -> dict[str, Any]:
    """The short form of a position: what differs from the start of a game. It does not include the order of the stack.

    Where the stack is empty, one player owns the rest of the cards, unless all of them are to be named.
    """
    players = len(state["players"])
    short: dict[str, Any] = {"map": state["map"], "players": players}
    if goods := wanted_goods(rules, state["map"], players, state["city_goods"]):
        short["city_goods"] = goods
    plain = state_to_json(rules, expand(rules, {"map": state["map"], "players": players}))
    seats = {str(seat): entry for seat in range(players) if (entry := _seat(rules, plain, state, seat))}
    rest_to = _owner_of_the_rest(seats) if use_rest and not state["stack"] else None
    if rest_to is not None:
        entry, pile = seats[str(rest_to)], state["players"][rest_to]["pile"]
        entry["owns"] = [card for card in entry["owns"] if card in pile]
        seats[str(rest_to)] = {key: value for key, value in entry.items() if value != []}
    if seats := {seat: entry for seat, entry in seats.items() if entry}:
        short["seats"] = seats
    if coins := [province for province, side in state["markers"].items() if side == "coins"]:
        short["coin_side"] = coins
    if rest_to is not None:
        short |= {"rest_to": rest_to, "display": state["display"]}
    elif state["display"] != _usual_display(rules, state):
        short["display"] = state["display"]
    for key in ("to_play", "first_player", "praefectus_magnus", "concordia", "last_turns", "interim"):
        if state[key] != plain[key]:
            short[key] = state[key]
    return short


def _owner_of_the_rest(seats: Mapping[str, dict[str, Any]]) -> int | None:
    """The seat that owns most of the cards that were for sale; None if nobody owns any."""
    owners = {int(seat): len(entry["owns"]) for seat, entry in seats.items() if "owns" in entry}
    return max(owners, key=owners.__getitem__) if owners else None


def _usual_display(rules: Rules, state: dict[str, Any]) -> list[str]:
    """The display as the decks fill it without chance, leaving out the cards that players own."""
    owned = {card for player in state["players"] for card in (*player["hand"], *player["pile"])}
    stack = orderly_draws(rules, state["map"], len(state["players"]), {}).stack
    return [card for card in stack if card not in owned][: len(rules.spec.display.slots)]


def _seat(rules: Rules, plain: dict[str, Any], state: dict[str, Any], seat: int) -> dict[str, Any]:
    player, usual = state["players"][seat], plain["players"][seat]
    entry: dict[str, Any] = {}
    if player["coins"] != usual["coins"]:
        entry["coins"] = player["coins"]
    if player["goods"] != usual["goods"]:
        entry["goods"] = {good: number for good, number in player["goods"].items() if number}
    if player["houses"]:
        entry["houses"] = player["houses"]
    if player["colonists"] != usual["colonists"]:
        entry["colonists"] = [f"{kind}@{place}" for kind, places in player["colonists"].items() for place in places]
    starting = set(rules.spec.starting_hand)
    if bought := [card for card in (*player["hand"], *player["pile"]) if card not in starting]:
        entry["owns"] = sorted(bought, key=rules.card_order.__getitem__)
    if player["pile"]:
        entry["pile"] = player["pile"]
    if "remembered" in player:
        entry["remembered"] = player["remembered"]
    return entry


def wanted_goods(rules: Rules, map_id: str, players: int, city_goods: Mapping[str, str]) -> dict[str, str]:
    """The cities whose goods must be named so that all others follow."""
    wanted: dict[str, str] = {}
    while True:
        draws = orderly_draws(rules, map_id, players, wanted)
        other = next((city for city, good in city_goods.items() if draws.city_goods[city] != good), None)
        if other is None:
            return wanted
        wanted[other] = city_goods[other]
