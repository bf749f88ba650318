"""Values that are one of a list: `Literal` fields of the model and of the verbs."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints


class UnknownValueError(ValueError):
    """A value of the data that the code does not know."""


def checked(kind: type, values: Mapping[str, Any]) -> Mapping[str, Any]:
    """The values of some fields, if they are known. The code would take a value that it does not know for another one.

    >>> from concordia_ref.spec.model import Scoring
    >>> checked(Scoring, {"cards": "twice", "maximum": "per_card"})
    Traceback (most recent call last):
    concordia_ref.spec.values.UnknownValueError: Scoring.cards is 'twice', not one of each, once_per_god
    """
    for name, known in known_values(kind).items():
        found = values.get(name)
        for item in found if isinstance(found, tuple) else (found,):
            if isinstance(item, str) and item not in known:
                raise UnknownValueError(f"{kind.__name__}.{name} is {item!r}, not one of {', '.join(known)}")
    return values


def known_values(kind: type) -> Mapping[str, tuple[str, ...]]:
    """The values that the fields of a class can have, where they are listed."""
    return _known_values(kind)


@cache
def _known_values(kind: Hashable) -> Mapping[str, tuple[str, ...]]:
    found = {name: tuple(_listed(hint)) for name, hint in get_type_hints(kind).items()}
    return {name: values for name, values in found.items() if values}


def _listed(hint: Any) -> list[str]:
    if get_origin(hint) is Literal:
        return list(get_args(hint))
    return [value for part in get_args(hint) for value in _listed(part)]
