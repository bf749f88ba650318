"""Choose one of the alternatives that a card offers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from concordia_ref.engine.draft import Choice, Draft
from concordia_ref.engine.errors import Violation, broken
from concordia_ref.engine.verbs.verb import Verb
from concordia_ref.spec.model import Card


class ChooseAlternative(Verb):
    """Choose one of the alternatives that a card offers."""

    DO = "choose_alternative"
    KINDS = ("choice",)

    def required(self, draft: Draft) -> str | None:
        """The player always chooses."""
        return "choice"

    def options(self, draft: Draft) -> Sequence[Choice]:
        """The alternatives that can be carried out: where a province must be chosen, there must be one to choose."""
        return [
            ("choice", alternative) for alternative, steps in _alternatives(draft).items() if steps[0].can_begin(draft)
        ]

    def obstacles(self, draft: Draft, choice: Choice) -> list[Violation]:
        """The rule against an alternative of another card; all other obstacles concern the choices that follow."""
        alternatives = _alternatives(draft)
        if choice[1] in alternatives:
            return []
        return [broken("turn.action", choice=choice[1], alternatives=list(alternatives))]

    def perform(self, draft: Draft, choice: Choice) -> None:
        """Begin the steps of the alternative."""
        draft.go_to(_alternatives(draft)[choice[1]] + draft.steps[1:])


def begin_action(draft: Draft, card: Card) -> None:
    """Replace the current step with the action of a card."""
    draft.card = card
    draft.go_to(draft.rules.beginning(card.id) + draft.steps[1:])


def _alternatives(draft: Draft) -> Mapping[str, tuple[Verb, ...]]:
    assert draft.card is not None, "a card is played before an alternative is chosen"
    return draft.rules.alternatives_of(draft.card)
