"""Play a card from the hand. Every turn begins with it."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from concordia_ref.engine.draft import Choice, Draft
from concordia_ref.engine.errors import Violation
from concordia_ref.engine.verbs import choose_alternative, copy_card
from concordia_ref.spec.model import Step

KINDS = ("card", "pass")
STEP = Step("play_card", MappingProxyType({}), MappingProxyType({}))
OPTIONAL = False
PASS: Choice = ("pass",)


def required(_: Draft) -> str | None:
    """The player always chooses."""
    return "card"


def options(draft: Draft) -> Sequence[Choice]:
    """The different cards in the hand; and to pass, where that is allowed."""
    hand, copying = dict.fromkeys(draft.hand), draft.rules.copying
    legal: list[Choice] = [("card", card) for card in hand if card not in copying or _finds_a_target(draft, card)]
    if _may_pass(draft):
        legal.append(PASS)
    return legal


def obstacles(draft: Draft, choice: Choice) -> list[Violation]:
    """What stands against playing this card."""
    if choice == PASS:
        if not _may_pass(draft):
            return [Violation("turn.no-passing" if draft.before.last_turns is None else "end.last-turn")]
    elif choice[1] not in draft.hand:
        return [Violation("turn.hand", card=choice[1], hand=draft.hand)]
    elif choice[1] in draft.rules.copying and not _finds_a_target(draft, choice[1]):
        return [Violation("diplomat.no-target")]
    return []


def perform(draft: Draft, choice: Choice) -> None:
    """Put the card on top of the own pile and begin its action."""
    if choice == PASS:
        draft.end_step()
        return
    card, hand = choice[1], [*draft.hand]
    hand.remove(card)
    draft.hand = tuple(hand)
    draft.pile = draft.pile + (card,)
    choose_alternative.begin_action(draft, draft.rules.cards[card])


def _finds_a_target(draft: Draft, card: str) -> bool:
    return copy_card.finds_a_target(draft, draft.rules.copying[card])


def _may_pass(draft: Draft) -> bool:
    spec = draft.rules.spec
    return spec.turn.may_pass or (draft.before.last_turns is not None and spec.end.last_turns.may_be_declined)
