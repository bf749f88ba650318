"""The command `concordia conform`: the suite against the reference or any other program."""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import random
import shlex
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from concordia_ref.engine.game import Game
from concordia_ref.spec.editions import edition_ids
from concordia_ref.spec.errors import Malformed, unknown
from concordia_ref.spec.model import CANONICAL
from concordia_ref.suite import reports
from concordia_ref.suite.cases import Case
from concordia_ref.suite.errors import Corrupt
from concordia_ref.suite.expectations import read_expectations, surprises, write_expectations
from concordia_ref.suite.explain import explanation
from concordia_ref.suite.loading import BrokenFile, Selection, Suite, is_named
from concordia_ref.suite.runner import SuiteRun, run_suite
from concordia_ref.suite.verdicts import Unusable, Verdict
from concordia_ref.words.languages import say, spoken
from concordia_ref.words.tables import table

AS_EXPECTED, SURPRISES, USAGE, UNUSABLE, CORRUPT = 0, 1, 2, 3, 4
REFERENCE = shlex.join([sys.executable, "-m", "concordia_ref", "adapter"])
TIMEOUT = 10.0


def _plays(card: str, *, refused: bool = False) -> Callable[[Case], bool]:
    return lambda case: case.cards == (card,) and case.new is None and (case.refused is not None) == refused


# From the first thing that an adapter learns to what it learns late.
SMOKE: tuple[tuple[str, Callable[[Case], bool]], ...] = (
    ("scored", lambda case: bool(case.scores) and not case.turns and case.new is None),
    ("simple-card", _plays("tribune")),
    ("trade", _plays("mercator")),
    ("refused", _plays("mercator", refused=True)),
    ("others", _plays("prefect")),
    ("architect", _plays("architect")),
)


def conform(game: Game, options: argparse.Namespace) -> int:
    """Do what the options ask for."""
    if wrong := _wrong_options(options):
        print(f"concordia: {wrong}", file=sys.stderr)
        return USAGE
    try:
        suite = Suite(options.edition, Path(options.suite) if options.suite else None)
    except Corrupt as corrupt:
        print(f"concordia: {say('conform.corrupt', problem=str(corrupt))}", file=sys.stderr)
        return CORRUPT
    selected = suite.select(_selection(options))
    for pattern in options.ids:
        if not any(is_named(id, pattern) for id in selected.ids):
            raise unknown("scenario", pattern, "", selected.ids)
    cases = _smoke_cases(selected.cases) if options.smoke else list(selected.cases)
    broken = [] if options.smoke else list(selected.broken)
    if options.shuffle is not None:
        random.Random(options.shuffle).shuffle(cases)
    if not cases and not broken:
        print(f"concordia: {say('conform.nothing-selected')}", file=sys.stderr)
        return USAGE
    if options.list or options.export:
        if options.list:
            rows = [[case.id, case.level, ", ".join(case.cards) or "-", case.why] for case in cases]
            print(table([say(f"conform.{column}") for column in ("scenario", "level", "cards", "why")], rows))
        else:
            _export(cases, Path(options.export), game.spec.version)
        print("".join(f"concordia: {entry.problem}\n" for entry in broken), end="", file=sys.stderr)
        return SURPRISES if broken else AS_EXPECTED
    return _run(game, cases, broken, selected.ids, options)


def _selection(options: argparse.Namespace) -> Selection:
    if options.smoke:
        return Selection()
    ids = tuple(options.ids)
    return Selection(ids, options.clause, options.card, options.level, options.map, options.players)


def _wrong_options(options: argparse.Namespace) -> str:
    """What cannot be done, told before anything is; empty if nothing."""
    if options.edition not in edition_ids():
        return say("conform.edition", known=", ".join(edition_ids()), found=repr(options.edition))
    if options.suite and not Path(options.suite).is_dir():
        return say("help.wrong.no-folder", folder=repr(options.suite))
    if options.update_expectations and (not options.expectations or len(options.adapter or ()) > 1):
        return say("conform.needs-expectations")
    if options.resume and not options.report:
        return say("conform.needs-report")
    written = (options.report, options.junit, options.markdown, options.html, options.badge, options.expectations)
    for file in written:
        if file and not Path(file).parent.is_dir():
            return say("conform.no-folder-for", file=repr(file))
    return ""


def _smoke_cases(every: Sequence[Case]) -> list[Case]:
    """The first case for each thing to learn; an edition or a suite of one's own need not have all of them.

    Those come first to which the way is short, for engines that cannot load a position.
    """
    near = sorted(every, key=lambda case: len(case.way.turns) if case.way else math.inf)
    return [found for _, fits in SMOKE for found in [next(filter(fits, near), None)] if found is not None]


def _run(
    game: Game,
    cases: Sequence[Case],
    broken: Sequence[BrokenFile],
    suite: Sequence[str],
    options: argparse.Namespace,
) -> int:
    report_file = Path(options.report) if options.report else None
    done = _done_before(report_file, game, options) if options.resume and report_file else {}
    known = Path(options.expectations) if options.expectations else None
    expected = read_expectations(known) if known and not options.update_expectations else ()
    runs: list[SuiteRun] = []
    for command in options.adapter or [REFERENCE]:
        before = done.get(command, {})
        left = [case for case in cases if case.id not in before]
        progress = _Progress(len(left))
        try:
            with _terminated_like_interrupted():
                run = run_suite(
                    command,
                    left,
                    specification=game.spec.version,
                    jobs=options.jobs,
                    timeout=options.timeout,
                    on_verdict=progress.step,
                )
        except Unusable as unusable:
            print(f"concordia: {command}: {unusable}\n{say('conform.hello.help')}", file=sys.stderr)
            return UNUSABLE
        finally:
            progress.end()
        verdicts = {**before, **{verdict.case: verdict for verdict in run.verdicts}}
        verdicts |= {entry.id: Verdict(entry.id, "fail", (entry.problem,)) for entry in broken}
        ids = [*(case.id for case in cases), *(entry.id for entry in broken)]
        ordered = tuple(verdicts[id] for id in ids if id in verdicts)
        runs.append(SuiteRun(command, run.can, ordered, run.interrupted))
        if run.interrupted:
            break
    report = reports.report_lines(runs, [*cases, *broken], game.spec.version, options.edition)
    _write_reports(report, report_file, options)
    _tell(game, runs, cases, report, options)
    return _conclude(runs, suite, expected, options)


@contextmanager
def _terminated_like_interrupted() -> Iterator[None]:
    """Let SIGTERM do what Ctrl-C does: end the run with the verdicts so far, and leave no adapter behind."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _done_before(file: Path, game: Game, options: argparse.Namespace) -> Mapping[str, Mapping[str, Verdict]]:
    """The verdicts of a report that was interrupted, by the command of the adapter."""
    if not file.exists():
        return {}
    try:
        report = reports.from_jsonl(file.read_text(encoding="utf-8"))
        found: dict[str, dict[str, Verdict]] = {}
        header = report[0]
        if (header["specification"], header["edition"]) != (game.spec.version, options.edition):
            raise ValueError(say("conform.other-report", version=header["specification"], edition=header["edition"]))
        commands = {entry["label"]: entry["command"] for entry in header["implementations"]}
        for line in report:
            if line["type"] == "verdict":
                verdict = Verdict(line["scenario"], line["outcome"], tuple(line["details"]), line["stderr"])
                found.setdefault(commands[line["implementation"]], {})[verdict.case] = verdict
    except (ValueError, KeyError, TypeError) as error:
        raise Malformed("report", f"{file} cannot be resumed: {error}") from None
    return found


def _write_reports(report: list[dict[str, Any]], report_file: Path | None, options: argparse.Namespace) -> None:
    writers: list[tuple[str | Path | None, Callable[[Any], str]]] = [
        (report_file, reports.to_jsonl),
        (options.junit, reports.junit),
        (options.markdown, reports.markdown),
        (options.html, reports.html_page),
        (options.badge, reports.badge),
    ]
    for file, write in writers:
        if file:
            Path(file).write_text(write(report), encoding="utf-8")


def _tell(
    game: Game,
    runs: Sequence[SuiteRun],
    cases: Sequence[Case],
    report: list[dict[str, Any]],
    options: argparse.Namespace,
) -> None:
    """Print what came of the runs."""
    if options.format == "json":
        print(reports.to_jsonl(report), end="")
        return
    if options.smoke:
        _talk_through(runs, cases)
    by_id = {case.id: case for case in cases}
    for run in runs:
        broken = [verdict for verdict in run.verdicts if verdict.outcome in ("fail", "fault")]
        for verdict in broken[: options.show]:
            repeat = _repeat(verdict.case, run.command, options)
            print(explanation(spoken(game.spec), game, by_id.get(verdict.case), verdict, repeat), end="\n\n")
        if len(broken) > options.show:
            print(say("conform.more-failures", number=len(broken) - options.show, all=len(broken)) + "\n")
    print(reports.summary(report))


def _repeat(id: str, command: str, options: argparse.Namespace) -> str:
    """The command that runs just this scenario again."""
    words = ["concordia", "conform", id]
    if options.adapter:
        words += ["--adapter", command]
    if options.edition != CANONICAL:
        words += ["--edition", options.edition]
    if options.suite:
        words += ["--suite", options.suite]
    if options.timeout != TIMEOUT:
        words += ["--timeout", f"{options.timeout:g}"]
    return shlex.join(words)


def _conclude(
    runs: Sequence[SuiteRun], suite: Sequence[str], expected: Sequence[str], options: argparse.Namespace
) -> int:
    """Compare with what was expected, and say in a line what came out."""
    failures: list[str] = []
    skipped: list[str] = []
    for run in runs:
        outcomes = {verdict.case: verdict.outcome for verdict in run.verdicts}
        if options.update_expectations:
            expected = write_expectations(Path(options.expectations), outcomes, suite)
        failures += surprises(expected, outcomes, suite)
        if outcomes and set(outcomes.values()) == {"skip"}:
            skipped.append(say("conform.all-skipped", name=run.can.name))
    # Results go to standard output; for a program they are the report alone.
    told_to = sys.stderr if options.format == "json" else sys.stdout
    advice = [say("conform.mend-expectations")] if failures else []
    _print_surprises([*(failures + advice if options.expectations else []), *skipped], told_to)
    counts = Counter(verdict.outcome for run in runs for verdict in run.verdicts)
    failed = counts["fail"] + counts["fault"]
    result = say("conform.result", passed=counts["pass"], failed=failed, skipped=counts["skip"])
    print(f"\n{result}", file=told_to)
    interrupted = any(run.interrupted for run in runs)
    if interrupted:
        print(say("conform.interrupted"), file=told_to)
    return SURPRISES if failures or skipped or interrupted else AS_EXPECTED


def _print_surprises(texts: Sequence[str], told_to: TextIO) -> None:
    if texts:
        print("\n".join([f"\n{say('conform.not-as-expected')}", *(f"  {text}" for text in texts)]), file=told_to)


def _talk_through(runs: Sequence[SuiteRun], cases: Sequence[Case]) -> None:
    """Tell the author of a first adapter how far it has come, and what comes next."""
    for run in runs:
        name, operations = f"{run.can.name} {run.can.version}", ", ".join(sorted(run.can.operations))
        print(say("conform.smoke.hello", name=name, operations=operations))
        verdicts = {verdict.case: verdict for verdict in run.verdicts}
        for what, fits in SMOKE:
            for verdict in (verdicts[case.id] for case in cases if fits(case) and case.id in verdicts):
                print(f"  {reports.MARKS[verdict.outcome]} {say(f'conform.smoke.{what}')}: {verdict.case}")
                if verdict.outcome != "pass":
                    print(f"    {say('conform.smoke.next', what=verdict.details[0])}")
        print()


def _export(cases: Sequence[Case], folder: Path, version: str) -> None:
    """Write all cases as plain JSON with whole states, and a manifest with digests."""
    manifest: dict[str, Any] = {"format": "concordia-conformance-export", "format_version": 1, "specification": version}
    files = {}
    for case in cases:
        text = json.dumps(case.to_json(), indent=1, ensure_ascii=False) + "\n"
        file = folder / f"{case.id}.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        files[f"{case.id}.json"] = "sha256:" + hashlib.sha256(text.encode("utf-8")).hexdigest()
    manifest["files"] = files
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
    print(say("conform.exported", number=len(cases), folder=str(folder)), file=sys.stderr)


class _Progress:
    """A line on the terminal that tells how far the run is; silent where nobody watches."""

    def __init__(self, every: int) -> None:
        self.every = every
        self.done: Counter[str] = Counter()
        self.watched = sys.stderr.isatty()
        self.last = 0.0

    def step(self, verdict: Verdict) -> None:
        self.done[verdict.outcome] += 1
        now = time.monotonic()
        if self.watched and (now - self.last > 0.1 or self.done.total() == self.every):
            self.last = now
            bar = "█" * (30 * self.done.total() // self.every)
            marks = "  ".join(f"{mark} {self.done[key]}" for key, mark in reports.MARKS.items())
            print(f"\r{bar:30} {self.done.total()}/{self.every}  {marks} ", end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        if self.watched:
            print(file=sys.stderr)
