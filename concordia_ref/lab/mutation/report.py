"""The results of a run of mutants: as JSON Lines for programs and for resuming, and as tables for people."""

from __future__ import annotations

import json
import shlex
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from concordia_ref.lab.mutation.data_mutants import DataMutant
from concordia_ref.lab.mutation.excuses import Excuses
from concordia_ref.lab.mutation.trials import Mutant, Result
from concordia_ref.spec.errors import Malformed
from concordia_ref.spec.tree import Tree
from concordia_ref.words.tables import table

FORMAT = "concordia-mutation-report"
# The outcomes, with the headings of their columns.
OUTCOMES = {"killed": "killed", "equivalent": "excused", "invalid": "invalid", "survived": "survived"}

Line = dict[str, Any]


def header(version: str, digest: str) -> Line:
    """The first line of a report. The digest is that of everything on which the results depend."""
    return {"type": "header", "format": FORMAT, "format_version": 1, "specification": version, "digest": digest}


def mutant_line(mutant: Mutant, result: Result, excuses: Excuses) -> Line:
    """The line of a mutant."""
    reason = excuses.reason(mutant.id) if result.outcome == "survived" else None
    return {
        "type": "mutant",
        "mutant": mutant.id,
        "kind": kind_of(mutant),
        "file": mutant.file,
        "clauses": list(mutant.clauses) if isinstance(mutant, DataMutant) else [],
        "outcome": "equivalent" if reason else result.outcome,
        "by": result.by or reason or "",
    }


def kind_of(mutant: Mutant) -> str:
    """Whether a mutant changes data or code."""
    return "data" if isinstance(mutant, DataMutant) else "code"


def footer(lines: Sequence[Line]) -> Line:
    """The last line of a report, with the scores of both kinds."""
    scores = {kind: score([line for line in lines if line["kind"] == kind]) for kind in ("data", "code")}
    return {"type": "footer", **{kind: {"caught": caught, "of": of} for kind, (caught, of) in scores.items() if of}}


def score(lines: Sequence[Line]) -> tuple[int, int]:
    """How many mutants are killed or excused, and of how many; those that form no valid rules do not count."""
    outcomes = Counter(line["outcome"] for line in lines)
    return outcomes["killed"] + outcomes["equivalent"], outcomes.total() - outcomes["invalid"]


def to_text(lines: Iterable[Line]) -> str:
    """Lines as they are written in a file."""
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def done_before(file: Path, digest: str) -> dict[str, Result]:
    """The results in a report that was interrupted, by mutant; `Malformed` if it is about something else."""
    if not file.exists():
        return {}
    try:
        first, *lines = map(json.loads, file.read_text(encoding="utf-8").splitlines())
        if (first["format"], first["digest"]) != (FORMAT, digest):
            raise ValueError("it is about other rules, other code or another suite")
        mutants = [line for line in lines if line["type"] == "mutant"]
        return {line["mutant"]: _result(line) for line in mutants}
    except (ValueError, KeyError, TypeError) as error:
        raise Malformed("report", f"{file} cannot be resumed: {error}") from None


def _result(line: Line) -> Result:
    excused = line["outcome"] == "equivalent"
    return Result(line["mutant"], "survived" if excused else line["outcome"], "" if excused else line["by"])


def summary(lines: Sequence[Line]) -> str:
    """The counts by file and by clause."""
    by_file: dict[str, Counter[str]] = {}
    by_clause: dict[str, Counter[str]] = {}
    for line in lines:
        by_file.setdefault(line["file"], Counter())[line["outcome"]] += 1
        for clause in line["clauses"]:
            by_clause.setdefault(clause, Counter())[line["outcome"]] += 1
    tables = [_counted("file", by_file)]
    if by_clause:
        tables.append(_counted("clause", dict(sorted(by_clause.items()))))
    return "\n\n".join(tables)


def _counted(what: str, counts: Mapping[str, Counter[str]]) -> str:
    rows = [[name, *map(str, (count.total(), *(count[key] for key in OUTCOMES)))] for name, count in counts.items()]
    return table([what, "mutants", *OUTCOMES.values()], rows, indent=0)


def survivor_text(mutant: Mutant, tree: Tree) -> str:
    """Where a mutant is, what it changes, and the command that tries it out again."""
    if isinstance(mutant, DataMutant):
        line, _ = tree.sources[mutant.file].value_at(mutant.about)
        where = f"spec/{mutant.file}:{line}: {', '.join(mutant.clauses)}"
    else:
        where = f"{mutant.file}:{mutant.line}: {mutant.before} → {mutant.after}"
    return f"{mutant.id}\n  {where}\n  repeat: {shlex.join(['concordia', 'mutate', mutant.id])}"
