"""What the writers share: names in the manner of a language, and comments."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

from concordia_ref import __version__

HEADER = (
    f"Written by `concordia adapter new` from the JSON Schemas of Concordia {__version__}: messages, states, turns.",
    "Do not edit it: a newer version is written by the same command into a new folder.",
)
WIDTH = 100


def pascal(name: str) -> str:
    """A name with every word capitalised.

    >>> pascal("praefectus_magnus")
    'PraefectusMagnus'
    """
    return "".join(word[0].upper() + word[1:] for word in name.split("_"))


def camel(name: str) -> str:
    """A name with every word but the first capitalised.

    >>> camel("praefectus_magnus")
    'praefectusMagnus'
    """
    words = pascal(name)
    return words[0].lower() + words[1:]


def comment(text: str, mark: str, indent: str = "") -> list[str]:
    """A comment of as many lines as it takes; none for an empty text."""
    return [f"{indent}{mark} {line}" for line in textwrap.wrap(text, WIDTH - len(indent) - len(mark) - 1)]


def wrapped(items: Iterable[str], indent: str, between: str = ", ", end: str = ",") -> list[str]:
    """Items in lines that are not too long, each line ending with `end`."""
    room = WIDTH - len(indent)
    lines = textwrap.wrap(between.join(items) + end, room, break_long_words=False, break_on_hyphens=False)
    return [f"{indent}{line}" for line in lines]
