"""Setting up a game. Every random outcome is drawn first and written down; the position follows from the draws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from concordia_ref.engine.rules import Rules
from concordia_ref.engine.state import Player, State
from concordia_ref.spec.errors import Malformed, unknown
from concordia_ref.spec.model import COLONIST_KINDS


class ImpossibleSetup(Malformed):
    """A set-up that can be read, but that the rules do not allow: `clause` says which of them.

    >>> print(ImpossibleSetup("map.players", "draws.players", "italia is not for 5 players", "/players").clause)
    map.players
    """

    def __init__(self, clause: str, code: str, message: str, pointer: str) -> None:
        super().__init__(code, f"{message} ({clause})", pointer)
        self.clause = clause


class Draws(NamedTuple):
    """What was drawn: the first player, the good of every city, and the cards for sale with the top card first."""

    first_player: int
    city_goods: Mapping[str, str]
    stack: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """The draws as plain JSON."""
        return {"first_player": self.first_player, "city_goods": dict(self.city_goods), "stack": list(self.stack)}


def draw(rules: Rules, map_id: str, players: int, random: Random) -> Draws:
    """Draw at random, in a fixed order: first player, then city tokens letter by letter, then deck by deck."""
    check_table(rules, map_id, players)
    board, setup = rules.boards[map_id], rules.spec.setup
    seats = _first_players(rules, players)
    first_player = seats[_below(random, len(seats))]
    goods: dict[str, str] = {}
    for letter, bag in setup.city_tokens.items():
        cities = [city for city in board.cities if board.map.cities[city].letter == letter]
        if cities:
            tokens = _shuffled([good for good, number in bag.items() for _ in range(number)], random)
            goods |= dict(zip(cities, tokens, strict=True))
    stack = [card for deck in setup.decks[players] for card in _shuffled(rules.spec.decks[deck], random)]
    return Draws(first_player, {city: goods[city] for city in board.cities}, tuple(stack))


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
    colonists = [
        (kind, board.start_city) for kind in COLONIST_KINDS for _ in range(start.colonists_in_start_city[kind])
    ]
    seats = Player(
        coins=0,
        goods=rules.vector(start.goods),
        hand=tuple(sorted(spec.starting_hand)),
        pile=(),
        houses=(),
        colonists=tuple(colonists),
    )
    state = state._replace(players=(seats,) * players)
    while len(order) < players:
        order.append(rules.next_seat(state, order[-1]))
    for place, seat in enumerate(order):
        state = state.with_player(seat, seats._replace(coins=start.coins.at(place)))
    holder = order[-1] if start.praefectus_magnus == "last_player" else order[0]
    return state._replace(praefectus_magnus=holder)


def check_table(rules: Rules, map_id: str, players: int) -> None:
    """Refuse a map that does not exist, and a number of players that it is not for."""
    if map_id not in rules.boards:
        raise unknown("map", map_id, "/map", rules.boards)
    allowed = rules.boards[map_id].map.players
    if players not in allowed:
        *others, last = map(str, allowed)
        listed = f"{', '.join(others)} or {last}" if others else last
        message = f"{map_id} is for {listed} players, not for {players}"
        raise ImpossibleSetup("map.players", "draws.players", message, "/players")


def check_draws(rules: Rules, map_id: str, players: int, draws: Draws) -> None:
    """Refuse draws that cannot happen: another first player, other tokens or cards than there are."""
    board, setup = rules.boards[map_id], rules.spec.setup
    if draws.first_player not in _first_players(rules, players):
        raise Malformed("draws.seat", f"there is no seat {draws.first_player}", "/draws/first_player")
    if set(draws.city_goods) != set(board.cities):
        wrong = sorted(set(draws.city_goods) ^ set(board.cities))
        raise Malformed("draws.cities", f"missing or unknown cities: {', '.join(wrong)}", "/draws/city_goods")
    for letter, bag in setup.city_tokens.items():
        cities = [city for city in board.cities if board.map.cities[city].letter == letter]
        drawn = Counter(draws.city_goods[city] for city in cities)
        if cities and drawn != Counter(bag):
            message = f"the cities of letter {letter} hold other goods than its tokens"
            raise ImpossibleSetup("setup.city-tokens", "draws.city-tokens", message, "/draws/city_goods")
    wanted = Counter(card for deck in setup.decks[players] for card in rules.spec.decks[deck])
    # With the right cards only their order can be wrong.
    clause = "setup.stack" if Counter(draws.stack) == wanted else "setup.decks"
    place = 0
    for deck in setup.decks[players]:
        cards = rules.spec.decks[deck]
        if sorted(draws.stack[place : place + len(cards)]) != sorted(cards):
            message = f"the cards from place {place + 1} on are not those of deck {deck}"
            raise ImpossibleSetup(clause, "draws.deck", message, "/draws/stack")
        place += len(cards)
    if place != len(draws.stack):
        message = f"the number of cards is {len(draws.stack)}, not {place}"
        raise ImpossibleSetup(clause, "draws.stack", message, "/draws/stack")


def _first_players(rules: Rules, players: int) -> Sequence[int]:
    """The seats of those who can be the first player."""
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
