"""Play a card from the hand. Every turn begins with it."""

from __future__ import annotations

from collections.abc import Sequence

from concordia_ref.engine.draft import Choice, Draft
from concordia_ref.engine.errors import Violation, broken
from concordia_ref.engine.verbs.choose_alternative import begin_action
from concordia_ref.engine.verbs.verb import Verb

PASS: Choice = ("pass",)


class PlayCard(Verb):
    """Play a card from the hand; its clauses are those of the turn."""

    DO = "play_card"
    KINDS = ("card", "pass")

    def required(self, draft: Draft) -> str | None:
        """The player always chooses."""
        return "card"

    def options(self, draft: Draft) -> Sequence[Choice]:
        """The different cards in the hand; and to pass, where that is allowed."""
        copying = draft.rules.copying
        legal: list[Choice] = [
            ("card", card)
            for card in dict.fromkeys(draft.player.hand)
            if not (copying(card) and _without_target(draft, card))
        ]
        if _may_pass(draft):
            legal.append(PASS)
        return legal

    def obstacles(self, draft: Draft, choice: Choice) -> list[Violation]:
        """What stands against playing this card."""
        if choice == PASS:
            if _may_pass(draft):
                return []
            return [broken("turn.no-passing" if draft.before.last_turns is None else "end.last-turn")]
        if choice[1] not in draft.player.hand:
            return [broken("turn.hand", card=choice[1], hand=draft.player.hand)]
        copying = _without_target(draft, choice[1])
        return [copying.breaks("without_target")] if copying else []

    def perform(self, draft: Draft, choice: Choice) -> None:
        """Put the card on top of one's own pile and begin its action."""
        if choice == PASS:
            draft.end_step()
            return
        card, player = choice[1], draft.player
        hand = list(player.hand)
        hand.remove(card)
        draft.player = player._replace(hand=tuple(hand), pile=(*player.pile, card))
        begin_action(draft, draft.rules.cards[card])


def _without_target(draft: Draft, card: str) -> Verb | None:
    """The step by which a card copies others, if there is none that it can copy."""
    copying = draft.rules.copying(card)
    return copying if copying and not copying.can_begin(draft) else None


def _may_pass(draft: Draft) -> bool:
    spec = draft.rules.spec
    return spec.turn.may_pass or (draft.before.last_turns is not None and spec.end.last_turns.may_be_declined)
