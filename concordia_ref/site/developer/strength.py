"""How strong the suite is, as a page: what was measured, what is excused, and what survives."""

from __future__ import annotations

from concordia_ref.lab.mutation.excuses import read_excuses
from concordia_ref.lab.mutation.measured import read_measured
from concordia_ref.site.page import Page
from concordia_ref.site.templates import page
from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.suite.golden import golden_names, read_golden


def strength_page() -> Page:
    """The page."""
    excuses = read_excuses(packaged_folder("conformance") / "strength" / "equivalent.yaml")
    excused: dict[str, list[str]] = {}
    for mutant, reason in excuses.reasons.items():
        excused.setdefault(reason, []).append(mutant)
    goldens = [read_golden(name) for name in golden_names()]
    return page(
        "dev/strength.html",
        "strength",
        "How strong is the suite?",
        "What the suite notices, measured: mutants, planted bugs, random games.",
        measured=read_measured(),
        excuses=excuses,
        excused=excused,
        goldens=goldens,
        sequences=sum(count for golden in goldens for count in golden.table.counts),
    )
