"""What a turn has changed, in the terms of the game: sestertii, goods, pieces and cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from concordia_ref.engine.game import Game
from concordia_ref.engine.state import State
from concordia_ref.words.languages import Language, Term
from concordia_ref.words.naming import card_name, colonist, place_name


def changes_text(words: Language, game: Game, before: State, after: State) -> str:
    """The changes of all players and of the board, in one line; `no change` if there are none."""
    return words.say("separator").join(_changes(words, game, before, after)) or words.say("change.none")


def _changes(words: Language, game: Game, before: State, after: State) -> Iterator[str]:
    for seat in range(len(after.players)):
        if found := list(_player_changes(words, game, before, after, seat)):
            yield words.say("change.seat", seat=seat, changes=words.listed(found))
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
        yield words.say("change.last-turns", seats=[after.to_play, *after.last_turns])
    if after.to_play is None and before.to_play is not None:
        yield words.say("change.over")
    elif after.to_play == before.to_play:
        yield words.say("change.again", seat=after.to_play)


def _player_changes(words: Language, game: Game, before: State, after: State, seat: int) -> Iterator[str]:
    old, new = before.players[seat], after.players[seat]
    coins = new.coins - old.coins
    goods = {good: now - was for good, was, now in zip(game.rules.goods, old.goods, new.goods, strict=True)}
    yield from _exchanged(words, "pays", -coins, {good: -number for good, number in goods.items()})
    yield from _exchanged(words, "receives", coins, goods)
    for city in (Counter(new.houses) - Counter(old.houses)).elements():
        yield words.say("change.house", city=Term("cities", city))
    for kind, place in (Counter(new.colonists) - Counter(old.colonists)).elements():
        yield words.say("change.colonist", colonist=colonist(kind), place=place_name(words, place))
    for card in (Counter((*new.hand, *new.pile)) - Counter((*old.hand, *old.pile))).elements():
        yield words.say("change.card", card=card_name(words, game.spec, card))
    if coins:
        yield words.say("change.now", now=new.coins)


def _exchanged(words: Language, verb: str, coins: int, goods: Mapping[str, int]) -> Iterator[str]:
    """What a player pays or receives, as far as it is more than nothing."""
    amounts = {"coins": max(coins, 0), "goods": {good: number for good, number in goods.items() if number > 0}}
    if named := [what for what, amount in amounts.items() if amount]:
        yield words.say(f"change.{verb}.{'.'.join(named)}", **{what: amounts[what] for what in named})
