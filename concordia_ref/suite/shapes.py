"""The shape of a failure: what is wrong, without the seats, places and amounts of the scenario in which it went wrong.

Failures of one fault have few shapes, however many scenarios it breaks:

    own coins more              the player of the last turn has more sestertii than expected
    own hand +played            the card that was played is in that player's hand, and should not be
    other goods.wine less       another player has less wine
    refused architect           a legal turn with an Architect is refused
    accepted architect          an illegal one is accepted
    fault timed out after _ s   the adapter gave no answer
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from concordia_ref.suite.cases import Case
from concordia_ref.suite.differences import Difference
from concordia_ref.suite.verdicts import Verdict

VERSION = 1
"""Counts the changes to what shapes look like: fingerprints of other shapes cannot be compared."""
REPEATED = "repeated"
"""The shape of a right refusal whose legal twin, a scenario of its own, fails: the fault is that of the twin."""
BROKEN = "broken"
ENDED = ("position", "refused", "accepted", "fault", "error", "answer", "way", BROKEN)
"""How the shapes begin after which the rest of a scenario was not judged."""
LONGEST = 60
# Under these keys of a state stand provinces, cities or the names of players' things: which one means nothing.
NAMED = ("markers", "city_goods")
BY_SEAT = ("totals", "interim")
SEATS = ("to_play", "praefectus_magnus", "concordia", "winner", "first_player")


def shapes(verdict: Verdict, case: Case) -> frozenset[str]:
    """The shapes of a failure; empty if the case passed or was skipped."""
    if verdict.outcome == "fault":
        return frozenset(f"fault {wording(note)}" for note in verdict.notes[:1])
    found = {shape for difference in verdict.differences for shape in _shapes(difference, case)}
    return frozenset(found - {REPEATED} or found)


def is_part(twin: Case, case: Case) -> bool:
    """Whether a twin is just another turn of a case, and not a scenario of its own."""
    return twin.id.startswith(f"{case.id}, ")


def general(shape: str) -> str:
    """A shape without the words of the adapter: what breaks in one program has other words in another."""
    return BROKEN if shape.removeprefix("twin ").startswith(("fault ", "error ")) else shape


def has_ended(shape: str) -> bool:
    """Whether a shape is that of a failure which hides everything after it."""
    return shape.removeprefix("twin ").startswith(ENDED)


def wording(text: str) -> str:
    """A text of an adapter without what changes from one scenario to the next: numbers, names in quotes, places.

    >>> wording("KeyError: 'roma~cosa' at line 12")
    'KeyError: _ at line _'
    """
    line = re.sub(r"\"[^\"]*\"|'[^']*'|`[^`]*`", "_", text.strip().partition("\n")[0])
    return re.sub(r"\d+(\.\d+)?|\w+~\w+", "_", line)[:LONGEST].strip()


def last_seat(case: Case) -> int | None:
    """The seat of the last turn of a case; without a turn, of the player to play."""
    seat = (case.state or {}).get("to_play")
    if not isinstance(seat, int):
        return None
    return (seat + max(len(case.turns), 1) - 1) % case.players


def _shapes(difference: Difference, case: Case) -> Iterator[str]:
    stage = difference.stage
    if stage == "twin" and case.twin is not None:
        if not is_part(case.twin, case):
            yield REPEATED
            return
        case = case.twin
    before = f"{stage} " if stage else ""
    yield from (f"{before}{shape}" for shape in _bare(difference, case))


def _bare(difference: Difference, case: Case) -> Iterator[str]:
    kind, got = difference.kind, str(difference.got)
    if kind in ("position", "refused", "accepted"):
        if got.startswith(("error", "skip")):
            yield f"error {wording(got)}"
        elif kind == "position":
            yield "position refused"
        else:
            yield f"{kind} {_kind_of(difference.turn)}"
        return
    if kind == "answer":
        yield f"answer {difference.path} {wording(got)}"
        return
    yield from _of_value(difference, case)


def _kind_of(turn: Mapping[str, Any] | None) -> str:
    """The card of a turn, without its deck."""
    card = str((turn or {}).get("card", "pass"))
    return card.rpartition("_")[2] if re.match(r"[iv]+_", card) else card


def _of_value(difference: Difference, case: Case) -> Iterator[str]:
    expected, got = difference.expected, difference.got
    if difference.path in BY_SEAT and isinstance(expected, list) and isinstance(got, list):
        for seat, (one, other) in enumerate(zip(expected, got, strict=False)):
            if one != other:
                yield f"{difference.path} {_role(seat, case)} {_direction(one, other)}"
        return
    if difference.path in SEATS:
        yield f"{difference.path} {_relation(got, case)}"
        return
    path, name = _path(difference.path, case)
    if isinstance(expected, list) and isinstance(got, list):
        yield from (f"{path} {change}" for change in _items(name, expected, got, case))
    else:
        yield f"{path} {_direction(expected, got)}"


def _path(path: str, case: Case) -> tuple[str, str]:
    """A path with roles for seats and without names of places; and its last part."""
    parts = path.split(".")
    if parts[0] == "players" and len(parts) > 1 and parts[1].isdecimal():
        parts[:2] = [f"{_role(int(parts[1]), case)} {parts[2]}" if len(parts) > 2 else _role(int(parts[1]), case)]
        del parts[1:2]
    elif parts[0] == "gods" and len(parts) == 3:
        return f"gods {parts[2]}", parts[2]
    elif parts[0] in NAMED:
        parts[1:] = []
    return ".".join(parts) or "state", path.rpartition(".")[2]


def _role(seat: int, case: Case) -> str:
    return "own" if seat == last_seat(case) else "other"


def _relation(seat: Any, case: Case) -> str:
    """Where a seat is, seen from the player of the last turn."""
    if not isinstance(seat, int) or isinstance(seat, bool):
        return "none" if seat is None else "other"
    if not case.turns:
        return "other"
    away = (seat - (last_seat(case) or 0)) % case.players
    return {0: "own", 1: "next", case.players - 1: "previous"}.get(away, "other")


def _direction(expected: Any, got: Any) -> str:
    """How a value differs: more or less where it is a number, otherwise by what kind of value it is."""
    if _is_number(expected) and _is_number(got):
        return "more" if got > expected else "less"
    if expected in ("goods", "coins") and got in ("goods", "coins"):
        return f"{got} up"
    if expected is None or got is None:
        return "none" if got is None else "set"
    return "other"


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _items(name: str, expected: list[Any], got: list[Any], case: Case) -> Iterator[str]:
    """What is missing in a list and what is there too much; of cards, whether it is the one that was played."""
    wanted, found = Counter(map(str, expected)), Counter(map(str, got))
    played = str(case.turns[-1].get("card")) if case.turns else ""
    for sign, items in (("-", wanted - found), ("+", found - wanted)):
        if name in ("hand", "pile", "display", "stack"):
            yield from sorted({f"{sign}{'played' if item == played else 'card'}" for item in items})
        elif items:
            yield f"{sign}{'one' if items.total() == 1 else 'several'}"
    if wanted == found:
        yield "order"
