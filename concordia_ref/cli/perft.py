"""The command `concordia perft`: count, compare with the golden files, compare an implementation with the reference."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass
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
from concordia_ref.suite.golden import (
    PerftPosition,
    golden_names,
    golden_text,
    position_named,
    position_of,
    read_golden,
)
from concordia_ref.suite.perft import counted, counts, differences
from concordia_ref.suite.perft_walk import FOR_THE_WALK, NEEDED, Walk, WrongAnswer
from concordia_ref.suite.process import AdapterProcess, Fault, shown
from concordia_ref.suite.runner import start_adapter
from concordia_ref.suite.verdicts import Capabilities, Unusable
from concordia_ref.words.languages import english


@dataclass(frozen=True)
class Result:
    """What came of one position: the counts, and what is wrong or missing."""

    name: str
    outcome: str
    counts: tuple[int, ...]
    details: tuple[str, ...] = ()
    turns: tuple[str, ...] = ()
    """The turns that lead to the position where the lists of turns differ."""
    state: dict[str, Any] | None = None

    def to_json(self) -> dict[str, Any]:
        """The result as plain JSON."""
        data: dict[str, Any] = {"name": self.name, "outcome": self.outcome, "counts": list(self.counts)}
        if self.details:
            data["details"] = list(self.details)
        return data | ({"turns": list(self.turns), "state": self.state} if self.state else {})


OTHER_POSITION = "the digest belongs to another position; count again with `concordia perft --divide`"
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
        return _print((_checked(game, name) for name in _named(asked) or golden_names()), asked)
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
            raise Malformed("perft.no-golden", f"there is no golden file {name!r}; there are {known}")
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


def _checked(game: Game, name: str) -> Result:
    """The counts of a golden file against those of the reference."""
    golden = read_golden(name)
    position = position_of(game, golden)
    if game.digest(position.state) != golden.digest:
        return Result(name, "different", golden.table.counts, (OTHER_POSITION,))
    table = counted(game, position.state, len(golden.table.counts))
    found = tuple(
        f"{key or 'in all'}: in the file {_numbers(wanted)}, counted {_numbers(got)}"
        for key, wanted, got in differences(golden.table, table)
    )
    return Result(name, "different" if found else "same", golden.table.counts, found)


def _numbers(row: tuple[int, ...]) -> str:
    return " ".join(map(str, row)) or "-"


def _print(results: Iterator[Result], asked: SimpleNamespace) -> int:
    """Print results as they come, and say whether all is as it must be."""
    found = []
    for result in results:
        found.append(result)
        if asked.format != "json":
            print(f"{MARKS[result.outcome]} {result.name}: {_numbers(result.counts)}", flush=True)
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
        return _print(_compared(game, positions, asked), asked)
    except Unusable as why:
        raise adapters.unusable(asked.adapter, why) from None


def _compared(game: Game, positions: list[tuple[PerftPosition, int]], asked: SimpleNamespace) -> Iterator[Result]:
    adapter: AdapterProcess | None = None
    try:
        for position, depth in positions:
            if adapter is None:
                adapter, can = start_adapter(asked.adapter, asked.timeout, threading.Event(), game.spec.version)
            result = _walked(Walk(adapter, game), can, position, depth)
            if result.outcome == "fault":
                adapter = None
            yield result
    finally:
        if adapter is not None:
            adapter.close()


def _walked(walk: Walk, can: Capabilities, position: PerftPosition, depth: int) -> Result:
    """What an implementation makes of one position; after a fault its process is gone."""
    game, name, state = walk.game, position.name, position.state
    if lacks := tuple(_lacks(game, can, state)):
        return Result(name, "skipped", (), tuple(f"not declared: {lack}" for lack in lacks))
    ours = counts(game, state, depth)
    try:
        theirs = [walk.count(state, number) for number in range(1, depth + 1)]
        if theirs == list(ours):
            return Result(name, "same", ours)
        wrong = next(number for number in range(1, depth + 1) if theirs[number - 1] != ours[number - 1])
        differ = f"depth {wrong}: the reference counts {ours[wrong - 1]}, the adapter {shown(str(theirs[wrong - 1]))}"
        if missing := [op for op in FOR_THE_WALK if op not in can.operations]:
            needed = f"to find the first difference the adapter must also declare {', '.join(missing)}"
            return Result(name, "different", ours, (differ, needed))
        found = walk.first_difference(state, wrong)
    except WrongAnswer as wrong_answer:
        return Result(name, "different", ours, (shown(str(wrong_answer)),))
    except Fault as fault:
        return Result(name, "fault", ours, (shown(str(fault)),))
    if found is None:
        if not Path(name).exists() and name != "-":
            raise unknown("position or file", name, "", ids.positions())
        return Result(name, "different", ours, (differ, "asked once more, the adapter counts as the reference does"))
    path = tuple(str(turn) for turn in found.turns)
    return Result(name, "different", ours, (differ, *map(shown, found.what)), path, game.state_to_json(found.state))


def _lacks(game: Game, can: Capabilities, state: Any) -> Iterator[str]:
    """What the implementation does not declare, but the position needs."""
    yield from (f"operation {op}" for op in NEEDED if op not in can.operations)
    kinds = dict.fromkeys(game.rules.cards[card].kind for player in state.players for card in player.hand)
    yield from (f"card {kind}" for kind in kinds if kind not in can.cards)
    if state.map not in can.maps:
        yield f"map {state.map}"
    if len(state.players) not in can.players:
        yield f"{len(state.players)} players"
    if state.interim is not None and not can.interim:
        yield "interim scoring"
