"""From failures to faults: which few causes explain what a run of the suite shows.

Known faults are compared with what fails; the one that explains most, and predicts least that does not happen, is the
first cause. What it explains is set aside, and the rest is explained in the same way, so that several faults at once
come apart. What no known fault explains is grouped by the part of the game that is wrong.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from concordia_ref.suite.cases import Case
from concordia_ref.suite.cause_titles import area, group_title, title
from concordia_ref.suite.evidence import Cell, Evidence, evidence_of
from concordia_ref.suite.fingerprints import Fingerprints, KnownFault
from concordia_ref.suite.nearest import Candidate, Weights, candidates, observed, prints_of
from concordia_ref.suite.overall import overall
from concordia_ref.suite.shapes import general, has_ended
from concordia_ref.suite.suspects import Suspects
from concordia_ref.suite.verdicts import Verdict

MOST_CAUSES = 40
MOST_CLAUSES = 4
MOST_LIKE = 3
# A fault with fewer confirmed predictions does not explain anything.
LEAST_PRECISION = 0.3
# Faults that explain nearly as much as the best one are the same cause, as far as can be seen.
NEAR = 0.8
# Other faults that break a clause of a cause explain more of it if so much of them comes true.
AKIN = 0.6
# How much a known fault and a cause must have in common for one to describe the other.
CLOSE = 0.5
# Faults that explain less of a cause than this say nothing about its clauses.
LEAST_SHARE = 0.2


class Cause(NamedTuple):
    """A fault that an engine probably has.

    `title` says in a sentence what is wrong, `clauses` and `datum` which rule it is; `explains` are the scenarios that
    fail by it, and `shown_by` the shortest of them that shows it and nothing else. Those in `masks` are about something
    else, and cannot be judged until it is fixed. `looks_like` are known faults that would fail in the same way.
    """

    title: str
    clauses: tuple[str, ...]
    datum: str
    explains: tuple[str, ...]
    shown_by: str
    masks: tuple[str, ...]
    looks_like: tuple[str, ...]


def causes(verdicts: Iterable[Verdict], cases: Mapping[str, Case], matrix: Fingerprints) -> list[Cause]:
    """The likely causes of failures, the one to fix first in front."""
    return diagnose(evidence_of(verdicts, cases), cases, matrix)


def diagnose(evidence: Evidence, cases: Mapping[str, Case], matrix: Fingerprints) -> list[Cause]:
    """The likely causes of what a run shows, the one to fix first in front."""
    if not evidence.failures:
        return []
    found = Explanation(evidence, cases, matrix).causes()
    return sorted(found, key=lambda cause: (-len(cause.explains) - len(cause.masks), cause.title))


class Explanation:
    """What is explained so far, and what remains."""

    def __init__(self, evidence: Evidence, cases: Mapping[str, Case], matrix: Fingerprints) -> None:
        self.evidence = evidence
        self.cases = cases
        self.suspects = Suspects(evidence, cases, matrix.consulted)
        stale = set(matrix.stale(cases.values())) if matrix.faults else set(cases)
        prints = prints_of(matrix.faults)
        self.weights = Weights([cells for cells, _ in prints])
        self.cells = observed(evidence, cases.keys() - stale)
        found = candidates(prints, self.weights, self.cells, evidence)
        self.candidates = [one for one in found if one.precision >= LEAST_PRECISION]
        self.remaining = set(self.cells)
        self.left = set(evidence.failures)

    def causes(self) -> Iterator[Cause]:
        """The causes one after another."""
        for sentence, ids in overall(self.evidence, self.cases):
            self._set_aside(ids)
            yield self._described(sentence, (), ids)
        heap = [(-self._score(one), number) for number, one in enumerate(self.candidates)]
        heapify(heap)
        for _ in range(MOST_CAUSES):
            best = self._pop_best(heap)
            if not best:
                break
            yield self._cause(best)
        for ids in self._groups():
            clauses = self._clauses(ids)
            shapes = [shape for id in ids for shape in self.evidence.failures[id]]
            yield self._described(group_title(shapes, clauses), clauses, ids)

    # Known faults

    def _score(self, candidate: Candidate) -> float:
        """How well a fault explains what remains."""
        return self.weights.of(candidate.hits & self.remaining) * candidate.precision**2

    def _pop_best(self, heap: list[tuple[float, int]]) -> list[Candidate]:
        """The best candidate, and those that explain nearly the same nearly as well.

        Scores only sink as more is explained: whatever stays on top when it is counted again is the best.
        """
        found: list[tuple[float, int]] = []
        while heap and (not found or -heap[0][0] >= NEAR * found[0][0]):
            _, number = heappop(heap)
            score = self._score(self.candidates[number])
            if score <= 0:
                continue
            if heap and not found and score < -heap[0][0]:
                heappush(heap, (-score, number))
                continue
            found.append((score, number))
        for score, number in found:
            heappush(heap, (-score, number))
        if not found:
            return []
        first = self.candidates[found[0][1]].hits & self.remaining
        near = [self.candidates[number] for score, number in found if score >= NEAR * found[0][0]]
        return [one for one in near if self._share(one, first) >= NEAR]

    def _share(self, candidate: Candidate, hits: Collection[Cell]) -> float:
        """How much of some cells a fault explains."""
        return self.weights.of(cell for cell in hits if cell in candidate.hits) / self.weights.of(hits)

    def _cause(self, best: Sequence[Candidate]) -> Cause:
        """The cause that the best candidates stand for; what it explains is set aside."""
        first = best[0].hits & self.remaining
        clauses = self._clauses({id for id, _ in first}, first)
        broken = {clause for candidate in best for fault in candidate.faults for clause in fault.clauses}
        hits = {cell for candidate in best for cell in candidate.hits} | self._akin(broken.intersection(clauses))
        explained = sorted({id for id, _ in hits & self.remaining})
        whole = [id for id in explained if self._cells_of(id) <= hits]
        shapes = [shape for id, shape in hits & self.remaining]
        nearest = self._nearest(best, clauses, hits & self.remaining)
        self.remaining -= hits
        self.left -= {id for id in explained if not self._cells_of(id) & self.remaining}
        faults = [fault for candidate in best for fault in candidate.faults]
        cause = self._described(title(nearest, clauses, shapes), clauses, explained, whole)
        alike = dict.fromkeys(fault.note if fault.kind == "planted" else fault.id for fault in faults)
        datum = next((fault.datum for fault in faults if fault.datum), "")
        return cause._replace(datum=datum, looks_like=tuple(alike)[:MOST_LIKE])

    def _cells_of(self, id: str) -> set[Cell]:
        return {(id, general(shape)) for shape in self.evidence.failures[id]}

    def _akin(self, clauses: set[str]) -> set[Cell]:
        """What other faults explain that break one of the same clauses, and of which most comes true."""
        return {
            cell
            for candidate in self.candidates
            if candidate.precision >= AKIN and any(clauses.intersection(fault.clauses) for fault in candidate.faults)
            for cell in candidate.hits
        }

    def _clauses(self, ids: Collection[str], hits: Collection[Cell] = ()) -> tuple[str, ...]:
        """The clauses that are most likely broken where some scenarios fail, with these cells if faults are known."""
        by_fault: dict[str, float] = {}
        for candidate in self.candidates if hits else ():
            share = self._share(candidate, hits) * candidate.precision
            for fault in candidate.faults if share >= LEAST_SHARE else ():
                for clause in fault.clauses:
                    by_fault[clause] = max(by_fault.get(clause, 0.0), share / len(fault.clauses) ** 0.5)
        return tuple(clause for clause, _ in self.suspects.ranked(ids, by_fault)[:MOST_CLAUSES])

    def _nearest(self, best: Sequence[Candidate], clauses: tuple[str, ...], hits: set[Cell]) -> KnownFault | None:
        """The fault that describes a cause: a planted bug or else a datum, close to it and of one of its clauses."""
        for kind in ("planted", "data"):
            for candidate in best:
                is_close = self._share(candidate, hits) * candidate.precision >= CLOSE
                for fault in candidate.faults if is_close else ():
                    if fault.kind == kind and set(fault.clauses) & set(clauses):
                        return fault
        return None

    # What is left

    def _groups(self) -> Iterator[list[str]]:
        """The failures that no known fault explains, by the parts of the game that are wrong."""
        by_area: dict[frozenset[str], list[str]] = {}
        for id in sorted(self.left):
            by_area.setdefault(frozenset(map(area, self.evidence.failures[id])), []).append(id)
        merged: list[tuple[frozenset[str], list[str]]] = []
        for areas, ids in sorted(by_area.items(), key=lambda one: -len(one[1])):
            # Failures in several parts belong to the group of one of these parts that is there already.
            for known, group in merged:
                if known & areas:
                    group += ids
                    break
            else:
                merged.append((areas, list(ids)))
        return (sorted(ids) for _, ids in merged)

    def _set_aside(self, ids: Collection[str]) -> None:
        self.left -= set(ids)
        self.remaining = {cell for cell in self.remaining if cell[0] in self.left}

    # How a cause is described

    def _described(
        self, sentence: str, clauses: tuple[str, ...], ids: Sequence[str], whole: Sequence[str] = ()
    ) -> Cause:
        """A cause that explains some scenarios, of which those in `whole` fail by it alone."""
        repeated = [id for id, twin in self.evidence.repeated.items() if twin in set(ids)]
        return Cause(
            title=sentence,
            clauses=clauses,
            datum="",
            explains=tuple(sorted({*ids, *repeated})),
            shown_by=self._shown_by(whole or ids, clauses),
            masks=tuple(id for id in ids if self._is_masked(id, clauses)),
            looks_like=(),
        )

    def _shown_by(self, ids: Sequence[str], clauses: tuple[str, ...]) -> str:
        """The shortest scenario that shows a cause."""

        def length(id: str) -> tuple[bool, bool, bool, int, int, str]:
            case, shown = self.cases[id], self.evidence.failures[id]
            # A fault that shows only in the twin of a refusal is hard to see there.
            in_twin = any(shape.startswith("twin ") for shape in shown)
            is_off_topic = not set(case.clauses) & set(clauses)
            return in_twin, is_off_topic, self._is_masked(id, ()), len(case.turns), len(shown), id

        return min(ids, key=length, default="")

    def _is_masked(self, id: str, clauses: tuple[str, ...]) -> bool:
        """Whether a scenario ended early, so that what it is about, which is something else, was not judged."""
        case = self.cases[id]
        ended = any(map(has_ended, self.evidence.failures[id]))
        return ended and not case.rejected and not set(case.clauses) & set(clauses)
