"""Types in Python: `TypedDict` and `Literal`, as a type checker and the check of requests read them."""

from __future__ import annotations

import keyword
import re

from concordia_ref.kit.model import (
    Alias,
    Declaration,
    Either,
    Ids,
    ListOf,
    Literal,
    MapOf,
    Nullable,
    Record,
    Ref,
    Simple,
    Table,
    Tagged,
    Type,
    Types,
)
from concordia_ref.kit.writers.layout import HEADER, comment

SIMPLE = {"string": "str", "integer": "int", "natural": "Natural", "boolean": "bool", "any": "Any"}
LONGEST = 120


def types_text(types: Types) -> str:
    """The module `messages.py`."""
    lines = [f'"""{HEADER[0]}', "", HEADER[1], '"""', ""]
    lines += ["from typing import Annotated, Any, Literal, NotRequired, TypeAlias, TypedDict", ""]
    lines += ["# The texts beside a type are what a request is checked by: a pattern, or the least number.", ""]
    lines += ['Natural: TypeAlias = Annotated[int, "0"]']
    for one in types.declared.values():
        lines += ["", *_declaration(one)]
    # Two empty lines around a class, one elsewhere, as formatters have it.
    return re.sub(r"\n{4,}", "\n\n\n", "\n".join(lines)).rstrip() + "\n"


def _declaration(one: Declaration) -> list[str]:
    match one:
        case Ids(name, doc, values):
            return [*comment(doc, "#"), *_literal(name, values)]
        case Alias(name, doc, type, pattern):
            written = f'Annotated[{_type(type)}, r"{pattern}"]' if pattern else _type(type)
            return [*comment(doc, "#"), f"{name}: TypeAlias = {written}"]
        case Record(name=name) if any(keyword.iskeyword(field.name) for field in one.fields):
            return _functional(one)
        case Record(name, doc, fields):
            lines = ["", f"class {name}(TypedDict):"]
            lines += [f'    """{doc or name}"""', ""]
            for field in fields:
                lines += [
                    *comment(field.doc, "#", "    "),
                    f"    {field.name}: {_optional(_type(field.type), field.required)}",
                ]
            return [*lines, ""]
        case Either(name, doc, members):
            return [*comment(doc, "#"), f"{name}: TypeAlias = {' | '.join(member for member, _ in members)}"]
        case Tagged(name, doc, _, members):
            (_, first), *rest = members
            union = [f"    {first}", *(f"    | {member}" for _, member in rest)]
            return [*comment(doc, "#"), f"{name}: TypeAlias = (", *union, ")"]
        case Table(name, doc, key, value, entries):
            pairs = [f'    "{id}": "{found}",' for id, found in entries.items()]
            return [*comment(doc, "#"), f"{name}: dict[{key}, {value}] = {{", *pairs, "}"]


def _literal(name: str, values: tuple[str, ...]) -> list[str]:
    short = f"{name}: TypeAlias = Literal[{', '.join(f'{chr(34)}{value}{chr(34)}' for value in values)}]"
    if len(short) <= LONGEST:
        return [short]
    return [f"{name}: TypeAlias = Literal[", *(f'    "{value}",' for value in values), "]"]


def _functional(one: Record) -> list[str]:
    """A record with keys that are words of Python, such as `as`."""
    lines = ["", *comment(one.doc, "#"), f"{one.name} = TypedDict(", f'    "{one.name}",', "    {"]
    for field in one.fields:
        written = _type(field.type)
        written = f'"{written}"' if written == one.name else written
        lines += [*comment(field.doc, "#", " " * 8), f'        "{field.name}": {_optional(written, field.required)},']
    return [*lines, "    },", ")", ""]


def _optional(written: str, required: bool) -> str:
    return written if required else f"NotRequired[{written}]"


def _type(type: Type) -> str:
    match type:
        case Simple(name):
            return SIMPLE[name]
        case Ref(name):
            return name
        case Literal(value):
            return f'Literal["{value}"]' if isinstance(value, str) else f"Literal[{value}]"
        case ListOf(item):
            return f"list[{_type(item)}]"
        case MapOf(key, value):
            return f"dict[{_type(key)}, {_type(value)}]"
        case Nullable(inner):
            return f"{_type(inner)} | None"
