"""Completion of commands, options and ids by the shell."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from concordia_ref.cli.group import COMMANDS
from tests.conftest import Command


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_a_shell_asks_the_command(concordia: Command, shell: str) -> None:
    answer = concordia("completion", shell)
    assert answer.code == 0
    assert f"_CONCORDIA_COMPLETE={shell}_complete" in answer.out
    if shutil.which(shell):
        assert subprocess.run([shell, "-n"], input=answer.out, encoding="utf-8", check=False).returncode == 0


def test_an_unknown_shell_is_wrong_usage(concordia: Command) -> None:
    assert concordia("completion", "tcsh").code == 2


def completed(concordia: Command, monkeypatch: pytest.MonkeyPatch, *words: str) -> list[str]:
    """What bash is offered for the last word."""
    monkeypatch.setenv("_CONCORDIA_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", " ".join(["concordia", *words]))
    monkeypatch.setenv("COMP_CWORD", str(len(words)))
    return [line.partition(",")[2] for line in concordia().out.splitlines() if line]


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["s"], ["show", "setup", "score", "shrink", "simulate"]),
        (["show", "--fo"], ["--format"]),
        (["show", "--format", "j"], ["json"]),
        (["show", "g"], ["god", "good"]),
        (["show", "card", "mer"], ["mercator"]),
        (["show", "card", "v_m"], ["v_mercator"]),
        (["show", "god", "m"], ["mercurius", "mars", "minerva"]),
        (["show", "good", "w"], ["wine"]),
        (["show", "map", ""], ["imperium", "italia"]),
        (["show", "clause", "tribune.coins.t"], ["tribune.coins.threshold"]),
        (["show", "card", "--lang", "s"], ["sr", "sr-Latn"]),
        (["setup", "--map", "it"], ["italia"]),
        (["setup", "--edition", "c"], ["canonical", "cs", "cs-letter"]),
        (["conform", "architect/both"], ["architect/both-ends-of-a-line"]),
        (["conform", "--card", "praef"], ["praefectus_magnus"]),
        (["conform", "--level", "by"], ["by_convention"]),
        (["dispute", "colonist-income-b"], ["colonist-income-both-kinds"]),
        (["dispute", "--between", "cs,p"], ["cs,pl"]),
        (["simulate", "--reading", "colonist-income="], ["colonist-income=two_each"]),
        (["trace", "end.w"], ["end.winner"]),
        (["perft", "italia-t"], ["italia-two-players"]),
        (["i18n", "export", ""], ["cs", "fr", "hu", "pl", "sr"]),
        (["docs", "build", "d"], ["dev"]),
        (["completion", "z"], ["zsh"]),
        (["show", "card", "none"], []),
    ],
)
def test_commands_options_and_ids_are_completed(
    concordia: Command, monkeypatch: pytest.MonkeyPatch, words: list[str], offered: list[str]
) -> None:
    assert completed(concordia, monkeypatch, *words) == offered


def test_every_command_is_offered(concordia: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    assert completed(concordia, monkeypatch, "") == list(COMMANDS)
