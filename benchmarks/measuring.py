"""Measuring in rounds: in each round every contender does its work once, one after the other, on one core.

What disturbs the machine for a while disturbs all of them, so that ratios are steadier than times. Times are CPU times.
"""

from __future__ import annotations

import gc
import os
import resource
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

Clock = Callable[[], float]


class Done(NamedTuple):
    """What a contender did: how many things, and what came of them, which is asked for after the clock has stopped."""

    things: int
    outcome: Callable[[], object]


Work = Callable[[], Done]


def own_time() -> float:
    """CPU time of this process."""
    return time.process_time()


def children_time() -> float:
    """CPU time of the processes that this one has started, as far as they have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def whole_time() -> float:
    """CPU time of this process and of those that it has started."""
    return own_time() + children_time()


@dataclass(frozen=True)
class Contender:
    """A program that does some work, and what that work is counted in."""

    name: str
    unit: str
    work: Work


@dataclass(frozen=True)
class Comparison:
    """One of our contenders against another; `wanted` is the ratio that ours should reach, if one was promised."""

    ours: str
    other: str
    wanted: float | None = None


@dataclass(frozen=True)
class Measure:
    """A kind of work. `prepare` makes the contenders, for all of the work or for a part of it between 0 and 1.

    It may put files into the folder that it is given, which is there until the last round is over.
    Ratios are of things per second; where `of_costs` is set, of the time that one thing takes, and then `wanted` is the
    most that they may be. Those in `alike` do the very same work, and must come to the same outcome.
    """

    name: str
    prepare: Callable[[float, Path], Sequence[Contender]]
    comparisons: Sequence[Comparison]
    note: str
    clock: Clock = own_time
    of_costs: bool = False
    alike: Sequence[str] = ()


@dataclass
class Timed:
    """The rounds of one contender: how many things it did in each, and in which time."""

    contender: Contender
    things: int = 0
    outcome: object = None
    seconds: list[float] = field(default_factory=list)

    @property
    def rates(self) -> list[float]:
        """Things per second in each round."""
        return [self.things / seconds for seconds in self.seconds]


class Row(NamedTuple):
    """A comparison as it came out: median rates, and the ratio with the lowest and the highest of all rounds."""

    measure: str
    ours: str
    our_rate: float
    other: str
    other_rate: float
    ratio: float
    lowest: float
    highest: float
    of_costs: bool
    wanted: float | None

    @property
    def reached(self) -> bool | None:
        """Whether the wanted ratio was reached; None if none was wanted."""
        if self.wanted is None:
            return None
        return self.ratio <= self.wanted if self.of_costs else self.ratio >= self.wanted


class WrongResult(Exception):
    """The work was not what it should be, so that its time says nothing."""


def expected(found: object, wanted: object) -> object:
    """What was found, if it is what it must be."""
    if found != wanted:
        raise WrongResult(f"the work came to {str(found)[:200]}, but must come to {str(wanted)[:200]}")
    return found


def use_one_core() -> int | None:
    """Bind this process, and those that it starts, to one core; None where the system cannot do that."""
    if not hasattr(os, "sched_setaffinity"):
        return None
    core = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    return core


def run(
    measures: Sequence[Measure],
    rounds: int,
    *,
    part: float = 1.0,
    progress: Callable[[str], None] = lambda text: None,
    clock: Clock | None = None,
) -> dict[str, dict[str, Timed]]:
    """Let all contenders of all measures do their work, round by round; `WrongResult` where one does other work.

    `clock` takes the place of the clocks of the measures.
    """
    timed: dict[str, dict[str, Timed]] = {}
    with TemporaryDirectory(prefix="concordia-bench-") as folder:
        for measure in measures:
            progress(f"preparing {measure.name}")
            timed[measure.name] = {made.name: Timed(made) for made in measure.prepare(part, Path(folder))}
        # What was prepared stays for good: the collector need not look through it in every round.
        gc.collect()
        gc.freeze()
        try:
            for number in range(1, rounds + 1):
                for measure in measures:
                    for entry in timed[measure.name].values():
                        progress(f"round {number} of {rounds}: {measure.name}, {entry.contender.name}")
                        _do(measure, entry, clock or measure.clock)
        finally:
            gc.unfreeze()
    for measure in measures:
        _check_alike(measure, timed[measure.name])
    return timed


def _do(measure: Measure, entry: Timed, clock: Clock) -> None:
    """One round of one contender."""
    gc.collect()
    began = clock()
    done = entry.contender.work()
    seconds = clock() - began
    try:
        outcome = done.outcome()
    except WrongResult as wrong:
        raise WrongResult(f"{measure.name}, {entry.contender.name}: {wrong}") from None
    if not entry.seconds:
        entry.things, entry.outcome = done.things, outcome
    if (done.things, outcome) != (entry.things, entry.outcome):
        raise WrongResult(
            f"{measure.name}, {entry.contender.name}: the first round did {entry.things} {entry.contender.unit} with "
            f"the outcome {str(entry.outcome)[:100]}, round {len(entry.seconds) + 1} did {done.things} with "
            f"{str(outcome)[:100]}. The work depends on something else than its seed; mend that first."
        )
    if done.things <= 0 or seconds <= 0:
        raise WrongResult(
            f"{measure.name}, {entry.contender.name}: {done.things} {entry.contender.unit} in {seconds} seconds is no "
            "rate. Give it more work."
        )
    entry.seconds.append(seconds)


def _check_alike(measure: Measure, timed: Mapping[str, Timed]) -> None:
    for one, other in zip(measure.alike, measure.alike[1:], strict=False):
        if (timed[one].things, timed[one].outcome) != (timed[other].things, timed[other].outcome):
            raise WrongResult(
                f"{measure.name}: {one} and {other} should do the same, but came to {timed[one].things} and "
                f"{timed[other].things} {timed[one].contender.unit}, or to other outcomes. One of them is wrong."
            )


def rows(measures: Sequence[Measure], timed: Mapping[str, Mapping[str, Timed]]) -> list[Row]:
    """All comparisons of a run."""
    return [
        _row(measure, comparison, timed[measure.name]) for measure in measures for comparison in measure.comparisons
    ]


def _row(measure: Measure, comparison: Comparison, timed: Mapping[str, Timed]) -> Row:
    ours, other = timed[comparison.ours], timed[comparison.other]
    pairs = list(zip(ours.rates, other.rates, strict=True))
    ratios = [b / a if measure.of_costs else a / b for a, b in pairs]
    return Row(
        measure=measure.name,
        ours=f"{comparison.ours}, {ours.contender.unit}",
        our_rate=median(ours.rates),
        other=f"{comparison.other}, {other.contender.unit}",
        other_rate=median(other.rates),
        ratio=median(ratios),
        lowest=min(ratios),
        highest=max(ratios),
        of_costs=measure.of_costs,
        wanted=comparison.wanted,
    )
