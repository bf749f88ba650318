"""The report of a run as JSON Lines: the one source from which every other report is made."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any

from concordia_ref.suite.capabilities import Capabilities
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
    """A report on runs that are over: a header, a line for every verdict, and a footer with the counts."""
    by_id = {case.id: case for case in cases}
    implementations = implementation_entries([(run.command, run.can, None) for run in runs])
    labels = [entry["label"] for entry in implementations]
    verdicts = [
        verdict_line(label, by_id[verdict.case], verdict)
        for label, run in zip(labels, runs, strict=True)
        for verdict in run.verdicts
    ]
    header = header_line(implementations, specification, edition, len(cases))
    remarks = {label: run.remarks for label, run in zip(labels, runs, strict=True)}
    interrupted = any(run.interrupted for run in runs)
    return [header, *verdicts, footer_line(verdicts, labels, interrupted=interrupted, remarks=remarks)]


def implementation_entries(programs: Sequence[tuple[str, Capabilities, str | None]]) -> list[dict[str, Any]]:
    """What the header says of each implementation, from its command, what it declares, and a digest of its files.

    Labels are names with their versions, made tellable apart where two are the same.
    """
    names = [f"{can.name} {can.version}".strip() for _, can, _ in programs]
    return [
        {
            "label": f"{name} ({names[: place + 1].count(name)})" if names.count(name) > 1 else name,
            "name": can.name,
            "version": can.version,
            "language": can.language,
            "command": command,
            "declares": declared(can),
            "files": files,
        }
        for place, (name, (command, can, files)) in enumerate(zip(names, programs, strict=True))
    ]


def declared(can: Capabilities) -> dict[str, Any]:
    """What an adapter declares in `hello`, as plain JSON in a fixed order."""
    values = {field.name: getattr(can, field.name) for field in fields(can)}
    return {
        key: sorted(value) if isinstance(value, frozenset) else dict(value) if isinstance(value, Mapping) else value
        for key, value in values.items()
        if key not in ("name", "version", "language")
    }


def header_line(
    implementations: Sequence[Mapping[str, Any]],
    specification: str,
    edition: str,
    scenarios: int,
    *,
    set: Mapping[str, Any] | None = None,
    left_out: Mapping[str, Sequence[str]] | None = None,
    started: str | None = None,
) -> dict[str, Any]:
    """The first line: what was run, and against which implementations."""
    return {
        "type": "header",
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "specification": specification,
        "edition": edition,
        "set": set,
        "left_out": {reason: list(ids) for reason, ids in (left_out or {}).items()},
        "scenarios": scenarios,
        "started": started,
        "implementations": list(implementations),
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
    plain = {key: list(value) if isinstance(value, tuple) else value for key, value in cause.items()}
    return {"type": "cause", "implementation": label, **plain}


def footer_line(
    verdicts: Iterable[Mapping[str, Any]],
    labels: Sequence[str],
    *,
    interrupted: bool,
    remarks: Mapping[str, Sequence[str]] | None = None,
) -> dict[str, Any]:
    """The last line: the counts, how many refusals named the expected clause, and remarks on the form of answers."""
    lines = list(verdicts)
    counts = {
        label: dict(Counter(line["outcome"] for line in lines if line["implementation"] == label)) for label in labels
    }
    ids = {
        label: _clause_ids([line for line in lines if line["implementation"] == label and line["outcome"] == "pass"])
        for label in labels
    }
    said = {label: list(texts) for label, texts in (remarks or {}).items()}
    return {"type": "footer", "interrupted": interrupted, "counts": counts, "clause_ids": ids, "remarks": said}


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
    return "".join(map(line_text, report))


def line_text(line: Mapping[str, Any]) -> str:
    """A line of a report, with its end; what an adapter has said may hold anything, the file only printable letters."""
    text = json.dumps(line, ensure_ascii=False)
    return (text if text.isprintable() else json.dumps(line)) + "\n"


def from_jsonl(text: str) -> list[dict[str, Any]]:
    """A report from JSON Lines; raises `ValueError` where it is none, with the line that is wrong."""
    report = []
    for number, line in enumerate(text.split("\n"), 1):
        try:
            found = json.loads(line or "null")
        except (ValueError, RecursionError):
            raise ValueError(f"line {number} is not JSON") from None
        if line:
            report.append(found)
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
