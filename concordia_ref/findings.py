"""What is wrong with a file: a code, a place, the facts, and the sentence that tells a person about it."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

TEMPLATES: Mapping[str, str] = {
    "file.missing": "this file is missing; a specification needs it",
    "file.unexpected": "no file of this name belongs to a specification",
    "file.unreadable": "cannot be read: {reason}",
    "file.too-large": "is {size} bytes long; no specification file may be longer than {limit}",
    "file.not-utf-8": "is not UTF-8: byte {byte} cannot stand here",
    "file.empty": "is empty",
    "yaml.syntax": "is not YAML: {problem}",
    "yaml.tab": "a tab stands here; YAML is indented with spaces",
    "yaml.documents": "a second YAML document begins here; one file is one document",
    "yaml.anchor": "anchors and aliases are not allowed: write the value out",
    "yaml.tag": "the tag {tag} is not allowed: values are plain text, whole numbers, true and false",
    "yaml.merge-key": "merge keys (<<) are not allowed: write the values out",
    "yaml.deep": "is nested more than {limit} levels deep",
    "yaml.duplicate-key": "the key {key} stands here for the second time; the first is in line {first}",
    "yaml.key-not-text": "the key {key} is not text: put it in quotes",
    "yaml.ambiguous": "{value} means different things in YAML 1.1 and 1.2: put it in quotes if it is text{instead}",
    "yaml.not-whole": "{value} is not a whole number; the specification knows no others",
    "yaml.too-many-digits": "{value} has {digits} digits; a number may have {limit}, so that any program can read it",
    "schema.unknown-key": "unknown key {key}",
    "schema.missing-key": "the key {key} is missing",
    "schema.wrong-type": "must be {wanted}, not {found}",
    "schema.unknown-value": "{value} is not one of {wanted}",
    "schema.pattern": "{value} does not have the right form, {wanted}",
    "schema.bounds": "{value} is out of bounds: {wanted}",
    "schema.repeated": "{value} stands in this list already",
    "id.unknown": "there is no {what} {value}",
    "id.incomplete": "{what} {missing} is missing here",
    "id.file-name": "the id {value} differs from the name of the file, {wanted}",
    "id.card-name": "the card {value} must be called {wanted}: its deck and its kind",
    "id.twice": "{what} {value} is defined here a second time; the first stands in {first}",
    "clause.unused": "no datum refers to the clause {clause}: nothing carries it out",
    "clause.no-parameter": "{key} names no parameter of this group",
    "clause.missing": "the parameter {key} names no clause",
    "clause.place-twice": "{rulebook} stands under {first} and under {second}; it can be only one of them",
    "map.line-to-itself": "this line leads from {city} to itself",
    "map.line-twice": "the {kind} line between {a} and {b} stands here a second time; the first is in line {first}",
    "map.unreachable": "{city} cannot be reached from {start} by land or sea",
    "map.lines-apart": "the {kind} lines do not hang together: {cities} cannot be reached by them from {start}",
    "map.empty-province": "no city lies in the province {province}",
    "map.tokens": "letter {letter} has {cities} cities on the map but {tokens} tokens in setup.yaml",
    "map.two-cities": "{city} is both the start city and a city of its own",
    "cards.pantheon": "with {players} players the decks hold {found} cards of {god}, but the board prints {printed}",
    "cards.no-value": "{card} needs {value}, because {because}",
    "cards.unused-value": "{card} has {value}, but {because}",
    "setup.players": "nothing says which decks {players} players use, but the map {map} is for so many",
    "setup.colonists": "{found} {kind} colonists are set up, but every player has {wanted}",
    "setup.storehouse": "the goods and colonists at the start fill {found} spaces, but there are {wanted}",
    "setup.colours": "{wanted} players need as many colours, but there are {found}",
    "setup.markers": "the map {map} has {provinces} provinces, but there are {markers} bonus markers",
    "setup.display": "{players} players have {found} cards for sale, fewer than the {slots} slots of the display",
    "dispute.ruling-patched": "{reading} is the ruling: it has no patch, because the data are the ruling",
    "dispute.no-scenario": "some reading can be played, but told_apart_by names no scenario",
    "dispute.no-patch": "told_apart_by names a scenario, but no reading has a patch to play",
    "dispute.patch-path": "the patch names {path}, which is not in the data",
    "edition.not-playable": "the reading {reading} cannot be played: it has no patch",
    "edition.overlap": "{first} and {second} both change {path} in this edition",
    "text.path": "the placeholder {placeholder} names nothing in the data: {problem}",
    "text.malformed": "the placeholder {placeholder} is not of the form {{path}} or {{path|one|many}}",
}

Facts = Mapping[str, object]

# Longer words are no misspelt ids, and would make a message that nobody can read.
LONGEST_SHOWN = 120


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault, with its place: a file, and a line and column that count from 1.

    >>> Finding("goods.yaml", 4, 3, "schema.unknown-key", {"key": "'prise'"}, "did you mean 'price'?").text
    "goods.yaml:4:3: unknown key 'prise'; did you mean 'price'? [schema.unknown-key]"
    """

    file: str
    line: int
    column: int
    code: str
    facts: Facts = field(default_factory=dict)
    hint: str = ""

    @property
    def message(self) -> str:
        """The fault in a sentence, with the hint if there is one."""
        sentence = TEMPLATES[self.code].format(**self.facts)
        return f"{sentence}; {self.hint}" if self.hint else sentence

    @property
    def text(self) -> str:
        """The line that a terminal or an editor shows."""
        return f"{self.file}:{self.line}:{self.column}: {self.message} [{self.code}]"


class SpecificationError(ValueError):
    """Raised by `load` for a specification with faults; `findings` lists them all."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.findings = tuple(findings)
        super().__init__("\n".join(finding.text for finding in self.findings))


def did_you_mean(value: str, known: Iterable[str]) -> str:
    """A hint that names the known word closest to a misspelt one, or nothing if none is close.

    >>> did_you_mean("jupitre", ["jupiter", "mars"])
    "did you mean 'jupiter'?"
    """
    if len(value) > LONGEST_SHOWN:
        return ""
    by_letters = {word.lower(): word for word in known}
    close = difflib.get_close_matches(value.lower(), by_letters, n=1, cutoff=0.6)
    return f"did you mean {by_letters[close[0]]!r}?" if close else ""


def shown(value: object) -> str:
    """A value as a message quotes it: as Python writes it, cut short if it is long.

    >>> shown("brick"), len(shown("b" * 1000))
    ("'brick'", 121)
    """
    text = repr(value)
    return text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "…"


def render(findings: Iterable[Finding], form: str) -> str:
    """All findings as `text`, as `json` (escaped, whatever the encoding of the terminal), or as `github` commands."""
    if form == "json":
        items = [
            {"file": f.file, "line": f.line, "column": f.column, "code": f.code, "message": f.message} for f in findings
        ]
        return json.dumps({"findings": items}, indent=2)
    if form == "github":
        return "\n".join(
            f"::error file={_property(f.file)},line={f.line},col={f.column},title={f.code}::{_data(f.message)}"
            for f in findings
        )
    return "\n".join(finding.text for finding in findings)


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
