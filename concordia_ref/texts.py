"""Texts with placeholders that take their numbers from the data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from concordia_ref.paths import lookup

# A pair of braces, or one that has lost its partner.
_BRACES = re.compile(r"\{([^{}]*)\}|[{}]")
_PATH = r"[a-zA-Z0-9_]+(?:\.(?:[a-zA-Z0-9_]+|#))*"
_PLACEHOLDER = re.compile(rf"({_PATH})(?:\|([^|{{}}]+)\|([^|{{}}]+))?")


def fill(text: str, data: Any) -> str:
    """Replace every placeholder of a text by its value.

    >>> fill("{n} {n|coin|coins} and {list.#} more", {"n": 1, "list": [1, 2]})
    '1 coin and 2 more'
    """

    def value(match: re.Match[str]) -> str:
        parts = _PLACEHOLDER.fullmatch(match[1] or "")
        if parts is None:
            return match[0]
        path, one, many = parts.groups()
        number = lookup(data, path)
        return str(number) if one is None else one if number == 1 else many

    return _BRACES.sub(value, text)


def placeholders(text: str) -> Iterator[tuple[str, str | None]]:
    """Every placeholder of a text with its path, or with None if it is malformed.

    >>> list(placeholders("{n} of {a b} }"))
    [('{n}', 'n'), ('{a b}', None), ('}', None)]
    """
    for match in _BRACES.finditer(text):
        parts = _PLACEHOLDER.fullmatch(match[1] or "")
        yield match[0], parts[1] if parts else None
