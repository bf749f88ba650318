"""Chunks of games on dask.distributed: on a cluster that runs already, or on one of this machine.

A chunk is a task whose key is its name and what is done with it. Doing it twice gives the same, so the scheduler may do
it again whenever a worker is lost; its result is taken once, in its place.
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
from concordia_ref.spec.packaged import PACKAGE, packaged_folder
from concordia_ref.suite.parallel import Chunk, Stopped
from concordia_ref.words.languages import say, spoken

LOCAL = "local"
# Seconds to wait: for a scheduler to answer, for a worker to join when there is none, and between two looks.
REACHED, JOINED, LOOK = 5.0, 60.0, 1.0
Done = TypeVar("Done")


@cache
def fingerprint() -> str:
    """The version, and a digest of the rules and of the code: who has another one may play other games."""
    package, spec = PACKAGE, packaged_folder("spec")
    files = [*((package, file) for file in package.rglob("*.py")), *((spec, file) for file in spec.rglob("*.yaml"))]
    found = hashlib.sha256()
    for name, file in sorted((file.relative_to(root).as_posix(), file) for root, file in files):
        found.update(f"{name}\n".encode() + file.read_bytes())
    return f"{__version__} {found.hexdigest()[:12]}"


def on_cluster(work: Callable[[Chunk], Done], planned: Iterable[Chunk], address: str, jobs: int) -> Iterator[Done]:
    """What comes of each chunk, in their order; `jobs` are the workers of a cluster of this machine."""
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
            raise Stopped(say("cluster.not-reached", address=address, problem=str(error))) from None
        yield from _Cluster(client).in_order(work, planned)


class _Cluster:
    """A cluster that was joined."""

    def __init__(self, client: Any) -> None:
        self.client = client
        self.workers = -1
        self.address = client.scheduler.address
        print(say("cluster.joined", scheduler=self.address, dashboard=client.dashboard_link), file=sys.stderr)

    def in_order(self, work: Callable[[Chunk], Done], planned: Iterable[Chunk]) -> Iterator[Done]:
        """What comes of each chunk, in their order."""
        token, tag, task = tokenize(work, fingerprint()), spoken().tag, _task()
        waiting, under_way = iter(planned), deque[tuple[Chunk, Any]]()
        while True:
            room = max(2 * self.look(), 1) - len(under_way)
            for chunk in islice(waiting, max(room, 0)):
                key, packed = f"games-{token}-{chunk.name}", pickle.dumps((work, tag, chunk))
                under_way.append((chunk, self.client.submit(task, packed, fingerprint(), key=key, pure=True)))
            if not under_way:
                return
            # With its last reference the scheduler forgets the future, and the worker its result.
            worker, theirs, done = self.result(*under_way.popleft())
            if theirs != fingerprint():
                raise Stopped(say("cluster.other-version", worker=worker, theirs=theirs, ours=fingerprint()))
            yield done

    def look(self) -> int:
        """How many chunks the workers can play at a time; a change of their number is told."""
        try:
            threads = self.client.nthreads()
        except OSError as error:
            raise self.lost(error) from None
        if len(threads) != self.workers:
            self.workers = len(threads)
            print(f"\r{say('cluster.workers', number=self.workers)}", file=sys.stderr)
        return sum(threads.values())

    def result(self, chunk: Chunk, future: Any) -> Any:
        """What came of a chunk; waits for it as long as there are workers, and some time for one to join."""
        alone_since = time.monotonic()
        try:
            while True:
                # What is over before it is asked for has no time to run out of: such an error is that of the chunk.
                over = future.done()
                try:
                    return future.result(timeout=LOOK)
                except TimeoutError:
                    if over:
                        raise
                if self.look():
                    alone_since = time.monotonic()
                elif time.monotonic() - alone_since > JOINED:
                    raise Stopped(say("cluster.no-workers", address=self.address, seconds=round(JOINED)))
        except distributed.KilledWorker:
            raise Stopped(say("cluster.killed", chunk=chunk.name)) from None
        except (CommClosedError, FutureCancelledError) as error:
            raise self.lost(error) from None

    def lost(self, error: Exception) -> Stopped:
        """The error of a cluster that is gone."""
        return Stopped(say("cluster.lost", address=self.address, problem=str(error)))


def _task() -> Callable[[bytes, str], tuple[str, str, Any]]:
    """What a worker does. A function within a function is sent as code, so that it runs where we are not installed."""

    def do(packed: bytes, wanted: str) -> tuple[str, str, Any]:
        import pickle

        from distributed import get_worker

        worker = get_worker().address
        try:
            from concordia_ref.lab.cluster import fingerprint
            from concordia_ref.words.languages import speaking
        except ImportError as error:
            return worker, str(error), None
        if fingerprint() != wanted:
            return worker, fingerprint(), None
        work, tag, chunk = pickle.loads(packed)
        with speaking(tag):
            return worker, wanted, work(chunk)

    return do
