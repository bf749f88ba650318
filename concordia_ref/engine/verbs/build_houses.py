"""Pay for houses and build them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import repeat

from concordia_ref.engine.draft import STOP, Choice, Draft
from concordia_ref.engine.errors import Violation
from concordia_ref.engine.rules import Cost, can_pay
from concordia_ref.engine.state import Player

KINDS = ("build",)
OPTIONAL = True


def options(draft: Draft) -> Sequence[Choice]:
    """One more city, in the order of the alphabet so that no set of cities is offered twice; or no more."""
    found: list[Choice] = []
    if in_reach := goods_in_reach(draft):
        last = draft.memo or ""
        cities = sorted([city for city in _adjacent(draft) if city >= last])
        found += zip(repeat("build"), possible_among(draft, in_reach, cities))
    found.append(STOP)
    return found


def goods_in_reach(draft: Draft) -> Collection[str]:
    """The goods in whose cities the player could pay for a first house; a further one is never cheaper."""
    if _must_move_first(draft) or _has_built_enough(draft) or _has_no_house_left(draft):
        return ()
    return [good for good, (goods, coins) in draft.rules.first_house.items() if _can_pay(draft, goods, coins)]


def possible_among(draft: Draft, in_reach: Collection[str], cities: Sequence[str]) -> Sequence[str]:
    """Those of the cities where the next house could be built, if they are near."""
    good_of, place_of = draft.before.city_goods, draft.board.city_index
    return [
        city
        for city in cities
        if good_of[place_of[city]] in in_reach
        and not _has_own_house(draft, city)
        and _can_pay(draft, *_price(draft, city))
    ]


def obstacles(draft: Draft, choice: Choice) -> list[Violation]:
    """What stands against a house in this city."""
    city, rules = choice[1], draft.rules
    if city == draft.board.start_city:
        return [Violation("architect.build.start-city", city=city)]
    found = []
    if _must_move_first(draft):
        found.append(Violation("architect.build.without-moving", city=city))
    if city not in _adjacent(draft):
        found.append(Violation("architect.build.adjacent", city=city))
    if _has_own_house(draft, city):
        found.append(Violation("architect.build.one-own-house", city=city))
    if _has_built_enough(draft):
        found.append(Violation("architect.build.number", city=city, colonists=len(draft.colonists)))
    if _has_no_house_left(draft):
        found.append(Violation("architect.build.supply", city=city, houses=len(draft.houses)))
    goods, coins = _price(draft, city)
    if not can_pay(draft.goods, goods):
        cost, has = rules.named(goods), rules.amounts(draft.goods)
        clause = "house.cost.goods" if draft.good_of(city) in cost else "house.cost.goods.brick-city"
        found.append(Violation(clause, city=city, cost=cost, has=has))
    if draft.coins < coins:
        houses = draft.houses_in(city)
        clause = "house.cost.coins.multiplied" if houses else "house.cost.coins"
        found.append(Violation(clause, city=city, cost=coins, has=draft.coins, houses=houses))
    return found


def perform(draft: Draft, choice: Choice) -> None:
    """Pay for the house and build it."""
    city = choice[1]
    draft.pay(*_price(draft, city))
    draft.houses = tuple(sorted((*draft.houses, city)))
    draft.memo = city


def arrange(_: Draft, choices: Sequence[Choice]) -> Sequence[Choice]:
    """In the order of the alphabet."""
    return sorted(choices)


def _must_move_first(draft: Draft) -> bool:
    return bool(draft.rule["only_after_moving"]) and draft.colonists == _at_first(draft).colonists


def _has_own_house(draft: Draft, city: str) -> bool:
    return bool(draft.houses.count(city) >= draft.rule["own_houses_per_city"])


def _has_built_enough(draft: Draft) -> bool:
    if draft.rule["at_most"] != "one_per_colonist":
        return False
    return len(draft.houses) - len(_at_first(draft).houses) >= len(draft.colonists)


def _has_no_house_left(draft: Draft) -> bool:
    return len(draft.houses) >= draft.rules.spec.pieces.houses


def _price(draft: Draft, city: str) -> tuple[Cost, int]:
    return draft.rules.house_prices[draft.good_of(city), draft.houses_in(city)]


def _can_pay(draft: Draft, goods: Cost, coins: int) -> bool:
    return draft.coins >= coins and can_pay(draft.goods, goods)


def _at_first(draft: Draft) -> Player:
    """The player as it was at the beginning of the turn."""
    return draft.before.players[draft.seat]


def _adjacent(draft: Draft) -> set[str]:
    """The cities that lie next to what the rule asks for, the start city aside."""
    board = draft.board
    places: Collection[str]
    match draft.rule["next_to"]:
        case "own_colonists":
            places = [place for _, place in draft.colonists]
        case "own_colonists_that_moved":
            moved = Counter(draft.colonists) - Counter(_at_first(draft).colonists)
            places = [place for _, place in moved]
        case "anyones_colonists":
            places = draft.occupied_lines()
        case _:
            # Those that stood there before the turn, so that the order of building makes no difference.
            places = [line for city in _at_first(draft).houses for line in board.lines_at[city]]
    # Colonists in a city are next to none.
    return {city for place in places if place in board.cities_next_to for city in board.cities_next_to[place]}
