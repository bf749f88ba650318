"""A failure that explains itself: the position, the turn, what was expected and what came, and the rule."""

from __future__ import annotations

from concordia_ref.reports.context import Context
from concordia_ref.reports.reading import Result, Run
from concordia_ref.words.tables import paragraph
from concordia_ref.words.tabletop import position_text

SHOWN = 12
STDERR_LINES = 8


def explanation(context: Context, run: Run, result: Result) -> str:
    """Everything that an author needs to find the fault. There is no case if the scenario could not be set up."""
    verdict, case = result.verdict, context.case(run, result.scenario)
    repeat = f"  repeat: {context.repeat(run, result.scenario)}"
    parts = [f"{verdict.outcome.upper()}  {verdict.case}"]
    if case is None:
        return "\n\n".join([*parts, *map(paragraph, verdict.details), repeat])
    if state := context.state(case.state):
        parts.append(position_text(context.words, context.game.rules, state))
    asked = [f"  {line}" for line in context.turns(run, result.scenario)]
    parts.append("\n".join(asked) or "  no turn: the position itself is asked for")
    parts.append(paragraph(context.expected(run, result.scenario)))
    details = list(verdict.details[:SHOWN])
    if len(verdict.details) > SHOWN:
        details.append(f"… and {len(verdict.details) - SHOWN} more")
    parts.append("\n".join(f"  • {detail}" for detail in details))
    if verdict.stderr:
        parts.append("  stderr:\n" + "\n".join(f"    {line}" for line in verdict.stderr.splitlines()[-STDERR_LINES:]))
    for id in case.clauses[:2]:
        rule = [f"  {id}", paragraph(context.rule(id), 4), paragraph(f"rulebooks: {context.rulebooks(id)}", 4)]
        parts.append("\n".join(rule))
    parts.append(repeat)
    return "\n\n".join(parts)
