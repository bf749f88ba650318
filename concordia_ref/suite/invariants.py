"""What must hold after every turn of every game, whatever the edition."""

from __future__ import annotations

from collections import Counter
from random import Random

from concordia_ref.engine import flow
from concordia_ref.engine.game import Game
from concordia_ref.engine.notation import from_notation, to_notation
from concordia_ref.engine.state import State
from concordia_ref.engine.turn import Turn
from concordia_ref.spec.errors import Malformed


class InvariantBroken(AssertionError):
    """The interpreter contradicts itself; the message says how."""


def play_checked(game: Game, before: State, random: Random) -> tuple[Turn, State]:
    """Draw a legal turn choice by choice, play it as a person would have written it, and check everything about it."""
    draft = game.random_draft(before, random)
    turn, after = Turn(draft.choices), game.result(draft)
    followed = flow.follow(game.rules, before, turn)
    _expect(followed.choices == draft.choices, "a drawn turn is not canonical", turn)
    _expect(game.result(followed) == after, "played as drawn, it has another outcome", turn)
    check_turn(game, before, turn, after)
    return turn, after


def check_turn(game: Game, before: State, turn: Turn, after: State) -> None:
    """Check a legal turn and the position after it."""
    data = turn.to_json()
    _expect(from_notation(to_notation(data)) == data, "notation does not round-trip", turn)
    _expect(game.turn(before, data) == turn, "JSON of the turn does not round-trip", data)
    try:
        read = game.state_from_json(game.state_to_json(after))
    except Malformed as error:
        raise InvariantBroken(str(error)) from None
    _expect(read == after, "JSON of the state does not round-trip")
    _check_pieces(game, before, turn, after)


def _check_pieces(game: Game, before: State, turn: Turn, after: State) -> None:
    """Houses and colonists come from the turn alone, and cards only move."""
    kinds = [choice[0] for choice in turn.choices]
    taken = _cards_taken(game, before, turn)
    for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        active = seat == before.to_play
        built = kinds.count("build") if active else 0
        placed = kinds.count("place") if active else 0
        bought = sum(kind.startswith("purchase") for kind in kinds) if active else 0
        _expect(len(new.houses) == len(old.houses) + built, "houses appear or vanish at seat", seat)
        _expect(len(new.colonists) == len(old.colonists) + placed, "colonists appear or vanish at seat", seat)
        cards = len(old.hand) + len(old.pile) + bought
        _expect(len(new.hand) + len(new.pile) == cards + taken[seat], "cards appear or vanish at seat", seat)
    _expect(before.city_goods == after.city_goods, "cities change their goods")
    _expect(after.concordia in (before.concordia, before.to_play), "somebody else takes the Concordia card")


def _cards_taken(game: Game, before: State, turn: Turn) -> Counter[int | None]:
    """How many cards each seat gains from others or loses to them: none, unless copied cards are taken."""
    taken: Counter[int | None] = Counter()
    copying = game.rules.copying(turn.card) if turn.card else None
    if copying and getattr(copying, "copied_card", "stays") == "is_taken":
        for owner in [choice[1] for choice in turn.choices if choice[0] == "copy"]:
            taken.update({before.to_play: 1, owner: -1})
    return taken


def check_views_agree(game: Game, state: State, random: Random, most: int) -> None:
    """The listed turns, up to a number for each card, are distinct, are legal, and lead along the choices."""
    assert state.to_play is not None, "nothing is listed after the end"
    offered = game.options(game.begin(state))
    for card in dict.fromkeys(state.players[state.to_play].hand):
        seen: set[Turn] = set()
        for turn in game.turns(state).with_card(card):
            _expect(turn not in seen, "listed twice", turn)
            seen.add(turn)
            if len(seen) == most:
                break
        _expect(bool(seen) == (("card", card) in offered), "listed but not offered, or the other way round", card)
        for turn in sorted(seen, key=repr)[:: max(len(seen) // 5, 1)]:
            _expect(game.canonical(state, turn) == turn, "listed but not canonical", turn)
    drawn = game.random_turn(state, random)
    _expect(drawn in game.turns(state), "drawn but not legal", drawn)


def _expect(holds: bool, message: str, about: object = "") -> None:
    """Raise an error unless something holds; what it is about is put into words only then."""
    if not holds:
        raise InvariantBroken(f"{message}: {about}" if about != "" else message)
