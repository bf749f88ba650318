"""Scenarios: a position, a turn, and what the rules make of it.

    id: colonist/income-of-three-colonists
    clauses: [colonist.income, colonist.income.per-colonist]
    why: 5 coins and 1 for each of 3 colonists make 8
    given: {position: three-colonists}          # a file in conformance/positions, or a short form written out here
    turn: i_colonist income                     # notation or JSON
    changes: {players.0.coins: 8}               # or `refused: CLAUSE`, or `malformed: POINTER`
    readings:                                   # what comes of it under other readings than the rulings
      colonist-income=two_each: {why: two for each of 3 make 6, changes: {players.0.coins: 6}}

A scenario writes only what changes: a number is a difference, a list holds what is added (`+x`) and removed (`-x`), and
`{is: value}` is a new value. Everything else stays as it was, but for two things that every turn does: the card played
goes from the hand to the top of the pile, and the turn passes on. Writing one of these keys replaces that.

A scenario in which a turn is refused names its twin, one that is just legal: a program that refuses everything keeps no
rule. So does one whose turn is `malformed`: it cannot be read, or it leaves a choice open. A scenario without a turn
says what `holds` in its position, by path, and it may begin with `given: {setup: ...}` (map, players, first_player,
interim, city_goods, stack, colonists) to show how a game is set up. Such a set-up may be `refused` or `malformed` too.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce
from pathlib import Path
from typing import Any

from concordia_ref.engine.errors import Refused
from concordia_ref.engine.game import Game
from concordia_ref.engine.record import Record
from concordia_ref.engine.setup import Draws, ImpossibleSetup
from concordia_ref.engine.state import State
from concordia_ref.spec.documents import read_document
from concordia_ref.spec.errors import Malformed, TurnError, unknown
from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.spec.paths import lookup
from concordia_ref.suite.differences import at, differing
from concordia_ref.suite.errors import blaming
from concordia_ref.suite.positions import check_shape, expand, orderly_draws, orderly_goods

LEVELS = ("core", "by_convention", "disputed", "protocol")
"""What scenarios rest on: the rulebooks, a ruling where they are silent or contradict each other, or PROTOCOL.md."""


@dataclass(frozen=True)
class Expectation:
    """What a turn leads to: changes of the position, or a refusal: by a clause, or because of how it is written."""

    changes: Mapping[str, Any] | None = None
    refused: str | None = None
    malformed: str | None = None
    """The JSON pointer to what cannot be read or is missing."""
    scores: tuple[int, ...] | None = None
    winner: int | None = None
    holds: Mapping[str, Any] = field(default_factory=dict)
    turns: tuple[Any, ...] = ()
    """Where a reading asks for another turn than the ruling: that turn."""
    why: str = field(default="", compare=False, repr=False)

    @property
    def rejected(self) -> bool:
        """Whether the turn, or the set-up, is not accepted."""
        return self.refused is not None or self.malformed is not None


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
    level: str = "core"
    twin: str | None = None
    dispute: str | None = None
    origin: str = ""

    @property
    def cannot_be_set_up(self) -> bool:
        """Whether it is the set-up that is not accepted, so that there is no position."""
        return "setup" in self.given and self.expected.rejected and not self.turns


def load_scenarios(folder: Path | None = None) -> Iterator[Scenario]:
    """All scenarios of a suite, in the order of their ids."""
    root = folder or packaged_folder("conformance")
    for file in sorted(root.glob("scenarios/**/*.yaml")):
        yield scenario_from(read_document(file.read_text(encoding="utf-8")), root)


def load_scenario(id: str) -> Scenario:
    """One scenario of the suite."""
    root = packaged_folder("conformance")
    return scenario_from(read_document((root / "scenarios" / f"{id}.yaml").read_text(encoding="utf-8")), root)


def scenario_from(data: Mapping[str, Any], root: Path) -> Scenario:
    """One scenario, with its position read from its file if it names one."""
    given = dict(data["given"])
    if "position" in given:
        files = {file.stem: file for file in (root / "positions").glob("*.yaml")}
        name = given.pop("position")
        if name not in files:
            raise unknown("position", name, "/given/position", files)
        given = merged(read_position(files[name]), given)
    readings = {name: _expectation(entry) for name, entry in data.get("readings", {}).items()}
    return Scenario(
        id=data["id"],
        clauses=tuple(data["clauses"]),
        why=data["why"],
        given=given,
        turns=_turns(data),
        expected=_expectation(data),
        readings=readings,
        level=data["level"],
        twin=data.get("twin"),
        dispute=data.get("dispute"),
        origin=data.get("origin", ""),
    )


def read_position(file: Path) -> dict[str, Any]:
    """A position in its short form; raises `Corrupt`."""
    with blaming(file):
        data: dict[str, Any] = read_document(file.read_text(encoding="utf-8"))
        check_shape("position", data)
        return data


def merged(base: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    """A position with further differences, key by key."""
    result = dict(base)
    for key, value in more.items():
        nested = isinstance(value, Mapping) and isinstance(result.get(key), Mapping)
        result[key] = merged(result[key], value) if nested else value
    return result


def _expectation(entry: Mapping[str, Any]) -> Expectation:
    return Expectation(
        changes=entry.get("changes"),
        refused=entry.get("refused"),
        malformed=entry.get("malformed"),
        scores=tuple(entry["scores"]) if "scores" in entry else None,
        winner=entry.get("winner"),
        holds=entry.get("holds", {}),
        turns=_turns(entry),
        why=entry.get("why", ""),
    )


def _turns(entry: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple(entry["turns"]) if "turns" in entry else (entry["turn"],) if "turn" in entry else ()


def under_reading(scenario: Scenario, name: str) -> Scenario:
    """A scenario as an entry of its `readings` says that it comes out."""
    expected = scenario.readings[name]
    return replace(scenario, expected=expected, turns=expected.turns or scenario.turns, why=expected.why)


@dataclass(frozen=True)
class ScenarioOutcome:
    """The outcome of a scenario: a position with its points, or the clauses that refused the turn.

    `malformed` points to what could not be read, or was missing.
    """

    state: Mapping[str, Any] | None
    refused: tuple[str, ...] = ()
    scores: tuple[int, ...] = ()
    winner: int | None = None
    malformed: str | None = None


def given_state(game: Game, scenario: Scenario) -> State:
    """The position in which a scenario begins."""
    if "setup" in scenario.given:
        make = impossible_record if scenario.cannot_be_set_up else record_of
        return game.start(make(game, scenario.given["setup"]))
    return expand(game.rules, scenario.given)


def record_of(game: Game, table: Mapping[str, Any]) -> Record:
    """A game that has not begun, its decks in the order of the file: `{map: italia, players: 2}`."""
    draws = orderly_draws(game.rules, table["map"], table["players"], table.get("city_goods", {}))
    return _record(game, table, draws)


def impossible_record(game: Game, table: Mapping[str, Any]) -> Record:
    """A game that cannot be set up: tokens and cards are what the table says, whatever there is in the box."""
    spec = game.spec
    goods = orderly_goods(game.rules, table["map"], {}) if table["map"] in spec.maps else {}
    goods |= table.get("city_goods", {})
    goods = {city: good for city, good in goods.items() if good is not None}
    decks = spec.setup.decks.get(table["players"], tuple(spec.decks))
    return _record(game, {"stack": decks, **table}, Draws(0, goods, ()))


def _record(game: Game, table: Mapping[str, Any], draws: Draws) -> Record:
    draws = draws._replace(first_player=table.get("first_player", 0), colonists=tuple(table.get("colonists", ())))
    if "stack" in table:
        decks = game.spec.decks
        draws = draws._replace(stack=tuple(card for item in table["stack"] for card in decks.get(item, (item,))))
    edition, interim = game.spec.edition, table.get("interim", game.spec.interim.used)
    return Record(game.spec.version, edition, table["map"], table["players"], interim, draws)


def run(game: Game, scenario: Scenario) -> ScenarioOutcome:
    """Play a scenario."""
    try:
        state = given_state(game, scenario)
        for written in scenario.turns:
            state = game.play(state, written)
    except Refused as refused:
        return ScenarioOutcome(None, tuple(violation.clause for violation in refused.violations))
    except ImpossibleSetup as impossible:
        if not scenario.cannot_be_set_up:
            raise
        return ScenarioOutcome(None, (impossible.clause,), malformed=impossible.pointer)
    except Malformed as malformed:
        if scenario.expected.malformed is None:
            raise
        return ScenarioOutcome(None, malformed=malformed.pointer)
    sheet = game.score(state)
    totals = tuple(player.total for player in sheet.players)
    return ScenarioOutcome(game.state_to_json(state), scores=totals, winner=sheet.winner)


def differences(game: Game, scenario: Scenario) -> list[str]:
    """Where the outcome of a scenario is not what is expected; nothing if it is."""
    outcome, expected = run(game, scenario), scenario.expected
    if expected.refused is not None:
        if outcome.refused[:1] != (expected.refused,):
            got = ", ".join(outcome.refused) or "a legal turn"
            return [f"expected a refusal by {expected.refused}, got {got}"]
        return []
    if expected.malformed is not None:
        if outcome.malformed != expected.malformed or outcome.refused:
            got = ", ".join(outcome.refused) or (
                "a legal turn" if outcome.malformed is None else f"it is at {outcome.malformed!r}"
            )
            return [f"expected it to be malformed at {expected.malformed!r}, got {got}"]
        return []
    if outcome.state is None:
        return [f"expected a legal turn, got a refusal by {', '.join(outcome.refused)}"]
    found = [
        str(difference)
        for path, value in expected.holds.items()
        for difference in differing(value, at(outcome.state, path), path)
    ]
    if expected.changes is not None or (scenario.turns and not expected.holds):
        before = given_state(game, scenario)
        wanted = expected_state(game, before, scenario.turns, expected.changes or {})
        found += map(str, differing(wanted, outcome.state))
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
        card = game.turn(before, written).card
        if seat is None:
            raise Malformed("scenario.over", "no turn follows the end of the game", "/turns")
        if card is not None:
            key = f"players.{seat}"
            frame[f"{key}.hand"] = [*frame.get(f"{key}.hand", []), f"-{card}"]
            frame[f"{key}.pile"] = [*frame.get(f"{key}.pile", []), f"+{card}"]
        seat = game.rules.next_seat(before, seat)
    frame["to_play"] = {"is": seat}
    frame = {path: change for path, change in frame.items() if path not in changes}
    for path, change in {**frame, **changes}.items():
        _apply(state, path, change)
    if game.rules.memories:
        _take_over_notes(game, before, turns, state)
    return state


def _take_over_notes(game: Game, before: State, turns: tuple[Any, ...], state: dict[str, Any]) -> None:
    """Give a described position the notes that the reference takes: `changes` are about what lies on the table.

    A scenario about a note itself says it under `holds`.
    """
    try:
        reached = game.state_to_json(reduce(game.play, turns, before))
    except TurnError:
        return
    for player, noted in zip(state["players"], reached["players"], strict=True):
        player.pop("remembered", None)
        player |= {key: noted[key] for key in noted if key == "remembered"}


def _apply(state: dict[str, Any], path: str, change: Any) -> None:
    around, _, last = path.rpartition(".")
    try:
        parent = lookup(state, around) if around else state
        old = lookup(state, path)
    except KeyError as part:
        raise Malformed("scenario.path", f"a state has no {part} there", f"/changes/{path}") from None
    key: Any = int(last) if isinstance(parent, list) else last
    if isinstance(change, Mapping):
        parent[key] = copy.deepcopy(change["is"])
    elif isinstance(change, int) and isinstance(old, int):
        parent[key] = old + change
    elif isinstance(change, list) and isinstance(old, list):
        parent[key] = _changed_items(old, change, f"/changes/{path}")
    else:
        raise Malformed("scenario.change", f"{change!r} is not a change of {old!r}", f"/changes/{path}")


def _changed_items(old: list[Any], change: list[str], at: str) -> list[Any]:
    items = list(old)
    for item in change:
        if item[0] == "+":
            items.append(item[1:])
        elif item[1:] in items:
            items.remove(item[1:])
        else:
            raise Malformed("scenario.item", f"{item[1:]!r} cannot be removed: it is not there", at)
    return items
