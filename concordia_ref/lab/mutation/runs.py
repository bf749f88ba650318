"""Running faults side by side, each in its own process, which may hang, crash or use up memory."""

from __future__ import annotations

import gc
import multiprocessing
import resource
import signal
import warnings
from collections.abc import Callable, Iterable, Iterator
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

from concordia_ref.lab.mutation.trials import Mutant, Result

MOST_MEMORY = 2 << 30
Item = TypeVar("Item")


def run_mutants(mutants: Iterable[Mutant], try_out: Callable[[Mutant], Result], jobs: int) -> Iterator[Result]:
    """The results of all mutants as they come, which is in no fixed order."""

    def work(mutant: Mutant) -> tuple[str, str]:
        result = try_out(mutant)
        # Plain values: after a change of the code, our classes are no longer those of the parent.
        return str(result.outcome), str(result.by)

    for mutant, answer in run_each(mutants, work, jobs):
        # A signal ends a process that hangs or crashes.
        yield Result(mutant.id, *(("killed", answer.name) if isinstance(answer, signal.Signals) else answer))


def run_each(items: Iterable[Item], work: Callable[[Item], Any], jobs: int) -> Iterator[tuple[Item, Any]]:
    """The outcome of each item, in no fixed order: the answer of a process, or the signal that has ended it."""
    context = multiprocessing.get_context("fork")
    waiting = iter(items)
    running: dict[Connection, tuple[Item, BaseProcess]] = {}
    # Memory shared with the children stays shared if nobody counts its references again.
    gc.freeze()
    try:
        while True:
            while len(running) < jobs and (item := next(waiting, None)) is not None:
                ours, theirs = context.Pipe(duplex=False)
                process: BaseProcess = context.Process(target=_child, args=(work, item, theirs))
                with warnings.catch_warnings():
                    # Newer versions of Python warn of forks beside threads; the children use none of them.
                    warnings.simplefilter("ignore", DeprecationWarning)
                    process.start()
                theirs.close()
                running[ours] = (item, process)
            if not running:
                return
            for ready in wait(list(running)):
                assert isinstance(ready, Connection)
                item, process = running.pop(ready)
                yield item, _answer(item, ready, process)
    finally:
        gc.unfreeze()
        for _, process in running.values():
            process.kill()
            process.join()


def _answer(item: Any, sent: Connection, process: BaseProcess) -> Any:
    with sent:
        try:
            # Before waiting for its end: a process does not end until its answer is read.
            return sent.recv()
        except EOFError:
            process.join()
            # Anything other than a signal is our own fault, not that of the mutant.
            if process.exitcode is None or process.exitcode >= 0:
                raise RuntimeError(f"{item.id}: the process that tried it out has failed") from None
            return signal.Signals(-process.exitcode)
        finally:
            process.join()


def _child(work: Callable[[Any], Any], item: Any, answer: Connection) -> None:
    # Ctrl-C is for the parent, which then ends its children.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    answer.send(work(item))
