"""The conformance matrix of the known implementations: the suite is run against each of them when the site is built."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from concordia_ref.engine.game import Game
from concordia_ref.site.developer.html import code, joined, passage, source
from concordia_ref.site.markup import escaped, heading, items, link, table
from concordia_ref.site.page import Page
from concordia_ref.spec.bundle import bundle
from concordia_ref.spec.model import CANONICAL
from concordia_ref.spec.packaged import PACKAGE, packaged_folder
from concordia_ref.suite import reports
from concordia_ref.suite.cases import Case
from concordia_ref.suite.implementations import Implementation, read_implementations
from concordia_ref.suite.runner import run_suite

# What a verdict depends on. Texts that people read change no verdict.
READ = {
    "spec": ("*.yaml", "maps/*.yaml", "disputes/*.yaml"),
    "conformance": ("scenarios/**/*.yaml", "positions/*.yaml", "ways/**/*.yaml", "adapters/**/*.mjs"),
}
NO_RULES = ("site", "pictures")
TIMEOUT = 30.0
OUTCOMES = {"pass": "passed", "fail": "failed", "fault": "faults", "skip": "skipped"}

Report = Sequence[Mapping[str, Any]]


def implementation_page(game: Game, cases: Sequence[Case], cache: Path) -> Page:
    """The page; results of an earlier run in the cache stand while nothing has changed that they depend on."""
    found = {entry: _report(game, entry, cases, cache) for entry in read_implementations()}
    title, about = "Implementations", "What the known implementations make of the suite, scenario folder by folder."
    folders = list(dict.fromkeys(case.id.partition("/")[0] for case in cases))
    rows = [
        [link(f"scenarios.html#{folder}", folder), *(_cell(report, folder) for report in found.values())]
        for folder in folders
    ]
    body = joined(
        [
            heading(1, title),
            passage(
                f"The {len(cases):,} scenarios of the suite were run against each implementation when this page was "
                "built. A scenario is skipped where the implementation does not declare what it needs."
            ),
            table("Results", ("implementation", "version", "language", *OUTCOMES.values()), _totals(found)),
            items(f"<b>{escaped(entry.name)}</b>: {escaped(entry.description)}" for entry in found),
            heading(2, "By folder", "by-folder"),
            passage("Passed of all, with skipped ones in all: ✓ all pass, ◐ some, ✗ none, – all skipped."),
            table("Results by folder of scenarios", ("scenarios", *(entry.name for entry in found)), rows),
            *_failures(found),
            heading(2, "Yours", "yours"),
            passage(
                f"The list is {code('conformance/implementations.yaml')}. An implementation belongs on it when its "
                "adapter can be run by everybody; the command for a page of your own is"
            ),
            source('concordia conform --adapter "node my-adapter.mjs" --html report.html --badge badge.svg'),
        ]
    )
    return Page("implementations", title, body, about)


def _report(game: Game, entry: Implementation, cases: Sequence[Case], cache: Path) -> Report:
    """What came of the suite, from the cache if it is there."""
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
        lines = reports.report_lines([run], cases, version, CANONICAL)
        file.write_text(reports.to_jsonl(lines), encoding="utf-8")
    return reports.from_jsonl(file.read_text(encoding="utf-8"))


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


def _totals(found: Mapping[Implementation, Report]) -> Iterator[Sequence[str]]:
    for entry, report in found.items():
        (hello,) = report[0]["implementations"]
        outcomes = Counter(line["outcome"] for line in _verdicts(report))
        numbers = [f"{outcomes[outcome]:,}" for outcome in OUTCOMES]
        yield [escaped(entry.name), escaped(hello["version"]), escaped(entry.language), *numbers]


def _verdicts(report: Report) -> Iterator[Mapping[str, Any]]:
    return (line for line in report if line["type"] == "verdict")


def _cell(report: Report, folder: str) -> str:
    outcomes = Counter(line["outcome"] for line in _verdicts(report) if line["scenario"].startswith(f"{folder}/"))
    passed, every = outcomes["pass"], outcomes.total()
    mark = "✓" if passed == every else "–" if outcomes["skip"] == every else "◐" if passed else "✗"
    return f"{mark} {passed}/{every}"


def _failures(found: Mapping[Implementation, Report]) -> Iterable[str]:
    """The scenarios that an implementation fails, if there are any."""
    for entry, report in found.items():
        failed = [line for line in _verdicts(report) if line["outcome"] in ("fail", "fault")]
        if failed:
            yield heading(2, f"Failures: {entry.name}", f"failures-{entry.id}")
            yield items(_failure(line) for line in failed)


def _failure(line: Mapping[str, Any]) -> str:
    id = line["scenario"]
    return f"{link(f'scenarios/{id}.html', id)}: {escaped('; '.join(line['details']))}"
