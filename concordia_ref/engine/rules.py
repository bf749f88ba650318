"""The specification prepared for play: goods as vectors, prices, boards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from operator import mul
from types import MappingProxyType

from concordia_ref.engine.board import Board
from concordia_ref.engine.remembered import Remembered
from concordia_ref.engine.state import Colonist, Goods, Player, State
from concordia_ref.spec.model import COLONIST_KINDS, Amounts, Card, LineKind, Specification, Step

Cost = tuple[tuple[int, int], ...]
"""Goods to pay: where a good stands in the order of the goods, and how many of it."""


CHOOSE_ALTERNATIVE = (Step("choose_alternative", MappingProxyType({}), MappingProxyType({})),)
"""What a player does first whose card offers alternatives."""


class Rules:
    """Look-up tables and small sums that all parts of the interpreter share."""

    def __init__(self, spec: Specification) -> None:
        self.spec = spec
        self.goods = tuple(spec.goods)
        self.good_index = {good: index for index, good in enumerate(self.goods)}
        self.prices = tuple(good.price for good in spec.goods.values())
        self.no_goods: Goods = (0,) * len(self.goods)
        self.cards: Mapping[str, Card] = {**spec.cards}
        self.beginnings: Mapping[str, tuple[Step, ...]] = Remembered(self._beginning)
        """What an action begins with: to choose an alternative, or the steps of the only one."""
        self.card_order = {card: place for place, card in enumerate(spec.cards)}
        self.boards = {id: Board(game_map) for id, game_map in spec.maps.items()}
        self.direction = 1 if spec.turn.order == "clockwise" else -1
        self.alternatives = {alternative for action in spec.actions.values() for alternative in action.choose}
        self.colonist_cost = self.cost(spec.costs.colonist.goods)
        self.card_costs = {card.id: self.cost(card.cost) for card in spec.cards.values()}
        self.first_house = {
            good: (self.cost(cost.goods), cost.coins) for good, cost in spec.costs.house.in_city_of.items()
        }
        self.house_prices: Mapping[tuple[str, int], tuple[Cost, int]] = Remembered(self._house_price)
        """Goods and coins for a house in a city of a good where some houses stand already."""
        self.card_prices: Mapping[tuple[str, int, tuple[str, ...]], tuple[Cost, int]] = Remembered(self._card_price)
        """Goods for a card on a slot of the display, of the prices that are paid, and how many more of free choice."""
        self.affordable: Mapping[int, Goods] = Remembered(self._affordable)
        """How many of each good some coins buy."""
        self.surcharges = [(self.cost(Counter(slot)), slot.count("any")) for slot in spec.display.slots]
        self.copying = {card: step for card in spec.cards for step in self._first_steps(card) if step.do == "copy_card"}
        colonists = sum(spec.pieces.colonists.values())
        self._spaces_for_goods = [self.spaces_beside(colonists - on_board) for on_board in range(colonists + 1)]
        self.trades = {verb: self._trades(verb) for verb in ("sell", "buy")}
        self._lately_on_markers: tuple[tuple[str, ...], dict[str, str]] = ((), {})

    def _trades(self, verb: str) -> list[list[tuple[str, str, int]]]:
        """For every good the choices to trade one, two and so on of it; no storehouse holds more."""
        numbers = range(1, max(self._spaces_for_goods) + 1)
        return [[(verb, good, number) for number in numbers] for good in self.goods]

    def vector(self, amounts: Amounts) -> Goods:
        """Amounts of goods as a tuple in the order of the goods."""
        return tuple([amounts.get(good, 0) for good in self.goods])

    def amounts(self, goods: Sequence[int]) -> dict[str, int]:
        """A number of each good as a mapping without the zeros."""
        return {good: number for good, number in zip(self.goods, goods, strict=True) if number}

    def cost(self, amounts: Amounts) -> Cost:
        """Amounts of goods as goods to pay."""
        return tuple([(place, amounts[good]) for place, good in enumerate(self.goods) if amounts.get(good)])

    def named(self, cost: Cost) -> dict[str, int]:
        """Goods to pay as a mapping."""
        return {self.goods[place]: number for place, number in cost}

    def steps_of(self, card: str) -> Iterator[Step]:
        """All steps of all alternatives of a card."""
        return (step for steps in self.spec.actions[self.cards[card].action].choose.values() for step in steps)

    def _first_steps(self, card: str) -> list[Step]:
        """The steps with which the alternatives of a card begin."""
        return [steps[0] for steps in self.spec.actions[self.cards[card].action].choose.values()]

    def _beginning(self, action: str) -> tuple[Step, ...]:
        alternatives = [*self.spec.actions[action].choose.values()]
        return CHOOSE_ALTERNATIVE if len(alternatives) > 1 else alternatives[0]

    def next_seat(self, state: State, seat: int) -> int:
        """Whose turn comes after that of a seat; seats are numbered clockwise."""
        return (seat + self.direction) % len(state.players)

    def board(self, state: State) -> Board:
        """The board of the map that is played."""
        return self.boards[state.map]

    def good_of(self, state: State, city: str) -> str:
        """The good that a city produces."""
        return state.city_goods[self.boards[state.map].city_index[city]]

    def marker_goods(self, state: State) -> Mapping[str, str]:
        """The goods on the bonus markers, by province."""
        tokens, markers = self._lately_on_markers
        if tokens is not state.city_goods:
            markers = {province: self._marker_good(state, province) for province in self.boards[state.map].cities_of}
            # They stay the same for a whole game.
            self._lately_on_markers = (state.city_goods, markers)
        return markers

    def _marker_good(self, state: State, province: str) -> str:
        goods = [self.good_of(state, city) for city in self.boards[state.map].cities_of[province]]
        pick = max if self.spec.setup.bonus_markers.shows == "dearest_good_of_the_province" else min
        return pick(goods, key=lambda good: self.prices[self.good_index[good]])

    def _affordable(self, coins: int) -> Goods:
        return tuple([coins // price for price in self.prices])

    def _house_price(self, place: tuple[str, int]) -> tuple[Cost, int]:
        good, houses_there = place
        goods, coins = self.first_house[good]
        match self.spec.costs.house.coins_times:
            case "houses_after_building":
                times = houses_there + 1
            case "houses_before_building":
                times = max(houses_there, 1)
            case "doubled_per_house":
                times = 2**houses_there
            case _:
                times = 1
        if self.spec.costs.house.goods_times == "like_coins":
            goods = tuple([(place, number * times) for place, number in goods])
        return goods, coins * times

    def _card_price(self, offer: tuple[str, int, tuple[str, ...]]) -> tuple[Cost, int]:
        card, slot, pay = offer
        fixed = self.card_costs[card] if "card" in pay else ()
        surcharge, of_choice = self.surcharges[slot]
        if "surcharge" in pay:
            return _sum(fixed, surcharge), of_choice
        return fixed, of_choice if "surcharge_of_choice" in pay else 0

    def stored_colonists(self, player: Player) -> dict[LineKind, int]:
        """The colonists of a player that are still in the storehouse."""
        return {kind: self.stored_of(player.colonists, kind) for kind in COLONIST_KINDS}

    def stored_of(self, on_board: Sequence[Colonist], kind: LineKind) -> int:
        """How many colonists of one kind are in the storehouse while some are on the board."""
        return self.spec.pieces.colonists[kind] - [other for other, _ in on_board].count(kind)

    def room(self, goods: Sequence[int], colonists: Sequence[Colonist]) -> int:
        """How many more goods a storehouse holds besides these, while some colonists are on the board."""
        return self._spaces_for_goods[len(colonists)] - sum(goods)

    def spaces_beside(self, colonists: int) -> int:
        """How many goods the storehouse holds beside some colonists."""
        storehouse = self.spec.storehouse
        return (storehouse.spaces - colonists * storehouse.spaces_per_colonist) // storehouse.spaces_per_good

    def value_of(self, goods: Goods) -> int:
        """What goods are worth at their prices."""
        return sum(map(mul, goods, self.prices))


def can_pay(goods: Sequence[int], cost: Cost) -> bool:
    """Whether there is enough of every good."""
    # `all` with a generator takes three times as long, and this is asked for every house and card.
    for place, number in cost:  # noqa: SIM110
        if goods[place] < number:
            return False
    return True


def _sum(cost: Cost, more: Cost) -> Cost:
    """Two costs as one."""
    numbers = Counter(dict(cost)) + Counter(dict(more))
    return tuple(sorted(numbers.items()))
