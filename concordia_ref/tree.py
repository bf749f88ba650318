"""A specification as a folder of files: which files belong to it, and reading them all."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from concordia_ref.findings import Finding, did_you_mean
from concordia_ref.source import Source, read_source

# The files of a specification and the schema of each. A pattern may match any number of files, a plain name just one.
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
    "locales/*.yaml": "locale",
}


@dataclass(frozen=True, slots=True)
class Tree:
    """The files of a specification that could be read, by name relative to the folder."""

    folder: Path
    sources: dict[str, Source]

    @property
    def data(self) -> dict[str, Any]:
        """All values in one mapping; `maps`, `rules` and `locales` by the name of their files.

        Paths in texts lead into this mapping, and `concordia bundle` writes it.
        """
        data: dict[str, Any] = {}
        for name, source in self.sources.items():
            *folder, file = name.removesuffix(".yaml").split("/")
            (data.setdefault(folder[0], {}) if folder else data)[file] = source.data
        return data


def packaged_folder(name: str) -> Path:
    """A data folder of the project, as the wheel installs it or as it lies in a clone."""
    package = Path(__file__).parent
    installed = package / "data" / name
    return installed if installed.is_dir() else package.parent / name


def kind_of(name: str) -> str | None:
    """The schema of a file, or None if no specification has such a file.

    >>> kind_of("maps/italia.yaml"), kind_of("notes.yaml")
    ('map', None)
    """
    return next((kind for pattern, kind in LAYOUT.items() if fnmatchcase(name, pattern)), None)


def read_tree(folder: Path) -> tuple[Tree, list[Finding]]:
    """Read every file of a specification; the findings are about files and YAML, not yet about what the values mean."""
    findings: list[Finding] = []
    sources: dict[str, Source] = {}
    names = _file_names(folder, findings)
    for name in names:
        if kind_of(name) is None:
            hint = did_you_mean(name, [pattern for pattern in LAYOUT if pattern not in names])
            findings.append(Finding(name, 1, 1, "file.unexpected", hint=hint))
            continue
        source, found = read_source(folder / name, name)
        findings += found
        if source is not None:
            sources[name] = source
    unreadable = {finding.file for finding in findings}
    for pattern in LAYOUT:
        if pattern in unreadable or pattern.split("/")[0] in unreadable:
            continue
        if not any(fnmatchcase(name, pattern) for name in names):
            findings.append(Finding(pattern, 1, 1, "file.missing"))
    return Tree(folder, sources), findings


def _file_names(folder: Path, findings: list[Finding]) -> list[str]:
    names: list[str] = []
    places = [folder]
    while places:
        place = places.pop()
        try:
            entries = sorted(place.iterdir())
        except OSError as error:
            name = place.relative_to(folder).as_posix()
            findings.append(Finding(name, 1, 1, "file.unreadable", {"reason": error.strerror or str(error)}))
            continue
        for entry in entries:
            if entry.is_dir() and entry.name != "schema":
                places.append(entry)
            elif entry.suffix in (".yaml", ".yml"):
                names.append(entry.relative_to(folder).as_posix())
    return sorted(names)
