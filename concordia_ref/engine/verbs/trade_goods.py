"""Sell goods to the bank and buy goods from it.

Sales are offered before purchases: they bring the money and the room that purchases need, so that every trade that is
possible in any order is possible in this one.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from concordia_ref.engine.draft import STOP, Choice, Draft
from concordia_ref.engine.errors import Violation

KINDS = ("sell", "buy")
OPTIONAL = True


def options(draft: Draft) -> Sequence[Choice]:
    """One more kind to sell or to buy, sales first and each in the order of the goods; or no more."""
    kinds = _kinds(draft)
    legal = _trades(draft, kinds)
    if not legal or not _has_traded_too_little(draft, kinds):
        legal.append(STOP)
    return legal


def _trades(draft: Draft, kinds: Collection[str]) -> list[Choice]:
    """What can be traded next. Nobody buys back what was sold: to sell less comes to the same."""
    found: list[Choice] = []
    traded, goods = draft.memo or (), draft.rules.goods
    if _has_traded_enough(draft, kinds):
        return found
    way, first = _rank(draft, traded[-1]) if traded else (0, 0)
    for verb in KINDS[way:]:
        limits = _limits(draft, verb)
        most = map(min, *limits.values()) if len(limits) > 1 else next(iter(limits.values()))
        trades = draft.rules.trades[verb]
        for place, number in enumerate(most):
            if number > 0 and place >= first and goods[place] not in kinds:
                found += trades[place][:number]
        first = 0
    return found


def obstacles(draft: Draft, choice: Choice) -> list[Violation]:
    """What stands against this sale or purchase."""
    verb, good, number = choice
    found, kinds, rule = [], _kinds(draft), draft.rule
    one_way = not rule["sell_and_buy_one_kind"]
    if one_way and good in kinds:
        found.append(Violation("mercator.trade.one-way", good=good))
    if good not in kinds and _has_traded_enough(draft, kinds):
        facts = {"good": good, "kinds": sorted(kinds), "at_most": rule["kinds_at_most"]}
        found.append(Violation("mercator.trade.two-kinds", **facts))
    place = draft.rules.good_index[good]
    for clause, most in _limits(draft, verb).items():
        if number > most[place]:
            found.append(Violation(clause, **_facts(draft, clause, choice)))
    return found


def obstacles_to_stopping(draft: Draft) -> list[Violation]:
    """That more kinds could be traded, where some must be."""
    kinds = _kinds(draft)
    # Who can trade no more kinds has done enough.
    if _has_traded_too_little(draft, kinds) and _trades(draft, kinds):
        return [Violation("mercator.trade.optional", kinds=sorted(kinds), at_least=draft.rule["kinds_at_least"])]
    return []


def _has_traded_enough(draft: Draft, kinds: Collection[str]) -> bool:
    most: int = draft.rule["kinds_at_most"]
    return len(kinds) >= most


def _has_traded_too_little(draft: Draft, kinds: Collection[str]) -> bool:
    least: int = draft.rule["kinds_at_least"]
    return len(kinds) < least


def _limits(draft: Draft, verb: str) -> dict[str, Sequence[int]]:
    """How many of each good can be sold or bought, by the clauses that limit it."""
    rules, rule = draft.rules, draft.rule
    if verb == "buy":
        room = draft.room()
        if rule["room_counted"] == "before_trading":
            room = _room_before(draft) - _units(draft, "buy")
        return {
            "mercator.trade.money": rules.affordable[draft.coins],
            "mercator.trade.space": (room,) * len(rules.goods),
        }
    if rule["sales_need_room"]:
        room = _room_before(draft) - _units(draft, "sell")
        return {"mercator.trade.sell": (room,) * len(rules.goods), "mercator.trade.stock": draft.goods}
    return {"mercator.trade.stock": draft.goods}


def _facts(draft: Draft, clause: str, choice: Choice) -> dict[str, Any]:
    """What is told about a trade of more goods than a clause allows."""
    verb, good, number = choice
    rules = draft.rules
    index = rules.good_index[good]
    traded = {"good": good, "sold" if verb == "sell" else "bought": number}
    match clause:
        case "mercator.trade.sell":
            return {**traded, "room": _room_before(draft)}
        case "mercator.trade.stock":
            return {**traded, "has": draft.goods[index]}
        case "mercator.trade.money":
            return {**traded, "cost": number * rules.prices[index], "has": draft.coins}
        case _:
            return {**traded, "room": _limits(draft, verb)[clause][index]}


def perform(draft: Draft, choice: Choice) -> None:
    """Sell or buy."""
    verb, good, number = choice
    sold = number if verb == "sell" else -number
    rules = draft.rules
    place = rules.good_index[good]
    draft.pay(((place, sold),), -sold * rules.prices[place])
    draft.memo = (draft.memo or ()) + (choice,)


def arrange(draft: Draft, choices: Sequence[Choice]) -> Sequence[Choice]:
    """Sales first, each in the order of the goods."""
    return sorted(choices, key=lambda choice: _rank(draft, choice))


def _rank(draft: Draft, choice: Choice) -> tuple[int, int]:
    return int(choice[0] == "buy"), draft.rules.good_index[choice[1]]


def _kinds(draft: Draft) -> Collection[str]:
    """The kinds of goods that have been traded so far."""
    return {traded[1] for traded in draft.memo} if draft.memo else ()


def _room_before(draft: Draft) -> int:
    """How many goods the storehouse had room for at the beginning of the turn."""
    before = draft.before.players[draft.seat]
    return draft.rules.room(before.goods, before.colonists)


def _units(draft: Draft, verb: str) -> int:
    """How many units have been sold, or bought, so far."""
    return sum(traded[2] for traded in draft.memo or () if traded[0] == verb)
