"""Game files: the set-up with its draws, and the turns. They replay to the same position anywhere."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

from concordia_ref.engine.rules import Rules
from concordia_ref.engine.setup import Draws, draw, set_up
from concordia_ref.engine.state import State
from concordia_ref.engine.turn import Turn, turn_reader
from concordia_ref.spec.errors import Malformed, of_type, wrong_type
from concordia_ref.spec.model import COLONIST_KINDS, LineKind

FORMAT = "concordia-game"
FORMAT_VERSION = 1


class Record(NamedTuple):
    """A game from its set-up on.

    >>> from concordia_ref import Game
    >>> record = Game().setup("italia", players=2, seed=1)
    >>> record.edition, record.map, record.draws.first_player, record.turns
    ('canonical', 'italia', 0, ())
    """

    specification: str
    edition: str
    map: str
    players: int
    interim: bool
    draws: Draws
    turns: tuple[Turn, ...] = ()

    def with_turn(self, turn: Turn) -> Record:
        """The record with one more turn.

        >>> from concordia_ref import Game
        >>> game = Game()
        >>> record = game.setup("italia", players=2, seed=1)
        >>> record.with_turn(game.turn(game.start(record), "tribune")).turns
        (<Turn tribune>,)
        """
        return self._replace(turns=(*self.turns, turn))

    def to_json(self) -> dict[str, Any]:
        """The record as plain JSON: the content of a game file.

        >>> from concordia_ref import Game
        >>> Game().setup("italia", players=2, seed=1).to_json()["format"]
        'concordia-game'
        """
        return {
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            "specification": self.specification,
            "edition": self.edition,
            "map": self.map,
            "players": self.players,
            "interim": self.interim,
            "draws": self.draws.to_json(),
            "turns": [turn.to_json() for turn in self.turns],
        }


def new_record(rules: Rules, map_id: str, players: int, seed: int, *, interim: bool) -> Record:
    """A game that has not begun, drawn from a seed."""
    draws = draw(rules, map_id, players, Random(seed))
    return Record(rules.spec.version, rules.spec.edition, map_id, players, interim, draws)


def start(rules: Rules, record: Record) -> State:
    """The position before the first turn of a record."""
    return set_up(rules, record.map, record.players, record.draws, interim=record.interim)


def record_from_json(rules: Rules, data: Any) -> Record:
    """Read a game file; `Malformed` says what is wrong with it."""
    spec = rules.spec
    keys = ("format", "format_version", "specification", "edition", "map", "players", "interim", "draws", "turns")
    entry = _object(data, "", keys)
    if entry["format"] != FORMAT:
        raise wrong_type(repr(FORMAT), entry["format"], "/format")
    if of_type(int, entry["format_version"], "/format_version") != FORMAT_VERSION:
        raise _other_version(entry["format_version"], FORMAT_VERSION, "/format_version")
    if entry["specification"] != spec.version:
        raise _other_version(entry["specification"], spec.version, "/specification")
    if entry["edition"] != spec.edition:
        message = f"this game is played under the edition {entry['edition']!r}, not by {spec.edition!r}"
        raise Malformed("other-edition", f"{message}; name it with --edition", "/edition")
    drawn = _object(entry["draws"], "/draws", ("first_player", "city_goods", "stack"), optional=("colonists",))
    draws = Draws(
        first_player=of_type(int, drawn["first_player"], "/draws/first_player"),
        city_goods={
            city: of_type(str, good, f"/draws/city_goods/{city}")
            for city, good in of_type(dict, drawn["city_goods"], "/draws/city_goods").items()
        },
        stack=tuple(
            of_type(str, card, f"/draws/stack/{place}")
            for place, card in enumerate(of_type(list, drawn["stack"], "/draws/stack"))
        ),
        colonists=tuple(
            _colonists(chosen, f"/draws/colonists/{seat}")
            for seat, chosen in enumerate(of_type(list, drawn.get("colonists", []), "/draws/colonists"))
        ),
    )
    record = Record(
        specification=entry["specification"],
        edition=entry["edition"],
        map=of_type(str, entry["map"], "/map"),
        players=of_type(int, entry["players"], "/players"),
        interim=of_type(bool, entry["interim"], "/interim"),
        draws=draws,
    )
    read = turn_reader(rules, start(rules, record))
    turns = []
    for number, written in enumerate(of_type(list, entry["turns"], "/turns")):
        try:
            turns.append(read(written))
        except Malformed as error:
            error.move_into(f"/turns/{number}")
            raise
    return record._replace(turns=tuple(turns))


def _colonists(value: Any, at: str) -> dict[LineKind, int]:
    chosen = _object(value, at, COLONIST_KINDS)
    return {kind: of_type(int, chosen[kind], f"{at}/{kind}") for kind in COLONIST_KINDS}


def _object(value: Any, at: str, keys: tuple[str, ...], optional: tuple[str, ...] = ()) -> Mapping[Any, Any]:
    entry: Mapping[Any, Any] = of_type(dict, value, at)
    for key in entry:
        if key not in (*keys, *optional):
            raise Malformed("unknown-key", f"unknown key {key!r}", at)
    for key in keys:
        if key not in entry:
            raise Malformed("missing-key", f"the key {key!r} is missing", at)
    return entry


def _other_version(found: object, wanted: object, at: str) -> Malformed:
    return Malformed("version", f"this is version {found} of the format; this program reads version {wanted}", at)
