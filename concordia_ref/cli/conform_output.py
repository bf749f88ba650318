"""What `concordia conform` prints, and the exit code that follows from it."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, TextIO

from concordia_ref.cli.conform_asked import REFERENCE, Asked
from concordia_ref.cli.exits import FINDINGS, FINE
from concordia_ref.engine.game import Game
from concordia_ref.reports.annotations import workflow_commands
from concordia_ref.reports.context import Context
from concordia_ref.reports.explain import explanation
from concordia_ref.reports.reading import MARKS, Report, read_report
from concordia_ref.reports.text import report_text, surprise_lines
from concordia_ref.suite.conformance_run import FAILURES, Finished
from concordia_ref.suite.expectations import Comparison, Expected, compare, write_expectations
from concordia_ref.suite.report_file import to_jsonl, verdict_from
from concordia_ref.suite.requirements import set_text
from concordia_ref.suite.smoke import declared_text, smoke_steps, summary_line
from concordia_ref.words.languages import language

Line = Mapping[str, Any]


def reported(game: Game, finished: Finished, asked: Asked) -> tuple[Report, Context]:
    """The report of a run as values, and what its forms contain in addition to the verdicts."""
    cases = {part.label: {case.id: case for case in part.cases} for part in finished.tested}
    words = language(asked.lang, game.spec.folder)
    context = Context(game, cases, REFERENCE, asked.repeating, asked.site, words)
    return read_report(finished.report), context


def compared_with(expected: Sequence[Expected], finished: Finished, asked: Asked) -> dict[str, Comparison]:
    """How each implementation compares with what was expected of it, by label; an update is written first."""
    found = {}
    for part in finished.tested:
        # Scenarios added after the set fail nobody; that they pass may still be news.
        lines = [line for line in finished.verdicts(part.label) if not _is_excused(line)]
        verdicts = {line["scenario"]: verdict_from(line) for line in lines}
        if asked.update_expectations and asked.expectations:
            expected = write_expectations(asked.expectations, verdicts, part.ids)
        found[part.label] = compare(expected, verdicts, part.ids)
    return found


def print_report(game: Game, finished: Finished, compared: Mapping[str, Comparison], asked: Asked) -> None:
    """Print the outcome of a run."""
    if asked.format == "json":
        print(to_jsonl(finished.report), end="")
        return
    report, context = reported(game, finished, asked)
    if asked.format == "github":
        print(workflow_commands(report, context))
    else:
        print(report_text(report, context, asked.show, compared if asked.expectations else None))


def print_ladder(game: Game, finished: Finished, asked: Asked) -> int:
    """Show the author of a first adapter how far it has come, and what comes next; the exit code."""
    report, context = reported(game, finished, asked)
    passed = []
    for part, tested in zip(finished.tested, report.runs, strict=True):
        every = part.selected.cases
        print(declared_text(part.can))
        lines = {line["scenario"]: line for line in finished.verdicts(part.label)}
        passed.append(any(line["outcome"] == "pass" for line in lines.values()))
        for step in smoke_steps(context.words, game.spec, every, part.can):
            if step.scenario is None:
                print(f"  + {step.text}")
                continue
            if step.scenario not in lines:
                break
            line = lines[step.scenario]
            print(f"  {MARKS[line['outcome']]} {step.text} ({step.scenario})")
            if line["outcome"] in FAILURES:
                passed[-1] = False
                print(f"\n{explanation(context, tested, tested.by_scenario[step.scenario])}\n")
                print("fix this first; then run the same command again")
                break
        print(f"{summary_line(every, part.can)}\n")
    return FINE if all(passed) and not finished.interrupted else FINDINGS


def conclude(finished: Finished, compared: Mapping[str, Comparison], asked: Asked) -> int:
    """Report what is not as expected, and sum up the result in a line; the exit code."""
    failures = [line for part in finished.tested for line in surprise_lines(compared[part.label])]
    skipped = [
        f"{part.can.name}: every scenario was skipped, so nothing is proved"
        for part in finished.tested
        if {line["outcome"] for line in finished.verdicts(part.label)} == {"skip"}
    ]
    # Results go to standard output; for a program they are the report alone.
    stream = sys.stderr if asked.format == "json" else sys.stdout
    advice = ["once these are right, update the file with --update-expectations"] if failures else []
    _print_surprises([*(failures + advice if asked.expectations else []), *skipped], stream)
    print(f"\n{tally(finished)}", file=stream)
    print(set_text(finished.report[0]["set"], datetime.now(UTC).date()), file=stream)
    for text in _endings(finished, asked):
        print(text, file=stream)
    ended = finished.interrupted or finished.had_enough
    return FINDINGS if failures or skipped or ended else FINE


def tally(finished: Finished) -> str:
    """How many passed, failed and were skipped; what was added after the set is counted by itself."""
    verdicts = [line for line in finished.report if line["type"] == "verdict"]
    text = _counted(line for line in verdicts if not line["added"])
    added = [line for line in verdicts if line["added"]]
    if not added:
        return text
    failed = [line["scenario"] for line in added if line["outcome"] in FAILURES]
    which = f": {', '.join(failed[:5])}{' …' if len(failed) > 5 else ''}" if failed else ""
    return f"{text}\nadded after the set: {_counted(added)}{which}"


def _counted(verdicts: Iterable[Line]) -> str:
    counts = Counter(line["outcome"] for line in verdicts)
    return f"{counts['pass']} passed, {counts['fail'] + counts['fault']} failed, {counts['skip']} skipped"


def _is_excused(line: Line) -> bool:
    return line["added"] and line["outcome"] in FAILURES


def _endings(finished: Finished, asked: Asked) -> Iterable[str]:
    where = "" if asked.report else "--report FILE "
    if finished.interrupted:
        yield f"interrupted: {where}--resume continues from here"
    if finished.had_enough:
        number = "a failure" if asked.fail_fast == 1 else f"{asked.fail_fast} failures"
        yield f"stopped after {number}, as --fail-fast requires; {where}--resume continues from here"
    if finished.kept:
        yield (
            f"{finished.kept} verdicts come from an earlier run, before the engine changed: "
            "run everything again before you rely on them"
        )


def _print_surprises(texts: Sequence[str], stream: TextIO) -> None:
    if texts:
        print("\n".join(["\nnot as expected:", *(f"  {text}" for text in texts)]), file=stream)
