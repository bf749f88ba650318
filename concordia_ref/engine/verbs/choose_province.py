"""Choose the province that produces."""

from __future__ import annotations

from collections.abc import Sequence

from concordia_ref.engine.draft import Choice, Draft
from concordia_ref.engine.errors import Violation
from concordia_ref.spec.model import Step

KINDS = ("province",)
OPTIONAL = False


def required(_: Draft) -> str | None:
    """The player always chooses."""
    return "province"


def options(draft: Draft) -> Sequence[Choice]:
    """The provinces whose markers show the right side."""
    step = draft.steps[0]
    return [("province", province) for province in draft.board.cities_of if _is_open(draft, step, province)]


def there_is_one(draft: Draft, step: Step) -> bool:
    """Whether there will be a province to choose when the step is reached."""
    # `any` with a generator takes longer, and mostly the first one is open.
    for province in draft.board.cities_of:  # noqa: SIM110
        if _is_open(draft, step, province):
            return True
    return False


def _is_open(draft: Draft, step: Step, province: str) -> bool:
    needed: int = step.rule["houses_needed"]
    if needed and _houses_in(draft, province) < needed:
        return False
    shown: str = step.rule["marker_shows"]
    return _side_up(draft, province) == shown


def obstacles(draft: Draft, choice: Choice) -> list[Violation]:
    """What stands against this province."""
    found, province, rule = [], choice[1], draft.rule
    shown, needed = _side_up(draft, province), rule["houses_needed"]
    if shown != rule["marker_shows"]:
        found.append(Violation("prefect.produce.active", province=province, marker_shows=shown))
    if needed and _houses_in(draft, province) < needed:
        found.append(Violation("prefect.produce.no-house-needed", province=province, needed=needed))
    return found


def _side_up(draft: Draft, province: str) -> str:
    return "coins" if province in draft.table.coin_side else "goods"


def _houses_in(draft: Draft, province: str) -> int:
    return sum([draft.houses_in(city) for city in draft.board.cities_of[province]])


def perform(draft: Draft, choice: Choice) -> None:
    """Remember the province."""
    draft.province = choice[1]
    draft.end_step()
