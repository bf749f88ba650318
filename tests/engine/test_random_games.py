"""Random games on every map with every number of players, checked at every state."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from concordia_ref.engine.game import Game
from concordia_ref.engine.state import State
from concordia_ref.engine.turn import Turn
from concordia_ref.spec.disputes import read_register
from concordia_ref.spec.loading import load
from concordia_ref.suite.invariants import check_views_agree, play_checked
from tests.ledger import Ledger
from tests.positions import GAME, TABLES

GAMES = int(os.environ.get("CONCORDIA_GAMES", "200"))
IN_ONE_TEST = 25


@pytest.mark.simulation
@pytest.mark.parametrize("first", range(0, GAMES, IN_ONE_TEST))
@pytest.mark.parametrize(("map_id", "players"), TABLES)
def test_random_games_keep_every_invariant(map_id: str, players: int, first: int) -> None:
    global_random = random.getstate()
    for number in range(first, min(first + IN_ONE_TEST, GAMES)):
        play_and_check(map_id, players, number)
    assert random.getstate() == global_random, "the global random generator is not used"


def play_and_check(map_id: str, players: int, number: int) -> None:
    dice = Random(number)
    record = GAME.setup(map_id, players, seed=number, interim=number % 2 == 1)
    state = GAME.start(record)
    assert GAME.problems(GAME.state_to_json(state)) == []
    states = [state]
    while state.to_play is not None:
        turn, after = play_checked(GAME, state, dice)
        check_ledger(state, turn, after)
        if dice.random() < 0.005:
            check_views_agree(GAME, state, dice, most=100)
            check_nearly_legal_turns(state, turn)
        record = record.with_turn(turn)
        state = after
        states.append(state)
    assert len(states) < 3000, "a game that never ends"
    assert list(GAME.replay(GAME.record_from_json(record.to_json()))) == states
    assert list(GAME.turns(state)) == []


@pytest.mark.simulation
@pytest.mark.parametrize("edition", [edition for edition in read_register().editions if edition != "canonical"])
@pytest.mark.parametrize("first", range(0, 200, 50))
def test_two_hundred_games_under_each_edition_keep_every_invariant(edition: str, first: int) -> None:
    game = Game(load(edition=edition))
    # To the letter a game can come to a standstill, or go on for ever: a player may not own a second house.
    endless = edition.endswith("-letter")
    for number in range(first, first + (5 if endless else 50)):
        map_id, players = TABLES[number % len(TABLES)]
        dice = Random(number)
        state = game.start(game.setup(map_id, players, seed=number, interim=number % 2 == 1))
        turns = 0
        while state.to_play is not None and not game.is_stuck(state):
            _, state = play_checked(game, state, dice)
            turns += 1
            if endless and turns == 200:
                break
            assert turns < 3000, "a game that never ends"


def check_ledger(before: State, turn: Turn, after: State) -> None:
    """Coins and goods are what the second reckoning says; interim scoring alone may add coins to it."""
    coins, goods = Ledger(GAME.state_to_json(before)).after(turn.to_json())
    assert [GAME.rules.amounts(player.goods) for player in after.players] == goods
    extra = [player.coins - coins[seat] for seat, player in enumerate(after.players)]
    paid_out = before.interim is not None and after.interim is None
    assert all(bonus in ((0, 1, 2) if paid_out else (0,)) for bonus in extra)


def check_nearly_legal_turns(state: State, turn: Turn) -> None:
    """A legal turn made just illegal is refused, and the position stays as it was."""
    before = GAME.digest(state)
    for data in nearly_legal(state, turn.to_json()):
        assert GAME.turn(state, data) not in GAME.turns(state), data
    assert GAME.digest(state) == before


def nearly_legal(state: State, turn: dict[str, Any]) -> Iterator[dict[str, Any]]:
    assert state.to_play is not None
    player = state.players[state.to_play]
    yield {**turn, "card": next(card for card in GAME.rules.cards if card not in player.hand)}
    yield {**turn, "seat": (state.to_play + 1) % len(state.players)}
    if "builds" in turn:
        yield {**turn, "builds": [*turn["builds"], "roma"]}
        yield {**turn, "builds": [*turn["builds"], turn["builds"][0]]}
        if player.houses:
            yield {**turn, "builds": [*turn["builds"], player.houses[0]]}
    if turn.get("choice") == "produce" and state.coin_side:
        yield {**turn, "province": state.coin_side[0]}
    if "keep" in turn:
        seat, kept = next(iter(turn["keep"].items()))
        yield {**turn, "keep": {**turn["keep"], seat: {}}}
        yield {**turn, "keep": {**turn["keep"], seat: {good: number + 1 for good, number in kept.items()}}}
    if "place" in turn:
        yield {**turn, "place": [*turn["place"], *turn["place"] * 6]}
    if "sell" in turn:
        yield {**turn, "sell": dict.fromkeys(turn["sell"], 13)}
    if "buy" in turn:
        yield {**turn, "buy": dict.fromkeys(turn["buy"], 13)}
    if "cards" in turn:
        yield {**turn, "cards": [*turn["cards"], *turn["cards"]]}
    if "copies" in turn:
        yield {**turn, "copies": state.to_play}
    for move in turn.get("moves", []):
        yield {**turn, "moves": [{**move, "to": "roma"}]}
        yield {**turn, "moves": [move, {"colonist": move["colonist"].split("@")[0] + "@" + move["to"], "to": "roma"}]}
