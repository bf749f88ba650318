"""Movement by brute force: a naive walker takes every sequence of steps, and the interpreter reaches the same.

The walker knows only the lines of the map. It moves one colonist after another, each as an individual, and tries all
ways step by step; it neither pairs alike colonists nor looks for shortest ways.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any, NamedTuple

import pytest

from concordia_ref.engine.game import Game
from concordia_ref.engine.state import State
from concordia_ref.engine.verbs.journeys import journeys
from tests.positions import GAME, changed

MOVE = "actions.architect.choose.build.move_colonists"
BUILD = "actions.architect.choose.build.build_houses"
AFTER_MOVING = {f"{BUILD}.only_after_moving": True}
THAT_MOVED = {f"{BUILD}.next_to": "own_colonists_that_moved"}
SERBIAN = {**AFTER_MOVING, f"{MOVE}.steps_over_occupied_line": 0}
MOST_COLONISTS = 3


class Walking(NamedTuple):
    """A colonist as an individual.

    Its kind, where it began the turn, where it stands, how many moves it made, and from which city it came there.
    """

    kind: str
    origin: str
    place: str
    moves: int = 0
    came: str | None = None


@dataclass(frozen=True)
class Walker:
    """All that can come of moving the colonists of one player, by rules that are spelled out here once more."""

    state: State
    toll: int | None = 1
    only_lines_give_steps: bool = False
    only_from_roma: bool = False
    through_several_cities: bool = False
    one_step_each: bool = False
    interleaved: bool = False
    stops: bool = False
    all_steps: bool = False
    may_come_back: bool = True
    own_lines_are_free: bool = False
    parallel_lines_are_one: bool = False
    shared_in_between: bool = False
    in_cities: bool = False
    onward: bool = False

    @cached_property
    def lines(self) -> Mapping[str, Any]:
        return GAME.spec.maps[self.state.map].lines

    @cached_property
    def own(self) -> tuple[tuple[str, str], ...]:
        assert self.state.to_play is not None
        return self.state.players[self.state.to_play].colonists

    @cached_property
    def foreign(self) -> list[str]:
        others = (player for seat, player in enumerate(self.state.players) if seat != self.state.to_play)
        return [place for player in others for _, place in player.colonists if place in self.lines]

    def touching(self, place: str) -> list[str]:
        """The cities that a place touches; a city touches itself."""
        return list(self.lines[place].cities) if place in self.lines else [place]

    def next_lines(self, place: str, kind: str) -> list[str]:
        """The other lines of a kind that can be stepped onto from a place."""
        return [
            line
            for line, entry in self.lines.items()
            if entry.kind == kind and line != place and set(entry.cities) & set(self.touching(place))
        ]

    def in_the_way(self, others: list[Walking]) -> set[str]:
        """The lines that count as occupied for a colonist beside others."""
        lines = {*self.foreign}
        if not self.own_lines_are_free:
            lines |= {other.place for other in others if other.place in self.lines}
        if self.parallel_lines_are_one:
            ends = [self.lines[line].cities for line in lines]
            lines |= {line for line, entry in self.lines.items() if entry.cities in ends}
        return lines

    def walks(self, colonist: Walking, others: list[Walking], budget: int) -> dict[str, int]:
        """Every place where some walk of a colonist ends, and the steps of the shortest of all walks that do."""
        if self.only_from_roma and colonist.place not in (*self.lines, "roma"):
            return {}
        occupied, found = self.in_the_way(others), dict[str, int]()

        def end(place: str, steps: int) -> None:
            if steps <= budget:
                found[place] = min(steps, found.get(place, budget))

        ahead, seen = [(colonist.place, 0)], set[tuple[str, int]]()
        while ahead:
            here, steps = ahead.pop()
            if (here, steps) in seen or steps > budget:
                continue
            seen.add((here, steps))
            if self.in_cities and here in self.lines:
                for city in self.touching(here):
                    end(city, max(steps, 1))
            for line in self.next_lines(here, colonist.kind):
                end(line, steps + 1)
                toll = self.toll if line in occupied else 1
                if toll is None:
                    continue
                if self.through_several_cities and here in self.lines:
                    toll = max(toll - 1, 0)
                ahead.append((line, steps + toll))
        if self.one_step_each:
            found = {place: steps for place, steps in found.items() if steps == 1}
        return found

    def walks_onward(self, colonist: Walking, others: list[Walking], budget: int) -> dict[tuple[str, str | None], int]:
        """The same by the last city on the walk, for a colonist that never leaves a line by the end it came from."""
        occupied, found = self.in_the_way(others), dict[tuple[str, str | None], int]()
        ahead: list[tuple[str, str | None, int]] = [(colonist.place, colonist.came, 0)]
        seen = set[tuple[str, str | None, int]]()
        while ahead:
            here, behind, steps = state = ahead.pop()
            if state in seen or steps >= budget:
                continue
            seen.add(state)
            for city in self.touching(here):
                for line, entry in self.lines.items():
                    if city == behind or line == here or city not in entry.cities or entry.kind != colonist.kind:
                        continue
                    found[line, city] = min(steps + 1, found.get((line, city), budget))
                    toll = self.toll if line in occupied else 1
                    if toll is not None:
                        ahead.append((line, city, steps + toll))
        return found

    def ends_of_walks(self, colonist: Walking, others: list[Walking], budget: int) -> dict[tuple[str, str | None], int]:
        if self.onward:
            return self.walks_onward(colonist, others, budget)
        return {(place, None): steps for place, steps in self.walks(colonist, others, budget).items()}

    def hops(
        self, colonists: list[Walking], last: int | None, budget: int
    ) -> Iterator[tuple[int, str, str | None, int]]:
        """Who can move next, where to, by which city, and with how many steps."""
        for index, colonist in enumerate(colonists):
            again = self.interleaved or (self.stops and index == last)
            if colonist.moves and (self.one_step_each or not again):
                continue
            others = [other for other in colonists if other is not colonist]
            blocked = self.in_the_way([] if self.shared_in_between else others)
            for (place, city), steps in self.ends_of_walks(colonist, others, budget).items():
                if place not in blocked and (self.may_come_back or place != colonist.origin):
                    yield index, place, city, steps

    def may_stop(self, colonists: list[Walking], last: int | None, budget: int) -> bool:
        places = [colonist.place for colonist in colonists if colonist.place in self.lines]
        if len(set(places)) < len(places) and not self.own_lines_are_free:
            return False
        return not self.all_steps or not any(self.hops(colonists, last, budget))

    def came_at_first(self, line: str) -> str | None:
        """The city that a note names."""
        assert self.state.to_play is not None
        notes = [note for note in self.state.players[self.state.to_play].remembered if note.endswith(f">{line}")]
        return notes[0].removeprefix("came:").split(">")[0] if notes else None

    def outcomes(self) -> set[Any]:
        """Where all colonists stand at the end, where those stand that have moved, and the cities they came from."""
        first = [Walking(kind, place, place, came=self.came_at_first(place)) for kind, place in self.own]
        counted = [place for _, place in self.own if place in self.lines] if self.only_lines_give_steps else self.own
        ahead: list[tuple[list[Walking], int | None, int]] = [(first, None, len(counted))]
        seen, found = set[Any](), set[Any]()
        while ahead:
            colonists, last, budget = ahead.pop()
            if (key := (tuple(colonists), last, budget)) in seen:
                continue
            seen.add(key)
            if self.may_stop(colonists, last, budget):
                moved = [(each.kind, each.place) for each in colonists if each.moves]
                stand = tuple(sorted((each.kind, each.place) for each in colonists))
                came = tuple(sorted(f"came:{each.came}>{each.place}" for each in colonists if each.came))
                found.add((stand, tuple(sorted(moved)), came))
            for index, place, city, steps in self.hops(colonists, last, budget):
                after = list(colonists)
                after[index] = after[index]._replace(place=place, moves=after[index].moves + 1, came=city)
                ahead.append((after, index, budget - steps))
        return found


Rules = Callable[[Walker], Walker]

# What the data change, what the walker changes, and whether it counts who has moved ("who"), that somebody has
# ("whether"), or only where the colonists stand in the end ("where").
CASES: dict[str, tuple[dict[str, Any], dict[str, Any], str]] = {
    "the-rulings": ({}, {}, "where"),
    "only-after-moving": (AFTER_MOVING, {}, "whether"),
    "next-to-moved-colonists": (THAT_MOVED, {}, "who"),
    "occupied-lines-cost-nothing": ({f"{MOVE}.steps_over_occupied_line": 0}, {"toll": 0}, "where"),
    "occupied-lines-cost-two": ({f"{MOVE}.steps_over_occupied_line": 2}, {"toll": 2}, "where"),
    "occupied-lines-bar": ({f"{MOVE}.pass_occupied_line": False}, {"toll": None}, "where"),
    "end-in-a-city": ({f"{MOVE}.end_in_city": True}, {"in_cities": True}, "where"),
    "end-in-a-city-after-moving": ({f"{MOVE}.end_in_city": True, **AFTER_MOVING}, {"in_cities": True}, "whether"),
    "serbian": (SERBIAN, {"toll": 0}, "whether"),
    "serbian-who": ({**THAT_MOVED, f"{MOVE}.steps_over_occupied_line": 0}, {"toll": 0}, "who"),
}
VALUES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "no-return": ({f"{MOVE}.end_where_it_began": False}, {"may_come_back": False}),
    "shared-in-between": ({f"{MOVE}.lines_shared": "until_all_have_moved"}, {"shared_in_between": True}),
    "interleaved": ({f"{MOVE}.colonists_move": "interleaved"}, {"interleaved": True}),
    "steps-on-lines": ({f"{MOVE}.steps_for": "those_on_lines"}, {"only_lines_give_steps": True}),
    "from-roma-only": ({f"{MOVE}.first_step_from": "start_city"}, {"only_from_roma": True}),
    "several-cities": ({f"{MOVE}.further_step": "through_several_cities"}, {"through_several_cities": True}),
    "one-step-each": ({f"{MOVE}.further_step": "in_a_later_turn"}, {"one_step_each": True}),
    "all-steps": ({f"{MOVE}.all_steps_used": True}, {"all_steps": True, "stops": True}),
    "own-lines-free": ({f"{MOVE}.occupied_by": "others_colonists"}, {"own_lines_are_free": True}),
    "parallel-lines-one": ({f"{MOVE}.parallel_lines": "one_place"}, {"parallel_lines_are_one": True}),
    "between-moves": ({f"{BUILD}.between_moves": True}, {"stops": True}),
}
for name, (data, walker) in VALUES.items():
    CASES[name] = (data, walker, "where")
    CASES[f"{name}-after-moving"] = ({**data, **AFTER_MOVING}, walker, "whether")
    CASES[f"{name}-who"] = ({**data, **THAT_MOVED}, walker, "who")
    CASES[f"{name}-serbian"] = ({**data, **SERBIAN}, {**walker, "toll": 0}, "whether")
for one, other in (
    ("no-return", "shared-in-between"),
    ("no-return", "interleaved"),
    ("shared-in-between", "interleaved"),
    ("no-return", "all-steps"),
    ("interleaved", "one-step-each"),
):
    both = [{**first, **second} for first, second in zip(VALUES[one], VALUES[other], strict=True)]
    CASES[f"{one}-{other}-serbian"] = ({**both[0], **SERBIAN}, {**both[1], "toll": 0}, "whether")


def positions(game: Game = GAME) -> list[State]:
    """Positions from random games in which the player to play has an Architect, few colonists and nothing to pay."""
    found: list[State] = []
    for map_id, players, seed in (("italia", 2, 1), ("italia", 4, 2), ("imperium", 3, 3), ("imperium", 5, 4)):
        dice = Random(seed)
        state = game.start(game.setup(map_id, players, seed))
        taken = 0
        while state.to_play is not None and taken < 2:
            player = state.players[state.to_play]
            lines = [place for _, place in player.colonists if "~" in place]
            if "architect" in player.hand and lines and len(player.colonists) <= MOST_COLONISTS and dice.random() < 0.4:
                poor = player._replace(coins=0, goods=GAME.rules.no_goods)
                found.append(state.with_player(state.to_play, poor))
                taken += 1
            state = game.play(state, game.random_turn(state, dice))
    return found


POSITIONS = positions()


def reached(game: Game, state: State, counts: str) -> set[Any]:
    """What comes of all turns that the interpreter lists."""
    assert state.to_play is not None
    found = set()
    for turn in game.turns(state).with_card("architect"):
        moves = [choice for choice in turn.choices if choice[0] == "move"]
        moved = journeys(moves, state.players[state.to_play].colonists)
        who = tuple(sorted((journey.kind, journey.place) for journey in moved))
        after = game.play(state, turn).players[state.to_play].colonists
        found.add(outcome(after, who, counts))
    return found


def outcome(colonists: Any, moved: Any, counts: str) -> Any:
    return colonists, {"where": None, "whether": bool(moved), "who": moved}[counts]


def test_the_positions_are_many_and_different() -> None:
    assert len(POSITIONS) == 8
    numbers = Counter(len(state.players[state.to_play or 0].colonists) for state in POSITIONS)
    assert set(numbers) == {2, 3}


@pytest.mark.parametrize("case", CASES)
def test_the_interpreter_reaches_what_a_walker_reaches(case: str) -> None:
    data, walker, counts = CASES[case]
    game = changed(data) if data else GAME
    for state in POSITIONS:
        if game.problems(game.state_to_json(state)):
            # Colonists on parallel lines cannot have got there where these are one place.
            continue
        if "several-cities" in case and len(state.players[state.to_play or 0].colonists) > 2:
            # Everything is near, and the walker would take minutes.
            continue
        naive = replace(Walker(state), **walker)
        expected = {outcome(colonists, moved, counts) for colonists, moved, _ in naive.outcomes()}
        assert reached(game, state, counts) == expected


ONWARD = {f"{MOVE}.from_a_line": "onward"}


@pytest.mark.parametrize(
    ("data", "walker"),
    [
        ({}, {}),
        (SERBIAN, {"toll": 0}),
        VALUES["interleaved"],
        VALUES["between-moves"],
        VALUES["all-steps"],
        VALUES["no-return"],
    ],
)
def test_colonists_that_never_turn_back_reach_what_a_walker_reaches(
    data: dict[str, Any], walker: dict[str, Any]
) -> None:
    game = changed({**ONWARD, **data})
    states = positions(changed(ONWARD))[::3]
    assert any(state.players[state.to_play or 0].remembered for state in states)
    for state in states:
        assert state.to_play is not None
        expected = {(stand, came) for stand, _, came in replace(Walker(state, onward=True), **walker).outcomes()}
        found = set()
        for turn in game.turns(state).with_card("architect"):
            after = game.play(state, turn).players[state.to_play]
            found.add((after.colonists, after.remembered))
        assert found == expected


def hops_to_the_first_free_line(walker: Walker, colonist: Walking, budget: int) -> dict[str, int]:
    """The lines next to a colonist, and behind occupied ones the first free line on each way, with their steps."""
    occupied, found = walker.in_the_way([]), dict[str, int]()
    ahead, seen = [(colonist.place, 0)], set[tuple[str, int]]()
    while ahead:
        here, steps = ahead.pop()
        if (here, steps) in seen or steps >= budget:
            continue
        seen.add((here, steps))
        for line in walker.next_lines(here, colonist.kind):
            if line not in occupied:
                found[line] = min(steps + 1, found.get(line, budget))
            elif walker.toll is not None:
                ahead.append((line, steps + walker.toll))
    return found


@pytest.mark.parametrize("toll", [0, 1, 2, None])
def test_to_stop_on_the_first_free_line_behind_occupied_ones_makes_no_difference(toll: int | None) -> None:
    for state in POSITIONS:
        walker = Walker(state, toll=toll)
        for kind, place in walker.own:
            colonist, budget = Walking(kind, place, place), 4
            ahead, reached_with = [(place, 0)], dict[str, int]()
            while ahead:
                here, steps = ahead.pop()
                for line, more in hops_to_the_first_free_line(
                    walker, colonist._replace(place=here), budget - steps
                ).items():
                    if steps + more < reached_with.get(line, budget + 1):
                        reached_with[line] = steps + more
                        ahead.append((line, steps + more))
            occupied = walker.in_the_way([])
            freely = {to: steps for to, steps in walker.walks(colonist, [], budget).items() if to not in occupied}
            assert reached_with == freely


# Building: next to which cities the colonists stand, counted from the map for each moment of the turn.


def cities_beside(state: State, colonists: list[tuple[str, str]], *, from_cities: bool) -> set[str]:
    lines = GAME.spec.maps[state.map].lines
    found = set()
    for kind, place in colonists:
        if place in lines:
            found |= set(lines[place].cities)
        elif from_cities:
            found.add(place)
            found |= {
                city for line in lines.values() if line.kind == kind and place in line.cities for city in line.cities
            }
    return found - {"roma"}


def moments(state: State, moves: list[Any]) -> Iterator[tuple[list[tuple[str, str]], list[int]]]:
    """Where the player's colonists stand before the moves and after each of them, and which of them have moved."""
    assert state.to_play is not None
    standing, moved = list(state.players[state.to_play].colonists), list[int]()
    yield list(standing), list(moved)
    for _, kind, origin, place in moves:
        unmoved = [
            index for index, colonist in enumerate(standing) if colonist == (kind, origin) and index not in moved
        ]
        index = unmoved[0] if unmoved else standing.index((kind, origin))
        standing[index] = (kind, place)
        moved = sorted({*moved, index})
        yield list(standing), list(moved)


@pytest.mark.parametrize("from_cities", [False, True])
@pytest.mark.parametrize("between", [False, True])
@pytest.mark.parametrize("condition", [{}, AFTER_MOVING, THAT_MOVED])
def test_houses_are_built_next_to_the_colonists_at_some_moment(
    from_cities: bool, between: bool, condition: dict[str, Any]
) -> None:
    wanted = {f"{BUILD}.from_cities": from_cities, f"{BUILD}.between_moves": between}
    game = changed(
        {**{path: value for path, value in wanted.items() if value}, **condition, f"{MOVE}.end_in_city": True}
    )
    dice = Random(3)
    for state in POSITIONS:
        assert state.to_play is not None
        rich = state.players[state.to_play]._replace(coins=99, goods=(1,) * len(GAME.rules.goods), houses=())
        draft = game.take(game.begin(state.with_player(state.to_play, rich)), ("card", "architect"))
        for _ in range(10):
            made = draft
            while made.steps and made.steps[0].DO == "move_colonists":
                choices = list(game.options(made))
                made = game.take(made, dice.choice([*choices, choices[-1]]))
            if not made.steps:
                continue
            moves = [choice for choice in made.choices if choice[0] == "move"]
            at = list(moments(state, moves))
            expected = set()
            for number, (standing, moved) in enumerate(at):
                if (not between and number < len(moves)) or (condition == AFTER_MOVING and not number):
                    continue
                near = [standing[index] for index in moved] if condition == THAT_MOVED else standing
                expected |= cities_beside(state, near, from_cities=from_cities)
            offered = {choice[1] for choice in game.options(made) if choice[0] == "build"}
            assert offered == expected
