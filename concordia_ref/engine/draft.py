"""A turn in the making: a working copy of the position, and the steps of the card that are still to do.

Within a turn the rules change the draft in place. Whoever wants to keep it as it was before a choice, such as the list
of legal turns, copies it first; everything that no choice has touched is shared between the copies.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from concordia_ref.engine.board import Board
from concordia_ref.engine.rules import Cost, Rules
from concordia_ref.engine.state import Colonist, Player, State, made_of
from concordia_ref.spec.model import Card, Step

Choice = tuple[Any, ...]
"""A small choice: its kind, then what was chosen, such as ("build", "massilia")."""

NOTHING: Mapping[int, Sequence[str]] = {}
"""What players have to store where none has received goods."""

STOP: Choice = ("stop",)
"""Do no more of this step."""


class Draft:
    """A partial turn."""

    __slots__ = (
        "before",
        "board",
        "card",
        "choices",
        "coins",
        "colonists",
        "gained",
        "goods",
        "hand",
        "houses",
        "magnus_used",
        "memo",
        "others",
        "pile",
        "province",
        "rule",
        "rules",
        "seat",
        "steps",
        "table",
    )

    rules: Rules
    board: Board
    before: State
    """The position at the beginning of the turn."""
    seat: int
    """Whose turn it is."""

    # What the player has whose turn it is, as the choices so far have left it. Nothing here is changed in place: it is
    # shared between copies, and replaced.
    coins: int
    goods: Sequence[int]
    hand: tuple[str, ...]
    pile: tuple[str, ...]
    houses: tuple[str, ...]
    colonists: tuple[Colonist, ...]

    # What else lies on the table.
    others: tuple[Player, ...]
    """The players by their seats; the one whose turn it is stands there as it was before the turn."""
    table: State
    """The position after the choices so far, but for the players and whose turn it is."""
    gained: Mapping[int, Sequence[str]]
    """Goods that players have received but not yet stored, by seat."""

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

    def copy(self) -> Draft:
        """Another draft that is alike."""
        other = _new(Draft)
        other.rules = self.rules
        other.board = self.board
        other.before = self.before
        other.seat = self.seat
        other.coins = self.coins
        other.goods = self.goods
        other.hand = self.hand
        other.pile = self.pile
        other.houses = self.houses
        other.colonists = self.colonists
        other.others = self.others
        other.table = self.table
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
    def step(self) -> Step:
        """The step that is being done."""
        return self.steps[0]

    @property
    def state(self) -> State:
        """The position after the choices so far, the turn being that of the same player."""
        return self.state_with_turn_of(self.seat)

    def state_with_turn_of(self, seat: int | None) -> State:
        """The position after the choices so far, with the turn of a player or of nobody."""
        own = (self.coins, tuple(self.goods), self.hand, self.pile, self.houses, self.colonists)
        table, players = self.table, [*self.others]
        players[self.seat] = made_of(Player, own)
        # The players are the second part of a position, and whose turn it is the third.
        return made_of(State, (table[0], tuple(players), seat) + table[3:])

    def adopt(self, state: State) -> None:
        """Go on from another position."""
        self.table = state
        self.others = state.players
        own = state.players[self.seat]
        self.coins, self.goods, self.hand, self.pile, self.houses, self.colonists = own

    def good_of(self, city: str) -> str:
        """The good that a city produces."""
        return self.before.city_goods[self.board.city_index[city]]

    def houses_in(self, city: str) -> int:
        """How many houses stand in a city."""
        houses = self.houses.count(city)
        for seat, player in enumerate(self.others):
            if seat != self.seat and city in player.houses:
                houses += player.houses.count(city)
        return houses

    def occupied_lines(self) -> frozenset[str]:
        """The lines on which a colonist stands."""
        standing = [player.colonists for player in self.others]
        standing[self.seat] = self.colonists
        return self.board.occupied_lines(standing)

    def room(self) -> int:
        """How many more goods the player can store."""
        return self.rules.room(self.goods, self.colonists)

    def pay(self, cost: Cost, coins: int = 0) -> None:
        """The player pays goods and coins to the bank."""
        goods = [*self.goods]
        for place, number in cost:
            goods[place] -= number
        self.goods = goods
        self.coins -= coins

    def earn(self, coins: int) -> None:
        """The player receives coins from the bank."""
        self.coins += coins

    def gain(self, seat: int, goods: Sequence[str]) -> None:
        """A player receives goods, if any, that are still to be stored."""
        if goods:
            self.gained = {**self.gained, seat: (*self.gained.get(seat, ()), *goods)}

    def go_to(self, steps: tuple[Step, ...]) -> None:
        """Begin the first of these steps, and do the others after it."""
        self.steps = steps
        if steps:
            self.rule = steps[0].rule
        self.memo = None

    def end_step(self) -> None:
        """On to the next step."""
        self.steps = steps = self.steps[1:]
        if steps:
            self.rule = steps[0].rule
        self.memo = None


def new_draft(rules: Rules, before: State, steps: tuple[Step, ...]) -> Draft:
    """The draft of a turn with all steps still to do."""
    seat = before.to_play
    assert seat is not None, "nobody drafts a turn after the end"
    draft = _new(Draft)
    draft.rules = rules
    draft.board = rules.boards[before.map]
    draft.before = draft.table = before
    draft.seat = seat
    draft.others = players = before.players
    draft.coins, draft.goods, draft.hand, draft.pile, draft.houses, draft.colonists = players[seat]
    draft.gained = NOTHING
    draft.steps = steps
    draft.rule = steps[0].rule
    draft.choices = ()
    draft.memo = draft.card = draft.province = None
    draft.magnus_used = False
    return draft


_new = object.__new__
