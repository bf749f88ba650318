"""A specification as a folder of files: which files belong to it, and reading them all."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from concordia_ref.findings import Finding, did_you_mean
from concordia_ref.source import Source, read_source

# The files of a specification and the schema of each. A pattern stands for one file or more, a plain name for just one.
LAYOUT = {
    "about.yaml": "about",
    "goods.yaml": "goods",
    "costs.yaml": "costs",
    "pieces.yaml": "pieces",
    "cards.yaml": "cards",
    "actions.yaml": "actions",
    "display.yaml": "display",
    "gods.yaml": "gods",
    "turn.yaml": "turn",
    "setup.yaml": "setup",
    "end.yaml": "end",
    "interim.yaml": "interim",
    "maps/*.yaml": "map",
    "rules/*.yaml": "rules",
    "disputes/*.yaml": "dispute",
    "editions/*.yaml": "edition",
    "locales/en/terms.yaml": "locale-terms",
    "locales/en/clauses.yaml": "locale-clauses",
    "locales/en/messages.yaml": "locale-messages",
    "locales/*/terms.yaml": "locale-terms",
    "locales/*/clauses.yaml": "locale-clauses",
    "locales/*/messages.yaml": "locale-messages",
    "locales/*/disputes.yaml": "locale-disputes",
    "locales/*/sources.yaml": "locale-sources",
}
# Files that a specification can do without: languages besides English.
OPTIONAL = tuple(pattern for pattern in LAYOUT if pattern.startswith("locales/*"))
ENDINGS = (".yaml", ".yml")


@dataclass(frozen=True, slots=True)
class Tree:
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


def kind_of(name: str) -> str | None:
    """The schema of a file, or None if no specification has such a file.

    >>> kind_of("maps/italia.yaml"), kind_of("notes.yaml")
    ('map', None)
    """
    return next((kind for pattern, kind in LAYOUT.items() if _matches(name, pattern)), None)


def _matches(name: str, pattern: str) -> bool:
    # A star of `fnmatch` reaches into folders, a star of the layout does not.
    return name.count("/") == pattern.count("/") and fnmatchcase(name, pattern)


def read_tree(folder: Path, *, left_out: tuple[str, ...] = ()) -> tuple[Tree, list[Finding]]:
    """Read the files of a specification, but for some folders; the findings are about files and YAML.

    What the values mean is not looked at here.
    """
    findings: list[Finding] = []
    sources: dict[str, Source] = {}
    names = [name for name in _file_names(folder, findings) if name.split("/")[0] not in left_out]
    for name in names:
        if kind_of(name) is None:
            hint = did_you_mean(name, [pattern for pattern in LAYOUT if "*" not in pattern and pattern not in names])
            findings.append(Finding(name, 1, 1, "file.unexpected", hint=hint))
            continue
        source, found = read_source(folder / name, name)
        findings += found
        if source is not None:
            sources[name] = source
    unread = {finding.file for finding in findings if finding.file not in sources}
    for pattern in LAYOUT:
        present = any(_matches(name, pattern) for name in names)
        if not present and pattern not in OPTIONAL and _key_of(pattern) not in left_out:
            # What lies in a folder that cannot be opened is not known to be missing.
            if unread.isdisjoint({".", pattern.split("/")[0]}):
                findings.append(Finding(pattern, 1, 1, "file.missing"))
            unread.add(pattern)
    return Tree(folder, sources, frozenset(map(_key_of, unread)) & _KEYS), findings


def _file_names(folder: Path, findings: list[Finding]) -> list[str]:
    names: list[str] = []
    places, seen = [folder], set()
    while places:
        place = places.pop()
        try:
            # A link that leads back to a folder above it would go round for ever.
            if place.resolve() in seen:
                continue
            seen.add(place.resolve())
            for entry in sorted(place.iterdir()):
                entry.lstat()  # Fails where a folder may be listed but not entered; `is_dir` need not.
                if entry.is_dir() and entry != folder / "schema":
                    places.append(entry)
                elif entry.suffix in ENDINGS:
                    names.append(entry.relative_to(folder).as_posix())
        except OSError as error:
            name = place.relative_to(folder).as_posix()
            findings.append(Finding(name, 1, 1, "file.unreadable", {"reason": error.strerror or str(error)}))
    return sorted(names)
