"""A whole run: every adapter says hello, what it is asked is selected, and each verdict is written down as it comes."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any

from concordia_ref.spec.errors import Malformed, unknown
from concordia_ref.spec.model import CANONICAL
from concordia_ref.suite.capabilities import Capabilities, Unusable
from concordia_ref.suite.cases import Case
from concordia_ref.suite.earlier_run import EarlierRun, check_same_question, matching_labels, read_earlier_run
from concordia_ref.suite.engine_files import digest_of
from concordia_ref.suite.loading import BrokenFile, Selected, Selection, Suite, is_named
from concordia_ref.suite.report_file import (
    cause_line,
    footer_line,
    header_line,
    implementation_entries,
    verdict_from,
    verdict_line,
)
from concordia_ref.suite.report_writer import ReportWriter
from concordia_ref.suite.requirements import RequirementSet, choose_set
from concordia_ref.suite.runner import Enough, Started, run_suite, start_adapter
from concordia_ref.suite.verdicts import Verdict

FAILURES = ("fail", "fault")
Line = Mapping[str, Any]
Chooser = Callable[[Sequence[Case], Capabilities], Sequence[Case]]
Diagnosis = Callable[[Sequence[Verdict], Mapping[str, Case]], Sequence[Mapping[str, Any]]]


@dataclass(frozen=True)
class Order:
    """What is asked of a run."""

    commands: tuple[str, ...]
    edition: str = CANONICAL
    folder: Path | None = None
    selection: Selection = field(default_factory=Selection)
    set_name: str | None = None
    jobs: int = 1
    timeout: float = 10.0
    shuffle: int | None = None
    report: Path | None = None
    resume: bool = False
    rerun_failed: bool = False
    anyway: bool = False
    fail_fast: int | None = None
    is_excused: Callable[[str], bool] = lambda scenario: False
    """Whether a scenario is known to fail, so that it does not end the run."""
    choose: Chooser | None = None
    """Chooses among the cases that are selected, by what an adapter declares."""
    diagnose: Diagnosis | None = None
    """Finds the likely causes of failures, for the report."""


@dataclass(frozen=True)
class Tested:
    """An implementation in a run: what it declares, and what it is asked."""

    label: str
    command: str
    can: Capabilities
    cases: tuple[Case, ...]
    broken: tuple[BrokenFile, ...]
    selected: Selected

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all scenarios under the readings of the implementation."""
        return self.selected.ids

    @cached_property
    def asked(self) -> Mapping[str, Case | BrokenFile]:
        """Everything that is selected, by id."""
        every: list[Case | BrokenFile] = [*self.cases, *self.broken]
        return {entry.id: entry for entry in every}


@dataclass(frozen=True)
class Finished:
    """The result of a run: the lines of its report, and how it ended."""

    report: tuple[Line, ...]
    tested: tuple[Tested, ...]
    interrupted: bool = False
    had_enough: bool = False
    kept: int = 0
    """How many verdicts are of an earlier run, and of another state of the engine."""

    def verdicts(self, label: str) -> list[Line]:
        """The lines with the verdicts on an implementation."""
        return [line for line in self.report if line["type"] == "verdict" and line["implementation"] == label]


class NothingSelected(Exception):
    """No scenario is selected."""


class CannotUse(Exception):
    """An adapter cannot be used."""

    def __init__(self, command: str, why: Unusable) -> None:
        super().__init__(str(why))
        self.command = command
        self.why = why


class Suites:
    """The suites of a run, each read once: adapters that declare readings are asked by them."""

    def __init__(self, edition: str = CANONICAL, folder: Path | None = None) -> None:
        self.edition, self.folder = edition, folder
        self.on_read: Callable[[int, int], None] = lambda done, total: None
        """Is called with how many scenarios have been read, and how many there are."""
        self._read: dict[tuple[tuple[str, str], ...], Suite] = {}

    def under(self, readings: Mapping[str, str]) -> Suite:
        """The suite under the edition and these readings. Raises `Corrupt`."""
        key = tuple(sorted(readings.items()))
        if key not in self._read:
            self._read[key] = Suite(self.edition, self.folder, readings)
        return self._read[key]

    def select(self, selection: Selection, readings: Mapping[str, str]) -> Selected:
        """The selected cases. Raises `Malformed` for an id that matches no scenario."""
        selected = self.under(readings).select(selection, self.on_read)
        for pattern in selection.ids:
            if not any(is_named(id, pattern) for id in selected.ids):
                folders = {id.partition("/")[0] for id in selected.ids}
                raise unknown("scenario", pattern, "", {*selected.ids, *folders})
        return selected

    def shuffled(self, cases: Sequence[Case], seed: int | None) -> list[Case]:
        """The cases in another order by the seed; without one as they are."""
        found = list(cases)
        if seed is not None:
            random.Random(seed).shuffle(found)
        return found


def run(
    order: Order,
    suites: Suites,
    on_verdict: Callable[[Verdict, int], None] = lambda verdict, total: None,
    first: Collection[str] = (),
) -> Finished:
    """Carry out an order. `on_verdict` hears every verdict, once it is written, and how many there will be.

    The scenarios `first` come before the others. Raises `CannotUse`, `NothingSelected`, `Corrupt`, `Malformed`, and
    `CannotWrite` where the report cannot be written any more.
    """
    canonical = suites.under({})
    specification = canonical.game.spec.version
    chosen = choose_set(canonical.root, order.set_name, tuple(canonical.files))
    with ExitStack() as stack:
        started = [_start(command, order.timeout, specification, stack) for command in order.commands]
        programs = [
            (command, can, digest_of(command)) for command, (_, can) in zip(order.commands, started, strict=True)
        ]
        entries = implementation_entries(programs)
        tested = tuple(
            _tested(order, suites, entry, can, first) for entry, (_, can) in zip(entries, started, strict=True)
        )
        header = header_line(
            entries,
            specification,
            order.edition,
            max(len(part.asked) for part in tested),
            set=chosen.to_json(canonical.files) if chosen else None,
            left_out=_left_out(tested),
            started=datetime.now(UTC).isoformat(timespec="seconds"),
        )
        return _Course(order, tested, started, header, chosen).run(on_verdict)


def _start(command: str, timeout: float, specification: str, stack: ExitStack) -> Started:
    try:
        started = start_adapter(command, timeout, threading.Event(), specification)
    except Unusable as why:
        raise CannotUse(command, why) from None
    # It has been closed by then, unless something went wrong before its turn came.
    stack.callback(lambda: None if started[0].gone else started[0].kill())
    return started


def _tested(order: Order, suites: Suites, entry: Line, can: Capabilities, first: Collection[str]) -> Tested:
    try:
        selected = suites.select(order.selection, can.readings)
    except Malformed as error:
        if not can.readings:
            raise
        raise CannotUse(entry["command"], Unusable(f"hello declares readings: {error}")) from None
    cases, broken = list(selected.cases), selected.broken
    if order.choose is not None:
        cases, broken = list(order.choose(cases, can)), ()
    elif not cases and not broken:
        raise NothingSelected
    else:
        cases = suites.shuffled(cases, order.shuffle)
    cases.sort(key=lambda case: case.id not in first)
    return Tested(entry["label"], entry["command"], can, tuple(cases), broken, selected)


def _left_out(tested: Sequence[Tested]) -> dict[str, list[str]]:
    """The scenarios that are not run, because nothing is known of them under the readings, by the reason."""
    found: dict[str, dict[str, None]] = {}
    for part in tested:
        for reason, ids in part.selected.left_out.items():
            found.setdefault(reason, {}).update(dict.fromkeys(ids))
    return {reason: list(ids) for reason, ids in found.items()}


class _Course:
    """The course of a run: what is kept of an earlier one, then the scenarios, then the report in good order."""

    def __init__(
        self,
        order: Order,
        tested: Sequence[Tested],
        started: Sequence[Started],
        header: dict[str, Any],
        chosen: RequirementSet | None,
    ) -> None:
        self.order, self.tested, self.started, self.header = order, tuple(tested), started, header
        self.scored = None if chosen is None else frozenset(chosen.ids)
        self.found: dict[tuple[str, str], Line] = {}
        self.remarks: dict[str, Sequence[str]] = {}
        self.old = 0

    def run(self, on_verdict: Callable[[Verdict, int], None]) -> Finished:
        """Run everything that is left, and write the report if one is asked for."""
        if self.order.report is None:
            return self._finished(*self._run(None, on_verdict))
        with ReportWriter(self.order.report) as writer:
            if self.order.resume or self.order.rerun_failed:
                self._keep(read_earlier_run(self.order.report))
            writer.begin([self.header, *self.found.values()])
            finished = self._finished(*self._run(writer, on_verdict))
            rest = [line for line in finished.report if line["type"] not in ("header", "verdict")]
            writer.finish(finished.report, rest)
            return finished

    def _keep(self, earlier: EarlierRun | None) -> None:
        """Take over what an earlier report has that need not be run again."""
        if earlier is None:
            return
        check_same_question(earlier, self.header)
        # A rerun of failures follows a fix, so the engine has changed.
        anyway = self.order.anyway or self.order.rerun_failed
        labels = matching_labels(earlier, self.header, anyway=anyway)
        for before, label in labels.items():
            part = next(part for part in self.tested if part.label == label)
            broken = {entry.id for entry in part.broken}
            for line in earlier.of(before):
                id = line["scenario"]
                if id in part.ids and id not in broken and (line["outcome"] == "pass" or self.order.resume):
                    self.found[label, id] = {**line, "implementation": label}
        if anyway and _identities(earlier.header) != _identities(self.header):
            self.old = len(self.found)
            self.header["kept"] = self.old
        self.header["started"] = earlier.header["started"]
        self.header["scenarios"] = max(len({*part.asked, *self._kept(part)}) for part in self.tested)

    def _kept(self, part: Tested) -> list[str]:
        return [id for label, id in self.found if label == part.label]

    def _run(self, writer: ReportWriter | None, on_verdict: Callable[[Verdict, int], None]) -> tuple[bool, bool]:
        """Whether the run was interrupted, and whether some implementation had failures enough."""
        left = [[case for case in part.cases if (part.label, case.id) not in self.found] for part in self.tested]
        total = sum(map(len, left)) + sum(len(part.broken) for part in self.tested)
        had_enough = False
        for part, cases, started in zip(self.tested, left, self.started, strict=True):
            hearing = _Hearing(self, part, writer, lambda verdict: on_verdict(verdict, total))
            try:
                for entry in part.broken:
                    hearing(Verdict(entry.id, "fail", notes=(entry.problem,)))
            except Enough:
                had_enough = True
                continue
            done = run_suite(
                part.command,
                cases,
                specification=self.header["specification"],
                jobs=self.order.jobs,
                timeout=self.order.timeout,
                on_verdict=hearing,
                started=started,
            )
            self.remarks[part.label] = done.remarks
            if done.interrupted and not hearing.had_enough:
                return True, had_enough
            had_enough = had_enough or hearing.had_enough
        return False, had_enough

    def line(self, part: Tested, verdict: Verdict) -> Line:
        """The line of a verdict."""
        added = self.scored is not None and verdict.case in part.ids and verdict.case not in self.scored
        return verdict_line(part.label, part.asked[verdict.case], verdict, added=added)

    def _finished(self, interrupted: bool, had_enough: bool) -> Finished:
        """The whole report, with the verdicts in the order of the scenarios, however they came."""
        verdicts = [line for part in self.tested for line in self._in_order(part)]
        labels = [part.label for part in self.tested]
        footer = footer_line(verdicts, labels, interrupted=interrupted or had_enough, remarks=self.remarks)
        causes = [line for part in self.tested for line in self._causes(part)]
        return Finished((self.header, *verdicts, *causes, footer), self.tested, interrupted, had_enough, self.old)

    def _causes(self, part: Tested) -> list[Line]:
        verdicts = [verdict_from(line) for line in self._in_order(part)]
        if self.order.diagnose is None or not any(verdict.outcome in FAILURES for verdict in verdicts):
            return []
        found = self.order.diagnose(verdicts, {case.id: case for case in part.cases})
        return [cause_line(part.label, cause) for cause in found]

    def _in_order(self, part: Tested) -> Iterator[Line]:
        ids = dict.fromkeys([*part.asked, *self._kept(part)])
        return (self.found[part.label, id] for id in ids if (part.label, id) in self.found)


class _Hearing:
    """Receives the verdicts on an implementation: each is written down first, then counted."""

    def __init__(
        self, course: _Course, part: Tested, writer: ReportWriter | None, on_verdict: Callable[[Verdict], None]
    ) -> None:
        self.course, self.part, self.writer, self.on_verdict = course, part, writer, on_verdict
        self.failures = 0

    @property
    def had_enough(self) -> bool:
        """Whether there were enough failures to end the run."""
        most = self.course.order.fail_fast
        return most is not None and self.failures >= most

    def __call__(self, verdict: Verdict) -> None:
        line = self.course.line(self.part, verdict)
        if self.writer is not None:
            self.writer.add(line)
        self.course.found[self.part.label, verdict.case] = line
        self.on_verdict(verdict)
        if verdict.outcome in FAILURES and not line["added"] and not self.course.order.is_excused(verdict.case):
            self.failures += 1
            if self.had_enough:
                raise Enough


def _identities(header: Line) -> list[Line]:
    return [{key: value for key, value in entry.items() if key != "label"} for entry in header["implementations"]]
