"""What a broken adapter costs: its own scenario, and nothing else."""

from __future__ import annotations

import shlex
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from concordia_ref.suite import process
from concordia_ref.suite.process import AdapterProcess, Fault
from concordia_ref.suite.protocol import shown
from tests.broken_adapters import EVERYTHING, NASTY
from tests.suite.bench import OTHERS, TARGET, Bench, is_plain

# Each with the operation of the target at which it breaks, and what the verdict says.
BREAKS = [
    ("hangs", "load", "timeout: no answer within 1 s"),
    ("hangs", "sync", "timeout"),
    ("hangs-deaf-to-signals", "apply", "timeout"),
    ("stops-itself", "state", "timeout"),
    ("raises", "apply", "exited with code: 1"),
    ("segfaults", "apply", "crashed, signal: 11, Segmentation fault"),
    ("dies-of-a-rare-signal", "apply", "crashed, signal: 40"),
    ("exits", "load", "exited with code: 0"),
    ("exits", "sync", "exited with code: 0"),
    ("exits-after-its-answer", "load", "exited with code: 7"),
    ("ends-its-stderr-first", "apply", "exited with code: 0"),
    ("closes-its-input", "load", "closed its input: the process still runs"),
    ("closes-its-output", "apply", "closed its output: the process still runs"),
    ("garbage", "apply", "not JSON: this is not JSON"),
    ("bytes", "apply", "not JSON"),
    ("empty-line", "apply", "not JSON"),
    ("list", "apply", "not an answer: [{"),
    ("endless-number", "apply", "not JSON"),
    ("nested-for-ever", "state", "not JSON"),
    ("nested-deeply", "state", "not an answer"),
    ("chatters", "load", "not JSON: debug: thinking"),
    ("wrong-id", "apply", "wrong id: "),
    ("no-id", "apply", "wrong id: None ≠ "),
    ("text-as-id", "apply", "wrong id: <script>"),
    ("answers-twice", "load", "wrong id"),
    ("answers-twice", "sync", "wrote more after its answer"),
    ("answers-both-ways", "apply", "not an answer, which holds just one of ok, reject, skip and error"),
    ("answers-neither-way", "apply", "not an answer, which holds just one of ok, reject, skip and error"),
    ("half-a-line", "apply", "timeout"),
    ("half-a-line-and-exits", "apply", "exited with code: 0"),
    ("floods-stdout", "state", "line too long: more than 4000000 bytes"),
    ("floods-lines", "state", "not JSON: x"),
    ("floods-stderr", "state", "timeout"),
    ("child-keeps-the-pipes", "apply", "timeout"),
    ("child-in-another-session", "apply", "timeout"),
    ("nasty-line", "apply", "not JSON: <script>"),
]


@pytest.mark.usefixtures("nothing_survives")
class TestBrokenAdapters:
    @pytest.mark.parametrize(("kind", "op", "told"), BREAKS, ids=[f"{kind}-at-{op}" for kind, op, _ in BREAKS])
    def test_a_fault_costs_exactly_its_own_scenario(self, kind: str, op: str, told: str, bench: Bench) -> None:
        seconds = "1" if told.startswith("timeout") else "30"
        result = bench.conform(bench.command(kind, op), "--timeout", seconds)
        assert result.answer.code == 1
        assert result.outcomes == {TARGET: "fault"} | dict.fromkeys(OTHERS, "pass")
        assert told in result.of(TARGET)["details"][0]
        assert "6 passed, 1 failed, 0 skipped" in result.answer.out
        assert f"FAULT  {TARGET}" in result.answer.out

    @pytest.mark.parametrize(
        ("kind", "op", "told"),
        [
            ("declines", "load", 'the position must be accepted; the answer was skip: "not yet"'),
            ("declines", "apply", 'sell 3 wine; buy 4 brick: must be accepted; the answer was skip: "not yet"'),
            ("declines", "state", 'state must be answered with a position; the answer was skip: "not yet"'),
            ("errors", "apply", 'must be accepted; the answer was error: "out of cheese"'),
            ("errors", "state", 'the answer was error: "out of cheese"'),
            ("accepts-with-a-text", "state", 'the answer was ok: "fine"'),
            ("nasty-error", "apply", 'the answer was error: "<script>'),
            ("nasty-state", "state", "map: expected imperium, got <script>"),
            ("long-error", "apply", 'the answer was error: "xxx'),
            ("long-state", "state", "map: expected imperium, got nothing"),
        ],
    )
    def test_a_capability_that_is_claimed_but_lacking_fails_its_scenario(
        self, kind: str, op: str, told: str, bench: Bench
    ) -> None:
        result = bench.conform(bench.command(kind, op))
        assert result.answer.code == 1
        assert result.outcomes == {TARGET: "fail"} | dict.fromkeys(OTHERS, "pass")
        assert told in result.of(TARGET)["details"][0]
        # Nobody can fill our disk with what an adapter says.
        assert len(bench.written("report")) < 200_000

    def test_a_score_that_is_declined_fails_its_scenario(self, bench: Bench) -> None:
        result = bench.conform(bench.command("declines", "SCORE"))
        failed = result.of("components/god-of-the-mercators")
        assert failed["details"] == ['score must be answered with points; the answer was skip: "not yet"']
        assert Counter(result.outcomes.values()) == {"pass": 6, "fail": 1}

    @pytest.mark.parametrize("kind", ["floods-stderr-and-answers", "child-in-another-session-and-answers"])
    def test_stderr_and_children_are_not_judged(self, kind: str, bench: Bench) -> None:
        result = bench.conform(bench.command(kind, "apply"), "--timeout", "30")
        assert result.answer.code == 0
        assert set(result.outcomes.values()) == {"pass"}

    def test_stderr_is_shown_with_a_fault_and_belongs_to_its_scenario(self, bench: Bench) -> None:
        result = bench.conform(bench.command("raises", "apply"))
        assert "the engine is on fire" in result.of(TARGET)["stderr"]
        assert "    RuntimeError: the engine is on fire" in result.answer.out
        assert {line["stderr"] for line in result.verdicts if line["scenario"] != TARGET} == {""}

    @pytest.mark.usefixtures("impatient")
    def test_an_adapter_that_never_says_hello_again_costs_what_is_left(self, bench: Bench) -> None:
        result = bench.conform(bench.command("exits-for-good", "apply"), "mercator", "setup", "--timeout", "1")
        assert Counter(result.outcomes.values()) == {"pass": 1, "fault": 3}
        told = result.of("setup/colonists-of-three-players")["details"][0]
        assert "a fresh process: no answer to hello: timeout" in told

    def test_processes_side_by_side_do_not_share_a_fault(self, bench: Bench) -> None:
        result = bench.conform(bench.command("ends-its-stderr-first", "apply"), "-j", "3")
        assert result.outcomes == {TARGET: "fault"} | dict.fromkeys(OTHERS, "pass")

    def test_what_an_adapter_calls_itself_is_escaped_everywhere(self, bench: Bench) -> None:
        hello: dict[str, Any] = {
            "name": NASTY,
            "version": NASTY,
            "language": NASTY,
            "operations": [*EVERYTHING["operations"], NASTY],
            "maps": [*EVERYTHING["maps"], NASTY],
        }
        result = bench.conform(bench.command("nasty-error", "apply", **hello))
        assert "&lt;script&gt;alert(1)" in bench.written("html")
        assert r"\x1b[31mred\x07" in result.report[0]["implementations"][0]["name"]
        smoke = bench.run("--smoke", "--adapter", bench.command("behaves", **hello))
        assert "says hello; it declares `<script>" in smoke.out
        assert is_plain(smoke.out)

    def test_a_flood_is_cut_at_the_line_limit_and_memory_stays_bounded(self, bench: Bench) -> None:
        measure = (
            "import resource, sys\nfrom concordia_ref.cli.main import main\ncode = main(sys.argv[1:])\n"
            "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)\nsys.exit(code)"
        )

        def peak(kind: str) -> int:
            """The most memory that a run takes, in kilobytes."""
            command = bench.command(kind, "state")
            words = ["conform", TARGET, "--suite", str(bench.suite), "--adapter", command, "--timeout", "30"]
            done = subprocess.run(
                [sys.executable, "-c", measure, *words], capture_output=True, encoding="utf-8", check=False
            )
            assert done.returncode == (0 if kind == "behaves" else 1)
            return int(done.stderr.split()[-1])

        assert peak("floods-stdout") < peak("behaves") + 30_000


class TestPipes:
    """The process itself, below the protocol."""

    @pytest.fixture
    def started(self) -> Iterator[list[AdapterProcess]]:
        adapters: list[AdapterProcess] = []
        yield adapters
        for adapter in adapters:
            adapter.kill()

    def start(self, started: list[AdapterProcess], source: str, timeout: float = 20.0) -> AdapterProcess:
        command = shlex.join([sys.executable, "-S", "-E", "-c", source])
        started.append(AdapterProcess(command, timeout, threading.Event()))
        return started[-1]

    def test_a_request_longer_than_a_pipe_reaches_a_slow_reader(self, started: list[AdapterProcess]) -> None:
        source = (
            "import os, time\nread = b''\nwhile not read.endswith(b'\\n'):\n"
            "    time.sleep(0.001)\n    read += os.read(0, 20_000)\n"
            'print(\'{"id": 0, "ok": {"length": %d}}\' % len(read), flush=True)'
        )
        assert self.start(started, source).ask("load", state="x" * 1_000_000)["ok"]["length"] > 1_000_000

    def test_an_adapter_that_never_reads_is_a_fault(self, started: list[AdapterProcess]) -> None:
        adapter = self.start(started, "import time; time.sleep(100)", timeout=0.5)
        with pytest.raises(Fault, match="timeout: does not read its input"):
            adapter.ask("load", state="x" * 1_000_000)

    def test_an_adapter_that_talks_without_reading_is_cut_off(self, started: list[AdapterProcess]) -> None:
        adapter = self.start(started, "import os\nwhile True: os.write(1, b'x' * 60_000)")
        with pytest.raises(Fault, match="line too long"):
            adapter.ask("load", state="x" * 1_000_000)

    def test_a_reader_that_is_gone_is_a_fault(self, started: list[AdapterProcess]) -> None:
        adapter = self.start(started, "pass")
        adapter.process.wait()
        with pytest.raises(Fault, match="exited with code: 0"):
            adapter.ask("hello")

    def test_an_adapter_is_told_goodbye_and_may_end_by_itself(
        self, started: list[AdapterProcess], tmp_path: Path
    ) -> None:
        source = (
            'import sys, pathlib\nfor line in sys.stdin: print(\'{"id": 0, "skip": "?"}\', flush=True)\n'
            f"pathlib.Path({str(tmp_path / 'ended')!r}).touch()"
        )
        adapter = self.start(started, source)
        adapter.close()
        assert (tmp_path / "ended").exists()
        assert adapter.process.returncode == 0

    def test_an_adapter_that_stays_after_goodbye_is_ended(self, started: list[AdapterProcess]) -> None:
        source = 'import time; print(\'{"id": 0, "ok": {}}\', flush=True); time.sleep(100)'
        adapter = self.start(started, source, timeout=0.5)
        adapter.close()
        assert adapter.process.returncode == -signal.SIGKILL

    def test_killing_twice_touches_nobody_else(self, started: list[AdapterProcess]) -> None:
        adapter = self.start(started, "import time; time.sleep(100)")
        adapter.kill()
        other = self.start(started, "import sys; print('still here', file=sys.stderr); sys.stdin.read()", timeout=1.0)
        adapter.kill()
        adapter.close()
        with pytest.raises(Fault, match="timeout"):
            other.ask("hello")
        assert b"still here" in other.stderr

    def test_a_process_that_cannot_be_killed_does_not_hold_up_the_run(
        self, started: list[AdapterProcess], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        adapter = self.start(started, "import time; time.sleep(100)")
        gone = subprocess.Popen([sys.executable, "-S", "-c", ""])
        gone.wait()
        # A process that has just ended has no environment to read, and this one seems to stay for ever.
        for pid in (gone.pid, "1234567"):
            (tmp_path / str(pid)).mkdir()
        (tmp_path / str(gone.pid) / "environ").write_bytes(f"{process.MARK}={adapter.mark}".encode())
        monkeypatch.setattr(process, "PROCESSES", tmp_path)
        adapter.kill()
        assert adapter.process.returncode == -signal.SIGKILL

    def test_what_is_shown_is_short_and_has_no_control_characters(self) -> None:
        assert shown("a\nb\x1b\ud800\u202ec") == r"a\nb\x1b\ud800\u202ec"
        assert len(shown("x" * 10_000)) < 1_100
