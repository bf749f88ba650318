"""Making the fingerprints of all known faults, for `concordia mutate --fingerprints`."""

from __future__ import annotations

from pathlib import Path

from concordia_ref.cli.exits import FINDINGS, FINE
from concordia_ref.cli.progress import Progress
from concordia_ref.lab.mutation.fingerprinting import Fingerprinter, Task, consulted_by, tasks_of, trials_of
from concordia_ref.lab.mutation.trials import Bench, Mutant
from concordia_ref.suite.fingerprints import (
    Fingerprints,
    KnownFault,
    matrix_file,
    read_fingerprints,
    rules_digest,
    scenario_digest,
    to_text,
)


def make_fingerprints(mutants: list[Mutant], bench: Bench, jobs: int, anew: bool, file: Path | None = None) -> int:
    """Bring the file of fingerprints up to date, or make it again, and say what was done."""
    file = file or matrix_file()
    known = Fingerprints() if anew else read_fingerprints(file)
    if known.problem:
        print(known.problem.partition("; ")[0] + "; everything is tried out again")
    cases = bench.cases
    tasks = tasks_of(trials_of(mutants, bench.tree), cases, known)
    part = file.with_suffix(".part")
    consulted = consulted_by(cases)
    found: dict[tuple[str, str], KnownFault] = {}
    try:
        with Progress("faults") as progress:
            for _, fault in Fingerprinter(bench, consulted, part).run(tasks, jobs):
                found[fault.kind, fault.id] = fault
                progress(len(found), len(tasks), f"not noticed: {sum(not one.cells for one in found.values())}")
    except KeyboardInterrupt:
        print(f"interrupted; the same command continues from {part}")
        return FINDINGS
    scenarios = {case.id: scenario_digest(case) for case in cases}
    faults = tuple(found[task.trial.kind, task.id] for task in tasks)
    text = to_text(Fingerprints(scenarios, consulted, faults, rules_digest()))
    # Nobody ever reads half a file.
    written = file.with_suffix(".new")
    written.write_text(text, encoding="utf-8")
    written.replace(file)
    part.unlink(missing_ok=True)
    print(_summary(file, tasks, faults))
    return FINE


def _summary(file: Path, tasks: list[Task], faults: tuple[KnownFault, ...]) -> str:
    new = sum(bool(task.cases) for task in tasks)
    silent = sum(not fault.cells for fault in faults)
    different = len({frozenset(fault.cells.items()) for fault in faults})
    return (
        f"{file}: {len(faults)} faults with {different} different fingerprints, {silent} not noticed or not playable; "
        f"{new} were tried out now, {file.stat().st_size:,} bytes"
    )
