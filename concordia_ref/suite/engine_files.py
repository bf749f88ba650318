"""The files of an engine, as far as the command of its adapter names them: to notice that it has changed."""

from __future__ import annotations

import hashlib
import os
import shlex
from collections.abc import Iterable, Iterator
from pathlib import Path

# A command may be in a home folder: only so many files there are looked at.
MOST_ENTRIES = 5_000
LARGEST_FILE = 64_000_000
# Files built, installed or kept by other programs are not the engine's own.
FOREIGN = {"node_modules", "__pycache__", "site-packages", "target", "venv"}
FAMILIES = (
    frozenset({".js", ".mjs", ".cjs", ".ts", ".mts", ".cts"}),
    frozenset({".jar", ".class"}),
    frozenset({".dll", ".exe"}),
)
# The folder of any other file, such as /usr/bin, has nothing to do with it.
SCRIPTS = frozenset({".py", ".rb", ".lua", ".pl", ".php", ".sh", ".r", ".jl", ".scm", ".clj"}).union(*FAMILIES)

Snapshot = frozenset[tuple[str, int, int]]
"""Which files there are, with their sizes and the times of their last changes."""


def files_of(command: str, also: Iterable[Path] = ()) -> list[Path]:
    """The files that a command names, for a script also its like in its folder, and whatever is in `also`.

    A program that is looked up by its name, such as `node`, is an interpreter and not the engine.
    """
    found: set[Path] = set()
    for named in [*_named(command), *also]:
        if named.is_dir():
            found.update(_below(named, None))
        elif named.is_file():
            found.add(named.resolve())
            if named.suffix in SCRIPTS:
                found.update(_below(named.resolve().parent, _family(named.suffix)))
    return sorted(found)


def digest_of(command: str) -> str | None:
    """A digest of the files of a command; None where it names none, as `npm start`."""
    files = files_of(command)
    if not files:
        return None
    seen = hashlib.sha256()
    for file in files:
        try:
            size = file.stat().st_size
            content = file.read_bytes() if size <= LARGEST_FILE else str(file.stat().st_mtime_ns).encode()
        except OSError:
            # It existed a moment ago: the engine is being built.
            content = b""
        seen.update(f"{file}\0{len(content)}\0".encode() + content)
    return f"sha256:{seen.hexdigest()}"


def snapshot(files: Iterable[Path]) -> Snapshot:
    """What can be seen of files without reading them."""
    found = set()
    for file in files:
        try:
            state = file.stat()
        except OSError:
            continue
        found.add((str(file), state.st_size, state.st_mtime_ns))
    return frozenset(found)


def _named(command: str) -> Iterator[Path]:
    """The files and folders that a command names; `-m` names a module of Python."""
    try:
        words = shlex.split(command)
    except ValueError:
        return
    for place, word in enumerate(words):
        if place and words[place - 1] == "-m":
            module = Path(*word.split("."))
            yield from (file for file in (module.with_suffix(".py"), module) if file.exists())
        elif place or "/" in word:
            # In `--rules=rules.json` the file counts, and in `-cp build:lib` both folders.
            for part in word.rpartition("=")[2].split(os.pathsep):
                if part and Path(part).exists():
                    yield Path(part)


def _family(suffix: str) -> frozenset[str]:
    return next((family for family in FAMILIES if suffix in family), frozenset({suffix}))


def _below(folder: Path, suffixes: frozenset[str] | None) -> set[Path]:
    """The files of a folder and those below it; only its own where there is too much below."""
    own: set[Path] | None = None
    found: set[Path] = set()
    seen = 0
    for where, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in FOREIGN and not name.startswith("."))
        seen += len(folders) + len(files)
        if seen > MOST_ENTRIES and own is not None:
            return own
        found |= _fitting(Path(where), files, suffixes)
        own = set(found) if own is None else own
    return found


def _fitting(folder: Path, names: Iterable[str], suffixes: frozenset[str] | None) -> set[Path]:
    files = (folder / name for name in names if not name.startswith("."))
    return {file.resolve() for file in files if (suffixes is None or file.suffix in suffixes) and file.is_file()}
