"""The command `concordia perft`: count, compare with the golden files, compare an implementation with the reference."""

from __future__ import annotations

import argparse
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from concordia_ref.cli.play import read_position
from concordia_ref.engine.game import Game
from concordia_ref.spec.documents import write_json
from concordia_ref.spec.errors import Malformed
from concordia_ref.suite.perft import (
    PerftPosition,
    counted,
    counts,
    differences,
    golden_names,
    golden_text,
    position_named,
    position_of,
    read_golden,
)
from concordia_ref.suite.perft_walk import FOR_THE_WALK, NEEDED, Walk, WrongAnswer
from concordia_ref.suite.process import AdapterProcess, Fault, shown
from concordia_ref.suite.runner import start_adapter
from concordia_ref.suite.verdicts import Capabilities, Unusable
from concordia_ref.words.languages import say

FINE, DIFFERENT, USAGE, UNUSABLE = 0, 1, 2, 3


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


MARKS = {"same": "✓", "different": "✗", "skipped": "-", "fault": "!"}


def perft(game: Game, options: argparse.Namespace) -> int:
    """Do what the options ask for."""
    if options.adapter:
        return _compare(game, options)
    if options.check:
        return _tell((_checked(game, name) for name in _named(options) or golden_names()), options)
    if len(options.names) != 1:
        print(f"concordia: {say('perft.one-position', known=', '.join(golden_names()))}", file=sys.stderr)
        return USAGE
    position, depth = _position(game, options.names[0], options)
    table = counted(game, position.state, depth)
    if options.format == "json":
        divided = {card: {first: list(row) for first, row in rows.items()} for card, rows in table.divided.items()}
        told = {"digest": game.digest(position.state), "counts": list(table.counts)}
        print(write_json(told | ({"divide": divided} if options.divide else {})))
    elif options.divide and position.given:
        print(golden_text(game, position, table))
    else:
        print("\n".join(table.lines(divide=options.divide)))
    return FINE


def _named(options: argparse.Namespace) -> list[str]:
    """The golden files that are named."""
    for name in options.names:
        if name not in golden_names():
            known = ", ".join(golden_names())
            raise Malformed("perft.no-golden", f"there is no golden file {name!r}; there are {known}")
    return list(options.names)


def _position(game: Game, name: str, options: argparse.Namespace) -> tuple[PerftPosition, int]:
    """A position by its name or from a file, and how deep it is counted."""
    found = position_named(game, name)
    if found is None:
        return PerftPosition(name, {}, read_position(game, name)[0]), options.depth or 1
    deepest = len(read_golden(name).table.counts) if name in golden_names() else 1
    return found, options.depth or deepest


def _checked(game: Game, name: str) -> Result:
    """The counts of a golden file against those of the reference."""
    golden = read_golden(name)
    position = position_of(game, golden)
    if game.digest(position.state) != golden.digest:
        return Result(name, "different", golden.table.counts, (say("perft.other-position"),))
    table = counted(game, position.state, len(golden.table.counts))
    found = tuple(
        say("perft.row", key=key or say("perft.all"), wanted=_numbers(wanted), got=_numbers(got))
        for key, wanted, got in differences(golden.table, table)
    )
    return Result(name, "different" if found else "same", golden.table.counts, found)


def _numbers(row: tuple[int, ...]) -> str:
    return " ".join(map(str, row)) or "-"


def _tell(results: Iterator[Result], options: argparse.Namespace) -> int:
    """Print results as they come, and say whether all is as it must be."""
    told = []
    for result in results:
        told.append(result)
        if options.format != "json":
            print(f"{MARKS[result.outcome]} {result.name}: {_numbers(result.counts)}", flush=True)
            if result.state:
                path = "; ".join(f"({turn})" for turn in result.turns) or say("perft.at-once")
                print(f"  {say('perft.after', turns=path)}")
            print("".join(f"  {detail}\n" for detail in result.details), end="")
            if result.state:
                print(write_json(result.state))
    if options.format == "json":
        print(write_json([result.to_json() for result in told]))
    wrong = [result for result in told if result.outcome in ("different", "fault")]
    nothing = all(result.outcome == "skipped" for result in told)
    if options.format != "json":
        same = sum(result.outcome == "same" for result in told)
        skipped = sum(result.outcome == "skipped" for result in told)
        print(f"\n{say('perft.result', same=same, different=len(wrong), skipped=skipped)}")
    return DIFFERENT if wrong or nothing else FINE


def _compare(game: Game, options: argparse.Namespace) -> int:
    """The counts of an implementation against those of the reference."""
    positions = [_position(game, name, options) for name in options.names or golden_names()]
    try:
        return _tell(_compared(game, positions, options), options)
    except Unusable as unusable:
        print(f"concordia: {options.adapter}: {unusable}\n{say('conform.hello.help')}", file=sys.stderr)
        return UNUSABLE


def _compared(game: Game, positions: list[tuple[PerftPosition, int]], options: argparse.Namespace) -> Iterator[Result]:
    adapter: AdapterProcess | None = None
    try:
        for position, depth in positions:
            if adapter is None:
                adapter, can = start_adapter(options.adapter, options.timeout, threading.Event(), game.spec.version)
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
        return Result(name, "skipped", (), tuple(say("conform.not-declared", what=lack) for lack in lacks))
    ours = counts(game, state, depth)
    try:
        theirs = [walk.count(state, number) for number in range(1, depth + 1)]
        if theirs == list(ours):
            return Result(name, "same", ours)
        wrong = next(number for number in range(1, depth + 1) if theirs[number - 1] != ours[number - 1])
        told = say("perft.counts", depth=wrong, ours=str(ours[wrong - 1]), theirs=shown(str(theirs[wrong - 1])))
        if missing := [op for op in FOR_THE_WALK if op not in can.operations]:
            return Result(name, "different", ours, (told, say("perft.cannot-walk", operations=", ".join(missing))))
        found = walk.first_difference(state, wrong)
    except WrongAnswer as wrong_answer:
        return Result(name, "different", ours, (shown(str(wrong_answer)),))
    except Fault as fault:
        return Result(name, "fault", ours, (shown(str(fault)),))
    if found is None:
        return Result(name, "different", ours, (told, say("perft.not-again")))
    path = tuple(str(turn) for turn in found.turns)
    return Result(name, "different", ours, (told, *map(shown, found.what)), path, game.state_to_json(found.state))


def _lacks(game: Game, can: Capabilities, state: Any) -> Iterator[str]:
    """What the implementation does not declare, but the position needs."""
    yield from (say("conform.lacks.operation", name=op) for op in NEEDED if op not in can.operations)
    kinds = dict.fromkeys(game.rules.cards[card].kind for player in state.players for card in player.hand)
    yield from (say("conform.lacks.card", name=kind) for kind in kinds if kind not in can.cards)
    if state.map not in can.maps:
        yield say("conform.lacks.map", name=state.map)
    if len(state.players) not in can.players:
        yield say("conform.lacks.players", number=len(state.players))
    if state.interim is not None and not can.interim:
        yield say("conform.lacks.interim")
