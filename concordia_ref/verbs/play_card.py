"""Play a card from the hand. Every turn begins with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import MappingProxyType

from concordia_ref.draft import Choice, Draft
from concordia_ref.errors import Violation
from concordia_ref.model import Step
from concordia_ref.verbs import choose_alternative, copy_card

KINDS = ("card", "pass")
STEP = Step("play_card", MappingProxyType({}), MappingProxyType({}))
OPTIONAL = False


def required(_: Draft) -> str | None:
    """The player always chooses."""
    return "card"


def options(draft: Draft) -> Sequence[Choice]:
    """The different cards in the hand; and to pass, where that is allowed."""
    choices: list[Choice] = [*(("card", card) for card in dict.fromkeys(draft.player.hand)), ("pass",)]
    return [choice for choice in choices if not any(obstacles(draft, choice))]


def obstacles(draft: Draft, choice: Choice) -> Iterator[Violation]:
    """What stands against playing this card."""
    spec = draft.rules.spec
    if choice == ("pass",):
        last_turn = draft.before.last_turns is not None
        if not spec.turn.may_pass and not (last_turn and spec.end.last_turns.may_be_declined):
            yield Violation("end.last-turn" if last_turn else "turn.no-passing")
    elif choice[1] not in draft.player.hand:
        yield Violation("turn.hand", card=choice[1], hand=draft.player.hand)
    else:
        alternatives = spec.actions[spec.cards[choice[1]].action].choose
        if any(steps[0].do == "copy_card" for steps in alternatives.values()):
            yield from copy_card.lack_of_a_target(perform(draft, choice))


def perform(draft: Draft, choice: Choice | None) -> Draft:
    """Put the card on top of the own pile and begin its action."""
    assert choice is not None, "this verb always asks"
    if choice == ("pass",):
        return draft.step_done()
    hand = list(draft.player.hand)
    hand.remove(choice[1])
    draft = draft.with_player(hand=tuple(hand), pile=(*draft.player.pile, choice[1]))
    return choose_alternative.begin_action(draft.step_done(), draft.rules.cards[choice[1]])
