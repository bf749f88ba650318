"""Scenarios as cases: whole states and turns in JSON, as an adapter receives them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from concordia_ref.engine.errors import Refused
from concordia_ref.engine.game import Game
from concordia_ref.engine.state import State
from concordia_ref.engine.turn import Turn
from concordia_ref.spec.bundle import plain
from concordia_ref.spec.disputes import Reading, read_register
from concordia_ref.spec.documents import read_document
from concordia_ref.spec.errors import Malformed, unknown
from concordia_ref.spec.loading import build, load
from concordia_ref.spec.model import CANONICAL, Specification
from concordia_ref.spec.overlay import patched
from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.suite.positions import check_shape
from concordia_ref.suite.scenarios import (
    Scenario,
    differences,
    expected_state,
    given_record,
    given_state,
    scenario_from,
    under_reading,
)
from concordia_ref.suite.ways import Way, card_kinds, new_fields, set_up_way, way_from

TO_WRITE = "TODO"
"""How the `why` of a scenario begins that nobody has written yet: it is not published unread."""


@dataclass(frozen=True)
class Case:
    """A scenario for an adapter: how the position is reached, the turns, and what must come of them.

    `new` is the set-up of a case that shows one; `way`, if there is any, leads to a position that cannot be loaded.
    `after` is the whole position that must follow; after a refusal, which is that of the last turn, the one before it.
    `reached` is the same where it is said, and otherwise what the reference reaches: it is told, but not compared.
    """

    id: str
    level: str
    edition: str
    clauses: tuple[str, ...]
    why: str
    cards: tuple[str, ...]
    map: str
    players: int
    state: Mapping[str, Any]
    new: Mapping[str, Any] | None
    turns: tuple[Mapping[str, Any], ...]
    reached: Mapping[str, Any]
    after: Mapping[str, Any] | None = None
    refused: str | None = None
    scores: tuple[int, ...] | None = None
    winner: int | None = None
    holds: Mapping[str, Any] = field(default_factory=dict)
    twin: Case | None = None
    dispute: str | None = None
    way: Way | None = None

    @property
    def interim(self) -> bool:
        """Whether interim scoring is used."""
        return self.state["interim"] is not None

    @property
    def operations(self) -> tuple[str, ...]:
        """What an adapter must be able to do for it, once the position is reached."""
        needed = []
        if self.turns:
            needed.append("apply")
        if self.turns or self.holds:
            needed.append("state")
        if self.scores is not None or self.winner is not None:
            needed.append("score")
        return tuple(needed)

    def to_json(self) -> dict[str, Any]:
        """The case as plain JSON, for people who bring their own runner."""
        data: dict[str, Any] = {
            "id": self.id,
            "level": self.level,
            "edition": self.edition,
            "clauses": list(self.clauses),
            "why": self.why,
            "before": self.state,
            "turns": list(self.turns),
            "after": self.reached,
        }
        for key, value in (("setup", self.new), ("refused", self.refused), ("winner", self.winner)):
            if value is not None:
                data[key] = value
        if self.scores is not None:
            data["scores"] = list(self.scores)
        if self.holds:
            data["holds"] = self.holds
        if self.way is not None:
            data["way"] = self.way.to_json()
        if self.twin is not None:
            data["twin"] = self.twin.to_json()
        return data


class Corrupt(Exception):
    """The suite cannot be used; the message names the file and what is wrong with it."""


def load_cases(edition: str = CANONICAL, folder: Path | None = None) -> list[Case]:
    """All cases of an edition: the whole suite for canonical, for another one the disputes that it decides.

    Raises `Corrupt` where a file of the suite is not as it must be.
    """
    root = folder or packaged_folder("conformance")
    game = Game(load(edition=edition))
    for file in sorted(root.glob("positions/*.yaml")):
        with _blaming(file):
            check_shape("position", read_document(file.read_text(encoding="utf-8")))
    scenarios = _read_scenarios(game, root)
    chosen = scenarios if edition == CANONICAL else dict(_under_edition(game, scenarios))
    ways = dict(_read_ways(game, root, scenarios))
    cases = []
    for id, scenario in chosen.items():
        with _blaming(root / "scenarios" / f"{id}.yaml"):
            cases.append(_case(game, scenario, scenarios, ways))
    return cases


def load_reading_cases(folder: Path | None = None) -> list[tuple[Case, Specification]]:
    """The scenarios of disputes as they come out under their other readings, each with the rules so read.

    The edition of such a case is the dispute and the reading, `colonist-income=two_each`.
    """
    root = folder or packaged_folder("conformance")
    disputes = read_register().disputes
    data = plain(load().data)
    found = []
    for scenario in _read_scenarios(Game(), root).values():
        for reading in scenario.readings:
            patch = disputes[str(scenario.dispute)].readings[reading].patch
            game = Game(build(patched(data, patch or {}), edition=f"{scenario.dispute}={reading}"))
            with _blaming(root / "scenarios" / f"{scenario.id}.yaml"):
                read = under_reading(replace(scenario, twin=None), reading)
                found.append((_case(game, read, {}, {}), game.spec))
    return found


@contextmanager
def _blaming(file: Path) -> Iterator[None]:
    """Name the file in which something is wrong."""
    try:
        yield
    except (Malformed, Refused, OSError, UnicodeDecodeError) as error:
        raise Corrupt(f"{file}: {error}") from None


def _read_scenarios(game: Game, root: Path) -> dict[str, Scenario]:
    found = {}
    for file in sorted(root.glob("scenarios/**/*.yaml")):
        id = file.relative_to(root / "scenarios").with_suffix("").as_posix()
        with _blaming(file):
            data = read_document(file.read_text(encoding="utf-8"))
            check_shape("scenario", data)
            if data["why"].startswith(TO_WRITE):
                message = "must say why the outcome is right by the rules; nobody has written that yet"
                raise Malformed("scenario.why", message, "/why")
            if data["id"] != id:
                raise Malformed("scenario.id", f"must be {id!r}, the name of the file", "/id")
            for clause in data["clauses"]:
                if clause not in game.spec.clauses:
                    raise unknown("clause", clause, "/clauses", game.spec.clauses)
            found[id] = scenario_from(data, root)
    return found


def _read_ways(game: Game, root: Path, scenarios: Mapping[str, Scenario]) -> Iterator[tuple[State, Way]]:
    """The ways of a suite by the positions to which they lead, which several scenarios may share.

    They are written for the canonical rules; under other ones some lead nowhere, and are left out.
    """
    for file in sorted(root.glob("ways/**/*.yaml")):
        id = file.relative_to(root / "ways").with_suffix("").as_posix()
        with _blaming(file):
            data = read_document(file.read_text(encoding="utf-8"))
            check_shape("way", data)
            if id not in scenarios:
                raise unknown("scenario", id, "", scenarios)
            state = given_state(game, scenarios[id])
            try:
                yield state, way_from(game, state, data)
            except (Malformed, Refused):
                if game.spec.edition == CANONICAL:
                    raise


def _under_edition(game: Game, scenarios: Mapping[str, Scenario]) -> Iterator[tuple[str, Scenario]]:
    """The scenarios that tell disputes apart, as the edition reads them."""
    register = read_register()
    takes = register.edition(game.spec.edition).takes
    for dispute in register.disputes.values():
        scenario = scenarios.get(dispute.told_apart_by or "")
        if scenario is None:
            continue
        reading = dispute.readings[takes.get(dispute.id, dispute.ruling)]
        # A twin is written for the canonical rules; under other ones another legal turn takes its place.
        read = replace(scenario, twin=None)
        if reading.id in scenario.readings:
            read = under_reading(read, reading.id)
        if not _is_overruled(game, read, reading):
            yield scenario.id, read


def _is_overruled(game: Game, scenario: Scenario, reading: Reading) -> bool:
    """Whether the scenario comes out by its own reading alone, but not beside the others that the edition takes.

    It was written with one question in mind; where another reading of the edition decides it, it shows nothing.
    """
    if not differences(game, scenario):
        return False
    alone = Game(build(patched(plain(load().data), reading.patch or {})))
    return not differences(alone, scenario)


def _case(game: Game, scenario: Scenario, scenarios: Mapping[str, Scenario], ways: Mapping[State, Way]) -> Case:
    begin, expected, sets_up = given_state(game, scenario), scenario.expected, "setup" in scenario.given
    turns = tuple(game.turn_from_json(begin, written) for written in scenario.turns)
    after = twin = None
    if expected.refused is not None:
        turns, last = _up_to_refusal(game, begin, turns)
        after = game.state_to_json(last)
    elif expected.changes is not None or (turns and not expected.holds):
        after = expected_state(game, begin, scenario.turns, expected.changes or {})
    case = Case(
        id=scenario.id,
        level=scenario.level,
        edition=game.spec.edition,
        clauses=scenario.clauses,
        why=scenario.why,
        cards=card_kinds(game, turns),
        map=begin.map,
        players=len(begin.players),
        state=game.state_to_json(begin),
        new=new_fields(given_record(game, scenario)) if sets_up else None,
        turns=tuple(turn.to_json() for turn in turns),
        reached=after or game.state_to_json(_played(game, begin, turns)),
        after=after,
        refused=expected.refused,
        scores=expected.scores,
        winner=expected.winner,
        holds=expected.holds,
        dispute=scenario.dispute,
        way=None if sets_up else ways.get(begin) or set_up_way(game, begin),
    )
    if expected.refused is not None:
        named = _named_twin(scenario, scenarios)
        twin = _case(game, named, scenarios, ways) if named else _other_turn(game, case, last, turns)
    return replace(case, twin=twin)


def _up_to_refusal(game: Game, state: State, turns: Sequence[Turn]) -> tuple[tuple[Turn, ...], State]:
    """The turns up to the one that is refused, and the position before that one."""
    for number, turn in enumerate(turns, 1):
        if number == len(turns) or game.check(state, turn):
            return tuple(turns[:number]), state
        state = game.play(state, turn)
    raise Malformed("incomplete", "the turn does not say which turn is refused", "/turn")


def _played(game: Game, state: State, turns: Sequence[Turn]) -> State:
    for turn in turns:
        state = game.play(state, turn)
    return state


def _named_twin(scenario: Scenario, scenarios: Mapping[str, Scenario]) -> Scenario | None:
    if scenario.twin is None:
        return None
    twin = scenarios.get(scenario.twin)
    if twin is None:
        raise unknown("scenario", scenario.twin, "/twin", scenarios)
    if twin.expected.refused is not None:
        raise Malformed("scenario.twin", f"{twin.id} is refused too; a twin is legal", "/twin")
    return twin


def _other_turn(game: Game, case: Case, state: State, turns: Sequence[Turn]) -> Case | None:
    """A legal turn in the place of a refused one, for a case without a twin: refusing everything proves nothing.

    It is the first one with the same card that the reference lists, or the first of all; the reference says what comes
    of it. After the end of the game there is none.
    """
    listed = game.turns(state)
    turn = next(iter(listed.with_card(str(turns[-1].card))), None) or next(iter(listed), None)
    if turn is None:
        return None
    after = game.state_to_json(game.play(state, turn))
    played = (*turns[:-1], turn)
    return replace(
        case,
        id=f"{case.id}, another turn",
        cards=card_kinds(game, played),
        turns=tuple(turn.to_json() for turn in played),
        reached=after,
        after=after,
        refused=None,
    )
