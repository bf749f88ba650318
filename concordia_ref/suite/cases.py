"""Scenarios as cases: whole states and turns in JSON, as an adapter receives them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from typing import Any

from concordia_ref.engine.game import Game
from concordia_ref.engine.notation import from_notation
from concordia_ref.engine.state import State
from concordia_ref.spec.errors import Malformed
from concordia_ref.suite.consulting import consulted
from concordia_ref.suite.courses import Course
from concordia_ref.suite.scenarios import Scenario, expected_state, impossible_record, record_of
from concordia_ref.suite.ways import Way, new_fields, set_up_record


@dataclass(frozen=True)
class Case:
    """A scenario for an adapter: how the position is reached, the turns, and what their outcome must be.

    `new` is the set-up of a case that shows one; `way`, if there is any, leads to a position that cannot be loaded.
    `turns` are sent as they are written. `after` is the whole position that must follow; after a refusal, which is that
    of the last turn, the one before it. `reached` is the same where the scenario has it, and otherwise what the
    reference reaches: it is not compared. Where it is the set-up that must be rejected, there is no position. `map` and
    `players` are those that an adapter must know to be asked: of the twin, where the set-up has none that exist.
    """

    id: str
    level: str
    edition: str
    clauses: tuple[str, ...]
    why: str
    cards: tuple[str, ...]
    map: str
    players: int
    state: Mapping[str, Any] | None
    new: Mapping[str, Any] | None
    turns: tuple[Mapping[str, Any], ...]
    reached: Mapping[str, Any] | None
    after: Mapping[str, Any] | None = None
    refused: str | None = None
    malformed: str | None = None
    scores: tuple[int, ...] | None = None
    winner: int | None = None
    holds: Mapping[str, Any] = field(default_factory=dict)
    twin: Case | None = None
    dispute: str | None = None
    way: Way | None = None
    gods: tuple[Mapping[str, int], ...] | None = None
    """Points by god where points are asked for; the reference says them, the totals are written by hand."""
    game: Game = field(kw_only=True, repr=False, compare=False)
    """The rules by which it is played."""

    @property
    def interim(self) -> bool:
        """Whether interim scoring is used."""
        return self.state is not None and self.state["interim"] is not None

    @property
    def rejected(self) -> bool:
        """Whether the last turn, or the set-up where there is no turn, must be rejected."""
        return self.refused is not None or self.malformed is not None

    @cached_property
    def consulted(self) -> frozenset[str]:
        """The clauses that decide what comes of it, by observation and by what it says itself."""
        named = {*self.clauses, *([self.refused] if self.refused else [])}
        if self.state is None:
            return frozenset(named)
        is_scored = self.scores is not None or self.winner is not None
        begin = set_up_record(self.game, self.new) if self.new else self.game.state_from_json(self.state)
        return frozenset(named) | consulted(self.game, Course(begin, self.turns, is_scored))

    @cached_property
    def consulted_on_the_way(self) -> frozenset[str]:
        """The clauses that are consulted on the way to its position."""
        return consulted(self.game, self.way.course) if self.way else frozenset()

    @property
    def operations(self) -> tuple[str, ...]:
        """The operations that an adapter needs for it, once the position is reached."""
        needed = []
        if self.turns:
            needed.append("apply")
        if self.turns or self.holds or self.after is not None:
            needed.append("state")
        if self.scores is not None or self.winner is not None:
            needed.append("score")
        return tuple(needed)

    def to_json(self) -> dict[str, Any]:
        """The case as plain JSON, for people who bring their own runner."""
        data: dict[str, Any] = {
            "id": self.id,
            "level": self.level,
            "edition": self.edition,
            "clauses": list(self.clauses),
            "why": self.why,
            "turns": list(self.turns),
        }
        optional = {
            "before": self.state,
            "after": self.reached,
            "setup": self.new,
            "refused": self.refused,
            "malformed": self.malformed,
            "winner": self.winner,
            "scores": self.scores and list(self.scores),
            "holds": self.holds or None,
            "way": self.way and self.way.to_json(),
            "twin": self.twin and self.twin.to_json(),
        }
        return data | {key: value for key, value in optional.items() if value is not None}


def make_case(game: Game, scenario: Scenario, begin: State, twin: Case | None, way: Way | None) -> Case:
    """A scenario set up: it begins in a position, plays its turns, and says what their outcome must be."""
    expected, sets_up = scenario.expected, "setup" in scenario.given
    turns, last, after = tuple(map(as_sent, scenario.turns)), begin, None
    if expected.malformed is None:
        for turn in turns:
            game.turn(begin, turn)
    if expected.rejected:
        turns, last = _up_to_rejection(game, begin, turns)
        after = game.state_to_json(last)
    elif expected.changes is not None or (turns and not expected.holds):
        after = expected_state(game, begin, scenario.turns, expected.changes or {})
    reached = last if expected.rejected else reduce(game.play, turns, begin)
    case = Case(
        id=scenario.id,
        level=scenario.level,
        edition=game.spec.edition,
        clauses=scenario.clauses,
        why=scenario.why,
        cards=_kinds_sent(game, turns),
        map=begin.map,
        players=len(begin.players),
        state=game.state_to_json(begin),
        new=new_fields(record_of(game, scenario.given["setup"])) if sets_up else None,
        turns=turns,
        reached=after or game.state_to_json(reached),
        after=after,
        refused=expected.refused,
        malformed=expected.malformed,
        scores=expected.scores,
        winner=expected.winner,
        holds=expected.holds,
        dispute=scenario.dispute,
        way=way,
        gods=_gods(game, reached) if (expected.scores, expected.winner) != (None, None) else None,
        game=game,
    )
    if expected.rejected:
        return replace(case, twin=twin or _other_turn(game, case, last))
    return case


def rejected_setup(game: Game, scenario: Scenario, twin: Case | None) -> Case:
    """A scenario whose set-up must be rejected."""
    table, spec = scenario.given["setup"], game.spec
    known = twin.map if twin else next(iter(spec.maps)), twin.players if twin else next(iter(spec.setup.decks))
    return Case(
        id=scenario.id,
        level=scenario.level,
        edition=spec.edition,
        clauses=scenario.clauses,
        why=scenario.why,
        cards=(),
        map=table["map"] if table["map"] in spec.maps else known[0],
        players=table["players"] if table["players"] in spec.setup.decks else known[1],
        state=None,
        new=new_fields(impossible_record(game, table)),
        turns=(),
        reached=None,
        refused=scenario.expected.refused,
        malformed=scenario.expected.malformed,
        twin=twin,
        dispute=scenario.dispute,
        game=game,
    )


def as_sent(written: Any) -> Mapping[str, Any]:
    """A turn as an adapter receives it: as it is written, even if it cannot be read."""
    return from_notation(written) if isinstance(written, str) else written


def _kinds_sent(game: Game, turns: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """The kinds of cards that turns play or copy, as far as there are such cards."""
    kinds: dict[str, None] = {}
    for turn in turns:
        part: Any = turn
        while isinstance(part, Mapping):
            card = game.rules.cards.get(str(part.get("card")))
            kinds |= {} if card is None else {card.kind: None}
            part = part.get("as")
    return tuple(kinds)


def _gods(game: Game, state: State) -> tuple[Mapping[str, int], ...]:
    return tuple({god.god: god.total for god in player.gods} for player in game.score(state).players)


def _up_to_rejection(
    game: Game, state: State, turns: tuple[Mapping[str, Any], ...]
) -> tuple[tuple[Mapping[str, Any], ...], State]:
    """The turns up to the one that is rejected, and the position before that one."""
    for number, turn in enumerate(turns, 1):
        if number == len(turns) or game.check(state, turn):
            return turns[:number], state
        state = game.play(state, turn)
    raise Malformed("incomplete", "the turn does not say which turn is refused", "/turn")


def _other_turn(game: Game, case: Case, state: State) -> Case | None:
    """A legal turn in the place of a rejected one, for a case without a twin: refusing everything proves nothing.

    It is the first one with the same card that the reference lists, or the first of all; the reference says what comes
    of it. After the end of the game there is none.
    """
    listed = game.turns(state)
    card = str(case.turns[-1].get("card"))
    turn = next(iter(listed.with_card(card)), None) or next(iter(listed), None)
    if turn is None:
        return None
    after = game.state_to_json(game.play(state, turn))
    played = (*case.turns[:-1], turn.to_json())
    return replace(
        case,
        id=f"{case.id}, another turn",
        cards=_kinds_sent(game, played),
        turns=played,
        reached=after,
        after=after,
        refused=None,
        malformed=None,
    )
