"""The conformance matrix of the known implementations: the suite is run against each of them when the site is built."""

from __future__ import annotations

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from concordia_ref.engine.game import Game
from concordia_ref.site.page import Page
from concordia_ref.site.templates import page
from concordia_ref.spec.bundle import bundle
from concordia_ref.spec.model import CANONICAL
from concordia_ref.spec.packaged import PACKAGE, packaged_folder
from concordia_ref.suite.cases import Case
from concordia_ref.suite.implementations import Implementation, read_implementations
from concordia_ref.suite.report_file import from_jsonl, report_lines, to_jsonl
from concordia_ref.suite.runner import run_suite

# What a verdict depends on. Texts for people do not affect verdicts.
READ = {
    "spec": ("*.yaml", "maps/*.yaml", "disputes/*.yaml"),
    "conformance": ("scenarios/**/*.yaml", "positions/*.yaml", "ways/**/*.yaml", "adapters/**/*.mjs"),
}
NO_RULES = ("site", "reports", "pictures")
TIMEOUT = 30.0

Report = Sequence[Mapping[str, Any]]


class Result(NamedTuple):
    """The result of the suite for an implementation."""

    entry: Implementation
    version: str
    outcomes: Counter[str]
    by_folder: Mapping[str, Counter[str]]
    failures: Report


def implementation_page(game: Game, cases: Sequence[Case], cache: Path) -> Page:
    """The page; earlier results in the build folder stand as long as nothing that they depend on has changed."""
    return page(
        "dev/implementations.html",
        "implementations",
        "Implementations",
        "How the known implementations do in the suite, folder by folder.",
        scenarios=len(cases),
        results=[_result(entry, _report(game, entry, cases, cache)) for entry in read_implementations()],
        folders=list(dict.fromkeys(_folder(case.id) for case in cases)),
    )


def _result(entry: Implementation, report: Report) -> Result:
    (hello,) = report[0]["implementations"]
    verdicts = [line for line in report if line["type"] == "verdict"]
    by_folder: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for line in verdicts:
        by_folder[_folder(line["scenario"])][line["outcome"]] += 1
    failures = [line for line in verdicts if line["outcome"] in ("fail", "fault")]
    return Result(entry, hello["version"], Counter(line["outcome"] for line in verdicts), by_folder, failures)


def _folder(scenario: str) -> str:
    return scenario.partition("/")[0]


def _report(game: Game, entry: Implementation, cases: Sequence[Case], cache: Path) -> Report:
    """The report of the suite, from the build folder if it is there."""
    folder = cache / "implementations"
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{entry.id}-{digest(entry)}.jsonl"
    if not file.exists():
        for stale in folder.glob(f"{entry.id}-*.jsonl"):
            stale.unlink()
        rules = folder / "rules.json"
        rules.write_text(json.dumps(bundle(game.spec)), encoding="utf-8")
        version = game.spec.version
        run = run_suite(entry.started_with(rules), cases, specification=version, jobs=2, timeout=TIMEOUT)
        lines = report_lines([run], cases, version, CANONICAL)
        file.write_text(to_jsonl(lines), encoding="utf-8")
    return from_jsonl(file.read_text(encoding="utf-8"))


def digest(entry: Implementation) -> str:
    """A short name for everything on which the results of an implementation depend."""
    seen = hashlib.sha256(entry.command.encode("utf-8"))
    for file in _files():
        seen.update(file.name.encode("utf-8") + b"\0" + file.read_bytes() + b"\0")
    return seen.hexdigest()[:16]


def _files() -> Iterator[Path]:
    for folder, patterns in READ.items():
        root = packaged_folder(folder)
        yield from sorted({file for pattern in patterns for file in root.glob(pattern)})
    yield from (file for file in sorted(PACKAGE.rglob("*.py")) if file.relative_to(PACKAGE).parts[0] not in NO_RULES)
