"""A turn in the making: a working copy of the position, and the steps of the card that are still to do.

Within a turn the rules change the draft in place. To keep a draft as it was before a choice, copy it first: its parts
are immutable and shared between the copies.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from concordia_ref.engine.rules import Cost, Rules, after_paying
from concordia_ref.engine.state import Player, State
from concordia_ref.spec.model import Card

if TYPE_CHECKING:
    from concordia_ref.engine.verbs.verb import Verb

Choice = tuple[Any, ...]
"""A small choice: its kind, then what was chosen, such as ("build", "massilia")."""

NOTHING: Mapping[int, Sequence[str]] = {}
"""What players have to store if none has received goods."""

STOP: Choice = ("stop",)
"""The choice to end this step."""


class Draft:
    """A partial turn."""

    def __init__(self, rules: Rules, before: State, steps: tuple[Verb, ...]) -> None:
        """A turn with all steps still to do."""
        assert before.to_play is not None, "nobody drafts a turn after the end"
        self.rules = rules
        self.board = rules.boards[before.map]
        self.before = before
        """The position at the beginning of the turn."""
        self.seat = before.to_play
        """Whose turn it is."""
        self.player = before.players[before.to_play]
        """What the player whose turn it is has after the choices so far."""
        self.table = before
        """The position after the choices so far, except that this player stands there as before the turn."""
        self.steps = steps
        """What is still to do; the first step is being done."""
        self.gained = NOTHING
        """Goods that players have received but not yet stored, by seat."""
        self.choices: tuple[Choice, ...] = ()
        """The choices so far, without the stops."""
        self.memo: Any = None
        """What the current step remembers between its choices; None at its beginning."""
        self.card: Card | None = None
        """The card whose printed values apply: the one played, or the one copied."""
        self.province: str | None = None
        """The province that a Prefect has chosen."""
        self.magnus_used = False
        """Whether the Praefectus Magnus was used."""

    def copy(self) -> Draft:
        """Another draft that is equal to this one."""
        # One attribute after the other: to copy `__dict__` makes every choice slower by a fifth.
        other = Draft.__new__(Draft)
        other.rules = self.rules
        other.board = self.board
        other.before = self.before
        other.seat = self.seat
        other.player = self.player
        other.table = self.table
        other.steps = self.steps
        other.gained = self.gained
        other.choices = self.choices
        other.memo = self.memo
        other.card = self.card
        other.province = self.province
        other.magnus_used = self.magnus_used
        return other

    @property
    def at_first(self) -> Player:
        """The player whose turn it is, as at the beginning of the turn."""
        return self.before.players[self.seat]

    @property
    def state(self) -> State:
        """The position after the choices so far, with the same player to play."""
        return self.state_with_turn_of(self.seat)

    def state_with_turn_of(self, seat: int | None) -> State:
        """The position after the choices so far, with a given player, or nobody, to play."""
        players = list(self.table.players)
        players[self.seat] = self.player
        return self.table._replace(players=tuple(players), to_play=seat)

    def adopt(self, state: State) -> None:
        """Continue from another position."""
        self.table = state
        self.player = state.players[self.seat]

    def good_of(self, city: str) -> str:
        """The good that a city produces."""
        return self.before.city_goods[self.board.city_index[city]]

    def houses_in(self, city: str) -> int:
        """How many houses stand in a city."""
        houses = self.player.houses.count(city)
        for seat, player in enumerate(self.table.players):
            if seat != self.seat and city in player.houses:
                houses += player.houses.count(city)
        return houses

    def occupied_lines(self) -> frozenset[str]:
        """The lines on which a colonist stands."""
        standing = [player.colonists for player in self.table.players]
        standing[self.seat] = self.player.colonists
        return self.board.occupied_lines(standing)

    def room(self) -> int:
        """How many more goods the player can store."""
        return self.rules.room(self.player.goods, self.player.colonists)

    def pay(self, cost: Cost, coins: int = 0) -> None:
        """The player pays goods and sestertii to the bank."""
        player = self.player
        self.player = player._replace(coins=player.coins - coins, goods=after_paying(player.goods, cost))

    def earn(self, coins: int) -> None:
        """The player receives sestertii from the bank."""
        self.player = self.player._replace(coins=self.player.coins + coins)

    def gain(self, seat: int, goods: Sequence[str]) -> None:
        """A player receives goods, if any, that are still to be stored."""
        if goods:
            self.gained = {**self.gained, seat: (*self.gained.get(seat, ()), *goods)}

    def go_to(self, steps: tuple[Verb, ...]) -> None:
        """Begin the first of these steps, and do the others after it."""
        self.steps = steps
        self.memo = None

    def end_step(self) -> None:
        """Continue with the next step."""
        self.steps = self.steps[1:]
        self.memo = None
