"""The badge: how many of the scenarios that an implementation declares pass, and by which set that is."""

from __future__ import annotations

from concordia_ref.pictures.lettering import width
from concordia_ref.reports.escaping import attribute, content
from concordia_ref.reports.reading import Report

SIZE = 11
PAD = 7
# The letters whose widths are known are narrower than those of a badge.
WIDER = 1.25
GREEN, AMBER, GREY, LEFT = "#2e7d32", "#a84a05", "#5c5c5c", "#444"


def badge(report: Report) -> str:
    """A badge for the first implementation. What it does not declare is not in the total."""
    run = report.runs[0]
    # Scenarios that an interrupted run has not reached count as not passed.
    declared = run.declared + (max(0, report.scenarios - len(run.results)) if report.interrupted else 0)
    passed, part = run.counts["pass"], run.counts.total() < report.set_scenarios
    name, text = report.title, f"{passed}/{declared} {'of a part' if part else 'declared'}"
    # A part of a set says nothing about the whole set.
    colour = GREY if part or not declared else GREEN if passed == declared else AMBER
    left, right = _width(name), _width(text)
    title = f"{name}, {run.label}: {passed} of {declared} declared scenarios pass"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + right}" height="20" role="img" '
        f"aria-label={attribute(title)}><title>{content(title)}</title>"
        f'<rect width="{left}" height="20" fill="{LEFT}"/>'
        f'<rect x="{left}" width="{right}" height="20" fill="{colour}"/>'
        f'<g fill="#fff" font-family="Verdana, DejaVu Sans, sans-serif" font-size="{SIZE}" text-anchor="middle">'
        f'<text x="{left / 2:g}" y="14" textLength="{left - 2 * PAD}">{content(name)}</text>'
        f'<text x="{left + right / 2:g}" y="14" textLength="{right - 2 * PAD}">{text}</text></g></svg>\n'
    )


def _width(text: str) -> int:
    return round(width(text, SIZE) * WIDER) + 2 * PAD
