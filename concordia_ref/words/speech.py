"""What is said to people, before it is put into words.

`say("sheet.wins", seat=1)` speaks the language that `speaking` has chosen; English, if nobody has. Everything that
plays can refuse in words, but most games end without one, so that the words themselves wait in `languages`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

# One language for the whole process, its threads too: it speaks to one reader.
_spoken = ["en"]


@dataclass(frozen=True, slots=True)
class Term:
    """A thing with a name in every language: the group of terms that it belongs to, and its id."""

    group: str
    id: str


@dataclass(frozen=True, slots=True)
class Said:
    """A message as a part of another one, such as the name of a type."""

    key: str


class speaking:  # noqa: N801
    """Within this block, say everything in the language of a tag that is one of `tags`."""

    # A generator would do, but `contextlib` is imported for nothing else on the way to the first choice.
    def __init__(self, tag: str) -> None:
        self.tag = tag

    def __enter__(self) -> None:
        _spoken.append(self.tag)

    def __exit__(self, *_: object) -> None:
        _spoken.pop()


def spoken_tag() -> str:
    """The tag of the language that is spoken."""
    return _spoken[-1]


def say(key: str, /, **facts: Any) -> str:
    """A message in the language that is spoken."""
    from concordia_ref.words.languages import spoken

    return spoken().say(key, **facts)
