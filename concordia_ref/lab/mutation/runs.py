"""Running mutants side by side, each in a process of its own that may hang, crash or eat memory."""

from __future__ import annotations

import gc
import multiprocessing
import resource
import signal
import warnings
from collections.abc import Callable, Iterable, Iterator
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from concordia_ref.lab.mutation.trials import Mutant, Result

MOST_MEMORY = 2 << 30


def run_mutants(mutants: Iterable[Mutant], try_out: Callable[[Mutant], Result], jobs: int) -> Iterator[Result]:
    """The results of all mutants as they come, which is in no fixed order."""
    context = multiprocessing.get_context("fork")
    waiting = iter(mutants)
    running: dict[Connection, tuple[Mutant, BaseProcess]] = {}
    # What the children share with us stays shared if nobody counts its references anew.
    gc.freeze()
    try:
        while True:
            while len(running) < jobs and (mutant := next(waiting, None)) is not None:
                ours, theirs = context.Pipe(duplex=False)
                process: BaseProcess = context.Process(target=_child, args=(try_out, mutant, theirs))
                with warnings.catch_warnings():
                    # Newer versions of Python warn of forks beside threads; the children use none of them.
                    warnings.simplefilter("ignore", DeprecationWarning)
                    process.start()
                theirs.close()
                running[ours] = (mutant, process)
            if not running:
                return
            for ready in wait(list(running)):
                assert isinstance(ready, Connection)
                mutant, process = running.pop(ready)
                process.join()
                yield _result(mutant, ready, process.exitcode)
    finally:
        gc.unfreeze()
        for _, process in running.values():
            process.kill()
            process.join()


def _result(mutant: Mutant, answer: Connection, exit_code: int | None) -> Result:
    with answer:
        try:
            outcome, by = answer.recv()
        except EOFError:
            # A signal ends what hangs or crashes. Anything else is a fault of ours, not of the mutant.
            if exit_code is None or exit_code >= 0:
                raise RuntimeError(f"{mutant.id}: the process that tried it out has failed") from None
            outcome, by = "killed", signal.Signals(-exit_code).name
    return Result(mutant.id, outcome, by)


def _child(try_out: Callable[[Mutant], Result], mutant: Mutant, answer: Connection) -> None:
    # Ctrl-C is for the parent, which then ends its children.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    result = try_out(mutant)
    # Plain values: after a change of the code, our classes are no longer those of the parent.
    answer.send((str(result.outcome), str(result.by)))
