"""Phrases: texts with placeholders, as the locale files hold them.

    {seat}               a value: a number, a name, a list of names, amounts of goods
    {city:in}            a form of a name, as the terms of the language list it: "in Massilia"
    {cost:coin}          a number and the noun counted by it: "5 sestertii"; {cost:coin.acc} in another form of the noun
    {cost:acc}           amounts of goods in another form; a list is joined by "or" with {players:or}
    {left|turn|turns}    a word chosen by a number: one word for each plural form of the language

A name is a fact of a message, or a dotted path into the data of the specification: {display.slots.#} is the length of a
list. `languages` knows what a name stands for and how it is written; this module knows only the notation.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

_BRACES = re.compile(r"\{([^{}]*)\}|[{}]")
_NAME = r"[a-zA-Z0-9_]+(?:\.(?:[a-zA-Z0-9_]+|#))*"
_PLACEHOLDER = re.compile(rf"({_NAME})(?::([a-z_]+(?:\.[a-z_]+)?)|((?:\|[^|{{}}]+)+))?")


class Slot(NamedTuple):
    """A placeholder: the name of a value, and the form or the words to choose from."""

    written: str
    name: str
    form: str | None = None
    words: tuple[str, ...] = ()


class MalformedPhrase(ValueError):
    """A placeholder is not written as it must be; the first argument is the placeholder."""


@cache
def parse(text: str) -> tuple[str | Slot, ...]:
    """The parts of a phrase: plain text, and slots to be filled.

    >>> parse("{n:coin} in all")
    (Slot(written='{n:coin}', name='n', form='coin', words=()), ' in all')
    >>> parse("{n|turn|turns}")[0].words
    ('turn', 'turns')
    """
    parts: list[str | Slot] = []
    end = 0
    for match in _BRACES.finditer(text):
        placeholder = _PLACEHOLDER.fullmatch(match[1] or "")
        if placeholder is None:
            raise MalformedPhrase(match[0])
        if plain := text[end : match.start()]:
            parts.append(plain)
        name, form, words = placeholder.groups()
        parts.append(Slot(match[0], name, form, tuple(words[1:].split("|")) if words else ()))
        end = match.end()
    return (*parts, text[end:]) if text[end:] else tuple(parts)


def slots(text: str) -> tuple[Slot, ...]:
    """The placeholders of a text."""
    return tuple(part for part in parse(text) if isinstance(part, Slot))


def plain_text(text: str) -> str:
    """What a text says between its placeholders and in the words that they choose from.

    >>> plain_text("{n} more {n|turn|turns}")
    '  more  turn turns'
    """
    return "".join(part if isinstance(part, str) else " " + " ".join(part.words) for part in parse(text))
