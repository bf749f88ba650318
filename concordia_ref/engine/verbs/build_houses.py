"""Pay for houses and build them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import repeat
from typing import Literal

from concordia_ref.engine.draft import STOP, Choice, Draft
from concordia_ref.engine.errors import Violation, broken
from concordia_ref.engine.rules import Cost, after_paying, can_pay
from concordia_ref.engine.state import Colonist
from concordia_ref.engine.verbs.journeys import journeys, moves_of
from concordia_ref.engine.verbs.verb import Verb


class BuildHouses(Verb):
    """Pay for houses and build them."""

    DO = "build_houses"
    KINDS = ("build",)
    OPTIONAL = True

    next_to: Literal["own_colonists", "own_colonists_that_moved", "anyones_colonists", "own_houses"]
    from_cities: bool
    between_moves: bool
    only_after_moving: bool
    own_houses_per_city: int
    limit_counts: Literal["own_houses_in_the_city", "all_houses_in_the_city", "own_houses_in_all_cities"]
    at_most: int | Literal["any", "one_per_colonist"]
    cost: Literal["house"]

    def options(self, draft: Draft) -> Sequence[Choice]:
        """One more city, in the order of the alphabet so that no set of cities is offered twice; or no more."""
        found: list[Choice] = []
        if in_reach := self.goods_in_reach(draft):
            last = draft.memo or ""
            cities = sorted([city for city in self._adjacent(draft) if city >= last])
            found += zip(repeat("build"), self.possible_among(draft, in_reach, cities))
        found.append(STOP)
        return found

    def goods_in_reach(self, draft: Draft) -> Collection[str]:
        """The goods in whose cities the player could pay for a first house; a further one is never cheaper."""
        if self._must_move_first(draft) or self._has_built_enough(draft) or _has_no_house_left(draft):
            return ()
        has, first_house = draft.player, draft.rules.first_house
        return [good for good, (cost, coins) in first_house.items() if has.coins >= coins and can_pay(has.goods, cost)]

    def possible_among(self, draft: Draft, in_reach: Collection[str], cities: Sequence[str]) -> Sequence[str]:
        """Those of the cities where the next house could be built, if they are near."""
        good_of, place_of = draft.before.city_goods, draft.board.city_index
        return [
            city
            for city in cities
            if good_of[place_of[city]] in in_reach
            and not self._has_own_house(draft, city)
            and _can_pay(draft, *_price(draft, city))
        ]

    def obstacles(self, draft: Draft, choice: Choice) -> list[Violation]:
        """The rules against a house in this city."""
        city, rules, player = choice[1], draft.rules, draft.player
        if city == draft.board.start_city:
            return [broken("architect.build.start-city", city=city)]
        found = []
        if self._must_move_first(draft):
            found.append(self.breaks("only_after_moving", city=city))
        if city not in self._adjacent(draft):
            found.append(self.breaks("next_to", city=city))
        if self._has_own_house(draft, city):
            found.append(self.breaks("own_houses_per_city", city=city))
        if self._has_built_enough(draft):
            found.append(self.breaks("at_most", city=city, colonists=len(player.colonists)))
        if _has_no_house_left(draft):
            found.append(broken("architect.build.supply", city=city, houses=len(player.houses)))
        goods, coins = _price(draft, city)
        if not can_pay(player.goods, goods):
            cost, has = rules.named(goods), rules.amounts(player.goods)
            clause = "house.cost.goods" if draft.good_of(city) in cost else "house.cost.goods.brick-city"
            found.append(broken(clause, city=city, cost=cost, has=has))
        if player.coins < coins:
            houses = _houses_counted(draft, city)
            clause = "house.cost.coins.multiplied" if houses else "house.cost.coins"
            found.append(broken(clause, city=city, cost=coins, has=player.coins, houses=houses))
        return found

    def perform(self, draft: Draft, choice: Choice) -> None:
        """Pay for the house and build it."""
        city = choice[1]
        player, (cost, coins) = draft.player, _price(draft, city)
        draft.player = player._replace(
            coins=player.coins - coins,
            goods=after_paying(player.goods, cost),
            houses=tuple(sorted((*player.houses, city))),
        )
        draft.memo = city

    def arrange(self, draft: Draft, choices: Sequence[Choice]) -> Sequence[Choice]:
        """Sort the cities by the alphabet."""
        return sorted(choices)

    def asks_who_moved(self) -> bool:
        """Whether it makes a difference that a colonist has moved, wherever it stands now."""
        return self.only_after_moving or self.next_to == "own_colonists_that_moved"

    def _must_move_first(self, draft: Draft) -> bool:
        return self.only_after_moving and not moves_of(draft)

    def _has_own_house(self, draft: Draft, city: str) -> bool:
        match self.limit_counts:
            case "own_houses_in_the_city":
                counted = draft.player.houses.count(city)
            case "all_houses_in_the_city":
                counted = draft.houses_in(city)
            case "own_houses_in_all_cities":
                counted = len(draft.player.houses)
        return counted >= self.own_houses_per_city

    def _has_built_enough(self, draft: Draft) -> bool:
        if self.at_most == "any":
            return False
        player = draft.player
        at_most = len(player.colonists) if self.at_most == "one_per_colonist" else self.at_most
        return len(player.houses) - len(draft.at_first.houses) >= at_most

    def _adjacent(self, draft: Draft) -> set[str]:
        """The cities that lie next to what the rule asks for, the start city aside."""
        next_to = draft.board.cities_next_to
        if self.next_to == "own_houses":
            # The houses that stood there before the turn, so the order of building makes no difference.
            lines = [line for city in draft.at_first.houses for line in draft.board.lines_at[city]]
            return {city for line in lines for city in next_to[line]}
        colonists = self._colonists(draft)
        cities = {city for _, place in colonists if place in next_to for city in next_to[place]}
        # Colonists in a city are next to no city, unless they count like colonists on all of its lines.
        if self.from_cities:
            cities |= _cities_around(draft, colonists)
        return cities

    def _colonists(self, draft: Draft) -> Collection[Colonist]:
        """The colonists next to which houses can be built; where houses come in between, wherever one has stood."""
        moves, at_first = moves_of(draft), draft.at_first.colonists
        if self.next_to == "own_colonists_that_moved":
            if self.between_moves:
                return [(move[1], move[3]) for move in moves]
            return [(journey.kind, journey.place) for journey in journeys(moves, at_first)]
        colonists = list(draft.player.colonists)
        if self.between_moves:
            colonists += _stood_between(moves, at_first, after_moving=self.only_after_moving)
        if self.next_to == "anyones_colonists":
            others = [player.colonists for seat, player in enumerate(draft.table.players) if seat != draft.seat]
            colonists += [colonist for standing in others for colonist in standing]
        return colonists


def _stood_between(moves: Sequence[Choice], at_first: Sequence[Colonist], *, after_moving: bool) -> list[Colonist]:
    """Where the player's colonists stood after each move, and before the moves unless one must have moved."""
    found, standing = list[Colonist](), list(at_first)
    for number, (_, kind, origin, place, *_) in enumerate(moves):
        if number or not after_moving:
            found += standing
        standing.remove((kind, origin))
        standing.append((kind, place))
    return found


def _cities_around(draft: Draft, colonists: Collection[Colonist]) -> set[str]:
    """The cities where colonists stand, and those that a line of their kind joins to them, the start city aside."""
    board = draft.board
    cities = {place for _, place in colonists if place in board.city_index}
    for kind, place in colonists:
        lines = [line for line in board.lines_at.get(place, ()) if board.kind_of[line] == kind]
        cities |= {city for line in lines for city in board.cities_next_to[line]}
    return cities


def _has_no_house_left(draft: Draft) -> bool:
    return len(draft.player.houses) >= draft.rules.spec.pieces.houses


def _price(draft: Draft, city: str) -> tuple[Cost, int]:
    return draft.rules.house_price(draft.good_of(city), _houses_counted(draft, city))


def _houses_counted(draft: Draft, city: str) -> int:
    """The houses in a city that raise the price of another one."""
    houses = draft.houses_in(city)
    if draft.rules.spec.costs.house.houses_counted == "those_of_others":
        houses -= draft.player.houses.count(city)
    return houses


def _can_pay(draft: Draft, goods: Cost, coins: int) -> bool:
    return draft.player.coins >= coins and can_pay(draft.player.goods, goods)
