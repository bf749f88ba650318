"""What a scenario rests on where the rulebooks are silent.

A ruling is a convention where no rulebook takes a side, and neither a worked example nor anything in the box decides:
programs that keep to the rulebooks may differ there. A core scenario depends on no such ruling but the one that it is
about itself, nor do its twin and its way; whoever fails it is wrong by the rulebooks.

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
    """Who plays a turn; nobody can after the end."""
    assert step.before.to_play is not None
    return step.before.to_play


def _collects_without_a_coin(game: Game, step: Step) -> bool:
    return _action(game, step) == ("prefect", "collect") and not step.before.coin_side


def _settles_nobody(game: Game, step: Step) -> bool:
    places = any(choice[0] == "place" for choice in step.turn.choices)
    return _action(game, step) == ("colonist", "settle") and not places


def _makes_nothing(game: Game, step: Step) -> bool:
    player = step.before.players[_seat(step)]
    has_room = game.rules.room(player.goods, player.colonists) > 0
    return _action(game, step)[0] == "specialist" and has_room and step.after.players[_seat(step)].goods == player.goods


def _recalls_no_card(game: Game, step: Step) -> bool:
    return step.turn.card == "tribune" and not step.before.players[_seat(step)].pile


def _hands_on_the_praefectus_magnus(step: Step) -> bool:
    return step.after.praefectus_magnus != step.before.praefectus_magnus


def _doubles_without_room(game: Game, step: Step) -> bool:
    province = next((choice[1] for choice in step.turn.choices if choice[0] == "province"), None)
    if province is None or not _hands_on_the_praefectus_magnus(step):
        return False
    player = step.before.players[_seat(step)]
    houses = set(player.houses).intersection(game.rules.boards[step.before.map].cities_of[province])
    return len(houses) + 2 > game.rules.room(player.goods, player.colonists)


def _doubles_in_the_very_last_turn(_: Game, step: Step) -> bool:
    return step.after.to_play is None and _hands_on_the_praefectus_magnus(step)


SITUATIONS: Mapping[str, Callable[[Game, Step], bool]] = {
    "colonist-settle-nobody": _settles_nobody,
    "praefectus-magnus-used-in-the-last-turn": _doubles_in_the_very_last_turn,
    "praefectus-magnus-without-room": _doubles_without_room,
    "prefect-no-marker-to-use": _collects_without_a_coin,
    "specialist-without-room-or-house": _makes_nothing,
    "tribune-with-empty-pile": _recalls_no_card,
}
"""Conventions whose other readings cannot be played: whether a turn is one that they would change."""


def conventions(disputes: Iterable[Dispute]) -> Iterator[Dispute]:
    """The disputes that nothing but a convention decides."""
    for dispute in disputes:
        speaks = any(stance.reading is not None for stance in dispute.stances.values())
        if dispute.kind == "silence" and not speaks and dispute.because == ("consistency",):
            yield dispute


def conventions_behind(game: Game, course: Course, played: Played) -> Iterator[str]:
    """The disputes that would let a course come out otherwise, if they were decided otherwise."""
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
            if touched:
                found.append((dispute.id, reading.id, frozenset(touched)))
    return tuple(found)


def _touches(path: str, paths: Iterable[str]) -> bool:
    return any(f"{other}.".startswith(f"{path}.") or f"{path}.".startswith(f"{other}.") for other in paths)
