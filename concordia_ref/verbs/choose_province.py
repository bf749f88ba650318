"""Choose the province that produces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from concordia_ref.draft import Choice, Draft
from concordia_ref.errors import Violation

KINDS = ("province",)
OPTIONAL = False


def required(_: Draft) -> str | None:
    """The player always chooses."""
    return "province"


def options(draft: Draft) -> Sequence[Choice]:
    """The provinces whose markers show the right side."""
    choices = [("province", province) for province in draft.board.cities_of]
    return [choice for choice in choices if not any(obstacles(draft, choice))]


def obstacles(draft: Draft, choice: Choice) -> Iterator[Violation]:
    """What stands against this province."""
    shown = "coins" if choice[1] in draft.state.coin_side else "goods"
    if shown != draft.step["marker_shows"]:
        yield Violation("prefect.produce.active", province=choice[1], marker_shows=shown)
    houses = sum(draft.rules.houses_in(draft.state, city) for city in draft.board.cities_of[choice[1]])
    if houses < draft.step["houses_needed"]:
        yield Violation("prefect.produce.no-house-needed", province=choice[1], needed=draft.step["houses_needed"])


def perform(draft: Draft, choice: Choice | None) -> Draft:
    """Remember the province."""
    assert choice is not None, "this verb always asks"
    return draft._replace(province=choice[1]).step_done()
