"""Whether a game by changed rules agrees with a case: positions are compared as they are, not as JSON.

Most faults break few scenarios. Asking the game itself tells the others three times as fast as a judge does, who has to
ask for everything in JSON and compare it part by part. Where a game does not agree, a judge says how.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Any, NamedTuple

from concordia_ref.engine.game import Game
from concordia_ref.engine.record import FORMAT, FORMAT_VERSION
from concordia_ref.engine.state import State
from concordia_ref.suite.cases import Case


class Outcome(NamedTuple):
    """Where a case ends, and its points if it asks for them."""

    state: State
    points: Any
    twin: Outcome | None


class Agreement:
    """The outcomes of cases under the rules themselves."""

    def __init__(self, cases: Iterable[Case]) -> None:
        self.game = Game()
        self.begins: dict[str, State] = {}
        self.outcomes: dict[str, Outcome] = {}
        for case in cases:
            if (outcome := played(self.game, case)) is not None:
                self.outcomes[case.id] = outcome
                if case.new is None:
                    self.begins[case.id] = self.game.state_from_json(case.state)
        self._asked: Any = None
        self._places_gone: dict[str, set[str] | None] = {}
        self.vocabulary = {map_id: _vocabulary(self.game.rules, map_id) for map_id in self.game.rules.boards}
        self.places = {map_id: set(board.places) for map_id, board in self.game.rules.boards.items()}

    def holds(self, game: Any, case: Case) -> bool:
        """Whether a game comes to the same end. Raises nothing but what interrupts it."""
        if case.id not in self.outcomes:
            return False
        try:
            return bool(played(game, case, self._begin(game, case)) == self.outcomes[case.id])
        except Exception:
            return False

    def _begin(self, game: Any, case: Case) -> State | None:
        """The position of a case, if the rules read it as the sound ones do; it need not be read from JSON again."""
        state = self.begins.get(case.id)
        if state is None:
            return None
        gone = self._gone(game, state.map)
        if gone is None or any(place in gone for player in state.players for _, place in player.colonists):
            return None
        # A changed module has been replaced by another one.
        problems = import_module("concordia_ref.engine.problems")
        return None if next(problems.impossibilities(game.rules, state), None) else state

    def _gone(self, game: Any, map_id: str) -> set[str] | None:
        """The places that a map has lost; None if positions on it are read in other ways too."""
        if self._asked is not game:
            self._asked, self._places_gone = game, {}
        if map_id not in self._places_gone:
            same = _vocabulary(game.rules, map_id) == self.vocabulary[map_id]
            places = game.rules.boards[map_id].places
            self._places_gone[map_id] = self.places[map_id].difference(places) if same else None
        return self._places_gone[map_id]


def _vocabulary(rules: Any, map_id: str) -> tuple[Any, ...]:
    """The names by which a position is read, and the numbers of players, apart from the lines of the map."""
    board = rules.boards[map_id]
    names = tuple(rules.goods), frozenset(rules.cards), tuple(board.cities), tuple(board.cities_of)
    return (*names, frozenset(board.lines_at), tuple(board.map.players))


def played(game: Any, case: Case, begin: State | None = None) -> Outcome | None:
    """The outcome of a case; None where an illegal turn is legal or nothing begins. Raises what the game does."""
    if case.state is None:
        return None
    state = _begin(game, case) if begin is None else begin
    last = len(case.turns) if case.rejected else 0
    for number, turn in enumerate(case.turns, 1):
        try:
            state = game.play(state, turn)
        except Exception as error:
            # A changed module brings a class of its own.
            if number != last or type(error).__name__ not in ("Refused", "Malformed"):
                raise
            break
    else:
        if last:
            return None
    twin = played(game, case.twin, begin) if case.twin is not None else None
    return Outcome(state, _points(game, state) if "score" in case.operations else None, twin)


def _begin(game: Any, case: Case) -> Any:
    if case.new is None:
        return game.state_from_json(case.state)
    stamp = {"format": FORMAT, "format_version": FORMAT_VERSION, "turns": []}
    version = {"specification": game.spec.version, "edition": game.spec.edition}
    return game.start(game.record_from_json({**stamp, **version, **case.new}))


def _points(game: Any, state: Any) -> Any:
    sheet = game.score(state)
    gods = [[(god.god, god.total) for god in player.gods] for player in sheet.players]
    return [player.total for player in sheet.players], sheet.winner, gods
