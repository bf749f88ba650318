"""A small suite, adapters that break in it, and checks of the reports that are written."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import sys
import threading
import unicodedata
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, cast

import concordia_ref.reports
from concordia_ref.engine.game import Game
from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.suite.adapter import Adapter
from concordia_ref.suite.capabilities import capabilities
from concordia_ref.suite.cases import Case
from concordia_ref.suite.loading import Selection, Suite, load_cases
from concordia_ref.suite.process import AdapterProcess
from concordia_ref.suite.report_file import FORMAT, from_jsonl
from concordia_ref.suite.verdicts import Verdict, judge
from tests.broken_adapters import EVERYTHING, course_key
from tests.conftest import Answer, Command

TEMPLATES = Path(concordia_ref.reports.__file__).parent / "templates"
PROGRAM = Path(__file__).parents[1] / "broken_adapters.py"
CONFORMANCE = packaged_folder("conformance")
VERSION = Game().spec.version
# The adapter breaks here. It is the twin of none of the others, so that they never send what it breaks at.
TARGET = "mercator/from-two-to-eleven-coins"
SMALL = (
    TARGET,
    "components/god-of-the-mercators",
    "diplomat/bought-mercator-copied",
    "mercator/cloth-bought-at-seven",
    "mercator/no-cloth-for-six-coins",
    "setup/colonists-of-three-players",
    "tribune/no-second-colonist",
)
OTHERS = sorted(set(SMALL) - {TARGET})


@cache
def suite_of(edition: str, folder: Path | None) -> Suite:
    return Suite(edition, folder)


@cache
def whole_suite(edition: str = "canonical") -> tuple[Case, ...]:
    return suite_of(edition, None).select(Selection()).cases


def program(kind: str) -> str:
    """The command of an adapter that needs no script."""
    return shlex.join([sys.executable, str(PROGRAM), kind])


class Recorder:
    """Stands for a process: asks the reference, and writes down its answers."""

    stderr = b""

    def __init__(self) -> None:
        self.reference = Adapter()
        self.course: list[dict[str, Any]] = []
        self.answers: dict[str, Any] = {}
        self.keys: dict[str, str] = {}

    def ask(self, op: str, **fields: Any) -> dict[str, Any]:
        request = {"op": op, **fields}
        answer = self.reference.answer(json.dumps({"id": 0, **request}))
        self.course = [request] if op in ("load", "new") else [*self.course, request]
        key = course_key(self.course)
        self.answers[key] = {kind: value for kind, value in answer.items() if kind != "id"}
        self.keys[op] = key
        return answer

    def finish(self) -> None:
        self.ask("sync")

    def judge(self, case: Case) -> Verdict:
        adapter = cast(AdapterProcess, self)
        return judge(adapter, case, capabilities(adapter, VERSION))


@dataclass(frozen=True)
class Script:
    """The right answers for a small suite, and the requests of the target at which an adapter may break."""

    suite: Path
    answers: Mapping[str, Any]
    triggers: Mapping[str, str]


@dataclass(frozen=True)
class Result:
    """What came of a run: the exit code, what was printed, and the lines of the report."""

    answer: Answer
    report: list[dict[str, Any]]

    @property
    def verdicts(self) -> list[dict[str, Any]]:
        return [line for line in self.report if line["type"] == "verdict"]

    @property
    def timeless(self) -> list[dict[str, Any]]:
        """The report without what no two runs have in common: how long it took, and when it began."""
        return [{key: line[key] for key in line if key not in ("seconds", "started")} for line in self.report]

    @property
    def outcomes(self) -> dict[str, str]:
        return {line["scenario"]: line["outcome"] for line in self.verdicts}

    def of(self, id: str) -> dict[str, Any]:
        return next(line for line in self.verdicts if line["scenario"] == id)


@dataclass(frozen=True)
class Bench:
    """A small suite, adapters that break in it, and a folder for what is written."""

    concordia: Command
    folder: Path
    script: Script

    @property
    def suite(self) -> Path:
        return self.script.suite

    def cases(self) -> dict[str, Case]:
        return {case.id: case for case in load_cases(folder=self.suite)}

    def command(self, kind: str, op: str = "none", **hello: Any) -> str:
        """An adapter that breaks at an operation of the target, or at every one if it is written in capitals."""
        trigger = op.lower() if op.isupper() else self.script.triggers.get(op, op)
        data = {"hello": {**EVERYTHING, **hello}, "answers": self.script.answers, "trigger": trigger}
        file = self.folder / f"{kind}.json"
        file.write_text(json.dumps(data), encoding="utf-8")
        # Without the site packages a Python starts at once.
        return shlex.join([sys.executable, "-S", "-E", str(PROGRAM), kind, str(file)])

    def run(self, *arguments: str | Path) -> Answer:
        return self.concordia("conform", "--suite", self.suite, *arguments)

    def written(self, kind: str) -> str:
        return (self.folder / f"report.{kind}").read_text(encoding="utf-8")

    def conform(self, command: str, *arguments: str | Path) -> Result:
        """Run the small suite with all reports, and check that each of them is valid."""
        kinds = ("report", "junit", "markdown", "html", "badge")
        files = [text for kind in kinds for text in (f"--{kind}", self.folder / f"report.{kind}")]
        answer = self.run("--adapter", command, *files, *arguments)
        assert answer.code in (0, 1), answer.err
        assert is_plain(answer.out + answer.err)
        assert all(is_plain(self.written(kind)) for kind in kinds)
        lines = check_jsonl(self.written("report"))
        check_junit(self.written("junit"), lines)
        check_html(self.written("html"))
        check_markdown(self.written("markdown"))
        ElementTree.fromstring(self.written("badge"))
        return Result(answer, lines)


def is_plain(text: str) -> bool:
    """Whether a text is free of control characters other than line breaks."""
    return all(letter == "\n" or unicodedata.category(letter) not in ("Cc", "Cf", "Cs", "Zl", "Zp") for letter in text)


def check_jsonl(text: str) -> list[dict[str, Any]]:
    assert text.endswith("\n")
    lines = [json.loads(line) for line in text.splitlines()]
    assert from_jsonl(text) == lines
    header, *rest, footer = lines
    verdicts = [line for line in rest if line["type"] == "verdict"]
    assert (header["type"], header["format"], header["specification"]) == ("header", FORMAT, VERSION)
    assert footer["type"] == "footer"
    assert {line["type"] for line in rest} <= {"verdict", "cause"}
    for implementation in header["implementations"]:
        label = implementation["label"]
        outcomes = Counter(line["outcome"] for line in verdicts if line["implementation"] == label)
        assert footer["counts"][label] == outcomes
        assert footer["interrupted"] or outcomes.total() == header["scenarios"]
    return lines


def without_times(report: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """A report without what is never the same: when it was begun, and how long each scenario took."""
    return [{key: value for key, value in line.items() if key not in ("started", "seconds")} for line in report]


def check_junit(text: str, lines: Sequence[Mapping[str, Any]]) -> None:
    root = ElementTree.fromstring(text)
    names = [f"{case.get('classname')}/{case.get('name')}" for case in root.iter("testcase")]
    assert names == [line["scenario"] for line in lines if line["type"] == "verdict"]
    broken = [line for line in lines if line.get("outcome") in ("fail", "fault")]
    assert len([*root.iter("failure"), *root.iter("error")]) == len(broken)


class Tags(HTMLParser):
    """The tags of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.scripts: list[str] = []
        self.feed(page)

    def handle_data(self, data: str) -> None:
        if self.lasttag == "script" and self.cdata_elem == "script":
            self.scripts.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.add(tag)
        assert not any(name.startswith("on") for name, _ in attrs)


# What is drawn, and what is written.
DRAWN = "svg symbol defs g use path rect circle text desc pattern polyline"
WRITTEN = (
    "html head meta title style body header nav main section article h1 h2 h3 p ul ol li dl dt dd br small strong code "
    "pre table thead tbody tr th td a details summary div span figure figcaption del ins noscript template script "
    "form label input select option button output"
)


def check_html(text: str) -> None:
    tags = Tags(text)
    assert tags.found <= {*DRAWN.split(), *WRITTEN.split()}
    ours = (TEMPLATES / "report.js").read_text(encoding="utf-8")
    assert "".join(tags.scripts).strip() in ("", ours.strip())


def check_markdown(text: str) -> None:
    for block in text.split("\n\n"):
        rows = [line for line in block.splitlines() if line.startswith("|")]
        assert len({len(re.findall(r"(?<!\\)\|", row)) for row in rows}) <= 1
    assert len(text.encode("utf-8")) <= 60_000
    # A command stands as it is; everything else that is not ours is escaped.
    ours = re.sub(r"<pre>[^<]*</pre>|</?details>|</?summary>|\\.", "", text).replace("**", "")
    assert not set(ours) & set("<>`*[]")


def processes_with(mark: str) -> list[int]:
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (folder / "environ").read_bytes():
                found.append(int(folder.name))
        except OSError:
            continue
    return found


def what_is_open() -> tuple[set[str], int, int]:
    """The children of this process, also those dead but not waited for; how many files and threads it has."""
    tasks = Path("/proc/self/task").glob("*/children")
    children = {child for task in tasks for child in task.read_text(encoding="ascii").split()}
    return children, len(list(Path("/proc/self/fd").iterdir())), threading.active_count()


def damaged(bench: Bench, old: str, new: str, id: str = TARGET) -> Path:
    """A copy of the small suite with other words in one scenario."""
    copied = bench.folder / "damaged"
    shutil.copytree(bench.suite, copied)
    file = copied / "scenarios" / f"{id}.yaml"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    return copied
