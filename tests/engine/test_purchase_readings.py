"""Readings of Senator and Consul against a naive list of all purchases, tried one by one in random positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations, combinations_with_replacement, permutations, product
from random import Random
from typing import Any, NamedTuple

import pytest

from concordia_ref.engine.game import Game
from concordia_ref.engine.state import State
from tests.positions import patched_game

BUY = "actions.{}.choose.buy.buy_cards"
PATCHES: dict[str, dict[str, Any]] = {
    "as_many_as_possible": {BUY.format(card): {"purchases": "as_many_as_possible"} for card in ("senator", "consul")},
    "good_not_in_the_price": {BUY.format("senator"): {"question_mark": "good_not_in_the_price"}},
    "one_good": {BUY.format("consul"): {"pay": ["one_good_of_the_card"]}},
    "surcharge_of_the_consul": {BUY.format("consul"): {"pay": ["surcharge"]}},
    "one_part": {BUY.format("senator"): {"parts_paid": "one"}},
    "gaps": {"display": {"closes_up": "only_with_a_stack"}},
}


class Purchase(NamedTuple):
    """A card as it is bought: what it costs, and the kinds that each good of choice may be of."""

    card: str
    key: str
    fixed: Counter[str]
    choices: tuple[tuple[str, ...], ...]


def prices(game: Game, name: str, kind: str, card: str, slot: int) -> Iterator[Purchase]:
    """The ways to pay for a card on a slot, by the words of the readings."""
    red = Counter(game.rules.cards[card].cost)
    under = Counter(game.spec.display.slots[slot])
    marks, printed = under.pop("any", 0), under
    every = tuple(game.rules.goods)
    if kind == "consul":
        if name == "surcharge_of_the_consul":
            yield Purchase(card, "cards", printed, (every,) * marks)
        elif name == "one_good" and len(red) > 1:
            yield Purchase(card, "cards", Counter(), (tuple(red),))
        else:
            yield Purchase(card, "cards", red, ())
    elif name == "one_part":
        yield Purchase(card, "cards", red, ())
        yield Purchase(card, "cards_for_surcharge", printed, (every,) * marks)
    elif name == "good_not_in_the_price":
        yield Purchase(
            card, "cards", red + printed, (tuple(good for good in every if good not in red + printed),) * marks
        )
    else:
        yield Purchase(card, "cards", red + printed, (every,) * marks)


def sets(game: Game, name: str, kind: str, state: State) -> Iterator[tuple[Purchase, ...]]:
    """All sets of purchases that a card allows, whether or not they can be paid."""
    for number in range({"senator": 2, "consul": 1}[kind] + 1):
        for slots in combinations([slot for slot, card in enumerate(state.display) if card], number):
            yield from product(*[[*prices(game, name, kind, state.display[slot], slot)] for slot in slots])


def ways(bought: tuple[Purchase, ...], stock: Counter[str]) -> Iterator[tuple[str, ...]]:
    """The goods of choice with which purchases can be paid."""
    fixed = sum((purchase.fixed for purchase in bought), Counter[str]())
    due = [kinds for purchase in bought for kinds in purchase.choices]
    for goods in combinations_with_replacement(stock, len(due)):
        fits = any(all(good in kinds for good, kinds in zip(order, due, strict=True)) for order in permutations(goods))
        if fits and fixed + Counter(goods) <= stock:
            yield tuple(sorted(goods))


def naive_turns(game: Game, name: str, card: str, state: State) -> set[str]:
    """What can be done with a Senator or a Consul, as texts in one form."""
    assert state.to_play is not None
    kind = game.rules.cards[card].kind
    stock = Counter(game.rules.amounts(state.players[state.to_play].goods))
    payable = [bought for bought in sets(game, name, kind, state) if any(True for _ in ways(bought, stock))]
    found = set()
    for bought in payable:
        cards = {one.card for one in bought}
        more = any(cards < {one.card for one in other} for other in payable)
        if name == "as_many_as_possible" and more:
            continue
        found |= {text(card, [(one.key, one.card) for one in bought], goods) for goods in ways(bought, stock)}
    return found


def text(card: str, bought: list[tuple[str, str]], goods: tuple[str, ...]) -> str:
    return f"{card} {sorted(bought)} {sorted(goods)}"


def listed_turns(game: Game, card: str, state: State) -> list[str]:
    found = []
    for turn in game.turns(state).with_card(card):
        data: Mapping[str, Any] = turn.to_json()
        bought = [(key, bought) for key in ("cards", "cards_for_surcharge") for bought in data.get(key, [])]
        found.append(text(card, bought, tuple(Counter(data.get("any", {})).elements())))
    return found


@pytest.mark.parametrize("name", PATCHES)
def test_the_purchases_are_those_of_a_naive_list(name: str) -> None:
    game, dice, compared = patched_game(PATCHES[name]), Random(3), 0
    state = game.start(game.setup("imperium", 5, seed=3))
    while state.to_play is not None and compared < 60:
        player = state.players[state.to_play]
        goods = tuple(dice.choice((0, 0, 1, 2)) for _ in game.rules.goods)
        state = state.with_player(state.to_play, player._replace(goods=goods))
        for card in player.hand:
            if game.rules.cards[card].kind in ("senator", "consul"):
                found = listed_turns(game, card, state)
                assert len(found) == len(set(found))
                assert set(found) == naive_turns(game, name, card, state)
                compared += 1
        buyers = [card for card in player.hand if game.rules.cards[card].kind in ("senator", "consul")]
        turns = list(game.turns(state).with_card(buyers[0])) if buyers else [game.random_turn(state, dice)]
        state = game.play(state, dice.choice(turns))
    assert compared > 20, "the game was too short to show anything"


def test_cards_stay_on_their_slots_once_the_stack_is_used_up() -> None:
    game, dice, gaps = patched_game(PATCHES["gaps"]), Random(5), 0
    state = game.start(game.setup("italia", 2, seed=5))
    while state.to_play is not None:
        player = state.players[state.to_play]
        state = state.with_player(state.to_play, player._replace(goods=(2, 2, 2, 2, 2)))
        buyer = "senator" if "senator" in player.hand else "tribune"
        after = game.play(state, dice.choice(list(game.turns(state).with_card(buyer))))
        left = [card if card in after.display else "" for card in state.display]
        if not state.stack:
            while left and not left[-1]:
                left.pop()
            assert list(after.display) == left
            gaps += "" in after.display
        else:
            assert "" not in after.display
        state = after
    assert gaps > 2
    assert state.display == ()
