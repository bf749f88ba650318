"""The place of a passage in a rulebook, in words."""

from __future__ import annotations

from concordia_ref.spec.citations import Place
from concordia_ref.words.languages import Language


def clause_place(words: Language, place: Place) -> str:
    """Where a rulebook states a clause, and how: `ARCHITECTE, paragraph 2 (differs)`."""
    if place.heading is None:
        return words.say("show.silent")
    where = passage(words, place.heading, place.at)
    return words.say("show.otherwise", heading=where) if place.status == "otherwise" else where


def passage(words: Language, heading: str, at: str | None) -> str:
    """A heading, and the place of the passage under it."""
    if at is None:
        return heading
    kind, _, number = at.partition(" ")
    return words.say(f"place.{kind}", heading=heading, number=number)
