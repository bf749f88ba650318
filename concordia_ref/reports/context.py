"""What a report says about a scenario in addition to its verdict: position, turns, why, rules, and how to repeat it."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from concordia_ref.engine.game import Game
from concordia_ref.engine.state import State
from concordia_ref.reports.reading import Run
from concordia_ref.spec.model import CANONICAL
from concordia_ref.suite.cases import Case
from concordia_ref.suite.differences import written
from concordia_ref.words.languages import Language, english


@dataclass(frozen=True)
class Context:
    """The game of a report, its cases by implementation, and the options that repeat a run.

    Implementations that declare readings are asked other cases. `reference` is the command that runs where none is
    named; `site` is where a built site lies, if anywhere.
    """

    game: Game
    cases: Mapping[str, Mapping[str, Case]]
    reference: str = ""
    options: Sequence[str] = ()
    site: str = ""
    words: Language = field(default_factory=english)

    def repeat(self, run: Run, scenario: str) -> str:
        """The command that runs just this scenario again."""
        words = ["concordia", "conform", scenario]
        if run.command != self.reference:
            words += ["--adapter", run.command]
        if self.game.spec.edition != CANONICAL:
            words += ["--edition", self.game.spec.edition]
        return shlex.join([*words, *self.options])

    def case(self, run: Run, scenario: str) -> Case | None:
        """A case; there is none where the scenario could not be set up, or is of another suite."""
        return self.cases.get(run.label, {}).get(scenario)

    def turns(self, run: Run, scenario: str) -> list[str]:
        """What an adapter is asked in a scenario, line by line: its turns, or a set-up that must be rejected."""
        case = self.case(run, scenario)
        if case is None:
            return []
        if case.state is None:
            return [f"set-up: {json.dumps(case.new, ensure_ascii=False)}"]
        return [f"turn: {written(turn)}" for turn in case.turns]

    def expected(self, run: Run, scenario: str) -> str:
        """The expected outcome of a scenario, if the differences do not show it, and why."""
        case = self.case(run, scenario)
        if case is None:
            return ""
        return f"expected: {_rejection(case)}. Why: {case.why}" if case.rejected else f"why: {case.why}"

    def state(self, data: Mapping[str, Any] | None) -> State | None:
        """A position of a case; none where it has none, because the set-up must be rejected."""
        return None if data is None else self.game.state_from_json(data)

    def rule(self, clause: str) -> str:
        """The text of a clause; nothing where there is no such clause."""
        return self.words.clause(clause, self.game.spec) if clause in self.game.spec.clauses else ""

    def rulebooks(self, clause: str) -> str:
        """Where the rulebooks state a clause, in one line."""
        if clause not in self.game.spec.clauses:
            return ""
        places = self.game.spec.places[clause]
        # The last part of a heading is enough to find it.
        found = {
            book: place.heading.rpartition(" / ")[2] if place.heading else "silent" for book, place in places.items()
        }
        if set(found.values()) == {"silent"}:
            return "all of them silent"
        return ", ".join(f"{book} {heading}" for book, heading in found.items())

    def link(self, clause: str) -> str:
        """Where a built site shows a clause; nothing where no site is named."""
        if not self.site or clause not in self.game.spec.clauses:
            return ""
        return f"{self.site.rstrip('/')}/clauses.html#{clause}"


def _rejection(case: Case) -> str:
    what = "the set-up" if case.state is None else "the turn"
    if case.refused is not None:
        return f"{what} is refused by {case.refused}"
    return f"{what} is rejected, because it cannot be read or is incomplete (at {case.malformed or '/'})"
