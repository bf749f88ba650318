"""Sell goods to the bank and buy goods from it.

Sales are offered before purchases: they bring the money and the room that purchases need, so that every trade that is
possible in any order is possible in this one.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Literal

from concordia_ref.engine.draft import STOP, Choice, Draft
from concordia_ref.engine.errors import Violation, broken
from concordia_ref.engine.verbs.verb import Verb


class TradeGoods(Verb):
    """Sell goods to the bank and buy goods from it."""

    DO = "trade_goods"
    KINDS = ("sell", "buy")
    OPTIONAL = True

    kinds_at_least: int
    kinds_at_most: int
    sell_and_buy_one_kind: bool
    sales_need_room: bool
    room_counted: Literal["after_sales", "before_trading"]
    limited: Literal["kinds", "transactions"]
    paid_in: Literal["coins", "goods"]

    def options(self, draft: Draft) -> Sequence[Choice]:
        """One more kind to sell or to buy, sales first and each in the order of the goods; or no more."""
        if self.paid_in == "goods":
            return self._exchanges(draft)
        kinds, needed = _kinds(draft), self.kinds_at_least
        legal = self._trades(draft, kinds)
        if len(kinds) + 1 < needed:
            # Whoever trades at all needs so many kinds; a trade after which there is no further one leads nowhere.
            legal = [choice for choice in legal if self.options(self._after(draft, choice))]
        if not self.obstacles_to_stopping(draft):
            legal.append(STOP)
        return legal

    def _after(self, draft: Draft, choice: Choice) -> Draft:
        after = draft.copy()
        self.perform(after, choice)
        return after

    def _exchanges(self, draft: Draft) -> list[Choice]:
        """Some of one kind to give away, then as many of another to take."""
        goods, stock, trades = draft.rules.goods, draft.player.goods, draft.rules.trades
        match draft.memo or ():
            case ():
                return [choice for place, has in enumerate(stock) for choice in trades["sell"][place][:has]] + [STOP]
            case ((_, given, number),):
                return [("buy", good, number) for good in goods if good != given]
        return [STOP]

    def _trades(self, draft: Draft, kinds: Collection[str]) -> list[Choice]:
        """What can be traded next. Nobody buys back a good just sold: selling less has the same effect."""
        found: list[Choice] = []
        traded, goods = draft.memo or (), draft.rules.goods
        if len(kinds) >= self.kinds_at_most:
            return found
        way, first = _rank(draft, traded[-1]) if traded else (0, 0)
        for verb in self.KINDS[way:]:
            limits = self.limits(draft, verb)
            most = map(min, *limits.values()) if len(limits) > 1 else next(iter(limits.values()))
            trades = draft.rules.trades[verb]
            for place, number in enumerate(most):
                if number > 0 and place >= first and goods[place] not in kinds:
                    found += trades[place][:number]
            first = 0
        return found

    def obstacles(self, draft: Draft, choice: Choice) -> list[Violation]:
        """The rules against this sale or purchase."""
        verb, good, number = choice
        found, kinds = [], _kinds(draft)
        if not self.sell_and_buy_one_kind and self.limited == "kinds" and good in kinds:
            found.append(self.breaks("sell_and_buy_one_kind", good=good))
        if self._has_traded_enough(draft, good):
            found.append(self.breaks("kinds_at_most", good=good, kinds=sorted(kinds), at_most=self.kinds_at_most))
        if self.paid_in == "goods":
            return found + self._obstacles_to_exchange(draft, choice)
        place = draft.rules.good_index[good]
        for clause, most in self.limits(draft, verb).items():
            if number > most[place]:
                found.append(broken(clause, **_facts(draft, clause, choice, most[place])))
        return found

    def _has_traded_enough(self, draft: Draft, good: str) -> bool:
        """Whether a trade in a good would be one too many."""
        if self.limited == "transactions":
            return len(draft.memo or ()) >= self.kinds_at_most
        kinds = _kinds(draft)
        return good not in kinds and len(kinds) >= self.kinds_at_most

    def _obstacles_to_exchange(self, draft: Draft, choice: Choice) -> list[Violation]:
        """The rules against giving some of a good away, or taking some of it for others."""
        verb, good, number = choice
        traded, has = draft.memo or (), draft.player.goods[draft.rules.good_index[good]]
        if verb == "sell" and number > has:
            return [broken("mercator.trade.stock", **_facts(draft, "mercator.trade.stock", choice, has))]
        given = [trade[2] for trade in traded]
        return [] if given == ([number] if verb == "buy" else []) else [self.breaks("paid_in", good=good)]

    def obstacles_to_stopping(self, draft: Draft) -> list[Violation]:
        """The rule against trading, but in too few kinds, or against giving goods for nothing."""
        kinds, needed = _kinds(draft), self.kinds_at_least
        if kinds and len(kinds) < needed:
            return [self.breaks("kinds_at_least", kinds=sorted(kinds), at_least=needed)]
        if len(kinds) == 1 and self.paid_in == "goods":
            return [self.breaks("paid_in", kinds=sorted(kinds))]
        return []

    def limits(self, draft: Draft, verb: str) -> dict[str, Sequence[int]]:
        """How many of each good can be sold or bought, by the clauses that limit it."""
        rules, player = draft.rules, draft.player
        if verb == "buy":
            room = draft.room()
            if self.room_counted == "before_trading":
                room = _room_before(draft) - _units(draft, "buy")
            return {
                "mercator.trade.money": rules.affordable(player.coins),
                "mercator.trade.space": (room,) * len(rules.goods),
            }
        if self.sales_need_room:
            room = _room_before(draft) - _units(draft, "sell")
            return {"mercator.trade.sell": (room,) * len(rules.goods), "mercator.trade.stock": player.goods}
        return {"mercator.trade.stock": player.goods}

    def perform(self, draft: Draft, choice: Choice) -> None:
        """Sell or buy."""
        verb, good, number = choice
        sold = number if verb == "sell" else -number
        rules = draft.rules
        place = rules.good_index[good]
        draft.pay(((place, sold),), -sold * rules.prices[place] if self.paid_in == "coins" else 0)
        draft.memo = (draft.memo or ()) + (choice,)

    def arrange(self, draft: Draft, choices: Sequence[Choice]) -> Sequence[Choice]:
        """Put sales first, and both sales and purchases in the order of the goods."""
        return sorted(choices, key=lambda choice: _rank(draft, choice))


def _facts(draft: Draft, clause: str, choice: Choice, most: int) -> dict[str, Any]:
    """What a refusal says about a trade of more goods than a clause allows."""
    verb, good, number = choice
    traded = {"good": good, "sold" if verb == "sell" else "bought": number}
    match clause:
        case "mercator.trade.sell":
            return {**traded, "room": _room_before(draft)}
        case "mercator.trade.stock":
            return {**traded, "has": most}
        case "mercator.trade.money":
            price = draft.rules.prices[draft.rules.good_index[good]]
            return {**traded, "cost": number * price, "has": draft.player.coins}
        case "mercator.trade.space":
            return {**traded, "room": most}
    raise AssertionError(f"no facts for {clause}")


def _rank(draft: Draft, choice: Choice) -> tuple[int, int]:
    return int(choice[0] == "buy"), draft.rules.good_index[choice[1]]


def _kinds(draft: Draft) -> Collection[str]:
    """The kinds of goods that have been traded so far."""
    return {traded[1] for traded in draft.memo} if draft.memo else ()


def _room_before(draft: Draft) -> int:
    """How many goods the storehouse had room for at the beginning of the turn."""
    return draft.rules.room(draft.at_first.goods, draft.at_first.colonists)


def _units(draft: Draft, verb: str) -> int:
    """How many units have been sold, or bought, so far."""
    return sum(traded[2] for traded in draft.memo or () if traded[0] == verb)
