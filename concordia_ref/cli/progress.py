"""How far a long command has come, shown on standard error where somebody watches."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

# Drawing more often would cost more than it is worth.
INTERVAL = 0.1
# In a log, where every note stays, a sign of life now and then is enough.
HEARTBEAT = 30.0


class Progress:
    """A bar on a terminal, with the time that is left; elsewhere a line now and then, or each note on a line.

    Called with how much is done of how much, and with a note such as the number of failures. Where the total is not
    known, the bar only shows that something happens.
    """

    def __init__(self, what: str, *, lines: bool = False) -> None:
        self._what = what
        self._lines = lines
        self._bar: Bar | None = None
        self._drawn = 0.0
        self._alive = time.monotonic()

    def __enter__(self) -> Self:
        if not sys.stderr.isatty():
            return self
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Bar

        # Not drawn by a thread, because processes are forked in the meantime.
        self._bar = Bar(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.fields[note]}"),
            console=Console(stderr=True),
            auto_refresh=False,
            transient=True,
        )
        self._bar.add_task(self._what, total=None, note="")
        self._bar.start()
        return self

    def __call__(self, done: int, total: int, note: str = "") -> None:
        """Show how much is done."""
        now = time.monotonic()
        if self._bar is None:
            if self._lines:
                print(note, file=sys.stderr, flush=True)
            elif now - self._alive >= HEARTBEAT:
                print(f"{self._what}: {done} of {total}  {note}".rstrip(), file=sys.stderr, flush=True)
                self._alive = now
            return
        drawn = now - self._drawn >= INTERVAL or done == total
        self._bar.update(self._bar.task_ids[0], completed=done, total=total, note=note, refresh=drawn)
        if drawn:
            self._drawn = now

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()
