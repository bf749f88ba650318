"""Choose the province that produces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from concordia_ref.engine.draft import Choice, Draft
from concordia_ref.engine.errors import Violation
from concordia_ref.engine.verbs.verb import Verb


class ChooseProvince(Verb):
    """Choose the province that produces."""

    DO = "choose_province"
    KINDS = ("province",)

    marker_shows: Literal["goods", "coins"]
    houses_needed: int

    def required(self, draft: Draft) -> str | None:
        """The player always chooses."""
        return "province"

    def options(self, draft: Draft) -> Sequence[Choice]:
        """The provinces whose markers show the right side."""
        return [("province", province) for province in draft.board.cities_of if self._is_open(draft, province)]

    def can_begin(self, draft: Draft) -> bool:
        """Whether there will be a province to choose when the step is reached."""
        # `any` with a generator takes longer, and the first one is usually open.
        for province in draft.board.cities_of:  # noqa: SIM110
            if self._is_open(draft, province):
                return True
        return False

    def _is_open(self, draft: Draft, province: str) -> bool:
        needed = self.houses_needed
        return _side_up(draft, province) == self.marker_shows and (not needed or _houses_in(draft, province) >= needed)

    def obstacles(self, draft: Draft, choice: Choice) -> list[Violation]:
        """The rules against this province."""
        found, province = [], choice[1]
        shown, needed = _side_up(draft, province), self.houses_needed
        if shown != self.marker_shows:
            found.append(self.breaks("marker_shows", province=province, marker_shows=shown))
        if needed and _houses_in(draft, province) < needed:
            found.append(self.breaks("houses_needed", province=province, needed=needed))
        return found

    def perform(self, draft: Draft, choice: Choice) -> None:
        """Remember the province."""
        draft.province = choice[1]
        draft.end_step()


def _side_up(draft: Draft, province: str) -> str:
    return "coins" if province in draft.table.coin_side else "goods"


def _houses_in(draft: Draft, province: str) -> int:
    return sum([draft.houses_in(city) for city in draft.board.cities_of[province]])
