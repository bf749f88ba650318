"""Other readings: every parameter of the rules set to its other values, and by hand what then happens.

A reading is registered with the path of its datum and the other value. That none is forgotten is checked against the
schemas; that the interpreter does not contradict itself under any of them is checked by playing.
"""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from random import Random
from typing import Any

import pytest

from concordia_ref.engine.game import Game
from concordia_ref.engine.state import State
from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.suite.invariants import check_turn, check_views_agree
from tests.positions import (
    GAME,
    broken,
    changed,
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
Reading = Callable[[Game], None]

READINGS: dict[str, tuple[Json, Reading]] = {}


def reading(path: str, value: Any, **more: Any) -> Callable[[Reading], Reading]:
    """Register what happens when the datum at a path has another value, perhaps together with others."""

    def register(function: Reading) -> Reading:
        READINGS[function.__name__] = ({path: value, **{p.replace("__", "."): v for p, v in more.items()}}, function)
        return function

    return register


def colonists(land: list[str], sea: list[str]) -> Json:
    return {"colonists": {"land": land, "sea": sea}}


def is_sound(game: Game, state: State) -> bool:
    return game.problems(game.state_to_json(state)) == []


def listed_outcomes(game: Game, state: State, card: str) -> Counter[State]:
    return Counter(game.play(state, turn) for turn in game.turns(state).with_card(card))


IMPERIUM = start("imperium", 3)

# Houses

BUILD = {"massilia": "cloth", "novaria": "wine", "aquileia": "food"}
BUILDER = {
    "coins": 30,
    "goods": stock(brick=3, food=3, wine=1, cloth=1),
    **colonists(["aquileia~novaria:land"], ["massilia~roma:sea"]),
}


def builder(houses_in_aquileia: int, **changes: Any) -> State:
    others = [{"houses": ["aquileia"]}] * houses_in_aquileia
    return position(start("imperium", 5, BUILD), {**BUILDER, **changes}, *others)


@reading("costs.house.coins_times", "houses_before_building")
def house_coins_times_the_houses_before_building(game: Game) -> None:
    # Two coins in a food city; the first house has none before it and costs them once.
    for others, price in [(0, 2), (1, 2), (2, 4), (3, 6)]:
        assert play(builder(others), "architect; build aquileia", game).players[0].coins == 30 - price


@reading("costs.house.coins_times", "doubled_per_house")
def house_coins_doubled_for_each_house(game: Game) -> None:
    for others, price in [(0, 2), (1, 4), (2, 8), (3, 16)]:
        assert play(builder(others), "architect; build aquileia", game).players[0].coins == 30 - price


@reading("costs.house.coins_times", "once")
def house_coins_once(game: Game) -> None:
    assert play(builder(3), "architect; build aquileia", game).players[0].coins == 30 - 2


@reading("costs.house.goods_times", "like_coins")
def house_goods_as_often_as_the_coins(game: Game) -> None:
    after = play(builder(2), "architect; build aquileia", game)
    assert goods_of(after, 0) == {"wine": 1, "cloth": 1}
    assert broken(builder(3), "architect; build aquileia", game) == ["house.cost.goods"]


BUILDING = "actions.architect.choose.build.build_houses"


@reading(f"{BUILDING}.next_to", "anyones_colonists")
def building_beside_anyones_colonists(game: Game) -> None:
    state = position(IMPERIUM, {"coins": 9}, colonists(["isca~londinium:land"], ["roma"]))
    # Isca is a brick city here: one coin and one food.
    assert broken(state, "architect; build isca") == ["architect.build.adjacent"]
    assert play(state, "architect; build isca", game).players[0].houses == ("isca",)
    assert broken(state, "architect; build tomis", game)[0] == "architect.build.adjacent"


@reading(f"{BUILDING}.next_to", "own_houses")
def building_beside_own_houses(game: Game) -> None:
    state = builder(0, houses=["aquileia"])
    # Novaria and Vindobona are joined to Aquileia; Massilia lies only beside the ship.
    assert broken(state, "architect; build novaria", game) == []
    assert broken(state, "architect; build massilia", game) == ["architect.build.adjacent"]
    # Massilia is joined to Novaria; but that house does not stand there yet when the turn begins.
    assert broken(state, "architect; build massilia, novaria", game) == ["architect.build.adjacent"]


@reading(f"{BUILDING}.only_after_moving", True)
def building_only_after_moving(game: Game) -> None:
    assert broken(builder(0), "architect; build novaria", game) == ["architect.build.without-moving"]
    moved = "architect; move sea@massilia~roma:sea > carthago~massilia:sea; build novaria"
    assert broken(builder(0), moved, game) == []


@reading(f"{BUILDING}.at_most", "one_per_colonist")
def no_more_houses_than_colonists(game: Game) -> None:
    # Two colonists; a third house could be paid for.
    assert broken(builder(0), "architect; build aquileia, massilia", game) == []
    assert broken(builder(0), "architect; build aquileia, massilia, novaria", game) == ["architect.build.number"]


@reading(f"{BUILDING}.next_to", "own_colonists_that_moved")
def building_beside_colonists_that_moved(game: Game) -> None:
    assert broken(builder(0), "architect; build novaria", game) == ["architect.build.adjacent"]
    moved = "architect; move sea@massilia~roma:sea > carthago~massilia:sea; build"
    assert broken(builder(0), f"{moved} massilia", game) == []
    assert broken(builder(0), f"{moved} novaria", game) == ["architect.build.adjacent"]


# Movement

MOVING = "actions.architect.choose.build.move_colonists"
OTHER = colonists(["aquileia~roma:land"], ["roma"])


@reading(f"{MOVING}.end_in_city", True)
def colonists_may_end_in_a_city(game: Game) -> None:
    state = position(IMPERIUM, colonists(["aquileia~roma:land", "roma"], []))
    # From Roma over a line to its other end is one step; so is leaving a line for the city at its end.
    assert broken(state, "architect; move land@roma > novaria", game) == []
    assert broken(state, "architect; move land@aquileia~roma:land > roma", game) == []
    assert broken(state, "architect; move land@roma > colonia", game) == []
    assert broken(state, "architect; move land@roma > lutetia", game) == ["architect.move.budget"]
    # Two steps for two colonists: one to leave the line for Aquileia, so that one is left for the ship.
    pair = position(IMPERIUM, colonists(["aquileia~roma:land"], ["roma"]))
    leaving = "architect; move land@aquileia~roma:land > aquileia, sea@roma >"
    assert broken(pair, f"{leaving} massilia~roma:sea", game) == []
    assert broken(pair, f"{leaving} carthago~valentia:sea", game) == ["architect.move.budget"]
    after = play(state, "architect; move land@roma > novaria, land@aquileia~roma:land > aquileia", game)
    assert after.players[0].colonists == (("land", "aquileia"), ("land", "novaria"))
    assert is_sound(game, after)
    assert not is_sound(GAME, after)
    outcomes = listed_outcomes(game, state, "architect")
    assert set(outcomes.values()) == {1}


@reading(f"{MOVING}.end_on_occupied_line", True)
def colonists_may_end_on_an_occupied_line(game: Game) -> None:
    state = position(IMPERIUM, colonists(["aquileia~novaria:land", "roma"], []), OTHER)
    after = play(state, "architect; move land@roma > aquileia~roma:land", game)
    assert after.players[0].colonists == (("land", "aquileia~novaria:land"), ("land", "aquileia~roma:land"))
    assert is_sound(game, after)
    outcomes = listed_outcomes(game, state, "architect")
    assert set(outcomes.values()) == {1}


@reading(f"{MOVING}.pass_occupied_line", False)
def occupied_lines_are_not_passed(game: Game) -> None:
    state = position(IMPERIUM, colonists(["roma"], ["roma"]), OTHER)
    # Around by Novaria it takes three steps instead of two.
    (violation,) = violations(state, "architect; move land@roma > aquileia~sirmium:land", game)
    assert (violation.clause, violation.facts["steps"]) == ("architect.move.budget", 3)
    shut_in = position(
        IMPERIUM, {}, OTHER, colonists(["novaria~roma:land", "roma~syracusae:land"], ["massilia~roma:sea"])
    )
    (violation,) = violations(shut_in, "architect; move land@roma > aquileia~novaria:land", game)
    assert (violation.clause, violation.facts["steps"]) == ("architect.move.budget", None)


@reading(f"{MOVING}.pass_occupied_line", False)
def a_line_that_an_own_colonist_has_left_is_free_to_pass_and_to_end_on(game: Game) -> None:
    state = position(IMPERIUM, colonists(["aquileia~roma:land", "roma"], ["roma"]))
    ahead, behind = "land@aquileia~roma:land > aquileia~sirmium:land", "land@roma > aquileia~vindobona:land"
    # One step and two; the other way round the line is still in the way when the second colonist sets out.
    assert broken(state, f"architect; move {ahead}, {behind}", game) == []
    assert broken(state, f"architect; move {behind}, {ahead}", game) == ["architect.move.budget"]
    assert broken(state, f"architect; move {ahead}, land@roma > aquileia~roma:land", game) == []
    turns = game.turns(state).with_card("architect")
    assert game.turn(state, f"architect; move {ahead}, {behind}") in list(turns)


@reading(f"{MOVING}.steps_over_occupied_line", 0)
def occupied_lines_are_passed_for_nothing(game: Game) -> None:
    alone = position(IMPERIUM, colonists(["roma"], []), OTHER)
    assert broken(alone, "architect; move land@roma > aquileia~sirmium:land", game) == []
    assert broken(alone, "architect; move land@roma > napoca~sirmium:land", game) == ["architect.move.budget"]
    assert broken(alone, "architect; move land@roma > aquileia~roma:land", game) == ["architect.move.occupied"]
    # To end on a line that was left is a step like any other.
    pair = position(IMPERIUM, colonists(["aquileia~roma:land", "roma"], []))
    ahead = "land@aquileia~roma:land > dyrrhachium~sirmium:land"
    assert broken(pair, f"architect; move {ahead}, land@roma > aquileia~roma:land", game) == ["architect.move.budget"]


@reading(f"{MOVING}.steps_over_occupied_line", 2)
def occupied_lines_cost_two_steps_to_pass(game: Game) -> None:
    state = position(IMPERIUM, colonists(["roma"], ["roma"]), OTHER)
    assert broken(state, "architect; move land@roma > aquileia~sirmium:land", game) == ["architect.move.budget"]


@reading(f"{MOVING}.lines", {"land": ["land"], "sea": ["sea", "land"]})
def ships_may_use_land_lines(game: Game) -> None:
    state = position(IMPERIUM)
    assert broken(state, "architect; move sea@roma > novaria~roma:land", game) == []
    assert broken(state, "architect; move land@roma > massilia~roma:sea", game) == ["architect.move.land-lines"]
    after = play(state, "architect; move sea@roma > novaria~roma:land", game)
    assert is_sound(game, after)
    # The land colonist follows onto the line that the ship leaves, but not before.
    later = after._replace(to_play=0).with_player(0, after.players[0]._replace(hand=("architect",)))
    ship, follower = "sea@novaria~roma:land > massilia~novaria:land", "land@roma > novaria~roma:land"
    assert broken(later, f"architect; move {ship}, {follower}", game) == []
    assert broken(later, f"architect; move {follower}, {ship}", game) == ["architect.move.occupied"]


# The storehouse. Gallia: Lutetia food, Burdigala tool (the bonus), Massilia brick; eight spaces for goods.

GALLIA = start("imperium", 3, {"lutetia": "food", "burdigala": "tool", "massilia": "brick"})
PRODUCE = "prefect produce; province gallia"


def storing(wine: int, *others: Json, houses: tuple[str, ...] = ("lutetia", "massilia"), **top: Any) -> State:
    return position(GALLIA, {"goods": stock(wine=wine), "houses": list(houses)}, *others, **top)


@reading("pieces.storehouse.refuse_goods_that_fit", True)
def goods_may_be_refused(game: Game) -> None:
    state = storing(0)
    assert broken(state, f"{PRODUCE}; keep 0: 1 food", game) == []
    assert goods_of(play(state, f"{PRODUCE}; keep 0: nothing", game), 0) == {}
    # Now there is always a choice, and it must be said.
    assert malformed(state, PRODUCE, game).code == "incomplete"
    # Where not all fits the spaces must still be filled.
    assert broken(storing(6), f"{PRODUCE}; keep 0: 1 food", game) == ["storehouse.overflow.fill"]


@reading("pieces.storehouse.choose_what_to_keep_from", "gained_and_stored_goods")
def stored_goods_may_be_thrown_away(game: Game) -> None:
    full = storing(8, houses=())
    turn = f"{PRODUCE}; keep 0: 1 tool; discard 0: 1 wine"
    assert broken(full, turn) == ["storehouse.no-discard"]
    after = play(full, turn, game)
    assert goods_of(after, 0) == {"tool": 1, "wine": 7}
    assert broken(full, f"{PRODUCE}; keep 0: nothing", game) == []
    for needless in (
        "keep 0: 1 tool; discard 0: 2 wine",
        "keep 0: nothing; discard 0: 1 wine",
        "keep 0: 1 tool; discard 0: 1 cloth",
    ):
        assert broken(full, f"{PRODUCE}; {needless}", game) == ["storehouse.no-discard"]
    # To throw away a tool in order to keep a tool changes nothing.
    tools = position(GALLIA, {"goods": stock(tool=8)})
    assert broken(tools, f"{PRODUCE}; keep 0: 1 tool; discard 0: 1 tool", game) == ["storehouse.no-discard"]
    outcomes = listed_outcomes(game, full, "prefect")
    assert set(outcomes.values()) == {1}
    assert set(game.turns(full)) == {game.turn(full, str(turn)) for turn in game.turns(full)}


@reading("pieces.storehouse.leave_spaces_empty_on_overflow", True)
def spaces_may_be_left_empty_on_overflow(game: Game) -> None:
    assert goods_of(play(storing(6), f"{PRODUCE}; keep 0: 1 food", game), 0) == {"food": 1, "wine": 6}
    # Where all fits nothing is refused.
    assert broken(storing(0), f"{PRODUCE}; keep 0: 1 food", game) == ["storehouse.must-take"]


# The Tribune and the Colonist

RECALL = "actions.tribune.choose.recall"


@reading(f"{RECALL}.recall_cards.counted_cards", "owned")
def the_tribune_pays_for_all_cards_owned(game: Game) -> None:
    # Seven cards, three without coins.
    assert play(position(IMPERIUM, piled("senator")), "tribune", game).players[0].coins == 5 + 4


@reading(f"{RECALL}.recall_cards.tribune_counts", False)
def the_tribune_itself_does_not_count(game: Game) -> None:
    pile = piled("senator", "prefect", "prefect", "mercator")
    after = play(position(IMPERIUM, pile), "tribune", game)
    assert after.players[0].coins == 5 + 1
    assert "tribune" in after.players[0].hand


@reading(f"{RECALL}.place_colonists.at", ["start_city", "own_houses"])
def the_tribune_places_in_own_cities_too(game: Game) -> None:
    state = position(IMPERIUM, {"houses": ["massilia"]})
    assert broken(state, "tribune; place sea@massilia", game) == []


SETTLE = "actions.colonist.choose.settle.place_colonists"


@reading(f"{SETTLE}.at", ["own_houses"])
def the_colonist_places_in_own_cities_only(game: Game) -> None:
    state = position(dealt(IMPERIUM, {0: ["i_colonist"]}), {"houses": ["massilia"]})
    assert broken(state, "i_colonist settle; place sea@roma", game) == ["colonist.settle.place"]
    assert broken(state, "i_colonist settle; place sea@massilia", game) == []


@reading(f"{SETTLE}.kind_needs_line", False)
def a_ship_may_be_placed_inland(game: Game) -> None:
    state = position(dealt(IMPERIUM, {0: ["i_colonist"]}), {"houses": ["novaria"]})
    assert broken(state, "i_colonist settle; place sea@novaria") == ["colonist.settle.kind"]
    after = play(state, "i_colonist settle; place sea@novaria", game)
    assert is_sound(game, after)
    assert not is_sound(GAME, after)


# The Prefect

PREFECT = "actions.prefect.choose"


@reading(f"{PREFECT}.produce.choose_province.marker_shows", "coins")
def provinces_with_coins_produce(game: Game) -> None:
    state = storing(0, markers={**GALLIA["markers"], "gallia": "coins"})
    assert broken(state, PRODUCE, game) == []
    assert broken(state, "prefect produce; province hispania", game) == ["prefect.produce.active"]


@reading(f"{PREFECT}.produce.choose_province.houses_needed", 1)
def a_province_without_houses_does_not_produce(game: Game) -> None:
    assert broken(storing(0, houses=()), PRODUCE, game) == ["prefect.produce.no-house-needed"]
    # Anybody's house will do.
    assert broken(storing(0, {"houses": ["lutetia"]}, houses=()), PRODUCE, game) == []


# Every step names the clauses that it carries out.
ONE_MARKER = [
    {
        "do": "choose_province",
        "marker_shows": "coins",
        "houses_needed": 0,
        "clauses": {"this": ["prefect.collect.none", "praefectus-magnus.not-for-coins"]},
    },
    {
        "do": "collect_marker_coins",
        "coins_each": 1,
        "markers": "of_the_chosen_province",
        "clauses": {"coins_each": "prefect.collect.coins"},
    },
    {"do": "flip_marker", "to": "goods", "clauses": {"to": "prefect.collect.flip"}},
]


@reading(f"{PREFECT}.collect", ONE_MARKER)
def the_coins_of_one_marker_are_collected(game: Game) -> None:
    # Tool on the front of Gallia, and in Hispania the tokens that are left make it wine or less: two coins each.
    state = position(GALLIA, markers={**GALLIA["markers"], "gallia": "coins", "hispania": "coins"})
    after = play(state, "prefect collect; province gallia", game)
    assert (after.players[0].coins, after.coin_side) == (5 + 2, ("hispania",))
    assert broken(state, "prefect collect; province asia", game) == ["prefect.produce.active"]
    nothing = game.take(game.begin(position(GALLIA)), ("card", "prefect"))
    assert game.options(nothing) == [("choice", "produce")]


@reading(f"{PREFECT}.produce.gain_marker_good.praefectus_magnus", "may_be_used")
def the_praefectus_magnus_may_be_kept(game: Game) -> None:
    state = storing(0, houses=(), praefectus_magnus=0)
    kept = play(state, f"{PRODUCE}; magnus no", game)
    assert (goods_of(kept, 0), kept.praefectus_magnus) == ({"tool": 1}, 0)
    used = play(state, f"{PRODUCE}; magnus yes", game)
    assert (goods_of(used, 0), used.praefectus_magnus) == ({"tool": 2}, 2)
    assert malformed(state, PRODUCE, game).code == "incomplete"
    assert broken(storing(0, houses=()), f"{PRODUCE}; magnus yes", game) == ["praefectus-magnus.doubles"]
    assert broken(storing(0, houses=()), PRODUCE, game) == []


@reading(f"{PREFECT}.produce.gain_marker_good.stored", "at_once")
def the_bonus_is_stored_before_the_houses_produce(game: Game) -> None:
    # One space: the tool of the marker takes it, and the food and the brick are lost.
    assert goods_of(play(storing(7), PRODUCE, game), 0) == {"tool": 1, "wine": 7}
    assert broken(storing(7), f"{PRODUCE}; keep 0: 1 food", game) == ["storehouse.full"]
    # Two spaces: the tool, and then the choice between food and brick.
    after = play(storing(6), f"{PRODUCE}; keep 0: 1 brick", game)
    assert goods_of(after, 0) == {"brick": 1, "tool": 1, "wine": 6}
    assert broken(storing(6), f"{PRODUCE}; keep 0: 1 tool", game) == ["storehouse.overflow.choose"]


@reading(f"{PREFECT}.produce.flip_marker.to", "goods")
def the_marker_is_not_turned(game: Game) -> None:
    assert play(storing(0), PRODUCE, game).coin_side == ()


@reading(f"{PREFECT}.produce.produce.houses", "own")
def only_own_houses_produce_with_a_prefect(game: Game) -> None:
    after = play(storing(0, {"goods": stock(), "houses": ["lutetia"]}), PRODUCE, game)
    assert [goods_of(after, seat) for seat in (0, 1)] == [{"brick": 1, "food": 1, "tool": 1}, {}]


@reading(f"{PREFECT}.produce.produce.houses", "others")
def only_the_houses_of_others_produce_with_a_prefect(game: Game) -> None:
    after = play(storing(0, {"goods": stock(), "houses": ["lutetia"]}), PRODUCE, game)
    assert [goods_of(after, seat) for seat in (0, 1)] == [{"tool": 1}, {"food": 1}]


@reading(f"{PREFECT}.produce.produce.in", "all_cities")
def houses_everywhere_produce_with_a_prefect(game: Game) -> None:
    # Isca is a brick city, of the tokens that are left.
    after = play(storing(0, houses=("isca", "lutetia")), PRODUCE, game)
    assert goods_of(after, 0) == {"brick": 1, "food": 1, "tool": 1}


@reading(f"{PREFECT}.produce.produce.each_with_praefectus_magnus", 2)
def the_praefectus_magnus_doubles_the_own_houses_too(game: Game) -> None:
    state = storing(0, {"goods": stock(), "houses": ["lutetia"]}, praefectus_magnus=0)
    after = play(state, PRODUCE, game)
    assert [goods_of(after, seat) for seat in (0, 1)] == [{"brick": 2, "food": 2, "tool": 2}, {"food": 1}]


@reading(f"{PREFECT}.produce.pass_praefectus_magnus.to", "left")
def the_praefectus_magnus_goes_to_the_left(game: Game) -> None:
    assert play(storing(0, praefectus_magnus=0), PRODUCE, game).praefectus_magnus == 1


COINS = {**GALLIA["markers"], "gallia": "coins"}


@reading(f"{PREFECT}.collect.flip_markers.to", "coins")
def after_collecting_all_markers_show_coins(game: Game) -> None:
    after = play(position(GALLIA, markers=COINS), "prefect collect", game)
    assert after.coin_side == tuple(sorted(GALLIA["markers"]))


@reading(f"{PREFECT}.collect.flip_markers.to", "other_side")
def after_collecting_every_marker_is_turned_over(game: Game) -> None:
    after = play(position(GALLIA, markers=COINS), "prefect collect", game)
    assert after.coin_side == tuple(sorted(set(GALLIA["markers"]) - {"gallia"}))


# Specialists

SPECIALIST = "actions.specialist.choose.produce.produce"
MASON = dealt(start("imperium", 3, {"isca": "brick", "lutetia": "food"}), {0: ["i_mason"]})
EMPTY = {"goods": stock(), "houses": ["isca", "lutetia"]}


@reading(f"{SPECIALIST}.houses", "everyones")
def a_specialist_lets_everyones_houses_produce(game: Game) -> None:
    after = play(position(MASON, EMPTY, EMPTY), "i_mason", game)
    assert [goods_of(after, seat) for seat in (0, 1)] == [{"brick": 1}, {"brick": 1}]


@reading(f"{SPECIALIST}.houses", "others")
def a_specialist_lets_the_houses_of_others_produce(game: Game) -> None:
    after = play(position(MASON, EMPTY, EMPTY), "i_mason", game)
    assert [goods_of(after, seat) for seat in (0, 1)] == [{}, {"brick": 1}]


@reading(f"{SPECIALIST}.in", "all_cities")
def a_specialist_lets_all_houses_produce_its_good(game: Game) -> None:
    assert goods_of(play(position(MASON, EMPTY), "i_mason", game), 0) == {"brick": 2}


@reading(f"{SPECIALIST}.yields", "good_of_the_city", actions__specialist__choose__produce__produce__in="all_cities")
def a_specialist_lets_every_house_produce_its_own_good(game: Game) -> None:
    assert goods_of(play(position(MASON, EMPTY), "i_mason", game), 0) == {"brick": 1, "food": 1}


# Mercator

TRADE = "actions.mercator.choose.trade"
TRADER = {"coins": 7, "goods": stock(brick=2, wine=3)}


@reading(f"{TRADE}.gain_card_income.of", "best_card_owned")
def the_best_mercator_owned_pays(game: Game) -> None:
    state = position(dealt(IMPERIUM, {0: ["i_mercator"]}), TRADER)
    assert play(state, "mercator", game).players[0].coins == 7 + 5
    on_the_pile = position(
        dealt(IMPERIUM, {0: ["i_mercator"]}),
        {**TRADER, "hand": list(IMPERIUM["players"][0]["hand"]), "pile": ["i_mercator"]},
    )
    assert play(on_the_pile, "mercator", game).players[0].coins == 7 + 5
    assert play(position(IMPERIUM, TRADER), "mercator", game).players[0].coins == 7 + 3


@reading(f"{TRADE}.trade_goods.sell_and_buy_one_kind", True)
def a_kind_may_be_sold_and_bought(game: Game) -> None:
    state = position(IMPERIUM, TRADER)
    after = play(state, "mercator; sell 3 wine; buy 2 wine", game)
    assert (after.players[0].coins, goods_of(after, 0)) == (7 + 3 + 6, {"brick": 2, "wine": 2})
    assert broken(state, "mercator; sell 3 wine, 1 brick; buy 2 wine, 1 cloth", game) == ["mercator.trade.two-kinds"]
    outcomes = listed_outcomes(game, state, "mercator")
    assert set(outcomes.values()) == {1}


@reading(f"{TRADE}.trade_goods.kinds_at_least", 1)
def at_least_one_kind_must_be_traded(game: Game) -> None:
    state = position(IMPERIUM, TRADER)
    assert broken(state, "mercator", game) == ["mercator.trade.optional"]
    assert broken(state, "mercator; sell 1 brick", game) == []
    assert all("sell" in turn.to_json() or "buy" in turn.to_json() for turn in game.turns(state).with_card("mercator"))


@reading(f"{TRADE}.trade_goods.kinds_at_least", 2)
def at_least_two_kinds_must_be_traded_as_far_as_one_can(game: Game) -> None:
    state = position(IMPERIUM, TRADER)
    assert broken(state, "mercator; sell 1 brick", game) == ["mercator.trade.optional"]
    assert broken(state, "mercator; sell 1 brick, 1 wine", game) == []
    # Three coins buy one brick, and nothing is left to trade with.
    poor = position(IMPERIUM, {"coins": 0, "goods": stock()})
    assert broken(poor, "mercator; buy 1 brick", game) == []


@reading(f"{TRADE}.trade_goods.sales_need_room", True)
def no_more_is_sold_than_there_are_free_spaces(game: Game) -> None:
    # Seven goods in eight spaces.
    state = position(IMPERIUM, {"coins": 7, "goods": stock(brick=4, wine=3)})
    assert broken(state, "mercator; sell 1 wine", game) == []
    assert broken(state, "mercator; sell 2 wine", game) == ["mercator.trade.sell"]
    assert broken(state, "mercator; sell 1 wine, 1 brick", game) == ["mercator.trade.sell"]


@reading(f"{TRADE}.trade_goods.room_counted", "before_trading")
def spaces_freed_by_sales_do_not_help(game: Game) -> None:
    state = position(IMPERIUM, {"coins": 7, "goods": stock(brick=4, wine=3)})
    assert broken(state, "mercator; sell 3 wine; buy 1 cloth", game) == []
    assert broken(state, "mercator; sell 3 wine; buy 2 cloth", game) == ["mercator.trade.space"]
    assert broken(state, "mercator; buy 1 food, 1 tool", game) == ["mercator.trade.space"]


# Diplomat

COPY = "actions.diplomat.choose.copy.copy_card"


@reading(f"{COPY}.from", "all_players")
def the_own_pile_can_be_copied(game: Game) -> None:
    state = position(IMPERIUM, piled("mercator"))
    assert play(state, "diplomat copies 0: mercator", game).players[0].coins == 5 + 3
    assert broken(position(IMPERIUM), "diplomat copies 0: diplomat", game) == ["diplomat.top-card"]


@reading(f"{COPY}.barred_by", "any_card_of_the_pile")
def a_diplomat_anywhere_in_the_pile_bars_it(game: Game) -> None:
    state = position(IMPERIUM, {}, piled("diplomat", "mercator"), piled("senator", "mercator"))
    assert broken(state, "diplomat copies 1: mercator", game) == ["diplomat.barred-by-top-card"]
    assert broken(state, "diplomat copies 2: mercator", game) == []


@reading(f"{COPY}.printed_values", "of_the_own_starting_card")
def the_values_of_the_own_starting_card_hold(game: Game) -> None:
    base = dealt(start("imperium", 3, {"isca": "brick"}), {1: ["ii_mercator"], 2: ["i_mason"]})
    state = position(
        base,
        {"coins": 0, "goods": stock(), "houses": ["isca"]},
        {"hand": [*IMPERIUM["players"][0]["hand"]], "pile": ["ii_mercator"]},
        {"hand": [*IMPERIUM["players"][0]["hand"]], "pile": ["i_mason"]},
    )
    assert play(state, "diplomat copies 1: ii_mercator", game).players[0].coins == 3
    # There is no starting Mason.
    assert goods_of(play(state, "diplomat copies 2: i_mason", game), 0) == {"brick": 1}


@reading(f"{COPY}.may_decline", False)
def something_must_be_copied_if_it_can_be(game: Game) -> None:
    state = position(IMPERIUM, {}, piled("mercator"), piled("diplomat"))
    (violation,) = violations(state, "diplomat", game)
    assert (violation.clause, violation.facts) == ("diplomat.decline", {"seats": [1]})
    assert broken(state, "diplomat copies 1: mercator", game) == []
    assert all("copies" in turn.to_json() for turn in game.turns(state).with_card("diplomat"))
    assert broken(position(IMPERIUM), "diplomat", game) == []


@reading(f"{COPY}.without_target", "refused")
def without_a_target_the_diplomat_is_not_played(game: Game) -> None:
    (violation,) = violations(position(IMPERIUM), "diplomat", game)
    assert (violation.clause, violation.pointer) == ("diplomat.no-target", "/card")
    assert not game.turns(position(IMPERIUM)).with_card("diplomat")
    target = position(IMPERIUM, {}, piled("mercator"))
    # To decline is still allowed.
    assert broken(target, "diplomat", game) == []
    assert broken(target, "diplomat copies 1: mercator", game) == []


# Senator and Consul. Display: Architect (tool), Prefect (wine) +?, Mercator (wine) +?, …, Mason (food) +?+cloth.

SENATOR = "actions.senator.choose.buy.buy_cards"


@reading(f"{SENATOR}.pay", ["card"])
def the_senator_pays_no_surcharge(game: Game) -> None:
    state = position(IMPERIUM, {"goods": stock(food=1)})
    assert goods_of(play(state, "senator; cards i_mason", game), 0) == {}


@reading(f"{SENATOR}.pay", ["surcharge"])
def the_senator_pays_the_surcharge_alone(game: Game) -> None:
    state = position(IMPERIUM, {"goods": stock(cloth=2)})
    assert goods_of(play(state, "senator; cards i_mason; any 1 cloth", game), 0) == {}


@reading(f"{SENATOR}.pay", ["card", "surcharge_of_choice"])
def the_senator_pays_only_the_question_marks_of_the_surcharge(game: Game) -> None:
    state = position(IMPERIUM, {"goods": stock(food=1, brick=1)})
    assert goods_of(play(state, "senator; cards i_mason; any 1 brick", game), 0) == {}


@reading(f"{SENATOR}.display_refilled", "after_each_purchase")
def the_display_moves_between_two_purchases(game: Game) -> None:
    state = position(IMPERIUM, {"goods": stock(brick=1, tool=2, wine=1, cloth=2)})
    # The Prefect moves to the first slot, where there is no surcharge.
    after = play(state, "senator; cards i_architect, i_prefect", game)
    assert goods_of(after, 0) == {"brick": 1, "tool": 1, "cloth": 2}
    # The other way round it is bought on the second slot.
    assert malformed(state, "senator; cards i_prefect, i_architect", game).code == "incomplete"
    # The Smith comes from the stack to the seventh slot: brick and tool, and two cloth.
    after = play(state, "senator; cards i_architect, i_smith", game)
    assert goods_of(after, 0) == {"wine": 1}
    assert len(after.display) == 7
    assert broken(state, "senator; cards i_architect, i_smith") == ["display.slots"]


@reading("actions.consul.choose.buy.buy_cards.display_refilled", "after_each_purchase")
def for_a_consul_the_moment_of_filling_makes_no_difference(game: Game) -> None:
    state = position(dealt(IMPERIUM, {0: ["ii_consul"]}), {"goods": stock(food=1)})
    assert play(state, "ii_consul; cards i_mason", game) == play(state, "ii_consul; cards i_mason")


# Turn and set-up


@reading("turn.order", "counterclockwise")
def turns_go_counterclockwise(game: Game) -> None:
    state = position(IMPERIUM)
    assert [play(state._replace(to_play=seat), "senator", game).to_play for seat in range(3)] == [2, 0, 1]
    new = game.start(game.setup("imperium", 4, seed=1))
    first = new.first_player
    assert [new.players[(first - place) % 4].coins for place in range(4)] == [5, 6, 7, 8]
    # The last player sits to the left of the first.
    assert new.praefectus_magnus == (first + 1) % 4
    ended = play(before_the_fifteenth_house(0), "architect; build massilia", game)
    assert (ended.to_play, ended.last_turns) == (2, (1,))
    assert is_sound(game, ended)


@reading("turn.may_pass", True)
def players_may_pass(game: Game) -> None:
    state = position(IMPERIUM)
    assert play(state, "pass", game) == state._replace(to_play=1)
    passing = game.turn(state, "pass")
    assert passing in game.turns(state)
    assert list(game.turns(state))[-1] == passing
    assert passing.card is None
    assert passing not in game.turns(state).with_card("senator")


@reading("setup.bonus_markers.shows", "cheapest_good_of_the_province")
def markers_show_the_cheapest_good(game: Game) -> None:
    assert goods_of(play(storing(0, houses=()), PRODUCE, game), 0) == {"brick": 1}


@reading("setup.bonus_markers.side_up", "coins")
def markers_begin_coin_side_up(game: Game) -> None:
    state = game.start(game.setup("italia", 2, seed=1))
    assert state.coin_side == tuple(sorted(game.spec.maps["italia"].provinces))


@reading("setup.players.praefectus_magnus", "first_player")
def the_first_player_begins_with_the_praefectus_magnus(game: Game) -> None:
    state = game.start(game.setup("imperium", 5, seed=1))
    assert state.praefectus_magnus == state.first_player


# The end


def before_the_fifteenth_house(seat: int) -> State:
    houses = [city for city in GAME.rules.boards["imperium"].cities if city != "massilia"][:14]
    builds = {"goods": stock(brick=1, cloth=1), "houses": sorted(houses), **colonists([], ["massilia~roma:sea"])}
    seats: list[Json] = [{}, {}, {}]
    seats[seat] = builds
    return position(start("imperium", 3, {"massilia": "cloth"}), *seats, to_play=seat)


@reading("end.triggers.display_empty", False)
def the_last_card_does_not_end_the_game(game: Game) -> None:
    base = copy.deepcopy(IMPERIUM)
    base["players"][2]["hand"] += [*base["display"][1:], *base["stack"]]
    state = position(base, {"goods": stock(tool=1)}, display=base["display"][:1], stack=[])
    after = play(state, "senator; cards i_architect", game)
    assert (after.display, after.concordia) == ((), None)
    assert is_sound(game, after)


@reading("end.triggers.houses_whose", "first_players")
def only_the_houses_of_the_first_player_end_the_game(game: Game) -> None:
    assert play(before_the_fifteenth_house(0), "architect; build massilia", game).concordia == 0
    after = play(before_the_fifteenth_house(1), "architect; build massilia", game)
    assert after.concordia is None
    assert is_sound(game, after)


@reading("end.last_turns.players", "all")
def everyone_has_a_last_turn(game: Game) -> None:
    after = play(before_the_fifteenth_house(1), "architect; build massilia", game)
    assert (after.to_play, after.last_turns) == (2, (0, 1))
    assert is_sound(game, after)


@reading("end.last_turns.may_be_declined", True)
def the_last_turn_may_be_declined(game: Game) -> None:
    state = before_the_fifteenth_house(1)
    assert broken(state, "pass", game) == ["turn.no-passing"]
    ended = play(state, "architect; build massilia", game)
    assert broken(ended, "pass") == ["end.last-turn"]
    after = play(ended, "pass", game)
    assert (after.players, after.to_play) == (ended.players, 0)


def tied(winners: list[int], magnus: int) -> State:
    seats = [{"coins": 10 if seat in winners else 0, "goods": stock()} for seat in range(4)]
    return position(start("imperium", 4), *seats, praefectus_magnus=magnus)


@reading("end.winner.else_next_to_the", "left")
def a_tie_goes_to_the_left(game: Game) -> None:
    assert GAME.score(tied([0, 2], magnus=3)).winner == 2
    assert game.score(tied([0, 2], magnus=3)).winner == 0


@reading("end.winner.among", "all_players")
def a_tie_goes_to_the_holder_whoever_that_is(game: Game) -> None:
    assert game.score(tied([0, 2], magnus=3)).winner == 3
    assert game.score(tied([0], magnus=3)).winner == 0


# Interim scoring


@reading("interim.used", True)
def interim_scoring_is_used_unless_the_table_says_otherwise(game: Game) -> None:
    assert game.start(game.setup("italia", 2, seed=1)).interim == (None, None)
    assert game.start(game.setup("italia", 2, seed=1, interim=False)).interim is None


INTERIM = start("imperium", 3, interim=True)


@reading("interim.moment", "before_the_new_colonist")
def the_interim_scoring_comes_before_the_new_colonist(game: Game) -> None:
    state = position(INTERIM, {"coins": 29, "goods": stock(food=1, tool=1)})
    # 29 coins and 9 for the goods: three full tens; two colonists: 4. Then the goods are paid and a third one comes.
    after = play(state, "tribune; place land@roma", game)
    assert after.interim == (3 + 4, None, None)
    assert len(after.players[0].colonists) == 3


@reading("interim.goods", "sold")
def goods_are_sold_in_the_interim_scoring(game: Game) -> None:
    after = play(position(INTERIM, {"coins": 1, "goods": stock(wine=2)}), "tribune", game)
    assert (after.players[0].coins, goods_of(after, 0)) == (1 + 12, {})
    assert after.interim == (1 + 4, None, None)


@reading("interim.goods", "not_counted")
def goods_do_not_count_in_the_interim_scoring(game: Game) -> None:
    after = play(position(INTERIM, {"coins": 11, "goods": stock(wine=2)}), "tribune", game)
    assert after.interim == (1 + 4, None, None)
    assert goods_of(after, 0) == {"wine": 2}


@reading("interim.rank_after_a_tie", "ranks_skipped")
def ranks_are_skipped_after_a_tie(game: Game) -> None:
    state = position(INTERIM, {"coins": 0, "goods": stock()}, interim=[None, 9, 9])
    after = play(state, "tribune", game)
    assert [a.coins - b.coins for a, b in zip(after.players, state.players, strict=True)] == [0, 2, 2]


# Gods

# Seven provinces, two of eight houses in brick cities; another player has two houses and two colonists.
GOD_CITIES = {
    **{"isca": "brick", "lutetia": "brick", "londinium": "food", "colonia": "tool", "olisipo": "tool"},
    **{"massilia": "cloth", "novaria": "wine", "aquileia": "food"},
}
HOUSES = ["aquileia", "colonia", "isca", "leptis_magna", "londinium", "lutetia", "olisipo", "rusadir"]


def scored(bought: list[str] | None = None) -> State:
    base = dealt(start("imperium", 3, GOD_CITIES), {0: bought or []})
    nobody = {"coins": 0, "goods": stock(), **colonists([], [])}
    other = {"houses": ["isca", "massilia"], **colonists(["roma"], ["roma"])}
    return position(base, {**nobody, "houses": HOUSES}, other, nobody)


def god(game: Game, state: State, name: str) -> int:
    return sum(entry.total for entry in game.score(state).players[0].gods if entry.god == name)


@reading("gods.scoring.cards", "once_per_god")
def every_god_scores_once(game: Game) -> None:
    # Britannia, Gallia, Germania, Hispania, Italia, Libya, Mauretania; two Prefects.
    assert god(GAME, scored(), "saturnus") == 2 * 7
    assert god(game, scored(), "saturnus") == 7
    # Specialists score differently, each its own houses: three brick (Leptis Magna too) and two food.
    assert god(game, scored(["i_mason", "i_farmer"]), "minerva") == 3 * 3 + 2 * 3


@reading("gods.scoring.maximum", "in_total")
def the_maximum_holds_for_all_cards_together(game: Game) -> None:
    assert god(game, scored(), "saturnus") == 12


@reading("gods.gods.jupiter.per", {"count": "houses", "owner": "anyone", "city_good": {"not": "brick"}})
def jupiter_counts_everybodys_houses(game: Game) -> None:
    # Five own outside brick cities and one of the other player; two cards.
    assert god(GAME, scored(), "jupiter") == 2 * 5
    assert god(game, scored(), "jupiter") == 2 * 6


@reading("gods.gods.mars.per", {"count": "colonists_on_board", "owner": "anyone"})
def mars_counts_everybodys_colonists(game: Game) -> None:
    assert god(GAME, scored(), "mars") == 0
    assert god(game, scored(), "mars") == 2 * 2


@reading("gods.gods.saturnus.per", {"count": "provinces_with_houses", "owner": "anyone"})
def saturnus_counts_everybodys_provinces(game: Game) -> None:
    # The other player's houses stand in provinces that count already.
    assert god(game, scored(), "saturnus") == 2 * 7
    only_others = scored().with_player(0, scored().players[0]._replace(houses=()))
    assert god(game, only_others, "saturnus") == 2 * 2


@reading("gods.gods.minerva.per", {"count": "cities", "city_good": {"is": "of_the_card"}})
def minerva_counts_cities_whoever_has_houses_there(game: Game) -> None:
    # Eight cities of brick on the whole map: two of letter A, two of B, three of C and one of D.
    assert god(game, scored(["i_mason"]), "minerva") == 3 * 8


@reading("gods.gods.minerva.per", {"count": "houses", "owner": "self", "city_good": {"not": "of_the_card"}})
def minerva_counts_houses_in_other_cities(game: Game) -> None:
    # Three of eight houses stand in brick cities.
    assert god(game, scored(["i_mason"]), "minerva") == 3 * 5


@pytest.mark.parametrize("name", READINGS)
def test_what_happens_under_the_reading(name: str) -> None:
    changes, happens = READINGS[name]
    happens(changed(changes))


@pytest.mark.parametrize("name", READINGS)
def test_the_interpreter_agrees_with_itself_under_the_reading(name: str) -> None:
    game, dice = changed(READINGS[name][0]), Random(7)
    state = game.start(game.setup("italia", 3, seed=7, interim=True))
    for number in range(45):
        turn = game.random_turn(state, dice)
        after = game.play(state, turn)
        check_turn(game, state, turn, after)
        if number % 15 == 0:
            check_views_agree(game, state, dice, most=40)
        if after.to_play is None:
            break
        state = after


# That no value is forgotten

# These make no sense in the action where they would stand: a Prefect has no good, a specialist chooses no province. Nor
# does a Prefect who collects, unless the steps are others; that is shown above.
SENSELESS = {
    ("actions.prefect.choose.collect.collect_marker_coins.markers", "of_the_chosen_province"),
    ("actions.prefect.choose.produce.produce.in", "cities_of_the_cards_good"),
    ("actions.prefect.choose.produce.produce.yields", "good_of_the_card"),
    ("actions.specialist.choose.produce.produce.in", "chosen_province"),
}


def schema(name: str) -> Json:
    text = (packaged_folder("spec") / "schema" / f"{name}.schema.json").read_text(encoding="utf-8")
    loaded: Json = json.loads(text)
    return loaded


def other_values(path: str, wanted: Json, value: Any) -> Iterator[tuple[str, Any]]:
    """The values that a schema allows besides the one in the data, for truth values and lists of words."""
    words = [True, False] if wanted.get("type") == "boolean" else wanted.get("enum", [])
    yield from ((path, word) for word in words if word != value)
    for key, inner in wanted.get("properties", {}).items():
        if isinstance(value, Mapping) and key in value and key not in ("evidence", "clauses"):
            yield from other_values(f"{path}.{key}", inner, value[key])


def all_other_values() -> Iterator[tuple[str, Any]]:
    verbs = schema("actions")["$defs"]
    for action, entry in GAME.spec.data["actions"].items():
        for alternative, steps in entry["choose"].items():
            for step in steps:
                path = f"actions.{action}.choose.{alternative}.{step['do']}"
                yield from other_values(path, verbs[step["do"]], {k: v for k, v in step.items() if k != "do"})
    for name in ("costs", "pieces", "gods", "turn", "setup", "end", "interim"):
        yield from other_values(name, schema(name), GAME.spec.data[name])


def test_every_other_value_that_the_schemas_allow_is_shown_above() -> None:
    shown = {(path, value) for changes, _ in READINGS.values() for path, value in changes.items() if hashable(value)}
    assert set(all_other_values()) - shown == SENSELESS


def hashable(value: Any) -> bool:
    return not isinstance(value, list | dict)


def test_the_search_for_other_values_finds_them() -> None:
    found = set(islice(all_other_values(), 1000))
    assert ("turn.may_pass", True) in found
    assert ("costs.house.coins_times", "doubled_per_house") in found
    assert ("actions.diplomat.choose.copy.copy_card.may_decline", False) in found
    assert ("end.winner.among", "all_players") in found
