"""`concordia conform --watch`: another run whenever the engine's files change."""

from __future__ import annotations

import json
import os
import queue
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from concordia_ref.suite import watch as watching
from concordia_ref.suite.earlier_run import what_changed
from concordia_ref.suite.watch import Watch
from tests.suite.bench import TARGET, Bench


class Watched:
    """A running command, and the lines that it prints."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))

    def until(self, part: str) -> list[str]:
        """The lines up to one that holds a text."""
        found: list[str] = []
        while not found or part not in found[-1]:
            found.append(self.lines.get(timeout=60))
        return found


@contextmanager
def running(bench: Bench, *arguments: str) -> Iterator[Watched]:
    words = [sys.executable, "-u", "-m", "concordia_ref", "conform", "--suite", str(bench.suite), "--watch", *arguments]
    process = subprocess.Popen(
        words,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        # Tests that run in the background of a shell inherit that Ctrl-C is ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        yield Watched(process)
    finally:
        process.kill()
        process.wait()
        assert process.stdout
        process.stdout.close()


def test_a_change_of_the_engine_runs_the_suite_again_and_shows_what_changed(bench: Bench) -> None:
    command = bench.command("errors", "apply")
    script = Path(shlex.split(command)[-1])
    broken = script.read_text(encoding="utf-8")
    mended = json.dumps({**json.loads(broken), "trigger": "never"})
    with running(bench, "--adapter", command, "--report", str(bench.folder / "report.jsonl")) as watched:
        first = watched.until("waiting for a change")
        assert any("6 passed, 1 failed, 0 skipped" in line for line in first)
        assert any(line.startswith(f"  ✗ {TARGET}: ") for line in first)
        script.write_text(mended, encoding="utf-8")
        second = watched.until("waiting for a change")
        assert any(line.endswith("changed: errors.json") for line in second)
        assert any("7 passed, 0 failed, 0 skipped" in line for line in second)
        assert f"  1 fixed: {TARGET}" in second
        script.write_text(broken, encoding="utf-8")
        third = watched.until("waiting for a change")
        assert f"  1 broken: {TARGET}" in third
        # What failed is run first: the report lists it where it was run.
        script.write_text(broken + " ", encoding="utf-8")
        fourth = watched.until("waiting for a change")
        assert not any("fixed:" in line or "broken:" in line for line in fourth)
        lines = [json.loads(line) for line in (bench.folder / "report.jsonl").read_text(encoding="utf-8").splitlines()]
        assert lines[1]["scenario"] == TARGET
        spent = sum(os.times()[:2])
        watched.process.send_signal(signal.SIGINT)
        assert watched.process.wait(timeout=60) == 1
        assert sum(os.times()[:2]) - spent < 5


def test_an_engine_that_does_not_start_is_waited_for(bench: Bench) -> None:
    command = bench.command("behaves")
    script = Path(shlex.split(command)[-1])
    good = script.read_text(encoding="utf-8")
    script.write_text("{", encoding="utf-8")
    with running(bench, "--adapter", command) as watched:
        assert any("no answer to hello" in line for line in watched.until("waiting for a change"))
        script.write_text(good, encoding="utf-8")
        assert any("7 passed, 0 failed" in line for line in watched.until("waiting for a change"))
        watched.process.send_signal(signal.SIGINT)
        assert watched.process.wait(timeout=60) == 0


def test_a_command_without_files_needs_a_path(bench: Bench) -> None:
    answer = bench.run("--watch", "--adapter", "npm start")
    assert answer.code == 2
    assert "there is nothing to watch: the command names no file; name the engine's with --watch-path" in answer.err


class TestWaiting:
    def test_it_sleeps_between_two_looks_and_waits_until_a_build_is_over(self, tmp_path: Path) -> None:
        file = tmp_path / "engine.py"
        file.write_text("1", encoding="utf-8")
        naps: list[float] = []

        def nap(seconds: float) -> None:
            naps.append(seconds)
            if len(naps) in (3, 4, 5):
                (tmp_path / f"part{len(naps)}.py").write_text("x", encoding="utf-8")

        watch = Watch([f"python {file}"], sleep=nap)
        assert watch.wait() == [str(tmp_path / f"part{number}.py") for number in (3, 4, 5)]
        assert naps == [watching.POLL] * 6

    @pytest.mark.parametrize("folder", [True, False])
    def test_other_paths_are_watched_too(self, folder: bool, tmp_path: Path) -> None:
        source = tmp_path / "src" / "rules.c"
        source.parent.mkdir()
        source.write_text("1", encoding="utf-8")
        watch = Watch(["make run"], [source.parent if folder else source], sleep=lambda seconds: None)
        source.write_text("22", encoding="utf-8")
        assert watch.wait() == [str(source)]

    def test_a_file_that_goes_is_a_change(self, tmp_path: Path) -> None:
        file = tmp_path / "engine"
        file.write_text("1", encoding="utf-8")
        watch = Watch([str(file)], sleep=lambda seconds: None)
        file.unlink()
        assert watch.wait() == [str(file)]

    def test_within_a_run_it_looks_only_now_and_then(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        file = tmp_path / "engine"
        file.write_text("1", encoding="utf-8")
        watch = Watch([str(file)])
        file.write_text("22", encoding="utf-8")
        assert not watch.has_changed()
        monkeypatch.setattr(time, "monotonic", lambda: watch.looked + watching.POLL)
        assert watch.has_changed()


def test_what_changed_names_a_few() -> None:
    before = {f"a/{number}": "fail" for number in range(7)} | {"b/1": "pass", "b/2": "fault"}
    now = dict.fromkeys(before, "pass") | {"b/1": "fail", "b/2": "fail"}
    assert what_changed(before, now) == ["7 fixed: a/0, a/1, a/2, a/3, a/4 …", "1 broken: b/1"]
