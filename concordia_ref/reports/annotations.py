"""The report as annotations of a workflow on GitHub: one for each cause."""

from __future__ import annotations

from collections.abc import Iterator

from concordia_ref.reports.context import Context
from concordia_ref.reports.escaping import in_annotation, in_annotation_title, plain
from concordia_ref.reports.reading import Report, Run, cut
from concordia_ref.spec.findings import counted

# GitHub shows no more than ten errors of a step.
MOST = 10


def workflow_commands(report: Report, context: Context) -> str:
    """The lines that GitHub reads, and a line for people with the counts of each implementation."""
    lines = [line for run in report.runs for line in _run(run, context)]
    if len(lines) > MOST:
        more = counted(len(lines) - MOST + 1, "more cause", "more causes")
        lines[MOST - 1 :] = [_error("Concordia", f"{more}: see the summary or the other reports")]
    for run in report.runs:
        lines.append(plain(f"{run.label}: {run.counts['pass']} of {run.declared} declared scenarios pass"))
    return "\n".join(lines)


def _run(run: Run, context: Context) -> Iterator[str]:
    failed = counted(len(run.failures), "failure")
    for cause in run.causes:
        if explained := run.explained_by(cause):
            rules = [f"{clause}: {context.rule(clause)}" for clause in cause.clauses[:2]]
            facts = [f"explains {len(explained)} of {failed} of {run.label}", *rules]
            yield _error(cause.title, "\n".join([*facts, f"repeat: {context.repeat(run, cause.shown_by)}"]))
    rest = [result.scenario for result in run.failures if result.scenario not in run.cause_of]
    if rest:
        title = f"{counted(len(rest), 'failure')} without a known cause"
        yield _error(title, f"{run.label}: {cut(rest, 5)}\nrepeat: {context.repeat(run, rest[0])}")


def _error(title: str, message: str) -> str:
    return f"::error title={in_annotation_title(title)}::{in_annotation(message)}"
