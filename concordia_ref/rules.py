"""The specification prepared for play: goods as vectors, prices, boards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from concordia_ref.board import Board
from concordia_ref.model import Amounts, Card, LineKind, Specification, Step
from concordia_ref.state import Goods, Player, State

COLONIST_KINDS: tuple[LineKind, ...] = ("land", "sea")


class Rules:
    """Look-up tables and small sums that all parts of the interpreter share."""

    def __init__(self, spec: Specification) -> None:
        self.spec = spec
        self.goods = tuple(spec.goods)
        self.good_index = {good: index for index, good in enumerate(self.goods)}
        self.prices = tuple(good.price for good in spec.goods.values())
        self.no_goods: Goods = (0,) * len(self.goods)
        self.cards: Mapping[str, Card] = spec.cards
        self.card_order = {card: place for place, card in enumerate(spec.cards)}
        self.boards = {id: Board(game_map) for id, game_map in spec.maps.items()}
        self.alternatives = {alternative for action in spec.actions.values() for alternative in action.choose}
        self.colonist_cost = self.vector(spec.costs.colonist.goods)
        self.card_costs = {card.id: self.vector(card.cost) for card in spec.cards.values()}
        self._first_house = {
            good: (self.vector(cost.goods), cost.coins) for good, cost in spec.costs.house.in_city_of.items()
        }

    def vector(self, amounts: Amounts) -> Goods:
        """Amounts of goods as a tuple in the order of the goods."""
        return tuple(amounts.get(good, 0) for good in self.goods)

    def amounts(self, goods: Goods) -> dict[str, int]:
        """A tuple of goods as a mapping without the zeros."""
        return {good: number for good, number in zip(self.goods, goods, strict=True) if number}

    def one(self, good: str) -> Goods:
        """One unit of a good."""
        return tuple(int(other == good) for other in self.goods)

    def steps_of(self, card: str) -> Iterator[Step]:
        """All steps of all alternatives of a card."""
        return (step for steps in self.spec.actions[self.cards[card].action].choose.values() for step in steps)

    def next_seat(self, state: State, seat: int) -> int:
        """Whose turn comes after that of a seat; seats are numbered clockwise."""
        return (seat + (1 if self.spec.turn.order == "clockwise" else -1)) % len(state.players)

    def board(self, state: State) -> Board:
        """The board of the map that is played."""
        return self.boards[state.map]

    def good_of(self, state: State, city: str) -> str:
        """The good that a city produces."""
        return state.city_goods[self.boards[state.map].city_index[city]]

    def marker_good(self, state: State, province: str) -> str:
        """The good on the bonus marker of a province."""
        goods = [self.good_of(state, city) for city in self.boards[state.map].cities_of[province]]
        pick = max if self.spec.setup.bonus_markers.shows == "dearest_good_of_the_province" else min
        return pick(goods, key=lambda good: self.prices[self.good_index[good]])

    def house_price(self, good: str, houses_there: int) -> tuple[Goods, int]:
        """Goods and coins for a house in a city of a good where some houses stand already."""
        goods, coins = self._first_house[good]
        times = {
            "houses_after_building": houses_there + 1,
            "houses_before_building": max(houses_there, 1),
            "doubled_per_house": 2**houses_there,
            "once": 1,
        }[self.spec.costs.house.coins_times]
        goods_times = times if self.spec.costs.house.goods_times == "like_coins" else 1
        return tuple(number * goods_times for number in goods), coins * times

    def houses_in(self, state: State, city: str) -> int:
        """How many houses stand in a city."""
        return sum(player.houses.count(city) for player in state.players)

    def stored_colonists(self, player: Player) -> dict[LineKind, int]:
        """The colonists that are still in the storehouse."""
        return {
            kind: self.spec.pieces.colonists[kind] - sum(other == kind for other, _ in player.colonists)
            for kind in COLONIST_KINDS
        }

    def room(self, player: Player) -> int:
        """How many more goods the storehouse holds."""
        storehouse = self.spec.storehouse
        colonists = sum(self.stored_colonists(player).values())
        spaces = storehouse.spaces - colonists * storehouse.spaces_per_colonist
        return spaces // storehouse.spaces_per_good - sum(player.goods)

    def occupied_lines(self, state: State) -> dict[str, int]:
        """The lines on which a colonist stands, with the seat of its owner."""
        ends = self.boards[state.map].ends
        return {
            place: seat for seat, player in enumerate(state.players) for _, place in player.colonists if place in ends
        }

    def value_of(self, goods: Goods) -> int:
        """What goods are worth at their prices."""
        return sum(number * price for number, price in zip(goods, self.prices, strict=True))


def plus(goods: Goods, more: Goods) -> Goods:
    """Two vectors of goods added."""
    return tuple(a + b for a, b in zip(goods, more, strict=True))


def minus(goods: Goods, less: Goods) -> Goods:
    """One vector of goods less another."""
    return tuple(a - b for a, b in zip(goods, less, strict=True))


def covers(goods: Goods, wanted: Goods) -> bool:
    """Whether there is enough of every good."""
    return all(a >= b for a, b in zip(goods, wanted, strict=True))
