"""All strings of a specification in one list by key, so that each can be translated and checked.

    clauses.goods.price            a clause                     messages.sheet.wins    a message
    rulebook.tribune.recall        a block of the rulebook
    terms.goods.brick              a name with all its forms    editions.fr.name       a text of an edition
    disputes.colonist-income.question, .readings.two_each, .reason, .not_executable, .notes.cs
    disputes.colonist-income.clauses.two_each.colonist.income        a clause as a reading changes it
    editions.fr-letter.clauses.colonist.income                       a clause as an edition changes it

English is what the others are translated from. Its texts of disputes and editions are in the files of these; all
other texts are in `locales/`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from concordia_ref.spec.rulebook import outline_blocks
from concordia_ref.words.languages import ENGLISH

Text = str | Mapping[str, Any]
Status = Literal["translated", "reviewed", "stale", "missing"]
# What a file of terms contains in addition to groups of terms.
NOT_GROUPS = ("language", "name", "unfinished", "alphabet", "number_words", "foreign_words")


def catalogue(data: Mapping[str, Any], tag: str) -> dict[str, Text]:
    """The strings of a language in the data of a tree; values of the wrong shape and empty texts are left out."""
    english = _english_disputes(data) if tag == ENGLISH else ()
    found = (*_strings(data, tag), *english)
    return {key: text for key, text in found if text and isinstance(text, Mapping if key.startswith("terms.") else str)}


def locale_of(data: Mapping[str, Any], tag: str, part: str) -> Mapping[str, Any]:
    """One file of a locale: its terms, clauses, messages, rulebook, disputes or sources."""
    return _mapping(_mapping(_mapping(data.get("locales")).get(tag)).get(part))


def is_unfinished(data: Mapping[str, Any], tag: str) -> bool:
    """Whether a language is marked as one that is still being translated."""
    return locale_of(data, tag, "terms").get("unfinished") is True


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _strings(data: Mapping[str, Any], tag: str) -> Iterator[tuple[str, Any]]:
    for group, terms in locale_of(data, tag, "terms").items():
        if group not in NOT_GROUPS:
            yield from ((f"terms.{group}.{id}", term) for id, term in _mapping(terms).items())
    for part in ("clauses", "messages", "rulebook"):
        yield from ((f"{part}.{id}", text) for id, text in locale_of(data, tag, part).items())
    for part, entries in locale_of(data, tag, "disputes").items():
        for id, texts in _mapping(entries).items():
            yield from _leaves(texts, f"{part}.{id}")


def _leaves(texts: Any, path: str) -> Iterator[tuple[str, Any]]:
    for key, value in _mapping(texts).items():
        if isinstance(value, Mapping):
            yield from _leaves(value, f"{path}.{key}")
        else:
            yield f"{path}.{key}", value


def _english_disputes(data: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for id, dispute in _mapping(data.get("disputes")).items():
        yield from _leaves(dispute_texts(_mapping(dispute)), f"disputes.{id}")
    for id, edition in _mapping(data.get("editions")).items():
        yield from _leaves(edition_texts(_mapping(edition)), f"editions.{id}")


def dispute_texts(dispute: Mapping[str, Any]) -> dict[str, Any]:
    """The texts of a dispute, as a locale file holds them."""
    readings = {id: _mapping(entry) for id, entry in _mapping(dispute.get("readings")).items()}
    texts: dict[str, Any] = {
        "question": dispute.get("question"),
        "readings": {id: entry.get("says") for id, entry in readings.items()},
        "clauses": {id: entry["clauses"] for id, entry in readings.items() if _mapping(entry.get("clauses"))},
        "reason": dispute.get("reason"),
        "original": _mapping(dispute.get("original")).get("says"),
        "not_executable": dispute.get("not_executable"),
        "notes": {book: _mapping(entry).get("note") for book, entry in _mapping(dispute.get("rulebooks")).items()},
    }
    texts["notes"] = {book: note for book, note in texts["notes"].items() if note}
    return {key: value for key, value in texts.items() if value}


def edition_texts(edition: Mapping[str, Any]) -> dict[str, Any]:
    """The texts of an edition, as a locale file holds them."""
    texts = {key: edition.get(key) for key in ("name", "except", "clauses")}
    return {key: value for key, value in texts.items() if value}


def place_of(key: str, tag: str) -> tuple[str, tuple[str, ...]]:
    """The file in which a string of a language stands, and its path in the file."""
    part, _, rest = key.partition(".")
    if part in ("clauses", "messages", "rulebook"):
        return f"locales/{tag}/{part}.yaml", (rest,)
    path = tuple(rest.split("."))
    if part == "terms":
        return f"locales/{tag}/terms.yaml", path
    if is_rule(key):
        # What follows is the id of a clause, which has dots of its own.
        depth = 3 if part == "disputes" else 2
        path = (*path[:depth], ".".join(path[depth:]))
    if tag != ENGLISH:
        return f"locales/{tag}/disputes.yaml", (part, *path)
    match path:
        case (id, "clauses", reading, clause):
            return f"disputes/{id}.yaml", ("readings", reading, "clauses", clause)
        case (id, "readings", reading):
            return f"disputes/{id}.yaml", ("readings", reading, "says")
        case (id, "notes", book):
            return f"disputes/{id}.yaml", ("rulebooks", book, "note")
        case (id, "original"):
            return f"disputes/{id}.yaml", ("original", "says")
        case (id, *inside):
            return f"{part}/{id}.yaml", tuple(inside)
    raise KeyError(key)


def is_rule(key: str) -> bool:
    """Whether a string states rules, with values of the data: a clause, also of a reading or an edition, or a block.

    >>> is_rule("clauses.goods.price"), is_rule("disputes.passing.reason")
    (True, False)
    """
    part, _, rest = key.partition(".")
    return part in ("clauses", "rulebook") or (part in ("disputes", "editions") and rest.split(".")[1] == "clauses")


def digest(text: Text | Sequence[Text]) -> str:
    """A short mark of an English text; a translation carries the mark of the text that it was made from."""
    canonical = json.dumps(text, sort_keys=True, ensure_ascii=False, default=dict)
    return hashlib.sha256(canonical.encode("utf-8")).hexdigest()[:8]


def marks(data: Mapping[str, Any], tag: str) -> dict[str, str]:
    """The mark of what each text of a language must follow: the English text, or in English what it is about.

    A block of the rulebook also follows the English texts of the clauses that it covers or recalls.
    """
    english, about = catalogue(data, ENGLISH), _clauses_of_blocks(data)
    rules = {key: [english.get(f"clauses.{id}", "") for id in ids] for key, ids in about.items()}
    if tag == ENGLISH:
        return {key: digest(texts) for key, texts in rules.items() if key in english}
    return {key: digest([text, *rules[key]] if key in rules else text) for key, text in english.items()}


def _clauses_of_blocks(data: Mapping[str, Any]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for block in outline_blocks(_mapping(data.get("rulebook"))):
        if isinstance(text := block.get("text"), str):
            found[f"rulebook.{text}"] = [*block.get("covers", ()), *block.get("recalls", ())]
    return found


def statuses(data: Mapping[str, Any], tag: str) -> dict[str, Status]:
    """How far each text of a language has come; in English, only those of the rulebook follow anything."""
    texts = catalogue(data, tag)
    sources = locale_of(data, tag, "sources")
    found: dict[str, Status] = {}
    for key, mark in marks(data, tag).items():
        status, _, source = str(sources.get(key, "")).partition(" ")
        if key not in texts:
            found[key] = "missing"
        elif source != mark:
            found[key] = "stale"
        else:
            found[key] = "reviewed" if status == "reviewed" else "translated"
    return found
