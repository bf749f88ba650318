"""Habits of translated texts that no good rulebook has, as patterns; every match is a fault.

A pattern is listed here only if it never matches a correct sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from concordia_ref.words.languages import ENGLISH


class Habit(NamedTuple):
    """A wording to avoid, in which texts, and what to write instead."""

    pattern: re.Pattern[str]
    advice: str
    texts: str = ""
    """How the keys of the texts begin."""


WORDINGS = (
    Habit(re.compile(r"\b(?:[Tt]he|[Aa]n|[Pp]er) own\b|(?:^|[.!?:;]\s)Own\b"), "say whose: “your own”"),
    Habit(re.compile(r"\b(?:is|are) told\b"), "say who says it, or what it says"),
    Habit(re.compile(r"\bgone on with\b"), "“continued”"),
    Habit(re.compile(r"(?<!\bthere )\bis no (?!longer\b|more\b|less\b|other\b)"), "“is not a”", "messages."),
)
MINUS = Habit(re.compile(r"(?<![\w}-])-(?=[\d{])"), "a minus is −, not a hyphen")
NOTE = Habit(
    re.compile(r"(?<![.!?…])(?<![.!?…][”“»)])(?<![.!?…]\u00a0»)\Z"), "a note ends with a full stop", "disputes."
)
NO_BREAK_SPACE = Habit(
    re.compile(r"(?<![\u00a0\u202f?!])[:;?!](?!\w)|«(?![\u00a0\u202f])|(?<![\u00a0\u202f])»"),
    "a no-break space stands before : ; ? ! and inside « »",
)
# Players go by their colours; only what is wrong with the JSON of a position is about seats.
ABOUT_SEATS = ("messages.problem.", "messages.type.")
SEATS = {
    "en": r"\bseats? (?:\d|\{seat)",
    "cs": r"\bmíst\w+(?: u stolu \d|(?: u stolu)? \{seat)",
    "fr": r"\b(?:(?:la|les|de|des) places? \d|places? \{seat)",
    "hu": r"(?:\d|\{seats?\})\.? ülőhely|ülőhely\w* (?:\d|\{seat)",
    "pl": r"\bmiejsc\w+(?: przy stole \d|(?: przy stole)? \{seat)",
    "sr": r"\bмест\w+(?: за столом \d|(?: за столом)? \{seat)",
}
QUOTATION_MARKS = {"en": "“”", "cs": "„“", "fr": "«»", "hu": "„”", "pl": "„”", "sr": "„“"}
_ANY_MARK = '"“”„«»‟‹›'
_CODE = re.compile(r"`[^`]*`")


def habits_in(key: str, text: str, tag: str) -> Iterator[tuple[str, str]]:
    """The faults of style in a text, and what to write instead.

    >>> list(habits_in("clauses.x", "Count per own house.", "en"))
    [('per own', 'say whose: “your own”')]
    """
    prose = _CODE.sub("…", text)
    said = _without_quotations(prose, tag)
    for habit in _habits(key, tag):
        if key.startswith(habit.texts) and (match := habit.pattern.search(said if habit in WORDINGS else prose)):
            yield match[0] or prose[-20:], habit.advice
    marks = QUOTATION_MARKS.get(tag, "")
    # A quotation is left out whole, with the other marks of a quotation within it.
    for mark in re.findall(f"[{_ANY_MARK}]" if marks else '"', said)[:1]:
        yield mark, f"quotation marks of this language are {marks[:1]} {marks[1:]}".rstrip()


def _habits(key: str, tag: str) -> Iterator[Habit]:
    yield MINUS
    if tag == ENGLISH:
        yield from WORDINGS
    if ".notes." in key:
        yield NOTE
    if tag == "fr":
        yield NO_BREAK_SPACE
    if tag in SEATS and not key.startswith(ABOUT_SEATS):
        yield Habit(re.compile(SEATS[tag], re.IGNORECASE), "players go by their colours: {seat}")


def _without_quotations(text: str, tag: str) -> str:
    marks = QUOTATION_MARKS.get(tag)
    return re.sub(f"{marks[0]}[^{marks}]*{marks[1]}", "…", text) if marks else text
