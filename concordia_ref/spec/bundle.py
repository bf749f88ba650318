"""The whole specification as one JSON document, for programs in other languages."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from concordia_ref.spec.model import Specification
from concordia_ref.spec.tree import read_tree

FORMAT_VERSION = 1


def bundle(specification: Specification) -> dict[str, Any]:
    """The bundle as `spec/schema/bundle.schema.json` describes it: the rules of an edition, and all disputes."""
    everything = read_tree(specification.folder)[0].data
    data = {**everything, **plain(specification.data)}
    return {
        "format": "concordia-bundle",
        "format_version": FORMAT_VERSION,
        "version": specification.version,
        "edition": specification.edition,
        "checksum": checksum(data),
        "specification": data,
    }


def checksum(data: Any) -> str:
    """SHA-256 over the canonical JSON of the data: keys sorted, no spaces, UTF-8.

    >>> checksum({"b": 1, "a": [2]}) == checksum({"a": [2], "b": 1})
    True
    """
    canonical = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return "sha256:" + hashlib.sha256(canonical.encode("utf-8")).hexdigest()


def plain(value: Any) -> Any:
    """Parts of the model as the dicts and lists that JSON knows."""
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if hasattr(value, "_asdict"):
        return plain(value._asdict())
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, (tuple, list)) else value
