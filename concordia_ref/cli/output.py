"""Where results go: standard output or a file, as text, bytes or tables."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from io import StringIO
from pathlib import Path
from typing import Any

from concordia_ref.cli.exits import FINE, Failure
from concordia_ref.words.tables import table, terminal_width


def write_text(text: str, file: Path | None) -> int:
    """Write a text to a file, or to standard output if none is named."""
    if file is None:
        print(text)
        return FINE
    return write_bytes(f"{text}\n".encode(), file)


def write_bytes(content: bytes, file: Path | None) -> int:
    """Write bytes to a file, or to standard output if none is named."""
    if file is None:
        sys.stdout.buffer.write(content)
        return FINE
    try:
        file.write_bytes(content)
    except OSError as error:
        raise Failure(f"cannot write {str(file)!r}: {error.strerror}") from None
    return FINE


def draw_table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table drawn with lines for a terminal that can show them; plain text for a pipe or a file."""
    encoding = getattr(sys.stdout, "encoding", None) or ""
    if sys.stdout is None or not sys.stdout.isatty() or not encoding.lower().startswith("utf"):
        return table(header, rows)
    from rich import box
    from rich.console import Console
    from rich.table import Table

    drawn = Table(*header, box=box.SIMPLE_HEAD, header_style="bold", highlight=False)
    for row in rows:
        drawn.add_row(*(cell.replace("[", r"\[") for cell in row))
    console = Console(file=StringIO(), force_terminal=True, width=terminal_width(), highlight=False)
    console.print(drawn)
    text = console.file
    assert isinstance(text, StringIO)
    return text.getvalue().strip("\n")


def discard_output(stream: Any) -> None:
    """Send the rest of a stream nowhere; Python would complain once more when it closes a broken pipe."""
    if stream is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def discarding(stream: Any) -> Any:
    """A text stream that discards output that its reader no longer takes; None if there is no stream."""
    return stream and _Discarding(stream)


class _Discarding:
    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        try:
            self._stream.write(text)
        except BrokenPipeError:
            discard_output(self._stream)
        return len(text)

    def flush(self) -> None:
        try:
            self._stream.flush()
        except BrokenPipeError:
            discard_output(self._stream)
