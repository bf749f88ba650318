"""Courses: what a scenario, its twin or its way plays, from a position or a set-up on."""

from __future__ import annotations

from typing import Any, NamedTuple

from concordia_ref.engine.errors import Refused
from concordia_ref.engine.game import Game
from concordia_ref.engine.record import Record
from concordia_ref.engine.state import State
from concordia_ref.engine.turn import Turn
from concordia_ref.spec.errors import Malformed
from concordia_ref.suite.observation import observe


class Course(NamedTuple):
    """A position, or a game to set up, and the turns that follow as they are written; at the end it may be scored."""

    begin: State | Record
    turns: tuple[Any, ...]
    is_scored: bool = False


class Step(NamedTuple):
    """A turn of a course, between two positions."""

    before: State
    turn: Turn
    after: State


class Played(NamedTuple):
    """A course to its end: the legal turns, what refused the next one, the points, and the clauses consulted."""

    begin: State | None
    steps: tuple[Step, ...] = ()
    refused: str | None = None
    points: tuple[int, ...] = ()
    consulted: frozenset[str] = frozenset()

    @property
    def outcome(self) -> tuple[Any, ...]:
        """What two rules must agree on to agree on the course.

        Which clause refuses a turn is not compared, nor are notes on earlier turns.
        """
        last = self.steps[-1].after if self.steps else self.begin
        return (last and _without_notes(last), len(self.steps), self.refused is None, self.points)


def _without_notes(state: State) -> State:
    return state._replace(players=tuple(player._replace(remembered=()) for player in state.players))


def play(game: Game, course: Course, reader: Game | None = None) -> Played:
    """Play a course up to its end, or to the turn that is refused or cannot be read; `reader` may read the turns."""
    steps: list[Step] = []
    begin = None
    try:
        state = begin = game.start(course.begin) if isinstance(course.begin, Record) else course.begin
        for written in course.turns:
            turn = (reader or game).turn(state, written)
            steps.append(Step(state, turn, game.play(state, turn)))
            state = steps[-1].after
        sheet = game.score(state) if course.is_scored else None
    except Refused as refused:
        return Played(begin, tuple(steps), refused.clause)
    except Malformed as malformed:
        return Played(begin, tuple(steps), malformed.code)
    points = (*(player.total for player in sheet.players), sheet.winner) if sheet else ()
    return Played(begin, tuple(steps), None, points)


class Watch:
    """Plays courses under observation."""

    def __init__(self, game: Game) -> None:
        self._reader = game
        self._observed, self._seen = observe(game)

    def play(self, course: Course) -> Played:
        """Play a course, and note which clauses that consults."""
        self._seen.forget()
        # Reading a turn looks up ids, which does not concern the course.
        played = play(self._observed, course, self._reader)
        return played._replace(consulted=frozenset(self._seen.consulted))
