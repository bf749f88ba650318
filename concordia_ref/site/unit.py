"""What all pages in one language draw on: the game, the words, and the disputes in these words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from concordia_ref.engine.game import Game
from concordia_ref.site import markup
from concordia_ref.site.markup import capitalized
from concordia_ref.spec.clauses import Clause
from concordia_ref.spec.disputes import Dispute, Register, read_register
from concordia_ref.suite.worked_examples import worked_examples
from concordia_ref.words.dispute_text import translated
from concordia_ref.words.languages import Language, language
from concordia_ref.words.reference import Examples

SEVERITIES = ("outcome", "edge", "cosmetic")


class Unit:
    """The rules in one language."""

    def __init__(self, game: Game, tag: str) -> None:
        self.game = game
        self.spec = game.spec
        self.tag = tag
        self.words: Language = language(tag, game.spec.folder)
        self.say = self.words.say

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

    def name(self, group: str, id: str) -> str:
        """A name as a title."""
        return capitalized(self.words.name(group, id))

    def title(self, key: str) -> str:
        """A message as a title."""
        return capitalized(self.say(key))

    def header(self, *keys: str) -> list[str]:
        """Messages as the headings of columns."""
        return [self.title(key) if key else "" for key in keys]

    def language_name(self, rulebook: str) -> str:
        """The language of a rulebook, in the words of this one."""
        return self.name("languages", rulebook)

    def language_names(self, rulebooks: Iterable[str]) -> str:
        """The languages of rulebooks as a list; nothing, if there are none."""
        names = ", ".join(self.words.name("languages", rulebook) for rulebook in rulebooks)
        return capitalized(names) if names else ""

    def belongs_to(self, clause: Clause) -> str:
        """What a clause is about: a card, a god, a part of the game."""
        kind, id = clause.belongs_to
        return self.name(f"{kind}s", id) if kind in ("card", "god") else self.title(f"value.{kind}.{id}")

    # Pieces of pages

    def clause_items(self, clauses: Iterable[str], up: str) -> str:
        """Clauses as a list, each with what is disputed about it; `up` leads to the root of the unit."""
        return markup.items((self._clause_item(id, up) for id in clauses), "rules")

    def _clause_item(self, id: str, up: str) -> str:
        text = markup.escaped(self.words.clause(id, self.spec))
        return f"{text} {markup.link(f'{up}clauses.html#{id}', id, 'id')}{self.dispute_notes([id], up)}"

    def dispute_notes(self, clauses: Iterable[str], up: str) -> str:
        """The disputes about clauses that somebody reads otherwise or that matter in play, each folded away."""
        shown = [entry for entry in self.disputes_about(clauses) if entry.contested or entry.severity == "outcome"]
        return "".join(self._dispute_note(entry, up) for entry in shown)

    def _dispute_note(self, entry: Dispute, up: str) -> str:
        lines = [self.say("site.ruling-is", rule=entry.readings[entry.ruling].says)]
        for reading in entry.readings.values():
            books = [self.words.name("languages", book) for book in entry.supporters(reading.id)]
            if reading.id != entry.ruling and books:
                lines.append(self.say("reference.otherwise", rulebooks=books, rule=reading.says))
        notes = markup.items(
            [*map(markup.escaped, lines), self.dispute_link(entry, up, self.say("site.whole-dispute"))]
        )
        return markup.folded_away(self.say("reference.disputed", question=entry.question), notes, "notes")

    def dispute_link(self, entry: Dispute, up: str, text: str = "") -> str:
        """A link to the page of a dispute."""
        return markup.link(f"{up}disputes/{entry.id}.html", text or entry.question)

    def dispute_list(self, entries: Iterable[Dispute], up: str) -> str:
        """Disputes as a list of questions, each with what it changes."""
        return markup.items(
            (f"{self.dispute_link(entry, up)} {self.severity(entry)}" for entry in entries), "questions"
        )

    def severity(self, entry: Dispute) -> str:
        """What a dispute changes, as a badge."""
        text = self.say("site.changes", what=self.say(f"value.severity.{entry.severity}"))
        return markup.badge(text, entry.severity)

    def clauses_of(self, *belongs_to: tuple[str, str]) -> Iterator[str]:
        """The clauses that belong to a card, a god or a part of the game."""
        return (clause.id for clause in self.spec.clauses.values() if clause.belongs_to in belongs_to)
