"""The report as JUnit XML, a test suite for each implementation."""

from __future__ import annotations

from collections.abc import Iterator

from concordia_ref.reports.changes import change
from concordia_ref.reports.context import Context
from concordia_ref.reports.escaping import attribute, content
from concordia_ref.reports.reading import Report, Result, Run

ELEMENTS = {"fail": "failure", "fault": "error", "skip": "skipped"}


def junit(report: Report, context: Context) -> str:
    """The report, with elements in the order that the schemas of common readers require."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<testsuites>"]
    for run in report.runs:
        lines += _suite(report, run, context)
    return "\n".join([*lines, "</testsuites>", ""])


def _suite(report: Report, run: Run, context: Context) -> Iterator[str]:
    outcomes = [_outcome(result) for result in run.results]
    seconds = sum(result.verdict.seconds for result in run.results)
    stamp = f" timestamp={attribute(report.started[:19])}" if report.started else ""
    yield (
        f'  <testsuite name={attribute(run.label)} tests="{len(outcomes)}" failures="{outcomes.count("fail")}" '
        f'errors="{outcomes.count("fault")}" skipped="{outcomes.count("skip")}" time="{seconds:.3f}"{stamp}>'
    )
    facts = {"set": report.set_text, "specification": report.specification, "edition": report.edition}
    yield "    <properties>"
    yield from (f"      <property name={attribute(name)} value={attribute(value)}/>" for name, value in facts.items())
    yield "    </properties>"
    for result, outcome in zip(run.results, outcomes, strict=True):
        yield from _case(run, result, outcome, context)
    if run.causes:
        causes = [
            f"{number}. {cause.title}: explains {len(run.explained_by(cause))} of {len(run.failures)} failures; "
            f"{', '.join(cause.clauses)}; {context.repeat(run, cause.shown_by)}"
            for number, cause in enumerate(run.causes, 1)
        ]
        yield f"    <system-out>{content(chr(10).join(causes))}</system-out>"
    yield "  </testsuite>"


def _outcome(result: Result) -> str:
    """How a result counts: scenarios newer than the scored set never count as failures."""
    return "skip" if result.added and result.failed else result.outcome


def _case(run: Run, result: Result, outcome: str, context: Context) -> Iterator[str]:
    folder, _, name = result.scenario.partition("/")
    seconds = f"{result.verdict.seconds:.3f}"
    yield f'    <testcase classname={attribute(folder)} name={attribute(name)} time="{seconds}">'
    if result.clauses:
        clauses = attribute(", ".join(result.clauses))
        yield f'      <properties><property name="clauses" value={clauses}/></properties>'
    if element := ELEMENTS.get(outcome):
        details = result.verdict.details
        message = details[0] if details else result.outcome
        if result.failed and outcome == "skip":
            message = f"newer than the set, does not count: {message}"
        body = f">{content(_body(run, result, context))}</{element}>" if result.failed else "/>"
        kind = f' type="{outcome}"' if outcome != "skip" else ""
        yield f"      <{element} message={attribute(message)}{kind}{body}"
    yield "    </testcase>"


def _body(run: Run, result: Result, context: Context) -> str:
    """What an author needs to find the fault."""
    lines = context.turns(run, result.scenario)
    if expected := context.expected(run, result.scenario):
        lines.append(expected)
    lines += [str(change(difference)) for difference in result.verdict.differences]
    lines += result.verdict.notes
    lines += [f"rule {clause}: {context.rule(clause)}" for clause in result.clauses[:2]]
    if number := run.cause_of.get(result.scenario):
        lines.append(f"cause {number}: {run.causes[number - 1].title}")
    if result.verdict.stderr:
        lines += ["stderr:", result.verdict.stderr]
    return "\n".join([*lines, f"repeat: {context.repeat(run, result.scenario)}"])
