"""PO and CSV files for translators: the strings of a language are written to them and read back without loss.

A term is one entry for each of its forms; the forms after a number are plural forms of one entry. Each entry carries
the mark of the English text that it was made from, so that the translation of an older text counts as stale.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.pofile import PoFileError, read_po, write_po
from babel.plural import to_gettext

from concordia_ref.spec.errors import Malformed
from concordia_ref.words.catalogue import Text, catalogue, digest, statuses
from concordia_ref.words.languages import ENGLISH, language

BETWEEN_ALIASES = "; "
COLUMNS = ("key", "english", "status", "source")


class Entry(NamedTuple):
    """What a translator sees of a string, or of a form of a term. `texts` are more than one for plural forms."""

    key: str
    english: tuple[str, ...]
    texts: tuple[str, ...]
    status: str
    source: str


def entries(data: Mapping[str, Any], tag: str) -> Iterator[Entry]:
    """All entries of a language; the texts of those that are missing are empty."""
    english, texts, found = catalogue(data, ENGLISH), catalogue(data, tag), statuses(data, tag)
    for key, source in english.items():
        for form, words in _forms(source, texts.get(key), len(language(tag).plural_forms)):
            name = f"{key}#{form}" if form else key
            original = _listed(source if isinstance(source, str) else source.get(form, source["name"]), form)
            if len(words) > 1 and len(original) == 1:
                original = _listed(source.get("count", original), form) if isinstance(source, Mapping) else original
            yield Entry(name, original, words, found[key], digest(source))


def _forms(source: Text, text: Text | None, plural_forms: int) -> Iterator[tuple[str, tuple[str, ...]]]:
    if isinstance(source, str):
        yield "", (text if isinstance(text, str) else "",)
        return
    term = text if isinstance(text, Mapping) else {}
    for form in dict.fromkeys([*source, *term]):
        if form in term or form != "aliases":
            empty = [""] * plural_forms if isinstance(source.get(form), list) else ""
            yield form, _listed(term.get(form, empty), form)


def _listed(words: Any, form: str) -> tuple[str, ...]:
    if form == "aliases" and isinstance(words, list):
        return (BETWEEN_ALIASES.join(words),)
    return tuple(words) if isinstance(words, list) else (str(words),)


def merged(data: Mapping[str, Any], tag: str, found: list[Entry]) -> tuple[dict[str, Text], dict[str, str]]:
    """The strings of a language and their marks after entries have come back; what is empty stays as it was."""
    texts, english = dict(catalogue(data, tag)), catalogue(data, ENGLISH)
    marks: dict[str, str] = {}
    for entry in found:
        key, _, form = entry.key.partition("#")
        if key not in english:
            raise Malformed("i18n.unknown-key", f"English has no text {key!r}")
        if not any(entry.texts):
            continue
        if form:
            before = texts.get(key)
            term = dict(before) if isinstance(before, Mapping) else {}
            term[form] = _words(entry.texts, form, form == "aliases", english[key])
            texts[key] = term
        else:
            texts[key] = entry.texts[0]
        # What nobody has looked at since the English text changed stays stale.
        if entry.status != "stale":
            marks[key] = f"{entry.status if entry.status == 'reviewed' else 'translated'} {entry.source}"
    return texts, marks


def _words(texts: tuple[str, ...], form: str, aliases: bool, source: Text) -> Any:
    if aliases:
        return texts[0].split(BETWEEN_ALIASES)
    counted = len(texts) > 1 or (isinstance(source, Mapping) and isinstance(source.get(form), list))
    return list(texts) if counted else texts[0]


# PO


def to_po(data: Mapping[str, Any], tag: str) -> str:
    """The strings of a language as a PO file."""
    words = language(tag)
    catalog = Catalog(locale=tag.replace("-", "_"), project="concordia", fuzzy=False)
    catalog.mime_headers = [("Plural-Forms", to_gettext(words.plural_rule))]
    for entry in entries(data, tag):
        plural = len(entry.texts) > 1
        catalog.add(
            (entry.english[0], entry.english[-1]) if plural else entry.english[0],
            entry.texts if plural else entry.texts[0],
            context=entry.key,
            auto_comments=[f"{entry.status} {entry.source}"],
            flags=["fuzzy"] if entry.status == "stale" else [],
        )
    file = io.BytesIO()
    write_po(file, catalog, width=0, omit_header=False)
    return file.getvalue().decode("utf-8")


def from_po(text: str, tag: str) -> list[Entry]:
    """The entries of a PO file."""
    try:
        catalog = read_po(io.BytesIO(text.encode("utf-8")), locale=tag.replace("-", "_"), abort_invalid=True)
    except (PoFileError, ValueError) as error:
        raise Malformed("i18n.po", f"this is not a PO file: {error}") from None
    found = []
    for message in catalog:
        if message.context:
            status, _, source = next(iter(message.auto_comments), "").partition(" ")
            texts = message.string if isinstance(message.string, (tuple, list)) else [message.string]
            # A translator's program takes the flag away from what it has seen.
            status = "translated" if status == "stale" and not message.fuzzy else status
            found.append(Entry(message.context, (), tuple(text or "" for text in texts), status, source))
    return found


# CSV


def to_csv(data: Mapping[str, Any], tag: str) -> str:
    """The strings of a language as CSV, with a column for each plural form."""
    forms = language(tag).plural_forms
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow([*COLUMNS, *(f"text:{form}" for form in forms)])
    for entry in entries(data, tag):
        row = [entry.key, " | ".join(entry.english), entry.status, entry.source, *entry.texts]
        writer.writerow(row)
    return file.getvalue()


def from_csv(text: str) -> list[Entry]:
    """The entries of a CSV file."""
    rows = list(csv.reader(io.StringIO(text)))
    if not rows or tuple(rows[0][: len(COLUMNS)]) != COLUMNS:
        message = f"this is not a CSV file of texts: its first row must begin with {', '.join(COLUMNS)}"
        raise Malformed("i18n.csv", message)
    found = []
    for number, row in enumerate(rows[1:], start=2):
        if len(row) < len(COLUMNS):
            raise Malformed("i18n.row", f"row {number} has too few columns")
        key, english, status, source, *texts = row
        while len(texts) > 1 and not texts[-1]:
            texts.pop()
        found.append(Entry(key, (english,), tuple(texts), status, source))
    return found
