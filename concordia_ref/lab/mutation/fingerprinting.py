"""Every known fault against the whole suite: which scenarios it breaks, and with which shapes.

Only what is new is tried out: faults that were added or changed, against all scenarios, and scenarios that were,
against all faults. What is done is kept in a file beside the fingerprints, so that an interrupted run can continue.
"""

from __future__ import annotations

import hashlib
import json
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from concordia_ref.engine.game import Game
from concordia_ref.lab.mutation.agreement import Agreement, played
from concordia_ref.lab.mutation.code_mutants import CodeMutant
from concordia_ref.lab.mutation.data_mutants import DataMutant
from concordia_ref.lab.mutation.runs import run_each
from concordia_ref.lab.mutation.trials import Bench, InProcess, with_clauses_in_use
from concordia_ref.lab.planted import bugs
from concordia_ref.lab.planted.planting import Bug, StandIn
from concordia_ref.spec.loading import build
from concordia_ref.spec.model import CANONICAL
from concordia_ref.spec.packaged import PACKAGE as PACKAGE_FOLDER
from concordia_ref.spec.tree import Tree
from concordia_ref.suite.adapter import Adapter
from concordia_ref.suite.answers import Forms
from concordia_ref.suite.cases import Case
from concordia_ref.suite.fingerprints import Cells, Fingerprints, KnownFault, rules_digest, scenario_digest
from concordia_ref.suite.observation import observe
from concordia_ref.suite.process import Fault
from concordia_ref.suite.shapes import BROKEN, REPEATED, general, is_part, shapes
from concordia_ref.suite.verdicts import judge

SECONDS_PER_CASE = 1.0
MOST_HANGS = 2
"""A fault that hangs in this many scenarios is not tried out in the others: it would take hours."""
PROBED = 40
"""This many scenarios tell whether a fault breaks everything."""
READ_FOR = {"cost": "card.cost", "god": "card.god", "points": "score.minerva.points"}
"""The clauses that are consulted wherever these parts of a card are read."""
BATCH = 20
LONGEST_NOTE = 100

Result = TypeVar("Result")
Subject = DataMutant | CodeMutant | Bug


class Trial(NamedTuple):
    """A fault that is to be tried out, by its id and a digest of what it changes."""

    id: str
    kind: str
    digest: str
    clauses: tuple[str, ...]
    note: str
    subject: Subject


class Task(NamedTuple):
    """A fault and the scenarios that it has not been tried out with."""

    id: str
    trial: Trial
    cases: tuple[Case, ...]
    columns: str
    """What identifies these scenarios."""
    before: Cells


def trials_of(mutants: Sequence[DataMutant | CodeMutant], tree: Tree) -> list[Trial]:
    """All mutants and planted bugs as trials."""
    planted = {bug.id: _text_digest(Path(str(module.__file__))) for module in bugs.MODULES for bug in module.BUGS}
    found = [_data_trial(mutant, tree) for mutant in mutants if isinstance(mutant, DataMutant)]
    texts: dict[str, str] = {}
    for mutant in mutants:
        if isinstance(mutant, CodeMutant):
            if mutant.file not in texts:
                texts[mutant.file] = _text_digest(PACKAGE_FOLDER.parent / mutant.file)
            digest = texts[mutant.file]
            found.append(Trial(mutant.id, "code", digest, mutant.nearest_clauses, "", mutant))
    for bug in bugs.BUGS:
        found.append(Trial(bug.id, "planted", planted[bug.id], bug.clauses, bug.wrong, bug))
    return found


def _data_trial(mutant: DataMutant, tree: Tree) -> Trial:
    old: Any = tree.sources[mutant.file].data
    for key in mutant.about:
        old = old[key]
    is_value = mutant.path == mutant.about and not isinstance(mutant.value, (dict, list))
    note = f"{_short(old)} > {_short(mutant.value)}" if is_value else _short(old)
    digest = _digest([mutant.file, mutant.path, mutant.value])
    return Trial(mutant.id, "data", digest, mutant.clauses, note, mutant)


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False) if isinstance(value, (dict, list, bool)) else str(value)
    return text if len(text) <= LONGEST_NOTE else f"{text[:LONGEST_NOTE]}…"


def tasks_of(trials: Sequence[Trial], cases: Sequence[Case], known: Fingerprints) -> list[Task]:
    """What is left to try out, where some fingerprints are known."""
    changed = set(known.stale(cases)) if known.rules == rules_digest() else {case.id for case in cases}
    ids = {case.id for case in cases}
    before = {(fault.kind, fault.id): fault for fault in known.faults}
    everything, new = tuple(cases), tuple(case for case in cases if case.id in changed)
    all_columns, new_columns = (_digest([scenario_digest(case) for case in part]) for part in (everything, new))
    found = []
    for trial in trials:
        fault = before.get((trial.kind, trial.id))
        if fault is None or fault.digest != trial.digest:
            found.append(Task(trial.id, trial, everything, all_columns, {}))
        else:
            kept = {id: shown for id, shown in fault.cells.items() if id in ids and id not in changed}
            found.append(Task(trial.id, trial, new, new_columns, kept))
    return found


class Batch(NamedTuple):
    """Some tasks for one process: to start one takes as long as to try out a fault."""

    id: str
    tasks: tuple[Task, ...]


def _batches(tasks: Sequence[Task]) -> Iterator[Batch]:
    """The tasks in batches. A change of the code stays in its process, and has one of its own."""
    together = [task for task in tasks if task.trial.kind != "code"]
    for first in range(0, len(together), BATCH):
        yield Batch(together[first].id, tuple(together[first : first + BATCH]))
    yield from (Batch(task.id, (task,)) for task in tasks if task.trial.kind == "code")


class Fingerprinter:
    """Tries out faults and keeps what comes of it in a file, until all are done."""

    def __init__(self, bench: Bench, consulted: Mapping[str, frozenset[str]], part: Path) -> None:
        self.bench = bench
        self.consulted = consulted
        self.part = part
        self.agreement = Agreement(map(_alone, bench.cases))

    def run(self, tasks: Sequence[Task], jobs: int) -> Iterator[tuple[str, KnownFault]]:
        """The faults with their fingerprints as they come, each under the id of its task."""
        done = self._done()
        left = []
        for task in tasks:
            key = _key(task)
            if not task.cases:
                yield task.id, _fault(task, {})
            elif key in done:
                yield task.id, _fault(task, done[key])
            else:
                left.append(task)
        with self.part.open("a", encoding="utf-8") as written:
            for task, cells in self._tried(_batches(left), jobs):
                written.write(json.dumps([_key(task), cells]) + "\n")
                written.flush()
                yield task.id, _fault(task, cells)

    def _tried(self, batches: Iterable[Batch], jobs: int) -> Iterator[tuple[Task, dict[str, list[str]]]]:
        alone: list[Batch] = []
        for batch, answer in run_each(batches, self._all_cells, jobs):
            if not isinstance(answer, signal.Signals):
                yield from zip(batch.tasks, answer, strict=True)
            elif len(batch.tasks) > 1:
                alone += [Batch(task.id, (task,)) for task in batch.tasks]
            else:
                # A process ended by a signal because it uses too much memory has no useful fingerprint.
                yield batch.tasks[0], {}
        if alone:
            yield from self._tried(alone, jobs)

    def _done(self) -> dict[str, dict[str, list[str]]]:
        """The results of an interrupted run; an incomplete line does not count."""
        found = {}
        for line in self.part.read_text(encoding="utf-8").splitlines() if self.part.exists() else ():
            try:
                key, cells = json.loads(line)
            except ValueError:
                continue
            found[key] = cells
        return found

    def _all_cells(self, batch: Batch) -> list[dict[str, list[str]]]:
        return [self._cells(task) for task in batch.tasks]

    def _cells(self, task: Task) -> dict[str, list[str]]:
        """The shapes of a fault, by scenario."""
        subject = task.trial.subject
        cases = [_alone(case) for case in task.cases if self._can_break(subject, case)]
        probe = cases[:: len(cases) // PROBED] if len(cases) > PROBED else ()
        tried = Tried(subject, self.bench, self.agreement)
        found = tried.cells(probe)
        # A fault that breaks every request says nothing about the rules.
        if found and len(found) == len(probe) and {shape for shown in found.values() for shape in shown} == {BROKEN}:
            return {}
        return tried.cells(cases)

    def _can_break(self, subject: Subject, case: Case) -> bool:
        """Whether a fault may break a case: one in a map does so on that map, one in a price where cards are bought."""
        if not isinstance(subject, DataMutant):
            return True
        folder, _, name = subject.file.removesuffix(".yaml").rpartition("/")
        if folder == "maps" and case.map != name:
            return False
        read = next(
            (clause for key, clause in READ_FOR.items() if subject.file == "cards.yaml" and key in subject.about), ""
        )
        return not read or case.id not in self.consulted or read in self.consulted[case.id]


def _alone(case: Case) -> Case:
    """A case without its twin, where that is a case by itself."""
    return case if case.twin is None or is_part(case.twin, case) else replace(case, twin=None)


def consulted_by(cases: Iterable[Case]) -> dict[str, frozenset[str]]:
    """The clauses that the reference consults in each case that begins with a position."""
    game, seen = observe(Game())
    found = {}
    for case in map(_alone, cases):
        seen.forget()
        if played(game, case) is not None:
            found[case.id] = frozenset(seen.consulted) | seen.refused
    return found


class Tried:
    """A fault that is being tried out in this process. What cannot be played breaks nothing."""

    def __init__(self, subject: Subject, bench: Bench, agreement: Agreement) -> None:
        self.bench = bench
        self.agreement = agreement
        self.forms = Forms()
        self.door: _Limited | None = None
        signal.signal(signal.SIGPROF, _hang)
        try:
            ask, self.game = _limited(_asking, subject, bench)
        except (Exception, _Hung):
            return
        self.door = _Limited(ask)

    def cells(self, cases: Iterable[Case]) -> dict[str, list[str]]:
        """Which of some cases it breaks, with which shapes."""
        found: dict[str, list[str]] = {}
        if self.door is None:
            return found
        for case in cases:
            if self.door.hangs > MOST_HANGS:
                break
            if self.game is not None and self.door.agrees(self.agreement, self.game, case):
                continue
            if shown := shapes(judge(self.door, case, self.bench.can, self.forms), case) - {REPEATED}:
                found[case.id] = sorted({general(shape) for shape in shown})
        signal.setitimer(signal.ITIMER_PROF, 0)
        return found


def _asking(subject: Subject, bench: Bench) -> tuple[Callable[..., dict[str, Any]], Any]:
    """What answers for a fault, and its game, if it is there all the time."""
    if isinstance(subject, Bug):
        return StandIn(subject).ask, None
    if isinstance(subject, CodeMutant):
        adapter = bench.adapter_with(subject)
        # Whatever the change, it is made in the modules that were imported again.
        adapter.answer(json.dumps({"id": 0, "op": "load", "state": {}}))
    else:
        changed = subject.applied_to(bench.tree)
        adapter = Adapter()
        adapter.games[CANONICAL] = Game(build(with_clauses_in_use(changed.data), changed.folder))
    return InProcess(adapter).ask, adapter.games[CANONICAL]


class _Hung(BaseException):
    """Not an `Exception`, which an adapter would answer."""


class _Limited:
    """An adapter in this process, with a time limit for its answers."""

    def __init__(self, ask: Callable[..., dict[str, Any]]) -> None:
        self._ask = ask
        self.stderr = b""
        self.hangs = 0

    def ask(self, op: str, **fields: Any) -> dict[str, Any]:
        """The answer to a request. Raises `Fault`."""
        try:
            return _limited(self._ask, op, **fields)
        except _Hung:
            self.hangs += 1
            raise Fault("timed out") from None
        except AssertionError as error:
            raise Fault(f"crashed: {error}") from None

    def agrees(self, agreement: Agreement, game: Any, case: Case) -> bool:
        """Whether a game agrees with a case, which may hang too."""
        try:
            return _limited(agreement.holds, game, case)
        except _Hung:
            self.hangs += 1
            return False

    def finish(self) -> None:
        """Nothing to do: nothing is ever left over."""


def _limited(function: Callable[..., Result], *arguments: Any, **fields: Any) -> Result:
    """What a function returns. Raises `_Hung` if that takes too long."""
    signal.setitimer(signal.ITIMER_PROF, SECONDS_PER_CASE)
    return function(*arguments, **fields)


def _hang(*_: Any) -> None:
    raise _Hung


def _key(task: Task) -> str:
    """What identifies a task: the fault, and the scenarios as they are now."""
    trial = task.trial
    return _digest([trial.kind, trial.id, trial.digest, task.columns])


def _fault(task: Task, cells: Mapping[str, Sequence[str]]) -> KnownFault:
    trial = task.trial
    found = {**task.before, **{id: frozenset(shown) for id, shown in cells.items()}}
    return KnownFault(trial.kind, trial.id, trial.digest, trial.clauses, trial.note, found)


def _text_digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()[:10]


def _digest(data: Any) -> str:
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:10]
