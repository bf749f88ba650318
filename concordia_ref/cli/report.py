"""The command `concordia report`: all forms of a report from what `concordia conform --report` has saved."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from concordia_ref.cli import options
from concordia_ref.cli.command import command
from concordia_ref.cli.conform_asked import REFERENCE
from concordia_ref.cli.exits import CORRUPT, FINE, Failure
from concordia_ref.cli.lang import lang
from concordia_ref.cli.loading import load_game
from concordia_ref.reports.annotations import workflow_commands
from concordia_ref.reports.context import Context
from concordia_ref.reports.history import history
from concordia_ref.reports.reading import Report, read_report_file
from concordia_ref.reports.text import report_text
from concordia_ref.reports.writing import write
from concordia_ref.suite.conformance_run import Suites
from concordia_ref.suite.errors import Corrupt
from concordia_ref.suite.loading import Selection
from concordia_ref.words.languages import language


@command(
    "report",
    about="Each FILE is a report as `concordia conform --report FILE` writes it. The last one is shown; the others, in "
    "the order of their times, are its history. Exit codes: 0 the reports are written, 2 wrong usage or a file that is "
    "not a report, 4 the suite cannot be used.",
    examples=(
        ("concordia report run.jsonl", ""),
        ("concordia report monday.jsonl tuesday.jsonl --html report.html", "with what has changed"),
        ("concordia report run.jsonl --format github --markdown summary.md", "for a workflow on GitHub"),
    ),
)
@click.argument("files", type=options.FILE, nargs=-1, required=True, metavar="FILE...", help="Reports as JSON Lines")
@options.file_option("--junit", "Write a report as JUnit XML")
@options.file_option("--markdown", "Write a report as Markdown")
@options.file_option("--html", "Write a page with causes, failures, positions and matrices by card and clause")
@options.file_option("--badge", "Write an SVG badge")
@click.option(
    "--site", default="", metavar="ADDRESS", help="The address of a built site, for links from the page to rules"
)
@click.option(
    "--show",
    type=options.NOT_NEGATIVE,
    default=5,
    metavar="N",
    help="How many failures to explain",
)
@options.format_option("text", "github")
@click.option("--suite", type=options.FOLDER, metavar="FOLDER", help="Scenarios of your own, as in conformance/")
@lang
def report(files: tuple[Path, ...], **asked: Any) -> int:
    """Write every requested form, and print the report."""
    options.check_parents(*(asked[form] for form in ("junit", "markdown", "html", "badge")))
    for file in files:
        if not file.is_file():
            raise Failure(f"there is no file {str(file)!r}")
    reports = sorted(map(read_report_file, files), key=lambda read: read.started)
    *earlier, last = reports
    context = _context(last, asked)
    write(last, context, asked, earlier)
    if asked["format"] == "github":
        print(workflow_commands(last, context))
        return FINE
    print(report_text(last, context, asked["show"]))
    if earlier:
        print(f"\nsince the previous run: {history(reports)[-1].text}")
    return FINE


def _context(report: Report, asked: dict[str, Any]) -> Context:
    game = load_game(edition=report.edition)
    suites = Suites(report.edition, asked["suite"])
    try:
        selected = {run.label: suites.select(Selection(), run.readings).cases for run in report.runs}
    except Corrupt as corrupt:
        raise Failure(f"the suite is corrupt: {corrupt}", CORRUPT) from None
    cases = {label: {case.id: case for case in found} for label, found in selected.items()}
    repeat = ["--suite", str(asked["suite"])] if asked["suite"] else []
    words = language(asked["lang"], game.spec.folder)
    return Context(game, cases, REFERENCE, repeat, asked["site"], words)
