"""What `typing` is needed for, without importing it: that would take a fifth of the time in which a game begins.

Modules on the way to the first choice take these names from here. A type checker sees those of `typing`; when the
program runs, annotations are texts that nobody reads, and a named tuple is made without looking at them.
"""

from __future__ import annotations

from collections import namedtuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Any as Any
    from typing import Literal as Literal
    from typing import NamedTuple as NamedTuple
    from typing import NoReturn as NoReturn
    from typing import dataclass_transform as dataclass_transform
else:
    Any = NoReturn = object

    class Literal:
        """Stands for any of some values."""

        def __class_getitem__(cls, values):
            return object

    class _NamedTupleType(type):
        """Makes a named tuple of what is annotated in a class."""

        def __new__(cls, name, bases, body):
            if not bases:
                return super().__new__(cls, name, bases, body)
            parts = body.pop("__annotations__", {})
            defaults = [body.pop(part) for part in parts if part in body]
            made = namedtuple(name, parts, defaults=defaults, module=body["__module__"])
            for key, value in body.items():
                setattr(made, key, value)
            return made

    class NamedTuple(metaclass=_NamedTupleType):
        """The base of a class whose values are tuples with named parts."""

    def dataclass_transform(**_):
        """Tell type checkers that a class makes dataclasses."""
        return lambda made: made
