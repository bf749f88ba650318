"""What the tests of the runner share."""

from __future__ import annotations

import shutil
import uuid
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from concordia_ref.suite import conformance_run, runner
from concordia_ref.suite.loading import Suite, load_cases
from tests.conftest import Command
from tests.suite.bench import (
    CONFORMANCE,
    SMALL,
    TARGET,
    Bench,
    Recorder,
    Script,
    processes_with,
    suite_of,
    what_is_open,
)


@pytest.fixture
def loaded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Loading the whole suite takes a second or two: once is enough for the tests in which it is not the matter."""

    def loaded(edition: str, folder: Path | None, readings: Mapping[str, str]) -> Suite:
        return Suite(edition, folder, readings) if readings else suite_of(edition, folder)

    monkeypatch.setattr(conformance_run, "Suite", loaded)


@pytest.fixture(scope="session")
def script(tmp_path_factory: pytest.TempPathFactory) -> Script:
    folder = tmp_path_factory.mktemp("suite")
    shutil.copytree(CONFORMANCE / "positions", folder / "positions")
    for id in SMALL:
        file = folder / "scenarios" / f"{id}.yaml"
        file.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(CONFORMANCE / "scenarios" / f"{id}.yaml", file)
    answers: dict[str, Any] = {}
    triggers: dict[str, str] = {}
    for case in load_cases(folder=folder):
        recorder = Recorder()
        assert recorder.judge(case).outcome == "pass"
        answers |= recorder.answers
        if case.id == TARGET:
            triggers = recorder.keys
    return Script(folder, answers, triggers)


@pytest.fixture
def bench(concordia: Command, tmp_path: Path, script: Script) -> Bench:
    return Bench(concordia, tmp_path, script)


@pytest.fixture
def nothing_survives(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whatever is started inherits a mark; at the end no process carries it, and no child or open file is left."""
    mark = uuid.uuid4().hex
    monkeypatch.setenv("CONCORDIA_TEST", mark)
    before = what_is_open()
    yield
    assert processes_with(mark) == []
    assert what_is_open() == before


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A runner that does not wait long for a program to start."""
    monkeypatch.setattr(runner, "STARTUP", 0.0)
