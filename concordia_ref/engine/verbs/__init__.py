"""The verbs of the rules, named as in `spec/actions.yaml`; `Verb` says what each can do.

Each verb with choices has its own module; `effects` holds the verbs without choices.
"""

from __future__ import annotations

from collections.abc import Mapping

from concordia_ref.engine.verbs.build_houses import BuildHouses
from concordia_ref.engine.verbs.buy_cards import BuyCards
from concordia_ref.engine.verbs.choose_alternative import ChooseAlternative
from concordia_ref.engine.verbs.choose_province import ChooseProvince
from concordia_ref.engine.verbs.copy_card import CopyCard
from concordia_ref.engine.verbs.effects import (
    CollectMarkerCoins,
    FlipMarker,
    FlipMarkers,
    GainCardIncome,
    GainCoins,
    PassPraefectusMagnus,
    Produce,
    RecallCards,
)
from concordia_ref.engine.verbs.gain_marker_good import GainMarkerGood
from concordia_ref.engine.verbs.move_colonists import MoveColonists
from concordia_ref.engine.verbs.place_colonists import PlaceColonists
from concordia_ref.engine.verbs.play_card import LeaveOut, PlayCard
from concordia_ref.engine.verbs.store_goods import StoreGoods
from concordia_ref.engine.verbs.trade_goods import TradeGoods
from concordia_ref.engine.verbs.verb import Verb

VERBS: Mapping[str, type[Verb]] = {
    verb.DO: verb
    for verb in (
        PlayCard,
        LeaveOut,
        ChooseAlternative,
        RecallCards,
        PlaceColonists,
        MoveColonists,
        BuildHouses,
        ChooseProvince,
        GainMarkerGood,
        FlipMarker,
        FlipMarkers,
        Produce,
        StoreGoods,
        PassPraefectusMagnus,
        CollectMarkerCoins,
        GainCoins,
        GainCardIncome,
        TradeGoods,
        CopyCard,
        BuyCards,
    )
}
DO_OF: Mapping[str, str] = {kind: do for do, verb in VERBS.items() for kind in verb.KINDS}
"""The verb that understands a kind of choice."""
