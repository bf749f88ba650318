"""The `concordia` command as a whole: help, exit codes, and terminals of all kinds."""

from __future__ import annotations

import re
import runpy
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from concordia_ref import __version__
from concordia_ref.cli.bundle import bundle
from concordia_ref.cli.exits import FINDINGS, FINE, USAGE
from concordia_ref.cli.group import COMMANDS
from concordia_ref.cli.show import show
from concordia_ref.cli.validate import validate
from concordia_ref.words import validation
from tests.conftest import Command, Damaged

EXAMPLES = [example for command in (validate, show, bundle) for example, _ in command.examples]


# Help


def test_help_shows_the_commands_and_examples(concordia: Command) -> None:
    answer = concordia("--help")
    assert answer.code == FINE
    for part in ("validate ", "show ", "bundle ", "concordia show map italia "):
        assert part in answer.out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_with_examples(concordia: Command, command: str) -> None:
    answer = concordia(command, "--help")
    assert answer.code == FINE
    assert f"\n\n  {COMMANDS[command]}\n" in answer.out
    assert re.search(rf"\nExamples:\n  .*concordia {command}", answer.out)


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_of_the_help_works(
    concordia: Command, damaged: Damaged, monkeypatch: pytest.MonkeyPatch, example: str
) -> None:
    monkeypatch.chdir(damaged.folder.parent)
    damaged.folder.rename("my-spec")
    _, *arguments = shlex.split(example.split(" > ")[0])
    assert concordia(*arguments).code == FINE


def test_the_version_is_that_of_the_package(concordia: Command) -> None:
    assert concordia("--version").out == f"concordia {__version__}\n"


@pytest.mark.parametrize("arguments", [["--help"], ["show", "--help"], ["--version"]])
def test_help_needs_no_jsonschema(arguments: list[str]) -> None:
    code = (
        "import sys; from concordia_ref.cli.main import main\n"
        f"try: main({arguments!r})\n"
        "except SystemExit: pass\n"
        "print(sorted({'jsonschema', 'referencing'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_the_packaged_specification_is_shown_without_jsonschema() -> None:
    code = (
        "import sys; from concordia_ref.cli.main import main; main(['show', 'god']);print('jsonschema' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout.splitlines()[-1] == "False"


# Wrong usage


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["show"], "Missing argument 'KIND'. Choose from: card, god, good, map, province, city, clause."),
        (["validate", "--format", "xml"], "is not one of 'text', 'json', 'github'."),
        (["show", "cart"], "'cart' is not one of 'card', 'god', 'good', 'map', 'province', 'city', 'clause'."),
        (["shwo"], "No such command 'shwo'. Did you mean 'show'?"),
        (["setup", "--players", "x"], "'--players': 'x' is not a valid integer."),
        (["legal", "--limit", "x"], "'--limit': 'x' is not a valid integer range."),
        (["legal", "--limit", "0"], "'--limit': 0 is not in the range x>=1."),
        (["demo", "--delay", "-1"], "'--delay': -1.0 is not in the range 0<=x<=86400."),
        (
            ["conform", "--timeout", "nan"],
            "'--timeout': 'nan' is not a number of seconds.",
        ),
        (
            ["bundle", "--outptu", "x"],
            "No such option '--outptu'. Did you mean '--output'?",
        ),
        (["fuzz", "--first", "--collect"], "--first and --collect exclude each other."),
        (["show", "card", "--lang", "de"], "the languages are en, cs, fr, hu, pl, sr, sr-Latn."),
    ],
)
def test_a_wrong_call_is_exit_2_and_says_where_help_is(concordia: Command, arguments: list[str], message: str) -> None:
    answer = concordia(*arguments)
    assert (answer.code, answer.out) == (USAGE, "")
    assert answer.err.startswith("concordia: ")
    command = "" if arguments[0] == "shwo" else f" {arguments[0]}"
    assert answer.err.endswith(f"{message} See `concordia{command} --help`.\n")


@pytest.mark.parametrize("command", [["show", "god"], ["bundle"]])
def test_a_folder_that_does_not_exist_is_exit_2(concordia: Command, command: list[str]) -> None:
    answer = concordia(*command, "--spec", "nowhere")
    assert (answer.code, answer.err) == (USAGE, "concordia: there is no folder 'nowhere'\n")


def test_a_faulty_specification_is_exit_1_with_its_findings(
    damaged: Damaged, concordia: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(damaged.folder.parent)
    damaged.replace("goods.yaml", "price: 6", "price: 0")
    damaged.replace("about.yaml", "year: 2013", "year: '2013'")
    answer = concordia("show", "god", "--spec", "spec")
    assert (answer.code, answer.out) == (FINDINGS, "")
    assert [line.split(": ")[0] for line in answer.err.splitlines()] == ["spec/about.yaml:6:7", "spec/goods.yaml:8:17"]


def test_a_specification_of_your_own_is_shown(damaged: Damaged, concordia: Command) -> None:
    damaged.replace("goods.yaml", "price: 6", "price: 8")
    assert "  wine   8 " in concordia("show", "good", "--spec", damaged.folder).out


# As a module


def test_python_m_runs_the_command(concordia_process: Command) -> None:
    answer = concordia_process("--version")
    assert (answer.code, answer.out) == (FINE, f"concordia {__version__}\n")


def test_python_m_exits_with_the_code_of_the_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["concordia", "show", "god", "jupitre"])
    with pytest.raises(SystemExit) as stop:
        runpy.run_module("concordia_ref", run_name="__main__")
    assert stop.value.code == USAGE
    assert "did you mean 'jupiter'?" in capsys.readouterr().err


def test_an_interrupted_command_is_exit_130(concordia: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: Path) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(validation, "validate", interrupted)
    answer = concordia("validate")
    assert (answer.code, answer.err) == (130, "")
