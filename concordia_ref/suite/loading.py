"""The suite in its folder. Files are known by their names; a scenario is read and set up only when it is selected."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import Path

from concordia_ref.engine.errors import Refused
from concordia_ref.engine.game import Game
from concordia_ref.engine.state import State
from concordia_ref.spec.bundle import plain
from concordia_ref.spec.disputes import Reading, read_register
from concordia_ref.spec.documents import read_document
from concordia_ref.spec.errors import Malformed, unknown
from concordia_ref.spec.loading import build, load
from concordia_ref.spec.model import CANONICAL, Specification
from concordia_ref.spec.overlay import patched
from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.suite.cases import Case, make_case, rejected_setup
from concordia_ref.suite.errors import Corrupt, blaming
from concordia_ref.suite.positions import check_shape
from concordia_ref.suite.scenarios import (
    Scenario,
    differences,
    given_state,
    read_position,
    scenario_from,
    under_reading,
)
from concordia_ref.suite.ways import Way, set_up_way, way_from

TO_WRITE = "TODO"
"""How the `why` of a scenario begins that nobody has written yet: it is not published unread."""


@dataclass(frozen=True)
class Selection:
    """Which scenarios are asked for: by id, folder or glob, and by what they are about. An empty one asks for all."""

    ids: tuple[str, ...] = ()
    clause: str | None = None
    card: str | None = None
    level: str | None = None
    map: str | None = None
    players: int | None = None

    def names(self, id: str) -> bool:
        """Whether a scenario is selected by its id."""
        return not self.ids or any(is_named(id, pattern) for pattern in self.ids)

    def may_include(self, spec: Specification, scenario: Scenario) -> bool:
        """Whether a scenario may be selected, as far as can be seen without setting it up."""
        (map_id, players), turns = _table(scenario), str(scenario.turns)
        return (
            (not self.clause or any(f"{clause}.".startswith(f"{self.clause}.") for clause in scenario.clauses))
            and self.level in (None, scenario.level)
            and self.map in (None, map_id)
            and self.players in (None, players)
            and (not self.card or any(card.kind == self.card and card.id in turns for card in spec.cards.values()))
        )

    def includes(self, case: Case) -> bool:
        """Whether a case that may be selected is: only once it is set up are the turns known that it plays."""
        return self.card in (None, *case.cards)


def is_named(id: str, pattern: str) -> bool:
    """Whether a pattern stands for a scenario: it is its id, a folder of it, or a glob."""
    return fnmatchcase(id, pattern) or id.startswith(f"{pattern.rstrip('/')}/")


def _table(scenario: Scenario) -> tuple[str | None, int | None]:
    """The map of a scenario and the number of its players."""
    given = scenario.given.get("setup", scenario.given)
    return given.get("map"), given.get("players")


@dataclass(frozen=True)
class BrokenFile:
    """A scenario that cannot be set up, or another file that cannot be used; the problem names the file."""

    id: str
    problem: str
    clauses: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    level: str = ""


@dataclass(frozen=True)
class Selected:
    """The cases that were asked for, the files among them that are broken, and the ids of the whole suite."""

    cases: tuple[Case, ...]
    broken: tuple[BrokenFile, ...]
    ids: tuple[str, ...]


class Suite:
    """The scenarios in a folder, under the rules of an edition.

    The canonical edition has all of them; another one has those that decide disputes, as it reads them.
    """

    def __init__(self, edition: str = CANONICAL, folder: Path | None = None) -> None:
        self.root = folder or packaged_folder("conformance")
        self.game = Game(load(edition=edition))
        self.files = self._files("scenarios")
        self.ways = self._files("ways")
        if not self.files:
            raise Corrupt(f"{self.root}: there are no scenarios in this folder")
        self._scenarios: dict[str, Scenario] = {}
        self._states: dict[str, State] = {}
        self._cases: dict[str, Case | None] = {}

    def _files(self, part: str) -> dict[str, Path]:
        folder = self.root / part
        return {file.relative_to(folder).with_suffix("").as_posix(): file for file in sorted(folder.glob("**/*.yaml"))}

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all scenarios."""
        return tuple(self.files if self.game.spec.edition == CANONICAL else self._readings)

    @cached_property
    def _readings(self) -> Mapping[str, Sequence[Reading]]:
        """How the edition reads the disputes that scenarios decide, by scenario."""
        register = read_register()
        takes = register.edition(self.game.spec.edition).takes
        found: dict[str, list[Reading]] = {}
        for dispute in register.disputes.values():
            if dispute.told_apart_by in self.files:
                reading = dispute.readings[takes.get(dispute.id, dispute.ruling)]
                found.setdefault(dispute.told_apart_by, []).append(reading)
        return found

    def select(self, selection: Selection) -> Selected:
        """Set up what is selected. A file that cannot be read is broken, whatever it may be about."""
        cases, broken, ids = [], [], list(self.ids)
        for id in filter(selection.names, self.ids):
            try:
                if selection.may_include(self.game.spec, self.scenario(id)):
                    case = self.case(id)
                    if case is None:
                        ids.remove(id)
                    elif selection.includes(case):
                        cases.append(case)
            except Corrupt as corrupt:
                broken.append(self._broken(id, corrupt))
        if selection == Selection():
            broken += self._strays()
        return Selected(tuple(cases), tuple(broken), tuple(ids))

    def _broken(self, id: str, corrupt: Corrupt) -> BrokenFile:
        if id not in self._scenarios:
            return BrokenFile(id, str(corrupt))
        return BrokenFile(id, str(corrupt), self._scenarios[id].clauses, level=self._scenarios[id].level)

    def _strays(self) -> Iterator[BrokenFile]:
        """Positions that cannot be read, needed or not, and ways of scenarios that do not exist."""
        for id, file in self._files("positions").items():
            try:
                read_position(file)
            except Corrupt as corrupt:
                yield BrokenFile(f"positions/{id}", str(corrupt))
        for id, file in self.ways.items():
            if id not in self.files:
                yield BrokenFile(f"ways/{id}", f"{file}: {unknown('scenario', id, '', self.files)}")

    def scenario(self, id: str) -> Scenario:
        """A scenario as its file has it; raises `Corrupt`."""
        if id not in self._scenarios:
            with blaming(self.files[id]):
                data = read_document(self.files[id].read_text(encoding="utf-8"))
                check_shape("scenario", data)
                if data["why"].startswith(TO_WRITE):
                    message = "must say why the outcome is right by the rules; nobody has written that yet"
                    raise Malformed("scenario.why", message, "/why")
                if data["id"] != id:
                    raise Malformed("scenario.id", f"must be {id!r}, the name of the file", "/id")
                for clause in data["clauses"]:
                    if clause not in self.game.spec.clauses:
                        raise unknown("clause", clause, "/clauses", self.game.spec.clauses)
                self._scenarios[id] = scenario_from(data, self.root)
        return self._scenarios[id]

    def case(self, id: str) -> Case | None:
        """A scenario set up under the edition; None where the edition overrules it. Raises `Corrupt`."""
        if id not in self._cases:
            with blaming(self.files[id]):
                scenario = self._as_read(self.scenario(id))
                self._cases[id] = self._case(scenario) if scenario else None
        return self._cases[id]

    def _as_read(self, scenario: Scenario) -> Scenario | None:
        """A scenario as the edition reads it."""
        if self.game.spec.edition == CANONICAL:
            return scenario
        # A twin is written for the canonical rules; under other ones another legal turn takes its place.
        alone, found = replace(scenario, twin=None), None
        for reading in self._readings[scenario.id]:
            read = under_reading(alone, reading.id) if reading.id in scenario.readings else alone
            if not _is_overruled(self.game, read, reading):
                found = read
        return found

    def _case(self, scenario: Scenario) -> Case:
        twin = None
        if scenario.twin is not None and scenario.expected.rejected:
            if scenario.twin not in self.files:
                raise unknown("scenario", scenario.twin, "/twin", self.files)
            if self.scenario(scenario.twin).expected.rejected:
                raise Malformed("scenario.twin", f"{scenario.twin} is refused too; a twin is legal", "/twin")
            twin = self.case(scenario.twin)
        if scenario.cannot_be_set_up:
            return rejected_setup(self.game, scenario, twin)
        state = self._state(scenario.id)
        return make_case(self.game, scenario, state, twin, self._way(scenario, state))

    # Ways into positions

    def _way(self, scenario: Scenario, state: State) -> Way | None:
        """How a game leads to the position of a scenario: by a file of its own, at once, or by the file of another."""
        way = self._way_in_file(scenario.id, state) if scenario.id in self.ways else None
        if "setup" in scenario.given:
            return None
        return way or set_up_way(self.game, state) or self._shared_way(scenario, state)

    def _way_in_file(self, id: str, state: State) -> Way | None:
        """Ways are written for the canonical rules; those that lead nowhere under other ones are left out."""
        with blaming(self.ways[id]):
            data = read_document(self.ways[id].read_text(encoding="utf-8"))
            check_shape("way", data)
            try:
                return way_from(self.game, state, data)
            except (Malformed, Refused):
                if self.game.spec.edition == CANONICAL:
                    raise
        return None

    def _shared_way(self, scenario: Scenario, state: State) -> Way | None:
        """The way of another scenario that begins in the same position."""
        for id in filter(self.files.__contains__, self.ways):
            try:
                # Reading a file is cheap, setting up its position is not.
                shares = _table(self.scenario(id)) == _table(scenario) and self._state(id) == state
            except Corrupt:
                # A scenario that cannot be read is broken itself, and breaks no other.
                continue
            if shares:
                return self._way_in_file(id, state)
        return None

    def _state(self, id: str) -> State:
        if id not in self._states:
            with blaming(self.files[id]):
                self._states[id] = given_state(self.game, self.scenario(id))
        return self._states[id]


def load_cases(edition: str = CANONICAL, folder: Path | None = None) -> list[Case]:
    """All cases of an edition. Raises `Corrupt` where any file of the suite cannot be used."""
    selected = Suite(edition, folder).select(Selection())
    if selected.broken:
        raise Corrupt("\n".join(broken.problem for broken in selected.broken))
    return list(selected.cases)


def load_reading_cases(folder: Path | None = None) -> list[tuple[Case, Specification]]:
    """The scenarios of disputes as they come out under their other readings, each with the rules so read.

    The edition of such a case is the dispute and the reading, `colonist-income=two_each`.
    """
    suite = Suite(folder=folder)
    disputes = read_register().disputes
    data = plain(load().data)
    found = []
    for scenario in map(suite.scenario, suite.ids):
        for reading in scenario.readings:
            patch = disputes[str(scenario.dispute)].readings[reading].patch
            game = Game(build(patched(data, patch or {}), edition=f"{scenario.dispute}={reading}"))
            with blaming(suite.files[scenario.id]):
                read = under_reading(replace(scenario, twin=None), reading)
                state = given_state(game, read)
                way = None if "setup" in read.given else set_up_way(game, state)
                found.append((make_case(game, read, state, None, way), game.spec))
    return found


def _is_overruled(game: Game, scenario: Scenario, reading: Reading) -> bool:
    """Whether the scenario comes out by its own reading alone, but not beside the others that the edition takes.

    It was written with one question in mind; where another reading of the edition decides it, it shows nothing.
    """
    if not differences(game, scenario):
        return False
    alone = Game(build(patched(plain(load().data), reading.patch or {})))
    return not differences(alone, scenario)
