"""Runs that are cut off: no verdict is lost that anybody has heard of, and resuming completes the report."""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from concordia_ref.spec.errors import Malformed
from concordia_ref.suite.earlier_run import read_earlier_run
from concordia_ref.suite.report_writer import CannotWrite, ReportWriter
from tests.suite.bench import SMALL, TARGET, Bench, without_times

# Prints each verdict as soon as it is heard.
RUN = """
import sys
from pathlib import Path
from concordia_ref.suite.conformance_run import Order, Suites, run
suite, command, report, jobs = sys.argv[1:]
order = Order(commands=(command,), folder=Path(suite), report=Path(report), resume=True, jobs=int(jobs))
run(order, Suites(folder=Path(suite)), lambda verdict, total: print(verdict.case, flush=True))
"""


def limited(size: int) -> Callable[[], None]:
    """What a disk does on which only so many bytes fit into a file."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def conform(bench: Bench, command: str, *arguments: str, limit: int | None = None) -> subprocess.CompletedProcess[str]:
    options = ["--suite", str(bench.suite), "--adapter", command, "--report", str(bench.folder / "report.report")]
    return subprocess.run(
        [sys.executable, "-m", "concordia_ref", "conform", *options, *arguments],
        capture_output=True,
        encoding="utf-8",
        preexec_fn=limited(limit) if limit is not None else None,
        timeout=60,
        check=False,
    )


def scenarios_in(file: Path) -> list[str]:
    """The scenarios of which a file has a verdict in a whole line."""
    whole = file.read_bytes().rpartition(b"\n")[0].split(b"\n") if file.exists() else []
    return [line["scenario"] for line in map(json.loads, filter(None, whole)) if line["type"] == "verdict"]


class TestKilled:
    @pytest.mark.parametrize("part", range(4))
    def test_killed_at_any_moment_a_run_is_resumed_without_a_loss(self, part: int, bench: Bench) -> None:
        """Twenty moments in all: between any two verdicts, while the first is awaited, and while the end is written."""
        command = bench.command("exits", "apply")
        whole = without_times(bench.conform(command).report)
        file = bench.folder / "report.report"
        for moment in range(5):
            chance = random.Random(5 * part + moment)
            file.unlink()
            words = [sys.executable, "-c", RUN, str(bench.suite), command, str(file), str(chance.randint(1, 2))]
            run = subprocess.Popen(words, stdout=subprocess.PIPE, encoding="utf-8")
            assert run.stdout
            heard = [run.stdout.readline().strip() for _ in range(chance.randint(0, len(SMALL)))]
            time.sleep(chance.random() * 0.01)
            run.send_signal(signal.SIGKILL)
            heard += run.stdout.read().split()
            run.wait()
            run.stdout.close()
            found = scenarios_in(file)
            assert set(heard) <= set(found)
            assert len(set(found)) == len(found)
            assert without_times(bench.conform(command, "--resume").report) == whole
            assert [entry.name for entry in bench.folder.glob(".report*")] == []

    @pytest.mark.parametrize("cut", [1, 10, 400])
    def test_a_line_that_was_half_written_is_dropped(self, cut: int, bench: Bench) -> None:
        command = bench.command("exits", "apply")
        whole = bench.conform(command).report
        file = bench.folder / "report.report"
        lines = file.read_bytes().splitlines(keepends=True)
        # Header and four verdicts, the last of them not to its end.
        file.write_bytes(b"".join(lines[:5])[:-cut])
        earlier = read_earlier_run(file)
        assert earlier is not None
        assert earlier.cut
        assert [line["scenario"] for line in earlier.verdicts] == sorted(SMALL)[:3]
        assert without_times(bench.conform(command, "--resume").report) == without_times(whole)

    def test_zeros_that_a_power_cut_leaves_at_the_end_are_dropped(self, bench: Bench) -> None:
        command = bench.command("behaves")
        whole = bench.conform(command).report
        file = bench.folder / "report.report"
        file.write_bytes(b"".join(file.read_bytes().splitlines(keepends=True)[:4]) + bytes(512))
        assert without_times(bench.conform(command, "--resume").report) == without_times(whole)

    def test_an_empty_file_is_a_report_to_begin(self, bench: Bench) -> None:
        (bench.folder / "report.report").touch()
        assert len(bench.conform(bench.command("behaves"), "--resume").outcomes) == len(SMALL)

    def test_only_what_is_missing_is_run(self, bench: Bench) -> None:
        command = bench.command("behaves")
        bench.conform(command)
        file = bench.folder / "report.report"
        lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        # A verdict that no run would come to shows that it is the old one.
        lines[1]["notes"] = ["from the earlier run"]
        file.write_text("".join(json.dumps(line) + "\n" for line in lines[:4]), encoding="utf-8")
        resumed = bench.conform(command, "--resume")
        assert [line["notes"] for line in resumed.verdicts] == [["from the earlier run"], *[[]] * 6]


class TestFullDisk:
    @pytest.fixture
    def sizes(self, bench: Bench) -> list[int]:
        """How long the report is after each of its lines."""
        bench.conform(bench.command("behaves"))
        file = bench.folder / "report.report"
        lines = file.read_bytes().splitlines(keepends=True)
        file.unlink()
        return [sum(map(len, lines[:number])) for number in range(1, len(lines) + 1)]

    @pytest.mark.parametrize("written", [1, 3, 6])
    def test_what_was_written_stays_and_is_continued(self, written: int, sizes: list[int], bench: Bench) -> None:
        command = bench.command("behaves")
        whole = bench.conform(command).report
        answer = conform(bench, command, limit=sizes[written] + 40)
        assert answer.returncode == 2
        file = bench.folder / "report.report"
        assert f"{file}: File too large; the verdicts so far ({written}) are in this report" in answer.stderr
        assert "make room, then run the same command with --resume" in answer.stderr
        assert "Traceback" not in answer.stderr
        assert file.read_bytes().endswith(b"\n")
        assert len(scenarios_in(file)) == written
        assert without_times(bench.conform(command, "--resume").report) == without_times(whole)

    def test_no_room_for_the_end_costs_no_verdict(self, sizes: list[int], bench: Bench) -> None:
        command = bench.command("behaves")
        whole = bench.conform(command).report
        answer = conform(bench, command, limit=sizes[-1] - 10)
        assert answer.returncode == 2
        assert "the verdicts so far (7) are in this report" in answer.stderr
        assert len(scenarios_in(bench.folder / "report.report")) == len(SMALL)
        assert [entry.name for entry in bench.folder.glob(".report*")] == []
        assert without_times(bench.conform(command, "--resume").report) == without_times(whole)

    def test_no_room_for_the_beginning_leaves_the_old_report(self, sizes: list[int], bench: Bench) -> None:
        command = bench.command("behaves")
        bench.conform(command)
        before = bench.written("report")
        answer = conform(bench, command, limit=sizes[0] - 10)
        assert answer.returncode == 2
        assert "File too large; make room there, or name another file with --report" in answer.stderr
        assert bench.written("report") == before
        (bench.folder / "report.report").unlink()
        assert conform(bench, command, limit=sizes[0] - 10).returncode == 2
        assert [entry.name for entry in bench.folder.iterdir() if entry.name.endswith((".report", ".new"))] == []

    def test_a_device_is_written_to_and_never_replaced(self, bench: Bench) -> None:
        command = bench.command("behaves")
        answer = bench.run("--adapter", command, "--report", "/dev/full")
        assert answer.code == 2
        assert "/dev/full: No space left on device; make room there, or name another file" in answer.err
        assert not Path("/dev/full").is_file()
        assert bench.run("--adapter", command, "--report", "/dev/null").code == 0
        assert not Path("/dev/null").is_file()

    def test_a_pipe_gets_every_line(self, bench: Bench) -> None:
        pipe = bench.folder / "pipe"
        os.mkfifo(pipe)
        with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE, encoding="utf-8") as reader:
            assert bench.run("--adapter", bench.command("behaves"), "--report", pipe).code == 0
            assert reader.stdout
            types = [json.loads(line)["type"] for line in reader.stdout]
        assert types == ["header", *["verdict"] * len(SMALL), "footer"]


class TestWriter:
    def test_a_report_that_another_run_is_writing_is_left_alone(self, tmp_path: Path) -> None:
        file = tmp_path / "report.jsonl"
        with ReportWriter(file) as writer:
            writer.begin([{"type": "header"}])
            with pytest.raises(CannotWrite, match="another run is writing this report"):
                ReportWriter(file)
            writer.add({"type": "verdict"})
        with ReportWriter(file) as writer:
            writer.begin([{"type": "header"}])
        assert file.read_text(encoding="utf-8") == '{"type": "header"}\n'

    def test_a_link_stays_a_link(self, tmp_path: Path) -> None:
        file, link = tmp_path / "report.jsonl", tmp_path / "latest.jsonl"
        file.touch()
        link.symlink_to(file)
        with ReportWriter(link) as writer:
            writer.begin([{"type": "header"}])
            writer.finish([{"type": "header"}, {"type": "footer"}], [{"type": "footer"}])
        assert link.is_symlink()
        assert len(file.read_text(encoding="utf-8").splitlines()) == 2


class TestDamage:
    @pytest.mark.parametrize(
        ("number", "damage", "told"),
        [
            (3, lambda line: "{not JSON", "this is not JSON: "),
            (3, lambda line: "[]", "this is not a JSON object"),
            (3, lambda line: json.dumps({**line, "type": "opinion"}), "there is no type 'opinion' of line"),
            (4, lambda line: json.dumps({**line, "outcome": "maybe"}), "not a verdict on one of the implementations"),
            (
                4,
                lambda line: json.dumps({**line, "implementation": "x"}),
                "not a verdict on one of the implementations",
            ),
            (4, lambda line: json.dumps({**line, "notes": 5}), "this is not a verdict: "),
            (4, lambda line: json.dumps({**line, "differences": [5]}), "this is not a verdict: "),
            (4, lambda line: json.dumps({"type": "verdict"}), "this is not a verdict: 'scenario'"),
            (4, lambda line: json.dumps({**line, "scenario": TARGET}), "line 5"),
            (4, lambda line: json.dumps({"type": "footer"}), "the footer is not the last line"),
        ],
    )
    def test_a_damaged_line_is_named(
        self, number: int, damage: Callable[[dict[str, Any]], str], told: str, bench: Bench
    ) -> None:
        command = bench.command("behaves")
        bench.conform(command)
        file = bench.folder / "report.report"
        lines = file.read_text(encoding="utf-8").splitlines()
        lines[number - 1] = damage(json.loads(lines[number - 1]))
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        if "line 5" in told:
            # Of two verdicts on a scenario the second is one too many.
            number, told = 5, "line 4 already has a verdict on"
        with pytest.raises(Malformed) as caught:
            read_earlier_run(file)
        assert f"{file}, line {number}: " in caught.value.message
        assert told in caught.value.message
        assert "remove that line, so that its scenario is run again" in caught.value.message
        for option in ("--resume", "--rerun-failed"):
            answer = bench.run("--adapter", command, "--report", file, option)
            assert answer.code == 2
            assert told in answer.err
        assert file.read_text(encoding="utf-8").splitlines() == lines
