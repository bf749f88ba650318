"""The report for the terminal: first the causes, then the scenarios that show them, then the counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from concordia_ref.reports.context import Context
from concordia_ref.reports.explain import explanation
from concordia_ref.reports.reading import MARKS, Report, ReportedCause, Result, Run, cut
from concordia_ref.spec.findings import counted
from concordia_ref.suite.expectations import Comparison
from concordia_ref.words.tables import paragraph, table

MOST_CAUSES = 10
FEW = 5
"""A caller that asks for more explanations than this wants all of them, not only one for each cause."""


def report_text(report: Report, context: Context, show: int, compared: Mapping[str, Comparison] | None = None) -> str:
    """The whole report; `show` is how many failures are explained.

    With a comparison for each implementation, what is not as expected comes first, and known failures are only counted.
    """
    parts = [part for run in report.runs for part in _run(report, run, context, show, (compared or {}).get(run.label))]
    return "\n\n".join([*parts, counts(report)])


def _run(report: Report, run: Run, context: Context, show: int, compared: Comparison | None) -> Iterator[str]:
    told = run.failures if compared is None else tuple(_picked(run, compared.unexpected))
    yield "\n".join(
        [_headline(report, run, compared), *_scored(report, run), *(f"  remark: {it}" for it in run.remarks)]
    )
    causes = [(number, cause) for number, cause in enumerate(run.causes, 1) if _explained(cause, told)]
    for number, cause in causes[:MOST_CAUSES]:
        yield _cause(number, cause, run, told, context, "unexpected failure" if compared else "failure")
    if len(causes) > MOST_CAUSES:
        rest = [f"{cause.title} ({len(_explained(cause, told))})" for _, cause in causes[MOST_CAUSES:]]
        yield paragraph(f"… and {counted(len(rest), 'more cause', 'more causes')}: {cut(rest, 5)}", 0)
    explained = list(_to_explain(told, [cause for _, cause in causes], every=show > FEW))[:show]
    for result in explained:
        yield explanation(context, run, result)
    if more := len(told) - len(explained):
        yield f"… and {counted(more, 'more failure', 'more failures')}; --show {len(told)} explains them all"


def _headline(report: Report, run: Run, compared: Comparison | None) -> str:
    failed = len(run.failures)
    if not run.declared:
        return f"{run.label}: no scenario was run"
    if report.interrupted:
        reached = f"{len(run.results)} of {report.scenarios} scenarios were reached"
        return f"{run.label}: the run was interrupted; {reached}, and {failed} of {run.declared} declared ones fail"
    if not failed:
        return f"{run.label}: all {run.declared} declared scenarios pass"
    line = f"{run.label}: {failed} of {run.declared} declared scenarios fail"
    if compared is not None:
        unexpected, known = len(compared.unexpected), counted(len(compared.known), "known failure")
        line += f", {unexpected} of them unexpectedly; {known} as expected"
    return line


def _scored(report: Report, run: Run) -> Iterator[str]:
    """What is scored: the set, and what of it was left out for which reason."""
    facts = [report.set_text]
    if skipped := run.counts["skip"]:
        facts.append(f"{counted(skipped, 'scenario')} skipped, because not declared")
    if left_out := sum(map(len, report.left_out.values())):
        facts.append(f"{counted(left_out, 'scenario')} left out ({cut(report.left_out, 2)})")
    if run.failures_added:
        facts.append(f"{len(run.failures_added)} of the added ones fail")
    yield paragraph("; ".join(facts))
    if refusals := run.clause_ids.get("refusals"):
        named, matched = run.clause_ids.get("named", 0), run.clause_ids.get("matched", 0)
        yield f"  clause ids: of {refusals} right refusals {named} name a clause, {matched} the expected one"


def _cause(number: int, cause: ReportedCause, run: Run, told: Sequence[Result], context: Context, noun: str) -> str:
    explains = f"explains {len(_explained(cause, told))} of {counted(len(told), noun)}"
    if cause.masks:
        explains += f"; {counted(len(cause.masks), 'scenario')} cannot be judged until it is fixed"
    lines = [f"cause {number}: {cause.title}", f"  {explains}"]
    for clause in cause.clauses[:2]:
        lines.append(paragraph(f"rule {clause}: {context.rule(clause)}"))
    if cause.datum:
        lines.append(f"  data: {cause.datum}")
    lines += [f"  shown by: {cause.shown_by}", f"  repeat: {context.repeat(run, cause.shown_by)}"]
    return "\n".join(lines)


def _explained(cause: ReportedCause, told: Iterable[Result]) -> list[Result]:
    explains = set(cause.explains)
    return [result for result in told if result.scenario in explains]


def _picked(run: Run, scenarios: Iterable[str]) -> Iterator[Result]:
    return (run.by_scenario[scenario] for scenario in scenarios if scenario in run.by_scenario)


def _to_explain(told: Sequence[Result], causes: Sequence[ReportedCause], *, every: bool) -> Iterator[Result]:
    """The failures that show a cause, then those for which no cause is known, the smallest first, then all others."""
    by_id = {result.scenario: result for result in told}
    shown = dict.fromkeys(cause.shown_by for cause in causes if cause.shown_by in by_id)
    yield from (by_id[scenario] for scenario in shown)
    grouped = {scenario for cause in causes for scenario in cause.explains}
    yield from sorted(
        (result for result in told if result.scenario not in grouped and result.scenario not in shown),
        key=lambda result: len(result.verdict.details),
    )
    if every:
        yield from (result for result in told if result.scenario in grouped and result.scenario not in shown)


def tally(results: Iterable[Result]) -> str:
    """How many of the scenarios that were run passed."""
    outcomes = Counter(result.outcome for result in results)
    return f"{outcomes['pass']}/{outcomes.total() - outcomes['skip']}"


def counts(report: Report) -> str:
    """Counts for each implementation, passes by card, and why scenarios were skipped."""
    labels = [run.label for run in report.runs]
    totals = []
    for run in report.runs:
        outcomes = Counter(result.outcome for result in run.results)
        totals.append([run.label, *(str(outcomes[key]) for key in MARKS), str(outcomes.total())])
    parts = [table(["implementation", *MARKS, "all"], totals)]
    cards = sorted({card for run in report.runs for result in run.results for card in result.cards})
    rows = [[card, *(tally(r for r in run.results if card in r.cards) for run in report.runs)] for card in cards]
    rows.append(["no card: set-up and scoring", *(tally(r for r in run.results if not r.cards) for run in report.runs)])
    parts.append(table(["passed by card", *labels], rows))
    reasons = Counter(
        (detail, run.label)
        for run in report.runs
        for result in run.results
        if result.outcome == "skip"
        for detail in result.verdict.details
    )
    if reasons:
        common = dict.fromkeys(detail for (detail, _), _ in reasons.most_common())
        rows = [[detail, *(str(reasons[detail, label]) for label in labels)] for detail in common]
        parts.append(table(["why skipped; a scenario may have several reasons", *labels], rows))
    return "\n\n".join(parts)


def surprise_lines(compared: Comparison) -> list[str]:
    """What is not as expected, a line for each thing to look at."""
    lines = [f"{scenario}: fails" for scenario in compared.new]
    lines += [
        f"{entry.scenario}: fails, but not as expected: was {entry.was!r}, is {entry.now!r}"
        for entry in compared.changed
    ]
    if compared.passing:
        verb = "passes" if len(compared.passing) == 1 else "pass"
        lines.append(f"{counted(len(compared.passing), 'known failure')} {verb} now: {cut(compared.passing, 3)}")
    return [*lines, *compared.faulty]
