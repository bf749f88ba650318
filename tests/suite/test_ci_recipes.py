"""The recipes for continuous integration: the action, the container, the hook, and the commands that the page shows."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
import yaml

from concordia_ref.cli.main import concordia

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "dev" / "ci.md").read_text(encoding="utf-8")
ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
TOOLS = Path(sys.executable).parent
WORKFLOW, PIPELINE, HOOKS = [text for language, text in BLOCKS if language == "yaml"]


def tool(*words: str | Path) -> None:
    run = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stdout + run.stderr


def commands() -> list[list[str]]:
    """All calls of `concordia` on the page, in blocks, in lists of commands and in the arguments of hooks."""
    lines = [line for _, text in BLOCKS for line in text.splitlines()]
    calls = [
        match[1] for line in lines if (match := re.search(r"(?:^|[\s/-])concordia ((?:conform|bundle)\b.*)", line))
    ]
    hook = yaml.safe_load(HOOKS)["repos"][0]["hooks"][0]
    return [*map(shlex.split, calls), ["conform", *hook["args"]]]


class TestSnippets:
    def test_the_page_shows_every_way(self) -> None:
        assert len(commands()) == 7

    @pytest.mark.parametrize("words", commands(), ids=" ".join)
    def test_every_option_that_the_page_shows_exists(self, words: list[str]) -> None:
        command = concordia.get_command(click.Context(concordia), words[0])
        assert command
        known = {name for parameter in command.params for name in parameter.opts}
        assert [word for word in words if word.startswith("-") and word not in known] == []

    def test_the_workflow_is_one(self, tmp_path: Path) -> None:
        (tmp_path / "workflow.yml").write_text(WORKFLOW, encoding="utf-8")
        tool(TOOLS / "check-jsonschema", "--builtin-schema", "vendor.github-workflows", tmp_path / "workflow.yml")
        steps = yaml.safe_load(WORKFLOW)["jobs"]["concordia"]["steps"]
        assert set(steps[-1]["with"]) <= set(ACTION["inputs"])

    def test_the_pipeline_is_one(self, tmp_path: Path) -> None:
        (tmp_path / "gitlab.yml").write_text(PIPELINE, encoding="utf-8")
        tool(TOOLS / "check-jsonschema", "--builtin-schema", "vendor.gitlab-ci", tmp_path / "gitlab.yml")

    def test_the_hook_is_one(self, tmp_path: Path) -> None:
        tool(TOOLS / "pre-commit", "validate-manifest", ROOT / ".pre-commit-hooks.yaml")
        (tmp_path / "config.yaml").write_text(HOOKS, encoding="utf-8")
        tool(TOOLS / "pre-commit", "validate-config", tmp_path / "config.yaml")
        offered = [hook["id"] for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))]
        assert [hook["id"] for hook in yaml.safe_load(HOOKS)["repos"][0]["hooks"]] == offered

    def test_inputs_and_outputs_are_those_of_the_action(self) -> None:
        inputs = re.findall(r"^\| `([\w-]+)` \|", PAGE, re.MULTILINE)
        assert inputs == list(ACTION["inputs"])
        outputs = PAGE[PAGE.index("Its outputs are") :].split("\n\n")[0]
        assert re.findall(r"`(\w+)`", outputs) == list(ACTION["outputs"])


def test_the_container_is_linted() -> None:
    tool(TOOLS / "hadolint", "--failure-threshold", "info", ROOT / "Containerfile")


def action_step(index: int, runner: Path, work: Path, values: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run a script of the action as GitHub does: by bash, with its variables."""
    step = [step for step in ACTION["runs"]["steps"] if "run" in step][index]
    assert step["shell"] == "bash"
    defaults = {f"inputs.{name}": str(entry.get("default", "")) for name, entry in ACTION["inputs"].items()}
    known = {**defaults, **values}
    given = {
        name: re.sub(r"\$\{\{ (.*?) \}\}", lambda found: known[found[1]], text) for name, text in step["env"].items()
    }
    kept = {name: os.environ[name] for name in os.environ if not name.startswith(("PYTHON", "GITHUB"))}
    files = {"GITHUB_STEP_SUMMARY": str(work / "step-summary"), "GITHUB_OUTPUT": str(work / "step-output")}
    return subprocess.run(
        # The options with which GitHub starts bash.
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
        cwd=work,
        env={**kept, **given, **files, "RUNNER_TEMP": str(runner)},
        capture_output=True,
        text=True,
        timeout=300,
    )


@pytest.fixture(scope="module")
def runner(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for temporary files in which the suite is installed, as the container installs it too."""
    folder = tmp_path_factory.mktemp("runner")
    done = action_step(0, folder, folder, {"inputs.version": "", "github.action_path": str(ROOT)})
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


class TestAction:
    def outputs(self, work: Path) -> dict[str, str]:
        lines = (work / "step-output").read_text(encoding="utf-8").splitlines()
        return dict(line.split("=", 1) for line in lines)

    def adapter(self, runner: Path) -> str:
        return f"{runner}/concordia/bin/python -m concordia_ref adapter"

    def test_it_is_one(self) -> None:
        tool(TOOLS / "check-jsonschema", "--builtin-schema", "vendor.github-actions", ROOT / "action.yml")

    def test_a_conforming_engine_passes_and_leaves_its_reports(self, runner: Path, tmp_path: Path) -> None:
        values = {"inputs.adapter": self.adapter(runner), "inputs.arguments": "--card 'consul' --show 1"}
        run = action_step(1, runner, tmp_path, values)
        assert run.returncode == 0, run.stdout + run.stderr
        told = self.outputs(tmp_path)
        assert int(told["passed"]) > 10
        assert (told["failed"], told["skipped"]) == ("0", "0")
        reports = tmp_path / "concordia-conformance"
        assert {file.name for file in reports.iterdir()} == {
            "report.jsonl",
            "junit.xml",
            "summary.md",
            "index.html",
            "badge.svg",
        }
        assert tmp_path / told["badge"] == reports / "badge.svg"
        assert tmp_path / told["report"] == reports / "report.jsonl"
        assert told["passed"] in (tmp_path / "step-summary").read_text(encoding="utf-8")

    def test_a_wrong_engine_fails_with_annotations(self, runner: Path, tmp_path: Path) -> None:
        # It never pays the income of a Mercator.
        (tmp_path / "engine.py").write_text(
            "from concordia_ref.engine.verbs.effects import GainCardIncome\n"
            "GainCardIncome.take_effect = lambda self, draft: None\n"
            "import sys\nfrom concordia_ref.suite.adapter import serve\nserve(sys.stdin, sys.stdout)\n"
        )
        values = {
            "inputs.adapter": f"{runner}/concordia/bin/python engine.py",
            "inputs.arguments": "mercator",
            "inputs.reports": "out of the way",
        }
        run = action_step(1, runner, tmp_path, values)
        assert run.returncode == 1, run.stdout + run.stderr
        assert "::error" in run.stdout
        assert int(self.outputs(tmp_path)["failed"]) > 5
        assert (tmp_path / "out of the way" / "index.html").is_file()

    def test_more_arguments_are_words_and_nothing_is_carried_out(self, runner: Path, tmp_path: Path) -> None:
        values = {
            "inputs.adapter": self.adapter(runner),
            "inputs.arguments": "'$(touch made)' `touch made` ; touch made",
        }
        run = action_step(1, runner, tmp_path, values)
        assert run.returncode == 2
        assert "$(touch made)" in run.stdout + run.stderr
        assert not (tmp_path / "made").exists()

    def test_an_adapter_that_does_not_start_is_named(self, runner: Path, tmp_path: Path) -> None:
        run = action_step(1, runner, tmp_path, {"inputs.adapter": "./no-such-adapter"})
        assert run.returncode == 3
        assert "no-such-adapter" in run.stdout + run.stderr

    def test_its_files_are_installed_as_the_container_installs_them(self) -> None:
        text = (ROOT / "Containerfile").read_text(encoding="utf-8")
        wanted: Any = re.search(r"^COPY \. (\S+)$", text, re.MULTILINE)
        assert re.search(rf"^RUN python -m pip install .*{wanted[1]} && concordia --version$", text, re.MULTILINE)
        assert 'ENTRYPOINT ["concordia"]' in text
