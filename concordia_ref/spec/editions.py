"""The data of a specification in an edition."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from concordia_ref.spec.disputes import read_register
from concordia_ref.spec.files import TEXT_FOLDERS
from concordia_ref.spec.findings import SpecificationError
from concordia_ref.spec.model import CANONICAL
from concordia_ref.spec.overlay import patched
from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.spec.tree import read_tree

Data = Mapping[str, Any]


def edition_ids() -> list[str]:
    """The ids of the packaged editions, the canonical one first, known by the names of their files."""
    names = sorted(file.stem for file in (packaged_folder("spec") / "editions").glob("*.yaml"))
    return sorted(names, key=CANONICAL.__ne__)


def edition_data(folder: Path, edition: str) -> tuple[str, Data, Mapping[str, str]]:
    """The id of an edition, the data that it is played by, and the readings that it takes.

    `SpecificationError` lists what is wrong with the files.
    """
    tree, findings = read_tree(folder, left_out=TEXT_FOLDERS)
    if findings:
        raise SpecificationError(findings)
    if edition == CANONICAL:
        return CANONICAL, tree.data, {}
    register = read_register(folder)
    chosen = register.edition(edition)
    return chosen.id, patched(tree.data, *chosen.patches(register.disputes).values()), chosen.takes
