"""The specification prepared for play: goods as vectors, prices, boards, and the verbs of the cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from operator import mul
from typing import TYPE_CHECKING

from concordia_ref.engine import memory
from concordia_ref.engine.board import Board
from concordia_ref.engine.state import Colonist, Goods, Player, State
from concordia_ref.spec.model import COLONIST_KINDS, Amounts, Card, LineKind, Map, Specification, Step

if TYPE_CHECKING:
    from concordia_ref.engine.verbs.verb import Verb

Cost = tuple[tuple[int, int], ...]
"""Goods to pay: the place of a good in the order of the goods, and the number of units."""


class Rules:
    """Look-up tables and small sums that all parts of the interpreter share.

    `verbs` are the classes of the verbs by their names, see `concordia_ref.engine.verbs`. Answers that are asked for
    again and again are cached functions.
    """

    def __init__(self, spec: Specification, verbs: Mapping[str, type[Verb]]) -> None:
        self.spec = spec
        self.goods = tuple([good.id for good in spec.goods.values()])
        self.good_index = {good: index for index, good in enumerate(self.goods)}
        self.prices = tuple([good.price for good in spec.goods.values()])
        self.no_goods: Goods = (0,) * len(self.goods)
        self.cards: Mapping[str, Card] = {**spec.cards}
        self.card_order = {card: place for place, card in enumerate(spec.cards)}
        self.boards = {id: self._board(game_map) for id, game_map in spec.maps.items()}
        self.direction = {"clockwise": 1, "counterclockwise": -1}[spec.turn.order]
        self.alternatives = {alternative for action in spec.actions.values() for alternative in action.choose}
        self.colonist_cost = self.cost(spec.costs.colonist.goods)
        self.first_house = {
            good: (self.cost(cost.goods), cost.coins) for good, cost in spec.costs.house.in_city_of.items()
        }
        self.house_price = cache(self._house_price)
        """Goods and sestertii for a house in a city of a good where some houses already stand."""
        self.card_price = cache(self._card_price)
        """Goods for a card on a slot of the display, of the prices that are paid, and how many more of free choice."""
        self.affordable = cache(self._affordable)
        """How many units of each good an amount of sestertii buys."""
        self.surcharges = [(self.cost(Counter(slot)), slot.count("any")) for slot in spec.display.slots]
        colonists = sum(spec.pieces.colonists.values())
        self._spaces_for_goods = [self.spaces_beside(colonists - on_board) for on_board in range(colonists + 1)]
        self.trades = {verb: self._trades(verb) for verb in ("sell", "buy")}
        self._markers = lru_cache(self._goods_on_markers)

        self.memories = memory.needed(spec)
        """What players remember of earlier turns; nothing under the canonical rules."""
        self.play_card: tuple[Verb, ...] = (verbs["play_card"](Step("play_card", {}, spec.turn.clauses)),)
        """The first step of every turn."""
        self.choose_alternative: tuple[Verb, ...] = (verbs["choose_alternative"](Step("choose_alternative", {}, {})),)
        """The first step of a player whose card offers alternatives."""
        self.actions: Mapping[str, Mapping[str, tuple[Verb, ...]]] = {
            id: self._alternatives_in_play(
                {name: tuple([verbs[step.do](step) for step in steps]) for name, steps in action.choose.items()}
            )
            for id, action in spec.actions.items()
        }
        self.leave_out: tuple[Verb, ...] = (verbs["leave_out"](Step("leave_out", {}, {})),)
        """The step after playing a card whose action may be left out."""
        self.effect_needed = spec.turn.action == "must_have_an_effect"
        """Whether a card may be played only if it changes something."""
        self.alternatives |= self._steps_chosen_alone()
        self.beginning = cache(self._beginning)
        """The beginning of a card: the choice of an alternative, or the steps of the only one."""
        self.copying = cache(self._copying)
        """The step by which a card copies others, if it does."""
        self.first_steps = cache(self._first_steps)
        """The first step of each alternative of a card."""

    def _board(self, game_map: Map) -> Board:
        return Board(game_map)

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

    def alternatives_of(self, card: Card) -> Mapping[str, tuple[Verb, ...]]:
        """The alternatives of a card, each with its steps."""
        return self.actions[card.action]

    def _alternatives_in_play(self, alternatives: Mapping[str, tuple[Verb, ...]]) -> Mapping[str, tuple[Verb, ...]]:
        """The alternatives that an action offers; where all are carried out, they are one."""
        if self.spec.turn.alternatives == "one":
            return alternatives
        return {next(iter(alternatives)): tuple([step for steps in alternatives.values() for step in steps])}

    def _beginning(self, card: str) -> tuple[Verb, ...]:
        alternatives = [*self.alternatives_of(self.cards[card]).values()]
        return self.choose_alternative if len(alternatives) > 1 else alternatives[0]

    def _steps_chosen_alone(self) -> set[str]:
        """The steps of cards of which one is chosen when they are copied; none under the canonical rules."""
        copying = filter(None, map(self._copying, self.cards))
        kinds = {kind for step in copying for kind in getattr(step, "one_action_of", ())}
        cards = [card.id for card in self.cards.values() if card.kind in kinds]
        return {step.DO for card in cards for step in self.steps_of(card)}

    def recalls(self, card: str) -> bool:
        """Whether a card takes others back into the hand."""
        return any(step.DO == "recall_cards" for step in self.steps_of(card))

    def _copying(self, card: str) -> Verb | None:
        return next((step for step in self.steps_of(card) if step.DO == "copy_card"), None)

    def _first_steps(self, card: str) -> tuple[Verb, ...]:
        return tuple([steps[0] for steps in self.alternatives_of(self.cards[card]).values()])

    def steps_of(self, card: str) -> Iterator[Verb]:
        """All steps of all alternatives of a card."""
        return (step for steps in self.alternatives_of(self.cards[card]).values() for step in steps)

    def next_seat(self, state: State, seat: int) -> int:
        """The seat that plays after a seat; seats are numbered clockwise."""
        return (seat + self.direction) % len(state.players)

    def last_seat(self, state: State) -> int:
        """The seat whose first turn came last."""
        return (state.first_player - self.direction) % len(state.players)

    def board(self, state: State) -> Board:
        """The board of the map that is played."""
        return self.boards[state.map]

    def good_of(self, state: State, city: str) -> str:
        """The good that a city produces."""
        return state.city_goods[self.boards[state.map].city_index[city]]

    def marker_goods(self, state: State) -> Mapping[str, str]:
        """The goods on the bonus markers, by province."""
        return self._markers(state.map, state.city_goods)

    def _goods_on_markers(self, map_id: str, city_goods: tuple[str, ...]) -> Mapping[str, str]:
        board = self.boards[map_id]
        pick = {"dearest_good_of_the_province": max, "cheapest_good_of_the_province": min}
        shown = pick[self.spec.setup.bonus_markers.shows]
        return {
            province: shown(
                [city_goods[board.city_index[city]] for city in cities],
                key=lambda good: self.prices[self.good_index[good]],
            )
            for province, cities in board.cities_of.items()
        }

    def _affordable(self, coins: int) -> Goods:
        return tuple([coins // price for price in self.prices])

    def _house_price(self, good: str, houses_there: int) -> tuple[Cost, int]:
        goods, coins = self.first_house[good]
        costs = self.spec.costs.house
        match costs.coins_times:
            case "houses_after_building":
                times = houses_there + 1
            case "houses_before_building":
                times = max(houses_there, 1)
            case "doubled_per_house":
                times = 2**houses_there
            case "once":
                times = 1
        if costs.goods_times == "like_coins":
            goods = tuple([(place, number * times) for place, number in goods])
        return goods, coins * times

    def _card_price(self, card: str, slot: int, pay: tuple[str, ...]) -> tuple[Cost, int]:
        fixed = self.cost(self.cards[card].cost) if "card" in pay else ()
        surcharge, of_choice = self.surcharges[slot]
        if "one_good_of_the_card" in pay:
            kinds = self.kinds_of_cost(card)
            return ((kinds[0], 1),) if len(kinds) == 1 else (), int(len(kinds) > 1)
        if "surcharge" in pay:
            return _sum(fixed, surcharge), of_choice
        return fixed, of_choice if "surcharge_of_choice" in pay else 0

    def kinds_of_cost(self, card: str) -> tuple[int, ...]:
        """The kinds of goods in the red field of a card, by their places in the order of the goods."""
        return tuple([place for place, _ in self.cost(self.cards[card].cost)])

    def stored_colonists(self, player: Player) -> dict[LineKind, int]:
        """The colonists of a player that are still in the storehouse."""
        return {kind: self.stored_of(player.colonists, kind) for kind in COLONIST_KINDS}

    def stored_of(self, on_board: Sequence[Colonist], kind: LineKind) -> int:
        """How many colonists of one kind are in the storehouse while some are on the board."""
        return self.spec.pieces.colonists[kind] - [other for other, _ in on_board].count(kind)

    def room(self, goods: Sequence[int], colonists: Sequence[Colonist]) -> int:
        """How many more goods a storehouse can hold in addition to these, while some colonists are on the board."""
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


def after_paying(goods: Goods, cost: Cost) -> Goods:
    """The goods that are left when some are paid."""
    left = list(goods)
    for place, number in cost:
        left[place] -= number
    return tuple(left)


def _sum(cost: Cost, more: Cost) -> Cost:
    """Two costs as one."""
    numbers = Counter(dict(cost)) + Counter(dict(more))
    return tuple(sorted(numbers.items()))
