"""What a refusal carries: every clause that is broken, the place in the turn, and the facts.

Which turns are refused is the subject of the scenarios; these are the details that only the library shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from concordia_ref.engine.state import State
from tests.positions import broken, colonists, malformed, piled, position, start, stock, violations

Json = dict[str, Any]
IMPERIUM = start("imperium", 3)
# Massilia and Novaria can be built in; the goods are enough for both.
BUILDER = {
    "coins": 50,
    "goods": stock(brick=3, food=2, wine=1, cloth=1),
    **colonists(["aquileia~novaria:land"], ["massilia~roma:sea"]),
}
BUILD = {"massilia": "cloth", "novaria": "wine", "aquileia": "food"}
FOURTEEN = sorted(city for city in IMPERIUM["city_goods"] if city not in BUILD)[:14]
# Ten coins with the income; six of the eight spaces for goods are full.
TRADER = {"coins": 7, "goods": stock(brick=2, food=1, wine=3)}


def builder(*others: Json, **changes: Any) -> State:
    return position(start("imperium", 3, BUILD), {**BUILDER, **changes}, *others)


def behind(*, own: Sequence[str] = (), foreign: Sequence[str] = ()) -> State:
    """A land colonist in Roma, and others on lines."""
    return position(IMPERIUM, colonists(["roma", *own], ["roma"]), colonists(foreign, ["roma"]))


# A turn that breaks one rule: the position, the turn, the clause, the place, and the facts.
ONE_BROKEN: list[tuple[State, str, str, str, Json]] = [
    (
        # The land colonist is moved first and needs three of the two steps; nothing was used before it.
        position(IMPERIUM),
        "architect; move sea@roma > massilia~roma:sea, land@roma > napoca~sirmium:land",
        "architect.move.budget",
        "/moves/1",
        {"kind": "land", "from": "roma", "to": "napoca~sirmium:land", "steps": 3, "left": 2},
    ),
    *(
        (
            state,
            "architect; move land@roma > aquileia~roma:land",
            "architect.move.occupied",
            "/moves/0",
            {"kind": "land", "from": "roma", "to": "aquileia~roma:land", "seat": owner},
        )
        for state, owner in (
            (behind(foreign=["aquileia~roma:land"]), 1),
            (behind(own=["aquileia~roma:land"]), 0),
        )
    ),
    (
        # The third house in a food city: three times two coins.
        builder({"houses": ["aquileia"]}, {"houses": ["aquileia"]}, coins=5),
        "architect; build aquileia",
        "house.cost.coins.multiplied",
        "/builds/0",
        {"city": "aquileia", "cost": 6, "has": 5, "houses": 2},
    ),
    (
        # Houses are paid for in alphabetical order: the 5 coins of Massilia leave 3 of 8, and Novaria costs 4.
        builder(coins=8),
        "architect; build novaria, massilia",
        "house.cost.coins",
        "/builds/0",
        {"city": "novaria", "cost": 4, "has": 3, "houses": 0},
    ),
    (
        builder(houses=FOURTEEN),
        "architect; build massilia, novaria",
        "architect.build.supply",
        "/builds/1",
        {"city": "novaria", "houses": 15},
    ),
    (
        position(IMPERIUM, TRADER),
        "mercator; buy 2 wine",
        "mercator.trade.money",
        "/buy/wine",
        {"good": "wine", "bought": 2, "cost": 12, "has": 10},
    ),
    (
        position(IMPERIUM, TRADER),
        "mercator; buy 3 brick",
        "mercator.trade.space",
        "/buy/brick",
        {"good": "brick", "bought": 3, "room": 2},
    ),
    (
        position(IMPERIUM, {}, piled("mercator", "senator")),
        "diplomat copies 1: mercator; sell 1 wine",
        "diplomat.top-card",
        "/copies",
        {"seat": 1, "card": "mercator", "top": "senator"},
    ),
]


@pytest.mark.parametrize(("state", "turn", "clause", "pointer", "facts"), ONE_BROKEN)
def test_a_violation_carries_its_place_and_its_facts(
    state: State, turn: str, clause: str, pointer: str, facts: Json
) -> None:
    (violation,) = violations(state, turn)
    assert (violation.clause, violation.pointer, violation.facts) == (clause, pointer, facts)


# A turn that breaks several rules: the first one decides.
SEVERAL_BROKEN: list[tuple[State, str, list[str]]] = [
    (
        builder(coins=0, goods=stock(), houses=["massilia"]),
        "architect; build massilia",
        ["architect.build.one-own-house", "house.cost.goods", "house.cost.coins.multiplied"],
    ),
    (
        # Two coins and three from the card, and 18 for the wine; five spaces are free after the sale.
        position(IMPERIUM, {"coins": 2, "goods": stock(food=1, tool=1, wine=3, cloth=1)}),
        "mercator; sell 3 wine; buy 8 brick",
        ["mercator.trade.money", "mercator.trade.space"],
    ),
    (
        # The wine pays for the red field, and nothing is left for the question mark.
        position(IMPERIUM, {"goods": stock(wine=1)}),
        "senator; cards i_prefect; any 1 wine",
        ["senator.price", "display.any-good"],
    ),
]


@pytest.mark.parametrize(("state", "turn", "clauses"), SEVERAL_BROKEN)
def test_every_broken_rule_is_named_the_deciding_one_first(state: State, turn: str, clauses: list[str]) -> None:
    assert broken(state, turn) == clauses


class TestFutileTurns:
    """Turns that nobody would write at the table, but that a program may send."""

    def test_a_move_to_the_place_where_a_colonist_stands_is_refused(self) -> None:
        assert broken(position(IMPERIUM), "architect; move land@roma > roma") == ["architect.move.ends-on-line"]

    def test_goods_are_not_paid_for_nothing_however_many_are_named(self) -> None:
        state = position(IMPERIUM, {"goods": stock(brick=3)})
        assert broken(state, "senator; any 1 brick") == ["display.any-good"]
        assert set(broken(state, {"card": "senator", "any": {"brick": 10**14}})) == {"display.any-good"}

    def test_goods_that_a_player_does_not_have_are_not_thrown_away(self) -> None:
        base = start("imperium", 3, {"lutetia": "food", "burdigala": "tool", "massilia": "brick"})
        state = position(base, {"goods": stock(wine=6), "houses": ["burdigala", "lutetia"]})
        turn = "prefect produce; province gallia; keep 0: 2 tool, 1 food; discard 0: 1 cloth"
        assert broken(state, turn) == ["storehouse.no-discard"]


class TestIncomplete:
    def test_a_missing_choice_of_another_player_names_the_seat(self) -> None:
        base = start("imperium", 3, {"lutetia": "food", "massilia": "brick"})
        state = position(base, {}, {}, {"goods": stock(cloth=7), "houses": ["lutetia", "massilia"]})
        error = malformed(state, "prefect produce; province gallia")
        assert error.code == "incomplete"
        assert "seat 2" in str(error)
