"""All complete turns that continue a partial one, found only as far as a caller asks for them.

`flow` finds them choice by choice. But nearly all turns are those of an Architect, who moves colonists in
thousands of ways and then builds next to them. Which houses can be built depends on the cities that the colonists come
near to, not on their routes, so it is worked out once for each group of cities where a house is possible at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain

from concordia_ref.engine import flow
from concordia_ref.engine.draft import STOP, Choice, Draft
from concordia_ref.engine.state import Colonist
from concordia_ref.engine.verbs.build_houses import BuildHouses
from concordia_ref.engine.verbs.move_colonists import MoveColonists, Moved, after_move
from concordia_ref.spec.model import COLONIST_KINDS, LineKind

Choices = tuple[Choice, ...]
MoveSet = tuple[Choices, int, int]
"""Moves, the steps that they need, and the cities that the colonists come near to."""


def complete_turns(draft: Draft) -> Iterator[Choices]:
    """The choices of all complete turns that begin like a draft, in the order in which choices are offered."""
    if not draft.steps:
        return iter((draft.choices,))
    match draft.steps:
        case (MoveColonists() as moving, BuildHouses() as building) if _houses_go_by_place(draft, moving, building):
            return _Architect(draft, moving, building).turns()
    return chain.from_iterable(map(partial(_complete_turns_with, draft), flow.options(draft)))


def _complete_turns_with(draft: Draft, choice: Choice) -> Iterable[Choices]:
    if choice == STOP and len(draft.steps) == 1 and not draft.steps[0].required(draft):
        return (draft.choices,)
    return complete_turns(flow.take(draft, choice))


def _houses_go_by_place(draft: Draft, moving: MoveColonists, building: BuildHouses) -> bool:
    """Whether no colonist has moved yet, and where colonists stand decides what can be built."""
    return (
        not draft.rules.effect_needed
        and draft.choices[-1][0] != "move"
        and building.next_to == "own_colonists"
        and not building.from_cities
        and not moving.end_on_occupied_line
        and moving.counts_as_a_set(draft)
    )


class _Architect:
    """The turns of an Architect.

    Colonists of one kind and of the other do not get in each other's way and share nothing but the steps, so that every
    set of moves of the one goes with every set of the other, as far as the steps reach. Groups of cities are bits.
    """

    def __init__(self, draft: Draft, moving: MoveColonists, building: BuildHouses) -> None:
        self.draft = draft
        self.moving = moving
        self.before = moving.moved_so_far(draft)
        self.houses = _Houses(building, flow.take(draft, STOP), sorted(draft.board.cities))
        bit, ends = self.houses.bit, draft.board.ends
        self.near = {place: sum(bit.get(city, 0) for city in ends.get(place, ())) for place in draft.board.places}

    def turns(self) -> Iterator[Choices]:
        """All turns, those of the first kind of colonists in the outer loop."""
        first, second = COLONIST_KINDS
        beginning, budget = self.draft.choices, self.before.steps_left
        sets_within: dict[int, list[MoveSet]] = {}
        builds: dict[int, list[Choices]] = {}
        for moves, steps, near in self._move_sets(first, budget):
            left = budget - steps
            if left not in sets_within:
                sets_within[left] = list(self._move_sets(second, left))
            made = beginning + moves
            for more_moves, _, more_near in sets_within[left]:
                moved, cities = made + more_moves, near | more_near
                if cities in builds:
                    for built in builds[cities]:
                        yield moved + built
                else:
                    found = []
                    for built in self.houses.sets_in(cities):
                        found.append(built)
                        yield moved + built
                    builds[cities] = found

    def _move_sets(self, kind: LineKind, budget: int) -> Iterator[MoveSet]:
        """The sets of moves of colonists of one kind, with the steps they need and the cities they come near to."""
        colonists = tuple([colonist for colonist in self.draft.player.colonists if colonist[0] == kind])
        return self._move_sets_after(self.before._replace(steps_left=budget), budget, colonists)

    def _move_sets_after(self, moved: Moved, budget: int, colonists: tuple[Colonist, ...]) -> Iterator[MoveSet]:
        near, moves, steps_left, here = self.near, moved.moves, moved.steps_left, ""
        for move in self.moving.next_moves(self.draft, moved, colonists):
            _, kind, origin, place = move
            if origin != here:
                # The moves of a colonist follow one another.
                here, steps_to = origin, moved.roads.at_any_time((kind, origin)).steps_to
                near_to_others = self._near_to(colonists, but=(kind, origin))
            if steps_to[place] < steps_left:
                after = after_move(colonists, move)
                yield from self._move_sets_after(self.moving.moved_on(self.draft, moved, move), budget, after)
            else:
                yield moves + (move,), budget, near_to_others | near[place]
        yield moves, budget - steps_left, self._near_to(colonists)

    def _near_to(self, colonists: Sequence[Colonist], but: Colonist | None = None) -> int:
        """The cities near to colonists, or to all but one of them."""
        cities = 0
        for colonist in colonists:
            if colonist == but:
                but = None
            else:
                cities |= self.near[colonist[1]]
        return cities


class _Houses:
    """The houses that can be built after some were, as far as they are possible at all.

    No house makes another one possible, so only cities that were possible before it are considered.
    """

    def __init__(self, building: BuildHouses, draft: Draft, cities: Sequence[str]) -> None:
        self.building = building
        self.draft = draft
        self.cities = building.possible_among(draft, building.goods_in_reach(draft), cities)
        self.bit = {city: 1 << place for place, city in enumerate(self.cities)}
        self.next: dict[str, _Houses] = {}

    def sets_in(self, near: int) -> Iterator[Choices]:
        """The sets of houses in cities that are near, in the order in which they are offered."""
        for city, bit in self.bit.items():
            if bit & near:
                if city not in self.next:
                    self.next[city] = self._after(city)
                for more in self.next[city].sets_in(near):
                    yield (("build", city), *more)
        yield ()

    def _after(self, city: str) -> _Houses:
        draft = flow.take(self.draft, ("build", city))
        after = _Houses(self.building, draft, self.cities[self.cities.index(city) :])
        after.bit = {city: self.bit[city] for city in after.cities}
        return after
