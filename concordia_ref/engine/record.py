"""Game files: the set-up with its draws, and the turns. They replay to the same position anywhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from concordia_ref.engine.setup import Draws, draw, set_up
from concordia_ref.engine.state import State
from concordia_ref.engine.turn import Turn, turn_reader
from concordia_ref.spec.errors import Malformed, TurnError
from concordia_ref.words.speech import Said

if TYPE_CHECKING:
    from concordia_ref.engine.game import Game

FORMAT = "concordia-game"
FORMAT_VERSION = 1


@dataclass(frozen=True, slots=True)
class Record:
    """A game from its set-up on."""

    specification: str
    edition: str
    map: str
    players: int
    interim: bool
    draws: Draws
    turns: tuple[Turn, ...] = ()

    def with_turn(self, turn: Turn) -> Record:
        """The record with one more turn."""
        return self.with_turns((*self.turns, turn))

    def with_turns(self, turns: tuple[Turn, ...]) -> Record:
        """The record with other turns."""
        parts = (self.specification, self.edition, self.map, self.players, self.interim, self.draws)
        return Record(*parts, turns)

    def to_json(self) -> dict[str, Any]:
        """The record as plain JSON."""
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


def new_record(game: Game, map_id: str, players: int, seed: int, *, interim: bool) -> Record:
    """A game that has not begun, drawn from a seed."""
    draws = draw(game.rules, map_id, players, Random(seed))
    return Record(game.spec.version, game.spec.edition, map_id, players, interim, draws)


def start(game: Game, record: Record) -> State:
    """The position before the first turn of a record."""
    return set_up(game.rules, record.map, record.players, record.draws, interim=record.interim)


def replay(game: Game, record: Record) -> Iterator[State]:
    """The position before the first turn, and after each turn."""
    state = start(game, record)
    yield state
    for number, turn in enumerate(record.turns):
        try:
            state = game.play(state, turn)
        except TurnError as error:
            error.move_into(f"/turns/{number}")
            raise
        yield state


def record_from_json(game: Game, data: Any) -> Record:
    """Read a game file; `Malformed` says what is wrong with it."""
    keys = ("format", "format_version", "specification", "edition", "map", "players", "interim", "draws", "turns")
    entry = _object(data, "", keys)
    if entry["format"] != FORMAT:
        raise Malformed("type", "/format", wanted=repr(FORMAT), found=repr(entry["format"]))
    if _typed(entry["format_version"], int, "/format_version") != FORMAT_VERSION:
        raise Malformed("version", "/format_version", found=entry["format_version"], wanted=FORMAT_VERSION)
    if entry["specification"] != game.spec.version:
        raise Malformed("version", "/specification", found=entry["specification"], wanted=game.spec.version)
    if entry["edition"] != game.spec.edition:
        raise Malformed("other-edition", "/edition", found=repr(entry["edition"]), wanted=repr(game.spec.edition))
    drawn = _object(entry["draws"], "/draws", ("first_player", "city_goods", "stack"))
    draws = Draws(
        first_player=_typed(drawn["first_player"], int, "/draws/first_player"),
        city_goods={
            city: _typed(good, str, f"/draws/city_goods/{city}")
            for city, good in _typed(drawn["city_goods"], dict, "/draws/city_goods").items()
        },
        stack=tuple(
            _typed(card, str, f"/draws/stack/{place}")
            for place, card in enumerate(_typed(drawn["stack"], list, "/draws/stack"))
        ),
    )
    record = Record(
        specification=entry["specification"],
        edition=entry["edition"],
        map=_typed(entry["map"], str, "/map"),
        players=_typed(entry["players"], int, "/players"),
        interim=_typed(entry["interim"], bool, "/interim"),
        draws=draws,
    )
    read = turn_reader(game.rules, start(game, record))
    turns = []
    for number, written in enumerate(_typed(entry["turns"], list, "/turns")):
        try:
            turns.append(read(written))
        except Malformed as error:
            error.move_into(f"/turns/{number}")
            raise
    return record.with_turns(tuple(turns))


def _object(value: Any, at: str, keys: tuple[str, ...]) -> Mapping[str, Any]:
    entry: Mapping[str, Any] = _typed(value, dict, at)
    for key in entry:
        if key not in keys:
            raise Malformed("unknown-key", at, value=repr(key))
    for key in keys:
        if key not in entry:
            raise Malformed("missing-key", at, value=repr(key))
    return entry


def _typed(value: Any, wanted: type, at: str) -> Any:
    if not isinstance(value, wanted) or (wanted is int and isinstance(value, bool)):
        raise Malformed("type", at, wanted=Said(f"type.{wanted.__name__}"), found=repr(value))
    return value
