"""Reading YAML strictly: plain values only, no surprises, and the line and column of everything."""

from __future__ import annotations

import re
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from concordia_ref.findings import Finding, shown
from concordia_ref.languages import Said, say

LARGEST_FILE = 1_000_000
DEEPEST_NESTING = 40
# JSON readers in other languages keep whole numbers exact up to 2 ** 53.
MOST_DIGITS = 15

Value = Any
PathKey = tuple[str | int, ...]
Mark = tuple[int, int]

# The C parser is seven times as fast; a PyYAML built without it still works.
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_WHOLE = re.compile(r"-?(0|[1-9][0-9]*)")
_NOT_WHOLE = re.compile(r"[-+]?((\.[0-9]+|[0-9]+(\.[0-9]*)?)(e[-+]?[0-9]+)?|\.(inf|nan))", re.IGNORECASE)
# What YAML 1.1 reads as a truth value, nothing at all, a number in another base or with underscores, a number in base
# 60, a date, a default value or a merge.
_AMBIGUOUS = re.compile(
    r"y|n|yes|no|on|off|true|false|null|~|"
    r"[-+]?0[0-9_]+|[-+]?0[box][0-9a-f_]+|\+[0-9]+|[-+]?\.?[0-9][0-9._]*_[0-9._]*(e[-+]?[0-9]+)?|"
    r"[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?|"
    r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}.*|=|<<",
    re.IGNORECASE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Source:
    """A YAML file as plain data, with the place of every key and value.

    A path into the data is a tuple of keys and indices; the empty tuple is the whole file.
    """

    name: str
    data: Value
    value_marks: Mapping[PathKey, Mark]
    key_marks: Mapping[PathKey, Mark]

    def value_at(self, path: PathKey) -> Mark:
        """Line and column of a value; of the nearest value around it if there is none at this path."""
        while path not in self.value_marks and path:
            path = path[:-1]
        return self.value_marks.get(path, (1, 1))

    def key_at(self, path: PathKey) -> Mark:
        """Line and column of a key; of the value where the path ends in an index."""
        return self.key_marks[path] if path in self.key_marks else self.value_at(path)


def read_source(file: Path, name: str) -> tuple[Source | None, list[Finding]]:
    """Read one file. There is no source if it cannot be read at all; otherwise the findings are about its values."""
    try:
        status = file.stat()
        if not stat.S_ISREG(status.st_mode):
            # To read a pipe or a device might never end.
            return None, [Finding(name, 1, 1, "file.unreadable", {"reason": Said("reason.not-regular")})]
        if status.st_size > LARGEST_FILE:
            return None, [Finding(name, 1, 1, "file.too-large", {"size": status.st_size, "limit": LARGEST_FILE})]
        raw = file.read_bytes()
    except OSError as error:
        return None, [Finding(name, 1, 1, "file.unreadable", {"reason": error.strerror or str(error)})]
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        mark = _end_of(raw[: error.start].decode("utf-8"))
        return None, [Finding(name, *mark, "file.not-utf-8", {"byte": f"0x{raw[error.start]:02X}"})]
    return parse_source(text, name)


def parse_source(text: str, name: str) -> tuple[Source | None, list[Finding]]:
    """Read YAML from a text.

    >>> source, findings = parse_source("price: 010", "a.yaml")
    >>> findings[0].text
    "a.yaml:1:8: '010' does not mean the same in all versions of YAML: put it in quotes if it is text [yaml.ambiguous]"
    """
    # The parsers do not tell the line of such a character.
    if refused := yaml.reader.Reader.NON_PRINTABLE.search(text):
        problem = say("reason.character", character=f"U+{ord(refused[0]):04X}")
        return None, [Finding(name, *_end_of(text[: refused.start()]), "yaml.syntax", {"problem": problem})]
    reader = _Reader(name)
    try:
        data = reader.document(yaml.parse(text, Loader=_LOADER))
    except yaml.MarkedYAMLError as error:
        return None, [*reader.findings, _syntax_finding(error, text, name)]
    except _Unfinished:
        return None, reader.findings
    return Source(name, data, reader.value_marks, reader.key_marks), reader.findings


class _Unfinished(Exception):
    """The file cannot be read to its end; the findings say why."""


class _Reader:
    """Builds plain data from the events of the parser and notes everything that is not allowed."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.findings: list[Finding] = []
        self.value_marks: dict[PathKey, Mark] = {}
        self.key_marks: dict[PathKey, Mark] = {}

    def document(self, events: Iterator[yaml.Event]) -> Value:
        data: Value = None
        found = False
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                if found:
                    self.note(event, "yaml.documents")
                    raise _Unfinished
                found = True
                data = self.value(next(events), events, ())
        if not found or data is None:
            self.findings.append(Finding(self.name, 1, 1, "file.empty"))
            raise _Unfinished
        return data

    def value(self, event: yaml.Event, events: Iterator[yaml.Event], path: PathKey) -> Value:
        self.value_marks[path] = _mark(event)
        self.properties(event)
        if isinstance(event, yaml.AliasEvent):
            return ""
        if isinstance(event, yaml.ScalarEvent):
            return self.scalar(event)
        if len(path) >= DEEPEST_NESTING:
            self.note(event, "yaml.deep", limit=DEEPEST_NESTING)
            raise _Unfinished
        if isinstance(event, yaml.SequenceStartEvent):
            items: list[Value] = []
            while not isinstance(item := next(events), yaml.SequenceEndEvent):
                items.append(self.value(item, events, (*path, len(items))))
            return items
        return self.mapping(events, path)

    def mapping(self, events: Iterator[yaml.Event], path: PathKey) -> Value:
        items: dict[str, Value] = {}
        while not isinstance(event := next(events), yaml.MappingEndEvent):
            if not isinstance(event, yaml.ScalarEvent):
                self.note(event, "yaml.key-not-text", key="…")
                self.value(event, events, (*path, "?"))
                self.value(next(events), events, (*path, "?"))
                continue
            key = self.key(event)
            here = (*path, key)
            if key in items:
                self.note(event, "yaml.duplicate-key", key=shown(key), first=self.key_marks[here][0])
                # Keep the first value and its place; what the second one holds is still looked through.
                self.value(next(events), events, (*path, f"{key} (again)"))
                continue
            self.key_marks[here] = _mark(event)
            items[key] = self.value(next(events), events, here)
        return items

    def key(self, event: yaml.ScalarEvent) -> str:
        key: str = event.value
        self.properties(event)
        if not _is_plain(event):
            return key
        if key == "<<":
            self.note(event, "yaml.merge-key")
        elif key == "" or _WHOLE.fullmatch(key) or _NOT_WHOLE.fullmatch(key) or _AMBIGUOUS.fullmatch(key):
            self.note(event, "yaml.key-not-text", key=shown(key))
        return key

    def scalar(self, event: yaml.ScalarEvent) -> Value:
        text: str = event.value
        if not _is_plain(event):
            return text
        if text in ("true", "false"):
            return text == "true"
        if text in ("", "null"):
            return None
        if _WHOLE.fullmatch(text):
            digits = len(text.lstrip("-"))
            if digits > MOST_DIGITS:
                self.note(event, "yaml.too-many-digits", value=shown(text), digits=digits, limit=MOST_DIGITS)
                return 0
            return int(text)
        if _AMBIGUOUS.fullmatch(text):
            truth = text.lower() in ("y", "n", "yes", "no", "on", "off", "true", "false")
            self.note(event, "yaml.ambiguous", value=shown(text), instead=say("hint.true-or-false") if truth else "")
        elif _NOT_WHOLE.fullmatch(text):
            self.note(event, "yaml.not-whole", value=shown(text))
        return text

    def properties(self, event: yaml.Event) -> None:
        """Note what may stand before a key or a value in YAML, but not here."""
        if getattr(event, "anchor", None) is not None:
            self.note(event, "yaml.anchor")
        tag = getattr(event, "tag", None)
        if tag is not None:
            self.note(event, "yaml.tag", tag=shown(tag))

    def note(self, event: yaml.Event, code: str, **facts: str | int) -> None:
        line, column = _mark(event)
        self.findings.append(Finding(self.name, line, column, code, facts))


def _mark(event: yaml.Event) -> Mark:
    mark = event.start_mark
    assert mark is not None, "the parsers mark every event"
    return mark.line + 1, mark.column + 1


def _end_of(text: str) -> Mark:
    return text.count("\n") + 1, len(text) - text.rfind("\n")


def _is_plain(event: yaml.ScalarEvent) -> bool:
    return event.style is None or event.style == ""


def _syntax_finding(error: yaml.MarkedYAMLError, text: str, name: str) -> Finding:
    mark = error.problem_mark
    assert mark is not None, "the parsers mark every error"
    line, column = mark.line + 1, mark.column + 1
    row = [*text.splitlines(), ""][mark.line]
    if row[mark.column : column] == "\t":
        return Finding(name, line, column, "yaml.tab")
    problem = error.problem or ""
    if error.context:
        begun = error.context_mark.line + 1 if error.context_mark else line
        problem = f"{error.context}{f' that begins in line {begun}' * (begun != line)}, {problem}"
    return Finding(name, line, column, "yaml.syntax", {"problem": problem})
