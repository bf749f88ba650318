"""The command `concordia conform`: the suite against the reference or any other program."""

from __future__ import annotations

import hashlib
import json
import math
import random
import shlex
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TextIO

import click

from concordia_ref.cli import adapters, ids, options
from concordia_ref.cli.command import command
from concordia_ref.cli.exits import CORRUPT, FINDINGS, FINE, Failure
from concordia_ref.cli.lang import lang
from concordia_ref.cli.loading import load_game
from concordia_ref.cli.output import draw_table
from concordia_ref.cli.progress import Progress
from concordia_ref.engine.game import Game
from concordia_ref.reports.explain import explanation
from concordia_ref.reports.forms import MARKS, summary
from concordia_ref.reports.writing import write
from concordia_ref.spec.editions import edition_ids
from concordia_ref.spec.errors import Malformed, unknown
from concordia_ref.spec.model import CANONICAL
from concordia_ref.suite.cases import Case
from concordia_ref.suite.errors import Corrupt
from concordia_ref.suite.expectations import read_expectations, surprises, write_expectations
from concordia_ref.suite.loading import BrokenFile, Selection, Suite, is_named
from concordia_ref.suite.report_file import from_jsonl, report_lines, to_jsonl
from concordia_ref.suite.runner import SuiteRun, run_suite
from concordia_ref.suite.scenarios import LEVELS
from concordia_ref.suite.verdicts import Unusable, Verdict
from concordia_ref.words.languages import language

REFERENCE = shlex.join([sys.executable, "-m", "concordia_ref", "adapter"])
TIMEOUT = 10.0


def _plays(card: str, *, refused: bool = False) -> Callable[[Case], bool]:
    return lambda case: case.cards == (card,) and case.new is None and case.rejected == refused


# From the first thing that an adapter learns to what it learns late.
SMOKE: tuple[tuple[str, Callable[[Case], bool]], ...] = (
    ("a position is reached and scored", lambda case: bool(case.scores) and not case.turns and case.new is None),
    ("a simple card is played", _plays("tribune")),
    ("goods are sold and bought", _plays("mercator")),
    ("an illegal turn is refused", _plays("mercator", refused=True)),
    ("other players receive goods", _plays("prefect")),
    ("colonists move and build", _plays("architect")),
)


@command(
    "conform",
    about="Your program reads requests from its standard input and answers on its standard output, one JSON object a "
    "line; conformance/README.md shows how to write such an adapter in a quarter of an hour. Exit codes: 0 all "
    "as expected, 1 some verdict is not, 2 wrong usage or nothing selected, 3 the adapter cannot be used, 4 the "
    "suite cannot be used.",
    examples=(
        ("concordia conform", "the reference"),
        ('concordia conform --adapter "node my-adapter.mjs" --smoke', "a first adapter, with advice"),
        ("concordia conform --adapter ./mine -j 4 --html report.html --badge badge.svg", ""),
        ("concordia conform architect --card diplomat --adapter ./mine", ""),
        ("concordia conform --adapter ./mine --expectations known.yaml --update-expectations", ""),
    ),
    judges=True,
)
@click.argument("ids", type=ids.SCENARIO, nargs=-1, metavar="[ID]...", help="Scenarios by id, folder or glob")
@click.option("--adapter", multiple=True, metavar="CMD", help="The program to test; may be given several times")
@options.jobs
@options.timeout(TIMEOUT)
@click.option("--clause", type=ids.CLAUSE, metavar="CLAUSE", help="Only scenarios about this clause, or those below it")
@click.option("--card", type=ids.KIND_OF_CARD, metavar="KIND", help="Only scenarios that play or copy this card")
@click.option("--level", type=click.Choice(LEVELS), help="Only scenarios of this level")
@click.option("--map", type=ids.MAP, metavar="MAP", help="Only scenarios on this map")
@click.option("--players", type=int, metavar="N", help="Only scenarios with N players")
@options.flag("--smoke", "Run a few scenarios, for a first adapter, with advice")
@options.flag("--list", "List the scenarios and stop")
@click.option("--shuffle", type=int, metavar="SEED", help="Run the scenarios in another order")
@options.file_option("--expectations", "Scenarios that are expected to fail; one that passes is reported too")
@options.flag("--update-expectations", "Write the failures of this run to that file")
@options.file_option("--report", "Write a report as JSON Lines, the source of all other reports")
@options.flag("--resume", "Continue the report of --report")
@options.file_option("--junit", "Write a report as JUnit XML")
@options.file_option("--markdown", "Write a report as Markdown")
@options.file_option("--html", "Write a page with matrices by card and clause")
@options.file_option("--badge", "Write an SVG badge")
@click.option("--export", type=options.FOLDER, metavar="DIR", help="Write the scenarios as JSON and stop")
@click.option("--show", type=options.NOT_NEGATIVE, default=5, metavar="N", help="How many failures to explain")
@options.format_option("text", "json")
@click.option(
    "--edition", type=ids.EDITION, default=CANONICAL, metavar="EDITION", help="canonical, sr, cs, hu, pl or fr"
)
@click.option("--suite", type=options.FOLDER, metavar="FOLDER", help="Scenarios of your own, as in conformance/")
@lang
def conform(**given: Any) -> int:
    """Select the scenarios, and list, export or run them."""
    asked = SimpleNamespace(**given)
    _check(asked)
    game = load_game(edition=asked.edition)
    try:
        suite = Suite(asked.edition, asked.suite)
    except Corrupt as corrupt:
        raise Failure(f"the suite is corrupt: {corrupt}", CORRUPT) from None
    selected = suite.select(_selection(asked))
    for pattern in asked.ids:
        if not any(is_named(id, pattern) for id in selected.ids):
            raise unknown("scenario", pattern, "", {*selected.ids, *(id.partition("/")[0] for id in selected.ids)})
    cases = _smoke_cases(selected.cases) if asked.smoke else list(selected.cases)
    broken = [] if asked.smoke else list(selected.broken)
    if asked.shuffle is not None:
        random.Random(asked.shuffle).shuffle(cases)
    if not cases and not broken:
        raise Failure("no scenario is selected; `concordia conform --list` shows them all")
    if asked.list or asked.export:
        if asked.list:
            rows = [[case.id, case.level, ", ".join(case.cards) or "-", case.why] for case in cases]
            print(draw_table(["scenario", "level", "cards", "why"], rows))
        else:
            _export(cases, asked.export, game.spec.version)
        print("".join(f"concordia: {entry.problem}\n" for entry in broken), end="", file=sys.stderr)
        return FINDINGS if broken else FINE
    return _run(game, cases, broken, selected.ids, asked)


def _selection(asked: SimpleNamespace) -> Selection:
    if asked.smoke:
        return Selection()
    return Selection(asked.ids, asked.clause, asked.card, asked.level, asked.map, asked.players)


def _check(asked: SimpleNamespace) -> None:
    """Fail early if the run could not be finished."""
    if asked.edition not in edition_ids():
        raise Failure(f"adapters know the editions {', '.join(edition_ids())}, not {asked.edition!r}")
    if asked.suite and not asked.suite.is_dir():
        raise Failure(f"there is no folder {str(asked.suite)!r}")
    if asked.update_expectations and (not asked.expectations or len(asked.adapter) > 1):
        raise Failure("--update-expectations needs --expectations FILE and a single adapter")
    if asked.resume and not asked.report:
        raise Failure("--resume needs --report FILE, the report to continue")
    options.check_parents(asked.report, asked.junit, asked.markdown, asked.html, asked.badge, asked.expectations)


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
    asked: SimpleNamespace,
) -> int:
    done = _done_before(asked.report, game, asked) if asked.resume else {}
    expected = read_expectations(asked.expectations) if asked.expectations and not asked.update_expectations else ()
    runs: list[SuiteRun] = []
    for program in asked.adapter or (REFERENCE,):
        before = done.get(program, {})
        left = [case for case in cases if case.id not in before]
        try:
            with _terminated_like_interrupted(), Progress("scenarios") as progress:
                run = run_suite(
                    program,
                    left,
                    specification=game.spec.version,
                    jobs=asked.jobs,
                    timeout=asked.timeout,
                    on_verdict=_counter(progress, len(left)),
                )
        except Unusable as why:
            raise adapters.unusable(program, why) from None
        verdicts = {**before, **{verdict.case: verdict for verdict in run.verdicts}}
        verdicts |= {entry.id: Verdict(entry.id, "fail", notes=(entry.problem,)) for entry in broken}
        selected = [*(case.id for case in cases), *(entry.id for entry in broken)]
        ordered = tuple(verdicts[id] for id in selected if id in verdicts)
        runs.append(SuiteRun(program, run.can, ordered, run.interrupted))
        if run.interrupted:
            break
    report = report_lines(runs, [*cases, *broken], game.spec.version, asked.edition)
    _write_reports(report, asked)
    _print(game, runs, cases, report, asked)
    return _conclude(runs, suite, expected, asked)


@contextmanager
def _terminated_like_interrupted() -> Iterator[None]:
    """Let SIGTERM do what Ctrl-C does: end the run with the verdicts so far, and leave no adapter behind."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _done_before(file: Path, game: Game, asked: SimpleNamespace) -> Mapping[str, Mapping[str, Verdict]]:
    """The verdicts of a report that was interrupted, by the command of the adapter."""
    if not file.exists():
        return {}
    try:
        report = from_jsonl(file.read_text(encoding="utf-8"))
        found: dict[str, dict[str, Verdict]] = {}
        header = report[0]
        if (header["specification"], header["edition"]) != (game.spec.version, asked.edition):
            raise ValueError(f"it is about specification {header['specification']}, edition {header['edition']}")
        commands = {entry["label"]: entry["command"] for entry in header["implementations"]}
        for line in report:
            if line["type"] == "verdict":
                verdict = Verdict(
                    line["scenario"], line["outcome"], notes=tuple(line["details"]), stderr=line["stderr"]
                )
                found.setdefault(commands[line["implementation"]], {})[verdict.case] = verdict
    except (ValueError, KeyError, TypeError) as error:
        raise Malformed("report", f"{file} cannot be resumed: {error}") from None
    return found


def _write_reports(report: list[dict[str, Any]], asked: SimpleNamespace) -> None:
    if asked.report:
        asked.report.write_text(to_jsonl(report), encoding="utf-8")
    write(report, vars(asked))


def _print(
    game: Game, runs: Sequence[SuiteRun], cases: Sequence[Case], report: list[dict[str, Any]], asked: SimpleNamespace
) -> None:
    """Print the outcome of the runs."""
    if asked.format == "json":
        print(to_jsonl(report), end="")
        return
    if asked.smoke:
        _talk_through(runs, cases)
    words = language(asked.lang, game.spec.folder)
    by_id = {case.id: case for case in cases}
    for run in runs:
        broken = [verdict for verdict in run.verdicts if verdict.outcome in ("fail", "fault")]
        for verdict in broken[: asked.show]:
            repeat = _repeat(verdict.case, run.command, asked)
            print(explanation(words, game, by_id.get(verdict.case), verdict, repeat), end="\n\n")
        if len(broken) > asked.show:
            more = len(broken) - asked.show
            print(f"… and {more} more failures; --show {len(broken)} explains them all\n")
    print(summary(report))


def _repeat(id: str, command: str, asked: SimpleNamespace) -> str:
    """The command that runs just this scenario again."""
    words = ["concordia", "conform", id]
    if asked.adapter:
        words += ["--adapter", command]
    if asked.edition != CANONICAL:
        words += ["--edition", asked.edition]
    if asked.suite:
        words += ["--suite", str(asked.suite)]
    if asked.timeout != TIMEOUT:
        words += ["--timeout", f"{asked.timeout:g}"]
    return shlex.join(words)


def _conclude(runs: Sequence[SuiteRun], suite: Sequence[str], expected: Sequence[str], asked: SimpleNamespace) -> int:
    """Compare with what was expected, and sum up the result in a line."""
    failures: list[str] = []
    skipped: list[str] = []
    for run in runs:
        outcomes = {verdict.case: verdict.outcome for verdict in run.verdicts}
        if asked.update_expectations:
            expected = write_expectations(asked.expectations, outcomes, suite)
        failures += surprises(expected, outcomes, suite)
        if outcomes and set(outcomes.values()) == {"skip"}:
            skipped.append(f"{run.can.name}: every scenario was skipped, so that nothing is proved")
    # Results go to standard output; for a program they are the report alone.
    stream = sys.stderr if asked.format == "json" else sys.stdout
    advice = ["mend it with --update-expectations once these are right"] if failures else []
    _print_surprises([*(failures + advice if asked.expectations else []), *skipped], stream)
    counts = Counter(verdict.outcome for run in runs for verdict in run.verdicts)
    failed = counts["fail"] + counts["fault"]
    print(f"\n{counts['pass']} passed, {failed} failed, {counts['skip']} skipped", file=stream)
    interrupted = any(run.interrupted for run in runs)
    if interrupted:
        print("interrupted: --report FILE --resume continues from here", file=stream)
    return FINDINGS if failures or skipped or interrupted else FINE


def _print_surprises(texts: Sequence[str], stream: TextIO) -> None:
    if texts:
        print("\n".join(["\nnot as expected:", *(f"  {text}" for text in texts)]), file=stream)


def _talk_through(runs: Sequence[SuiteRun], cases: Sequence[Case]) -> None:
    """Show the author of a first adapter how far it has come, and what comes next."""
    for run in runs:
        name, operations = f"{run.can.name} {run.can.version}", ", ".join(sorted(run.can.operations))
        print(f"{name} says hello; it declares {operations}")
        verdicts = {verdict.case: verdict for verdict in run.verdicts}
        for what, fits in SMOKE:
            for verdict in (verdicts[case.id] for case in cases if fits(case) and case.id in verdicts):
                print(f"  {MARKS[verdict.outcome]} {what}: {verdict.case}")
                if verdict.outcome != "pass":
                    print(f"    next: {verdict.details[0]}")
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
    print(f"scenarios written: {len(cases)}, in {folder}", file=sys.stderr)


def _counter(progress: Progress, total: int) -> Callable[[Verdict], None]:
    """Count verdicts, and show how many there are of each outcome."""
    counts: Counter[str] = Counter()

    def count(verdict: Verdict) -> None:
        counts[verdict.outcome] += 1
        progress(counts.total(), total, "  ".join(f"{mark} {counts[key]}" for key, mark in MARKS.items()))

    return count
