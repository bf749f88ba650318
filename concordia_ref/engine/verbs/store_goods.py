"""Every player stores the goods received, or chooses among them where not all fit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from concordia_ref.engine.draft import NOTHING, Choice, Draft
from concordia_ref.engine.errors import Violation
from concordia_ref.engine.rules import can_pay
from concordia_ref.engine.state import Goods, Player, made_of

KINDS = ("keep",)
OPTIONAL = False

Amounts = Sequence[tuple[str, int]]
"""Goods with their numbers, as they are written."""


def required(draft: Draft) -> str | None:
    """What the next player keeps for whom not everything fits."""
    return "keep" if None in _clearly_stored(draft).values() and options(draft) else None


def options(draft: Draft) -> Sequence[Choice]:
    """What the next player with a choice may keep, clockwise from the player whose turn it is."""
    players = len(draft.others)
    for seat in range(draft.seat, draft.seat + players):
        seat %= players
        if seat in draft.gained and len(ways := _ways_to_keep(draft, seat)) > 1:
            return [_choice(draft, seat, *way) for way in ways]
    return ()


def obstacles(draft: Draft, choice: Choice) -> list[Violation]:
    """What stands against keeping these goods."""
    found, rules = [], draft.rules
    _, seat, kept, thrown_away = choice
    gained, room = _gained(draft, seat), _room(draft, seat)
    for clause in _broken(draft, seat, rules.vector(dict(kept)), rules.vector(dict(thrown_away))):
        facts = {"seat": seat, "gained": rules.amounts(gained), "room": room, "kept": dict(kept)}
        if clause == "storehouse.no-discard":
            facts["thrown_away"] = dict(thrown_away)
        found.append(Violation(clause, "", **facts))
    return found


def _broken(draft: Draft, seat: int, kept: Goods, thrown: Goods) -> Iterator[str]:
    """The clauses against keeping goods and throwing others away for them."""
    storehouse = draft.rules.spec.storehouse
    gained, room, number = _gained(draft, seat), _room(draft, seat), sum(kept)
    if any(thrown):
        # To throw away more than is in the way, or a good that is taken at the same time, serves nothing.
        needless = sum(thrown) > max(number - room, 0) or any(map(min, kept, thrown))
        forbidden = needless or storehouse.choose_what_to_keep_from == "gained_goods"
        if forbidden or not can_pay(_stored(draft, seat), tuple(enumerate(thrown))):
            yield "storehouse.no-discard"
    if not can_pay(gained, tuple(enumerate(kept))):
        yield "storehouse.overflow.choose"
    if number > room + sum(thrown):
        yield "storehouse.full"
    if number < min(sum(gained), room):
        if sum(gained) <= room and not storehouse.refuse_goods_that_fit:
            yield "storehouse.must-take"
        if sum(gained) > room and not storehouse.leave_spaces_empty_on_overflow:
            yield "storehouse.overflow.fill"


def perform(draft: Draft, choice: Choice) -> None:
    """Store what a player keeps."""
    _, seat, kept, thrown_away = choice
    _store(draft, seat, kept, thrown_away)
    draft.gained = {other: gained for other, gained in draft.gained.items() if other != seat}
    draft.memo = None


def finish(draft: Draft) -> None:
    """Store what is left, where nobody has a choice."""
    for seat, stored in _clearly_stored(draft).items():
        if stored is None:
            ((_, _, kept, thrown_away),) = _choices_of(draft, seat)
            _store(draft, seat, kept, thrown_away)
        elif stored:
            _store(draft, seat, [(good, 1) for good in stored], ())
    draft.gained = NOTHING
    draft.end_step()


def arrange(draft: Draft, choices: Sequence[Choice]) -> Sequence[Choice]:
    """Clockwise from the player whose turn it is, without those that say what could not be otherwise."""
    open_choices = [choice for choice in choices if _choices_of(draft, choice[1]) != [choice]]
    return sorted(open_choices, key=lambda choice: (choice[1] - draft.seat) % len(draft.others))


def _choices_of(draft: Draft, seat: int) -> list[Choice]:
    return [_choice(draft, seat, *way) for way in _ways_to_keep(draft, seat)]


def _choice(draft: Draft, seat: int, kept: Goods, thrown: Goods) -> Choice:
    amounts = draft.rules.amounts
    return ("keep", seat, tuple(amounts(kept).items()), tuple(amounts(thrown).items()))


def _gained(draft: Draft, seat: int) -> Goods:
    gained = draft.gained.get(seat, ())
    return tuple([gained.count(good) for good in draft.rules.goods])


def _stored(draft: Draft, seat: int) -> Sequence[int]:
    return draft.goods if seat == draft.seat else draft.others[seat].goods


def _room(draft: Draft, seat: int) -> int:
    if seat == draft.seat:
        return draft.room()
    other = draft.others[seat]
    return draft.rules.room(other.goods, other.colonists)


def _clearly_stored(draft: Draft) -> Mapping[int, Sequence[str] | None]:
    """What players store where there is nothing to look at: all where it fits, and nothing where there is no room."""
    if draft.memo is None:
        # Worked out once, whoever asks first.
        draft.memo = {seat: _stored_of(draft, seat, gained) for seat, gained in draft.gained.items()}
    found: Mapping[int, Sequence[str] | None] = draft.memo
    return found


def _stored_of(draft: Draft, seat: int, gained: Sequence[str]) -> Sequence[str] | None:
    room, storehouse = _room(draft, seat), draft.rules.spec.storehouse
    if len(gained) <= room and not storehouse.refuse_goods_that_fit:
        return gained
    return () if room <= 0 and storehouse.choose_what_to_keep_from == "gained_goods" else None


def _ways_to_keep(draft: Draft, seat: int) -> list[tuple[Goods, Goods]]:
    """What a player may keep of the goods gained, and throw away for them where that is allowed."""
    gained, nothing = _gained(draft, seat), draft.rules.no_goods
    may_throw_away = draft.rules.spec.storehouse.choose_what_to_keep_from == "gained_and_stored_goods"
    stored = _clearly_stored(draft).get(seat, ())
    if stored is not None:
        return [(gained if stored else nothing, nothing)]
    throwable = list(_up_to(_stored(draft, seat))) if may_throw_away else [nothing]
    ways = ((kept, thrown) for kept in _up_to(gained) for thrown in throwable)
    return [way for way in ways if not any(_broken(draft, seat, *way))]


def _up_to(goods: Sequence[int]) -> Iterator[Goods]:
    """All amounts of goods up to these, the largest first."""
    return product(*[range(number, -1, -1) for number in goods])


def _store(draft: Draft, seat: int, kept: Amounts, thrown_away: Amounts) -> None:
    goods, places = [*_stored(draft, seat)], draft.rules.good_index
    for good, number in kept:
        goods[places[good]] += number
    for good, number in thrown_away:
        goods[places[good]] -= number
    if seat == draft.seat:
        draft.goods = goods
    else:
        others = [*draft.others]
        coins, _, *rest = others[seat]
        others[seat] = made_of(Player, (coins, tuple(goods), *rest))
        draft.others = tuple(others)
