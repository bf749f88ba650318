"""`concordia validate`: what it prints, and how it ends."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from concordia_ref.cli.exits import FINDINGS, FINE, USAGE
from concordia_ref.cli.main import main
from concordia_ref.spec.findings import Finding, render
from tests.conftest import SPEC, Command, Damaged, as_nobody


def test_a_sound_specification_is_exit_0(concordia: Command) -> None:
    answer = concordia("validate")
    assert (answer.code, answer.out, answer.err) == (FINE, "", "the specification is valid\n")


def test_findings_are_exit_1_and_counted(damaged: Damaged, concordia: Command) -> None:
    damaged.replace("goods.yaml", "price: 6", "price: 0")
    answer = concordia("validate", damaged.folder)
    assert answer.code == FINDINGS
    assert answer.out == f"{damaged.folder}/goods.yaml:8:17: 0 is out of bounds: at least 1 [schema.bounds]\n"
    assert answer.err == "1 finding, in 1 file\n"


def test_findings_in_several_files_are_counted(damaged: Damaged, concordia: Command) -> None:
    damaged.replace("goods.yaml", "price: 6", "price: 0")
    damaged.replace("about.yaml", "year: 2013", "year: '2013'")
    assert concordia("validate", damaged.folder).err == "2 findings, in 2 files\n"


def test_several_specifications_are_checked_together(damaged: Damaged, concordia: Command) -> None:
    assert concordia("validate", damaged.folder, SPEC).err == "the specifications are valid\n"


@pytest.mark.parametrize("command", [("validate",), ("bundle", "--spec")])
def test_a_folder_that_is_not_a_specification_is_named_in_one_line(
    tmp_path: Path, concordia: Command, command: tuple[str, ...]
) -> None:
    (tmp_path / "goods.yaml").touch()
    (tmp_path / "notes.yaml").touch()
    answer = concordia(*command, tmp_path)
    message = f"concordia: '{tmp_path}' is not a specification: it has no about.yaml\n"
    assert (answer.code, answer.out, answer.err) == (USAGE, "", message)


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("nowhere", "there is no file or folder 'nowhere'"),
        ("lone.yaml", "'lone.yaml' does not belong to a specification: no folder above it has an about.yaml"),
        ("spec/notes.txt", "'spec/notes.txt' is not a YAML file"),
    ],
)
def test_a_path_that_cannot_be_checked_is_exit_2(
    damaged: Damaged, concordia: Command, monkeypatch: pytest.MonkeyPatch, path: str, message: str
) -> None:
    monkeypatch.chdir(damaged.folder.parent)
    Path("lone.yaml").touch()
    Path("spec/notes.txt").touch()
    answer = concordia("validate", path)
    assert (answer.code, answer.out, answer.err) == (USAGE, "", f"concordia: {message}\n")


def test_a_name_that_is_too_long_is_exit_2(concordia_process: Command) -> None:
    answer = concordia_process("validate", "x" * 1000)
    assert answer.code == USAGE
    assert answer.err.startswith("concordia: ")
    assert len(answer.err.splitlines()) == 1


def test_of_a_file_only_its_own_findings_are_shown(
    damaged: Damaged, concordia: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(damaged.folder.parent)
    damaged.replace("goods.yaml", "price: 6", "price: 0")
    damaged.replace("about.yaml", "year: 2013", "year: '2013'")
    assert concordia("validate", "spec/goods.yaml").out.startswith("spec/goods.yaml:8:17: ")
    assert concordia("validate", "spec/goods.yaml", "spec/about.yaml").err == "2 findings, in 2 files\n"
    assert concordia("validate", "spec/turn.yaml").code == FINE


def test_a_file_named_besides_its_folder_hides_nothing(damaged: Damaged, concordia: Command) -> None:
    damaged.replace("goods.yaml", "price: 6", "price: 0")
    for paths in ((damaged.folder, damaged.file("turn.yaml")), (damaged.file("turn.yaml"), damaged.folder)):
        assert concordia("validate", *paths).err == "1 finding, in 1 file\n"


def test_json_holds_all_findings(damaged: Damaged, concordia: Command) -> None:
    damaged.replace("about.yaml", "year: 2013", "yæar: 2013")
    answer = concordia("validate", damaged.folder, "--format", "json")
    assert answer.code == FINDINGS
    assert answer.err == ""
    assert answer.out.isascii()
    file = str(damaged.file("about.yaml"))
    assert json.loads(answer.out) == {
        "findings": [
            {
                "file": file,
                "line": 3,
                "column": 1,
                "code": "schema.missing-key",
                "message": "the key 'year' is missing",
            },
            {
                "file": file,
                "line": 6,
                "column": 1,
                "code": "schema.unknown-key",
                "message": "unknown key 'yæar'; did you mean 'year'?",
            },
        ]
    }


def test_json_of_a_sound_specification_is_an_empty_list(concordia: Command) -> None:
    assert json.loads(concordia("validate", "--format", "json").out) == {"findings": []}


def test_github_commands_escape_what_would_break_them() -> None:
    finding = Finding("a,b:c%.yaml", 2, 3, "yaml.syntax", "is not YAML: 100 %\r\nnext: line, end")
    assert render([finding], "github") == (
        "::error file=a%2Cb%3Ac%25.yaml,line=2,col=3,title=yaml.syntax::is not YAML: 100 %25%0D%0Anext: line, end"
    )


def test_github_commands_are_one_a_line(damaged: Damaged, concordia: Command) -> None:
    damaged.replace("goods.yaml", "price: 6", "price: 0")
    damaged.replace("about.yaml", "year: 2013", "year: '2013'")
    lines = concordia("validate", damaged.folder, "--format", "github").out.splitlines()
    assert [line.split(" ")[0] for line in lines] == ["::error", "::error"]
    assert lines[1].endswith("goods.yaml,line=8,col=17,title=schema.bounds::0 is out of bounds: at least 1")


def test_a_path_in_a_locked_folder_is_exit_2(
    open_to_nobody: Damaged, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    locked = open_to_nobody.file("maps")
    before = locked.stat().st_mode
    locked.chmod(0o000)
    try:
        with (open_to_nobody.folder / "out").open("w") as out, monkeypatch.context() as patch, as_nobody():
            patch.setattr(sys, "stdout", out)
            code = main(["validate", str(locked / "italia.yaml")])
    finally:
        locked.chmod(before)
    (line,) = capsys.readouterr().err.splitlines()
    assert code == USAGE
    assert line == f"concordia: {locked / 'italia.yaml'}: Permission denied"
