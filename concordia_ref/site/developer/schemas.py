"""A JSON Schema as tables that people read: the properties with their types and meanings, and the shared parts.

It knows the keywords that the schemas of this project use: alternatives are written with `if`, and a `$ref` leads to a
part of the same schema or to a schema in the same folder.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

from concordia_ref.site.templates import prose

Schema = Mapping[str, Any]
ANY_KEY, EACH_ITEM = "*", "[]"


class Part(NamedTuple):
    """A schema, which has no id, or one of its parts: rows of a table, of HTML, or a type where there are none."""

    id: str
    name: str
    title: str
    about: str
    rows: Sequence[Sequence[str]]
    type: str


def schema_parts(schema: Schema) -> list[Part]:
    """The properties of a schema, then those of each of its parts."""
    parts = [Part("", "Properties", "", "", list(_rows(schema, "")), type_of(schema))]
    for name, part in schema.get("$defs", {}).items():
        title, about = part.get("title", name), part.get("description", "")
        parts.append(Part(part_id(name), name, title, about, list(_rows(part, "")), type_of(part)))
    return parts


def part_id(name: str) -> str:
    """The anchor of a part of a schema."""
    return f"part-{name}"


def code(text: object) -> Markup:
    """A word of a file."""
    return Markup("<code>{}</code>").format(text)


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
    """What an object also contains if a condition is met, and what if it is not."""
    for key, word in (("then", "where"), ("else", "otherwise, not where")):
        branch = schema.get(key)
        if branch is None:
            continue
        if "$ref" in branch:
            yield Markup("{} {}").format(word, _condition(schema["if"])), "", type_of(branch), ""
        rows = list(_rows(branch, around))
        # The type of a value lists its alternatives.
        if rows and "type" not in schema["if"]:
            yield Markup("{} {}:").format(word, _condition(schema["if"])), "", "", ""
        yield from rows


def _condition(condition: Schema) -> Markup:
    both, properties = Markup(" and "), condition.get("properties", {})
    if properties:
        return both.join(Markup("{} is {}").format(code(name), type_of(part)) for name, part in properties.items())
    return Markup("{} is given").format(both.join(map(code, condition.get("required", ()))))


def type_of(schema: Schema) -> Markup:
    """The type of a value in a few words of HTML."""
    match schema:
        case {"$ref": str(target)}:
            return _reference(target)
        case {"allOf": [{"$ref": str(target)}, *_]}:
            return _reference(target)
        case {"const": value}:
            return code(json.dumps(value))
        case {"enum": list(values)}:
            return Markup(" or ").join(map(code, values))
        case {"if": condition} if "type" not in schema and "properties" not in schema:
            holds, otherwise = {**condition, **schema.get("then", {})}, schema.get("else", {})
            return Markup("{} or {}").format(type_of(holds), type_of(otherwise))
        case {"type": "array"}:
            return Markup("list of {}").format(type_of(schema.get("items", {})))
        case {"type": "object", "additionalProperties": dict(value)} if "properties" not in schema:
            return Markup("object by {}: {}").format(_key(schema.get("propertyNames", {})), type_of(value))
        case {"format": str(ids)}:
            return Markup("id: {}").format(ids.removesuffix("-id").replace("-", " "))
        case {"pattern": str(pattern)}:
            return Markup("string like {}").format(code(pattern))
        case {"type": str(name)}:
            return Markup(name + _bounds(schema))
        case {"properties": _} | {"required": _}:
            return Markup("object")
        case _:
            return Markup("anything")


def _reference(target: str) -> Markup:
    file, _, part = target.partition("#/$defs/")
    page = f"{file.removesuffix('.schema.json')}.html" if file else ""
    address = f"{page}#{part_id(part)}" if part else page
    return Markup('<a href="{}">{}</a>').format(address, part or file.removesuffix(".schema.json"))


def _key(names: Schema) -> Markup:
    return type_of(names) if "$ref" in names or "format" in names else code(names.get("pattern", "any key"))


def _bounds(schema: Schema) -> str:
    least, most = schema.get("minimum"), schema.get("maximum")
    if least is not None and most is not None:
        return f", {least} to {most}"
    return "" if least is None else f", {least} or more"
