"""The position of a game: immutable inside, plain JSON outside.

A state holds what lies on the table and nothing else: no log, no undo stack. Whatever follows from it is not stored
twice: colonists in the storehouse are those not on the board, and a province's marker shows the good that the rules
derive from its cities.
"""

from __future__ import annotations

from concordia_ref.model import LineKind
from concordia_ref.typed import Any, NamedTuple

_new = tuple.__new__

Goods = tuple[int, ...]
Colonist = tuple[LineKind, str]
"""A colonist on the board: its kind and where it stands, a city or a line."""


class Player(NamedTuple):
    """What one player has. `goods` are counted in the order of the specification; `pile` ends with its top card."""

    coins: int
    goods: Goods
    hand: tuple[str, ...]
    pile: tuple[str, ...]
    houses: tuple[str, ...]
    colonists: tuple[Colonist, ...]

    # The same player with something else; quicker than `_replace`, and a turn does little but this.

    def with_wealth(self, coins: int, goods: Goods) -> Player:
        """The same player with other coins and goods."""
        return _new(Player, (coins, goods, self.hand, self.pile, self.houses, self.colonists))

    def with_cards(self, hand: tuple[str, ...], pile: tuple[str, ...]) -> Player:
        """The same player with other cards in the hand and on the pile."""
        return _new(Player, (self.coins, self.goods, hand, pile, self.houses, self.colonists))

    def with_houses(self, houses: tuple[str, ...]) -> Player:
        """The same player with other houses."""
        return _new(Player, (self.coins, self.goods, self.hand, self.pile, houses, self.colonists))

    def with_colonists(self, colonists: tuple[Colonist, ...]) -> Player:
        """The same player with other colonists on the board."""
        return _new(Player, (self.coins, self.goods, self.hand, self.pile, self.houses, colonists))


class State(NamedTuple):
    """A position. Seats are numbered clockwise from 0; `to_play` is None when the game is over.

    `city_goods` go by the order of the cities on the map, `coin_side` lists the provinces whose markers show coins,
    `last_turns` the seats that still play once the end was brought about, and `interim` the interim points so far,
    or None where interim scoring is not used or over.
    """

    map: str
    players: tuple[Player, ...]
    to_play: int | None
    first_player: int
    city_goods: tuple[str, ...]
    coin_side: tuple[str, ...]
    display: tuple[str, ...]
    stack: tuple[str, ...]
    praefectus_magnus: int
    concordia: int | None
    last_turns: tuple[int, ...] | None
    interim: tuple[int | None, ...] | None

    def with_player(self, seat: int, player: Player) -> State:
        """The same state with another player at a seat."""
        return self._replace(players=(*self.players[:seat], player, *self.players[seat + 1 :]))


def canonical_json(value: Any) -> str:
    """JSON with sorted keys and no spaces, equal for equal values."""
    # Imported here, like what follows, because a position is played more often than it is written down.
    import json

    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest(value: Any) -> str:
    """SHA-256 of the canonical JSON, as a short name for a whole value."""
    import hashlib

    return hashlib.sha256(canonical_json(value).encode("utf-8")).hexdigest()
