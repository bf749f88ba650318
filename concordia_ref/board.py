"""A map prepared for play: which lines touch a city, and how many steps a colonist needs from place to place."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from heapq import heappop, heappush

from concordia_ref.model import LineKind, Map, Step


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
        self.kinds_at = {city: {self.kind_of[line] for line in lines} for city, lines in self.lines_at.items()}
        self._plain_distances: dict[tuple[str, Sequence[LineKind], bool], dict[str, int]] = {}

    def is_line(self, place: str) -> bool:
        """Whether a place is a line rather than a city."""
        return place in self.ends

    def distances(
        self, kind: LineKind, place: str, rules: Step, occupied: Callable[[], Collection[str]]
    ) -> dict[str, int]:
        """The steps that a colonist needs from its place to every place where it can end, if that is free.

        Where occupied lines are passed like free ones, which is the rule, the distances do not depend on the
        position and are worked out once.
        """
        lines: Sequence[LineKind] = rules["lines"][kind]
        if passes_freely(rules):
            key = (place, lines, rules["end_in_city"])
            if key not in self._plain_distances:
                self._plain_distances[key] = self._walk(*key, {})
            return self._plain_distances[key]
        toll = rules["steps_over_occupied_line"] if rules["pass_occupied_line"] else None
        return self._walk(place, lines, rules["end_in_city"], dict.fromkeys(occupied(), toll))

    def _walk(
        self, place: str, kinds: Collection[LineKind], end_in_city: bool, tolls: Mapping[str, int | None]
    ) -> dict[str, int]:
        """Shortest ways over lines of some kinds. To end on a line is one step.

        To pass over it is one step too, or its toll; where that is None it cannot be passed. To end in a city one
        passes over a line that leads to it; to leave one's own line for it is a step.
        """
        found: dict[str, int] = {}
        passed: set[str] = set()
        ahead = [(0, place)]
        while ahead:
            steps, here = heappop(ahead)
            if here in passed:
                continue
            passed.add(here)
            for city in self.ends.get(here, (here,)):
                if end_in_city and city != place:
                    found.setdefault(city, max(steps, 1))
                for line in self.lines_at[city]:
                    if line not in passed and self.kind_of[line] in kinds:
                        found.setdefault(line, steps + 1)
                        toll = tolls.get(line, 1)
                        if toll is not None:
                            heappush(ahead, (steps + toll, line))
        return found


def passes_freely(rules: Step) -> bool:
    """Whether occupied lines are passed like free ones."""
    return bool(rules["pass_occupied_line"]) and rules["steps_over_occupied_line"] == 1
