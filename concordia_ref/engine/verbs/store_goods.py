"""Every player stores the goods received, or chooses among them where not all fit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from concordia_ref.engine.draft import NOTHING, Choice, Draft
from concordia_ref.engine.errors import Violation, broken
from concordia_ref.engine.rules import can_pay
from concordia_ref.engine.state import Goods, Player
from concordia_ref.engine.verbs.verb import Verb

Amounts = Sequence[tuple[str, int]]
"""Goods with their numbers, as they are written."""


class StoreGoods(Verb):
    """Every player stores the goods received, or chooses among them where not all fit."""

    DO = "store_goods"
    KINDS = ("keep",)

    def required(self, draft: Draft) -> str | None:
        """What the next player keeps whose goods do not all fit."""
        return "keep" if None in _stored_without_choice(draft).values() and self.options(draft) else None

    def options(self, draft: Draft) -> Sequence[Choice]:
        """What the next player with a choice may keep, clockwise from the player whose turn it is."""
        players = len(draft.table.players)
        for seat in range(draft.seat, draft.seat + players):
            seat %= players
            if seat in draft.gained and len(choices := self.choices_of(draft, seat)) > 1:
                return choices
        return ()

    def obstacles(self, draft: Draft, choice: Choice) -> list[Violation]:
        """The rules against keeping these goods."""
        found, rules = [], draft.rules
        _, seat, kept, thrown_away = choice
        facts = {"seat": seat, "gained": rules.amounts(gained(draft, seat)), "room": room(draft, seat)}
        for clause in _broken(draft, seat, rules.vector(dict(kept)), rules.vector(dict(thrown_away))):
            thrown = {"thrown_away": dict(thrown_away)} if clause == "storehouse.no-discard" else {}
            found.append(broken(clause, **facts, kept=dict(kept), **thrown))
        return found

    def perform(self, draft: Draft, choice: Choice) -> None:
        """Store what a player keeps."""
        _, seat, kept, thrown_away = choice
        store(draft, seat, kept, thrown_away)
        draft.gained = {other: goods for other, goods in draft.gained.items() if other != seat}
        draft.memo = None

    def finish(self, draft: Draft) -> None:
        """Store the remaining goods, about which nobody has a choice."""
        for seat, stored in _stored_without_choice(draft).items():
            if stored is None:
                ((_, _, kept, thrown_away),) = self.choices_of(draft, seat)
                store(draft, seat, kept, thrown_away)
            elif stored:
                store(draft, seat, [(good, 1) for good in stored], ())
        draft.gained = NOTHING
        draft.end_step()

    def arrange(self, draft: Draft, choices: Sequence[Choice]) -> Sequence[Choice]:
        """Order choices clockwise from the player whose turn it is; drop those that were forced."""
        open_choices = [choice for choice in choices if self.choices_of(draft, choice[1]) != [choice]]
        return sorted(open_choices, key=lambda choice: (choice[1] - draft.seat) % len(draft.table.players))

    def choices_of(self, draft: Draft, seat: int) -> list[Choice]:
        """What a player may keep of the goods gained, and throw away for them where that is allowed."""
        amounts = draft.rules.amounts
        return [
            ("keep", seat, tuple(amounts(kept).items()), tuple(amounts(thrown).items()))
            for kept, thrown in self.ways_to_keep(draft, seat)
        ]

    def ways_to_keep(self, draft: Draft, seat: int) -> list[tuple[Goods, Goods]]:
        """The goods that a player may keep and throw away, as vectors."""
        received, nothing = gained(draft, seat), draft.rules.no_goods
        may_throw_away = draft.rules.spec.storehouse.choose_what_to_keep_from == "gained_and_stored_goods"
        clear = _stored_without_choice(draft).get(seat, ())
        if clear is not None:
            return [(received if clear else nothing, nothing)]
        throwable = list(_up_to(_player(draft, seat).goods)) if may_throw_away else [nothing]
        ways = ((kept, thrown) for kept in _up_to(received) for thrown in throwable)
        return [way for way in ways if not any(_broken(draft, seat, *way))]


def gained(draft: Draft, seat: int) -> Goods:
    """The goods that a player has received and not yet stored."""
    goods = draft.gained.get(seat, ())
    return tuple([goods.count(good) for good in draft.rules.goods])


def room(draft: Draft, seat: int) -> int:
    """How many more goods a player can store."""
    player = _player(draft, seat)
    return draft.rules.room(player.goods, player.colonists)


def store(draft: Draft, seat: int, kept: Amounts, thrown_away: Amounts) -> None:
    """Put goods into the storehouse of a player, and throw others away."""
    player, places = _player(draft, seat), draft.rules.good_index
    goods = [*player.goods]
    for good, number in kept:
        goods[places[good]] += number
    for good, number in thrown_away:
        goods[places[good]] -= number
    stored = player._replace(goods=tuple(goods))
    if seat == draft.seat:
        draft.player = stored
    else:
        draft.table = draft.table.with_player(seat, stored)


def _player(draft: Draft, seat: int) -> Player:
    return draft.player if seat == draft.seat else draft.table.players[seat]


def _broken(draft: Draft, seat: int, kept: Goods, thrown: Goods) -> Iterator[str]:
    """The clauses against keeping goods and throwing others away for them."""
    storehouse = draft.rules.spec.storehouse
    received, space, number = gained(draft, seat), room(draft, seat), sum(kept)
    if any(thrown):
        # Throwing away more than is in the way, or a good that is also taken, is pointless.
        needless = sum(thrown) > max(number - space, 0) or any(map(min, kept, thrown))
        forbidden = needless or storehouse.choose_what_to_keep_from == "gained_goods"
        if forbidden or not can_pay(_player(draft, seat).goods, tuple(enumerate(thrown))):
            yield "storehouse.no-discard"
    if not can_pay(received, tuple(enumerate(kept))):
        yield "storehouse.overflow.choose"
    if number > space + sum(thrown):
        yield "storehouse.full"
    if number < min(sum(received), space):
        if sum(received) <= space and not storehouse.refuse_goods_that_fit:
            yield "storehouse.must-take"
        if sum(received) > space and not storehouse.leave_spaces_empty_on_overflow:
            yield "storehouse.overflow.fill"


def _stored_without_choice(draft: Draft) -> Mapping[int, Sequence[str] | None]:
    """What players store without a choice: everything if it fits, nothing if there is no room."""
    if draft.memo is None:
        # Computed once, when first needed.
        draft.memo = {seat: _stored_of(draft, seat, goods) for seat, goods in draft.gained.items()}
    found: Mapping[int, Sequence[str] | None] = draft.memo
    return found


def _stored_of(draft: Draft, seat: int, goods: Sequence[str]) -> Sequence[str] | None:
    space, storehouse = room(draft, seat), draft.rules.spec.storehouse
    if len(goods) <= space and not storehouse.refuse_goods_that_fit:
        return goods
    return () if space <= 0 and storehouse.choose_what_to_keep_from == "gained_goods" else None


def _up_to(goods: Sequence[int]) -> Iterator[Goods]:
    """All amounts of goods up to these, the largest first."""
    return product(*[range(number, -1, -1) for number in goods])
