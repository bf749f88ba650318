"""Receive the good on the bonus marker of the chosen province."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from concordia_ref.engine.draft import Choice, Draft
from concordia_ref.engine.errors import Violation
from concordia_ref.engine.verbs.verb import Verb


class GainMarkerGood(Verb):
    """Receive the good on the bonus marker of the chosen province."""

    DO = "gain_marker_good"
    KINDS = ("magnus",)

    count: int
    count_with_praefectus_magnus: int
    praefectus_magnus: Literal["must_be_used", "may_be_used"]
    stored: Literal["together_with_the_houses", "at_once"]
    doubled_for: Literal["any_holder", "the_last_player"]
    doubled_in: Literal["any_province", "provinces_with_an_own_house"]
    doubling_needs_room: bool

    def required(self, draft: Draft) -> str | None:
        """The choice whether to use the Praefectus Magnus, if its holder may decline."""
        free = self._can_double(draft) and self.praefectus_magnus == "may_be_used"
        return "praefectus-magnus" if free else None

    def options(self, draft: Draft) -> Sequence[Choice]:
        """Using the Praefectus Magnus, and not using it."""
        return [("magnus", True), ("magnus", False)]

    def obstacles(self, draft: Draft, choice: Choice) -> list[Violation]:
        """The rules against using the Praefectus Magnus, or against not using it."""
        if not choice[1]:
            forced = self._can_double(draft) and not self.required(draft)
            return [self.breaks("praefectus_magnus")] if forced else []
        against = self._against_doubling(draft)
        return [self.breaks(against, holder=draft.table.praefectus_magnus)] if against else []

    def arrange(self, draft: Draft, choices: Sequence[Choice]) -> Sequence[Choice]:
        """Drop a choice that was forced."""
        return [choice for choice in choices if self.required(draft) or self.obstacles(draft, choice)]

    def perform(self, draft: Draft, choice: Choice) -> None:
        """Receive the good with the Praefectus Magnus, or without it."""
        self._receive(draft, use_magnus=choice[1])

    def finish(self, draft: Draft) -> None:
        """Receive the good; a holder of the Praefectus Magnus who can use it does."""
        self._receive(draft, use_magnus=self._can_double(draft))

    def _receive(self, draft: Draft, *, use_magnus: bool) -> None:
        """Receive the good, twice with the Praefectus Magnus; if stored at once, then as far as there is room."""
        rules = draft.rules
        assert draft.province is not None, "a province is chosen before its good is received"
        count = self.count_with_praefectus_magnus if use_magnus else self.count
        good = rules.marker_goods(draft.before)[draft.province]
        draft.magnus_used = use_magnus
        if self.stored == "at_once":
            draft.pay(rules.cost({good: -min(count, draft.room())}))
        else:
            draft.gain(draft.seat, (good,) * count)
        draft.end_step()

    def _can_double(self, draft: Draft) -> bool:
        return self._against_doubling(draft) is None

    def _against_doubling(self, draft: Draft) -> str | None:
        """The parameter because of which the player cannot use the Praefectus Magnus, or None if the player can."""
        if not holds_magnus(draft):
            return "count_with_praefectus_magnus"
        if self.doubled_for == "the_last_player" and draft.rules.last_seat(draft.before) != draft.seat:
            return "doubled_for"
        if self.doubled_in == "provinces_with_an_own_house" and not _has_house_in_province(draft):
            return "doubled_in"
        if self.doubling_needs_room and draft.room() < self.count_with_praefectus_magnus:
            return "doubling_needs_room"
        return None


def holds_magnus(draft: Draft) -> bool:
    """Whether the player whose turn it is holds the Praefectus Magnus."""
    return draft.table.praefectus_magnus == draft.seat


def _has_house_in_province(draft: Draft) -> bool:
    assert draft.province is not None, "a province is chosen before its good is received"
    return not set(draft.player.houses).isdisjoint(draft.board.cities_of[draft.province])
