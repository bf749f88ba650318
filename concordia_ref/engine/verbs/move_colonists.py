"""Move own colonists along the lines.

Colonists of a kind are alike, so a set of moves is known by the places that were left and the places that were
reached. Of the ways to pair them the cheapest counts, and that one alone is offered.

That holds as long as the order of the moves makes no difference, which is the rule. Under a reading where it does,
moves count in the order in which they are made, and all orders are offered.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import permutations
from typing import Any, NamedTuple

from concordia_ref.engine.board import Reach, Roads
from concordia_ref.engine.draft import STOP, Choice, Draft
from concordia_ref.engine.errors import Violation, broken
from concordia_ref.engine.state import Colonist
from concordia_ref.engine.verbs.verb import Verb
from concordia_ref.spec.model import LineKind

OUT_OF_REACH = 1000


class Moved(NamedTuple):
    """What has been moved so far."""

    moves: tuple[Choice, ...]
    steps_left: int
    taken: frozenset[str]
    """The lines on which no colonist can end because one stands there."""
    roads: Roads
    """The lines as the rules of this move see them."""


class MoveColonists(Verb):
    """Move one's own colonists along the lines."""

    DO = "move_colonists"
    KINDS = ("move",)
    OPTIONAL = True

    steps_per_colonist: int
    lines: Mapping[LineKind, tuple[LineKind, ...]]
    end_in_city: bool
    end_on_occupied_line: bool
    pass_occupied_line: bool
    steps_over_occupied_line: int

    def options(self, draft: Draft) -> Sequence[Choice]:
        """One more colonist to move, and where to; or no more."""
        moves = self.next_moves(draft, self.moved_so_far(draft), draft.player.colonists)
        moves.append(STOP)
        return moves

    def next_moves(self, draft: Draft, moved: Moved, colonists: Sequence[Colonist]) -> list[Choice]:
        """The moves that can be made after others, by colonists where they stand now.

        Colonists are moved in the order of kind and place, so that no set of moves is offered twice. None moves to a
        place that one of its like leaves in this turn, or leaves a place that one of its like has reached: the outcome
        is the same as that of moving past it.
        """
        moves, steps_left, taken, roads = moved
        found: list[Choice] = []
        if not steps_left:
            return found
        standing = dict.fromkeys(colonists)
        if roads.order_matters:
            for colonist in standing:
                if _stands_where_it_began(moves, colonists, colonist):
                    found += _reach(draft, roads, colonist).to_free_places(steps_left, taken)
            return found
        arrived = [(move[1], move[3]) for move in moves] if moves else ()
        first = moves[-1][1:3] if moves else ()
        for colonist in standing:
            if colonist >= first and colonist not in arrived:
                free = roads.at_any_time(colonist).to_free_places(steps_left, taken)
                found += _cheapest_of(roads, moves, colonist, free) if moves else free
        return found

    def obstacles(self, draft: Draft, choice: Choice) -> list[Violation]:
        """What stands against this move."""
        _, kind, origin, place = choice
        found, board, colonist = [], draft.board, (kind, origin)
        facts: dict[str, Any] = {"kind": kind, "from": origin, "to": place}
        moves, steps_left, taken, roads = self.moved_so_far(draft)
        if not _stands_where_it_began(moves, draft.player.colonists, colonist):
            found.append(broken("architect.move.own-colonists", **facts))
        if place in board.ends:
            if board.kind_of[place] not in self.lines[kind]:
                return [*found, self.breaks("lines", about=kind, **facts)]
            if place in taken:
                found.append(self.breaks("end_on_occupied_line", **facts, seat=_owner(draft, place)))
        elif not self.end_in_city:
            return [*found, self.breaks("end_in_city", **facts)]
        steps = _reach(draft, roads, colonist).steps_to.get(place)
        if steps is None or steps > steps_left:
            found.append(self.breaks("steps_per_colonist", **facts, steps=steps, left=steps_left))
        return found

    def perform(self, draft: Draft, choice: Choice) -> None:
        """Move the colonist."""
        draft.memo = self.moved_on(draft, self.moved_so_far(draft), choice)
        draft.player = draft.player._replace(colonists=after_move(draft.player.colonists, choice))

    def moved_on(self, draft: Draft, moved: Moved, move: Choice) -> Moved:
        """What has been moved after one more move."""
        _, kind, origin, place = move
        moves, steps_left, taken, roads = moved
        steps = _reach(draft, roads, (kind, origin)).steps_to[place]
        if not self.end_on_occupied_line:
            # The line that is left becomes free, and the one that is reached was.
            taken = taken.symmetric_difference([line for line in (origin, place) if line in draft.board.ends])
        return Moved(moves + (move,), steps_left - steps, taken, roads)

    def arrange(self, draft: Draft, choices: Sequence[Choice]) -> Sequence[Choice]:
        """The same outcome with the places left and reached paired in the cheapest way.

        A place that one colonist leaves and another of its kind reaches drops out. Moves of colonists that are not
        there stay as they were written, so that the refusal names them.
        """
        roads = self.moved_so_far(draft).roads
        if _is_one_that_moves(choices):
            return choices
        if roads.order_matters:
            return self._without_those_that_stay(draft, choices)
        arranged: list[Choice] = []
        for kind in sorted({choice[1] for choice in choices}):
            moves = [choice for choice in choices if choice[1] == kind]
            arranged += moves if _is_one_that_moves(moves) else self._arranged_of_one_kind(draft, roads, kind, moves)
        return arranged

    def _without_those_that_stay(self, draft: Draft, moves: Sequence[Choice]) -> Sequence[Choice]:
        """The moves but for those that end where they begin, if all colonists that they name are there."""
        left, standing = [move[1:3] for move in moves], draft.player.colonists
        if any(left.count(colonist) > standing.count(colonist) for colonist in left):
            return moves
        return [move for move in moves if move[2] != move[3] or not self._may_end_in(draft, move[3])]

    def _may_end_in(self, draft: Draft, place: str) -> bool:
        return draft.board.is_line(place) or self.end_in_city

    def _arranged_of_one_kind(self, draft: Draft, roads: Roads, kind: LineKind, moves: list[Choice]) -> list[Choice]:
        left, reached = [move[2] for move in moves], [move[3] for move in moves]
        standing = [place for other, place in draft.player.colonists if other == kind]
        for place in left:
            if standing.count(place) < left.count(place):
                return sorted(moves)
        for place in [*left]:
            if place in reached and self._may_end_in(draft, place):
                left.remove(place)
                reached.remove(place)
        origins = sorted(left)
        _, places = _cheapest(roads, kind, origins, sorted(reached))
        return [("move", kind, *way) for way in zip(origins, places, strict=True)]

    def moved_so_far(self, draft: Draft) -> Moved:
        """What has been moved; at first nothing."""
        moved: Moved | None = draft.memo
        if moved is None:
            # Worked out once, when it is first needed.
            moved = draft.memo = self.nothing_moved(draft)
        return moved

    def nothing_moved(self, draft: Draft) -> Moved:
        """What has been moved at the beginning of the step."""
        taken = frozenset() if self.end_on_occupied_line else draft.occupied_lines()
        return Moved((), self.steps_per_colonist * len(draft.player.colonists), taken, self.roads(draft))

    def roads(self, draft: Draft) -> Roads:
        """The lines as this verb sees them."""
        toll = self.steps_over_occupied_line if self.pass_occupied_line else None
        return draft.board.roads(tuple(self.lines.items()), toll, end_in_city=self.end_in_city)


def after_move(colonists: Sequence[Colonist], move: Choice) -> tuple[Colonist, ...]:
    """Where the colonists stand after a move."""
    _, kind, origin, place = move
    moved = list(colonists)
    moved.remove((kind, origin))
    moved.append((kind, place))
    moved.sort()
    return tuple(moved)


def _is_one_that_moves(moves: Sequence[Choice]) -> bool:
    """Whether nothing has to be paired: there is one move, and not to where it began."""
    return len(moves) == 1 and moves[0][2] != moves[0][3]


def _owner(draft: Draft, line: str) -> int:
    """The seat of the player whose colonist stands on a line."""
    standing = [[place for _, place in player.colonists] for player in draft.state.players]
    return next(seat for seat, places in enumerate(standing) if line in places)


def _stands_where_it_began(moves: Sequence[Choice], colonists: Sequence[Colonist], colonist: Colonist) -> bool:
    """Whether a colonist of this kind stands there that has not moved in this turn."""
    arrived = [(move[1], move[3]) for move in moves].count(colonist) if moves else 0
    return colonists.count(colonist) > arrived


def _reach(draft: Draft, roads: Roads, colonist: Colonist) -> Reach:
    if roads.passes_freely:
        return roads.at_any_time(colonist)
    return roads.reach(colonist, draft.occupied_lines())


Pairing = tuple[int, tuple[str, ...]]
"""Steps, and the places that colonists reach with them, in the order of the colonists."""


def _cheapest(roads: Roads, kind: LineKind, origins: Sequence[str], places: Sequence[str]) -> Pairing:
    """The cheapest way to reach places from others; of those that cost the same, the earlier in the alphabet."""
    tables = [roads.at_any_time((kind, origin)).steps_to for origin in origins]
    return min(
        [
            (sum([table.get(place, OUT_OF_REACH) for table, place in zip(tables, order, strict=True)]), order)
            for order in permutations(places)
        ]
    )


def _cheapest_of(
    roads: Roads, moves: Sequence[Choice], colonist: Colonist, ahead: Collection[Choice]
) -> Collection[Choice]:
    """Those of the moves ahead of a colonist that, with the moves made by its like, are the cheapest pairing.

    If that holds for a set of moves it holds for every part of it, so that nothing is lost by offering move after move,
    and only pairings need be compared in which the new place is reached by another colonist than this one.
    """
    kind, origin = colonist
    left = [move[2] for move in moves if move[1] == kind]
    if not left:
        return ahead
    reached = [move[3] for move in moves if move[1] == kind]
    found = [move for move in ahead if move[3] not in left]
    own, so_far = roads.at_any_time(colonist).steps_to, 0
    others = [roads.at_any_time((kind, other)).steps_to for other in left]
    for steps_to, place in zip(others, reached, strict=True):
        so_far += steps_to[place]
    for index, steps_to in enumerate(others):
        rest_steps, rest = _cheapest(roads, kind, [*left[:index], *left[index + 1 :], origin], reached)
        less = so_far - rest_steps
        found = [
            move
            for move in found
            if (more := steps_to.get(place := move[3], OUT_OF_REACH) - own[place]) > less
            or (more == less and (*rest[:index], place, *rest[index:]) >= (*reached, place))
        ]
    return found
