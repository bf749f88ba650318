"""The game: set it up, list and check turns, play them, score."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any

from concordia_ref.engine import flow, record, scoring
from concordia_ref.engine.draft import Draft
from concordia_ref.engine.ending import after_turn
from concordia_ref.engine.errors import Refused, Violation
from concordia_ref.engine.listing import complete_turns
from concordia_ref.engine.record import Record
from concordia_ref.engine.rules import Rules
from concordia_ref.engine.scoring import ScoreSheet
from concordia_ref.engine.state import State, digest
from concordia_ref.engine.turn import Turn, turn_from_json, turns_of
from concordia_ref.spec.errors import Malformed
from concordia_ref.spec.loading import load
from concordia_ref.spec.model import Specification

# What reads and writes positions and turns is imported where it is used: a game is played without, and begins sooner.
if TYPE_CHECKING:
    from concordia_ref.engine.state_json import Problem


class Game:
    """The rules of a specification, ready to play.

    >>> game = Game()
    >>> state = game.start(game.setup("italia", players=2, seed=1))
    >>> turn = next(iter(game.turns(state)))
    >>> game.play(state, turn).to_play == state.to_play
    False
    """

    def __init__(self, specification: Specification | None = None) -> None:
        self.spec = specification or load()
        self.rules = Rules(self.spec)

    def setup(self, map: str, players: int, seed: int, *, interim: bool | None = None) -> Record:
        """A game that has not begun: all random outcomes drawn from a seed and written down."""
        return record.new_record(
            self, map, players, seed, interim=self.spec.interim.used if interim is None else interim
        )

    def start(self, game_record: Record) -> State:
        """The position before the first turn of a game."""
        return record.start(self, game_record)

    def replay(self, game_record: Record) -> Iterator[State]:
        """The position before the first turn of a game, and after each of its turns."""
        return record.replay(self, game_record)

    def turns(self, state: State) -> Turns:
        """A lazy view of the legal turns in a position."""
        return Turns(self, state)

    def begin(self, state: State) -> Draft:
        """A turn before its first choice; after the end there is none to begin."""
        self._seat_to_play(state)
        return flow.begin(self.rules, state)

    # The legal choices that continue a partial turn, and the partial turn after one more of them. Both are called at
    # every choice, and the draft knows by which rules.
    options = staticmethod(flow.options)
    take = staticmethod(flow.take)

    def result(self, draft: Draft) -> State:
        """The position after a complete turn."""
        return after_turn(draft)

    def play(self, state: State, turn: Turn) -> State:
        """The position after a turn. Raises `Refused` with the rules that it breaks; the given state never changes."""
        return after_turn(self._follow(state, turn))

    def check(self, state: State, turn: Turn) -> list[Violation]:
        """The rules that a turn breaks; none if it is legal."""
        try:
            self._follow(state, turn)
        except Refused as refused:
            return list(refused.violations)
        return []

    def canonical(self, state: State, turn: Turn) -> Turn:
        """A legal turn as the list of legal turns has it."""
        return Turn(self._follow(state, turn).choices)

    def random_turn(self, state: State, random: Random) -> Turn:
        """A legal turn drawn choice by choice, without listing the turns."""
        return Turn(self.random_draft(state, random).choices)

    def random_draft(self, state: State, random: Random) -> Draft:
        """A complete turn drawn choice by choice, as a draft: `result` tells the position after it."""
        draft = self.begin(state)
        flow.complete(draft, random)
        return draft

    def score(self, state: State) -> ScoreSheet:
        """The points of all players as if the game ended now, with everything that was counted."""
        return scoring.score(self.rules, state)

    def problems(self, data: Any) -> list[Problem]:
        """Everything that is wrong with a state in JSON that was written by hand."""
        from concordia_ref.engine.state_json import problems

        return problems(self.rules, data)

    def state_to_json(self, state: State) -> dict[str, Any]:
        """A state as plain JSON."""
        from concordia_ref.engine.state_json import state_to_json

        return state_to_json(self.rules, state)

    def state_from_json(self, data: Any) -> State:
        """A state from plain JSON; `Malformed` lists its problems."""
        from concordia_ref.engine.state_json import state_from_json

        return state_from_json(self.rules, data)

    def turn_from_json(self, state: State, data: Any) -> Turn:
        """A turn from plain JSON, or from a line of notation; `Malformed` says what is wrong with it."""
        if isinstance(data, str):
            from concordia_ref.engine.notation import from_notation

            data = from_notation(data)
        return turn_from_json(self.rules, data, state)

    def notation(self, turn: Turn) -> str:
        """A turn in one line."""
        from concordia_ref.engine.notation import to_notation

        return to_notation(turn.to_json())

    def digest(self, state: State) -> str:
        """A short name for a position, equal for equal positions."""
        return digest(self.state_to_json(state))

    def _follow(self, state: State, turn: Turn) -> Draft:
        seat = self._seat_to_play(state)
        if turn.seat is not None and turn.seat != seat:
            raise Refused([Violation("turn.order", "/seat", seat=turn.seat, to_play=seat)])
        return flow.follow(self.rules, state, turn)

    def _seat_to_play(self, state: State) -> int:
        if state.to_play is None:
            raise Refused([Violation("end.last-turn")])
        return state.to_play


class Turns:
    """The legal turns in a position, each once, found only as far as they are asked for.

    Iterating walks through the choices; `turn in turns` checks the rules without listing; `len` counts.
    """

    def __init__(self, game: Game, state: State, card: str | None = None) -> None:
        self.game = game
        self.state = state
        self.card = card

    def __iter__(self) -> Iterator[Turn]:
        if self.state.to_play is None:
            return iter(())
        draft = flow.begin(self.game.rules, self.state)
        if self.card is None:
            return turns_of(complete_turns(draft))
        choice = ("card", self.card)
        return turns_of(complete_turns(flow.take(draft, choice))) if choice in flow.options(draft) else iter(())

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return any(True for _ in self)

    def __contains__(self, turn: object) -> bool:
        if not isinstance(turn, Turn) or self.card not in (None, turn.card):
            return False
        try:
            return not self.game.check(self.state, turn)
        except Malformed:
            return False

    def with_card(self, card: str) -> Turns:
        """Only the turns that play a card."""
        return Turns(self.game, self.state, card)

    def __repr__(self) -> str:
        card = f" with {self.card}" if self.card else ""
        return f"<legal turns of seat {self.state.to_play}{card}>"
