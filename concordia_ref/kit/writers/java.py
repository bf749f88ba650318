"""Types in Java: records, enums and a sealed interface, with the annotations of Jackson."""

from __future__ import annotations

from concordia_ref.kit.model import (
    Alias,
    Declaration,
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
from concordia_ref.kit.writers.layout import HEADER, camel, comment, pascal

SIMPLE = {"string": "String", "integer": "int", "natural": "int", "boolean": "boolean", "any": "Object"}
BOXED = {"int": "Integer", "boolean": "Boolean"}
# Changing a position means making another one.
CHANGED = ("State", "Player")
IMPORTS = (
    "com.fasterxml.jackson.annotation.JsonInclude",
    "com.fasterxml.jackson.annotation.JsonProperty",
    "com.fasterxml.jackson.annotation.JsonSubTypes",
    "com.fasterxml.jackson.annotation.JsonTypeInfo",
    "java.util.List",
    "java.util.Map",
)


def types_text(types: Types) -> str:
    """The file `Messages.java`."""
    lines = ["package adapter;", "", *(f"import {name};" for name in IMPORTS), ""]
    lines += ["/**", *(line for text in HEADER for line in comment(text, " *")), " */", "public final class Messages {"]
    lines += ["    private Messages() {}"]
    members = {name: one for one in types.declared.values() if isinstance(one, Tagged) for _, name in one.members}
    for one in types.merging():
        if isinstance(one, Alias):
            continue  # Java has no type aliases: texts and numbers are written out where they are used.
        lines.append("")
        lines += [f"    {line}" if line else "" for line in _Writer(types, members).declaration(one)]
    return "\n".join([*lines, "}"]) + "\n"


class _Writer:
    """Writes declarations, with aliases resolved."""

    def __init__(self, types: Types, members: dict[str, Tagged]) -> None:
        self.types = types
        self.members = members

    def declaration(self, one: Declaration) -> list[str]:
        """A declaration in lines."""
        match one:
            case Ids(name, doc, values):
                constants = [f'    @JsonProperty("{value}") {value.upper()},' for value in values]
                return [*_doc(doc), f"public enum {name} {{", *constants, "}"]
            case Record():
                return self.record(one)
            case Tagged(name, doc, tag, members):
                using = f'use = JsonTypeInfo.Id.NAME, property = "{tag}"'
                lines = [*_doc(doc), f"@JsonTypeInfo({using})", "@JsonSubTypes({"]
                lines += [
                    f'    @JsonSubTypes.Type(name = "{value}", value = {member}.class),' for value, member in members
                ]
                return [*lines, "})", f"public sealed interface {name} {{", "    int id();", "}"]
            case Table(name, doc, key, value, entries):
                pairs = [
                    f"        Map.entry({key}.{id.upper()}, {value}.{found.upper()})" for id, found in entries.items()
                ]
                lines = [*_doc(doc), f"public static final Map<{key}, {value}> {name} = Map.ofEntries("]
                return [*lines, *(f"{pair}," for pair in pairs[:-1]), f"{pairs[-1]});"]
            case _:
                raise TypeError(one)

    def record(self, one: Record) -> list[str]:
        """A record, with methods that change one part of it where it is part of a position."""
        tagged = self.members.get(one.name)
        fields = [field for field in one.fields if not tagged or field.name != tagged.tag]
        lines = [*_doc(one.doc), f"public record {one.name}("]
        for field in fields:
            lines += [
                *comment(field.doc, "//", "    "),
                f"    {self.component(field)}{'' if field is fields[-1] else ','}",
            ]
        lines.append(f"){f' implements {tagged.name}' if tagged else ''} {{")
        if one.name in CHANGED:
            for field in fields:
                values = ", ".join(camel(other.name) for other in fields)
                written = f"public {one.name} with{pascal(field.name)}({self.field_type(field)} {camel(field.name)})"
                lines += [f"    {written} {{", f"        return new {one.name}({values});", "    }"]
        return [*lines, "}"]

    def component(self, field: Field) -> str:
        """A part of a record with its annotations."""
        needed = ", required = true" if field.required else ""
        value = f'"{field.name}"' if not needed else f'value = "{field.name}"{needed}'
        include = "" if field.required else "@JsonInclude(JsonInclude.Include.NON_NULL) "
        return f"@JsonProperty({value}) {include}{self.field_type(field)} {camel(field.name)}"

    def field_type(self, field: Field) -> str:
        """The type of a part; one that may be missing is an object, which can be null."""
        written = self.type(field.type)
        return written if field.required else BOXED.get(written, written)

    def type(self, type: Type) -> str:
        """A type as Java writes it."""
        match type:
            case Simple(name):
                return SIMPLE[name]
            case Ref(name):
                found = self.types.declared[name]
                return self.type(found.type) if isinstance(found, Alias) else name
            case Literal(value):
                return {bool: "boolean", int: "int", str: "String"}[value.__class__]
            case ListOf(item):
                return f"List<{self.boxed(item)}>"
            case MapOf(key, value):
                return f"Map<{self.boxed(key)}, {self.boxed(value)}>"
            case Nullable(inner):
                return self.boxed(inner)

    def boxed(self, type: Type) -> str:
        """A type as a parameter, which cannot be primitive."""
        written = self.type(type)
        return BOXED.get(written, written)


def _doc(text: str) -> list[str]:
    return [f"/** {text} */"] if text else []
