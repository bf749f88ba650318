"""The command `concordia simulate`: many games by simple players, and what they show."""

from __future__ import annotations

import shlex
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from types import SimpleNamespace
from typing import Any

import click

from concordia_ref.cli import ids, options
from concordia_ref.cli.command import command
from concordia_ref.cli.exits import FINE, INTERRUPTED, UNUSABLE, Failure
from concordia_ref.cli.lang import lang
from concordia_ref.cli.progress import Progress
from concordia_ref.lab.batches import Stopped, batch_size, batches, run_batches
from concordia_ref.lab.simulation.files import GamesFile
from concordia_ref.lab.simulation.games import Settings, check_table, simulate_batch
from concordia_ref.lab.simulation.report import report_json, report_text
from concordia_ref.lab.simulation.rulesets import chosen_rulesets
from concordia_ref.lab.simulation.saved import check_saved, run_of, save
from concordia_ref.lab.simulation.summaries import summaries
from concordia_ref.lab.simulation.tallies import Tally, count_game
from concordia_ref.pictures.simulations import simulation_picture
from concordia_ref.spec.documents import write_json
from concordia_ref.spec.errors import Malformed
from concordia_ref.spec.findings import counted
from concordia_ref.words.languages import language


@command(
    "simulate",
    about="A game follows from its seed and number alone, and is played under all rules that are asked for, so that "
    "they can be compared game by game: whatever `-j`, the cluster or an interruption, the results are the "
    "same, byte for byte. A `random` player draws every choice; a `greedy` one draws a handful of turns and plays "
    "the one after which its points and its belongings are worth most. Differences are from the first set of "
    "rules, with their standard error. Exit codes: 0 all games played, 2 wrong usage, 3 the work could not "
    "continue, 130 interrupted.",
    examples=(
        ("concordia simulate --games 1000 -j 2", "what random games look like"),
        ("concordia simulate --reading colonist-income=two_each --games 1000 -j 2", "what one reading changes"),
        (
            "concordia simulate --edition canonical --edition cs --plot scores.svg",
            "two editions, and a picture",
        ),
        ("concordia simulate --players-are greedy,random,random,random", "one `greedy` player among others"),
        ("concordia simulate --games 100000 --output games.csv --resume --cluster tcp://10.0.0.1:8786", ""),
    ),
    judges=True,
)
@click.option("--games", type=options.POSITIVE, default=1000, metavar="N", help="How many games to play")
@click.option(
    "--players-are",
    default="random",
    metavar="KIND[,KIND…]",
    help="Who plays, `random` or `greedy`: one for all seats, or one for each",
)
@options.map_and_players
@click.option("--seed", type=int, default=1, metavar="N", help="The seed of the games")
@click.option(
    "--edition",
    "editions",
    type=ids.EDITION,
    multiple=True,
    metavar="EDITION",
    help="Under these rules; may be given several times, or as `all` [default: canonical]",
)
@click.option(
    "--reading",
    "readings",
    type=ids.READING,
    multiple=True,
    metavar="DISPUTE=READING",
    help="Also under the canonical rules with this one reading; may be given several times, or as `all`",
)
@options.jobs
@options.cluster
@options.file_option("--output", "Write a row for each game to a file, `.csv` or `.parquet`")
@options.flag("--resume", "Continue the file of --output")
@options.file_option("--plot", "Draw the points, by player and by god, as SVG")
@options.file_option("--save", "Add what the games show to a file such as conformance/simulated.yaml")
@options.format_option("text", "json")
@lang
def simulate(**given: Any) -> int:
    """Play, write the games down, and report what they show."""
    asked = SimpleNamespace(**given)
    if asked.resume and not asked.output:
        raise Failure("--resume needs --output, the file to continue")
    options.check_parents(asked.plot, asked.save)
    settings = _settings(asked)
    if asked.save:
        check_saved(settings)
    run = _Run(settings, asked)
    code = run.play()
    if run.games:
        run.report()
    if code == FINE and asked.save:
        save(asked.save, run_of(settings, run.tally, _command(settings, asked)))
    return code


def _settings(asked: SimpleNamespace) -> Settings:
    kinds = asked.players_are.split(",")
    if len(kinds) not in (1, asked.players):
        message = (
            f"--players-are names {len(kinds)} players for {asked.players} seats; name one for all, or one for each"
        )
        raise Malformed("simulate.players-are", message)
    players_are = tuple(kinds * asked.players if len(kinds) == 1 else kinds)
    rulesets = chosen_rulesets(asked.editions, asked.readings)
    settings = Settings(rulesets, asked.map, players_are, asked.interim, asked.seed)
    check_table(settings)
    return settings


class _Run:
    """A run of the command: the games so far, and what they have shown."""

    def __init__(self, settings: Settings, asked: SimpleNamespace) -> None:
        self.settings = settings
        self.asked = asked
        self.tally = Tally()
        self.games = 0

    def play(self) -> int:
        """Play all games that are not in the file yet; the exit code says how that ended."""
        try:
            file = self._file()
            first, total = self.games, self.asked.games
            work = partial(simulate_batch, self.settings, file is not None)
            planned = batches(self.settings.seed, total, first, batch_size(total, self.asked.cluster))
            with Progress("games") as progress:
                for simulated in run_batches(work, planned, self.asked.jobs, self.asked.cluster):
                    with _together():
                        self.tally.update(simulated.tally)
                        self.games += simulated.games
                        if file:
                            file.write(simulated.results)
                    progress(self.games - first, total - first)
            if file:
                file.finish()
        except Stopped as stopped:
            print(f"concordia: {stopped}", file=sys.stderr)
            return UNUSABLE
        except KeyboardInterrupt:
            print(
                f"interrupted; games played: {self.games}. With --output, --resume continues from there",
                file=sys.stderr,
            )
            return INTERRUPTED
        return FINE

    def _file(self) -> GamesFile | None:
        """The file to write to, once the games in it are counted."""
        if not self.asked.output:
            return None
        file = GamesFile(self.asked.output, self.settings)
        if not self.asked.resume:
            file.begin()
            return file
        for results in file.go_on():
            count_game(self.tally, self.settings.players_are, self.settings.parts, results)
            self.games += 1
        if self.games > self.asked.games:
            held = counted(self.games, "game")
            advice = "ask for more with --games, or name another file"
            raise Stopped(f"{self.asked.output} already contains {held}; {advice}")
        return file

    def report(self) -> None:
        """Print what the games show, and draw it."""
        found = summaries(self.settings, self.tally)
        if self.asked.format == "json":
            print(write_json(report_json(self.settings, found)))
        else:
            print(report_text(self.settings, found))
        if self.asked.plot:
            drawn = simulation_picture(language(self.asked.lang), self.settings, found)
            self.asked.plot.write_text(f"{drawn}\n", encoding="utf-8")


@contextmanager
def _together() -> Iterator[None]:
    """Delay Ctrl-C until all of this is done, so that the report covers all games in the file."""
    pressed = []
    before = signal.signal(signal.SIGINT, lambda *_: pressed.append(True))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt


def _command(settings: Settings, asked: SimpleNamespace) -> str:
    """The command that plays the same games again."""
    words = ["concordia", "simulate", "--map", settings.map, "--players", str(len(settings.players_are))]
    words += ["--players-are", asked.players_are, *(["--interim"] if settings.interim else [])]
    words += [word for edition in asked.editions for word in ("--edition", edition)]
    words += [word for reading in asked.readings for word in ("--reading", reading)]
    words += ["--seed", str(settings.seed), "--games", str(asked.games), "--save", str(asked.save)]
    return shlex.join(words)
