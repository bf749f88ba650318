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

from collections.abc import Mapping
from typing import Any

from concordia_ref.errors import Malformed
from concordia_ref.findings import did_you_mean
from concordia_ref.rules import COLONIST_KINDS, Rules
from concordia_ref.setup import Draws, check_table, set_up
from concordia_ref.state import State
from concordia_ref.state_json import state_from_json, state_to_json

KEYS = (
    *("map", "players", "city_goods", "coin_side", "display", "rest_to", "seats", "to_play", "first_player"),
    *("praefectus_magnus", "concordia", "last_turns", "interim"),
)
SEAT_KEYS = ("coins", "goods", "pile", "owns", "houses", "colonists")


def expand(rules: Rules, short: Mapping[str, Any]) -> State:
    """The whole state of a position in its short form; `Malformed` says what is wrong with it."""
    _only(short, KEYS, "")
    for key in ("map", "players"):
        if key not in short:
            raise Malformed("missing-key", "", value=repr(key))
    map_id, players = short["map"], short["players"]
    check_table(rules, map_id, players)
    seats = short.get("seats", {})
    for seat, entry in seats.items():
        _only(entry, SEAT_KEYS, f"/seats/{seat}")
    owned = [card for entry in seats.values() for card in entry.get("owns", ())]
    order = [card for deck in rules.spec.setup.decks[players] for card in rules.spec.decks[deck]]
    draws = Draws(0, _city_goods(rules, map_id, short.get("city_goods", {})), tuple(order))
    data = state_to_json(rules, set_up(rules, map_id, players, draws, interim=False))
    for seat, entry in seats.items():
        _change_player(rules, data["players"][int(seat)], entry)
    left = [card for card in order if card not in owned]
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


def _city_goods(rules: Rules, map_id: str, wanted: Mapping[str, str]) -> dict[str, str]:
    cities = rules.spec.maps[map_id].cities
    left = {
        letter: [good for good, number in bag.items() for _ in range(number)]
        for letter, bag in rules.spec.setup.city_tokens.items()
    }
    for city, good in wanted.items():
        letter = cities[city].letter if city in cities else None
        if letter is None or good not in left[letter]:
            raise Malformed("draws", f"/city_goods/{city}", problem=f"no token {good!r} is left for {city!r}")
        left[letter].remove(good)
    return {
        city.id: wanted.get(city.id) or left[city.letter].pop(0) for city in cities.values() if city.letter is not None
    }


def _change_player(rules: Rules, player: dict[str, Any], entry: Mapping[str, Any]) -> None:
    hand = [*player["hand"], *entry.get("owns", ())]
    for card in entry.get("pile", ()):
        if card not in hand:
            raise Malformed("draws", "/seats", problem=f"{card!r} is not among the cards of the player")
        hand.remove(card)
    player |= {"hand": hand, "pile": list(entry.get("pile", ()))}
    player |= {key: entry[key] for key in ("coins", "houses") if key in entry}
    if "goods" in entry:
        player["goods"] = {**dict.fromkeys(rules.goods, 0), **entry["goods"]}
    if "colonists" in entry:
        pairs = [str(colonist).partition("@") for colonist in entry["colonists"]]
        player["colonists"] = {kind: [place for k, _, place in pairs if k == kind] for kind in COLONIST_KINDS}


def _only(entry: Mapping[str, Any], keys: tuple[str, ...], at: str) -> None:
    for key in entry:
        if key not in keys:
            raise Malformed("unknown-key", at, did_you_mean(key, keys), value=repr(key))
