"""The command `concordia mutate`: how strong the conformance suite is."""

from __future__ import annotations

import argparse
import hashlib
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from concordia_ref.cli.conform import AS_EXPECTED, CORRUPT, SURPRISES, USAGE
from concordia_ref.engine.game import Game
from concordia_ref.lab.mutation import report
from concordia_ref.lab.mutation.code_mutants import code_mutants, rule_files
from concordia_ref.lab.mutation.data_mutants import data_mutants
from concordia_ref.lab.mutation.excuses import Excuses, read_excuses
from concordia_ref.lab.mutation.runs import run_mutants
from concordia_ref.lab.mutation.trials import Bench, Mutant, Result
from concordia_ref.spec.bundle import checksum
from concordia_ref.spec.errors import unknown
from concordia_ref.spec.files import TEXT_FOLDERS
from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.spec.tree import read_tree
from concordia_ref.suite.errors import Corrupt
from concordia_ref.suite.loading import load_cases, load_reading_cases
from concordia_ref.words.languages import say


def mutate(game: Game, options: argparse.Namespace) -> int:
    """Do what the options ask for."""
    if options.resume and not options.report:
        return _wrong(say("conform.needs-report"), USAGE)
    if options.report and not Path(options.report).parent.is_dir():
        return _wrong(say("conform.no-folder-for", file=repr(options.report)), USAGE)
    tree, _ = read_tree(packaged_folder("spec"), left_out=TEXT_FOLDERS)
    every: list[Mutant] = [*data_mutants(tree), *code_mutants(rule_files())]
    chosen = _chosen(every, options)
    if not chosen:
        return _wrong(say("mutate.nothing-selected"), USAGE)
    excuses = read_excuses(packaged_folder("conformance") / "strength" / "equivalent.yaml")
    try:
        of_code = any(report.kind_of(mutant) == "code" for mutant in chosen)
        bench = Bench(tree, load_cases(), load_reading_cases() if of_code else ())
    except Corrupt as corrupt:
        return _wrong(say("conform.corrupt", problem=str(corrupt)), CORRUPT)
    if noticed := bench.first_to_notice(bench.sound_adapter(), bench.cases):
        return _wrong(say("mutate.unsound", scenario=noticed), CORRUPT)
    return _run(bench, chosen, every, excuses, game.spec.version, options)


def _wrong(message: str, code: int) -> int:
    print(f"concordia: {message}", file=sys.stderr)
    return code


def _chosen(every: Sequence[Mutant], options: argparse.Namespace) -> list[Mutant]:
    """The mutants that are asked for, in their order."""
    for id in options.ids:
        if not any(_is_named(mutant, id) for mutant in every):
            raise unknown("mutant", id, "", [mutant.id for mutant in every])
    chosen = [
        mutant
        for mutant in every
        if options.only in (None, report.kind_of(mutant))
        and (not options.ids or any(_is_named(mutant, id) for id in options.ids))
    ]
    if options.sample is None:
        return chosen
    # By digests, the sample is the same everywhere, and hardly another one when mutants are added.
    drawn = sorted(chosen, key=lambda mutant: hashlib.sha256(f"{options.seed}:{mutant.id}".encode()).digest())
    sample = {mutant.id for mutant in drawn[: options.sample]}
    return [mutant for mutant in chosen if mutant.id in sample]


def _is_named(mutant: Mutant, id: str) -> bool:
    return mutant.id == id or fnmatchcase(mutant.id, id)


def _run(
    bench: Bench,
    chosen: Sequence[Mutant],
    every: Sequence[Mutant],
    excuses: Excuses,
    version: str,
    options: argparse.Namespace,
) -> int:
    sources = {file.name: file.read_text(encoding="utf-8") for file in rule_files()}
    digest = checksum([bench.tree.data, sources, [case.to_json() for case in bench.cases]])
    file = Path(options.report) if options.report else None
    found = report.done_before(file, digest) if options.resume and file else {}
    found = {mutant.id: found[mutant.id] for mutant in chosen if mutant.id in found}

    def lines() -> list[report.Line]:
        return [report.mutant_line(mutant, found[mutant.id], excuses) for mutant in chosen if mutant.id in found]

    header = report.header(version, digest)
    if file:
        file.write_text(report.to_text([header, *lines()]), encoding="utf-8")
    interrupted = _try_out(bench, chosen, found, file, excuses, options.jobs)
    ran = lines()
    whole = report.to_text([header, *ran, report.footer(ran)])
    if file and not interrupted:
        file.write_text(whole, encoding="utf-8")
    if options.format == "json":
        print(whole, end="")
    else:
        _tell(bench, {mutant.id: mutant for mutant in chosen}, ran, options)
    stale = excuses.stale([mutant.id for mutant in every], list(found.values()))
    return _conclude(ran, excuses, stale, interrupted, options)


def _try_out(
    bench: Bench, chosen: Sequence[Mutant], found: dict[str, Result], file: Path | None, excuses: Excuses, jobs: int
) -> bool:
    """Try out what has not been found before, and write it down as it comes; whether that was interrupted."""
    by_id = {mutant.id: mutant for mutant in chosen}
    left = [mutant for mutant in chosen if mutant.id not in found]
    progress = _Progress(len(left))
    try:
        for result in run_mutants(left, bench.try_out, jobs):
            found[result.mutant] = result
            progress.step(result)
            if file:
                with file.open("a", encoding="utf-8") as written:
                    written.write(report.to_text([report.mutant_line(by_id[result.mutant], result, excuses)]))
    except KeyboardInterrupt:
        return True
    finally:
        progress.end()
    return False


def _tell(
    bench: Bench, mutants: Mapping[str, Mutant], lines: Sequence[report.Line], options: argparse.Namespace
) -> None:
    """Print the counts, and every mutant that survived; or what came of those that were named."""
    if not options.ids:
        print(report.summary(lines) + "\n")
    for line in lines:
        id, outcome = line["mutant"], say(f"mutate.{line['outcome']}")
        if line["outcome"] == "survived":
            print(f"{outcome}: {report.survivor_text(mutants[id], bench.tree)}\n")
        elif options.ids:
            print(f"{outcome}: {id}\n  {line['by']}\n")


def _conclude(
    lines: Sequence[report.Line],
    excuses: Excuses,
    stale: Sequence[str],
    interrupted: bool,
    options: argparse.Namespace,
) -> int:
    """Say in a line for each kind what came out, and whether that is enough."""
    told_to = sys.stderr if options.format == "json" else sys.stdout
    weak = bool(stale)
    for text in stale:
        print(text, file=told_to)
    for kind, at_least in (("data", 100), ("code", excuses.code_at_least)):
        caught, of = report.score([line for line in lines if line["kind"] == kind])
        if of:
            percent = f"{100 * caught / of:.2f}"
            print(say(f"mutate.result.{kind}", caught=caught, of=of, percent=percent, at_least=at_least), file=told_to)
            weak = weak or caught * 100 < of * at_least
    if interrupted:
        print(say("conform.interrupted"), file=told_to)
    return SURPRISES if weak or interrupted else AS_EXPECTED


class _Progress:
    """A line on the terminal that tells how far the run is and how long it will take; silent where nobody watches."""

    def __init__(self, every: int) -> None:
        self.every = every
        self.done: Counter[str] = Counter()
        self.watched = sys.stderr.isatty()
        self.begun = time.monotonic()

    def step(self, result: Result) -> None:
        self.done[result.outcome] += 1
        if self.watched:
            done = self.done.total()
            bar = "█" * (30 * done // self.every)
            seconds = round((time.monotonic() - self.begun) / done * (self.every - done))
            left = say("mutate.left", time=f"{seconds // 60}:{seconds % 60:02}")
            survived = f"{say('mutate.survived')}: {self.done['survived']}"
            print(f"\r{bar:30} {done}/{self.every}  {survived}  {left} ", end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        if self.watched:
            print(file=sys.stderr)
