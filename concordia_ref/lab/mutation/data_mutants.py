"""Every small change to the data of a specification, in a fixed order and under stable ids."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from jsonschema import Draft202012Validator

from concordia_ref.spec.files import kind_of
from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.spec.schemas import known_ids, map_ids
from concordia_ref.spec.strict_yaml import PathKey
from concordia_ref.spec.tree import Tree

# Texts, provenance, drawing and the list of components have no effect on play.
LEFT_OUT_FILES = ("about", "rules", "citations", "disputes", "editions", "locales")
LEFT_OUT_KEYS = ("evidence", "clauses", "position", "printed", "name", "number", "box")
# Another verb would be another step with the wrong parameters; that a step counts is shown by dropping it.
NO_VALUES = (*LEFT_OUT_KEYS, "do")
# If there are more ids than this, one stands for all: a line with a wrong end is missed like one that is gone.
MOST_IDS = 20

Ids = Mapping[str, Any]


@dataclass(frozen=True)
class DataMutant:
    """A specification in which one file has another value at a path; `about` leads to the datum that it is about."""

    id: str
    file: str
    path: PathKey
    value: Any
    about: PathKey
    clauses: tuple[str, ...]

    def applied_to(self, tree: Tree) -> Tree:
        """The tree of files with the change."""
        source = tree.sources[self.file]
        changed = source._replace(data=_with(source.data, self.path, self.value))
        return Tree(tree.folder, {**tree.sources, self.file: changed}, tree.incomplete)


def data_mutants(tree: Tree) -> list[DataMutant]:
    """All mutants of a specification, file by file, in the order of each file."""
    shared = known_ids(tree)
    found: list[DataMutant] = []
    for name, source in tree.sources.items():
        if name.split("/")[0].removesuffix(".yaml") in LEFT_OUT_FILES:
            continue
        kind = kind_of(name)
        ids = {**shared, **map_ids(source.data)} if kind == "map" else shared
        prefix = name.removesuffix(".yaml").replace("/", ".")
        for change in changes(source.data, Schema.of(f"{kind}.schema.json"), ids):
            clauses = clauses_of(source.data, change.about)
            found.append(DataMutant(f"{prefix}.{change.id}", name, change.path, change.value, change.about, clauses))
    return found


@dataclass(frozen=True)
class Schema:
    """A part of a JSON Schema, and the file in which it stands: references lead from there."""

    file: str
    node: Mapping[str, Any]

    @staticmethod
    def of(file: str) -> Schema:
        """The schema in a file."""
        return Schema(file, _schema_files()[file])

    def parts(self, value: Any) -> Iterator[Schema]:
        """The schema itself and all others in it that hold for a value."""
        yield self
        if "$ref" in self.node:
            file, _, pointer = self.node["$ref"].partition("#/")
            node: Any = _schema_files()[file or self.file]
            for key in pointer.split("/"):
                node = node[key]
            yield from Schema(file or self.file, node).parts(value)
        for node in self.node.get("allOf", ()):
            yield from Schema(self.file, node).parts(value)
        if "if" in self.node:
            branch = "then" if Draft202012Validator(self.node["if"]).is_valid(value) else "else"
            if branch in self.node:
                yield from Schema(self.file, self.node[branch]).parts(value)

    def find(self, value: Any, keyword: str) -> Any:
        """What the schema says about a value under a keyword; None if nothing."""
        return next((part.node[keyword] for part in self.parts(value) if keyword in part.node), None)

    def below(self, value: Any, key: str | int) -> Schema:
        """The schema of an entry or an item of a value."""
        found = []
        for part in self.parts(value):
            if isinstance(key, int):
                found += [part.node["items"]] if "items" in part.node else []
            elif key in part.node.get("properties", {}):
                found.append(part.node["properties"][key])
            elif isinstance(part.node.get("additionalProperties"), dict):
                found.append(part.node["additionalProperties"])
            else:
                continue
            file = part.file
        return Schema(file, {"allOf": found}) if found else Schema(self.file, {})


@cache
def _schema_files() -> dict[str, Any]:
    files = packaged_folder("spec").glob("schema/*.schema.json")
    return {file.name: json.loads(file.read_text(encoding="utf-8")) for file in files}


class Change(NamedTuple):
    """A new value at a path of a file, the id of the change there, and the path of the datum that it is about."""

    path: PathKey
    id: str
    value: Any
    about: PathKey


def changes(value: Any, schema: Schema, ids: Ids, path: PathKey = (), where: str = "") -> Iterator[Change]:
    """All changes to a value and to what it holds."""
    if isinstance(value, dict):
        yield from _changed_keys(value, schema, ids, path, where)
        for key, item in value.items():
            if key not in NO_VALUES:
                yield from changes(item, schema.below(value, key), ids, (*path, key), _joined(where, key))
    elif isinstance(value, list):
        fixed = schema.find(value, "minItems") == schema.find(value, "maxItems") is not None
        names = _names(value)
        for index, (item, name) in enumerate(zip(value, names, strict=True)):
            here = _joined(where, name)
            if not fixed:
                about = (*path, index)
                yield Change(path, f"{here}:dropped", [*value[:index], *value[index + 1 :]], about)
                yield Change(path, f"{here}:doubled", [*value[: index + 1], *value[index:]], about)
            yield from changes(item, schema.below(value, index), ids, (*path, index), here)
    else:
        for other, sign in _other_values(value, schema, ids):
            yield Change(path, f"{where}{sign}", other, path)


def _changed_keys(value: dict[str, Any], schema: Schema, ids: Ids, path: PathKey, where: str) -> Iterator[Change]:
    """A mapping without one of its entries, or with one of them under another key."""
    required = {key for part in schema.parts(value) for key in part.node.get("required", ())}
    if set(value) == {"land", "sea"} and all(isinstance(lines, list) and _are_pairs(lines) for lines in value.values()):
        yield from _changed_lines(value, path, where)
    names = Schema(schema.file, schema.find(value, "propertyNames") or {})
    for key in value:
        if key in LEFT_OUT_KEYS or key in required:
            continue
        here = _joined(where, key)
        yield Change(path, f"{here}:dropped", {k: item for k, item in value.items() if k != key}, (*path, key))
        others = ids.get(str(names.find(key, "format") or "").removesuffix("-id"), ())
        if schema.find(value, "maxProperties") == 1:
            # One of several conditions: its name says whether it is negated.
            others = schema.find(value, "properties")
        for other in others:
            if other not in value:
                renamed = {(other if k == key else k): item for k, item in value.items()}
                yield Change(path, f"{here}:to-{other}", renamed, (*path, key))


def _changed_lines(lines: dict[str, Any], path: PathKey, where: str) -> Iterator[Change]:
    """The lines of a map with one of the other kind."""
    for kind, other in (("land", "sea"), ("sea", "land")):
        for pair in lines[kind]:
            if pair not in lines[other]:
                moved = {kind: [line for line in lines[kind] if line != pair], other: [*lines[other], pair]}
                yield Change(path, f"{where}.{kind}.{'~'.join(pair)}:to-{other}", {**lines, **moved}, path)


def _other_values(value: Any, schema: Schema, ids: Ids) -> Iterator[tuple[Any, str]]:
    """What could replace a single value, and how that is written at the end of an id."""
    if isinstance(value, bool):
        yield not value, f"={str(not value).lower()}"
        return
    if isinstance(value, int):
        yield value + 1, "+1"
        yield value - 1, "-1"
    known = list(ids.get(str(schema.find(value, "format") or "").removesuffix("-id"), ()))
    if len(known) > MOST_IDS:
        known = [known[(known.index(value) + 1) % len(known)]]
    for other in (*(schema.find(value, "enum") or known), *_alternative(value, schema)):
        if other != value:
            yield other, f"={other}"


def _alternative(value: Any, schema: Schema) -> Iterator[Any]:
    """A word for a number, and a number for a word, where a schema takes either."""
    for part in schema.parts(value):
        word, number = part.node.get("then", {}), part.node.get("else", {})
        if "const" in word and number.get("type") == "integer":
            yield word["const"] if isinstance(value, int) else max(number["minimum"], 1)


def _are_pairs(lines: list[Any]) -> bool:
    return all(isinstance(line, list) and len(line) == 2 for line in lines)


def _names(items: list[Any]) -> list[str]:
    """The items of a list by name: a step by its verb, a line by its cities, anything else by its place."""
    if all(isinstance(item, dict) and "do" in item for item in items):
        return [item["do"] for item in items]
    if items and _are_pairs(items) and all(isinstance(city, str) for pair in items for city in pair):
        return ["~".join(pair) for pair in items]
    return [str(index) for index in range(len(items))]


def _joined(where: str, name: str) -> str:
    return f"{where}.{name}" if where else name


def _with(data: Any, path: PathKey, value: Any) -> Any:
    """The data with another value at a path; what is not on the way to it is shared."""
    if not path:
        return value
    changed: Any = dict(data) if isinstance(data, dict) else list(data)
    changed[path[0]] = _with(data[path[0]], path[1:], value)
    return changed


def clauses_of(data: Any, path: PathKey) -> tuple[str, ...]:
    """The clauses that a datum carries out: those of its parameter in the nearest group around it, or all inside it."""
    nearest: list[str] = []
    for key in path:
        named = data.get("clauses", {}) if isinstance(data, dict) else {}
        nearest = _listed(named.get(key) or named.get("this") or nearest)
        data = data[key]
    return tuple(dict.fromkeys([*_clauses_in(data)] or nearest))


def _clauses_in(data: Any) -> Iterator[str]:
    if isinstance(data, dict):
        for clauses in data.get("clauses", {}).values():
            yield from _listed(clauses)
    for item in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from _clauses_in(item)


def _listed(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else list(value)
