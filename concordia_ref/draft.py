"""A turn in the making: the position so far, and the steps of the card that are still to do."""

from __future__ import annotations

from concordia_ref.board import Board
from concordia_ref.model import Card, Step
from concordia_ref.rules import Rules, minus, plus
from concordia_ref.state import Goods, Player, State
from concordia_ref.typed import Any, NamedTuple

Choice = tuple[Any, ...]
"""A small choice: its kind, then what was chosen, such as ("build", "massilia")."""

STOP: Choice = ("stop",)
"""Do no more of this step."""


class Draft(NamedTuple):
    """A partial turn. Every choice makes a new draft; the one before it stays as it was."""

    rules: Rules
    before: State
    """The position at the beginning of the turn."""
    state: State
    """The position after the choices so far."""
    steps: tuple[Step, ...]
    """What is still to do; the first one is being done."""
    gained: tuple[Goods, ...]
    """Goods that the players have received but not yet stored, by seat."""
    choices: tuple[Choice, ...] = ()
    """The choices so far, without the stops."""
    memo: Any = None
    """What the current step remembers between its choices; None at its beginning."""
    card: Card | None = None
    """The card whose printed values hold: the one played, or the one copied."""
    province: str | None = None
    """The province that a Prefect has chosen."""
    magnus_used: bool = False
    """Whether the Praefectus Magnus was used."""

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        assert self.before.to_play is not None, "nobody drafts a turn after the end"
        return self.before.to_play

    @property
    def player(self) -> Player:
        """The player whose turn it is, with what the turn has changed so far."""
        return self.state.players[self.seat]

    @property
    def step(self) -> Step:
        """The step that is being done."""
        return self.steps[0]

    @property
    def board(self) -> Board:
        """The board of the game."""
        return self.rules.boards[self.state.map]

    def with_player(self, **changes: Any) -> Draft:
        """The draft with changes to the player whose turn it is."""
        return self._replace(state=self.state.with_player(self.seat, self.player._replace(**changes)))

    def paid(self, goods: Goods, coins: int = 0) -> Draft:
        """The draft after the player has paid goods and coins to the bank."""
        return self.with_player(goods=minus(self.player.goods, goods), coins=self.player.coins - coins)

    def earned(self, coins: int) -> Draft:
        """The draft after the player has received coins from the bank."""
        return self.with_player(coins=self.player.coins + coins)

    def gaining(self, seat: int, goods: Goods) -> Draft:
        """The draft after a player has received goods that are still to be stored."""
        gained = plus(self.gained[seat], goods)
        return self._replace(gained=(*self.gained[:seat], gained, *self.gained[seat + 1 :]))

    def step_done(self) -> Draft:
        """On to the next step."""
        return self._replace(steps=self.steps[1:], memo=None)
