"""The known failures of an implementation: a list that cuts both ways."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from concordia_ref.spec.documents import read_document
from concordia_ref.spec.errors import wrong_type


def read_expectations(file: Path) -> tuple[str, ...]:
    """The scenarios that are expected to fail, as ids or globs."""
    data: Any = read_document(file.read_text(encoding="utf-8"))
    entries = data.get("expected_failures") if isinstance(data, dict) else None
    if not isinstance(entries, list) or not all(isinstance(entry, str) for entry in entries):
        raise wrong_type("a list of scenario ids", entries, "/expected_failures")
    return tuple(entries)


def write_expectations(file: Path, outcomes: Mapping[str, str], suite: Iterable[str]) -> tuple[str, ...]:
    """Write the failures of a run as the expected ones. Entries about scenarios that were not run are kept."""
    failing = {case for case, outcome in outcomes.items() if outcome in ("fail", "fault")}
    suite = set(suite)
    for entry in read_expectations(file) if file.exists() else ():
        if not _matched(entry, outcomes) and _matched(entry, suite):
            failing.add(entry)
    entries = tuple(sorted(failing))
    lines = [
        "# Scenarios that this implementation is known to fail. Written by `concordia conform --update-expectations`.",
        "expected_failures:" if entries else "expected_failures: []",
        *(f"  - {json.dumps(entry)}" for entry in entries),
    ]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return entries


def surprises(entries: Iterable[str], outcomes: Mapping[str, str], suite: Iterable[str]) -> list[str]:
    """Everything that is not as expected: new failures, unexpected passes, entries that match nothing or too much.

    An entry about scenarios of the suite that were not run says nothing about this run.
    """
    found = []
    expected: set[str] = set()
    suite = set(suite)
    for entry in entries:
        matched = _matched(entry, outcomes)
        passing = [case for case in matched if outcomes[case] == "pass"]
        if not _matched(entry, suite):
            found.append(f"{entry}: expected to fail, but there is no such scenario")
        elif passing and any(letter in entry for letter in "*?["):
            found.append(f"{entry}: too wide, among the passing ones that it covers ({len(passing)}) is {passing[0]}")
        else:
            found += [f"{case}: expected to fail, but it passes" for case in passing]
        expected.update(matched)
    for case, outcome in outcomes.items():
        if outcome in ("fail", "fault") and case not in expected:
            found.append(f"{case}: {'fails' if outcome == 'fail' else 'breaks the adapter'}")
    return found


def _matched(entry: str, cases: Iterable[str]) -> list[str]:
    return sorted(case for case in cases if fnmatchcase(case, entry))
