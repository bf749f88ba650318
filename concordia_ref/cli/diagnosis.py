"""Measuring the diagnosis, for `concordia mutate --diagnosis`."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from concordia_ref.cli.exits import FINDINGS, FINE, USAGE, Failure
from concordia_ref.cli.progress import Progress
from concordia_ref.lab.mutation.measuring import Finding, Measurement, lines
from concordia_ref.suite.cases import Case
from concordia_ref.suite.fingerprints import read_fingerprints

AT_LEAST = {("planted",): 90, ("data", "code"): 90, ("pair",): 75}
"""The percentage of each kind that must be right."""


def measure_diagnosis(cases: Sequence[Case], jobs: int) -> int:
    """Print how often the right cause is named, and what is missed."""
    matrix = read_fingerprints()
    if matrix.problem:
        raise Failure(matrix.problem, USAGE)
    found = _measured(Measurement(cases, matrix), jobs)
    for line in lines(found):
        print(line)
    return FINE if all(_share(found, kinds) >= percent for kinds, percent in AT_LEAST.items()) else FINDINGS


def _measured(measurement: Measurement, jobs: int) -> list[Finding]:
    global _shared
    _shared = measurement
    numbers = range(len(measurement.sample) + len(measurement.pairs))
    found: list[Finding] = []
    # Processes are forked, so the inputs are read only once.
    with ProcessPoolExecutor(jobs, get_context("fork")) as pool, Progress("diagnoses") as progress:
        for finding in pool.map(_finding, numbers, chunksize=4):
            found.append(finding)
            progress(len(found), len(numbers), f"missed: {sum(not one.is_right for one in found)}")
    return found


_shared: Measurement


def _finding(number: int) -> Finding:
    sample = _shared.sample
    if number < len(sample):
        return _shared.alone(sample[number])
    return _shared.pair(*_shared.pairs[number - len(sample)])


def _share(found: Sequence[Finding], kinds: Sequence[str]) -> float:
    chosen = [finding for finding in found if finding.kind in kinds]
    return 100 * sum(finding.is_right for finding in chosen) / len(chosen) if chosen else 100.0
