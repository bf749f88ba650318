"""Languages: the words and the grammar in which people read about the game.

The locale files hold names of things, texts of clauses and of disputes, and messages, all with placeholders
(`phrases`). A `Language` fills them in its grammar: plural forms, lists and numbers by CLDR, forms of names by its
terms.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import yaml
from babel.core import Locale
from babel.lists import format_list
from babel.numbers import format_decimal
from babel.plural import PluralRule

from concordia_ref.spec.disputes import read_register
from concordia_ref.spec.model import Specification
from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.spec.paths import lookup
from concordia_ref.words.phrases import Slot, parse
from concordia_ref.words.serbian import to_latin

ENGLISH = "en"
# Languages that are written in a second script, made from the first.
DERIVED: Mapping[str, tuple[str, Callable[[str], str]]] = {"sr-Latn": ("sr", to_latin)}
PLURAL_ORDER = ("zero", "one", "two", "few", "many", "other")
# Whole numbers up to here show every plural form that a rule of this game can need.
NUMBERS = range(200)
NO_BREAK_SPACE = "\u00a0"
ONE_LETTER_WORDS = {"cs": "AaIiKkOoSsUuVvZz", "pl": "AaIiOoUuWwZz"}
"""Words that do not end a line in print."""
PLAYER_FACTS = ("seat", "seats", "holder", "to_play")
"""Facts of messages that are players: seats in the data, colours in a sentence."""


@dataclass(frozen=True, slots=True)
class Term:
    """A thing with a name in every language: the group of terms that it belongs to, and its id."""

    group: str
    id: str


@dataclass(frozen=True, slots=True)
class Said:
    """A message as a part of another one, such as the word for the total."""

    key: str


class Language:
    """The words and the grammar of a language, from a folder of locale files."""

    def __init__(self, tag: str, folder: Path) -> None:
        self.tag = tag
        self.written_in: str = tag
        self._respell: Callable[[str], str] | None = None
        if tag in DERIVED:
            self.written_in, self._respell = DERIVED[tag]
        self._folder = folder / self.written_in
        self._space = " " if tag == ENGLISH else NO_BREAK_SPACE

    def __repr__(self) -> str:
        return f"Language({self.tag!r})"

    @cached_property
    def terms(self) -> Mapping[str, Any]:
        """The names of things, by group, id and form."""
        return self._read("terms")

    @cached_property
    def _colours(self) -> Sequence[str]:
        """The colours of the players, in the order of their seats."""
        pieces = yaml.load((self._folder.parent.parent / "pieces.yaml").read_bytes(), yaml.SafeLoader)
        colours: Sequence[str] = pieces["colours"]
        return colours

    @cached_property
    def clauses(self) -> Mapping[str, str]:
        """The texts of the clauses, unfilled."""
        return self._read("clauses")

    @cached_property
    def messages(self) -> Mapping[str, str]:
        """The messages and headings, unfilled."""
        return self._read("messages")

    @cached_property
    def rulebook(self) -> Mapping[str, str]:
        """The prose of the rulebook and of the player aid, unfilled."""
        return self._read("rulebook")

    @cached_property
    def disputes(self) -> Mapping[str, Any]:
        """The texts of disputes and editions; English ones stand with the disputes themselves."""
        return {} if self.written_in == ENGLISH else self._read("disputes")

    def _read(self, part: str) -> Mapping[str, Any]:
        file = self._folder / f"{part}.yaml"
        # Strictness is the business of `validate`; a language that is still being written may lack a file.
        if not file.is_file():
            return {}
        data: Mapping[str, Any] = yaml.load(file.read_bytes(), getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        return _respelled(data, self._respell) if self._respell else data

    def sort_key(self, text: str) -> tuple[list[int], str]:
        """Where a text stands in a list in the order of the alphabet; a letter that it lacks counts as its base."""
        letters = {letter: place for place, letter in enumerate(self.terms.get("alphabet", ""))}
        # French orders its accented letters among the others, and lists them after these.
        places = [
            letters.get(letter if self.tag != "fr" else _base(letter), 0) for letter in text.lower() if letter.isalpha()
        ]
        return places, text

    # Phrases

    def say(self, key: str, /, **facts: Any) -> str:
        """A message with its facts, in English where the language lacks it.

        Players go by their colours; only what is wrong with the JSON of a position is about seats.
        """
        if not key.startswith("problem."):
            facts |= {name: self._players(facts[name]) for name in PLAYER_FACTS if name in facts}
        text = self.messages.get(key)
        return self.fill(text, facts) if text is not None else english().fill(english().messages[key], facts)

    def _players(self, seats: Any) -> Any:
        if isinstance(seats, (list, tuple)):
            return [self._players(seat) for seat in seats]
        return Term("players", self._colours[seats]) if type(seats) is int else seats

    def clause(self, id: str, spec: Specification) -> str:
        """The text of a clause as the readings of a specification have it, with its values."""
        text = self.changed_clauses(spec).get(id) or self.clauses.get(id)
        return self.fill(text, spec.data) if text is not None else english().fill(english().clauses[id], spec.data)

    def block(self, id: str, spec: Specification) -> str:
        """A text of the rulebook with its values."""
        text = self.rulebook.get(id)
        if text is None:
            return english().fill(english().rulebook[id], spec.data)
        letters = ONE_LETTER_WORDS.get(self.tag, "")
        filled = self.fill(text, spec.data)
        return re.sub(rf"(?<!\w)([{letters}]) ", rf"\1{NO_BREAK_SPACE}", filled) if letters else filled

    def changed_clauses(self, spec: Specification) -> dict[str, str]:
        """The clauses that readings and edition change, unfilled; in English where the language lacks them."""
        texts: dict[str, str] = {}
        if not spec.takes:
            return texts
        register = read_register(spec.folder)
        for dispute, reading in spec.takes.items():
            own = self.disputes.get("disputes", {}).get(dispute, {}).get("clauses", {}).get(reading, {})
            texts |= {**register.disputes[dispute].readings[reading].clauses, **own}
        if spec.edition in register.editions:
            own = self.disputes.get("editions", {}).get(spec.edition, {}).get("clauses", {})
            texts |= {**register.editions[spec.edition].clauses, **own}
        return texts

    def fill(self, text: str, facts: Mapping[str, Any]) -> str:
        """A phrase with every placeholder filled from facts, which may be nested."""
        return "".join(part if isinstance(part, str) else self._slot(part, facts) for part in parse(text))

    def _slot(self, slot: Slot, facts: Mapping[str, Any]) -> str:
        value = lookup(facts, slot.name)
        return slot.words[self.plural(value)] if slot.words else self.written(value, slot.form)

    def written(self, value: Any, form: str | None = None) -> str:
        """A value in words: a number, a term, amounts of goods or a list of these."""
        match value:
            case Term():
                return self.name(value.group, value.id, form or "name")
            case Said():
                return self.say(value.key)
            case int():
                return self.counted(value, form) if form else self.number(value)
            case Mapping() if all(isinstance(number, int) for number in value.values()):
                return self.amounts(value, form or "count")
            case Mapping():
                return self.listed([self.name("goods", id) for id in value])
            case list() | tuple():
                return self.listed([self.written(item) for item in value], form or "and")
            case _:
                return str(value)

    # Grammar

    @cached_property
    def _cldr(self) -> Locale:
        # British English puts no comma before "and".
        return Locale.parse("en_GB" if self.tag == ENGLISH else self.tag.replace("-", "_"))

    @cached_property
    def plural_forms(self) -> tuple[str, ...]:
        """The plural forms that whole numbers take in this language."""
        used = {self._cldr.plural_form(number) for number in NUMBERS}
        return tuple(form for form in PLURAL_ORDER if form in used)

    @property
    def plural_rule(self) -> PluralRule:
        """Which numbers take which of the plural forms; the last is for all that are left."""
        rules = self._cldr.plural_form.rules
        return PluralRule({form: rules[form] for form in self.plural_forms[:-1]})

    def plural(self, number: int) -> int:
        """Which of the plural forms a number takes."""
        form = self._cldr.plural_form(number)
        return self.plural_forms.index(form) if form in self.plural_forms else len(self.plural_forms) - 1

    def number(self, number: int) -> str:
        """A number in digits; in English ungrouped, because programs read what developers see."""
        if abs(number) <= 999 or self.tag == ENGLISH:
            return str(number)
        return str(format_decimal(number, locale=self._cldr))

    def decimal(self, number: float, digits: int, *, signed: bool = False) -> str:
        """A number with the given number of decimals, and with its sign if it is a difference."""
        pattern = f"0.{'0' * digits}"
        # What rounds to zero has no sign of its own.
        rounded = round(number, digits) + 0.0
        written = str(format_decimal(rounded, f"+{pattern};-{pattern}" if signed else pattern, locale=self._cldr))
        return written.replace("-", "−")

    def listed(self, items: Sequence[str], joined_by: str = "and") -> str:
        """Items as one list, with "and" or "or" before the last."""
        if len(items) < 2:
            return items[0] if items else "-"
        return format_list(items, "or" if joined_by == "or" else "standard", locale=self._cldr)

    def name(self, group: str, id: str, form: str = "name") -> str:
        """A form of the name of a thing: in English where the language lacks it, or else its id."""
        term = self.terms.get(group, {}).get(id) or english().terms.get(group, {}).get(id, {})
        found = term.get(form, term.get("name", id))
        # The first of the forms after a number is the singular.
        return str(found[0] if isinstance(found, list) else found)

    def names(self, group: str, ids: Iterable[str]) -> str:
        """The names of things of one group, with commas between them."""
        return ", ".join(self.name(group, id) for id in ids)

    def counted(self, number: int, noun: str) -> str:
        """A number with the noun that it counts: `coin`, or `coin.acc` in another form than the usual one."""
        id, _, form = noun.partition(".")
        words, term = self, self._counted_term(id)
        if (form or "count") not in term:
            # In English where the language lacks it.
            words, form = english(), ""
            term = words._counted_term(id)
        return f"{self.number(number)}{self._space}{term[form or 'count'][words.plural(number)]}"

    def _counted_term(self, id: str) -> Mapping[str, Any]:
        found = self.terms.get("things", {}).get(id) or self.terms.get("goods", {}).get(id)
        return found if isinstance(found, Mapping) else {}

    def amounts(self, amounts: Mapping[str, int], form: str = "count") -> str:
        """Amounts of goods as a list."""
        if not amounts:
            return self.say("nothing")
        return self.listed([self.counted(number, f"{good}.{form}") for good, number in amounts.items()])


def _base(letter: str) -> str:
    return unicodedata.normalize("NFD", letter)[0]


def _respelled(value: Any, respell: Callable[[str], str]) -> Any:
    if isinstance(value, dict):
        return {key: _respelled(item, respell) for key, item in value.items()}
    if isinstance(value, list):
        return [_respelled(item, respell) for item in value]
    return respell(value) if isinstance(value, str) else value


def english() -> Language:
    """English, which replaces texts that another language lacks."""
    return language(ENGLISH)


def language(tag: str, folder: Path | None = None) -> Language:
    """The language of a tag that is one of `tags`."""
    return _language(tag, (folder or packaged_folder("spec")) / "locales")


@cache
def _language(tag: str, folder: Path) -> Language:
    return Language(tag, folder)


def tags(folder: Path | None = None, *, unfinished: bool = False) -> list[str]:
    """All languages, English first, each derived script after what it is made from; unfinished ones if asked for."""
    locales = (folder or packaged_folder("spec")) / "locales"
    names = (entry.name for entry in locales.iterdir() if entry.is_dir() and (unfinished or not _is_unfinished(entry)))
    found = sorted(names, key=lambda tag: (tag != ENGLISH, tag))
    derived = {tag: [other for other, (base, _) in DERIVED.items() if base == tag] for tag in found}
    return [each for tag in found for each in (tag, *derived[tag])]


def _is_unfinished(folder: Path) -> bool:
    """Whether a language is marked as unfinished; its file is not parsed, because every command asks for all tags."""
    terms = folder / "terms.yaml"
    return terms.is_file() and b"\nunfinished: true" in terms.read_bytes()


def chosen_tag(asked: str | None, known: Iterable[str] | None = None) -> str:
    """The tag of the language to use: the one asked for, or that of the environment, or English.

    A tag is one of BCP 47, such as `sr-Latn-RS`, or a name of the system's locales, such as `cs_CZ.UTF-8`. Raises
    `LookupError` for a language asked for that is not there; an unknown language of the environment is ignored.
    """
    known = list(known or tags())
    if asked:
        if found := matching_tag(asked, known):
            return found
        raise LookupError(asked)
    wishes = [os.environ.get(name, "") for name in ("CONCORDIA_LANG", "LC_ALL", "LC_MESSAGES", "LANG")]
    # The first that is set decides, as everywhere in the system.
    wish = next(filter(None, wishes), "")
    return matching_tag(wish, known) or ENGLISH


_TAG = r"([a-zA-Z]{2,3})(?:[-_]([a-zA-Z]{4}))?(?:[-_](?:[a-zA-Z]{2}|[0-9]{3}))?(?:\..*?)?(?:@(.*))?"


def matching_tag(wish: str, known: Iterable[str]) -> str | None:
    """The known tag that fits a wish best.

    >>> [matching_tag(wish, ["en", "sr", "sr-Latn"]) for wish in ("sr-RS", "sr_RS.UTF-8@latin", "SR-latn", "de")]
    ['sr', 'sr-Latn', 'sr-Latn', None]
    """
    match = re.fullmatch(_TAG, wish)
    if match is None:
        return None
    name, script, modifier = match.groups()
    script = script or ("Latn" if modifier == "latin" else "")
    exact = f"{name.lower()}-{script.capitalize()}"
    return next((tag for tag in (exact, name.lower()) if tag in known), None)
