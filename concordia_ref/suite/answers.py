"""The answers of adapters, read for what they mean and compared with what is expected.

A state that an adapter sends is brought into the form of the reference as far as that form is unambiguous: goods of
which there are none may be left out, the cities of a line may stand in either order. What cannot be read as a state is
compared as it is, so that an author sees where it goes wrong.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from concordia_ref.engine.game import Game
from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.suite.capabilities import Capabilities
from concordia_ref.suite.differences import NOTHING, Difference, at, differing
from concordia_ref.suite.equal_cards import equal_cards, with_one_name
from concordia_ref.suite.protocol import shown

MOST_REMARKS = 20
LONGEST_REMARK = 200
NULLABLE = ("to_play", "concordia", "last_turns", "interim")
"""Keys that are null in some positions: a program that leaves out null keys leaves these out."""
GATHERED = ("hand", "pile", "last_turns")
"""What says nothing any more after the end of the game where cards are gathered for scoring."""


class Forms:
    """What is unusual about the form of an adapter's answers, each remark once; shared by all processes of a run."""

    def __init__(self) -> None:
        self._remarks: dict[str, None] = {}
        self._has_seen_a_state = False

    @property
    def remarks(self) -> tuple[str, ...]:
        """What to tell the author, in the order in which it was noticed."""
        return tuple(self._remarks)

    def note(self, remark: str) -> None:
        """Keep a remark, unless there are too many to be read."""
        if len(self._remarks) < MOST_REMARKS:
            self._remarks[shown(remark[:LONGEST_REMARK])] = None

    def check_first(self, state: Any) -> None:
        """Check the first state of a run against the schema: the others are most likely made in the same way."""
        if not self._has_seen_a_state:
            self._has_seen_a_state = True
            if error := best_match(_schema().iter_errors(state)):
                pointer = "".join(f"/{part}" for part in error.absolute_path)
                self.note(f"the first state is not one by state.schema.json: {pointer or '/'}: {error.message}")


@cache
def _schema() -> Draft202012Validator:
    file = packaged_folder("spec") / "schema" / "play" / "state.schema.json"
    return Draft202012Validator(json.loads(file.read_text(encoding="utf-8")))


class StateComparison:
    """How the states of an adapter are compared: by what it declares, with one of the reference beside it.

    `like` is a whole state of the reference: it shows which goods, cities and provinces there are, and whether the game
    is over.
    """

    def __init__(self, game: Game, can: Capabilities, like: Mapping[str, Any], got: Any, forms: Forms) -> None:
        self.equal = equal_cards(game.spec.cards) if can.cards_alike else {}
        self.is_gathered = can.cards_gathered and like["to_play"] is None
        state = read_state(like, got, forms.note)
        forms.check_first(state)
        self.got = self._compared(state)

    def whole(self, wanted: Mapping[str, Any]) -> Iterator[Difference]:
        """Where the state of the adapter is not as wanted."""
        return differing(self._compared(wanted), self.got)

    def part(self, path: str, value: Any) -> Iterator[Difference]:
        """Where a part of it is not as wanted."""
        if not (self.is_gathered and path.rpartition(".")[2] in GATHERED):
            yield from differing(with_one_name(value, self.equal), at(self.got, path), path)

    def _compared(self, state: Any) -> Any:
        named = with_one_name(state, self.equal) if self.equal else state
        return _gathered(named) if self.is_gathered and _is_readable(named) else named


def _gathered(state: Mapping[str, Any]) -> dict[str, Any]:
    """A state after the end of the game, in which hand and pile are one."""
    players = []
    for player in state["players"]:
        hand, pile = player.get("hand"), player.get("pile")
        if isinstance(hand, list) and isinstance(pile, list):
            rest = {key: value for key, value in player.items() if key not in GATHERED}
            players.append({**rest, "hand+pile": sorted([*hand, *pile], key=str)})
        else:
            players.append(player)
    return {**{key: value for key, value in state.items() if key != "last_turns"}, "players": players}


def _is_readable(data: Any) -> bool:
    """Whether something is so much like a state that it can be read as one."""
    players = data.get("players") if isinstance(data, Mapping) else None
    return isinstance(players, list) and all(isinstance(player, Mapping) for player in players)


def read_state(like: Mapping[str, Any], data: Any, note: Callable[[str], None]) -> Any:
    """The state that an adapter has sent, in the form of the reference; unchanged where it is not a state."""
    if not _is_readable(data):
        return data
    state = _known(data, like, note)
    for key in NULLABLE:
        if key not in state:
            note(f"`{key}` is left out: read as null")
            state[key] = None
    for key in ("city_goods", "markers"):
        if isinstance(state.get(key), Mapping):
            state[key] = _known(state[key], like[key], note)
    _fill_lists(state, ("display", "stack"), note)
    keys = dict.fromkeys(key for player in like["players"] for key in player)
    state["players"] = [_player(like["players"][0], keys, player, note) for player in data["players"]]
    return state


def _player(
    like: Mapping[str, Any], keys: Collection[str], data: Mapping[str, Any], note: Callable[[str], None]
) -> dict[str, Any]:
    player = _known(data, keys, note)
    if not player.get("remembered"):
        # An empty memory means no notes.
        player.pop("remembered", None)
    if isinstance(goods := player.get("goods"), Mapping):
        if left_out := like["goods"].keys() - goods.keys():
            note("goods of which there are none are left out: read as 0")
        # An unknown good may be a misspelt one; it can be ignored only if its amount is zero.
        said = {good: number for good, number in goods.items() if good in like["goods"] or number != 0}
        for good in goods.keys() - said.keys():
            note(f"unknown good `{good}` of which there is none: ignored")
        player["goods"] = {**said, **dict.fromkeys(left_out, 0)}
    _fill_lists(player, ("hand", "pile", "houses"), note)
    if isinstance(colonists := player.get("colonists"), Mapping):
        placed = _known(colonists, like["colonists"], note)
        _fill_lists(placed, like["colonists"], note)
        player["colonists"] = {kind: _places(places, note) for kind, places in placed.items()}
    return player


def _known(data: Mapping[str, Any], like: Collection[str], note: Callable[[str], None]) -> dict[str, Any]:
    """The entries that a state has; others are ignored."""
    for key in data:
        if key not in like:
            note(f"unknown key `{key}`: ignored")
    return {key: value for key, value in data.items() if key in like}


def _fill_lists(entry: dict[str, Any], keys: Collection[str], note: Callable[[str], None]) -> None:
    """Read what is left out, or null, as a list of nothing: many languages write an empty list so."""
    for key in keys:
        if entry.get(key) is None:
            note(f"`{key}` is left out or null where it is empty: read as an empty list")
            entry[key] = []


def _places(places: Any, note: Callable[[str], None]) -> Any:
    """Where colonists stand, the cities of every line in alphabetical order."""
    if not isinstance(places, list):
        return places
    found = [_line(place) if isinstance(place, str) else place for place in places]
    if found != places:
        note("the cities of a line are not in alphabetical order (`b~a:land`): read as if they were (`a~b:land`)")
    return found


def _line(place: str) -> str:
    """A place with the cities of a line in alphabetical order.

    >>> _line("roma~cosa:sea"), _line("roma")
    ('cosa~roma:sea', 'roma')
    """
    cities, colon, kind = place.partition(":")
    one, tilde, other = cities.partition("~")
    return f"{min(one, other)}~{max(one, other)}{colon}{kind}" if tilde else place


def gods_differing(wanted: list[Mapping[str, int]], got: Any, note: Callable[[str], None]) -> Iterator[Difference]:
    """Where points by god are not as wanted. A god who is left out gives none."""
    if not isinstance(got, list) or len(got) != len(wanted) or not all(isinstance(seat, Mapping) for seat in got):
        yield Difference("score", "gods", wanted, got)
        return
    for seat, (points, told) in enumerate(zip(wanted, got, strict=True)):
        for god in told.keys() - points.keys():
            note(f"unknown god `{god}` in the points: ignored")
        for god, number in points.items():
            if number or told.get(god):
                yield from differing(number, told.get(god, NOTHING), f"gods.{seat}.{god}", "score")
