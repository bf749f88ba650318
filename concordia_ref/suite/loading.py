"""The suite in its folder. Files are known by their names; a scenario is read and set up only when it is selected."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import Path

from concordia_ref.engine.errors import Refused
from concordia_ref.engine.game import Game
from concordia_ref.engine.record import Record
from concordia_ref.engine.state import State
from concordia_ref.spec.disputes import read_register
from concordia_ref.spec.documents import read_document
from concordia_ref.spec.errors import Malformed, unknown
from concordia_ref.spec.loading import load
from concordia_ref.spec.model import CANONICAL, Specification
from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.suite.cases import Case, make_case, rejected_setup
from concordia_ref.suite.conventions import conventions_behind
from concordia_ref.suite.courses import Course, Watch
from concordia_ref.suite.errors import Corrupt, blaming
from concordia_ref.suite.positions import check_shape
from concordia_ref.suite.readings import LeftOut, as_read, game_under, named_readings, playable, taken
from concordia_ref.suite.scenarios import (
    Scenario,
    given_state,
    read_position,
    record_of,
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
    """Whether a pattern matches a scenario: it is its id, a folder of it, or a glob."""
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
    """The cases that were asked for, the files among them that are broken, and the ids of the whole suite.

    `left_out` are those of which the suite does not know what comes of them under its readings, by the reason.
    """

    cases: tuple[Case, ...]
    broken: tuple[BrokenFile, ...]
    ids: tuple[str, ...]
    left_out: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


class Suite:
    """The scenarios in a folder, under the rules of an edition, or under readings that a program declares.

    A scenario that comes out the same under these rules is played as it is, and one that they change expects what is
    written for their readings; one for which nothing is written is left out.
    """

    def __init__(
        self, edition: str = CANONICAL, folder: Path | None = None, readings: Mapping[str, str] | None = None
    ) -> None:
        self.root = folder or packaged_folder("conformance")
        self.takes = taken(edition, readings or {})
        self.game = game_under(self.takes, load(edition=edition).edition) if readings else Game(load(edition=edition))
        self.files = self._files("scenarios")
        self.ways = self._files("ways")
        if not self.files:
            raise Corrupt(f"{self.root}: there are no scenarios in this folder")
        self._scenarios: dict[str, Scenario] = {}
        self._states: dict[str, State] = {}
        self._cases: dict[str, Case | LeftOut] = {}

    def _files(self, part: str) -> dict[str, Path]:
        folder = self.root / part
        return {file.relative_to(folder).with_suffix("").as_posix(): file for file in sorted(folder.glob("**/*.yaml"))}

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all scenarios, also of those that are left out."""
        return tuple(self.files)

    @property
    def left_out(self) -> Mapping[str, tuple[str, ...]]:
        """The scenarios of which it is not known what comes of them under these readings, by the reason."""
        return self.select(Selection()).left_out

    def select(self, selection: Selection, on_read: Callable[[int, int], None] = lambda done, total: None) -> Selected:
        """Set up what is selected. A file that cannot be read is broken, whatever it may be about.

        `on_read` hears how many scenarios are read of how many.
        """
        cases, broken, ids = [], [], list(self.ids)
        left_out: dict[str, list[str]] = {}
        named = list(filter(selection.names, self.ids))
        for number, id in enumerate(named, 1):
            on_read(number, len(named))
            try:
                if selection.may_include(self.game.spec, self.scenario(id)):
                    case = self._case_or_not(id)
                    if isinstance(case, LeftOut):
                        ids.remove(id)
                        left_out.setdefault(case.reason, []).append(id)
                    elif selection.includes(case):
                        cases.append(case)
            except Corrupt as corrupt:
                broken.append(self._broken(id, corrupt))
        if selection == Selection():
            broken += self._strays()
        reasons = {reason: tuple(found) for reason, found in left_out.items()}
        return Selected(tuple(cases), tuple(broken), tuple(ids), reasons)

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
                for name in data.get("readings", ()):
                    playable(named_readings(name), read_register().disputes)
                self._scenarios[id] = scenario_from(data, self.root)
        return self._scenarios[id]

    def case(self, id: str) -> Case | None:
        """A scenario set up under the rules of the suite; None if it is left out. Raises `Corrupt`."""
        case = self._case_or_not(id)
        return case if isinstance(case, Case) else None

    def _case_or_not(self, id: str) -> Case | LeftOut:
        if id not in self._cases:
            with blaming(self.files[id]):
                scenario = self.scenario(id)
                read = as_read(scenario, self.game, self.takes) if self.takes else scenario
                self._cases[id] = read if isinstance(read, LeftOut) else self._case(read)
        return self._cases[id]

    def _case(self, scenario: Scenario) -> Case:
        twin = None
        if scenario.twin is not None and scenario.expected.rejected:
            if scenario.twin not in self.files:
                raise unknown("scenario", scenario.twin, "/twin", self.files)
            if self.scenario(scenario.twin).expected.rejected:
                raise Malformed("scenario.twin", f"{scenario.twin} is refused too, but a twin must be legal", "/twin")
            twin = self.case(scenario.twin)
            # Under these rules the twin may be refused or left out; then another legal turn takes its place.
            twin = twin if twin and not twin.rejected else None
        if scenario.cannot_be_set_up:
            return rejected_setup(self.game, scenario, twin)
        state = self._state(scenario.id)
        case = make_case(self.game, scenario, state, twin, self._way(scenario, state))
        for part, course in self._courses(scenario, case).items():
            self._check_conventions(scenario, part, course)
        return case

    # What a scenario plays, and what it depends on

    def consulted(self, id: str, *, way: bool = True) -> frozenset[str]:
        """The clauses that the reference consults to play a scenario, its twin, and the way to its position.

        Nothing for a scenario that is left out. Raises `Corrupt`.
        """
        case = self.case(id)
        if case is None:
            return frozenset()
        courses = list(self._courses(self.scenario(id), case).values())
        if way and case.way is not None:
            courses.append(case.way.course)
        return frozenset().union(*(self._watch.play(course).consulted for course in courses))

    @cached_property
    def _watch(self) -> Watch:
        return Watch(self.game)

    def _courses(self, scenario: Scenario, case: Case) -> dict[str, Course]:
        """What a scenario and its twin play."""
        is_scored = case.scores is not None or case.winner is not None
        courses = {}
        if not scenario.cannot_be_set_up:
            courses["scenario"] = Course(self._begin(scenario), case.turns, is_scored)
        if case.twin is not None:
            twin = self.scenario(case.twin.id) if case.twin.id in self.files else scenario
            courses["twin"] = Course(self._begin(twin), case.twin.turns)
        return courses

    def _begin(self, scenario: Scenario) -> State | Record:
        setup = scenario.given.get("setup")
        return self._state(scenario.id) if setup is None else record_of(self.game, setup)

    def _check_conventions(self, scenario: Scenario, part: str, course: Course) -> None:
        """Raise `Malformed` where a core scenario, its twin or any way rests on what the rulebooks leave open."""
        if (scenario.level == "core" or part == "way") and not self.takes:
            for dispute in conventions_behind(self.game, course, self._watch.play(course)):
                if dispute != scenario.dispute:
                    message = f"the {part} of {scenario.id} depends on {dispute}, which every rulebook leaves open"
                    hint = "play what they state instead, or make that the `dispute` of a scenario by_convention"
                    raise Malformed("scenario.convention", message, "/twin" if part == "twin" else "/turns", hint)

    # Ways into positions

    def _way(self, scenario: Scenario, state: State) -> Way | None:
        """How a game leads to the position of a scenario: by a file of its own, at once, or by the file of another."""
        way = self._way_in_file(scenario.id, scenario, state) if scenario.id in self.ways else None
        if "setup" in scenario.given:
            return None
        return way or set_up_way(self.game, state) or self._shared_way(scenario, state)

    def _way_in_file(self, id: str, scenario: Scenario, state: State) -> Way | None:
        """Ways are written for the canonical rules; those that lead nowhere under other ones are left out."""
        with blaming(self.ways[id]):
            data = read_document(self.ways[id].read_text(encoding="utf-8"))
            check_shape("way", data)
            try:
                way = way_from(self.game, state, data)
            except (Malformed, Refused):
                if not self.takes:
                    raise
                return None
            self._check_conventions(scenario, "way", way.course)
            return way

    def _shared_way(self, scenario: Scenario, state: State) -> Way | None:
        """The way of another scenario that begins in the same position."""
        for id in filter(self.files.__contains__, self.ways):
            try:
                # Reading a file is cheap; setting up its position is not.
                shares = _table(self.scenario(id)) == _table(scenario) and self._state(id) == state
            except Corrupt:
                # A scenario that cannot be read is itself broken, but does not break others.
                continue
            if shares:
                return self._way_in_file(id, scenario, state)
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
    """The scenarios with another outcome under other readings, with that outcome, each with the rules so read.

    The edition of such a case is the name of its readings, `colonist-income=two_each`.
    """
    suite = Suite(folder=folder)
    found = []
    for scenario in map(suite.scenario, suite.ids):
        for name in scenario.readings:
            game = game_under(named_readings(name), edition=name)
            with blaming(suite.files[scenario.id]):
                read = under_reading(replace(scenario, twin=None), name)
                state = given_state(game, read)
                way = None if "setup" in read.given else set_up_way(game, state)
                found.append((make_case(game, read, state, None, way), game.spec))
    return found
