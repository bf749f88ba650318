"""The journeys of colonists in a turn: where each that has moved set out, and where it stands now."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from concordia_ref.engine.draft import Choice, Draft
from concordia_ref.spec.model import LineKind


class Journey(NamedTuple):
    """What a colonist has done in a turn; one that came back has made a journey too."""

    kind: LineKind
    origin: str
    place: str


def journeys(moves: Iterable[Choice], standing: Iterable[tuple[LineKind, str]]) -> list[Journey]:
    """The journeys that moves make up, the latest last, from the colonists as they stood before all of them.

    Where a colonist that has moved and one that has not stand side by side, the one that has not moves first.

    >>> journeys([("move", "sea", "roma", "a~roma:sea"), ("move", "sea", "a~roma:sea", "a~b:sea")], [("sea", "roma")])
    [Journey(kind='sea', origin='roma', place='a~b:sea')]
    """
    unmoved, made = list(standing), list[Journey]()
    for _, kind, origin, place, *_ in moves:
        if (kind, origin) in unmoved:
            unmoved.remove((kind, origin))
            made.append(Journey(kind, origin, place))
        else:
            before = next((journey for journey in reversed(made) if journey[::2] == (kind, origin)), None)
            if before is not None:
                made.remove(before)
                made.append(before._replace(place=place))
    return made


def moves_of(draft: Draft) -> list[Choice]:
    """The moves that a turn has made so far."""
    return [choice for choice in draft.choices if choice[0] == "move"]
