"""Self-play: random games of the reference alone, with every invariant checked at every position."""

from __future__ import annotations

from dataclasses import dataclass

from concordia_ref.spec.errors import TurnError
from concordia_ref.suite.invariants import InvariantBroken, check_views_agree, play_checked
from concordia_ref.suite.random_games import LONGEST_GAME, GameTable, random_of, random_record, reference

LISTED = 0.005
"""The share of positions in which the legal turns are listed too, which takes long."""


@dataclass(frozen=True)
class SelfPlayedGame:
    """A game that was played, and the invariant that broke in it, if one did."""

    number: int
    table: GameTable
    turns: int
    violation: str = ""


def self_play_game(table: GameTable, seed: int, number: int) -> SelfPlayedGame:
    """Play a game to its end; check the choices, each turn as it is written, and the position after it."""
    game, random = reference(table.edition), random_of(seed, number)
    record = random_record(table, random)
    state = game.start(record)
    states = [state]
    try:
        if problems := game.problems(game.state_to_json(state)):
            raise InvariantBroken(str(problems[0]))
        while state.to_play is not None and not game.is_stuck(state):
            turn, after = play_checked(game, state, random)
            if random.random() < LISTED:
                check_views_agree(game, state, random, most=100)
            record, state = record.with_turn(turn), after
            states.append(state)
            if len(record.turns) == LONGEST_GAME:
                raise InvariantBroken("a game that never ends")
        if list(game.replay(game.record_from_json(record.to_json()))) != states:
            raise InvariantBroken("the game file does not replay to the same positions")
        game.score(state)
    except (AssertionError, TurnError) as broken:
        return SelfPlayedGame(number, table, len(record.turns), str(broken))
    return SelfPlayedGame(number, table, len(record.turns))
