"""Choose the province that produces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from concordia_ref.draft import Choice, Draft
from concordia_ref.errors import Violation
from concordia_ref.model import Step

KINDS = ("province",)
OPTIONAL = False


def required(_: Draft) -> str | None:
    """The player always chooses."""
    return "province"


def options(draft: Draft) -> Sequence[Choice]:
    """The provinces whose markers show the right side."""
    return [
        ("province", province) for province in draft.board.cities_of if not any(_against(draft, draft.step, province))
    ]


def obstacles(draft: Draft, choice: Choice) -> Iterator[Violation]:
    """What stands against this province."""
    return _against(draft, draft.step, choice[1])


def there_is_one(draft: Draft, step: Step) -> bool:
    """Whether there will be a province to choose when the step is reached."""
    return not all(any(_against(draft, step, province)) for province in draft.board.cities_of)


def _against(draft: Draft, step: Step, province: str) -> Iterator[Violation]:
    shown = "coins" if province in draft.coin_side else "goods"
    if shown != step["marker_shows"]:
        yield Violation("prefect.produce.active", province=province, marker_shows=shown)
    needed = step["houses_needed"]
    if needed and sum(draft.rules.houses_in(draft.players, city) for city in draft.board.cities_of[province]) < needed:
        yield Violation("prefect.produce.no-house-needed", province=province, needed=needed)


def perform(draft: Draft, choice: Choice | None) -> None:
    """Remember the province."""
    assert choice is not None, "this verb always asks"
    draft.province = choice[1]
    draft.end_step()
