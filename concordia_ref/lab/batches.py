"""Where batches of games are played: by processes of this machine, or on a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from importlib.util import find_spec
from typing import TypeVar

from concordia_ref.suite.parallel import SMALL, Batch, Stopped, in_order

# Between machines a batch has its price: so many of them, as long as they do not grow beyond this.
BATCHES, LARGEST = 1000, 1000
Done = TypeVar("Done")


def batch_size(games: int, cluster: str | None) -> int:
    """How many games a batch has."""
    return SMALL if cluster is None else min(max(games // BATCHES, SMALL), LARGEST)


def run_batches(
    work: Callable[[Batch], Done], planned: Iterable[Batch], jobs: int = 1, cluster: str | None = None
) -> Iterator[Done]:
    """The results of the batches in their order. `cluster` is the address of a scheduler, or `local`."""
    if cluster is None:
        return in_order(work, planned, jobs)
    if find_spec("distributed") is None:
        command = "pip install 'concordia-ref[cluster]'"
        raise Stopped(f"this needs the package distributed, which is not installed; install it with `{command}`")
    from concordia_ref.lab.cluster import on_cluster

    return on_cluster(work, planned, cluster, jobs)
