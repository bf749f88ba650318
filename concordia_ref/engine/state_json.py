"""States as plain JSON, and everything that is wrong with one that was written by hand."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from concordia_ref.engine.board import Board
from concordia_ref.engine.memory import kept
from concordia_ref.engine.problems import ImpossibleState, Problem, impossibilities, problem
from concordia_ref.engine.rules import Rules
from concordia_ref.engine.state import Colonist, Player, State
from concordia_ref.spec.findings import closest, shown
from concordia_ref.spec.model import COLONIST_KINDS

# Marks a missing key: it has been reported once, and its value is skipped.
_MISSING: Any = object()
# The keys of a state and of a player are the names of their fields; only the markers are written side by side.
STATE_KEYS = tuple("markers" if name == "coin_side" else name for name in State._fields)
# Marks an empty slot in the display, under a reading that leaves gaps between the cards.
EMPTY_SLOT = "empty"
PLAYER_KEYS = tuple(name for name in Player._fields if name != "remembered")


def state_to_json(rules: Rules, state: State) -> dict[str, Any]:
    """A state as plain JSON, complete and explicit."""
    board = rules.board(state)
    return {
        "map": state.map,
        "to_play": state.to_play,
        "first_player": state.first_player,
        "players": [_player_to_json(rules, player) for player in state.players],
        "city_goods": dict(zip(board.cities, state.city_goods, strict=True)),
        "markers": {province: "coins" if province in state.coin_side else "goods" for province in board.cities_of},
        "display": [card or EMPTY_SLOT for card in state.display],
        "stack": list(state.stack),
        "praefectus_magnus": state.praefectus_magnus,
        "concordia": state.concordia,
        "last_turns": None if state.last_turns is None else list(state.last_turns),
        "interim": None if state.interim is None else list(state.interim),
    }


def _player_to_json(rules: Rules, player: Player) -> dict[str, Any]:
    notes = {"remembered": list(player.remembered)} if player.remembered else {}
    return {
        "coins": player.coins,
        "goods": dict(zip(rules.goods, player.goods, strict=True)),
        "hand": list(player.hand),
        "pile": list(player.pile),
        "houses": list(player.houses),
        "colonists": {kind: [place for k, place in player.colonists if k == kind] for kind in COLONIST_KINDS},
        **notes,
    }


def state_from_json(rules: Rules, data: Any) -> State:
    """Read a state; `ImpossibleState` lists every problem."""
    reader = _Reader(rules)
    state = reader.state(data)
    if reader.problems or state is None:
        raise ImpossibleState(reader.problems)
    return state


def problems(rules: Rules, data: Any) -> list[Problem]:
    """Everything that is wrong with a state in JSON; nothing if it can occur in a game."""
    reader = _Reader(rules)
    reader.state(data)
    return reader.problems


class _Reader:
    """Reads a state and collects its problems. Missing values and values of the wrong type are skipped later."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.problems: list[Problem] = []

    def note(self, pointer: str, code: str, **facts: Any) -> None:
        self.problems.append(problem(pointer, code, **facts))

    def state(self, data: Any) -> State | None:
        values = self.values(data, "", STATE_KEYS)
        map_id = self.id("map", values["map"], "/map", self.rules.boards)
        if map_id is None:
            return None
        board = self.rules.boards[map_id]
        entries = self.items(values["players"], "/players")
        if isinstance(values["players"], list) and len(entries) not in board.map.players:
            self.note("/players", "players", map=map_id, found=len(entries))
        # Without players, any seat that the map allows may be meant.
        seats = range(len(entries) or max(board.map.players))
        cities = dict.fromkeys(board.cities, self.rules.goods)
        city_goods = self.table(values["city_goods"], "/city_goods", cities, "good")
        markers = self.table(values["markers"], "/markers", dict.fromkeys(board.cities_of, ("goods", "coins")), "side")
        state = State(
            map=map_id,
            players=tuple(self.player(entry, f"/players/{seat}", board) for seat, entry in enumerate(entries)),
            to_play=self.seat(values["to_play"], "/to_play", seats, nobody=True),
            first_player=self.seat(values["first_player"], "/first_player", seats) or 0,
            city_goods=tuple(city_goods.get(city, "") for city in board.cities),
            coin_side=tuple(sorted(province for province, side in markers.items() if side == "coins")),
            display=self.display(values["display"]),
            stack=self.cards(values["stack"], "/stack"),
            praefectus_magnus=self.seat(values["praefectus_magnus"], "/praefectus_magnus", seats) or 0,
            concordia=self.seat(values["concordia"], "/concordia", seats, nobody=True),
            last_turns=self.last_turns(values["last_turns"], seats),
            interim=self.interim(values["interim"], seats),
        )
        if not self.problems:
            self.problems += impossibilities(self.rules, state)
        return state

    def player(self, data: Any, at: str, board: Board) -> Player:
        values = self.values(data, at, PLAYER_KEYS, optional=("remembered",))
        goods = self.mapping(values["goods"], f"{at}/goods", self.rules.goods, required=False)
        colonists: list[Colonist] = []
        placed = self.mapping(values["colonists"], f"{at}/colonists", COLONIST_KINDS)
        for kind in COLONIST_KINDS:
            for here, place in enumerate(self.items(placed.get(kind, _MISSING), f"{at}/colonists/{kind}")):
                pointer = f"{at}/colonists/{kind}/{here}"
                known = self.id("place", place, pointer, board.places)
                colonists += [(kind, known)] if known else []
        houses = self.items(values["houses"], f"{at}/houses")
        built = [self.id("city", city, f"{at}/houses/{i}", board.lines_at) for i, city in enumerate(houses)]
        return Player(
            coins=self.number(values["coins"], f"{at}/coins"),
            goods=tuple(self.number(goods.get(good, 0), f"{at}/goods/{good}") for good in self.rules.goods),
            hand=tuple(sorted(self.cards(values["hand"], f"{at}/hand"))),
            pile=self.cards(values["pile"], f"{at}/pile"),
            houses=tuple(sorted(city for city in built if city)),
            colonists=tuple(sorted(colonists)),
            remembered=self.notes(values["remembered"], f"{at}/remembered"),
        )

    def notes(self, value: Any, at: str) -> tuple[str, ...]:
        """The notes that the rules need; others mean nothing under these rules and are skipped."""
        for index, note in enumerate(self.items(value, at)):
            if not isinstance(note, str) or not re.fullmatch(r"[a-z_]+:\S+", note):
                self.note(f"{at}/{index}", "type", wanted="kind:what", found=shown(note))
        texts = (note for note in self.items(value, at) if isinstance(note, str))
        return kept(self.rules.memories, texts)

    def values(self, data: Any, at: str, keys: Collection[str], optional: Collection[str] = ()) -> dict[str, Any]:
        """The value of every key, or that it is missing."""
        entry = self.mapping(data, at, (*keys, *optional), optional=optional)
        return {key: entry.get(key, _MISSING) for key in (*keys, *optional)}

    def mapping(
        self, value: Any, at: str, keys: Collection[str], *, required: bool = True, optional: Collection[str] = ()
    ) -> Mapping[Any, Any]:
        if value is _MISSING:
            return {}
        if not isinstance(value, dict):
            self.note(at, "type", wanted="dict", found=shown(value))
            return {}
        for key in value:
            if key not in keys:
                self.note(at, "unknown-key", value=shown(key), **_meant(str(key), keys))
        for key in keys if required else ():
            if key not in value and key not in optional:
                self.note(at, "missing-key", value=shown(key))
        return value

    def items(self, value: Any, at: str) -> list[Any]:
        if isinstance(value, list):
            return value
        if value is not _MISSING:
            self.note(at, "type", wanted="list", found=shown(value))
        return []

    def id(self, what: str, value: Any, at: str, known: Iterable[str]) -> str | None:
        if value is _MISSING:
            return None
        if not isinstance(value, str):
            self.note(at, "type", wanted="str", found=shown(value))
        elif value not in known and what == "side":
            self.note(at, "type", wanted=" / ".join(known), found=shown(value))
        elif value not in known:
            self.note(at, "unknown-id", what=what, value=shown(value), **_meant(value, known))
        else:
            return value
        return None

    def number(self, value: Any, at: str) -> int:
        if value is _MISSING:
            return 0
        if not isinstance(value, int) or isinstance(value, bool):
            self.note(at, "type", wanted="int", found=shown(value))
            return 0
        if value < 0:
            self.note(at, "negative", value=value)
        return value

    def seat(self, value: Any, at: str, seats: range, *, nobody: bool = False) -> int | None:
        if value is _MISSING or (value is None and nobody):
            return None
        if not isinstance(value, int) or isinstance(value, bool):
            self.note(at, "type", wanted="seat", found=shown(value))
        elif value not in seats:
            self.note(at, "seat", value=value)
        else:
            return value
        return None

    def table(self, value: Any, at: str, wanted: Mapping[str, Collection[str]], what: str) -> dict[str, str]:
        found = self.mapping(value, at, wanted)
        known = {key: self.id(what, found[key], f"{at}/{key}", wanted[key]) for key in wanted if key in found}
        return {key: entry for key, entry in known.items() if entry}

    def cards(self, value: Any, at: str) -> tuple[str, ...]:
        known = [self.id("card", c, f"{at}/{i}", self.rules.cards) for i, c in enumerate(self.items(value, at))]
        return tuple(card for card in known if card)

    def display(self, value: Any) -> tuple[str, ...]:
        """The cards for sale; an empty slot between them is named as such where the rules leave any."""
        if self.rules.spec.display.closes_up == "always" or not isinstance(value, list):
            return self.cards(value, "/display")
        known = (*self.rules.cards, EMPTY_SLOT)
        found = [self.id("card", card, f"/display/{i}", known) for i, card in enumerate(value)]
        return tuple("" if card == EMPTY_SLOT else card for card in found if card)

    def last_turns(self, value: Any, seats: range) -> tuple[int, ...] | None:
        if value is None or value is _MISSING:
            return None
        found = [self.seat(v, f"/last_turns/{i}", seats) for i, v in enumerate(self.items(value, "/last_turns"))]
        return tuple(seat for seat in found if seat is not None)

    def interim(self, value: Any, seats: range) -> tuple[int | None, ...] | None:
        if value is None or value is _MISSING:
            return None
        scores = self.items(value, "/interim")
        if len(scores) != len(seats):
            self.note("/interim", "interim", players=len(seats))
        return tuple(None if v is None else self.number(v, f"/interim/{i}") for i, v in enumerate(scores))


def _meant(value: str, known: Iterable[str]) -> dict[str, str]:
    word = closest(value, known)
    return {"meant": word} if word else {}
