"""Choose one of the alternatives that a card offers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from concordia_ref.engine.draft import Choice, Draft
from concordia_ref.engine.errors import Violation
from concordia_ref.engine.verbs import choose_province
from concordia_ref.spec.model import Card, Step

KINDS = ("choice",)
OPTIONAL = False


def required(_: Draft) -> str | None:
    """The player always chooses."""
    return "choice"


def options(draft: Draft) -> Sequence[Choice]:
    """The alternatives that can be carried out: where a province must be chosen, there must be one to choose."""
    return [
        ("choice", alternative)
        for alternative, steps in _alternatives(draft).items()
        if steps[0].do != "choose_province" or choose_province.there_is_one(draft, steps[0])
    ]


def obstacles(draft: Draft, choice: Choice) -> list[Violation]:
    """That it is one of another card; what else stands against it stands against the choices that it asks for."""
    alternatives = _alternatives(draft)
    if choice[1] in alternatives:
        return []
    return [Violation("turn.action", choice=choice[1], alternatives=list(alternatives))]


def perform(draft: Draft, choice: Choice) -> None:
    """Go on with the steps of the alternative."""
    draft.go_to(_alternatives(draft)[choice[1]] + draft.steps[1:])


def begin_action(draft: Draft, card: Card) -> None:
    """Go on from the step that is being done to the action of a card."""
    draft.card = card
    draft.go_to(draft.rules.beginnings[card.action] + draft.steps[1:])


def _alternatives(draft: Draft) -> Mapping[str, tuple[Step, ...]]:
    assert draft.card is not None, "a card is played before an alternative is chosen"
    return draft.rules.spec.actions[draft.card.action].choose
