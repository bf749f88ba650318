"""The data of a specification in an edition: read from its files, or remembered from the last time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from concordia_ref.cache import remembered
from concordia_ref.files import TEXT_FOLDERS, read_bytes, read_files
from concordia_ref.findings import Finding, SpecificationError
from concordia_ref.model import CANONICAL
from concordia_ref.typed import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from concordia_ref.disputes import Register

Data = Mapping[str, Any]
Contents = Mapping[str, bytes]


def edition_data(folder: str, edition: str) -> tuple[str, Data]:
    """The id of an edition, and the data that it is played by.

    They are made from the very bytes by which they are remembered, even if a file changes meanwhile.
    """
    left_out = TEXT_FOLDERS if edition == CANONICAL else ("locales",)
    contents, found = read_files(folder, left_out=left_out)
    own = None
    if edition != CANONICAL and f"editions/{edition}.yaml" not in contents:
        own = read_bytes(edition, edition)

    def read() -> tuple[str, Data]:
        if edition == CANONICAL or found:
            return CANONICAL, _tree_data(folder, contents, found, left_out)
        return _patched(*_with_register(folder, tuple(contents.items()), left_out), edition, own)

    if found or isinstance(own, Finding):
        return read()  # It raises what is wrong.
    remembered_edition: tuple[str, Data] = remembered(
        f"edition {edition}", contents if own is None else {**contents, "": own}, read
    )
    return remembered_edition


def _tree_data(folder: str, contents: Contents, found: Iterable[Finding], left_out: tuple[str, ...]) -> Data:
    """The data of all files; `SpecificationError` lists what is wrong with them."""
    # Imported here, like all that follows, because most processes find the data remembered.
    from pathlib import Path

    from concordia_ref.tree import tree_of

    tree, findings = tree_of(Path(folder), contents, found, left_out=left_out)
    if findings:
        raise SpecificationError(findings)
    return tree.data


# Whoever loads one edition often loads others next.
@lru_cache(maxsize=1)
def _with_register(
    folder: str, contents: tuple[tuple[str, bytes], ...], left_out: tuple[str, ...]
) -> tuple[Data, Register]:
    from concordia_ref.disputes import register_of

    data = _tree_data(folder, dict(contents), (), left_out)
    return data, register_of(data)


def _patched(data: Data, register: Register, edition: str, own: bytes | Finding | None) -> tuple[str, Data]:
    from concordia_ref.patches import patched

    chosen = register.own_edition(edition, own) if isinstance(own, bytes) else register.edition(edition)
    played_by = {key: part for key, part in data.items() if key not in TEXT_FOLDERS}
    return chosen.id, patched(played_by, *chosen.patches(register.disputes))
