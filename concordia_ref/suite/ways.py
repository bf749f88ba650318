"""Ways into positions, for engines that cannot load one: a game is set up, and turns are played.

    bought: [i_colonist]            # cards that players own by now; they lay on top of the stack in this order
    turns: [senator; cards i_colonist, senator, tribune, tribune]

The draws follow from the position, for neither the goods of the cities nor the order of the stack change in a game. A
way says nothing about what is right: it is proved by the position in which it ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from concordia_ref.engine.game import Game
from concordia_ref.engine.record import FORMAT, FORMAT_VERSION, Record
from concordia_ref.engine.setup import Draws
from concordia_ref.engine.state import State
from concordia_ref.engine.turn import Turn
from concordia_ref.spec.errors import Malformed
from concordia_ref.suite.courses import Course


@dataclass(frozen=True)
class Way:
    """What leads to a position: the fields of the request `new`, and the turns that follow."""

    new: Mapping[str, Any]
    turns: tuple[Mapping[str, Any], ...] = ()
    cards: tuple[str, ...] = ()
    record: Record | None = None
    """The game that is set up, as the reference has it; None where only the request is known."""

    @property
    def course(self) -> Course:
        """What the way plays."""
        assert self.record is not None
        return Course(self.record, self.turns)

    def to_json(self) -> dict[str, Any]:
        """The way as plain JSON."""
        return {"setup": self.new, "turns": list(self.turns)}


def set_up_way(game: Game, state: State) -> Way | None:
    """The way into a position in which a game can start; None for any other."""
    record = _beginning(game, state, ())
    try:
        is_set_up = game.start(record) == state
    except Malformed:
        # Some card for sale is owned, or lies where no shuffle can put it.
        return None
    return Way(new_fields(record), record=record) if is_set_up else None


def way_from(game: Game, state: State, data: Mapping[str, Any]) -> Way:
    """The way of a file into a position; raises `Malformed` or `Refused` where it goes astray."""
    record = _beginning(game, state, data.get("bought", ()))
    reached = game.start(record)
    turns = []
    for written in data["turns"]:
        turns.append(game.turn(reached, written))
        reached = game.play(reached, turns[-1])
    if reached != state:
        raise Malformed("scenario.way", "the turns do not lead to the position of the scenario", "/turns")
    return Way(new_fields(record), tuple(turn.to_json() for turn in turns), card_kinds(game, turns), record)


def new_fields(record: Record) -> dict[str, Any]:
    """What the request `new` holds for a game."""
    data = record.to_json()
    return {key: data[key] for key in ("map", "players", "interim", "draws")}


def set_up_of(game: Game, fields: Mapping[str, Any]) -> State:
    """The position that the request `new` asks for; raises `Malformed` where there is none."""
    return game.start(set_up_record(game, fields))


def set_up_record(game: Game, fields: Mapping[str, Any]) -> Record:
    """The game that the request `new` asks for; raises `Malformed` where it cannot be set up."""
    stamp = {"format": FORMAT, "format_version": FORMAT_VERSION, "turns": []}
    version = {"specification": game.spec.version, "edition": game.spec.edition}
    given = {key: fields[key] for key in ("map", "players", "interim", "draws")}
    return game.record_from_json({**stamp, **version, **given})


def card_kinds(game: Game, turns: Iterable[Turn]) -> tuple[str, ...]:
    """The kinds of cards that turns play or copy."""
    choices = [choice for turn in turns for choice in turn.choices]
    cards = [choice[-1] for choice in choices if choice[0] in ("card", "copy")]
    return tuple(dict.fromkeys(game.rules.cards[card].kind for card in cards))


def _beginning(game: Game, state: State, bought: Iterable[str]) -> Record:
    """The game from which a position can have come, if these cards were bought in it."""
    cities = game.rules.boards[state.map].cities
    city_goods = dict(zip(cities, state.city_goods, strict=True))
    draws = Draws(state.first_player, city_goods, (*bought, *state.display, *state.stack))
    interim = state.interim is not None
    return Record(game.spec.version, game.spec.edition, state.map, len(state.players), interim, draws)
