"""What catches the planted bugs: a scenario, a random game of `fuzz`, and how small `shrink` makes that game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from typing import NamedTuple

from concordia_ref.spec.model import CANONICAL
from concordia_ref.suite.answers import Forms
from concordia_ref.suite.capabilities import Capabilities, capabilities
from concordia_ref.suite.cases import Case
from concordia_ref.suite.failure_scenario import scenario_text
from concordia_ref.suite.fuzz import GameDifference, play_game
from concordia_ref.suite.loading import load_cases
from concordia_ref.suite.random_games import table_of, tables
from concordia_ref.suite.shrink import Shrinker
from concordia_ref.suite.simplifications import Failure
from concordia_ref.suite.verdicts import judge
from concordia_ref.words.tables import table

from .bugs import BUGS
from .planting import Bug, StandIn

SEED = 1


class Caught(NamedTuple):
    """How a bug was caught."""

    bug: str
    family: str
    scenario: str | None
    game: int | None
    turns: int | None


def catching_scenario(bug: Bug, cases: list[Case]) -> str | None:
    """The first scenario that a bug fails."""
    adapter, forms = StandIn(bug), Forms()
    return next((case.id for case in cases if judge(adapter, case, able(), forms).outcome != "pass"), None)


def first_difference(bug: Bug, games: int) -> GameDifference | None:
    """What the fuzzer finds first in a number of games."""
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


def catch_all(ids: Sequence[str], games: int, jobs: int) -> Iterator[Caught]:
    """What catches each of some bugs, in their order."""
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(partial(caught, games), ids)


def table_of_caught(results: Sequence[Caught]) -> str:
    """The results as a table."""
    rows = [
        [found.bug, found.family, *("-" if value is None else str(value) for value in found[2:])] for found in results
    ]
    return table(["bug", "family", "scenario", "game", "turns"], rows)


def summary(results: Sequence[Caught]) -> str:
    """How many bugs are caught, in a line."""
    reached = [found for found in results if found.game is not None]
    small = [found for found in reached if found.turns is not None and found.turns <= 1]
    return (
        f"{len(results)} bugs; by the suite {sum(found.scenario is not None for found in results)}, "
        f"by fuzz {len(reached)}, of which shrunk to one position and one turn at most {len(small)}"
    )
