"""The command `concordia perft`: count, compare with the golden files, compare an implementation with the reference."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click

from concordia_ref.cli import adapters, ids, options
from concordia_ref.cli.command import command
from concordia_ref.cli.exits import FINDINGS, FINE, Failure
from concordia_ref.cli.loading import load_game
from concordia_ref.cli.positions import read_position, refusals_reported
from concordia_ref.engine.game import Game
from concordia_ref.spec.documents import write_json
from concordia_ref.spec.errors import Malformed, unknown
from concordia_ref.suite.capabilities import Unusable
from concordia_ref.suite.golden import (
    PerftPosition,
    golden_names,
    golden_text,
    position_named,
    read_golden,
)
from concordia_ref.suite.perft import counted
from concordia_ref.suite.perft_results import PerftResult, check_golden, compare_counts, numbers_text
from concordia_ref.words.languages import english

MARKS = {"same": "✓", "different": "✗", "skipped": "-", "fault": "!"}


@command(
    "perft",
    about="POSITION is the name of a file in conformance/perft or conformance/positions, or the path of a game file "
    "or a state. A count is the number of sequences of legal turns; --divide divides it by card and first "
    "choice, in the form of the golden files. Exit codes: 0 all counts agree, 1 some do not, 2 wrong usage, 3 "
    "the adapter cannot be used.",
    examples=(
        ("concordia perft italia-two-players --divide", "by card and first choice"),
        ("concordia perft game.json --depth 2", ""),
        ("concordia perft --check", "the golden files against the reference"),
        ('concordia perft --adapter "node my-adapter.mjs"', "your program against the reference"),
    ),
    judges=True,
)
@click.argument(
    "names",
    type=ids.POSITION,
    nargs=-1,
    metavar="[POSITION]...",
    help="A position; with --check and --adapter, the golden files to compare [default: all]",
)
@click.option(
    "--depth",
    type=options.POSITIVE,
    metavar="N",
    help="Count sequences of up to N turns [default: as in the golden file, otherwise 1]",
)
@options.flag("--divide", "Also count by card and first choice")
@options.flag("--check", "Compare the golden files with the reference")
@click.option("--adapter", metavar="CMD", help="Compare this program with the reference, down to the first difference")
@options.timeout(60.0)
@options.format_option("text", "json")
def perft(**given: Any) -> int:
    """Count from a position, check the golden files, or compare a program with the reference."""
    asked, game = SimpleNamespace(**given), load_game()
    with refusals_reported(english(), game.spec, asked.format):
        return _perft(game, asked)


def _perft(game: Game, asked: SimpleNamespace) -> int:
    if asked.adapter:
        return _compare(game, asked)
    if asked.check:
        return _print((check_golden(game, name) for name in _named(asked) or golden_names()), asked)
    if len(asked.names) != 1:
        raise Failure(f"name a position to count from: a file, or one of {', '.join(golden_names())}")
    position, depth = _position(game, asked.names[0], asked)
    table = counted(game, position.state, depth)
    if asked.format == "json":
        divided = {card: {first: list(row) for first, row in rows.items()} for card, rows in table.divided.items()}
        found = {"digest": game.digest(position.state), "counts": list(table.counts)}
        print(write_json(found | ({"divide": divided} if asked.divide else {})))
    elif asked.divide and position.given:
        print(golden_text(game, position, table))
    else:
        print("\n".join(table.lines(divide=asked.divide)))
    return FINE


def _named(asked: SimpleNamespace) -> list[str]:
    """The golden files that are named."""
    for name in asked.names:
        if name not in golden_names():
            known = ", ".join(golden_names())
            raise Malformed("perft.no-golden", f"there is no golden file {name!r}; the golden files are {known}")
    return list(asked.names)


def _position(game: Game, name: str, asked: SimpleNamespace) -> tuple[PerftPosition, int]:
    """A position by its name or from a file, and how deep it is counted."""
    found = position_named(game, name)
    if found is None:
        if not Path(name).exists() and name != "-":
            raise unknown("position or file", name, "", ids.positions())
        return PerftPosition(name, {}, read_position(game, name)[0]), asked.depth or 1
    deepest = len(read_golden(name).table.counts) if name in golden_names() else 1
    return found, asked.depth or deepest


def _print(results: Iterator[PerftResult], asked: SimpleNamespace) -> int:
    """Print results as they arrive, and return whether all counts agree."""
    found = []
    for result in results:
        found.append(result)
        if asked.format != "json":
            print(f"{MARKS[result.outcome]} {result.name}: {numbers_text(result.counts)}", flush=True)
            if result.state:
                path = "; ".join(f"({turn})" for turn in result.turns) or "no turn"
                print(f"  the first difference, after {path}:")
            print("".join(f"  {detail}\n" for detail in result.details), end="")
            if result.state:
                print(write_json(result.state))
    if asked.format == "json":
        print(write_json([result.to_json() for result in found]))
    wrong = [result for result in found if result.outcome in ("different", "fault")]
    nothing = all(result.outcome == "skipped" for result in found)
    if asked.format != "json":
        same = sum(result.outcome == "same" for result in found)
        skipped = sum(result.outcome == "skipped" for result in found)
        print(f"\n{same} agree, {len(wrong)} differ, {skipped} skipped")
    return FINDINGS if wrong or nothing else FINE


def _compare(game: Game, asked: SimpleNamespace) -> int:
    """The counts of an implementation against those of the reference."""
    positions = [_position(game, name, asked) for name in asked.names or golden_names()]
    try:
        return _print(compare_counts(game, positions, asked.adapter, asked.timeout), asked)
    except Unusable as why:
        raise adapters.unusable(asked.adapter, why) from None
