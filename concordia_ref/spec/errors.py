"""Why a document is not accepted: it is malformed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from concordia_ref.spec.findings import did_you_mean, shown

T = TypeVar("T")

TYPE_NAMES: Mapping[type, str] = {
    dict: "a mapping",
    list: "a list",
    str: "text",
    int: "a whole number",
    bool: "true or false",
    type(None): "nothing",
}


class TurnError(Exception):
    """A turn, state or game that is not accepted, with the place in the input as a JSON pointer."""

    def __init__(self, pointer: str) -> None:
        self.pointer = pointer

    def move_into(self, pointer: str) -> None:
        """Prefix the pointer, because the document was part of another one."""
        self.pointer = pointer + self.pointer


class Malformed(TurnError):
    """Something is malformed: a code for programs, and a message for people.

    >>> print(Malformed("unknown-id", "there is no card 'tribun'", "/card", "did you mean 'tribune'?"))
    /card: there is no card 'tribun'; did you mean 'tribune'?
    """

    def __init__(self, code: str, message: str, pointer: str = "", hint: str = "") -> None:
        super().__init__(pointer)
        self.code = code
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        text = f"{self.pointer}: {self.message}" if self.pointer else self.message
        return f"{text}; {self.hint}" if self.hint else text


def unknown(what: str, value: str, pointer: str, known: Iterable[str]) -> Malformed:
    """The error for an id that does not exist, with the one that was probably meant."""
    return Malformed("unknown-id", f"there is no {what} {shown(value)}", pointer, did_you_mean(value, known))


def wrong_type(wanted: str, found: object, pointer: str) -> Malformed:
    """The error for a value of another type than the one that is needed."""
    return Malformed("type", f"must be {wanted}, not {shown(found)}", pointer)


def of_type(wanted: type[T], value: object, pointer: str) -> T:
    """The value, if it has the type that is needed; `True` and `False` are not numbers."""
    if not isinstance(value, wanted) or (wanted is int and isinstance(value, bool)):
        raise wrong_type(TYPE_NAMES[wanted], value, pointer)
    return value
