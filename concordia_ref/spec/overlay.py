"""Patches on the data of a specification: how a reading or an edition differs from the canonical rules."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from typing import Any

from concordia_ref.spec.paths import lookup

Patch = Mapping[str, Any]
"""New values by dotted path. A mapping changes the keys that it names; any other value replaces the old one."""


def patched(data: Any, *patches: Patch) -> Any:
    """A copy of the data with patches applied.

    >>> patched({"a": {"b": 1, "c": 2}}, {"a": {"b": 5}})
    {'a': {'b': 5, 'c': 2}}
    """
    result = copy.deepcopy(data)
    for patch in patches:
        for path, value in leaves(patch).items():
            around, _, last = path.rpartition(".")
            lookup(result, path)
            parent = lookup(result, around)
            parent[int(last) if isinstance(parent, list) else last] = copy.deepcopy(value)
    return result


def leaves(patch: Patch) -> dict[str, Any]:
    """The single values that a patch sets, by their full paths.

    >>> leaves({"actions.colonist.choose.income.gain_coins": {"base": 0}})
    {'actions.colonist.choose.income.gain_coins.base': 0}
    """
    found: dict[str, Any] = {}
    for path, value in patch.items():
        if isinstance(value, Mapping):
            found |= leaves({f"{path}.{key}": item for key, item in value.items()})
        else:
            found[path] = value
    return found


def overlaps(patches: Mapping[str, Patch]) -> Iterator[tuple[str, str, str]]:
    """Pairs of patches, by their names, that set the same datum, with its path in the second."""
    first: dict[str, str] = {}
    for name, patch in patches.items():
        for path in leaves(patch):
            for other, earlier in first.items():
                if f"{other}.".startswith(f"{path}.") or f"{path}.".startswith(f"{other}."):
                    yield earlier, name, path
        first |= dict.fromkeys(leaves(patch), name)


def missing_paths(data: Any, patch: Patch) -> list[str]:
    """The paths of a patch that do not exist in the data."""
    missing = []
    for path in leaves(patch):
        try:
            lookup(data, path)
        except KeyError:
            missing.append(path)
    return missing
