"""Positions and turns from random games, for hypothesis."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from concordia_ref.engine.record import Record
from concordia_ref.engine.state import State
from concordia_ref.engine.turn import Turn

from .positions import GAME, TABLES


@st.composite
def positions_with_turns(draw: st.DrawFn) -> tuple[State, Turn]:
    """A position from the course of a random game, and a legal turn in it."""
    record = draw(records(longest=60))
    state = list(GAME.replay(record))[-1]
    if state.to_play is None:
        state = list(GAME.replay(record))[-2]
    return state, GAME.random_turn(state, Random(draw(st.integers(0, 2**32))))


@st.composite
def records(draw: st.DrawFn, longest: int = 20) -> Record:
    """The beginning of a random game."""
    map_id, players = draw(st.sampled_from(TABLES))
    record = GAME.setup(map_id, players, draw(st.integers(0, 2**32)), interim=draw(st.booleans()))
    dice = Random(draw(st.integers(0, 2**32)))
    state = GAME.start(record)
    for _ in range(draw(st.integers(0, longest))):
        if state.to_play is None:
            break
        turn = GAME.random_turn(state, dice)
        record, state = record.with_turn(turn), GAME.play(state, turn)
    return record
