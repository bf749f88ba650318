"""The command `concordia simulate`: many games by simple players, and what they show."""

from __future__ import annotations

import argparse
import shlex
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from concordia_ref.engine.game import Game
from concordia_ref.lab.batches import batch_size, run_batches
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
from concordia_ref.suite.parallel import Stopped, batches
from concordia_ref.words.languages import say, spoken

FINE, USAGE, UNUSABLE, INTERRUPTED = 0, 2, 3, 130


def simulate(_: Game, options: argparse.Namespace) -> int:
    """Play, write the games down, and tell what they show."""
    if options.resume and not options.output:
        print(f"concordia: {say('simulate.needs-output')}", file=sys.stderr)
        return USAGE
    for file in filter(None, (options.plot, options.save)):
        if not Path(file).parent.is_dir():
            print(f"concordia: {say('conform.no-folder-for', file=repr(file))}", file=sys.stderr)
            return USAGE
    settings = _settings(options)
    if options.save:
        check_saved(settings)
    run = _Run(settings, options)
    code = run.play()
    if run.games:
        run.tell()
    if code == FINE and options.save:
        save(Path(options.save), run_of(settings, run.tally, _command(settings, options)))
    return code


def _settings(options: argparse.Namespace) -> Settings:
    kinds = options.players_are.split(",")
    if len(kinds) not in (1, options.players):
        message = (
            f"--players-are names {len(kinds)} players for {options.players} seats; name one for all, or one for each"
        )
        raise Malformed("simulate.players-are", message)
    players_are = tuple(kinds * options.players if len(kinds) == 1 else kinds)
    rulesets = chosen_rulesets(options.editions or [], options.readings or [])
    settings = Settings(rulesets, options.map, players_are, options.interim, options.seed)
    check_table(settings)
    return settings


class _Run:
    """A run of the command: the games so far, and what they have shown."""

    def __init__(self, settings: Settings, options: argparse.Namespace) -> None:
        self.settings = settings
        self.options = options
        self.tally = Tally()
        self.games = 0
        self.progress = _Progress(options.games)

    def play(self) -> int:
        """Play all games that are not in the file yet; the exit code says how that ended."""
        try:
            file = self._file()
            wanted = file is not None
            work = partial(simulate_batch, self.settings, wanted)
            size = batch_size(self.options.games, self.options.cluster)
            planned = batches(self.settings.seed, self.options.games, self.games, size)
            for simulated in run_batches(work, planned, self.options.jobs, self.options.cluster):
                with _together():
                    self.tally.update(simulated.tally)
                    self.games += simulated.games
                    if file:
                        file.write(simulated.results)
                self.progress.show(self.games)
            if file:
                file.finish()
        except Stopped as stopped:
            self.progress.end()
            print(f"concordia: {stopped}", file=sys.stderr)
            return UNUSABLE
        except KeyboardInterrupt:
            self.progress.end()
            print(say("simulate.interrupted", games=self.games), file=sys.stderr)
            return INTERRUPTED
        self.progress.end()
        return FINE

    def _file(self) -> GamesFile | None:
        """The file to write to, once the games in it are counted."""
        if not self.options.output:
            return None
        file = GamesFile(Path(self.options.output), self.settings)
        if not self.options.resume:
            file.begin()
            return file
        for results in file.go_on():
            count_game(self.tally, self.settings.players_are, self.settings.parts, results)
            self.games += 1
        if self.games > self.options.games:
            raise Stopped(say("simulate.more-there", file=self.options.output, games=self.games))
        self.progress.begin_at(self.games)
        return file

    def tell(self) -> None:
        """Print what the games show, and draw it."""
        found = summaries(self.settings, self.tally)
        if self.options.format == "json":
            print(write_json(report_json(self.settings, found)))
        else:
            print(report_text(self.settings, found))
        if self.options.plot:
            drawn = simulation_picture(spoken(), self.settings, found)
            Path(self.options.plot).write_text(f"{drawn}\n", encoding="utf-8")


@contextmanager
def _together() -> Iterator[None]:
    """Let Ctrl-C wait until all of this is done, so that as many games are told as are in the file."""
    pressed = []
    before = signal.signal(signal.SIGINT, lambda *_: pressed.append(True))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt


def _command(settings: Settings, options: argparse.Namespace) -> str:
    """The command that plays the same games again."""
    words = ["concordia", "simulate", "--map", settings.map, "--players", str(len(settings.players_are))]
    words += ["--players-are", options.players_are, *(["--interim"] if settings.interim else [])]
    words += [word for edition in options.editions or [] for word in ("--edition", edition)]
    words += [word for reading in options.readings or [] for word in ("--reading", reading)]
    words += ["--seed", str(settings.seed), "--games", str(options.games), "--save", options.save]
    return shlex.join(words)


class _Progress:
    """A line on the terminal that tells how far the run is and how long it will take; silent where nobody watches."""

    def __init__(self, every: int) -> None:
        self.every = every
        self.first = 0
        self.begun = time.monotonic()

    def begin_at(self, games: int) -> None:
        """Leave games that were played before out of the reckoning."""
        self.first = games

    def show(self, games: int) -> None:
        """Tell how many games are played."""
        if sys.stderr.isatty():
            seconds = round((time.monotonic() - self.begun) / (games - self.first) * (self.every - games))
            left = say("mutate.left", time=f"{seconds // 60}:{seconds % 60:02}")
            told = say("simulate.progress", games=games, of=self.every)
            print(f"\r{told}  {left} ", end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        """Leave the line."""
        if sys.stderr.isatty():
            print(file=sys.stderr)
