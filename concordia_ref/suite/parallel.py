"""Games shared out in chunks, each named by its seed and its range: played here, by several processes, or on a cluster.

What comes of the chunks is handed out in their order, whoever played them. Only so many are under way as keep everybody
busy, so that memory does not grow with the number of games.
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

from concordia_ref.words.languages import say

# Few games a chunk: progress is seen at once, little is lost by Ctrl-C, and all processes are busy to the end.
SMALL = 4
# Between machines a chunk has its price: so many of them, as long as they do not grow beyond this.
CHUNKS, LARGEST = 1000, 1000
Done = TypeVar("Done")


class Chunk(NamedTuple):
    """Some games of a seed, from the first up to the one before the end."""

    seed: int
    first: int
    end: int

    @property
    def name(self) -> str:
        """What identifies the chunk.

        >>> Chunk(7, 0, 100).name
        '7/0-99'
        """
        return f"{self.seed}/{self.first}-{self.end - 1}"

    @property
    def numbers(self) -> range:
        """The numbers of the games."""
        return range(self.first, self.end)


class Stopped(Exception):
    """The work cannot go on; the message says why, and what to do."""


def chunks(seed: int, games: int, first: int = 0, cluster: str | None = None) -> Iterator[Chunk]:
    """All games of a seed from the first on. Where a chunk ends does not depend on where the first begins.

    >>> [chunk.name for chunk in chunks(7, games=10, first=3)]
    ['7/3-3', '7/4-7', '7/8-9']
    """
    size = SMALL if cluster is None else min(max(games // CHUNKS, SMALL), LARGEST)
    while first < games:
        end = min((first // size + 1) * size, games)
        yield Chunk(seed, first, end)
        first = end


def in_order(
    work: Callable[[Chunk], Done], planned: Iterable[Chunk], jobs: int = 1, cluster: str | None = None
) -> Iterator[Done]:
    """What comes of each chunk, in their order. `cluster` is the address of a scheduler, or `local`."""
    if cluster is not None:
        if find_spec("distributed") is None:
            command = "pip install 'concordia-ref[cluster]'"
            raise Stopped(say("help.wrong.not-installed", package="distributed", command=command))
        from concordia_ref.lab.cluster import on_cluster

        return on_cluster(work, planned, cluster, jobs)
    return map(work, planned) if jobs == 1 else _by_processes(work, planned, jobs)


def _by_processes(work: Callable[[Chunk], Done], planned: Iterable[Chunk], jobs: int) -> Iterator[Done]:
    # Ctrl-C ends the children at once.
    pool = ProcessPoolExecutor(jobs, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_DFL))
    waiting = iter(planned)
    under_way = deque((chunk, pool.submit(work, chunk)) for chunk in islice(waiting, 2 * jobs))
    try:
        while under_way:
            chunk, future = under_way.popleft()
            try:
                done = future.result()
            except BrokenProcessPool:
                raise Stopped(say("chunks.process-died", chunk=chunk.name)) from None
            yield done
            under_way.extend((chunk, pool.submit(work, chunk)) for chunk in islice(waiting, 1))
    finally:
        pool.shutdown(cancel_futures=True)
