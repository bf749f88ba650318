"""The walk from a count that differs down to the first position in which the lists of turns differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from concordia_ref.engine.errors import Refused
from concordia_ref.engine.game import Game
from concordia_ref.engine.state import State
from concordia_ref.engine.turn import Turn
from concordia_ref.spec.errors import Malformed
from concordia_ref.suite.answers import read_state
from concordia_ref.suite.differences import differing
from concordia_ref.suite.perft import count
from concordia_ref.suite.protocol import Running, described

NEEDED = ("load", "perft")
FOR_THE_WALK = ("legal", "apply", "state")
MOST_TURNS = 10


@dataclass(frozen=True)
class FirstDifference:
    """The turns that lead to a position, the position, and what is different there."""

    turns: tuple[Turn, ...]
    state: State
    what: tuple[str, ...]


class WrongAnswer(Exception):
    """The adapter does not do what it is asked for; the message holds its answer."""


class Walk:
    """A conversation with an adapter about the turns in positions. Raises `WrongAnswer` and `Fault`."""

    def __init__(self, adapter: Running, game: Game) -> None:
        self.adapter = adapter
        self.game = game

    def count(self, state: State, depth: int, *turns: Turn) -> Any:
        """How many sequences of turns the adapter counts, after loading a position and playing turns."""
        self.ask("load", edition=self.game.spec.edition, state=self.game.state_to_json(state))
        for turn in turns:
            self.ask("apply", turn=turn.to_json())
        return self.ask("perft", depth=depth).get("count")

    def first_difference(self, state: State, depth: int, before: tuple[Turn, ...] = ()) -> FirstDifference | None:
        """The first position that explains a difference of counts; None if the counts agree."""
        game = self.game
        theirs, ours = self.count(state, depth), count(game, state, depth)
        if theirs == ours:
            return None
        if found := tuple(self.other_turns(state)):
            return FirstDifference(before, state, found)
        for turn in game.turns(state) if depth > 1 else ():
            after = game.play(state, turn)
            if self.count(state, depth - 1, turn) == count(game, after, depth - 1):
                continue
            deeper = self.first_difference(after, depth - 1, (*before, turn))
            return deeper or FirstDifference(before, state, tuple(self.other_outcome(state, turn, after)))
        both = f"the reference {ours}, the adapter {theirs}"
        what = f"the lists of turns agree, but the counts at depth {depth} do not: {both}"
        return FirstDifference(before, state, (what,))

    def other_turns(self, state: State) -> Iterator[str]:
        """Which turns the adapter lists that the reference does not, and the other way round."""
        game = self.game
        self.ask("load", edition=game.spec.edition, state=game.state_to_json(state))
        listed = self.ask("legal").get("turns")
        if not isinstance(listed, list):
            raise WrongAnswer(f"`legal` must answer with a list of turns, not with {repr(listed)[:100]}")
        ours = {str(turn) for turn in game.turns(state)}
        theirs = Counter(self.canonical(state, turn) for turn in listed)
        yield from _some("legal, but not listed", sorted(ours - set(theirs)))
        yield from _some("listed, but not legal", sorted(set(theirs) - ours))
        yield from _some("listed more than once", sorted(turn for turn, times in theirs.items() if times > 1))

    def other_outcome(self, state: State, turn: Turn, after: State) -> Iterator[str]:
        """Where a turn leads, if counts differ after it is played, but not after the position it leads to is loaded."""
        self.count(state, 1, turn)
        theirs = self.ask("state").get("state")
        yield f"{turn} is legal for both, but leads to different positions"
        wanted = self.game.state_to_json(after)
        yield from map(str, differing(wanted, read_state(wanted, theirs, lambda remark: None)))

    def canonical(self, state: State, written: Any) -> str:
        """A turn as the reference would list it; what is not legal stays as it was written."""
        try:
            turn = self.game.turn(state, written)
            return str(self.game.canonical(state, turn))
        except Refused as refused:
            return f"{turn} ({refused.clause})"
        except Malformed as malformed:
            return f"{str(written)[:200]} ({malformed})"

    def ask(self, op: str, **fields: Any) -> dict[str, Any]:
        """The answer to a request that the adapter must carry out."""
        answer = self.adapter.ask(op, **fields)
        if not isinstance(answer.get("ok"), dict):
            raise WrongAnswer(f"{op}: {described(answer)}")
        found: dict[str, Any] = answer["ok"]
        return found


def _some(what: str, turns: Sequence[str]) -> Iterator[str]:
    """The turns of one sort; of many the first ones, and how many more."""
    yield from (f"{what}: {turn}" for turn in turns[:MOST_TURNS])
    if len(turns) > MOST_TURNS:
        yield f"… and more of this kind: {len(turns) - MOST_TURNS}"
