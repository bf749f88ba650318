"""Counts of turns compared: golden files with the reference, and an implementation with the reference."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from concordia_ref.engine.game import Game
from concordia_ref.suite.capabilities import Capabilities
from concordia_ref.suite.golden import PerftPosition, position_of, read_golden
from concordia_ref.suite.perft import counted, counts, differences
from concordia_ref.suite.perft_walk import FOR_THE_WALK, NEEDED, Walk, WrongAnswer
from concordia_ref.suite.process import Fault
from concordia_ref.suite.protocol import Running, shown
from concordia_ref.suite.runner import start_adapter

OTHER_POSITION = "the digest belongs to another position; count again with `concordia perft --divide`"


@dataclass(frozen=True)
class PerftResult:
    """The result for one position: the counts, and what is wrong or missing."""

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


def check_golden(game: Game, name: str) -> PerftResult:
    """The counts of a golden file against those of the reference."""
    golden = read_golden(name)
    position = position_of(game, golden)
    if game.digest(position.state) != golden.digest:
        return PerftResult(name, "different", golden.table.counts, (OTHER_POSITION,))
    table = counted(game, position.state, len(golden.table.counts))
    found = tuple(
        f"{key or 'in all'}: in the file {numbers_text(wanted)}, counted {numbers_text(got)}"
        for key, wanted, got in differences(golden.table, table)
    )
    return PerftResult(name, "different" if found else "same", golden.table.counts, found)


def numbers_text(row: tuple[int, ...]) -> str:
    """A row of counts as the golden files write it."""
    return " ".join(map(str, row)) or "-"


def compare_counts(
    game: Game, positions: Iterable[tuple[PerftPosition, int]], command: str, timeout: float
) -> Iterator[PerftResult]:
    """The counts of an implementation against those of the reference, position by position."""
    adapter: Running | None = None
    try:
        for position, depth in positions:
            if adapter is None:
                adapter, can = start_adapter(command, timeout, threading.Event(), game.spec.version)
            result = _walk(Walk(adapter, game), can, position, depth)
            if result.outcome == "fault":
                adapter = None
            yield result
    finally:
        if adapter is not None:
            adapter.close()


def _walk(walk: Walk, can: Capabilities, position: PerftPosition, depth: int) -> PerftResult:
    """What an implementation makes of one position; after a fault its process is gone."""
    game, name, state = walk.game, position.name, position.state
    if lacks := tuple(_lacks(game, can, state)):
        return PerftResult(name, "skipped", (), tuple(f"not declared: {lack}" for lack in lacks))
    ours = counts(game, state, depth)
    try:
        theirs = [walk.count(state, number) for number in range(1, depth + 1)]
        if theirs == list(ours):
            return PerftResult(name, "same", ours)
        wrong = next(number for number in range(1, depth + 1) if theirs[number - 1] != ours[number - 1])
        differ = f"depth {wrong}: the reference counts {ours[wrong - 1]}, the adapter {shown(str(theirs[wrong - 1]))}"
        if missing := [op for op in FOR_THE_WALK if op not in can.operations]:
            needed = f"to find the first difference the adapter must also declare {', '.join(missing)}"
            return PerftResult(name, "different", ours, (differ, needed))
        found = walk.first_difference(state, wrong)
    except WrongAnswer as wrong_answer:
        return PerftResult(name, "different", ours, (shown(str(wrong_answer)),))
    except Fault as fault:
        return PerftResult(name, "fault", ours, (shown(str(fault)),))
    if found is None:
        again = "asked again, the adapter gives the same count as the reference"
        return PerftResult(name, "different", ours, (differ, again))
    details, path = (differ, *map(shown, found.what)), tuple(map(str, found.turns))
    return PerftResult(name, "different", ours, details, path, game.state_to_json(found.state))


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
