"""The command `concordia trace`: what stands behind every clause, as a table, in full for one, or as JSON."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence

from concordia_ref.engine.game import Game
from concordia_ref.lab.trace import Traced, totals, trace, trace_json
from concordia_ref.spec.errors import unknown
from concordia_ref.words.languages import say, spoken
from concordia_ref.words.show import show
from concordia_ref.words.tables import paragraph, table

FINE, GAPS = 0, 1
MARKS = {"says": "+", "example": "~", "otherwise": "≠", "silent": "-"}


def trace_clauses(game: Game, options: argparse.Namespace) -> int:
    """Do what the options ask for; that a clause lacks something is a fault."""
    wanted = [id for id in game.spec.clauses if not options.clause or f"{id}.".startswith(f"{options.clause}.")]
    if not wanted:
        raise unknown("clause", options.clause, "", game.spec.clauses)
    rows = [row for row in trace(game, _progress) if row.clause.id in wanted]
    if options.format == "json":
        print(json.dumps(trace_json(game, rows), indent=1))
    else:
        print(_in_full(game, rows[0]) if wanted == [options.clause] else _matrix(rows))
    gaps = [say("trace.lacks", clause=row.clause.id, what=say(f"trace.{part}")) for row in rows for part in row.lacks()]
    for gap in gaps:
        print(f"concordia: {gap}", file=sys.stderr)
    return GAPS if gaps else FINE


def _progress(done: int, every: int) -> None:
    if sys.stderr.isatty() and (done % 20 == 0 or done == every):
        end = "\r\033[K" if done == every else ""
        print(f"\r{done}/{every}{end}", end="", file=sys.stderr, flush=True)


def _matrix(rows: Sequence[Traced]) -> str:
    books, parts = list(rows[0].clause.places), list(rows[0].parts())
    header = [say("show.clause"), *books, *(say(f"trace.{part}") for part in parts)]
    cells = [
        [
            row.clause.id,
            *(MARKS[row.clause.places[book].status] for book in books),
            *(str(len(found)) for found in row.parts().values()),
        ]
        for row in rows
    ]
    return "\n\n".join([table(header, cells), paragraph(say("trace.legend"), 0), say("trace.totals", **totals(rows))])


def _in_full(game: Game, row: Traced) -> str:
    parts = {**row.parts(), "texts": (", ".join(row.languages),)}
    # The data stand among what is shown of the clause.
    lines = [
        [say(f"trace.{part}") if number == 0 else "", item]
        for part, found in parts.items()
        if part != "data"
        for number, item in enumerate(found or ["-"])
    ]
    consulted = say("trace.consulted", number=row.consulted)
    return "\n\n".join(
        [show(spoken(game.spec), game.spec, "clause", row.clause.id), table(["", ""], lines).lstrip("\n"), consulted]
    )
