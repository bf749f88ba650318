"""Setting up a game. Every random outcome is drawn first and written down; the position follows from the draws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from concordia_ref.engine.board import Board
from concordia_ref.engine.rules import Rules
from concordia_ref.engine.state import Player, State
from concordia_ref.spec.errors import Malformed, unknown
from concordia_ref.spec.model import COLONIST_KINDS, LineKind


class ImpossibleSetup(Malformed):
    """A set-up that can be read, but that the rules do not allow; `clause` names the broken rule.

    >>> print(ImpossibleSetup("map.players", "draws.players", "italia is not for 5 players", "/players").clause)
    map.players
    """

    def __init__(self, clause: str, code: str, message: str, pointer: str) -> None:
        super().__init__(code, f"{message} ({clause})", pointer)
        self.clause = clause


class Draws(NamedTuple):
    """What was drawn: the first player, the good of every city, and the cards for sale with the top card first.

    `colonists` are those in the start city by seat, where a reading lets players choose their kinds; if there are none,
    everyone has chosen the kinds of the ruling.
    """

    first_player: int
    city_goods: Mapping[str, str]
    stack: tuple[str, ...]
    colonists: tuple[Mapping[LineKind, int], ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The draws as plain JSON."""
        data = {"first_player": self.first_player, "city_goods": dict(self.city_goods), "stack": list(self.stack)}
        return {**data, "colonists": [dict(chosen) for chosen in self.colonists]} if self.colonists else data


class Bag(NamedTuple):
    """Tokens, and the cities that draw from them."""

    name: str
    cities: list[str]
    tokens: list[str]
    used_up: bool

    def yields(self, goods: Iterable[str]) -> bool:
        """Whether the cities can have drawn these goods."""
        drawn, tokens = Counter(goods), Counter(self.tokens)
        return drawn == tokens if self.used_up else drawn <= tokens


def draw(rules: Rules, map_id: str, players: int, random: Random) -> Draws:
    """Draw at random, in a fixed order: first player, then city tokens letter by letter, then deck by deck."""
    check_table(rules, map_id, players)
    board = rules.boards[map_id]
    seats = _first_players(rules, players)
    first_player = seats[_below(random, len(seats))]
    goods: dict[str, str] = {}
    for bag in bags_of(rules, board):
        drawn = _shuffled(bag.tokens, random) if bag.cities else []
        goods |= dict(zip(bag.cities, drawn, strict=bag.used_up))
    stack = [card for _, cards in _piles(rules, players) for card in _shuffled(cards, random)]
    colonists: list[Mapping[LineKind, int]] = []
    if rules.spec.setup.players.kinds_in_start_city == "chosen_by_each_player":
        choices = _kinds_to_choose(rules)
        colonists = [choices[_below(random, len(choices))] for _ in range(players)]
    return Draws(first_player, {city: goods[city] for city in board.cities}, tuple(stack), tuple(colonists))


def set_up(rules: Rules, map_id: str, players: int, draws: Draws, *, interim: bool) -> State:
    """The position before the first turn."""
    check_table(rules, map_id, players)
    check_draws(rules, map_id, players, draws)
    board, spec = rules.boards[map_id], rules.spec
    start = spec.setup.players
    order = [draws.first_player]
    slots = len(spec.display.slots)
    state = State(
        map=map_id,
        players=(),
        to_play=draws.first_player,
        first_player=draws.first_player,
        city_goods=tuple(draws.city_goods[city] for city in board.cities),
        coin_side=() if spec.setup.bonus_markers.side_up == "goods" else tuple(sorted(board.cities_of)),
        display=draws.stack[:slots],
        stack=draws.stack[slots:],
        praefectus_magnus=0,
        concordia=None,
        last_turns=None,
        interim=(None,) * players if interim else None,
    )
    seats = Player(
        coins=0,
        goods=rules.vector(start.goods),
        hand=tuple(sorted(spec.starting_hand)),
        pile=(),
        houses=(),
        colonists=(),
    )
    state = state._replace(players=(seats,) * players)
    in_start_city = draws.colonists or (start.colonists_in_start_city,) * players
    while len(order) < players:
        order.append(rules.next_seat(state, order[-1]))
    for place, seat in enumerate(order):
        colonists = [(kind, board.start_city) for kind in COLONIST_KINDS for _ in range(in_start_city[seat][kind])]
        state = state.with_player(seat, seats._replace(coins=start.coins.at(place), colonists=tuple(colonists)))
    holder = order[-1] if start.praefectus_magnus == "last_player" else order[0]
    return state._replace(praefectus_magnus=holder)


def check_table(rules: Rules, map_id: str, players: int) -> None:
    """Refuse a map that does not exist, or a number of players that it does not allow."""
    if map_id not in rules.boards:
        raise unknown("map", map_id, "/map", rules.boards)
    allowed = rules.boards[map_id].map.players
    if players not in allowed:
        *others, last = map(str, allowed)
        listed = f"{', '.join(others)} or {last}" if others else last
        message = f"{map_id} is for {listed} players, not for {players}"
        raise ImpossibleSetup("map.players", "draws.players", message, "/players")


def check_draws(rules: Rules, map_id: str, players: int, draws: Draws) -> None:
    """Refuse draws that cannot happen: a first player, tokens or cards that do not exist."""
    board, setup = rules.boards[map_id], rules.spec.setup
    if draws.first_player not in _first_players(rules, players):
        raise Malformed("draws.seat", f"there is no seat {draws.first_player}", "/draws/first_player")
    if set(draws.city_goods) != set(board.cities):
        wrong = sorted(set(draws.city_goods) ^ set(board.cities))
        raise Malformed("draws.cities", f"missing or unknown cities: {', '.join(wrong)}", "/draws/city_goods")
    check_colonists(rules, players, draws)
    for bag in bags_of(rules, board):
        if not bag.yields(draws.city_goods[city] for city in bag.cities):
            message = f"the cities of {bag.name} hold other goods than its tokens"
            raise ImpossibleSetup("setup.city-tokens", "draws.city-tokens", message, "/draws/city_goods")
    wanted = Counter(card for deck in setup.decks[players] for card in rules.spec.decks[deck])
    # If the cards are right, only their order can be wrong.
    clause = "setup.stack" if Counter(draws.stack) == wanted else "setup.decks"
    place = 0
    for deck, cards in _piles(rules, players):
        if sorted(draws.stack[place : place + len(cards)]) != sorted(cards):
            message = f"the cards from place {place + 1} on are not those of {deck}"
            raise ImpossibleSetup(clause, "draws.deck", message, "/draws/stack")
        place += len(cards)
    if place != len(draws.stack):
        message = f"the number of cards is {len(draws.stack)}, not {place}"
        raise ImpossibleSetup(clause, "draws.stack", message, "/draws/stack")


def check_colonists(rules: Rules, players: int, draws: Draws) -> None:
    """Refuse colonists in the start city that no player can have chosen."""
    if not draws.colonists:
        return
    if rules.spec.setup.players.kinds_in_start_city == "the_same_for_all":
        message = "everyone begins with colonists of the same kinds"
        raise ImpossibleSetup("setup.colonists", "draws.colonists", message, "/draws/colonists")
    if len(draws.colonists) != players:
        raise Malformed("draws.colonists", "there is not one entry for each seat", "/draws/colonists")
    choices = _kinds_to_choose(rules)
    for seat, chosen in enumerate(draws.colonists):
        if chosen not in choices:
            message = f"nobody can begin with {dict(chosen)}"
            raise ImpossibleSetup("setup.colonists", "draws.colonists", message, f"/draws/colonists/{seat}")


def _kinds_to_choose(rules: Rules) -> list[Mapping[LineKind, int]]:
    """The ways to choose the kinds of as many colonists as stand in the start city."""
    number, owned = sum(rules.spec.setup.players.colonists_in_start_city.values()), rules.spec.pieces.colonists
    pairs = [(land, number - land) for land in range(number + 1)]
    return [{"land": land, "sea": sea} for land, sea in pairs if land <= owned["land"] and sea <= owned["sea"]]


def bags_of(rules: Rules, board: Board) -> list[Bag]:
    """The tokens of the cities; where each letter has its own, they are as many as its cities."""
    setup, bags = rules.spec.setup, list[Bag]()
    for letter, tokens in setup.city_tokens.items():
        cities = [city for city in board.cities if board.map.cities[city].letter == letter]
        goods = [good for good, number in tokens.items() for _ in range(number)]
        bags.append(Bag(f"letter {letter}", cities, goods, used_up=bool(cities)))
    if setup.tokens_drawn == "by_letter":
        return bags
    return [Bag("all letters", [*board.cities], [token for bag in bags for token in bag.tokens], used_up=False)]


def _piles(rules: Rules, players: int) -> list[tuple[str, tuple[str, ...]]]:
    """The cards for sale that are shuffled together, with the name of their deck, from the top of the stack on."""
    names = rules.spec.setup.decks[players]
    decks = [(f"deck {name}", rules.spec.decks[name]) for name in names]
    if rules.spec.setup.stack == "each_deck_shuffled_first_deck_on_top":
        return decks
    return [(f"the decks {', '.join(names)}", tuple([card for _, deck in decks for card in deck]))]


def _first_players(rules: Rules, players: int) -> Sequence[int]:
    """The seats of the players who can be the first player."""
    match rules.spec.setup.first_player:
        case "at_random":
            return range(players)


def _below(random: Random, limit: int) -> int:
    """A number from 0 up to the limit, from `random()` alone: its sequence is the same in all versions of Python."""
    return int(random.random() * limit)


def _shuffled(items: Any, random: Random) -> list[Any]:
    shuffled = list(items)
    for last in range(len(shuffled) - 1, 0, -1):
        other = _below(random, last + 1)
        shuffled[last], shuffled[other] = shuffled[other], shuffled[last]
    return shuffled
