"""Every player stores the goods received, or chooses among them where not all fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from concordia_ref.draft import Choice, Draft
from concordia_ref.errors import Violation
from concordia_ref.rules import covers, minus, plus
from concordia_ref.state import Goods

KINDS = ("keep",)
OPTIONAL = False


def required(draft: Draft) -> str | None:
    """What the next player keeps for whom not everything fits."""
    found = options(draft)
    return "keep" if found else None


def options(draft: Draft) -> Sequence[Choice]:
    """What the next player with a choice may keep, clockwise from the player whose turn it is."""
    by_seat = (_choices_of(draft, seat) for seat in _clockwise(draft))
    return next((choices for choices in by_seat if len(choices) > 1), ())


def obstacles(draft: Draft, choice: Choice) -> Iterator[Violation]:
    """What stands against keeping these goods."""
    _, seat, kept_goods, thrown_goods = choice
    rules, storehouse = draft.rules, draft.rules.spec.storehouse
    player = draft.state.players[seat]
    kept, thrown = rules.vector(dict(kept_goods)), rules.vector(dict(thrown_goods))
    gained, room = draft.gained[seat], rules.room(player)
    facts = {"seat": seat, "gained": rules.amounts(gained), "room": room, "kept": rules.amounts(kept)}
    # To throw away more than is in the way, or a good that is taken at the same time, serves nothing.
    needless = sum(thrown) > max(sum(kept) - room, 0) or any(map(min, kept, thrown))
    forbidden = any(thrown) and (needless or storehouse.choose_what_to_keep_from == "gained_goods")
    if forbidden or not covers(player.goods, thrown):
        yield Violation("storehouse.no-discard", **facts, thrown_away=rules.amounts(thrown))
    if not covers(gained, kept):
        yield Violation("storehouse.overflow.choose", **facts)
    if sum(kept) > room + sum(thrown):
        yield Violation("storehouse.full", **facts)
    if sum(kept) < min(sum(gained), room):
        if sum(gained) <= room and not storehouse.refuse_goods_that_fit:
            yield Violation("storehouse.must-take", **facts)
        if sum(gained) > room and not storehouse.leave_spaces_empty_on_overflow:
            yield Violation("storehouse.overflow.fill", **facts)


def perform(draft: Draft, choice: Choice | None) -> Draft:
    """Store what a player keeps; or, where nobody is left with a choice, store the rest and go on."""
    if choice is not None:
        return _stored(draft, choice)
    for seat in _clockwise(draft):
        for only in _choices_of(draft, seat):
            draft = _stored(draft, only)
    return draft.step_done()


def arrange(draft: Draft, choices: list[Choice]) -> list[Choice]:
    """Clockwise from the player whose turn it is, without those that say what could not be otherwise."""
    players = len(draft.state.players)
    open_choices = [choice for choice in choices if _choices_of(draft, choice[1]) != [choice]]
    return sorted(open_choices, key=lambda choice: (choice[1] - draft.seat) % players)


def _clockwise(draft: Draft) -> Iterator[int]:
    players = len(draft.state.players)
    return ((draft.seat + offset) % players for offset in range(players))


def _choices_of(draft: Draft, seat: int) -> list[Choice]:
    """What a player may keep of the goods gained, and throw away for them where that is allowed."""
    rules = draft.rules
    stored = draft.state.players[seat].goods
    may_throw_away = rules.spec.storehouse.choose_what_to_keep_from == "gained_and_stored_goods"
    found = []
    for kept in _up_to(draft.gained[seat]):
        for thrown in _up_to(stored if may_throw_away else rules.no_goods):
            choice = ("keep", seat, tuple(rules.amounts(kept).items()), tuple(rules.amounts(thrown).items()))
            if not any(obstacles(draft, choice)):
                found.append(choice)
    return found


def _up_to(goods: Goods) -> Iterator[Goods]:
    """All amounts of goods up to these, the largest first."""
    return product(*(range(number, -1, -1) for number in goods))


def _stored(draft: Draft, choice: Choice) -> Draft:
    _, seat, kept, thrown_away = choice
    rules, player = draft.rules, draft.state.players[seat]
    goods = minus(plus(player.goods, rules.vector(dict(kept))), rules.vector(dict(thrown_away)))
    gained = (*draft.gained[:seat], rules.no_goods, *draft.gained[seat + 1 :])
    return draft._replace(state=draft.state.with_player(seat, player._replace(goods=goods)), gained=gained)
