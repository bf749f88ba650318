"""Batches of games on dask.distributed: on a cluster that runs already, or on one of this machine.

A batch is a task; its key is its name and what is done with it. Doing it twice gives the same, so the scheduler may
repeat it whenever a worker is lost; its result is taken once, in its place.
"""

from __future__ import annotations

import hashlib
import logging
import os
import pickle
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from functools import cache
from itertools import islice
from typing import Any, TypeVar

import distributed
from dask.base import tokenize
from distributed.client import FutureCancelledError
from distributed.comm import CommClosedError

from concordia_ref import __version__
from concordia_ref.lab.batches import Batch, Stopped
from concordia_ref.spec.packaged import PACKAGE, packaged_folder

LOCAL = "local"
# Seconds to wait: for a scheduler to answer, for a worker to join when there is none, and between two looks.
REACHED, JOINED, LOOK = 5.0, 60.0, 1.0
Done = TypeVar("Done")


@cache
def fingerprint() -> str:
    """The version, and a digest of the rules and of the code: a worker with another one may play other games."""
    package, spec = PACKAGE, packaged_folder("spec")
    files = [*((package, file) for file in package.rglob("*.py")), *((spec, file) for file in spec.rglob("*.yaml"))]
    found = hashlib.sha256()
    for name, file in sorted((file.relative_to(root).as_posix(), file) for root, file in files):
        found.update(f"{name}\n".encode() + file.read_bytes())
    return f"{__version__} {found.hexdigest()[:12]}"


def on_cluster(work: Callable[[Batch], Done], planned: Iterable[Batch], address: str, jobs: int) -> Iterator[Done]:
    """The results of the batches in their order; `jobs` are the workers of a cluster of this machine."""
    with ExitStack() as stack:
        if address == LOCAL:
            workers = jobs if jobs > 1 else os.cpu_count()
            cluster = stack.enter_context(
                distributed.LocalCluster(
                    n_workers=workers, threads_per_worker=1, dashboard_address=":0", silence_logs=logging.ERROR
                )
            )
            address = cluster.scheduler_address
        try:
            distributed.comm.resolve_address(address)
            client = stack.enter_context(distributed.Client(address, timeout=REACHED, set_as_default=False))
        except (OSError, ValueError) as error:
            question = "is it running, and is the address right?"
            raise Stopped(f"no scheduler answers at {address}: {error}; {question}") from None
        yield from _Cluster(client).in_order(work, planned)


class _Cluster:
    """A cluster that was joined."""

    def __init__(self, client: Any) -> None:
        self.client = client
        self.workers = -1
        self.address = client.scheduler.address
        print(f"scheduler: {self.address}, dashboard: {client.dashboard_link}", file=sys.stderr)

    def in_order(self, work: Callable[[Batch], Done], planned: Iterable[Batch]) -> Iterator[Done]:
        """The results of the batches in their order."""
        token, task = tokenize(work, fingerprint()), _task()
        waiting, under_way = iter(planned), deque[tuple[Batch, Any]]()
        while True:
            room = max(2 * self.look(), 1) - len(under_way)
            for batch in islice(waiting, max(room, 0)):
                key, packed = f"games-{token}-{batch.name}", pickle.dumps((work, batch))
                under_way.append((batch, self.client.submit(task, packed, fingerprint(), key=key, pure=True)))
            if not under_way:
                return
            # When the last reference is gone, the scheduler forgets the future, and the worker its result.
            worker, theirs, done = self.result(*under_way.popleft())
            if theirs != fingerprint():
                what = f"has different rules or another program, {theirs} and not {fingerprint()}"
                raise Stopped(f"the worker {worker} {what}: install the same on all machines")
            yield done

    def look(self) -> int:
        """How many batches the workers can play at a time; a change of their number is reported."""
        try:
            threads = self.client.nthreads()
        except OSError as error:
            raise self.lost(error) from None
        if len(threads) != self.workers:
            self.workers = len(threads)
            print(f"\rworkers: {self.workers}", file=sys.stderr)
        return sum(threads.values())

    def result(self, batch: Batch, future: Any) -> Any:
        """The result of a batch; waits for it as long as there are workers, and some time for one to join."""
        alone_since = time.monotonic()
        try:
            while True:
                # A result that is ready cannot time out: such an error comes from the batch.
                over = future.done()
                try:
                    return future.result(timeout=LOOK)
                except TimeoutError:
                    if over:
                        raise
                if self.look():
                    alone_since = time.monotonic()
                elif time.monotonic() - alone_since > JOINED:
                    problem = f"has had no worker for {round(JOINED)} seconds; start one: `dask worker {self.address}`"
                    raise Stopped(f"the scheduler at {self.address} {problem}")
        except distributed.KilledWorker:
            problem = f"too many workers died while they played the games {batch.name}"
            raise Stopped(f"{problem}; is there enough memory?") from None
        except (CommClosedError, FutureCancelledError) as error:
            raise self.lost(error) from None

    def lost(self, error: Exception) -> Stopped:
        """The error of a cluster that is gone."""
        return Stopped(f"the scheduler at {self.address} is gone: {error}")


def _task() -> Callable[[bytes, str], tuple[str, str, Any]]:
    """What a worker does. A function within a function is sent as code, so that it runs where we are not installed."""

    def do(packed: bytes, wanted: str) -> tuple[str, str, Any]:
        import pickle

        from distributed import get_worker

        worker = get_worker().address
        try:
            from concordia_ref.lab.cluster import fingerprint
        except ImportError as error:
            return worker, str(error), None
        if fingerprint() != wanted:
            return worker, fingerprint(), None
        work, batch = pickle.loads(packed)
        return worker, wanted, work(batch)

    return do
