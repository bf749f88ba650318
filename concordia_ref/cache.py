"""What was made from files, kept for the next process: a specification is read once and then remembered.

An entry stands by the whole content of the files that it was made from and by the code that made it, so that it can be
missing but never out of date. It holds plain data and no code. An entry that is damaged, and a folder that cannot be
read or written, are as if there were none.

The folder is `CONCORDIA_CACHE`, or `concordia-ref` in the folder that the system has for such files. With
`CONCORDIA_CACHE=off` nothing is kept and nothing is looked up.
"""

from __future__ import annotations

import marshal
import os
import sys
import zlib
from collections.abc import Callable, Mapping
from functools import cache

from concordia_ref.typed import Any

ENDING = ".concordia-cache"
# Some editions and a few languages; an entry is not twice as large as the files that it stands for.
KEPT_ENTRIES = 64
# The length of the check of an entry, in bytes.
CHECK = 4


def remembered(what: str, contents: Mapping[str, bytes], make: Callable[[], Any]) -> Any:
    """What `make` makes from the contents of files, made now or by an earlier process.

    It must be plain data and depend on nothing but `what`, the contents and the code. Whatever `make` raises goes on,
    and nothing is kept.
    """
    folder = cache_folder()
    if folder is None:
        return make()
    made_from = _made_from(what, contents)
    # The name need not tell all entries apart: what an entry was made from stands in it.
    file = os.path.join(folder, f"{zlib.crc32(made_from):08x}{ENDING}")
    entry = _read(file)
    if entry is not None and entry[0] == made_from:
        return entry[1]
    made = make()
    _write(folder, file, (made_from, made))
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


def _made_from(what: str, contents: Mapping[str, bytes]) -> bytes:
    parts = [_code(), f"{what}\0".encode()]
    for name, content in contents.items():
        parts += [f"{name}\0{len(content)}\0".encode(), content]
    return b"".join(parts)


@cache
def _code() -> bytes:
    """A mark of the code that makes entries: of this Python and, as Python does it too, of each of our modules."""
    with os.scandir(os.path.dirname(__file__)) as entries:
        modules = [(entry.name, entry.stat()) for entry in entries if entry.name.endswith(".py")]
    marks = [f"{name} {status.st_size} {status.st_mtime_ns}" for name, status in modules]
    return "\n".join([sys.version, str(marshal.version), *sorted(marks), ""]).encode()


def _read(file: str) -> tuple[bytes, Any] | None:
    """An entry as it was written, or None. It begins with a check, because damaged data can crash `marshal`."""
    try:
        with open(file, "rb", buffering=0) as opened:
            found = opened.read()
    except OSError:
        return None
    check, written = found[:CHECK], found[CHECK:]
    entry: tuple[bytes, Any] | None = marshal.loads(written) if _check(written) == check else None
    return entry


def _check(written: bytes) -> bytes:
    return zlib.crc32(written).to_bytes(CHECK, "big")


def _write(folder: str, file: str, entry: tuple[bytes, Any]) -> None:
    # Imported here because only the first of many processes comes to it.
    from contextlib import suppress
    from tempfile import mkstemp

    content = marshal.dumps(entry)
    with suppress(OSError):
        os.makedirs(folder, mode=0o700, exist_ok=True)
        opened, begun = mkstemp(ENDING, dir=folder)
        try:
            with open(opened, "wb") as written:
                written.write(_check(content) + content)
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
