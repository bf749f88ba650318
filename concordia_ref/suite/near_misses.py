"""Near misses, turns with one small change such as a bug would make, and other ways to write the same turn."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, TypeVar

from concordia_ref.engine.errors import Refused
from concordia_ref.engine.game import Game
from concordia_ref.engine.rules import Rules
from concordia_ref.engine.state import State
from concordia_ref.spec.errors import Malformed
from concordia_ref.spec.model import COLONIST_KINDS

Item = TypeVar("Item")
Json = dict[str, Any]


def near_miss(rules: Rules, state: State, turn: Json, random: Random) -> Json:
    """A turn with one small change, drawn at random. It may be legal or not, or even the same turn."""
    changed: Json = copy.deepcopy(turn)
    part = changed
    while "as" in part and random.random() < 0.7:
        part = part["as"]
    slips = _Slips(rules, state, part, random)
    slips.pick(list(slips.possible()))()
    if random.random() < 0.03:
        changed["seat"] = slips.below(len(state.players))
    return changed


def rewritten(game: Game, state: State, turn: Json, random: Random) -> Json:
    """A legal turn in other words that mean the same: moves and houses in any order, colonists of a kind crossed."""
    changed: Json = copy.deepcopy(turn)
    part = changed
    while "as" in part:
        part = part["as"]
    moves = part.get("moves", [])
    for kind in COLONIST_KINDS:
        alike = [move for move in moves if move["colonist"].startswith(f"{kind}@")]
        places = [move["to"] for move in alike]
        random.shuffle(places)
        for move, place in zip(alike, places, strict=True):
            move["to"] = place
    random.shuffle(moves)
    random.shuffle(part.get("builds", []))
    # Crossed colonists may need more steps in all than the player has; then the names stay as they were.
    return changed if _same_play(game, state, turn, changed) else turn


def _same_play(game: Game, state: State, turn: Json, other: Json) -> bool:
    if turn == other:
        return True
    try:
        return game.play(state, other) == game.play(state, turn)
    except (Malformed, Refused):
        return False


class _Slips:
    """The small changes of a turn, which they change in place."""

    def __init__(self, rules: Rules, state: State, turn: Json, random: Random) -> None:
        assert state.to_play is not None, "nobody has a turn after the end"
        self.rules, self.state, self.turn, self.random = rules, state, turn, random
        self.player, self.board = state.players[state.to_play], rules.board(state)

    def possible(self) -> Iterator[Callable[[], None]]:
        """The changes that the turn allows."""
        if "card" not in self.turn:
            yield self.some_card
            return
        yield self.other_card
        action = self.rules.spec.actions[self.rules.cards[self.turn["card"]].action]
        verbs = {step.do for steps in action.choose.values() for step in steps}
        if len(action.choose) > 1:
            yield self.other_alternative
        for verb, changes in (
            ("move_colonists", (self.other_line, self.other_line, self.one_move_more, self.one_move_less)),
            ("build_houses", (self.one_house_more, self.one_house_more, self.other_city)),
            ("place_colonists", (self.one_colonist_more, self.other_place)),
            ("choose_province", (self.other_province, self.magnus)),
            ("trade_goods", (self.other_amount, self.one_kind_more, self.one_kind_more, self.other_way)),
            ("buy_cards", (self.one_card_more, self.other_purchase, self.other_good, self.one_good_less)),
            ("store_goods", (self.other_keep, self.keep_more)),
            ("copy_card", (self.other_copy, self.no_copy)),
        ):
            if verb in verbs:
                yield from changes

    def below(self, limit: int) -> int:
        return int(self.random.random() * limit)

    def pick(self, items: Sequence[Item]) -> Item:
        return items[self.below(len(items))]

    def some_card(self) -> None:
        self.turn.clear()
        self.turn["card"] = self.pick(self.player.hand)

    def other_card(self) -> None:
        if self.random.random() < 0.1:
            self.turn.clear()
            self.turn["pass"] = True
            return
        cards = self.rules.cards
        action = cards[self.turn["card"]].action
        owned = [card for card in (*self.player.hand, *self.player.pile) if cards[card].action == action]
        self.turn["card"] = self.pick([*owned, *(card for card in cards if cards[card].action == action)])

    def other_alternative(self) -> None:
        action = self.rules.spec.actions[self.rules.cards[self.turn["card"]].action]
        card = self.turn["card"]
        self.turn.clear()
        self.turn |= {"card": card, "choice": self.pick(list(action.choose))}
        if self.turn["choice"] == "produce":
            self.other_province()

    def near_lines(self) -> list[str]:
        """Lines within a few steps of the player's colonists, and lines that are occupied."""
        cities = {city for _, place in self.player.colonists for city in self.board.ends.get(place, (place,))}
        for _ in range(1 + self.below(3)):
            cities |= {end for city in cities for line in self.board.lines_at[city] for end in self.board.ends[line]}
        near = {line for city in cities for line in self.board.lines_at[city]}
        return [*sorted(near), *sorted(self.board.occupied_lines([player.colonists for player in self.state.players]))]

    def other_line(self) -> None:
        moves = self.turn.get("moves")
        if not moves:
            self.one_move_more()
            return
        move = self.pick(moves)
        cities = list(self.board.ends.get(move["to"], (move["to"],)))
        close = [line for city in cities if city in self.board.lines_at for line in self.board.lines_at[city]]
        move["to"] = self.pick([*close, *cities, *self.near_lines()])

    def one_move_more(self) -> None:
        colonists = [f"{kind}@{place}" for kind, place in self.player.colonists]
        if self.random.random() < 0.2:
            colonists += [f"{kind}@{place}" for player in self.state.players for kind, place in player.colonists]
        if colonists:
            self.turn.setdefault("moves", []).append(
                {"colonist": self.pick(colonists), "to": self.pick(self.near_lines())}
            )

    def one_move_less(self) -> None:
        self.drop("moves")

    def near_cities(self) -> list[str]:
        """Cities at the lines of anybody's colonists, and cities with houses."""
        places = [place for player in self.state.players for _, place in player.colonists]
        own = [place for _, place in self.player.colonists]
        moved = [move["to"] for move in self.turn.get("moves", [])]
        reached = [
            city for place in (*own, *own, *moved, *moved, *moved, *places) for city in self.board.ends.get(place, ())
        ]
        return [*reached, *self.player.houses, self.board.start_city, self.pick(self.board.cities)]

    def one_house_more(self) -> None:
        self.turn.setdefault("builds", []).append(self.pick(self.near_cities()))

    def other_city(self) -> None:
        if not self.turn.get("builds"):
            self.one_house_more()
            return
        self.drop("builds")
        if self.random.random() < 0.5:
            self.one_house_more()

    def some_colonist(self) -> str:
        cities = [self.board.start_city, *self.player.houses, self.pick(self.board.cities)]
        return f"{self.pick(COLONIST_KINDS)}@{self.pick(cities)}"

    def one_colonist_more(self) -> None:
        if self.can_choose("settle"):
            self.turn.setdefault("place", []).append(self.some_colonist())

    def other_place(self) -> None:
        if self.turn.get("place"):
            places = self.turn["place"]
            places[self.below(len(places))] = self.some_colonist()
        else:
            self.one_colonist_more()

    def other_province(self) -> None:
        if self.can_choose("produce"):
            self.turn.pop("keep", None)
            self.turn["province"] = self.pick([*self.board.cities_of, *self.state.coin_side])

    def magnus(self) -> None:
        if self.can_choose("produce") and "province" in self.turn:
            self.turn["praefectus_magnus"] = self.random.random() < 0.5

    def other_amount(self) -> None:
        for way in ("sell", "buy"):
            if self.turn.get(way):
                good = self.pick(list(self.turn[way]))
                self.turn[way][good] = max(self.turn[way][good] + self.pick((-1, 1, 1, 2)), 0)

    def one_kind_more(self) -> None:
        good, way = self.pick(self.rules.goods), self.pick(("sell", "buy"))
        self.turn.setdefault(way, {})[good] = 1 + self.below(3)

    def other_way(self) -> None:
        for way, other in (("sell", "buy"), ("buy", "sell")):
            if self.turn.get(way):
                good = self.pick(list(self.turn[way]))
                self.turn.setdefault(other, {})[good] = 1
                return

    def one_card_more(self) -> None:
        if self.state.display:
            self.turn.setdefault("cards", []).append(
                self.pick((*filter(None, self.state.display), *self.state.stack[:1]))
            )
            if self.random.random() < 0.5:
                self.other_good()

    def other_purchase(self) -> None:
        self.drop("cards")
        self.one_card_more()

    def other_good(self) -> None:
        paid = self.turn.setdefault("any", {})
        if paid and self.random.random() < 0.7:
            paid.pop(self.pick(list(paid)))
        good = self.pick(self.rules.goods)
        paid[good] = paid.get(good, 0) + 1

    def one_good_less(self) -> None:
        if self.turn.get("any"):
            self.turn["any"].pop(self.pick(list(self.turn["any"])))
            if not self.turn["any"]:
                del self.turn["any"]

    def other_keep(self) -> None:
        if self.turn.get("keep"):
            kept = self.turn["keep"][self.pick(list(self.turn["keep"]))]
            good = self.pick(self.rules.goods)
            kept[good] = max(kept.get(good, 0) + self.pick((-1, 1)), 0)

    def keep_more(self) -> None:
        seat = str(self.below(len(self.state.players)))
        stored = self.rules.amounts(self.state.players[int(seat)].goods)
        if stored and seat in self.turn.get("keep", {}) and self.random.random() < 0.5:
            self.turn.setdefault("discard", {})[seat] = {self.pick(list(stored)): 1}
        elif self.can_choose("produce"):
            self.turn.setdefault("keep", {})[seat] = {}

    def other_copy(self) -> None:
        seats = [seat for seat, player in enumerate(self.state.players) if player.pile]
        if not seats:
            return
        seat = self.pick(seats)
        pile = self.state.players[seat].pile
        card = pile[-1] if self.random.random() < 0.7 else self.pick(pile)
        self.turn |= {"copies": seat, "as": {"card": card}}
        if len(self.rules.spec.actions[self.rules.cards[card].action].choose) > 1:
            self.turn["as"]["choice"] = "collect" if self.rules.cards[card].action == "prefect" else "income"

    def no_copy(self) -> None:
        self.turn.pop("copies", None)
        self.turn.pop("as", None)

    def can_choose(self, alternative: str) -> bool:
        return bool(self.turn.get("choice", alternative) == alternative)

    def drop(self, key: str) -> None:
        """Leave out one item of a list, and the list if it was the last."""
        if self.turn.get(key):
            self.turn[key].pop(self.below(len(self.turn[key])))
        if not self.turn.get(key, [0]):
            del self.turn[key]
