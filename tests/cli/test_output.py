"""Terminals and pipes: tables, progress, and output that nobody reads."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from concordia_ref.cli.exits import FINDINGS, FINE, USAGE
from concordia_ref.cli.main import main
from concordia_ref.cli.output import draw_table
from concordia_ref.cli.progress import Progress
from tests.conftest import Command, Damaged
from tests.suite.bench import program

# Terminals


@pytest.mark.parametrize("arguments", [["show", "clause", "end.winner"], ["show", "map", "imperium"], ["validate"]])
def test_a_terminal_that_knows_only_ascii_is_no_reason_to_fail(
    concordia_process: Command, arguments: list[str]
) -> None:
    answer = concordia_process(*arguments, PYTHONIOENCODING="ascii")
    assert answer.code == FINE
    assert "Traceback" not in answer.err
    assert answer.out.isascii()


@pytest.mark.parametrize("kind", ["card", "god", "good", "map", "clause"])
def test_a_narrow_terminal_is_no_reason_to_fail(concordia_process: Command, kind: str) -> None:
    answer = concordia_process("show", kind, COLUMNS="40")
    assert (answer.code, answer.err) == (FINE, "")


def test_a_reader_that_has_seen_enough_is_no_failure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w", encoding="utf-8") as broken, monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", broken)
        code = main(["show", "clause"])
    assert (code, capsys.readouterr().err) == (FINE, "")


def test_head_ends_the_output_quietly() -> None:
    command = f"{shlex.quote(sys.executable)} -m concordia_ref show clause | head -n 1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout.split() == ["clause", "kind", "text"]
    assert done.stderr == ""


def test_a_full_disk_is_exit_2(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full, monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", full)
        code = main(["show", "clause"])
    assert (code, capsys.readouterr().err) == (USAGE, "concordia: No space left on device\n")


def test_a_closed_output_is_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", None)
        assert main(["show", "god"]) == FINE
        assert main(["validate", "x" * 1000]) == USAGE


# Verdicts that nobody reads


def unread(*arguments: str, errors: int = subprocess.PIPE) -> tuple[int, str]:
    """The exit code and the errors of a command whose reader is gone before it prints anything."""
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing) as pipe:
        command = [sys.executable, "-m", "concordia_ref", *arguments]
        done = subprocess.run(command, stdout=pipe, stderr=errors, encoding="utf-8", check=False)
    return done.returncode, done.stderr


def test_a_closed_pipe_does_not_turn_a_failed_run_into_a_passed_one() -> None:
    scenario = "architect/both-ends-of-a-line"
    assert unread("conform", scenario) == (FINE, "")
    broken = program("accepts")
    assert unread("conform", "mercator", "--adapter", broken) == (FINDINGS, "")


@pytest.mark.parametrize("call", ["conform no-such-scenario", "show card mercater", "no-such-command"])
def test_a_message_that_nobody_reads_is_still_a_failure(call: str) -> None:
    assert unread(*call.split(), errors=subprocess.STDOUT)[0] == USAGE


def test_a_closed_pipe_does_not_make_a_faulty_specification_valid(damaged: Damaged) -> None:
    damaged.replace("goods.yaml", "price: 6", "price: 0")
    code, errors = unread("validate", str(damaged.folder))
    assert (code, errors) == (FINDINGS, "1 finding, in 1 file\n")


def test_a_report_is_written_though_nobody_reads_the_output(tmp_path: Path) -> None:
    report = tmp_path / "report.jsonl"
    assert unread("conform", "architect/both-ends-of-a-line", "--report", str(report))[0] == FINE
    assert report.exists()


# Tables


HEADER, ROWS = ["good", "price"], [["brick", "3"], ["cloth [fine]", "7"]]


def test_a_table_in_a_pipe_is_plain_text() -> None:
    assert draw_table(HEADER, ROWS).splitlines() == ["  good          price", "  brick         3", "  cloth [fine]  7"]


def test_a_table_on_a_terminal_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    drawn = draw_table(HEADER, ROWS)
    assert "───" in drawn
    assert "cloth [fine]" in drawn


def test_a_table_on_a_terminal_without_unicode_is_plain_text(monkeypatch: pytest.MonkeyPatch) -> None:
    with Path(os.devnull).open("w", encoding="ascii") as terminal, monkeypatch.context() as patch:
        patch.setattr(terminal, "isatty", lambda: True, raising=False)
        patch.setattr(sys, "stdout", terminal)
        assert draw_table(HEADER, ROWS).splitlines()[1] == "  brick         3"


# Progress


def test_progress_is_silent_where_nobody_watches(capsys: pytest.CaptureFixture[str]) -> None:
    with Progress("games") as progress:
        progress(1, 2, "turns: 7")
    assert capsys.readouterr() == ("", "")


def test_progress_by_lines_shows_each_note(capsys: pytest.CaptureFixture[str]) -> None:
    with Progress("units", lines=True) as progress:
        progress(1, 2, "en: 3 pages")
    assert capsys.readouterr() == ("", "en: 3 pages\n")


def test_progress_on_a_terminal_is_a_bar(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    with Progress("games") as progress:
        progress(1, 2, "turns: 7")
        progress(2, 2, "turns: 9")
    out, err = capsys.readouterr()
    assert out == ""
    for part in ("games", "1/2", "2/2", "turns: 9"):
        assert part in err
