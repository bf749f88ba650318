"""What an engine could declare next, and how many scenarios more would then be run: counted, not guessed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from concordia_ref.suite.capabilities import Capabilities
from concordia_ref.suite.cases import Case

# In the order in which things are learnt: easy ones are proposed before hard ones.
CARDS = ("tribune", "mercator", "prefect", "mason", "farmer", "smith", "vintner", "weaver", "senator", "colonist")
HARD_CARDS = ("architect", "consul", "diplomat")
EFFORTS: Mapping[str, int] = {
    **{"operation score": 1, "operation state": 1, "operation apply": 1, "operation load": 2, "operation new": 3},
    **{f"card {card}": 2 for card in CARDS},
    **{f"card {card}": 4 for card in HARD_CARDS},
}
EFFORT = 2
_LACK = re.compile(r"not declared: (?:(operation|card|map|edition) (\w+).*|(\d+) players|(interim scoring|winner))")
_FIELDS = {"operation": "operations", "card": "cards", "map": "maps", "edition": "editions"}


@dataclass(frozen=True)
class Addition:
    """Things to declare, as `operation apply`, and what an adapter can do with them."""

    things: tuple[str, ...]
    can: Capabilities

    @property
    def effort(self) -> int:
        """How much there is to do, roughly."""
        return sum(EFFORTS.get(thing, EFFORT) for thing in self.things)

    def __str__(self) -> str:
        named = [_named(thing) for thing in self.things]
        return f"{', '.join(named[:-1])} and {named[-1]}" if len(named) > 1 else "".join(named)


def addition_for(case: Case, can: Capabilities) -> Addition | None:
    """What must be declared so that a case is run; None where that is not a question of declaring something."""
    things: dict[str, None] = {}
    # With `load`, neither a way nor the cards on it are needed, so check again what else is lacking.
    for _ in range(3):
        lacks = can.missing(case)
        if not lacks:
            return Addition(tuple(things), can)
        for lack in lacks:
            thing = _thing(lack)
            if thing is None:
                return None
            things[thing] = None
            can = declaring(can, thing)
    return None


def declaring(can: Capabilities, thing: str) -> Capabilities:
    """What an adapter can do that declares one thing more."""
    kind, _, value = thing.partition(" ")
    changes: dict[str, Any]
    if kind in _FIELDS:
        changes = {_FIELDS[kind]: getattr(can, _FIELDS[kind]) | {value}}
    elif kind == "players":
        changes = {"players": can.players | {int(value)}}
    else:
        changes = {kind: True}
    return replace(can, **changes)


def runnable(cases: Iterable[Case], can: Capabilities) -> int:
    """How many cases are run and not skipped."""
    return sum(not can.missing(case) for case in cases)


def easiest(cases: Iterable[Case], can: Capabilities) -> Addition | None:
    """The least that must be declared so that one of the cases more is run."""
    additions = [found for case in cases if can.missing(case) and (found := addition_for(case, can)) is not None]
    common = Counter(addition.things for addition in additions)
    return min(additions, key=lambda addition: (addition.effort, -common[addition.things]), default=None)


def gain_text(cases: Sequence[Case], addition: Addition, before: Capabilities) -> str:
    """How many scenarios more would be run with an addition."""
    more = runnable(cases, addition.can) - runnable(cases, before)
    return "1 more scenario would run" if more == 1 else f"{more} more scenarios would run"


def _thing(lack: str) -> str | None:
    found = _LACK.match(lack)
    if found is None:
        return None
    kind, value, players, flag = found.groups()
    return f"{kind} {value}" if kind else f"players {players}" if players else str(flag.split()[0])


def _named(thing: str) -> str:
    kind, _, value = thing.partition(" ")
    if kind == "operation":
        return f"`{value}`"
    return f"{value} players" if kind == "players" else f"the {kind} {value}" if value else f"`{thing}`"
