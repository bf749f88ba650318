"""Why a document is not accepted: it is not written as it must be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from concordia_ref.spec.findings import did_you_mean
from concordia_ref.words.speech import Said, say


class TurnError(Exception):
    """A turn, state or game that is not accepted, with the place in the input as a JSON pointer."""

    def __init__(self, pointer: str, facts: Mapping[str, Any]) -> None:
        self.pointer = pointer
        self.facts = facts

    def move_into(self, pointer: str) -> None:
        """Let the pointer begin at a document that holds the one it began at."""
        self.pointer = pointer + self.pointer


class Malformed(TurnError):
    """Something is not written as it must be; `code` says what."""

    def __init__(self, code: str, pointer: str = "", hint: str = "", **facts: Any) -> None:
        super().__init__(pointer, facts)
        self.code = code
        self.hint = hint

    def __str__(self) -> str:
        text = say(f"malformed.{self.code}", **self.facts)
        return f"{self.pointer or '/'}: {text}" + (f"; {self.hint}" if self.hint else "")


def unknown(what: str, value: str, pointer: str, known: Iterable[str]) -> Malformed:
    """The error for an id that does not exist, with the one that was probably meant."""
    return Malformed("unknown-id", pointer, did_you_mean(value, known), what=Said(f"what.{what}"), value=repr(value))
