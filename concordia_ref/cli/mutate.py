"""The command `concordia mutate`: how strong the conformance suite is."""

from __future__ import annotations

import hashlib
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click

from concordia_ref.cli import options
from concordia_ref.cli.command import command
from concordia_ref.cli.diagnosis import measure_diagnosis
from concordia_ref.cli.exits import CORRUPT, FINDINGS, FINE, Failure
from concordia_ref.cli.fingerprints import make_fingerprints
from concordia_ref.cli.loading import load_specification
from concordia_ref.cli.planted import catch_planted
from concordia_ref.cli.progress import Progress
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
from concordia_ref.spec.tree import Tree, read_tree
from concordia_ref.suite.errors import Corrupt
from concordia_ref.suite.loading import load_cases, load_reading_cases

GAMES = 40
OUTCOMES = {"killed": "killed", "equivalent": "excused", "invalid": "invalid", "survived": "survived"}


@command(
    "mutate",
    about="A mutant is the game with one small fault: a number in the data raised or lowered by one, a line of a map "
    "left out, a comparison in the code reversed. The suite is strong if a scenario notices each of them. Mutants that "
    "cannot be distinguished from the rules are excused by name, with the reason, in "
    "conformance/strength/equivalent.yaml. Planted bugs are faults that somebody thought of while reading the rules; "
    "for each of them --planted shows the scenario that notices it, the random game in which `concordia fuzz` finds "
    "it, and how short `concordia shrink` can make that game. --fingerprints runs every mutant and every planted bug "
    "against all scenarios, and records in conformance/fingerprints.txt which scenarios each of them breaks and how; "
    "from this, `concordia conform` infers the faults of an engine. --diagnosis measures how often it is right. Exit "
    "codes: 0 all noticed or excused (of those in the code, the required share), 1 some not, 2 wrong usage or nothing "
    "selected, 4 the suite is corrupt.",
    examples=(
        ("concordia mutate -j 4", "all mutants, several at a time"),
        ("concordia mutate --data --sample 300 --seed 1", "a sample, the same every time"),
        ("concordia mutate -j 2 --report strength.jsonl --resume", "continue after an interruption"),
        ("concordia mutate 'costs.house.*'", "the fate of some mutants"),
        ("concordia mutate --planted --games 25 -j 2", "what catches the planted bugs"),
        ("concordia mutate --fingerprints -j 2", "bring conformance/fingerprints.txt up to date"),
        ("concordia mutate --diagnosis -j 2", "how often the right cause is found"),
    ),
    judges=True,
)
@click.argument("ids", nargs=-1, metavar="[ID]...", help="Mutants by id or glob [default: all]")
@click.option("--data", "only", flag_value="data", help="Only mutants of the data")
@click.option("--code", "only", flag_value="code", help="Only mutants of the code")
@click.option("--planted", "only", flag_value="planted", help="Bugs planted by hand; each ID is that of a bug")
@click.option(
    "--fingerprints", "only", flag_value="fingerprints", help="Bring the fingerprints of all faults up to date"
)
@options.flag("--anew", "With --fingerprints: try out everything, even what is already known")
@click.option("--diagnosis", "only", flag_value="diagnosis", help="Measure how good the diagnosis is")
@click.option("--games", type=options.POSITIVE, metavar="N", help="With --planted: random games for each [default: 40]")
@options.jobs
@click.option("--sample", type=options.POSITIVE, metavar="N", help="Only a sample of N mutants, drawn with --seed")
@click.option("--seed", type=int, default=0, metavar="N", help="The seed of the sample")
@options.file_option("--report", "Write a report as JSON Lines, mutant by mutant")
@options.flag("--resume", "Continue the report of --report")
@options.format_option("text", "json")
def mutate(**given: Any) -> int:
    """Try out the requested mutants."""
    asked = SimpleNamespace(**given)
    if asked.resume and not asked.report:
        raise Failure("--resume needs --report FILE, the report to continue")
    if asked.games and asked.only != "planted":
        raise Failure("--games needs --planted: mutants play no random games")
    if asked.anew and asked.only != "fingerprints":
        raise Failure("--anew needs --fingerprints")
    if asked.only == "planted":
        return catch_planted(asked.ids, asked.games or GAMES, asked.jobs)
    options.check_parents(asked.report)
    tree, _ = read_tree(packaged_folder("spec"), left_out=TEXT_FOLDERS)
    every: list[Mutant] = [*data_mutants(tree), *code_mutants(rule_files())]
    if asked.only in ("fingerprints", "diagnosis"):
        return _of_faults(tree, every, asked)
    chosen = _chosen(every, asked)
    if not chosen:
        raise Failure("no mutant is selected")
    excuses = read_excuses(packaged_folder("conformance") / "strength" / "equivalent.yaml")
    try:
        of_code = any(report.kind_of(mutant) == "code" for mutant in chosen)
        bench = Bench(tree, load_cases(), load_reading_cases() if of_code else ())
    except Corrupt as corrupt:
        raise Failure(f"the suite is corrupt: {corrupt}", CORRUPT) from None
    if noticed := bench.first_to_notice(bench.sound_adapter(), bench.cases):
        raise Failure(f"the rules themselves do not pass {noticed}; fix that first", CORRUPT)
    return _run(bench, chosen, every, excuses, load_specification().version, asked)


def _of_faults(tree: Tree, every: list[Mutant], asked: SimpleNamespace) -> int:
    """Make the fingerprints of all faults, or measure what they are good for."""
    if asked.ids:
        raise Failure(f"--{asked.only} takes no ids: it is about all faults")
    try:
        cases = load_cases()
    except Corrupt as corrupt:
        raise Failure(f"the suite is corrupt: {corrupt}", CORRUPT) from None
    if asked.only == "diagnosis":
        return measure_diagnosis(cases, asked.jobs)
    return make_fingerprints(every, Bench(tree, cases), asked.jobs, asked.anew)


def _chosen(every: Sequence[Mutant], asked: SimpleNamespace) -> list[Mutant]:
    """The requested mutants, in order."""
    for id in asked.ids:
        if not any(_is_named(mutant, id) for mutant in every):
            raise unknown("mutant", id, "", [mutant.id for mutant in every])
    chosen = [
        mutant
        for mutant in every
        if asked.only in (None, report.kind_of(mutant))
        and (not asked.ids or any(_is_named(mutant, id) for id in asked.ids))
    ]
    if asked.sample is None:
        return chosen
    # Chosen by digest, the sample is the same everywhere, and hardly changes when mutants are added.
    drawn = sorted(chosen, key=lambda mutant: hashlib.sha256(f"{asked.seed}:{mutant.id}".encode()).digest())
    sample = {mutant.id for mutant in drawn[: asked.sample]}
    return [mutant for mutant in chosen if mutant.id in sample]


def _is_named(mutant: Mutant, id: str) -> bool:
    return mutant.id == id or fnmatchcase(mutant.id, id)


def _run(
    bench: Bench,
    chosen: Sequence[Mutant],
    every: Sequence[Mutant],
    excuses: Excuses,
    version: str,
    asked: SimpleNamespace,
) -> int:
    sources = {file.name: file.read_text(encoding="utf-8") for file in rule_files()}
    digest = checksum([bench.tree.data, sources, [case.to_json() for case in bench.cases]])
    file: Path | None = asked.report
    found = report.done_before(file, digest) if asked.resume and file else {}
    found = {mutant.id: found[mutant.id] for mutant in chosen if mutant.id in found}

    def lines() -> list[report.Line]:
        return [report.mutant_line(mutant, found[mutant.id], excuses) for mutant in chosen if mutant.id in found]

    header = report.header(version, digest)
    if file:
        file.write_text(report.to_text([header, *lines()]), encoding="utf-8")
    interrupted = _try_out(bench, chosen, found, file, excuses, asked.jobs)
    ran = lines()
    whole = report.to_text([header, *ran, report.footer(ran)])
    if file and not interrupted:
        file.write_text(whole, encoding="utf-8")
    if asked.format == "json":
        print(whole, end="")
    else:
        _print(bench, {mutant.id: mutant for mutant in chosen}, ran, asked)
    stale = excuses.stale([mutant.id for mutant in every], list(found.values()))
    return _conclude(ran, excuses, stale, interrupted, asked)


def _try_out(
    bench: Bench, chosen: Sequence[Mutant], found: dict[str, Result], file: Path | None, excuses: Excuses, jobs: int
) -> bool:
    """Try out the mutants without a result and record each result; return whether that was interrupted."""
    by_id = {mutant.id: mutant for mutant in chosen}
    left = [mutant for mutant in chosen if mutant.id not in found]
    counts: Counter[str] = Counter()
    try:
        with Progress("mutants") as progress:
            for result in run_mutants(left, bench.try_out, jobs):
                found[result.mutant] = result
                counts[result.outcome] += 1
                progress(counts.total(), len(left), f"survived: {counts['survived']}")
                if file:
                    with file.open("a", encoding="utf-8") as written:
                        written.write(report.to_text([report.mutant_line(by_id[result.mutant], result, excuses)]))
    except KeyboardInterrupt:
        return True
    return False


def _print(bench: Bench, mutants: Mapping[str, Mutant], lines: Sequence[report.Line], asked: SimpleNamespace) -> None:
    """Print the counts and every surviving mutant, or the results of the mutants named."""
    if not asked.ids:
        print(report.summary(lines) + "\n")
    for line in lines:
        id, outcome = line["mutant"], OUTCOMES[line["outcome"]]
        if line["outcome"] == "survived":
            print(f"{outcome}: {report.survivor_text(mutants[id], bench.tree)}\n")
        elif asked.ids:
            print(f"{outcome}: {id}\n  {line['by']}\n")


def _conclude(
    lines: Sequence[report.Line],
    excuses: Excuses,
    stale: Sequence[str],
    interrupted: bool,
    asked: SimpleNamespace,
) -> int:
    """Sum up each kind of mutant in a line, and judge whether enough were noticed."""
    stream = sys.stderr if asked.format == "json" else sys.stdout
    weak = bool(stale)
    for text in stale:
        print(text, file=stream)
    for kind, at_least in (("data", 100), ("code", excuses.code_at_least)):
        caught, of = report.score([line for line in lines if line["kind"] == kind])
        if of:
            share = f"{100 * caught / of:.2f}% (wanted: {at_least}%)"
            print(f"{kind}: {caught} of {of} mutants killed or excused, {share}", file=stream)
            weak = weak or caught * 100 < of * at_least
    if interrupted:
        print("interrupted: --report FILE --resume continues from here", file=stream)
    return FINDINGS if weak or interrupted else FINE
