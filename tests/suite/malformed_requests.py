"""Requests that cannot be carried out as they stand: what cannot be read, what is incomplete, what is not possible."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from functools import cache
from typing import Any

from concordia_ref.engine.game import Game
from concordia_ref.suite.positions import expand

Request = dict[str, Any]

# Seat 0 has every card that the turns below play, a full storehouse, and houses that produce for it.
POSITION = {
    "map": "italia",
    "players": 3,
    "seats": {
        "0": {
            "coins": 9,
            "goods": {"food": 4, "wine": 3},
            "owns": ["i_colonist", "ii_consul"],
            "houses": ["olbia", "aleria"],
        },
        "1": {"pile": ["mercator"]},
        "2": {"pile": ["diplomat"]},
    },
}

# By what is wrong with the turn.
TURNS: dict[str, Any] = {
    "nothing": None,
    "a text": "tribune",
    "a list": ["tribune"],
    "a number": 7,
    "an empty object": {},
    "no card": {"moves": []},
    "card is a number": {"card": 3},
    "card is nothing": {"card": None},
    "unknown card": {"card": "tribun"},
    "unknown key": {"card": "tribune", "colonists": []},
    "seat is a text": {"card": "tribune", "seat": "0"},
    "seat beyond the table": {"card": "tribune", "seat": 3},
    "seat is negative": {"card": "tribune", "seat": -1},
    "pass is false": {"pass": False},
    "pass with a card": {"pass": True, "card": "tribune"},
    "choice is a list": {"card": "prefect", "choice": ["collect"]},
    "unknown choice": {"card": "prefect", "choice": "colect"},
    "missing choice of the Prefect": {"card": "prefect"},
    "missing choice of the Colonist": {"card": "i_colonist"},
    "missing province": {"card": "prefect", "choice": "produce"},
    "unknown province": {"card": "prefect", "choice": "produce", "province": "hispania"},
    "province is a number": {"card": "prefect", "choice": "produce", "province": 1},
    "praefectus_magnus is a text": {
        "card": "prefect",
        "choice": "produce",
        "province": "corsica",
        "praefectus_magnus": "yes",
    },
    "keep is a list": {"card": "prefect", "choice": "produce", "province": "corsica", "keep": []},
    "keep of an unknown good": {
        "card": "prefect",
        "choice": "produce",
        "province": "corsica",
        "keep": {"0": {"gold": 1}},
    },
    "keep of an unknown seat": {"card": "prefect", "choice": "produce", "province": "corsica", "keep": {"4": {}}},
    "keep of half a good": {
        "card": "prefect",
        "choice": "produce",
        "province": "corsica",
        "keep": {"0": {"wine": 0.5}},
    },
    "place is a text": {"card": "tribune", "place": "land@roma"},
    "place without a kind": {"card": "tribune", "place": ["roma"]},
    "place of an unknown kind": {"card": "tribune", "place": ["air@roma"]},
    "place in an unknown city": {"card": "tribune", "place": ["land@rome"]},
    "place on a line": {"card": "tribune", "place": ["land@casinum~roma:land"]},
    "moves is an object": {"card": "architect", "moves": {}},
    "a move is a text": {"card": "architect", "moves": ["land@roma"]},
    "a move without an end": {"card": "architect", "moves": [{"colonist": "land@roma"}]},
    "a move without a colonist": {"card": "architect", "moves": [{"to": "casinum~roma:land"}]},
    "a move with more": {
        "card": "architect",
        "moves": [{"colonist": "land@roma", "to": "casinum~roma:land", "steps": 1}],
    },
    "a move to an unknown line": {"card": "architect", "moves": [{"colonist": "land@roma", "to": "roma~casinum:land"}]},
    "a move from nowhere": {"card": "architect", "moves": [{"colonist": "land@", "to": "casinum~roma:land"}]},
    "builds is a text": {"card": "architect", "builds": "roma"},
    "builds in an unknown city": {"card": "architect", "builds": ["carthago"]},
    "builds on a line": {"card": "architect", "builds": ["casinum~roma:land"]},
    "sell is a list": {"card": "mercator", "sell": ["wine"]},
    "sell of an unknown good": {"card": "mercator", "sell": {"gold": 1}},
    "sell of a negative number": {"card": "mercator", "sell": {"wine": -1}},
    "sell of a text": {"card": "mercator", "sell": {"wine": "1"}},
    "sell of true": {"card": "mercator", "sell": {"wine": True}},
    "buy of nothing": {"card": "mercator", "buy": None},
    "cards is a text": {"card": "senator", "cards": "i_mason"},
    "cards of an unknown name": {"card": "senator", "cards": ["mason"]},
    "any is missing": {"card": "senator", "cards": ["SECOND"]},
    "copies without as": {"card": "diplomat", "copies": 1},
    "as without copies": {"card": "diplomat", "as": {"card": "mercator"}},
    "copies an unknown seat": {"card": "diplomat", "copies": 3, "as": {"card": "mercator"}},
    "as is a text": {"card": "diplomat", "copies": 1, "as": "mercator"},
    "as without a card": {"card": "diplomat", "copies": 1, "as": {}},
    "as with a seat": {"card": "diplomat", "copies": 1, "as": {"card": "mercator", "seat": 0}},
    "as with an unknown good": {"card": "diplomat", "copies": 1, "as": {"card": "mercator", "sell": {"gold": 1}}},
    "a part for another card": {"card": "tribune", "sell": {"wine": 1}},
    "a choice where there is none": {"card": "tribune", "choice": "recall", "builds": ["cosa"]},
    "discard without keep": {
        "card": "prefect",
        "choice": "produce",
        "province": "corsica",
        "discard": {"0": {"wine": 1}},
    },
}

# What is put into a position, by the path to it; a value of None stands for the missing key.
STATES: dict[str, tuple[tuple[Any, ...], Any]] = {
    "no map": (("map",), None),
    "an unknown map": (("map",), "gallia"),
    "players is an object": (("players",), {}),
    "one player": (("players",), []),
    "no coins": (("players", 0, "coins"), None),
    "coins are a text": (("players", 0, "coins"), "9"),
    "negative coins": (("players", 0, "coins"), -1),
    "an unknown good": (("players", 0, "goods", "gold"), 1),
    "half a good": (("players", 0, "goods", "wine"), 0.5),
    "an unknown card in hand": (("players", 0, "hand"), ["tribun"]),
    "pile is a text": (("players", 0, "pile"), "tribune"),
    "a house in an unknown city": (("players", 0, "houses"), ["carthago"]),
    "a colonist nowhere": (("players", 0, "colonists", "land"), ["carthago"]),
    "no sea colonists": (("players", 0, "colonists", "sea"), None),
    "an unknown key of a player": (("players", 0, "name"), "Livia"),
    "an unknown key": (("turn",), 3),
    "nobody's turn": (("to_play",), 5),
    "to_play is a text": (("to_play",), "0"),
    "a city without a good": (("city_goods", "cosa"), None),
    "a city with an unknown good": (("city_goods", "cosa"), "gold"),
    "a marker on its edge": (("markers", "corsica"), "edge"),
    "an unknown card for sale": (("display",), ["mason"]),
    "the stack is nothing": (("stack",), 0),
    "an unknown holder": (("praefectus_magnus",), 9),
    "last turns of nobody": (("last_turns",), [7]),
    "too few interim scores": (("interim",), [None]),
    "an interim score is a text": (("interim",), ["1", None, None]),
}

SETUPS: dict[str, tuple[tuple[Any, ...], Any]] = {
    "an unknown map": (("map",), "gallia"),
    "Italia with five": (("players",), 5),
    "one player": (("players",), 1),
    "players are a text": (("players",), "3"),
    "interim is a text": (("interim",), "no"),
    "an unknown first player": (("draws", "first_player"), 3),
    "the first player is a text": (("draws", "first_player"), "0"),
    "no stack": (("draws", "stack"), None),
    "an unknown card": (("draws", "stack", 0), "mason"),
    "a city without a good": (("draws", "city_goods", "cosa"), None),
    "an unknown good": (("draws", "city_goods", "cosa"), "gold"),
    "an unknown city": (("draws", "city_goods", "carthago"), "wine"),
    "more in the draws": (("draws", "dice"), [6]),
    "the decks the wrong way round": (("draws", "stack"), "turned"),
    "a card too few": (("draws", "stack"), "short"),
    "other tokens": (("draws", "city_goods"), "bricks"),
}


@cache
def game() -> Game:
    return Game()


def position() -> dict[str, Any]:
    return game().state_to_json(expand(game().rules, POSITION))


def setup() -> dict[str, Any]:
    record = game().setup("italia", players=3, seed=1).to_json()
    return {key: record[key] for key in ("map", "players", "interim", "draws")}


def changed(document: Any, path: tuple[Any, ...], value: Any) -> Any:
    """A copy with a value at the end of a path, or without it where the value is None."""
    result = copy.deepcopy(document)
    *before, last = path
    node = result
    for key in before:
        node = node[key]
    if value == "turned":
        node[last].reverse()
    elif value == "short":
        node[last].pop()
    elif value == "bricks":
        node[last] = dict.fromkeys(node[last], "brick")
    elif value is None and last != "interim":
        del node[last]
    else:
        node[last] = value
    return result


def requests() -> Iterator[tuple[str, Request]]:
    """Every request with what is wrong with it; a position is loaded before each turn."""
    state = position()
    for what, turn in TURNS.items():
        if isinstance(turn, dict) and turn.get("cards") == ["SECOND"]:
            turn = {**turn, "cards": [state["display"][1]]}
        yield f"turn: {what}", {"op": "apply", "turn": turn}
    for what, (path, value) in STATES.items():
        yield f"state: {what}", {"op": "load", "edition": "canonical", "state": changed(state, path, value)}
    yield "state: a list", {"op": "load", "edition": "canonical", "state": []}
    for what, (path, value) in SETUPS.items():
        yield f"set-up: {what}", {"op": "new", "edition": "canonical", **changed(setup(), path, value)}
