"""A map prepared for play: which lines touch a city, and how many steps a colonist needs from place to place."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache, lru_cache
from heapq import heappop, heappush
from typing import Literal

from concordia_ref.engine.state import Colonist
from concordia_ref.spec.model import COLONIST_KINDS, LineKind, Map

Move = tuple[str, LineKind, str, str]
"""A choice to move a colonist: "move", its kind, from where, and where to."""

Lines = tuple[tuple[LineKind, tuple[LineKind, ...]], ...]
"""The kinds of lines on which each kind of colonist moves."""

Way = tuple[str, str]
"""A place where a colonist ends, and the last city that it passes through; "" if it ends in a city."""

FurtherStep = Literal["through_one_city", "through_several_cities", "in_a_later_turn"]
"""What a colonist does with each step after its first one."""


class Board:
    """Look-up tables of one map."""

    def __init__(self, game_map: Map) -> None:
        self.map = game_map
        self.start_city = game_map.start_city
        self.cities = tuple(city for city in game_map.cities if city != game_map.start_city)
        self.city_index = {city: index for index, city in enumerate(self.cities)}
        self.cities_of: Mapping[str, tuple[str, ...]] = {p.id: p.cities for p in game_map.provinces.values()}
        self.province_of = {city: province for province, cities in self.cities_of.items() for city in cities}
        self.ends = {line.id: line.cities for line in game_map.lines.values()}
        self.kind_of = {line.id: line.kind for line in game_map.lines.values()}
        self.lines_at: dict[str, tuple[str, ...]] = {
            city: tuple(sorted(line.id for line in game_map.lines_at(city))) for city in (self.start_city, *self.cities)
        }
        self.places = dict.fromkeys((*self.lines_at, *self.ends))
        self.colonists: Mapping[str, Colonist] = {
            f"{kind}@{place}": (kind, place) for kind in COLONIST_KINDS for place in self.places
        }
        """The colonists that can stand somewhere, by how they are written."""
        self.kinds_at = {city: {self.kind_of[line] for line in lines} for city, lines in self.lines_at.items()}
        self.cities_next_to: Mapping[str, tuple[str, ...]] = {
            line: tuple([city for city in cities if city != self.start_city]) for line, cities in self.ends.items()
        }
        """The cities at the ends of a line where houses can stand."""
        self.parallel_to: Mapping[str, str] = {
            line: other
            for line, cities in self.ends.items()
            for other, others in self.ends.items()
            if line != other and cities == others
        }
        """The line of the other kind between the same two cities, where there is one."""
        self.roads = cache(self._roads)
        """The lines as the rules of a move see them."""

    def _roads(
        self, lines: Lines, toll: int | None, *, end_in_city: bool, further_step: FurtherStep, from_start_city: bool
    ) -> Roads:
        roads = Roads(self, dict(lines), toll, end_in_city=end_in_city)
        roads.further_step = further_step
        roads.cities_to_leave = {self.start_city} if from_start_city else set(self.lines_at)
        return roads

    def is_line(self, place: str) -> bool:
        """Whether a place is a line rather than a city."""
        return place in self.ends

    def occupied_lines(self, standing: Sequence[Sequence[Colonist]]) -> frozenset[str]:
        """The lines on which a colonist stands, from the colonists of each seat."""
        ends = self.ends
        return frozenset([place for colonists in standing for _, place in colonists if place in ends])


class Roads:
    """Where colonists can go by the rules of a move.

    `toll` is the number of steps to pass over an occupied line; None where it cannot be passed. Where occupied lines
    are passed like free ones, which is the rule, the reach of a colonist does not depend on the position, and
    `at_any_time` works it out once.
    """

    def __init__(
        self, board: Board, lines: Mapping[LineKind, tuple[LineKind, ...]], toll: int | None, *, end_in_city: bool
    ) -> None:
        self.ends = board.ends
        self.lines_at = board.lines_at
        self.kind_of = board.kind_of
        self.lines = lines
        self.toll = toll
        self.end_in_city = end_in_city
        self.further_step: FurtherStep = "through_one_city"
        self.cities_to_leave: Collection[str] = board.lines_at
        """The cities that a colonist can leave."""
        self.passes_freely = toll == 1
        self.order_matters = not self.passes_freely or not set(lines["land"]).isdisjoint(lines["sea"])
        """Whether a move can depend on another made before it, beyond colonists of a kind changing places."""
        self.reach = lru_cache(self._reach)
        """The reach of a colonist from where it stands, while colonists stand on some lines."""
        self.at_any_time = cache(self._at_any_time)
        """The reach of a colonist from where it stands, wherever other colonists stand."""

    def _reach(self, colonist: Colonist, occupied: frozenset[str]) -> Reach:
        kind, place = colonist
        if place in self.lines_at and place not in self.cities_to_leave:
            return Reach(colonist, {}, None)
        kinds, tolls = self.lines[kind], dict.fromkeys(occupied, self.toll)
        steps_to, back = self._walk(place, kinds, tolls), self._steps_there_and_back(place, kinds, tolls)
        if self.further_step == "in_a_later_turn":
            steps_to = {place: steps for place, steps in steps_to.items() if steps <= 1}
            back = None if back is None or back > 1 else back
        return Reach(colonist, steps_to, back)

    def _at_any_time(self, colonist: Colonist) -> Reach:
        return self._reach(colonist, frozenset())

    def ways_onward(self, colonist: Colonist, came_from: str | None, occupied: frozenset[str]) -> dict[Way, int]:
        """The steps to every place where a colonist can end that never turns back, by the city it comes through last.

        On a line it continues through the end that it has not come from; on its first line too, if that end is known.
        """
        kind, place = colonist
        kinds, tolls = self.lines[kind], dict.fromkeys(occupied, self.toll)
        ahead = [(0, city, place) for city in self.ends.get(place, (place,)) if city != came_from]
        if place in self.lines_at and place not in self.cities_to_leave:
            return {}
        found: dict[Way, int] = {}
        if self.end_in_city and place in self.ends:
            found = {(city, ""): 1 for _, city, _ in ahead}
        left: set[tuple[str, str]] = set()
        while ahead:
            steps, city, behind = heappop(ahead)
            if (city, behind) in left:
                continue
            left.add((city, behind))
            for line in self.lines_at[city]:
                if line == behind or self.kind_of[line] not in kinds:
                    continue
                found.setdefault((line, city), steps + 1)
                toll = tolls.get(line, 1)
                if toll is not None:
                    (beyond,) = (end for end in self.ends[line] if end != city)
                    if self.end_in_city:
                        found[beyond, ""] = min(max(steps + toll, 1), found.get((beyond, ""), steps + toll + 1))
                    heappush(ahead, (steps + self._passing(toll, first=behind in self.lines_at), beyond, line))
        longest = 1 if self.further_step == "in_a_later_turn" else max(found.values(), default=0)
        return {way: steps for way, steps in found.items() if steps <= longest}

    def _walk(self, place: str, kinds: Collection[LineKind], tolls: Mapping[str, int | None]) -> dict[str, int]:
        """Shortest ways over lines of some kinds. To end on a line is one step.

        To pass over it is one step too, or its toll; where that is None it cannot be passed. To end in a city one
        passes over a line that leads to it; to leave one's own line for it is a step.
        """
        found: dict[str, int] = {}
        passed: set[str] = set()
        # Steps, the place passed with them, and the steps to end in a city next to it.
        ahead = [(0, place, 1)]
        while ahead:
            steps, here, in_city = heappop(ahead)
            if here in passed:
                continue
            passed.add(here)
            for city in self.ends.get(here, (here,)):
                if self.end_in_city and city != place:
                    found.setdefault(city, in_city)
                for line in self.lines_at[city]:
                    if line not in passed and self.kind_of[line] in kinds:
                        found.setdefault(line, steps + 1)
                        toll = tolls.get(line, 1)
                        if toll is not None:
                            beyond = steps + self._passing(toll, first=here in self.lines_at)
                            heappush(ahead, (beyond, line, max(steps + toll, 1)))
        return found

    def _passing(self, toll: int, *, first: bool) -> int:
        """What a line adds to the steps when it is passed, the first one out of a city or a further one."""
        if self.further_step == "through_several_cities" and not first:
            # It belongs to the step that ends farther on; only what exceeds a step is added.
            return max(toll - 1, 0)
        return toll

    def _steps_there_and_back(
        self, place: str, kinds: Collection[LineKind], tolls: Mapping[str, int | None]
    ) -> int | None:
        """The fewest steps by which a colonist leaves a place and comes back to it; None if it cannot."""
        cities = self.ends.get(place, (place,))
        lines = [line for city in cities for line in self.lines_at[city] if self.kind_of[line] in kinds]
        passable = [toll for line in lines if line != place and (toll := tolls.get(line, 1)) is not None]
        if not passable:
            return None
        if place in self.ends:
            return self._passing(min(passable), first=False) + 1
        return max(2 * min(passable), 1) if self.end_in_city else None


class Reach:
    """The places where a colonist can end, if they are free, and how many steps it needs to get there."""

    def __init__(self, colonist: Colonist, steps_to: Mapping[str, int], back: int | None) -> None:
        self.colonist = colonist
        self.steps_to = steps_to
        self.back = back
        """How many steps it needs to leave its place and come back to it; None if it cannot."""
        self._within: dict[int, tuple[dict[str, Move], frozenset[str]]] = {}

    def to_free_places(self, steps: int, taken: frozenset[str]) -> Collection[Move]:
        """The moves to places within some steps that are not taken, in the order of the alphabet."""
        found = self._within.get(steps)
        if found is None:
            places = sorted([place for place, needed in self.steps_to.items() if needed <= steps])
            found = {place: ("move", *self.colonist, place) for place in places}, frozenset(places)
            self._within[steps] = found
        moves, places_reached = found
        free = moves.copy()
        for place in taken & places_reached:
            del free[place]
        return free.values()
