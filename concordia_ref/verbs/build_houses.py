"""Pay for houses and build them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from concordia_ref.draft import STOP, Choice, Draft
from concordia_ref.errors import Violation
from concordia_ref.rules import covers

KINDS = ("build",)
OPTIONAL = True


def required(_: Draft) -> str | None:
    """Nothing: the player may stop at any point."""
    return None


def options(draft: Draft) -> Sequence[Choice]:
    """One more city, in the order of the alphabet so that no set of cities is offered twice; or no more."""
    last = draft.memo or ""
    candidates = (("build", city) for city in sorted(_adjacent(draft)) if city >= last)
    return [*(choice for choice in candidates if not any(obstacles(draft, choice))), STOP]


def obstacles(draft: Draft, choice: Choice) -> Iterator[Violation]:
    """What stands against a house in this city."""
    if choice == STOP:
        return
    city = choice[1]
    step, rules, player = draft.step, draft.rules, draft.player
    if city == draft.board.start_city:
        yield Violation("architect.build.start-city", city=city)
        return
    if step["only_after_moving"] and draft.player.colonists == draft.before.players[draft.seat].colonists:
        yield Violation("architect.build.without-moving", city=city)
    if city not in _adjacent(draft):
        yield Violation("architect.build.adjacent", city=city)
    if player.houses.count(city) >= step["own_houses_per_city"]:
        yield Violation("architect.build.one-own-house", city=city)
    built = len(player.houses) - len(draft.before.players[draft.seat].houses)
    if step["at_most"] == "one_per_colonist" and built >= len(player.colonists):
        yield Violation("architect.build.number", city=city, colonists=len(player.colonists))
    if len(player.houses) >= rules.spec.pieces.houses:
        yield Violation("architect.build.supply", city=city, houses=len(player.houses))
    good, houses = rules.good_of(draft.state, city), rules.houses_in(draft.state, city)
    goods, coins = rules.house_price(good, houses)
    if not covers(player.goods, goods):
        cost, has = rules.amounts(goods), rules.amounts(player.goods)
        clause = "house.cost.goods" if good in cost else "house.cost.goods.brick-city"
        yield Violation(clause, city=city, cost=cost, has=has)
    if player.coins < coins:
        clause = "house.cost.coins.multiplied" if houses else "house.cost.coins"
        yield Violation(clause, city=city, cost=coins, has=player.coins, houses=houses)


def perform(draft: Draft, choice: Choice | None) -> Draft:
    """Pay for the house and build it."""
    if choice is None or choice == STOP:
        return draft.step_done()
    city = choice[1]
    rules = draft.rules
    price = rules.house_price(rules.good_of(draft.state, city), rules.houses_in(draft.state, city))
    houses = tuple(sorted((*draft.player.houses, city)))
    return draft.paid(*price).with_player(houses=houses)._replace(memo=city)


def arrange(_: Draft, choices: list[Choice]) -> list[Choice]:
    """In the order of the alphabet."""
    return sorted(choices)


def _adjacent(draft: Draft) -> set[str]:
    """The cities that lie next to what the rule asks for, the start city aside."""
    board = draft.board
    match draft.step["next_to"]:
        case "own_colonists":
            lines = [place for _, place in draft.player.colonists if board.is_line(place)]
        case "own_colonists_that_moved":
            moved = Counter(draft.player.colonists) - Counter(draft.before.players[draft.seat].colonists)
            lines = [place for _, place in moved if board.is_line(place)]
        case "anyones_colonists":
            lines = list(draft.rules.occupied_lines(draft.state))
        case _:
            # Those that stood there before the turn, so that the order of building makes no difference.
            houses = draft.before.players[draft.seat].houses
            lines = [line for city in houses for line in board.lines_at[city]]
    return {city for line in lines for city in board.ends[line]} - {board.start_city}
