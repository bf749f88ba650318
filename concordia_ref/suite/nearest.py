"""Which known faults look like what a run of the suite shows, and how much.

A fault predicts cells: scenarios, and the shapes with which they fail. Cells that many faults predict count little, and
those of few faults much. A prediction that comes true speaks for a fault; one where the scenario passes speaks against
it; and one that could not be judged, since the scenario was skipped or ended early, says nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from math import log
from typing import NamedTuple

from concordia_ref.suite.evidence import Cell, Evidence
from concordia_ref.suite.fingerprints import Cells, KnownFault
from concordia_ref.suite.shapes import general, has_ended

# How much a prediction counts against a fault if the scenario fails, but in another way.
OTHERWISE = 0.4


class Candidate(NamedTuple):
    """Faults with one fingerprint, and how it compares with what a run shows."""

    faults: tuple[KnownFault, ...]
    hits: frozenset[Cell]
    found: float
    """The weight of the predictions that came true."""
    against: float

    @property
    def precision(self) -> float:
        """How much of what is predicted and could be judged came true."""
        return self.found / (self.found + self.against)


class Weights:
    """How much each cell counts, by how rare it is among known faults."""

    def __init__(self, prints: Collection[Cells]) -> None:
        counts = Counter(cell for cells in prints for cell in _cells(cells))
        self._weights = {cell: log(1 + len(prints) / count) for cell, count in counts.items()}
        self._unknown = log(1 + len(prints))

    def __getitem__(self, cell: Cell) -> float:
        return self._weights.get(cell, self._unknown)

    def of(self, cells: Iterable[Cell]) -> float:
        """The weight of some cells."""
        return sum(map(self.__getitem__, cells))


def _cells(cells: Cells) -> Iterable[Cell]:
    return ((scenario, shape) for scenario, found in cells.items() for shape in found)


def prints_of(faults: Iterable[KnownFault]) -> list[tuple[Cells, tuple[KnownFault, ...]]]:
    """The different fingerprints of faults, each with the faults that have it; those without one are left out."""
    found: dict[int, tuple[Cells, list[KnownFault]]] = {}
    for fault in faults:
        if fault.cells:
            # Equal fingerprints of a file are one object.
            found.setdefault(id(fault.cells), (fault.cells, []))[1].append(fault)
    return [(cells, tuple(same)) for cells, same in found.values()]


def observed(evidence: Evidence, known: Collection[str]) -> frozenset[Cell]:
    """The cells of the failures in scenarios about which something is known."""
    return frozenset((id, general(shape)) for id, found in evidence.failures.items() if id in known for shape in found)


def candidates(
    prints: Iterable[tuple[Cells, tuple[KnownFault, ...]]],
    weights: Weights,
    cells: frozenset[Cell],
    evidence: Evidence,
) -> list[Candidate]:
    """The fingerprints of which something came true."""
    against = _against(evidence)
    result = []
    for print_, faults in prints:
        if print_.keys().isdisjoint(evidence.failures):
            continue
        hits, found, missed = [], 0.0, 0.0
        for scenario, shapes in print_.items():
            for shape in shapes:
                cell = (scenario, shape)
                if cell in cells:
                    hits.append(cell)
                    found += weights[cell]
                elif counts := against.get(scenario):
                    missed += counts * weights[cell]
        if hits:
            result.append(Candidate(faults, frozenset(hits), found, missed))
    return result


def _against(evidence: Evidence) -> Mapping[str, float]:
    """How much it speaks against a fault that it would break a scenario in a way in which it does not fail."""
    found = dict.fromkeys(evidence.passed, 1.0)
    for id, shapes in evidence.failures.items():
        found[id] = 0.0 if any(map(has_ended, shapes)) else OTHERWISE
    return found
