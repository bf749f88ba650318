"""`concordia conform --watch`: the suite is run again whenever the files of the engine change."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from datetime import datetime

from concordia_ref.cli.conform_asked import Asked
from concordia_ref.cli.conform_output import tally
from concordia_ref.cli.exits import FINDINGS, FINE, Failure
from concordia_ref.cli.progress import Progress
from concordia_ref.suite.conformance_run import FAILURES, CannotUse, Finished
from concordia_ref.suite.earlier_run import what_changed
from concordia_ref.suite.engine_files import files_of
from concordia_ref.suite.runner import Enough
from concordia_ref.suite.verdicts import Verdict
from concordia_ref.suite.watch import Watch

Runs = Callable[[Callable[[Verdict, int], None], frozenset[str]], Finished]
"""Runs the suite, with the receiver of the verdicts and the scenarios that come first."""


def watch(asked: Asked, run: Runs) -> int:
    """Run the suite now and after every change, until Ctrl-C; the exit code is that of the last whole run."""
    if not any(files_of(command, asked.watch_path) for command in asked.commands):
        raise Failure("there is nothing to watch: the command names no file; name the engine's with --watch-path")
    watched = Watch(asked.commands, asked.watch_path)
    outcomes: dict[str, str] = {}
    code = FINE
    try:
        while True:
            finished = _run_once(run, watched, _failing(outcomes))
            if finished is not None:
                if finished.interrupted:
                    break
                code = _show(finished, outcomes, asked)
            print("waiting for a change; press Ctrl-C to stop", flush=True)
            changed = watched.wait()
            names = ", ".join(name.rpartition("/")[2] for name in changed[:3])
            print(f"\n{datetime.now():%H:%M:%S} changed: {names}{' …' if len(changed) > 3 else ''}", flush=True)
    except KeyboardInterrupt:
        pass
    return code


def _run_once(run: Runs, watched: Watch, first: frozenset[str]) -> Finished | None:
    """A run; None if it was abandoned because the files changed in the meantime, or the adapter cannot be used."""
    given_up = False
    began = time.monotonic()
    with Progress("scenarios") as progress:
        done = 0

        def hear(verdict: Verdict, total: int) -> None:
            nonlocal done, given_up
            done += 1
            progress(done, total)
            if watched.has_changed():
                given_up = True
                raise Enough

        try:
            finished = run(hear, first)
        except CannotUse as error:
            print(f"{error.command}: {error}")
            return None
    if given_up:
        print("the engine has changed in the meantime: this run is abandoned")
        return None
    print(f"{time.monotonic() - began:.1f} s: ", end="")
    return finished


def _show(finished: Finished, outcomes: dict[str, str], asked: Asked) -> int:
    """Print a short result, and what changed since the last run; `outcomes` are brought up to date."""
    now: dict[str, str] = {}
    details: dict[str, str] = {}
    for line in finished.report:
        if line["type"] == "verdict":
            key = line["scenario"] if len(finished.tested) == 1 else f"{line['implementation']}: {line['scenario']}"
            now[key] = line["outcome"]
            details[key] = next(iter(line["details"]), "")
    print(tally(finished))
    for text in what_changed(outcomes, now) if outcomes else ():
        print(f"  {text}")
    failing = [key for key, outcome in now.items() if outcome in FAILURES]
    for key in failing[: asked.show]:
        print(f"  ✗ {key}: {details[key]}")
    if len(failing) > asked.show:
        print(f"  … and {len(failing) - asked.show} more")
    outcomes.clear()
    outcomes.update(now)
    return FINDINGS if failing else FINE


def _failing(outcomes: Mapping[str, str]) -> frozenset[str]:
    """The scenarios that failed, whichever implementation it was."""
    return frozenset(key.rpartition(": ")[2] for key, outcome in outcomes.items() if outcome in FAILURES)
