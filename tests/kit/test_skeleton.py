"""Skeletons of adapters: what is written, what is never overwritten, and the one in Python at work."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from concordia_ref.cli import adapter as adapter_command
from concordia_ref.kit.languages import LANGUAGES
from concordia_ref.kit.skeleton import skeleton
from concordia_ref.suite.protocol import OPERATIONS
from tests.conftest import Command
from tests.kit.skeletons import FIRST_SCENARIO, Project, check_malformed, project


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_skeleton_has_everything_that_an_author_needs(language: str) -> None:
    files = skeleton(language)
    assert {"README.md", ".gitignore", ".github/workflows/conformance.yml", LANGUAGES[language].engine} <= set(files)
    assert any("test" in path.lower() for path in files)
    for path, text in files.items():
        assert not re.search(r"\{\{[A-Z_]+\}\}", text), f"{path} has an empty place"
    for edit in LANGUAGES[language].first_card:
        assert edit.new in files["README.md"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_engine_has_a_place_for_every_operation_and_card(language: str) -> None:
    engine = skeleton(language)[LANGUAGES[language].engine].lower()
    for operation in OPERATIONS:
        named = {"new": r"\b(new|create|new_game|newgame)\(", "check": "", "sync": "", "bye": ""}
        assert re.search(named.get(operation, rf"\b{operation}\("), engine), operation
    for action in [
        "tribune",
        "architect",
        "prefect",
        "mercator",
        "colonist",
        "diplomat",
        "senator",
        "consul",
        "specialist",
    ]:
        assert re.search(rf"\b{action}\(", engine), action


def test_the_command_knows_all_languages() -> None:
    assert set(adapter_command.LANGUAGES) == set(LANGUAGES)


def test_the_command_writes_a_skeleton_and_says_what_comes_next(concordia: Command, tmp_path: Path) -> None:
    answer = concordia("adapter", "new", "--language", "go", str(tmp_path / "mine"))
    assert answer.code == 0
    assert 'concordia conform --adapter "./adapter" --smoke' in answer.out
    assert (tmp_path / "mine" / "engine.go").is_file()


def test_an_empty_folder_is_filled(concordia: Command, tmp_path: Path) -> None:
    assert concordia("adapter", "new", "--language", "python", str(tmp_path)).code == 0
    assert (tmp_path / "adapter" / "engine.py").is_file()


def test_a_folder_that_is_not_empty_stays_as_it_is(concordia: Command, tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("mine", encoding="utf-8")
    answer = concordia("adapter", "new", "--language", "rust", str(tmp_path))
    assert answer.code == 2
    assert "is not empty" in answer.err
    assert "name a folder that is new or empty" in answer.err
    assert [file.name for file in tmp_path.iterdir()] == ["README.md"]
    assert (tmp_path / "README.md").read_text(encoding="utf-8") == "mine"


def test_a_file_is_not_a_folder(concordia: Command, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    answer = concordia("adapter", "new", "--language", "java", str(tmp_path / "file"))
    assert answer.code == 2
    assert "is a file" in answer.err
    assert (tmp_path / "file").read_text(encoding="utf-8") == "mine"


def test_an_unknown_language_writes_nothing(concordia: Command, tmp_path: Path) -> None:
    answer = concordia("adapter", "new", "--language", "cobol", str(tmp_path / "mine"))
    assert answer.code == 2
    assert "typescript, javascript, python, rust, java, csharp, go" in answer.err
    assert not (tmp_path / "mine").exists()


@pytest.mark.parametrize(
    ("arguments", "missing"),
    [(["new", "--language", "go"], "the folder"), (["new", "mine"], "the language"), (["--language", "go"], "belongs")],
)
def test_what_is_missing_is_named(concordia: Command, arguments: list[str], missing: str) -> None:
    answer = concordia("adapter", *arguments)
    assert answer.code == 2
    assert missing in answer.err


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return project("python", tmp_path_factory.mktemp("kit") / "python")


class TestPython:
    def test_its_own_tests_pass(self, python: Project) -> None:
        assert "OK" in python.must("python -m unittest")

    def test_it_is_typed_and_formatted(self, python: Project) -> None:
        python.must("mypy")
        python.must("ruff format --check .")
        python.must("ruff check --select E4,E7,E9,F,I .")

    def test_the_first_card_passes(self, python: Project, tmp_path: Path) -> None:
        shutil.copytree(python.folder, tmp_path / "python")
        changed = Project("python", tmp_path / "python")
        changed.play_the_first_card()
        changed.must("mypy")
        ran = changed.conform(FIRST_SCENARIO)
        assert ran.code == 0, ran.text

    def test_what_it_cannot_do_is_skipped_and_what_is_no_turn_is_refused(self, python: Project) -> None:
        state = json.loads(skeleton("python")["tests/test_adapter.py"].split('"""')[1])
        answers = python.ask(
            {"op": "load", "edition": "canonical", "state": state},
            {"op": "score"},
            {"op": "apply", "turn": {"card": "mercator"}},
            {"op": "apply", "turn": {"card": "mercator", "moves": [{"colonist": "sea@roma"}]}},
            {"op": "load", "edition": "canonical", "state": {**state, "map": "atlantis"}},
            {"op": "bye"},
            {"op": "sync"},
        )
        assert [next(key for key in answer if key != "id") for answer in answers] == [
            "ok",
            "skip",
            "skip",
            "reject",
            "reject",
            "ok",  # and nothing is answered after bye
        ]
        assert answers[3]["reject"]["malformed"] == "/moves/0"
        assert answers[4]["reject"]["malformed"] == "/map"

    def test_it_refuses_what_cannot_be_read(self, python: Project) -> None:
        check_malformed(python)
