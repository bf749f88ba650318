"""Scenarios: a position, a turn, and what the rules make of it.

    id: colonist/income-of-three-colonists
    clauses: [colonist.income, colonist.income.per-colonist]
    why: 5 coins and 1 for each of 3 colonists make 8
    given: {position: three-colonists}          # a file in conformance/positions, or a short form written out here
    turn: i_colonist income                     # notation or JSON
    changes: {players.0.coins: 8}               # or `refused: CLAUSE`
    readings:                                   # of the dispute that the scenario decides, where it does
      two_each: {changes: {players.0.coins: 6}}

A scenario writes only what changes: a number is a difference, a list holds what is added (`+x`) and removed (`-x`), and
`{is: value}` is a new value. Everything else stays as it was, but for two things that every turn does: the card played
goes from the hand to the top of the pile, and the turn passes on. Writing one of these keys replaces that.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from concordia_ref.documents import read_document
from concordia_ref.errors import Malformed, Refused
from concordia_ref.game import Game
from concordia_ref.paths import lookup
from concordia_ref.positions import expand
from concordia_ref.state import State
from concordia_ref.tree import packaged_folder


@dataclass(frozen=True)
class Expectation:
    """What a turn leads to: changes of the position, or a refusal by a clause."""

    changes: Mapping[str, Any] | None = None
    refused: str | None = None
    scores: tuple[int, ...] | None = None
    winner: int | None = None


@dataclass(frozen=True)
class Scenario:
    """A position, turns, and what is expected of them."""

    id: str
    clauses: tuple[str, ...]
    why: str
    given: Mapping[str, Any]
    turns: tuple[Any, ...]
    expected: Expectation
    readings: Mapping[str, Expectation] = field(default_factory=dict)


def load_scenarios(folder: Path | None = None) -> Iterator[Scenario]:
    """All scenarios of a suite, in the order of their ids."""
    root = folder or packaged_folder("conformance")
    for file in sorted(root.glob("scenarios/**/*.yaml")):
        yield scenario_from(read_document(file.read_text(encoding="utf-8")), root)


def scenario_from(data: Mapping[str, Any], root: Path) -> Scenario:
    """One scenario, with its position read from its file if it names one."""
    given = dict(data["given"])
    if "position" in given:
        file = root / "positions" / f"{given.pop('position')}.yaml"
        given = merged(read_document(file.read_text(encoding="utf-8")), given)
    turns = tuple(data["turns"]) if "turns" in data else (data["turn"],) if "turn" in data else ()
    readings = {reading: _expectation(entry) for reading, entry in data.get("readings", {}).items()}
    return Scenario(data["id"], tuple(data["clauses"]), data["why"], given, turns, _expectation(data), readings)


def merged(base: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    """A position with further differences, key by key."""
    result = dict(base)
    for key, value in more.items():
        nested = isinstance(value, Mapping) and isinstance(result.get(key), Mapping)
        result[key] = merged(result[key], value) if nested else value
    return result


def _expectation(entry: Mapping[str, Any]) -> Expectation:
    scores = tuple(entry["scores"]) if "scores" in entry else None
    return Expectation(entry.get("changes"), entry.get("refused"), scores, entry.get("winner"))


@dataclass(frozen=True)
class Outcome:
    """What came of a scenario: a position with its points, or the clauses that refused the turn."""

    state: Mapping[str, Any] | None
    refused: tuple[str, ...]
    scores: tuple[int, ...]
    winner: int | None


def run(game: Game, scenario: Scenario) -> Outcome:
    """Play a scenario."""
    state = expand(game.rules, scenario.given)
    for written in scenario.turns:
        try:
            state = game.play(state, game.turn_from_json(state, written))
        except Refused as refused:
            return Outcome(None, tuple(violation.clause for violation in refused.violations), (), None)
    sheet = game.score(state)
    return Outcome(game.state_to_json(state), (), tuple(player.total for player in sheet.players), sheet.winner)


def differences(game: Game, scenario: Scenario, expected: Expectation) -> list[str]:
    """Where the outcome of a scenario is not what is expected; nothing if it is."""
    outcome = run(game, scenario)
    if expected.refused is not None:
        if outcome.refused[:1] != (expected.refused,):
            return [f"expected a refusal by {expected.refused}, got {outcome.refused or 'a legal turn'}"]
        return []
    if outcome.state is None:
        return [f"expected a legal turn, got a refusal by {', '.join(outcome.refused)}"]
    found = []
    if expected.changes is not None or scenario.turns:
        before = expand(game.rules, scenario.given)
        wanted = expected_state(game, before, scenario.turns, expected.changes or {})
        found += _compare(wanted, outcome.state, "")
    if expected.scores is not None and expected.scores != outcome.scores:
        found.append(f"scores: expected {expected.scores}, got {outcome.scores}")
    if expected.winner is not None and expected.winner != outcome.winner:
        found.append(f"winner: expected {expected.winner}, got {outcome.winner}")
    return found


def expected_state(game: Game, before: State, turns: tuple[Any, ...], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The position that the changes of a scenario describe."""
    state = game.state_to_json(before)
    frame: dict[str, Any] = {}
    seat = before.to_play
    for written in turns:
        card = game.turn_from_json(before, written).card
        assert seat is not None, "a scenario has no turn after the end"
        if card is not None:
            key = f"players.{seat}"
            frame[f"{key}.hand"] = [*frame.get(f"{key}.hand", []), f"-{card}"]
            frame[f"{key}.pile"] = [*frame.get(f"{key}.pile", []), f"+{card}"]
        seat = game.rules.next_seat(before, seat)
    frame["to_play"] = {"is": seat}
    frame = {path: change for path, change in frame.items() if path not in changes}
    for path, change in {**frame, **changes}.items():
        _apply(state, path, change)
    return state


def _apply(state: dict[str, Any], path: str, change: Any) -> None:
    around, _, last = path.rpartition(".")
    parent = lookup(state, around) if around else state
    key: Any = int(last) if isinstance(parent, list) else last
    old = lookup(state, path)
    if isinstance(change, Mapping):
        parent[key] = copy.deepcopy(change["is"])
    elif isinstance(change, int):
        parent[key] = old + change
    else:
        items = list(old)
        for item in change:
            if item[0] == "+":
                items.append(item[1:])
            elif item[0] == "-" and item[1:] in items:
                items.remove(item[1:])
            else:
                raise Malformed("draws", f"/changes/{path}", problem=f"{item!r} is neither +added nor -there")
        parent[key] = items


def _compare(wanted: Any, got: Any, path: str) -> list[str]:
    """Differences of two states; cards in hand, houses and colonists have no order."""
    if isinstance(wanted, dict) and isinstance(got, dict):
        keys = dict.fromkeys([*wanted, *got])
        return [
            d for key in keys for d in _compare(wanted.get(key), got.get(key), f"{path}.{key}" if path else str(key))
        ]
    if path.startswith("players") and isinstance(wanted, list) and isinstance(got, list):
        if wanted and isinstance(wanted[0], dict):
            return [d for i, (w, g) in enumerate(zip(wanted, got, strict=True)) for d in _compare(w, g, f"{path}.{i}")]
        if not path.endswith("pile"):
            wanted, got = sorted(wanted), sorted(got)
    return [] if wanted == got else [f"{path}: expected {wanted}, got {got}"]
