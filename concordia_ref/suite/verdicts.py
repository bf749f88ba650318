"""Verdicts: the results of running cases against an adapter."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Literal

from concordia_ref.suite.answers import Forms, StateComparison, gods_differing
from concordia_ref.suite.capabilities import Capabilities
from concordia_ref.suite.cases import Case
from concordia_ref.suite.differences import NOTHING, Difference, Kind, Stage, differing
from concordia_ref.suite.process import Fault
from concordia_ref.suite.protocol import Answering, described, last_words, shown

MOST_DETAILS = 100
Outcome = Literal["pass", "fail", "skip", "fault"]


@dataclass(frozen=True)
class Verdict:
    """The outcome of a case: the differences of a failure, or notes that say why it was skipped or what broke.

    `named` is the clause that an adapter gave for the refusal that a case is about, "" where it gave none. How many
    `seconds` it took is not compared: no two runs take the same.
    """

    case: str
    outcome: Outcome
    differences: tuple[Difference, ...] = ()
    notes: tuple[str, ...] = ()
    stderr: str = ""
    seconds: float = field(default=0.0, compare=False)
    named: str | None = None

    @property
    def details(self) -> tuple[str, ...]:
        """What is wrong, line by line and fit for a terminal and a report, whatever the adapter has said."""
        return tuple(map(shown, (*map(str, self.differences), *self.notes)))


def judge(adapter: Answering, case: Case, can: Capabilities, forms: Forms | None = None) -> Verdict:
    """Run one case. Raises nothing: a broken adapter is a verdict, and its process is then gone.

    `forms` collects what is unusual about the form of the answers.
    """
    if missing := can.missing(case):
        return Verdict(case.id, "skip", notes=tuple(map(shown, missing)))
    adapter.stderr = b""
    began = time.monotonic()
    found: tuple[Difference, ...] = ()
    hearing = _Hearing(adapter, can, forms or Forms())
    try:
        found = tuple(islice((each.printable() for each in hearing.differences(case)), MOST_DETAILS))
        adapter.finish()
    except Fault as fault:
        seconds, stderr = time.monotonic() - began, last_words(adapter.stderr)
        return Verdict(case.id, "fault", notes=(shown(str(fault)),), stderr=stderr, seconds=seconds)
    seconds, named = time.monotonic() - began, hearing.named
    if not found:
        return Verdict(case.id, "pass", seconds=seconds, named=named)
    return Verdict(case.id, "fail", found, stderr=last_words(adapter.stderr), seconds=seconds, named=named)


class _Hearing:
    """An adapter that is asked about one case, and what it names as the reason of a refusal."""

    def __init__(self, adapter: Answering, can: Capabilities, forms: Forms) -> None:
        self.adapter = adapter
        self.can = can
        self.forms = forms
        self.named: str | None = None

    def differences(self, case: Case) -> Iterator[Difference]:
        """Where the answers are not what the case expects; what only follows from that is left out."""
        if case.rejected and not case.turns:
            answer = self.adapter.ask("new", edition=case.edition, **(case.new or {}))
            if "reject" not in answer:
                yield Difference("accepted", "set-up", got=described(answer))
                return
            self.named = _clause_named(answer)
        elif astray := list(self.astray(case)):
            yield from astray
            return
        for number, turn in enumerate(case.turns, 1):
            is_refused = case.rejected and number == len(case.turns)
            if "check" in self.can.operations:
                yield from self.turn_differences("check", turn, is_refused=is_refused)
            if wrong := list(self.turn_differences("apply", turn, is_refused=is_refused)):
                yield from wrong
                return
        if "state" in case.operations:
            found = self.state_differences(case, case.after, case.holds)
            yield from _staged("refusal", found) if case.rejected else found
        yield from self.score_differences(case)
        if case.twin is not None:
            yield from _staged("twin", self.differences(case.twin))

    def astray(self, case: Case) -> Iterator[Difference]:
        """Bring the adapter into the position in which a case begins; yields where that fails."""
        way = self.can.way_to(case)
        if way is None:
            answer = self.adapter.ask("load", edition=case.edition, state=case.state)
        else:
            answer = self.adapter.ask("new", edition=case.edition, **way.new)
        if "ok" not in answer:
            yield Difference("position", got=described(answer))
            return
        for turn in way.turns if way else ():
            answer = self.adapter.ask("apply", turn=turn)
            if "ok" not in answer:
                yield Difference("refused", got=described(answer), turn=turn, stage="way")
                return
        if way and case.new is None and "state" in self.can.operations:
            yield from _staged("way", self.state_differences(case, case.state, {}))

    def turn_differences(self, op: Literal["check", "apply"], turn: Any, *, is_refused: bool) -> Iterator[Difference]:
        """Play a turn, or ask whether it is legal; yields where the answer is of the wrong kind."""
        answer = self.adapter.ask(op, turn=turn)
        if ("reject" if is_refused else "ok") not in answer:
            kind: Kind = "accepted" if is_refused else "refused"
            yield Difference(kind, "check" if op == "check" else "", got=described(answer), turn=turn)
        elif is_refused and op == "apply":
            self.named = _clause_named(answer)

    def state_differences(
        self, case: Case, wanted: Mapping[str, Any] | None, holds: Mapping[str, Any]
    ) -> Iterator[Difference]:
        """Compare the position of the adapter with a whole state, or with parts of one."""
        answer = self.adapter.ask("state")
        ok = answer.get("ok")
        state = ok.get("state") if isinstance(ok, dict) else None
        if not isinstance(state, dict):
            yield Difference("answer", "state", "a position", described(answer))
            return
        like = wanted or case.reached
        assert like is not None, "a case without a position asks for none"
        comparison = StateComparison(case.game, self.can, like, state, self.forms)
        if wanted is not None:
            yield from comparison.whole(wanted)
        for path, value in holds.items():
            yield from comparison.part(path, value)

    def score_differences(self, case: Case) -> Iterator[Difference]:
        """Compare the points, and the winner where the adapter knows one."""
        winner = case.winner if self.can.winner else None
        if case.scores is None and winner is None:
            return
        answer = self.adapter.ask("score")
        points = answer.get("ok")
        if not isinstance(points, dict):
            yield Difference("answer", "score", "points", described(answer))
            return
        if case.scores is not None:
            yield from differing(list(case.scores), points.get("totals", NOTHING), "totals", "score")
        if case.gods is not None and points.get("gods") is not None:
            yield from gods_differing([dict(gods) for gods in case.gods], points["gods"], self.forms.note)
        if winner is not None:
            if "winner" not in points:
                self.forms.note(
                    "`score` reports no winner: an engine that cannot name one declares `winner: false` in hello"
                )
            yield from differing(winner, points.get("winner", NOTHING), "winner", "score")


def _clause_named(answer: Mapping[str, Any]) -> str:
    """The clause that a refusal names, or nothing."""
    reject = answer["reject"]
    clause = reject.get("clause") if isinstance(reject, dict) else None
    return shown(clause) if isinstance(clause, str) else ""


def _staged(stage: Stage, found: Iterable[Difference]) -> Iterator[Difference]:
    """Differences with the stage in which they were found."""
    return (difference._replace(stage=stage) for difference in found)
