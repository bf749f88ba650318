"""Work that is done in processes: starting up, and answering through the protocol."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.measuring import Done, Work, WrongResult, expected
from concordia_ref.cli.conform_asked import REFERENCE
from concordia_ref.lab.mutation.trials import InProcess
from concordia_ref.suite.adapter import Adapter
from concordia_ref.suite.capabilities import capabilities
from concordia_ref.suite.cases import Case
from concordia_ref.suite.loading import load_cases
from concordia_ref.suite.process import AdapterProcess
from concordia_ref.suite.runner import run_suite
from concordia_ref.suite.verdicts import Verdict, judge

FIRST_TURNS = """
from concordia_ref import Game
game = Game()
print(len(list(game.turns(game.start(game.setup("imperium", players=4, seed=1))))))
"""
FIRST_MOVES = "import chess; print(len(list(chess.Board().legal_moves)))"
NOTHING = "print(0)"

Message = dict[str, Any]


def started(program: str, times: int) -> Work:
    """A program in a process of its own, so many times; the clock should be that of the children."""
    # What is installed is compiled beforehand, and so is what is run from its folder after the first time.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}

    def work() -> Done:
        printed = [_output(program, environment) for _ in range(times)]
        return Done(times, lambda: printed)

    return work


def _output(program: str, environment: dict[str, str]) -> str:
    ran = subprocess.run(
        [sys.executable, "-c", program], env=environment, check=False, capture_output=True, encoding="utf-8"
    )
    if ran.returncode:
        raise WrongResult(f"python -c {shlex.quote(program)} ended with {ran.returncode}:\n{ran.stderr}")
    return ran.stdout


class Recorder(InProcess):
    """The reference in this process, with all requests to it and its answers written down."""

    def __init__(self) -> None:
        super().__init__(Adapter())
        self.requests: list[Message] = []
        self.messages: list[Message] = []

    def ask(self, op: str, **fields: Any) -> Message:
        """The answer to a request."""
        answer = super().ask(op, **fields)
        self.requests.append({"op": op, **fields})
        self.messages += [self.requests[-1], answer]
        return answer


@cache
def every_case() -> list[Case]:
    """The whole suite, read once."""
    return load_cases()


def recorded(cases: Sequence[Case]) -> list[Recorder]:
    """What is asked and answered in each case."""
    can = capabilities(InProcess(Adapter()), "")
    found = []
    for case in cases:
        recorder = Recorder()
        judge(recorder, case, can)
        found.append(recorder)
    return found


def judged_here(cases: Sequence[Case]) -> Work:
    """The suite against the reference in this process."""
    can = capabilities(InProcess(Adapter()), "")

    def work() -> Done:
        door = InProcess(Adapter())
        verdicts = [judge(door, case, can) for case in cases]
        return Done(len(cases), lambda: _passed(verdicts, cases))

    return work


def judged_there(cases: Sequence[Case], specification: str) -> Work:
    """The suite against the reference as an adapter, from the start of its process to its end."""

    def work() -> Done:
        verdicts = run_suite(REFERENCE, cases, specification=specification, timeout=60.0).verdicts
        return Done(len(cases), lambda: _passed(verdicts, cases))

    return work


def _passed(verdicts: Sequence[Verdict], cases: Sequence[Case]) -> object:
    return expected(Counter(verdict.outcome for verdict in verdicts), Counter({"pass": len(cases)}))


def echoed(requests: Sequence[Sequence[Message]]) -> Work:
    """The requests of scenarios to an adapter that does nothing."""
    command = shlex.join([sys.executable, str(Path(__file__).with_name("echo.py"))])

    def work() -> Done:
        adapter, answered = AdapterProcess(command, 60.0, threading.Event()), 0
        try:
            for scenario in requests:
                for request in scenario:
                    answered += "ok" in adapter.ask(**request)
                adapter.finish()
        finally:
            adapter.close()
        return Done(len(requests), lambda: expected(answered, sum(map(len, requests))))

    return work
