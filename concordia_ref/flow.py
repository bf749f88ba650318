"""How a turn goes: choice by choice, or all at once as a person has written it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from concordia_ref.draft import STOP, Choice, Draft
from concordia_ref.ending import interim_scoring
from concordia_ref.errors import Malformed, Refused, Violation
from concordia_ref.rules import Rules
from concordia_ref.speech import Said, say
from concordia_ref.state import State
from concordia_ref.turn import KEY_OF, Turn
from concordia_ref.typed import Any
from concordia_ref.verbs import (
    build_houses,
    buy_cards,
    choose_alternative,
    choose_province,
    copy_card,
    effects,
    gain_marker_good,
    move_colonists,
    place_colonists,
    play_card,
    store_goods,
    trade_goods,
)

# The verbs of `spec/actions.yaml`: those that leave nothing to choose, and those that ask.
EFFECTS: dict[str, Callable[[Draft], None]] = {
    "recall_cards": effects.recall_cards,
    "flip_marker": effects.flip_marker,
    "flip_markers": effects.flip_markers,
    "produce": effects.produce,
    "pass_praefectus_magnus": effects.pass_praefectus_magnus,
    "collect_marker_coins": effects.collect_marker_coins,
    "gain_coins": effects.gain_coins,
    "gain_card_income": effects.gain_card_income,
}
CHOOSERS: dict[str, Any] = {
    "play_card": play_card,
    "choose_alternative": choose_alternative,
    "place_colonists": place_colonists,
    "move_colonists": move_colonists,
    "build_houses": build_houses,
    "choose_province": choose_province,
    "gain_marker_good": gain_marker_good,
    "store_goods": store_goods,
    "trade_goods": trade_goods,
    "copy_card": copy_card,
    "buy_cards": buy_cards,
}


def begin(rules: Rules, state: State) -> Draft:
    """The draft of a turn before its first choice."""
    return Draft(rules, state, (play_card.STEP,))


def options(draft: Draft) -> Sequence[Choice]:
    """The legal choices that continue a draft; none if the turn is complete."""
    found: Sequence[Choice] = CHOOSERS[draft.steps[0].do].options(draft) if draft.steps else ()
    return found


def take(draft: Draft, choice: Choice) -> Draft:
    """The draft after one of its options, with everything done that follows without a choice."""
    after = draft.copy()
    go_on(after, choice)
    return after


def go_on(draft: Draft, choice: Choice) -> None:
    """Make a choice in the draft itself, for those who do not need it as it was before."""
    _perform(draft, choice)
    while draft.steps:
        do = draft.steps[0].do
        if do in EFFECTS:
            _do_effect(draft, do)
            continue
        verb = CHOOSERS[do]
        if verb.OPTIONAL or verb.required(draft):
            break
        verb.perform(draft, None)


def follow(rules: Rules, state: State, turn: Turn) -> Draft:
    """The draft of a whole turn as it was written.

    Raises `Refused` with every violation that can be told: a choice that breaks a rule is left out, and those after
    it are judged as if it had not been written.
    """
    choices: Sequence[Choice] = turn.choices
    violations: list[Violation] = []
    draft = begin(rules, state)
    while draft.steps:
        step = draft.steps[0]
        if step.do in EFFECTS:
            _do_effect(draft, step.do)
            continue
        verb = CHOOSERS[step.do]
        mine = [choice for choice in choices if choice[0] in verb.KINDS]
        if mine:
            choices = [choice for choice in choices if choice[0] not in verb.KINDS]
        for choice in verb.arrange(draft, mine) if mine and hasattr(verb, "arrange") else mine:
            found = list(verb.obstacles(draft, choice))
            if found:
                violations += _pointed(found, turn, verb, choice)
            elif verb.OPTIONAL or verb.required(draft):
                _perform(draft, choice)
        if draft.steps and draft.steps[0] is step:
            _leave(draft, verb, violations)
    if violations:
        raise Refused(violations)
    if choices:
        kind = choices[0][0]
        pointer = next(pointer for choice, pointer in turn.written() if choice[0] == kind)
        raise Malformed("not-for-this-card", pointer, card=turn.card, value=repr(KEY_OF.get(kind, kind)))
    return draft


def _pointed(found: list[Violation], turn: Turn, verb: Any, choice: Choice) -> list[Violation]:
    """Violations with pointers to the choice as it was written, or to what it was made from."""
    pointers = {choice: pointer for choice, pointer in turn.written() if choice[0] in verb.KINDS}
    around = next(iter(pointers.values()), "").rpartition("/")[0]
    for violation in found:
        violation.pointer = pointers.get(choice, around)
    return found


def _leave(draft: Draft, verb: Any, violations: list[Violation]) -> None:
    """End a step of a written turn after all of its choices, or say what is missing."""
    missing = verb.required(draft)
    if missing and violations:
        raise Refused(violations)
    if missing:
        copied = [choice for choice in draft.choices if choice[0] == "copy"]
        hint = say("seat", seat=verb.options(draft)[0][1]) if missing == "keep" else ""
        raise Malformed("incomplete", "/as" * len(copied), hint, what=Said(f"missing.{missing}"))
    if verb.OPTIONAL:
        violations += verb.obstacles(draft, STOP)
        _perform(draft, STOP)
    else:
        verb.perform(draft, None)


def _perform(draft: Draft, choice: Choice) -> None:
    CHOOSERS[draft.steps[0].do].perform(draft, choice)
    if choice != STOP:
        draft.choices = (*draft.choices, choice)


def _do_effect(draft: Draft, do: str) -> None:
    """Do a step that leaves nothing to choose."""
    EFFECTS[do](draft)
    draft.end_step()
    if do == "recall_cards" and draft.interim is not None:
        draft.adopt(interim_scoring(draft, "before_the_new_colonist"))
