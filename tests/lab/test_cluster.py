"""Games on a cluster: whatever becomes of its workers, the results are those of one process, to the byte."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from concordia_ref.lab import cluster as cluster_module
from concordia_ref.lab.batches import Batch, Stopped, batches
from concordia_ref.lab.cluster import fingerprint, on_cluster
from concordia_ref.spec.packaged import packaged_folder
from tests.suite.test_fuzz import adapter_of

ROOT = packaged_folder("spec").parent
SIMULATE = ("simulate", "--map", "italia", "--players", "2", "--games", "300", "--reading", "colonist-income=two_each")
FUZZ = (
    *("fuzz", "--map", "italia", "--players", "2", "--edition", "canonical", "--no-interim", "--games", "60"),
    *("--collect", "--adapter", adapter_of("starting-mercator-pays-five")),
)


class Cluster:
    """A scheduler and its workers, each a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "scheduler.json"
        self.folder = folder
        self.processes: list[subprocess.Popen[bytes]] = []
        self.start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        until(self.file.exists)
        self.address: str = json.loads(self.file.read_text())["address"]

    def start(self, what: str, *options: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "dask", what, "--scheduler-file", str(self.file), *options]
        quiet = subprocess.DEVNULL
        process = subprocess.Popen(command, stdout=quiet, stderr=quiet, cwd=ROOT, start_new_session=True)
        self.processes.append(process)
        return process

    def worker(self) -> subprocess.Popen[bytes]:
        options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(self.folder))
        return self.start("worker", *options)

    def close(self) -> None:
        for process in self.processes:
            for child in psutil.Process(process.pid).children(recursive=True) if process.poll() is None else ():
                child.kill()
            process.kill()
            process.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    cluster = Cluster(tmp_path)
    try:
        yield cluster
    finally:
        cluster.close()


def until(ready: Callable[[], object]) -> None:
    for _ in range(600):
        if ready():
            return
        time.sleep(0.1)
    raise AssertionError("waited for a minute")


def running(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "concordia_ref", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", cwd=ROOT)


def finish(run: subprocess.Popen[str], code: int) -> tuple[str, str]:
    out, err = run.communicate(timeout=120)
    assert run.returncode == code, err
    return out, err


def workers_told(err: str) -> list[int]:
    return [int(number) for number in re.findall(r"workers: (\d+)", err)]


def test_a_simulation_with_a_worker_killed_and_one_joining_late(cluster: Cluster, tmp_path: Path) -> None:
    alone = running(*SIMULATE, "--output", str(tmp_path / "alone.csv"), "--format", "json")
    lost, _ = cluster.worker(), cluster.worker()
    file = tmp_path / "games.csv"
    run = running(*SIMULATE, "--output", str(file), "--format", "json", "--cluster", cluster.address)
    # After the first batch, both workers are busy with others.
    until(lambda: file.exists() and file.read_bytes().count(b"\n") > 1)
    lost.send_signal(signal.SIGKILL)
    cluster.worker()
    out, err = finish(run, 0)
    assert 1 in workers_told(err)
    assert workers_told(err)[-1] == 2
    assert f"scheduler: {cluster.address}, dashboard: http://" in err
    expected, _ = finish(alone, 0)
    assert file.read_bytes() == (tmp_path / "alone.csv").read_bytes()
    assert out == expected


def test_fuzz_with_a_worker_killed_and_one_joining_late(cluster: Cluster, tmp_path: Path) -> None:
    alone = running(*FUZZ, "--report", str(tmp_path / "alone.json"), "--format", "json")
    lost, _ = cluster.worker(), cluster.worker()
    report = tmp_path / "report.json"
    run = running(*FUZZ, "--report", str(report), "--format", "json", "--cluster", cluster.address)
    # Who has an adapter running is in the middle of a game.
    playing = psutil.Process(lost.pid)
    until(playing.children)
    orphans = playing.children(recursive=True)
    lost.send_signal(signal.SIGKILL)
    cluster.worker()
    out, err = finish(run, 1)
    expected, _ = finish(alone, 1)
    assert out == expected
    assert json.loads(out)["games"] == 60
    assert report.read_bytes() == (tmp_path / "alone.json").read_bytes()
    assert workers_told(err)[:1] != [0]
    for orphan in filter(psutil.Process.is_running, orphans):
        orphan.kill()


# What can go wrong.


def numbers(batch: Batch) -> list[int]:
    return list(batch.numbers)


def slowly(batch: Batch) -> list[int]:
    time.sleep(0.5)
    return numbers(batch)


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nowhere", "zzz://127.0.0.1:8786"])
def test_a_scheduler_that_does_not_answer_is_told(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "REACHED", 0.5)
    with pytest.raises(Stopped, match=f"no scheduler answers at {address}"):
        list(on_cluster(numbers, batches(1, 30), address, 1))


def test_a_cluster_without_workers_is_told(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "JOINED", 1.0)
    with pytest.raises(Stopped, match=f"start one: `dask worker {cluster.address}`"):
        list(on_cluster(numbers, batches(1, 30), cluster.address, 1))


def test_a_worker_with_other_rules_is_told(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    theirs = fingerprint()
    cluster.worker()
    monkeypatch.setattr(cluster_module, "fingerprint", lambda: "0.0.1 of old")
    with pytest.raises(Stopped, match=f"has different rules or another program, {theirs} and not 0.0.1 of old"):
        list(on_cluster(numbers, batches(1, 30), cluster.address, 1))


def test_a_scheduler_that_is_gone_is_told(cluster: Cluster) -> None:
    cluster.worker()
    done = on_cluster(slowly, batches(1, 400), cluster.address, 1)
    assert next(done) == [0, 1, 2, 3]
    cluster.processes[0].kill()
    with pytest.raises(Stopped, match=f"the scheduler at {cluster.address} is gone"):
        list(done)
