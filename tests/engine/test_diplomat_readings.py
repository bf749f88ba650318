"""Readings of the Diplomat against a naive account of random games: who has played what, for what, and how."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from concordia_ref.engine.game import Game
from concordia_ref.engine.state import State
from concordia_ref.engine.turn import Turn
from tests.positions import patched_game

COPY = "actions.diplomat.choose.copy.copy_card"
Json = Mapping[str, Any]


class History:
    """What a player at the table could have written down."""

    def __init__(self, players: int) -> None:
        self.diplomats: set[int] = set()
        self.last: dict[int, Json] = {seat: {} for seat in range(players)}

    def note(self, seat: int, turn: Json) -> None:
        self.last[seat] = turn
        if "diplomat" in turn["card"]:
            self.diplomats.add(seat)

    def innermost(self, seat: int) -> Json:
        turn = self.last[seat]
        while "as" in turn:
            turn = turn["as"]
        return turn


def kind(card: str) -> str:
    return card.rpartition("_")[2]


def top_cards(name: str, state: State, history: History) -> dict[int, str]:
    """The cards that can be copied, by seat, in the words of the readings."""
    found = {}
    for seat, player in enumerate(state.players):
        if seat == state.to_play or not player.pile:
            continue
        top = player.pile[-1]
        if kind(top) == "diplomat":
            if name == "counts_as_the_copied_card" and "as" in history.last[seat]:
                found[seat] = history.innermost(seat)["card"]
        elif name != "any_diplomat_ever_played" or seat not in history.diplomats:
            found[seat] = top
    return found


def copies(game: Game, state: State, most: int = 400) -> list[tuple[int, Json]]:
    """The seats that are copied in listed turns with a Diplomat, and what is done."""
    assert state.to_play is not None
    found: list[tuple[int, Json]] = []
    for card in {card for card in state.players[state.to_play].hand if kind(card) == "diplomat"}:
        draft = game.take(game.begin(state), ("card", card))
        for choice in game.options(draft):
            if choice[0] == "copy":
                after = game.take(draft, choice)
                options = game.options(after)[:most]
                found += [(choice[1], {"card": choice[2], "options": tuple(options)})]
    return found


def random_turn(game: Game, state: State, dice: Random) -> Turn:
    """A random turn, with a Diplomat more often than by chance."""
    turns = [game.random_turn(state, dice) for _ in range(4)]
    return next((turn for turn in turns if turn.card and kind(turn.card) == "diplomat"), turns[0])


PATCHES: dict[str, dict[str, Any]] = {
    "any_diplomat_ever_played": {COPY: {"barred_by": "any_diplomat_ever_played"}},
    "counts_as_the_copied_card": {COPY: {"used_diplomat": "counts_as_the_copied_card"}},
    "as_by_the_owner": {COPY: {"alternative": "as_by_the_owner"}},
    "one_action": {COPY: {"one_action_of": ["architect", "mercator"]}},
    "is_taken": {COPY: {"copied_card": "is_taken"}},
}


@pytest.mark.parametrize("name", PATCHES)
def test_the_cards_that_can_be_copied_are_those_of_a_naive_account(name: str) -> None:
    game, dice, compared = patched_game(PATCHES[name]), Random(11), 0
    state = game.start(game.setup("imperium", 4, seed=11))
    history = History(4)
    for _ in range(160):
        if state.to_play is None:
            break
        wanted = top_cards(name, state, history)
        if any(kind(card) == "diplomat" for card in state.players[state.to_play].hand):
            for seat, done in copies(game, state):
                assert wanted[seat] == done["card"]
                check_options(name, game, state, history, seat, done)
            legal = {seat for seat, _ in copies(game, state)}
            if name != "as_by_the_owner":
                assert legal == set(wanted)
            compared += 1
        turn = random_turn(game, state, dice)
        after = game.play(state, turn)
        if name == "is_taken":
            check_card_is_taken(state, turn, after)
        history.note(state.to_play, turn.to_json())
        state = after
    assert compared > 20


def check_options(name: str, game: Game, state: State, history: History, seat: int, done: Json) -> None:
    """That the player who copies a card is offered what the reading says."""
    options = [choice[1] for choice in done["options"] if choice[0] == "choice"]
    match name, kind(done["card"]):
        case "as_by_the_owner", ("prefect" | "colonist"):
            assert options == [history.last[seat]["choice"]]
        case "one_action", "architect":
            assert options == ["move_colonists", "build_houses"]
        case "one_action", "mercator":
            assert options == ["gain_card_income", "trade_goods"]
        case _, ("architect" | "mercator"):
            assert options == []


def check_card_is_taken(before: State, turn: Turn, after: State) -> None:
    written = turn.to_json()
    assert before.to_play is not None
    if "copies" in written:
        owner, card = written["copies"], written["as"]["card"]
        assert after.players[owner].pile == before.players[owner].pile[:-1]
        assert after.players[before.to_play].pile[-2:] == (turn.card, card)
