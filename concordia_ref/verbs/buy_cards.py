"""Buy cards from the display into the hand.

First the cards are chosen, then the goods for the question marks of all of them together: who pays which good for
which card makes no difference.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from concordia_ref.draft import STOP, Choice, Draft
from concordia_ref.errors import Violation
from concordia_ref.rules import covers, plus
from concordia_ref.state import Goods
from concordia_ref.typed import NamedTuple

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


def required(draft: Draft) -> str | None:
    """The goods for the question marks, once all cards are chosen."""
    bought: Purchases = draft.memo or Purchases()
    return "any" if bought.any_due else None


def options(draft: Draft) -> Sequence[Choice]:
    """One more card, from left to right, or no more; then the goods for the question marks, in the order of goods."""
    bought: Purchases = draft.memo or Purchases()
    if bought.paying:
        return [
            ("any", good)
            for index, good in enumerate(draft.rules.goods)
            if index >= bought.last_good
            and draft.player.goods[index]
            and sum(draft.player.goods[index:]) >= bought.any_due
        ]
    one_by_one = draft.rule["display_refilled"] == "after_each_purchase"
    last = bought.slots[-1] if bought.slots and not one_by_one else -1
    found: list[Choice] = []
    if not _has_bought_enough(draft, bought):
        for slot, card in enumerate(draft.display):
            if card and slot > last and _can_pay(draft, bought, slot):
                found.append(("purchase", card))
    found.append(STOP)
    return found


def obstacles(draft: Draft, choice: Choice) -> Iterator[Violation]:
    """What stands against this purchase, or against paying with this good."""
    if choice == STOP:
        return
    kind, id = choice
    rules, player = draft.rules, draft.player
    bought: Purchases = draft.memo or Purchases()
    if kind == "any":
        # When all is paid the step is over and has forgotten its purchases: nothing is due.
        if not bought.any_due:
            yield Violation("display.any-good", good=id, due=0)
        elif not player.goods[rules.good_index[id]]:
            yield Violation("display.any-good", good=id, has=0)
        return
    step = draft.step
    if _has_bought_enough(draft, bought):
        yield Violation(step.clauses["at_most"][0], card=id, at_most=draft.rule["at_most"])
    if id not in draft.display:
        yield Violation("display.slots", card=id, display=[card for card in draft.display if card])
        return
    slot = draft.display.index(id)
    if not _can_pay(draft, bought, slot):
        fixed, free = _price(draft, slot)
        cost, has = rules.amounts(fixed), rules.amounts(player.goods)
        yield Violation(step.clauses["pay"][0], card=id, cost=cost, any=bought.any_due + free, has=has)


def perform(draft: Draft, choice: Choice | None) -> None:
    """Take a card and pay its fixed price, or pay a good of free choice."""
    bought: Purchases = draft.memo or Purchases()
    if choice is None or choice == STOP:
        _pay_up(draft, bought._replace(paying=True))
        return
    kind, id = choice
    if kind == "any":
        draft.pay(draft.rules.one(id))
        last_good = draft.rules.good_index[id]
        _pay_up(draft, bought._replace(any_due=bought.any_due - 1, paying=True, last_good=last_good))
        return
    slot = draft.display.index(id)
    fixed, free = _price(draft, slot)
    draft.pay(fixed)
    draft.player = draft.player.with_cards(tuple(sorted((*draft.player.hand, id))), draft.player.pile)
    # An empty slot keeps the others in their places until the display is closed up.
    draft.display = (*draft.display[:slot], "", *draft.display[slot + 1 :])
    if draft.rule["display_refilled"] == "after_each_purchase":
        _refill(draft)
    draft.memo = bought._replace(slots=(*bought.slots, slot), any_due=bought.any_due + free)


def arrange(draft: Draft, choices: list[Choice]) -> list[Choice]:
    """Cards from left to right unless the display moves in between, then goods in their order."""
    display, one_by_one = draft.display, draft.rule["display_refilled"] == "after_each_purchase"

    def place(choice: Choice) -> tuple[int, int]:
        kind, id = choice
        if kind == "any":
            return 1, draft.rules.good_index[id]
        return 0, display.index(id) if id in display and not one_by_one else 0

    return sorted(choices, key=place)


def _pay_up(draft: Draft, bought: Purchases) -> None:
    """Close up and fill the display when nothing is left to pay."""
    if bought.any_due:
        draft.memo = bought
    else:
        _refill(draft)
        draft.end_step()


def _has_bought_enough(draft: Draft, bought: Purchases) -> bool:
    at_most: int = draft.rule["at_most"]
    return len(bought.slots) >= at_most


def _can_pay(draft: Draft, bought: Purchases, slot: int) -> bool:
    """Whether the player can pay for the card on a slot, besides the question marks of the cards before it."""
    fixed, free = _price(draft, slot)
    goods = draft.player.goods
    return covers(goods, fixed) and sum(goods) >= sum(fixed) + bought.any_due + free


def _price(draft: Draft, slot: int) -> tuple[Goods, int]:
    """The goods that a card on a slot costs, and how many more of free choice."""
    rules, pay = draft.rules, draft.rule["pay"]
    fixed = rules.card_costs[draft.display[slot]] if "card" in pay else rules.no_goods
    surcharge, of_choice = rules.surcharges[slot]
    if "surcharge" in pay:
        return plus(fixed, surcharge), of_choice
    return fixed, of_choice if "surcharge_of_choice" in pay else 0


def _refill(draft: Draft) -> None:
    """Close up the display to the left and fill it from the stack."""
    cards = [card for card in draft.display if card]
    free = len(draft.rules.spec.display.slots) - len(cards)
    draft.display = (*cards, *draft.stack[:free])
    draft.stack = draft.stack[free:]
