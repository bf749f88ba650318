"""Running the suite: cases shared out among processes of an adapter, each fault costing one case."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from concordia_ref.suite.cases import Case
from concordia_ref.suite.process import AdapterProcess, Fault
from concordia_ref.suite.verdicts import Capabilities, Unusable, Verdict, capabilities, judge

# A program may take its time to start, however short its answers are to be.
STARTUP = 10.0


@dataclass(frozen=True)
class SuiteRun:
    """The verdicts on one implementation, in the order of the cases."""

    command: str
    can: Capabilities
    verdicts: tuple[Verdict, ...]
    interrupted: bool


def run_suite(
    command: str,
    cases: Sequence[Case],
    *,
    specification: str,
    jobs: int = 1,
    timeout: float = 10.0,
    on_verdict: Callable[[Verdict], None] = lambda verdict: None,
) -> SuiteRun:
    """Run cases against an adapter. Raises `Unusable` where it does not even say hello.

    `on_verdict` is called with every verdict as it comes. Ctrl-C ends the run with the verdicts so far.
    """
    stop = threading.Event()

    def start() -> tuple[AdapterProcess, Capabilities]:
        return start_adapter(command, timeout, stop, specification)

    first, can = start()
    waiting: queue.SimpleQueue[int] = queue.SimpleQueue()
    for index in range(len(cases)):
        waiting.put(index)
    found: dict[int, Verdict] = {}
    lock = threading.Lock()

    def work(adapter: AdapterProcess | None) -> None:
        try:
            while not stop.is_set():
                try:
                    index = waiting.get_nowait()
                except queue.Empty:
                    return
                adapter, verdict = _judged(adapter, start, cases[index], can)
                with lock:
                    # What came after the end of the run says nothing about the adapter.
                    if not stop.is_set():
                        found[index] = verdict
                        on_verdict(verdict)
        finally:
            if adapter is not None:
                adapter.close()

    interrupted = False
    workers = max(1, min(jobs, len(cases)))
    with ThreadPoolExecutor(workers) as pool:
        try:
            for future in [pool.submit(work, first if number == 0 else None) for number in range(workers)]:
                future.result()
        except KeyboardInterrupt:
            interrupted = True
        finally:
            stop.set()
    return SuiteRun(command, can, tuple(found[index] for index in sorted(found)), interrupted)


def start_adapter(
    command: str, timeout: float, stop: threading.Event, specification: str
) -> tuple[AdapterProcess, Capabilities]:
    """A process that has said hello; raises `Unusable`."""
    try:
        adapter = AdapterProcess(command, max(timeout, STARTUP), stop)
    except Fault as fault:
        raise Unusable(str(fault)) from None
    try:
        can = capabilities(adapter, specification)
    except BaseException:
        adapter.kill()
        raise
    adapter.timeout = timeout
    return adapter, can


def _judged(
    adapter: AdapterProcess | None,
    start: Callable[[], tuple[AdapterProcess, Capabilities]],
    case: Case,
    can: Capabilities,
) -> tuple[AdapterProcess | None, Verdict]:
    """The verdict on a case, from the running process or from a fresh one; none is left after a fault."""
    if adapter is None:
        try:
            adapter, _ = start()
        except Unusable as unusable:
            return None, Verdict(case.id, "fault", (f"a fresh process: {unusable}",))
    verdict = judge(adapter, case, can)
    return (None if verdict.outcome == "fault" else adapter), verdict
