"""Chunks of games: their names, their order, and that only a few are under way."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from itertools import islice

import pytest

from concordia_ref.suite import parallel as chunks_module
from concordia_ref.suite.parallel import Chunk, Stopped, chunks, in_order
from tests.conftest import Command


def numbers(chunk: Chunk) -> list[int]:
    return list(chunk.numbers)


def die(chunk: Chunk) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_chunk_is_named_by_its_seed_and_its_range() -> None:
    assert [chunk.name for chunk in islice(chunks(7, games=100_000, cluster="local"), 2)] == ["7/0-99", "7/100-199"]


@pytest.mark.parametrize("games", [1, 3, 4, 10, 4001])
@pytest.mark.parametrize("first", [0, 1, 3])
def test_every_game_is_in_one_chunk(games: int, first: int) -> None:
    found = [number for chunk in chunks(1, games, first) for number in chunk.numbers]
    assert found == list(range(first, games))


def test_who_goes_on_gets_the_same_chunks() -> None:
    whole = [chunk.name for chunk in chunks(1, 30)]
    assert [chunk.name for chunk in chunks(1, 30, first=8)] == whole[2:]
    assert [chunk.name for chunk in chunks(1, 30, first=9)][1:] == whole[3:]


def test_on_a_cluster_chunks_grow_with_the_number_of_games_up_to_a_limit() -> None:
    numbers = (10, 50_000, 10**6, 10**9)
    assert [len(next(chunks(1, games, cluster="local")).numbers) for games in numbers] == [4, 50, 1000, 1000]
    assert [len(next(chunks(1, games)).numbers) for games in numbers] == [4, 4, 4, 4]


@pytest.mark.parametrize("jobs", [1, 3])
def test_results_come_in_order(jobs: int) -> None:
    done = [number for part in in_order(numbers, chunks(1, 30), jobs) for number in part]
    assert done == list(range(30))


def test_memory_does_not_grow_with_the_number_of_games() -> None:
    asked = []

    def planned() -> Iterator[Chunk]:
        for chunk in chunks(1, 4000):
            asked.append(chunk)
            yield chunk

    done = in_order(numbers, planned(), jobs=2)
    assert [next(done)[0] for _ in range(5)] == [0, 4, 8, 12, 16]
    assert len(asked) <= 10
    done.close()  # type: ignore[attr-defined]


def test_a_process_that_dies_is_told_with_its_games() -> None:
    with pytest.raises(Stopped, match="played the games 1/0-3"):
        list(in_order(die, chunks(1, 30), jobs=2))


@pytest.mark.parametrize("command", ["simulate", "fuzz"])
def test_a_cluster_needs_its_package(command: str, concordia: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunks_module, "find_spec", lambda name: None)
    answer = concordia(command, "--games", "1", "--map", "italia", "--players", "2", "--cluster")
    assert answer.code == 3
    assert "pip install 'concordia-ref[cluster]'" in answer.err
