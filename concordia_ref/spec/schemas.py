"""Checking files against their JSON Schemas, in words that say what is wrong and what was probably meant."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator, FormatChecker
from jsonschema.exceptions import ValidationError
from referencing import Registry, Resource

from concordia_ref.spec.errors import TYPE_NAMES
from concordia_ref.spec.files import kind_of
from concordia_ref.spec.findings import Finding, counted, did_you_mean, shown
from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.spec.strict_yaml import Mark, PathKey, Source
from concordia_ref.spec.tree import Tree

Ids = Mapping[str, Iterable[str]]

# The types of a schema, as Python knows them.
_TYPES: Mapping[str, type] = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool}

# What the limits of a schema count.
_BOUNDS = {
    "minimum": ("at least", "", ""),
    "maximum": ("at most", "", ""),
    "minItems": ("at least", "item", "items"),
    "maxItems": ("at most", "item", "items"),
    "minProperties": ("at least", "key", "keys"),
    "maxProperties": ("at most", "key", "keys"),
    "minLength": ("at least", "character", "characters"),
}
# Ids whose kind has another name than its format.
_KINDS = {"card-kind": "kind of card"}


def schema_findings(tree: Tree) -> list[Finding]:
    """Everything that the schemas find in the files of a specification, including unknown ids."""
    shared = known_ids(tree)
    findings: list[Finding] = []
    for name, source in tree.sources.items():
        kind = kind_of(name)
        assert kind is not None, "a tree holds only files that belong to a specification"
        ids = {**shared, **map_ids(source.data)} if kind == "map" else shared
        validator = _validator(kind).evolve(format_checker=_format_checker(ids))
        for error in validator.iter_errors(source.data):
            findings += _explain(error, source, ids)
    return findings


def known_ids(tree: Tree) -> Ids:
    """The ids that a specification defines, by the name of the `format` that asks for them.

    A kind of id is left out where its definitions are lost: that is one fault, not one more for every use.
    """
    data = tree.data
    goods = _keys(data, "goods", "goods")
    kinds = _keys(data, "cards", "kinds")
    rulebooks = _keys(data, "about", "rulebooks")
    letters = _keys(data, "setup", "city_tokens")
    sections = rulebooks and _all(_keys(data, "about", "rulebooks", book, "sections") for book in rulebooks)
    maps = None if "maps" in tree.incomplete else _keys(data, "maps")
    rules = None if "rules" in tree.incomplete else _keys(data, "rules")
    return _only_known(
        {
            "good": goods,
            "good-or-any": _all([goods, ["any"]]),
            "good-or-of-the-card": _all([goods, ["of_the_card"]]),
            "god": _keys(data, "gods", "gods"),
            "card-kind": kinds,
            "card-kind-or-special": _all([kinds, ["praefectus_magnus", "concordia"]]),
            "action": _keys(data, "actions"),
            "deck": _keys(data, "cards", "for_sale", "decks"),
            "letter": letters and [key for key in letters if key not in ("drawn", "evidence", "clauses")],
            "map": maps,
            "rulebook": rulebooks,
            "section": sections,
            "dispute": None if "disputes" in tree.incomplete else _keys(data, "disputes"),
            "topic": sections and [*sections, "terms", "layout"],
            "clause": rules and _all(_keys(data, "rules", file, "clauses") for file in rules),
        }
    )


def map_ids(data: Any) -> Ids:
    """The ids that a map defines for itself."""
    start = data.get("start_city") if isinstance(data, dict) else None
    roma = [start["id"]] if isinstance(start, dict) and isinstance(start.get("id"), str) else None
    return _only_known({"province": _keys(data, "provinces"), "city": _all([roma, _keys(data, "cities")])})


def _only_known(ids: Mapping[str, list[str] | None]) -> Ids:
    return {kind: known for kind, known in ids.items() if known}


def _all(parts: Iterable[list[str] | None]) -> list[str] | None:
    """The ids of all parts, each once; None if one part is not known."""
    found: dict[str, None] = {}
    for part in parts:
        if part is None:
            return None
        found.update(dict.fromkeys(part))
    return list(found)


def _keys(data: Any, *path: str) -> list[str] | None:
    """The keys of the mapping at a path; None if there is no such mapping or nothing in it."""
    for key in path:
        data = data.get(key) if isinstance(data, dict) else None
    return list(data) if isinstance(data, dict) and data else None


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

    def finding(mark: Mark, code: str, message: str, hint: str = "") -> Finding:
        return Finding(source.name, *mark, code, message, hint)

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
                    yield finding(source.key_at((*path, key)), "schema.unknown-key", f"unknown key {shown(key)}", hint)
        case "required":
            # The library reports each missing key by itself; its message begins with that key in quotes.
            key = error.message.split(" is a required")[0]
            yield finding(mark, "schema.missing-key", f"the key {key} is missing")
        case "type":
            found = TYPE_NAMES[type(value)]
            if isinstance(value, (str, int)) and not isinstance(value, bool):
                found += f" ({shown(value)})"
            yield finding(mark, "schema.wrong-type", f"must be {TYPE_NAMES[_TYPES[wanted]]}, not {found}")
        case "enum" | "const":
            options = [str(option) for option in wanted] if isinstance(wanted, list) else [str(wanted)]
            message = f"{shown(value)} is not one of {', '.join(options)}"
            yield finding(mark, "schema.unknown-value", message, did_you_mean(str(value), options))
        case "format":
            kind = str(wanted).removesuffix("-id")
            what = kind.split("-or-")[0]
            message = f"there is no {_KINDS.get(what, what)} {shown(value)}"
            yield finding(mark, "id.unknown", message, did_you_mean(value, ids[kind]))
        case "pattern":
            message = f"{shown(value)} does not have the right form, {wanted}"
            yield finding(mark, "schema.pattern", message, _description(error))
        case "uniqueItems":
            again = _repeated(value)
            message = f"{shown(value[again])} is already in this list"
            yield finding(source.value_at((*path, again)), "schema.repeated", message)
        case bound:
            found = shown(value) if isinstance(value, (str, int)) else f"a length of {len(value)}"
            least, one, many = _BOUNDS[str(bound)]
            limit = f"{least} {counted(wanted, one, many) if one else wanted}"
            yield finding(mark, "schema.bounds", f"{found} is out of bounds: {limit}")


def _description(error: ValidationError) -> str:
    """What the schema says about the value that does not have the right form."""
    return str(error.schema.get("description", "")).rstrip(".") if isinstance(error.schema, dict) else ""


def _repeated(items: list[Any]) -> int:
    """The index of the first item that is in the list already."""
    texts = [json.dumps(item, sort_keys=True) for item in items]
    first = {text: index for index, text in reversed(list(enumerate(texts)))}
    return next(index for index, text in enumerate(texts) if first[text] < index)
