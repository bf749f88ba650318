"""Buy cards from the display into the hand.

First the cards are chosen, then the goods for the question marks of all of them together: who pays which good for
which card makes no difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from concordia_ref.engine.draft import STOP, Choice, Draft
from concordia_ref.engine.errors import Violation
from concordia_ref.engine.rules import Cost, can_pay
from concordia_ref.engine.state import made_of

KINDS = ("purchase", "any")
OPTIONAL = True


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


def required(draft: Draft) -> str | None:
    """The goods for the question marks, once all cards are chosen."""
    bought: Purchases = draft.memo or NOTHING_YET
    return "any" if bought.any_due else None


def options(draft: Draft) -> Sequence[Choice]:
    """One more card, from left to right, or no more; then the goods for the question marks, in the order of goods."""
    bought: Purchases = draft.memo or NOTHING_YET
    if bought.paying:
        return [
            ("any", good)
            for index, good in enumerate(draft.rules.goods)
            if index >= bought.last_good and draft.goods[index] and sum(draft.goods[index:]) >= bought.any_due
        ]
    one_by_one = draft.rule["display_refilled"] == "after_each_purchase"
    last = bought.slots[-1] if bought.slots and not one_by_one else -1
    found: list[Choice] = []
    if not _has_bought_enough(draft, bought):
        for slot, card in enumerate(draft.table.display):
            if card and slot > last and _can_pay(draft, bought, *_price(draft, slot)):
                found.append(("purchase", card))
    found.append(STOP)
    return found


def obstacles(draft: Draft, choice: Choice) -> list[Violation]:
    """What stands against this purchase, or against paying with this good."""
    kind, id = choice
    rules = draft.rules
    bought: Purchases = draft.memo or NOTHING_YET
    if kind == "any":
        # When all is paid the step is over and has forgotten its purchases: nothing is due.
        if not bought.any_due:
            return [Violation("display.any-good", good=id, due=0)]
        return [] if draft.goods[rules.good_index[id]] else [Violation("display.any-good", good=id, has=0)]
    found, step = [], draft.step
    if _has_bought_enough(draft, bought):
        found.append(Violation(step.clauses["at_most"][0], card=id, at_most=draft.rule["at_most"]))
    if id not in draft.table.display:
        return [*found, Violation("display.slots", card=id, display=[card for card in draft.table.display if card])]
    slot = draft.table.display.index(id)
    fixed, free = _price(draft, slot)
    if not _can_pay(draft, bought, fixed, free):
        cost, has = rules.named(fixed), rules.amounts(draft.goods)
        found.append(Violation(step.clauses["pay"][0], card=id, cost=cost, any=bought.any_due + free, has=has))
    return found


def perform(draft: Draft, choice: Choice) -> None:
    """Take a card and pay its fixed price, or pay a good of free choice."""
    bought: Purchases = draft.memo or NOTHING_YET
    kind, id = choice
    if kind == "any":
        last_good = draft.rules.good_index[id]
        draft.pay(((last_good, 1),))
        _pay_up(draft, bought.slots, bought.any_due - 1, last_good)
        return
    slot = draft.table.display.index(id)
    fixed, free = _price(draft, slot)
    draft.pay(fixed)
    draft.hand = tuple(sorted((*draft.hand, id)))
    # An empty slot keeps the others in their places until the display is closed up.
    display = draft.table.display
    draft.table = draft.table.with_display((*display[:slot], "", *display[slot + 1 :]), draft.table.stack)
    if draft.rule["display_refilled"] == "after_each_purchase":
        _refill(draft)
    draft.memo = made_of(Purchases, ((*bought.slots, slot), bought.any_due + free, False, 0))


def finish(draft: Draft) -> None:
    """No more cards; what is left to pay is paid by free choice."""
    bought: Purchases = draft.memo or NOTHING_YET
    _pay_up(draft, bought.slots, bought.any_due, 0)


def arrange(draft: Draft, choices: Sequence[Choice]) -> Sequence[Choice]:
    """Cards from left to right unless the display moves in between, then goods in their order."""
    display, one_by_one = draft.table.display, draft.rule["display_refilled"] == "after_each_purchase"

    def place(choice: Choice) -> tuple[int, int]:
        kind, id = choice
        if kind == "any":
            return 1, draft.rules.good_index[id]
        return 0, display.index(id) if id in display and not one_by_one else 0

    return sorted(choices, key=place)


def _pay_up(draft: Draft, slots: tuple[int, ...], any_due: int, last_good: int) -> None:
    """Close up and fill the display when nothing is left to pay."""
    if any_due:
        draft.memo = Purchases(slots, any_due, paying=True, last_good=last_good)
    else:
        _refill(draft)
        draft.end_step()


def _has_bought_enough(draft: Draft, bought: Purchases) -> bool:
    at_most: int = draft.rule["at_most"]
    return len(bought.slots) >= at_most


def _can_pay(draft: Draft, bought: Purchases, fixed: Cost, free: int) -> bool:
    """Whether the player can pay for a card, besides the question marks of the cards before it."""
    goods = draft.goods
    if not can_pay(goods, fixed):
        return False
    free += bought.any_due
    return not free or sum(goods) >= free + sum([number for _, number in fixed])


def _price(draft: Draft, slot: int) -> tuple[Cost, int]:
    """The goods that a card on a slot costs, and how many more of free choice."""
    return draft.rules.card_prices[draft.table.display[slot], slot, draft.rule["pay"]]


def _refill(draft: Draft) -> None:
    """Close up the display to the left and fill it from the stack."""
    cards, stack = [*filter(None, draft.table.display)], draft.table.stack
    free = len(draft.rules.spec.display.slots) - len(cards)
    draft.table = draft.table.with_display((*cards, *stack[:free]), stack[free:])
