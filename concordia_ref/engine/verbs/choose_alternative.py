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

    only: str | None = None
    """The alternative that must be chosen, where the card is copied and a reading asks for that."""
    one_step: bool = False
    """Whether one of the steps is chosen, where the card is copied and a reading asks for that."""

    def required(self, draft: Draft) -> str | None:
        """The player always chooses."""
        return "choice"

    def options(self, draft: Draft) -> Sequence[Choice]:
        """The alternatives that can be carried out: where a province must be chosen, there must be one to choose."""
        owed = self._owed(draft)
        return [
            ("choice", alternative)
            for alternative, steps in self._alternatives(draft).items()
            if steps[0].can_begin(draft) and self.only in (None, alternative) and (not owed or alternative in owed)
        ]

    def obstacles(self, draft: Draft, choice: Choice) -> list[Violation]:
        """The rules against an alternative itself; other obstacles concern the choices that follow."""
        alternatives = self._alternatives(draft)
        if choice[1] in alternatives:
            if self.only not in (None, choice[1]):
                return [self.breaks("only", choice=choice[1])]
            if (owed := self._owed(draft)) and choice[1] not in owed:
                return [broken("praefectus-magnus.must-use", choice=choice[1], alternatives=owed)]
            return alternatives[choice[1]][0].obstacles_to_beginning(draft)
        return [broken("turn.action", choice=choice[1], alternatives=list(alternatives))]

    def perform(self, draft: Draft, choice: Choice) -> None:
        """Begin the steps of the alternative."""
        draft.go_to(self._alternatives(draft)[choice[1]] + draft.steps[1:])

    def _owed(self, draft: Draft) -> list[str]:
        """Where the Praefectus Magnus obliges its holder: the alternatives of the card played that it doubles."""
        played = draft.choices[0][1] == (draft.card and draft.card.id)
        return doubled_alternatives(draft, draft.choices[0][1]) if played else []

    def _alternatives(self, draft: Draft) -> Mapping[str, tuple[Verb, ...]]:
        assert draft.card is not None, "a card is played before an alternative is chosen"
        alternatives = draft.rules.alternatives_of(draft.card)
        if self.one_step:
            return {step.DO: (step,) for steps in alternatives.values() for step in steps}
        return alternatives


def doubled_alternatives(draft: Draft, card: str) -> list[str]:
    """The alternatives of a card that the Praefectus Magnus obliges the player to choose from, if it obliges at all."""
    rules = draft.rules
    if not rules.spec.turn.praefectus_magnus_obliges or draft.table.praefectus_magnus != draft.seat:
        return []
    alternatives = rules.alternatives_of(rules.cards[card])
    return [
        name
        for name, steps in alternatives.items()
        if steps[0].can_begin(draft) and any(step.DO == "gain_marker_good" for step in steps)
    ]


def begin_action(draft: Draft, card: Card) -> None:
    """Replace the current step with the action of a card."""
    draft.card = card
    draft.go_to(draft.rules.beginning(card.id) + draft.steps[1:])
