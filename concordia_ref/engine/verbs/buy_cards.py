"""Buy cards from the display into the hand.

First the cards are chosen, then the goods for the question marks of all of them together: who pays which good for
which card makes no difference. Some readings limit the goods that can be chosen; they remember for every good that is
due which kinds it may be of.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Literal, NamedTuple

from concordia_ref.engine.draft import STOP, Choice, Draft
from concordia_ref.engine.errors import Violation, broken
from concordia_ref.engine.rules import Cost, after_paying, can_pay
from concordia_ref.engine.verbs.verb import Verb

Kinds = tuple[int, ...]
"""Kinds of goods, by their places in the order of the goods."""


class Purchases(NamedTuple):
    """What has been chosen so far."""

    slots: tuple[int, ...] = ()
    """Where the cards lay that are bought, in the display as it was when each was bought."""
    any_due: int = 0
    """Goods of free choice that are still to be paid."""
    paying: bool = False
    """Whether all cards are chosen."""
    last_good: int = 0
    """The good that was paid last by free choice."""
    last_kind: int = 0
    """Whether the card before was bought for its surcharge: such purchases come last."""
    limits: tuple[Kinds, ...] = ()
    """The kinds that each good of choice may be of, where a reading limits them."""
    chosen: tuple[int, ...] = ()
    """The goods of choice that were paid, where a reading limits them."""


NOTHING_YET = Purchases()


class BuyCards(Verb):
    """Buy cards from the display into the hand."""

    DO = "buy_cards"
    KINDS = ("purchase", "purchase_for_surcharge", "any")
    OPTIONAL = True

    at_most: int
    purchases: Literal["free", "as_many_as_possible"]
    pay: tuple[Literal["card", "one_good_of_the_card", "surcharge", "surcharge_of_choice"], ...]
    parts_paid: Literal["all", "one"] = "all"
    question_mark: Literal["any_good", "good_not_in_the_price"] = "any_good"
    display_refilled: Literal["after_the_purchases", "after_each_purchase"]

    def required(self, draft: Draft) -> str | None:
        """The goods for the question marks, once all cards are chosen."""
        return "any" if _bought(draft).any_due else None

    def options(self, draft: Draft) -> Sequence[Choice]:
        """One more card, from left to right, or no more; then the goods for the question marks, in their order."""
        bought, goods = _bought(draft), draft.player.goods
        if bought.paying:
            return [
                ("any", good)
                for index, good in enumerate(draft.rules.goods)
                if index >= bought.last_good
                and goods[index]
                and sum(goods[index:]) >= bought.any_due
                and self._may_choose(draft, bought, index)
            ]
        last = (bought.last_kind, bought.slots[-1]) if bought.slots and not self._one_by_one() else (0, -1)
        found = [choice for place, choice in self._purchases(draft, bought) if place > last]
        if self.purchases == "as_many_as_possible":
            found = [choice for choice in found if self._leads_on(draft, choice)]
            if self.obstacles_to_stopping(draft):
                return found
        found.append(STOP)
        return found

    def _purchases(self, draft: Draft, bought: Purchases) -> Sequence[tuple[tuple[int, int], Choice]]:
        """The cards that can be bought next, each with the place of this purchase among the others."""
        if len(bought.slots) >= self.at_most:
            return []
        return [
            ((place, slot), (kind, card))
            for place, kind in enumerate(self._kinds())
            for slot, card in enumerate(draft.table.display)
            if card and self._can_pay(draft, bought, slot, kind)
        ]

    def _leads_on(self, draft: Draft, choice: Choice) -> bool:
        """Whether purchases that begin like this can be completed in the order in which they are offered."""
        after = draft.copy()
        self.perform(after, choice)
        return bool(self.options(after))

    def obstacles(self, draft: Draft, choice: Choice) -> list[Violation]:
        """The rules against this purchase, or against paying with this good."""
        kind, id = choice
        rules, bought, display = draft.rules, _bought(draft), draft.table.display
        goods = draft.player.goods
        if kind == "any":
            # When everything is paid, the step is over and its purchases are forgotten: nothing is due.
            if not bought.any_due:
                return [broken("display.any-good", good=id, due=0)]
            index = rules.good_index[id]
            found = [] if bought.paying else self.obstacles_to_stopping(draft)
            if not goods[index]:
                found.append(broken("display.any-good", good=id, has=0))
            elif not self._may_choose(draft, bought, index):
                found.append(self._wrong_good(draft, id))
            return found
        found = []
        if len(bought.slots) >= self.at_most:
            found.append(self.breaks("at_most", card=id, at_most=self.at_most))
        if id not in display:
            return [*found, broken("display.slots", card=id, display=[card for card in display if card])]
        slot = display.index(id)
        if kind not in self._kinds() or not self._can_pay(draft, bought, slot, kind):
            fixed, free = self._price(draft, slot, kind)
            found.append(self._too_dear(draft, id, fixed, bought.any_due + free))
        return found

    def _too_dear(self, draft: Draft, card: str, cost: Cost, any_due: int) -> Violation:
        """The rule against paying less for a card than it costs."""
        has = draft.rules.amounts(draft.player.goods)
        return self.breaks("pay", card=card, cost=draft.rules.named(cost), any=any_due, has=has)

    def _wrong_good(self, draft: Draft, good: str) -> Violation:
        """The rule against paying a good of choice with one of this kind."""
        if self._limiting() == "question_mark":
            return self.breaks("question_mark", good=good)
        card = next(choice[1] for choice in reversed(draft.choices) if choice[0] != "any")
        return self._too_dear(draft, card, draft.rules.cost(draft.rules.cards[card].cost), 0)

    def obstacles_to_stopping(self, draft: Draft) -> list[Violation]:
        """The rule against buying less than possible, if one more card could be bought."""
        bought = _bought(draft)
        if self.purchases == "free" or bought.paying:
            return []
        cards = dict.fromkeys(choice[1] for _, choice in self._purchases(draft, bought))
        return [self.breaks("purchases", cards=list(cards))] if cards else []

    def perform(self, draft: Draft, choice: Choice) -> None:
        """Take a card and pay its fixed price, or pay a good of free choice."""
        bought = _bought(draft)
        kind, id = choice
        if kind == "any":
            last_good = draft.rules.good_index[id]
            draft.pay(((last_good, 1),))
            _pay_up(draft, bought._replace(any_due=bought.any_due - 1, chosen=(*bought.chosen, last_good)), last_good)
            return
        display = draft.table.display
        slot = display.index(id)
        fixed, free = self._price(draft, slot, kind)
        limits = self._limits(draft, slot, fixed, free)
        player = draft.player
        draft.player = player._replace(goods=after_paying(player.goods, fixed), hand=tuple(sorted((*player.hand, id))))
        # An empty slot keeps the others in their places until the display is closed up.
        draft.table = draft.table._replace(display=(*display[:slot], "", *display[slot + 1 :]))
        if self._one_by_one():
            refill(draft)
        draft.memo = Purchases(
            (*bought.slots, slot), bought.any_due + free, last_kind=_place(kind), limits=bought.limits + limits
        )

    def finish(self, draft: Draft) -> None:
        """End the choice of cards; the question marks remain to be paid."""
        _pay_up(draft, _bought(draft), 0)

    def arrange(self, draft: Draft, choices: Sequence[Choice]) -> Sequence[Choice]:
        """Cards from left to right unless the display moves in between, then goods in their order."""
        display, one_by_one = draft.table.display, self._one_by_one()

        def place(choice: Choice) -> tuple[int, int]:
            kind, id = choice
            if kind == "any":
                return 2, draft.rules.good_index[id]
            return _place(kind), display.index(id) if id in display and not one_by_one else 0

        return sorted(choices, key=place)

    def _one_by_one(self) -> bool:
        return self.display_refilled == "after_each_purchase"

    def _kinds(self) -> tuple[str, ...]:
        """The kinds of choices by which a card is bought; where one part of the price is paid, they say which."""
        return ("purchase",) if self.parts_paid == "all" else ("purchase", "purchase_for_surcharge")

    def _price(self, draft: Draft, slot: int, kind: str) -> tuple[Cost, int]:
        """The goods that a card on a slot costs, and how many more of free choice."""
        pay: tuple[str, ...] = self.pay
        if self.parts_paid == "one":
            pay = tuple([part for part in pay if part.startswith("surcharge") == (kind == "purchase_for_surcharge")])
        return draft.rules.card_price(draft.table.display[slot], slot, pay)

    def _limiting(self) -> str:
        """The parameter that limits the goods of choice, or nothing if none does."""
        if self.question_mark == "good_not_in_the_price":
            return "question_mark"
        return "pay" if "one_good_of_the_card" in self.pay else ""

    def _limits(self, draft: Draft, slot: int, fixed: Cost, free: int) -> tuple[Kinds, ...]:
        """For every good of choice of a card the kinds that it may be of; nothing where any will do."""
        kinds = range(len(draft.rules.goods))
        match self._limiting():
            case "question_mark":
                asked_for = [place for place, _ in fixed]
                return (tuple([kind for kind in kinds if kind not in asked_for]),) * free
            case "pay":
                return (draft.rules.kinds_of_cost(draft.table.display[slot]),) * free
        return ()

    def _can_pay(self, draft: Draft, bought: Purchases, slot: int, kind: str) -> bool:
        """Whether the player can pay for a card as well as for the question marks of the cards before it."""
        fixed, free = self._price(draft, slot, kind)
        goods = draft.player.goods
        if not can_pay(goods, fixed):
            return False
        free += bought.any_due
        if not free:
            return True
        if sum(goods) < free + sum([number for _, number in fixed]):
            return False
        limits = bought.limits + self._limits(draft, slot, fixed, free - bought.any_due)
        return not limits or any(True for _ in _ways_to_pay(after_paying(goods, fixed), limits))

    def _may_choose(self, draft: Draft, bought: Purchases, good: int) -> bool:
        """Whether one more good of choice may be of this kind; the others can be paid as well."""
        if not bought.limits:
            return True
        goods, chosen = list(draft.player.goods), (*bought.chosen, good)
        for paid in bought.chosen:
            goods[paid] += 1
        return any(way[: len(chosen)] == chosen for way in _ways_to_pay(goods, bought.limits))


def refill(draft: Draft) -> None:
    """Close up the display to the left and fill it from the stack."""
    display, stack = draft.table.display, draft.table.stack
    cards = [*filter(None, display)]
    if not stack and draft.rules.spec.display.closes_up == "only_with_a_stack":
        # The cards stay in their slots; the slots after the last card are not gaps.
        end = max((slot + 1 for slot, card in enumerate(display) if card), default=0)
        draft.table = draft.table._replace(display=display[:end])
        return
    free = len(draft.rules.spec.display.slots) - len(cards)
    draft.table = draft.table._replace(display=(*cards, *stack[:free]), stack=stack[free:])


def _place(kind: str) -> int:
    return int(kind == "purchase_for_surcharge")


def _bought(draft: Draft) -> Purchases:
    return draft.memo or NOTHING_YET


def _pay_up(draft: Draft, bought: Purchases, last_good: int) -> None:
    """Close up and fill the display when nothing is left to pay."""
    if bought.any_due:
        draft.memo = bought._replace(paying=True, last_good=last_good)
    else:
        refill(draft)
        draft.end_step()


def _ways_to_pay(goods: Sequence[int], limits: Sequence[Kinds]) -> Iterator[Kinds]:
    """The goods, in their order, by which goods of choice can be paid that are of limited kinds."""
    for way in product(*limits):
        if all(goods[kind] >= way.count(kind) for kind in way):
            yield tuple(sorted(way))
