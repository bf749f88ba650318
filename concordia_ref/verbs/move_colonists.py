"""Move own colonists along the lines.

Colonists of a kind are alike, so a set of moves is known by the places that were left and the places that were
reached. Of the ways to pair them the cheapest counts, and that one alone is offered.

That holds as long as the order of the moves makes no difference, which is the rule. Under a reading where it does,
moves count in the order in which they are made, and all orders are offered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations

from concordia_ref.board import passes_freely
from concordia_ref.draft import STOP, Choice, Draft
from concordia_ref.errors import Violation
from concordia_ref.model import LineKind
from concordia_ref.rules import COLONIST_KINDS
from concordia_ref.state import Colonist
from concordia_ref.typed import NamedTuple

KINDS = ("move",)
OPTIONAL = True


class Moved(NamedTuple):
    """What has been moved so far."""

    moves: tuple[Choice, ...]
    steps_left: int


def required(_: Draft) -> str | None:
    """Nothing: the player may stop at any point."""
    return None


def options(draft: Draft) -> Sequence[Choice]:
    """One more colonist to move, and where to; or no more.

    Colonists are moved in the order of kind and place, so that no set of moves is offered twice. None moves to a place
    that one of its like leaves in this turn, or leaves a place that one of its like has reached: the outcome is the
    same as that of moving past it.
    """
    moved = _moved(draft)
    last = moved.moves[-1][1:3] if moved.moves else ()
    left = {move[1:3] for move in moved.moves}
    reached = {(move[1], move[3]) for move in moved.moves}
    in_any_order = _order_matters(draft)
    found: list[Choice] = []
    for colonist in dict.fromkeys(draft.player.colonists):
        if not _stands_where_it_began(draft, colonist):
            continue
        if not in_any_order and (colonist < last or colonist in reached):
            continue
        for place, steps in sorted(_distances(draft, colonist).items()):
            move = ("move", *colonist, place)
            # Cheap questions first; what is out of reach is most of the board.
            if steps > moved.steps_left or any(obstacles(draft, move)):
                continue
            if in_any_order or ((colonist[0], place) not in left and _is_cheapest(draft, (*moved.moves, move))):
                found.append(move)
    return [*found, STOP]


def obstacles(draft: Draft, choice: Choice) -> Iterator[Violation]:
    """What stands against this move."""
    if choice == STOP:
        return
    _, kind, origin, place = choice
    step, board = draft.step, draft.board
    facts = {"kind": kind, "from": origin, "to": place}
    if not _stands_where_it_began(draft, (kind, origin)):
        yield Violation("architect.move.own-colonists", **facts)
    if board.is_line(place):
        if board.kind_of[place] not in step["lines"][kind]:
            yield Violation(f"architect.move.{kind}-lines", **facts)
            return
        occupied = draft.rules.occupied_lines(draft.state)
        if not step["end_on_occupied_line"] and place in occupied:
            yield Violation("architect.move.occupied", **facts, seat=occupied[place])
    elif not step["end_in_city"]:
        yield Violation("architect.move.ends-on-line", **facts)
        return
    steps, left = _distances(draft, (kind, origin)).get(place), _moved(draft).steps_left
    if steps is None or steps > left:
        yield Violation("architect.move.budget", **facts, steps=steps, left=left)


def perform(draft: Draft, choice: Choice | None) -> Draft:
    """Move the colonist."""
    if choice is None or choice == STOP:
        return draft.step_done()
    _, kind, origin, place = choice
    colonists = list(draft.player.colonists)
    colonists.remove((kind, origin))
    colonists.append((kind, place))
    moved = _moved(draft)
    steps_left = moved.steps_left - _distances(draft, (kind, origin))[place]
    draft = draft.with_player(colonists=tuple(sorted(colonists)))
    return draft._replace(memo=Moved((*moved.moves, choice), steps_left))


def arrange(draft: Draft, choices: list[Choice]) -> list[Choice]:
    """The same outcome with the places left and reached paired in the cheapest way.

    A place that one colonist leaves and another of its kind reaches drops out. Moves of colonists that are not there
    stay as they were written, so that the refusal names them.
    """
    if _order_matters(draft):
        return choices
    arranged: list[Choice] = []
    for kind in COLONIST_KINDS:
        moves = [choice for choice in choices if choice[1] == kind]
        origins = Counter(move[2] for move in moves)
        standing = Counter(place for other, place in draft.player.colonists if other == kind)
        if origins <= standing:
            reached = Counter(move[3] for move in moves)
            can_end = {place for place in reached if draft.board.is_line(place) or draft.step["end_in_city"]}
            both = Counter({place: number for place, number in (origins & reached).items() if place in can_end})
            left, new = sorted((origins - both).elements()), sorted((reached - both).elements())
            moves = _cheapest(draft, kind, left, new)
        arranged += sorted(moves)
    return arranged


def _moved(draft: Draft) -> Moved:
    budget = draft.step["steps_per_colonist"] * len(draft.player.colonists)
    moved: Moved = draft.memo or Moved((), budget)
    return moved


def _order_matters(draft: Draft) -> bool:
    """Whether a move can depend on another that was made before it, beyond colonists of a kind changing places."""
    lines = draft.step["lines"]
    return not passes_freely(draft.step) or not set(lines["land"]).isdisjoint(lines["sea"])


def _stands_where_it_began(draft: Draft, colonist: Colonist) -> bool:
    """Whether a colonist of this kind stands there that has not moved in this turn."""
    arrived = [(move[1], move[3]) for move in _moved(draft).moves].count(colonist)
    return draft.player.colonists.count(colonist) > arrived


def _distances(draft: Draft, colonist: Colonist) -> dict[str, int]:
    return draft.board.distances(*colonist, draft.step, lambda: draft.rules.occupied_lines(draft.state))


def _is_cheapest(draft: Draft, moves: tuple[Choice, ...]) -> bool:
    """Whether the colonists of the kind that moved last could not have reached the same places in fewer steps.

    Of equally cheap pairings the one counts whose places come first in the alphabet. If this holds for a set of moves
    it holds for every part of it, so that nothing is lost by offering move after move.
    """
    kind = moves[-1][1]
    alike = [move for move in moves if move[1] == kind]
    return alike == _cheapest(draft, kind, [move[2] for move in alike], [move[3] for move in alike])


def _cheapest(draft: Draft, kind: LineKind, origins: list[str], places: list[str]) -> list[Choice]:
    out_of_reach = 1000
    tables = [_distances(draft, (kind, origin)) for origin in origins]

    def steps(order: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
        return sum(table.get(place, out_of_reach) for table, place in zip(tables, order, strict=True)), order

    best = min(permutations(places), key=steps)
    return [("move", kind, origin, place) for origin, place in zip(origins, best, strict=True)]
