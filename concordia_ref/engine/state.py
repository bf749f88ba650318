"""The position of a game: immutable inside, plain JSON outside.

A state holds what lies on the table and nothing else: no log, no undo stack. Nothing that follows from it is
stored: colonists in the storehouse are those not on the board, and a province's marker shows the good that the rules
derive from its cities.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any, NamedTuple

from concordia_ref.spec.model import LineKind

Goods = tuple[int, ...]
Colonist = tuple[LineKind, str]
"""A colonist on the board: its kind and where it stands, a city or a line."""


class Player(NamedTuple):
    """What one player has. `goods` are counted in the order of the specification; `pile` ends with its top card.

    `remembered` are notes on earlier turns that some readings need; see `concordia_ref.engine.memory`.

    >>> Player(5, (1, 2, 1, 1, 1), ("tribune",), (), (), (("sea", "roma"),)).coins
    5
    """

    coins: int
    goods: Goods
    hand: tuple[str, ...]
    pile: tuple[str, ...]
    houses: tuple[str, ...]
    colonists: tuple[Colonist, ...]
    remembered: tuple[str, ...] = ()


class State(NamedTuple):
    """A position. Seats are numbered clockwise from 0; `to_play` is None when the game is over.

    `city_goods` go by the order of the cities on the map, `coin_side` lists the provinces whose markers show coins,
    `last_turns` the seats that still play once the end was triggered, and `interim` the interim points so far,
    or None where interim scoring is not used or over.

    >>> from concordia_ref import Game
    >>> game = Game()
    >>> state = game.start(game.setup("italia", players=2, seed=1))
    >>> state.to_play, state.players[0].coins, state.display[0]
    (0, 5, 'i_mason')
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
        """The same state with another player at a seat.

        >>> from concordia_ref import Game
        >>> game = Game()
        >>> state = game.start(game.setup("italia", players=2, seed=1))
        >>> rich = state.players[0]._replace(coins=100)
        >>> state.with_player(0, rich).players[0].coins
        100
        """
        return self._replace(players=(*self.players[:seat], player, *self.players[seat + 1 :]))


def canonical_json(value: Any) -> str:
    """JSON with sorted keys and no spaces, equal for equal values."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest(value: Any) -> str:
    """SHA-256 of the canonical JSON, as a short name for a whole value."""
    return hashlib.sha256(canonical_json(value).encode("utf-8")).hexdigest()
