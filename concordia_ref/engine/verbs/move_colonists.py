"""Move the player's colonists along the lines.

Colonists of a kind are interchangeable, so a set of moves is defined by the places that were left and the places that
were reached. Of the ways to pair them, only the cheapest counts and is offered.

This applies as long as neither the order of the moves nor which colonists have moved makes a difference, which is the
rule. Under a reading where it does, moves are made one after another, and all orders are offered. Then a colonist may
also leave its line and come back to it, if that makes a difference.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import permutations
from typing import Any, Literal, NamedTuple

from concordia_ref.engine.board import FurtherStep, Reach, Roads, Way
from concordia_ref.engine.draft import STOP, Choice, Draft
from concordia_ref.engine.errors import Violation, broken
from concordia_ref.engine.memory import cities_behind
from concordia_ref.engine.state import Colonist
from concordia_ref.engine.verbs.build_houses import BuildHouses
from concordia_ref.engine.verbs.journeys import journeys
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
    in_sequence: bool
    """Whether moves count one by one, and not as a set."""


class MoveColonists(Verb):
    """Move the player's colonists along the lines."""

    DO = "move_colonists"
    KINDS = ("move",)
    OPTIONAL = True

    steps_per_colonist: int
    steps_for: Literal["all_on_the_board", "those_on_lines"]
    lines: Mapping[LineKind, tuple[LineKind, ...]]
    first_step_from: Literal["any_city", "start_city"]
    further_step: FurtherStep
    from_a_line: Literal["by_either_end", "onward"]
    colonists_move: Literal["one_after_another", "interleaved"]
    all_steps_used: bool
    end_in_city: bool
    end_where_it_began: bool
    end_on_occupied_line: bool
    occupied_by: Literal["anyones_colonists", "others_colonists"]
    parallel_lines: Literal["two_places", "one_place"]
    lines_shared: Literal["never", "until_all_have_moved"]
    pass_occupied_line: bool
    steps_over_occupied_line: int

    def options(self, draft: Draft) -> Sequence[Choice]:
        """One more colonist to move, and where to; or no more."""
        moved = self.moved_so_far(draft)
        moves = self.next_moves(draft, moved, draft.player.colonists)
        if not moved.in_sequence or not self.obstacles_to_stopping(draft):
            moves.append(STOP)
        return moves

    def next_moves(self, draft: Draft, moved: Moved, colonists: Sequence[Colonist]) -> list[Choice]:
        """The moves that can be made after others, by colonists where they stand now.

        Colonists are moved in the order of kind and place, so that no set of moves is offered twice. None moves to a
        place that one of its like leaves in this turn, or leaves a place that one of its like has reached: the outcome
        is the same as that of moving past it.
        """
        moves, steps_left, taken, roads, in_sequence = moved
        found: list[Choice] = []
        if not steps_left:
            return found
        standing = dict.fromkeys(colonists)
        if in_sequence:
            if self._only_whether_moved_counts(draft) and moves:
                # Coming back makes no difference if there is another move, nor does another move if one comes back.
                returned = moves[0][2] == moves[0][3]
                return [] if returned else [move for move in self._ways(draft, moved, colonists) if move[2] != move[3]]
            return self._ways(draft, moved, colonists)
        arrived = [(move[1], move[3]) for move in moves] if moves else ()
        first = moves[-1][1:3] if moves else ()
        for colonist in standing:
            if colonist >= first and colonist not in arrived:
                free = roads.at_any_time(colonist).to_free_places(steps_left, taken)
                found += _cheapest_of(roads, moves, colonist, free) if moves else free
        return found

    def _ways(self, draft: Draft, moved: Moved, colonists: Sequence[Colonist]) -> list[Choice]:
        """The moves that can be made next where moves count one by one."""
        found: list[Choice] = []
        for colonist in dict.fromkeys(colonists):
            if self._may_move(draft, moved, colonists, colonist):
                found += self._ways_of(draft, moved, colonists, colonist)
        if self.lines_shared == "until_all_have_moved":
            found = [move for move in found if self._can_part_after(draft, moved, colonists, move)]
        return found

    def _ways_of(self, draft: Draft, moved: Moved, colonists: Sequence[Colonist], colonist: Colonist) -> list[Choice]:
        """The moves of one colonist, whether it shares a line afterwards or not."""
        taken = self._taken_for(draft, moved, colonists, colonist)
        if self.from_a_line == "onward":
            ways = sorted(self._ways_onward(draft, moved, colonists, colonist).items())
            free = [way for way, steps in ways if steps <= moved.steps_left and (way[0] not in taken - {colonist[1]})]
            found: list[Choice] = [("move", *colonist, *filter(None, way)) for way in free]
        else:
            reach = self._reach(draft, moved.roads, colonists, colonist)
            found = [*reach.to_free_places(moved.steps_left, taken)]
            if self._may_come_back(draft) and reach.back is not None and reach.back <= moved.steps_left:
                found.append(("move", *colonist, colonist[1]))
        if not self.end_where_it_began:
            found = [move for move in found if not self._ends_where_it_began(draft, moved, move)]
        return found

    def _ways_onward(
        self, draft: Draft, moved: Moved, colonists: Sequence[Colonist], colonist: Colonist
    ) -> Mapping[Way, int]:
        """The ways of a colonist that continues through the end of its line that it has not come from."""
        arrivals = [move[4] for move in moved.moves if (move[1], move[3]) == colonist and len(move) > 4]
        came_from = arrivals[-1] if arrivals else cities_behind(draft.at_first).get(colonist[1])
        occupied = self._occupied(draft, _without(colonists, colonist))
        return moved.roads.ways_onward(colonist, came_from, occupied)

    def _steps_of(self, draft: Draft, moved: Moved, colonists: Sequence[Colonist], move: Choice) -> int | None:
        """The steps that a move needs; None if there is no way."""
        _, kind, origin, place, *through = move
        if self.from_a_line == "onward":
            ways = self._ways_onward(draft, moved, colonists, (kind, origin))
            if through:
                return ways.get((place, through[0]))
            return min([steps for way, steps in ways.items() if way[0] == place], default=None)
        reach = self._reach(draft, moved.roads, colonists, (kind, origin))
        if place == origin:
            return reach.back if self._may_come_back(draft) else None
        return reach.steps_to.get(place)

    def obstacles(self, draft: Draft, choice: Choice) -> list[Violation]:
        """The rules against this move."""
        kind, origin, place = choice[1:4]
        found, board, colonist, colonists = [], draft.board, (kind, origin), draft.player.colonists
        facts: dict[str, Any] = {"kind": kind, "from": origin, "to": place}
        moved = self.moved_so_far(draft)
        if not self._may_move(draft, moved, colonists, colonist):
            found.append(broken("architect.move.own-colonists", **facts))
        if origin not in board.ends and origin not in moved.roads.cities_to_leave:
            found.append(self.breaks("first_step_from", **facts))
        comes_back = place == origin and self._may_come_back(draft)
        if place in board.ends:
            if board.kind_of[place] not in self.lines[kind]:
                return [*found, self.breaks("lines", about=kind, **facts)]
        elif not self.end_in_city:
            return [*found, self.breaks("end_in_city", **facts)]
        if not self.end_where_it_began and self._ends_where_it_began(draft, moved, choice):
            found.append(self.breaks("end_where_it_began", **facts, seat=draft.seat))
        elif not comes_back and place in self._taken_for(draft, moved, colonists, colonist):
            found.append(self.breaks("end_on_occupied_line", **facts, seat=_owner(draft, place)))
        steps = self._steps_of(draft, moved, colonists, choice)
        if steps is None and self.from_a_line == "onward":
            found.append(self.breaks("from_a_line", **facts))
        elif steps is None and self.further_step == "in_a_later_turn":
            found.append(self.breaks("further_step", **facts))
        elif steps is None or steps > moved.steps_left:
            found.append(self.breaks("steps_per_colonist", **facts, steps=steps, left=moved.steps_left))
        if not found and moved.in_sequence and not self._can_part_after(draft, moved, colonists, choice):
            found.append(self.breaks("end_on_occupied_line", **facts, seat=draft.seat))
        return found

    def obstacles_to_stopping(self, draft: Draft) -> list[Violation]:
        """The rules against moving no more: colonists that share a line, or steps that must still be used."""
        moved = self.moved_so_far(draft)
        if not moved.in_sequence:
            return []
        found: list[Violation] = []
        shared = self._shared_lines(draft, draft.player.colonists)
        for _, kind, origin, place, *_ in moved.moves:
            if place in shared:
                facts: dict[str, Any] = {"kind": kind, "from": origin, "to": place}
                found.append(self.breaks("end_on_occupied_line", **facts, seat=draft.seat))
        if self.all_steps_used and self._ways(draft, moved, draft.player.colonists):
            found.append(self.breaks("all_steps_used", left=moved.steps_left))
        return found

    def perform(self, draft: Draft, choice: Choice) -> None:
        """Move the colonist."""
        moved, colonists = self.moved_so_far(draft), draft.player.colonists
        if moved.in_sequence:
            draft.memo, after = self._after(draft, moved, colonists, choice)
        else:
            draft.memo, after = self.moved_on(draft, moved, choice), after_move(colonists, choice)
        draft.player = draft.player._replace(colonists=after)

    def moved_on(self, draft: Draft, moved: Moved, move: Choice) -> Moved:
        """What has been moved after one more move, where moves count as a set."""
        _, kind, origin, place = move
        moves, steps_left, taken, roads, in_sequence = moved
        steps = roads.at_any_time((kind, origin)).steps_to[place]
        if not self.end_on_occupied_line and self.occupied_by == "anyones_colonists":
            # The line left becomes free, and the line reached was free.
            taken = taken.symmetric_difference([line for line in (origin, place) if line in draft.board.ends])
        return Moved(moves + (move,), steps_left - steps, taken, roads, in_sequence)

    def _after(
        self, draft: Draft, moved: Moved, colonists: Sequence[Colonist], move: Choice
    ) -> tuple[Moved, tuple[Colonist, ...]]:
        """What has been moved after one more move, and where the colonists stand then."""
        steps = self._steps_of(draft, moved, colonists, move)
        assert steps is not None, "the move is possible"
        after = after_move(colonists, move)
        taken = self._taken(draft, after)
        return moved._replace(moves=(*moved.moves, move), steps_left=moved.steps_left - steps, taken=taken), after

    def _may_move(self, draft: Draft, moved: Moved, colonists: Sequence[Colonist], colonist: Colonist) -> bool:
        """Whether a colonist stands there that has not moved yet, or may move again."""
        if _stands_where_it_began(moved.moves, draft.at_first.colonists, colonist):
            return True
        if not moved.in_sequence or self.further_step == "in_a_later_turn" or colonist not in colonists:
            return False
        if self.colonists_move == "interleaved":
            return True
        # Each takes all of its steps before the next one moves, with stops on the way where these count.
        return self._stops_count(draft) and (moved.moves[-1][1], moved.moves[-1][3]) == colonist

    def _ends_where_it_began(self, draft: Draft, moved: Moved, move: Choice) -> bool:
        last = journeys((*moved.moves, move), draft.at_first.colonists)[-1:]
        return any(journey.origin == journey.place for journey in last)

    def _can_part_after(self, draft: Draft, moved: Moved, colonists: Sequence[Colonist], move: Choice) -> bool:
        """Whether all colonists that share a line after a move can still be moved apart."""
        if self.lines_shared == "never":
            return True
        after, standing = self._after(draft, moved, colonists, move)
        return self._can_part(draft, after, standing)

    def _can_part(self, draft: Draft, moved: Moved, colonists: Sequence[Colonist]) -> bool:
        shared = self._shared_lines(draft, colonists)
        if not shared:
            return True
        for colonist in dict.fromkeys(colonists):
            if colonist[1] in shared and self._may_move(draft, moved, colonists, colonist):
                ahead = self._ways_of(draft, moved, colonists, colonist)
                if any(self._can_part_after(draft, moved, colonists, move) for move in ahead):
                    return True
        return False

    def _shared_lines(self, draft: Draft, colonists: Sequence[Colonist]) -> set[str]:
        """The lines that the player's colonists share although they may not do so in the end."""
        if self.lines_shared == "never" or self.end_on_occupied_line or self.occupied_by == "others_colonists":
            return set()
        lines = [place for _, place in colonists if place in draft.board.ends]
        parallel = draft.board.parallel_to if self.parallel_lines == "one_place" else {}
        return {line for line in lines if lines.count(line) > 1 or parallel.get(line) in lines}

    def arrange(self, draft: Draft, choices: Sequence[Choice]) -> Sequence[Choice]:
        """The same outcome with the places left and reached paired in the cheapest way.

        A place that one colonist leaves and another of its kind reaches drops out. Moves of colonists that are not
        there stay as they were written, so that the refusal names them.
        """
        moved = self.moved_so_far(draft)
        if self.from_a_line == "onward":
            return self._with_their_ways(draft, moved, choices)
        if _is_one_that_moves(choices):
            return choices
        if moved.in_sequence:
            return self._arranged_in_sequence(draft, moved, choices)
        if not self.end_where_it_began and any(choice[2] == choice[3] for choice in choices):
            return choices
        arranged: list[Choice] = []
        for kind in sorted({choice[1] for choice in choices}):
            moves = [choice for choice in choices if choice[1] == kind]
            arranged += moves if _is_one_that_moves(moves) else self._arranged_of_one_kind(draft, kind, moves)
        return arranged

    def _with_their_ways(self, draft: Draft, moved: Moved, choices: Sequence[Choice]) -> Sequence[Choice]:
        """The moves with the cities that they come through last; the shortest way, where none was written."""
        arranged, colonists = list[Choice](), draft.player.colonists
        for choice in choices:
            kind, origin, place, *through = choice[1:]
            if (kind, origin) in colonists and not through and draft.board.is_line(place):
                ways = self._ways_onward(draft, moved, colonists, (kind, origin))
                ends = sorted((steps, city) for (end, city), steps in ways.items() if end == place)
                through = [city for _, city in ends[:1]]
            move = ("move", kind, origin, place, *through)
            arranged.append(move)
            if (kind, origin) in colonists and self._steps_of(draft, moved, colonists, move) is not None:
                moved, colonists = self._after(draft, moved, colonists, move)
        return arranged

    def _arranged_in_sequence(self, draft: Draft, moved: Moved, choices: Sequence[Choice]) -> Sequence[Choice]:
        """Moves in their order, but for those that make no difference."""
        if not _all_stand_there(choices, draft.player.colonists):
            return choices
        moves = list(choices)
        if self.end_where_it_began:
            others = [move for move in moves if move[2] != move[3] or not self._may_end_in(draft, move[3])]
            if not self._may_come_back(draft):
                moves = others
            elif self._only_whether_moved_counts(draft):
                moves = others or self._cheapest_of_all(draft, moved, moves)
        if self._order_matters(draft, moved.roads):
            return moves
        steps = [self._steps_as_written(draft, moved, move) for move in moves]
        if sum(steps) > moved.steps_left:
            moves = _paired_anew(moved.roads, moves)
        return moves if self.lines_shared == "until_all_have_moved" else _in_an_order_that_works(moves)

    def _cheapest_of_all(self, draft: Draft, moved: Moved, moves: Sequence[Choice]) -> list[Choice]:
        """The move that needs the fewest steps, as a list; of those that need the same, the first in the alphabet."""
        return sorted(moves, key=lambda move: (self._steps_as_written(draft, moved, move), move))[:1]

    def _steps_as_written(self, draft: Draft, moved: Moved, move: Choice) -> int:
        """How many steps a move needs if it is the first one."""
        steps = self._steps_of(draft, moved, draft.player.colonists, move)
        return OUT_OF_REACH if steps is None else steps

    def _may_end_in(self, draft: Draft, place: str) -> bool:
        return draft.board.is_line(place) or self.end_in_city

    def _arranged_of_one_kind(self, draft: Draft, kind: LineKind, moves: list[Choice]) -> list[Choice]:
        left, reached = [move[2] for move in moves], [move[3] for move in moves]
        if not _all_stand_there(moves, draft.player.colonists):
            return sorted(moves)
        for place in [*left]:
            if place in reached and self._may_end_in(draft, place):
                left.remove(place)
                reached.remove(place)
        origins = sorted(left)
        _, places = _cheapest(self.roads(draft), kind, origins, sorted(reached))
        return [("move", kind, *way) for way in zip(origins, places, strict=True)]

    def moved_so_far(self, draft: Draft) -> Moved:
        """What has been moved; at first nothing."""
        moved: Moved | None = draft.memo
        if moved is None:
            # Computed once, when first needed.
            moved = draft.memo = self.nothing_moved(draft)
        return moved

    def nothing_moved(self, draft: Draft) -> Moved:
        """What has been moved at the beginning of the step."""
        colonists, roads = draft.player.colonists, self.roads(draft)
        counted = len(colonists)
        if self.steps_for == "those_on_lines":
            counted = len([place for _, place in colonists if place in draft.board.ends])
        in_sequence = self._in_sequence(draft, roads)
        taken = self._taken(draft, colonists, in_sequence=in_sequence)
        return Moved((), self.steps_per_colonist * counted, taken, roads, in_sequence)

    def roads(self, draft: Draft) -> Roads:
        """The lines as this verb sees them."""
        toll = self.steps_over_occupied_line if self.pass_occupied_line else None
        return draft.board.roads(
            tuple(self.lines.items()),
            toll,
            end_in_city=self.end_in_city,
            further_step=self.further_step,
            from_start_city=self.first_step_from == "start_city",
        )

    def counts_as_a_set(self, draft: Draft) -> bool:
        """Whether only the places that are left and reached count, which is the rule."""
        return not self._in_sequence(draft, self.roads(draft))

    def _in_sequence(self, draft: Draft, roads: Roads) -> bool:
        """Whether moves count one by one."""
        return self._order_matters(draft, roads) or self._may_come_back(draft) or self.further_step == "in_a_later_turn"

    def _order_matters(self, draft: Draft, roads: Roads) -> bool:
        """Whether a move can depend on another made before it, beyond colonists of a kind changing places."""
        return (
            roads.order_matters
            or self.parallel_lines == "one_place"
            or self.colonists_move == "interleaved"
            or self.from_a_line == "onward"
            or self._stops_count(draft)
        )

    def _stops_count(self, draft: Draft) -> bool:
        """Whether it makes a difference where a colonist stops on its way."""
        building = _building(draft)
        return self.all_steps_used or (building is not None and building.between_moves)

    def _may_come_back(self, draft: Draft) -> bool:
        """Whether it makes a difference that a colonist leaves its place and comes back, or has moved at all."""
        if self.all_steps_used or self.from_a_line == "onward":
            return True
        building = _building(draft)
        return building is not None and building.asks_who_moved()

    def _only_whether_moved_counts(self, draft: Draft) -> bool:
        """Whether all that counts of a colonist that comes back is that some colonist has moved."""
        building = _building(draft)
        if building is None or self._stops_count(draft) or self.from_a_line == "onward":
            return False
        return building.next_to != "own_colonists_that_moved"

    def _occupied(self, draft: Draft, colonists: Sequence[Colonist]) -> frozenset[str]:
        """The lines that count as occupied while the player's colonists stand somewhere."""
        standing = [player.colonists for player in draft.table.players]
        standing[draft.seat] = () if self.occupied_by == "others_colonists" else tuple(colonists)
        lines = draft.board.occupied_lines(standing)
        if self.parallel_lines == "one_place":
            parallel_to = draft.board.parallel_to
            lines |= {parallel_to[line] for line in lines if line in parallel_to}
        return lines

    def _taken(self, draft: Draft, colonists: Sequence[Colonist], *, in_sequence: bool = True) -> frozenset[str]:
        """The lines on which no colonist can end its move."""
        if self.end_on_occupied_line:
            return frozenset()
        if in_sequence and self.lines_shared == "until_all_have_moved":
            colonists = ()
        return self._occupied(draft, colonists)

    def _taken_for(
        self, draft: Draft, moved: Moved, colonists: Sequence[Colonist], colonist: Colonist
    ) -> frozenset[str]:
        """The lines on which one colonist cannot end; its own is free when it leaves it, and so is the parallel one."""
        if self.parallel_lines == "one_place":
            return self._taken(draft, _without(colonists, colonist)) | ({colonist[1]} & moved.taken)
        return moved.taken

    def _reach(self, draft: Draft, roads: Roads, colonists: Sequence[Colonist], colonist: Colonist) -> Reach:
        if roads.passes_freely:
            return roads.at_any_time(colonist)
        if self.parallel_lines == "one_place":
            colonists = _without(colonists, colonist)
        return roads.reach(colonist, self._occupied(draft, colonists))


def _building(draft: Draft) -> BuildHouses | None:
    """The step that builds houses after the move, if there is one."""
    return next((step for step in draft.steps if isinstance(step, BuildHouses)), None)


def _all_stand_there(moves: Sequence[Choice], colonists: Sequence[Colonist]) -> bool:
    """Whether the colonists that some moves name stand where they set out."""
    left = [move[1:3] for move in moves]
    return all(left.count(colonist) <= colonists.count(colonist) for colonist in left)


def _without(colonists: Sequence[Colonist], colonist: Colonist) -> list[Colonist]:
    others = list(colonists)
    if colonist in others:
        others.remove(colonist)
    return others


def _in_an_order_that_works(moves: Sequence[Choice]) -> Sequence[Choice]:
    """Moves in an order in which none ends where another has yet to leave, if there is one; as written if it is."""
    arranged, left = list[Choice](), list(moves)
    while left:
        begun = [move[2] for move in left if move[2] != move[3]]
        free = next((move for move in left if move[3] not in begun), None)
        if free is None:
            return moves
        left.remove(free)
        arranged.append(free)
    return moves if _works(moves) else arranged


def _works(moves: Sequence[Choice]) -> bool:
    return not any(
        move[3] == later[2] and later[2] != later[3] for place, move in enumerate(moves) for later in moves[place + 1 :]
    )


def _paired_anew(roads: Roads, moves: Sequence[Choice]) -> list[Choice]:
    """Moves of interchangeable colonists, the places left and reached paired in the cheapest way; some may stay."""
    arranged: list[Choice] = []
    for kind in sorted({move[1] for move in moves}):
        left = sorted(move[2] for move in moves if move[1] == kind)
        tables = [{**roads.at_any_time((kind, origin)).steps_to, origin: 0} for origin in left]
        reached = sorted(move[3] for move in moves if move[1] == kind)
        _, places = _cheapest_by(tables, reached)
        pairs = zip(left, places, strict=True)
        arranged += [("move", kind, origin, place) for origin, place in pairs if origin != place]
    return arranged


def after_move(colonists: Sequence[Colonist], move: Choice) -> tuple[Colonist, ...]:
    """Where the colonists stand after a move."""
    kind, origin, place = move[1:4]
    moved = list(colonists)
    moved.remove((kind, origin))
    moved.append((kind, place))
    moved.sort()
    return tuple(moved)


def _is_one_that_moves(moves: Sequence[Choice]) -> bool:
    """Whether nothing has to be paired: there is one move, and not to where it began."""
    return len(moves) == 1 and moves[0][2] != moves[0][3]


def _owner(draft: Draft, line: str) -> int:
    """The seat of the player whose colonist stands on a line, or on the one beside it."""
    lines = (line, draft.board.parallel_to.get(line, line))
    standing = [[place for _, place in player.colonists] for player in draft.state.players]
    return next(seat for there in lines for seat, places in enumerate(standing) if there in places)


def _stands_where_it_began(moves: Sequence[Choice], at_first: Sequence[Colonist], colonist: Colonist) -> bool:
    """Whether a colonist of this kind stands there that has not moved in this turn."""
    left = [move[1:3] for move in moves].count(colonist) if moves else 0
    return at_first.count(colonist) > left


Pairing = tuple[int, tuple[str, ...]]
"""Steps, and the places that colonists reach with them, in the order of the colonists."""


def _cheapest(roads: Roads, kind: LineKind, origins: Sequence[str], places: Sequence[str]) -> Pairing:
    """The cheapest way to reach places from others; of those that cost the same, the earlier in the alphabet."""
    return _cheapest_by([roads.at_any_time((kind, origin)).steps_to for origin in origins], places)


def _cheapest_by(tables: Sequence[Mapping[str, int]], places: Sequence[str]) -> Pairing:
    """The same with a table of steps for each place that is left."""
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
