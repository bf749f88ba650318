"""Checks the input against the types of messages.py."""

import re
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from adapter.outcomes import Malformed


def check(value: Any, type: Any, at: str = "") -> None:
    """Raise `Malformed` for the first value that is not of the type."""
    origin, arguments = get_origin(type), get_args(type)
    if type is Any:
        return
    if is_typeddict(type):
        _check_keys(value, type, at)
    elif origin is Annotated:
        check(value, arguments[0], at)
        rule = arguments[1]
        if (value < 0) if rule == "0" else not re.search(rule, value):
            raise Malformed(at, f"{value!r} is not allowed here")
    elif origin is Literal:
        if not any(value == one and value.__class__ is one.__class__ for one in arguments):
            raise Malformed(at, f"{value!r} is not one of {', '.join(map(str, arguments))}")
    elif origin in (Union, UnionType):
        _check_union(value, arguments, at)
    elif origin is list:
        for index, item in enumerate(_of(list, value, at)):
            check(item, arguments[0], f"{at}/{index}")
    elif origin is dict:
        for key, item in _of(dict, value, at).items():
            check(key, arguments[0], f"{at}/{key}")
            check(item, arguments[1], f"{at}/{key}")
    else:
        _of(type, value, at)


def _check_union(value: Any, members: tuple[Any, ...], at: str) -> None:
    if NoneType in members:
        if value is not None:
            check(value, members[0], at)
        return
    # Of several possible objects, it is the one whose own key is present: a turn with `pass` is a pass.
    *others, last = members
    keys = _of(dict, value, at).keys()
    check(value, next((one for one in others if keys & one.__required_keys__), last), at)


def _check_keys(value: Any, type: Any, at: str) -> None:
    hints = get_type_hints(type, include_extras=True)
    given = _of(dict, value, at)
    for key, hint in hints.items():
        optional = get_origin(hint) is NotRequired
        if key in given:
            check(given[key], get_args(hint)[0] if optional else hint, f"{at}/{key}")
        elif not optional:
            raise Malformed(at, f"the key {key!r} is missing")
    for key in given:
        if key not in hints:
            raise Malformed(at, f"unknown key {key!r}")


def _of(type: type, value: Any, at: str) -> Any:
    # A bool is an int to Python, but not to the protocol.
    if value.__class__ is not type:
        raise Malformed(at, f"{value!r} is not a value of type {type.__name__}")
    return value
