"""What a scenario rests on where the rulebooks are silent.

A ruling is a convention where no rulebook takes a side, and neither a worked example nor anything in the box decides:
programs that keep to the rulebooks may differ there. A core scenario depends on no such ruling but the one that it is
about itself, nor do its twin and its way; a program that fails it contradicts the rulebooks.

Whether it does is found out by playing it under the other readings. Some of them cannot be played, because no rulebook
supports them. For those `SITUATIONS` tells the turns to which the ruling makes a difference. A player who takes up
nothing of what a card allows needs none of them: all five rulebooks say of a Senator's purchases, a Mercator's trade
and an Architect's steps that the player may.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache

from concordia_ref.engine.game import Game
from concordia_ref.spec.disputes import Dispute, read_register
from concordia_ref.spec.overlay import leaves
from concordia_ref.suite.courses import Course, Played, Step, play
from concordia_ref.suite.readings import game_under


def _action(game: Game, step: Step) -> tuple[str, str | None]:
    """The action that a turn carries out in the end, copied or not, and its alternative if it names one."""
    choices = step.turn.choices
    cards = [choice[-1] for choice in choices if choice[0] in ("card", "copy")]
    return game.rules.cards[cards[-1]].action, next((choice[1] for choice in choices if choice[0] == "choice"), None)


def _seat(step: Step) -> int:
    """The player of a turn; after the end there is none."""
    assert step.before.to_play is not None
    return step.before.to_play


def _makes_nothing(game: Game, step: Step) -> bool:
    player = step.before.players[_seat(step)]
    has_room = game.rules.room(player.goods, player.colonists) > 0
    return _action(game, step)[0] == "specialist" and has_room and step.after.players[_seat(step)].goods == player.goods


SITUATIONS: Mapping[str, Callable[[Game, Step], bool]] = {
    "specialist-without-room-or-house": _makes_nothing,
}
"""Conventions whose other readings cannot be played: whether a turn is one that they would change."""

RULED_OUT = {
    ("card-without-effect", "effect_needed"): "a player may buy, trade, move, build and settle, and so may not do it",
    ("cards-gained-this-turn-playable", "same_turn"): "a player plays one card in a turn",
    ("cards-gained-this-turn-playable", "after_the_next_tribune"): "a player plays any one card of the hand",
    ("diplomat-top-of-own-pile", "card_is_taken"): "the cards that a player has played form the pile of that player",
}
"""Readings of conventions that all five rulebooks rule out where they speak of something else, with what they say.

They can be played, but nobody who plays by the rulebooks does, so no scenario depends on them.
"""


def conventions(disputes: Iterable[Dispute]) -> Iterator[Dispute]:
    """The disputes that nothing but a convention decides."""
    for dispute in disputes:
        speaks = any(stance.reading is not None for stance in dispute.stances.values())
        if dispute.kind == "silence" and not speaks and dispute.because == ("consistency",):
            yield dispute


def conventions_behind(game: Game, course: Course, played: Played) -> Iterator[str]:
    """The disputes that would give a course another outcome if they were decided differently."""
    for dispute, happens in SITUATIONS.items():
        if any(happens(game, step) for step in played.steps):
            yield dispute
    for dispute, reading, clauses in _other_readings():
        bears_on_it = not clauses.isdisjoint(played.consulted)
        if bears_on_it and play(game_under({dispute: reading}), course).outcome != played.outcome:
            yield dispute


@cache
def _other_readings() -> tuple[tuple[str, str, frozenset[str]], ...]:
    """Readings of conventions that can be played, with the clauses behind the data that they change."""
    clauses = game_under({}).spec.clauses.values()
    found = []
    for dispute in conventions(read_register().disputes.values()):
        for reading in dispute.readings.values():
            paths = leaves(reading.patch or {})
            touched = {clause.id for clause in clauses for path in clause.carried_out_by if _touches(path, paths)}
            if touched and (dispute.id, reading.id) not in RULED_OUT:
                found.append((dispute.id, reading.id, frozenset(touched)))
    return tuple(found)


def _touches(path: str, paths: Iterable[str]) -> bool:
    return any(f"{other}.".startswith(f"{path}.") or f"{path}.".startswith(f"{other}.") for other in paths)
