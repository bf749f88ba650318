"""The scenario of a dispute, played under each of its readings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from concordia_ref.engine.errors import Refused
from concordia_ref.engine.game import Game
from concordia_ref.spec.bundle import plain
from concordia_ref.spec.disputes import Dispute
from concordia_ref.spec.errors import Malformed
from concordia_ref.spec.loading import build
from concordia_ref.spec.overlay import patched
from concordia_ref.suite.readings import name_of
from concordia_ref.suite.scenarios import Scenario, given_state, load_scenario, under_reading
from concordia_ref.words.languages import Language
from concordia_ref.words.naming import violation_text
from concordia_ref.words.outcomes import changes_text
from concordia_ref.words.turn_text import turn_text


@dataclass(frozen=True, slots=True)
class Run:
    """What comes of a scenario under one reading, after its turns in words."""

    reading: str
    rulebooks: tuple[str, ...]
    holds: bool
    turns: tuple[str, ...]
    outcome: str


def run_readings(words: Language, game: Game, entry: Dispute) -> Iterator[Run]:
    """Play the scenario of a dispute under each reading that can be played."""
    if not entry.executable:
        raise Malformed("not-executable", f"{entry.id} cannot be played both ways: {entry.not_executable}")
    scenario = load_scenario(str(entry.told_apart_by))
    for reading in entry.readings.values():
        if reading.id == entry.ruling or reading.patch is not None:
            played, shown = game, scenario
            if reading.patch is not None:
                played = Game(build(patched(plain(game.spec.data), reading.patch), takes={entry.id: reading.id}))
                shown = under_reading(scenario, name_of({entry.id: reading.id}))
            turns: list[str] = []
            outcome = _play(words, played, shown, turns)
            books, holds = tuple(entry.supporters(reading.id)), reading.id == entry.ruling
            yield Run(reading.id, books, holds, tuple(turns), outcome)


def _play(words: Language, game: Game, scenario: Scenario, turns: list[str]) -> str:
    """What comes of a scenario; its turns are added to `turns`, up to one that is refused."""
    before = state = given_state(game, scenario)
    try:
        for written in scenario.turns:
            turn = game.turn(state, written)
            turns.append(turn_text(words, game.spec, turn))
            state = game.play(state, turn)
    except Refused as refused:
        why = violation_text(words, game.spec, refused.violations[0])
        return words.say("change.refused", why=f"{why} [{refused.clause}]")
    text = changes_text(words, game, before, state) if scenario.turns else ""
    if scenario.expected.scores is None and scenario.expected.winner is None:
        return text
    sheet = game.score(state)
    points = ", ".join(words.say("change.scores", seat=player.seat, points=player.total) for player in sheet.players)
    parts = (text, points, words.say("change.wins", seat=sheet.winner))
    return words.say("separator").join(part for part in parts if part)
