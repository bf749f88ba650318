"""An adapter as a server: every request is a POST to one address, and no other address is ever asked."""

from __future__ import annotations

import contextlib
import http.client
import json
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from concordia_ref.suite.process import BLINK, LONGEST_LINE, READ_SIZE, Fault, read_answer
from concordia_ref.suite.protocol import shown

SCHEME = "http://"


def is_address(command: str) -> bool:
    """Whether an adapter is named by the address of a server, and not by a command."""
    return command.startswith((SCHEME, "https://"))


class AdapterServer:
    """A server that answers requests. Nothing is started or ended here: the server outlives the run.

    It holds one position, so only one scenario can be asked at a time.
    """

    stderr = b""

    def __init__(self, address: str, timeout: float, stop: threading.Event) -> None:
        parts = urlsplit(address)
        try:
            port = parts.port or 80
        except ValueError as error:
            raise Fault(f"not an address: {address!r}: {error}") from None
        if parts.scheme != "http" or not parts.hostname or parts.username or parts.query or parts.fragment:
            raise Fault(f"not an address: {address!r}; an adapter has one like http://127.0.0.1:8000")
        self.path = parts.path or "/"
        self.timeout = timeout
        self.stop = stop
        self.next_id = 0
        self.gone = False
        # It connects only to this host: it follows no redirects and uses no proxy.
        self.connection = http.client.HTTPConnection(parts.hostname, port)

    def ask(self, op: str, **fields: Any) -> dict[str, Any]:
        """The answer to a request. Raises `Fault`, after which the connection is gone."""
        request = {"id": self.next_id, "op": op, **fields}
        self.next_id += 1
        try:
            return read_answer(self._post(json.dumps(request, separators=(",", ":")).encode()), request["id"])
        except Fault:
            self.kill()
            raise

    def finish(self) -> None:
        """Close a scenario. Raises `Fault`."""
        self.ask("sync")

    def close(self) -> None:
        """Say goodbye."""
        if not self.gone:
            self.timeout = min(self.timeout, 1.0)
            with contextlib.suppress(Fault):
                self.ask("bye")
            self.kill()

    def kill(self) -> None:
        """Close the connection."""
        self.gone = True
        self.connection.close()

    def _post(self, body: bytes) -> bytes:
        try:
            with self._cut_off() as cut_off:
                # A server may close a connection between two requests, which is not a fault.
                if self.connection.sock is not None and _is_closed(self.connection.sock):
                    self.connection.close()
                self.connection.timeout = self.timeout
                self.connection.request("POST", self.path, body, {"Content-Type": "application/json"})
                _acknowledge_at_once(self.connection.sock)
                return self._body(self.connection.getresponse())
        except (OSError, http.client.HTTPException, ValueError, Fault) as error:
            if cut_off.is_set() or isinstance(error, TimeoutError):
                raise Fault(self._why_cut_off()) from None
            if isinstance(error, Fault):
                raise
            raise Fault(_described(error, f"{self.connection.host}:{self.connection.port}")) from None

    def _body(self, response: http.client.HTTPResponse) -> bytes:
        kind = response.headers.get_content_type()
        if response.status != http.client.OK:
            target = f" to {response.headers['Location']!r}" if response.headers["Location"] else ""
            raise Fault(shown(f"answered with the status {response.status} {response.reason}{target}, not with 200"))
        if kind != "application/json":
            raise Fault(shown(f"answered with the content type {kind!r}, not with application/json"))
        body = b""
        while data := response.read(READ_SIZE):
            body += data
            if len(body) > LONGEST_LINE:
                raise Fault(f"answer too long: more than {LONGEST_LINE} bytes")
        if response.length:
            raise Fault(f"closed the connection: {response.length} bytes of the answer are missing")
        return body

    @contextlib.contextmanager
    def _cut_off(self) -> Iterator[threading.Event]:
        """Shut the connection when the time is up, however slowly bytes drip in, or when the run is interrupted."""
        done, cut_off = threading.Event(), threading.Event()
        deadline = time.monotonic() + self.timeout

        def watch() -> None:
            while not done.wait(min(BLINK, self.timeout)):
                if (self.stop.is_set() or time.monotonic() > deadline) and self.connection.sock is not None:
                    cut_off.set()
                    with contextlib.suppress(OSError):
                        self.connection.sock.shutdown(socket.SHUT_RDWR)
                    return

        watcher = threading.Thread(target=watch, daemon=True)
        watcher.start()
        try:
            yield cut_off
        finally:
            done.set()
            watcher.join()

    def _why_cut_off(self) -> str:
        if self.stop.is_set():
            return "stopped, because the run was interrupted"
        return f"timeout: no answer within {self.timeout:g} s"


def _acknowledge_at_once(connection: socket.socket) -> None:
    """A server that sends the head and the body of an answer apart would wait 40 ms for each acknowledgement."""
    if hasattr(socket, "TCP_QUICKACK"):
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)


def _is_closed(connection: socket.socket) -> bool:
    """Whether the other side has closed an idle connection."""
    connection.setblocking(False)
    try:
        return connection.recv(1, socket.MSG_PEEK) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True
    finally:
        connection.setblocking(True)


def _described(error: Exception, server: str) -> str:
    if isinstance(error, ConnectionRefusedError):
        return f"nothing answers at {server}: is the server running?"
    if isinstance(error, http.client.IncompleteRead):
        return "closed the connection before the answer was complete"
    if isinstance(error, (http.client.RemoteDisconnected, ConnectionError)):
        return "closed the connection instead of answering"
    if isinstance(error, http.client.HTTPException):
        return shown(f"not an answer in HTTP: {type(error).__name__} {error}")
    return shown(f"cannot be asked: {error}")
