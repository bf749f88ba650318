"""Differences: where an adapter and the suite disagree, as values that can be told apart, counted and printed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple

from concordia_ref.engine.notation import to_notation
from concordia_ref.spec.paths import lookup
from concordia_ref.suite.protocol import shown

LONGEST_VALUE = 10_000

# Lists whose order means nothing.
UNORDERED = ("hand", "houses", "land", "sea")

Kind = Literal["position", "refused", "accepted", "state", "score", "answer"]
"""What is wrong.

The `position` was not accepted, a legal turn was `refused`, an illegal one `accepted`, with the path `check` where that
was asked and not `apply`; the `state` or the `score` is not as expected in some place; or the `answer` to a question is
not one at all.
"""
Stage = Literal["", "way", "refusal", "twin"]
"""When it went wrong: in the scenario itself, on the way to its position, after a refusal, or in the legal twin."""
STAGES = {"": "", "way": "on the way: ", "refusal": "after the refusal: ", "twin": "the legal twin: "}


class _Nothing:
    """Stands for what is not there, which is not the same as null."""

    def __repr__(self) -> str:
        return "nothing"


NOTHING = _Nothing()


class Difference(NamedTuple):
    """One thing that is not as expected. `path` leads to the place in the state or in the points, if there is one."""

    kind: Kind
    path: str = ""
    expected: Any = None
    got: Any = None
    turn: Mapping[str, Any] | None = None
    stage: Stage = ""

    def __str__(self) -> str:
        return f"{STAGES[self.stage]}{self._what()}"

    def _what(self) -> str:
        if self.kind in ("refused", "accepted"):
            due = "accepted" if self.kind == "refused" else "refused"
            what = "the set-up" if self.turn is None else written(self.turn)
            asked = "check: " if self.path == "check" else ""
            return f"{asked}{what}: must be {due}; the answer was {self.got}"
        if self.kind == "position":
            return f"the position must be accepted; the answer was {self.got}"
        if self.kind == "answer":
            return f"{self.path} must be answered with {self.expected}; the answer was {self.got}"
        if isinstance(self.expected, list) and isinstance(self.got, list) and _is_flat([*self.expected, *self.got]):
            return f"{self.path}: {_changes(self.expected, self.got)}"
        return f"{self.path or 'the state'}: expected {self.expected}, got {self.got}"

    def printable(self) -> Difference:
        """The difference without what no terminal and no report can hold, whatever the adapter has said."""
        return self._replace(path=shown(self.path), got=printable(self.got))

    def to_json(self) -> dict[str, Any]:
        """The difference as plain JSON, for a report; what is empty is left out."""
        data = {key: value for key, value in self._asdict().items() if value not in ("", None)}
        return data | {key: {"nothing": True} for key in ("expected", "got") if data.get(key) is NOTHING}


def difference_from(data: Mapping[str, Any]) -> Difference:
    """A difference of a report; raises `TypeError` where it is none."""
    nothing = {key: NOTHING for key in ("expected", "got") if data.get(key) == {"nothing": True}}
    return Difference(**{**data, **nothing})


def printable(value: Any) -> Any:
    """A value of an adapter with every text fit to be printed; its beginning as a text where it is very long."""
    if len(text := str(value)) > LONGEST_VALUE:
        return shown(text)
    if isinstance(value, str):
        return shown(value)
    if isinstance(value, list):
        return [printable(item) for item in value]
    if isinstance(value, dict):
        return {shown(str(key)): printable(item) for key, item in value.items()}
    return value


def written(turn: Mapping[str, Any]) -> str:
    """A turn in notation, or as JSON where no notation can be found for it: it may be malformed on purpose.

    >>> written({"card": "mercator", "sell": {"wine": 1}})
    'mercator; sell 1 wine'
    >>> written({"card": "mercator", "sell": 1})
    '{"card": "mercator", "sell": 1}'
    """
    try:
        return to_notation(dict(turn))
    except (AttributeError, KeyError, TypeError, ValueError):
        return json.dumps(turn, ensure_ascii=False)


def _is_flat(items: list[Any]) -> bool:
    return all(isinstance(item, str) for item in items)


def _changes(expected: list[Any], got: list[Any]) -> str:
    """What is missing in a list and what is there too much; both lists where only their order differs.

    >>> _changes(["tribune", "senator"], ["senator", "iii_architect"])
    '- tribune + iii_architect'
    """
    missing, extra = list(expected), []
    for item in got:
        if item in missing:
            missing.remove(item)
        else:
            extra.append(item)
    if not missing and not extra:
        return f"expected {expected}, got {got}"
    return " ".join([*(f"- {item}" for item in missing), *(f"+ {item}" for item in extra)])


def at(state: Any, path: str) -> Any:
    """What a state holds at a path, or `NOTHING`; the state may be anything that an adapter has sent."""
    try:
        return lookup(state, path)
    except KeyError:
        return NOTHING


def differing(wanted: Any, got: Any, path: str = "", kind: Kind = "state") -> Iterator[Difference]:
    """The places in which a state, or the points, are not as wanted; `got` may be anything that an adapter has sent."""
    if wanted == got and not _holds_truth(got):
        return
    if isinstance(wanted, Mapping) and isinstance(got, Mapping):
        for key in dict.fromkeys([*wanted, *got]):
            here = f"{path}.{key}" if path else str(key)
            yield from differing(wanted.get(key, NOTHING), got.get(key, NOTHING), here, kind)
        return
    if isinstance(wanted, list) and isinstance(got, list):
        if path == "players" and len(wanted) == len(got):
            for seat, (one, other) in enumerate(zip(wanted, got, strict=True)):
                yield from differing(one, other, f"{path}.{seat}", kind)
            return
        if path.rpartition(".")[2] in UNORDERED:
            wanted, got = sorted(wanted, key=str), sorted(got, key=str)
    if not _same(wanted, got):
        yield Difference(kind, path, wanted, got)


def _holds_truth(value: Any) -> bool:
    """Whether there may be a truth value in a value: it must not pass for a number, and most values hold none."""
    return "True" in (text := repr(value)) or "False" in text


def _same(one: Any, other: Any) -> bool:
    """Whether two values are the same in JSON, where true is not 1, whatever Python says."""
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(_same(value, other[key]) for key, value in one.items())
    return bool(one == other) and isinstance(one, bool) == isinstance(other, bool)
