"""The npm package of the rules and the engine in JavaScript: packed, installed in a fresh folder, and used there."""

from __future__ import annotations

import json
import shutil
import subprocess
import tarfile
from pathlib import Path
from typing import Any

import pytest

import concordia_ref
from concordia_ref.spec.bundle import bundle
from concordia_ref.spec.editions import edition_ids
from concordia_ref.spec.loading import load
from concordia_ref.suite.loading import load_cases
from concordia_ref.suite.runner import run_suite

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "conformance" / "adapters" / "javascript"
TOOLS = ROOT / "tests" / "javascript"
TYPESCRIPT = TOOLS / "node_modules" / "typescript" / "bin" / "tsc"


def run(*words: str | Path, cwd: Path, text: str = "") -> str:
    found = shutil.which(str(words[0]))
    assert found, f"{words[0]} is missing: make .venv/.ready-npm"
    done = subprocess.run(
        [found, *map(str, words[1:])], cwd=cwd, input=text, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def tarball(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `make npm` makes."""
    folder = tmp_path_factory.mktemp("npm")
    (folder / "rules.json").write_text(json.dumps(bundle(load())), encoding="utf-8")
    run("node", FOLDER / "pack.mjs", "rules.json", ROOT / "LICENSE", "package", cwd=folder)
    run("node", TYPESCRIPT, "--project", TOOLS / "declarations.json", "--outDir", folder / "package", cwd=folder)
    run("npm", "pack", "./package", cwd=folder)
    return folder / f"concordia-javascript-{concordia_ref.__version__}.tgz"


@pytest.fixture(scope="module")
def user(tarball: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh folder in which the package is installed, without asking any registry."""
    folder = tmp_path_factory.mktemp("user")
    (folder / "package.json").write_text('{"private": true, "type": "module"}')
    run("npm", "install", "--offline", "--no-audit", "--no-fund", tarball, cwd=folder)
    return folder


def test_it_holds_the_rules_the_engine_its_types_and_the_license(tarball: Path) -> None:
    with tarfile.open(tarball) as archive:
        names = {name.removeprefix("package/") for name in archive.getnames()}
        package: Any = archive.extractfile("package/package.json")
        entry = json.load(package)
    assert {"LICENSE", "README.md", "rules.json", "engine.mjs", "engine.d.mts", "types.d.ts", "adapter.mjs"} <= names
    assert {f"engine/{module.name}" for module in (FOLDER / "engine").glob("*.mjs")} <= names
    assert entry["version"] == concordia_ref.__version__
    assert "private" not in entry
    assert "dependencies" not in entry
    assert tarball.stat().st_size < 2_000_000


def test_the_version_is_ours() -> None:
    assert json.loads((FOLDER / "package.json").read_text(encoding="utf-8"))["version"] == concordia_ref.__version__


def test_its_adapter_runs_by_name_and_passes(user: Path) -> None:
    command = f"npm exec --prefix {user} --offline -- concordia-javascript"
    cases = [case for case in load_cases() if case.id.startswith("mercator/")]
    outcome = run_suite(command, cases, specification=concordia_ref.__version__, timeout=60.0)
    assert {verdict.outcome for verdict in outcome.verdicts} == {"pass"}
    assert outcome.can.editions == set(edition_ids())


def test_it_is_imported_by_name(user: Path) -> None:
    script = """
        import {readFileSync} from 'node:fs';
        import {createRules, editionsOf} from 'concordia-javascript';
        const rules = new URL(import.meta.resolve('concordia-javascript/rules.json'));
        const bundle = JSON.parse(readFileSync(rules, 'utf8'));
        const income = createRules(bundle, {edition: 'cs'}).data.actions.colonist.choose.income[0];
        console.log(JSON.stringify([editionsOf(bundle), income.base, income.per_colonist_on_board]));
    """
    # The Czech rulebook gives two sestertii for each colonist, and nothing besides.
    assert json.loads(run("node", "--input-type=module", "--eval", script, cwd=user)) == [edition_ids(), 0, 2]


def test_typescript_knows_its_types(user: Path) -> None:
    (user / "tsconfig.json").write_text(
        '{"compilerOptions": {"strict": true, "noEmit": true, "module": "nodenext", "target": "es2022", "types": []}}'
    )
    fine = """
        import {createRules, score, type Malformed} from 'concordia-javascript';
        import type {Bundle, State} from 'concordia-javascript/types';
        export function points(bundle: Bundle, state: State): number[] {
          return score(createRules(bundle, {edition: 'hu'}), state).players.map((player) => player.total);
        }
        export const pointer = (problem: Malformed): string => problem.pointer;
    """
    (user / "engine.ts").write_text(fine)
    run("node", TYPESCRIPT, "--project", ".", cwd=user)
    (user / "engine.ts").write_text(fine.replace("player.total", "player.points"))
    with pytest.raises(AssertionError, match="points"):
        run("node", TYPESCRIPT, "--project", ".", cwd=user)


def test_rules_of_one_edition_or_another_version_are_not_packed(tmp_path: Path) -> None:
    for change, why in (({"edition": "cs"}, "all editions"), ({"version": "9.9.9"}, "version 9.9.9")):
        (tmp_path / "rules.json").write_text(json.dumps({**bundle(load()), **change}), encoding="utf-8")
        with pytest.raises(AssertionError, match=why):
            run("node", FOLDER / "pack.mjs", "rules.json", ROOT / "LICENSE", "out", cwd=tmp_path)
        assert not (tmp_path / "out").exists()
