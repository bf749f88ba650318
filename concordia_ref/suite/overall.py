"""Faults of a whole engine rather than of a rule: it breaks, accepts no position, or turns do nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from concordia_ref.suite.cases import Case
from concordia_ref.suite.evidence import Evidence
from concordia_ref.suite.shapes import has_ended

# If this much of what was tried fails in one way, the engine itself is at fault.
MOST = 0.6
NEARLY_ALL = 0.8


def overall(evidence: Evidence, cases: Mapping[str, Case]) -> Iterator[tuple[str, list[str]]]:
    """What is wrong with the whole engine, each with the scenarios that fail by it."""
    judged = len(evidence.passed) + len(evidence.failures)
    by_shape: dict[str, list[str]] = {}
    for id, found in sorted(evidence.failures.items()):
        for shape in found:
            by_shape.setdefault(shape, []).append(id)
    told: set[str] = set()
    for shape, ids in by_shape.items():
        is_rule = shape.startswith(("refused", "accepted")) or not has_ended(shape)
        if not is_rule and len(ids) >= MOST * judged:
            told |= set(ids)
            yield _sentence(shape), ids
    if told:
        return
    turns = [id for id in (*evidence.passed, *evidence.failures) if cases[id].turns and not cases[id].rejected]
    refused = [id for id in turns if id in evidence.failures and _is_refused(evidence.failures[id])]
    if refused and len(refused) >= NEARLY_ALL * len(turns):
        yield "Legal turns are refused, whatever the card", sorted(refused)
    elif evidence.unchanged and len(evidence.unchanged) >= MOST * len(turns):
        yield "Turns are accepted, but change nothing", sorted(evidence.unchanged)


def _is_refused(shapes: frozenset[str]) -> bool:
    return all(shape.startswith("refused") for shape in shapes)


def _sentence(shape: str) -> str:
    head, _, rest = shape.partition(" ")
    if head == "position":
        return "Positions are not accepted"
    if head == "answer":
        return f"Questions are not answered: {rest}"
    return f"The adapter breaks at nearly everything: {rest}"
