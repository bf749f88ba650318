"""Scenarios as cases: whole states and turns in JSON, as an adapter receives them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import Any

from concordia_ref.engine.game import Game
from concordia_ref.engine.state import State
from concordia_ref.engine.turn import Turn
from concordia_ref.spec.errors import Malformed
from concordia_ref.suite.scenarios import Scenario, expected_state, record_of
from concordia_ref.suite.ways import Way, card_kinds, new_fields


@dataclass(frozen=True)
class Case:
    """A scenario for an adapter: how the position is reached, the turns, and what must come of them.

    `new` is the set-up of a case that shows one; `way`, if there is any, leads to a position that cannot be loaded.
    `after` is the whole position that must follow; after a refusal, which is that of the last turn, the one before it.
    `reached` is the same where the scenario has it, and otherwise what the reference reaches: it is not compared.
    """

    id: str
    level: str
    edition: str
    clauses: tuple[str, ...]
    why: str
    cards: tuple[str, ...]
    map: str
    players: int
    state: Mapping[str, Any]
    new: Mapping[str, Any] | None
    turns: tuple[Mapping[str, Any], ...]
    reached: Mapping[str, Any]
    after: Mapping[str, Any] | None = None
    refused: str | None = None
    scores: tuple[int, ...] | None = None
    winner: int | None = None
    holds: Mapping[str, Any] = field(default_factory=dict)
    twin: Case | None = None
    dispute: str | None = None
    way: Way | None = None

    @property
    def interim(self) -> bool:
        """Whether interim scoring is used."""
        return self.state["interim"] is not None

    @property
    def operations(self) -> tuple[str, ...]:
        """What an adapter must be able to do for it, once the position is reached."""
        needed = []
        if self.turns:
            needed.append("apply")
        if self.turns or self.holds:
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
            "before": self.state,
            "turns": list(self.turns),
            "after": self.reached,
        }
        optional = {
            "setup": self.new,
            "refused": self.refused,
            "winner": self.winner,
            "scores": self.scores and list(self.scores),
            "holds": self.holds or None,
            "way": self.way and self.way.to_json(),
            "twin": self.twin and self.twin.to_json(),
        }
        return data | {key: value for key, value in optional.items() if value is not None}


def make_case(game: Game, scenario: Scenario, begin: State, twin: Case | None, way: Way | None) -> Case:
    """A scenario set up: it begins in a position, plays its turns, and says what must come of them."""
    expected, sets_up = scenario.expected, "setup" in scenario.given
    turns = tuple(game.turn(begin, written) for written in scenario.turns)
    after = None
    if expected.refused is not None:
        turns, last = _up_to_refusal(game, begin, turns)
        after = game.state_to_json(last)
    elif expected.changes is not None or (turns and not expected.holds):
        after = expected_state(game, begin, scenario.turns, expected.changes or {})
    case = Case(
        id=scenario.id,
        level=scenario.level,
        edition=game.spec.edition,
        clauses=scenario.clauses,
        why=scenario.why,
        cards=card_kinds(game, turns),
        map=begin.map,
        players=len(begin.players),
        state=game.state_to_json(begin),
        new=new_fields(record_of(game, scenario.given["setup"])) if sets_up else None,
        turns=tuple(turn.to_json() for turn in turns),
        reached=after or game.state_to_json(reduce(game.play, turns, begin)),
        after=after,
        refused=expected.refused,
        scores=expected.scores,
        winner=expected.winner,
        holds=expected.holds,
        dispute=scenario.dispute,
        way=way,
    )
    if expected.refused is not None:
        return replace(case, twin=twin or _other_turn(game, case, last, turns))
    return case


def _up_to_refusal(game: Game, state: State, turns: Sequence[Turn]) -> tuple[tuple[Turn, ...], State]:
    """The turns up to the one that is refused, and the position before that one."""
    for number, turn in enumerate(turns, 1):
        if number == len(turns) or game.check(state, turn):
            return tuple(turns[:number]), state
        state = game.play(state, turn)
    raise Malformed("incomplete", "the turn does not say which turn is refused", "/turn")


def _other_turn(game: Game, case: Case, state: State, turns: Sequence[Turn]) -> Case | None:
    """A legal turn in the place of a refused one, for a case without a twin: refusing everything proves nothing.

    It is the first one with the same card that the reference lists, or the first of all; the reference says what comes
    of it. After the end of the game there is none.
    """
    listed = game.turns(state)
    turn = next(iter(listed.with_card(str(turns[-1].card))), None) or next(iter(listed), None)
    if turn is None:
        return None
    after = game.state_to_json(game.play(state, turn))
    played = (*turns[:-1], turn)
    return replace(
        case,
        id=f"{case.id}, another turn",
        cards=card_kinds(game, played),
        turns=tuple(turn.to_json() for turn in played),
        reached=after,
        after=after,
        refused=None,
    )
