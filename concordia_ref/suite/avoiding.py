"""Turns that a random game keeps away from, because it is known that the engines disagree on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from concordia_ref.engine.errors import Refused
from concordia_ref.engine.game import Game
from concordia_ref.engine.state import State
from concordia_ref.spec.bundle import plain
from concordia_ref.spec.disputes import read_register
from concordia_ref.spec.errors import Malformed, unknown
from concordia_ref.spec.loading import build, load
from concordia_ref.spec.overlay import patched
from concordia_ref.suite.observation import observe


class Avoided:
    """The clauses and disputes that a game keeps away from; picklable, for the processes that play the games.

    A turn rests on a clause if playing or refusing it consults the clause. It rests on a dispute if another reading
    makes something else of it.
    """

    def __init__(self, names: Iterable[str] = ()) -> None:
        disputes, clauses = read_register().disputes, load().clauses
        self.clauses = frozenset(name for name in names if _with_its_parts(name, clauses))
        self.disputes = tuple(name for name in names if name not in self.clauses)
        for name in self.disputes:
            if name not in disputes:
                raise unknown("clause or dispute", name, "", [*clauses, *disputes])
            if not _other_readings(name, "canonical"):
                message = f"{name} has no other reading that can be played; name the clauses to avoid instead"
                raise Malformed("avoid.not-playable", message)

    def __bool__(self) -> bool:
        return bool(self.clauses or self.disputes)

    def concerns(self, game: Game, state: State, turn: Mapping[str, Any]) -> bool:
        """Whether a turn rests on anything that is to be avoided."""
        return self._consults(game, state, turn) or any(
            _outcome(game, state, turn) != _outcome(other, state, turn)
            for dispute in self.disputes
            for other in _other_readings(dispute, game.spec.edition)
        )

    def _consults(self, game: Game, state: State, turn: Mapping[str, Any]) -> bool:
        if not self.clauses:
            return False
        observed, seen = _observed(game)
        seen.forget()
        refused = _outcome(observed, state, turn)
        consulted = {
            *seen.consulted,
            *(refused if isinstance(refused, tuple) and not isinstance(refused, State) else ()),
        }
        return any(_is_part(clause, avoided) for clause in consulted for avoided in self.clauses)


def _with_its_parts(name: str, clauses: Iterable[str]) -> bool:
    return any(_is_part(clause, name) for clause in clauses)


def _is_part(clause: str, of: str) -> bool:
    return f"{clause}.".startswith(f"{of}.")


def _outcome(game: Game, state: State, turn: Mapping[str, Any]) -> State | tuple[str, ...]:
    """The outcome of a turn: the position after it, or the clauses that refuse it."""
    try:
        return game.play(state, turn)
    except Refused as refused:
        return tuple(violation.clause for violation in refused.violations)
    except Malformed as malformed:
        return ("malformed", malformed.pointer)


@cache
def _observed(game: Game) -> Any:
    return observe(game)


@cache
def _other_readings(dispute: str, edition: str) -> tuple[Game, ...]:
    """The rules of an edition under the other readings of a dispute that can be played."""
    data = plain(load(edition=edition).data)
    readings = read_register().disputes[dispute].readings.values()
    return tuple(Game(build(patched(data, reading.patch))) for reading in readings if reading.patch)
