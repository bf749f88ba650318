"""Sell goods to the bank and buy goods from it.

Sales are offered before purchases: they bring the money and the room that purchases need, so that every trade that is
possible in any order is possible in this one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from concordia_ref.draft import STOP, Choice, Draft
from concordia_ref.errors import Violation
from concordia_ref.rules import minus, plus

KINDS = ("sell", "buy")
OPTIONAL = True


def required(_: Draft) -> str | None:
    """Nothing: the player may stop at any point."""
    return None


def options(draft: Draft) -> Sequence[Choice]:
    """One more kind to sell or to buy, sales first and each in the order of the goods; or no more."""
    legal = _trades(draft)
    return legal if any(obstacles(draft, STOP)) else [*legal, STOP]


def _trades(draft: Draft) -> list[Choice]:
    traded: tuple[Choice, ...] = draft.memo or ()
    rules, player = draft.rules, draft.player
    last = _rank(draft, traded[-1]) if traded else (0, -1)
    most_to_buy = max(rules.room(player), 0)
    found: list[Choice] = []
    for good, index in rules.good_index.items():
        found += [("sell", good, number) for number in range(1, player.goods[index] + 1)]
    for good, index in rules.good_index.items():
        affordable = min(most_to_buy, player.coins // rules.prices[index])
        found += [("buy", good, number) for number in range(1, affordable + 1)]
    sold = {choice[1] for choice in traded if choice[0] == "sell"}
    return [
        choice
        for choice in found
        if _rank(draft, choice) > last and choice[1] not in sold and not any(obstacles(draft, choice))
    ]


def obstacles(draft: Draft, choice: Choice) -> Iterator[Violation]:
    """What stands against this sale or purchase."""
    rules, player, step = draft.rules, draft.player, draft.step
    kinds = {traded[1] for traded in draft.memo or ()}
    if choice == STOP:
        # Who can trade no more kinds has done enough.
        if len(kinds) < step["kinds_at_least"] and _trades(draft):
            yield Violation("mercator.trade.optional", kinds=sorted(kinds), at_least=step["kinds_at_least"])
        return
    verb, good, number = choice
    index = rules.good_index[good]
    if len(kinds | {good}) > step["kinds_at_most"]:
        yield Violation("mercator.trade.two-kinds", good=good, kinds=sorted(kinds), at_most=step["kinds_at_most"])
    if not step["sell_and_buy_one_kind"] and good in kinds:
        yield Violation("mercator.trade.one-way", good=good)
    room_before = rules.room(draft.before.players[draft.seat])
    if verb == "sell" and step["sales_need_room"] and _units(draft, "sell") + number > room_before:
        yield Violation("mercator.trade.sell", good=good, sold=number, room=room_before)
    if verb == "sell" and number > player.goods[index]:
        yield Violation("mercator.trade.stock", good=good, sold=number, has=player.goods[index])
    if verb == "buy":
        price, room = number * rules.prices[index], rules.room(player)
        if step["room_counted"] == "before_trading":
            room = room_before - _units(draft, "buy")
        if price > player.coins:
            yield Violation("mercator.trade.money", good=good, bought=number, cost=price, has=player.coins)
        if number > room:
            yield Violation("mercator.trade.space", good=good, bought=number, room=room)


def perform(draft: Draft, choice: Choice | None) -> Draft:
    """Sell or buy."""
    if choice is None or choice == STOP:
        return draft.step_done()
    verb, good, number = choice
    rules, player = draft.rules, draft.player
    units = tuple(number * unit for unit in rules.one(good))
    coins = number * rules.prices[rules.good_index[good]]
    traded = (*(draft.memo or ()), choice)
    if verb == "sell":
        return draft.with_player(goods=minus(player.goods, units), coins=player.coins + coins)._replace(memo=traded)
    return draft.with_player(goods=plus(player.goods, units), coins=player.coins - coins)._replace(memo=traded)


def arrange(draft: Draft, choices: list[Choice]) -> list[Choice]:
    """Sales first, each in the order of the goods."""
    return sorted(choices, key=lambda choice: _rank(draft, choice))


def _rank(draft: Draft, choice: Choice) -> tuple[int, int]:
    return int(choice[0] == "buy"), draft.rules.good_index[choice[1]]


def _units(draft: Draft, verb: str) -> int:
    """How many units have been sold, or bought, so far."""
    return sum(traded[2] for traded in draft.memo or () if traded[0] == verb)
