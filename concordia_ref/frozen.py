"""Immutable values with named parts: frozen dataclasses with slots, but quick to define.

`dataclass` writes and compiles methods for every class, whenever it is imported. For all the classes of the model that
takes longer than reading the rules, so these classes share their methods. `fields`, `replace` and `is_dataclass` of
`dataclasses` take them for dataclasses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property, partial

from concordia_ref.typed import Any, NoReturn, dataclass_transform

_set = object.__setattr__
_MISSING = object()


class _FrozenType(type):
    """Makes a slot of every name that is annotated in a class."""

    _parts: tuple[str, ...]
    _defaults: Mapping[str, Any]

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> _FrozenType:
        parts = tuple(body.get("__annotations__", ()))
        defaults = {part: body.pop(part) for part in parts if part in body}
        body["__slots__"] = (*parts, *body.get("__slots__", ()))
        made = super().__new__(cls, name, bases, body)
        made._parts, made._defaults = parts, defaults
        return made


class _Fields:
    """The parts of a class as `dataclasses` describes them."""

    def __get__(self, _: object, owner: _FrozenType) -> Mapping[str, Any]:
        return _fields_of(owner)


@cache
def _fields_of(owner: _FrozenType) -> Mapping[str, Any]:
    # Imported only for those who ask: nothing that plays does.
    from dataclasses import field, fields, make_dataclass

    # A default is told as a factory, because `dataclasses` takes any mapping for one that can change.
    parts = [
        (part, Any, field(default_factory=partial(owner._defaults.get, part)) if part in owner._defaults else field())
        for part in owner._parts
    ]
    return {made.name: made for made in fields(make_dataclass(owner.__name__, parts))}


@dataclass_transform(frozen_default=True)
class Frozen(metaclass=_FrozenType):
    """A value whose parts are annotated in its class, as in a dataclass.

    >>> class Price(Frozen):
    ...     good: str
    ...     coins: int = 3
    >>> Price("food"), Price("food") == Price("food", coins=4)
    (Price(good='food', coins=3), False)
    """

    __dataclass_fields__ = _Fields()

    def __init__(self, *parts: Any, **named: Any) -> None:
        names, defaults = type(self)._parts, type(self)._defaults
        # Whatever is left of the named parts is not known, or was given before them.
        others = [named.pop(name, defaults.get(name, _MISSING)) for name in names[len(parts) :]]
        if named or _MISSING in others or len(parts) > len(names):
            raise TypeError(f"{type(self).__name__} takes just these, each once: {', '.join(names)}")
        for name, value in zip(names, (*parts, *others), strict=True):
            _set(self, name, value)

    def __repr__(self) -> str:
        parts = ", ".join(f"{name}={getattr(self, name)!r}" for name in type(self)._parts)
        return f"{type(self).__qualname__}({parts})"

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in type(self)._parts)

    def __hash__(self) -> int:
        return hash(tuple(getattr(self, name) for name in type(self)._parts))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), tuple(getattr(self, name) for name in type(self)._parts)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        _refuse(name)

    def __delattr__(self, name: str) -> NoReturn:
        _refuse(name)


def _refuse(name: str) -> NoReturn:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot change {name!r}: values of the model stay as they are")


class Remembered(dict[Any, Any]):
    """Answers that are worked out when they are first asked for.

    >>> squares = Remembered(lambda number: number**2)
    >>> squares[3], squares
    (9, {3: 9})
    """

    def __init__(self, work_out: Callable[[Any], Any]) -> None:
        self.work_out = work_out

    def __missing__(self, question: Any) -> Any:
        answer = self[question] = self.work_out(question)
        return answer


class Late(Mapping[str, Any]):
    """A mapping that is made when it is first read.

    >>> squares = Late(lambda: {"three": 9})
    >>> squares["three"], squares
    (9, {'three': 9})
    """

    def __init__(self, make: Callable[[], Mapping[str, Any]]) -> None:
        self._make = make

    @cached_property
    def _made(self) -> Mapping[str, Any]:
        return self._make()

    def __getitem__(self, key: str) -> Any:
        return self._made[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)

    def __repr__(self) -> str:
        return repr(self._made)
