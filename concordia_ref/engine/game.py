"""The game: set it up, list and check turns, play them, score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from typing import Any, TypeAlias

from concordia_ref.engine import flow, scoring
from concordia_ref.engine.draft import Choice, Draft
from concordia_ref.engine.ending import after_turn
from concordia_ref.engine.errors import Refused, Violation
from concordia_ref.engine.listing import complete_turns
from concordia_ref.engine.notation import from_notation
from concordia_ref.engine.problems import Problem
from concordia_ref.engine.record import Record, new_record, record_from_json, start
from concordia_ref.engine.rules import Rules
from concordia_ref.engine.scoring import ScoreSheet
from concordia_ref.engine.state import State, digest
from concordia_ref.engine.state_json import problems, state_from_json, state_to_json
from concordia_ref.engine.turn import Turn, turn_from_json, turns_of
from concordia_ref.engine.verbs import VERBS
from concordia_ref.spec.errors import Malformed, TurnError
from concordia_ref.spec.loading import load
from concordia_ref.spec.model import Specification

TurnLike: TypeAlias = Turn | str | Mapping[Any, Any]
"""A turn, its notation such as `"mercator; sell 1 wine"`, or its JSON."""


class Game:
    """The rules of a specification, ready to play.

    Without a specification it plays the canonical rules; `Game(load(edition="cs"))` plays those of the Czech rulebook.

    >>> game = Game()
    >>> game
    <Game by edition canonical, specification 0.1.0>
    >>> state = game.start(game.setup("italia", players=2, seed=1))
    >>> game.play(state, "mercator; sell 1 wine").players[0].coins
    14
    """

    def __init__(self, specification: Specification | None = None) -> None:
        self.spec = specification or load()
        self.rules = Rules(self.spec, VERBS)

    def setup(self, map: str, players: int, seed: int, *, interim: bool | None = None) -> Record:
        """A game that has not begun: all random outcomes drawn from a seed and written down.

        `interim` says whether interim scoring is used; by default the edition decides.

        >>> Game().setup("italia", players=2, seed=1).draws.stack[:3]
        ('i_mason', 'i_smith', 'i_farmer')
        """
        used = self.spec.interim.used if interim is None else interim
        return new_record(self.rules, map, players, seed, interim=used)

    def start(self, record: Record) -> State:
        """The position before the first turn of a game.

        >>> game = Game()
        >>> game.start(game.setup("italia", players=2, seed=1)).to_play
        0
        """
        return start(self.rules, record)

    def replay(self, record: Record) -> Iterator[State]:
        """The position before the first turn of a game, and after each of its turns.

        >>> game = Game()
        >>> record = game.setup("italia", players=2, seed=1)
        >>> record = record.with_turn(game.turn(game.start(record), "mercator; sell 1 wine"))
        >>> [state.players[0].coins for state in game.replay(record)]
        [5, 14]
        """
        state = self.start(record)
        yield state
        for number, turn in enumerate(record.turns):
            try:
                state = self.play(state, turn)
            except TurnError as error:
                error.move_into(f"/turns/{number}")
                raise
            yield state

    def record_from_json(self, data: Any) -> Record:
        """A game from the JSON of its file; `Malformed` says what is wrong with it.

        >>> game = Game()
        >>> record = game.setup("italia", players=2, seed=1)
        >>> game.record_from_json(record.to_json()) == record
        True
        """
        return record_from_json(self.rules, data)

    def turns(self, state: State) -> Turns:
        """A lazy view of the legal turns in a position.

        >>> game = Game()
        >>> turns = game.turns(game.start(game.setup("italia", players=2, seed=1)))
        >>> [str(turn) for turn in turns.with_card("tribune")]
        ['tribune; place land@roma', 'tribune; place sea@roma', 'tribune']
        >>> "mercator; sell 2 wine" in turns
        False
        """
        return Turns(self, state)

    def turn(self, state: State, turn: TurnLike) -> Turn:
        """Read a turn from its notation or its JSON. `Malformed` says what is wrong with it. The rules are not checked.

        >>> game = Game()
        >>> state = game.start(game.setup("italia", players=2, seed=1))
        >>> game.turn(state, "mercator; sell 1 wine") == game.turn(state, {"card": "mercator", "sell": {"wine": 1}})
        True
        """
        if isinstance(turn, Turn):
            return turn
        return turn_from_json(self.rules, from_notation(turn) if isinstance(turn, str) else turn, state)

    def play(self, state: State, turn: TurnLike) -> State:
        """The position after a turn; the given state never changes.

        Raises `Refused` with the rules that the turn breaks, and `Malformed` if it is not a turn at all.

        >>> game = Game()
        >>> state = game.start(game.setup("italia", players=2, seed=1))
        >>> game.play(state, "tribune; place sea@roma").players[0].colonists
        (('land', 'roma'), ('sea', 'roma'), ('sea', 'roma'))
        """
        return after_turn(self._follow(state, self.turn(state, turn)))

    def check(self, state: State, turn: TurnLike) -> list[Violation]:
        """The rules that a turn breaks; none if it is legal.

        >>> game = Game()
        >>> state = game.start(game.setup("italia", players=2, seed=1))
        >>> [violation.clause for violation in game.check(state, "architect; build roma")]
        ['architect.build.start-city']
        """
        try:
            self._follow(state, self.turn(state, turn))
        except Refused as refused:
            return list(refused.violations)
        return []

    def canonical(self, state: State, turn: TurnLike) -> Turn:
        """A legal turn in the form in which it is listed: turns with the same effect have one form.

        >>> game = Game()
        >>> state = game.start(game.setup("italia", players=2, seed=1))
        >>> game.canonical(state, "mercator; sell 1 wine, 1 brick")
        <Turn mercator; sell 1 brick, 1 wine>
        """
        return Turn(self._follow(state, self.turn(state, turn)).choices)

    def begin(self, state: State) -> Draft:
        """A turn before its first choice; after the end of the game no turn begins.

        >>> game = Game()
        >>> state = game.start(game.setup("italia", players=2, seed=1))
        >>> draft = game.begin(state)
        >>> while options := game.options(draft):
        ...     draft = game.take(draft, options[0])
        >>> game.result(draft).players[0].houses
        ('ancona', 'spoletum')
        """
        self._seat_to_play(state)
        return flow.begin(self.rules, state)

    def options(self, draft: Draft) -> Sequence[Choice]:
        """The legal choices that continue a turn; none if it is complete.

        >>> game = Game()
        >>> state = game.start(game.setup("italia", players=2, seed=1))
        >>> game.options(game.take(game.begin(state), ("card", "prefect")))
        [('choice', 'produce'), ('choice', 'collect')]
        """
        return flow.options(draft)

    def take(self, draft: Draft, choice: Choice) -> Draft:
        """The turn after one of its options, with everything done that needs no choice; the given draft stays.

        >>> game = Game()
        >>> state = game.start(game.setup("italia", players=2, seed=1))
        >>> game.take(game.begin(state), ("card", "tribune")).choices
        (('card', 'tribune'),)
        """
        return flow.take(draft, choice)

    def result(self, draft: Draft) -> State:
        """The position after a complete turn.

        >>> game = Game()
        >>> state = game.start(game.setup("italia", players=2, seed=1))
        >>> draft = game.random_draft(state, Random(1))
        >>> game.result(draft) == game.play(state, game.random_turn(state, Random(1)))
        True
        """
        return after_turn(draft)

    def random_turn(self, state: State, random: Random) -> Turn:
        """A legal turn drawn choice by choice, without listing the turns.

        >>> game = Game()
        >>> state = game.start(game.setup("italia", players=2, seed=1))
        >>> game.random_turn(state, Random(1)) in game.turns(state)
        True
        """
        return Turn(self.random_draft(state, random).choices)

    def random_draft(self, state: State, random: Random) -> Draft:
        """A complete turn drawn choice by choice, as a draft: `result` gives the position after it.

        >>> game = Game()
        >>> state = game.start(game.setup("italia", players=2, seed=1))
        >>> game.options(game.random_draft(state, Random(1)))
        ()
        """
        draft = self.begin(state)
        flow.complete(draft, random)
        return draft

    def is_stuck(self, state: State) -> bool:
        """Whether a player has no legal turn although the game is not over; by the canonical rules there is always one.

        >>> game = Game()
        >>> game.is_stuck(game.start(game.setup("italia", players=2, seed=1)))
        False
        """
        return state.to_play is not None and not self.options(self.begin(state))

    def score(self, state: State) -> ScoreSheet:
        """The points of all players as if the game ended now, with everything that was counted.

        >>> game = Game()
        >>> sheet = game.score(game.start(game.setup("italia", players=2, seed=1)))
        >>> [player.total for player in sheet.players]
        [7, 7]
        """
        return scoring.score(self.rules, state)

    def problems(self, data: Any) -> list[Problem]:
        """Everything that is wrong with a state in JSON that was written by hand.

        >>> game = Game()
        >>> data = game.state_to_json(game.start(game.setup("italia", players=2, seed=1)))
        >>> data["players"][0]["coins"] = -1
        >>> [problem.pointer for problem in game.problems(data)]
        ['/players/0/coins']
        """
        return problems(self.rules, data)

    def state_to_json(self, state: State) -> dict[str, Any]:
        """A state as plain JSON.

        >>> game = Game()
        >>> data = game.state_to_json(game.start(game.setup("italia", players=2, seed=1)))
        >>> data["map"], data["players"][0]["coins"]
        ('italia', 5)
        """
        return state_to_json(self.rules, state)

    def state_from_json(self, data: Any) -> State:
        """A state from plain JSON; `Malformed` lists its problems.

        >>> game = Game()
        >>> state = game.start(game.setup("italia", players=2, seed=1))
        >>> game.state_from_json(game.state_to_json(state)) == state
        True
        """
        return state_from_json(self.rules, data)

    def digest(self, state: State) -> str:
        """A short name for a position, equal for equal positions.

        >>> game = Game()
        >>> state = game.start(game.setup("italia", players=2, seed=1))
        >>> game.digest(state) == game.digest(game.play(state, "diplomat"))
        False
        """
        return digest(self.state_to_json(state))

    def __repr__(self) -> str:
        return f"<Game by edition {self.spec.edition}, specification {self.spec.version}>"

    def _follow(self, state: State, turn: Turn) -> Draft:
        seat = self._seat_to_play(state)
        if turn.seat is not None and turn.seat != seat:
            raise Refused([Violation("turn.order", "/seat", {"seat": turn.seat, "to_play": seat})])
        return flow.follow(self.rules, state, turn)

    def _seat_to_play(self, state: State) -> int:
        if state.to_play is None:
            raise Refused([Violation("end.last-turn")])
        return state.to_play


class Turns:
    """The legal turns in a position, each once, found only as far as you iterate.

    Iterating walks through the choices; `turn in turns` checks the rules without listing; `len` counts.

    >>> game = Game()
    >>> turns = game.turns(game.start(game.setup("italia", players=2, seed=1)))
    >>> next(iter(turns)) in turns
    True
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
        if not isinstance(turn, (Turn, str, Mapping)):
            return False
        try:
            read = self.game.turn(self.state, turn)
            return self.card in (None, read.card) and not self.game.check(self.state, read)
        except Malformed:
            return False

    def with_card(self, card: str) -> Turns:
        """Only the turns that play a card.

        >>> game = Game()
        >>> game.turns(game.start(game.setup("italia", players=2, seed=1))).with_card("tribune")
        <Turns of seat 0: tribune; place land@roma | tribune; place sea@roma | tribune>
        """
        return Turns(self.game, self.state, card)

    def __repr__(self) -> str:
        if self.state.to_play is None:
            return "<Turns: the game is over>"
        first = [str(turn) for turn in islice(self, 4)]
        shown = " | ".join(first if len(first) < 4 else [*first[:3], "…"])
        return f"<Turns of seat {self.state.to_play}: {shown or 'none'}>"
