"""The scenario of a dispute, played under each of its readings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from concordia_ref.engine.errors import Refused
from concordia_ref.engine.game import Game
from concordia_ref.spec.bundle import plain
from concordia_ref.spec.disputes import Dispute, Reading, read_register
from concordia_ref.spec.errors import Malformed
from concordia_ref.spec.loading import build
from concordia_ref.spec.overlay import patched
from concordia_ref.suite.readings import Takes, entry_for, name_of
from concordia_ref.suite.scenarios import Scenario, given_state, load_scenario, under_reading
from concordia_ref.words.languages import Language
from concordia_ref.words.naming import violation_text
from concordia_ref.words.outcomes import changes_text
from concordia_ref.words.turn_text import turn_text


@dataclass(frozen=True, slots=True)
class Run:
    """The outcome of a scenario under one reading, after its turns in words."""

    reading: str
    rulebooks: tuple[str, ...]
    holds: bool
    turns: tuple[str, ...]
    outcome: str


def run_readings(words: Language, game: Game, entry: Dispute) -> Iterator[Run]:
    """Play the scenario of a dispute under each reading that can be played."""
    if not entry.executable:
        raise Malformed("not-executable", f"{entry.id} cannot be played both ways: {entry.not_executable}")
    scenario, disputes = load_scenario(str(entry.told_apart_by)), read_register(game.spec.folder).disputes
    data = plain(game.spec.data)
    for reading in entry.readings.values():
        if reading.id == entry.ruling or reading.patch is not None:
            name, beside = _entry(scenario, entry, reading)
            patches = [disputes[id].readings[other].patch or {} for id, other in beside.items()]
            takes = dict(beside)
            if reading.patch is not None:
                patches.append(reading.patch)
                takes[entry.id] = reading.id
            played = Game(build(patched(data, *patches), takes=takes)) if patches else game
            shown = under_reading(scenario, name) if name else scenario
            turns: list[str] = []
            outcome = _play(words, played, shown, turns)
            books, holds = tuple(entry.supporters(reading.id)), reading.id == entry.ruling
            yield Run(reading.id, books, holds, tuple(turns), outcome)


def _entry(scenario: Scenario, entry: Dispute, reading: Reading) -> tuple[str, Takes]:
    """The entry of a scenario for a reading, "" for none, and the readings beside which it is played.

    The ruling is played beside the same as the first other reading, so that the two can be compared.
    """
    if reading.patch is not None:
        return entry_for(scenario, entry.id, reading.id)
    other = next(other for other in entry.readings.values() if other.patch is not None)
    _, beside = entry_for(scenario, entry.id, other.id)
    name = name_of(beside)
    return (name if name in scenario.readings else ""), beside


def _play(words: Language, game: Game, scenario: Scenario, turns: list[str]) -> str:
    """The outcome of a scenario; its turns are added to `turns`, up to one that is refused."""
    try:
        before = state = given_state(game, scenario)
        for written in scenario.turns:
            turn = game.turn(state, written)
            turns.append(turn_text(words, game.spec, turn))
            state = game.play(state, turn)
    except Refused as refused:
        why = violation_text(words, game.spec, refused.violations[0])
        return words.say("change.refused", why=f"{why} [{refused.clause}]")
    except Malformed as malformed:
        # Under some readings a turn states more, or less, than under others.
        return words.say("change.refused", why=str(malformed))
    if not scenario.turns and scenario.expected.scores is None:
        return words.say("change.set-up" if state.interim is None else "change.set-up-interim")
    text = changes_text(words, game, before, state) if scenario.turns else ""
    if scenario.expected.scores is None and scenario.expected.winner is None:
        return text
    sheet = game.score(state)
    points = ", ".join(words.say("change.scores", seat=player.seat, points=player.total) for player in sheet.players)
    parts = (text, points, words.say("change.wins", seat=sheet.winner))
    return words.say("separator").join(part for part in parts if part)
