"""What a turn has changed, in the terms of the game: coins, goods, points, pieces and cards."""

from __future__ import annotations

from collections import Counter

from concordia_ref.game import Game
from concordia_ref.state import State


def changes_text(game: Game, before: State, after: State) -> str:
    """The changes of all players and of the board, in one line; `no change` if there are none."""
    parts = [
        f"seat {seat}: {', '.join(found)}"
        for seat in range(len(before.players))
        if (found := list(_player_changes(game, before, after, seat)))
    ]
    if after.praefectus_magnus != before.praefectus_magnus:
        parts.append(f"Praefectus Magnus to seat {after.praefectus_magnus}")
    if after.coin_side != before.coin_side:
        parts.append(f"markers with coins: {', '.join(after.coin_side) or 'none'}")
    if after.concordia != before.concordia:
        parts.append(f"Concordia to seat {after.concordia}")
    if after.interim is not None and after.interim != before.interim:
        told = [f"seat {seat} {points}" for seat, points in enumerate(after.interim) if points is not None]
        parts.append(f"interim points: {', '.join(told)}")
    if after.last_turns and after.concordia != before.concordia:
        parts.append(f"last turns: {', '.join(map(str, (after.to_play, *after.last_turns)))}")
    if after.to_play is None and before.to_play is not None:
        parts.append("the game is over")
    elif after.to_play == before.to_play:
        parts.append(f"seat {after.to_play} plays again")
    return "; ".join(parts) or "no change"


def _player_changes(game: Game, before: State, after: State, seat: int) -> list[str]:
    old, new = before.players[seat], after.players[seat]
    found = []
    if new.coins != old.coins:
        found.append(f"{new.coins - old.coins:+} coins (now {new.coins})")
    for good, was, now in zip(game.rules.goods, old.goods, new.goods, strict=True):
        if now != was:
            found.append(f"{now - was:+} {good}")
    found += [f"house in {city}" for city in (Counter(new.houses) - Counter(old.houses)).elements()]
    arrived = Counter(new.colonists) - Counter(old.colonists)
    found += [f"{kind} colonist at {place}" for kind, place in arrived.elements()]
    owned = Counter((*new.hand, *new.pile)) - Counter((*old.hand, *old.pile))
    found += [f"card {card}" for card in owned.elements()]
    points = game.score(after).players[seat].total - game.score(before).players[seat].total
    if points:
        found.append(f"{points:+} points")
    return found
