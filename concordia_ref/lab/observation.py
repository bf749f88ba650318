"""Which clauses a game consults and which refuse: the rules behind a watch that notes what is read of them.

    game, seen = observe(Game())
    game.play(state, turn)
    seen.consulted                  # {"tribune.recall": {"verbs.effects.recall_cards"}, ...}

Every parameter of the model names its clauses, so whoever reads a parameter consults them. Those of the group or the
step itself, `this` in the data, are consulted with any parameter of the group, and when the step is carried out. A game
that nobody observes reads the model itself and knows nothing of this.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, is_dataclass
from types import FunctionType, MethodType
from typing import Any

from concordia_ref.engine import flow
from concordia_ref.engine.board import Board
from concordia_ref.engine.draft import Draft
from concordia_ref.engine.errors import Refused
from concordia_ref.engine.game import Game
from concordia_ref.engine.remembered import Remembered
from concordia_ref.engine.rules import Rules
from concordia_ref.engine.state import State
from concordia_ref.engine.turn import Turn
from concordia_ref.spec.model import Card, Step

PACKAGE = __name__.partition(".")[0]
# They stand between the rules and those who read them.
BETWEEN = (__name__, f"{PACKAGE}.spec.model", "dataclasses")

_LINES = ("map.line", "map.line.parallel")
_EVERY_TURN = ("turn.one-card", "turn.hand", "turn.discard", "turn.action", "turn.optional-parts")
# What the interpreter keeps elsewhere than the data have it, with its clauses.
ELSEWHERE: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "Specification": {
        "concordia_points": ("score.concordia", "end.concordia.no-god"),
        "starting_hand": ("setup.hand", "card.starting", "card.personality"),
        "decks": ("card.for-sale",),
    },
    "Setup": {
        "decks": ("setup.decks", "setup.stack", "setup.display"),
        "city_tokens": ("setup.city-tokens", "setup.city-tokens.bags", "setup.city-tokens.unused"),
        "players": ("setup.first-player",),
    },
    "BonusMarkers": {"side_up": ("setup.bonus-markers",)},
    "PlayerPieces": {"colonists": ("setup.colonists.storehouse",)},
    "End": {"winner": ("end.winner",)},
    "Winner": {"else_next_to_the": ("end.tie.holder",)},
    "starting card": {
        "action": ("card.personality", "card.starting"),
        "god": ("card.god", "card.starting"),
        "income": ("mercator.income.starting",),
    },
    "card for sale": {
        "action": ("card.personality", "card.for-sale"),
        "god": ("card.god",),
        "income": ("mercator.income.bought",),
        "points": ("score.minerva.points",),
    },
    "Map": {"players": ("map.players",)},
    "City": {"letter": ("map.letter",)},
    "Board": {
        "start_city": ("map.start-city",),
        "cities": ("map.city", "map.start-city"),
        "city_index": ("map.city", "map.start-city"),
        "province_of": ("map.province",),
        "cities_of": ("map.province",),
        "ends": _LINES,
        "kind_of": _LINES,
        "lines_at": _LINES,
        "cities_next_to": (*_LINES, "map.start-city"),
        "kinds_at": _LINES,
        "roads": (
            *_LINES,
            "map.start-city",
            "architect.move.land-lines",
            "architect.move.sea-lines",
            "architect.move.ends-on-line",
            "architect.move.pass",
            "architect.move.pass.cost",
        ),
    },
    "Rules": {
        "direction": ("turn.order", *_EVERY_TURN),
        "goods": ("goods.five",),
        "prices": (
            "goods.price",
            "supply.goods-unlimited",
            "supply.coins-unlimited",
            "supply.no-trade-between-players",
        ),
        "colonist_cost": ("piece.colonist.cost",),
        "card_costs": ("card.cost", "card.for-sale"),
        "marker_goods": ("setup.bonus-markers.good",),
        "_spaces_for_goods": (
            "storehouse.full",
            "storehouse.spaces",
            "storehouse.one-piece-a-space",
            "storehouse.colonists",
            "piece.colonists",
            "piece.colonist.stays",
            "piece.house.stays",
            "setup.colonists.storehouse",
        ),
        "surcharges": ("display.slots", "display.surcharge", "display.any-good"),
        "first_house": ("house.cost.goods", "house.cost.goods.brick-city", "house.cost.coins"),
    },
}


@dataclass
class Seen:
    """The clauses that were consulted, each with the functions that did, and those that refused a turn."""

    consulted: dict[str, set[str]] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)

    def note(self, clauses: tuple[str, ...], where: str) -> None:
        """Note that a function has consulted clauses."""
        for clause in clauses:
            self.consulted.setdefault(clause, set()).add(where)

    def forget(self) -> None:
        """Begin anew."""
        self.consulted.clear()
        self.refused.clear()


def observe(game: Game) -> tuple[Game, Seen]:
    """A game by the same rules, and what is seen of them while it is played."""
    seen = Seen()
    return _ObservedGame(game, seen), seen


class _ObservedGame(Game):
    def __init__(self, game: Game, seen: Seen) -> None:
        self.seen = seen
        self.spec = _watched(game.spec, seen)
        rules = Rules(self.spec)
        rules.boards = {id: _watched(board, seen) for id, board in rules.boards.items()}
        self.rules = _watched(rules, seen)
        for name, value in vars(rules).items():
            if isinstance(value, Remembered):
                setattr(rules, name, _Forgotten(getattr(self.rules, value.work_out.__name__)))
        # What was read to prepare the tables is consulted when the tables are.
        seen.forget()

    def _follow(self, state: State, turn: Turn) -> Draft:
        try:
            return super()._follow(state, turn)
        except Refused as refused:
            self.seen.refused.update(violation.clause for violation in refused.violations)
            raise


class _Forgotten(Remembered):
    """Remembers nothing, so that what an answer is made of is consulted every time."""

    def __setitem__(self, key: Any, value: Any) -> None:
        pass


def _watched(value: Any, seen: Seen) -> Any:
    """Something of the model, or made from it, whose parts note that they are read."""
    if isinstance(value, Mapping):
        return {key: _watched(item, seen) for key, item in value.items()}
    if isinstance(value, tuple):
        return tuple(_watched(item, seen) for item in value)
    return _Watched(value, seen) if is_dataclass(value) or isinstance(value, (Board, Rules)) else value


class _Watched:
    """Stands for a part of the rules and notes the clauses of what is read of it."""

    def __init__(self, value: Any, seen: Seen) -> None:
        self._value = value
        self._seen = seen
        # A part is always the same object: the interpreter asks whether it is still at the same step.
        self._parts: dict[str, Any] = {}
        self._clauses: Mapping[str, tuple[str, ...]] = getattr(value, "clauses", {}) if is_dataclass(value) else {}
        self._elsewhere = ELSEWHERE.get(_kind(value), {})

    def __getattr__(self, name: str) -> Any:
        if name in ("parameters", "rule"):
            return self
        self._note(name)
        function = getattr(type(self._value), name, None)
        if isinstance(function, FunctionType):
            return MethodType(function, self)
        if name not in self._parts:
            value = getattr(self._value, name)
            self._parts[name] = _watched(value, self._seen) if is_dataclass(self._value) else value
        return self._parts[name]

    def __getitem__(self, parameter: str) -> Any:
        self._note(parameter)
        return self._value[parameter]

    def get(self, parameter: str, default: Any = None) -> Any:
        return self[parameter] if parameter in self._value.parameters else default

    def _note(self, name: str) -> None:
        if name == "do":
            self._carried_out()
        if clauses := self._elsewhere.get(name, ()):
            self._seen.note(clauses, _reader())
        if name not in self._clauses and name != "choose":
            return
        # Whether a group is used is asked before it is.
        this = () if isinstance(self._value, Step) or name == "used" else self._clauses.get("this", ())
        self._seen.note((*this, *self._clauses.get(name, ())), _reader())

    def _carried_out(self) -> None:
        """Note the clauses of a step that is carried out; others than the flow of the turn only look at it."""
        if sys._getframe(3).f_globals["__name__"] == flow.__name__ and "this" in self._clauses:
            do = self._value.do
            verb = flow.EFFECTS.get(do)
            module = verb.__module__ if verb else flow.CHOOSERS[do].__name__
            self._seen.note(
                self._clauses["this"], f"{module.removeprefix(f'{PACKAGE}.engine.')}.{do if verb else 'perform'}"
            )


def _kind(value: Any) -> str:
    if isinstance(value, Card):
        return "starting card" if value.deck is None else "card for sale"
    return type(value).__name__


def _reader() -> str:
    """The function of the interpreter that is reading, such as `verbs.effects.produce`."""
    frame = sys._getframe(1)
    while frame.f_globals["__name__"] in BETWEEN and frame.f_back is not None:
        frame = frame.f_back
    module, function = frame.f_globals["__name__"], frame.f_code.co_qualname
    return f"{module.removeprefix(f'{PACKAGE}.engine.')}.{function.partition('.<locals>')[0]}"
