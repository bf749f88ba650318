"""What is wrong with a file: a code, a place, the facts, and the sentence that tells a person about it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from concordia_ref.words.speech import say

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
        sentence = say(f"finding.{self.code}", **self.facts)
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
    # Imported here, as elsewhere in this module, because a game that goes well needs none of it.
    import difflib

    by_letters = {word.lower(): word for word in known}
    close = difflib.get_close_matches(value.lower(), by_letters, n=1, cutoff=0.6)
    return say("hint.did-you-mean", word=repr(by_letters[close[0]])) if close else ""


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
        import json

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
