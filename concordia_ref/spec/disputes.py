"""Disputes, their readings, and editions: which reading of each question a game is played by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

from concordia_ref.spec.errors import Malformed, unknown
from concordia_ref.spec.files import read_bytes
from concordia_ref.spec.findings import Finding, SpecificationError, did_you_mean
from concordia_ref.spec.model import CANONICAL
from concordia_ref.spec.overlay import Patch, overlaps
from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.spec.strict_yaml import parse_bytes
from concordia_ref.spec.tree import read_tree


class Reading(NamedTuple):
    """One answer to a question. `patch` is what it changes in the data; the ruling has none.

    `clauses` are the rules that it changes, as they read under it, with placeholders for numbers. `not_played` says why
    a reading without a patch cannot be played.
    """

    id: str
    says: str
    patch: Patch | None
    clauses: Mapping[str, str] = {}
    not_played: str | None = None


class Stance(NamedTuple):
    """What a rulebook has to say on a question: a reading, or None where it is silent or damaged.

    `literally` is the reading that its words support when taken to the letter, where that is another one.
    """

    rulebook: str
    reading: str | None
    status: Literal["says", "silent", "damaged"]
    heading: str | None
    at: str | None
    example: bool
    literally: str | None
    note: str


class Original(NamedTuple):
    """What the English original of the rules, or another outside source, has to say on a question."""

    says: str
    sources: tuple[str, ...]
    sure: Literal["high", "medium", "low"]


class Dispute(NamedTuple):
    """A question on which the rulebooks differ, are damaged or say nothing, with its ruling."""

    id: str
    codes: tuple[str, ...]
    question: str
    topic: str
    clauses: tuple[str, ...]
    decides: tuple[str, ...]
    kind: Literal["contradiction", "silence", "wording", "terminology", "self-contradiction", "damage"]
    severity: Literal["outcome", "edge", "cosmetic"]
    readings: Mapping[str, Reading]
    stances: Mapping[str, Stance]
    ruling: str
    because: tuple[str, ...]
    reason: str
    original: Original | None
    confidence: Literal["high", "medium", "low"]
    told_apart_by: str | None
    not_executable: str | None

    @property
    def executable(self) -> bool:
        """Whether some other reading than the ruling can be played."""
        return self.told_apart_by is not None

    @property
    def contested(self) -> bool:
        """Whether some rulebook differs from the ruling."""
        return any(stance.reading not in (None, self.ruling) for stance in self.stances.values())

    def supporters(self, reading: str) -> list[str]:
        """The rulebooks that support a reading."""
        return [stance.rulebook for stance in self.stances.values() if stance.reading == reading]

    def divides(self, one: str, other: str) -> bool:
        """Whether two rulebooks support different readings."""
        first, second = self.stances[one].reading, self.stances[other].reading
        return first is not None and second is not None and first != second


class Edition(NamedTuple):
    """The canonical rules with other readings of some questions.

    `clauses` are rules that several of these readings change at once, as they hold in the edition.
    """

    id: str
    name: str
    takes: Mapping[str, str]
    exceptions: Mapping[str, str]
    clauses: Mapping[str, str] = {}

    def patches(self, disputes: Mapping[str, Dispute]) -> dict[str, Patch]:
        """The patches of the readings that the edition takes, by dispute."""
        return {id: disputes[id].readings[reading].patch or {} for id, reading in self.takes.items()}


class Register(NamedTuple):
    """All disputes and editions of a specification."""

    disputes: Mapping[str, Dispute]
    editions: Mapping[str, Edition]

    def edition(self, name: str) -> Edition:
        """An edition by its id, or read from the file with this path; `Malformed` says why there is none."""
        if name in self.editions:
            return self.editions[name]
        if not Path(name).is_file():
            message = f"there is no edition {name!r}, and no such file"
            raise Malformed("edition.unknown", message, hint=did_you_mean(name, self.editions))
        content = read_bytes(Path(name), name)
        if isinstance(content, Finding):
            raise Malformed("edition", content.text)
        source, findings = parse_bytes(content, name)
        if source is None or findings:
            raise Malformed("edition", "; ".join(finding.text for finding in findings))
        return checked_edition(source.data, self.disputes)


def read_register(folder: Path | None = None) -> Register:
    """The disputes and editions of a specification: of the one in a folder, or of the packaged one."""
    if folder is None or folder == packaged_folder("spec"):
        return _packaged_register()
    return _register(folder)


@cache
def _packaged_register() -> Register:
    return _register(packaged_folder("spec"))


def _register(folder: Path) -> Register:
    tree, findings = read_tree(folder, left_out=("locales",))
    if findings:
        raise SpecificationError(findings)
    data = tree.data
    headings = {id: book["sections"] for id, book in data["about"]["rulebooks"].items()}
    disputes = {id: dispute_from(entry, headings) for id, entry in data["disputes"].items()}
    editions = {id: edition_from(entry, disputes) for id, entry in data["editions"].items()}
    return Register(disputes, dict(sorted(editions.items(), key=lambda item: (item[0] != CANONICAL, item[0]))))


def checked_edition(data: Any, disputes: Mapping[str, Dispute]) -> Edition:
    """An edition that somebody has written, checked before it is used."""
    problems = list(edition_problems(data, disputes))
    if problems:
        raise Malformed("edition", "; ".join(problems))
    edition = edition_from(data, disputes)
    for first, second, path in overlaps(edition.patches(disputes)):
        raise Malformed("edition", f"{first} and {second} both change {path} in this edition")
    return edition


def edition_problems(data: Any, disputes: Mapping[str, Dispute]) -> Iterator[str]:
    """What is wrong with an edition in a file of its own."""
    if not isinstance(data, dict):
        yield "an edition is a mapping with id, name and takes"
        return
    keys = ("id", "name", "follows", "to_the_letter", "except", "takes", "clauses")
    for key in data:
        if key not in keys:
            yield f"unknown key {key!r}"
    for key in ("id", "name"):
        if not isinstance(data.get(key), str):
            yield f"{key!r} must be text"
    books = next(iter(disputes.values())).stances
    if "follows" in data and data["follows"] not in books:
        yield f"there is no rulebook {data['follows']!r}"
    for key in ("takes", "except"):
        if not isinstance(data.get(key, {}), dict):
            yield f"{key!r} must be a mapping"
            return
    for id in (*data.get("takes", {}), *data.get("except", {})):
        if id not in disputes:
            yield str(unknown("dispute", id, "", disputes))
    for id, reading in data.get("takes", {}).items():
        if id in disputes and reading not in disputes[id].readings:
            yield f"{id} has no reading {reading!r}, but {', '.join(disputes[id].readings)}"
        elif id in disputes and reading != disputes[id].ruling and disputes[id].readings[reading].patch is None:
            yield f"the reading {reading!r} of {id} cannot be played"


def dispute_from(data: Mapping[str, Any], headings: Mapping[str, Mapping[str, str]]) -> Dispute:
    """A dispute from its file; the headings are those of each rulebook's sections."""
    readings = {
        id: Reading(id, entry["says"], entry.get("patch"), entry.get("clauses", {}), entry.get("not_played"))
        for id, entry in data["readings"].items()
    }
    original = data.get("original")
    return Dispute(
        id=data["id"],
        codes=tuple(data["codes"]),
        question=data["question"],
        topic=data["topic"],
        clauses=tuple(data["clauses"]),
        decides=tuple(data.get("decides", ())),
        kind=data["kind"],
        severity=data["severity"],
        readings=readings,
        stances={book: _stance(book, entry, headings[book]) for book, entry in data["rulebooks"].items()},
        ruling=data["ruling"],
        because=tuple(data["because"]),
        reason=data["reason"],
        original=original and Original(original["says"], tuple(original["sources"]), original["sure"]),
        confidence=data["confidence"],
        told_apart_by=data.get("told_apart_by"),
        not_executable=data.get("not_executable"),
    )


def _stance(rulebook: str, entry: Mapping[str, Any], headings: Mapping[str, str]) -> Stance:
    says = entry["says"]
    speaks = says not in ("silent", "damaged")
    heading = headings.get(entry.get("section", ""))
    return Stance(
        rulebook,
        reading=says if speaks else None,
        status="says" if speaks else says,
        heading=heading,
        at=entry.get("at"),
        example=entry.get("example", False),
        literally=entry.get("literally"),
        note=entry.get("note", ""),
    )


def edition_from(data: Mapping[str, Any], disputes: Mapping[str, Dispute]) -> Edition:
    """An edition from its file: what its rulebook reads, what it excepts, and what else it takes."""
    takes: dict[str, str] = {}
    exceptions = data.get("except", {})
    if "follows" in data:
        for dispute in disputes.values():
            stance = dispute.stances[data["follows"]]
            literally = stance.literally if data.get("to_the_letter") else None
            reading = literally or stance.reading
            playable = reading is not None and dispute.readings[reading].patch is not None
            if playable and dispute.id not in exceptions:
                takes[dispute.id] = str(reading)
    takes |= {id: reading for id, reading in data.get("takes", {}).items() if disputes[id].ruling != reading}
    return Edition(data["id"], data["name"], takes, exceptions, data.get("clauses", {}))
