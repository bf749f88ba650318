"""How good the diagnosis is, measured with known faults left out of the fingerprints, and with pairs of faults.

A cause is right if one of its clauses is one that the fault breaks, or its datum is the one that is changed. A fault is
left out together with everything that is the same change under another name: a mutant and a planted bug of one datum
with equal fingerprints, and mutants that give a datum the same value.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from concordia_ref.lab.planted.bugs import BUGS
from concordia_ref.lab.planted.planting import Bug, StandIn
from concordia_ref.suite.answers import Forms
from concordia_ref.suite.capabilities import capabilities
from concordia_ref.suite.cases import Case
from concordia_ref.suite.diagnosis import Cause, causes, diagnose
from concordia_ref.suite.evidence import Evidence, evidence_of
from concordia_ref.suite.fingerprints import Fingerprints, KnownFault
from concordia_ref.suite.shapes import is_part
from concordia_ref.suite.verdicts import Verdict, judge

MUTANTS, PAIRS = 300, 60
FIRST, FIRST_OF_PAIR = 3, 5
"""How many causes are looked at."""


class Finding(NamedTuple):
    """A fault, or two at once, and the place of the first right cause of each, from 1 on; 0 if there is none."""

    kind: str
    faults: tuple[str, ...]
    places: tuple[int, ...]
    causes: tuple[Cause, ...]

    @property
    def is_right(self) -> bool:
        """Whether every fault is among the causes that are looked at."""
        most = FIRST if len(self.faults) == 1 else FIRST_OF_PAIR
        return all(0 < place <= most for place in self.places)


class Measurement:
    """The suite and the fingerprints against which the diagnosis is measured."""

    def __init__(self, cases: Sequence[Case], matrix: Fingerprints) -> None:
        self.cases = {case.id: case for case in cases}
        self.matrix = matrix
        self.twins = {case.id: case.twin.id for case in cases if case.twin and not is_part(case.twin, case)}
        self.patches = {bug.id: bug.patch for bug in BUGS}
        self.bugs = {bug.id: bug for bug in BUGS}
        self.sample = self._sample()
        self.pairs = _pairs()

    def _sample(self) -> list[KnownFault]:
        """Every planted bug, and a fixed sample of mutants that a scenario notices and whose clauses are known."""
        mutants = [fault for fault in self.matrix.faults if fault.kind != "planted" and fault.cells and fault.clauses]
        planted = [fault for fault in self.matrix.faults if fault.kind == "planted"]
        return [*planted, *sorted(mutants, key=lambda fault: _draw(fault.id))[:MUTANTS]]

    def alone(self, fault: KnownFault) -> Finding:
        """The diagnosis of a fault that is left out."""
        left = tuple(other for other in self.matrix.faults if not self._is_same(fault, other))
        bug = self.bugs.get(fault.id) if fault.kind == "planted" else None
        # A planted bug is judged again: its fingerprint does not contain the clauses that it names for its refusals.
        evidence = evidence_of(self._judged(bug), self.cases) if bug else self._evidence(fault)
        found = diagnose(evidence, self.cases, self.matrix._replace(faults=left))
        place = _place(bug.clauses, bug.patch, found) if bug else _place(fault.clauses, {fault.datum}, found)
        return Finding(fault.kind, (fault.id,), (place,), tuple(found))

    def pair(self, one: Bug, other: Bug) -> Finding:
        """The diagnosis of two planted bugs at once; both are known, since an engine has few faults that nobody had."""
        found = self.planted(one, other)
        places = tuple(_place(bug.clauses, bug.patch, found) for bug in (one, other))
        return Finding("pair", (one.id, other.id), places, tuple(found))

    def planted(self, *bugs: Bug) -> list[Cause]:
        """The diagnosis of an engine with several planted bugs."""
        return causes(self._judged(together(*bugs)), self.cases, self.matrix)

    def _judged(self, bug: Bug) -> list[Verdict]:
        adapter, forms, can = StandIn(bug), Forms(), capabilities(StandIn(), "")
        return [judge(adapter, case, can, forms) for case in self.cases.values()]

    def _evidence(self, fault: KnownFault) -> Evidence:
        cells = {id: shown for id, shown in fault.cells.items() if id in self.cases}
        repeated = {id: twin for id, twin in self.twins.items() if twin in cells and id not in cells}
        passed = frozenset(id for id in self.cases if id not in cells and id not in repeated)
        return Evidence(cells, passed, repeated)

    def _is_same(self, fault: KnownFault, other: KnownFault) -> bool:
        if fault is other:
            return True
        match fault.kind, other.kind:
            case "planted", "data":
                return other.datum in self.patches[fault.id] and other.cells == fault.cells
            case "data", "planted":
                return fault.datum in self.patches[other.id] and other.cells == fault.cells
            case "data", "data":
                return fault.datum == other.datum and fault.note == other.note
        return False


def _pairs() -> list[tuple[Bug, Bug]]:
    """Fixed pairs of planted bugs that break different clauses, and do not take each other's place."""
    every = sorted(combinations(BUGS, 2), key=lambda pair: _draw(f"{pair[0].id} {pair[1].id}"))
    return [(one, other) for one, other in every if _are_apart(one, other)][:PAIRS]


def together(*bugs: Bug) -> Bug:
    """Several bugs as one."""
    patch: dict[str, object] = {}
    for bug in bugs:
        patch |= bug.patch
    return Bug(
        "+".join(bug.id for bug in bugs), "several", "", patch=patch, swaps=tuple(s for bug in bugs for s in bug.swaps)
    )


def _are_apart(one: Bug, other: Bug) -> bool:
    """Whether two bugs break different clauses, and change different data and functions."""
    changed = [{*bug.patch, *((swap.owner, swap.name) for swap in bug.swaps)} for bug in (one, other)]
    return not set(one.clauses) & set(other.clauses) and not changed[0] & changed[1]


def _place(clauses: Sequence[str], data: Collection[str], found: Sequence[Cause]) -> int:
    """The place of the first cause that names one of the clauses or one of the data, from 1 on."""
    for place, cause in enumerate(found, 1):
        if set(clauses) & set(cause.clauses) or (cause.datum and cause.datum in data):
            return place
    return 0


def _draw(text: str) -> bytes:
    """By digests a sample is the same everywhere, and hardly another one when faults are added."""
    return hashlib.sha256(text.encode()).digest()


def lines(findings: Sequence[Finding]) -> Iterator[str]:
    """The numbers, and what was missed."""
    kinds: Mapping[str, str] = {
        "planted": f"planted bugs, each left out: right among the first {FIRST} causes",
        "data": f"mutants of the data, each left out: right among the first {FIRST} causes",
        "code": f"mutants of the code, each left out: right among the first {FIRST} causes",
        "pair": f"pairs of planted bugs: both among the first {FIRST_OF_PAIR} causes",
    }
    for kind, text in kinds.items():
        found = [finding for finding in findings if finding.kind == kind]
        if found:
            yield _share(text, found)
        if kind == "code":
            mutants = [finding for finding in findings if finding.kind in ("data", "code")]
            if mutants:
                yield _share("mutants together", mutants)
    for finding in findings:
        if not finding.is_right:
            yield f"missed: {' and '.join(finding.faults)}"
            yield from (f"    {cause.title} ({', '.join(cause.clauses)})" for cause in finding.causes[:FIRST])


def _share(text: str, found: Sequence[Finding]) -> str:
    right = sum(finding.is_right for finding in found)
    first = sum(all(0 < place <= len(finding.faults) for place in finding.places) for finding in found)
    number = sum(len(finding.causes) for finding in found) / len(found)
    return (
        f"{text}: {right} of {len(found)}, {100 * right / len(found):.1f}% (at once: {first}); "
        f"{number:.1f} causes on average"
    )
