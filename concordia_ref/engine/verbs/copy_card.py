"""Carry out the action of a card on top of a discard pile."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from concordia_ref.engine.draft import STOP, Choice, Draft
from concordia_ref.engine.errors import DEEPEST_COPY, Violation, broken
from concordia_ref.engine.verbs.choose_alternative import begin_action
from concordia_ref.engine.verbs.verb import Verb


class CopyCard(Verb):
    """Carry out the action of a card on top of a discard pile."""

    DO = "copy_card"
    KINDS = ("copy",)
    OPTIONAL = True

    from_: Literal["other_players", "all_players"]
    not_copied: tuple[str, ...]
    barred_by: Literal["top_card", "any_card_of_the_pile"]
    printed_values: Literal["of_the_copied_card", "of_the_own_starting_card"]
    may_decline: bool
    without_target: Literal["allowed", "refused"]

    def options(self, draft: Draft) -> Sequence[Choice]:
        """The top cards of the piles, as long as the turn can still be written; or nothing."""
        copied = [choice for choice in draft.choices if choice[0] == "copy"]
        legal = self._legal(draft) if len(copied) < DEEPEST_COPY else []
        if self.may_decline or not legal:
            legal.append(STOP)
        return legal

    def obstacles(self, draft: Draft, choice: Choice) -> list[Violation]:
        """What stands against copying this card."""
        found, rules = [], draft.rules
        _, seat, card = choice
        # A discard pile without the Diplomat that was just played.
        pile = draft.before.players[seat].pile
        if self._is_no_pile_to_copy_from(draft, seat):
            found.append(self.breaks("from", seat=seat))
        if not pile:
            # A Tribune takes its pile with it; a turn that names it as the card to copy is refused by its own clause.
            tribune = any(step.DO == "recall_cards" for step in rules.steps_of(card))
            return [*found, broken("diplomat.not-tribune" if tribune else "diplomat.top-card", seat=seat, card=card)]
        top = pile[-1]
        if card != top:
            found.append(broken("diplomat.top-card", seat=seat, card=card, top=top))
        barring = self._barring(draft, pile)
        if barring == top:
            found.append(self.breaks("not_copied", about=rules.cards[barring].kind, seat=seat, card=barring))
        elif barring:
            found.append(self.breaks("barred_by", seat=seat, card=barring))
        return found

    def obstacles_to_stopping(self, draft: Draft) -> list[Violation]:
        """The rule against declining to copy, if some card can be copied."""
        if self.may_decline or not (legal := self._legal(draft)):
            return []
        return [self.breaks("may_decline", seats=[seat for _, seat, _ in legal])]

    def perform(self, draft: Draft, choice: Choice) -> None:
        """Begin the action of the copied card."""
        rules = draft.rules
        card = rules.cards[choice[2]]
        if self.printed_values == "of_the_own_starting_card":
            starting = (rules.cards[id] for id in rules.spec.starting_hand)
            card = next((own for own in starting if own.kind == card.kind), card)
        begin_action(draft, card)

    def can_begin(self, draft: Draft) -> bool:
        """Whether there is a card to copy, or copying can be left out."""
        return self.without_target == "allowed" or bool(self._legal(draft))

    def _legal(self, draft: Draft) -> list[Choice]:
        return [
            ("copy", seat, player.pile[-1])
            for seat, player in enumerate(draft.before.players)
            if player.pile and not self._is_no_pile_to_copy_from(draft, seat) and not self._barring(draft, player.pile)
        ]

    def _is_no_pile_to_copy_from(self, draft: Draft, seat: int) -> bool:
        return self.from_ == "other_players" and seat == draft.seat

    def _barring(self, draft: Draft, pile: Sequence[str]) -> str | None:
        """The card of a pile because of which its top card cannot be copied."""
        cards, not_copied, top = draft.rules.cards, self.not_copied, pile[-1]
        if cards[top].kind in not_copied:
            return top
        if self.barred_by == "any_card_of_the_pile":
            return next((card for card in pile if cards[card].kind in not_copied), None)
        return None
