"""The data of a specification in an edition."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from concordia_ref.spec.disputes import Register, register_of
from concordia_ref.spec.files import TEXT_FOLDERS, read_files
from concordia_ref.spec.findings import Finding, SpecificationError
from concordia_ref.spec.model import CANONICAL
from concordia_ref.spec.overlay import patched
from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.spec.tree import tree_of

Data = Mapping[str, Any]


def edition_ids() -> list[str]:
    """The ids of the packaged editions, the canonical one first, known by the names of their files."""
    names = sorted(file.stem for file in (packaged_folder("spec") / "editions").glob("*.yaml"))
    return sorted(names, key=CANONICAL.__ne__)


def edition_data(folder: Path, edition: str) -> tuple[str, Data]:
    """The id of an edition, and the data that it is played by.

    `SpecificationError` lists what is wrong with the files.
    """
    left_out = TEXT_FOLDERS if edition == CANONICAL else ("locales",)
    contents, found = read_files(folder, left_out=left_out)
    if edition == CANONICAL:
        return CANONICAL, _tree_data(folder, contents, found, left_out)
    data, register = _with_register(folder, tuple(contents.items()), tuple(found), left_out)
    chosen = register.edition(edition)
    played_by = {key: part for key, part in data.items() if key not in TEXT_FOLDERS}
    return chosen.id, patched(played_by, *chosen.patches(register.disputes))


def _tree_data(folder: Path, contents: dict[str, bytes], found: list[Finding], left_out: tuple[str, ...]) -> Data:
    tree, findings = tree_of(folder, contents, found, left_out=left_out)
    if findings:
        raise SpecificationError(findings)
    return tree.data


# Whoever loads one edition often loads others next.
@lru_cache(maxsize=1)
def _with_register(
    folder: Path,
    contents: tuple[tuple[str, bytes], ...],
    found: tuple[Finding, ...],
    left_out: tuple[str, ...],
) -> tuple[Data, Register]:
    data = _tree_data(folder, dict(contents), list(found), left_out)
    return data, register_of(data)
