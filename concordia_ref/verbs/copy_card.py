"""Carry out the action of a card on top of a discard pile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from concordia_ref.draft import STOP, Choice, Draft
from concordia_ref.errors import Violation
from concordia_ref.model import Step
from concordia_ref.verbs import choose_alternative

KINDS = ("copy",)
OPTIONAL = True


def required(_: Draft) -> str | None:
    """Nothing: the player may stop at any point."""
    return None


def options(draft: Draft) -> Sequence[Choice]:
    """The top cards of the piles; or nothing."""
    legal = _legal(draft, draft.step)
    return legal if any(obstacles(draft, STOP)) else [*legal, STOP]


def obstacles(draft: Draft, choice: Choice) -> Iterator[Violation]:
    """What stands against copying this card."""
    step = draft.step
    if choice != STOP:
        yield from _against(draft, step, choice)
        return
    if not step["may_decline"] and (legal := _legal(draft, step)):
        yield Violation("diplomat.decline", seats=[seat for _, seat, _ in legal])
    if not finds_a_target(draft, step):
        yield Violation("diplomat.no-target")


def _against(draft: Draft, step: Step, choice: Choice) -> Iterator[Violation]:
    rules = draft.rules
    _, seat, card = choice
    pile = _pile(draft, seat)
    top = pile[-1] if pile else None
    if step["from"] == "other_players" and seat == draft.seat:
        yield Violation("diplomat.other-player", seat=seat)
    if top is None:
        # A Tribune takes its pile with it; who names it as the card to copy is told so.
        tribune = any(step.do == "recall_cards" for step in rules.steps_of(card))
        yield Violation("diplomat.not-tribune" if tribune else "diplomat.top-card", seat=seat, card=card)
        return
    if card != top:
        yield Violation("diplomat.top-card", seat=seat, card=card, top=top)
    if (kind := rules.cards[top].kind) in step["not_copied"]:
        clauses = step.clauses["not_copied"]
        yield Violation(next((id for id in clauses if id.endswith(f"-{kind}")), clauses[0]), seat=seat, card=top)
    elif step["barred_by"] == "any_card_of_the_pile":
        barring = [other for other in pile if rules.cards[other].kind in step["not_copied"]]
        if barring:
            yield Violation("diplomat.barred-by-top-card", seat=seat, card=barring[0])


def perform(draft: Draft, choice: Choice | None) -> None:
    """Go on with the action of the copied card."""
    step = draft.step
    draft.end_step()
    if choice is None or choice == STOP:
        return
    rules = draft.rules
    card = rules.cards[choice[2]]
    if step["printed_values"] == "of_the_own_starting_card":
        starting = (rules.cards[id] for id in rules.spec.starting_hand)
        card = next((own for own in starting if own.kind == card.kind), card)
    choose_alternative.begin_action(draft, card)


def finds_a_target(draft: Draft, step: Step) -> bool:
    """Whether there is something to copy, or the card can be played without."""
    return step["without_target"] != "refused" or bool(_legal(draft, step))


def _legal(draft: Draft, step: Step) -> list[Choice]:
    piles = [(seat, _pile(draft, seat)) for seat in range(len(draft.players))]
    choices = [("copy", seat, pile[-1]) for seat, pile in piles if pile]
    return [choice for choice in choices if not any(_against(draft, step, choice))]


def _pile(draft: Draft, seat: int) -> tuple[str, ...]:
    """A discard pile without the Diplomat that was just played."""
    return draft.before.players[seat].pile
