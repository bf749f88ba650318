"""The command `concordia trace`: what is behind every clause, as a table, in full for one, or as JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence

import click

from concordia_ref.cli import ids, options
from concordia_ref.cli.command import command
from concordia_ref.cli.exits import FINDINGS, FINE
from concordia_ref.cli.loading import load_game
from concordia_ref.cli.output import draw_table
from concordia_ref.cli.progress import Progress
from concordia_ref.engine.game import Game
from concordia_ref.lab import trace as tracing
from concordia_ref.lab.trace import Traced, totals, trace_json
from concordia_ref.spec.errors import unknown
from concordia_ref.words.languages import english
from concordia_ref.words.show import show
from concordia_ref.words.tables import paragraph, table

MARKS = {"stated": "+", "example": "~", "otherwise": "≠", "silent": "-"}
LEGEND = (
    "rulebooks: + states it, ~ only in an example, ≠ differs, - silent; numbers: places in the data, functions, "
    "scenarios that keep or break it, languages, disputes"
)


@command(
    "trace",
    about="All scenarios are played under observation, which shows which functions consult a clause. The exit code is "
    "1 if some clause lacks data, code, a scenario or a text. The JSON is described by "
    "spec/schema/trace.schema.json.",
    examples=(
        ("concordia trace", "the whole matrix, a line for each clause"),
        ("concordia trace tribune.coins", "all about one clause"),
        ("concordia trace --format json > trace.json", ""),
    ),
    judges=True,
)
@click.argument(
    "clause", type=ids.CLAUSE, required=False, metavar="[CLAUSE]", help="Only this clause, in full, or those below it"
)
@options.format_option("text", "json")
def trace(clause: str | None, format: str) -> int:
    """Print the matrix, or all about a clause; a clause that lacks something is a fault."""
    game = load_game()
    wanted = [id for id in game.spec.clauses if clause is None or f"{id}.".startswith(f"{clause}.")]
    if clause is not None and not wanted:
        raise unknown("clause", clause, "", game.spec.clauses)
    with Progress("scenarios") as progress:
        rows = [row for row in tracing.trace(game, progress) if row.clause.id in wanted]
    if format == "json":
        print(json.dumps(trace_json(game, rows), indent=1))
    else:
        print(_in_full(game, rows[0]) if wanted == [clause] else _matrix(rows))
    gaps = [f"{row.clause.id} lacks: {part}" for row in rows for part in row.lacks()]
    for gap in gaps:
        print(f"concordia: {gap}", file=sys.stderr)
    return FINDINGS if gaps else FINE


def _matrix(rows: Sequence[Traced]) -> str:
    books, parts = list(rows[0].places), list(rows[0].parts())
    header = ["clause", *books, *parts]
    cells = [
        [
            row.clause.id,
            *(MARKS[row.places[book].status] for book in books),
            *(str(len(found)) for found in row.parts().values()),
        ]
        for row in rows
    ]
    counts = (
        "clauses: {clauses}; places in the data: {data}; functions: {code}; scenarios: {scenarios}; "
        "languages: {languages}; disputes: {disputes}"
    ).format(**totals(rows))
    return "\n\n".join([draw_table(header, cells), paragraph(LEGEND, 0), counts])


def _in_full(game: Game, row: Traced) -> str:
    parts = {**row.parts(), "texts": (", ".join(row.languages),)}
    # The data are part of what is shown for the clause.
    lines = [
        [part if number == 0 else "", item]
        for part, found in parts.items()
        if part != "data"
        for number, item in enumerate(found or ["-"])
    ]
    clause = show(english(), game.spec, "clause", row.clause.id)
    consulted = f"scenarios in which it is consulted: {row.consulted}"
    return "\n\n".join([clause, table(["", ""], lines).lstrip("\n"), consulted])
