"""How a turn goes: choice by choice, or all at once as a person has written it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from concordia_ref.engine.draft import STOP, Choice, Draft, new_draft
from concordia_ref.engine.errors import Refused, Violation
from concordia_ref.engine.rules import Rules
from concordia_ref.engine.state import State
from concordia_ref.engine.turn import KEY_OF, Turn
from concordia_ref.engine.verbs import (
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
from concordia_ref.spec.errors import Malformed


class Names(dict[str, str]):
    """What things are called, where some simply are called as they are."""

    def __missing__(self, name: str) -> str:
        return name


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

# The functions of the verbs that ask: at every choice one of them is looked up, in tables more quickly than in modules.
OPTIONS: dict[str, Callable[[Draft], Sequence[Choice]]] = {do: verb.options for do, verb in CHOOSERS.items()}
OBSTACLES: dict[str, Callable[[Draft, Choice], Sequence[Violation]]] = {
    do: verb.obstacles for do, verb in CHOOSERS.items()
}
PERFORM: dict[str, Callable[[Draft, Choice], None]] = {do: verb.perform for do, verb in CHOOSERS.items()}
FINISH: dict[str, Callable[[Draft], None]] = {
    do: getattr(verb, "finish", Draft.end_step) for do, verb in CHOOSERS.items()
}
# Where something can be missing.
REQUIRED: dict[str, Callable[[Draft], str | None]] = {
    do: verb.required for do, verb in CHOOSERS.items() if hasattr(verb, "required")
}
# Where something can stand against making no more choices.
AGAINST_STOPPING: dict[str, Callable[[Draft], Sequence[Violation]]] = {
    do: verb.obstacles_to_stopping for do, verb in CHOOSERS.items() if hasattr(verb, "obstacles_to_stopping")
}
# Where choices can be written in any order.
ARRANGED: dict[str, Callable[[Draft, Sequence[Choice]], Sequence[Choice]]] = {
    do: verb.arrange for do, verb in CHOOSERS.items() if hasattr(verb, "arrange")
}
# Where a player may stop, so that there is always something to choose.
OPTIONAL = {do for do, verb in CHOOSERS.items() if verb.OPTIONAL}
DO_OF = Names({kind: do for do, verb in CHOOSERS.items() for kind in verb.KINDS})
BEGINNING = (play_card.STEP,)
# What a written turn does not say, by what the verb requires.
MISSING = {
    "card": "which card is played",
    "choice": "which alternative of the card",
    "province": "which province",
    "praefectus-magnus": "whether the Praefectus Magnus is used",
    "any": "which goods pay for the question marks (any)",
    "keep": "which goods are kept",
}


def begin(rules: Rules, state: State) -> Draft:
    """The draft of a turn before its first choice."""
    return new_draft(rules, state, BEGINNING)


def options(draft: Draft) -> Sequence[Choice]:
    """The legal choices that continue a draft; none if the turn is complete."""
    return OPTIONS[draft.steps[0].do](draft) if draft.steps else ()


def take(draft: Draft, choice: Choice) -> Draft:
    """The draft after one of its options, with everything done that follows without a choice."""
    after = draft.copy()
    go_on(after, choice)
    return after


def go_on(draft: Draft, choice: Choice) -> None:
    """Make a choice in the draft itself, for those who do not need it as it was before."""
    do = draft.steps[0].do
    if choice == STOP:
        FINISH[do](draft)
    else:
        PERFORM[do](draft, choice)
        draft.choices = draft.choices + (choice,)
    while draft.steps:
        do = draft.steps[0].do
        if do in EFFECTS:
            EFFECTS[do](draft)
            draft.end_step()
        elif do in OPTIONAL or REQUIRED[do](draft):
            break
        else:
            FINISH[do](draft)


def complete(draft: Draft, random: Random) -> None:
    """Make all choices that are left in the draft, each drawn evenly from its options."""
    drawn = random.random
    while draft.steps:
        choices = OPTIONS[draft.steps[0].do](draft)
        go_on(draft, choices[int(drawn() * len(choices))])


def follow(rules: Rules, state: State, turn: Turn) -> Draft:
    """The draft of a whole turn as it was written.

    Raises `Refused` with every violation that can be told: a choice that breaks a rule is left out, and those after
    it are judged as if it had not been written.
    """
    written: dict[str, list[Choice]] = {}
    for choice in turn.choices:
        written.setdefault(DO_OF[choice[0]], []).append(choice)
    violations: list[Violation] = []
    draft = begin(rules, state)
    while draft.steps:
        do = draft.steps[0].do
        if do in EFFECTS:
            EFFECTS[do](draft)
            draft.end_step()
        elif do in written:
            mine: Sequence[Choice] = written.pop(do)
            for choice in ARRANGED[do](draft, mine) if do in ARRANGED else mine:
                found = OBSTACLES[do](draft, choice)
                if found:
                    violations += _pointed(found, turn, do, choice)
                else:
                    PERFORM[do](draft, choice)
                    draft.choices = draft.choices + (choice,)
        else:
            # Here too come those whose choices have been made, unless the last one ended the step.
            _leave(draft, do, violations)
    if violations:
        raise Refused(violations)
    if written:
        kind = next(iter(written.values()))[0][0]
        pointer = next(pointer for choice, pointer in turn.written() if choice[0] == kind)
        message = f"a turn with {turn.card} has no part {KEY_OF.get(kind, kind)!r}"
        raise Malformed("not-for-this-card", message, pointer)
    return draft


def _pointed(found: Sequence[Violation], turn: Turn, do: str, choice: Choice) -> Sequence[Violation]:
    """Violations with pointers to the choice as it was written, or to what it was made from."""
    pointers = {choice: pointer for choice, pointer in turn.written() if DO_OF[choice[0]] == do}
    around = next(iter(pointers.values()), "").rpartition("/")[0]
    for violation in found:
        violation.pointer = pointers.get(choice, around)
    return found


def _leave(draft: Draft, do: str, violations: list[Violation]) -> None:
    """End a step of a written turn after all of its choices, or say what is missing."""
    if do in REQUIRED and (needed := REQUIRED[do](draft)):
        if violations:
            raise Refused(violations)
        copied = [choice for choice in draft.choices if choice[0] == "copy"]
        hint = f"seat {options(draft)[0][1]}" if needed == "keep" else ""
        raise Malformed("incomplete", f"the turn does not say {MISSING[needed]}", "/as" * len(copied), hint)
    if do in AGAINST_STOPPING:
        violations += AGAINST_STOPPING[do](draft)
    FINISH[do](draft)
