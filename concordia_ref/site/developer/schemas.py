"""A JSON Schema as tables that people read: the properties with their types and meanings, and the shared parts.

It knows the keywords that the schemas of this project use: alternatives are written with `if`, and a `$ref` leads to a
part of the same schema or to a schema in the same folder.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from concordia_ref.site.developer.html import code, joined, passage, prose
from concordia_ref.site.markup import escaped, heading, link, table

Schema = Mapping[str, Any]
HEADER = ("property", "required", "type", "meaning")
ANY_KEY, EACH_ITEM = "*", "[]"


def schema_tables(schema: Schema) -> str:
    """The properties of a schema, then those of each of its parts."""
    parts = [_table("Properties", schema)]
    for name, part in schema.get("$defs", {}).items():
        parts.append(heading(2, part.get("title", name), part_id(name)))
        parts.append(passage(prose(part["description"])) if "description" in part else "")
        parts.append(_table(name, part) or passage(f"Type: {type_of(part)}."))
    return joined(parts)


def part_id(name: str) -> str:
    """The anchor of a part of a schema."""
    return f"part-{name}"


def _table(name: str, schema: Schema) -> str:
    rows = list(_rows(schema, ""))
    return table(name, HEADER, rows) if rows else ""


def _rows(schema: Schema, around: str) -> Iterator[tuple[str, ...]]:
    """The properties of an object, those of objects within it by their path."""
    for name, part in schema.get("properties", {}).items():
        yield from _property(f"{around}{name}", part, required=name in schema.get("required", ()))
    any_key = schema.get("additionalProperties")
    if isinstance(any_key, Mapping):
        within = list(_rows(any_key, f"{around}{ANY_KEY}."))
        if within or not around or "description" in any_key:
            yield from _property(f"{around}{ANY_KEY}", any_key, required=False)
    for branch in (schema, *schema.get("allOf", ())):
        yield from _branches(branch, around)


def _property(path: str, part: Schema, *, required: bool) -> Iterator[tuple[str, ...]]:
    yield code(path), "yes" if required else "", type_of(part), prose(part.get("description", ""))
    if part.get("type") == "array":
        yield from _rows(part.get("items", {}), f"{path}{EACH_ITEM}.")
    yield from _rows(part, f"{path}.")


def _branches(schema: Schema, around: str) -> Iterator[tuple[str, ...]]:
    """What an object holds besides under a condition, and what otherwise."""
    for key, word in (("then", "where"), ("else", "otherwise, not where")):
        branch = schema.get(key)
        if branch is None:
            continue
        if "$ref" in branch:
            yield f"{word} {_condition(schema['if'])}", "", type_of(branch), ""
        rows = list(_rows(branch, around))
        # The type of a value lists its alternatives.
        if rows and "type" not in schema["if"]:
            yield f"{word} {_condition(schema['if'])}:", "", "", ""
        yield from rows


def _condition(condition: Schema) -> str:
    wanted = [f"{code(name)} is {type_of(part)}" for name, part in condition.get("properties", {}).items()]
    return " and ".join(wanted) or f"{' and '.join(map(code, condition.get('required', ())))} is given"


def type_of(schema: Schema) -> str:
    """The type of a value in a few words of HTML."""
    match schema:
        case {"$ref": str(target)}:
            return _reference(target)
        case {"allOf": [{"$ref": str(target)}, *_]}:
            return _reference(target)
        case {"const": value}:
            return code(json.dumps(value))
        case {"enum": list(values)}:
            return " or ".join(code(value) for value in values)
        case {"if": condition} if "type" not in schema and "properties" not in schema:
            return f"{type_of({**condition, **schema.get('then', {})})} or {type_of(schema.get('else', {}))}"
        case {"type": "array"}:
            return f"list of {type_of(schema.get('items', {}))}"
        case {"type": "object", "additionalProperties": dict(value)} if "properties" not in schema:
            return f"object by {_key(schema.get('propertyNames', {}))}: {type_of(value)}"
        case {"format": str(ids)}:
            return f"id: {escaped(ids.removesuffix('-id').replace('-', ' '))}"
        case {"pattern": str(pattern)}:
            return f"string like {code(pattern)}"
        case {"type": str(name)}:
            return f"{name}{_bounds(schema)}"
        case {"properties": _} | {"required": _}:
            return "object"
        case _:
            return "anything"


def _reference(target: str) -> str:
    file, _, part = target.partition("#/$defs/")
    page = f"{file.removesuffix('.schema.json')}.html" if file else ""
    return link(f"{page}#{part_id(part)}" if part else page, part or file.removesuffix(".schema.json"))


def _key(names: Schema) -> str:
    return type_of(names) if "$ref" in names or "format" in names else code(names.get("pattern", "any key"))


def _bounds(schema: Schema) -> str:
    least, most = schema.get("minimum"), schema.get("maximum")
    if least is not None and most is not None:
        return f", {least} to {most}"
    return "" if least is None else f", {least} or more"
