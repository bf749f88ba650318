"""A report as values, read from its lines: what every form of it is made from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cached_property
from pathlib import Path
from typing import Any

from concordia_ref.spec.errors import Malformed
from concordia_ref.suite.report_file import from_jsonl, verdict_from
from concordia_ref.suite.requirements import set_text
from concordia_ref.suite.verdicts import Verdict

MARKS = {"pass": "✓", "fail": "✗", "skip": "–", "fault": "!"}


@dataclass(frozen=True)
class Result:
    """A verdict with what its scenario is about. `added` means that the scenario is newer than the scored set."""

    verdict: Verdict
    clauses: tuple[str, ...]
    cards: tuple[str, ...]
    level: str
    added: bool
    refused: str | None

    @property
    def scenario(self) -> str:
        """The id of the scenario."""
        return self.verdict.case

    @property
    def outcome(self) -> str:
        """`pass`, `fail`, `skip` or `fault`."""
        return self.verdict.outcome

    @property
    def failed(self) -> bool:
        """Whether it is a failure, of whichever kind."""
        return self.outcome in ("fail", "fault")


@dataclass(frozen=True)
class ReportedCause:
    """A likely cause of failures, as the diagnosis has found it."""

    title: str
    clauses: tuple[str, ...]
    datum: str
    explains: tuple[str, ...]
    shown_by: str
    masks: tuple[str, ...]
    looks_like: tuple[str, ...]


@dataclass(frozen=True)
class Run:
    """The results of the suite for one implementation; `readings` are those of disputes that it declares."""

    label: str
    version: str
    command: str
    readings: Mapping[str, str]
    remarks: tuple[str, ...]
    results: tuple[Result, ...]
    causes: tuple[ReportedCause, ...]
    clause_ids: Mapping[str, int]

    @cached_property
    def failures(self) -> tuple[Result, ...]:
        """The failures that count."""
        return tuple(result for result in self.results if result.failed and not result.added)

    @cached_property
    def failures_added(self) -> tuple[Result, ...]:
        """The failures of scenarios that are newer than the scored set: they are reported, and do not count."""
        return tuple(result for result in self.results if result.failed and result.added)

    @cached_property
    def counts(self) -> Counter[str]:
        """How many scenarios of the scored set came to which outcome."""
        return Counter(result.outcome for result in self.results if not result.added)

    @property
    def declared(self) -> int:
        """How many scenarios of the scored set were run: those that need only what the implementation declares."""
        return self.counts.total() - self.counts["skip"]

    @cached_property
    def by_scenario(self) -> Mapping[str, Result]:
        """The results by scenario."""
        return {result.scenario: result for result in self.results}

    @cached_property
    def cause_of(self) -> Mapping[str, int]:
        """The number of the first cause that explains a failure, by scenario; causes count from 1."""
        found: dict[str, int] = {}
        for number, cause in enumerate(self.causes, 1):
            for scenario in cause.explains:
                found.setdefault(scenario, number)
        return found

    def explained_by(self, cause: ReportedCause) -> list[Result]:
        """The failures, of those that count, that a cause explains."""
        explained = set(cause.explains)
        return [result for result in self.failures if result.scenario in explained]


@dataclass(frozen=True)
class Report:
    """A run of the suite against one implementation or several.

    `set_scenarios` counts those of the scored set that can be run under its edition, `scenarios` those selected.
    """

    specification: str
    edition: str
    set_name: str
    set_text: str
    set_scenarios: int
    scenarios: int
    left_out: Mapping[str, Sequence[str]]
    started: str
    interrupted: bool
    runs: tuple[Run, ...]

    @property
    def title(self) -> str:
        """What was run, in a few words."""
        edition = "" if self.edition == "canonical" else f", edition {self.edition}"
        return f"Concordia {self.set_name}{edition}"


def read_report(lines: Sequence[Mapping[str, Any]]) -> Report:
    """A report from its lines; raises `ValueError` that names the line in which something is wrong."""
    header = lines[0]
    labels = [str(_field(entry, "label", 1)) for entry in _field(header, "implementations", 1)]
    results: dict[str, list[Result]] = {label: [] for label in labels}
    causes: dict[str, list[ReportedCause]] = {label: [] for label in labels}
    footer: Mapping[str, Any] = {}
    for number, line in enumerate(lines[1:], 2):
        kind, label = line.get("type"), line.get("implementation")
        if kind in ("verdict", "cause") and label not in results:
            raise ValueError(f"line {number}: the header does not name the implementation {label!r}")
        if kind == "verdict":
            results[str(label)].append(_result(line, number))
        elif kind == "cause":
            causes[str(label)].append(_cause(line, number))
        elif kind == "footer":
            footer = line
    runs = [
        Run(
            label,
            str(entry.get("version", "")),
            str(entry.get("command", "")),
            entry.get("declares", {}).get("readings", {}),
            tuple(footer.get("remarks", {}).get(label, ())),
            tuple(results[label]),
            tuple(causes[label]),
            footer.get("clause_ids", {}).get(label, {}),
        )
        for label, entry in zip(labels, header["implementations"], strict=True)
    ]
    specification = str(_field(header, "specification", 1))
    scored, left_out = header.get("set") or {}, header.get("left_out") or {}
    # A report without a footer comes from a run that was killed.
    return Report(
        specification,
        str(_field(header, "edition", 1)),
        str(scored.get("name", specification)),
        set_text(scored or None, _day(header)),
        int(scored.get("scenarios", 0)) - sum(map(len, left_out.values())),
        int(_field(header, "scenarios", 1)),
        left_out,
        str(header.get("started") or ""),
        bool(footer.get("interrupted", True)),
        tuple(runs),
    )


def read_report_file(file: Path) -> Report:
    """A report from a file; `Malformed` says what is wrong with it and what to do.

    The last line of a run that was killed may be half written: it is dropped.
    """
    try:
        text = file.read_text(encoding="utf-8")
        whole, end, _ = text.rpartition("\n")
        return read_report(from_jsonl(whole + end))
    except ValueError as error:
        advice = "write it again with `concordia conform --report FILE`"
        raise Malformed("report", f"{file} cannot be read as a report: {error}", hint=advice) from None


def _day(header: Mapping[str, Any]) -> date:
    """The day of a run; a report from before runs were dated is read as one of today."""
    try:
        return datetime.fromisoformat(header["started"]).date()
    except (KeyError, TypeError, ValueError):
        return datetime.now(UTC).date()


def _field(line: Mapping[str, Any], key: str, number: int) -> Any:
    if not isinstance(line, Mapping) or key not in line:
        raise ValueError(f"line {number}: {key!r} is missing")
    return line[key]


def _result(line: Mapping[str, Any], number: int) -> Result:
    try:
        return Result(
            verdict_from(line),
            tuple(line["clauses"]),
            tuple(line["cards"]),
            line["level"],
            line.get("added", False),
            line.get("refused"),
        )
    except (KeyError, TypeError) as error:
        raise ValueError(f"line {number} is not a verdict: {error}") from None


def _cause(line: Mapping[str, Any], number: int) -> ReportedCause:
    try:
        return ReportedCause(
            line["title"],
            tuple(line["clauses"]),
            line.get("datum", ""),
            tuple(line["explains"]),
            line["shown_by"],
            tuple(line.get("masks", ())),
            tuple(line.get("looks_like", ())),
        )
    except (KeyError, TypeError) as error:
        raise ValueError(f"line {number} is not a cause: {error}") from None


def cut(items: Iterable[str], most: int) -> str:
    """The first few of some texts, and how many more there are.

    >>> cut(["a", "b", "c"], 2)
    'a, b and 1 more'
    """
    every = list(items)
    shown = ", ".join(every[:most])
    return shown if len(every) <= most else f"{shown} and {len(every) - most} more"
