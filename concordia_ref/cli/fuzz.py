"""The command `concordia fuzz`: random games in lockstep with an adapter, or with the reference alone."""

from __future__ import annotations

import json
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeVar

import click

from concordia_ref.cli import adapters, ids, options
from concordia_ref.cli.command import command
from concordia_ref.cli.exits import FINDINGS, FINE, INTERRUPTED, UNUSABLE
from concordia_ref.cli.output import draw_table
from concordia_ref.cli.progress import Progress
from concordia_ref.engine.notation import to_notation
from concordia_ref.lab.batches import Batch, Stopped, batch_size, batches, run_batches
from concordia_ref.spec.findings import counted
from concordia_ref.suite.avoiding import Avoided
from concordia_ref.suite.capabilities import Capabilities, Unusable
from concordia_ref.suite.expectations import read_expectations
from concordia_ref.suite.fuzz import GameDifference, LockstepGame, Tolerance, play_game
from concordia_ref.suite.known_differences import KnownDifferences
from concordia_ref.suite.loading import Suite
from concordia_ref.suite.protocol import Running
from concordia_ref.suite.random_games import GameTable, reference, table_of
from concordia_ref.suite.runner import jobs_for, start_adapter
from concordia_ref.suite.self_play import SelfPlayedGame, self_play_game
from concordia_ref.words.languages import english
from concordia_ref.words.tables import paragraph
from concordia_ref.words.tabletop import position_text

SHOWN = 12
KINDS = {
    "setup": "the set-up differs, or is not accepted:",
    "refused": "the turn is legal, but it was not accepted:",
    "accepted": "the turn breaks {clauses}, but it was not refused:",
    "state": "the position afterwards differs:",
    "score": "the points afterwards differ:",
    "fault": "the adapter broke:",
}
GROUPS = {
    "setup": "set-up differs",
    "refused": "legal turn refused",
    "accepted": "illegal turn accepted",
    "state": "position differs",
    "score": "points differ",
    "fault": "adapter broke",
}
Done = TypeVar("Done")


@command(
    "fuzz",
    about="Both play the same turns: legal turns must be accepted, turns that are just illegal refused, and after "
    "every turn the positions and the points must be equal. A game follows from its seed and number alone. "
    "Without an adapter the reference plays alone, and every invariant is checked. Exit codes: 0 no difference, "
    "1 some difference, 2 wrong usage, 3 the adapter or the cluster cannot be used.",
    examples=(
        ("concordia fuzz --games 20 -j 2", "the reference alone"),
        ('concordia fuzz --adapter "node my-adapter.mjs"', "up to the first difference"),
        ("concordia fuzz --adapter ./mine --games 500 --collect --report found.json", ""),
        (
            "concordia fuzz --adapter ./mine --avoid diplomat-may-decline --avoid prefect.collect",
            "ignoring known differences",
        ),
        ("concordia fuzz --adapter ./mine --expectations known.yaml", "ignoring the known failures of `conform`"),
        ("concordia fuzz --adapter ./mine --seed 7 --game 31", ""),
    ),
    judges=True,
)
@click.option("--adapter", metavar="CMD", help="The program to compare with [default: none]")
@click.option("--games", type=options.POSITIVE, default=100, metavar="N", help="How many games to play")
@options.flag("--first", "Stop at the first difference [default]")
@options.flag("--collect", "Keep playing, and collect all distinct differences")
@click.option(
    "--avoid",
    type=ids.CLAUSE_OR_DISPUTE,
    multiple=True,
    metavar="CLAUSE|DISPUTE",
    help="Skip turns that depend on this clause, or that another reading of this dispute would decide differently",
)
@options.file_option("--expectations", "Ignore differences that the known failures of `conform` explain")
@options.jobs
@options.file_option("--report", "Write the differences to a file, as JSON")
@options.format_option("text", "json")
@adapters.games
@options.cluster
def fuzz(**given: Any) -> int:
    """Play random games, with an adapter or alone, and report what is wrong."""
    asked = SimpleNamespace(**given)
    if asked.first and asked.collect:
        raise click.UsageError("--first and --collect exclude each other")
    return _self_play(asked) if asked.adapter is None else _compare(asked)


def _compare(asked: SimpleNamespace) -> int:
    """Play the reference and an adapter in lockstep."""
    found = Found()
    began, ended = time.monotonic(), FINE
    known = KnownDifferences(read_expectations(asked.expectations), Suite()) if asked.expectations else None
    tolerance = Tolerance(Avoided(asked.avoid) if asked.avoid else None, known, asked.collect)
    try:
        adapter, can = adapters.start(asked)
        adapter.close()
        asked.jobs = jobs_for(asked.adapter, asked.jobs)
        with Progress("games") as progress:
            show = partial(found.show, progress, _total(asked))
            given = (asked.adapter, asked.timeout, can, adapters.tables_for(asked, can), tolerance)
            # Games of other processes show up when their batch is done; this process shows every turn.
            alone = asked.jobs == 1 and asked.cluster is None
            work = partial(_play, *given, on_turn=found.turn_played(show)) if alone else partial(_played, *given)
            for played in _games(work, asked):
                found.add(played)
                show()
                if found.differences and not asked.collect:
                    break
    except Unusable as why:
        raise adapters.unusable(asked.adapter, why) from None
    except (KeyboardInterrupt, Stopped) as stopped:
        ended = _ended(stopped)  # Report what has been found so far.
    if asked.report:
        _write(asked.report, found.to_json())
    if asked.format == "json":
        counts = {"games": found.games, "turns": found.turns, "asked": found.asked, "known": found.known}
        print(json.dumps({**counts, "differences": found.to_json()}, ensure_ascii=False))
    else:
        _print_found(found, round(found.turns / (time.monotonic() - began)), asked)
    return FINDINGS if found.differences else ended


@dataclass
class Found:
    """What the games of a run have shown so far; of similar differences, the first, and how many there are."""

    games: int = 0
    turns: int = 0
    asked: int = 0
    known: int = 0
    differences: dict[Any, GameDifference] = field(default_factory=dict)
    times: Counter[Any] = field(default_factory=Counter)
    under_way: int = 0
    """Turns of the game that is being played."""

    def add(self, played: LockstepGame) -> None:
        """Add a game."""
        self.games += 1
        self.turns += played.turns
        self.asked += played.asked
        self.known += played.known
        self.under_way = 0
        for difference, times in zip(played.differences, played.times, strict=True):
            self.differences.setdefault(difference.key, difference)
            self.times[difference.key] += times

    def turn_played(self, show: Callable[[], None]) -> Callable[[], None]:
        """Called after every turn."""

        def count() -> None:
            self.under_way += 1
            show()

        return count

    def show(self, progress: Progress, total: int) -> None:
        """Show how far the run has come."""
        differences = f", differences: {len(self.differences)}" if self.differences else ""
        progress(self.games, total, f"turns: {self.turns + self.under_way}{differences}")

    def to_json(self) -> list[dict[str, Any]]:
        """The differences, those first that came up most often."""
        return [{**self.differences[key].to_json(), "times": times} for key, times in self.times.most_common()]


def _print_found(found: Found, rate: int, asked: SimpleNamespace) -> None:
    if found.differences and asked.collect:
        print("differences, by what they have in common:\n")
        rows = [[str(times), *_group(found.differences[key])] for key, times in found.times.most_common()]
        print(draw_table(["times", "what", "card", "rules or places"], rows), end="\n\n")
    for key, _ in found.times.most_common():
        print(_in_words(found.differences[key], asked), end="\n\n")
    if not found.turns and asked.avoid:
        print(f"no turn could be found that does not depend on {', '.join(asked.avoid)}; avoid a narrower rule")
    known = f", known differences: {found.known}" if found.known else ""
    print(
        f"games: {found.games}, turns: {found.turns} ({rate} per second), turns asked about: {found.asked}, "
        f"differences: {len(found.differences)}{known}"
    )


def _group(difference: GameDifference) -> list[str]:
    """What similar differences have in common."""
    kind, card, clauses, places = difference.key
    return [GROUPS[kind], card or "-", ", ".join((*clauses, *places)) or "-"]


def _self_play(asked: SimpleNamespace) -> int:
    """Play the reference alone, with all invariants."""
    work = partial(_self_play_games, adapters.tables_for(asked, None))
    began, games, turns, ended = time.monotonic(), 0, 0, FINE
    broken: list[SelfPlayedGame] = []
    try:
        with Progress("games") as progress:
            for played in _games(work, asked):
                games, turns = games + 1, turns + played.turns
                progress(games, _total(asked), f"turns: {turns}")
                if played.violation:
                    broken.append(played)
                    if not asked.collect:
                        break
    except (KeyboardInterrupt, Stopped) as stopped:
        ended = _ended(stopped)
    violations = [
        {"game": played.number, "table": vars(played.table), "turns": played.turns, "violation": played.violation}
        for played in broken
    ]
    if asked.report:
        _write(asked.report, violations)
    if asked.format == "json":
        print(json.dumps({"games": games, "turns": turns, "violations": violations}, ensure_ascii=False))
    else:
        for played in broken:
            heading = _heading(played.table, asked.seed, played.number, played.turns)
            again = adapters.command_again("fuzz", played.table, played.number, asked)
            print(f"{heading}\n\n  • {played.violation}\n\n  repeat: {again}\n")
        rate = round(turns / (time.monotonic() - began))
        print(f"games: {games}, turns: {turns} ({rate} per second), violations: {len(broken)}")
    return FINDINGS if broken else ended


def _total(asked: SimpleNamespace) -> int:
    return asked.games if asked.game is None else 1


def _ended(stopped: BaseException) -> int:
    """Report why a run stopped early, and return its exit code."""
    if isinstance(stopped, KeyboardInterrupt):
        return INTERRUPTED
    print(f"concordia: {stopped}", file=sys.stderr)
    return UNUSABLE


# Games.


def _games(work: Callable[[Batch], Iterable[Done]], asked: SimpleNamespace) -> Iterator[Done]:
    """The results of all games, in their order, however many processes play them."""
    if asked.game is not None:
        planned = iter([Batch(asked.seed, asked.game, asked.game + 1)])
    else:
        planned = batches(asked.seed, asked.games, size=batch_size(asked.games, asked.cluster))
    for done in run_batches(work, planned, asked.jobs, asked.cluster):
        yield from done


def _play(
    command: str,
    timeout: float,
    can: Capabilities,
    choice: Sequence[GameTable],
    tolerance: Tolerance,
    batch: Batch,
    on_turn: Callable[[], None] = lambda: None,
) -> Iterator[LockstepGame]:
    """Play some games with a process of the adapter, and a fresh one after it broke."""
    adapter: Running | None = None
    try:
        for number in batch.numbers:
            if adapter is None or adapter.gone:
                adapter, _ = start_adapter(command, timeout, threading.Event(), adapters.version())
            table = table_of(choice, batch.seed, number)
            done = play_game(adapter, can, table, batch.seed, number, tolerance, on_turn)
            yield done
            if done.differences and not tolerance.collects:
                break
    finally:
        if adapter is not None:
            adapter.close()


def _played(*given: Any) -> list[LockstepGame]:
    """The games of a batch, played in another process."""
    return list(_play(*given))


def _self_play_games(choice: Sequence[GameTable], batch: Batch) -> list[SelfPlayedGame]:
    return [self_play_game(table_of(choice, batch.seed, number), batch.seed, number) for number in batch.numbers]


# In words.


def _in_words(difference: GameDifference, asked: SimpleNamespace) -> str:
    """A difference in words: the position, the turn, both answers, and how to repeat it."""
    game, found, table = reference(difference.table.edition), difference.disagreement, difference.table
    turns = len(difference.record["turns"])
    parts = [_heading(table, difference.seed, difference.number, turns)]
    parts.append(position_text(english(), game.rules, game.state_from_json(difference.state)))
    if difference.turn is not None:
        parts.append(f"  turn: {to_notation(dict(difference.turn))}")
    said = [*found.said[:SHOWN], *(["…"] if len(found.said) > SHOWN else [])]
    what = paragraph(KINDS[found.kind].format(clauses=", ".join(found.clauses)))
    parts.append("\n".join([what, *(f"  • {line}" for line in said)]))
    again = adapters.command_again("fuzz", table, difference.number, asked)
    small = adapters.command_again("shrink", table, difference.number, asked)
    parts.append(f"  repeat: {again}\n  shrink it: {small}")
    return "\n\n".join(parts)


def _heading(table: GameTable, seed: int, number: int, turns: int) -> str:
    interim = ", interim scoring" if table.interim else ""
    return (
        f"game {number} of seed {seed}, after {counted(turns, 'turn')}: {table.map}, {table.players} players, "
        f"edition {table.edition}{interim}"
    )


def _write(file: Path, entries: Iterable[dict[str, Any]]) -> None:
    file.write_text(json.dumps(list(entries), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
