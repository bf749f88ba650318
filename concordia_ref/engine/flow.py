"""The course of a turn: choice by choice, or all at once as a person wrote it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from concordia_ref.engine.draft import STOP, Choice, Draft
from concordia_ref.engine.errors import Refused, Violation
from concordia_ref.engine.rules import Rules
from concordia_ref.engine.state import State
from concordia_ref.engine.turn import KEY_OF, Turn
from concordia_ref.engine.verbs import DO_OF
from concordia_ref.engine.verbs.verb import Effect, Verb
from concordia_ref.spec.errors import Malformed

# What a written turn fails to state, by what the verb requires.
MISSING = {
    "card": "which card is played",
    "choice": "which alternative of the card",
    "province": "which province",
    "praefectus-magnus": "whether the Praefectus Magnus is used",
    "any": "which goods pay for the question marks (any)",
    "keep": "which goods are kept",
}
# What a written turn may leave out: the verb then acts as it does without a choice.
LEFT_OUT = ("recall",)


def begin(rules: Rules, state: State) -> Draft:
    """The draft of a turn before its first choice."""
    return Draft(rules, state, rules.play_card)


def options(draft: Draft) -> Sequence[Choice]:
    """The legal choices that continue a draft; none if the turn is complete."""
    if not draft.steps:
        return ()
    offered = draft.steps[0].options(draft)
    if draft.rules.effect_needed:
        return [choice for choice in offered if _leads_to_an_effect(take(draft, choice))]
    return offered


def _leads_to_an_effect(draft: Draft) -> bool:
    """Whether a draft can be completed so that the turn changes something."""
    if not draft.steps:
        return _has_an_effect(draft)
    return any(_leads_to_an_effect(take(draft, choice)) for choice in draft.steps[0].options(draft))


def _has_an_effect(draft: Draft) -> bool:
    """Whether a complete turn changes more than the place of the card played."""
    before, (kind, *played) = draft.at_first, draft.choices[0]
    if kind != "card":
        return True
    hand = list(before.hand)
    hand.remove(played[0])
    laid_down = before._replace(hand=tuple(hand), pile=(*before.pile, played[0]))
    return draft.table != draft.before or draft.player not in (before, laid_down)


def take(draft: Draft, choice: Choice) -> Draft:
    """The draft after one of its options, with everything done that follows without a choice."""
    after = draft.copy()
    go_on(after, choice)
    return after


def go_on(draft: Draft, choice: Choice) -> None:
    """Make a choice in the draft itself, for callers that do not keep the draft before it."""
    step = draft.steps[0]
    if choice == STOP:
        step.finish(draft)
    else:
        step.perform(draft, choice)
        draft.choices = draft.choices + (choice,)
    while draft.steps:
        step = draft.steps[0]
        if step.OPTIONAL:
            break
        if isinstance(step, Effect):
            step.take_effect(draft)
            draft.end_step()
        elif step.required(draft):
            break
        else:
            step.finish(draft)


def complete(draft: Draft, random: Random) -> None:
    """Make all remaining choices of the draft, each drawn evenly from its options."""
    drawn = random.random
    while draft.steps:
        choices = options(draft) if draft.rules.effect_needed else draft.steps[0].options(draft)
        go_on(draft, choices[int(drawn() * len(choices))])


def follow(rules: Rules, state: State, turn: Turn) -> Draft:
    """The draft of a whole turn as it was written.

    Raises `Refused` with every violation that can be found: a choice that breaks a rule is left out, and those after
    it are judged as if it had not been written.
    """
    written: dict[str, list[Choice]] = {}
    for choice in turn.choices:
        kind: str = choice[0]
        written.setdefault(DO_OF.get(kind, kind), []).append(choice)
    violations: list[Violation] = []
    draft = begin(rules, state)
    while draft.steps:
        step = draft.steps[0]
        if isinstance(step, Effect):
            step.take_effect(draft)
            draft.end_step()
        elif step.DO in written:
            for choice in step.arrange(draft, written.pop(step.DO)):
                found = step.obstacles(draft, choice)
                if found:
                    violations += _pointed(found, turn, step, choice)
                else:
                    step.perform(draft, choice)
                    draft.choices = draft.choices + (choice,)
        else:
            # This also applies to steps whose choices have been made, unless the last choice ended the step.
            _leave(draft, step, violations)
    if violations:
        raise Refused(violations)
    if written:
        kind = next(iter(written.values()))[0][0]
        pointer = next(pointer for choice, pointer in turn.written() if choice[0] == kind)
        message = f"a turn with {turn.card} has no part {KEY_OF.get(kind, kind)!r}"
        raise Malformed("not-for-this-card", message, pointer)
    if rules.effect_needed and not _has_an_effect(draft):
        raise Refused([rules.play_card[0].breaks("action", card=turn.card)._replace(pointer="/card")])
    return draft


def _pointed(found: Sequence[Violation], turn: Turn, step: Verb, choice: Choice) -> list[Violation]:
    """Violations with pointers to the choice as it was written, or to what it was made from."""
    pointers = {choice: pointer for choice, pointer in turn.written() if choice[0] in step.KINDS}
    around = next(iter(pointers.values()), "").rpartition("/")[0]
    return [violation._replace(pointer=pointers.get(choice, around)) for violation in found]


def _leave(draft: Draft, step: Verb, violations: list[Violation]) -> None:
    """End a step of a written turn after all of its choices, or say what is missing."""
    needed = step.required(draft)
    if needed and needed not in LEFT_OUT:
        if violations:
            raise Refused(violations)
        copied = [choice for choice in draft.choices if choice[0] == "copy"]
        raise Malformed(
            "incomplete",
            f"the turn does not say {MISSING[needed]}",
            "/as" * len(copied),
            hint=f"seat {options(draft)[0][1]}" if needed == "keep" else "",
        )
    violations += step.obstacles_to_stopping(draft)
    step.finish(draft)
