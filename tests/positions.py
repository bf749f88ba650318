"""Positions for tests, written as differences from the start of a game."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import pytest

from concordia_ref.engine.errors import Refused, Violation
from concordia_ref.engine.game import Game
from concordia_ref.engine.setup import Draws, set_up
from concordia_ref.engine.state import State
from concordia_ref.spec.errors import Malformed
from concordia_ref.spec.loading import build
from concordia_ref.spec.overlay import patched
from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.spec.paths import lookup
from concordia_ref.spec.schemas import schema_findings
from concordia_ref.spec.tree import Tree, read_tree

GAME = Game()

# Every map with every number of players.
TABLES = [("imperium", 3), ("imperium", 4), ("imperium", 5), ("italia", 2), ("italia", 3), ("italia", 4)]
# The seven starting cards, in the order of the alphabet.
HAND = ("architect", "diplomat", "mercator", "prefect", "prefect", "senator", "tribune")


def city_goods(map_id: str, wanted: Mapping[str, str]) -> dict[str, str]:
    """A good for every city: those wanted, and for the rest what is left of the tokens of each letter, in order."""
    cities = GAME.spec.maps[map_id].cities
    left = {
        letter: [good for good, number in bag.items() for _ in range(number)]
        for letter, bag in GAME.spec.setup.city_tokens.items()
    }
    for city, good in wanted.items():
        left[str(cities[city].letter)].remove(good)
    return {
        city.id: wanted.get(city.id) or left[city.letter].pop(0) for city in cities.values() if city.letter is not None
    }


def start(
    map_id: str, players: int, goods: Mapping[str, str] | None = None, *, interim: bool = False
) -> dict[str, Any]:
    """The start of a game with seat 0 first and the decks in the order of the file, as JSON."""
    stack = tuple(card for deck in GAME.spec.setup.decks[players] for card in GAME.spec.decks[deck])
    draws = Draws(0, city_goods(map_id, goods or {}), stack)
    return GAME.state_to_json(set_up(GAME.rules, map_id, players, draws, interim=interim))


def dealt(base: Mapping[str, Any], cards: Mapping[int, Sequence[str]]) -> dict[str, Any]:
    """A start in which players, by seat, have cards in hand that were for sale."""
    data = copy.deepcopy(dict(base))
    for seat, bought in cards.items():
        data["players"][seat]["hand"] += bought
    owned = [card for bought in cards.values() for card in bought]
    left = [card for card in (*data["display"], *data["stack"]) if card not in owned]
    return data | {"display": left[:7], "stack": left[7:]}


def piled(*cards: str) -> dict[str, Any]:
    """A player whose starting cards lie on the pile as far as they are named, the last one on top."""
    hand = list(HAND)
    for card in cards:
        hand.remove(card)
    return {"hand": hand, "pile": list(cards)}


def colonists(land: Sequence[str] = (), sea: Sequence[str] = ()) -> dict[str, Any]:
    """A player with colonists on these places and no others."""
    return {"colonists": {"land": list(land), "sea": list(sea)}}


def position(base: Mapping[str, Any], *seats: Mapping[str, Any], **top: Any) -> State:
    """A state from a start, with other values for the players by seat and at the top."""
    return GAME.state_from_json(position_json(base, *seats, **top))


def position_json(base: Mapping[str, Any], *seats: Mapping[str, Any], **top: Any) -> dict[str, Any]:
    """The same as JSON, whether it can occur in a game or not."""
    data = copy.deepcopy(dict(base))
    for seat, changes in enumerate(seats):
        data["players"][seat] |= changes
    return data | top


def stock(**goods: int) -> dict[str, int]:
    """Goods of a player; those not named are none."""
    return {good: goods.get(good, 0) for good in GAME.rules.goods}


def play(state: State, turn: str | dict[str, Any], game: Game = GAME) -> State:
    """The position after a turn, given as notation or JSON."""
    return game.play(state, turn)


def goods_of(state: State, seat: int) -> dict[str, int]:
    """The goods of a player without the zeros."""
    return GAME.rules.amounts(state.players[seat].goods)


def broken(state: State, turn: str | dict[str, Any], game: Game = GAME) -> list[str]:
    """The clauses that a turn breaks, the first one first; none if it is legal."""
    return [violation.clause for violation in violations(state, turn, game)]


def violations(state: State, turn: str | dict[str, Any], game: Game = GAME) -> list[Violation]:
    """What a turn breaks. That `play` refuses it for the same reasons is checked on the way."""
    read = game.turn(state, turn)
    found = game.check(state, read)
    if found:
        with pytest.raises(Refused) as refused:
            game.play(state, read)
        assert [(v.clause, v.pointer) for v in refused.value.violations] == [(v.clause, v.pointer) for v in found]
    return found


def malformed(state: State, turn: Any, game: Game = GAME) -> Malformed:
    """Why a turn cannot be read, or is not complete."""
    with pytest.raises(Malformed) as error:
        game.play(state, turn)
    return error.value


@cache
def _tree() -> Tree:
    return read_tree(packaged_folder("spec"))[0]


def changed(changes: Mapping[str, Any]) -> Game:
    """The game by a copy of the data with other values, given by their paths. The values must fit the schemas."""
    data = copy.deepcopy(_tree().data)
    for path, value in changes.items():
        around, _, last = path.rpartition(".")
        group = lookup(data, around)
        key = int(last) if isinstance(group, list) else last
        assert group[key] != value, f"{path} is {value} already"
        group[key] = value
    files = {f"{path.split('.')[0]}.yaml" for path in changes if not path.startswith("maps.")}
    sources = {name: _tree().sources[name]._replace(data=data[name.removesuffix(".yaml")]) for name in files}
    assert schema_findings(Tree(packaged_folder("spec"), sources, frozenset())) == []
    return Game(build(data))


def patched_game(patch: Mapping[str, Any]) -> Game:
    """The game by data with a patch, as a reading of a dispute has it."""
    return Game(build(patched(_tree().data, patch)))
