"""Scenarios under other readings of the rules: those of an edition, or those that a program declares.

The entries under `readings` of a scenario say what comes of it under other readings. Their names are those of the
readings, `colonist-income=two_each`; where only several together lead there, they are joined: `one=that + other=this`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from concordia_ref.engine.game import Game
from concordia_ref.spec.bundle import plain
from concordia_ref.spec.disputes import Dispute, read_register
from concordia_ref.spec.errors import Malformed, unknown
from concordia_ref.spec.loading import build, load
from concordia_ref.spec.model import CANONICAL
from concordia_ref.spec.overlay import overlaps, patched
from concordia_ref.suite.scenarios import Scenario, differences, under_reading

JOINED_BY = " + "
Takes = Mapping[str, str]
"""Readings by the dispute that they decide."""


class LeftOut(NamedTuple):
    """Why a scenario shows nothing under some readings."""

    reason: str


def named_readings(name: str) -> dict[str, str]:
    """The readings that an entry is about, by dispute.

    >>> named_readings("passing=passing_allowed + colonist-income=two_each")
    {'passing': 'passing_allowed', 'colonist-income': 'two_each'}
    """
    pairs = (part.partition("=") for part in name.split(JOINED_BY))
    return {dispute: reading for dispute, _, reading in pairs}


def name_of(takes: Takes) -> str:
    """The name of some readings.

    >>> name_of({"colonist-income": "two_each"})
    'colonist-income=two_each'
    """
    return JOINED_BY.join(f"{dispute}={reading}" for dispute, reading in takes.items())


def entry_for(scenario: Scenario, dispute: str, reading: str) -> tuple[str, Takes]:
    """The entry of a scenario that shows a reading, and the other readings beside which it does; mostly none.

    Some readings change nothing by themselves, so that their entry is joined with another one.
    """
    names = [name for name in scenario.readings if named_readings(name).get(dispute) == reading]
    if not names:
        message = f"{scenario.id} does not state the outcome of the reading {reading!r} of {dispute}"
        raise Malformed("reading.not-shown", message)
    name = min(names, key=lambda name: len(named_readings(name)))
    return name, {id: other for id, other in named_readings(name).items() if id != dispute}


def playable(takes: Takes, disputes: Mapping[str, Dispute], pointer: str = "/readings") -> dict[str, str]:
    """The readings among these that change the canonical rules. `Malformed` says which of them cannot be played."""
    for id, reading in takes.items():
        if id not in disputes:
            raise unknown("dispute", id, pointer, disputes)
        dispute, at = disputes[id], f"{pointer}/{id}"
        if reading not in dispute.readings:
            error = unknown(f"reading of {id}", reading, at, dispute.readings)
            error.hint = error.hint or f"its readings are {', '.join(dispute.readings)}"
            raise error
        if reading != dispute.ruling and dispute.readings[reading].patch is None:
            message = f"the suite cannot play the reading {reading!r} of {id}"
            hint = f"leave it out, and expect the scenarios about {', '.join(dispute.clauses)} to fail (--expectations)"
            raise Malformed("reading.not-playable", message, at, hint)
    changing = {id: reading for id, reading in takes.items() if reading != disputes[id].ruling}
    for first, second, path in overlaps({id: disputes[id].readings[changing[id]].patch or {} for id in changing}):
        message = f"{first} and {second} both change {path}, so these readings cannot be played together"
        raise Malformed("reading.overlap", message, f"{pointer}/{second}", "leave one of them out")
    return changing


def taken(edition: str, declared: Takes) -> dict[str, str]:
    """The readings of an edition, and those that are declared besides; only the ones that change something."""
    if edition == CANONICAL and not declared:
        return {}
    register = read_register()
    return playable({**register.edition(edition).takes, **declared}, register.disputes)


def game_under(takes: Takes, edition: str = CANONICAL) -> Game:
    """The canonical rules with other readings; the same game for the same readings."""
    return _game_under(tuple(sorted(takes.items())), edition)


@cache
def _game_under(takes: tuple[tuple[str, str], ...], edition: str) -> Game:
    disputes = read_register().disputes
    patches = [disputes[id].readings[reading].patch or {} for id, reading in takes]
    return Game(build(patched(plain(load().data), *patches), edition=edition, takes=dict(takes)))


def as_read(scenario: Scenario, game: Game, takes: Takes) -> Scenario | LeftOut:
    """A scenario as it comes out under the readings by which a game is played, established by playing it.

    The entry for most of the readings that are taken says what to expect, and without any the scenario itself does. It
    may come out by its own readings and not beside the others: then it says nothing about these rules. An entry that
    does not even come out by its own is kept, for something is wrong with it or with the reading.
    """
    for name in entries(scenario, takes):
        read = under_reading(scenario, name) if name else scenario
        own = named_readings(name) if name else {}
        if _comes_out(game, read) or not _comes_out(game_under(own), read):
            return read
    return LeftOut(_reason(scenario, takes))


def _comes_out(game: Game, scenario: Scenario) -> bool:
    try:
        return not differences(game, scenario)
    except Malformed:
        # Such a position or turn cannot be written under these rules at all.
        return False


def entries(scenario: Scenario, takes: Takes) -> Iterator[str]:
    """The names of the entries for readings that are taken, those for most of them first; "" is the scenario itself."""
    fitting = [name for name in scenario.readings if named_readings(name).items() <= takes.items()]
    yield from sorted(fitting, key=lambda name: -len(named_readings(name)))
    yield ""


def _reason(scenario: Scenario, takes: Takes) -> str:
    """What changes a scenario that has no entry for it."""
    alone = {id: reading for id, reading in takes.items() if not _comes_out(game_under({id: reading}), scenario)}
    changed_by = name_of(alone or takes)
    return f"has a different outcome under {changed_by}, and none is written for it"
