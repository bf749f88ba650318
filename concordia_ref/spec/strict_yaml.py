"""Reading YAML strictly: plain values only, no surprises, and the line and column of everything."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from sys import intern
from typing import Any

import yaml

from concordia_ref.spec.files import read_bytes
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
# Of all these, those that begin with a letter.
_AMBIGUOUS_WORDS = frozenset(("y", "n", "yes", "no", "on", "off", "true", "false", "null"))


# Without slots, for the cached property.
@dataclass(frozen=True)
class Source:
    """A YAML file as plain data, with the place of every key and value.

    A path into the data is a tuple of keys and indices; the empty tuple is the whole file.
    """

    name: str
    data: Value
    text: str

    @cached_property
    def _marked(self) -> _Reader:
        """The places of values and keys, from a second reading: they are seldom asked for."""
        reader = _Reader(self.name)
        reader.document(yaml.parse(self.text, Loader=_LOADER))
        return reader

    @property
    def value_marks(self) -> Mapping[PathKey, Mark]:
        """Line and column of every value."""
        return self._marked.value_marks

    @property
    def key_marks(self) -> Mapping[PathKey, Mark]:
        """Line and column of every key."""
        return self._marked.key_marks

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
    content = read_bytes(file, name)
    return (None, [content]) if isinstance(content, Finding) else parse_bytes(content, name)


def parse_bytes(raw: bytes, name: str) -> tuple[Source | None, list[Finding]]:
    """Read YAML from the bytes of a file."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        mark = _end_of(raw[: error.start].decode("utf-8"))
        return None, [
            Finding(name, *mark, "file.not-utf-8", f"is not UTF-8: byte 0x{raw[error.start]:02X} cannot stand here")
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
        problem = f"is not YAML: the character U+{ord(refused[0]):04X} cannot stand here"
        return None, [Finding(name, *_end_of(text[: refused.start()]), "yaml.syntax", problem)]
    try:
        return Source(name, _document(text), text), []
    except (_Doubtful, yaml.YAMLError):
        pass  # A second reading, which notes the places, says what is wrong.
    reader = _Reader(name)
    try:
        data = reader.document(yaml.parse(text, Loader=_LOADER))
    except yaml.MarkedYAMLError as error:
        return None, [*reader.findings, _syntax_finding(error, text, name)]
    except _Unfinished:
        return None, reader.findings
    return Source(name, data, text), reader.findings


class _Doubtful(Exception):
    """There may be something in a text that is not allowed."""


def _document(text: str) -> Value:
    """The data of a text in which nothing is wrong."""
    loader = _LOADER(text)
    try:
        following: Callable[[], Any] = loader.get_event
        following()
        if type(following()) is not yaml.DocumentStartEvent:
            raise _Doubtful
        data = _value(following(), following, 0)
        following()
        if data is None or type(following()) is not yaml.StreamEndEvent:
            raise _Doubtful
        return data
    finally:
        loader.dispose()


def _value(event: Any, following: Callable[[], Any], depth: int) -> Value:
    kind = type(event)
    if event.anchor is not None or event.tag is not None or depth >= DEEPEST_NESTING:
        raise _Doubtful
    if kind is yaml.ScalarEvent:
        return _plain(event.value) if not event.style else event.value
    if kind is yaml.SequenceStartEvent:
        items: list[Value] = []
        while type(item := following()) is not yaml.SequenceEndEvent:
            items.append(_value(item, following, depth + 1))
        return items
    mapping: dict[str, Value] = {}
    while type(name := following()) is not yaml.MappingEndEvent:
        if type(name) is not yaml.ScalarEvent or name.anchor is not None or name.tag is not None:
            raise _Doubtful
        key = name.value if name.style else _plain(name.value)
        if key in mapping or type(key) is not str:
            raise _Doubtful
        mapping[key] = _value(following(), following, depth + 1)
    return mapping


def _plain(text: str) -> Value:
    """What is written without quotes. Equal texts are one object, which makes them quick to compare."""
    if text[:1].isalpha() and text.casefold() not in _AMBIGUOUS_WORDS:
        return intern(text)
    if text in ("true", "false"):
        return text == "true"
    if text in ("", "null"):
        return None
    if _WHOLE.fullmatch(text) and len(text.lstrip("-")) <= MOST_DIGITS:
        return int(text)
    if _WHOLE.fullmatch(text) or _AMBIGUOUS.fullmatch(text) or _NOT_WHOLE.fullmatch(text):
        raise _Doubtful
    return text


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
        if isinstance(event, yaml.AliasEvent):
            return ""
        if isinstance(event, yaml.ScalarEvent):
            return self.scalar(event)
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
                self.note(event, "yaml.duplicate-key", f"the key {shown(key)} stands here for the second time; {first}")
                # Keep the first value and its place; the second one is still checked.
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
            self.note(event, "yaml.merge-key", "merge keys (<<) are not allowed: write the values out")
        elif key == "" or _WHOLE.fullmatch(key) or _NOT_WHOLE.fullmatch(key) or _AMBIGUOUS.fullmatch(key):
            self.note(event, "yaml.key-not-text", f"the key {shown(key)} is not text: put it in quotes")
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
                event, "yaml.not-whole", f"{shown(text)} is not a whole number; the specification knows no others"
            )
        return text

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


def _is_plain(event: yaml.ScalarEvent) -> bool:
    return event.style is None or event.style == ""


def _syntax_finding(error: yaml.MarkedYAMLError, text: str, name: str) -> Finding:
    mark = error.problem_mark
    assert mark is not None, "the parsers mark every error"
    line, column = mark.line + 1, mark.column + 1
    row = [*text.splitlines(), ""][mark.line]
    if row[mark.column : column] == "\t":
        return Finding(name, line, column, "yaml.tab", "a tab stands here; YAML is indented with spaces")
    problem = error.problem or ""
    if error.context:
        begun = error.context_mark.line + 1 if error.context_mark else line
        problem = f"{error.context}{f' that begins in line {begun}' * (begun != line)}, {problem}"
    return Finding(name, line, column, "yaml.syntax", f"is not YAML: {problem}")
