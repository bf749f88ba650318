"""The clauses: every rule by its id, with the data that carry it out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

Data = Mapping[str, Any]


class Clause(NamedTuple):
    """A rule by its id: its kind, and what it belongs to."""

    id: str
    kind: Literal["may", "must", "must_not", "effect", "definition"]
    belongs_to: tuple[str, str]
    printed_on: str | None
    carried_out_by: tuple[str, ...]


def clauses_of(data: Data) -> Mapping[str, Clause]:
    """Every clause in the data of a valid specification, by its id."""
    return MappingProxyType({clause.id: clause for clause in _clauses(data)})


def _clauses(data: Data) -> Iterator[Clause]:
    carried_out_by: dict[str, list[str]] = {}
    for path, clause in clause_references(data):
        carried_out_by.setdefault(clause, []).append(path)
    for rules in data["rules"].values():
        for id, entry in rules["clauses"].items():
            ((belongs_to, what),) = entry.get("belongs_to", rules["belongs_to"]).items()
            yield Clause(
                id=id,
                kind=entry["kind"],
                belongs_to=(belongs_to, what),
                printed_on=entry.get("printed_on"),
                carried_out_by=tuple(carried_out_by[id]),
            )


def clause_references(data: Data, path: str = "") -> Iterator[tuple[str, str]]:
    """The path of every parameter that carries out a clause, with the clause."""
    for key, value in data.items():
        if key in ("rules", "citations", "rulebook", "locales", "disputes", "editions") and not path:
            continue
        here = f"{path}.{key}" if path else key
        if key == "clauses":
            for parameter, clauses in value.items():
                where = path if parameter == "this" else f"{path}.{parameter}"
                yield from ((where, clause) for clause in listed(clauses))
        elif isinstance(value, Mapping):
            yield from clause_references(value, here)
        elif isinstance(value, (list, tuple)):
            for step in value:
                if isinstance(step, Mapping) and "do" in step:
                    yield from clause_references(step, f"{here}.{step['do']}")


def listed(value: Any) -> tuple[str, ...]:
    """One text, or several, as a tuple."""
    return (value,) if isinstance(value, str) else tuple(value)
