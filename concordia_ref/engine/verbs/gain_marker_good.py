"""Receive the good on the bonus marker of the chosen province."""

from __future__ import annotations

from collections.abc import Sequence

from concordia_ref.engine.draft import Choice, Draft
from concordia_ref.engine.errors import Violation

KINDS = ("magnus",)
OPTIONAL = False


def required(draft: Draft) -> str | None:
    """Whether to use the Praefectus Magnus, where its holder is free not to."""
    free = _holds_magnus(draft) and draft.rule["praefectus_magnus"] == "may_be_used"
    return "praefectus-magnus" if free else None


def options(draft: Draft) -> Sequence[Choice]:
    """To use the Praefectus Magnus or not."""
    return [("magnus", True), ("magnus", False)]


def obstacles(draft: Draft, choice: Choice) -> list[Violation]:
    """What stands against using the Praefectus Magnus, or against not using it."""
    if choice[1] and not _holds_magnus(draft):
        return [Violation("praefectus-magnus.doubles", holder=draft.table.praefectus_magnus)]
    if not choice[1] and _holds_magnus(draft) and not required(draft):
        return [Violation("praefectus-magnus.must-use")]
    return []


def arrange(draft: Draft, choices: Sequence[Choice]) -> Sequence[Choice]:
    """Without those that say what could not be otherwise."""
    return [choice for choice in choices if required(draft) or obstacles(draft, choice)]


def perform(draft: Draft, choice: Choice) -> None:
    """Receive the good with the Praefectus Magnus, or without it."""
    _receive(draft, use_magnus=choice[1])


def finish(draft: Draft) -> None:
    """Receive the good; who holds the Praefectus Magnus uses it."""
    _receive(draft, use_magnus=_holds_magnus(draft))


def _receive(draft: Draft, *, use_magnus: bool) -> None:
    """Receive the good, twice with the Praefectus Magnus; what is stored at once is stored as far as there is room."""
    rules, rule = draft.rules, draft.rule
    assert draft.province is not None, "a province is chosen before its good is received"
    count = rule["count_with_praefectus_magnus"] if use_magnus else rule["count"]
    good = rules.marker_goods(draft.before)[draft.province]
    draft.magnus_used = use_magnus
    if rule["stored"] == "at_once":
        draft.pay(rules.cost({good: -min(count, draft.room())}))
    else:
        draft.gain(draft.seat, (good,) * count)
    draft.end_step()


def _holds_magnus(draft: Draft) -> bool:
    return draft.table.praefectus_magnus == draft.seat
