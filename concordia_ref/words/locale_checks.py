"""Cross-checks of the texts: every string is there in every language, up to date, and fits what it is about.

English is checked too, but for what compares a translation with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from babel.core import Locale, UnknownLocaleError

from concordia_ref.spec.findings import Finding, did_you_mean, shown
from concordia_ref.spec.paths import lookup
from concordia_ref.words.catalogue import catalogue, digest, place_of, statuses
from concordia_ref.words.languages import ENGLISH, Language, Said, english, language
from concordia_ref.words.naming import TERM_FACTS
from concordia_ref.words.phrases import MalformedPhrase, Slot, plain_text, slots

if TYPE_CHECKING:
    from concordia_ref.spec.crosschecks import View

PARTS = ("terms", "clauses", "messages", "disputes", "sources")
# What a text cites - code, names of files and options, words of a rulebook - is not in its own language.
CITED = re.compile(
    r"`[^`]*`|„[^“”]*[“”]|“[^”]*”|«[^»]*»|\"[^\"]*\"|--[a-z-]+|%\(?\w*\)?[sr]|\S*[_@~/<>]\S*"
    r"|\b[A-Za-z0-9]+(?:[.-][A-Za-z0-9-]+)+\b|\b[A-Z][A-Z0-9]*\b"
)
_WORD = re.compile(r"[^\W\d_]+")
# With a hyphen it is another number: quatre-vingts.
_NUMBER_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_NUMBER = re.compile(r"\d+")
_FORMAT = re.compile(r"%\(?\w*\)?[sr]")


def locales_are_sound(view: View) -> Iterator[Finding]:
    """All checks of all locales."""
    if "locales" in view.incomplete:
        return  # A file that cannot be read may hold what a text lacks.
    for tag in dict.fromkeys(name.split("/")[1] for name in view.files("locales")):
        yield from _Checker(view, tag).findings()


class _Checker:
    """The checks of one language."""

    def __init__(self, view: View, tag: str) -> None:
        self.view, self.tag = view, tag
        self.english = catalogue(view.data, ENGLISH)
        self.texts = catalogue(view.data, tag)
        self.terms = f"locales/{tag}/terms.yaml"

    @cached_property
    def language(self) -> Language:
        """The grammar of the language; its words are not read from here."""
        return language(self.tag)

    def findings(self) -> Iterator[Finding]:
        """Everything that is wrong."""
        missing = [part for part in PARTS if f"locales/{self.tag}/{part}.yaml" not in self.view.sources]
        if self.tag != ENGLISH and missing:
            yield from (Finding(f"locales/{self.tag}/{part}.yaml", 1, 1, "file.missing") for part in missing)
            return
        try:
            Locale.parse(self.tag.replace("-", "_"))
        except (UnknownLocaleError, ValueError):
            yield self.view.finding(self.terms, ("language",), "locale.unknown", {"tag": self.tag})
            return
        named = self.view.text(self.terms, "language")
        if named and named != self.tag:
            facts = {"value": shown(named), "wanted": shown(self.tag)}
            yield self.view.finding(self.terms, ("language",), "id.file-name", facts)
        # A file that cannot be read may be what a text is about.
        if not self.view.incomplete:
            yield from self.terms_fit_the_data() if self.tag == ENGLISH else self.strings_are_those_of_english()
        for key, text in self.texts.items():
            if key not in self.english:
                continue
            if isinstance(text, str):
                yield from self.text_is_sound(key, text)
            else:
                yield from self.term_is_sound(key, text)

    def finding(self, key: str, code: str, *, at_key: bool = False, **facts: Any) -> Finding:
        name, path = place_of(key, self.tag)
        return self.view.finding(name, path, code, facts, key=at_key)

    # Which strings there are

    def terms_fit_the_data(self) -> Iterator[Finding]:
        """English names every thing of the data, and nothing else; the other languages follow English."""
        view, maps = self.view, self.view.files("maps")
        starts = (view.text(name, "start_city", "id") for name in maps)
        wanted: dict[str, list[Iterable[str]]] = {
            "cards": [view.mapping("cards.yaml", "kinds"), ("concordia", "praefectus_magnus")],
            "goods": [view.mapping("goods.yaml", "goods")],
            "gods": [view.mapping("gods.yaml", "gods")],
            "maps": [[name.removeprefix("maps/").removesuffix(".yaml") for name in maps]],
            "provinces": [view.mapping(name, "provinces") for name in maps],
            "cities": [
                *([start] if start else [] for start in starts),
                *(view.mapping(name, "cities") for name in maps),
            ],
            "alternatives": [view.mapping("actions.yaml", action, "choose") for action in view.mapping("actions.yaml")],
            "colours": [[colour for colour in view.items("pieces.yaml", "colours") if isinstance(colour, str)]],
            "languages": [view.mapping("about.yaml", "rulebooks"), (ENGLISH,)],
        }
        for group, parts in wanted.items():
            yield from self.complete(self.terms, (group,), "term", parts)
        clauses = [view.mapping(name, "clauses") for name in view.files("rules")]
        yield from self.complete(f"locales/{ENGLISH}/clauses.yaml", (), "clause", clauses)

    def complete(
        self, name: str, path: tuple[str, ...], what: str, parts: Iterable[Iterable[str]]
    ) -> Iterator[Finding]:
        """All ids have names or texts, and nothing else has; where ids or texts are lost, nothing is certain."""
        found = [dict.fromkeys(part) for part in parts]
        ids = {id: None for part in found for id in part}
        there = self.view.value(name, *path)
        if not all(found) or not isinstance(there, dict):
            return
        for id in ids:
            if id not in there:
                facts = {"what": Said(f"what.{what}"), "missing": shown(id)}
                yield self.view.finding(name, path, "id.incomplete", facts, key=bool(path))
        for id in there:
            if id not in ids:
                facts = {"what": Said(f"what.{what}"), "value": shown(id)}
                hint = did_you_mean(id, ids)
                yield self.view.finding(name, (*path, id), "id.unknown", facts, key=True, hint=hint)

    def strings_are_those_of_english(self) -> Iterator[Finding]:
        """Every English string is translated, from what it says now; nothing else is there."""
        sources = f"locales/{self.tag}/sources.yaml"
        for key, status in statuses(self.view.data, self.tag).items():
            if status == "missing":
                name = place_of(key, self.tag)[0]
                yield self.view.finding(name, (), "text.missing", {"key": shown(key)})
            elif status == "stale":
                facts = {"key": shown(key), "digest": digest(self.english[key])}
                at = (key,) if key in self.view.mapping(sources) else ()
                yield self.view.finding(sources, at, "text.stale", facts, key=bool(at))
        missing = [key for key in self.english if key not in self.texts]
        for key in self.texts:
            if key not in self.english:
                hint = did_you_mean(key, missing)
                name, path = place_of(key, self.tag)
                yield self.view.finding(name, path, "text.unknown", {"key": shown(key)}, key=True, hint=hint)
        for key in self.view.mapping(sources):
            if key not in self.english:
                yield self.view.finding(sources, (key,), "text.unknown", {"key": shown(key)}, key=True)

    # What a string says

    def term_is_sound(self, key: str, term: Mapping[str, Any]) -> Iterator[Finding]:
        """A term has the forms that English has, and every list of forms one for each plural form."""
        forms = self.language.plural_forms
        for form in self.english[key]:
            if form not in (*term, "aliases"):
                yield self.finding(key, "term.form", at_key=True, form=shown(form))
        for form, words in term.items():
            if isinstance(words, list) and form != "aliases" and len(words) != len(forms):
                yield self.finding(key, "text.plural", at_key=True, found=len(words), forms=", ".join(forms))
            for word in words if isinstance(words, list) else [words]:
                if form != "aliases" and isinstance(word, str):
                    yield from self.letters(key, word)

    def text_is_sound(self, key: str, text: str) -> Iterator[Finding]:
        """Placeholders, numbers and letters of a text are right."""
        try:
            placeholders = slots(text)
        except MalformedPhrase as error:
            yield self.finding(key, "text.malformed", placeholder=shown(error.args[0]))
            return
        for slot in placeholders:
            yield from self.slot_is_sound(key, slot)
        yield from self.letters(key, text)
        try:
            yield from self.facts_are_those_of_english(key, text)
            yield from self.numbers(key, text)
        except MalformedPhrase:
            return  # Told of the English text.

    def slot_is_sound(self, key: str, slot: Slot) -> Iterator[Finding]:
        if slot.words and len(slot.words) != len(self.language.plural_forms):
            forms = ", ".join(self.language.plural_forms)
            yield self.finding(key, "text.plural", found=len(slot.words), forms=forms)
        value: Any = None
        if key.startswith("clauses."):
            if slot.name.split(".")[0] in self.view.incomplete:
                return
            try:
                value = lookup(self.view.data, slot.name)
            except KeyError as part:
                yield self.finding(key, "text.path", placeholder=shown(slot.written), part=shown(part.args[0]))
                return
            if not self.can_be_written(value) or (slot.words and type(value) is not int):
                yield self.finding(key, "text.form", placeholder=shown(slot.written))
                return
        if slot.form and not self.has_form(slot, value):
            yield self.finding(key, "text.form", placeholder=shown(slot.written))

    def can_be_written(self, value: Any) -> bool:
        """Whether a value of the data can stand in a sentence: a number, a word, goods, or a list of these."""
        if isinstance(value, Mapping):
            # A good without a name is told of once, not once more for every use.
            return value.keys() <= {*self.view.mapping("goods.yaml", "goods"), *self.view.mapping(self.terms, "goods")}
        return all(map(self.can_be_written, value)) if isinstance(value, list) else type(value) in (int, str)

    def has_form(self, slot: Slot, value: Any) -> bool:
        """Whether what a placeholder asks for is there, for each thing that it can stand for."""
        noun, _, form = str(slot.form).partition(".")
        if slot.name in TERM_FACTS:
            return self.group_has(TERM_FACTS[slot.name], str(slot.form), str)
        if noun == "or":
            return value is None or isinstance(value, list)
        if isinstance(value, Mapping) or noun in ("count", "acc", "gen"):
            return type(value) is not int and self.group_has("goods", noun, list)
        counted = self.view.mapping(self.terms, "things", noun) or self.view.mapping(self.terms, "goods", noun)
        return type(value) in (int, type(None)) and isinstance(counted.get(form or "count"), list)

    def group_has(self, group: str, form: str, kind: type) -> bool:
        terms = self.view.mapping(self.terms, group).values()
        return all(isinstance(term, dict) and isinstance(term.get(form), kind) for term in terms)

    def facts_are_those_of_english(self, key: str, text: str) -> Iterator[Finding]:
        """A translation names just the facts that the English text names, an English message those of our own."""
        source = str(self.english[key])
        if self.tag == ENGLISH:
            source = english().messages.get(key.removeprefix("messages."), text)
        wanted, found = (
            ", ".join(sorted({slot.name for slot in slots(each)}) + sorted(_FORMAT.findall(each))) or "-"
            for each in (source, text)
        )
        if wanted != found:
            yield self.finding(key, "text.facts", wanted=wanted, found=found)

    def numbers(self, key: str, text: str) -> Iterator[Finding]:
        """A rule takes its numbers from the data; elsewhere a translation has those of English."""
        here = plain_text(text)
        digits = set(_NUMBER.findall(here))
        if key.startswith("clauses.") and digits:
            yield self.finding(key, "text.number", number=", ".join(sorted(digits)))
        if self.tag == ENGLISH:
            return
        source = plain_text(str(self.english[key]))
        named = set(_NUMBER.findall(source)) | self.spelled(source, ENGLISH)
        wrong = (digits | self.spelled(here, self.tag)) - named
        lost = set(_NUMBER.findall(source)) - digits - self.spelled(here, self.tag)
        if wrong or lost:
            yield self.finding(key, "text.number", number=", ".join(sorted(wrong | lost)))

    def spelled(self, text: str, tag: str) -> set[str]:
        """The numbers that a text names in words."""
        words = set(_NUMBER_WORD.findall(text.lower()))
        path = (f"locales/{tag}/terms.yaml", "number_words")
        return {
            number
            for number in self.view.mapping(*path)
            if words.intersection(map(str, self.view.items(*path, number)))
        }

    def letters(self, key: str, text: str) -> Iterator[Finding]:
        """A text is written in the letters of its language, but for what it cites."""
        alphabet = frozenset(self.view.text(self.terms, "alphabet"))
        foreign = self.view.items(self.terms, "foreign_words")
        try:
            own = CITED.sub(" ", plain_text(text))
        except MalformedPhrase:
            return
        for word in _WORD.findall(own):
            if alphabet and not alphabet.issuperset(word.lower()) and word not in foreign:
                yield self.finding(key, "text.letters", word=shown(word))
