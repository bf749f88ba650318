"""Random games: at which table, with which draws, and which turns.

A game follows from a seed and its number alone. Each has its own random numbers, so that it does not matter which games
are played before it, or beside it.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import accumulate
from random import Random
from typing import Any

from concordia_ref.engine.draft import Choice
from concordia_ref.engine.game import Game
from concordia_ref.engine.record import Record
from concordia_ref.engine.setup import draw
from concordia_ref.engine.state import State
from concordia_ref.engine.turn import Turn
from concordia_ref.spec.loading import load
from concordia_ref.spec.model import CANONICAL
from concordia_ref.suite.capabilities import Capabilities
from concordia_ref.suite.readings import game_under, name_of, named_readings, taken

LONGEST_GAME = 2000

SELDOM = {"recall": 0.02}
"""Choices that are seldom made: a player who leaves the cards on the pile soon has none to play, and the game ends."""

Taste = Mapping[str, float]
"""How much the players of a game like each kind of card, and to stop: without tastes all games would be similar."""


@dataclass(frozen=True)
class GameTable:
    """Where a game is played; the edition may be the name of the readings that an adapter declares."""

    edition: str
    map: str
    players: int
    interim: bool


@cache
def reference(edition: str) -> Game:
    """The rules of an edition, or of the canonical one under readings that an adapter declares, prepared once.

    >>> reference("colonist-income=two_each").spec.edition
    'canonical'
    """
    return game_under(named_readings(edition), CANONICAL) if "=" in edition else Game(load(edition=edition))


def tables(wanted: Mapping[str, Any], can: Capabilities | None, editions: Sequence[str]) -> list[GameTable]:
    """All tables that have the wanted properties and that the adapter declares, by the readings that it declares."""
    found = []
    for edition in editions:
        rules = edition
        if can is not None and can.readings and edition == CANONICAL:
            rules = name_of(taken(edition, can.readings)) or edition
        for map_id, game_map in reference(rules).spec.maps.items():
            for players in game_map.players:
                for interim in (False, True):
                    table = GameTable(edition, map_id, players, interim)
                    if all(getattr(table, key) == value for key, value in wanted.items()) and _knows(can, table):
                        found.append(replace(table, edition=rules))
    return found


def _knows(can: Capabilities | None, table: GameTable) -> bool:
    return can is None or (
        table.edition in can.editions
        and table.map in can.maps
        and table.players in can.players
        and (can.interim or not table.interim)
    )


def table_of(choice: Sequence[GameTable], seed: int, number: int) -> GameTable:
    """The table of a game. It is drawn with random numbers of its own: naming the table gives the same game."""
    return choice[int(Random(f"{seed} {number} table").random() * len(choice))]


def random_of(seed: int, number: int) -> Random:
    """The random numbers of a game."""
    return Random(f"{seed} {number}")


def random_record(table: GameTable, random: Random) -> Record:
    """A game that has not begun."""
    game = reference(table.edition)
    draws = draw(game.rules, table.map, table.players, random)
    return Record(game.spec.version, game.spec.edition, table.map, table.players, table.interim, draws)


def random_taste(game: Game, random: Random) -> Taste:
    """The tastes of a game, drawn before its first turn."""
    kinds = dict.fromkeys(card.kind for card in game.spec.cards.values())
    return {name: 0.2 + 3 * random.random() ** 2 for name in (*kinds, "stop")}


def random_turn(game: Game, state: State, random: Random, taste: Taste, can: Capabilities | None = None) -> Turn | None:
    """A legal turn with cards that the adapter knows; None where there is none."""
    draft = game.begin(state)
    while choices := game.options(draft):
        known = [choice for choice in choices if knows_card(game, choice, can)]
        if not known:
            return None
        limits = list(accumulate(_liking(game, choice, taste) for choice in known))
        draft = game.take(draft, known[bisect(limits, random.random() * limits[-1], hi=len(known) - 1)])
    return Turn(draft.choices) if draft.choices else None


def _liking(game: Game, choice: Choice, taste: Taste) -> float:
    name = game.rules.cards[choice[1]].kind if choice[0] == "card" else choice[0]
    return taste.get(name, SELDOM.get(name, 1.0))


def knows_card(game: Game, choice: Choice, can: Capabilities | None) -> bool:
    """Whether an adapter can play a choice, if it is one of a card."""
    return can is None or choice[0] not in ("card", "copy") or game.rules.cards[choice[-1]].kind in can.cards
