"""Dotted paths into the data of a specification, as texts use them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def lookup(data: Any, path: str) -> Any:
    """The value at a path. A step of an action is named by its verb, any other item of a list by its index.

    >>> lookup({"slots": [[], ["any"]]}, "slots.1.0")
    'any'
    >>> lookup({"income": [{"do": "gain_coins", "base": 5}]}, "income.gain_coins.base")
    5
    >>> lookup({"slots": [[], ["any"]]}, "slots.#")
    2

    Raises `KeyError` with the part of the path that does not exist.
    """
    value = data
    for part in path.split("."):
        value = _child(value, part)
    return value


def _child(value: Any, part: str) -> Any:
    if isinstance(value, Mapping) and part in value:
        return value[part]
    if isinstance(value, (Mapping, list, tuple)) and part == "#":
        return len(value)
    if isinstance(value, (list, tuple)):
        for index, item in enumerate(value):
            if str(index) == part or (isinstance(item, Mapping) and item.get("do") == part):
                return item
    raise KeyError(part)
