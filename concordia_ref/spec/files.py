"""A specification as a folder of files: which files belong to it, and what they contain."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from concordia_ref.spec.errors import Malformed
from concordia_ref.spec.findings import Finding, did_you_mean

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
    "citations/*.yaml": "citations",
    "rulebook/*.yaml": "rulebook",
    "disputes/*.yaml": "dispute",
    "editions/*.yaml": "edition",
    "locales/en/terms.yaml": "locale-terms",
    "locales/en/clauses.yaml": "locale-clauses",
    "locales/en/messages.yaml": "locale-messages",
    "locales/en/rulebook.yaml": "locale-rulebook",
    "locales/*/terms.yaml": "locale-terms",
    "locales/*/clauses.yaml": "locale-clauses",
    "locales/*/messages.yaml": "locale-messages",
    "locales/*/rulebook.yaml": "locale-rulebook",
    "locales/*/disputes.yaml": "locale-disputes",
    "locales/*/sources.yaml": "locale-sources",
}
# The file that makes a folder a specification.
ROOT_FILE = "about.yaml"
# Files that a specification can do without: languages other than English.
OPTIONAL = tuple(pattern for pattern in LAYOUT if pattern.startswith("locales/*"))
_PATTERNS = tuple(pattern for pattern in LAYOUT if "*" in pattern)
# Folders that play does not need.
TEXT_FOLDERS = ("citations", "disputes", "editions", "rulebook", "locales")
ENDINGS = (".yaml", ".yml")
LARGEST_FILE = 1_000_000


def kind_of(name: str) -> str | None:
    """The schema of a file, or None if no specification has such a file.

    >>> kind_of("maps/italia.yaml"), kind_of("notes.yaml")
    ('map', None)
    """
    return LAYOUT.get(name) or next((LAYOUT[pattern] for pattern in _PATTERNS if matches(name, pattern)), None)


def matches(name: str, pattern: str) -> bool:
    """Whether a name fits a pattern of the layout; a star stands for the beginning of one part of a path."""
    parts, wanted = name.split("/"), pattern.split("/")
    return len(parts) == len(wanted) and all(
        part.endswith(want[1:]) if want.startswith("*") else part == want
        for part, want in zip(parts, wanted, strict=True)
    )


def check_is_specification(folder: Path) -> None:
    """Refuse what is not the folder of a specification, before everything below it is read."""
    try:
        (folder / ROOT_FILE).lstat()
    except (FileNotFoundError, NotADirectoryError):
        if not folder.exists():
            raise Malformed("no-specification", f"there is no folder {str(folder)!r}") from None
        why = f"it has no {ROOT_FILE}" if folder.is_dir() else "it is a file, not a folder"
        raise Malformed("no-specification", f"{str(folder)!r} is not a specification: {why}") from None
    except OSError:
        pass  # A file that may not be read is a finding.


def read_files(folder: Path, *, left_out: tuple[str, ...] = ()) -> tuple[dict[str, bytes], list[Finding]]:
    """The bytes of the files of a specification, except some of its folders, by name relative to it.

    The findings are about files that do not belong there or cannot be read. `Malformed` says that the folder is not a
    specification at all.
    """
    check_is_specification(folder)
    contents: dict[str, bytes] = {}
    findings: list[Finding] = []
    names = sorted(_names(folder, left_out, findings))
    for name in names:
        if kind_of(name) is None:
            hint = did_you_mean(name, [pattern for pattern in LAYOUT if "*" not in pattern and pattern not in names])
            findings.append(Finding(name, 1, 1, "file.unexpected", "a specification has no file of this name", hint))
            continue
        content = read_bytes(folder / name, name)
        if isinstance(content, Finding):
            findings.append(content)
        else:
            contents[name] = content
    return contents, findings


def missing_file(name: str) -> Finding:
    """The finding about a file that is not there."""
    return Finding(name, 1, 1, "file.missing", "this file is missing; a specification needs it")


def read_bytes(file: Path, name: str) -> bytes | Finding:
    """The bytes of a file, or why it cannot be read."""
    try:
        # Opening a pipe to find out what it is might never end.
        status = file.stat()
        if not stat.S_ISREG(status.st_mode):
            return _unreadable(name, "it is not a regular file")
        if status.st_size > LARGEST_FILE:
            size = f"is {status.st_size} bytes long; no specification file may be longer than {LARGEST_FILE}"
            return Finding(name, 1, 1, "file.too-large", size)
        return file.read_bytes()
    except OSError as error:
        return _unreadable(name, error.strerror or str(error))


def _names(folder: Path, left_out: tuple[str, ...], findings: list[Finding]) -> Iterator[str]:
    places, seen = [""], set()
    while places:
        place = places.pop()
        try:
            # A link that leads back to a folder above it would lead round in circles.
            if (real := (folder / place).resolve()) in seen:
                continue
            seen.add(real)
            # `Path.iterdir` would ask for the status of each of hundreds of entries once more.
            with os.scandir(folder / place) as entries:
                for entry in entries:
                    entry.stat(follow_symlinks=False)  # Fails where a folder may be listed but not entered.
                    name = f"{place}/{entry.name}" if place else entry.name
                    if entry.is_dir():
                        if name not in ("schema", *left_out):
                            places.append(name)
                    elif Path(name).suffix in ENDINGS:
                        yield name
        except OSError as error:
            findings.append(_unreadable(place or ".", error.strerror or str(error)))


def _unreadable(name: str, reason: str) -> Finding:
    return Finding(name, 1, 1, "file.unreadable", f"cannot be read: {reason}")
