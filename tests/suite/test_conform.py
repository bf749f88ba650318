"""The runner: the whole suite, runs side by side, interruptions, and the first steps of an adapter."""

from __future__ import annotations

import re
import shlex
import signal
import subprocess
import sys
import time
from collections import Counter

import pytest

from concordia_ref.cli import conform as conform_command
from concordia_ref.cli.conform_asked import REFERENCE
from concordia_ref.suite import runner
from concordia_ref.suite.loading import load_cases
from concordia_ref.suite.runner import run_suite
from concordia_ref.suite.verdicts import Verdict
from tests.broken_adapters import NOTHING
from tests.conftest import Command
from tests.suite.bench import SMALL, TARGET, VERSION, Bench, check_jsonl, program, whole_suite


@pytest.mark.parametrize("kind", NOTHING)
def test_an_adapter_that_does_nothing_passes_next_to_nothing(kind: str) -> None:
    cases = whole_suite()
    run = run_suite(program(kind), cases, specification=VERSION, jobs=2)
    passed = [verdict.case for verdict in run.verdicts if verdict.outcome == "pass"]
    assert len(passed) <= 0.05 * len(cases), passed
    assert Counter(verdict.outcome for verdict in run.verdicts) == Counter(
        {"pass": len(passed), "fail": len(cases) - len(passed)}
    )


def test_a_refused_turn_is_always_followed_by_a_legal_one() -> None:
    for case in whole_suite():
        if case.rejected:
            assert case.twin is not None, case.id
            assert not case.twin.rejected
            # Beside a set-up that is refused stands one that is not, and says what holds in it.
            assert case.twin.after is not None or case.twin.holds, case.id


def test_after_the_end_of_the_game_no_turn_is_legal_and_a_refusal_stands_alone(bench: Bench) -> None:
    suite = bench.folder / "over"
    scenario = suite / "scenarios" / "end" / "no-turn.yaml"
    scenario.parent.mkdir(parents=True)
    scenario.write_text(
        "id: end/no-turn\nsince: 0.1.0\nlevel: core\nclauses: [end.last-turn]\nwhy: the game is over\n"
        "given: {map: italia, players: 2, display: [], rest_to: 0, to_play: null, concordia: 0, last_turns: []}\n"
        "turn: tribune\nrefused: end.last-turn\n",
        encoding="utf-8",
    )
    assert bench.concordia("conform", "--suite", suite).code == 0
    assert load_cases(folder=suite)[0].twin is None


def test_the_whole_suite_passes_against_the_reference_with_a_summary_by_card(concordia: Command) -> None:
    answer = concordia("conform", "-j", "2")
    assert answer.code == 0
    # The scenarios of the newest set, and those that were added after it.
    passed = re.findall(r"^(?:added after the set: )?(\d+) passed, 0 failed, 0 skipped$", answer.out, re.MULTILINE)
    assert sum(map(int, passed)) == len(whole_suite())
    assert re.search(r"architect +(\d+)/\1\n", answer.out)
    # A machine that is busy shows a sign of life now and then.
    assert re.sub(r"scenarios: .*\n", "", answer.err) == ""


@pytest.mark.usefixtures("nothing_survives")
class TestRunning:
    def test_any_number_of_jobs_gives_the_same_verdicts_in_the_same_order(self, bench: Bench) -> None:
        command = bench.command("exits", "state")
        found = [bench.conform(command, "-j", jobs, "--shuffle", "3").timeless for jobs in ("1", "2", "50")]
        assert found[0] == found[1] == found[2]

    def test_several_adapters_stand_side_by_side_even_with_the_same_name(self, bench: Bench) -> None:
        commands = [bench.command("behaves"), bench.command("errors", "apply")]
        result = bench.conform(commands[0], "--adapter", commands[1])
        assert result.report[-1]["counts"] == {"broken 1 (1)": {"pass": 7}, "broken 1 (2)": {"pass": 6, "fail": 1}}
        assert [entry["command"] for entry in result.report[0]["implementations"]] == commands
        assert re.search(r"mercator +4/4 +3/4", result.answer.out)
        assert result.answer.code == 1

    def test_json_is_the_report_and_nothing_else(self, bench: Bench) -> None:
        result = bench.conform(bench.command("errors", "apply"), "--format", "json")
        assert check_jsonl(result.answer.out) == result.report
        assert "6 passed, 1 failed" in result.answer.err

    def test_progress_is_shown_to_a_person(self, bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
        answer = bench.run("--adapter", bench.command("behaves"))
        assert re.search(r"scenarios .*7/7.*✓ 7  ✗ 0  – 0  ! 0", answer.err)

    def test_only_so_many_failures_are_explained(self, bench: Bench) -> None:
        result = bench.conform(program("accepts"), "--show", "2")
        assert len(re.findall(r"^FAIL  ", result.answer.out, re.MULTILINE)) == 2
        assert "… and 5 more failures; --show 7 explains them all" in result.answer.out
        assert set(result.outcomes.values()) == {"fail"}

    def test_a_fault_of_the_runner_is_not_taken_for_a_short_run(self, bench: Bench) -> None:
        def fail(verdict: Verdict) -> None:
            raise ZeroDivisionError

        cases = list(bench.cases().values())
        with pytest.raises(ZeroDivisionError):
            run_suite(bench.command("behaves"), cases, specification=VERSION, jobs=2, on_verdict=fail)

    def test_an_interruption_during_hello_leaves_nothing_behind(
        self, bench: Bench, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def interrupt(*_: object) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr(runner, "capabilities", interrupt)
        with pytest.raises(KeyboardInterrupt):
            run_suite(bench.command("behaves"), [], specification=VERSION)


@pytest.mark.usefixtures("nothing_survives")
class TestInterruption:
    def test_an_interrupted_run_leaves_a_valid_report_and_is_resumed(
        self, bench: Bench, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        judged: list[str] = []

        def interrupt(verdict: Verdict, total: int) -> None:
            judged.append(verdict.case)
            if len(judged) == 3:
                raise KeyboardInterrupt

        command = bench.command("exits", "apply")
        whole = bench.conform(command, "--shuffle", "4")
        with monkeypatch.context() as patch:
            patch.setattr(conform_command, "_counter", lambda progress: interrupt)
            part = bench.conform(command, "--shuffle", "4")
        assert part.answer.code == 1
        assert part.report[-1]["interrupted"] is True
        assert list(part.outcomes) == judged == list(whole.outcomes)[:3]
        assert "interrupted: --resume continues from here" in part.answer.out
        passed = list(part.outcomes.values()).count("pass")
        assert f">{passed}/7 declared<" in bench.written("badge")
        for _ in range(2):
            resumed = bench.conform(command, "--shuffle", "4", "--resume")
            assert resumed.timeless == whole.timeless
            assert resumed.answer.code == 1

    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["ctrl-c", "sigterm"])
    def test_a_signal_during_a_hanging_scenario_leaves_a_valid_report(
        self, number: signal.Signals, bench: Bench
    ) -> None:
        command = bench.command("hangs-once", "apply")
        options = ["--suite", str(bench.suite), "--adapter", command, "--report", str(bench.folder / "report.report")]
        words = [sys.executable, "-m", "concordia_ref", "conform", *options, "-j", "2", "--timeout", "100"]
        run = subprocess.Popen(
            words,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            # Tests that run in the background of a shell inherit that Ctrl-C is ignored.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        until = time.monotonic() + 60
        while not (bench.folder / "hangs-once.hanging").exists():
            assert time.monotonic() < until
            time.sleep(0.05)
        run.send_signal(number)
        out, err = run.communicate(timeout=60)
        assert run.returncode == 1
        assert "interrupted" in out
        assert "Traceback" not in err
        lines = check_jsonl(bench.written("report"))
        assert lines[-1]["interrupted"] is True
        assert TARGET not in {line.get("scenario") for line in lines}
        resumed = bench.conform(command, "--resume")
        assert resumed.answer.code == 0
        assert resumed.outcomes == dict.fromkeys(sorted(SMALL), "pass")

    def test_a_report_that_is_not_there_yet_is_begun(self, bench: Bench) -> None:
        assert len(bench.conform(bench.command("behaves"), "--resume").outcomes) == 7

    @pytest.mark.parametrize(
        ("text", "told"),
        [
            ("[1]\n", "line 1: this is not a JSON object"),
            ("Dear diary,\n", "this is not a conformance report"),
            ("Dear diary", "this is not a conformance report"),
            ('{"format": "other"}\n', "this is not a conformance report"),
            ('{"format": "concordia-conformance-report"', "this is not a conformance report"),
            (
                '{"format": "concordia-conformance-report"}\n',
                "a report in format None, and this program writes format 2",
            ),
            (
                '{"format": "concordia-conformance-report", "format_version": 2}\n',
                "line 1: the header lacks 'implementations'",
            ),
        ],
    )
    def test_what_is_no_report_cannot_be_resumed(self, text: str, told: str, bench: Bench) -> None:
        file = bench.folder / "report.jsonl"
        file.write_text(text, encoding="utf-8")
        answer = bench.run("--report", file, "--resume")
        assert answer.code == 2
        assert told in answer.err

    def test_a_line_without_its_keys_cannot_be_resumed(self, bench: Bench) -> None:
        command = bench.command("behaves")
        bench.conform(command)
        file = bench.folder / "report.report"
        file.write_text(bench.written("report").replace('"details"', '"detail"'), encoding="utf-8")
        answer = bench.run("--adapter", command, "--report", file, "--resume")
        assert answer.code == 2
        assert "'details'" in answer.err


def test_the_reference_is_started_by_the_interpreter_that_runs_the_suite() -> None:
    assert shlex.split(REFERENCE) == [sys.executable, "-m", "concordia_ref", "adapter"]
