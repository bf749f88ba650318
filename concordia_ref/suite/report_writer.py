"""Writing a report so that nothing is lost: each verdict is in the file before it is passed on."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from concordia_ref.suite.report_file import line_text, to_jsonl

SYNC_EVERY = 1.0
"""Seconds. Once a line is written the system has it, whatever becomes of this process. To survive a power cut it must
be stored as well, and to wait for that is too slow for every line: what is at stake is a second of verdicts."""


class CannotWrite(Exception):
    """The report cannot be written, perhaps because the disk is full; the message says what is safe and what to do."""


class ReportWriter:
    """A report that grows line by line, and is written in good order at the end.

    Whole files take the place of others in one step, so that whenever the run dies there is either the one or the
    other. In between lines are appended, each with one call; what is left of a line that did not fit is cut off again.
    Where something else than a file is named, as `/dev/stdout`, all is simply written to it.
    """

    def __init__(self, file: Path) -> None:
        self.replaces = not file.exists() or file.is_file()
        self.file = file.resolve() if self.replaces else file
        self.lines = 0
        self.descriptor: int | None = None
        self.synced = time.monotonic()
        self.began = False
        self.is_new = not file.exists()
        if self.replaces:
            # Two runs that continue the same report would both write the verdicts that are missing.
            self._open(os.O_WRONLY | os.O_CREAT)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()
        if self.is_new and not self.began:
            with contextlib.suppress(OSError):
                self.file.unlink()

    def begin(self, lines: Iterable[Mapping[str, Any]]) -> None:
        """Write the header, and what is kept of an earlier run."""
        kept = list(lines)
        if self.replaces:
            self._replace(kept)
            self.began = True
            self._open(os.O_WRONLY | os.O_APPEND)
        else:
            self._open(os.O_WRONLY)
            for line in kept:
                self.add(line)
        self.lines = len(kept) - 1

    def add(self, line: Mapping[str, Any]) -> None:
        """Append a line, and make sure that it is in the file."""
        assert self.descriptor is not None
        data = line_text(line).encode()
        try:
            written = os.write(self.descriptor, data)
            while written < len(data):
                # A disk that is nearly full takes a part; the next call says why.
                written += os.write(self.descriptor, data[written:])
            self.lines += 1
            if time.monotonic() - self.synced >= SYNC_EVERY:
                self._sync()
        except OSError as error:
            if self.replaces:
                self._cut_off_the_rest()
            raise self._cannot(error) from None

    def finish(self, report: Iterable[Mapping[str, Any]], rest: Iterable[Mapping[str, Any]]) -> None:
        """Put the whole report in the place of what was appended; to what is not a file only `rest` is added."""
        if self.replaces:
            self._replace(list(report))
        else:
            for line in rest:
                self.add(line)

    def _replace(self, lines: list[Mapping[str, Any]]) -> None:
        """Write a whole file and let it take the place of the report."""
        # If a run is killed here, the next one overwrites what it left behind.
        new = self.file.with_name(f".{self.file.name}.new")
        try:
            with new.open("w", encoding="utf-8") as stream:
                stream.write(to_jsonl(lines))
                stream.flush()
                os.fsync(stream.fileno())
            new.replace(self.file)
            folder = os.open(self.file.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
        except OSError as error:
            with contextlib.suppress(OSError):
                new.unlink()
            raise self._cannot(error) from None

    def _open(self, flags: int) -> None:
        self._close()
        try:
            self.descriptor = os.open(self.file, flags, 0o666)
            if self.replaces:
                fcntl.flock(self.descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._close()
            raise CannotWrite(
                f"{self.file}: another run is writing this report; wait for it, or name another"
            ) from None
        except OSError as error:
            raise self._cannot(error) from None

    def _cut_off_the_rest(self) -> None:
        """Leave whole lines alone in the file. Where even that fails, resuming does it."""
        assert self.descriptor is not None
        with contextlib.suppress(OSError):
            data = self.file.read_bytes()
            os.ftruncate(self.descriptor, data.rfind(b"\n") + 1)

    def _sync(self) -> None:
        assert self.descriptor is not None
        self.synced = time.monotonic()
        try:
            os.fsync(self.descriptor)
        except OSError as error:
            # A pipe or a device keeps nothing.
            if error.errno not in (errno.EINVAL, errno.EROFS, errno.ENOTSUP):
                raise

    def _close(self) -> None:
        if self.descriptor is not None:
            os.close(self.descriptor)
            self.descriptor = None

    def _cannot(self, error: OSError) -> CannotWrite:
        message = f"{self.file}: {error.strerror}"
        if not self.replaces or not self.lines:
            return CannotWrite(f"{message}; make room there, or name another file with --report")
        return CannotWrite(
            f"{message}; the verdicts so far ({self.lines}) are in this report: make room, then run the same command "
            "with --resume"
        )
