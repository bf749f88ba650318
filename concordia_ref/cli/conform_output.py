"""What `concordia conform` prints, and the exit code that follows from it."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, TextIO

from concordia_ref.cli.conform_asked import Asked
from concordia_ref.cli.exits import FINDINGS, FINE
from concordia_ref.engine.game import Game
from concordia_ref.reports.explain import explanation
from concordia_ref.reports.forms import MARKS, summary
from concordia_ref.suite.cases import Case
from concordia_ref.suite.conformance_run import FAILURES, Finished, Tested
from concordia_ref.suite.expectations import surprises, write_expectations
from concordia_ref.suite.report_file import to_jsonl, verdict_from
from concordia_ref.suite.requirements import set_text
from concordia_ref.suite.smoke import declared_text, smoke_steps, summary_line
from concordia_ref.words.languages import Language, language

Line = Mapping[str, Any]


def print_report(game: Game, finished: Finished, asked: Asked) -> None:
    """Print the outcome of a run."""
    if asked.format == "json":
        print(to_jsonl(finished.report), end="")
        return
    words = language(asked.lang, game.spec.folder)
    for part in finished.tested:
        broken = [line for line in finished.verdicts(part.label) if line["outcome"] in FAILURES]
        for line in broken[: asked.show]:
            print(_explained(words, game, part, line, asked), end="\n\n")
        if len(broken) > asked.show:
            more = len(broken) - asked.show
            print(f"… and {more} more failures; --show {len(broken)} explains them all\n")
    print(summary(finished.report))


def _explained(words: Language, game: Game, part: Tested, line: Line, asked: Asked) -> str:
    case = part.asked.get(line["scenario"])
    known = case if isinstance(case, Case) else None
    return explanation(words, game, known, verdict_from(line), asked.repeat(line["scenario"], part.command))


def print_ladder(game: Game, every: Sequence[Case], finished: Finished, asked: Asked) -> int:
    """Show the author of a first adapter how far it has come, and what comes next; the exit code."""
    words = language(asked.lang, game.spec.folder)
    passed = []
    for part in finished.tested:
        print(declared_text(part.can))
        lines = {line["scenario"]: line for line in finished.verdicts(part.label)}
        passed.append(any(line["outcome"] == "pass" for line in lines.values()))
        for step in smoke_steps(words, game.spec, every, part.can):
            if step.scenario is None:
                print(f"  + {step.text}")
                continue
            if step.scenario not in lines:
                break
            line = lines[step.scenario]
            print(f"  {MARKS[line['outcome']]} {step.text} ({step.scenario})")
            if line["outcome"] in FAILURES:
                passed[-1] = False
                print(f"\n{_explained(words, game, part, line, asked)}\n")
                print("repair this first; then run the same command again")
                break
        print(f"{summary_line(every, part.can)}\n")
    return FINE if all(passed) and not finished.interrupted else FINDINGS


def conclude(finished: Finished, expected: Sequence[str], asked: Asked) -> int:
    """Compare with what was expected, and sum up the result in a line; the exit code."""
    failures: list[str] = []
    skipped: list[str] = []
    for part in finished.tested:
        verdicts = finished.verdicts(part.label)
        # What was added after the set fails nobody; that it passes may still be news.
        outcomes = {line["scenario"]: line["outcome"] for line in verdicts if not _is_excused(line)}
        if asked.update_expectations and asked.expectations:
            expected = write_expectations(asked.expectations, outcomes, part.ids)
        failures += surprises(expected, outcomes, part.ids)
        if verdicts and {line["outcome"] for line in verdicts} == {"skip"}:
            skipped.append(f"{part.can.name}: every scenario was skipped, so that nothing is proved")
    # Results go to standard output; for a program they are the report alone.
    stream = sys.stderr if asked.format == "json" else sys.stdout
    advice = ["mend it with --update-expectations once these are right"] if failures else []
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
        yield f"ended after {number}, as --fail-fast asks; {where}--resume continues from here"
    if finished.kept:
        yield (
            f"{finished.kept} verdicts are those of an earlier run, before the engine changed: "
            "run everything again before you rely on them"
        )


def _print_surprises(texts: Sequence[str], stream: TextIO) -> None:
    if texts:
        print("\n".join(["\nnot as expected:", *(f"  {text}" for text in texts)]), file=stream)
