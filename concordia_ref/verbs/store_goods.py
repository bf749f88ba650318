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
    return "keep" if options(draft) else None


def options(draft: Draft) -> Sequence[Choice]:
    """What the next player with a choice may keep, clockwise from the player whose turn it is."""
    players = len(draft.players)
    for offset in range(players):
        seat = (draft.seat + offset) % players
        if any(draft.gained[seat]) and len(ways := _ways_to_keep(draft, seat)) > 1:
            return [_choice(draft, seat, *way) for way in ways]
    return ()


def obstacles(draft: Draft, choice: Choice) -> Iterator[Violation]:
    """What stands against keeping these goods."""
    rules = draft.rules
    _, seat, kept, thrown_away = choice
    gained, room = draft.gained[seat], rules.room(draft.players[seat])
    for clause in _broken(draft, seat, rules.vector(dict(kept)), rules.vector(dict(thrown_away))):
        facts = {"seat": seat, "gained": rules.amounts(gained), "room": room, "kept": dict(kept)}
        if clause == "storehouse.no-discard":
            facts["thrown_away"] = dict(thrown_away)
        yield Violation(clause, "", **facts)


def _broken(draft: Draft, seat: int, kept: Goods, thrown: Goods) -> Iterator[str]:
    """The clauses against keeping goods and throwing others away for them."""
    storehouse = draft.rules.spec.storehouse
    player, gained = draft.players[seat], draft.gained[seat]
    room, number = draft.rules.room(player), sum(kept)
    if any(thrown):
        # To throw away more than is in the way, or a good that is taken at the same time, serves nothing.
        needless = sum(thrown) > max(number - room, 0) or any(map(min, kept, thrown))
        forbidden = needless or storehouse.choose_what_to_keep_from == "gained_goods"
        if forbidden or not covers(player.goods, thrown):
            yield "storehouse.no-discard"
    if not covers(gained, kept):
        yield "storehouse.overflow.choose"
    if number > room + sum(thrown):
        yield "storehouse.full"
    if number < min(sum(gained), room):
        if sum(gained) <= room and not storehouse.refuse_goods_that_fit:
            yield "storehouse.must-take"
        if sum(gained) > room and not storehouse.leave_spaces_empty_on_overflow:
            yield "storehouse.overflow.fill"


def perform(draft: Draft, choice: Choice | None) -> None:
    """Store what a player keeps; or, where nobody is left with a choice, store the rest and go on."""
    rules = draft.rules
    if choice is not None:
        _, seat, kept, thrown_away = choice
        _store(draft, seat, rules.vector(dict(kept)), rules.vector(dict(thrown_away)))
        return
    for seat, gained in enumerate(draft.gained):
        if any(gained):
            ((kept, thrown_away),) = _ways_to_keep(draft, seat)
            _store(draft, seat, kept, thrown_away)
    draft.end_step()


def arrange(draft: Draft, choices: list[Choice]) -> list[Choice]:
    """Clockwise from the player whose turn it is, without those that say what could not be otherwise."""
    players = len(draft.players)
    open_choices = [choice for choice in choices if _choices_of(draft, choice[1]) != [choice]]
    return sorted(open_choices, key=lambda choice: (choice[1] - draft.seat) % players)


def _choices_of(draft: Draft, seat: int) -> list[Choice]:
    return [_choice(draft, seat, *way) for way in _ways_to_keep(draft, seat)]


def _choice(draft: Draft, seat: int, kept: Goods, thrown: Goods) -> Choice:
    amounts = draft.rules.amounts
    return ("keep", seat, tuple(amounts(kept).items()), tuple(amounts(thrown).items()))


def _ways_to_keep(draft: Draft, seat: int) -> list[tuple[Goods, Goods]]:
    """What a player may keep of the goods gained, and throw away for them where that is allowed."""
    rules, gained, player = draft.rules, draft.gained[seat], draft.players[seat]
    storehouse = rules.spec.storehouse
    may_throw_away = storehouse.choose_what_to_keep_from == "gained_and_stored_goods"
    if not any(gained) or (sum(gained) <= rules.room(player) and not storehouse.refuse_goods_that_fit):
        # Nobody refuses or throws away what fits, so that this is the one way without obstacles.
        return [(gained, rules.no_goods)]
    throwable = list(_up_to(player.goods)) if may_throw_away else [rules.no_goods]
    ways = ((kept, thrown) for kept in _up_to(gained) for thrown in throwable)
    return [way for way in ways if not any(_broken(draft, seat, *way))]


def _up_to(goods: Goods) -> Iterator[Goods]:
    """All amounts of goods up to these, the largest first."""
    return product(*[range(number, -1, -1) for number in goods])


def _store(draft: Draft, seat: int, kept: Goods, thrown_away: Goods) -> None:
    player = draft.players[seat]
    goods = plus(player.goods, kept)
    if any(thrown_away):
        goods = minus(goods, thrown_away)
    draft.players[seat] = player.with_wealth(player.coins, goods)
    draft.gained = (*draft.gained[:seat], draft.rules.no_goods, *draft.gained[seat + 1 :])
