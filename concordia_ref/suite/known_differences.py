"""The differences in random games that the known failures of an implementation account for."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase

from concordia_ref.suite.expectations import Expected, place_of
from concordia_ref.suite.fuzz import GameDifference
from concordia_ref.suite.loading import Suite

REFUSED, ACCEPTED = "a legal turn is refused", "an illegal turn is accepted"


class KnownDifferences:
    """What to look past, by the scenarios that are expected to fail.

    Where a scenario shows that a turn is accepted which a clause forbids, so are other turns that the clause forbids.
    Otherwise a difference is known if it differs in the same places, or refuses, after the same kind of card.
    """

    def __init__(self, expected: Iterable[Expected], suite: Suite) -> None:
        self.accepted: set[str] = set()
        self.refused: set[str] = set()
        self.places: set[tuple[str, frozenset[str]]] = set()
        for entry in expected:
            for id in (id for id in suite.ids if fnmatchcase(id, entry.scenario)):
                case = suite.case(id)
                if case is not None:
                    self._add(entry.fails, case.refused, case.cards[-1] if case.cards else "")

    def _add(self, fails: str, refused: str | None, card: str) -> None:
        parts = frozenset(fails.split(", "))
        if refused and (not fails or ACCEPTED in parts):
            self.accepted.add(refused)
        elif REFUSED in parts:
            self.refused.add(card)
        elif fails:
            self.places.add((card, parts))

    def __call__(self, difference: GameDifference) -> bool:
        """Whether a difference is known."""
        found, (_, card, _, _) = difference.disagreement, difference.key
        if found.kind == "accepted":
            return not self.accepted.isdisjoint(found.clauses)
        if found.kind == "refused":
            return card in self.refused
        parts = {place_of(path) for path in found.paths}
        if found.kind == "score":
            # Points are asked after any turn, whichever card was played; the winner follows from the totals.
            return any("totals" in known or parts <= known for _, known in self.places)
        return bool(parts) and any(parts <= known and card == last for last, known in self.places)
