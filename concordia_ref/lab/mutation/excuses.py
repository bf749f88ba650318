"""Mutants that may survive: no scenario can distinguish them from the rules, for a stated reason."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from concordia_ref.lab.mutation.trials import Result
from concordia_ref.spec.documents import read_document
from concordia_ref.spec.errors import wrong_type

OTHER_READINGS = "only other readings reach this line; brute force and the second engine check it"


@dataclass(frozen=True)
class Excuses:
    """Reasons by the id of a mutant or a glob, and the share of code mutants that must not survive, in percent."""

    reasons: Mapping[str, str]
    code_at_least: int

    def reason(self, mutant: str) -> str | None:
        """Why a mutant may survive; None if it may not."""
        return next((reason for entry, reason in self.reasons.items() if _covers(entry, mutant)), None)

    def stale(self, known: Iterable[str], results: Sequence[Result]) -> list[str]:
        """What is wrong with the list: entries that match no mutant, and mutants that need no excuse."""
        known = set(known)
        found = []
        for entry in self.reasons:
            if not any(_covers(entry, mutant) for mutant in known):
                found.append(f"{entry}: excused, but there is no such mutant")
            for result in results:
                if result.outcome != "survived" and _covers(entry, result.mutant):
                    found.append(f"{entry}: excused, but {result.mutant} is noticed: {result.by}")
        return found


def read_excuses(file: Path) -> Excuses:
    """The list in a file; `Malformed` says what is wrong with it."""
    data: Any = read_document(file.read_text(encoding="utf-8"))
    entries = data.get("equivalent") if isinstance(data, dict) else None
    if not isinstance(entries, dict) or not all(isinstance(reason, str) for reason in entries.values()):
        raise wrong_type("a mapping", entries, "/equivalent")
    for entry in data.get("other_readings", ()):
        entries[entry] = OTHER_READINGS
    share = data.get("code_at_least")
    if not isinstance(share, int):
        raise wrong_type("a whole number", share, "/code_at_least")
    return Excuses(entries, share)


def _covers(entry: str, mutant: str) -> bool:
    return entry == mutant or fnmatchcase(mutant, entry)
