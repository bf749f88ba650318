"""What is wrong with a file: a code for programs, a place, and a message for people."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable
from typing import NamedTuple

# Longer words are not misspelt ids, and would make the message unreadable.
LONGEST_SHOWN = 120


class Finding(NamedTuple):
    """One fault, with its place: a file, and a line and column that count from 1.

    >>> Finding("goods.yaml", 4, 3, "schema.unknown-key", "unknown key 'prise'", "did you mean 'price'?").text
    "goods.yaml:4:3: unknown key 'prise'; did you mean 'price'? [schema.unknown-key]"
    """

    file: str
    line: int
    column: int
    code: str
    message: str
    hint: str = ""

    @property
    def explanation(self) -> str:
        """The message, with the hint if there is one."""
        return f"{self.message}; {self.hint}" if self.hint else self.message

    @property
    def text(self) -> str:
        """The line that a terminal or an editor shows."""
        return f"{self.file}:{self.line}:{self.column}: {self.explanation} [{self.code}]"


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
    word = closest(value, known)
    return f"did you mean {word!r}?" if word else ""


def closest(value: str, known: Iterable[str]) -> str | None:
    """The known word closest to a misspelt one, or None if none is close."""
    if len(value) > LONGEST_SHOWN:
        return None
    by_letters = {word.lower(): word for word in known}
    close = difflib.get_close_matches(value.lower(), by_letters, n=1, cutoff=0.6)
    return by_letters[close[0]] if close else None


def shown(value: object) -> str:
    """A value as a message quotes it: as Python writes it, cut short if it is long.

    >>> shown("brick"), len(shown("b" * 1000))
    ("'brick'", 121)
    """
    text = repr(value)
    return text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "…"


def counted(number: int | str, noun: str, plural: str = "") -> str:
    """A number with the noun that it counts.

    >>> counted(1, "token"), counted(2, "city", "cities")
    ('1 token', '2 cities')
    """
    return f"{number} {noun if number in (1, '1') else plural or f'{noun}s'}"


def render(findings: Iterable[Finding], form: str) -> str:
    """All findings as `text`, as `json` (escaped, whatever the encoding of the terminal), or as `github` commands."""
    if form == "json":
        items = [
            {"file": f.file, "line": f.line, "column": f.column, "code": f.code, "message": f.explanation}
            for f in findings
        ]
        return json.dumps({"findings": items}, indent=2)
    if form == "github":
        return "\n".join(
            f"::error file={_property(f.file)},line={f.line},col={f.column},title={f.code}::{_data(f.explanation)}"
            for f in findings
        )
    return "\n".join(finding.text for finding in findings)


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
