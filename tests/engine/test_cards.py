"""What every card does, rule by rule: each rule kept, and its twin that breaks it.

Positions are written as differences from the start of a game of three on Imperium, where seat 0 plays. Where the goods
of cities matter they are given; the expected numbers follow from the rulebooks and the printed cards alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import pytest

from concordia_ref.engine.state import State
from tests.positions import (
    GAME,
    HAND,
    broken,
    dealt,
    goods_of,
    malformed,
    piled,
    play,
    position,
    start,
    stock,
    violations,
)

Json = dict[str, Any]
IMPERIUM = start("imperium", 3)


def colonists(land: Sequence[str] = (), sea: Sequence[str] = ()) -> Json:
    return {"colonists": {"land": list(land), "sea": list(sea)}}


def legal(state: State, turn: str | Json) -> bool:
    return broken(state, turn) == []


class TestTurn:
    def test_the_card_played_lies_on_top_of_the_own_pile_and_the_turn_goes_clockwise(self) -> None:
        after = play(position(IMPERIUM, piled("mercator")), "senator")
        assert after.players[0].pile == ("mercator", "senator")
        assert "senator" not in after.players[0].hand
        assert after.to_play == 1

    def test_after_the_last_seat_comes_seat_0(self) -> None:
        assert play(position(IMPERIUM, to_play=2), "senator").to_play == 0

    def test_only_a_card_from_the_hand_is_played(self) -> None:
        state = position(IMPERIUM, piled("mercator"))
        assert broken(state, "mercator") == ["turn.hand"]
        assert broken(state, "i_colonist") == ["turn.hand"]

    def test_the_second_prefect_is_a_card_of_its_own(self) -> None:
        once = position(IMPERIUM, piled("prefect"))
        assert legal(once, "prefect collect")
        assert broken(position(IMPERIUM, piled("prefect", "prefect")), "prefect collect") == ["turn.hand"]

    def test_nobody_passes(self) -> None:
        assert broken(position(IMPERIUM), "pass") == ["turn.no-passing"]

    def test_an_alternative_of_another_card_is_refused(self) -> None:
        assert broken(position(IMPERIUM), "prefect settle") == ["turn.action"]

    @pytest.mark.parametrize("card", ["tribune", "architect", "diplomat", "senator"])
    def test_a_card_may_be_played_without_any_effect(self, card: str) -> None:
        state = position(IMPERIUM)
        after = play(state, card)
        assert after.players[0]._replace(hand=(), pile=()) == state.players[0]._replace(hand=(), pile=())
        assert after.players[1:] == state.players[1:]
        assert (after.display, after.stack, after.coin_side) == (state.display, state.stack, state.coin_side)


class TestTribune:
    # The Tribune itself counts; the first three cards pay nothing.
    @pytest.mark.parametrize(
        ("pile", "coins"),
        [
            ([], 0),
            (["senator"], 0),
            (["senator", "prefect"], 0),
            (["senator", "prefect", "prefect"], 1),
            (["senator", "prefect", "prefect", "mercator"], 2),
            (["senator", "prefect", "prefect", "mercator", "architect"], 3),
            (["senator", "prefect", "prefect", "mercator", "architect", "diplomat"], 4),
        ],
    )
    def test_every_returned_card_past_the_third_pays_a_coin(self, pile: list[str], coins: int) -> None:
        after = play(position(IMPERIUM, piled(*pile)), "tribune")
        assert after.players[0].coins == 5 + coins
        assert after.players[0].hand == HAND
        assert after.players[0].pile == ()

    def test_cards_already_in_hand_do_not_count(self) -> None:
        base = dealt(IMPERIUM, {0: ["i_colonist", "i_mason", "i_mercator"]})
        hand = [*base["players"][0]["hand"]]
        hand.remove("senator")
        hand.remove("mercator")
        after = play(position(base, {"hand": hand, "pile": ["senator", "mercator"]}), "tribune")
        assert after.players[0].coins == 5
        assert len(after.players[0].hand) == 10

    def test_bought_cards_on_the_pile_return_and_count(self) -> None:
        base = dealt(IMPERIUM, {0: ["i_colonist", "i_mason", "i_mercator"]})
        after = play(position(base, {"hand": list(HAND), "pile": ["i_colonist", "i_mason", "i_mercator"]}), "tribune")
        assert after.players[0].coins == 5 + 1

    def test_no_more_than_one_colonist_is_bought(self) -> None:
        state = position(IMPERIUM, {"goods": stock(food=2, tool=2)})
        assert legal(state, "tribune; place land@roma")
        assert legal(state, "tribune; place sea@roma")
        assert broken(state, "tribune; place land@roma, sea@roma") == ["tribune.colonist.one"]

    def test_the_colonist_is_placed_in_roma_even_if_there_are_own_houses(self) -> None:
        state = position(IMPERIUM, {"houses": ["massilia"]})
        assert broken(state, "tribune; place land@massilia") == ["tribune.colonist.place"]

    def test_a_kind_that_is_used_up_cannot_be_placed(self) -> None:
        state = position(IMPERIUM, colonists(["roma", "roma", "roma"], ["roma"]))
        assert broken(state, "tribune; place land@roma") == ["piece.colonists"]
        assert legal(state, "tribune; place sea@roma")

    @pytest.mark.parametrize("goods", [stock(food=2), stock(tool=2), stock(wine=5)])
    def test_the_colonist_costs_food_and_a_tool(self, goods: dict[str, int]) -> None:
        assert broken(position(IMPERIUM, {"goods": goods}), "tribune; place sea@roma") == ["piece.colonist.cost"]

    def test_with_all_six_on_the_board_nothing_is_placed(self) -> None:
        state = position(IMPERIUM, colonists(["roma"] * 3, ["roma"] * 3))
        draft = GAME.take(GAME.begin(state), ("card", "tribune"))
        assert GAME.options(draft) == [("stop",)]


class TestMoves:
    """The start: one land and one sea colonist in Roma, so two steps to share out."""

    start = position(IMPERIUM)

    @pytest.mark.parametrize(
        "moves",
        [
            "land@roma > aquileia~roma:land",
            "land@roma > novaria~roma:land, sea@roma > massilia~roma:sea",
            # Both steps for one of them: through Aquileia, or through Carthago or Massilia.
            "land@roma > aquileia~sirmium:land",
            "sea@roma > carthago~valentia:sea",
        ],
    )
    def test_two_colonists_share_two_steps(self, moves: str) -> None:
        assert legal(self.start, f"architect; move {moves}")

    @pytest.mark.parametrize(
        "moves",
        [
            "land@roma > napoca~sirmium:land",
            "sea@roma > rusadir~valentia:sea",
            "land@roma > aquileia~sirmium:land, sea@roma > massilia~roma:sea",
        ],
    )
    def test_three_steps_are_too_many_for_two_colonists(self, moves: str) -> None:
        assert broken(self.start, f"architect; move {moves}") == ["architect.move.budget"]

    def test_a_colonist_that_stays_gives_its_step_to_another(self) -> None:
        state = position(IMPERIUM, colonists(["roma", "roma"], ["roma"]))
        assert legal(state, "architect; move land@roma > napoca~sirmium:land")

    def test_the_refusal_says_how_many_steps_are_needed_and_left(self) -> None:
        (violation,) = violations(
            self.start, "architect; move sea@roma > massilia~roma:sea, land@roma > napoca~sirmium:land"
        )
        # The land colonist is moved first and needs three of the two steps; nothing was used before it.
        assert violation.facts == {
            "kind": "land",
            "from": "roma",
            "to": "napoca~sirmium:land",
            "steps": 3,
            "left": 2,
        }
        assert violation.pointer == "/moves/1"

    def test_land_colonists_use_land_lines_and_sea_colonists_sea_lines(self) -> None:
        assert broken(self.start, "architect; move land@roma > massilia~roma:sea") == ["architect.move.land-lines"]
        assert broken(self.start, "architect; move sea@roma > novaria~roma:land") == ["architect.move.sea-lines"]

    def test_a_land_and_a_sea_line_between_the_same_cities_are_two_places(self) -> None:
        turn = "architect; move land@roma > roma~syracusae:land, sea@roma > roma~syracusae:sea"
        assert play(self.start, turn).players[0].colonists == (
            ("land", "roma~syracusae:land"),
            ("sea", "roma~syracusae:sea"),
        )

    # The lines at either end of the line from Novaria to Aquileia.
    @pytest.mark.parametrize(
        "line",
        [
            *("aquileia~roma", "aquileia~sirmium", "aquileia~vindobona"),
            *("colonia~novaria", "massilia~novaria", "novaria~roma"),
        ],
    )
    def test_from_a_line_one_step_leads_through_the_city_at_either_end(self, line: str) -> None:
        alone = position(IMPERIUM, colonists(["aquileia~novaria:land"]))
        assert legal(alone, f"architect; move land@aquileia~novaria:land > {line}:land")

    @pytest.mark.parametrize("line", ["napoca~sirmium", "colonia~vindobona", "roma~syracusae", "lutetia~massilia"])
    def test_one_step_leads_no_farther(self, line: str) -> None:
        alone = position(IMPERIUM, colonists(["aquileia~novaria:land"]))
        turn = f"architect; move land@aquileia~novaria:land > {line}:land"
        assert broken(alone, turn) == ["architect.move.budget"]

    def test_a_moved_colonist_never_ends_in_a_city(self) -> None:
        assert broken(self.start, "architect; move land@roma > aquileia") == ["architect.move.ends-on-line"]
        on_a_line = position(IMPERIUM, colonists(["aquileia~roma:land"]))
        turn = "architect; move land@aquileia~roma:land > roma"
        assert broken(on_a_line, turn) == ["architect.move.ends-on-line"]
        assert broken(self.start, "architect; move land@roma > roma") == ["architect.move.ends-on-line"]

    @pytest.mark.parametrize(
        ("own", "other", "owner"), [([], ["aquileia~roma:land"], 1), (["aquileia~roma:land"], [], 0)]
    )
    def test_no_colonist_ends_where_another_stands_whoever_owns_it(
        self, own: list[str], other: list[str], owner: int
    ) -> None:
        state = position(IMPERIUM, colonists(["roma", *own], ["roma"]), colonists(other, ["roma"]))
        (violation,) = violations(state, "architect; move land@roma > aquileia~roma:land")
        assert violation.clause == "architect.move.occupied"
        assert violation.facts["seat"] == owner

    def test_an_occupied_line_is_passed_but_costs_a_step(self) -> None:
        other = colonists(["aquileia~roma:land"], ["roma"])
        two_steps = position(IMPERIUM, colonists(["roma"], ["roma"]), other)
        # Over the occupied line to the next one: two steps, not one.
        assert legal(two_steps, "architect; move land@roma > aquileia~sirmium:land")
        assert broken(two_steps, "architect; move land@roma > napoca~sirmium:land") == ["architect.move.budget"]
        one_step = position(IMPERIUM, colonists(["roma"]), other)
        assert broken(one_step, "architect; move land@roma > aquileia~sirmium:land") == ["architect.move.budget"]

    def test_several_occupied_lines_are_passed(self) -> None:
        # From Roma by land one must pass Aquileia, Novaria or Syracusae; the first two lines are taken by others.
        state = position(
            IMPERIUM,
            colonists(["roma", "roma"], ["roma"]),
            colonists(["aquileia~roma:land"]),
            colonists(["novaria~roma:land"]),
        )
        assert legal(state, "architect; move land@roma > aquileia~sirmium:land, sea@roma > massilia~roma:sea")
        assert legal(state, "architect; move land@roma > lutetia~massilia:land")

    @pytest.mark.parametrize("first", ["ahead", "behind"])
    def test_a_colonist_may_follow_onto_a_line_that_another_leaves(self, first: str) -> None:
        state = position(IMPERIUM, colonists(["aquileia~roma:land", "roma"]))
        moves = ["land@aquileia~roma:land > aquileia~sirmium:land", "land@roma > aquileia~roma:land"]
        turn = f"architect; move {', '.join(moves if first == 'ahead' else moves[::-1])}"
        assert play(state, turn).players[0].colonists == (
            ("land", "aquileia~roma:land"),
            ("land", "aquileia~sirmium:land"),
        )

    def test_colonists_of_a_kind_are_alike_so_the_cheaper_pairing_counts(self) -> None:
        state = position(IMPERIUM, colonists(["aquileia~roma:land", "roma"]))
        # As written 1 + 2 steps; the same places are reached with 1 + 1.
        turn = "architect; move land@aquileia~roma:land > novaria~roma:land, land@roma > aquileia~sirmium:land"
        read = GAME.turn(state, turn)
        assert play(state, turn).players[0].colonists == (
            ("land", "aquileia~sirmium:land"),
            ("land", "novaria~roma:land"),
        )
        assert str(GAME.canonical(state, read)) == (
            "architect; move land@aquileia~roma:land > aquileia~sirmium:land, land@roma > novaria~roma:land"
        )

    def test_changing_places_with_ones_like_is_no_movement(self) -> None:
        state = position(IMPERIUM, colonists(["aquileia~roma:land", "novaria~roma:land"]))
        turn = (
            "architect; move land@aquileia~roma:land > novaria~roma:land, land@novaria~roma:land > aquileia~roma:land"
        )
        assert GAME.canonical(state, turn).to_json() == {"card": "architect"}

    def test_a_colonist_starts_from_the_city_where_it_was_placed(self) -> None:
        massilia = {"houses": ["massilia"], **colonists(["massilia"])}
        state = position(IMPERIUM, massilia)
        assert legal(state, "architect; move land@massilia > burdigala~massilia:land")
        assert broken(state, "architect; move land@massilia > novaria~roma:land") == ["architect.move.budget"]

    def test_only_own_colonists_move(self) -> None:
        state = position(IMPERIUM, {}, colonists(["roma"], ["massilia~roma:sea"]))
        turn = "architect; move sea@massilia~roma:sea > carthago~massilia:sea"
        assert broken(state, turn) == ["architect.move.own-colonists"]

    def test_a_colonist_moves_once_and_from_where_it_stands(self) -> None:
        turn = "architect; move land@roma > aquileia~roma:land, land@aquileia~roma:land > aquileia~sirmium:land"
        assert broken(self.start, turn) == ["architect.move.own-colonists"]
        turn = "architect; move land@roma > aquileia~roma:land, land@roma > novaria~roma:land"
        assert "architect.move.own-colonists" in broken(self.start, turn)

    def test_with_no_colonist_that_can_move_the_architect_still_builds(self) -> None:
        assert legal(position(IMPERIUM, colonists()), "architect")


# Cities beside the colonists below, and their goods.
BUILD = {"massilia": "cloth", "novaria": "wine", "aquileia": "food", "colonia": "brick", "vindobona": "tool"}
BUILDER = {
    "coins": 50,
    "goods": stock(brick=3, food=2, tool=1, wine=1, cloth=1),
    **colonists(["colonia~vindobona:land", "aquileia~novaria:land"], ["massilia~roma:sea", "roma"]),
}
# What the first house in each costs: coins, and goods.
FIRST_HOUSE = {
    "colonia": (1, {"food": 1}),
    "aquileia": (2, {"brick": 1, "food": 1}),
    "vindobona": (3, {"brick": 1, "tool": 1}),
    "novaria": (4, {"brick": 1, "wine": 1}),
    "massilia": (5, {"brick": 1, "cloth": 1}),
}


def builder(*others: Mapping[str, Any], players: int = 3, **changes: Any) -> State:
    return position(start("imperium", players, BUILD), {**BUILDER, **changes}, *others)


class TestBuilding:
    @pytest.mark.parametrize("city", FIRST_HOUSE)
    def test_a_first_house_costs_the_printed_coins_and_goods(self, city: str) -> None:
        coins, cost = FIRST_HOUSE[city]
        state = builder(coins=coins, goods=stock(**cost))
        after = play(state, f"architect; build {city}")
        assert after.players[0].coins == 0
        assert goods_of(after, 0) == {}
        assert after.players[0].houses == (city,)

    @pytest.mark.parametrize("city", FIRST_HOUSE)
    def test_with_a_coin_less_it_is_refused(self, city: str) -> None:
        coins, cost = FIRST_HOUSE[city]
        state = builder(coins=coins - 1, goods=stock(**cost))
        assert broken(state, f"architect; build {city}") == ["house.cost.coins"]

    @pytest.mark.parametrize(
        ("city", "missing", "clause"),
        [
            ("colonia", "food", "house.cost.goods.brick-city"),
            ("aquileia", "brick", "house.cost.goods"),
            ("aquileia", "food", "house.cost.goods"),
            ("vindobona", "tool", "house.cost.goods"),
            ("novaria", "wine", "house.cost.goods"),
            ("massilia", "brick", "house.cost.goods"),
            ("massilia", "cloth", "house.cost.goods"),
        ],
    )
    def test_without_one_of_its_goods_it_is_refused(self, city: str, missing: str, clause: str) -> None:
        state = builder(goods={**BUILDER["goods"], missing: 0})
        assert broken(state, f"architect; build {city}") == [clause]

    def test_a_brick_city_asks_for_no_brick(self) -> None:
        assert legal(builder(goods=stock(food=1)), "architect; build colonia")

    @pytest.mark.parametrize("others", [1, 2, 3, 4])
    @pytest.mark.parametrize("city", FIRST_HOUSE)
    def test_coins_are_multiplied_by_the_houses_in_the_city_but_goods_paid_once(self, city: str, others: int) -> None:
        coins, cost = FIRST_HOUSE[city]
        neighbours = [{"houses": [city]}] * others
        price = coins * (others + 1)
        state = builder(*neighbours, players=5, coins=price, goods=stock(**cost))
        after = play(state, f"architect; build {city}")
        assert after.players[0].coins == 0
        assert goods_of(after, 0) == {}
        poorer = builder(*neighbours, players=5, coins=price - 1, goods=stock(**cost))
        (violation,) = violations(poorer, f"architect; build {city}")
        assert violation.clause == "house.cost.coins.multiplied"
        assert violation.facts == {"city": city, "cost": price, "has": price - 1, "houses": others}

    def test_several_houses_are_paid_one_after_another(self) -> None:
        state = builder(coins=1 + 2 + 3 + 4 + 5, goods=stock(brick=4, food=2, tool=1, wine=1, cloth=1))
        after = play(state, "architect; build vindobona, massilia, colonia, novaria, aquileia")
        assert after.players[0].houses == ("aquileia", "colonia", "massilia", "novaria", "vindobona")
        assert after.players[0].coins == 0
        assert goods_of(after, 0) == {}

    def test_a_house_for_which_the_coins_do_not_last_is_refused_and_none_is_built(self) -> None:
        # 5 + 4 for Massilia and Novaria leave 2 of 11 coins; Vindobona costs 3.
        state = builder(coins=11)
        (violation,) = violations(state, "architect; build vindobona, massilia, novaria")
        assert violation.clause == "house.cost.coins"
        assert violation.pointer == "/builds/0"
        assert violation.facts["has"] == 2

    def test_a_house_for_which_the_goods_do_not_last_is_refused(self) -> None:
        state = builder(goods=stock(brick=2, food=1, wine=1, cloth=1))
        assert legal(state, "architect; build massilia, novaria")
        # The two bricks are gone when the third house would need one.
        assert broken(state, "architect; build aquileia, massilia, novaria") == ["house.cost.goods"]

    def test_building_needs_no_movement_and_comes_after_it(self) -> None:
        assert legal(builder(), "architect; build massilia")
        # Carthago lies beside the line that the ship reaches, Massilia beside the one that it leaves.
        moved = "architect; move sea@massilia~roma:sea > carthago~leptis_magna:sea"
        assert legal(builder(), f"{moved}; build carthago")
        assert broken(builder(), f"{moved}; build massilia") == ["architect.build.adjacent"]

    def test_both_ends_of_the_line_are_adjacent_and_no_other_city(self) -> None:
        assert legal(builder(), "architect; build aquileia")
        assert legal(builder(), "architect; build novaria")
        assert broken(builder(), "architect; build sirmium") == ["architect.build.adjacent"]

    def test_a_colonist_in_a_city_is_beside_nothing(self) -> None:
        state = builder(**colonists(["roma"], ["roma"]))
        assert broken(state, "architect; build massilia") == ["architect.build.adjacent"]

    def test_the_colonists_of_others_do_not_help(self) -> None:
        state = builder(colonists(["colonia~lutetia:land"], ["roma"]))
        # A house in Lutetia could be paid for; it is a brick city here.
        assert broken(state, "architect; build lutetia") == ["architect.build.adjacent"]

    def test_nobody_builds_in_roma(self) -> None:
        assert broken(builder(), "architect; build roma") == ["architect.build.start-city"]

    def test_no_second_own_house_in_a_city(self) -> None:
        assert broken(builder(houses=["massilia"]), "architect; build massilia") == ["architect.build.one-own-house"]
        assert broken(builder(), "architect; build colonia, colonia") == ["architect.build.one-own-house"]

    def test_a_sixteenth_house_is_refused(self) -> None:
        far = (
            "isca londinium lutetia burdigala brigantium olisipo valentia rusadir carthago leptis_magna cyrene athenae"
        )
        fourteen = [*far.split(), "tomis", "napoca"]
        state = builder(houses=fourteen)
        assert legal(state, "architect; build massilia")
        (violation,) = violations(state, "architect; build massilia, novaria")
        assert violation.clause == "architect.build.supply"
        assert violation.facts == {"city": "novaria", "houses": 15}

    def test_the_first_violation_decides_and_all_are_told(self) -> None:
        state = builder(coins=0, goods=stock(), houses=["massilia"])
        assert broken(state, "architect; build massilia") == [
            "architect.build.one-own-house",
            "house.cost.goods",
            "house.cost.coins.multiplied",
        ]


GALLIA = {"lutetia": "food", "burdigala": "tool", "massilia": "brick"}


class TestPrefectProduces:
    base = start("imperium", 3, GALLIA)

    def test_the_marker_pays_the_dearest_good_of_the_province_though_nobody_has_a_house_there(self) -> None:
        after = play(position(self.base, {"goods": stock()}), "prefect produce; province gallia")
        assert goods_of(after, 0) == {"tool": 1}
        assert after.coin_side == ("gallia",)
        assert after.players[1:] == position(self.base).players[1:]

    def test_each_house_in_the_province_produces_the_good_of_its_city_for_its_owner(self) -> None:
        state = position(
            self.base,
            {"goods": stock(), "houses": ["isca", "lutetia", "massilia"]},
            {"goods": stock(), "houses": ["lutetia", "olisipo"]},
            {"goods": stock(), "houses": ["isca"]},
        )
        after = play(state, "prefect produce; province gallia")
        assert [goods_of(after, seat) for seat in range(3)] == [{"brick": 1, "food": 1, "tool": 1}, {"food": 1}, {}]

    def test_a_province_produces_again_only_after_its_marker_was_turned_back(self) -> None:
        markers = {**self.base["markers"], "gallia": "coins"}
        state = position(self.base, markers=markers)
        assert broken(state, "prefect produce; province gallia") == ["prefect.produce.active"]
        assert legal(state, "prefect produce; province hispania")
        collected = play(state, "prefect collect")
        assert legal(collected._replace(to_play=1), "prefect produce; province gallia")

    def test_when_all_markers_show_coins_nothing_can_produce(self) -> None:
        state = position(self.base, markers=dict.fromkeys(self.base["markers"], "coins"))
        draft = GAME.take(GAME.begin(state), ("card", "prefect"))
        assert GAME.options(draft) == [("choice", "collect")]
        assert broken(state, "prefect produce; province gallia") == ["prefect.produce.active"]


class TestPrefectCollects:
    def test_a_marker_with_cloth_on_its_front_pays_one_coin_and_any_other_two(self) -> None:
        base = start("imperium", 3, {"massilia": "cloth", "isca": "wine", "londinium": "food"})
        markers = {**base["markers"], "gallia": "coins", "britannia": "coins"}
        after = play(position(base, markers=markers), "prefect collect")
        assert after.players[0].coins == 5 + 1 + 2
        assert after.coin_side == ()

    def test_collecting_is_allowed_when_there_is_nothing_to_collect(self) -> None:
        assert play(position(IMPERIUM), "prefect collect").players[0].coins == 5

    def test_one_of_the_two_must_be_chosen(self) -> None:
        assert malformed(position(IMPERIUM), "prefect").code == "incomplete"


class TestPraefectusMagnus:
    base = start("imperium", 3, GALLIA)

    def test_it_doubles_the_bonus_but_not_the_houses_and_goes_to_the_right(self) -> None:
        state = position(self.base, {"goods": stock(), "houses": ["lutetia"]}, praefectus_magnus=0)
        after = play(state, "prefect produce; province gallia")
        assert goods_of(after, 0) == {"food": 1, "tool": 2}
        assert after.praefectus_magnus == 2

    def test_another_player_does_not_profit_from_it(self) -> None:
        state = position(self.base, {"goods": stock()}, praefectus_magnus=1)
        after = play(state, "prefect produce; province gallia")
        assert goods_of(after, 0) == {"tool": 1}
        assert after.praefectus_magnus == 1

    def test_the_holder_cannot_decline_it(self) -> None:
        state = position(self.base, {"goods": stock()}, praefectus_magnus=0)
        turn = "prefect produce; province gallia; magnus no"
        assert broken(state, turn) == ["praefectus-magnus.must-use"]
        assert legal(state, turn.replace("no", "yes"))

    def test_nobody_else_can_claim_it(self) -> None:
        state = position(self.base, {"goods": stock()}, praefectus_magnus=1)
        turn = "prefect produce; province gallia; magnus yes"
        assert broken(state, turn) == ["praefectus-magnus.doubles"]
        assert legal(state, turn.replace("yes", "no"))

    def test_collecting_coins_neither_uses_nor_moves_it(self) -> None:
        markers = {**self.base["markers"], "gallia": "coins"}
        after = play(position(self.base, praefectus_magnus=0, markers=markers), "prefect collect")
        assert after.players[0].coins == 5 + 2
        assert after.praefectus_magnus == 0

    def test_a_prefect_copied_with_a_diplomat_counts_like_ones_own(self) -> None:
        state = position(self.base, {"goods": stock()}, piled("prefect"), praefectus_magnus=0)
        after = play(state, "diplomat copies 1: prefect produce; province gallia")
        assert goods_of(after, 0) == {"tool": 2}
        assert after.praefectus_magnus == 2

    @pytest.mark.parametrize(("brick", "stored"), [(8, 0), (7, 1), (6, 2)])
    def test_what_finds_no_room_is_lost_and_the_card_moves_on_all_the_same(self, brick: int, stored: int) -> None:
        # Twelve spaces less four colonists.
        state = position(self.base, {"goods": stock(brick=brick)}, praefectus_magnus=0)
        after = play(state, "prefect produce; province gallia")
        assert goods_of(after, 0).get("tool", 0) == stored
        assert after.praefectus_magnus == 2


class TestColonist:
    """The Colonist of deck I; houses in Massilia by the sea and in Novaria inland."""

    base = dealt(IMPERIUM, {0: ["i_colonist"]})
    settler: ClassVar[Json] = {"goods": stock(food=3, tool=3), "houses": ["massilia", "novaria"]}
    state = position(base, settler)

    @pytest.mark.parametrize(
        "places",
        [
            "land@roma",
            "land@massilia, sea@massilia",
            "land@massilia, land@massilia",
            "land@novaria, sea@roma, sea@massilia",
        ],
    )
    def test_any_number_is_placed_in_roma_and_beside_own_houses(self, places: str) -> None:
        after = play(self.state, f"i_colonist settle; place {places}")
        number = len(places.split(", "))
        assert len(after.players[0].colonists) == 2 + number
        assert goods_of(after, 0) == {good: 3 - number for good in ("food", "tool") if number < 3}

    def test_the_space_of_a_placed_colonist_is_free(self) -> None:
        after = play(self.state, "i_colonist settle; place land@roma")
        # Twelve spaces, three colonists and four goods are left in the storehouse.
        player = after.players[0]
        assert GAME.rules.room(player.goods, player.colonists) == 12 - 3 - 4

    def test_to_place_none_is_allowed(self) -> None:
        assert legal(self.state, "i_colonist settle")

    def test_not_in_a_city_without_an_own_house(self) -> None:
        state = position(self.base, self.settler, {"houses": ["aquileia"]})
        assert broken(state, "i_colonist settle; place land@aquileia") == ["colonist.settle.place"]

    def test_no_sea_colonist_inland(self) -> None:
        assert broken(self.state, "i_colonist settle; place sea@novaria") == ["colonist.settle.kind"]

    def test_no_land_colonist_on_an_island(self) -> None:
        base = dealt(start("italia", 3), {0: ["i_colonist"]})
        state = position(base, {"goods": stock(food=1, tool=1), "houses": ["olbia"]})
        assert broken(state, "i_colonist settle; place land@olbia") == ["colonist.settle.kind"]
        assert legal(state, "i_colonist settle; place sea@olbia")

    def test_each_is_paid_for(self) -> None:
        state = position(self.base, {**self.settler, "goods": stock(food=3, tool=1)})
        turn = "i_colonist settle; place land@roma, sea@roma"
        assert broken(state, turn) == ["piece.colonist.cost"]

    def test_no_more_than_there_are_of_a_kind(self) -> None:
        turn = "i_colonist settle; place sea@roma, sea@roma, sea@roma"
        assert broken(self.state, turn) == ["piece.colonists"]

    @pytest.mark.parametrize(
        ("places", "coins"),
        [
            (colonists(), 5),
            (colonists(["roma"], ["roma"]), 7),
            (colonists(["roma", "massilia", "novaria~roma:land"], ["massilia~roma:sea", "roma", "roma"]), 11),
        ],
    )
    def test_the_income_is_five_and_one_for_each_colonist_wherever_it_stands(self, places: Json, coins: int) -> None:
        state = position(self.base, {"coins": 0, "houses": ["massilia"], **places})
        assert play(state, "i_colonist income").players[0].coins == coins

    def test_not_both(self) -> None:
        assert malformed(self.state, "i_colonist income; place land@roma").code == "not-for-this-card"


class TestMercator:
    base = dealt(IMPERIUM, {0: ["i_mercator"]})
    # Eight spaces for goods while four colonists are stored.
    trader: ClassVar[Json] = {"coins": 7, "goods": stock(brick=2, food=1, wine=3)}
    state = position(base, trader)

    def test_the_starting_card_pays_three_and_a_bought_one_five(self) -> None:
        assert play(self.state, "mercator").players[0].coins == 7 + 3
        assert play(self.state, "i_mercator").players[0].coins == 7 + 5

    def test_the_income_can_be_spent_at_once(self) -> None:
        poor = position(self.base, {"coins": 0, "goods": stock()})
        assert play(poor, "mercator; buy 1 brick").players[0].coins == 0
        assert broken(poor, "mercator; buy 1 food") == ["mercator.trade.money"]
        assert legal(poor, "i_mercator; buy 1 tool")

    @pytest.mark.parametrize(
        ("trade", "coins", "goods"),
        [
            ("sell 3 wine", 10 + 18, {"brick": 2, "food": 1}),
            ("sell 1 wine; buy 2 cloth", 10 + 6 - 14, {"brick": 2, "food": 1, "wine": 2, "cloth": 2}),
            ("sell 2 brick, 1 food", 10 + 6 + 4, {"wine": 3}),
            ("buy 1 brick, 1 food", 10 - 3 - 4, {"brick": 3, "food": 2, "wine": 3}),
        ],
    )
    def test_one_or_two_kinds_are_traded_at_their_prices(self, trade: str, coins: int, goods: dict[str, int]) -> None:
        after = play(self.state, f"mercator; {trade}")
        assert after.players[0].coins == coins
        assert goods_of(after, 0) == goods

    @pytest.mark.parametrize(
        "trade", ["sell 1 wine, 1 food, 1 brick", "sell 1 wine, 1 food; buy 1 tool", "sell 1 wine; buy 1 brick, 1 tool"]
    )
    def test_a_third_kind_is_refused(self, trade: str) -> None:
        assert broken(self.state, f"mercator; {trade}") == ["mercator.trade.two-kinds"]

    def test_a_kind_is_either_sold_or_bought(self) -> None:
        assert broken(self.state, "mercator; sell 2 wine; buy 1 wine") == ["mercator.trade.one-way"]

    def test_only_goods_in_the_own_storehouse_are_sold(self) -> None:
        assert legal(self.state, "mercator; sell 1 food")
        assert broken(self.state, "mercator; sell 2 food") == ["mercator.trade.stock"]
        assert broken(self.state, "mercator; sell 1 cloth") == ["mercator.trade.stock"]

    def test_purchases_are_paid_at_once(self) -> None:
        (violation,) = violations(self.state, "mercator; buy 2 wine")
        assert violation.clause == "mercator.trade.money"
        assert violation.facts == {"good": "wine", "bought": 2, "cost": 12, "has": 10}

    def test_every_unit_bought_needs_a_space(self) -> None:
        # Six of eight spaces are full.
        assert legal(self.state, "mercator; buy 2 brick")
        (violation,) = violations(self.state, "mercator; buy 3 brick")
        assert violation.clause == "mercator.trade.space"
        assert violation.facts == {"good": "brick", "bought": 3, "room": 2}

    def test_goods_sold_free_their_spaces_and_pay_in_whatever_order_it_is_written(self) -> None:
        turn = {"card": "mercator", "buy": {"brick": 5}, "sell": {"wine": 3}}
        assert play(self.state, turn).players[0].coins == 10 + 18 - 15


class TestDiplomat:
    def test_the_action_of_the_top_card_is_carried_out_with_ones_own_means(self) -> None:
        state = position(start("imperium", 3, BUILD), BUILDER, piled("mercator", "architect"))
        after = play(state, "diplomat copies 1: architect; build massilia")
        assert after.players[0].houses == ("massilia",)
        assert after.players[0].coins == 50 - 5
        assert after.players[1] == state.players[1]

    def test_the_copied_card_stays_and_the_diplomat_goes_on_the_own_pile(self) -> None:
        state = position(IMPERIUM, piled("senator"), piled("mercator"))
        after = play(state, "diplomat copies 1: mercator")
        assert after.players[0].pile == ("senator", "diplomat")
        assert after.players[1].pile == ("mercator",)

    def test_a_card_below_the_top_is_not_copied(self) -> None:
        state = position(IMPERIUM, {}, piled("mercator", "senator"))
        (violation,) = violations(state, "diplomat copies 1: mercator; sell 1 wine")
        assert violation.clause == "diplomat.top-card"
        assert violation.facts == {"seat": 1, "card": "mercator", "top": "senator"}
        assert violation.pointer == "/copies"

    def test_the_own_pile_is_not_copied(self) -> None:
        state = position(IMPERIUM, piled("mercator"))
        assert broken(state, "diplomat copies 0: mercator") == ["diplomat.other-player"]

    def test_an_empty_pile_offers_nothing_as_after_a_tribune(self) -> None:
        state = position(IMPERIUM, {}, piled("mercator"), to_play=1)
        after = play(play(state, "tribune"), "senator")
        assert broken(after, "diplomat copies 1: tribune") == ["diplomat.not-tribune"]
        assert broken(after, "diplomat copies 1: mercator") == ["diplomat.top-card"]

    def test_a_diplomat_is_not_copied(self) -> None:
        state = position(IMPERIUM, {}, piled("diplomat"))
        assert broken(state, "diplomat copies 1: diplomat") == ["diplomat.not-diplomat"]

    def test_a_diplomat_below_the_top_does_not_matter(self) -> None:
        assert legal(position(IMPERIUM, {}, piled("diplomat", "mercator")), "diplomat copies 1: mercator")

    def test_a_bought_mercator_pays_five_to_the_copier_too(self) -> None:
        base = dealt(IMPERIUM, {1: ["ii_mercator"]})
        state = position(base, {"coins": 0}, {"hand": list(HAND), "pile": ["ii_mercator"]})
        assert play(state, "diplomat copies 1: ii_mercator").players[0].coins == 5

    def test_the_starting_mercator_pays_three_even_to_an_owner_of_a_bought_one(self) -> None:
        base = dealt(IMPERIUM, {0: ["ii_mercator"]})
        state = position(base, {"coins": 0}, piled("mercator"))
        assert play(state, "diplomat copies 1: mercator").players[0].coins == 3

    def test_a_copied_specialist_produces_its_good_in_the_copiers_houses(self) -> None:
        base = dealt(start("imperium", 3, {"lutetia": "food", "isca": "food"}), {1: ["i_farmer"]})
        state = position(
            base,
            {"goods": stock(), "houses": ["lutetia"]},
            {"houses": ["isca", "lutetia"], "hand": list(HAND), "pile": ["i_farmer"]},
        )
        after = play(state, "diplomat copies 1: i_farmer")
        assert goods_of(after, 0) == {"food": 1}
        assert after.players[1] == state.players[1]

    def test_a_copied_senator_buys_for_the_copier(self) -> None:
        state = position(IMPERIUM, {"goods": stock(tool=1)}, piled("senator"))
        after = play(state, "diplomat copies 1: senator; cards i_architect")
        assert "i_architect" in after.players[0].hand

    def test_the_player_may_decline(self) -> None:
        state = position(IMPERIUM, {}, piled("mercator"))
        assert play(state, "diplomat").players[0].coins == 5

    def test_it_may_be_played_when_there_is_nothing_to_copy(self) -> None:
        state = position(IMPERIUM)
        assert GAME.options(GAME.take(GAME.begin(state), ("card", "diplomat"))) == [("stop",)]
        assert legal(state, "diplomat")


# The display of deck I in the order of the file, with what each card costs there: its red field and the surcharge.
FOR_SALE = [
    ("i_architect", {"tool": 1}, 0),
    ("i_prefect", {"wine": 1}, 1),
    ("i_mercator", {"wine": 1}, 1),
    ("i_colonist", {"food": 1, "cloth": 1}, 0),
    ("i_diplomat", {"tool": 1, "cloth": 1}, 0),
    ("i_mason", {"food": 1, "cloth": 1}, 1),
    ("i_farmer", {"brick": 1, "food": 1, "cloth": 2}, 0),
]


class TestSenator:
    def test_the_display_is_as_the_table_says(self) -> None:
        assert position(IMPERIUM).display == tuple(card for card, _, _ in FOR_SALE)

    @pytest.mark.parametrize(("card", "fixed", "any_goods"), FOR_SALE)
    def test_a_card_costs_its_red_field_and_the_surcharge_of_its_slot(
        self, card: str, fixed: dict[str, int], any_goods: int
    ) -> None:
        exactly = {**fixed, "brick": fixed.get("brick", 0) + any_goods}
        turn = f"senator; cards {card}" + ("; any 1 brick" if any_goods else "")
        after = play(position(IMPERIUM, {"goods": stock(**exactly)}), turn)
        assert goods_of(after, 0) == {}
        assert card in after.players[0].hand

    @pytest.mark.parametrize(("card", "fixed", "any_goods"), FOR_SALE)
    def test_with_one_good_less_it_is_refused(self, card: str, fixed: dict[str, int], any_goods: int) -> None:
        for good in fixed:
            # Enough bricks for any question mark, so that the missing good alone decides.
            too_few = {"brick": 2, **fixed} | {good: fixed[good] - 1}
            state = position(IMPERIUM, {"goods": stock(**too_few)})
            turn = f"senator; cards {card}" + ("; any 1 brick" if any_goods else "")
            assert broken(state, turn)[0] == "senator.price"

    def test_the_question_mark_needs_a_good_too(self) -> None:
        state = position(IMPERIUM, {"goods": stock(wine=1)})
        assert broken(state, "senator; cards i_prefect; any 1 wine") == ["senator.price", "display.any-good"]

    def test_the_question_mark_may_be_paid_with_a_good_of_the_price_again(self) -> None:
        state = position(IMPERIUM, {"goods": stock(wine=2)})
        assert goods_of(play(state, "senator; cards i_prefect; any 1 wine"), 0) == {}

    def test_which_good_pays_the_question_mark_must_be_said(self) -> None:
        error = malformed(position(IMPERIUM), "senator; cards i_prefect")
        assert (error.code, error.pointer) == ("incomplete", "")

    def test_only_a_good_that_one_has_pays_the_question_mark(self) -> None:
        state = position(IMPERIUM, {"goods": stock(wine=2)})
        assert broken(state, "senator; cards i_prefect; any 1 tool") == ["display.any-good"]

    def test_no_more_goods_are_paid_than_there_are_question_marks(self) -> None:
        state = position(IMPERIUM, {"goods": stock(wine=1, brick=3, tool=1)})
        assert broken(state, "senator; cards i_prefect; any 2 brick") == ["display.any-good"]
        assert broken(state, "senator; cards i_architect; any 1 brick") == ["display.any-good"]
        assert broken(state, "senator; any 1 brick") == ["display.any-good"]
        assert set(broken(state, {"card": "senator", "any": {"brick": 10**14}})) == {"display.any-good"}

    def test_coins_do_not_pay(self) -> None:
        state = position(IMPERIUM, {"coins": 100, "goods": stock()})
        assert broken(state, "senator; cards i_architect") == ["senator.price"]

    def test_two_cards_are_paid_by_the_slots_where_they_lay_before(self) -> None:
        # Architect 1 tool; Mercator 1 wine and one of choice, although the Prefect would move to its slot.
        state = position(IMPERIUM, {"goods": stock(tool=1, wine=2, food=1)})
        after = play(state, "senator; cards i_architect, i_mercator; any 1 food")
        assert goods_of(after, 0) == {"wine": 1}
        assert after.display == (
            *("i_prefect", "i_colonist", "i_diplomat", "i_mason", "i_farmer", "i_smith"),
            "ii_architect",
        )
        assert after.stack == state.stack[2:]

    def test_two_question_marks_are_paid_with_any_two_goods(self) -> None:
        state = position(IMPERIUM, {"goods": stock(wine=3, food=1)})
        assert goods_of(play(state, "senator; cards i_mercator, i_prefect; any 1 wine, 1 food"), 0) == {}

    def test_cloth_and_a_question_mark_together(self) -> None:
        state = position(IMPERIUM, {"goods": stock(food=1, cloth=2)})
        assert goods_of(play(state, "senator; cards i_mason; any 1 cloth"), 0) == {}

    def test_the_second_card_must_be_paid_from_what_the_first_leaves(self) -> None:
        state = position(IMPERIUM, {"goods": stock(tool=1, cloth=1)})
        assert broken(state, "senator; cards i_architect, i_diplomat") == ["senator.price"]

    def test_no_third_card(self) -> None:
        state = position(IMPERIUM, {"goods": stock(tool=2, cloth=3, food=1)})
        turn = "senator; cards i_architect, i_diplomat, i_colonist"
        assert broken(state, turn) == ["senator.two"]

    def test_the_same_card_is_not_bought_twice(self) -> None:
        state = position(IMPERIUM, {"goods": stock(tool=2)})
        assert broken(state, "senator; cards i_architect, i_architect") == ["display.slots"]

    def test_only_cards_on_the_display_are_bought(self) -> None:
        state = position(IMPERIUM, {"goods": stock(tool=2)})
        assert broken(state, "senator; cards ii_architect") == ["display.slots"]

    def test_when_the_stack_is_used_up_the_display_gets_shorter_and_keeps_its_order(self) -> None:
        left = ["iii_prefect", "iii_diplomat", "iii_consul"]
        state = position(last_cards(left), {"goods": stock(food=1, wine=1)})
        # Second slot: 1 food and one of choice.
        after = play(state, "senator; cards iii_diplomat; any 1 wine")
        assert after.display == ("iii_prefect", "iii_consul")
        assert after.stack == ()


def last_cards(display: list[str], players: int = 3) -> Json:
    """Everything else was bought by the last player, who is not to play."""
    base = start("imperium", players)
    others = [card for card in (*base["display"], *base["stack"]) if card not in display]
    base["players"][players - 1]["hand"] += others
    return base | {"display": display, "stack": []}


class TestConsul:
    base = dealt(IMPERIUM, {0: ["ii_consul"]})

    @pytest.mark.parametrize(
        ("card", "cost"),
        [("i_architect", {"tool": 1}), ("i_mason", {"food": 1}), ("i_farmer", {"brick": 1, "food": 1})],
    )
    def test_a_card_costs_its_red_field_alone_on_any_slot(self, card: str, cost: dict[str, int]) -> None:
        after = play(position(self.base, {"goods": stock(**cost)}), f"ii_consul; cards {card}")
        assert goods_of(after, 0) == {}
        assert card in after.players[0].hand

    def test_the_red_field_must_be_paid(self) -> None:
        state = position(self.base, {"goods": stock(food=1)})
        assert broken(state, "ii_consul; cards i_farmer") == ["consul.price"]

    def test_only_one_card(self) -> None:
        state = position(self.base, {"goods": stock(food=2)})
        assert broken(state, "ii_consul; cards i_mason, i_colonist") == ["consul.one"]

    def test_or_none(self) -> None:
        assert legal(position(self.base), "ii_consul")

    def test_no_question_mark_is_paid(self) -> None:
        state = position(self.base, {"goods": stock(wine=2)})
        assert broken(state, "ii_consul; cards i_prefect; any 1 wine") == ["display.any-good"]

    def test_the_display_is_closed_up_and_filled(self) -> None:
        after = play(position(self.base, {"goods": stock(food=1)}), "ii_consul; cards i_mason")
        assert after.display[5:] == ("i_farmer", "i_smith")


SPECIALISTS = [
    ("i_mason", "brick"),
    ("i_farmer", "food"),
    ("i_smith", "tool"),
    ("ii_vintner", "wine"),
    ("ii_weaver", "cloth"),
]


class TestSpecialists:
    # Two cities of each good, in several provinces.
    cities: ClassVar[Json] = {
        **{"isca": "brick", "lutetia": "brick", "londinium": "food", "burdigala": "food", "colonia": "tool"},
        **{"massilia": "tool", "vindobona": "wine", "leptis_magna": "wine", "napoca": "cloth", "cyrene": "cloth"},
    }

    @pytest.mark.parametrize(("card", "good"), SPECIALISTS)
    def test_each_own_house_in_a_city_of_the_good_produces_one(self, card: str, good: str) -> None:
        base = dealt(start("imperium", 3, self.cities), {0: [card]})
        state = position(base, {"goods": stock(), "houses": sorted(self.cities)}, {"houses": sorted(self.cities)})
        after = play(state, card)
        assert goods_of(after, 0) == {good: 2}
        assert after.players[1] == state.players[1]
        assert after.coin_side == ()

    def test_without_a_matching_house_nothing_is_produced(self) -> None:
        base = dealt(start("imperium", 3, self.cities), {0: ["i_mason"]})
        state = position(base, {"goods": stock(), "houses": ["londinium"]}, {"houses": ["isca"]})
        assert goods_of(play(state, "i_mason"), 0) == {}

    def test_what_does_not_fit_is_lost_without_a_choice(self) -> None:
        base = dealt(start("imperium", 3, self.cities), {0: ["i_mason"]})
        state = position(base, {"goods": stock(wine=7), "houses": ["isca", "lutetia"]})
        assert goods_of(play(state, "i_mason"), 0) == {"brick": 1, "wine": 7}


class TestStorehouse:
    """Gallia: Lutetia food, Burdigala tool (the bonus), Massilia brick. Eight spaces for goods."""

    base = start("imperium", 3, GALLIA)
    produce = "prefect produce; province gallia"
    everywhere = ("burdigala", "lutetia", "massilia")

    def state(self, wine: int, *others: Json, houses: Sequence[str] = everywhere, **top: Any) -> State:
        return position(self.base, {"goods": stock(wine=wine), "houses": list(houses)}, *others, **top)

    def test_what_fits_is_stored_without_a_choice(self) -> None:
        # Two tools, one food and one brick into four spaces.
        assert goods_of(play(self.state(4), self.produce), 0) == {"brick": 1, "food": 1, "tool": 2, "wine": 4}

    def test_what_fits_cannot_be_refused(self) -> None:
        state = self.state(4)
        assert broken(state, f"{self.produce}; keep 0: 2 tool, 1 food") == ["storehouse.must-take"]
        assert legal(state, f"{self.produce}; keep 0: 2 tool, 1 food, 1 brick")

    @pytest.mark.parametrize("kept", ["2 tool", "1 tool, 1 food", "1 tool, 1 brick", "1 food, 1 brick"])
    def test_where_not_all_fits_the_player_chooses_among_the_new_goods(self, kept: str) -> None:
        after = play(self.state(6), f"{self.produce}; keep 0: {kept}")
        amounts = {good: int(number) for number, good in (item.split() for item in kept.split(", "))}
        assert goods_of(after, 0) == {**amounts, "wine": 6}

    def test_the_choice_must_be_said(self) -> None:
        error = malformed(self.state(6), self.produce)
        assert error.code == "incomplete"
        assert "seat 0" in str(error)

    @pytest.mark.parametrize(
        ("kept", "clauses"),
        [
            # A space that a new good could fill stays empty.
            ("1 tool", ["storehouse.overflow.fill"]),
            ("nothing", ["storehouse.overflow.fill"]),
            ("2 tool, 1 food", ["storehouse.full"]),
            ("2 food", ["storehouse.overflow.choose"]),
            ("1 tool, 1 wine", ["storehouse.overflow.choose"]),
        ],
    )
    def test_the_choice_fills_the_storehouse_with_goods_that_arrived(self, kept: str, clauses: list[str]) -> None:
        assert broken(self.state(6), f"{self.produce}; keep 0: {kept}") == clauses

    def test_stored_goods_are_not_thrown_away(self) -> None:
        turn = f"{self.produce}; keep 0: 2 tool, 1 food; discard 0: 1 wine"
        assert broken(self.state(6), turn) == ["storehouse.no-discard"]

    def test_goods_that_one_does_not_have_cannot_be_thrown_away_either(self) -> None:
        turn = f"{self.produce}; keep 0: 2 tool, 1 food; discard 0: 1 cloth"
        assert broken(self.state(6), turn) == ["storehouse.no-discard"]

    def test_bonus_and_houses_arrive_together(self) -> None:
        # One space: the brick of the house may be kept instead of the tool of the marker.
        state = self.state(7, houses=["massilia"])
        assert legal(state, f"{self.produce}; keep 0: 1 brick")
        assert legal(state, f"{self.produce}; keep 0: 1 tool")

    def test_goods_of_one_kind_leave_no_choice(self) -> None:
        assert goods_of(play(self.state(7, houses=["burdigala"]), self.produce), 0) == {"tool": 1, "wine": 7}

    def test_a_full_storehouse_takes_nothing_and_leaves_no_choice(self) -> None:
        assert goods_of(play(self.state(8), self.produce), 0) == {"wine": 8}

    def test_the_other_players_choose_for_themselves_clockwise(self) -> None:
        full = {"goods": stock(cloth=7), "houses": ["lutetia", "massilia"]}
        state = self.state(0, full, full)
        draft = GAME.take(GAME.begin(state), ("card", "prefect"))
        for choice in (("choice", "produce"), ("province", "gallia")):
            draft = GAME.take(draft, choice)
        assert GAME.options(draft) == [("keep", 1, (("brick", 1),), ()), ("keep", 1, (("food", 1),), ())]
        draft = GAME.take(draft, ("keep", 1, (("food", 1),), ()))
        assert {choice[1] for choice in GAME.options(draft)} == {2}
        after = play(state, f"{self.produce}; keep 2: 1 brick / 1: 1 food")
        assert [goods_of(after, seat) for seat in (1, 2)] == [{"food": 1, "cloth": 7}, {"brick": 1, "cloth": 7}]

    def test_a_missing_choice_of_another_player_is_named(self) -> None:
        full = {"goods": stock(cloth=7), "houses": ["lutetia", "massilia"]}
        error = malformed(self.state(0, {}, full), self.produce)
        assert error.code == "incomplete"
        assert "seat 2" in str(error)

    def test_what_could_not_be_otherwise_may_be_written_and_is_left_out_of_the_canonical_form(self) -> None:
        full = {"goods": stock(cloth=7), "houses": ["lutetia", "massilia"]}
        roomy = {"goods": stock(), "houses": ["lutetia"]}
        # Seat 2 chooses; what seats 0 and 1 receive fits.
        state = self.state(0, roomy, full, houses=["lutetia"])
        turn = f"{self.produce}; keep 0: 1 food, 1 tool / 1: 1 food / 2: 1 brick"
        canonical = GAME.canonical(state, turn)
        assert str(canonical) == f"{self.produce}; keep 2: 1 brick"

    @pytest.mark.parametrize(
        ("kept", "clause"), [("nothing", "storehouse.must-take"), ("1 wine", "storehouse.overflow.choose")]
    )
    def test_a_choice_written_where_there_is_none_must_still_be_right(self, kept: str, clause: str) -> None:
        full = {"goods": stock(cloth=7), "houses": ["lutetia", "massilia"]}
        state = self.state(0, full, {"goods": stock(), "houses": ["lutetia"]}, houses=[])
        # Seat 1 chooses before it is the turn of seat 2, which has room for its one food.
        assert broken(state, f"{self.produce}; keep 1: 1 brick / 2: {kept}") == [clause]

    def test_who_receives_nothing_keeps_nothing(self) -> None:
        state = self.state(0, houses=[])
        assert legal(state, f"{self.produce}; keep 1: nothing")
        assert broken(state, f"{self.produce}; keep 1: 1 food") == ["storehouse.overflow.choose"]
