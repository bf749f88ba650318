"""Ways to make a failure simpler: fewer turns and players, and a position that differs less from how a game starts.

Each yields candidates, the simplest first; `Shrinker` takes the first that still fails.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from concordia_ref.engine.game import Game
from concordia_ref.engine.record import Record
from concordia_ref.spec.errors import Malformed
from concordia_ref.spec.model import CANONICAL
from concordia_ref.suite.fuzz import Disagreement
from concordia_ref.suite.positions import expand, orderly_draws, short_form
from concordia_ref.suite.random_games import reference

Json = dict[str, Any]
# What a position or a turn is nothing without.
KEPT = ("map", "players", "card", "choice", "province", "seat", "pass")


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
    """Leave out turns before the last."""
    for turns in _shorter(failure.turns[:-1]):
        yield replace(failure, turns=(*turns, failure.turns[-1]))


def _simpler_turn(failure: Failure) -> Iterator[Failure]:
    if failure.turns:
        for turn in _less(failure.turns[-1]):
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


def _orderly_setup(failure: Failure) -> Iterator[Failure]:
    """A set-up without chance, with fewer players, and nothing special about it."""
    record = failure.setup
    if record is None:
        return
    rules = reference(failure.edition).rules
    for players in rules.boards[record.map].map.players:
        if players < record.players:
            draws = orderly_draws(rules, record.map, players, {})
            yield replace(failure, setup=record._replace(players=players, draws=draws))
    orderly = orderly_draws(rules, record.map, record.players, {})
    yield replace(failure, setup=record._replace(draws=orderly, interim=False))
    for draws in (
        orderly,
        orderly._replace(first_player=record.draws.first_player),
        record.draws._replace(stack=orderly.stack),
        record.draws._replace(first_player=0),
    ):
        if draws != record.draws:
            yield replace(failure, setup=record._replace(draws=draws))
    if record.interim:
        yield replace(failure, setup=record._replace(interim=False))


def _simpler_position(failure: Failure) -> Iterator[Failure]:
    """A position whose short form has less in it, and whose cards for sale lie in order."""
    if failure.state is None:
        return
    game = reference(failure.edition)
    short = short_form(game.rules, failure.state, use_rest=False)
    for simpler in (*_less(short), *_fewer_colonists(game, short), *_fewer_owners(short), short):
        try:
            state = game.state_to_json(expand(game.rules, simpler))
        except Malformed:
            continue
        yield replace(failure, state=state)


def _fewer_colonists(game: Game, short: Json) -> Iterator[Json]:
    """Colonists back in the start city, or in their storehouses as far as a game does not start with them."""
    home, begin = game.rules.boards[short["map"]].start_city, game.spec.setup.players.colonists_in_start_city
    for seat, entry in short.get("seats", {}).items():
        colonists = entry.get("colonists", [])
        for index, colonist in enumerate(colonists):
            kind, _, place = colonist.partition("@")
            rest = [*colonists[:index], *colonists[index + 1 :]]
            if sum(other.startswith(kind) for other in colonists) > begin[kind]:
                yield _with(short, seat, {**entry, "colonists": rest})
            if place != home:
                yield _with(short, seat, {**entry, "colonists": sorted([*rest, f"{kind}@{home}"])})


def _fewer_owners(short: Json) -> Iterator[Json]:
    """One other player owns the cards that somebody has bought."""
    owns = {seat: entry["owns"] for seat, entry in short.get("seats", {}).items() if "owns" in entry}
    for seat, other in combinations(owns, 2):
        without = {key: part for key, part in short["seats"][seat].items() if key != "owns"}
        heir = {**short["seats"][other], "owns": [*owns[other], *owns[seat]]}
        yield _with(_with(short, seat, without), other, heir)


def _with(short: Json, seat: str, entry: Json) -> Json:
    return {**short, "seats": {**short["seats"], seat: entry}}


# Less of anything.


def _less(value: Any) -> Iterator[Any]:
    """A position in its short form, a turn, or a part of one, with less in it."""
    if isinstance(value, dict):
        if "as" in value:
            yield value["as"]
            yield from ({**value, "as": part} for part in _less(value["as"]))
            return
        keys = [key for key in value if key not in KEPT]
        # Some keys go only together, such as the card Concordia and the last turns.
        for number in (len(keys), 2, 1):
            for gone in combinations(keys, number):
                yield {key: part for key, part in value.items() if key not in gone}
        for key in keys:
            if key != "colonists":
                yield from ({**value, key: part} for part in _less(value[key]))
    elif isinstance(value, list):
        yield from _shorter(value)
    elif isinstance(value, int) and not isinstance(value, bool):
        yield from (number for number in (0, 1, value // 2, value - 1) if 0 <= number < value)


def _shorter(items: Sequence[Any]) -> Iterator[list[Any]]:
    """Without some of the items; first without many at once, for games are long."""
    size = len(items)
    while size:
        for begin in range(0, len(items), size):
            yield [*items[:begin], *items[begin + size :]]
        size //= 2


# Other seats.


def _in_other_seats(failure: Failure) -> Iterator[Failure]:
    """One player less, or seat 0 to play."""
    state, game = failure.state, reference(failure.edition)
    if state is None:
        return
    players, first = len(state["players"]), state["to_play"]
    if players - 1 in game.rules.boards[state["map"]].map.players:
        for gone in range(players):
            if gone != first:
                seats = [seat for seat in range(players) if seat != gone]
                smaller, turns = _reseated(state, failure.turns, seats)
                yield replace(failure, state=_dealt(game, smaller), turns=turns)
                # Where the cards for sale must be few, somebody else has those of the player who is gone.
                heir, left = smaller["players"][-1], state["players"][gone]
                heir["hand"] += [card for card in (*left["hand"], *left["pile"]) if card not in game.spec.starting_hand]
                yield replace(failure, state=_dealt(game, {**smaller, "stack": []}), turns=turns)
    if first:
        turned, turns = _reseated(state, failure.turns, [(seat + first) % players for seat in range(players)])
        yield replace(failure, state=turned, turns=turns)


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
    in_game = orderly_draws(game.rules, state["map"], len(state["players"]), {}).stack
    changed = copy.deepcopy(state)
    owned = set()
    for player in changed["players"]:
        for key in ("hand", "pile"):
            player[key] = [card for card in player[key] if card in (*game.spec.starting_hand, *in_game)]
            owned |= {*player[key]}
    display = [card for card in state["display"] if card in in_game]
    left = [card for card in in_game if card not in owned and card not in display]
    missing = len(game.spec.display.slots) - len(display)
    return {**changed, "display": [*display, *left[:missing]], "stack": left[missing:]}


SIMPLIFICATIONS: tuple[Callable[[Failure], Iterator[Failure]], ...] = (
    _to_canonical,
    _fewer_turns,
    _usual_card,
    _orderly_setup,
    _in_other_seats,
    _simpler_position,
    _simpler_turn,
)
