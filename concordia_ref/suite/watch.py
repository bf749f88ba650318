"""Waiting for the files of an engine to change, without being busy."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from concordia_ref.suite.engine_files import Snapshot, files_of, snapshot

POLL = 0.5
"""Seconds between two looks. A build writes many files: it is over once a look sees nothing new."""


class Watch:
    """The files that some commands name, and others that are given, as they were seen last."""

    def __init__(
        self, commands: Sequence[str], also: Sequence[Path] = (), sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self.commands, self.also, self.sleep = commands, also, sleep
        self.seen = self._look()
        self.looked = time.monotonic()

    def _look(self) -> Snapshot:
        return snapshot(file for command in self.commands for file in files_of(command, self.also))

    def has_changed(self) -> bool:
        """Whether anything has changed since the last wait. Asked often, it only looks now and then."""
        if time.monotonic() - self.looked < POLL:
            return False
        self.looked = time.monotonic()
        return self._look() != self.seen

    def wait(self) -> list[str]:
        """Wait until something has changed and then for it to settle; the files that did."""
        now = self._look()
        while now == self.seen:
            self.sleep(POLL)
            now = self._look()
        while True:
            self.sleep(POLL)
            later = self._look()
            if later == now:
                break
            now = later
        changed = sorted({file for file, _, _ in now ^ self.seen})
        self.seen = now
        return changed
