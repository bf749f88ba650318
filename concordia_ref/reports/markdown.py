"""The report as Markdown, fit for a comment on a pull request: the causes, and the failures of each of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from concordia_ref.reports.changes import change
from concordia_ref.reports.context import Context
from concordia_ref.reports.escaping import content, in_markdown
from concordia_ref.reports.history import Step
from concordia_ref.reports.reading import MARKS, Report, ReportedCause, Result, Run
from concordia_ref.spec.findings import counted

# A comment on GitHub holds 65,536 characters; other tools of the author may add something to it.
MOST_BYTES = 60_000
# How many failures to list below each cause, how many causes, and how long a difference may be: the largest that fit.
ROOM = ((100, 30, 400), (30, 30, 300), (10, 30, 200), (5, 20, 200), (2, 15, 100), (0, 10, 100))
TABLE_HEAD = ["| scenario | clauses | difference |", "|---|---|---|"]


def markdown(report: Report, context: Context, history: Sequence[Step] = ()) -> str:
    """The report in at most `MOST_BYTES` bytes; what does not fit is counted."""
    for room in ROOM:
        text = "\n".join([*_lines(report, context, history, *room), ""])
        if len(text.encode("utf-8")) <= MOST_BYTES:
            return text
    # Only very many implementations, or very long names, come here.
    kept = text.encode("utf-8")[: MOST_BYTES - 100].decode("utf-8", "ignore").rpartition("\n")[0]
    return f"{kept}\n\n… and more, see the HTML report\n"


def _lines(
    report: Report, context: Context, history: Sequence[Step], rows: int, causes: int, letters: int
) -> Iterator[str]:
    yield f"## {in_markdown(report.title)}"
    yield ""
    yield "| implementation | declared | " + " | ".join(MARKS.values()) + " | clause ids matched |"
    yield "|---" * (len(MARKS) + 3) + "|"
    for run in report.runs:
        numbers = " | ".join(str(run.counts[key]) for key in MARKS)
        ids = f"{run.clause_ids.get('matched', 0)} of {run.clause_ids.get('refusals', 0)}"
        yield f"| {in_markdown(run.label)} | {run.counts['pass']}/{run.declared} | {numbers} | {ids} |"
    yield ""
    yield in_markdown(_legend(report))
    for step in history[-1:]:
        yield ""
        yield in_markdown(f"Since the previous run: {step.text}")
    for run in report.runs:
        yield from _run(run, context, rows, causes, letters)


def _legend(report: Report) -> str:
    left_out = sum(map(len, report.left_out.values()))
    facts = [report.set_text, "✓ pass, ✗ fail, – skipped because it is not declared, ! the adapter broke"]
    if left_out:
        facts.append(f"{left_out} scenarios left out: {', '.join(report.left_out)}")
    if added := sum(len(run.failures_added) for run in report.runs):
        facts.append(f"{counted(added, 'failure')} in scenarios newer than the set, which do not count")
    if report.interrupted:
        facts.append("the run was interrupted")
    return "; ".join(facts)


def _run(run: Run, context: Context, rows: int, causes: int, letters: int) -> Iterator[str]:
    if not run.failures:
        return
    yield ""
    yield f"### {in_markdown(run.label)}: {counted(len(run.failures), 'failure')}"
    yield ""
    yield from (f"{in_markdown(remark)}\n" for remark in run.remarks)
    for number, cause in enumerate(run.causes[:causes], 1):
        yield from _cause(number, cause, run, context, rows, letters)
    if len(run.causes) > causes:
        yield f"… and {counted(len(run.causes) - causes, 'more cause', 'more causes')}, see the HTML report"
        yield ""
    rest = [result for result in run.failures if result.scenario not in run.cause_of]
    if rest:
        yield from _table("Failures without a known cause" if run.causes else "Failures", rest, rows, letters)


def _cause(number: int, cause: ReportedCause, run: Run, context: Context, rows: int, letters: int) -> Iterator[str]:
    explained = run.explained_by(cause)
    rules = " ".join(f"{clause}: {context.rule(clause)}" for clause in cause.clauses[:2])
    yield f"**{number}. {in_markdown(cause.title)}**  "
    yield f"explains {len(explained)} of {counted(len(run.failures), 'failure')}; " + in_markdown(rules)
    if cause.masks:
        yield f"({counted(len(cause.masks), 'scenario')} cannot be judged until it is fixed)"
    yield ""
    # Between these two nothing is markup.
    yield f"<pre>{content(context.repeat(run, cause.shown_by))}</pre>"
    yield ""
    own = [result for result in explained if run.cause_of[result.scenario] == number]
    yield from _table(f"Cause {number}", own, rows, letters)


def _table(title: str, results: Sequence[Result], rows: int, letters: int) -> Iterator[str]:
    if not rows or not results:
        return
    kinds = Counter(result.outcome for result in results)
    broke = f", {kinds['fault']} of them because the adapter broke" if kinds["fault"] else ""
    yield f"<details><summary>{title}: {counted(len(results), 'failure')}{broke}</summary>"
    yield ""
    yield from TABLE_HEAD
    for result in results[:rows]:
        told = "; ".join([*(str(change(entry)) for entry in result.verdict.differences), *result.verdict.notes])
        cut = told if len(told) <= letters else f"{told[:letters]}…"
        clauses = in_markdown(", ".join(result.clauses))
        yield f"| {in_markdown(result.scenario)} | {clauses} | {in_markdown(cut)} |"
    yield ""
    if len(results) > rows:
        yield f"… and {len(results) - rows} more, see the HTML report"
        yield ""
    yield "</details>"
    yield ""
