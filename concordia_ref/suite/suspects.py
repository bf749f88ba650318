"""Which clauses are broken where some scenarios fail: several kinds of evidence, each from 0 to 1, added up.

- known faults that explain the failures break it;
- the scenarios that fail, and no others, are about it;
- every scenario about it fails;
- an illegal turn that was accepted must be refused by it;
- the adapter itself names it for refusing what is legal;
- wherever a right engine consults it, something fails, and nowhere else;
- its text speaks of what is wrong: coins, the hand, the discard pile.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping
from functools import cache
from math import sqrt

from concordia_ref.suite.cases import Case
from concordia_ref.suite.evidence import Evidence
from concordia_ref.words.languages import english

BY_FAULTS, BY_TOPIC, BY_RATE, BY_REFUSAL, BY_NAME, BY_CONSULTING, BY_WORDS = 1.0, 0.5, 0.7, 0.7, 0.7, 0.6, 0.3
# What the parts of a state are called in the texts of clauses.
WORDS = {
    "coins": "coin sestert",
    "goods": "goods good unit",
    "brick": "brick",
    "food": "food",
    "tool": "tool",
    "wine": "wine",
    "cloth": "cloth",
    "hand": "hand",
    "pile": "pile",
    "played": "played plays",
    "card": "card",
    "houses": "house",
    "colonists": "colonist",
    "land": "land",
    "sea": "sea",
    "markers": "marker",
    "display": "display slot",
    "stack": "stack",
    "order": "order",
    "to_play": "turns clockwise",
    "praefectus_magnus": "praefectus",
    "concordia": "concordia end",
    "last_turns": "last turn",
    "interim": "interim scor",
    "totals": "worth point scor counted",
    "winner": "wins tied",
    "position": "each player starts",
}


class Suspects:
    """The clauses that may be broken in a run of the suite."""

    def __init__(self, evidence: Evidence, cases: Mapping[str, Case], consulted: Mapping[str, frozenset[str]]) -> None:
        self.evidence = evidence
        self.cases = cases
        self.consulted = consulted
        self.judged = [id for id in (*evidence.passed, *evidence.failures) if id in cases]
        self._about = Counter(clause for id in self.judged for clause in cases[id].clauses)
        self._consulting = Counter(clause for id in self.judged for clause in consulted.get(id, ()))

    def ranked(self, ids: Collection[str], by_faults: Mapping[str, float]) -> list[tuple[str, float]]:
        """The clauses behind some failures, the most suspicious first, with the strength of the suspicion."""
        parts = (
            (BY_FAULTS, by_faults),
            (BY_TOPIC, self._by_topic(ids)),
            (BY_RATE, self._by_rate(ids)),
            (BY_REFUSAL, self._by_refusal(ids)),
            (BY_NAME, self._by_name(ids)),
            (BY_CONSULTING, self._by_consulting(ids)),
        )
        total: dict[str, float] = {}
        for weight, part in parts:
            for clause, share in part.items():
                total[clause] = total.get(clause, 0.0) + weight * share
        shown = [shape for id in ids for shape in self.evidence.failures[id]]
        words = Counter(word for shape in shown for word in _words(shape))
        for clause in total:
            total[clause] += BY_WORDS * _spoken_of(clause, words)
        return sorted(total.items(), key=lambda one: (-one[1], one[0]))

    def _by_topic(self, ids: Collection[str]) -> dict[str, float]:
        """How far the scenarios about a clause and those that fail are the same."""
        about = Counter(clause for id in ids for clause in self.cases[id].clauses)
        return {clause: 2 * number / (self._about[clause] + len(ids)) for clause, number in about.items()}

    def _by_rate(self, ids: Collection[str]) -> dict[str, float]:
        """How many of the scenarios about a clause fail; few of them prove little."""
        about = Counter(clause for id in ids for clause in self.cases[id].clauses)
        return {clause: (number / self._about[clause]) ** 2 * number / (number + 1) for clause, number in about.items()}

    def _by_refusal(self, ids: Collection[str]) -> dict[str, float]:
        """How many of the failures are turns that the clause should have refused."""
        due = Counter(
            str(self.cases[id].refused)
            for id in ids
            if any(shape.startswith("accepted") for shape in self.evidence.failures[id])
        )
        return {clause: number / len(ids) for clause, number in due.items()}

    def _by_name(self, ids: Collection[str]) -> dict[str, float]:
        """How many of the failures are legal turns that the adapter refused by the clause."""
        named = Counter(self.evidence.named[id] for id in ids if id in self.evidence.named)
        return {clause: number / len(ids) for clause, number in named.items()}

    def _by_consulting(self, ids: Collection[str]) -> dict[str, float]:
        """How far the scenarios that consult a clause and those that fail are the same, after Ochiai."""
        consulting = Counter(clause for id in ids for clause in self.consulted.get(id, ()))
        return {
            clause: number / sqrt(len(ids) * self._consulting[clause])
            for clause, number in consulting.items()
            if number
        }


def _words(shape: str) -> list[str]:
    return [part for part in re.split(r"[ .+-]", shape) if part in WORDS]


def _spoken_of(clause: str, words: Counter[str]) -> float:
    """How much of what is wrong a clause speaks of."""
    text = _text(clause)
    spoken = sum(number for word, number in words.items() if any(stem in text for stem in WORDS[word].split()))
    return spoken / words.total() if words else 0.0


@cache
def _text(clause: str) -> str:
    return english().clauses.get(clause, "").lower()
