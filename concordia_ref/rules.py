"""The specification prepared for play: goods as vectors, prices, boards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from operator import add, ge, mul, sub

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
        self.surcharges = [(self.vector(Counter(slot)), slot.count("any")) for slot in spec.display.slots]
        self.copying = {card: step for card in spec.cards for step in self._first_steps(card) if step.do == "copy_card"}
        self._lately_on_markers: tuple[tuple[str, ...], dict[str, str]] = ((), {})
        self._amounts: dict[Goods, dict[str, int]] = {}
        self._units = {good: self.vector({good: 1}) for good in self.goods}

    def vector(self, amounts: Amounts) -> Goods:
        """Amounts of goods as a tuple in the order of the goods."""
        return tuple(amounts.get(good, 0) for good in self.goods)

    def amounts(self, goods: Goods) -> dict[str, int]:
        """A tuple of goods as a mapping without the zeros."""
        known = self._amounts.get(goods)
        if known is None:
            known = {good: number for good, number in zip(self.goods, goods, strict=True) if number}
            self._amounts[goods] = known
        return known.copy()

    def one(self, good: str) -> Goods:
        """One unit of a good."""
        return self._units[good]

    def steps_of(self, card: str) -> Iterator[Step]:
        """All steps of all alternatives of a card."""
        return (step for steps in self.spec.actions[self.cards[card].action].choose.values() for step in steps)

    def _first_steps(self, card: str) -> list[Step]:
        """The steps with which the alternatives of a card begin."""
        return [steps[0] for steps in self.spec.actions[self.cards[card].action].choose.values()]

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
        tokens, markers = self._lately_on_markers
        if tokens is not state.city_goods:
            markers = {province: self._marker_good(state, province) for province in self.boards[state.map].cities_of}
            # They stay the same for a whole game.
            self._lately_on_markers = (state.city_goods, markers)
        return markers[province]

    def _marker_good(self, state: State, province: str) -> str:
        goods = [self.good_of(state, city) for city in self.boards[state.map].cities_of[province]]
        pick = max if self.spec.setup.bonus_markers.shows == "dearest_good_of_the_province" else min
        return pick(goods, key=lambda good: self.prices[self.good_index[good]])

    def house_price(self, good: str, houses_there: int) -> tuple[Goods, int]:
        """Goods and coins for a house in a city of a good where some houses stand already."""
        goods, coins = self._first_house[good]
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
            goods = multiple(goods, times)
        return goods, coins * times

    def houses_in(self, players: Sequence[Player], city: str) -> int:
        """How many houses stand in a city."""
        houses = 0
        for player in players:
            if city in player.houses:
                houses += player.houses.count(city)
        return houses

    def stored_colonists(self, player: Player) -> dict[LineKind, int]:
        """The colonists that are still in the storehouse."""
        return {kind: self.stored_of(player, kind) for kind in COLONIST_KINDS}

    def stored_of(self, player: Player, kind: LineKind) -> int:
        """The colonists of one kind that are still in the storehouse."""
        return self.spec.pieces.colonists[kind] - [other for other, _ in player.colonists].count(kind)

    def room(self, player: Player) -> int:
        """How many more goods the storehouse holds."""
        storehouse = self.spec.storehouse
        colonists = sum(self.spec.pieces.colonists.values()) - len(player.colonists)
        spaces = storehouse.spaces - colonists * storehouse.spaces_per_colonist
        return spaces // storehouse.spaces_per_good - sum(player.goods)

    def occupied_lines(self, board: Board, players: Sequence[Player]) -> dict[str, int]:
        """The lines on which a colonist stands, with the seat of its owner."""
        ends = board.ends
        return {place: seat for seat, player in enumerate(players) for _, place in player.colonists if place in ends}

    def value_of(self, goods: Goods) -> int:
        """What goods are worth at their prices."""
        return sum(map(mul, goods, self.prices))


def plus(goods: Goods, more: Goods) -> Goods:
    """Two vectors of goods added."""
    return tuple(map(add, goods, more))


def minus(goods: Goods, less: Goods) -> Goods:
    """One vector of goods less another."""
    return tuple(map(sub, goods, less))


def multiple(goods: Goods, times: int) -> Goods:
    """A vector of goods several times."""
    return tuple([number * times for number in goods])


def at_most(goods: Goods, limits: Goods) -> Goods:
    """A vector of goods, with no more of any good than another has."""
    return tuple([number if number < limit else limit for number, limit in zip(goods, limits, strict=True)])


def covers(goods: Goods, wanted: Goods) -> bool:
    """Whether there is enough of every good."""
    return all(map(ge, goods, wanted))
