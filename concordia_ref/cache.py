"""What was made from files, kept for the next process: a specification is read once and then remembered.

An entry is found by the content of the files that it was made from and by the code that made it, so that it can be
missing but never out of date. It holds plain data and no code. An entry that is damaged, and a folder that cannot be
read or written, are as if there were none.

The folder is `CONCORDIA_CACHE`, or `concordia-ref` in the folder that the system has for such files. With
`CONCORDIA_CACHE=off` nothing is kept and nothing is looked up.
"""

from __future__ import annotations

import marshal
import os
import sys
from collections.abc import Callable, Mapping
from functools import cache
from importlib.util import source_hash
from typing import Any

ENDING = ".concordia-cache"
# Some editions and a few languages; an entry is as large as the files that it stands for, at most.
KEPT_ENTRIES = 64
# The length of `source_hash`, in bytes.
CHECK = 8


def remembered(what: str, contents: Mapping[str, bytes], make: Callable[[], Any]) -> Any:
    """What `make` makes from the contents of files, made now or by an earlier process.

    It must be plain data and depend on nothing but `what`, the contents and the code. Whatever `make` raises goes on,
    and nothing is kept.
    """
    folder = cache_folder()
    if folder is None:
        return make()
    file = os.path.join(folder, _name(what, contents))
    entry = _read(file)
    if entry is not None:
        return marshal.loads(entry)
    made = make()
    _write(folder, file, marshal.dumps(made))
    return made


def cache_folder() -> str | None:
    """Where entries are kept, or None if they are not."""
    chosen = os.environ.get("CONCORDIA_CACHE")
    if chosen:
        return None if chosen == "off" else chosen
    usual = {"win32": "~/AppData/Local", "darwin": "~/Library/Caches"}.get(sys.platform, "~/.cache")
    folder = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser(usual)
    # A relative folder is to be passed over by the standard of XDG, and a "~" that stays has no home.
    return os.path.join(folder, "concordia-ref") if os.path.isabs(folder) else None


def _name(what: str, contents: Mapping[str, bytes]) -> str:
    parts = [_code(), f"{what}\0".encode()]
    for name, content in contents.items():
        parts += [f"{name}\0{len(content)}\0".encode(), content]
    return source_hash(b"".join(parts)).hex() + ENDING


@cache
def _code() -> bytes:
    """A mark of the code that makes entries: of this Python and, as Python does it too, of each of our modules."""
    with os.scandir(os.path.dirname(__file__)) as entries:
        modules = [(entry.name, entry.stat()) for entry in entries if entry.name.endswith(".py")]
    marks = [f"{name} {status.st_size} {status.st_mtime_ns}" for name, status in modules]
    return "\n".join([sys.version, str(marshal.version), *sorted(marks), ""]).encode()


def _read(file: str) -> bytes | None:
    """An entry as it was written, or None. It begins with its own check, because damaged data can crash `marshal`."""
    try:
        with open(file, "rb", buffering=0) as opened:
            found = opened.read()
    except OSError:
        return None
    entry = found[CHECK:]
    return entry if source_hash(entry) == found[:CHECK] else None


def _write(folder: str, file: str, entry: bytes) -> None:
    # Imported here because only the first of many processes comes to it.
    from contextlib import suppress
    from tempfile import mkstemp

    with suppress(OSError):
        os.makedirs(folder, mode=0o700, exist_ok=True)
        opened, begun = mkstemp(ENDING, dir=folder)
        try:
            with open(opened, "wb") as written:
                written.write(source_hash(entry) + entry)
            # Others see the whole entry or none.
            os.replace(begun, file)
        except OSError:
            os.unlink(begun)
        _prune(folder)


def _prune(folder: str) -> None:
    """Remove the oldest entries, so that the folder does not grow for ever; whatever else lies there stays."""
    with os.scandir(folder) as entries:
        ours = sorted((entry.stat().st_mtime_ns, entry.path) for entry in entries if entry.name.endswith(ENDING))
    for _, file in ours[:-KEPT_ENTRIES]:
        os.unlink(file)
