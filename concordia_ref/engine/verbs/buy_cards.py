"""Buy cards from the display into the hand.

First the cards are chosen, then the goods for the question marks of all of them together: who pays which good for
which card makes no difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from concordia_ref.engine.draft import STOP, Choice, Draft
from concordia_ref.engine.errors import Violation, broken
from concordia_ref.engine.rules import Cost, after_paying, can_pay
from concordia_ref.engine.verbs.verb import Verb


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


NOTHING_YET = Purchases()


class BuyCards(Verb):
    """Buy cards from the display into the hand."""

    DO = "buy_cards"
    KINDS = ("purchase", "any")
    OPTIONAL = True

    at_most: int
    pay: tuple[Literal["card", "surcharge", "surcharge_of_choice"], ...]
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
                if index >= bought.last_good and goods[index] and sum(goods[index:]) >= bought.any_due
            ]
        last = bought.slots[-1] if bought.slots and not self._one_by_one() else -1
        found: list[Choice] = []
        if len(bought.slots) < self.at_most:
            for slot, card in enumerate(draft.table.display):
                if card and slot > last and _can_pay(draft, bought, *self._price(draft, slot)):
                    found.append(("purchase", card))
        found.append(STOP)
        return found

    def obstacles(self, draft: Draft, choice: Choice) -> list[Violation]:
        """What stands against this purchase, or against paying with this good."""
        kind, id = choice
        rules, bought, display = draft.rules, _bought(draft), draft.table.display
        goods = draft.player.goods
        if kind == "any":
            # When all is paid the step is over and has forgotten its purchases: nothing is due.
            if not bought.any_due:
                return [broken("display.any-good", good=id, due=0)]
            return [] if goods[rules.good_index[id]] else [broken("display.any-good", good=id, has=0)]
        found = []
        if len(bought.slots) >= self.at_most:
            found.append(self.breaks("at_most", card=id, at_most=self.at_most))
        if id not in display:
            return [*found, broken("display.slots", card=id, display=[card for card in display if card])]
        fixed, free = self._price(draft, display.index(id))
        if not _can_pay(draft, bought, fixed, free):
            cost, has = rules.named(fixed), rules.amounts(goods)
            found.append(self.breaks("pay", card=id, cost=cost, any=bought.any_due + free, has=has))
        return found

    def perform(self, draft: Draft, choice: Choice) -> None:
        """Take a card and pay its fixed price, or pay a good of free choice."""
        bought = _bought(draft)
        kind, id = choice
        if kind == "any":
            last_good = draft.rules.good_index[id]
            draft.pay(((last_good, 1),))
            _pay_up(draft, bought.slots, bought.any_due - 1, last_good)
            return
        display = draft.table.display
        slot = display.index(id)
        fixed, free = self._price(draft, slot)
        player = draft.player
        draft.player = player._replace(goods=after_paying(player.goods, fixed), hand=tuple(sorted((*player.hand, id))))
        # An empty slot keeps the others in their places until the display is closed up.
        draft.table = draft.table._replace(display=(*display[:slot], "", *display[slot + 1 :]))
        if self._one_by_one():
            refill(draft)
        draft.memo = Purchases((*bought.slots, slot), bought.any_due + free)

    def finish(self, draft: Draft) -> None:
        """End the choice of cards; the question marks remain to be paid."""
        bought = _bought(draft)
        _pay_up(draft, bought.slots, bought.any_due, 0)

    def arrange(self, draft: Draft, choices: Sequence[Choice]) -> Sequence[Choice]:
        """Cards from left to right unless the display moves in between, then goods in their order."""
        display, one_by_one = draft.table.display, self._one_by_one()

        def place(choice: Choice) -> tuple[int, int]:
            kind, id = choice
            if kind == "any":
                return 1, draft.rules.good_index[id]
            return 0, display.index(id) if id in display and not one_by_one else 0

        return sorted(choices, key=place)

    def _one_by_one(self) -> bool:
        return self.display_refilled == "after_each_purchase"

    def _price(self, draft: Draft, slot: int) -> tuple[Cost, int]:
        """The goods that a card on a slot costs, and how many more of free choice."""
        return draft.rules.card_price(draft.table.display[slot], slot, self.pay)


def refill(draft: Draft) -> None:
    """Close up the display to the left and fill it from the stack."""
    cards, stack = [*filter(None, draft.table.display)], draft.table.stack
    free = len(draft.rules.spec.display.slots) - len(cards)
    draft.table = draft.table._replace(display=(*cards, *stack[:free]), stack=stack[free:])


def _bought(draft: Draft) -> Purchases:
    return draft.memo or NOTHING_YET


def _pay_up(draft: Draft, slots: tuple[int, ...], any_due: int, last_good: int) -> None:
    """Close up and fill the display when nothing is left to pay."""
    if any_due:
        draft.memo = Purchases(slots, any_due, paying=True, last_good=last_good)
    else:
        refill(draft)
        draft.end_step()


def _can_pay(draft: Draft, bought: Purchases, fixed: Cost, free: int) -> bool:
    """Whether the player can pay for a card, besides the question marks of the cards before it."""
    goods = draft.player.goods
    if not can_pay(goods, fixed):
        return False
    free += bought.any_due
    return not free or sum(goods) >= free + sum([number for _, number in fixed])
