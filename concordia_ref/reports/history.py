"""The history of an implementation: what has changed from report to report."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from concordia_ref.pictures.svg import element, number, picture
from concordia_ref.reports.reading import Report, Run, cut

WIDTH, HEIGHT, EDGE = 600.0, 120.0, 14.0


class Step(NamedTuple):
    """A run of an implementation, and what has changed since the one before."""

    started: str
    label: str
    set_name: str
    passed: int
    declared: int
    now_passing: tuple[str, ...] = ()
    now_failing: tuple[str, ...] = ()

    @property
    def share(self) -> float:
        """The share of the declared scenarios that pass."""
        return self.passed / self.declared if self.declared else 0.0

    @property
    def text(self) -> str:
        """What has changed, in a line."""
        changes = [
            f"{len(ids)} {what}: {cut(ids, 5)}"
            for ids, what in ((self.now_passing, "pass now"), (self.now_failing, "fail now"))
            if ids
        ]
        return "; ".join(changes) or "nothing has changed"


def history(reports: Sequence[Report]) -> list[Step]:
    """The first implementation of each report, in the order of their times.

    What is compared is what both runs have judged: a scenario that was not run has neither begun to pass nor to fail.
    """
    ordered = sorted((report for report in reports if report.runs), key=lambda report: report.started)
    steps: list[Step] = []
    for place, report in enumerate(ordered):
        run = report.runs[0]
        before = ordered[place - 1].runs[0] if place else None
        passing, failing = _changed(before, run) if before else ((), ())
        step = Step(report.started, run.label, report.set_name, run.counts["pass"], run.declared, passing, failing)
        steps.append(step)
    return steps


def _changed(before: Run, run: Run) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The scenarios that have begun to pass, and those that have begun to fail."""
    both = [(run.by_scenario[id], old) for id, old in before.by_scenario.items() if id in run.by_scenario]
    passing = tuple(new.scenario for new, old in both if old.failed and new.outcome == "pass")
    failing = tuple(new.scenario for new, old in both if old.outcome == "pass" and new.failed)
    return passing, failing


def chart(steps: Sequence[Step]) -> str:
    """The share of scenarios that pass, run after run; nothing where there are not two."""
    if len(steps) < 2:
        return ""
    across = (WIDTH - 2 * EDGE) / (len(steps) - 1)
    points = [
        (EDGE + across * place, HEIGHT - EDGE - step.share * (HEIGHT - 2 * EDGE)) for place, step in enumerate(steps)
    ]
    line = element(
        "polyline",
        points=" ".join(f"{number(x)},{number(y)}" for x, y in points),
        fill="none",
        stroke="currentColor",
        stroke_width=2,
    )
    dots = [element("circle", cx=x, cy=y, r=4, fill="currentColor") for x, y in points]
    edges = [
        element("path", d=f"M0 {number(y)}H{number(WIDTH)}", stroke="currentColor", stroke_opacity=0.3)
        for y in (EDGE, HEIGHT - EDGE)
    ]
    told = ", ".join(f"{step.passed} of {step.declared}" for step in steps)
    return picture("history", WIDTH, HEIGHT, "Scenarios that pass, run after run", told, "".join([*edges, line, *dots]))
