"""Readings of the course of a turn against a naive account of random games."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from concordia_ref.engine.game import Game
from concordia_ref.engine.state import State
from tests.positions import GAME, patched_game

SHORT = ("tribune", "prefect", "mercator", "diplomat", "senator")


def on_the_table(game: Game, state: State, seat: int) -> dict[str, Any]:
    """A position without whose turn it is, and with the cards of a player in one heap."""
    data = game.state_to_json(state)
    player = data["players"][seat]
    player["cards"] = sorted(player.pop("hand") + player.pop("pile"))
    return {key: value for key, value in data.items() if key not in ("to_play", "last_turns", "concordia")}


def test_a_card_needs_an_effect_where_the_reading_asks_for_one() -> None:
    game, dice, refused = patched_game({"turn": {"action": "must_have_an_effect"}}), Random(2), 0
    state = GAME.start(GAME.setup("italia", 2, seed=2))
    for _ in range(60):
        if (seat := state.to_play) is None:
            break
        for card in {card for card in state.players[seat].hand if card.rpartition("_")[2] in SHORT}:
            turns = [*GAME.turns(state).with_card(card)]
            if len(turns) > 400:
                continue
            with_effect = set()
            for turn in turns:
                after = GAME.play(state, turn)
                # Cards come back from a pile only if some lie there.
                recalls = turn.card == "tribune" and bool(state.players[seat].pile)
                if recalls or on_the_table(GAME, after, seat) != on_the_table(GAME, state, seat):
                    with_effect.add(turn)
            assert set(game.turns(state).with_card(card)) == with_effect
            for turn in set(turns) - with_effect:
                assert [found.clause for found in game.check(state, turn)] == ["turn.optional-parts"]
                refused += 1
        state = GAME.play(state, GAME.random_turn(state, dice))
    assert refused > 20


def test_an_action_that_is_left_out_changes_nothing_but_the_place_of_the_card() -> None:
    game, dice, left_out = patched_game({"turn": {"action": "may_be_left_out"}}), Random(4), 0
    state = game.start(game.setup("italia", 3, seed=4))
    while not game.is_stuck(state) and (seat := state.to_play) is not None and left_out < 60:
        turn = game.random_turn(state, dice)
        after = game.play(state, turn)
        if "without_action" in turn.to_json():
            assert on_the_table(game, after, seat) == on_the_table(game, state, seat)
            assert after.players[seat].pile == (*state.players[seat].pile, turn.card)
            left_out += 1
        state = after
    assert left_out > 5


def test_bought_cards_wait_for_the_next_tribune() -> None:
    game, dice, waited = patched_game({"turn": {"gained_cards": "after_the_next_tribune"}}), Random(6), 0
    state = game.start(game.setup("italia", 2, seed=6))
    waiting: dict[int, set[str]] = {0: set(), 1: set()}
    for _ in range(200):
        if (seat := state.to_play) is None:
            break
        player = state.players[seat]
        state = state.with_player(seat, player._replace(goods=(2, 2, 2, 2, 2)))
        offered = {choice[1] for choice in game.options(game.begin(state))}
        assert offered == set(player.hand) - waiting[seat]
        waited += bool(waiting[seat])
        turn = game.random_turn(state, dice)
        if turn.card == "tribune":
            waiting[seat] = set()
        after = game.play(state, turn)
        owned = {*after.players[seat].hand, *after.players[seat].pile}
        waiting[seat] |= owned - {*player.hand, *player.pile}
        state = after
    assert waited > 10


def test_cards_that_come_into_the_hand_are_played_in_the_same_turn() -> None:
    game, dice, went_on = patched_game({"turn": {"gained_cards": "same_turn"}}), Random(8), 0
    state = game.start(game.setup("italia", 2, seed=8))
    due: Counter[str] = Counter()
    for _ in range(300):
        if (seat := state.to_play) is None:
            break
        player = state.players[seat]
        offered = [choice[-1] for choice in game.options(game.begin(state))]
        assert set(offered) == ({*due, "pass"} if due else set(player.hand))
        turn = game.random_turn(state, dice)
        after = game.play(state, turn)
        if turn.card is None:
            due = Counter()
        else:
            due -= Counter([turn.card])
            due += Counter(after.players[seat].hand) - Counter(player.hand)
        if after.to_play is not None:
            assert (after.to_play == seat) == bool(due)
        went_on += bool(due)
        state = after
    assert went_on > 20


def test_all_alternatives_are_carried_out_one_after_the_other() -> None:
    game, dice, played = patched_game({"turn": {"alternatives": "all"}}), Random(9), 0
    state = game.start(game.setup("italia", 2, seed=9))
    for _ in range(120):
        if (seat := state.to_play) is None:
            break
        turn = game.random_turn(state, dice)
        after = game.play(state, turn)
        written = turn.to_json()
        if turn.card and turn.card.rpartition("_")[2] in ("prefect", "colonist"):
            # By the canonical rules: the one alternative, and the other one in the position that it leads to.
            first, second = ("produce", "collect") if "prefect" in turn.card else ("settle", "income")
            half = GAME.play(state, {**written, "choice": first})
            player = half.players[seat]
            again = player._replace(hand=tuple(sorted((*player.hand, turn.card))), pile=player.pile[:-1])
            half = half.with_player(seat, again)._replace(to_play=seat, concordia=None, last_turns=None)
            whole = GAME.play(half, {"card": turn.card, "choice": second})
            assert on_the_table(GAME, whole, seat) == on_the_table(game, after, seat)
            played += 1
        state = after
    assert played > 10


def test_a_tribune_that_is_laid_down_after_its_action_stays_on_the_pile() -> None:
    stays = {"actions.tribune.choose.recall.recall_cards": {"tribune_returns": False}}
    game, dice = patched_game(stays), Random(10)
    state = game.start(game.setup("italia", 2, seed=10))
    recalls = 0
    while not game.is_stuck(state) and (seat := state.to_play) is not None:
        turn, before = game.random_turn(state, dice), state.players[seat]
        state = game.play(state, turn)
        if turn.card == "tribune":
            after = state.players[seat]
            assert after.pile == ("tribune",)
            assert Counter(after.hand) == Counter(before.hand) + Counter(before.pile) - Counter(["tribune"])
            assert after.coins == before.coins + max(len(before.pile) - 3, 0)
            recalls += 1
    assert recalls == 2
    assert game.is_stuck(state)
