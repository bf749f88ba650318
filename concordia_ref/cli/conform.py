"""The command `concordia conform`: the suite against the reference or any other program."""

from __future__ import annotations

import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from fnmatch import fnmatchcase
from typing import Any

import click

from concordia_ref.cli import adapters, ids, options
from concordia_ref.cli.command import command
from concordia_ref.cli.conform_asked import TIMEOUT, Asked, FailureCount
from concordia_ref.cli.conform_output import compared_with, conclude, print_ladder, print_report, reported
from concordia_ref.cli.exits import CORRUPT, FINDINGS, FINE, Failure
from concordia_ref.cli.lang import lang
from concordia_ref.cli.output import draw_table
from concordia_ref.cli.progress import Progress
from concordia_ref.cli.watching import watch
from concordia_ref.engine.game import Game
from concordia_ref.reports.reading import MARKS, Report, read_report_file
from concordia_ref.reports.writing import write
from concordia_ref.spec.model import CANONICAL
from concordia_ref.suite.conformance_run import CannotUse, Finished, NothingSelected, Suites, run
from concordia_ref.suite.errors import Corrupt
from concordia_ref.suite.expectations import Expected, read_expectations
from concordia_ref.suite.export import export
from concordia_ref.suite.loading import Selected, Selection
from concordia_ref.suite.report_writer import CannotWrite
from concordia_ref.suite.requirements import FOLDER, PUBLISHED, freeze
from concordia_ref.suite.scenarios import LEVELS
from concordia_ref.suite.verdicts import Verdict


@command(
    "conform",
    about="Your program reads requests from its standard input and answers on its standard output, one JSON object a "
    "line; `concordia adapter new` writes the skeleton of such an adapter in your language. Exit codes: 0 all "
    "as expected, 1 some verdict is not, 2 wrong usage, nothing selected, or a report that cannot be read or written, "
    "3 the adapter cannot be used, 4 the suite cannot be used.",
    examples=(
        ("concordia conform", "the reference"),
        ('concordia conform --adapter "node my-adapter.mjs" --smoke', "a first adapter, with advice"),
        ("concordia conform --adapter ./mine -j 4 --html report.html --badge badge.svg", ""),
        ("concordia conform architect --card diplomat --adapter ./mine", ""),
        ("concordia conform --adapter ./mine --expectations known.yaml --update-expectations", ""),
        ("concordia conform --adapter ./mine --report run.jsonl --rerun-failed", "after a fix"),
        ("concordia conform mercator --adapter ./mine --watch", "while you work on it"),
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
@options.flag("--smoke", "Run a few first scenarios, chosen by what the adapter declares, and show what to add next")
@click.option(
    "--set",
    "set_name",
    metavar="NAME",
    help="Score against this requirement set; `all` or `none` scores every scenario [default: the newest]",
)
@options.flag("--list", "List the scenarios and exit", "listing")
@click.option("--shuffle", type=int, metavar="SEED", help="Run the scenarios in another order")
@options.file_option("--expectations", "Scenarios that are expected to fail; one that passes is reported too")
@options.flag("--update-expectations", "Write the failures of this run to that file")
@options.file_option("--report", "Write a report as JSON Lines, verdict by verdict: the source of all other reports")
@options.flag("--resume", "Run the scenarios missing from the file of --report, such as after an interruption")
@options.flag("--anyway", "With --resume: continue even if the engine has changed")
@options.flag("--rerun-failed", "Run the scenarios that did not pass in the file of --report, and update it")
@click.option(
    "--fail-fast",
    type=FailureCount(),
    is_flag=False,
    flag_value="1",
    metavar="[N]",
    help="Stop after N failures, or after one",
)
@options.flag("--watch", "Run again whenever the engine's files change, failed scenarios first")
@click.option("--watch-path", type=options.FILE, multiple=True, metavar="PATH", help="Another file or folder to watch")
@options.file_option("--junit", "Write a report as JUnit XML")
@options.file_option("--markdown", "Write a report as Markdown")
@options.file_option("--html", "Write a page with causes, failures, positions and matrices by card and clause")
@options.file_option("--badge", "Write an SVG badge")
@click.option(
    "--history", type=options.FILE, multiple=True, metavar="FILE", help="An earlier report (JSON Lines) to compare with"
)
@click.option(
    "--site", default="", metavar="ADDRESS", help="The address of a built site, for links from the page to rules"
)
@click.option("--freeze", metavar="NAME", help="Write all scenarios of the suite as a requirement set, and exit")
@click.option("--export", type=options.FOLDER, metavar="DIR", help="Write the scenarios as JSON and exit")
@click.option(
    "--show",
    type=options.NOT_NEGATIVE,
    default=5,
    metavar="N",
    help="How many failures to explain",
)
@options.format_option("text", "json", "github")
@click.option(
    "--edition",
    type=ids.EDITION,
    default=CANONICAL,
    metavar="EDITION",
    help="canonical, sr, cs, hu, pl, fr, or one taken literally, such as sr-letter",
)
@click.option("--suite", type=options.FOLDER, metavar="FOLDER", help="Scenarios of your own, as in conformance/")
@lang
def conform(**given: Any) -> int:
    """Select the scenarios, and list, export, freeze or run them."""
    asked = Asked(**given)
    try:
        suites = Suites(asked.edition, asked.suite)
        if asked.freeze is not None:
            return _freeze(asked.freeze, suites)
        if asked.listing or asked.export:
            return _list_or_export(asked, suites)
        return _run(asked, suites)
    except Corrupt as corrupt:
        raise Failure(f"the suite is corrupt: {corrupt}", CORRUPT) from None
    except NothingSelected:
        raise Failure("no scenario is selected; `concordia conform --list` shows them all") from None
    except CannotUse as error:
        raise adapters.unusable(error.command, error.why) from None
    except CannotWrite as error:
        raise Failure(str(error)) from None


def _list_or_export(asked: Asked, suites: Suites) -> int:
    selected = _select(suites, asked.selection)
    cases = suites.shuffled(selected.cases, asked.shuffle)
    if not cases and not selected.broken:
        raise NothingSelected
    if asked.export and not asked.listing:
        export(cases, asked.export, suites.under({}).game.spec.version)
        print(f"scenarios written: {len(cases)}, in {asked.export}", file=sys.stderr)
    else:
        rows = [[case.id, case.level, ", ".join(case.cards) or "-", case.why] for case in cases]
        print(draw_table(["scenario", "level", "cards", "why"], rows))
    print("".join(f"concordia: {entry.problem}\n" for entry in selected.broken), end="", file=sys.stderr)
    return FINDINGS if selected.broken else FINE


def _select(suites: Suites, selection: Selection) -> Selected:
    """The selected scenarios; reading the whole suite takes a few seconds."""
    with Progress("scenarios") as progress:
        suites.on_read = lambda done, total: progress(done, total, "reading")
        return suites.select(selection, {})


def _freeze(name: str, suites: Suites) -> int:
    """Write a set with every scenario of the suite, and explain how to publish it."""
    selected = _select(suites, Selection())
    if selected.broken:
        raise Corrupt("\n".join(entry.problem for entry in selected.broken))
    root = suites.under({}).root
    try:
        written = freeze(root, name, selected.ids, datetime.now(UTC).date())
    except ValueError as error:
        raise Failure(str(error)) from None
    print(f"{root / FOLDER / f'{name}.txt'}: {len(written.ids)} scenarios")
    print(f"until it is published it may be written again; to publish it, add this line to {PUBLISHED} beside it:")
    print(f"{name} {written.digest}")
    return FINE


def _run(asked: Asked, suites: Suites) -> int:
    expected: tuple[Expected, ...] = ()
    if asked.expectations and not asked.update_expectations:
        expected = read_expectations(asked.expectations)
    order = asked.order(
        lambda id: asked.update_expectations or any(fnmatchcase(id, entry.scenario) for entry in expected)
    )
    earlier = [read_report_file(file) for file in asked.history]
    game = suites.under({}).game
    with _terminated_like_interrupted():
        if asked.watch:
            _select(suites, order.selection)
            return watch(asked, lambda hear, first: _written(run(order, suites, hear, first), game, asked, earlier))
        with Progress("scenarios") as progress:
            suites.on_read = lambda done, total: progress(done, total, "reading")
            finished = run(order, suites, _counter(progress))
    _written(finished, game, asked, earlier)
    if asked.smoke and asked.format == "text":
        return print_ladder(game, finished, asked)
    compared = compared_with(expected, finished, asked)
    print_report(game, finished, compared, asked)
    return conclude(finished, compared, asked)


def _written(finished: Finished, game: Game, asked: Asked, earlier: Sequence[Report]) -> Finished:
    """The other forms of the report, made from its lines."""
    write(*reported(game, finished, asked), vars(asked), earlier)
    return finished


@contextmanager
def _terminated_like_interrupted() -> Iterator[None]:
    """Let SIGTERM do what Ctrl-C does: end the run with the verdicts so far, and leave no adapter behind."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _counter(progress: Progress) -> Callable[[Verdict, int], None]:
    """Count verdicts, and show how many there are of each outcome."""
    counts: Counter[str] = Counter()

    def count(verdict: Verdict, total: int) -> None:
        counts[verdict.outcome] += 1
        progress(counts.total(), total, "  ".join(f"{mark} {counts[key]}" for key, mark in MARKS.items()))

    return count
