"""Types in TypeScript: unions of literals, interfaces, discriminated unions. JavaScript uses them through JSDoc."""

from __future__ import annotations

import json

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
    shapes,
)
from concordia_ref.kit.writers.layout import HEADER, comment

SIMPLE = {"string": "string", "integer": "number", "natural": "number", "boolean": "boolean", "any": "object"}


def types_text(types: Types) -> str:
    """The types alone, for `types.ts` or `types.d.ts`."""
    lines = [line for text in HEADER for line in comment(text, "//")]
    for one in types.declared.values():
        if not isinstance(one, Table):
            lines += ["", *_doc(one.doc), *_declaration(types, one)]
    return "\n".join(lines) + "\n"


def shapes_text(types: Types, typed: bool) -> str:
    """The types as values, by which a request is checked when the program runs; typed for TypeScript."""
    lines = [line for text in HEADER for line in comment(text, "//")]
    if typed:
        tables = [one for one in types.declared.values() if isinstance(one, Table)]
        names = sorted({name for table in tables for name in (table.key, table.value)})
        lines += [f'import type {{ {", ".join(names)} }} from "./types.js";', ""]
        lines += ["export type Shape = Record<string, any>;", ""]
    lines += [f"export const SHAPES{': Record<string, Shape>' if typed else ''} = {{"]
    lines += [f"  {name}: {json.dumps(shape)}," for name, shape in shapes(types).items()]
    lines += ["};"]
    for one in types.declared.values():
        if isinstance(one, Table):
            type = f": Record<{one.key}, {one.value}>" if typed else ""
            hint = (
                []
                if typed
                else [f'/** @type {{Record<import("./types.js").{one.key}, import("./types.js").{one.value}>}} */']
            )
            lines += ["", *(_doc(one.doc) if typed else hint), f"export const {one.name}{type} = {{"]
            lines += [f'  {key}: "{value}",' for key, value in one.entries.items()] + ["};"]
    return "\n".join(lines) + "\n"


def _declaration(types: Types, one: Declaration) -> list[str]:
    match one:
        case Ids(name, _, values):
            return _union(name, [f'"{value}"' for value in values])
        case Alias(name, _, type):
            return [f"export type {name} = {_type(types, type)};"]
        case Record(name, _, fields):
            lines = [f"export interface {name} {{"]
            for field in fields:
                lines += [
                    *_doc(field.doc, "  "),
                    f"  {field.name}{'' if field.required else '?'}: {_type(types, field.type)};",
                ]
            return [*lines, "}"]
        case Either(name, _, members):
            return _union(name, [member for member, _ in members])
        case Tagged(name, _, _, members):
            return _union(name, [member for _, member in members])
        case _:
            raise TypeError(one)


def _union(name: str, members: list[str]) -> list[str]:
    short = f"export type {name} = {' | '.join(members)};"
    if len(short) <= 100:
        return [short]
    return [f"export type {name} =", *(f"  | {member}" for member in members[:-1]), f"  | {members[-1]};"]


def _type(types: Types, type: Type) -> str:
    match type:
        case Simple(name):
            return SIMPLE[name]
        case Ref(name):
            return name
        case Literal(value):
            return json.dumps(value)
        case ListOf(item):
            inner = _type(types, item)
            return f"({inner})[]" if " " in inner else f"{inner}[]"
        case MapOf(key, value):
            inner = f"Record<{_type(types, key)}, {_type(types, value)}>"
            return f"Partial<{inner}>" if isinstance(types.declared.get(getattr(key, "name", "")), Ids) else inner
        case Nullable(inner):
            return f"{_type(types, inner)} | null"


def _doc(text: str, indent: str = "") -> list[str]:
    return [f"{indent}/** {text} */"] if text else []
