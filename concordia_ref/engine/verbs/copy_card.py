"""Carry out the action of a card on top of a discard pile."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from concordia_ref.engine.draft import STOP, Choice, Draft
from concordia_ref.engine.errors import DEEPEST_COPY, Violation, broken
from concordia_ref.engine.memory import noted
from concordia_ref.engine.verbs.choose_alternative import ChooseAlternative, begin_action
from concordia_ref.engine.verbs.verb import Verb
from concordia_ref.spec.model import Card, Step


class CopyCard(Verb):
    """Carry out the action of a card on top of a discard pile."""

    DO = "copy_card"
    KINDS = ("copy",)
    OPTIONAL = True

    from_: Literal["other_players", "all_players"]
    not_copied: tuple[str, ...]
    barred_by: Literal["top_card", "any_card_of_the_pile", "any_diplomat_ever_played"]
    barred_by_a_tribune: Literal["until_the_next_card", "for_the_whole_game"]
    used_diplomat: Literal["is_a_diplomat", "counts_as_the_copied_card"]
    printed_values: Literal["of_the_copied_card", "of_the_own_starting_card"]
    alternative: Literal["chosen_anew", "as_by_the_owner"]
    one_action_of: tuple[str, ...]
    copied_card: Literal["stays", "is_taken"]
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
        """The rules against copying this card."""
        found, rules = [], draft.rules
        _, seat, card = choice
        pile = self._pile(draft, seat)
        if self._is_no_pile_to_copy_from(draft, seat):
            found.append(self.breaks("from", seat=seat))
        if not pile:
            # A Tribune takes its pile with it; a turn that names it as the card to copy is refused by its own clause.
            clause = "diplomat.not-tribune" if rules.recalls(card) else "diplomat.top-card"
            return [*found, broken(clause, seat=seat, card=card)]
        top = pile[-1]
        if card != top:
            found.append(broken("diplomat.top-card", seat=seat, card=card, top=top))
        if self._barred_for_good(draft, seat):
            found.append(self.breaks("barred_by_a_tribune", seat=seat, card=card))
        barring = self._barring(draft, seat, pile)
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
        _, seat, id = choice
        card = rules.cards[id]
        if self.printed_values == "of_the_own_starting_card":
            starting = (rules.cards[id] for id in rules.spec.starting_hand)
            card = next((own for own in starting if own.kind == card.kind), card)
        if self.copied_card == "is_taken":
            _take(draft, seat)
        after = draft.steps[1:]
        begin_action(draft, card)
        if choice_of := self._choice(draft, seat, card):
            draft.go_to((choice_of, *after))

    def obstacles_to_beginning(self, draft: Draft) -> list[Violation]:
        """The rule against playing the card where there is none to copy."""
        if self.without_target == "allowed" or self._legal(draft):
            return []
        return [self.breaks("without_target")]

    def _legal(self, draft: Draft) -> list[Choice]:
        return [
            ("copy", seat, pile[-1])
            for seat in range(len(draft.before.players))
            if (pile := self._pile(draft, seat))
            and not self._is_no_pile_to_copy_from(draft, seat)
            and not self._barred_for_good(draft, seat)
            and not self._barring(draft, seat, pile)
            and self._can_be_repeated(draft, seat, pile[-1])
        ]

    def _pile(self, draft: Draft, seat: int) -> Sequence[str]:
        """The discard pile of a player as it can be copied from, without the Diplomat that was just played."""
        player = draft.before.players[seat]
        if self.used_diplomat == "counts_as_the_copied_card" and player.pile and draft.rules.copying(player.pile[-1]):
            return (*player.pile[:-1], *noted(player, "copied")) if noted(player, "copied") else player.pile
        return player.pile

    def _is_no_pile_to_copy_from(self, draft: Draft, seat: int) -> bool:
        return self.from_ == "other_players" and seat == draft.seat

    def _barred_for_good(self, draft: Draft, seat: int) -> bool:
        """Whether a Tribune that the player of a pile has ever played bars the pile."""
        if self.barred_by_a_tribune != "for_the_whole_game":
            return False
        return any(draft.rules.recalls(card) for card in noted(draft.before.players[seat], "played"))

    def _barring(self, draft: Draft, seat: int, pile: Sequence[str]) -> str | None:
        """The card of a pile because of which its top card cannot be copied."""
        cards, not_copied, top = draft.rules.cards, self.not_copied, pile[-1]
        if cards[top].kind in not_copied:
            return top
        if self.barred_by == "any_card_of_the_pile":
            return next((card for card in pile if cards[card].kind in not_copied), None)
        if self.barred_by == "any_diplomat_ever_played":
            played = (*pile, *noted(draft.before.players[seat], "played"))
            return next((card for card in played if draft.rules.copying(card)), None)
        return None

    def _repeated(self, draft: Draft, seat: int, card: Card) -> str | None:
        """The alternative of a copied card that is repeated, if the player does not choose again."""
        if self.alternative == "chosen_anew":
            return None
        alternatives = draft.rules.alternatives_of(card)
        chosen = [name for name in noted(draft.before.players[seat], "chosen") if name in alternatives]
        return chosen[0] if chosen and len(alternatives) > 1 else None

    def _can_be_repeated(self, draft: Draft, seat: int, id: str) -> bool:
        """Whether a copied card can be carried out with the alternative that its owner has chosen."""
        card = draft.rules.cards[id]
        repeated = self._repeated(draft, seat, card)
        return not repeated or draft.rules.alternatives_of(card)[repeated][0].can_begin(draft)

    def _choice(self, draft: Draft, seat: int, card: Card) -> Verb | None:
        """What the player chooses first with a copied card, where a reading limits it."""
        if repeated := self._repeated(draft, seat, card):
            clauses = {"only": self.clauses["alternative"]}
            return ChooseAlternative(Step("choose_alternative", {"only": repeated}, clauses))
        if card.kind in self.one_action_of:
            return ChooseAlternative(Step("choose_alternative", {"one_step": True}, {}))
        return None


def _take(draft: Draft, seat: int) -> None:
    """Lay the top card of another pile on the player's own pile, above the card played."""
    owner = draft.table.players[seat]
    draft.table = draft.table.with_player(seat, owner._replace(pile=owner.pile[:-1]))
    draft.player = draft.player._replace(pile=(*draft.player.pile, owner.pile[-1]))
