"""The Prefect, the Praefectus Magnus, the storehouse and the Mercator."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from concordia_ref.engine.draft import NOTHING, Choice, Draft
from concordia_ref.engine.errors import Violation
from concordia_ref.engine.rules import Rules
from concordia_ref.engine.state import Goods
from concordia_ref.engine.verbs import choose_province, gain_marker_good, store_goods
from concordia_ref.engine.verbs.effects import (
    CollectMarkerCoins,
    FlipMarker,
    FlipMarkers,
    GainCardIncome,
    PassPraefectusMagnus,
    Produce,
)
from concordia_ref.engine.verbs.store_goods import StoreGoods
from concordia_ref.engine.verbs.trade_goods import TradeGoods
from concordia_ref.engine.verbs.verb import Verb
from concordia_ref.lab.planted.bugs.patching import (
    Effect,
    Perform,
    always,
    effect,
    nothing_happens,
    performed,
    prepared,
    without_check,
)
from concordia_ref.lab.planted.planting import Bug, Swap


def must_trade(original: Any) -> Any:
    def obstacles(verb: TradeGoods, draft: Draft) -> list[Violation]:
        traded = any(choice[0] in ("sell", "buy") for choice in draft.choices)
        if traded or not verb._trades(draft, ()):
            found: list[Violation] = original(verb, draft)
            return found
        return [verb.breaks("kinds_at_least", kinds=[], at_least=1)]

    return obstacles


def marker_good_for_all_houses(original: Any) -> Any:
    def yields(verb: Produce, draft: Draft) -> dict[str, str]:
        found: dict[str, str] = original(verb, draft)
        return dict.fromkeys(found, draft.rules.marker_goods(draft.before)[draft.province]) if draft.province else found

    return yields


def only_own_provinces(_: Effect) -> Effect:
    def collect(verb: Verb, draft: Draft) -> None:
        coins = draft.rules.spec.setup.bonus_markers.coins_on_the_back
        own = {draft.board.province_of[city] for city in draft.player.houses}
        draft.earn(sum(coins[draft.rules.marker_goods(draft.before)[p]] for p in draft.table.coin_side if p in own))

    return collect


def one_coin_each_marker(_: Effect) -> Effect:
    return lambda verb, draft: draft.earn(len(draft.table.coin_side))


def collecting_passes_magnus(original: Effect) -> Effect:
    def collect(verb: Verb, draft: Draft) -> None:
        original(verb, draft)
        if draft.table.praefectus_magnus == draft.seat:
            draft.table = draft.table._replace(praefectus_magnus=(draft.seat - 1) % len(draft.table.players))

    return collect


def magnus_kept_without_room(original: Effect) -> Effect:
    def hand_on(verb: Verb, draft: Draft) -> None:
        assert draft.province is not None
        good = draft.rules.good_index[draft.rules.marker_goods(draft.before)[draft.province]]
        stored = draft.player.goods[good] - draft.before.players[draft.seat].goods[good]
        if stored >= 2:
            original(verb, draft)

    return hand_on


def no_magnus_when_copied(original: Any) -> Any:
    return lambda draft: original(draft) and not any(choice[0] == "copy" for choice in draft.choices)


def neighbours_lose_everything(original: Any) -> Any:
    def ways_to_keep(verb: StoreGoods, draft: Draft, seat: int) -> list[tuple[Goods, Goods]]:
        nothing = draft.rules.no_goods
        overflow = sum(store_goods.gained(draft, seat)) > store_goods.room(draft, seat)
        return [(nothing, nothing)] if overflow and seat != draft.seat else original(verb, draft, seat)

    return ways_to_keep


def everything_is_stored(_: StoreGoods, draft: Draft) -> None:
    for seat, gained in draft.gained.items():
        store_goods.store(draft, seat, [(good, 1) for good in gained], ())
    draft.gained = NOTHING
    draft.end_step()


def without_limit(clause: str) -> tuple[Swap, ...]:
    """A trade that a clause does not limit."""

    def make(original: Any) -> Any:
        def limits(verb: TradeGoods, draft: Draft, way: str) -> dict[str, Sequence[int]]:
            return {other: most for other, most in original(verb, draft, way).items() if other != clause}

        return limits

    return (Swap(TradeGoods, "limits", make),)


def trades_beyond_the_storehouse(rules: Rules) -> None:
    # The rules list only trades of as many goods as a storehouse holds.
    for verb, trades in rules.trades.items():
        trades[:] = [[(verb, good, number) for number in range(1, 1000)] for good in rules.goods]


def income_after_trading(original: Effect) -> Effect:
    def finish(verb: Verb, draft: Draft) -> None:
        assert draft.card is not None
        draft.earn(draft.card.income or 0)
        original(verb, draft)

    return finish


def purchases_pay_a_coin_more(original: Perform, verb: Verb, draft: Draft, choice: Choice) -> None:
    original(verb, draft, choice)
    if choice[0] == "buy":
        draft.earn(-1)


PRODUCE = "actions.prefect.choose.produce"
TRADE = "actions.mercator.choose.trade.trade_goods"

BUGS = [
    # Prefect.
    Bug(
        "province-used-twice",
        "missing check",
        "A province whose marker shows coins can be chosen.",
        clauses=("prefect.produce.active",),
        swaps=(Swap(choose_province, "_side_up", always("goods")),),
    ),
    Bug(
        "province-needs-a-house",
        "prefect",
        "A province without any house cannot be chosen.",
        clauses=("prefect.produce.no-house-needed",),
        patch={f"{PRODUCE}.choose_province.houses_needed": 1},
    ),
    Bug(
        "marker-not-flipped",
        "marker not flipped",
        "The marker of the chosen province stays goods side up.",
        clauses=("prefect.produce.flip",),
        swaps=effect(FlipMarker, nothing_happens),
    ),
    Bug(
        "only-own-houses-produce",
        "wrong player",
        "A Prefect lets only the player's own houses produce.",
        clauses=("prefect.produce.owners",),
        patch={f"{PRODUCE}.produce.houses": "own"},
    ),
    Bug(
        "own-houses-do-not-produce",
        "wrong player",
        "A Prefect lets only the houses of the others produce.",
        clauses=("prefect.produce.owners",),
        patch={f"{PRODUCE}.produce.houses": "others"},
    ),
    Bug(
        "all-provinces-produce",
        "prefect",
        "A Prefect lets the houses of all provinces produce.",
        clauses=("prefect.produce.houses",),
        patch={f"{PRODUCE}.produce.in": "all_cities"},
    ),
    Bug(
        "houses-produce-the-marker-good",
        "prefect",
        "Houses produce the good on the marker of the province.",
        clauses=("prefect.produce.city-good",),
        swaps=(Swap(Produce, "yielded", marker_good_for_all_houses),),
    ),
    Bug(
        "bonus-stored-first",
        "wrong order",
        "The bonus is stored before what the houses produce.",
        clauses=("prefect.produce.stored-together",),
        patch={f"{PRODUCE}.gain_marker_good.stored": "at_once"},
    ),
    Bug(
        "no-bonus",
        "prefect",
        "The player receives nothing from the marker without the Praefectus Magnus.",
        clauses=("prefect.produce.bonus",),
        patch={f"{PRODUCE}.gain_marker_good.count": 0},
    ),
    Bug(
        "collected-markers-stay",
        "marker not flipped",
        "After collecting, the markers still show their coins.",
        clauses=("prefect.collect.flip",),
        swaps=effect(FlipMarkers, nothing_happens),
    ),
    Bug(
        "collecting-turns-every-marker",
        "prefect",
        "Collecting turns every marker to its other side.",
        clauses=("prefect.collect.flip",),
        patch={"actions.prefect.choose.collect.flip_markers.to": "other_side"},
    ),
    Bug(
        "coins-of-own-provinces",
        "prefect",
        "Coins are collected only where the player has a house.",
        clauses=("prefect.collect.coins",),
        swaps=effect(CollectMarkerCoins, only_own_provinces),
    ),
    Bug(
        "one-coin-each-marker",
        "prefect",
        "Every marker pays one coin, however many it shows.",
        clauses=("prefect.collect.coins",),
        swaps=effect(CollectMarkerCoins, one_coin_each_marker),
    ),
    # Praefectus Magnus.
    Bug(
        "magnus-not-doubled",
        "praefectus magnus",
        "The Praefectus Magnus does not double the marker's good.",
        clauses=("praefectus-magnus.doubles",),
        patch={f"{PRODUCE}.gain_marker_good.count_with_praefectus_magnus": 1},
    ),
    Bug(
        "magnus-passed-left",
        "praefectus magnus",
        "The Praefectus Magnus goes to the player on the left.",
        clauses=("praefectus-magnus.passes",),
        patch={f"{PRODUCE}.pass_praefectus_magnus.to": "left"},
    ),
    Bug(
        "magnus-not-passed",
        "praefectus magnus",
        "The Praefectus Magnus stays with its holder.",
        clauses=("praefectus-magnus.passes",),
        swaps=effect(PassPraefectusMagnus, nothing_happens),
    ),
    Bug(
        "magnus-doubles-houses",
        "praefectus magnus",
        "What the player's own houses produce is doubled too.",
        clauses=("praefectus-magnus.houses-unaffected",),
        patch={f"{PRODUCE}.produce.each_with_praefectus_magnus": 2},
    ),
    Bug(
        "magnus-may-be-kept",
        "praefectus magnus",
        "The holder may decline the doubling to keep the card.",
        clauses=("praefectus-magnus.must-use",),
        patch={f"{PRODUCE}.gain_marker_good.praefectus_magnus": "may_be_used"},
    ),
    Bug(
        "magnus-passed-when-collecting",
        "praefectus magnus",
        "Collecting coins hands the card on too.",
        clauses=("praefectus-magnus.not-for-coins",),
        swaps=effect(CollectMarkerCoins, collecting_passes_magnus),
    ),
    Bug(
        "magnus-kept-without-room",
        "praefectus magnus",
        "The Praefectus Magnus stays with its holder if the doubled good could not be stored.",
        clauses=("praefectus-magnus.surplus-lost",),
        swaps=effect(PassPraefectusMagnus, magnus_kept_without_room),
    ),
    Bug(
        "no-magnus-when-copied",
        "praefectus magnus",
        "A copied Prefect does not use the Praefectus Magnus.",
        clauses=("praefectus-magnus.copied-prefect",),
        swaps=(Swap(gain_marker_good, "holds_magnus", no_magnus_when_copied),),
    ),
    # Storehouse.
    Bug(
        "thirteen-spaces",
        "off by one",
        "A storehouse has 13 spaces.",
        clauses=("storehouse.spaces",),
        patch={"pieces.storehouse.spaces": 13},
    ),
    Bug(
        "colonists-need-no-space",
        "storehouse",
        "Colonists in the storehouse take no space.",
        clauses=("storehouse.colonists",),
        patch={"pieces.storehouse.spaces_per_colonist": 0},
    ),
    Bug(
        "stored-goods-thrown-away",
        "storehouse overflow",
        "Stored goods may be thrown away for new ones.",
        clauses=("storehouse.no-discard",),
        patch={"pieces.storehouse.choose_what_to_keep_from": "gained_and_stored_goods"},
    ),
    Bug(
        "spaces-left-empty",
        "storehouse overflow",
        "A player who receives too much may leave spaces empty.",
        clauses=("storehouse.overflow.fill",),
        patch={"pieces.storehouse.leave_spaces_empty_on_overflow": True},
    ),
    Bug(
        "goods-refused",
        "storehouse overflow",
        "Goods for which there is room may be refused.",
        clauses=("storehouse.must-take",),
        patch={"pieces.storehouse.refuse_goods_that_fit": True},
    ),
    Bug(
        "neighbours-lose-everything",
        "storehouse overflow",
        "Another player without room for everything loses all new goods.",
        clauses=("storehouse.full", "storehouse.overflow.fill"),
        swaps=(Swap(StoreGoods, "ways_to_keep", neighbours_lose_everything),),
    ),
    Bug(
        "storehouse-without-end",
        "missing limit",
        "Everything received is stored, even if there is no room.",
        clauses=("storehouse.full",),
        swaps=(
            Swap(StoreGoods, "required", always(None)),
            Swap(StoreGoods, "finish", lambda _: everything_is_stored),
            *prepared(trades_beyond_the_storehouse),
        ),
    ),
    # Mercator.
    Bug(
        "starting-mercator-pays-five",
        "mercator",
        "The starting Mercator pays 5 sestertii.",
        clauses=("mercator.income.starting",),
        patch={"cards.starting.cards.mercator.income": 5},
    ),
    Bug(
        "income-of-the-best-mercator",
        "mercator",
        "A Mercator pays as much as the best one that the player owns.",
        clauses=("mercator.income.card-played",),
        patch={"actions.mercator.choose.trade.gain_card_income.of": "best_card_owned"},
    ),
    Bug(
        "income-after-trading",
        "wrong order",
        "The Mercator's sestertii come only after the trade.",
        clauses=("mercator.order",),
        swaps=(*effect(GainCardIncome, nothing_happens), Swap(TradeGoods, "finish", income_after_trading)),
    ),
    Bug(
        "three-kinds-traded",
        "missing limit",
        "Three kinds of goods can be traded.",
        clauses=("mercator.trade.two-kinds",),
        patch={f"{TRADE}.kinds_at_most": 3},
    ),
    Bug(
        "a-kind-sold-and-bought",
        "missing check",
        "A kind can be sold and bought in one turn.",
        clauses=("mercator.trade.one-way",),
        patch={f"{TRADE}.sell_and_buy_one_kind": True},
    ),
    Bug(
        "sold-without-stock",
        "missing check",
        "More can be sold than the player has.",
        clauses=("mercator.trade.stock",),
        swaps=without_check(TradeGoods, "mercator.trade.stock"),
    ),
    Bug(
        "bought-on-credit",
        "missing check",
        "Goods can be bought without enough sestertii.",
        clauses=("mercator.trade.money",),
        swaps=without_limit("mercator.trade.money"),
    ),
    Bug(
        "bought-without-room",
        "missing check",
        "Goods can be bought without room for them.",
        clauses=("mercator.trade.space",),
        swaps=(*without_limit("mercator.trade.space"), *prepared(trades_beyond_the_storehouse)),
    ),
    Bug(
        "room-before-sales",
        "wrong order",
        "Spaces that sales free cannot be filled in the same turn.",
        clauses=("mercator.trade.any-order",),
        patch={f"{TRADE}.room_counted": "before_trading"},
    ),
    Bug(
        "must-trade",
        "mercator",
        "A Mercator must trade if possible.",
        clauses=("mercator.trade.optional",),
        swaps=(Swap(TradeGoods, "obstacles_to_stopping", must_trade),),
    ),
    Bug(
        "bank-keeps-a-coin",
        "wrong cost",
        "Every kind bought costs 1 sestertius more.",
        clauses=("mercator.trade.buy", "goods.price"),
        swaps=performed(TradeGoods, purchases_pay_a_coin_more),
    ),
    Bug(
        "cloth-costs-six",
        "wrong cost",
        "Cloth is bought and sold for 6 sestertii.",
        clauses=("goods.price",),
        patch={"goods.goods.cloth.price": 6},
    ),
]
