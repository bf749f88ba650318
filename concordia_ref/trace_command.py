"""The command `concordia trace`: what stands behind every clause, as a table, in full for one, or as JSON."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence

from concordia_ref.errors import unknown
from concordia_ref.game import Game
from concordia_ref.languages import say
from concordia_ref.show import show
from concordia_ref.tables import table
from concordia_ref.trace import Traced, totals, trace, trace_json

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
        print(_in_full(game, rows[0]) if options.clause in wanted and len(rows) == 1 else _matrix(rows))
    gaps = [say("trace.lacks", clause=row.clause.id, what=say(f"trace.{part}")) for row in rows for part in row.lacks()]
    for gap in gaps:
        print(f"concordia: {gap}", file=sys.stderr)
    return GAPS if gaps else FINE


def _progress(done: int, every: int) -> None:
    if sys.stderr.isatty() and (done % 20 == 0 or done == every):
        end = "\r\033[K" if done == every else ""
        print(f"\r{done}/{every}{end}", end="", file=sys.stderr, flush=True)


def _matrix(rows: Sequence[Traced]) -> str:
    books = list(rows[0].clause.places)
    header = ["clause", "data", "code", "kept", "broken", "texts", "disputes"]
    cells = [
        [
            row.clause.id,
            *(MARKS[row.clause.places[book].status] for book in books),
            *(
                str(len(found))
                for found in (
                    row.clause.carried_out_by,
                    row.code,
                    row.kept,
                    row.broken,
                    row.languages,
                    row.disputes,
                )
            ),
        ]
        for row in rows
    ]
    columns = [say("show.clause"), *books, *(say(f"trace.{column}") for column in header[1:])]
    return "\n\n".join([table(columns, cells), say("trace.legend"), say("trace.totals", **totals(list(rows)))])


def _in_full(game: Game, row: Traced) -> str:
    parts = {
        "code": row.code,
        "kept": row.kept,
        "broken": row.broken,
        "texts": (", ".join(row.languages),),
        "disputes": row.disputes,
    }
    lines = [
        [say(f"trace.{part}") if number == 0 else "", item]
        for part, found in parts.items()
        for number, item in enumerate(found or ["-"])
    ]
    consulted = say("trace.consulted", number=row.consulted)
    return "\n\n".join([show(game.spec, "clause", row.clause.id), table(["", ""], lines).lstrip("\n"), consulted])
