"""What a run of the suite shows: which scenarios fail with which shapes, which pass, and which show nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from concordia_ref.suite.cases import Case
from concordia_ref.suite.differences import at
from concordia_ref.suite.shapes import REPEATED, shapes
from concordia_ref.suite.verdicts import Verdict

Cell = tuple[str, str]
"""A scenario, and a shape with which it fails."""


class Evidence(NamedTuple):
    """The shapes of the failures, by scenario; and the scenarios that passed.

    `repeated` holds the right refusals that fail only since their legal twin does, with that twin. A scenario that is
    in none of them was skipped: it shows nothing. In those that are `unchanged` the turn was accepted and did nothing.
    `named` are the clauses by which legal turns were refused, where the adapter gave them.
    """

    failures: Mapping[str, frozenset[str]]
    passed: frozenset[str]
    repeated: Mapping[str, str]
    unchanged: frozenset[str] = frozenset()
    named: Mapping[str, str] = MappingProxyType({})

    @property
    def failed(self) -> int:
        """How many scenarios fail."""
        return len(self.failures) + len(self.repeated)


def evidence_of(verdicts: Iterable[Verdict], cases: Mapping[str, Case]) -> Evidence:
    """What verdicts show. Those on cases that are not known show nothing."""
    failures: dict[str, frozenset[str]] = {}
    passed: set[str] = set()
    repeated: dict[str, str] = {}
    unchanged: set[str] = set()
    named: dict[str, str] = {}
    for verdict in verdicts:
        case = cases.get(verdict.case)
        if case is None:
            continue
        if verdict.outcome == "pass":
            passed.add(case.id)
        elif found := shapes(verdict, case):
            if found == {REPEATED} and case.twin is not None:
                repeated[case.id] = case.twin.id
            else:
                failures[case.id] = found - {REPEATED}
                unchanged |= {case.id} if _is_unchanged(verdict, case) else set()
                if clause := next(_named(verdict, case), None):
                    named[case.id] = clause
    # A twin that was not run itself is shown by the refusal alone.
    for id, twin in list(repeated.items()):
        if twin not in failures:
            del repeated[id]
            failures[id] = frozenset({REPEATED})
    return Evidence(failures, frozenset(passed), repeated, frozenset(unchanged), named)


def _named(verdict: Verdict, case: Case) -> Iterator[str]:
    """The clauses by which an adapter refused what is legal."""
    for difference in verdict.differences:
        if difference.kind == "refused":
            given = re.search(r'"clause": "([a-z.-]+)"', str(difference.got))
            if given and given[1] in case.game.spec.clauses:
                yield given[1]


def _is_unchanged(verdict: Verdict, case: Case) -> bool:
    """Whether everything that is wrong is as it was before the turns, and it is still the same player's turn."""
    paths = {difference.path for difference in verdict.differences}
    return "to_play" in paths and all(
        difference.kind == "state" and not difference.stage and at(case.state, difference.path) == difference.got
        for difference in verdict.differences
    )
