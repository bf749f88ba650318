"""The Diplomat, cards for sale and specialists."""

from __future__ import annotations

from typing import Any

from concordia_ref.engine.draft import Choice, Draft
from concordia_ref.engine.verbs import buy_cards
from concordia_ref.engine.verbs.buy_cards import BuyCards
from concordia_ref.engine.verbs.copy_card import CopyCard
from concordia_ref.engine.verbs.verb import Verb
from concordia_ref.lab.planted.bugs.patching import Perform, performed, with_check, without_check
from concordia_ref.lab.planted.planting import Bug, Swap


def question_mark_as_a_coin(original: Any) -> Any:
    return lambda verb, draft, *bought: (original(verb, draft, *bought)[0], 0)


def pay_coin_for_question_mark(original: Perform, verb: BuyCards, draft: Draft, choice: Choice) -> None:
    slots = draft.rules.spec.display.slots
    if choice[0] == "purchase" and "surcharge" in verb.pay:
        draft.earn(-slots[draft.table.display.index(choice[1])].count("any"))
    original(verb, draft, choice)


def paid_with_a_good_of_the_price(draft: Draft, choice: Choice) -> bool:
    if choice[0] != "any":
        return False
    bought = [made[1] for made in draft.choices if made[0] == "purchase"]
    return any(draft.rules.cards[card].cost.get(choice[1]) for card in bought)


def only_the_right_neighbour(draft: Draft, choice: Choice) -> bool:
    return bool(choice[1] != (draft.seat - 1) % len(draft.table.players))


def copied_card_returns(original: Perform, verb: Verb, draft: Draft, choice: Choice) -> None:
    original(verb, draft, choice)
    owner = draft.table.players[choice[1]]
    owner = owner._replace(hand=tuple(sorted((*owner.hand, choice[2]))), pile=owner.pile[:-1])
    draft.table = draft.table.with_player(choice[1], owner)


def gaps_filled_in_place(_: Any) -> Any:
    def refill(draft: Draft) -> None:
        stack = list(draft.table.stack)
        display = [card or (stack.pop(0) if stack else "") for card in draft.table.display]
        draft.table = draft.table._replace(display=tuple(card for card in display if card), stack=tuple(stack))

    return refill


def dealt_from_the_bottom(_: Any) -> Any:
    def refill(draft: Draft) -> None:
        cards, stack = [card for card in draft.table.display if card], list(draft.table.stack)
        while stack and len(cards) < len(draft.rules.spec.display.slots):
            cards.append(stack.pop())
        draft.table = draft.table._replace(display=tuple(cards), stack=tuple(stack))

    return refill


def not_refilled_after_consul(original: Any) -> Any:
    def refill(draft: Draft) -> None:
        buying = draft.steps[0]
        if isinstance(buying, BuyCards) and "surcharge" in buying.pay:
            original(draft)
        else:
            draft.table = draft.table._replace(display=tuple(card for card in draft.table.display if card))

    return refill


def bought_onto_the_pile(original: Perform, verb: Verb, draft: Draft, choice: Choice) -> None:
    original(verb, draft, choice)
    if choice[0] == "purchase":
        hand = list(draft.player.hand)
        hand.remove(choice[1])
        draft.player = draft.player._replace(hand=tuple(hand), pile=(choice[1], *draft.player.pile))


COPY = "actions.diplomat.choose.copy.copy_card"

BUGS = [
    # Diplomat.
    Bug(
        "diplomat-copies-diplomat",
        "diplomat",
        "A Diplomat can be copied.",
        clauses=("diplomat.not-diplomat",),
        patch={f"{COPY}.not_copied": ["tribune"]},
    ),
    Bug(
        "diplomat-copies-own-card",
        "wrong player",
        "The top card of the player's own pile can be copied.",
        clauses=("diplomat.other-player",),
        patch={f"{COPY}.from": "all_players"},
    ),
    Bug(
        "diplomat-copies-buried-card",
        "missing check",
        "A card below the top of a pile can be copied.",
        clauses=("diplomat.top-card",),
        swaps=without_check(CopyCard, "diplomat.top-card"),
    ),
    Bug(
        "diplomat-barred-by-buried-card",
        "diplomat",
        "A Diplomat further down in a discard pile bars the pile.",
        clauses=("diplomat.barred-by-top-card",),
        patch={f"{COPY}.barred_by": "any_card_of_the_pile"},
    ),
    Bug(
        "copied-mercator-pays-own-income",
        "diplomat",
        "A copied Mercator pays what the player's starting Mercator pays.",
        clauses=("diplomat.printed-values",),
        patch={f"{COPY}.printed_values": "of_the_own_starting_card"},
    ),
    Bug(
        "diplomat-must-copy",
        "diplomat",
        "A player with a Diplomat must copy a card if they can.",
        clauses=("diplomat.decline",),
        patch={f"{COPY}.may_decline": False},
    ),
    Bug(
        "diplomat-needs-a-target",
        "diplomat",
        "A Diplomat cannot be played if there is nothing to copy.",
        clauses=("diplomat.no-target",),
        patch={f"{COPY}.without_target": "refused"},
    ),
    Bug(
        "only-the-right-neighbour-is-copied",
        "wrong player",
        "Only the player on the right can be copied.",
        clauses=("diplomat.other-player", "diplomat.copy"),
        swaps=with_check(CopyCard, only_the_right_neighbour, offered="_legal"),
    ),
    Bug(
        "copied-card-returns",
        "diplomat",
        "The copied card goes back to its owner's hand.",
        clauses=("diplomat.card-stays",),
        swaps=performed(CopyCard, copied_card_returns),
    ),
    # Cards for sale.
    Bug(
        "senator-buys-three",
        "missing limit",
        "A Senator buys three cards.",
        clauses=("senator.two",),
        patch={"actions.senator.choose.buy.buy_cards.at_most": 3},
    ),
    Bug(
        "senator-buys-one",
        "off by one",
        "A Senator buys only one card.",
        clauses=("senator.two",),
        patch={"actions.senator.choose.buy.buy_cards.at_most": 1},
    ),
    Bug(
        "surcharge-not-paid",
        "surcharge not paid",
        "A Senator pays no surcharge.",
        clauses=("senator.price", "display.surcharge"),
        patch={"actions.senator.choose.buy.buy_cards.pay": ["card"]},
    ),
    Bug(
        "display-refilled-too-early",
        "wrong order",
        "The display is refilled after each purchase with a Senator.",
        clauses=("senator.before-refill",),
        patch={"actions.senator.choose.buy.buy_cards.display_refilled": "after_each_purchase"},
    ),
    Bug(
        "question-mark-paid-with-a-coin",
        "surcharge not paid",
        "A question mark costs a sestertius instead of a good.",
        clauses=("display.any-good", "buy.goods-only"),
        swaps=(Swap(BuyCards, "_price", question_mark_as_a_coin), *performed(BuyCards, pay_coin_for_question_mark)),
    ),
    Bug(
        "question-mark-not-a-good-of-the-price",
        "surcharge",
        "A question mark cannot be paid with a good that the card already costs.",
        clauses=("display.any-good",),
        swaps=with_check(BuyCards, paid_with_a_good_of_the_price),
    ),
    Bug(
        "fourth-slot-costs-any-good",
        "wrong cost",
        "The fourth slot costs any good instead of cloth.",
        clauses=("display.surcharge",),
        patch={"display.slots.3": ["any"]},
    ),
    Bug(
        "consul-pays-the-surcharge",
        "wrong cost",
        "A Consul pays the surcharge of the slot.",
        clauses=("consul.price",),
        patch={"actions.consul.choose.buy.buy_cards.pay": ["card", "surcharge"]},
    ),
    Bug(
        "consul-buys-two",
        "missing limit",
        "A Consul buys two cards.",
        clauses=("consul.one",),
        patch={"actions.consul.choose.buy.buy_cards.at_most": 2},
    ),
    Bug(
        "not-refilled-after-a-consul",
        "display",
        "The display is not refilled after a Consul.",
        clauses=("consul.refill",),
        swaps=(Swap(buy_cards, "refill", not_refilled_after_consul),),
    ),
    Bug(
        "gaps-filled-in-place",
        "display",
        "New cards fill the gaps; the others do not move left.",
        clauses=("display.shift",),
        swaps=(Swap(buy_cards, "refill", gaps_filled_in_place),),
    ),
    Bug(
        "dealt-from-the-bottom",
        "display",
        "New cards come from the bottom of the stack.",
        clauses=("display.refill",),
        swaps=(Swap(buy_cards, "refill", dealt_from_the_bottom),),
    ),
    Bug(
        "bought-onto-the-pile",
        "display",
        "A bought card goes to the discard pile.",
        clauses=("buy.into-hand",),
        swaps=performed(BuyCards, bought_onto_the_pile),
    ),
    Bug(
        "mason-costs-two-food",
        "wrong cost",
        "The Mason costs two food.",
        clauses=("card.cost",),
        patch={"cards.for_sale.decks.I.i_mason.cost.food": 2},
    ),
    # Specialists.
    Bug(
        "specialist-for-everyone",
        "wrong player",
        "A specialist lets everyone's houses produce.",
        clauses=("specialist.own-houses",),
        patch={"actions.specialist.choose.produce.produce.houses": "everyones"},
    ),
    Bug(
        "specialist-in-all-cities",
        "specialist",
        "All of the player's houses produce the specialist's good.",
        clauses=("specialist.matching-cities",),
        patch={"actions.specialist.choose.produce.produce.in": "all_cities"},
    ),
    Bug(
        "specialist-doubles",
        "specialist",
        "A specialist brings two goods from each house.",
        clauses=("specialist.one-each",),
        patch={"actions.specialist.choose.produce.produce.each": 2},
    ),
    Bug(
        "smith-makes-wine",
        "specialist",
        "The Smith makes houses in wine cities produce, not those in tool cities.",
        clauses=("specialist.good",),
        patch={"cards.kinds.smith.good": "wine"},
    ),
]
