"""All legal turns of a position by asking the checker about everything that can be written.

The lister walks along the choices that the interpreter offers. This does not: it grows turns part by part from the
vocabulary of the notation, and lets `Game.check` say of each whether it is legal, refused, or not yet complete. A legal
turn is grown by all that belongs to its card, an incomplete one by what it lacks. All that this takes for granted: what
is legal has a part without which it is legal, or incomplete for want of that part.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from concordia_ref.engine.flow import MISSING
from concordia_ref.engine.game import Game
from concordia_ref.engine.state import State
from concordia_ref.engine.turn import Turn
from concordia_ref.spec.errors import Malformed

Written = dict[str, Any]
KINDS = ("land", "sea")
# What can be done with a card of each kind; with the card alone everything else is tried as well.
PARTS: dict[str, tuple[str, ...]] = {
    "tribune": ("place",),
    "architect": ("moves", "builds"),
    "prefect": ("choice", "province", "praefectus_magnus", "keep"),
    "mercator": ("sell", "buy"),
    "colonist": ("choice", "place"),
    "diplomat": ("copies",),
    "senator": ("cards", "any"),
    "consul": ("cards", "any"),
    **dict.fromkeys(("mason", "farmer", "smith", "vintner", "weaver"), ("keep",)),
}
# What makes no difference after something else: a turn without houses or purchases is legal if it is legal with them,
# and what could not be kept otherwise may be said or not, so that to say it for one seat is enough.
BEFORE = {"moves": "builds", "sell": "buy", "keep": "keep"}
EVERY_PART = tuple(dict.fromkeys(part for parts in PARTS.values() for part in parts))
MOST_UNITS = 12
MOST_KEPT = 2


class BruteForce:
    """The turns of one position."""

    def __init__(self, game: Game, state: State) -> None:
        self.game = game
        self.state = state

    def turns(self, *, everything: bool = True) -> set[Turn]:
        """Every legal turn once; without `everything` no card is tried with what belongs to others."""
        if self.state.to_play is None:
            return set()
        hand = self.state.players[self.state.to_play].hand
        cards = self.game.spec.cards if everything else dict.fromkeys(hand)
        ahead: list[Written] = [{"card": card} for card in cards]
        seen: set[str] = set()
        found: set[Turn] = set()
        while ahead:
            written = ahead.pop()
            if (key := _key(written)) in seen:
                continue
            seen.add(key)
            turn, lacks = self.judged(written)
            if turn is None:
                continue
            if not lacks:
                found.add(self.game.canonical(self.state, turn))
            ahead += self.grown(written, lacks)
            if everything and len(written) == 1:
                found |= self.oddities(written)
        return found

    def oddities(self, card: Written) -> set[Turn]:
        """What is legal of a card together with any one part, also one that belongs to other cards."""
        judged = [self.judged(written) for written in ({"pass": True}, *self.grown(card, EVERY_PART))]
        return {self.game.canonical(self.state, turn) for turn, lacks in judged if turn is not None and not lacks}

    def judged(self, written: Written) -> tuple[Turn | None, tuple[str, ...]]:
        """A turn unless it is refused, and the part that it still lacks."""
        turn = None
        try:
            turn = self.game.turn(self.state, written)
            return (None if self.game.check(self.state, turn) else turn), ()
        except Malformed as malformed:
            if malformed.code != "incomplete":
                return None, ()
            missing = [part for part, text in MISSING.items() if malformed.message.endswith(text)]
            return turn, (missing[0].replace("-", "_"),)

    def grown(self, written: Written, parts: tuple[str, ...]) -> Iterator[Written]:
        """A turn with one more of these parts, in all ways; if none is named, of those that belong to the card."""
        if "as" in written:
            yield from ({**written, "as": copied} for copied in self.grown(written["as"], parts))
            return
        own = PARTS[self.game.spec.cards[written["card"]].kind]
        for part in parts or [part for part in own if BEFORE.get(part) not in written]:
            yield from getattr(self, f"add_{part}")(written)

    @cached_property
    def cities(self) -> list[str]:
        return list(self.game.spec.maps[self.state.map].cities)

    @cached_property
    def places(self) -> list[str]:
        return [*self.cities, *self.game.spec.maps[self.state.map].lines]

    def add_choice(self, written: Written) -> Iterator[Written]:
        if "choice" not in written:
            names = dict.fromkeys(name for action in self.game.spec.actions.values() for name in action.choose)
            yield from ({**written, "choice": name} for name in names)

    def add_province(self, written: Written) -> Iterator[Written]:
        if "province" not in written:
            yield from ({**written, "province": id} for id in self.game.spec.maps[self.state.map].provinces)

    def add_praefectus_magnus(self, written: Written) -> Iterator[Written]:
        if "praefectus_magnus" not in written:
            yield from ({**written, "praefectus_magnus": used} for used in (True, False))

    def add_place(self, written: Written) -> Iterator[Written]:
        for city in self.cities:
            yield from (_longer(written, "place", f"{kind}@{city}") for kind in KINDS)

    def add_moves(self, written: Written) -> Iterator[Written]:
        """Of any colonist to any place; once something else is written, of the own ones to lines."""
        assert self.state.to_play is not None
        if len(written) == 1:
            standing = {place for player in self.state.players for _, place in player.colonists}
            pairs, places = [(kind, place) for kind in KINDS for place in standing], self.places
        else:
            pairs, places = list(self.state.players[self.state.to_play].colonists), self.places[len(self.cities) :]
        for kind, origin in dict.fromkeys(pairs):
            yield from (_longer(written, "moves", {"colonist": f"{kind}@{origin}", "to": place}) for place in places)

    def add_builds(self, written: Written) -> Iterator[Written]:
        yield from (_longer(written, "builds", city) for city in self.cities)

    def add_sell(self, written: Written) -> Iterator[Written]:
        yield from self.trades(written, "sell")

    def add_buy(self, written: Written) -> Iterator[Written]:
        yield from self.trades(written, "buy")

    def trades(self, written: Written, part: str) -> Iterator[Written]:
        goods = written.get(part, {})
        for good in self.game.spec.goods:
            if good not in goods:
                yield from ({**written, part: {**goods, good: number}} for number in range(1, MOST_UNITS + 1))

    def add_cards(self, written: Written) -> Iterator[Written]:
        yield from (_longer(written, "cards", card) for card in self.game.spec.cards)

    def add_any(self, written: Written) -> Iterator[Written]:
        paid = written.get("any", {})
        yield from ({**written, "any": {**paid, good: paid.get(good, 0) + 1}} for good in self.game.spec.goods)

    def add_keep(self, written: Written) -> Iterator[Written]:
        kept = written.get("keep", {})
        for seat in range(len(self.state.players)):
            if str(seat) not in kept:
                yield from ({**written, "keep": {**kept, str(seat): some}} for some in self.amounts)

    @cached_property
    def amounts(self) -> list[dict[str, int]]:
        """All amounts of goods up to some units, which are more than anyone has room for in these positions."""
        found: list[dict[str, int]] = [{}]
        for good in self.game.spec.goods:
            found += [{**some, good: n} for some in found for n in range(1, MOST_KEPT + 1 - sum(some.values()))]
        return found

    def add_copies(self, written: Written) -> Iterator[Written]:
        for seat in range(len(self.state.players)):
            yield from ({**written, "copies": seat, "as": {"card": card}} for card in self.game.spec.cards)


def brute_count(game: Game, state: State, depth: int, *, everything: bool = True) -> int:
    """How many sequences of so many legal turns there are, by brute force."""
    turns = BruteForce(game, state).turns(everything=everything)
    if depth == 1:
        return len(turns)
    return sum(brute_count(game, game.play(state, turn), depth - 1, everything=False) for turn in turns)


def _longer(written: Written, part: str, item: Any) -> Written:
    return {**written, part: [*written.get(part, []), item]}


def _key(written: Written) -> str:
    """The same for turns that differ only in the order of what is in a list."""
    lists = {key: sorted(map(repr, value)) for key, value in written.items() if isinstance(value, list)}
    copied = {"as": _key(written["as"])} if "as" in written else {}
    return json.dumps({**written, **lists, **copied}, sort_keys=True)
