"""The wheel alone, in an environment of its own outside the clone, is a working `concordia`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import concordia_ref

CLONE = Path(concordia_ref.__file__).parent.parent


def run(*command: str | Path, folder: Path) -> str:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [str(part) for part in command],
        cwd=folder,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_the_wheel_alone_validates_and_shows(tmp_path: Path) -> None:
    pip = (sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", tmp_path)
    run(*pip, CLONE, folder=tmp_path)
    (wheel,) = tmp_path.glob("*.whl")
    run(sys.executable, "-m", "venv", tmp_path / "venv", folder=tmp_path)
    programs = tmp_path / "venv" / "bin"
    run(programs / "python", "-m", "pip", "install", wheel, folder=tmp_path)

    outside = tmp_path / "elsewhere"
    outside.mkdir()
    where = "from concordia_ref.spec.packaged import packaged_folder; print(packaged_folder('spec'))"
    spec = Path(run(programs / "python", "-c", where, folder=outside).strip())
    assert spec.is_relative_to(tmp_path / "venv")
    front_door = "from concordia_ref import Game; print(Game())"
    assert run(programs / "python", "-c", front_door, folder=outside).startswith("<Game by edition canonical")
    assert run(programs / "concordia", "validate", folder=outside) == "the specification is valid\n"
    assert run(programs / "concordia", "show", "map", "italia", folder=outside).startswith(
        "Italia, for 2, 3 or 4 players: "
    )
    run(programs / "concordia", "adapter", "new", "--language", "python", "mine", folder=outside)
    assert (outside / "mine" / ".gitignore").is_file()
    assert (outside / "mine" / ".github" / "workflows" / "conformance.yml").is_file()
    assert run(programs / "python", "-m", "unittest", folder=outside / "mine").endswith("OK\n")
