"""What a damage to a specification is, and what its finding must be."""

from __future__ import annotations

import shutil
from typing import NamedTuple

from concordia_ref.spec.findings import Finding
from tests.conftest import SPEC, Damaged

Edit = tuple[str, str]
TRANSLATION = "sr"


class Damage(NamedTuple):
    """An edit of a file and the finding that it must bring; `also` are codes of what follows from it.

    The place is the sign ▸ in a text of the damaged file, or a line and column.
    """

    file: str
    edits: Edit | list[Edit]
    code: str
    at: str | tuple[int, int]
    hint: str = ""
    found_in: str = ""
    also: frozenset[str] = frozenset()


def also(*codes: str) -> frozenset[str]:
    return frozenset(codes)


WINE = "  wine: {price: 6}\n"


def damage_and_expect(damaged: Damaged, damage: Damage) -> tuple[str, int, int, str, str]:
    """Do the damage; what its finding must be, without the facts."""
    for old, new in damage.edits if isinstance(damage.edits, list) else [damage.edits]:
        damaged.replace(damage.file, old, new)
    file = damage.found_in or damage.file
    place = damage.at if isinstance(damage.at, tuple) else damaged.place(file, damage.at)
    return file, *place, damage.code, damage.hint


def seen(findings: list[Finding]) -> list[tuple[str, int, int, str, str]]:
    return [(finding.file, finding.line, finding.column, finding.code, finding.hint) for finding in findings]


def add_translation(damaged: Damaged) -> None:
    """Add a language that stands for all, and the disputes that it has texts of."""
    for folder in ("disputes", f"locales/{TRANSLATION}"):
        shutil.copytree(SPEC / folder, damaged.file(folder), dirs_exist_ok=True)
