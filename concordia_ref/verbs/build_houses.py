"""Pay for houses and build them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from concordia_ref.draft import STOP, Choice, Draft
from concordia_ref.errors import Violation
from concordia_ref.rules import covers
from concordia_ref.state import Goods, Player

KINDS = ("build",)
OPTIONAL = True


def required(_: Draft) -> str | None:
    """Nothing: the player may stop at any point."""
    return None


def options(draft: Draft) -> Sequence[Choice]:
    """One more city, in the order of the alphabet so that no set of cities is offered twice; or no more."""
    last = draft.memo or ""
    cities = possible_among(draft, [city for city in sorted(_adjacent(draft)) if city >= last])
    return [*[("build", city) for city in cities], STOP]


def possible_among(draft: Draft, cities: Sequence[str]) -> Sequence[str]:
    """Those of the cities where the next house could be built, if they are near."""
    if _must_move_first(draft) or _has_built_enough(draft) or _has_no_house_left(draft):
        return ()
    return [city for city in cities if not _has_own_house(draft, city) and _can_pay(draft, *_price(draft, city))]


def obstacles(draft: Draft, choice: Choice) -> Iterator[Violation]:
    """What stands against a house in this city."""
    if choice == STOP:
        return
    city, rules, player = choice[1], draft.rules, draft.player
    if city == draft.board.start_city:
        yield Violation("architect.build.start-city", city=city)
        return
    if _must_move_first(draft):
        yield Violation("architect.build.without-moving", city=city)
    if city not in _adjacent(draft):
        yield Violation("architect.build.adjacent", city=city)
    if _has_own_house(draft, city):
        yield Violation("architect.build.one-own-house", city=city)
    if _has_built_enough(draft):
        yield Violation("architect.build.number", city=city, colonists=len(player.colonists))
    if _has_no_house_left(draft):
        yield Violation("architect.build.supply", city=city, houses=len(player.houses))
    goods, coins = _price(draft, city)
    if not covers(player.goods, goods):
        cost, has = rules.amounts(goods), rules.amounts(player.goods)
        clause = "house.cost.goods" if draft.good_of(city) in cost else "house.cost.goods.brick-city"
        yield Violation(clause, city=city, cost=cost, has=has)
    if player.coins < coins:
        houses = rules.houses_in(draft.players, city)
        clause = "house.cost.coins.multiplied" if houses else "house.cost.coins"
        yield Violation(clause, city=city, cost=coins, has=player.coins, houses=houses)


def perform(draft: Draft, choice: Choice | None) -> None:
    """Pay for the house and build it."""
    if choice is None or choice == STOP:
        draft.end_step()
        return
    city = choice[1]
    draft.pay(*_price(draft, city))
    draft.player = draft.player.with_houses(tuple(sorted((*draft.player.houses, city))))
    draft.memo = city


def arrange(_: Draft, choices: list[Choice]) -> list[Choice]:
    """In the order of the alphabet."""
    return sorted(choices)


def _must_move_first(draft: Draft) -> bool:
    return bool(draft.rule["only_after_moving"]) and draft.player.colonists == _at_first(draft).colonists


def _has_own_house(draft: Draft, city: str) -> bool:
    return bool(draft.player.houses.count(city) >= draft.rule["own_houses_per_city"])


def _has_built_enough(draft: Draft) -> bool:
    if draft.rule["at_most"] != "one_per_colonist":
        return False
    return len(draft.player.houses) - len(_at_first(draft).houses) >= len(draft.player.colonists)


def _has_no_house_left(draft: Draft) -> bool:
    return len(draft.player.houses) >= draft.rules.spec.pieces.houses


def _price(draft: Draft, city: str) -> tuple[Goods, int]:
    return draft.rules.house_price(draft.good_of(city), draft.rules.houses_in(draft.players, city))


def _can_pay(draft: Draft, goods: Goods, coins: int) -> bool:
    return draft.player.coins >= coins and covers(draft.player.goods, goods)


def _at_first(draft: Draft) -> Player:
    """The player as it was at the beginning of the turn."""
    return draft.before.players[draft.seat]


def _adjacent(draft: Draft) -> set[str]:
    """The cities that lie next to what the rule asks for, the start city aside."""
    board = draft.board
    match draft.rule["next_to"]:
        case "own_colonists":
            lines = [place for _, place in draft.player.colonists if place in board.ends]
        case "own_colonists_that_moved":
            moved = Counter(draft.player.colonists) - Counter(_at_first(draft).colonists)
            lines = [place for _, place in moved if place in board.ends]
        case "anyones_colonists":
            lines = list(draft.rules.occupied_lines(board, draft.players))
        case _:
            # Those that stood there before the turn, so that the order of building makes no difference.
            houses = _at_first(draft).houses
            lines = [line for city in houses for line in board.lines_at[city]]
    near = {city for line in lines for city in board.ends[line]}
    near.discard(board.start_city)
    return near
