"""Sell goods to the bank and buy goods from it.

Sales are offered before purchases: they bring the money and the room that purchases need, so that every trade that is
possible in any order is possible in this one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cache, reduce

from concordia_ref.draft import STOP, Choice, Draft
from concordia_ref.errors import Violation
from concordia_ref.rules import at_most, multiple
from concordia_ref.state import Goods
from concordia_ref.typed import Any

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
    rules, traded, kinds = draft.rules, draft.memo or (), _kinds(draft)
    last = _rank(draft, traded[-1]) if traded else (0, -1)
    sold = [choice[1] for choice in traded if choice[0] == "sell"]
    open_kinds = [good for good in rules.goods if good not in sold and not _closed_by(draft, kinds, good)]
    found: list[Choice] = []
    if not open_kinds:
        return found
    for way, verb in enumerate(KINDS[last[0] :], last[0]):
        most = reduce(at_most, _limits(draft, verb).values())
        for good in open_kinds:
            index = rules.good_index[good]
            if most[index] > 0 and (way > last[0] or index > last[1]):
                found += _numbers(verb, good, most[index])
    return found


@cache
def _numbers(verb: str, good: str, most: int) -> Sequence[Choice]:
    return tuple([(verb, good, number) for number in range(1, most + 1)])


def obstacles(draft: Draft, choice: Choice) -> Iterator[Violation]:
    """What stands against this sale or purchase."""
    kinds = _kinds(draft)
    if choice == STOP:
        at_least = draft.rule["kinds_at_least"]
        # Who can trade no more kinds has done enough.
        if len(kinds) < at_least and _trades(draft):
            yield Violation("mercator.trade.optional", kinds=sorted(kinds), at_least=at_least)
        return
    verb, good, number = choice
    closed = _closed_by(draft, kinds, good)
    if closed == "mercator.trade.two-kinds":
        yield Violation(closed, good=good, kinds=sorted(kinds), at_most=draft.rule["kinds_at_most"])
    elif closed:
        yield Violation(closed, good=good)
    for clause, most in _limits(draft, verb).items():
        if number > most[draft.rules.good_index[good]]:
            yield Violation(clause, **_facts(draft, clause, choice))


def _closed_by(draft: Draft, kinds: Collection[str], good: str) -> str | None:
    """The clause by which a kind of goods cannot be traded any more, however few, after some kinds were."""
    rule = draft.rule
    if len(kinds) >= rule["kinds_at_most"] and good not in kinds:
        return "mercator.trade.two-kinds"
    if not rule["sell_and_buy_one_kind"] and good in kinds:
        return "mercator.trade.one-way"
    return None


def _limits(draft: Draft, verb: str) -> dict[str, Goods]:
    """How many of each good can be sold or bought, by the clauses that limit it."""
    rules, player, rule = draft.rules, draft.player, draft.rule
    if verb == "buy":
        room = rules.room(player)
        if rule["room_counted"] == "before_trading":
            room = _room_before(draft) - _units(draft, "buy")
        affordable = tuple([player.coins // price for price in rules.prices])
        return {"mercator.trade.money": affordable, "mercator.trade.space": (room,) * len(rules.goods)}
    if rule["sales_need_room"]:
        room = _room_before(draft) - _units(draft, "sell")
        return {"mercator.trade.sell": (room,) * len(rules.goods), "mercator.trade.stock": player.goods}
    return {"mercator.trade.stock": player.goods}


def _facts(draft: Draft, clause: str, choice: Choice) -> dict[str, Any]:
    """What is told about a trade of more goods than a clause allows."""
    verb, good, number = choice
    rules, player = draft.rules, draft.player
    index = rules.good_index[good]
    traded = {"good": good, "sold" if verb == "sell" else "bought": number}
    match clause:
        case "mercator.trade.sell":
            return {**traded, "room": _room_before(draft)}
        case "mercator.trade.stock":
            return {**traded, "has": player.goods[index]}
        case "mercator.trade.money":
            return {**traded, "cost": number * rules.prices[index], "has": player.coins}
        case _:
            return {**traded, "room": _limits(draft, verb)[clause][index]}


def perform(draft: Draft, choice: Choice | None) -> None:
    """Sell or buy."""
    if choice is None or choice == STOP:
        draft.end_step()
        return
    verb, good, number = choice
    sold = number if verb == "sell" else -number
    rules = draft.rules
    draft.pay(multiple(rules.one(good), sold), -sold * rules.prices[rules.good_index[good]])
    draft.memo = (*(draft.memo or ()), choice)


def arrange(draft: Draft, choices: list[Choice]) -> list[Choice]:
    """Sales first, each in the order of the goods."""
    return sorted(choices, key=lambda choice: _rank(draft, choice))


def _rank(draft: Draft, choice: Choice) -> tuple[int, int]:
    return int(choice[0] == "buy"), draft.rules.good_index[choice[1]]


def _kinds(draft: Draft) -> set[str]:
    """The kinds of goods that have been traded so far."""
    return {traded[1] for traded in draft.memo or ()}


def _room_before(draft: Draft) -> int:
    """How many goods the storehouse had room for at the beginning of the turn."""
    return draft.rules.room(draft.before.players[draft.seat])


def _units(draft: Draft, verb: str) -> int:
    """How many units have been sold, or bought, so far."""
    return sum(traded[2] for traded in draft.memo or () if traded[0] == verb)
