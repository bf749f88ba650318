"""A specification as the cross-checks look at it: whatever could be read, and nothing else."""

from __future__ import annotations

from typing import Any

from concordia_ref.spec.findings import Finding
from concordia_ref.spec.strict_yaml import PathKey
from concordia_ref.spec.tree import Tree


class View:
    """A tree in which everything can be asked for: what is missing or of the wrong shape is empty."""

    def __init__(self, tree: Tree) -> None:
        self.sources = tree.sources
        self.data = tree.data
        self.incomplete = tree.incomplete

    def mapping(self, name: str, *path: str | int) -> dict[str, Any]:
        """The mapping at a path."""
        value = self.value(name, *path)
        return value if isinstance(value, dict) else {}

    def items(self, name: str, *path: str | int) -> list[Any]:
        """The list at a path."""
        value = self.value(name, *path)
        return value if isinstance(value, list) else []

    def number(self, name: str, *path: str | int) -> int | None:
        """The whole number at a path, or None."""
        value = self.value(name, *path)
        return value if type(value) is int else None

    def text(self, name: str, *path: str | int) -> str:
        """The text at a path."""
        value = self.value(name, *path)
        return value if isinstance(value, str) else ""

    def value(self, name: str, *path: str | int) -> Any:
        """The value at a path, or None."""
        source = self.sources.get(name)
        value = source.data if source else None
        for key in path:
            if isinstance(value, dict) and key in value:
                value = value[str(key)]
            elif isinstance(value, list) and isinstance(key, int):
                value = value[key]
            else:
                return None
        return value

    def files(self, folder: str) -> list[str]:
        """The files of a folder that could be read."""
        return [name for name in self.sources if name.startswith(f"{folder}/")]

    def finding(
        self, name: str, path: PathKey, code: str, message: str, *, key: bool = False, hint: str = ""
    ) -> Finding:
        """A finding at a value, or at its key."""
        source = self.sources[name]
        line, column = source.key_at(path) if key else source.value_at(path)
        return Finding(name, line, column, code, message, hint)
