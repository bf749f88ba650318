"""The commands `concordia fuzz` and `concordia shrink`: random games in lockstep, and a failing one made small."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from concordia_ref.engine.game import Game
from concordia_ref.engine.notation import to_notation
from concordia_ref.lab.batches import batch_size, run_batches
from concordia_ref.spec.documents import read_file
from concordia_ref.spec.editions import edition_ids
from concordia_ref.spec.errors import Malformed
from concordia_ref.suite.failure_scenario import scenario_text
from concordia_ref.suite.fuzz import (
    GameDifference,
    GameTable,
    LockstepGame,
    difference_from,
    play_game,
    reference,
    table_of,
    tables,
)
from concordia_ref.suite.parallel import Batch, Stopped, batches
from concordia_ref.suite.process import AdapterProcess
from concordia_ref.suite.runner import start_adapter
from concordia_ref.suite.self_play import SelfPlayedGame, self_play_game
from concordia_ref.suite.shrink import Shrinker
from concordia_ref.suite.verdicts import Capabilities, Unusable
from concordia_ref.words.languages import say, spoken
from concordia_ref.words.tables import paragraph
from concordia_ref.words.tabletop import position_text

AGREED, DIFFERENT, USAGE, UNUSABLE, INTERRUPTED = 0, 1, 2, 3, 130
SHOWN = 12
Done = TypeVar("Done")


def fuzz(_: Game, options: argparse.Namespace) -> int:
    """Play random games, with an adapter or alone, and tell what is wrong."""
    if options.adapter is None:
        return _self_play(options)
    found: dict[Any, GameDifference] = {}
    began, games, turns, asked, ended = time.monotonic(), 0, 0, 0, AGREED
    try:
        can = _capabilities(options)
        choice, first = _tables(options, can), not options.collect
        work = partial(_play, options.adapter, options.timeout, can, choice, to_the_first=first)
        for played in _games(work, options):
            games, turns, asked = games + 1, turns + played.turns, asked + played.asked
            _progress(games, turns)
            if played.difference is not None:
                found.setdefault(played.difference.key, played.difference)
                if first:
                    break
    except Unusable as unusable:
        return _unusable(options, unusable)
    except (KeyboardInterrupt, Stopped) as stopped:
        ended = _ended(stopped)  # What was found until then is told.
    _progress_ends()
    differences = list(found.values())
    if options.report:
        _write(Path(options.report), [difference.to_json() for difference in differences])
    if options.format == "json":
        counts = {"games": games, "turns": turns, "asked": asked}
        print(json.dumps({**counts, "differences": [found.to_json() for found in differences]}, ensure_ascii=False))
    else:
        for difference in differences:
            print(_told(difference, options), end="\n\n")
        rate = round(turns / (time.monotonic() - began))
        print(say("fuzz.result", games=games, turns=turns, asked=asked, differences=len(differences), rate=rate))
    return DIFFERENT if differences else ended


def _self_play(options: argparse.Namespace) -> int:
    """Play the reference alone, with all invariants."""
    choice = _tables(options, None)
    work = partial(_self_play_games, choice)
    began, games, turns, ended = time.monotonic(), 0, 0, AGREED
    broken: list[SelfPlayedGame] = []
    try:
        for played in _games(work, options):
            games, turns = games + 1, turns + played.turns
            _progress(games, turns)
            if played.violation:
                broken.append(played)
                if not options.collect:
                    break
    except (KeyboardInterrupt, Stopped) as stopped:
        ended = _ended(stopped)
    _progress_ends()
    violations = [
        {"game": played.number, "table": vars(played.table), "turns": played.turns, "violation": played.violation}
        for played in broken
    ]
    if options.report:
        _write(Path(options.report), violations)
    if options.format == "json":
        print(json.dumps({"games": games, "turns": turns, "violations": violations}, ensure_ascii=False))
    else:
        for played in broken:
            heading = _heading(played.table, options.seed, played.number, played.turns)
            print(f"{heading}\n\n  • {played.violation}\n\n  {_repeat('fuzz', played.table, played.number, options)}\n")
        rate = round(turns / (time.monotonic() - began))
        print(say("fuzz.soaked", games=games, turns=turns, violations=len(broken), rate=rate))
    return DIFFERENT if broken else ended


def _ended(stopped: BaseException) -> int:
    """The exit code of a run that was interrupted, or that could not go on, which is told."""
    if isinstance(stopped, KeyboardInterrupt):
        return INTERRUPTED
    print(f"concordia: {stopped}", file=sys.stderr)
    return UNUSABLE


def shrink(_: Game, options: argparse.Namespace) -> int:
    """Make a failing game small and write it as a scenario."""
    if options.report is None and options.game is None:
        print(f"concordia: {say('shrink.which')}", file=sys.stderr)
        return USAGE
    try:
        adapter, can = _started(options)
        try:
            difference = _difference(adapter, can, options)
        finally:
            adapter.close()
        if difference is None:
            print(f"concordia: {say('shrink.nothing')}", file=sys.stderr)
            return AGREED
        shrinker = Shrinker(lambda: _started(options)[0], can)
        try:
            failure = shrinker.shrink(difference)
        finally:
            if isinstance(shrinker.adapter, AdapterProcess):
                shrinker.adapter.close()
    except Unusable as unusable:
        return _unusable(options, unusable)
    if failure is None:
        print(f"concordia: {say('shrink.not-repeated')}", file=sys.stderr)
        return DIFFERENT
    text = scenario_text(failure, f"fuzz/seed-{difference.seed}-game-{difference.number}")
    if options.output:
        Path(options.output).write_text(text, encoding="utf-8")
    else:
        print(text, end="")
    told = say("shrink.done", turns=len(failure.turns), questions=len(shrinker.asked))
    print(f"{told}\n{say('shrink.next')}", file=sys.stderr)
    return DIFFERENT


def _difference(adapter: AdapterProcess, can: Capabilities, options: argparse.Namespace) -> GameDifference | None:
    """The difference to make small: of a report, or of a game that is played again."""
    if options.report is None:
        table = table_of(_tables(options, can), options.seed, options.game)
        return play_game(adapter, can, table, options.seed, options.game).difference
    try:
        entries = json.loads(read_file(options.report, sys.stdin))
        found = [difference_from(entry) for entry in entries]
    except (ValueError, KeyError, TypeError) as error:
        raise Malformed("report", f"{options.report} cannot be resumed: {error}") from None
    return next((entry for entry in found if options.game in (None, entry.number)), None)


# Games.


def _games(work: Callable[[Batch], list[Done]], options: argparse.Namespace) -> Iterator[Done]:
    """What comes of all games, in their order, however many processes play them."""
    if options.game is not None:
        planned = iter([Batch(options.seed, options.game, options.game + 1)])
    else:
        planned = batches(options.seed, options.games, size=batch_size(options.games, options.cluster))
    for done in run_batches(work, planned, options.jobs, options.cluster):
        yield from done


def _play(
    command: str,
    timeout: float,
    can: Capabilities,
    choice: Sequence[GameTable],
    batch: Batch,
    *,
    to_the_first: bool,
) -> list[LockstepGame]:
    """Play some games with a process of the adapter, and a fresh one after it broke."""
    adapter: AdapterProcess | None = None
    done: list[LockstepGame] = []
    try:
        for number in batch.numbers:
            if adapter is None or adapter.gone:
                adapter, _ = start_adapter(command, timeout, threading.Event(), _version())
            done.append(play_game(adapter, can, table_of(choice, batch.seed, number), batch.seed, number))
            if to_the_first and done[-1].difference is not None:
                break
    finally:
        if adapter is not None:
            adapter.close()
    return done


def _self_play_games(choice: Sequence[GameTable], batch: Batch) -> list[SelfPlayedGame]:
    return [self_play_game(table_of(choice, batch.seed, number), batch.seed, number) for number in batch.numbers]


def _tables(options: argparse.Namespace, can: Capabilities | None) -> list[GameTable]:
    """The tables that are wanted and known; `Malformed` if there is none."""
    editions = [options.only_edition] if options.only_edition else edition_ids()
    wanted = {"map": options.map, "players": options.players, "interim": options.interim}
    found = tables({key: value for key, value in wanted.items() if value is not None}, can, editions)
    if not found:
        message = "no table fits: look at --map, --players, --edition and --interim, and at what the adapter declares"
        raise Malformed("fuzz.no-table", message)
    return found


def _started(options: argparse.Namespace) -> tuple[AdapterProcess, Capabilities]:
    adapter, can = start_adapter(options.adapter, options.timeout, threading.Event(), _version())
    if "apply" not in can.operations or not {"new", "load"} & can.operations:
        adapter.close()
        raise Unusable(say("fuzz.operations"))
    return adapter, can


def _capabilities(options: argparse.Namespace) -> Capabilities:
    adapter, can = _started(options)
    adapter.close()
    return can


def _unusable(options: argparse.Namespace, unusable: Unusable) -> int:
    print(f"concordia: {options.adapter}: {unusable}\n{say('conform.hello.help')}", file=sys.stderr)
    return UNUSABLE


def _version() -> str:
    return reference("canonical").spec.version


# Telling.


def _told(difference: GameDifference, options: argparse.Namespace) -> str:
    """A difference in words: the position, the turn, what the two said of it, and how to see it again."""
    game, found, table = reference(difference.table.edition), difference.disagreement, difference.table
    turns = len(difference.record["turns"])
    parts = [_heading(table, difference.seed, difference.number, turns)]
    parts.append(position_text(spoken(game.spec), game.rules, game.state_from_json(difference.state)))
    if difference.turn is not None:
        parts.append(f"  {say('conform.turn', turn=to_notation(dict(difference.turn)))}")
    said = [*found.said[:SHOWN], *(["…"] if len(found.said) > SHOWN else [])]
    what = paragraph(say(f"fuzz.kind.{found.kind}", clauses=", ".join(found.clauses)))
    parts.append("\n".join([what, *(f"  • {line}" for line in said)]))
    small = _command("shrink", table, difference.number, options)
    parts.append(f"  {_repeat('fuzz', table, difference.number, options)}\n  {say('fuzz.shrink', command=small)}")
    return "\n\n".join(parts)


def _heading(table: GameTable, seed: int, number: int, turns: int) -> str:
    heading = say(
        "fuzz.heading",
        game=number,
        seed=seed,
        map=table.map,
        players=table.players,
        edition=table.edition,
        turns=turns,
    )
    return f"{heading}, {say('conform.lacks.interim')}" if table.interim else heading


def _repeat(name: str, table: GameTable, number: int, options: argparse.Namespace) -> str:
    return say("conform.repeat", command=_command(name, table, number, options))


def _command(name: str, table: GameTable, number: int, options: argparse.Namespace) -> str:
    """The command that plays just this game again, at the same table whatever the adapter declares by then."""
    words = ["concordia", name]
    if options.adapter:
        words += ["--adapter", options.adapter]
    words += ["--seed", str(options.seed), "--game", str(number), "--map", table.map, "--players", str(table.players)]
    words += ["--edition", table.edition, "--interim" if table.interim else "--no-interim"]
    return shlex.join(words)


def _write(file: Path, entries: Iterable[dict[str, Any]]) -> None:
    file.write_text(json.dumps(list(entries), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _progress(games: int, turns: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{say('fuzz.progress', games=games, turns=turns)} ", end="", file=sys.stderr, flush=True)


def _progress_ends() -> None:
    if sys.stderr.isatty():
        print(file=sys.stderr)
