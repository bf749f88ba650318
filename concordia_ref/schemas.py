"""Checking files against their JSON Schemas, in words that say what is wrong and what was probably meant."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator, FormatChecker
from jsonschema.exceptions import ValidationError
from referencing import Registry, Resource

from concordia_ref.findings import Facts, Finding, did_you_mean
from concordia_ref.source import Mark, PathKey, Source
from concordia_ref.tree import Tree, kind_of, packaged_folder

Ids = Mapping[str, Iterable[str]]

_TYPES = {
    "object": "a mapping",
    "array": "a list",
    "string": "text",
    "integer": "a whole number",
    "boolean": "true or false",
    "null": "nothing",
}
_BOUNDS = {
    "minimum": "at least {}",
    "maximum": "at most {}",
    "minItems": "at least {} items",
    "maxItems": "at most {} items",
    "minProperties": "at least {} keys",
    "maxProperties": "at most {} keys",
    "minLength": "at least {} characters",
}


def schema_findings(tree: Tree) -> list[Finding]:
    """Everything that the schemas have to say about the files of a specification, unknown ids included."""
    shared = known_ids(tree.data)
    findings: list[Finding] = []
    for name, source in tree.sources.items():
        kind = kind_of(name)
        assert kind is not None, "a tree holds only files that belong to a specification"
        ids = {**shared, **_ids_of_map(source.data)} if kind == "map" else shared
        validator = _validator(kind).evolve(format_checker=_format_checker(ids))
        for error in validator.iter_errors(source.data):
            findings += _explain(error, source, ids)
    return findings


def known_ids(data: Mapping[str, Any]) -> Ids:
    """The ids that a specification defines, by the name of the `format` that asks for them."""
    goods = _keys(data, "goods", "goods")
    kinds = _keys(data, "cards", "kinds")
    rulebooks = _keys(data, "about", "rulebooks")
    return {
        "good": goods,
        "good-or-any": [*goods, "any"],
        "good-or-of-the-card": [*goods, "of_the_card"],
        "god": _keys(data, "gods", "gods"),
        "card-kind": kinds,
        "card-kind-or-special": [*kinds, "praefectus_magnus", "concordia"],
        "action": _keys(data, "actions"),
        "deck": _keys(data, "cards", "for_sale", "decks"),
        "letter": [key for key in _keys(data, "setup", "city_tokens") if key not in ("evidence", "clauses")],
        "map": _keys(data, "maps"),
        "rulebook": rulebooks,
        "section": sorted({s for r in rulebooks for s in _keys(data, "about", "rulebooks", r, "sections")}),
        "clause": [clause for file in _keys(data, "rules") for clause in _keys(data, "rules", file, "clauses")],
    }


def _ids_of_map(data: Any) -> Ids:
    start = data.get("start_city") if isinstance(data, dict) else None
    roma = [start["id"]] if isinstance(start, dict) and isinstance(start.get("id"), str) else []
    return {"province": _keys(data, "provinces"), "city": [*roma, *_keys(data, "cities")]}


def _keys(data: Any, *path: str) -> list[str]:
    for key in path:
        data = data.get(key) if isinstance(data, dict) else None
    return list(data) if isinstance(data, dict) else []


@cache
def _validator(kind: str) -> Draft202012Validator:
    registry: Registry[Any] = Registry()
    for file in packaged_folder("spec").glob("schema/*.schema.json"):
        contents = json.loads(file.read_text(encoding="utf-8"))
        registry = registry.with_resource(file.name, Resource.from_contents(contents))
    schema = registry.contents(f"{kind}.schema.json")
    return Draft202012Validator(schema, registry=registry)


def _format_checker(ids: Ids) -> FormatChecker:
    checker = FormatChecker(formats=[])

    def is_among(known: frozenset[str]) -> Callable[[object], bool]:
        return lambda value: not isinstance(value, str) or value in known

    for kind, known in ids.items():
        checker.checks(f"{kind}-id")(is_among(frozenset(known)))
    return checker


def _explain(error: ValidationError, source: Source, ids: Ids) -> Iterator[Finding]:
    path: PathKey = tuple(error.absolute_path)
    value: Any = error.instance
    wanted: Any = error.validator_value

    def finding(mark: Mark, code: str, facts: Facts, hint: str = "") -> Finding:
        return Finding(source.name, *mark, code, facts, hint)

    # The schema of a key reports the mapping around it; the place to show is the key itself.
    if "propertyNames" in error.absolute_schema_path:
        mark = source.key_at((*path, value))
    else:
        mark = source.value_at(path)

    match error.validator:
        case "additionalProperties":
            known = [str(key) for key in error.schema.get("properties", {})] if isinstance(error.schema, dict) else []
            for key in value:
                if key not in known:
                    missing = [name for name in known if name not in value]
                    hint = did_you_mean(key, missing) or did_you_mean(key, known)
                    yield finding(source.key_at((*path, key)), "schema.unknown-key", {"key": repr(key)}, hint)
        case "required":
            # The library reports each missing key by itself; its message begins with that key in quotes.
            yield finding(mark, "schema.missing-key", {"key": error.message.split(" is a required")[0]})
        case "type":
            found = _TYPES[_type_of(value)]
            if isinstance(value, (str, int)) and not isinstance(value, bool):
                found += f" ({value!r})"
            yield finding(mark, "schema.wrong-type", {"wanted": _TYPES[wanted], "found": found})
        case "enum" | "const":
            options = [str(option) for option in wanted] if isinstance(wanted, list) else [str(wanted)]
            facts = {"value": repr(value), "wanted": ", ".join(options)}
            yield finding(mark, "schema.unknown-value", facts, did_you_mean(str(value), options))
        case "format":
            kind = str(wanted).removesuffix("-id")
            what = kind.split("-or-")[0].replace("-", " ")
            yield finding(mark, "id.unknown", {"what": what, "value": repr(value)}, did_you_mean(value, ids[kind]))
        case "pattern":
            yield finding(mark, "schema.pattern", {"value": repr(value), "wanted": wanted})
        case "uniqueItems":
            yield finding(mark, "schema.repeated", {})
        case bound:
            shown = repr(value) if isinstance(value, (str, int)) else f"a length of {len(value)}"
            yield finding(mark, "schema.bounds", {"value": shown, "wanted": _BOUNDS[str(bound)].format(wanted)})


def _type_of(value: Any) -> str:
    names = {bool: "boolean", int: "integer", str: "string", list: "array", dict: "object"}
    return names.get(type(value), "null")
