"""Types in C#: records and enums that System.Text.Json reads and writes."""

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
from concordia_ref.kit.writers.layout import HEADER, comment, pascal

SIMPLE = {"string": "string", "integer": "int", "natural": "int", "boolean": "bool", "any": "object"}


def types_text(types: Types) -> str:
    """The file `Messages.cs`."""
    lines = [line for text in HEADER for line in comment(text, "//")]
    lines += ["#nullable enable", "using System.Collections.Generic;", "using System.Text.Json.Serialization;", ""]
    lines += ["namespace Adapter;"]
    members = {name: one for one in types.declared.values() if isinstance(one, Tagged) for _, name in one.members}
    for one in types.merging():
        if not isinstance(one, Alias):
            lines += ["", *_Writer(types, members).declaration(one)]
    return "\n".join(lines) + "\n"


class _Writer:
    """Writes declarations, with aliases resolved."""

    def __init__(self, types: Types, members: dict[str, Tagged]) -> None:
        self.types = types
        self.members = members

    def declaration(self, one: Declaration) -> list[str]:
        """A declaration in lines."""
        match one:
            case Ids(name, doc, values):
                lines = [*_doc(doc), f"public enum {name}", "{"]
                for value in values:
                    lines.append(f'    [JsonStringEnumMemberName("{value}")] {pascal(value)},')
                return [*lines, "}"]
            case Record():
                return self.record(one)
            case Tagged(name, doc, tag, members):
                lines = [*_doc(doc), f'[JsonPolymorphic(TypeDiscriminatorPropertyName = "{tag}")]']
                lines += [f'[JsonDerivedType(typeof({member}), "{value}")]' for value, member in members]
                return [*lines, f"public abstract record {name};"]
            case Table(name, doc, key, value, entries):
                title = pascal(name.lower())
                lines = [*_doc(doc), f"public static class {title}", "{"]
                kinds = f"Dictionary<{key}, {value}>"
                lines += [f"    public static readonly IReadOnly{kinds} Table = new {kinds}", "    {"]
                lines += [f"        [{key}.{pascal(id)}] = {value}.{pascal(found)}," for id, found in entries.items()]
                return [*lines, "    };", "}"]
            case _:
                raise TypeError(one)

    def record(self, one: Record) -> list[str]:
        """A record."""
        tagged = self.members.get(one.name)
        lines = _doc(one.doc)
        if not one.open:
            lines += ["[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]"]
        lines += [f"public sealed record {one.name}{f' : {tagged.name}' if tagged else ''}", "{"]
        for field in one.fields:
            if not tagged or field.name != tagged.tag:
                lines += self.property(field)
        return [*lines, "}"]

    def property(self, field: Field) -> list[str]:
        """A property of a record; one that may be missing is left out where it is null."""
        written = self.type(field.type)
        ignored = "" if field.required else ", JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)"
        lines = [*_doc(field.doc, "    "), f'    [JsonPropertyName("{field.name}"){ignored}]']
        needed, optional = ("required ", "") if field.required else ("", "?")
        return [*lines, f"    public {needed}{written}{optional} {pascal(field.name)} {{ get; init; }}"]

    def type(self, type: Type) -> str:
        """A type as C# writes it."""
        match type:
            case Simple(name):
                return SIMPLE[name]
            case Ref(name):
                found = self.types.declared[name]
                return self.type(found.type) if isinstance(found, Alias) else name
            case Literal(value):
                return {bool: "bool", int: "int", str: "string"}[value.__class__]
            case ListOf(item):
                return f"List<{self.type(item)}>"
            case MapOf(key, value):
                return f"Dictionary<{self.type(key)}, {self.type(value)}>"
            case Nullable(inner):
                return f"{self.type(inner)}?"


def _doc(text: str, indent: str = "") -> list[str]:
    return [f"{indent}/// <summary>{text.replace('<', '&lt;')}</summary>"] if text else []
