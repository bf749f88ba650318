"""How costs grow: with the colonists, the players, the games, the scenarios and the adapters.

`python -m benchmarks.growth` measures each kind of growth in rounds, like `python -m benchmarks`, and writes a plot and
all numbers into a folder. A cost is shown as a ratio to the first point of its line. Where the cost of one thing stays
the same however many there are, the whole grows in proportion and no faster.
"""

from __future__ import annotations

import argparse
import json
import shlex
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random
from statistics import median

from benchmarks import processes
from benchmarks.__main__ import count, progress, with_fixed_hashes
from benchmarks.measuring import (
    Clock,
    Contender,
    Done,
    Measure,
    Timed,
    Work,
    WrongResult,
    children_time,
    own_time,
    run,
    use_one_core,
    whole_time,
)
from benchmarks.ours import MOST_TURNS
from benchmarks.plot import line_plot
from benchmarks.samples import GAME, evenly, new_game, seeds, some
from concordia_ref.cli.conform_asked import REFERENCE
from concordia_ref.engine.draft import Draft
from concordia_ref.engine.state import State
from concordia_ref.suite.positions import expand

ROUNDS = 3
RESULTS = Path(__file__).with_name("results")
ARCHITECT = ("card", "architect")
# Six colonists in the order in which they come to the board, so that each position has one more than the one before.
COLONISTS = (
    "land@roma",
    "sea@roma",
    "land@novaria~roma:land",
    "sea@carthago~roma:sea",
    "land@aquileia~roma:land",
    "sea@roma~syracusae:sea",
)
MOST_LISTED_COLONISTS = 4
"""With more of them an Architect has so many turns that listing all takes minutes."""
# A process counts the memory of whoever started it as its own, so that it is started by a small one.
TELL_MEMORY = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""

Lines = Mapping[str, Mapping[int, Work]]


@dataclass(frozen=True)
class Growth:
    """What grows, what is counted, and the lines: for each of them the work at every point."""

    name: str
    title: str
    x_label: str
    lines: Callable[[float], Lines]
    clock: Clock = own_time
    memory: Callable[[float], Mapping[int, float]] | None = None


# Colonists


def _colonists(part: float) -> Lines:
    states = {number: _with_colonists(number) for number in range(1, len(COLONISTS) + 1)}
    times = some(50, part)
    return {
        "the first choices": {number: _listed_choices(state, times) for number, state in states.items()},
        "all turns": {number: _listed_turns(states[number]) for number in range(1, MOST_LISTED_COLONISTS + 1)},
        "one turn of them": {number: _made_turns(state, some(MOST_TURNS, part)) for number, state in states.items()},
    }


def _with_colonists(number: int) -> State:
    seat = {"coins": 20, "goods": {"brick": 1, "food": 1}, "colonists": list(COLONISTS[:number])}
    return expand(GAME.rules, {"map": "imperium", "players": 3, "seats": {"0": seat}})


def _listed_choices(state: State, times: int) -> Work:
    draft: Draft = GAME.take(GAME.begin(state), ARCHITECT)

    def work() -> Done:
        numbers = [len(GAME.options(draft)) for _ in range(times)]
        return Done(times, lambda: numbers)

    return work


def _listed_turns(state: State) -> Work:
    def work() -> Done:
        number = len(GAME.turns(state).with_card(ARCHITECT[1]))
        return Done(1, lambda: number)

    return work


def _made_turns(state: State, most: int) -> Work:
    def work() -> Done:
        number = len(list(islice(GAME.turns(state).with_card(ARCHITECT[1]), most)))
        return Done(number, lambda: number)

    return work


# Players


def _players(part: float) -> Lines:
    games = seeds(6, part)
    return {
        map_id: {players: _random_turns(map_id, players, games) for players in game_map.players}
        for map_id, game_map in GAME.spec.maps.items()
    }


def _random_turns(map_id: str, players: int, numbers: Sequence[int]) -> Work:
    def work() -> Done:
        turns, last = 0, []
        for seed in numbers:
            state, random = GAME.start(new_game(seed, players, map_id)), Random(seed)
            while state.to_play is not None:
                state = GAME.play(state, GAME.random_turn(state, random))
                turns += 1
            last.append(state)
        return Done(turns, lambda: list(map(GAME.digest, last)))

    return work


# Games, scenarios and adapters


def _numbers_of_games(part: float) -> Sequence[int]:
    return [some(number, part) for number in (5, 10, 20, 40)]


def _fuzz(games: int) -> list[str]:
    return [sys.executable, "-m", "concordia_ref", "fuzz", "--games", str(games), "--edition", "canonical"]


def _games(part: float) -> Lines:
    return {"time of one game": {games: _ran(_fuzz(games), games) for games in _numbers_of_games(part)}}


def _memory_of_games(part: float) -> Mapping[int, float]:
    return {games: peak_memory(_fuzz(games)) for games in _numbers_of_games(part)}


def _scenarios(part: float) -> Lines:
    cases = processes.every_case()
    numbers = [some(len(cases), part * share) for share in (0.1, 0.25, 0.5, 0.75, 1)]
    version = GAME.spec.version
    return {
        "through the protocol": {
            number: processes.judged_there(evenly(cases, number), version) for number in dict.fromkeys(numbers)
        },
        "in one process": {number: processes.judged_here(evenly(cases, number)) for number in dict.fromkeys(numbers)},
    }


def _adapters(part: float) -> Lines:
    command = [sys.executable, "-m", "concordia_ref", "conform", *([] if part == 1 else ["mercator"])]
    asked = {number: [*command, *["--adapter", REFERENCE] * number] for number in range(1, 5)}
    return {"time of one adapter": {number: _ran(words, number) for number, words in asked.items()}}


def _ran(command: Sequence[str], things: int) -> Work:
    """A command in a process of its own, counted in so many things."""

    def work() -> Done:
        _output(command)
        return Done(things, lambda: things)

    return work


def peak_memory(command: Sequence[str]) -> float:
    """The most memory that a command has held at a time, in the unit of the system."""
    return float(_output([sys.executable, "-c", TELL_MEMORY, *command]).splitlines()[-1])


def _output(command: Sequence[str]) -> str:
    ran = subprocess.run(command, check=False, capture_output=True, encoding="utf-8")
    if ran.returncode:
        raise WrongResult(f"{shlex.join(command)} ended with {ran.returncode}:\n{ran.stderr or ran.stdout}")
    return ran.stdout


GROWTHS: tuple[Growth, ...] = (
    Growth("colonists", "An Architect's choices and turns", "colonists", _colonists),
    Growth("players", "A turn of a random game, by players", "players", _players),
    Growth("games", "Random games with every check", "games", _games, children_time, _memory_of_games),
    Growth("scenarios", "A scenario of the suite, by how many are judged", "scenarios", _scenarios, whole_time),
    Growth("adapters", "The suite against several adapters", "adapters", _adapters, children_time),
)


def measured(growth: Growth, rounds: int, part: float, progress: Callable[[str], None]) -> dict[str, dict[int, float]]:
    """The cost of one thing at every point of every line, as a ratio to the first point of the line."""
    lines = growth.lines(part)
    places = {f"{line}, {x}": (line, x) for line, points in lines.items() for x in points}
    contenders = [Contender(name, growth.x_label, lines[line][x]) for name, (line, x) in places.items()]
    measure = Measure(growth.name, lambda _, __: contenders, (), "", clock=growth.clock)
    timed = run([measure], rounds, progress=progress)[growth.name]
    costs: dict[str, dict[int, float]] = {}
    for name, (line, x) in places.items():
        costs.setdefault(line, {})[x] = _cost(timed[name])
    if growth.memory is not None:
        progress(f"{growth.name}: memory")
        costs["memory"] = dict(growth.memory(part))
    return {line: _to_first(points) for line, points in costs.items()}


def _cost(entry: Timed) -> float:
    return 1 / median(entry.rates)


def _to_first(points: Mapping[int, float]) -> dict[int, float]:
    first = points[min(points)]
    return {x: points[x] / first for x in sorted(points)}


def write(growth: Growth, lines: Mapping[str, Mapping[int, float]], folder: Path) -> None:
    """The plot, and the numbers beside it."""
    points = {line: list(values.items()) for line, values in lines.items()}
    y_label = "cost, the first point of a line = 1"
    plot = line_plot(f"growth-{growth.name}", growth.title, growth.x_label, y_label, points)
    (folder / f"{growth.name}.svg").write_text(plot, encoding="utf-8")
    numbers = {line: {str(x): round(ratio, 4) for x, ratio in values.items()} for line, values in lines.items()}
    (folder / f"{growth.name}.json").write_text(json.dumps(numbers, indent=1) + "\n", encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and write plots and numbers."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.growth", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    names = [growth.name for growth in GROWTHS]
    parser.add_argument("--rounds", type=count, default=ROUNDS, metavar="N", help=f"default: {ROUNDS}")
    parser.add_argument("--only", action="append", choices=names, help="this kind of growth; may be repeated")
    parser.add_argument("--quick", action="store_true", help="a tenth of the work in one round, to see that all runs")
    parser.add_argument("--to", type=_folder, default=RESULTS, metavar="FOLDER", help="default: benchmarks/results")
    options = parser.parse_args(arguments)
    use_one_core()
    rounds, part = (1, 0.1) if options.quick else (options.rounds, 1.0)
    for growth in GROWTHS:
        if not options.only or growth.name in options.only:
            try:
                lines = measured(growth, rounds, part, progress)
            except WrongResult as wrong:
                print(f"benchmarks: {wrong}", file=sys.stderr)
                return 1
            write(growth, lines, options.to)
            for line, points in lines.items():
                shown = "  ".join(f"{x}: {ratio:.2f}" for x, ratio in points.items())
                print(f"{growth.name}, {line}:  {shown}", flush=True)
    return 0


def _folder(text: str) -> Path:
    if not Path(text).is_dir():
        raise argparse.ArgumentTypeError(f"there is no folder {text!r}")
    return Path(text)


if __name__ == "__main__":
    with_fixed_hashes("benchmarks.growth")
    raise SystemExit(main())
