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

    def required(self, draft: Draft) -> str | None:
        """The choice whether to use the Praefectus Magnus, if its holder may decline."""
        free = holds_magnus(draft) and self.praefectus_magnus == "may_be_used"
        return "praefectus-magnus" if free else None

    def options(self, draft: Draft) -> Sequence[Choice]:
        """Using the Praefectus Magnus, and not using it."""
        return [("magnus", True), ("magnus", False)]

    def obstacles(self, draft: Draft, choice: Choice) -> list[Violation]:
        """What stands against using the Praefectus Magnus, or against not using it."""
        if choice[1] and not holds_magnus(draft):
            return [self.breaks("count_with_praefectus_magnus", holder=draft.table.praefectus_magnus)]
        if not choice[1] and holds_magnus(draft) and not self.required(draft):
            return [self.breaks("praefectus_magnus")]
        return []

    def arrange(self, draft: Draft, choices: Sequence[Choice]) -> Sequence[Choice]:
        """Drop a choice that was forced."""
        return [choice for choice in choices if self.required(draft) or self.obstacles(draft, choice)]

    def perform(self, draft: Draft, choice: Choice) -> None:
        """Receive the good with the Praefectus Magnus, or without it."""
        self._receive(draft, use_magnus=choice[1])

    def finish(self, draft: Draft) -> None:
        """Receive the good; the holder of the Praefectus Magnus uses it."""
        self._receive(draft, use_magnus=holds_magnus(draft))

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


def holds_magnus(draft: Draft) -> bool:
    """Whether the player whose turn it is holds the Praefectus Magnus."""
    return draft.table.praefectus_magnus == draft.seat
