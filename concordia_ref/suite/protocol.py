"""The conformance protocol, as `conformance/PROTOCOL.md` describes it: what both sides of it know."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from typing import Any, Protocol

PROTOCOL = 1
OPERATIONS = ("load", "new", "apply", "check", "state", "score", "legal", "perft", "sync", "bye")
ANSWERS = ("ok", "reject", "skip", "error")
"""The kinds of answers; each answer is of one kind."""
LONGEST_TEXT = 1_000
MOST_STDERR = 2_000


class Answering(Protocol):
    """Anything that answers requests: an adapter in its own process, or one in this process."""

    stderr: bytes

    def ask(self, op: str, **fields: Any) -> dict[str, Any]:
        """The answer to a request. Raises `Fault`."""

    def finish(self) -> None:
        """Close a scenario. Raises `Fault`."""


class Running(Answering, Protocol):
    """An adapter that was started, or reached, for a run."""

    timeout: float
    gone: bool
    stop: threading.Event

    def close(self) -> None:
        """Say goodbye."""

    def kill(self) -> None:
        """End the connection without a message."""


def described(answer: Mapping[str, Any]) -> str:
    """The kind of an answer and what it says, for a message.

    >>> described({"id": 1, "skip": "not yet"})
    'skip: "not yet"'
    """
    kind = next(kind for kind in ANSWERS if kind in answer)
    return f"{kind}: {json.dumps(answer[kind], ensure_ascii=False)[:300]}"


def shown(text: str) -> str:
    """What an adapter says, fit for a terminal and a report: one line, not too long, without control characters.

    >>> shown("red \\x1b[31m")
    'red \\\\x1b[31m'
    """
    cut = text if len(text) <= LONGEST_TEXT else f"{text[:LONGEST_TEXT]}…"
    return "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in cut)


def last_words(stderr: bytes) -> str:
    """What an adapter has written to its standard error last, fit for a terminal and a report."""
    text = stderr.decode("utf-8", "replace")
    return "\n".join(map(shown, text[-MOST_STDERR:].splitlines()))
