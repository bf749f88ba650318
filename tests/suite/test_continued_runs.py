"""Runs that continue others: the same question to the same engine, what failed before, and where a run is to end."""

from __future__ import annotations

import json
import shlex
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from concordia_ref.suite import engine_files
from concordia_ref.suite.cases import Case
from concordia_ref.suite.conformance_run import Finished, Order, Suites, run
from concordia_ref.suite.engine_files import digest_of, files_of
from concordia_ref.suite.verdicts import Verdict
from tests.suite.bench import PROGRAM, SMALL, TARGET, VERSION, Bench, without_times


def shorten(file: Path, lines: int) -> None:
    """Leave only so many lines of a report, as if the run had been killed."""
    text = file.read_text(encoding="utf-8").splitlines(keepends=True)
    file.write_text("".join(text[:lines]), encoding="utf-8")


def with_header(file: Path, **changes: Any) -> None:
    """Change the header of a report."""
    header, *rest = file.read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join([json.dumps(json.loads(header) | changes), *rest]) + "\n", encoding="utf-8")


class TestTheSameEngine:
    @pytest.mark.parametrize(
        ("hello", "told"),
        [
            ({"version": "2"}, "version '1', now '2'"),
            ({"name": "other"}, "name 'broken', now 'other'"),
            ({"language": "Rust"}, "language 'Python', now 'Rust'"),
            ({"maps": ["imperium"]}, "it declares other maps"),
            ({"interim": False}, "it declares other interim"),
        ],
    )
    def test_another_hello_is_another_engine(self, hello: dict[str, Any], told: str, bench: Bench) -> None:
        bench.conform(bench.command("behaves"))
        file = bench.folder / "report.report"
        shorten(file, 4)
        before = file.read_text(encoding="utf-8")
        command = bench.command("behaves", **hello)
        answer = bench.run("--adapter", command, "--report", file, "--resume")
        assert answer.code == 2
        assert f"{file} cannot be continued: the engine has changed since: " in answer.err
        assert told in answer.err
        assert "--anyway keeps the old verdicts, or run without --resume" in answer.err
        assert file.read_text(encoding="utf-8") == before
        resumed = bench.conform(command, "--resume", "--anyway")
        assert set(resumed.outcomes) == set(SMALL)
        assert resumed.report[0]["kept"] == 3
        assert "3 verdicts come from an earlier run, before the engine changed" in resumed.answer.out

    def test_other_files_are_another_engine(self, bench: Bench) -> None:
        program = bench.folder / "mine" / "adapter.py"
        program.parent.mkdir()
        shutil.copy(PROGRAM, program)
        helper = program.parent / "rules.py"
        helper.write_text("PRICE = 3\n", encoding="utf-8")
        script = shlex.split(bench.command("behaves"))[-1]
        command = shlex.join([sys.executable, "-S", "-E", str(program), "behaves", script])
        whole = bench.conform(command).report
        file = bench.folder / "report.report"
        shorten(file, 4)
        assert without_times(bench.conform(command, "--resume").report) == without_times(whole)
        shorten(file, 4)
        helper.write_text("PRICE = 4\n", encoding="utf-8")
        answer = bench.run("--adapter", command, "--report", file, "--resume")
        assert answer.code == 2
        assert "the engine has changed since: its files are not the same" in answer.err

    def test_another_command_is_another_engine(self, bench: Bench) -> None:
        command = bench.command("behaves")
        bench.conform(command)
        answer = bench.run("--adapter", f"env {command}", "--report", bench.folder / "report.report", "--resume")
        assert answer.code == 2
        assert f"it is about the command {command!r}, which is not among 'env " in answer.err

    def test_an_adapter_more_is_run_whole_and_one_less_is_a_loss(self, bench: Bench) -> None:
        one, other = bench.command("behaves"), bench.command("errors", "apply")
        bench.conform(one)
        both = bench.conform(one, "--adapter", other, "--resume")
        assert both.report[-1]["counts"] == {"broken 1 (1)": {"pass": 7}, "broken 1 (2)": {"pass": 6, "fail": 1}}
        answer = bench.run("--adapter", one, "--report", bench.folder / "report.report", "--resume")
        assert answer.code == 2
        assert f"it is about the command {other!r}" in answer.err


class TestTheSameQuestion:
    @pytest.mark.parametrize(
        ("changes", "told"),
        [
            ({"specification": "9.9.9"}, f"it is about specification 9.9.9, not {VERSION}"),
            ({"edition": "cs"}, "it is about edition cs, not canonical"),
            ({"set": {"name": "0.1"}}, "it is about set 0.1, not all; use --set 0.1 to continue it"),
            ({"format_version": 1}, "a report in format 1, and this program writes format 2"),
        ],
    )
    @pytest.mark.parametrize("option", [("--resume", "--anyway"), ("--rerun-failed",)], ids=" ".join)
    def test_another_question_is_refused(
        self, option: tuple[str, ...], changes: dict[str, Any], told: str, bench: Bench
    ) -> None:
        command = bench.command("behaves")
        bench.conform(command)
        file = bench.folder / "report.report"
        with_header(file, **changes)
        answer = bench.run("--adapter", command, "--report", file, *option)
        assert answer.code == 2
        assert told in answer.err
        assert "run without --resume and --rerun-failed to begin a new one" in answer.err

    def test_a_narrower_selection_loses_nothing(self, bench: Bench) -> None:
        command = bench.command("behaves")
        whole = bench.conform(command)
        resumed = bench.conform(command, "--resume", TARGET)
        assert resumed.outcomes == whole.outcomes
        assert resumed.report[0]["scenarios"] == len(SMALL)


class TestRerunFailed:
    def test_only_what_did_not_pass_is_run_and_merged(self, bench: Bench) -> None:
        failing = bench.command("errors", "apply")
        first = bench.conform(failing)
        assert first.outcomes[TARGET] == "fail"
        # The same command, but the engine behind it is repaired.
        repaired = bench.folder / "errors.json"
        data = json.loads(repaired.read_text(encoding="utf-8"))
        repaired.write_text(json.dumps({**data, "trigger": "never"}), encoding="utf-8")
        rerun = bench.conform(failing, "--rerun-failed")
        assert rerun.answer.code == 0
        assert rerun.outcomes == dict.fromkeys(sorted(SMALL), "pass")
        assert "6 verdicts come from an earlier run" in rerun.answer.out
        seconds = [{line["scenario"]: line["seconds"] for line in result.verdicts} for result in (first, rerun)]
        assert {id for id in SMALL if seconds[0][id] == seconds[1][id]} >= set(SMALL) - {TARGET}

    def test_it_begins_a_report_that_is_not_there(self, bench: Bench) -> None:
        assert len(bench.conform(bench.command("behaves"), "--rerun-failed").outcomes) == len(SMALL)

    @pytest.mark.parametrize(
        ("options", "told"),
        [
            (("--rerun-failed",), "--rerun-failed needs --report FILE"),
            (("--rerun-failed", "--resume", "--report", "x"), "choose one of them"),
            (("--anyway",), "--anyway needs --resume"),
            (("--watch", "--smoke"), "--watch cannot be combined"),
            (("--watch-path", "src"), "--watch-path needs --watch"),
        ],
        ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
    )
    def test_options_that_do_not_go_together(self, options: tuple[str, ...], told: str, bench: Bench) -> None:
        answer = bench.run(*options)
        assert answer.code == 2
        assert told in answer.err


class TestFailFast:
    def test_the_run_ends_after_so_many_failures_and_can_be_continued(self, bench: Bench) -> None:
        # With no card of the Mercator accepted, four of the seven scenarios fail.
        command = bench.command("errors", "APPLY")
        whole = bench.conform(command)
        failed = [id for id, outcome in whole.outcomes.items() if outcome == "fail"]
        for most, arguments in ((1, ["--fail-fast"]), (2, ["--fail-fast=2"])):
            part = bench.conform(command, *arguments)
            assert part.answer.code == 1
            assert [id for id, outcome in part.outcomes.items() if outcome == "fail"] == failed[:most]
            assert list(part.outcomes)[-1] == failed[most - 1]
            assert "as --fail-fast requires; --resume continues from here" in part.answer.out
            assert part.report[-1]["interrupted"] is True
        resumed = bench.conform(command, "--resume")
        assert without_times(resumed.report) == without_times(whole.report)

    def test_known_failures_do_not_end_it(self, bench: Bench) -> None:
        command = bench.command("errors", "apply")
        known = bench.folder / "known.yaml"
        known.write_text(f"expected_failures:\n  - {TARGET}\n", encoding="utf-8")
        result = bench.conform(command, "--expectations", known, "--fail-fast")
        assert result.answer.code == 0
        assert len(result.outcomes) == len(SMALL)

    def test_each_adapter_has_its_own_count(self, bench: Bench) -> None:
        commands = [bench.command("errors", "apply"), bench.command("declines", "apply")]
        result = bench.conform(commands[0], "--adapter", commands[1], "--fail-fast")
        labels = [line["implementation"] for line in result.verdicts if line["outcome"] == "fail"]
        assert labels == ["broken 1 (1)", "broken 1 (2)"]

    def test_a_scenario_is_not_taken_for_a_number(self, bench: Bench) -> None:
        answer = bench.run("--fail-fast", "mercator")
        assert answer.code == 2
        assert "'mercator' is not a number; write scenarios before --fail-fast, or --fail-fast=1" in answer.err


class TestCauses:
    def run(self, bench: Bench, command: str) -> Finished:
        def diagnose(verdicts: Sequence[Verdict], cases: Mapping[str, Case]) -> list[dict[str, Any]]:
            failed = [verdict.case for verdict in verdicts if verdict.outcome == "fail"]
            assert set(failed) <= set(cases)
            return [{"title": "The Mercator is missing", "explains": tuple(failed)}]

        order = Order((command,), folder=bench.suite, diagnose=diagnose, report=bench.folder / "report.jsonl")
        return run(order, Suites(folder=bench.suite))

    def test_they_stand_between_the_verdicts_and_the_footer(self, bench: Bench) -> None:
        finished = self.run(bench, bench.command("errors", "apply"))
        lines = [json.loads(line) for line in (bench.folder / "report.jsonl").read_text(encoding="utf-8").splitlines()]
        assert [line["type"] for line in lines] == ["header", *["verdict"] * len(SMALL), "cause", "footer"]
        assert lines[-2] == {
            "type": "cause",
            "implementation": "broken 1",
            "title": "The Mercator is missing",
            "explains": [TARGET],
        }
        assert len(finished.report) == len(lines)

    def test_without_a_failure_nobody_looks_for_them(self, bench: Bench) -> None:
        assert [line for line in self.run(bench, bench.command("behaves")).report if line["type"] == "cause"] == []


class TestFilesOfAnEngine:
    def test_a_script_has_its_like_in_its_folder_and_below(self, tmp_path: Path) -> None:
        names = ("adapter.mjs", "engine.js", "src/rules.ts", "notes.txt", "node_modules/x.js", ".git/hook.js")
        for name in names:
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_text("x", encoding="utf-8")
        command = f"node --enable-source-maps {shlex.quote(str(tmp_path / 'adapter.mjs'))} --fast"
        assert files_of(command) == sorted(tmp_path / name for name in names[:3])
        before = digest_of(command)
        (tmp_path / "notes.txt").write_text("y", encoding="utf-8")
        assert digest_of(command) == before
        (tmp_path / "src" / "rules.ts").write_text("y", encoding="utf-8")
        assert digest_of(command) != before

    def test_a_program_stands_for_itself(self, tmp_path: Path) -> None:
        for name in ("engine", "other"):
            (tmp_path / name).write_text("x", encoding="utf-8")
        assert files_of(str(tmp_path / "engine")) == [tmp_path / "engine"]

    def test_modules_class_paths_and_options_name_files_too(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        for name in ("mine/__main__.py", "classes/A.class", "lib/b.jar", "rules.json"):
            Path(name).parent.mkdir(exist_ok=True)
            Path(name).write_text("x", encoding="utf-8")
        assert files_of("python -m mine") == [tmp_path / "mine" / "__main__.py"]
        assert files_of("java -cp classes:lib A") == [tmp_path / "classes" / "A.class", tmp_path / "lib" / "b.jar"]
        assert files_of("mine --rules=rules.json") == [tmp_path / "rules.json"]

    @pytest.mark.parametrize("command", ["npm start", "node", "'unbalanced", "", "http://127.0.0.1:8000"])
    def test_a_command_may_name_no_file(self, command: str) -> None:
        assert files_of(command) == []
        assert digest_of(command) is None

    def test_a_folder_with_too_much_below_it_counts_by_its_own_files(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(engine_files, "MOST_ENTRIES", 10)
        (tmp_path / "many").mkdir()
        for number in range(11):
            (tmp_path / "many" / f"{number}.py").touch()
        (tmp_path / "adapter.py").touch()
        assert files_of(f"python {tmp_path / 'adapter.py'}") == [tmp_path / "adapter.py"]
