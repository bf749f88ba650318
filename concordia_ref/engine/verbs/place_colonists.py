"""Pay for new colonists and place them from the storehouse on the board."""

from __future__ import annotations

from collections.abc import Sequence

from concordia_ref.engine.draft import STOP, Choice, Draft
from concordia_ref.engine.errors import Violation
from concordia_ref.engine.rules import can_pay
from concordia_ref.spec.model import COLONIST_KINDS

KINDS = ("place",)
OPTIONAL = True


def options(draft: Draft) -> Sequence[Choice]:
    """One more colonist, in the order of kinds and cities so that no set of colonists is offered twice; or no more."""
    if _has_placed_enough(draft) or _cannot_pay(draft):
        return [STOP]
    cities = sorted({city for place in draft.rule["at"] for city in _cities(draft, place)})
    places = [("place", kind, city) for kind in COLONIST_KINDS for city in cities]
    last = draft.memo[-1] if draft.memo else ()
    found: list[Choice] = [place for place in places if place >= last and not obstacles(draft, place)]
    found.append(STOP)
    return found


def obstacles(draft: Draft, choice: Choice) -> list[Violation]:
    """What stands against placing this colonist."""
    _, kind, city = choice
    found, step, rules = [], draft.step, draft.rules
    facts = {"kind": kind, "city": city}
    if _has_placed_enough(draft):
        found.append(Violation(step.clauses["at_most"][0], **facts, at_most=draft.rule["at_most"]))
    if not any(city in _cities(draft, place) for place in draft.rule["at"]):
        found.append(Violation(step.clauses["at"][0], **facts))
    if draft.rule.get("kind_needs_line") and kind not in draft.board.kinds_at[city]:
        found.append(Violation(step.clauses["kind_needs_line"][0], **facts))
    if rules.stored_of(draft.colonists, kind) == 0:
        found.append(Violation("piece.colonists", **facts))
    if _cannot_pay(draft):
        cost, has = rules.named(rules.colonist_cost), rules.amounts(draft.goods)
        found.append(Violation(step.clauses["cost"][0], **facts, cost=cost, has=has))
    return found


def perform(draft: Draft, choice: Choice) -> None:
    """Pay for the colonist and place it."""
    _, kind, city = choice
    draft.pay(draft.rules.colonist_cost)
    draft.colonists = tuple(sorted((*draft.colonists, (kind, city))))
    draft.memo = (draft.memo or ()) + (choice,)


def arrange(_: Draft, choices: Sequence[Choice]) -> Sequence[Choice]:
    """By kind and city."""
    return sorted(choices)


def _has_placed_enough(draft: Draft) -> bool:
    at_most: int | str = draft.rule["at_most"]
    return not isinstance(at_most, str) and len(draft.memo or ()) >= at_most


def _cannot_pay(draft: Draft) -> bool:
    return not can_pay(draft.goods, draft.rules.colonist_cost)


def _cities(draft: Draft, place: str) -> tuple[str, ...]:
    return (draft.board.start_city,) if place == "start_city" else draft.houses
