"""What catches the planted bugs, for `concordia mutate --planted`."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase

from concordia_ref.cli.exits import FINDINGS, FINE
from concordia_ref.cli.progress import Progress
from concordia_ref.lab.planted.bugs import BUGS
from concordia_ref.lab.planted.catching import Caught, catch_all, summary, table_of_caught
from concordia_ref.spec.errors import unknown


def catch_planted(ids: Sequence[str], games: int, jobs: int) -> int:
    """Print what catches the planted bugs that are named, or all of them."""
    known = [bug.id for bug in BUGS]
    for id in ids:
        if not any(fnmatchcase(bug, id) for bug in known):
            raise unknown("planted bug", id, "", known)
    chosen = [bug for bug in known if not ids or any(fnmatchcase(bug, id) for id in ids)]
    results: list[Caught] = []
    with Progress("planted bugs") as progress:
        for found in catch_all(chosen, games, jobs):
            results.append(found)
            missed = sum(one.scenario is None for one in results)
            progress(len(results), len(chosen), f"not caught by the suite: {missed}")
    print(table_of_caught(results))
    print(f"\n{summary(results)}")
    return FINE if all(found.scenario for found in results) else FINDINGS
