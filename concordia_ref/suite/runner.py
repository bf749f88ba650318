"""Running the suite: cases shared out among processes of an adapter, each fault costing one case."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from queue import SimpleQueue

from concordia_ref.suite.answers import Forms
from concordia_ref.suite.capabilities import Capabilities, Unusable, capabilities
from concordia_ref.suite.cases import Case
from concordia_ref.suite.process import AdapterProcess, Fault
from concordia_ref.suite.protocol import Running, shown
from concordia_ref.suite.server import AdapterServer, is_address
from concordia_ref.suite.verdicts import Verdict, judge

# A program may take its time to start, however short its answers are to be.
STARTUP = 10.0

Started = tuple[Running, Capabilities]
"""A process or a server that has said hello, and what it said."""


@dataclass(frozen=True)
class SuiteRun:
    """The verdicts on one implementation, in the order of the cases."""

    command: str
    can: Capabilities
    verdicts: tuple[Verdict, ...]
    interrupted: bool
    remarks: tuple[str, ...] = ()
    """What is unusual about the form of its answers."""


class Enough(Exception):
    """Raised by the caller that receives the verdicts, to end a run with those received so far."""


def run_suite(
    command: str,
    cases: Sequence[Case],
    *,
    specification: str,
    jobs: int = 1,
    timeout: float = 10.0,
    on_verdict: Callable[[Verdict], None] = lambda verdict: None,
    started: Started | None = None,
) -> SuiteRun:
    """Run cases against an adapter. Raises `Unusable` where it does not even say hello.

    `on_verdict` is called with every verdict as it comes. Ctrl-C, or `Enough` from there, ends the run with the
    verdicts so far. `started` is an adapter that has said hello already; it is closed at the end like the others.
    """
    stop = started[0].stop if started else threading.Event()

    def start() -> Started:
        return start_adapter(command, timeout, stop, specification)

    first, can = started or start()
    idle = [first]
    forms = Forms()

    def work(case: Case) -> Verdict:
        """The verdict on a case, from an idle process or from a fresh one; none is left after a fault."""
        try:
            adapter = idle.pop()
        except IndexError:
            try:
                adapter, _ = start()
            except Unusable as unusable:
                return Verdict(case.id, "fault", notes=(shown(f"a fresh process: {unusable}"),))
        try:
            return judge(adapter, case, can, forms)
        finally:
            if not adapter.gone:
                idle.append(adapter)

    found: dict[str, Verdict] = {}
    done: SimpleQueue[Future[Verdict]] = SimpleQueue()
    interrupted = False
    with ThreadPoolExecutor(max(1, min(jobs_for(command, jobs), len(cases)))) as pool:
        try:
            # One process takes the cases in their order, and its verdicts come in that order too.
            for case in cases:
                pool.submit(work, case).add_done_callback(done.put)
            for _ in cases:
                verdict = done.get().result()
                found[verdict.case] = verdict
                on_verdict(verdict)
            list(pool.map(lambda adapter: adapter.close(), idle))
        except BaseException as error:
            stop.set()
            pool.shutdown(cancel_futures=True)
            for adapter in idle:
                adapter.kill()
            interrupted = isinstance(error, KeyboardInterrupt | Enough)
            if not interrupted:
                raise
    verdicts = tuple(found[case.id] for case in cases if case.id in found)
    return SuiteRun(command, can, verdicts, interrupted, forms.remarks)


def jobs_for(command: str, jobs: int) -> int:
    """How many scenarios an adapter can be asked side by side: a server has one position for all who ask."""
    return 1 if is_address(command) else jobs


def start_adapter(command: str, timeout: float, stop: threading.Event, specification: str) -> Started:
    """A process or a server that has said hello; raises `Unusable`."""
    try:
        kind = AdapterServer if is_address(command) else AdapterProcess
        adapter: Running = kind(command, max(timeout, STARTUP), stop)
    except Fault as fault:
        raise Unusable(str(fault)) from None
    try:
        can = capabilities(adapter, specification)
    except BaseException:
        adapter.kill()
        raise
    adapter.timeout = timeout
    return adapter, can
