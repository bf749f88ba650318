"""An adapter as a child process: requests in, answers out, and every way in which that can go wrong."""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import shlex
import signal
import subprocess
import threading
import time
import uuid
from pathlib import Path
from typing import Any

from concordia_ref.suite.protocol import ANSWERS

LONGEST_LINE = 4_000_000
DEEPEST_ANSWER = 20
KEPT_STDERR = 16_000
READ_SIZE = 1 << 16
BLINK = 0.1
MARK = "CONCORDIA_CONFORM_RUN"
PROCESSES = Path("/proc")


class Fault(Exception):
    """The adapter broke: it did not answer, or not as the protocol requires. Its process is gone."""


class AdapterProcess:
    """A running adapter. One request is in flight at a time; `stop` makes it give up waiting for an answer."""

    def __init__(self, command: str, timeout: float, stop: threading.Event) -> None:
        self.timeout = timeout
        self.stop = stop
        self.next_id = 0
        self.pending = b""
        self.stderr = b""
        self.gone = False
        self.mark = uuid.uuid4().hex
        try:
            arguments = shlex.split(command)
            if not arguments:
                raise Fault("cannot be started: the command is empty")
            self.process = subprocess.Popen(
                arguments,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
                env={**os.environ, MARK: self.mark},
            )
        except OSError as error:
            raise Fault(f"cannot be started: {error.strerror}: {error.filename!r}") from None
        except ValueError as error:
            raise Fault(f"cannot be started: {error}") from None
        assert self.process.stdin
        assert self.process.stdout
        assert self.process.stderr
        self.streams = (self.process.stdin, self.process.stdout, self.process.stderr)
        self.stdin, self.stdout, self.errors = (stream.fileno() for stream in self.streams)
        for descriptor in (self.stdin, self.stdout, self.errors):
            os.set_blocking(descriptor, False)
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.stdout, selectors.EVENT_READ)
        self.selector.register(self.errors, selectors.EVENT_READ)

    def ask(self, op: str, **fields: Any) -> dict[str, Any]:
        """The answer to a request. Raises `Fault`, after which the process is gone."""
        request = {"id": self.next_id, "op": op, **fields}
        self.next_id += 1
        deadline = time.monotonic() + self.timeout
        try:
            self._send(json.dumps(request, separators=(",", ":")).encode() + b"\n", deadline)
            return read_answer(self._line(deadline), request["id"])
        except Fault:
            self.kill()
            raise

    def finish(self) -> None:
        """Close a scenario: what is left over from it must not be charged to the next one. Raises `Fault`."""
        self.ask("sync")
        try:
            self._read(0)
            if self.pending:
                raise Fault(f"wrote more after its answer: {_beginning(self.pending)}")
        except Fault:
            self.kill()
            raise

    def close(self) -> None:
        """End the conversation, and make sure that nothing is left of the process."""
        if not self.gone:
            self.timeout = min(self.timeout, 1.0)
            # It no longer matters whether it answers; the end of its input means goodbye too.
            with contextlib.suppress(Fault, subprocess.TimeoutExpired):
                self.ask("bye")
                self.streams[0].close()
                self.process.wait(self.timeout)
            self.kill()

    def kill(self) -> None:
        """End the process, its group, and whatever it has started that still carries our mark."""
        if self.gone:
            return
        self.gone = True
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        # A process that has left the group may start another one while this looks for it.
        for _ in range(20):
            left = _marked(self.mark)
            if not left:
                break
            for pid in left:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGKILL)
            time.sleep(0.01)
        # Its last output is still in the pipe, unless the end of the pipe has been seen already.
        with contextlib.suppress(BlockingIOError, KeyError):
            self._read_errors()
        self.selector.close()
        for stream in self.streams:
            stream.close()

    def _send(self, data: bytes, deadline: float) -> None:
        while data:
            try:
                data = data[os.write(self.stdin, data) :]
            except BlockingIOError:
                # It reads slowly; meanwhile it may be writing, and must not wait for us.
                self.selector.register(self.stdin, selectors.EVENT_WRITE)
                self._wait(deadline, "does not read its input")
                self.selector.unregister(self.stdin)
            except OSError:
                raise self._end("closed its input") from None

    def _line(self, deadline: float) -> bytes:
        while b"\n" not in self.pending:
            self._wait(deadline, f"no answer within {self.timeout:g} s")
        line, _, self.pending = self.pending.partition(b"\n")
        return line

    def _wait(self, deadline: float, otherwise: str) -> None:
        """Read what there is to read, or wait a little for it; not past the deadline."""
        left = deadline - time.monotonic()
        if left <= 0:
            raise Fault(f"timeout: {otherwise}")
        if self.stop.is_set():
            raise Fault("stopped, because the run was interrupted")
        self._read(min(left, BLINK))

    def _read(self, seconds: float) -> None:
        for key, _ in self.selector.select(seconds):
            if key.fd == self.errors:
                self._read_errors()
            elif key.fd == self.stdout:
                data = os.read(self.stdout, READ_SIZE)
                if not data:
                    raise self._end("closed its output")
                self.pending += data
                if len(self.pending) > LONGEST_LINE:
                    raise Fault(f"line too long: more than {LONGEST_LINE} bytes")

    def _read_errors(self) -> None:
        data = os.read(self.errors, READ_SIZE)
        self.stderr = (self.stderr + data)[-KEPT_STDERR:]
        if not data:
            # The end of a stream is always ready to be read; without this the wait would spin.
            self.selector.unregister(self.errors)

    def _end(self, what: str) -> Fault:
        """The fault of a process that has closed a stream, most likely because it has ended."""
        try:
            code = self.process.wait(timeout=1.0)
        except subprocess.TimeoutExpired:
            return Fault(f"{what}: the process still runs")
        if code < 0:
            return Fault(f"crashed, signal: {-code}, {signal.strsignal(-code)}")
        return Fault(f"exited with code: {code}")


def read_answer(line: bytes, id: int) -> dict[str, Any]:
    """The answer in a line; raises `Fault` where it is none."""
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        raise Fault(f"not JSON: {_beginning(line)}") from None
    if not isinstance(answer, dict) or _is_deep(answer, DEEPEST_ANSWER):
        raise Fault(f"not an answer: {_beginning(line)}")
    if answer.get("id") != id:
        raise Fault(f"wrong id: {str(answer.get('id'))[:50]} ≠ {id}")
    kinds = [kind for kind in ANSWERS if kind in answer]
    if len(kinds) != 1:
        raise Fault(f"not an answer, which holds just one of ok, reject, skip and error: {_beginning(line)}")
    return answer


def _is_deep(value: Any, levels: int) -> bool:
    """Whether something is nested so deeply that no state or list of turns can be meant."""
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return levels == 0 or any(_is_deep(part, levels - 1) for part in parts)


def _beginning(line: bytes) -> str:
    return line[:200].decode("utf-8", "replace")


def _marked(mark: str) -> list[int]:
    """The processes whose environment carries a mark: also those that have left the group."""
    found = []
    for folder in PROCESSES.glob("[0-9]*"):
        try:
            if f"{MARK}={mark}".encode() in (folder / "environ").read_bytes():
                found.append(int(folder.name))
        except OSError:
            continue
    return found
