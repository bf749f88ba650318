"""What a type can be: the part of JSON Schema that our schemas use, in a form that every writer can write."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class Simple(NamedTuple):
    """A type without parts: `string`, `integer`, `natural`, `boolean` or `any`."""

    name: str


class Ref(NamedTuple):
    """A declaration, by its name."""

    name: str


class Literal(NamedTuple):
    """One value and no other."""

    value: str | int | bool


class ListOf(NamedTuple):
    """A list."""

    item: Type


class MapOf(NamedTuple):
    """An object with keys and values of one type each."""

    key: Type
    value: Type


class Nullable(NamedTuple):
    """A value or null."""

    inner: Type


Type = Simple | Ref | Literal | ListOf | MapOf | Nullable


class Field(NamedTuple):
    """A key of a record."""

    name: str
    type: Type
    required: bool
    doc: str


class Ids(NamedTuple):
    """Texts that are ids: an enumeration."""

    name: str
    doc: str
    values: tuple[str, ...]


class Alias(NamedTuple):
    """A name for another type; `pattern` is what a text must match."""

    name: str
    doc: str
    type: Type
    pattern: str = ""


class Record(NamedTuple):
    """An object with these keys and no others, unless it is open."""

    name: str
    doc: str
    fields: tuple[Field, ...]
    open: bool = False


class Either(NamedTuple):
    """One of several records: the first whose key `member[1]` is there; the last has none and takes the rest."""

    name: str
    doc: str
    members: tuple[tuple[str, str], ...]


class Tagged(NamedTuple):
    """One of several records, told apart by the value of a key."""

    name: str
    doc: str
    tag: str
    members: tuple[tuple[str, str], ...]


class Table(NamedTuple):
    """A value for each id."""

    name: str
    doc: str
    key: str
    value: str
    entries: Mapping[str, str]


Declaration = Ids | Alias | Record | Either | Tagged | Table


class Types(NamedTuple):
    """All declarations, by name, in an order in which nothing but a record is used before it is declared."""

    declared: Mapping[str, Declaration]

    def record(self, name: str) -> Record:
        """A record by its name."""
        found = self.declared[name]
        assert isinstance(found, Record), name
        return found

    def merged(self, either: Either) -> Record:
        """The members of an `Either` as one record, for languages without such types: what not all have is optional."""
        members = [self.record(name) for name, _ in either.members]
        fields: dict[str, Field] = {}
        for field in (field for member in members for field in member.fields):
            everywhere = all(field in member.fields for member in members)
            fields.setdefault(field.name, field._replace(required=field.required and everywhere))
        return Record(either.name, either.doc, tuple(fields.values()))

    def merging(self) -> list[Declaration]:
        """All declarations for such languages: the members have gone into their `Either`."""
        eithers = [one for one in self.declared.values() if isinstance(one, Either)]
        gone = {name for either in eithers for name, _ in either.members}
        kept = [one for one in self.declared.values() if one.name not in gone]
        return [self.merged(one) if isinstance(one, Either) else one for one in kept]


def shapes(types: Types) -> dict[str, Any]:
    """The types as plain JSON, for checking values in languages whose types are gone when a program runs."""
    return {one.name: _shape(one) for one in types.declared.values() if not isinstance(one, Table)}


def _shape(one: Declaration) -> dict[str, Any]:
    match one:
        case Ids(values=values):
            return {"ids": list(values)}
        case Alias(type=type, pattern=pattern):
            return {"type": _code(type), **({"pattern": pattern} if pattern else {})}
        case Record(fields=fields, open=open):
            keys = {field.name: _code(field.type) for field in fields}
            required = [field.name for field in fields if field.required]
            return {"keys": keys, "required": required, **({"open": True} if open else {})}
        case Either(members=members):
            return {"either": [list(member) for member in members]}
        case Tagged(tag=tag, members=members):
            return {"tag": tag, "members": dict(members)}
        case _:
            raise TypeError(one)


def _code(type: Type) -> Any:
    match type:
        case Simple(name) | Ref(name):
            return name
        case Literal(value):
            return ["const", value]
        case ListOf(item):
            return ["list", _code(item)]
        case MapOf(key, value):
            return ["map", _code(key), _code(value)]
        case Nullable(inner):
            return ["null", _code(inner)]
