"""What catches the planted bugs: `python -m tests.planted [--games N] [-j N] [BUG ...]`.

For each bug the table tells the first scenario that fails, the random game in which `fuzz` comes upon it, and to how
many turns `shrink` brings that game.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from typing import NamedTuple

from concordia_ref.spec.model import CANONICAL
from concordia_ref.suite.cases import Case
from concordia_ref.suite.failure_scenario import scenario_text
from concordia_ref.suite.fuzz import GameDifference, play_game, table_of, tables
from concordia_ref.suite.loading import load_cases
from concordia_ref.suite.shrink import Shrinker
from concordia_ref.suite.simplifications import Failure
from concordia_ref.suite.verdicts import Capabilities, capabilities, judge
from concordia_ref.words.tables import table

from .bugs import BUGS
from .planting import Bug, StandIn

SEED = 1


class Caught(NamedTuple):
    """What came of a bug."""

    bug: str
    family: str
    scenario: str | None
    game: int | None
    turns: int | None


def catching_scenario(bug: Bug, cases: list[Case]) -> str | None:
    """The first scenario that a bug fails."""
    adapter = StandIn(bug)
    return next((case.id for case in cases if judge(adapter, case, able()).outcome != "pass"), None)


def first_difference(bug: Bug, games: int) -> GameDifference | None:
    """What the fuzzer finds first, in so many games."""
    choice = tables({"edition": CANONICAL}, able(), [CANONICAL])
    played = (play_game(StandIn(bug), able(), table_of(choice, SEED, game), SEED, game) for game in range(games))
    return next((game.difference for game in played if game.difference), None)


def shrunk(bug: Bug, difference: GameDifference) -> Failure | None:
    """The difference made small."""
    return Shrinker(lambda: StandIn(bug), able()).shrink(difference)


@cache
def able() -> Capabilities:
    """What the reference can do; a planted bug changes nothing about it."""
    return capabilities(StandIn(), "")


def caught(games: int, id: str) -> Caught:
    """What catches a bug, which is named: a bug is made of functions, and cannot be sent to a process."""
    bug = next(bug for bug in BUGS if bug.id == id)
    difference = first_difference(bug, games)
    failure = shrunk(bug, difference) if difference else None
    if failure:
        scenario_text(failure, f"planted/{bug.id}")
    scenario = catching_scenario(bug, all_cases())
    game = difference.number if difference else None
    return Caught(id, bug.family, scenario, game, len(failure.turns) if failure else None)


@cache
def all_cases() -> list[Case]:
    """The whole suite."""
    return load_cases()


def rows(results: list[Caught]) -> Iterator[list[str]]:
    for found in results:
        values = (found.scenario, found.game, found.turns)
        yield [found.bug, found.family, *("-" if value is None else str(value) for value in values)]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.planted", description=__doc__)
    parser.add_argument("bugs", nargs="*", metavar="BUG")
    parser.add_argument("--games", type=int, default=40, metavar="N")
    parser.add_argument("-j", "--jobs", type=int, default=1, metavar="N")
    options = parser.parse_args()
    chosen = [bug.id for bug in BUGS if not options.bugs or bug.id in options.bugs]
    results = []
    with ProcessPoolExecutor(options.jobs) as pool:
        for found in pool.map(partial(caught, options.games), chosen):
            results.append(found)
            print(*next(rows([found])), sep="  ", file=sys.stderr, flush=True)
    print(table(["bug", "family", "scenario", "game", "turns"], list(rows(results))))
    reached = [found for found in results if found.game is not None]
    small = [found for found in reached if found.turns is not None and found.turns <= 1]
    print(
        f"\n{len(results)} bugs; by the suite {sum(found.scenario is not None for found in results)}, "
        f"by fuzz {len(reached)}, of which shrunk to one position and one turn at most {len(small)}"
    )
    return 0 if all(found.scenario for found in results) else 1


if __name__ == "__main__":
    raise SystemExit(main())
