"""A turn in the making: a working copy of the position, and the steps of the card that are still to do.

Within a turn the rules change the draft in place. Whoever wants to keep it as it was before a choice, such as the list
of legal turns, copies it first; everything that no choice has touched is shared between the copies.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from concordia_ref.board import Board
from concordia_ref.model import Card, Step
from concordia_ref.rules import Rules, minus, plus
from concordia_ref.state import Goods, Player, State
from concordia_ref.typed import Any

Choice = tuple[Any, ...]
"""A small choice: its kind, then what was chosen, such as ("build", "massilia")."""

NO_RULE: Mapping[str, Any] = MappingProxyType({})
"""The parameters where no step is left."""

STOP: Choice = ("stop",)
"""Do no more of this step."""


class Draft:
    """A partial turn."""

    __slots__ = (
        "before",
        "board",
        "card",
        "choices",
        "coin_side",
        "display",
        "gained",
        "interim",
        "magnus_used",
        "memo",
        "players",
        "praefectus_magnus",
        "province",
        "rule",
        "rules",
        "seat",
        "stack",
        "steps",
    )

    rules: Rules
    board: Board
    before: State
    """The position at the beginning of the turn."""
    seat: int
    """Whose turn it is."""
    players: list[Player]
    """The players as the choices so far have left them; so are the next five."""
    display: tuple[str, ...]
    stack: tuple[str, ...]
    coin_side: tuple[str, ...]
    praefectus_magnus: int
    interim: tuple[int | None, ...] | None
    gained: tuple[Goods, ...]
    """Goods that the players have received but not yet stored, by seat."""
    steps: tuple[Step, ...]
    """What is still to do; the first one is being done. `go_to` changes them."""
    rule: Mapping[str, Any]
    """The parameters of the step that is being done."""
    choices: tuple[Choice, ...]
    """The choices so far, without the stops."""
    memo: Any
    """What the current step remembers between its choices; None at its beginning."""
    card: Card | None
    """The card whose printed values hold: the one played, or the one copied."""
    province: str | None
    """The province that a Prefect has chosen."""
    magnus_used: bool
    """Whether the Praefectus Magnus was used."""

    def __init__(self, rules: Rules, before: State, steps: tuple[Step, ...]) -> None:
        assert before.to_play is not None, "nobody drafts a turn after the end"
        self.rules = rules
        self.board = rules.boards[before.map]
        self.before = before
        self.seat = before.to_play
        self.gained = (rules.no_goods,) * len(before.players)
        self.choices = ()
        self.go_to(steps)
        self.card = None
        self.province = None
        self.magnus_used = False
        self.adopt(before)

    def copy(self) -> Draft:
        """Another draft that is alike."""
        other = _new_draft(Draft)
        other.rules = self.rules
        other.board = self.board
        other.before = self.before
        other.seat = self.seat
        other.players = self.players.copy()
        other.display = self.display
        other.stack = self.stack
        other.coin_side = self.coin_side
        other.praefectus_magnus = self.praefectus_magnus
        other.interim = self.interim
        other.gained = self.gained
        other.steps = self.steps
        other.rule = self.rule
        other.choices = self.choices
        other.memo = self.memo
        other.card = self.card
        other.province = self.province
        other.magnus_used = self.magnus_used
        return other

    @property
    def player(self) -> Player:
        """The player whose turn it is."""
        return self.players[self.seat]

    @player.setter
    def player(self, player: Player) -> None:
        self.players[self.seat] = player

    @property
    def step(self) -> Step:
        """The step that is being done."""
        return self.steps[0]

    def good_of(self, city: str) -> str:
        """The good that a city produces."""
        return self.before.city_goods[self.board.city_index[city]]

    @property
    def state(self) -> State:
        """The position after the choices so far, the turn being that of the same player."""
        return self.state_with_turn_of(self.seat)

    def state_with_turn_of(self, seat: int | None) -> State:
        """The position after the choices so far, with the turn of a player or of nobody."""
        before = self.before
        return State(
            before.map,
            tuple(self.players),
            seat,
            before.first_player,
            before.city_goods,
            self.coin_side,
            self.display,
            self.stack,
            self.praefectus_magnus,
            before.concordia,
            before.last_turns,
            self.interim,
        )

    def adopt(self, state: State) -> None:
        """Go on from another position."""
        self.players = list(state.players)
        self.display = state.display
        self.stack = state.stack
        self.coin_side = state.coin_side
        self.praefectus_magnus = state.praefectus_magnus
        self.interim = state.interim

    def pay(self, goods: Goods, coins: int = 0) -> None:
        """The player pays goods and coins to the bank."""
        player = self.players[self.seat]
        self.players[self.seat] = player.with_wealth(player.coins - coins, minus(player.goods, goods))

    def earn(self, coins: int) -> None:
        """The player receives coins from the bank."""
        player = self.players[self.seat]
        self.players[self.seat] = player.with_wealth(player.coins + coins, player.goods)

    def gain(self, seat: int, goods: Goods) -> None:
        """A player receives goods that are still to be stored."""
        gained = plus(self.gained[seat], goods)
        self.gained = (*self.gained[:seat], gained, *self.gained[seat + 1 :])

    def go_to(self, steps: tuple[Step, ...]) -> None:
        """Begin the first of these steps, and do the others after it."""
        self.steps = steps
        self.rule = steps[0].parameters if steps else NO_RULE
        self.memo = None

    def end_step(self) -> None:
        """On to the next step."""
        self.go_to(self.steps[1:])


_new_draft = object.__new__
