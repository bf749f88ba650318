"""The report as one self-contained page: causes, failures with their positions, matrices, history and rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from concordia_ref.reports.changes import Change, change
from concordia_ref.reports.context import Context
from concordia_ref.reports.drawings import Drawings
from concordia_ref.reports.escaping import plain
from concordia_ref.reports.history import Step, chart
from concordia_ref.reports.reading import MARKS, Report, ReportedCause, Result, Run
from concordia_ref.spec.findings import counted
from concordia_ref.suite.cases import Case
from concordia_ref.suite.differences import Difference

MOST_CHANGES = 12
OUTCOMES = {"fail": "fails", "fault": "breaks the adapter"}


class Failure(NamedTuple):
    """A failure as the page shows it."""

    anchor: str
    run: Run
    result: Result
    cause: int
    turns: Sequence[str]
    expected: str
    changes: Sequence[Change]
    more: int
    picture: Markup
    repeat: str

    @property
    def mark(self) -> str:
        """The sign of the outcome."""
        return MARKS[self.result.outcome]

    @property
    def short(self) -> str:
        """What is wrong, in a few words."""
        told = [*map(str, self.changes), *self.result.verdict.notes]
        return told[0][:120] if told else OUTCOMES[self.result.outcome]


class CauseCard(NamedTuple):
    """A cause as the page shows it, with the failure that shows it and the position that should follow."""

    number: int
    cause: ReportedCause
    explained: int
    shown: Failure | None
    after: Markup
    repeat: str


class Group(NamedTuple):
    """Failures with the same cause; 0 is the number of those without any."""

    number: int
    title: str
    failures: Sequence[Failure]


class RunView(NamedTuple):
    """An implementation as the page shows it."""

    run: Run
    causes: Sequence[CauseCard]
    groups: Sequence[Group]
    skipped: Sequence[tuple[str, int]]


class Cell(NamedTuple):
    """A cell of a matrix: how many of the scenarios that were run pass."""

    kind: str
    mark: str
    text: str


def html_page(report: Report, context: Context, history: Sequence[Step] = ()) -> str:
    """The whole page."""
    drawings = Drawings(context)
    views = [_view(number, run, context, drawings) for number, run in enumerate(report.runs)]
    results = [result for run in report.runs for result in run.results]
    failures = [failure for view in views for group in view.groups for failure in group.failures]
    rules = {clause for failure in failures for clause in failure.result.clauses}
    rules |= {clause for run in report.runs for cause in run.causes for clause in cause.clauses}
    return (
        _environment()
        .get_template("report.html")
        .render(
            report=report,
            context=context,
            views=views,
            failures=failures,
            definitions=drawings.definitions() if failures else "",
            clauses=sorted({clause for failure in failures for clause in failure.result.clauses}),
            cards=sorted({card for failure in failures for card in failure.result.cards}),
            levels=sorted({failure.result.level for failure in failures}),
            outcomes={key: name for key, name in OUTCOMES.items() if any(f.result.outcome == key for f in failures)},
            rules=sorted(rule for rule in rules if context.rule(rule)),
            matrices={
                "card": _matrix(report.runs, "cards", sorted({card for result in results for card in result.cards})),
                "clause": _matrix(report.runs, "clauses", sorted({id for result in results for id in result.clauses})),
            },
            history=history,
            chart=Markup(chart(history)),
        )
    )


@cache
def _environment() -> Environment:
    made = Environment(
        loader=PackageLoader("concordia_ref.reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        # An adapter may write anything, even what a page cannot contain.
        finalize=lambda value: plain(value) if isinstance(value, str) and not isinstance(value, Markup) else value,
    )
    made.globals |= {"counted": counted}
    return made


def _view(place: int, run: Run, context: Context, drawings: Drawings) -> RunView:
    shown = {cause.shown_by: _after(run, cause, context, drawings) for cause in run.causes}
    # The failure that shows a cause is drawn first: there may not be room for all.
    first = [run.by_scenario[id] for id in shown if id in run.by_scenario]
    failures: dict[str, Failure] = {}
    for result in (*first, *run.failures, *run.failures_added):
        if result.failed and result.scenario not in failures:
            failures[result.scenario] = _failure(place, run, result, context, drawings)
    cards = [
        CauseCard(
            number,
            cause,
            len(run.explained_by(cause)),
            failures.get(cause.shown_by),
            shown[cause.shown_by],
            context.repeat(run, cause.shown_by),
        )
        for number, cause in enumerate(run.causes, 1)
    ]
    reasons = Counter(d for result in run.results if result.outcome == "skip" for d in result.verdict.details)
    return RunView(run, cards, list(_groups(run, failures)), reasons.most_common())


def _after(run: Run, cause: ReportedCause, context: Context, drawings: Drawings) -> Markup:
    """The position that should follow in the scenario that shows a cause."""
    case = context.case(run, cause.shown_by)
    if case is None or case.rejected or not case.turns:
        return Markup("")
    return drawings.position(case.reached, case.state)


def _failure(place: int, run: Run, result: Result, context: Context, drawings: Drawings) -> Failure:
    case = context.case(run, result.scenario)
    differences = result.verdict.differences
    return Failure(
        anchor=f"failure-{place}-{result.scenario.replace('/', '-')}",
        run=run,
        result=result,
        cause=run.cause_of.get(result.scenario, 0),
        turns=context.turns(run, result.scenario),
        expected=context.expected(run, result.scenario),
        changes=[_change(difference, case) for difference in differences[:MOST_CHANGES]],
        more=max(0, len(differences) - MOST_CHANGES),
        picture=drawings.position(case.state if case else None),
        repeat=context.repeat(run, result.scenario),
    )


def _change(difference: Difference, case: Case | None) -> Change:
    """A difference; where there is only one turn, which stands above it, it need not be named again."""
    found = change(difference)
    alone = case is not None and len(case.turns) == 1 and difference.turn is not None and not difference.stage
    return found._replace(where="the turn") if alone else found


def _groups(run: Run, failures: Mapping[str, Failure]) -> Iterator[Group]:
    """The failures by cause, then those without any, then those that do not count."""
    counting = [failures[result.scenario] for result in run.failures]
    for number, cause in enumerate(run.causes, 1):
        if found := [failure for failure in counting if failure.cause == number]:
            yield Group(number, f"Cause {number}: {cause.title}", found)
    if rest := [failure for failure in counting if not failure.cause]:
        yield Group(0, "Without a known cause" if run.causes else "All failures", rest)
    if newer := [failures[result.scenario] for result in run.failures_added]:
        yield Group(0, "Newer than the set: these do not count", newer)


def _matrix(runs: Sequence[Run], key: str, values: Sequence[str]) -> dict[str, list[Cell]]:
    return {value: [_cell([r for r in run.results if value in getattr(r, key)]) for run in runs] for value in values}


def _cell(results: Sequence[Result]) -> Cell:
    outcomes: Counter[Any] = Counter(result.outcome for result in results)
    passed, ran = outcomes["pass"], outcomes.total() - outcomes["skip"]
    text = f"{passed}/{ran}"
    if not ran:
        return Cell("skipped", MARKS["skip"], text)
    if passed == ran:
        return Cell("all", MARKS["pass"], text)
    return Cell("some", "◐", text) if passed else Cell("none", MARKS["fail"], text)
