"""Reading YAML strictly: plain values only, no surprises, and the line and column of everything."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from sys import intern
from typing import Any, NamedTuple

import yaml

from concordia_ref.spec.findings import Finding, shown

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
# Those of them that begin with a letter.
_AMBIGUOUS_WORDS = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null"})


class Source(NamedTuple):
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


def parse_bytes(raw: bytes, name: str) -> tuple[Source | None, list[Finding]]:
    """Read YAML from the bytes of a file."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        mark = _end_of(raw[: error.start].decode("utf-8"))
        return None, [
            Finding(name, *mark, "file.not-utf-8", f"is not UTF-8: byte 0x{raw[error.start]:02X} is not allowed here")
        ]
    return parse_source(text, name)


def parse_source(text: str, name: str) -> tuple[Source | None, list[Finding]]:
    """Read YAML from a text.

    >>> source, findings = parse_source("price: 010", "a.yaml")
    >>> findings[0].text
    "a.yaml:1:8: '010' does not mean the same in all versions of YAML: put it in quotes if it is text [yaml.ambiguous]"
    """
    # The parsers do not report the line of such a character.
    if refused := yaml.reader.Reader.NON_PRINTABLE.search(text):
        problem = f"is not YAML: the character U+{ord(refused[0]):04X} is not allowed here"
        return None, [Finding(name, *_end_of(text[: refused.start()]), "yaml.syntax", problem)]
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
                    self.note(event, "yaml.documents", "a second YAML document begins here; one file is one document")
                    raise _Unfinished
                found = True
                data = self.value(next(events), events, ())
        if not found or data is None:
            self.findings.append(Finding(self.name, 1, 1, "file.empty", "is empty"))
            raise _Unfinished
        return data

    def value(self, event: yaml.Event, events: Iterator[yaml.Event], path: PathKey) -> Value:
        self.value_marks[path] = _mark(event)
        self.properties(event)
        if isinstance(event, yaml.ScalarEvent):
            return self.scalar(event)
        if isinstance(event, yaml.AliasEvent):
            return ""
        if len(path) >= DEEPEST_NESTING:
            self.note(event, "yaml.deep", f"is nested more than {DEEPEST_NESTING} levels deep")
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
                self.note(event, "yaml.key-not-text", "the key … is not text: put it in quotes")
                self.value(event, events, (*path, "?"))
                self.value(next(events), events, (*path, "?"))
                continue
            key = self.key(event)
            here = (*path, key)
            if key in items:
                first = f"the first is in line {self.key_marks[here][0]}"
                self.note(event, "yaml.duplicate-key", f"the key {shown(key)} appears here a second time; {first}")
                # Keep the first value and its place; the second one is still checked.
                self.value(next(events), events, (*path, f"{key} (again)"))
                continue
            self.key_marks[here] = _mark(event)
            items[key] = self.value(next(events), events, here)
        return items

    def key(self, event: yaml.ScalarEvent) -> str:
        # Equal keys and words are one object, which makes them quick to compare.
        key = intern(event.value)
        self.properties(event)
        if event.style or _is_text(key):
            return key
        if key == "<<":
            self.note(event, "yaml.merge-key", "merge keys (<<) are not allowed: write the values out")
        elif key == "" or _WHOLE.fullmatch(key) or _NOT_WHOLE.fullmatch(key) or _AMBIGUOUS.fullmatch(key):
            self.note(event, "yaml.key-not-text", f"the key {shown(key)} is not text: put it in quotes")
        return key

    def scalar(self, event: yaml.ScalarEvent) -> Value:
        text: str = event.value
        if event.style:
            # It is in quotes, or on lines of its own.
            return text
        if _is_text(text):
            return intern(text)
        if text in ("true", "false"):
            return text == "true"
        if text in ("", "null"):
            return None
        if _WHOLE.fullmatch(text):
            digits = len(text.lstrip("-"))
            if digits > MOST_DIGITS:
                limit = f"a number may have {MOST_DIGITS}, so that any program can read it"
                self.note(event, "yaml.too-many-digits", f"{shown(text)} has {digits} digits; {limit}")
                return 0
            return int(text)
        if _AMBIGUOUS.fullmatch(text):
            truth = text.lower() in ("y", "n", "yes", "no", "on", "off", "true", "false")
            quotes = "put it in quotes if it is text" + (", or write true or false" if truth else "")
            self.note(
                event, "yaml.ambiguous", f"{shown(text)} does not mean the same in all versions of YAML: {quotes}"
            )
        elif _NOT_WHOLE.fullmatch(text):
            self.note(
                event, "yaml.not-whole", f"{shown(text)} is not a whole number; the specification allows no others"
            )
        return intern(text)

    def properties(self, event: yaml.Event) -> None:
        """Note anchors and tags, which YAML allows before a key or a value and a specification does not."""
        if getattr(event, "anchor", None) is not None:
            self.note(event, "yaml.anchor", "anchors and aliases are not allowed: write the value out")
        tag = getattr(event, "tag", None)
        if tag is not None:
            plain = "values are plain text, whole numbers, true and false"
            self.note(event, "yaml.tag", f"the tag {shown(tag)} is not allowed: {plain}")

    def note(self, event: yaml.Event, code: str, message: str) -> None:
        self.findings.append(Finding(self.name, *_mark(event), code, message))


def _mark(event: yaml.Event) -> Mark:
    mark = event.start_mark
    assert mark is not None, "the parsers mark every event"
    return mark.line + 1, mark.column + 1


def _end_of(text: str) -> Mark:
    return text.count("\n") + 1, len(text) - text.rfind("\n")


def _is_text(plain: str) -> bool:
    """Whether a plain scalar is obviously text, as most are."""
    return plain[:1].isalpha() and plain.casefold() not in _AMBIGUOUS_WORDS


def _syntax_finding(error: yaml.MarkedYAMLError, text: str, name: str) -> Finding:
    mark = error.problem_mark
    assert mark is not None, "the parsers mark every error"
    line, column = mark.line + 1, mark.column + 1
    row = [*text.splitlines(), ""][mark.line]
    if row[mark.column : column] == "\t":
        return Finding(name, line, column, "yaml.tab", "there is a tab here; indent YAML with spaces")
    problem = error.problem or ""
    if error.context:
        begun = error.context_mark.line + 1 if error.context_mark else line
        problem = f"{error.context}{f' that begins in line {begun}' * (begun != line)}, {problem}"
    return Finding(name, line, column, "yaml.syntax", f"is not YAML: {problem}")
