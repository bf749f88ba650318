"""Where the rulebooks state the clauses: one file for each rulebook in `spec/citations/`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

from concordia_ref.spec.tree import read_tree

Data = Mapping[str, Any]
FOLDER = "citations"


class Place(NamedTuple):
    """Where a rulebook states a clause.

    `heading` is the one under which the passage is printed, and `at` where it stands there, such as `paragraph 2`. Both
    are None where the rulebook is silent.
    """

    status: Literal["stated", "example", "otherwise", "silent"]
    section: str | None = None
    heading: str | None = None
    at: str | None = None


Places = Mapping[str, Mapping[str, Place]]
"""The places of each clause, by rulebook."""


@cache
def read_places(folder: Path) -> Places:
    """The places of every clause in the rulebooks that a specification cites."""
    data = read_tree(folder, left_out=("disputes", "editions", "locales", "maps"))[0].data
    places: dict[str, dict[str, Place]] = {}
    for book, about in data["about"]["rulebooks"].items():
        for clause, entry in data[FOLDER][book].items():
            places.setdefault(clause, {})[book] = _place(entry, about["sections"])
    return places


def _place(entry: Data, headings: Mapping[str, str]) -> Place:
    if entry["says"] == "silent":
        return Place("silent")
    section = entry["section"]
    return Place(entry["says"], section, headings[section], entry["at"])
