"""Play a card from the hand. Every turn begins with it."""

from __future__ import annotations

from collections.abc import Sequence

from concordia_ref.engine.draft import STOP, Choice, Draft
from concordia_ref.engine.errors import Violation, broken
from concordia_ref.engine.memory import gained_now, noted
from concordia_ref.engine.verbs.choose_alternative import begin_action, doubled_alternatives
from concordia_ref.engine.verbs.verb import Verb

PASS: Choice = ("pass",)


class LeaveOut(Verb):
    """Leave out the whole action of the card played, where a reading allows it."""

    DO = "leave_out"
    KINDS = ("without_action",)
    OPTIONAL = True

    def options(self, draft: Draft) -> Sequence[Choice]:
        """To carry the action out, or to leave it out."""
        return [("without_action", True), STOP]

    def perform(self, draft: Draft, choice: Choice) -> None:
        """Leave the action out."""
        draft.card = None
        draft.go_to(())


class PlayCard(Verb):
    """Play a card from the hand; its clauses are those of the turn."""

    DO = "play_card"
    KINDS = ("card", "pass")

    def required(self, draft: Draft) -> str | None:
        """The player always chooses."""
        return "card"

    def options(self, draft: Draft) -> Sequence[Choice]:
        """The different cards in the hand that can be played now; and to pass, where that is allowed."""
        first_steps = draft.rules.first_steps
        legal: list[Choice] = [
            ("card", card)
            for card in dict.fromkeys(draft.player.hand)
            if any(step.can_begin(draft) for step in first_steps(card)) and not self._out_of_order(draft, card)
        ]
        if _may_pass(draft):
            legal.append(PASS)
        return legal

    def obstacles(self, draft: Draft, choice: Choice) -> list[Violation]:
        """The rules against playing this card."""
        if choice == PASS:
            if _may_pass(draft):
                return []
            return [broken("turn.no-passing" if draft.before.last_turns is None else "end.last-turn")]
        if choice[1] not in draft.player.hand:
            return [broken("turn.hand", card=choice[1], hand=draft.player.hand)]
        if out_of_order := self._out_of_order(draft, choice[1]):
            return out_of_order
        # If a card has alternatives, the rules against each of them are checked when it is chosen.
        first, *others = draft.rules.first_steps(choice[1])
        return [] if others else first.obstacles_to_beginning(draft)

    def _out_of_order(self, draft: Draft, card: str) -> list[Violation]:
        """The rules against playing this card now: it was bought and has to wait, or another one is due."""
        player = draft.player
        if draft.rules.spec.turn.praefectus_magnus_obliges:
            owed = [other for other in dict.fromkeys(player.hand) if doubled_alternatives(draft, other)]
            if owed and card not in owed:
                return [self.breaks("praefectus_magnus_obliges", card=card, owed=owed)]
        if not player.remembered:
            return []
        if card in noted(player, "bought"):
            return [self.breaks("gained_cards", about="hand", card=card, hand=player.hand)]
        gained = gained_now(player)
        return [self.breaks("gained_cards", card=card, gained=list(gained))] if gained and card not in gained else []

    def perform(self, draft: Draft, choice: Choice) -> None:
        """Put the card on top of the player's pile and begin its action."""
        if choice == PASS:
            draft.end_step()
            return
        card, player = choice[1], draft.player
        hand = list(player.hand)
        hand.remove(card)
        draft.player = player._replace(hand=tuple(hand), pile=(*player.pile, card))
        begin_action(draft, draft.rules.cards[card])
        if draft.rules.spec.turn.action == "may_be_left_out":
            draft.go_to(draft.rules.leave_out + draft.steps)


def _may_pass(draft: Draft) -> bool:
    spec = draft.rules.spec
    if draft.player.remembered and gained_now(draft.player):
        # The turn continues with a card that was gained in it, or ends.
        return True
    return spec.turn.may_pass or (draft.before.last_turns is not None and spec.end.last_turns.may_be_declined)
