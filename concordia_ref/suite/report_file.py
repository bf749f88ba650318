"""The report of a run as JSON Lines: the one source from which every other report is made."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from concordia_ref.suite.cases import Case
from concordia_ref.suite.differences import difference_from
from concordia_ref.suite.loading import BrokenFile
from concordia_ref.suite.runner import SuiteRun
from concordia_ref.suite.verdicts import Verdict

FORMAT = "concordia-conformance-report"
FORMAT_VERSION = 2


def report_lines(
    runs: Sequence[SuiteRun], cases: Sequence[Case | BrokenFile], specification: str, edition: str
) -> list[dict[str, Any]]:
    """A report: a header, a line for every verdict, and a footer with the counts."""
    by_id = {case.id: case for case in cases}
    labels = labels_of(runs)
    verdicts = [
        verdict_line(label, by_id[verdict.case], verdict)
        for label, run in zip(labels, runs, strict=True)
        for verdict in run.verdicts
    ]
    header = header_line(labels, runs, specification, edition, len(cases))
    return [header, *verdicts, footer_line(verdicts, labels, interrupted=any(run.interrupted for run in runs))]


def labels_of(runs: Sequence[SuiteRun]) -> list[str]:
    """The names of the implementations with their versions, made tellable apart where two are the same."""
    names = [f"{run.can.name} {run.can.version}".strip() for run in runs]
    return [
        f"{name} ({names[: place + 1].count(name)})" if names.count(name) > 1 else name
        for place, name in enumerate(names)
    ]


def header_line(
    labels: Sequence[str], runs: Sequence[SuiteRun], specification: str, edition: str, scenarios: int
) -> dict[str, Any]:
    """The first line: what was run, and against which implementations."""
    return {
        "type": "header",
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "specification": specification,
        "edition": edition,
        "scenarios": scenarios,
        "implementations": [
            {
                "label": label,
                "name": run.can.name,
                "version": run.can.version,
                "language": run.can.language,
                "command": run.command,
            }
            for label, run in zip(labels, runs, strict=True)
        ],
    }


def verdict_line(label: str, case: Case | BrokenFile, verdict: Verdict, *, added: bool = False) -> dict[str, Any]:
    """The line of a verdict; `added` says that the scenario is newer than the set that is scored."""
    return {
        "type": "verdict",
        "implementation": label,
        "scenario": verdict.case,
        "outcome": verdict.outcome,
        "clauses": list(case.clauses),
        "cards": list(case.cards),
        "level": case.level,
        "added": added,
        "details": list(verdict.details),
        "differences": [difference.to_json() for difference in verdict.differences],
        "notes": list(verdict.notes),
        "stderr": verdict.stderr,
        "seconds": round(verdict.seconds, 4),
        "refused": case.refused if isinstance(case, Case) else None,
        "named": verdict.named,
    }


def cause_line(label: str, cause: Mapping[str, Any]) -> dict[str, Any]:
    """The line of a likely cause of failures, from the fields of a `Cause`."""
    fields = {key: list(value) if isinstance(value, tuple) else value for key, value in cause.items()}
    return {"type": "cause", "implementation": label, **fields}


def footer_line(verdicts: Iterable[Mapping[str, Any]], labels: Sequence[str], *, interrupted: bool) -> dict[str, Any]:
    """The last line: the counts, and how many refusals named the expected clause."""
    lines = list(verdicts)
    counts = {
        label: dict(Counter(line["outcome"] for line in lines if line["implementation"] == label)) for label in labels
    }
    ids = {
        label: _clause_ids([line for line in lines if line["implementation"] == label and line["outcome"] == "pass"])
        for label in labels
    }
    return {"type": "footer", "interrupted": interrupted, "counts": counts, "clause_ids": ids}


def _clause_ids(passed: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    """Of the refusals that are right: how many there are, how many name a clause, how many the expected one."""
    refusals = [line for line in passed if line["refused"] is not None]
    return {
        "refusals": len(refusals),
        "named": sum(bool(line["named"]) for line in refusals),
        "matched": sum(line["named"] == line["refused"] for line in refusals),
    }


def to_jsonl(report: Iterable[Mapping[str, Any]]) -> str:
    """The report as JSON Lines."""
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in report)


def from_jsonl(text: str) -> list[dict[str, Any]]:
    """A report from JSON Lines; raises `ValueError` where it is none."""
    report = [json.loads(line) for line in text.split("\n") if line]
    if not report or not all(isinstance(line, dict) for line in report) or report[0].get("format") != FORMAT:
        raise ValueError("this is not a conformance report")
    return report


def verdict_from(line: Mapping[str, Any]) -> Verdict:
    """A verdict of a report; raises `KeyError` or `TypeError` where a line is none."""
    return Verdict(
        line["scenario"],
        line["outcome"],
        tuple(map(difference_from, line["differences"])),
        tuple(line["notes"]),
        line["stderr"],
        line["seconds"],
        line["named"],
    )
