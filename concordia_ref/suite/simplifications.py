"""Ways to make a failure simpler: fewer turns and players, fewer pieces, cards and numbers as a game starts with them.

Each yields candidates, the simplest first; `Shrinker` takes the first that still fails.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from concordia_ref.engine.game import Game
from concordia_ref.engine.record import Record
from concordia_ref.spec.errors import Malformed
from concordia_ref.spec.model import CANONICAL
from concordia_ref.suite.fuzz import Disagreement, reference
from concordia_ref.suite.positions import orderly_draws

Json = dict[str, Any]


@dataclass(frozen=True)
class Failure:
    """A disagreement about a position, about turns from a position, or about a set-up, which has no position.

    A set-up holds the map, the players, the draws and whether interim scoring is used.
    """

    edition: str
    disagreement: Disagreement
    state: Json | None = None
    setup: Record | None = None
    turns: tuple[Json, ...] = ()


def _to_canonical(failure: Failure) -> Iterator[Failure]:
    if failure.edition != CANONICAL:
        yield replace(failure, edition=CANONICAL)


def _fewer_turns(failure: Failure) -> Iterator[Failure]:
    """Leave out turns before the last; first many at once, for games are long."""
    size = len(failure.turns) // 2
    while size:
        for number in range(0, len(failure.turns) - size, size):
            yield replace(failure, turns=(*failure.turns[:number], *failure.turns[number + size :]))
        size //= 2


def _simpler_turn(failure: Failure) -> Iterator[Failure]:
    if failure.turns:
        for turn in _simpler(failure.turns[-1]):
            yield replace(failure, turns=(*failure.turns[:-1], turn))


def _usual_card(failure: Failure) -> Iterator[Failure]:
    """A starting card of the same kind in the place of a bought one."""
    if not failure.turns or "card" not in failure.turns[-1]:
        return
    spec, turn = reference(failure.edition).spec, failure.turns[-1]
    kind = spec.cards[turn["card"]].kind
    usual = next((card for card in spec.starting_hand if spec.cards[card].kind == kind), turn["card"])
    if usual != turn["card"]:
        yield replace(failure, turns=(*failure.turns[:-1], {**turn, "card": usual}))


def _simpler(turn: Json) -> Iterator[Json]:
    """A turn with less in it."""
    if "as" in turn:
        yield dict(turn["as"])
        yield from ({**turn, "as": part} for part in _simpler(turn["as"]))
        return
    for key, value in turn.items():
        if key in ("card", "choice", "province", "seat", "pass"):
            continue
        rest = {name: part for name, part in turn.items() if name != key}
        yield rest
        if isinstance(value, list):
            yield from ({**turn, key: [*value[:i], *value[i + 1 :]]} for i in range(len(value)) if len(value) > 1)
        elif isinstance(value, dict):
            yield from ({**turn, key: smaller} for smaller in _smaller_mapping(value) if smaller)


def _smaller_mapping(value: Json) -> Iterator[Json]:
    for key, item in value.items():
        rest = {name: part for name, part in value.items() if name != key}
        yield rest
        if isinstance(item, int) and item > 1:
            yield from ({**value, key: number} for number in (1, item - 1))
        elif isinstance(item, dict):
            yield from ({**value, key: smaller} for smaller in _smaller_mapping(item))


def _orderly_setup(failure: Failure) -> Iterator[Failure]:
    """A set-up without chance, with fewer players, and nothing special about it."""
    record = failure.setup
    if record is None:
        return
    rules = reference(failure.edition).rules
    for players in rules.boards[record.map].map.players:
        if players < record.players:
            draws = orderly_draws(rules, record.map, players, {})
            yield replace(failure, setup=replace(record, players=players, draws=draws))
    orderly = orderly_draws(rules, record.map, record.players, {})
    yield replace(failure, setup=replace(record, draws=orderly, interim=False))
    for draws in (
        orderly,
        orderly._replace(first_player=record.draws.first_player),
        record.draws._replace(stack=orderly.stack),
        record.draws._replace(first_player=0),
    ):
        if draws != record.draws:
            yield replace(failure, setup=replace(record, draws=draws))
    if record.interim:
        yield replace(failure, setup=replace(record, interim=False))


def _in_state(change: Callable[[Game, Json, tuple[Json, ...]], Iterator[tuple[Json, tuple[Json, ...]]]]) -> Any:
    """A simplification of the position; it is handed copies that it may change."""

    def simplify(failure: Failure) -> Iterator[Failure]:
        if failure.state is None:
            return
        for state, turns in change(reference(failure.edition), failure.state, failure.turns):
            if state != failure.state or turns != failure.turns:
                yield replace(failure, state=state, turns=turns)

    return simplify


Changed = Iterator[tuple[Json, tuple[Json, ...]]]


def _no_interim(_: Game, state: Json, turns: tuple[Json, ...]) -> Changed:
    if state["interim"] is not None:
        yield {**state, "interim": None}, turns


def _no_end(_: Game, state: Json, turns: tuple[Json, ...]) -> Changed:
    if state["concordia"] is not None and state["to_play"] is not None:
        yield {**state, "concordia": None, "last_turns": None}, turns


def _seats_turned(_: Game, state: Json, turns: tuple[Json, ...]) -> Changed:
    """Seat 0 has the next turn."""
    players, first = len(state["players"]), state["to_play"]
    if first:
        yield _reseated(state, turns, [(seat + first) % players for seat in range(players)])


def _fewer_players(game: Game, state: Json, turns: tuple[Json, ...]) -> Changed:
    players = len(state["players"])
    if players - 1 not in game.rules.boards[state["map"]].map.players:
        return
    for gone in range(players):
        if gone != state["to_play"]:
            seats = [seat for seat in range(players) if seat != gone]
            smaller, left = _reseated(state, turns, seats)
            yield _dealt(game, smaller), left
            # Where the cards for sale must be few, somebody else has those of the player who is gone.
            heir = _with(smaller, -1, hand=[*smaller["players"][-1]["hand"], *_bought(game, state, gone)])
            yield _dealt(game, {**heir, "stack": []}), left


def _bought(game: Game, state: Json, seat: int) -> list[str]:
    """The cards that a player owns and that were for sale."""
    player, starting = state["players"][seat], set(game.spec.starting_hand)
    return [card for card in (*player["hand"], *player["pile"]) if card not in starting]


def _cards_to_one(game: Game, state: Json, turns: tuple[Json, ...]) -> Changed:
    """One other player owns all cards that were bought."""
    heir = len(state["players"]) - 1
    for seat in range(heir):
        if bought := _bought(game, state, seat):
            player = state["players"][seat]
            kept = {key: [card for card in player[key] if card not in bought] for key in ("hand", "pile")}
            hand = [*state["players"][heir]["hand"], *bought]
            yield _with(_with(state, seat, **kept), heir, hand=hand), turns


def _reseated(state: Json, turns: tuple[Json, ...], seats: Sequence[int]) -> tuple[Json, tuple[Json, ...]]:
    """A position with the players of some seats only, in this order; what was another's goes to seat 0."""

    def new(seat: int | None) -> int | None:
        return None if seat is None else seats.index(seat) if seat in seats else 0

    changed = copy.deepcopy(state)
    changed["players"] = [changed["players"][seat] for seat in seats]
    for key in ("to_play", "first_player", "praefectus_magnus", "concordia"):
        changed[key] = new(state[key])
    if state["last_turns"] is not None:
        changed["last_turns"] = [new(seat) for seat in state["last_turns"] if seat in seats]
    if state["interim"] is not None:
        changed["interim"] = [state["interim"][seat] for seat in seats]
    return changed, tuple(_turn_reseated(turn, new) for turn in turns)


def _turn_reseated(turn: Json, new: Callable[[int], int | None]) -> Json:
    changed = dict(turn)
    for key in ("seat", "copies"):
        if key in turn:
            changed[key] = new(turn[key])
    if "as" in turn:
        changed["as"] = _turn_reseated(turn["as"], new)
    for key in ("keep", "discard"):
        if key in turn:
            changed[key] = {str(new(int(seat))): goods for seat, goods in turn[key].items()}
    return changed


def _dealt(game: Game, state: Json) -> Json:
    """A position with the cards for sale that its number of players has, those that nobody owns in order."""
    decks = game.spec.setup.decks[len(state["players"])]
    in_game = [card for deck in decks for card in game.spec.decks[deck]]
    starting = set(game.spec.starting_hand)
    changed = copy.deepcopy(state)
    owned = set()
    for player in changed["players"]:
        for key in ("hand", "pile"):
            player[key] = [card for card in player[key] if card in starting or card in in_game]
            owned |= {*player[key]}
    display = [card for card in state["display"] if card in in_game]
    left = [card for card in in_game if card not in owned and card not in display]
    missing = len(game.spec.display.slots) - len(display)
    return {**changed, "display": [*display, *left[:missing]], "stack": left[missing:]}


def _cards_back(game: Game, state: Json, turns: tuple[Json, ...]) -> Changed:
    """Bought cards for sale again and in order; piles back in the hands."""
    starting = list(game.spec.starting_hand)
    yield _shown(game, state, owners=()), turns
    for seat in range(len(state["players"])):
        others = [other for other in range(len(state["players"])) if other != seat]
        yield _shown(game, state, owners=others), turns
    for seat, player in enumerate(state["players"]):
        if player["pile"]:
            hand = sorted([*player["hand"], *player["pile"]])
            yield _with(state, seat, hand=hand, pile=[]), turns
            for card in player["pile"]:
                pile = list(player["pile"])
                pile.remove(card)
                yield _with(state, seat, hand=sorted([*player["hand"], card]), pile=pile), turns
        for card in (*player["hand"], *player["pile"]):
            if card not in starting:
                without = {key: [other for other in player[key] if other != card] for key in ("hand", "pile")}
                yield _ordered(game, _with(state, seat, **without)), turns


def _shown(game: Game, state: Json, owners: Sequence[int]) -> Json:
    """A position in which only some players own cards that were for sale."""
    starting = set(game.spec.starting_hand)
    for seat, player in enumerate(state["players"]):
        if seat not in owners:
            kept = {key: [card for card in player[key] if card in starting] for key in ("hand", "pile")}
            state = _with(state, seat, **kept)
    return _ordered(game, state)


def _ordered(game: Game, state: Json) -> Json:
    return _dealt(game, {**state, "display": [], "stack": []})


def _cards_in_order(game: Game, state: Json, turns: tuple[Json, ...]) -> Changed:
    yield _ordered(game, state), turns
    yield _dealt(game, state), turns


def _goods_in_order(game: Game, state: Json, turns: tuple[Json, ...]) -> Changed:
    """Cities with the goods that they have without chance, with as few exceptions as possible."""
    wanted = wanted_goods(game, state["map"], len(state["players"]), state["city_goods"])
    for left in ({}, *({city: good for city, good in wanted.items() if city != gone} for gone in wanted)):
        try:
            draws = orderly_draws(game.rules, state["map"], len(state["players"]), left)
        except Malformed:
            continue
        yield {**state, "city_goods": dict(draws.city_goods)}, turns


def wanted_goods(game: Game, map_id: str, players: int, city_goods: Mapping[str, str]) -> dict[str, str]:
    """The cities whose goods must be named so that all others follow."""
    wanted: dict[str, str] = {}
    while True:
        draws = orderly_draws(game.rules, map_id, players, wanted)
        other = next((city for city, good in city_goods.items() if draws.city_goods[city] != good), None)
        if other is None:
            return wanted
        wanted[other] = city_goods[other]


def _markers_back(_: Game, state: Json, turns: tuple[Json, ...]) -> Changed:
    markers = state["markers"]
    yield {**state, "markers": dict.fromkeys(markers, "goods")}, turns
    for province, side in markers.items():
        if side == "coins":
            yield {**state, "markers": {**markers, province: "goods"}}, turns


def _fewer_pieces(_: Game, state: Json, turns: tuple[Json, ...]) -> Changed:
    for seat, player in enumerate(state["players"]):
        houses = player["houses"]
        if houses:
            yield _with(state, seat, houses=[]), turns
            half = len(houses) // 2
            for part in (houses[half:], houses[:half]):
                yield _with(state, seat, houses=part), turns
            for house in houses:
                yield _with(state, seat, houses=[other for other in houses if other != house]), turns


def _colonists_back(game: Game, state: Json, turns: tuple[Json, ...]) -> Changed:
    """Colonists where they start, fewer of them, or in the start city."""
    start = game.rules.boards[state["map"]].start_city
    begin = {kind: [start] * number for kind, number in game.spec.setup.players.colonists_in_start_city.items()}
    for seat, player in enumerate(state["players"]):
        colonists = player["colonists"]
        if colonists == begin:
            continue
        yield _with(state, seat, colonists=begin), turns
        for kind, places in colonists.items():
            for index, place in enumerate(places):
                rest = [*places[:index], *places[index + 1 :]]
                if len(places) > len(begin[kind]):
                    yield _with(state, seat, colonists={**colonists, kind: rest}), turns
                if place != start:
                    yield _with(state, seat, colonists={**colonists, kind: sorted([*rest, start])}), turns


def _smaller_numbers(game: Game, state: Json, turns: tuple[Json, ...]) -> Changed:
    start = game.spec.setup.players
    for seat, player in enumerate(state["players"]):
        place = (seat - state["first_player"]) % len(state["players"])
        usual = start.coins.at(place)
        coins = player["coins"]
        if coins != usual:
            yield _with(state, seat, coins=usual), turns
            for number in (0, coins // 2, coins - 1):
                if 0 <= number < coins:
                    yield _with(state, seat, coins=number), turns
        goods = player["goods"]
        begin = {good: start.goods.get(good, 0) for good in goods}
        if goods != begin:
            yield _with(state, seat, goods=begin), turns
            yield _with(state, seat, goods=dict.fromkeys(goods, 0)), turns
            for good, number in goods.items():
                for fewer in (0, number - 1):
                    if 0 <= fewer < number:
                        yield _with(state, seat, goods={**goods, good: fewer}), turns


def _usual_holders(_: Game, state: Json, turns: tuple[Json, ...]) -> Changed:
    last = (state["first_player"] - 1) % len(state["players"])
    yield {**state, "first_player": 0}, turns
    yield {**state, "first_player": 0, "praefectus_magnus": len(state["players"]) - 1}, turns
    yield {**state, "praefectus_magnus": last}, turns


def _with(state: Json, seat: int, **changes: Any) -> Json:
    players = list(state["players"])
    players[seat] = {**players[seat], **changes}
    return {**state, "players": players}


SIMPLIFICATIONS: tuple[Callable[[Failure], Iterator[Failure]], ...] = (
    _to_canonical,
    _fewer_turns,
    _usual_card,
    _orderly_setup,
    *(
        _in_state(change)
        for change in (
            _fewer_players,
            _no_interim,
            _no_end,
            _seats_turned,
            _cards_back,
            _cards_to_one,
            _cards_in_order,
            _fewer_pieces,
            _colonists_back,
            _smaller_numbers,
            _markers_back,
            _goods_in_order,
            _usual_holders,
        )
    ),
    _simpler_turn,
)
