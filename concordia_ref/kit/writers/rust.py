"""Types in Rust: enums and structs that serde reads and writes."""

from __future__ import annotations

from concordia_ref.kit.model import (
    Alias,
    Declaration,
    Either,
    Field,
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
from concordia_ref.kit.writers.layout import HEADER, comment, pascal

SIMPLE = {"string": "String", "integer": "i64", "natural": "u32", "boolean": "bool", "any": "Value"}
KEYWORDS = {"as", "type", "match", "move", "ref", "self", "use"}


def types_text(types: Types) -> str:
    """The module `messages.rs`."""
    lines = [line for text in HEADER for line in comment(text, "//!")]
    lines += ["#![allow(dead_code)]", "", "use serde::{Deserialize, Serialize};", "use serde_json::Value;"]
    lines += ["use std::collections::BTreeMap;"]
    tags = {one.tag for one in types.declared.values() if isinstance(one, Tagged)}
    requests = {name for one in types.declared.values() if isinstance(one, Tagged) for _, name in one.members}
    for one in types.declared.values():
        if isinstance(one, Record) and one.name in requests:
            # The enum, not the struct, determines which member it is.
            one = one._replace(fields=tuple(field for field in one.fields if field.name not in tags))
        lines += ["", *_declaration(types, one)]
    return "\n".join(lines) + "\n"


def _declaration(types: Types, one: Declaration) -> list[str]:
    match one:
        case Ids(name, doc, values):
            lines = [*comment(doc, "///")]
            lines += ["#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]"]
            lines += [f"pub enum {name} {{"]
            for value in values:
                lines += [f'    #[serde(rename = "{value}")]', f"    {pascal(value)},"]
            return [*lines, "}"]
        case Alias(name, doc, type):
            return [*comment(doc, "///"), f"pub type {name} = {_type(type)};"]
        case Record(name, doc, fields, open):
            strict = [] if open else ["#[serde(deny_unknown_fields)]"]
            default = "Default, " if all(_has_default(types, field) for field in fields) else ""
            derived = f"#[derive(Clone, Debug, {default}PartialEq, Serialize, Deserialize)]"
            lines = [*comment(doc, "///"), derived, *strict, f"pub struct {name} {{"]
            for field in fields:
                lines += _field(name, field)
            return [*lines, "}"]
        case Either(name, doc, members):
            return [*_enum(name, doc, members), *_reading(name, members)]
        case Tagged(name, doc, tag, members):
            lines = [*comment(doc, "///"), "#[derive(Clone, Debug, Serialize, Deserialize)]"]
            lines += [f'#[serde(tag = "{tag}")]', f"pub enum {name} {{"]
            for value, member in members:
                lines += [f'    #[serde(rename = "{value}")]', f"    {pascal(value)}({member}),"]
            return [*lines, "}"]
        case Table(name, doc, key, value, entries):
            lines = [*comment(doc, "///"), f"pub fn {name.lower()}(id: {key}) -> {value} {{", "    match id {"]
            lines += [f"        {key}::{pascal(id)} => {value}::{pascal(found)}," for id, found in entries.items()]
            return [*lines, "    }", "}"]


def _has_default(types: Types, field: Field) -> bool:
    """Whether a struct can be written without this field: an enum has no default, and neither has what holds one."""
    if not field.required or not isinstance(field.type, Ref):
        return True
    return isinstance(types.declared[field.type.name], Alias)


def _field(record: str, field: Field) -> list[str]:
    name = f"{field.name}_" if field.name in KEYWORDS else field.name
    settings = [f'rename = "{field.name}"'] if name != field.name else []
    written = _type(field.type)
    if written == record:
        written = f"Box<{written}>"
    if not field.required:
        settings += ["default", 'skip_serializing_if = "Option::is_none"']
        written = f"Option<{written}>"
    lines = comment(field.doc, "///", "    ")
    if settings:
        lines.append(f"    #[serde({', '.join(settings)})]")
    return [*lines, f"    pub {name}: {written},"]


def _enum(name: str, doc: str, members: tuple[tuple[str, str], ...]) -> list[str]:
    lines = [*comment(doc, "///"), "#[derive(Clone, Debug, PartialEq, Serialize)]", "#[serde(untagged)]"]
    return [*lines, f"pub enum {name} {{", *(f"    {member}({member})," for member, _ in members), "}"]


def _reading(name: str, members: tuple[tuple[str, str], ...]) -> list[str]:
    """How one of several is read: by the key that it has, so that a message is about that one."""
    lines = ["", f"impl<'de> Deserialize<'de> for {name} {{"]
    lines += ["    fn deserialize<D: serde::Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {"]
    lines += ["        let value = Value::deserialize(reader)?;"]
    *first, (last, _) = members
    for member, key in first:
        lines += [f'        if value.get("{key}").is_some() {{']
        lines += [f"            return {_read(name, member)};", "        }"]
    lines += [f"        {_read(name, last)}"]
    return [*lines, "    }", "}"]


def _read(name: str, member: str) -> str:
    return f"serde_json::from_value(value).map({name}::{member}).map_err(serde::de::Error::custom)"


def _type(type: Type) -> str:
    match type:
        case Simple(name):
            return SIMPLE[name]
        case Ref(name):
            return name
        case Literal(value):
            return {bool: "bool", int: "u32", str: "String"}[value.__class__]
        case ListOf(item):
            return f"Vec<{_type(item)}>"
        case MapOf(key, value):
            return f"BTreeMap<{_type(key)}, {_type(value)}>"
        case Nullable(inner):
            return f"Option<{_type(inner)}>"
