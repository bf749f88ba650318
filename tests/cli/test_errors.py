"""Errors are one line of plain English: no numbers of the system, no traceback, no whole files."""

from __future__ import annotations

from pathlib import Path

import pytest

from concordia_ref.cli.exits import USAGE
from concordia_ref.cli.group import COMMANDS
from tests.conftest import Command


def test_without_a_command_the_help_is_printed(concordia: Command) -> None:
    answer = concordia()
    assert (answer.code, answer.out) == (USAGE, "")
    assert answer.err.startswith("Usage: concordia ")
    for name, summary in COMMANDS.items():
        assert f"  {name}" in answer.err
        assert summary in answer.err


WITH_SPEC = [
    ("validate",),
    ("show", "card", "--spec"),
    ("reference", "--spec"),
    ("setup", "--spec"),
    ("legal", "-", "--spec"),
    ("play", "-", "tribune", "--spec"),
    ("replay", "-", "--spec"),
    ("score", "-", "--spec"),
    ("demo", "--spec"),
    ("dispute", "--spec"),
    ("i18n", "status", "--spec"),
    ("i18n", "check", "--spec"),
    ("bundle", "--spec"),
]


@pytest.mark.parametrize("arguments", WITH_SPEC, ids=" ".join)
def test_a_folder_that_is_not_a_specification_is_refused_in_one_line(
    concordia: Command, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    (tmp_path / "notes.yaml").write_text("a: 1\n", encoding="utf-8")
    answer = concordia(*arguments, tmp_path)
    assert (answer.code, answer.out) == (USAGE, "")
    assert answer.err == f"concordia: '{tmp_path}' is not a specification: it has no about.yaml\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ("legal", "nothing.json"),
        ("play", "nothing.json", "tribune"),
        ("replay", "nothing.json"),
        ("score", "nothing.json"),
        ("setup", "--draws", "nothing.json"),
        ("dispute", "--state", "nothing.json", "--turn", "tribune"),
        ("i18n", "import", "fr", "nothing.json"),
        ("conform", "mercator", "--expectations", "nothing.json"),
    ],
    ids=" ".join,
)
def test_a_missing_file_is_reported_in_plain_words(concordia: Command, arguments: tuple[str, ...]) -> None:
    answer = concordia(*arguments)
    assert answer.code == USAGE
    assert "nothing.json" in answer.err
    assert "No such file or directory" in answer.err
    assert "Errno" not in answer.err
    assert len(answer.err.splitlines()) == 1


def test_an_adapter_that_is_missing_is_reported_in_plain_words(concordia: Command) -> None:
    answer = concordia("conform", "mercator", "--adapter", "./nothing")
    assert answer.code == 3
    assert answer.err.startswith("concordia: ./nothing: cannot be started: No such file or directory")
    assert "Errno" not in answer.err


@pytest.mark.parametrize("arguments", [("play", "tribune"), ("legal",), ("score",), ("replay",)], ids=" ".join)
def test_a_file_that_is_no_position_is_not_printed(
    concordia: Command, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    file = tmp_path / "passwd"
    file.write_text("".join(f"user{number}:x:{number}:::/bin/sh\n" for number in range(100)), encoding="utf-8")
    command, *turns = arguments
    answer = concordia(command, file, *turns)
    assert (answer.code, answer.out) == (USAGE, "")
    assert "user99" not in answer.err
    assert "/:" not in answer.err
    assert len(answer.err) < 300


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (("shwo",), "Did you mean 'show'?"),
        (("show", "--formt", "json"), "Did you mean '--format'?"),
        (("show", "card", "mercater"), "did you mean 'mercator'?"),
        (("setup", "--seed", "1", "--map", "imperum"), "did you mean 'imperium'?"),
        (("setup", "--edition", "canonica"), "did you mean 'canonical'?"),
        (("dispute", "colonist-incom"), "did you mean 'colonist-income'?"),
        (("dispute", "--card", "colonst"), "did you mean 'colonist'?"),
        (("conform", "architectt"), "did you mean 'architect'?"),
        (("trace", "tribune.coin"), "did you mean 'tribune.coins'?"),
        (("perft", "italia-two-player"), "did you mean 'italia-two-players'?"),
        (("i18n", "export", "frr"), "did you mean 'fr'?"),
    ],
)
def test_a_typo_gets_a_suggestion(concordia: Command, arguments: tuple[str, ...], meant: str) -> None:
    answer = concordia(*arguments)
    assert answer.code == USAGE
    assert meant in answer.err
