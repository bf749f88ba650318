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
    one_by_one = draft.step["display_refilled"] == "after_each_purchase"
    last = bought.slots[-1] if bought.slots and not one_by_one else -1
    cards: list[Choice] = [("purchase", card) for slot, card in enumerate(draft.state.display) if card and slot > last]
    return [*(choice for choice in cards if not any(obstacles(draft, choice))), STOP]


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
    if len(bought.slots) >= step["at_most"]:
        yield Violation(step.clauses["at_most"][0], card=id, at_most=step["at_most"])
    if id not in draft.state.display:
        yield Violation("display.slots", card=id, display=[card for card in draft.state.display if card])
        return
    fixed, free = _price(draft, draft.state.display.index(id))
    if not covers(player.goods, fixed) or sum(player.goods) < sum(fixed) + bought.any_due + free:
        cost, has = rules.amounts(fixed), rules.amounts(player.goods)
        yield Violation(step.clauses["pay"][0], card=id, cost=cost, any=bought.any_due + free, has=has)


def perform(draft: Draft, choice: Choice | None) -> Draft:
    """Take a card and pay its fixed price, or pay a good of free choice."""
    bought: Purchases = draft.memo or Purchases()
    if choice is None or choice == STOP:
        return _paid_up(draft, bought._replace(paying=True))
    kind, id = choice
    if kind == "any":
        index = draft.rules.good_index[id]
        draft = draft.paid(draft.rules.one(id))
        return _paid_up(draft, bought._replace(any_due=bought.any_due - 1, paying=True, last_good=index))
    slot = draft.state.display.index(id)
    fixed, free = _price(draft, slot)
    draft = draft.paid(fixed).with_player(hand=tuple(sorted((*draft.player.hand, id))))
    # An empty slot keeps the others in their places until the display is closed up.
    display = (*draft.state.display[:slot], "", *draft.state.display[slot + 1 :])
    draft = draft._replace(state=draft.state._replace(display=display))
    if draft.step["display_refilled"] == "after_each_purchase":
        draft = _refilled(draft)
    return draft._replace(memo=bought._replace(slots=(*bought.slots, slot), any_due=bought.any_due + free))


def arrange(draft: Draft, choices: list[Choice]) -> list[Choice]:
    """Cards from left to right unless the display moves in between, then goods in their order."""
    display, one_by_one = draft.state.display, draft.step["display_refilled"] == "after_each_purchase"

    def place(choice: Choice) -> tuple[int, int]:
        kind, id = choice
        if kind == "any":
            return 1, draft.rules.good_index[id]
        return 0, display.index(id) if id in display and not one_by_one else 0

    return sorted(choices, key=place)


def _paid_up(draft: Draft, bought: Purchases) -> Draft:
    """Close up and fill the display when nothing is left to pay."""
    return draft._replace(memo=bought) if bought.any_due else _refilled(draft).step_done()


def _price(draft: Draft, slot: int) -> tuple[Goods, int]:
    """The goods that a card on a slot costs, and how many more of free choice."""
    rules, pay = draft.rules, draft.step["pay"]
    surcharge = rules.spec.display.slots[slot]
    fixed = rules.card_costs[draft.state.display[slot]] if "card" in pay else rules.no_goods
    if "surcharge" in pay:
        for good in surcharge:
            fixed = plus(fixed, rules.one(good))
    free = surcharge.count("any") if "surcharge" in pay or "surcharge_of_choice" in pay else 0
    return fixed, free


def _refilled(draft: Draft) -> Draft:
    """The display closed up to the left and filled from the stack."""
    state = draft.state
    cards = [card for card in state.display if card]
    free = len(draft.rules.spec.display.slots) - len(cards)
    display = (*cards, *state.stack[:free])
    return draft._replace(state=state._replace(display=display, stack=state.stack[free:]))
