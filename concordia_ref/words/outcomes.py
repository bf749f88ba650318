"""What a turn has changed, in the terms of the game: coins, goods, points, pieces and cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from concordia_ref.engine.game import Game
from concordia_ref.engine.state import State
from concordia_ref.words.languages import Language, Term
from concordia_ref.words.naming import card_name, colonist, place_name


def changes_text(words: Language, game: Game, before: State, after: State) -> str:
    """The changes of all players and of the board, in one line; `no change` if there are none."""
    return words.say("separator").join(_changes(words, game, before, after)) or words.say("change.none")


def _changes(words: Language, game: Game, before: State, after: State) -> Iterator[str]:
    scored = zip(game.score(before).players, game.score(after).players, strict=True)
    for seat, (old, new) in enumerate(scored):
        if found := list(_player_changes(words, game, before, after, seat, new.total - old.total)):
            yield words.say("change.seat", seat=seat, changes=", ".join(found))
    if after.praefectus_magnus != before.praefectus_magnus:
        yield words.say("change.magnus", seat=after.praefectus_magnus)
    if after.coin_side != before.coin_side:
        provinces = words.names("provinces", after.coin_side) or words.say("position.none")
        yield words.say("change.markers", provinces=provinces)
    if after.concordia != before.concordia:
        yield words.say("change.concordia", seat=after.concordia)
    if after.interim is not None and after.interim != before.interim:
        points = [
            words.say("change.interim-seat", seat=seat, points=number)
            for seat, number in enumerate(after.interim)
            if number is not None
        ]
        yield words.say("change.interim", points=", ".join(points))
    if after.last_turns and after.concordia != before.concordia:
        yield words.say("change.last-turns", seats=", ".join(map(str, (after.to_play, *after.last_turns))))
    if after.to_play is None and before.to_play is not None:
        yield words.say("change.over")
    elif after.to_play == before.to_play:
        yield words.say("change.again", seat=after.to_play)


def _player_changes(words: Language, game: Game, before: State, after: State, seat: int, points: int) -> Iterator[str]:
    old, new = before.players[seat], after.players[seat]
    if new.coins != old.coins:
        yield words.say("change.coins", change=f"{new.coins - old.coins:+}", now=new.coins)
    for good, was, now in zip(game.rules.goods, old.goods, new.goods, strict=True):
        if now != was:
            yield words.say("change.good", good=Term("goods", good), change=f"{now - was:+}")
    for city in (Counter(new.houses) - Counter(old.houses)).elements():
        yield words.say("change.house", city=Term("cities", city))
    for kind, place in (Counter(new.colonists) - Counter(old.colonists)).elements():
        yield words.say("change.colonist", colonist=colonist(kind), place=place_name(words, place))
    for card in (Counter((*new.hand, *new.pile)) - Counter((*old.hand, *old.pile))).elements():
        yield words.say("change.card", card=card_name(words, game.spec, card))
    if points:
        yield words.say("change.points", change=f"{points:+}")
