"""Writing the reports that were asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from concordia_ref.reports.badge import badge
from concordia_ref.reports.context import Context
from concordia_ref.reports.history import history
from concordia_ref.reports.junit import junit
from concordia_ref.reports.markdown import markdown
from concordia_ref.reports.reading import Report

FORMS = ("junit", "markdown", "html", "badge")


def write(report: Report, context: Context, asked: Mapping[str, Any], earlier: Sequence[Report] = ()) -> None:
    """Write each form of a report for which a file is named; `earlier` are the reports of its history."""
    files: dict[str, Path] = {form: asked[form] for form in FORMS if asked.get(form)}
    steps = history([*earlier, report]) if earlier else []
    for form, file in files.items():
        match form:
            case "junit":
                text = junit(report, context)
            case "markdown":
                text = markdown(report, context, steps)
            case "html":
                # The page draws positions with templates, which take longer to import than a scenario takes to run.
                from concordia_ref.reports.page import html_page

                text = html_page(report, context, steps)
            case _:
                text = badge(report)
        file.write_text(text, encoding="utf-8")
