"""A map prepared for play: which lines touch a city, and how many steps a colonist needs from place to place."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial
from heapq import heappop, heappush
from itertools import chain
from operator import itemgetter

from concordia_ref.engine.remembered import Remembered
from concordia_ref.engine.state import Colonist
from concordia_ref.spec.model import COLONIST_KINDS, LineKind, Map, Step

Move = tuple[str, LineKind, str, str]
"""A choice to move a colonist: "move", its kind, from where, and where to."""

_place_of = itemgetter(1)


class Board:
    """Look-up tables of one map."""

    def __init__(self, game_map: Map) -> None:
        self.map = game_map
        self.start_city = game_map.start_city
        self.cities = tuple(city for city in game_map.cities if city != game_map.start_city)
        self.city_index = {city: index for index, city in enumerate(self.cities)}
        self.province_of = {city: game_map.cities[city].province for city in self.cities}
        self.cities_of: Mapping[str, tuple[str, ...]] = {p.id: p.cities for p in game_map.provinces.values()}
        self.ends = {line.id: line.cities for line in game_map.lines.values()}
        self.kind_of = {line.id: line.kind for line in game_map.lines.values()}
        self.lines_at: dict[str, tuple[str, ...]] = {
            city: tuple(sorted(line.id for line in game_map.lines_at(city))) for city in game_map.cities
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
        self._roads: dict[int, Roads] = {}
        self._all_lines = frozenset(self.ends)
        self._lately_occupied: tuple[list[tuple[Colonist, ...]], frozenset[str]] = ([], frozenset())

    def is_line(self, place: str) -> bool:
        """Whether a place is a line rather than a city."""
        return place in self.ends

    def occupied_lines(self, standing: list[tuple[Colonist, ...]]) -> frozenset[str]:
        """The lines on which a colonist stands, from the colonists of each seat."""
        lately, lines = self._lately_occupied
        # Colonists rarely move, and this is asked at every move.
        if standing != lately:
            lines = self._all_lines.intersection(map(_place_of, chain.from_iterable(standing)))
            self._lately_occupied = (standing, lines)
        return lines

    def roads(self, rules: Step) -> Roads:
        """The lines as the rules of a move see them."""
        roads = self._roads.get(id(rules))
        if roads is None:
            roads = self._roads[id(rules)] = Roads(self, rules)
        return roads


class Roads:
    """Where colonists can go by the rules of a move.

    Where occupied lines are passed like free ones, which is the rule, the ways of a colonist do not depend on the
    position, and `at_any_time` works them out once.
    """

    def __init__(self, board: Board, rules: Step) -> None:
        self.board = board
        # As long as they are kept here, no other rules have the same id.
        self.rules = rules
        self.lines: Mapping[LineKind, tuple[LineKind, ...]] = rules["lines"]
        self.end_in_city: bool = rules["end_in_city"]
        self.toll: int | None = rules["steps_over_occupied_line"] if rules["pass_occupied_line"] else None
        self.passes_freely = self.toll == 1
        self.at_any_time: Mapping[Colonist, Ways] = Remembered(partial(self.ways, lines=frozenset()))
        self._lately: tuple[frozenset[str], dict[Colonist, Ways]] = (frozenset(), {})
        self.order_matters = not self.passes_freely or not set(self.lines["land"]).isdisjoint(self.lines["sea"])
        """Whether a move can depend on another made before it, beyond colonists of a kind changing places."""

    def ways(self, colonist: Colonist, lines: frozenset[str]) -> Ways:
        """The ways of a colonist from where it stands, while colonists stand on some lines."""
        if self._lately[0] != lines:
            self._lately = (lines, {})
        found = self._lately[1].get(colonist)
        if found is None:
            kind, place = colonist
            steps_to = self._walk(place, self.lines[kind], dict.fromkeys(lines, self.toll))
            found = self._lately[1][colonist] = Ways(colonist, steps_to)
        return found

    def _walk(self, place: str, kinds: Collection[LineKind], tolls: Mapping[str, int | None]) -> dict[str, int]:
        """Shortest ways over lines of some kinds. To end on a line is one step.

        To pass over it is one step too, or its toll; where that is None it cannot be passed. To end in a city one
        passes over a line that leads to it; to leave one's own line for it is a step.
        """
        board = self.board
        found: dict[str, int] = {}
        passed: set[str] = set()
        ahead = [(0, place)]
        while ahead:
            steps, here = heappop(ahead)
            if here in passed:
                continue
            passed.add(here)
            for city in board.ends.get(here, (here,)):
                if self.end_in_city and city != place:
                    found.setdefault(city, max(steps, 1))
                for line in board.lines_at[city]:
                    if line not in passed and board.kind_of[line] in kinds:
                        found.setdefault(line, steps + 1)
                        toll = tolls.get(line, 1)
                        if toll is not None:
                            heappush(ahead, (steps + toll, line))
        return found


class Ways:
    """The places where a colonist can end, if they are free, and how many steps it needs to get there."""

    def __init__(self, colonist: Colonist, steps_to: Mapping[str, int]) -> None:
        self.colonist = colonist
        self.steps_to = steps_to
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
