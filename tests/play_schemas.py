"""The published schemas of states, turns, games and scores."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from concordia_ref.spec.packaged import packaged_folder


@cache
def _schemas() -> dict[str, Any]:
    files = sorted((packaged_folder("spec") / "schema" / "play").glob("*.schema.json"))
    return {file.name: json.loads(file.read_text(encoding="utf-8")) for file in files}


@cache
def _validator(kind: str) -> Draft202012Validator:
    resources = [(name, Resource.from_contents(schema)) for name, schema in _schemas().items()]
    return Draft202012Validator(_schemas()[f"{kind}.schema.json"], registry=Registry().with_resources(resources))


def faults(kind: str, data: Any) -> list[str]:
    """What the schema of `state`, `turn`, `game` or `score` has against a value."""
    return [f"{error.json_path}: {error.message}" for error in _validator(kind).iter_errors(data)]
