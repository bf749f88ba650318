"""The command that builds and serves the site, with a builder that only pretends."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest
from mkdocs.livereload import LiveReloadServer

from concordia_ref.cli.docs import HOST, SOURCES
from concordia_ref.cli.group import COMMANDS
from concordia_ref.site.page import CommandHelp
from tests.conftest import Command

UNITS = ["en", "hu", "sr-Latn", "dev"]
Calls = list[tuple[Path, Sequence[str] | None]]


@pytest.fixture
def problems() -> list[str]:
    return []


@pytest.fixture
def builds(monkeypatch: pytest.MonkeyPatch, problems: list[str]) -> Calls:
    """What the builder was asked for."""
    calls: Calls = []

    def build_site(
        target: Path, commands: Sequence[CommandHelp], units: Sequence[str] | None, progress: Callable[..., None]
    ) -> list[str]:
        assert [command.name for command in commands] == list(COMMANDS)
        calls.append((target, units))
        progress(1, 4, "en: 3 pages")
        return problems

    pretending = SimpleNamespace(build_site=build_site, units=lambda: UNITS)
    monkeypatch.setitem(sys.modules, "concordia_ref.site.build", pretending)
    return calls


def test_build_makes_everything_and_shows_its_progress(concordia: Command, builds: Calls, tmp_path: Path) -> None:
    answer = concordia("docs", "build", "-o", tmp_path / "site")
    assert builds == [(tmp_path / "site", None)]
    assert (answer.code, answer.out) == (0, "")
    assert answer.err.splitlines()[0] == "en: 3 pages"
    assert "0 faults were found" in answer.err


def test_build_makes_some_units(concordia: Command, builds: Calls, tmp_path: Path) -> None:
    assert concordia("docs", "build", "sr-Latn", "dev", "-o", tmp_path).code == 0
    assert builds == [(tmp_path, ["sr-Latn", "dev"])]


def test_faults_are_listed_and_decide_the_exit_code(
    concordia: Command, builds: Calls, problems: list[str], tmp_path: Path
) -> None:
    problems += ["en/index.html:7: one fault", "en/rules.html:9: another"]
    answer = concordia("docs", "build", "-o", tmp_path)
    assert (answer.code, answer.out.splitlines()) == (1, problems)
    assert "2 faults were found" in answer.err


def test_an_unknown_unit_is_reported_with_all_that_there_are(concordia: Command, builds: Calls, tmp_path: Path) -> None:
    answer = concordia("docs", "build", "de", "-o", tmp_path)
    assert (answer.code, builds) == (2, [])
    assert "'de'" in answer.err
    assert ", ".join(UNITS) in answer.err


def test_a_folder_with_other_files_is_left_alone(concordia: Command, builds: Calls, tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").touch()
    answer = concordia("docs", "build", "-o", tmp_path)
    assert (answer.code, builds) == (2, [])
    assert "empty folder" in answer.err
    (tmp_path / "index.html").touch()
    assert concordia("docs", "build", "-o", tmp_path).code == 0


def test_without_mkdocs_the_command_says_what_to_install(
    concordia: Command, builds: Calls, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "mkdocs", None)
    answer = concordia("docs", "build")
    assert (answer.code, builds) == (2, [])
    assert "pip install 'concordia-ref[docs]'" in answer.err


def test_a_folder_that_cannot_be_written_is_reported(concordia: Command, builds: Calls, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    answer = concordia("docs", "build", "-o", tmp_path / "file" / "site")
    assert (answer.code, builds) == (2, [])
    assert "Not a directory" in answer.err


@pytest.fixture
def free_port() -> int:
    with socket.create_server((HOST, 0)) as taken:
        return int(taken.getsockname()[1])


def test_serve_builds_watches_the_sources_and_builds_again(
    concordia: Command, builds: Calls, monkeypatch: pytest.MonkeyPatch, free_port: int, tmp_path: Path
) -> None:
    commands: list[Sequence[str]] = []
    watched: list[str] = []

    def interrupted(server: LiveReloadServer) -> None:
        server.builder()
        raise KeyboardInterrupt

    monkeypatch.setattr(subprocess, "run", lambda command, **_: commands.append(command[1:]))
    monkeypatch.setattr(LiveReloadServer, "watch", lambda _, path: watched.append(Path(path).name))
    monkeypatch.setattr(LiveReloadServer, "serve", interrupted)
    monkeypatch.setattr(LiveReloadServer, "shutdown", LiveReloadServer.server_close)
    answer = concordia("docs", "serve", "hu", "-o", tmp_path, "--port", str(free_port))
    assert answer.code == 0
    assert commands == [["-m", "concordia_ref", "docs", "build", "hu", "--output", str(tmp_path)]] * 2
    assert watched == list(SOURCES)
    assert f"http://127.0.0.1:{free_port}/" in answer.err


def test_a_port_in_use_is_reported_before_anything_is_built(concordia: Command, builds: Calls, tmp_path: Path) -> None:
    with socket.create_server((HOST, 0)) as taken:
        port = str(taken.getsockname()[1])
        answer = concordia("docs", "serve", "-o", tmp_path, "--port", port)
    assert (answer.code, builds) == (2, [])
    assert f"port {port} cannot be used" in answer.err
    assert "--port" in answer.err
