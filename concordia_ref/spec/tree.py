"""The data of a specification, from all its files."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from concordia_ref.spec.files import LAYOUT, OPTIONAL, matches, missing_file, read_files
from concordia_ref.spec.findings import Finding
from concordia_ref.spec.strict_yaml import Source, parse_bytes


class Tree(NamedTuple):
    """The files of a specification that could be read, by name relative to the folder.

    `incomplete` are the keys of `data` that lack a file, because it is missing or cannot be read.
    """

    folder: Path
    sources: dict[str, Source]
    incomplete: frozenset[str]

    @property
    def data(self) -> dict[str, Any]:
        """All values in one mapping; `maps`, `rules` and `locales` by the name of their files.

        Paths in texts lead into this mapping, and `concordia bundle` writes it.
        """
        data: dict[str, Any] = {}
        for name, source in self.sources.items():
            *folders, file = name.removesuffix(".yaml").split("/")
            here = data
            for folder in folders:
                here = here.setdefault(folder, {})
            here[file] = source.data
        return data


def _key_of(name: str) -> str:
    """The key in the data of a tree under which a file stands, or the files of a folder."""
    return name.split("/")[0].removesuffix(".yaml")


_KEYS = frozenset(map(_key_of, LAYOUT))


def read_tree(folder: Path, *, left_out: tuple[str, ...] = ()) -> tuple[Tree, list[Finding]]:
    """Read the files of a specification, except some folders; the findings are about files and YAML.

    What the values mean is not checked here.
    """
    contents, findings = read_files(folder, left_out=left_out)
    sources: dict[str, Source] = {}
    for name, content in contents.items():
        source, faults = parse_bytes(content, name)
        findings += faults
        if source is not None:
            sources[name] = source
    # A file that cannot be read is not missing.
    names = {*contents, *(finding.file for finding in findings)}
    unread = {finding.file for finding in findings if finding.file not in sources}
    for pattern in LAYOUT:
        needed = pattern not in OPTIONAL and _key_of(pattern) not in left_out
        if needed and not any(matches(name, pattern) for name in names):
            # Files in a folder that cannot be opened are not known to be missing.
            if unread.isdisjoint({".", pattern.split("/")[0]}):
                findings.append(missing_file(pattern))
            unread.add(pattern)
    return Tree(folder, sources, frozenset(map(_key_of, unread)) & _KEYS), findings
