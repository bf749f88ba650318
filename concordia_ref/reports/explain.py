"""A failure that explains itself: the position, the turn, what was expected and what came, the rule and its places."""

from __future__ import annotations

import json

from concordia_ref.engine.game import Game
from concordia_ref.suite.cases import Case
from concordia_ref.suite.differences import written
from concordia_ref.suite.verdicts import Verdict
from concordia_ref.words.languages import Language
from concordia_ref.words.tables import paragraph, table
from concordia_ref.words.tabletop import position_text

SHOWN = 12


def explanation(words: Language, game: Game, case: Case | None, verdict: Verdict, repeat: str) -> str:
    """Everything that an author needs to find the fault; `repeat` is the command that runs the scenario again.

    There is no case where the scenario could not be set up.
    """
    parts = [f"{verdict.outcome.upper()}  {verdict.case}"]
    if case is None:
        return "\n\n".join([*parts, *map(paragraph, verdict.details), f"  repeat: {repeat}"])
    if case.state is not None:
        parts.append(position_text(words, game.rules, game.state_from_json(case.state)))
        turns = [f"  turn: {written(turn)}" for turn in case.turns]
        parts.append("\n".join(turns) or "  no turn: the position itself is asked for")
    else:
        parts.append(f"  set-up: {json.dumps(case.new)}")
    parts.append(paragraph(f"expected: {_expected(case)}, because {case.why}"))
    details = list(verdict.details[:SHOWN])
    if len(verdict.details) > SHOWN:
        details.append(f"… and {len(verdict.details) - SHOWN} more")
    parts.append("\n".join(f"  • {detail}" for detail in details))
    if verdict.stderr:
        parts.append("  stderr:\n" + "\n".join(f"    {line}" for line in verdict.stderr.splitlines()[-8:]))
    for id in case.clauses[:2]:
        clause = game.spec.clauses[id]
        places = [[book, place.heading or "silent"] for book, place in clause.places.items()]
        where = table(["", "in the rulebook"], places, 4)
        parts.append(f"  {id}\n{paragraph(words.clause(id, game.spec), 4)}\n{where}")
    parts.append(f"  repeat: {repeat}")
    return "\n\n".join(parts)


def _expected(case: Case) -> str:
    what = "the set-up" if case.state is None else "the turn"
    if case.refused is not None:
        return f"{what} is refused by {case.refused}"
    if case.malformed is not None:
        return f"{what} is rejected, for it cannot be read or is not complete (at {case.malformed or '/'})"
    return "what the differences say"
