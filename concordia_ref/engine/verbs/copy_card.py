"""Carry out the action of a card on top of a discard pile."""

from __future__ import annotations

from collections.abc import Sequence

from concordia_ref.engine.draft import STOP, Choice, Draft
from concordia_ref.engine.errors import DEEPEST_COPY, Violation
from concordia_ref.engine.verbs import choose_alternative
from concordia_ref.spec.model import Step

KINDS = ("copy",)
OPTIONAL = True


def options(draft: Draft) -> Sequence[Choice]:
    """The top cards of the piles, as long as the turn can still be written; or nothing."""
    copied = [choice for choice in draft.choices if choice[0] == "copy"]
    legal = _legal(draft, draft.steps[0]) if len(copied) < DEEPEST_COPY else []
    if draft.rule["may_decline"] or not legal:
        legal.append(STOP)
    return legal


def obstacles(draft: Draft, choice: Choice) -> list[Violation]:
    """What stands against copying this card."""
    found, step, rules = [], draft.step, draft.rules
    _, seat, card = choice
    pile = _pile(draft, seat)
    if _is_no_pile_to_copy_from(draft, step, seat):
        found.append(Violation("diplomat.other-player", seat=seat))
    if not pile:
        # A Tribune takes its pile with it; who names it as the card to copy is told so.
        tribune = any(step.do == "recall_cards" for step in rules.steps_of(card))
        return [*found, Violation("diplomat.not-tribune" if tribune else "diplomat.top-card", seat=seat, card=card)]
    top = pile[-1]
    if card != top:
        found.append(Violation("diplomat.top-card", seat=seat, card=card, top=top))
    barring = _barring(draft, step, pile)
    if barring == top:
        found.append(Violation(_clause_against(step, rules.cards[barring].kind), seat=seat, card=barring))
    elif barring:
        found.append(Violation("diplomat.barred-by-top-card", seat=seat, card=barring))
    return found


def obstacles_to_stopping(draft: Draft) -> list[Violation]:
    """That something could be copied, where that cannot be declined."""
    if draft.rule["may_decline"] or not (legal := _legal(draft, draft.step)):
        return []
    return [Violation("diplomat.decline", seats=[seat for _, seat, _ in legal])]


def perform(draft: Draft, choice: Choice) -> None:
    """Go on with the action of the copied card."""
    rules = draft.rules
    card = rules.cards[choice[2]]
    if draft.rule["printed_values"] == "of_the_own_starting_card":
        starting = (rules.cards[id] for id in rules.spec.starting_hand)
        card = next((own for own in starting if own.kind == card.kind), card)
    choose_alternative.begin_action(draft, card)


def finds_a_target(draft: Draft, step: Step) -> bool:
    """Whether there is something to copy, or the card can be played without."""
    return step.rule["without_target"] != "refused" or bool(_legal(draft, step))


def _legal(draft: Draft, step: Step) -> list[Choice]:
    return [
        ("copy", seat, player.pile[-1])
        for seat, player in enumerate(draft.before.players)
        if player.pile and not _is_no_pile_to_copy_from(draft, step, seat) and not _barring(draft, step, player.pile)
    ]


def _clause_against(step: Step, kind: str) -> str:
    """The clause by which cards of a kind are not copied."""
    clauses = step.clauses["not_copied"]
    return next((id for id in clauses if id.endswith(f"-{kind}")), clauses[0])


def _is_no_pile_to_copy_from(draft: Draft, step: Step, seat: int) -> bool:
    return bool(step["from"] == "other_players") and seat == draft.seat


def _barring(draft: Draft, step: Step, pile: Sequence[str]) -> str | None:
    """The card of a pile because of which its top card cannot be copied."""
    cards, not_copied, top = draft.rules.cards, step["not_copied"], pile[-1]
    if cards[top].kind in not_copied:
        return top
    if step["barred_by"] == "any_card_of_the_pile":
        return next((card for card in pile if cards[card].kind in not_copied), None)
    return None


def _pile(draft: Draft, seat: int) -> tuple[str, ...]:
    """A discard pile without the Diplomat that was just played."""
    return draft.before.players[seat].pile
