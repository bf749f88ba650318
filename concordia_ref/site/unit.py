"""What all pages in one language draw on: the game, the words, and the disputes in these words."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any, NamedTuple

from concordia_ref.engine.game import Game
from concordia_ref.site import templates
from concordia_ref.site.page import Page
from concordia_ref.spec.clauses import Clause
from concordia_ref.spec.disputes import Dispute, Register, read_register
from concordia_ref.suite.worked_examples import worked_examples
from concordia_ref.words.dispute_text import translated
from concordia_ref.words.languages import Language, language, tags
from concordia_ref.words.naming import capitalized
from concordia_ref.words.reference import Examples

SEVERITIES = ("outcome", "edge", "cosmetic")


class Named(NamedTuple):
    """What a thing is called in a language; the language by its tag and its own name."""

    tag: str
    language: str
    name: str
    aliases: tuple[str, ...]


class Unit:
    """The rules in one language."""

    def __init__(self, game: Game, tag: str) -> None:
        self.game = game
        self.spec = game.spec
        self.tag = tag
        self.words: Language = language(tag, game.spec.folder)
        self.say = self.words.say

    def page(self, path: str, title: str, about: str, *, template: str = "", **facts: Any) -> Page:
        """A page of the unit, from the template of the same name if none is named."""
        facts |= {"unit": self, "spec": self.spec, "words": self.words, "say": self.say, "name": self.name}
        return templates.page(template or path, path, title, about, **facts)

    @cached_property
    def examples(self) -> Examples:
        """The worked examples, by the section of the reference that they belong to."""
        return worked_examples(self.game)

    @cached_property
    def register(self) -> Register:
        """The disputes and editions, in English."""
        return read_register(self.spec.folder)

    @cached_property
    def disputes(self) -> dict[str, Dispute]:
        """The disputes, those that change most in play first."""
        found = sorted(self.register.disputes.values(), key=lambda entry: SEVERITIES.index(entry.severity))
        return {entry.id: translated(self.words, entry) for entry in found}

    def disputes_about(self, clauses: Iterable[str]) -> list[Dispute]:
        """The disputes about any of these clauses."""
        wanted = set(clauses)
        return [entry for entry in self.disputes.values() if wanted.intersection(entry.clauses)]

    def noted_disputes(self, clause: str) -> list[Dispute]:
        """The disputes about a clause on which a rulebook differs from the ruling, or which matter in play."""
        return [entry for entry in self.disputes_about([clause]) if entry.contested or entry.severity == "outcome"]

    def severity(self, entry: Dispute) -> str:
        """What a dispute changes."""
        return self.say("site.changes", what=self.say(f"value.severity.{entry.severity}"))

    def clauses_of(self, kind: str, id: str) -> list[str]:
        """The clauses that belong to a card, a god or a part of the game."""
        return [clause.id for clause in self.spec.clauses.values() if clause.belongs_to == (kind, id)]

    def belongs_to(self, clause: Clause) -> str:
        """What a clause is about: a card, a god, a part of the game."""
        kind, id = clause.belongs_to
        return self.name(f"{kind}s", id) if kind in ("card", "god") else self.title(f"value.{kind}.{id}")

    # Names

    def name(self, group: str, id: str) -> str:
        """A name as a title."""
        return capitalized(self.words.name(group, id))

    def title(self, key: str) -> str:
        """A message as a title."""
        return capitalized(self.say(key))

    def header(self, *keys: str) -> list[str]:
        """Messages as the headings of columns."""
        return [self.title(key) for key in keys]

    def names_of_languages(self, rulebooks: Iterable[str]) -> list[str]:
        """The languages of rulebooks."""
        return [self.words.name("languages", rulebook) for rulebook in rulebooks]

    def language_names(self, rulebooks: Iterable[str]) -> str:
        """The languages of rulebooks as a text; nothing, if there are none."""
        return capitalized(", ".join(self.names_of_languages(rulebooks)))

    def in_all_languages(self, group: str, id: str) -> list[Named]:
        """What a thing is called in every language."""
        return [_named(tag, group, id) for tag in tags()]


def _named(tag: str, group: str, id: str) -> Named:
    terms = language(tag).terms
    term = terms[group][id]
    return Named(tag, terms["name"], term["name"], tuple(term.get("aliases", ())))
