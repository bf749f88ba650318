"""Cross-checks of the texts: every string is there in every language, up to date, and fits what it is about.

English gets the same checks, except for those that compare a translation with it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from babel.core import Locale, UnknownLocaleError

from concordia_ref.spec.crosschecks import table_is_complete
from concordia_ref.spec.files import missing_file
from concordia_ref.spec.findings import Finding, did_you_mean, shown
from concordia_ref.spec.paths import lookup
from concordia_ref.spec.rulebook import outline_blocks, section_ids
from concordia_ref.spec.view import View
from concordia_ref.words.catalogue import catalogue, is_rule, marks, place_of, statuses
from concordia_ref.words.languages import ENGLISH, PLAYER_FACTS, Language, english, language
from concordia_ref.words.naming import TERM_FACTS
from concordia_ref.words.phrases import MalformedPhrase, Slot, plain_text, slots
from concordia_ref.words.style import habits_in

PARTS = ("terms", "clauses", "messages", "rulebook", "disputes", "sources")
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


def facts(text: str) -> list[str]:
    """The names of the facts in the placeholders of a text, each once.

    >>> facts("{cost:coin}, not {has}; {cost}")
    ['cost', 'has']
    """
    return [*sorted({slot.name for slot in slots(text)}), *sorted(_FORMAT.findall(text))]


def own_words(text: str) -> list[str]:
    """The words of a text without its placeholders and what it cites; none if a placeholder is malformed."""
    try:
        return _WORD.findall(CITED.sub(" ", plain_text(text)))
    except MalformedPhrase:
        return []


def words_in_other_letters(text: str, alphabet: str, allowed: Collection[str]) -> list[str]:
    """The words of a text that the letters of an alphabet cannot write, except some; none without an alphabet."""
    letters = frozenset(alphabet)
    strange = (word for word in own_words(text) if letters and not letters.issuperset(word.lower()))
    return [word for word in strange if word not in allowed]


def _number_words(view: View, tag: str) -> dict[str, list[str]]:
    """The numbers of a language by the words for them."""
    path = (f"locales/{tag}/terms.yaml", "number_words")
    found: dict[str, list[str]] = {}
    for number in view.mapping(*path):
        for word in view.items(*path, number):
            found.setdefault(str(word), []).append(number)
    return found


class _Checker:
    """The checks of one language."""

    def __init__(self, view: View, tag: str) -> None:
        self.view, self.tag = view, tag
        self.english = catalogue(view.data, ENGLISH)
        self.texts = catalogue(view.data, tag)
        self.terms = f"locales/{tag}/terms.yaml"
        self.number_words = {each: _number_words(view, each) for each in (ENGLISH, tag)}

    @cached_property
    def language(self) -> Language:
        """The grammar of the language; its words are not read from here."""
        return language(self.tag)

    def findings(self) -> Iterator[Finding]:
        """Everything that is wrong."""
        missing = [part for part in PARTS if f"locales/{self.tag}/{part}.yaml" not in self.view.sources]
        if self.tag != ENGLISH and missing:
            yield from (missing_file(f"locales/{self.tag}/{part}.yaml") for part in missing)
            return
        try:
            Locale.parse(self.tag.replace("-", "_"))
        except (UnknownLocaleError, ValueError):
            message = f"CLDR has no plural forms for the language {self.tag}: use a tag that CLDR lists"
            yield self.view.finding(self.terms, ("language",), "locale.unknown", message)
            return
        named = self.view.text(self.terms, "language")
        if named and named != self.tag:
            message = f"the id {shown(named)} differs from the name of the file, {shown(self.tag)}"
            yield self.view.finding(self.terms, ("language",), "id.file-name", message)
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

    def finding(self, key: str, code: str, message: str, *, at_key: bool = False) -> Finding:
        name, path = place_of(key, self.tag)
        return self.view.finding(name, path, code, message, key=at_key)

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
            "players": [[colour for colour in view.items("pieces.yaml", "colours") if isinstance(colour, str)]],
            "languages": [view.mapping("about.yaml", "rulebooks"), (ENGLISH,)],
        }
        for group, parts in wanted.items():
            yield from self.complete(self.terms, (group,), "term", parts)
        clauses = [view.mapping(name, "clauses") for name in view.files("rules")]
        yield from self.complete(f"locales/{ENGLISH}/clauses.yaml", (), "clause", clauses)
        outlines = view.data.get("rulebook", {})
        texts = [block["text"] for block in outline_blocks(outlines) if isinstance(block.get("text"), str)]
        titles = [f"title.{id}" for id in section_ids(outlines)]
        yield from self.complete(f"locales/{ENGLISH}/rulebook.yaml", (), "text", [texts, titles])
        yield from self.stale("the rules that {key} is about have changed")

    def complete(
        self, name: str, path: tuple[str, ...], what: str, parts: Iterable[Iterable[str]]
    ) -> Iterator[Finding]:
        """All ids have names or texts, and nothing else has; where ids or texts are lost, nothing is certain."""
        found = [dict.fromkeys(part) for part in parts]
        ids = {id: None for part in found for id in part}
        there = self.view.value(name, *path)
        if not all(found) or not isinstance(there, dict):
            return
        yield from table_is_complete(self.view, name, path, what, ids)
        for id in there:
            if id not in ids:
                message, hint = f"there is no {what} {shown(id)}", did_you_mean(id, ids)
                yield self.view.finding(name, (*path, id), "id.unknown", message, key=True, hint=hint)

    def strings_are_those_of_english(self) -> Iterator[Finding]:
        """Every English string is translated, from what it says now; nothing else is there."""
        sources = f"locales/{self.tag}/sources.yaml"
        for key, status in statuses(self.view.data, self.tag).items():
            if status == "missing":
                name = place_of(key, self.tag)[0]
                yield self.view.finding(name, (), "text.missing", f"the text {shown(key)} is missing in this language")
        yield from self.stale("what the text {key} is made from, in English, is new or has changed")
        missing = [key for key in self.english if key not in self.texts]
        for key in self.texts:
            if key not in self.english:
                message, hint = f"English has no text {shown(key)}", did_you_mean(key, missing)
                name, path = place_of(key, self.tag)
                yield self.view.finding(name, path, "text.unknown", message, key=True, hint=hint)
        for key in self.view.mapping(sources):
            if key not in self.english:
                message = f"English has no text {shown(key)}"
                yield self.view.finding(sources, (key,), "text.unknown", message, key=True)

    def stale(self, what: str) -> Iterator[Finding]:
        """The texts that somebody must look at, because what they follow has changed."""
        sources = f"locales/{self.tag}/sources.yaml"
        wanted = marks(self.view.data, self.tag)
        for key, status in statuses(self.view.data, self.tag).items():
            if status == "stale":
                mend = f"fix the text, then mark it with {wanted[key]} or `concordia i18n accept {self.tag} {key}`"
                at = (key,) if key in self.view.mapping(sources) else ()
                message = f"{what.format(key=shown(key))}: {mend}"
                yield self.view.finding(sources, at, "text.stale", message, key=bool(at))

    # What a string says

    def term_is_sound(self, key: str, term: Mapping[str, Any]) -> Iterator[Finding]:
        """A term has the forms that English has, and every list of forms one for each plural form."""
        forms = self.language.plural_forms
        for form in self.english[key]:
            if form not in (*term, "aliases"):
                message = f"the form {shown(form)}, which English has, is missing"
                yield self.finding(key, "term.form", message, at_key=True)
        for form, words in term.items():
            if isinstance(words, list) and form != "aliases" and len(words) != len(forms):
                yield self.finding(key, "text.plural", self.other_plural(len(words)), at_key=True)
            for word in words if isinstance(words, list) else [words]:
                if form != "aliases" and isinstance(word, str):
                    yield from self.letters(key, word)

    def text_is_sound(self, key: str, text: str) -> Iterator[Finding]:
        """Placeholders, numbers, letters and style of a text are right."""
        try:
            placeholders = slots(text)
        except MalformedPhrase as error:
            message = f"the placeholder {shown(error.args[0])} is malformed"
            message = f"{message}; spec/locales/en/messages.yaml shows how to write one"
            yield self.finding(key, "text.malformed", message)
            return
        for slot in placeholders:
            yield from self.slot_is_sound(key, slot)
        yield from self.letters(key, text)
        for found, advice in habits_in(key, text, self.tag):
            yield self.finding(key, "text.style", f"{shown(found)} is bad style: {advice}")
        try:
            yield from self.facts_are_those_of_english(key, text)
            yield from self.numbers(key, text)
        except MalformedPhrase:
            return  # Reported for the English text.

    def slot_is_sound(self, key: str, slot: Slot) -> Iterator[Finding]:
        if slot.words and len(slot.words) != len(self.language.plural_forms):
            yield self.finding(key, "text.plural", self.other_plural(len(slot.words)))
        value: Any = None
        if is_rule(key):
            if slot.name.split(".")[0] in self.view.incomplete:
                return
            try:
                value = lookup(self.view.data, slot.name)
            except KeyError as part:
                message = f"the placeholder {shown(slot.written)} names nothing in the data"
                yield self.finding(key, "text.path", f"{message}: {shown(part.args[0])} is not there")
                return
            if not self.can_be_written(value) or (slot.words and type(value) is not int):
                yield self.finding(key, "text.form", self.no_such_form(slot))
                return
        if slot.form and not self.has_form(slot, value):
            yield self.finding(key, "text.form", self.no_such_form(slot))

    def other_plural(self, found: int) -> str:
        return f"the language has the plural forms {', '.join(self.language.plural_forms)}, but this list has {found}"

    def no_such_form(self, slot: Slot) -> str:
        asked = f"{shown(slot.written)} cannot always be filled"
        return f"{asked}: some term lacks the form, or the form is for another kind of value"

    def can_be_written(self, value: Any) -> bool:
        """Whether a value of the data can stand in a sentence: a number, a word, goods, or a list of these."""
        if isinstance(value, Mapping):
            # A good without a name is reported once, not for every use.
            return value.keys() <= {*self.view.mapping("goods.yaml", "goods"), *self.view.mapping(self.terms, "goods")}
        return all(map(self.can_be_written, value)) if isinstance(value, list) else type(value) in (int, str)

    def has_form(self, slot: Slot, value: Any) -> bool:
        """Whether what a placeholder asks for is there, for each thing that it can stand for."""
        noun, _, form = str(slot.form).partition(".")
        if slot.name in TERM_FACTS:
            return self.group_has(TERM_FACTS[slot.name], str(slot.form), str)
        if slot.name in PLAYER_FACTS and noun != "or":
            return self.group_has("players", str(slot.form), str)
        if slot.name in ("colonist", "kind"):
            return self.group_has("things", str(slot.form), list, only=("land_colonist", "sea_colonist"))
        if noun == "or":
            return value is None or isinstance(value, list)
        if isinstance(value, Mapping) or noun in ("count", "acc", "gen"):
            return type(value) is not int and self.group_has("goods", noun, list)
        counted = self.view.mapping(self.terms, "things", noun) or self.view.mapping(self.terms, "goods", noun)
        return type(value) in (int, type(None)) and isinstance(counted.get(form or "count"), list)

    def group_has(self, group: str, form: str, kind: type, only: Collection[str] = ()) -> bool:
        terms = [term for id, term in self.view.mapping(self.terms, group).items() if not only or id in only]
        return all(isinstance(term, dict) and isinstance(term.get(form), kind) for term in terms)

    def facts_are_those_of_english(self, key: str, text: str) -> Iterator[Finding]:
        """A translation names just the facts that the English text names, an English message those of our own."""
        source = str(self.english[key])
        if self.tag == ENGLISH:
            source = english().messages.get(key.removeprefix("messages."), text)
        wanted, found = (", ".join(facts(each)) or "-" for each in (source, text))
        if wanted != found:
            message = f"the placeholders are {found}, but those of the English text are {wanted}"
            yield self.finding(key, "text.facts", message)

    def numbers(self, key: str, text: str) -> Iterator[Finding]:
        """A rule takes its numbers from the data; elsewhere a translation has those of English."""
        here = plain_text(text)
        digits = set(_NUMBER.findall(here))
        if is_rule(key) and digits:
            yield self.finding(key, "text.number", self.other_numbers(digits))
        if self.tag == ENGLISH:
            return
        source = plain_text(str(self.english[key]))
        named = set(_NUMBER.findall(source)) | self.spelled(source, ENGLISH)
        wrong = (digits | self.spelled(here, self.tag)) - named
        lost = set(_NUMBER.findall(source)) - digits - self.spelled(here, self.tag)
        if wrong or lost:
            yield self.finding(key, "text.number", self.other_numbers(wrong | lost))

    def other_numbers(self, numbers: set[str]) -> str:
        stands = "the numbers differ from those in the data or in the English text"
        return f"{stands}: {', '.join(sorted(numbers))}"

    def spelled(self, text: str, tag: str) -> set[str]:
        """The numbers that a text names in words."""
        numbers = self.number_words[tag]
        return {number for word in _NUMBER_WORD.findall(text.lower()) for number in numbers.get(word, ())}

    def letters(self, key: str, text: str) -> Iterator[Finding]:
        """A text is written in the letters of its language, but for what it cites."""
        alphabet = self.view.text(self.terms, "alphabet")
        for word in words_in_other_letters(text, alphabet, self.view.items(self.terms, "foreign_words")):
            yield self.finding(key, "text.letters", f"{shown(word)} is not written in the letters of this language")
