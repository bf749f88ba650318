"""Writing the reports that were asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from concordia_ref.reports import forms

FORMS: Mapping[str, Callable[[Sequence[Mapping[str, Any]]], str]] = {
    "junit": forms.junit,
    "markdown": forms.markdown,
    "html": forms.html_page,
    "badge": forms.badge,
}


def write(report: Sequence[Mapping[str, Any]], asked: Mapping[str, Path | None]) -> None:
    """Write each form of a report for which a file is named."""
    for form, make in FORMS.items():
        if file := asked.get(form):
            file.write_text(make(report), encoding="utf-8")
