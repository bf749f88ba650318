"""Games in batches, each named by its seed and its range, played by processes of this machine or on a cluster.

The results come in the order of the batches, whichever process played them. Only as many batches are under way as keep
all processes busy, so that memory does not grow with the number of games.
"""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from importlib.util import find_spec
from itertools import islice
from typing import NamedTuple, TypeVar

# Few games per batch: progress shows at once, Ctrl-C loses little, and all processes are busy to the end.
SMALL = 4
# Sending a batch to another machine has a cost: this many batches, unless they would exceed this size.
BATCHES, LARGEST = 1000, 1000
Done = TypeVar("Done")


class Batch(NamedTuple):
    """Some games of a seed, from the first up to the one before the end."""

    seed: int
    first: int
    end: int

    @property
    def name(self) -> str:
        """The name of the batch.

        >>> Batch(7, 0, 100).name
        '7/0-99'
        """
        return f"{self.seed}/{self.first}-{self.end - 1}"

    @property
    def numbers(self) -> range:
        """The numbers of the games."""
        return range(self.first, self.end)


class Stopped(Exception):
    """The work cannot continue; the message says why, and what to do."""


def batches(seed: int, games: int, first: int = 0, size: int = SMALL) -> Iterator[Batch]:
    """All games of a seed from the first on. Where a batch ends does not depend on where the first begins.

    >>> [batch.name for batch in batches(7, games=10, first=3)]
    ['7/3-3', '7/4-7', '7/8-9']
    """
    while first < games:
        end = min((first // size + 1) * size, games)
        yield Batch(seed, first, end)
        first = end


def batch_size(games: int, cluster: str | None) -> int:
    """How many games a batch has."""
    return SMALL if cluster is None else min(max(games // BATCHES, SMALL), LARGEST)


def run_batches(
    work: Callable[[Batch], Done], planned: Iterable[Batch], jobs: int = 1, cluster: str | None = None
) -> Iterator[Done]:
    """The results of the batches in their order. `cluster` is the address of a scheduler, or `local`."""
    if cluster is None:
        return map(work, planned) if jobs == 1 else _by_processes(work, planned, jobs)
    if find_spec("distributed") is None:
        command = "pip install 'concordia-ref[cluster]'"
        raise Stopped(f"this needs the package distributed, which is not installed; install it with `{command}`")
    from concordia_ref.lab.cluster import on_cluster

    return on_cluster(work, planned, cluster, jobs)


def _by_processes(work: Callable[[Batch], Done], planned: Iterable[Batch], jobs: int) -> Iterator[Done]:
    # Ctrl-C ends the children at once.
    pool = ProcessPoolExecutor(jobs, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_DFL))
    waiting = iter(planned)
    under_way = deque((batch, pool.submit(work, batch)) for batch in islice(waiting, 2 * jobs))
    try:
        while under_way:
            batch, future = under_way.popleft()
            try:
                done = future.result()
            except BrokenProcessPool:
                problem = "there may be too little memory for that many processes"
                raise Stopped(f"a process died while it played the games {batch.name}; {problem}") from None
            yield done
            under_way.extend((batch, pool.submit(work, batch)) for batch in islice(waiting, 1))
    finally:
        pool.shutdown(cancel_futures=True)
