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
from concordia_ref.spec.findings import did_you_mean
from concordia_ref.words.catalogue import Text, catalogue, locale_of, marks, statuses
from concordia_ref.words.languages import ENGLISH, language
from concordia_ref.words.translator_notes import notes

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
    wanted = marks(data, tag)
    for key, source in english.items():
        for form, words in _forms(source, texts.get(key), len(language(tag).plural_forms)):
            name = f"{key}#{form}" if form else key
            original = _listed(source if isinstance(source, str) else source.get(form, source["name"]), form)
            if len(words) > 1 and len(original) == 1:
                original = _listed(source.get("count", original), form) if isinstance(source, Mapping) else original
            yield Entry(name, original, words, found[key], wanted[key])


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


class Merged(NamedTuple):
    """The strings of a language after entries have come back, with their marks and what became of each."""

    texts: dict[str, Text]
    marks: dict[str, str]
    new: list[str]
    changed: list[str]
    unchanged: list[str]


def merged(data: Mapping[str, Any], tag: str, found: list[Entry]) -> Merged:
    """Put entries that have come back among the strings of a language; what is empty stays as it was."""
    before, english = catalogue(data, tag), catalogue(data, ENGLISH)
    texts = dict(before)
    filled: dict[str, list[Entry]] = {}
    for entry in found:
        key, _, form = entry.key.partition("#")
        if key not in english:
            hint = did_you_mean(key, english) or f"take the row out, or write a new file with `i18n export {tag}`"
            raise Malformed("i18n.unknown-key", f"English has no text {key!r}", hint=hint)
        if not any(entry.texts):
            continue
        if form:
            present = texts.get(key)
            term = dict(present) if isinstance(present, Mapping) else {}
            term[form] = _words(entry.texts, form, form == "aliases", english[key])
            texts[key] = term
        else:
            texts[key] = entry.texts[0]
        filled.setdefault(key, []).append(entry)
    new = [key for key in filled if key not in before]
    changed = [key for key in filled if key in before and texts[key] != before[key]]
    unchanged = [key for key in filled if key in before and texts[key] == before[key]]
    sources, kept, wanted = locale_of(data, tag, "sources"), set(unchanged), marks(data, tag)
    accepted = {
        key: mark
        for key, each in filled.items()
        if (mark := _mark(each, str(sources.get(key, "")) if key in kept else "", wanted[key]))
    }
    return Merged(texts, accepted, new, changed, unchanged)


def _mark(entries: list[Entry], stored: str, present: str) -> str:
    """The mark of a string that has come back; empty if it stays as it is. `stored` is that of an unchanged text.

    A new or changed text is only translated, whatever the file says: its writer is not its second reader.
    """
    seen = [entry for entry in entries if entry.status != "stale"]
    # What nobody has looked at since the English text changed stays stale.
    if not seen:
        return ""
    source = seen[-1].source
    if stored.endswith(f" {source}") and all(entry.status == "reviewed" for entry in entries):
        return f"reviewed {source}"
    # The mark may be newer than the file: somebody has accepted or reviewed the same text since the export.
    return "" if stored.endswith((f" {source}", f" {present}")) else f"translated {source}"


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
    english = catalogue(data, ENGLISH)
    for entry in entries(data, tag):
        plural = len(entry.texts) > 1
        catalog.add(
            (entry.english[0], entry.english[-1]) if plural else entry.english[0],
            entry.texts if plural else entry.texts[0],
            context=entry.key,
            auto_comments=[f"{entry.status} {entry.source}", *notes(data, english, entry.key.partition("#")[0])],
            flags=["fuzzy"] if entry.status == "stale" else [],
        )
    file = io.BytesIO()
    write_po(file, catalog, width=0, omit_header=False)
    return file.getvalue().decode("utf-8")


def from_po(text: str, tag: str) -> list[Entry]:
    """The entries of a PO file."""
    try:
        # As text: its header may name the encoding that the file had before it was converted.
        catalog = read_po(io.StringIO(text), locale=tag.replace("-", "_"), abort_invalid=True)
    except (PoFileError, ValueError) as error:
        raise Malformed("i18n.po", f"this is not a PO file: {error}") from None
    found = []
    for message in catalog:
        if message.context:
            status, _, source = next(iter(message.auto_comments), "").partition(" ")
            texts = message.string if isinstance(message.string, (tuple, list)) else [message.string]
            # A translator's program removes the flag from texts that it has seen.
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
