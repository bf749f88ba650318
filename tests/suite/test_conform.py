"""The conformance runner: what a broken adapter costs, what the exit codes mean, and what the reports hold."""

from __future__ import annotations

import hashlib
import json
import re
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
import unicodedata
import uuid
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, cast

import pytest

from concordia_ref.cli import conform as conform_command
from concordia_ref.cli.conform import REFERENCE
from concordia_ref.engine.game import Game
from concordia_ref.spec.disputes import read_register
from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.suite import process, reports, runner
from concordia_ref.suite.adapter import Adapter
from concordia_ref.suite.cases import Case
from concordia_ref.suite.expectations import read_expectations, surprises
from concordia_ref.suite.loading import Selection, Suite, load_cases
from concordia_ref.suite.process import AdapterProcess, Fault, shown
from concordia_ref.suite.runner import run_suite
from concordia_ref.suite.verdicts import Verdict, capabilities, judge
from concordia_ref.words.languages import english
from tests.broken_adapters import EVERYTHING, NASTY, NOTHING, course_key
from tests.conftest import Answer, Command
from tests.play_schemas import faults

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


@pytest.fixture
def loaded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Loading the whole suite takes a second or two: once is enough for the tests in which it is not the matter."""
    monkeypatch.setattr(conform_command, "Suite", suite_of)


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


@pytest.fixture(scope="session")
def script(tmp_path_factory: pytest.TempPathFactory) -> Script:
    folder = tmp_path_factory.mktemp("suite")
    shutil.copytree(CONFORMANCE / "positions", folder / "positions")
    for id in SMALL:
        file = folder / "scenarios" / f"{id}.yaml"
        file.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(CONFORMANCE / "scenarios" / f"{id}.yaml", file)
    answers: dict[str, Any] = {}
    triggers: dict[str, str] = {}
    for case in load_cases(folder=folder):
        recorder = Recorder()
        assert recorder.judge(case).outcome == "pass"
        answers |= recorder.answers
        if case.id == TARGET:
            triggers = recorder.keys
    return Script(folder, answers, triggers)


@dataclass(frozen=True)
class Result:
    """What came of a run: the exit code, what was printed, and the lines of the report."""

    answer: Answer
    report: list[dict[str, Any]]

    @property
    def verdicts(self) -> list[dict[str, Any]]:
        return [line for line in self.report if line["type"] == "verdict"]

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


@pytest.fixture
def bench(concordia: Command, tmp_path: Path, script: Script) -> Bench:
    return Bench(concordia, tmp_path, script)


def is_plain(text: str) -> bool:
    """Whether a text is free of control characters other than line breaks."""
    return all(letter == "\n" or unicodedata.category(letter) not in ("Cc", "Cf", "Cs", "Zl", "Zp") for letter in text)


def check_jsonl(text: str) -> list[dict[str, Any]]:
    assert text.endswith("\n")
    lines = [json.loads(line) for line in text.splitlines()]
    assert reports.from_jsonl(text) == lines
    header, *verdicts, footer = lines
    assert (header["type"], header["format"], header["specification"]) == ("header", reports.FORMAT, VERSION)
    assert footer["type"] == "footer"
    assert {line["type"] for line in verdicts} <= {"verdict"}
    for implementation in header["implementations"]:
        label = implementation["label"]
        outcomes = Counter(line["outcome"] for line in verdicts if line["implementation"] == label)
        assert footer["counts"][label] == outcomes
        assert footer["interrupted"] or outcomes.total() == header["scenarios"]
    return lines


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
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.add(tag)
        assert not any(name.startswith("on") for name, _ in attrs)


def check_html(text: str) -> None:
    known = "html head meta title style body h1 h2 ul li p table thead tbody tr th td details summary pre"
    assert Tags(text).found <= set(known.split())


def check_markdown(text: str) -> None:
    for block in text.split("\n\n"):
        rows = [line for line in block.splitlines() if line.startswith("|")]
        assert len({len(re.findall(r"(?<!\\)\|", row)) for row in rows}) <= 1
    assert not set(re.sub(r"\\.", "", text)) & set("<>`*[]")


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


@pytest.fixture
def nothing_survives(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whatever is started inherits a mark; at the end no process carries it, and no child or open file is left."""
    mark = uuid.uuid4().hex
    monkeypatch.setenv("CONCORDIA_TEST", mark)
    before = what_is_open()
    yield
    assert processes_with(mark) == []
    assert what_is_open() == before


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A runner that does not wait long for a program to start."""
    monkeypatch.setattr(runner, "STARTUP", 0.0)


# Each with the operation of the target at which it breaks, and what the verdict tells.
BREAKS = [
    ("hangs", "load", "timeout: no answer within 1 s"),
    ("hangs", "sync", "timeout"),
    ("hangs-deaf-to-signals", "apply", "timeout"),
    ("stops-itself", "state", "timeout"),
    ("raises", "apply", "exited with code: 1"),
    ("segfaults", "apply", "crashed, signal: 11, Segmentation fault"),
    ("dies-of-a-rare-signal", "apply", "crashed, signal: 40"),
    ("exits", "load", "exited with code: 0"),
    ("exits", "sync", "exited with code: 0"),
    ("exits-after-its-answer", "load", "exited with code: 7"),
    ("ends-its-stderr-first", "apply", "exited with code: 0"),
    ("closes-its-input", "load", "closed its input: the process still runs"),
    ("closes-its-output", "apply", "closed its output: the process still runs"),
    ("garbage", "apply", "not JSON: this is not JSON"),
    ("bytes", "apply", "not JSON"),
    ("empty-line", "apply", "not JSON"),
    ("list", "apply", "not an answer: [{"),
    ("endless-number", "apply", "not JSON"),
    ("nested-for-ever", "state", "not JSON"),
    ("nested-deeply", "state", "not an answer"),
    ("chatters", "load", "not JSON: debug: thinking"),
    ("wrong-id", "apply", "wrong id: "),
    ("no-id", "apply", "wrong id: None ≠ "),
    ("text-as-id", "apply", "wrong id: <script>"),
    ("answers-twice", "load", "wrong id"),
    ("answers-twice", "sync", "said more after its answer"),
    ("answers-both-ways", "apply", "not an answer, which holds just one of ok, reject, skip and error"),
    ("answers-neither-way", "apply", "not an answer, which holds just one of ok, reject, skip and error"),
    ("half-a-line", "apply", "timeout"),
    ("half-a-line-and-exits", "apply", "exited with code: 0"),
    ("floods-stdout", "state", "line too long: more than 4000000 bytes"),
    ("floods-lines", "state", "not JSON: x"),
    ("floods-stderr", "state", "timeout"),
    ("child-keeps-the-pipes", "apply", "timeout"),
    ("child-in-another-session", "apply", "timeout"),
    ("nasty-line", "apply", "not JSON: <script>"),
]


@pytest.mark.usefixtures("nothing_survives")
class TestBrokenAdapters:
    @pytest.mark.parametrize(("kind", "op", "told"), BREAKS, ids=[f"{kind}-at-{op}" for kind, op, _ in BREAKS])
    def test_a_fault_costs_exactly_its_own_scenario(self, kind: str, op: str, told: str, bench: Bench) -> None:
        seconds = "1" if told.startswith("timeout") else "30"
        result = bench.conform(bench.command(kind, op), "--timeout", seconds)
        assert result.answer.code == 1
        assert result.outcomes == {TARGET: "fault"} | dict.fromkeys(OTHERS, "pass")
        assert told in result.of(TARGET)["details"][0]
        assert "6 passed, 1 failed, 0 skipped" in result.answer.out
        assert f"FAULT  {TARGET}" in result.answer.out

    @pytest.mark.parametrize(
        ("kind", "op", "told"),
        [
            ("declines", "load", 'the position must be accepted; the answer was skip: "not yet"'),
            ("declines", "apply", 'sell 3 wine; buy 4 brick: must be accepted; the answer was skip: "not yet"'),
            ("declines", "state", 'state must be answered with a position; the answer was skip: "not yet"'),
            ("errors", "apply", 'must be accepted; the answer was error: "out of cheese"'),
            ("errors", "state", 'the answer was error: "out of cheese"'),
            ("accepts-with-a-text", "state", 'the answer was ok: "fine"'),
            ("nasty-error", "apply", 'the answer was error: "<script>'),
            ("nasty-state", "state", "map: expected imperium, got <script>"),
            ("long-error", "apply", 'the answer was error: "xxx'),
            ("long-state", "state", "map: expected imperium, got nothing"),
        ],
    )
    def test_a_capability_that_is_claimed_but_lacking_fails_its_scenario(
        self, kind: str, op: str, told: str, bench: Bench
    ) -> None:
        result = bench.conform(bench.command(kind, op))
        assert result.answer.code == 1
        assert result.outcomes == {TARGET: "fail"} | dict.fromkeys(OTHERS, "pass")
        assert told in result.of(TARGET)["details"][0]
        # Nobody can fill our disk with what an adapter says.
        assert len(bench.written("report")) < 200_000

    def test_a_score_that_is_declined_fails_its_scenario(self, bench: Bench) -> None:
        result = bench.conform(bench.command("declines", "SCORE"))
        failed = result.of("components/god-of-the-mercators")
        assert failed["details"] == ['totals: expected [45, 45, 45, 45, 35], got skip: "not yet"']
        assert Counter(result.outcomes.values()) == {"pass": 6, "fail": 1}

    @pytest.mark.parametrize("kind", ["floods-stderr-and-answers", "child-in-another-session-and-answers"])
    def test_stderr_and_children_are_not_judged(self, kind: str, bench: Bench) -> None:
        result = bench.conform(bench.command(kind, "apply"), "--timeout", "30")
        assert result.answer.code == 0
        assert set(result.outcomes.values()) == {"pass"}

    def test_stderr_is_shown_with_a_fault_and_belongs_to_its_scenario(self, bench: Bench) -> None:
        result = bench.conform(bench.command("raises", "apply"))
        assert "the engine is on fire" in result.of(TARGET)["stderr"]
        assert "    RuntimeError: the engine is on fire" in result.answer.out
        assert {line["stderr"] for line in result.verdicts if line["scenario"] != TARGET} == {""}

    @pytest.mark.usefixtures("impatient")
    def test_an_adapter_that_never_says_hello_again_costs_what_is_left(self, bench: Bench) -> None:
        result = bench.conform(bench.command("exits-for-good", "apply"), "mercator", "setup", "--timeout", "1")
        assert Counter(result.outcomes.values()) == {"pass": 1, "fault": 3}
        told = result.of("setup/colonists-of-three-players")["details"][0]
        assert "a fresh process: no answer to hello: timeout" in told

    def test_processes_side_by_side_do_not_share_a_fault(self, bench: Bench) -> None:
        result = bench.conform(bench.command("ends-its-stderr-first", "apply"), "-j", "3")
        assert result.outcomes == {TARGET: "fault"} | dict.fromkeys(OTHERS, "pass")

    def test_what_an_adapter_calls_itself_is_escaped_everywhere(self, bench: Bench) -> None:
        hello: dict[str, Any] = {
            "name": NASTY,
            "version": NASTY,
            "language": NASTY,
            "operations": [*EVERYTHING["operations"], NASTY],
        }
        result = bench.conform(bench.command("nasty-error", "apply", **hello))
        assert "&lt;script&gt;alert(1)" in bench.written("html")
        assert r"\x1b[31mred\x07" in result.report[0]["implementations"][0]["name"]
        smoke = bench.run("--smoke", "--adapter", bench.command("behaves", **hello))
        assert "says hello; it declares <script>" in smoke.out
        assert is_plain(smoke.out)

    def test_a_flood_is_cut_at_the_line_limit_and_memory_stays_bounded(self, bench: Bench) -> None:
        measure = (
            "import resource, sys\nfrom concordia_ref.cli.main import main\ncode = main(sys.argv[1:])\n"
            "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)\nsys.exit(code)"
        )

        def peak(kind: str) -> int:
            """The most memory that a run takes, in kilobytes."""
            command = bench.command(kind, "state")
            words = ["conform", TARGET, "--suite", str(bench.suite), "--adapter", command, "--timeout", "30"]
            done = subprocess.run(
                [sys.executable, "-c", measure, *words], capture_output=True, encoding="utf-8", check=False
            )
            assert done.returncode == (0 if kind == "behaves" else 1)
            return int(done.stderr.split()[-1])

        assert peak("floods-stdout") < peak("behaves") + 30_000


class TestPipes:
    """The process itself, below the protocol."""

    @pytest.fixture
    def started(self) -> Iterator[list[AdapterProcess]]:
        adapters: list[AdapterProcess] = []
        yield adapters
        for adapter in adapters:
            adapter.kill()

    def start(self, started: list[AdapterProcess], source: str, timeout: float = 20.0) -> AdapterProcess:
        command = shlex.join([sys.executable, "-S", "-E", "-c", source])
        started.append(AdapterProcess(command, timeout, threading.Event()))
        return started[-1]

    def test_a_request_longer_than_a_pipe_reaches_a_slow_reader(self, started: list[AdapterProcess]) -> None:
        source = (
            "import os, time\nread = b''\nwhile not read.endswith(b'\\n'):\n"
            "    time.sleep(0.001)\n    read += os.read(0, 20_000)\n"
            'print(\'{"id": 0, "ok": {"length": %d}}\' % len(read), flush=True)'
        )
        assert self.start(started, source).ask("load", state="x" * 1_000_000)["ok"]["length"] > 1_000_000

    def test_an_adapter_that_never_reads_is_a_fault(self, started: list[AdapterProcess]) -> None:
        adapter = self.start(started, "import time; time.sleep(100)", timeout=0.5)
        with pytest.raises(Fault, match="timeout: does not read its input"):
            adapter.ask("load", state="x" * 1_000_000)

    def test_an_adapter_that_talks_without_reading_is_cut_off(self, started: list[AdapterProcess]) -> None:
        adapter = self.start(started, "import os\nwhile True: os.write(1, b'x' * 60_000)")
        with pytest.raises(Fault, match="line too long"):
            adapter.ask("load", state="x" * 1_000_000)

    def test_a_reader_that_is_gone_is_a_fault(self, started: list[AdapterProcess]) -> None:
        adapter = self.start(started, "pass")
        adapter.process.wait()
        with pytest.raises(Fault, match="exited with code: 0"):
            adapter.ask("hello")

    def test_an_adapter_is_told_goodbye_and_may_end_by_itself(
        self, started: list[AdapterProcess], tmp_path: Path
    ) -> None:
        source = (
            'import sys, pathlib\nfor line in sys.stdin: print(\'{"id": 0, "skip": "?"}\', flush=True)\n'
            f"pathlib.Path({str(tmp_path / 'ended')!r}).touch()"
        )
        adapter = self.start(started, source)
        adapter.close()
        assert (tmp_path / "ended").exists()
        assert adapter.process.returncode == 0

    def test_an_adapter_that_stays_after_goodbye_is_ended(self, started: list[AdapterProcess]) -> None:
        source = 'import time; print(\'{"id": 0, "ok": {}}\', flush=True); time.sleep(100)'
        adapter = self.start(started, source, timeout=0.5)
        adapter.close()
        assert adapter.process.returncode == -signal.SIGKILL

    def test_killing_twice_touches_nobody_else(self, started: list[AdapterProcess]) -> None:
        adapter = self.start(started, "import time; time.sleep(100)")
        adapter.kill()
        other = self.start(started, "import sys; print('still here', file=sys.stderr); sys.stdin.read()", timeout=1.0)
        adapter.kill()
        adapter.close()
        with pytest.raises(Fault, match="timeout"):
            other.ask("hello")
        assert b"still here" in other.stderr

    def test_a_process_that_cannot_be_killed_does_not_hold_up_the_run(
        self, started: list[AdapterProcess], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        adapter = self.start(started, "import time; time.sleep(100)")
        gone = subprocess.Popen([sys.executable, "-S", "-c", ""])
        gone.wait()
        # A process that has just ended has no environment to read, and this one seems to stay for ever.
        for pid in (gone.pid, "1234567"):
            (tmp_path / str(pid)).mkdir()
        (tmp_path / str(gone.pid) / "environ").write_bytes(f"{process.MARK}={adapter.mark}".encode())
        monkeypatch.setattr(process, "PROCESSES", tmp_path)
        adapter.kill()
        assert adapter.process.returncode == -signal.SIGKILL

    def test_what_is_shown_is_short_and_has_no_control_characters(self) -> None:
        assert shown("a\nb\x1b\ud800\u202ec") == r"a\nb\x1b\ud800\u202ec"
        assert len(shown("x" * 10_000)) < 1_100


@pytest.mark.parametrize("kind", NOTHING)
def test_an_adapter_that_does_nothing_passes_next_to_nothing(kind: str) -> None:
    cases = whole_suite()
    run = run_suite(program(kind), cases, specification=VERSION, jobs=2)
    passed = [verdict.case for verdict in run.verdicts if verdict.outcome == "pass"]
    assert len(passed) <= 0.05 * len(cases), passed
    assert Counter(verdict.outcome for verdict in run.verdicts) == Counter(
        {"pass": len(passed), "fail": len(cases) - len(passed)}
    )


def test_a_refused_turn_is_always_followed_by_a_legal_one() -> None:
    for case in whole_suite():
        if case.refused is not None:
            assert case.twin is not None, case.id
            assert case.twin.refused is None
            assert case.twin.after is not None


def test_after_the_end_of_the_game_no_turn_is_legal_and_a_refusal_stands_alone(bench: Bench) -> None:
    suite = bench.folder / "over"
    scenario = suite / "scenarios" / "end" / "no-turn.yaml"
    scenario.parent.mkdir(parents=True)
    scenario.write_text(
        "id: end/no-turn\nsince: 0.1.0\nlevel: core\nclauses: [end.last-turn]\nwhy: the game is over\n"
        "given: {map: italia, players: 2, display: [], rest_to: 0, to_play: null, concordia: 0, last_turns: []}\n"
        "turn: tribune\nrefused: end.last-turn\n",
        encoding="utf-8",
    )
    assert bench.concordia("conform", "--suite", suite).code == 0
    assert load_cases(folder=suite)[0].twin is None


def test_the_whole_suite_passes_against_the_reference_with_a_summary_by_card(concordia: Command) -> None:
    answer = concordia("conform", "-j", "2")
    assert answer.code == 0
    assert f"{len(whole_suite())} passed, 0 failed, 0 skipped" in answer.out
    assert re.search(r"architect +(\d+)/\1\n", answer.out)
    assert answer.err == ""


# Scenarios that another reading of the same edition decides; under it they tell nothing about their own question.
OVERRULED = {
    "cs": {"colonist/land-colonist-on-an-island", "vesta/goods-at-the-interim-scoring"},
    "fr": {"interim/first-tribune-with-a-new-colonist", "vesta/goods-at-the-interim-scoring"},
    "hu": set(),
    "pl": {"storehouse/unwanted-brick"},
    "sr": {
        "architect/goods-of-a-third-house",
        "architect/no-house-next-to-foreign-colonists",
        "architect/no-house-next-to-own-houses",
        "architect/no-second-own-house",
        "architect/third-house-in-a-food-city",
        "architect/three-houses-of-two-colonists",
        "end/fifteenth-house-of-the-second-player",
    },
}


@pytest.mark.usefixtures("loaded_once")
@pytest.mark.parametrize("edition", [edition for edition in read_register().editions if edition != "canonical"])
def test_the_disputes_of_every_edition_pass_against_the_reference(edition: str, concordia: Command) -> None:
    played = {dispute.told_apart_by for dispute in read_register().disputes.values() if dispute.executable}
    assert {case.id for case in whole_suite(edition)} == played - OVERRULED[edition]
    answer = concordia("conform", "--edition", edition)
    assert answer.code == 0
    assert f"{len(played - OVERRULED[edition])} passed, 0 failed, 0 skipped" in answer.out


def damaged(bench: Bench, old: str, new: str, id: str = TARGET) -> Path:
    """A copy of the small suite with other words in one scenario."""
    copied = bench.folder / "damaged"
    shutil.copytree(bench.suite, copied)
    file = copied / "scenarios" / f"{id}.yaml"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    return copied


@pytest.mark.usefixtures("nothing_survives")
class TestExitCodes:
    def test_zero_if_all_is_as_expected(self, bench: Bench) -> None:
        result = bench.conform(bench.command("behaves"))
        assert result.answer.code == 0
        assert "7 passed, 0 failed, 0 skipped" in result.answer.out

    def test_one_if_a_scenario_fails(self, bench: Bench) -> None:
        assert bench.conform(bench.command("errors", "apply")).answer.code == 1

    def test_one_if_everything_is_skipped(self, bench: Bench) -> None:
        result = bench.conform(bench.command("behaves", operations=[]))
        assert result.answer.code == 1
        assert set(result.outcomes.values()) == {"skip"}
        assert "every scenario was skipped, so that nothing is proved" in result.answer.out

    @pytest.mark.parametrize(
        "arguments",
        [
            ("architekt",),
            ("mercator", "architekt"),
            ("mercator/from-two-to-eleven-coin",),
            ("--clause", "no.such.clause"),
            ("--card", "weaver"),
            ("--level", "core", "setup"),
            ("--map", "atlantis"),
            ("--players", "9"),
            ("--players", "two"),
            ("--level", "easy"),
            ("--jobs", "0"),
            ("--timeout", "0"),
            ("--timeout", "nan"),
            ("--timeout", "inf"),
            ("--show", "-1"),
            ("--edition", "de"),
            ("--update-expectations",),
            ("--update-expectations", "--expectations", "known.yaml", "--adapter", "a", "--adapter", "b"),
            ("--expectations", "there-is-no-such-file.yaml"),
            ("--resume",),
            ("--report", "no/such/folder/report.jsonl"),
            ("--no-such-option",),
            ("--suite", "no-such-folder"),
        ],
        ids=" ".join,
    )
    def test_two_if_the_command_is_wrong_or_nothing_is_selected(self, arguments: tuple[str, ...], bench: Bench) -> None:
        answer = bench.run(*arguments)
        assert answer.code == 2
        assert answer.err.startswith("concordia: ")
        assert answer.out == ""

    def test_two_if_the_edition_is_one_that_no_adapter_can_know(self, bench: Bench) -> None:
        file = bench.folder / "mine.yaml"
        file.write_text("id: mine\nname: Mine\ntakes: {}\n", encoding="utf-8")
        answer = bench.run("--edition", file)
        assert answer.code == 2
        assert "adapters know the editions canonical" in answer.err

    def test_a_scenario_that_does_not_exist_is_named_with_the_one_probably_meant(self, bench: Bench) -> None:
        assert f"there is no scenario '{TARGET}s'; did you mean '{TARGET}'?" in bench.run(f"{TARGET}s").err

    @pytest.mark.parametrize(
        ("command", "told"),
        [
            ("", "the command is empty"),
            ("'unbalanced", "No closing quotation"),
            ("/no/such/program", "No such file or directory: '/no/such/program'"),
            (str(CONFORMANCE), "Permission denied"),
            ("false", "no answer to hello: exited with code: 1"),
            ('sh -c "read line; echo {}"', "no answer to hello: wrong id: None ≠ 0"),
        ],
    )
    def test_three_if_the_adapter_cannot_be_started(self, command: str, told: str, bench: Bench) -> None:
        answer = bench.run("--adapter", command)
        assert answer.code == 3
        assert told in answer.err
        assert "see conformance/README.md" in answer.err

    @pytest.mark.usefixtures("impatient")
    @pytest.mark.parametrize(
        ("kind", "hello", "told"),
        [
            ("hangs", {}, "no answer to hello: timeout: no answer within 1 s"),
            ("raises", {}, "no answer to hello: exited with code: 1\nTraceback"),
            ("nasty-line", {}, r"\x1b[31mred"),
            ("declines", {}, 'hello was answered with skip: "not yet"'),
            ("behaves", {"protocol": 2}, "it speaks protocol 2, this runner 1"),
            ("behaves", {"protocol": NASTY}, "it speaks protocol '<script>"),
            ("behaves", {"cards": "all"}, "hello must hold 'cards', a list; it holds 'all'"),
            ("behaves", {"players": ["two"]}, "hello must hold 'players', a list; it holds ['two']"),
            ("behaves", {"maps": None}, "hello must hold 'maps', a list; it holds None"),
            ("behaves", {"interim": "yes"}, "hello may hold 'interim', true or false; it holds 'yes'"),
        ],
    )
    def test_three_if_hello_is_not_answered_as_it_must_be(
        self, kind: str, hello: dict[str, Any], told: str, bench: Bench
    ) -> None:
        seconds = "1" if kind == "hangs" else "30"
        answer = bench.run("--adapter", bench.command(kind, "HELLO", **hello), "--timeout", seconds)
        assert answer.code == 3
        assert told in answer.err
        assert is_plain(answer.err)

    @pytest.mark.parametrize(
        ("old", "new", "told"),
        [
            ("id: ", "id ", "neither JSON nor YAML"),
            ("level: core\n", "", "'level' is a required property"),
            ("changes:", "changse:", "unknown key 'changse'; did you mean 'changes'?"),
            ("[mercator.order,", "[mercator.ordre,", "there is no clause 'mercator.ordre'"),
            ("from-two", "of-two", "/id: must be 'mercator/from-two-to-eleven-coins', the name of the file"),
            ("position: mercator-example", "position: no-example", "there is no position 'no-example'"),
            ("players.0.coins", "players.7.coins", "/changes/players.7.coins: a state has no '7' there"),
            ("sell 3 wine", "sell 3 beer", "there is no good 'beer'"),
            ("turn:", "refused: mercator.order\ntwin: mercator/none\nturn:", "there is no scenario 'mercator/none'"),
            (
                "turn:",
                "refused: mercator.order\ntwin: mercator/no-cloth-for-six-coins\nturn:",
                "mercator/no-cloth-for-six-coins is refused too",
            ),
            ("turn: mercator; sell 3 wine; buy 4 brick", "refused: mercator.order", "which turn is refused"),
            ("sell 3 wine; buy 4 brick\nchanges:", "sell 9 wine\nholds: {to_play: 1}\n#", "mercator.trade.stock"),
        ],
    )
    def test_a_broken_scenario_fails_alone(self, old: str, new: str, told: str, bench: Bench) -> None:
        folder = damaged(bench, old, new)
        result = bench.conform(bench.command("behaves"), "--suite", folder)
        assert result.answer.code == 1
        assert result.outcomes == {TARGET: "fail"} | dict.fromkeys(OTHERS, "pass")
        (detail,) = result.of(TARGET)["details"]
        assert detail.startswith(f"{folder / 'scenarios' / TARGET}.yaml: ")
        assert told in detail
        assert "6 passed, 1 failed, 0 skipped" in result.answer.out
        assert f"FAIL  {TARGET}" in result.answer.out
        assert re.search(f"{TARGET}.yaml:", result.answer.out)
        assert bench.concordia("conform", "--suite", folder, "setup").code == 0
        assert bench.concordia("conform", "--suite", folder, TARGET).code == 1

    def test_a_broken_scenario_that_another_one_needs_fails_both(self, bench: Bench) -> None:
        twin, needs_it = "mercator/cloth-bought-at-seven", "mercator/no-cloth-for-six-coins"
        folder = damaged(bench, "level: core\n", "", twin)
        result = bench.conform(bench.command("behaves"), "--suite", folder)
        assert {id for id, outcome in result.outcomes.items() if outcome == "fail"} == {twin, needs_it}
        assert result.of(needs_it)["details"] == result.of(twin)["details"]

    def test_what_cannot_be_read_is_neither_listed_nor_exported_and_is_told(self, bench: Bench) -> None:
        folder = damaged(bench, "level: core\n", "")
        for arguments in (("--list",), ("--export", bench.folder / "out")):
            answer = bench.concordia("conform", "--suite", folder, *arguments)
            assert answer.code == 1
            assert f"{TARGET}.yaml: 'level' is a required property" in answer.err
            assert TARGET not in answer.out

    def test_a_file_that_cannot_be_read_fails_whatever_is_asked_for(self, bench: Bench) -> None:
        folder = damaged(bench, "level: core\n", "")
        answer = bench.concordia("conform", "--suite", folder, "--clause", "tribune")
        assert (answer.code, "1 passed, 1 failed" in answer.out) == (1, True)

    def test_a_broken_position_fails_what_needs_it_and_names_its_own_file(self, bench: Bench) -> None:
        folder = damaged(bench, "", "")
        file = folder / "positions" / "mercator-example.yaml"
        file.write_text("map: imperium\nplayer: 3\n", encoding="utf-8")
        answer = bench.concordia("conform", "--suite", folder, TARGET, "--format", "json")
        verdict = json.loads(answer.out.splitlines()[1])
        assert (answer.code, verdict["outcome"]) == (1, "fail")
        assert verdict["details"][0].startswith(f"{file}: ")
        assert bench.concordia("conform", "--suite", folder, "setup").code == 0

    def test_a_position_that_nobody_needs_fails_with_the_whole_suite(self, bench: Bench) -> None:
        folder = damaged(bench, "", "")
        (folder / "positions" / "bad.yaml").write_bytes(b"map: imperium\nplayers: \xff\n")
        result = bench.conform(bench.command("behaves"), "--suite", folder)
        assert result.answer.code == 1
        assert "bad.yaml: 'utf-8' codec can't decode" in result.of("positions/bad")["details"][0]
        assert set(result.outcomes.values()) == {"pass", "fail"}

    def test_four_if_there_is_no_scenario(self, bench: Bench) -> None:
        folder = bench.folder / "empty"
        (folder / "scenarios").mkdir(parents=True)
        answer = bench.concordia("conform", "--suite", folder)
        assert answer.code == 4
        assert f"the suite is corrupt: {folder}: there are no scenarios in this folder" in answer.err

    @pytest.mark.parametrize(
        ("name", "text", "told"),
        [
            (TARGET, "turns: [senator, senator]", "/turns: the turns do not lead to the position of the scenario"),
            (TARGET, "turns: [mercator; sell 2 wine]", "mercator.trade.stock"),
            (TARGET, "bought: [ii_consul]\nturns: [senator]", "/draws/stack"),
            (TARGET, "turns: senator", "is not of type 'array'"),
            (f"{TARGET}s", "turns: [senator]", f"there is no scenario '{TARGET}s'; did you mean '{TARGET}'?"),
        ],
        ids=["leads-elsewhere", "illegal", "impossible-draws", "shape", "no-scenario"],
    )
    def test_a_broken_way_fails_its_scenario_alone(self, name: str, text: str, told: str, bench: Bench) -> None:
        folder = damaged(bench, "", "")
        file = folder / "ways" / f"{name}.yaml"
        file.parent.mkdir(parents=True)
        file.write_text(text, encoding="utf-8")
        result = bench.conform(bench.command("behaves"), "--suite", folder)
        assert result.answer.code == 1
        failed = [line for line in result.verdicts if line["outcome"] == "fail"]
        assert [line["scenario"] for line in failed] == [name if name == TARGET else f"ways/{name}"]
        assert failed[0]["details"][0].startswith(f"{file}: ")
        assert told in failed[0]["details"][0]
        assert bench.concordia("conform", "--suite", folder, "setup").code == 0


@pytest.mark.usefixtures("nothing_survives")
class TestCapabilities:
    @pytest.mark.parametrize(
        ("hello", "passed", "skipped"),
        [
            ({"operations": ["load", "score"]}, 1, "operation state"),
            ({"operations": ["load", "apply", "state"]}, 5, "operation score"),
            ({"operations": ["load", "apply", "state", "score"]}, 6, "operation new"),
            ({"cards": [card for card in EVERYTHING["cards"] if card != "diplomat"]}, 6, "card diplomat"),
            ({"maps": ["imperium"]}, 5, "map italia"),
            ({"players": [2]}, 1, "3 players"),
            ({"editions": []}, 0, "edition canonical"),
            ({"operations": ["new", "apply", "state"]}, 1, "operation load, and no way to the position is known"),
        ],
        ids=[
            *("a-score-calculator", "no-scores", "no-set-up", "no-diplomat", "one-map", "two-players", "no-edition"),
            "no-loading",
        ],
    )
    def test_what_is_not_declared_is_skipped_and_counted(
        self, hello: dict[str, Any], passed: int, skipped: str, bench: Bench
    ) -> None:
        result = bench.conform(bench.command("behaves", **hello))
        assert Counter(result.outcomes.values()) == Counter({"pass": passed, "skip": 7 - passed})
        reason = f"not declared: {skipped}"
        number = sum(reason in line["details"] for line in result.verdicts if line["outcome"] == "skip")
        assert re.search(rf"{reason} +{number}\n", result.answer.out)
        assert f">{passed}/7<" in bench.written("badge")
        assert result.answer.code == (0 if passed else 1)

    def test_what_the_twin_needs_is_needed_too(self, bench: Bench) -> None:
        case = bench.cases()["tribune/no-second-colonist"]
        assert case.twin is not None
        assert case.twin.cards == ("tribune",)
        changed = replace(case, twin=replace(case.twin, cards=("consul", "sibyl")))
        assert Recorder().judge(changed).details == ("not declared: card sibyl",)

    def test_without_interim_scoring_just_its_scenarios_are_skipped(self) -> None:
        hello = {key: value for key, value in Recorder().ask("hello")["ok"].items() if key != "interim"}
        for case in whole_suite():
            recorder = Recorder()
            recorder.reference.hello = lambda _: hello  # type: ignore[method-assign]
            lacks = capabilities(cast(AdapterProcess, recorder), VERSION).missing(case)
            assert lacks == (("not declared: interim scoring",) if case.interim else ())
        assert {case.interim for case in whole_suite()} == {True, False}


WAY = "tribune/colonists-on-the-board-stay"


@pytest.mark.usefixtures("loaded_once", "nothing_survives")
class TestWithoutLoading:
    """An engine that sets up games and plays turns, but cannot load a position."""

    def test_all_that_a_way_leads_to_passes_and_the_rest_is_skipped(self, concordia: Command) -> None:
        led = [case for case in whole_suite() if case.new or case.way]
        assert len(led) > 0.2 * len(whole_suite())
        answer = concordia("conform", "-j", "2", "--adapter", program("cannot-load"))
        assert answer.code == 0
        skipped = len(whole_suite()) - len(led)
        assert f"{len(led)} passed, 0 failed, {skipped} skipped" in answer.out
        assert re.search(rf"not declared: operation load, and no way to the position is known +{skipped}\n", answer.out)

    def test_the_first_steps_are_close_to_a_set_up(self, concordia: Command) -> None:
        answer = concordia("conform", "--smoke", "--adapter", program("cannot-load"))
        assert answer.code == 0
        assert answer.out.count("  ✓ ") >= 3

    def test_a_turn_that_is_refused_on_the_way_is_told(self, concordia: Command) -> None:
        answer = concordia("conform", WAY, "--adapter", program("forbids-tribunes"))
        assert answer.code == 1
        assert "• on the way, tribune: must be accepted; the answer was reject: {}\n" in answer.out

    def test_a_wrong_position_at_the_end_of_the_way_is_told(self, concordia: Command) -> None:
        answer = concordia("conform", WAY, "--adapter", program("loses-coins"))
        assert answer.code == 1
        assert re.findall("• .*", answer.out) == ["• at the end of the way: players.0.coins: expected 5, got 0"]

    def test_the_cards_of_the_way_are_needed_too(self) -> None:
        case = next(case for case in whole_suite() if case.id == WAY)
        can = capabilities(cast(AdapterProcess, Recorder()), VERSION)
        can = replace(can, operations=can.operations - {"load"}, cards=frozenset({"tribune"}))
        assert case.cards == ("tribune",)
        assert "not declared: card senator" in can.missing(case)
        assert "not declared: operation apply" in replace(can, operations=frozenset({"new"})).missing(case)

    def test_a_position_is_loaded_wherever_that_is_declared(self) -> None:
        case = next(case for case in whole_suite() if case.id == WAY)
        recorder = Recorder()
        assert recorder.judge(case).outcome == "pass"
        assert recorder.course[0]["op"] == "load"


@pytest.mark.usefixtures("nothing_survives")
class TestExpectations:
    def known(self, bench: Bench, *entries: str) -> Path:
        file = bench.folder / "known.yaml"
        file.write_text(json.dumps({"expected_failures": entries}), encoding="utf-8")
        return file

    @pytest.mark.parametrize(
        ("entries", "told"),
        [
            ([], f"{TARGET}: fails"),
            ([TARGET, "tribune/no-second-colonist"], "tribune/no-second-colonist: expected to fail, but it passes"),
            ([TARGET, "mercator/no-such"], "mercator/no-such: expected to fail, but there is no such scenario"),
            (
                ["mercator/*"],
                "mercator/*: too wide, among the passing ones that it covers (2) is mercator/cloth-bought-at-seven",
            ),
        ],
        ids=["new-failure", "unexpected-pass", "stale-entry", "too-wide-glob"],
    )
    def test_the_list_cuts_both_ways(self, entries: list[str], told: str, bench: Bench) -> None:
        known = self.known(bench, *entries)
        result = bench.conform(bench.command("errors", "apply"), "--expectations", known)
        assert result.answer.code == 1
        assert f"not as expected:\n  {told}" in result.answer.out

    @pytest.mark.parametrize("entry", [TARGET, "mercator/from-*"])
    def test_a_known_failure_is_as_expected(self, entry: str, bench: Bench) -> None:
        result = bench.conform(bench.command("errors", "apply"), "--expectations", self.known(bench, entry))
        assert result.answer.code == 0
        assert "6 passed, 1 failed, 0 skipped" in result.answer.out

    def test_an_entry_about_scenarios_that_are_not_run_says_nothing(self, bench: Bench) -> None:
        known = self.known(bench, TARGET)
        assert bench.conform(bench.command("errors", "apply"), "setup", "--expectations", known).answer.code == 0

    @pytest.mark.parametrize("kind", ["errors", "exits", "behaves"])
    def test_with_the_file_that_an_update_writes_the_next_run_is_fine(self, kind: str, bench: Bench) -> None:
        known = bench.folder / "known.yaml"
        command = bench.command(kind, "apply")
        assert bench.conform(command, "--expectations", known, "--update-expectations").answer.code == 0
        assert read_expectations(known) == (() if kind == "behaves" else (TARGET,))
        assert bench.conform(command, "--expectations", known).answer.code == 0

    def test_an_update_keeps_what_was_not_run_and_drops_what_is_stale(self, bench: Bench) -> None:
        known = self.known(bench, "setup/*", "mercator/gone", "mercator/cloth-bought-at-seven")
        bench.conform(bench.command("errors", "apply"), "mercator", "--expectations", known, "--update-expectations")
        assert read_expectations(known) == (TARGET, "setup/*")

    @pytest.mark.parametrize("text", ["- a", "expected_failures: a", "expected_failures: [1]", "failures: []"])
    def test_a_file_that_is_no_list_is_refused_before_anything_runs(self, text: str, bench: Bench) -> None:
        known = bench.folder / "known.yaml"
        known.write_text(text, encoding="utf-8")
        answer = bench.run("--adapter", "never-started", "--expectations", known)
        assert answer.code == 2
        assert "a list of scenario ids" in answer.err

    def test_a_fault_is_told_from_a_failure(self) -> None:
        found = surprises((), {"a/b": "fault", "c/d": "fail"}, ["a/b", "c/d"])
        assert found == ["a/b: breaks the adapter", "c/d: fails"]


@pytest.mark.usefixtures("loaded_once")
class TestSelection:
    def listed(self, concordia: Command, *arguments: str | Path) -> list[str]:
        answer = concordia("conform", "--list", *arguments)
        assert answer.code == 0
        return re.findall(r"^  ([a-z-]+/[a-z0-9-]+) ", answer.out, re.MULTILINE)

    def test_scenarios_are_listed_with_level_cards_and_reason(
        self, bench: Bench, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("COLUMNS", "120")
        answer = bench.run("--list")
        assert re.search(rf"{TARGET} +core +mercator +2 sestertii and", answer.out)
        assert re.search(r"setup/colonists-of-three-players +by_convention +- ", answer.out)
        assert self.listed(bench.concordia, "--suite", bench.suite) == sorted(SMALL)

    @pytest.mark.parametrize(
        ("arguments", "fits"),
        [
            (("mercator/from-two-to-eleven-coins",), lambda case: case.id == TARGET),
            (("mercator", "setup/"), lambda case: case.id.startswith(("mercator/", "setup/"))),
            (("*/no-*",), lambda case: "/no-" in case.id),
            (("--clause", "mercator.trade"), lambda case: any(c.startswith("mercator.trade") for c in case.clauses)),
            (("--clause", "mercator.order"), lambda case: "mercator.order" in case.clauses),
            (("--card", "diplomat"), lambda case: "diplomat" in case.cards),
            (("--level", "disputed"), lambda case: case.level == "disputed"),
            (("--map", "italia"), lambda case: case.map == "italia"),
            (("--players", "5"), lambda case: case.players == 5),
            (
                ("mercator", "--map", "italia", "--players", "2"),
                lambda case: case.id.startswith("mercator/") and case.map == "italia" and case.players == 2,
            ),
        ],
        ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
    )
    def test_filters_select_what_they_say(self, arguments: tuple[str, ...], fits: Any, concordia: Command) -> None:
        found = self.listed(concordia, *arguments)
        assert found == [case.id for case in whole_suite() if fits(case)]
        assert 0 < len(found) < len(whole_suite())

    def test_an_edition_selects_its_disputes_with_its_own_outcomes(self, concordia: Command) -> None:
        cases = {edition: {case.id: case for case in whole_suite(edition)} for edition in ("cs", "hu")}
        income = "colonist/income-of-three-colonists"
        coins = {edition: found[income].reached["players"][0]["coins"] for edition, found in cases.items()}
        assert coins["hu"] - coins["cs"] == 2
        assert all(case.dispute for case in cases["cs"].values())
        assert self.listed(concordia, "--edition", "cs") == list(cases["cs"])

    def test_a_suite_of_ones_own_need_not_decide_every_dispute(self, bench: Bench) -> None:
        found = self.listed(bench.concordia, "--suite", bench.suite, "--edition", "cs")
        assert sorted(found) == ["diplomat/bought-mercator-copied", "tribune/no-second-colonist"]

    def test_shuffling_changes_the_order_by_the_seed_and_nothing_else(self, bench: Bench) -> None:
        def order(seed: str) -> list[str]:
            return self.listed(bench.concordia, "--suite", bench.suite, "--shuffle", seed)

        assert order("1") == order("1")
        assert order("1") != order("2")
        assert sorted(order("1")) == sorted(SMALL)


@pytest.mark.usefixtures("nothing_survives")
class TestRunning:
    def test_any_number_of_jobs_gives_the_same_verdicts_in_the_same_order(self, bench: Bench) -> None:
        command = bench.command("exits", "state")
        found = [bench.conform(command, "-j", jobs, "--shuffle", "3").report for jobs in ("1", "2", "50")]
        assert found[0] == found[1] == found[2]

    def test_several_adapters_stand_side_by_side_even_with_the_same_name(self, bench: Bench) -> None:
        commands = [bench.command("behaves"), bench.command("errors", "apply")]
        result = bench.conform(commands[0], "--adapter", commands[1])
        assert result.report[-1]["counts"] == {"broken 1 (1)": {"pass": 7}, "broken 1 (2)": {"pass": 6, "fail": 1}}
        assert [entry["command"] for entry in result.report[0]["implementations"]] == commands
        assert re.search(r"mercator +4/4 +3/4", result.answer.out)
        assert result.answer.code == 1

    def test_json_is_the_report_and_nothing_else(self, bench: Bench) -> None:
        result = bench.conform(bench.command("errors", "apply"), "--format", "json")
        assert check_jsonl(result.answer.out) == result.report
        assert "6 passed, 1 failed" in result.answer.err

    def test_progress_is_shown_to_a_person(self, bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
        answer = bench.run("--adapter", bench.command("behaves"))
        assert answer.err.endswith(f"\r{'█' * 30} 7/7  ✓ 7  ✗ 0  – 0  ! 0 \n")

    def test_only_so_many_failures_are_explained(self, bench: Bench) -> None:
        result = bench.conform(program("accepts"), "--show", "2")
        assert result.answer.out.count("repeat:") == 2
        assert "… and 5 more failures; --show 7 explains them all" in result.answer.out
        assert set(result.outcomes.values()) == {"fail"}

    def test_a_fault_of_the_runner_is_not_taken_for_a_short_run(self, bench: Bench) -> None:
        def fail(verdict: Verdict) -> None:
            raise ZeroDivisionError

        cases = list(bench.cases().values())
        with pytest.raises(ZeroDivisionError):
            run_suite(bench.command("behaves"), cases, specification=VERSION, jobs=2, on_verdict=fail)

    def test_an_interruption_during_hello_leaves_nothing_behind(
        self, bench: Bench, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def interrupt(*_: object) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr(runner, "capabilities", interrupt)
        with pytest.raises(KeyboardInterrupt):
            run_suite(bench.command("behaves"), [], specification=VERSION)


@pytest.mark.usefixtures("nothing_survives")
class TestInterruption:
    def test_an_interrupted_run_leaves_a_valid_report_and_is_resumed(
        self, bench: Bench, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        step = conform_command._Progress.step
        told: list[str] = []

        def interrupt(progress: Any, verdict: Verdict) -> None:
            step(progress, verdict)
            told.append(verdict.case)
            if len(told) == 3:
                raise KeyboardInterrupt

        command = bench.command("exits", "apply")
        whole = bench.conform(command, "--shuffle", "4")
        with monkeypatch.context() as patch:
            patch.setattr(conform_command._Progress, "step", interrupt)
            part = bench.conform(command, "--adapter", "never-reached", "--shuffle", "4")
        assert part.answer.code == 1
        assert part.report[-1]["interrupted"] is True
        assert list(part.outcomes) == told == list(whole.outcomes)[:3]
        assert "interrupted: --report FILE --resume goes on from here" in part.answer.out
        passed = list(part.outcomes.values()).count("pass")
        assert f">{passed}/7<" in bench.written("badge")
        for _ in range(2):
            resumed = bench.conform(command, "--shuffle", "4", "--resume")
            assert resumed.report == whole.report
            assert resumed.answer.code == 1

    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["ctrl-c", "sigterm"])
    def test_a_signal_during_a_hanging_scenario_leaves_a_valid_report(
        self, number: signal.Signals, bench: Bench
    ) -> None:
        command = bench.command("hangs-once", "apply")
        options = ["--suite", str(bench.suite), "--adapter", command, "--report", str(bench.folder / "report.report")]
        words = [sys.executable, "-m", "concordia_ref", "conform", *options, "-j", "2", "--timeout", "100"]
        run = subprocess.Popen(
            words,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            # Tests that run in the background of a shell inherit that Ctrl-C is ignored.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        until = time.monotonic() + 60
        while not (bench.folder / "hangs-once.hanging").exists():
            assert time.monotonic() < until
            time.sleep(0.05)
        run.send_signal(number)
        out, err = run.communicate(timeout=60)
        assert run.returncode == 1
        assert "interrupted" in out
        assert "Traceback" not in err
        lines = check_jsonl(bench.written("report"))
        assert lines[-1]["interrupted"] is True
        assert TARGET not in {line.get("scenario") for line in lines}
        resumed = bench.conform(command, "--resume")
        assert resumed.answer.code == 0
        assert resumed.outcomes == dict.fromkeys(sorted(SMALL), "pass")

    def test_a_report_that_is_not_there_yet_is_begun(self, bench: Bench) -> None:
        assert len(bench.conform(bench.command("behaves"), "--resume").outcomes) == 7

    @pytest.mark.parametrize(
        ("text", "told"),
        [
            ("", "this is no conformance report"),
            ("[1]\n", "this is no conformance report"),
            ('{"format": "other"}\n', "this is no conformance report"),
            ('{"format": "concordia-conformance-report"', "delimiter"),
            ('{"format": "concordia-conformance-report"}\n', "'specification'"),
            (
                '{"format": "concordia-conformance-report", "specification": "9.9.9", "edition": "canonical"}\n',
                "it is about specification 9.9.9, edition canonical",
            ),
        ],
    )
    def test_what_is_no_report_cannot_be_resumed(self, text: str, told: str, bench: Bench) -> None:
        file = bench.folder / "report.jsonl"
        file.write_text(text, encoding="utf-8")
        answer = bench.run("--report", file, "--resume")
        assert answer.code == 2
        assert told in answer.err

    def test_a_line_without_its_keys_cannot_be_resumed(self, bench: Bench) -> None:
        command = bench.command("behaves")
        bench.conform(command)
        file = bench.folder / "report.report"
        file.write_text(bench.written("report").replace('"details"', '"detail"'), encoding="utf-8")
        answer = bench.run("--adapter", command, "--report", file, "--resume")
        assert answer.code == 2
        assert "'details'" in answer.err


@pytest.mark.usefixtures("loaded_once")
class TestSmoke:
    def test_the_reference_does_all_steps(self, concordia: Command) -> None:
        answer = concordia("conform", "--smoke")
        assert answer.code == 0
        assert len(re.findall(r"^  ✓ ", answer.out, re.MULTILINE)) == len(conform_command.SMOKE)

    def test_the_template_is_told_what_comes_next(self, concordia: Command) -> None:
        template = CONFORMANCE / "adapters" / "python" / "template.py"
        answer = concordia("conform", "--smoke", "--adapter", shlex.join([sys.executable, str(template)]))
        assert answer.code == 1
        assert "my-engine 0.1 says hello; it declares load" in answer.out
        assert "  – a position is reached and scored: " in answer.out
        assert "    next: not declared: operation score\n" in answer.out

    def test_a_first_mistake_is_told_in_the_terms_of_the_game(self, concordia: Command) -> None:
        answer = concordia("conform", "--smoke", "--shuffle", "5", "--adapter", program("underpays"))
        assert answer.code == 1
        told = r"  ✗ goods are sold and bought: .*\n    next: players\.\d\.coins: expected -?\d+, got -?\d+"
        assert re.search(told, answer.out)

    def test_a_suite_without_some_steps_has_the_others(self, bench: Bench) -> None:
        answer = bench.run("--smoke", "--adapter", bench.command("behaves"))
        assert answer.code == 0
        assert "3 passed, 0 failed, 0 skipped" in answer.out


@pytest.mark.usefixtures("loaded_once")
class TestExport:
    def test_every_scenario_is_exported_with_whole_states_and_digests(self, concordia: Command, tmp_path: Path) -> None:
        answer = concordia("conform", "--export", tmp_path / "out")
        assert answer.code == 0
        manifest = json.loads((tmp_path / "out" / "manifest.json").read_text(encoding="utf-8"))
        assert (manifest["format"], manifest["specification"]) == ("concordia-conformance-export", VERSION)
        files = {file.relative_to(tmp_path / "out").as_posix() for file in (tmp_path / "out").rglob("*.json")}
        assert files == {*manifest["files"], "manifest.json"}
        assert set(manifest["files"]) == {f"{case.id}.json" for case in whole_suite()}
        for case in whole_suite():
            raw = (tmp_path / "out" / f"{case.id}.json").read_bytes()
            assert manifest["files"][f"{case.id}.json"] == "sha256:" + hashlib.sha256(raw).hexdigest()
            data = json.loads(raw)
            assert {"id", "level", "edition", "clauses", "why", "before", "turns", "after"} <= set(data)
            assert ("twin" in data) == ("refused" in data)
            assert ("way" in data) == (case.way is not None)

    @pytest.mark.parametrize("part", range(2))
    def test_exported_states_and_turns_are_as_their_schemas_say(self, part: int) -> None:
        for number, case in enumerate(whole_suite()[part::2]):
            data = case.to_json()
            assert faults("state", data["after"]) == []
            assert [faults("turn", turn) for turn in data["turns"]] == [[]] * len(data["turns"])
            # The schema takes its time; below every position is read by the reference too.
            if number % 5 == 0:
                assert faults("state", data["before"]) == []

    def test_the_exported_states_are_what_the_reference_reaches(self) -> None:
        game = Game()
        for case in whole_suite():
            state = game.state_from_json(case.state)
            for turn in case.turns[: len(case.turns) - (case.refused is not None)]:
                state = game.play(state, turn)
            assert game.state_from_json(case.reached) == state

    def test_the_exported_ways_lead_to_their_positions(self) -> None:
        reference = Adapter()
        ways = [(case, case.way.to_json()) for case in whole_suite() if case.way is not None]
        for case, way in ways:
            reference.new({"edition": case.edition, **way["setup"]})
            for turn in way["turns"]:
                reference.apply({"turn": turn})
            assert reference.state({})["state"] == case.state

    def test_only_what_is_selected_is_exported(self, bench: Bench) -> None:
        folder = bench.folder / "out"
        bench.run("components", "setup", "--export", folder)
        names = sorted(file.stem for file in folder.rglob("*.json"))
        assert names == ["colonists-of-three-players", "god-of-the-mercators", "manifest"]
        data = json.loads((folder / "components" / "god-of-the-mercators.json").read_text(encoding="utf-8"))
        assert data["scores"] == [45, 45, 45, 45, 35]
        assert data["after"] == data["before"]
        data = json.loads((folder / "setup" / "colonists-of-three-players.json").read_text(encoding="utf-8"))
        assert data["setup"]["players"] == 3
        assert "players.0.colonists" in data["holds"]


@pytest.mark.usefixtures("nothing_survives")
class TestExplanation:
    @pytest.fixture
    def underpaid(self, bench: Bench, monkeypatch: pytest.MonkeyPatch) -> Result:
        """An adapter that lets the player have one coin too few after a Mercator."""
        monkeypatch.setenv("COLUMNS", "120")
        return bench.conform(program("underpays"), "--timeout", "31", "mercator", "setup")

    def test_a_failure_explains_itself(self, underpaid: Result) -> None:
        text = next(part for part in underpaid.answer.out.split("FAIL  ") if part.startswith(TARGET))
        order = Game().spec.clauses["mercator.order"]
        for part in (
            "seat  coins",
            "for sale: ",
            "turn: mercator; sell 3 wine; buy 4 brick",
            "because 2 sestertii and 3 of the card and 3 wine at 6 make 23",
            "• players.0.coins: expected 11, got 10",
            "mercator.order\n",
            english().clause("mercator.order", Game().spec)[:40],
            "in the rulebook",
            *(place.heading or "silent" for place in order.places.values()),
        ):
            assert part in text

    def test_the_command_that_it_gives_repeats_just_this_scenario(self, underpaid: Result, bench: Bench) -> None:
        commands = re.findall(r"repeat: (.*)", underpaid.answer.out)
        words = shlex.split(next(command for command in commands if TARGET in command))
        assert words[0] == "concordia"
        again = bench.concordia(*words[1:])
        assert again.code == 1
        assert "0 passed, 1 failed, 0 skipped" in again.out
        assert "• players.0.coins: expected 11, got 10" in again.out

    def test_what_fails_in_the_legal_twin_is_told(self, underpaid: Result) -> None:
        told = underpaid.of("mercator/no-cloth-for-six-coins")["details"][0]
        assert told.startswith("the legal twin mercator/cloth-bought-at-seven: players.0.coins: expected ")
        assert "expected: the turn is refused by mercator.trade.money" in underpaid.answer.out

    def test_a_turn_that_must_be_refused_is_told(self, bench: Bench) -> None:
        result = bench.conform(program("accepts"), "mercator/no-*", "setup")
        told = result.of("mercator/no-cloth-for-six-coins")["details"]
        assert told == ["mercator; buy 1 cloth: must be refused; the answer was ok: {}"]
        assert "no turn: the position itself is asked for" in result.answer.out
        assert "players.0.colonists: expected" in result.answer.out

    def test_a_position_that_changes_in_a_refusal_is_told(self, bench: Bench) -> None:
        case = bench.cases()["mercator/no-cloth-for-six-coins"]
        verdict = Recorder().judge(replace(case, after={**case.state, "to_play": 3}))
        assert verdict.details == ("after the refusal: to_play: expected 3, got 0",)

    def test_many_differences_are_cut(self, bench: Bench) -> None:
        result = bench.conform(bench.command("long-state", "state"), TARGET)
        assert "… and 88 more" in result.answer.out

    def test_a_failure_in_an_edition_is_repeated_in_it(self, concordia: Command) -> None:
        answer = concordia("conform", "--edition", "hu", "tribune/no-second-colonist", "--adapter", program("refuses"))
        words = shlex.split(re.findall(r"repeat: (.*)", answer.out)[0])
        assert words[2:] == ["tribune/no-second-colonist", "--adapter", program("refuses"), "--edition", "hu"]
        twin = "tribune/no-second-colonist, another turn: tribune; place land@roma"
        assert f"the legal twin {twin}: must be accepted" in answer.out

    def test_a_failure_of_the_reference_is_repeated_without_an_adapter(self, bench: Bench) -> None:
        wrong = damaged(bench, "coins: 9", "coins: 8")
        answer = bench.concordia("conform", "--suite", wrong, TARGET)
        assert answer.code == 1
        assert "• players.0.coins: expected 10, got 11" in answer.out
        assert f"repeat: concordia conform {TARGET} --suite {shlex.quote(str(wrong))}\n" in answer.out


def test_the_matrix_of_the_page_tells_all_some_none_and_skipped(bench: Bench) -> None:
    others = [card for card in EVERYTHING["cards"] if card != "tribune"]
    bench.conform(bench.command("errors", "apply", cards=others))
    for value, kind, cell in (
        ("diplomat", "all", "✓ 1/1"),
        ("mercator", "some", "◐ 3/4"),
        ("tribune", "skipped", "– 0/1"),
        ("mercator.order", "none", "✗ 0/1"),
    ):
        assert f"<th scope='row'>{value}</th><td class='{kind}'>{cell}</td>" in bench.written("html")
    bench.conform(bench.command("behaves"))
    assert "<p>None.</p>" in bench.written("html")
    assert "verdict" not in bench.written("markdown")


def test_the_reference_is_started_by_the_interpreter_that_runs_the_suite() -> None:
    assert shlex.split(REFERENCE) == [sys.executable, "-m", "concordia_ref", "adapter"]
