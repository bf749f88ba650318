"""Batches of games: their names, their order, and that only a few are under way."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from itertools import islice

import pytest

from concordia_ref.lab import batches as lab_batches
from concordia_ref.lab.batches import Batch, Stopped, batch_size, batches, run_batches
from tests.conftest import Command


def numbers(batch: Batch) -> list[int]:
    return list(batch.numbers)


def die(batch: Batch) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_batch_is_named_by_its_seed_and_its_range() -> None:
    assert [batch.name for batch in islice(batches(7, games=100_000, size=100), 2)] == ["7/0-99", "7/100-199"]


@pytest.mark.parametrize("games", [1, 3, 4, 10, 4001])
@pytest.mark.parametrize("first", [0, 1, 3])
def test_every_game_is_in_one_batch(games: int, first: int) -> None:
    found = [number for batch in batches(1, games, first) for number in batch.numbers]
    assert found == list(range(first, games))


def test_who_goes_on_gets_the_same_batches() -> None:
    whole = [batch.name for batch in batches(1, 30)]
    assert [batch.name for batch in batches(1, 30, first=8)] == whole[2:]
    assert [batch.name for batch in batches(1, 30, first=9)][1:] == whole[3:]


def test_on_a_cluster_batches_grow_with_the_number_of_games_up_to_a_limit() -> None:
    numbers = (10, 50_000, 10**6, 10**9)
    assert [batch_size(games, "local") for games in numbers] == [4, 50, 1000, 1000]
    assert [batch_size(games, None) for games in numbers] == [4, 4, 4, 4]


@pytest.mark.parametrize("jobs", [1, 3])
def test_results_come_run_batches(jobs: int) -> None:
    done = [number for part in run_batches(numbers, batches(1, 30), jobs) for number in part]
    assert done == list(range(30))


def test_memory_does_not_grow_with_the_number_of_games() -> None:
    asked = []

    def planned() -> Iterator[Batch]:
        for batch in batches(1, 4000):
            asked.append(batch)
            yield batch

    done = run_batches(numbers, planned(), jobs=2)
    assert [next(done)[0] for _ in range(5)] == [0, 4, 8, 12, 16]
    assert len(asked) <= 10
    done.close()  # type: ignore[attr-defined]


def test_a_process_that_dies_is_told_with_its_games() -> None:
    with pytest.raises(Stopped, match="played the games 1/0-3"):
        list(run_batches(die, batches(1, 30), jobs=2))


@pytest.mark.parametrize("command", ["simulate", "fuzz"])
def test_a_cluster_needs_its_package(command: str, concordia: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab_batches, "find_spec", lambda name: None)
    answer = concordia(command, "--games", "1", "--map", "italia", "--players", "2", "--cluster")
    assert answer.code == 3
    assert "pip install 'concordia-ref[cluster]'" in answer.err
