"""Which clauses the reference consults to play a course, available from any thread."""

from __future__ import annotations

import threading
from functools import lru_cache

from concordia_ref.engine.game import Game
from concordia_ref.suite.courses import Course, Watch

# An observed game has one record of what it consults, but the scenarios of a run are judged in parallel.
_ONE_AT_A_TIME = threading.Lock()


@lru_cache(maxsize=8)
def _watch(game: Game) -> Watch:
    return Watch(game)


def consulted(game: Game, course: Course) -> frozenset[str]:
    """The clauses that are consulted to play a course."""
    with _ONE_AT_A_TIME:
        return _watch(game).play(course).consulted
