"""Shrinking: a failing game becomes one position and one turn, with nothing that the disagreement does not need.

Everything that can be left out or set back to how a game starts is tried, as long as the two still disagree in the same
way and the position is one that can occur. What is left is written as a scenario that only needs its `why`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from concordia_ref.engine.errors import Refused
from concordia_ref.spec.errors import Malformed
from concordia_ref.suite.capabilities import Capabilities
from concordia_ref.suite.fuzz import Disagreement, GameDifference, begin, compare_position, load_position, try_turn
from concordia_ref.suite.process import Fault
from concordia_ref.suite.protocol import Running
from concordia_ref.suite.random_games import reference
from concordia_ref.suite.simplifications import SIMPLIFICATIONS, Failure

MOST_QUESTIONS = 5000


class Shrinker:
    """Asks an adapter repeatedly, and starts a fresh one when it breaks."""

    def __init__(self, start: Callable[[], Running], can: Capabilities) -> None:
        self.start, self.can = start, can
        self.adapter: Running | None = None
        self.asked: set[str] = set()

    def shrink(self, difference: GameDifference) -> Failure | None:
        """The smallest failure that is found; None if the adapter does not fail again."""
        failure = self._repeated(difference)
        if failure is None:
            return None
        while smaller := self._smaller(failure):
            failure = smaller
        return failure

    def _repeated(self, difference: GameDifference) -> Failure | None:
        """The failure with as few turns as it can be repeated with."""
        game = reference(difference.table.edition)
        record = game.record_from_json(difference.record)
        first = Failure(difference.table.edition, difference.disagreement)
        if difference.turn is None:
            return self._failing(replace(first, setup=record._replace(turns=())))
        turn = (dict(difference.turn),)
        if "load" in self.can.operations:
            state = game.state_to_json(game.state_from_json(difference.state))
            for turns in ((), turn):
                if found := self._failing(replace(first, state=state, turns=turns)):
                    return found
        played = tuple(turn.to_json() for turn in record.turns)
        return self._failing(replace(first, setup=record._replace(turns=()), turns=(*played, *turn)))

    def _smaller(self, failure: Failure) -> Failure | None:
        """The failure after every simplification that it survives, repeated while it does; None if it survives none."""
        found = None
        for simplify in SIMPLIFICATIONS:
            while still := next(filter(None, map(self._failing, simplify(found or failure))), None):
                found = still
        return found

    def _failing(self, failure: Failure) -> Failure | None:
        """The failure with its present disagreement, if the adapter and the reference still disagree in the same way.

        Nothing is asked twice, so no two simplifications undo each other endlessly.
        """
        question = repr((failure.edition, failure.state, failure.setup, failure.turns))
        if question in self.asked or len(self.asked) >= MOST_QUESTIONS:
            return None
        self.asked.add(question)
        now = self._disagreement(failure)
        was = failure.disagreement
        if now is None or now.kind != was.kind or not _same(was, now):
            return None
        return replace(failure, disagreement=now)

    def _disagreement(self, failure: Failure) -> Disagreement | None:
        game, record = reference(failure.edition), failure.setup
        try:
            state = game.start(record) if record else game.state_from_json(failure.state)
            self.adapter = self.adapter or self.start()
            found = begin(self.adapter, self.can, game, record) if record else load_position(self.adapter, game, state)
            if found or not failure.turns:
                return found or compare_position(self.adapter, self.can, game, state)
            for turn in failure.turns[:-1]:
                if try_turn(self.adapter, self.can, game, state, turn):
                    # It comes earlier than it should: another failure.
                    return None
                state = game.play(state, turn)
            return try_turn(self.adapter, self.can, game, state, failure.turns[-1])
        except (Malformed, Refused):
            return None
        except Fault as fault:
            self.adapter = None
            return Disagreement("fault", (str(fault),))


def _same(was: Disagreement, now: Disagreement) -> bool:
    """Whether two disagreements are of the same kind: no other rule is broken, no other place differs."""
    if now.kind == "accepted":
        return set(now.clauses) <= set(was.clauses)
    kinds = [{path.rpartition(".")[2] for path in found.paths} for found in (was, now)]
    return kinds[1] <= kinds[0]
