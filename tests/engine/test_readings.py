"""Other readings: the parameters of the rules with their other values, and by hand what then happens.

The readings of the disputes are played by scenarios. Here stand the values that no rulebook has, and of the disputed
ones what a scenario cannot show. That no value is forgotten is checked in test_every_reading.py.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from concordia_ref.engine.game import Game
from concordia_ref.engine.state import State
from concordia_ref.spec.bundle import plain
from concordia_ref.spec.disputes import read_register
from tests.positions import (
    GAME,
    broken,
    changed,
    colonists,
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
DISPUTES = read_register().disputes


def reading(path: str, value: Any) -> Callable[[Reading], Reading]:
    """Register what happens when the datum at a path has another value."""

    def register(function: Reading) -> Reading:
        READINGS[function.__name__] = ({path: value}, function)
        return function

    return register


def is_sound(game: Game, state: State) -> bool:
    return game.problems(game.state_to_json(state)) == []


def assert_listed_once(game: Game, state: State, card: str) -> None:
    """No two of the listed turns with a card come to the same."""
    outcomes = Counter(game.play(state, turn) for turn in game.turns(state).with_card(card))
    assert set(outcomes.values()) == {1}


IMPERIUM = start("imperium", 3)

# Houses

BUILD = {"massilia": "cloth", "novaria": "wine", "aquileia": "food"}
BUILDER = {
    "coins": 30,
    "goods": stock(brick=3, food=3, wine=1, cloth=1),
    **colonists(["aquileia~novaria:land"], ["massilia~roma:sea"]),
}


def builder(*others: Json, **changes: Any) -> State:
    return position(start("imperium", 3, BUILD), {**BUILDER, **changes}, *others)


@reading("costs.house.coins_times", "once")
def house_coins_once(game: Game) -> None:
    third = builder({"houses": ["aquileia"]}, {"houses": ["aquileia"]})
    assert play(third, "architect; build aquileia", game).players[0].coins == 30 - 2


BUILDING = "actions.architect.choose.build.build_houses"


@reading(f"{BUILDING}.next_to", "own_houses")
def building_beside_own_houses_that_stand_when_the_turn_begins(game: Game) -> None:
    state = builder(houses=["aquileia"])
    # Massilia lies only beside the ship; it is joined to Novaria, but that house does not stand there yet.
    assert broken(state, "architect; build massilia", game) == ["architect.build.adjacent"]
    assert broken(state, "architect; build massilia, novaria", game) == ["architect.build.adjacent"]


@reading(f"{BUILDING}.only_after_moving", True)
def after_any_move_building_is_allowed(game: Game) -> None:
    moved = "architect; move sea@massilia~roma:sea > carthago~massilia:sea; build novaria"
    assert broken(builder(), moved, game) == []


@reading(f"{BUILDING}.next_to", "own_colonists_that_moved")
def building_beside_colonists_that_moved(game: Game) -> None:
    moved = "architect; move sea@massilia~roma:sea > carthago~massilia:sea; build"
    assert broken(builder(), f"{moved} massilia", game) == []
    assert broken(builder(), f"{moved} novaria", game) == ["architect.build.adjacent"]


# Movement

MOVING = "actions.architect.choose.build.move_colonists"
OTHER = colonists(["aquileia~roma:land"], ["roma"])


@reading(f"{MOVING}.end_in_city", True)
def colonists_may_end_in_a_city(game: Game) -> None:
    state = position(IMPERIUM, colonists(["aquileia~roma:land", "roma"], []))
    # Two steps lead over two lines into the city at the end of the second, and no farther.
    assert broken(state, "architect; move land@roma > colonia", game) == []
    assert broken(state, "architect; move land@roma > lutetia", game) == ["architect.move.budget"]
    after = play(state, "architect; move land@roma > novaria, land@aquileia~roma:land > aquileia", game)
    assert after.players[0].colonists == (("land", "aquileia"), ("land", "novaria"))
    assert is_sound(game, after)
    assert not is_sound(GAME, after)
    assert_listed_once(game, state, "architect")


@reading(f"{MOVING}.end_on_occupied_line", True)
def colonists_may_end_on_an_occupied_line(game: Game) -> None:
    state = position(IMPERIUM, colonists(["aquileia~novaria:land", "roma"], []), OTHER)
    after = play(state, "architect; move land@roma > aquileia~roma:land", game)
    assert after.players[0].colonists == (("land", "aquileia~novaria:land"), ("land", "aquileia~roma:land"))
    assert is_sound(game, after)
    assert_listed_once(game, state, "architect")


@reading(f"{MOVING}.pass_occupied_line", False)
def a_refusal_counts_the_steps_around_occupied_lines(game: Game) -> None:
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
def occupied_lines_are_passed_for_nothing_but_not_ended_on(game: Game) -> None:
    alone = position(IMPERIUM, colonists(["roma"], []), OTHER)
    assert broken(alone, "architect; move land@roma > aquileia~roma:land", game) == ["architect.move.occupied"]
    # To end on a line that was left is a step like any other.
    pair = position(IMPERIUM, colonists(["aquileia~roma:land", "roma"], []))
    ahead = "land@aquileia~roma:land > dyrrhachium~sirmium:land"
    assert broken(pair, f"architect; move {ahead}, land@roma > aquileia~roma:land", game) == ["architect.move.budget"]
    # A colonist that ends where it began has not moved, and cannot be named a second time.
    stays = "architect; move land@aquileia~roma:land > aquileia~roma:land"
    assert broken(pair, f"{stays}, land@roma > aquileia~vindobona:land", game) == []
    assert broken(pair, f"{stays}, {ahead}", game)[0] == "architect.move.occupied"
    assert broken(pair, "architect; move land@roma > roma", game) == ["architect.move.ends-on-line"]


@reading(f"{MOVING}.lines", {"land": ["land"], "sea": ["sea", "land"]})
def a_ship_on_a_land_line_is_in_the_way_of_land_colonists(game: Game) -> None:
    after = play(position(IMPERIUM), "architect; move sea@roma > novaria~roma:land", game)
    assert is_sound(game, after)
    # The land colonist follows onto the line that the ship leaves, but not before.
    later = after._replace(to_play=0).with_player(0, after.players[0]._replace(hand=("architect",)))
    ship, follower = "sea@novaria~roma:land > massilia~novaria:land", "land@roma > novaria~roma:land"
    assert broken(later, f"architect; move {ship}, {follower}", game) == []
    assert broken(later, f"architect; move {follower}, {ship}", game) == ["architect.move.occupied"]


NEXT_TO_NOVARIA = {
    "coins": 30,
    "goods": stock(brick=2, wine=2),
    **colonists(["novaria~roma:land"], ["roma"]),
}


@reading(f"{BUILDING}.only_after_moving", True)
def a_colonist_has_moved_when_it_comes_back(game: Game) -> None:
    base, back = start("imperium", 3, BUILD), "architect; move land@novaria~roma:land > novaria~roma:land"
    # There and back are two steps.
    state = position(base, NEXT_TO_NOVARIA)
    assert broken(state, f"{back}; build novaria", game) == []
    assert game.turn(state, f"{back}; build novaria") in list(game.turns(state).with_card("architect"))
    alone = position(base, {**NEXT_TO_NOVARIA, **colonists(["novaria~roma:land"], [])})
    # With one step it is too far, and the colonist stays where it is.
    assert broken(alone, f"{back}; build novaria", game) == ["architect.build.without-moving"]
    # Beside another move it makes no difference and needs no step.
    both = f"{back}, sea@roma > carthago~massilia:sea"
    assert str(game.canonical(state, game.turn(state, both))) == "architect; move sea@roma > carthago~massilia:sea"


@reading(f"{BUILDING}.next_to", "own_colonists_that_moved")
def each_colonist_that_comes_back_pays_for_it(game: Game) -> None:
    base, back = start("imperium", 3, BUILD), "architect; move land@novaria~roma:land > novaria~roma:land"
    state = position(base, NEXT_TO_NOVARIA)
    assert broken(state, f"{back}; build novaria", game) == []
    # No two steps are left for it beside that of the ship, and so it stays where it is.
    moved = f"{back}, sea@roma > carthago~roma:sea"
    assert broken(state, f"{moved}; build novaria", game) == ["architect.build.adjacent"]
    assert broken(state, moved, game) == []


@reading(f"{BUILDING}.between_moves", True)
def a_colonist_that_stops_goes_on_before_another_moves(game: Game) -> None:
    state = position(IMPERIUM, colonists(["roma"], ["roma", "roma"]))
    stop, on = "land@roma > novaria~roma:land", "land@novaria~roma:land > colonia~novaria:land"
    ship = "sea@roma > carthago~roma:sea"
    assert broken(state, f"architect; move {stop}, {on}, {ship}", game) == []
    assert broken(state, f"architect; move {stop}, {ship}, {on}", game) == ["architect.move.own-colonists"]


@reading(f"{MOVING}.lines_shared", "until_all_have_moved")
def colonists_that_share_a_line_must_part(game: Game) -> None:
    pair = position(IMPERIUM, colonists(["aquileia~roma:land", "novaria~roma:land"], []))
    first = "land@aquileia~roma:land > novaria~roma:land"
    assert broken(pair, f"architect; move {first}", game) == ["architect.move.occupied"]
    assert broken(pair, f"architect; move {first}, land@novaria~roma:land > colonia~novaria:land", game) == []


@reading(f"{MOVING}.all_steps_used", True)
def steps_are_left_only_if_no_colonist_can_take_one(game: Game) -> None:
    # The ship is shut in, and only the land colonist has somewhere to go: it must use both steps.
    others = colonists([], ["carthago~roma:sea", "massilia~roma:sea", "roma~syracusae:sea"])
    far = colonists(["carthago~leptis_magna:land"], ["carthago~massilia:sea"])
    state = position(IMPERIUM, {}, others, far)
    assert broken(state, "architect", game) == ["architect.move.unused-steps"]
    assert broken(state, "architect; move land@roma > novaria~roma:land", game) == ["architect.move.unused-steps"]
    assert broken(state, "architect; move land@roma > colonia~novaria:land", game) == []
    assert all("moves" in turn.to_json() for turn in game.turns(state).with_card("architect"))


@reading(f"{MOVING}.from_a_line", "onward")
def the_city_that_a_colonist_comes_through_can_be_said(game: Game) -> None:
    state = position(IMPERIUM, colonists(["roma"], ["roma"]))
    # Two steps lead to the line between Aquileia and Novaria by either city; the first in the alphabet if none is said.
    turn = "architect; move land@roma > aquileia~novaria:land"
    for said, city in (("", "aquileia"), (" through aquileia", "aquileia"), (" through novaria", "novaria")):
        after = play(state, f"{turn}{said}", game)
        assert after.players[0].remembered == (f"came:{city}>aquileia~novaria:land",)
        assert str(game.canonical(state, game.turn(state, f"{turn}{said}"))) == f"{turn} through {city}"
    assert broken(state, f"{turn} through roma", game) == ["architect.move.further-step"]
    # From there it goes on through the other end.
    later = after._replace(to_play=0).with_player(0, after.players[0]._replace(hand=("architect",)))
    onward = "architect; move land@aquileia~novaria:land > aquileia~vindobona:land"
    assert broken(later, onward, game) == []
    assert broken(later, onward.replace("aquileia~vindobona", "colonia~novaria"), game) == ["architect.move.budget"]
    assert malformed(state, f"{turn} through novaria").code == "unknown-key"


@reading(f"{MOVING}.parallel_lines", "one_place")
def a_position_with_colonists_on_parallel_lines_is_not_sound(game: Game) -> None:
    beside = position(
        IMPERIUM, colonists(["roma~syracusae:land"], ["roma"]), colonists(["roma"], ["roma~syracusae:sea"])
    )
    assert is_sound(GAME, beside)
    assert not is_sound(game, beside)


@reading(f"{MOVING}.occupied_by", "others_colonists")
def a_position_with_two_own_colonists_on_a_line_is_sound(game: Game) -> None:
    state = position(IMPERIUM, colonists(["novaria~roma:land", "roma"], []))
    after = play(state, "architect; move land@roma > novaria~roma:land", game)
    assert is_sound(game, after)
    assert not is_sound(GAME, after)


# The storehouse. Gallia: Lutetia food, Burdigala tool (the bonus), Massilia brick; eight spaces for goods.

GALLIA = start("imperium", 3, {"lutetia": "food", "burdigala": "tool", "massilia": "brick"})
PRODUCE = "prefect produce; province gallia"


def storing(wine: int, *others: Json, houses: tuple[str, ...] = ("lutetia", "massilia"), **top: Any) -> State:
    return position(GALLIA, {"goods": stock(wine=wine), "houses": list(houses)}, *others, **top)


@reading("pieces.storehouse.refuse_goods_that_fit", True)
def whether_goods_are_refused_must_be_said(game: Game) -> None:
    assert malformed(storing(0), PRODUCE, game).code == "incomplete"
    assert goods_of(play(storing(0), f"{PRODUCE}; keep 0: nothing", game), 0) == {}
    # Where not all fits the spaces must still be filled.
    assert broken(storing(6), f"{PRODUCE}; keep 0: 1 food", game) == ["storehouse.overflow.fill"]


@reading("pieces.storehouse.choose_what_to_keep_from", "gained_and_stored_goods")
def stored_goods_are_thrown_away_for_new_ones_only(game: Game) -> None:
    full = storing(8, houses=())
    assert broken(full, f"{PRODUCE}; keep 0: nothing", game) == []
    for needless in (
        "keep 0: 1 tool; discard 0: 2 wine",
        "keep 0: nothing; discard 0: 1 wine",
        "keep 0: 1 tool; discard 0: 1 cloth",
    ):
        assert broken(full, f"{PRODUCE}; {needless}", game) == ["storehouse.no-discard"]
    assert_listed_once(game, full, "prefect")
    assert set(game.turns(full)) == {game.turn(full, str(turn)) for turn in game.turns(full)}


@reading("pieces.storehouse.leave_spaces_empty_on_overflow", True)
def spaces_may_be_left_empty_on_overflow(game: Game) -> None:
    assert goods_of(play(storing(6), f"{PRODUCE}; keep 0: 1 food", game), 0) == {"food": 1, "wine": 6}
    # Where all fits nothing is refused.
    assert broken(storing(0), f"{PRODUCE}; keep 0: 1 food", game) == ["storehouse.must-take"]


# The Tribune and the Colonist

RECALL = "actions.tribune.choose.recall"


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
def a_position_with_a_ship_inland_is_sound(game: Game) -> None:
    state = position(dealt(IMPERIUM, {0: ["i_colonist"]}), {"houses": ["novaria"]})
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


ONE_MARKER = DISPUTES["prefect-coins-of-one-or-all-markers"].readings["one_marker"].patch


@reading(f"{PREFECT}.collect", plain(ONE_MARKER)[f"{PREFECT}.collect"])
def collecting_from_one_marker_needs_a_marker_that_shows_coins(game: Game) -> None:
    state = position(GALLIA, markers={**GALLIA["markers"], "gallia": "coins"})
    assert broken(state, "prefect collect; province asia", game) == ["prefect.produce.active"]
    nothing = game.take(game.begin(position(GALLIA)), ("card", "prefect"))
    assert game.options(nothing) == [("choice", "produce")]


@reading(f"{PREFECT}.produce.gain_marker_good.praefectus_magnus", "may_be_used")
def whether_the_praefectus_magnus_is_used_must_be_said(game: Game) -> None:
    state = storing(0, houses=(), praefectus_magnus=0)
    assert malformed(state, PRODUCE, game).code == "incomplete"
    used = play(state, f"{PRODUCE}; magnus yes", game)
    assert (goods_of(used, 0), used.praefectus_magnus) == ({"tool": 2}, 2)
    # Who does not hold it has nothing to say.
    assert broken(storing(0, houses=()), f"{PRODUCE}; magnus yes", game) == ["praefectus-magnus.doubles"]
    assert broken(storing(0, houses=()), PRODUCE, game) == []


@reading(f"{PREFECT}.produce.gain_marker_good.stored", "at_once")
def behind_the_bonus_the_goods_of_the_houses_are_chosen(game: Game) -> None:
    # Two spaces: the tool of the marker, and then the choice between food and brick.
    after = play(storing(6), f"{PRODUCE}; keep 0: 1 brick", game)
    assert goods_of(after, 0) == {"brick": 1, "tool": 1, "wine": 6}
    assert broken(storing(6), f"{PRODUCE}; keep 0: 1 tool", game) == ["storehouse.overflow.choose"]
    assert broken(storing(7), f"{PRODUCE}; keep 0: 1 food", game) == ["storehouse.full"]


@reading(f"{PREFECT}.produce.flip_marker.to", "goods")
def the_marker_is_not_turned(game: Game) -> None:
    assert play(storing(0), PRODUCE, game).coin_side == ()


@reading(f"{PREFECT}.produce.produce.houses", "own")
def only_own_houses_produce_with_a_prefect(game: Game) -> None:
    after = play(storing(0, {"goods": stock(), "houses": ["lutetia"]}), PRODUCE, game)
    assert [goods_of(after, seat) for seat in (0, 1)] == [{"brick": 1, "food": 1, "tool": 1}, {}]


@reading(f"{PREFECT}.produce.produce.in", "all_cities")
def houses_everywhere_produce_with_a_prefect(game: Game) -> None:
    # Isca is a brick city, of the tokens that are left.
    after = play(storing(0, houses=("isca", "lutetia")), PRODUCE, game)
    assert goods_of(after, 0) == {"brick": 1, "food": 1, "tool": 1}


@reading(f"{PREFECT}.produce.produce.each_with_praefectus_magnus", 2)
def the_praefectus_magnus_that_doubles_houses_doubles_those_of_its_holder_alone(game: Game) -> None:
    state = storing(0, {"goods": stock(), "houses": ["lutetia"]}, praefectus_magnus=0)
    after = play(state, PRODUCE, game)
    assert [goods_of(after, seat) for seat in (0, 1)] == [{"brick": 2, "food": 2, "tool": 2}, {"food": 1}]


COINS = {**GALLIA["markers"], "gallia": "coins"}


@reading(f"{PREFECT}.collect.flip_markers.to", "coins")
def after_collecting_all_markers_show_coins(game: Game) -> None:
    after = play(position(GALLIA, markers=COINS), "prefect collect", game)
    assert after.coin_side == tuple(sorted(GALLIA["markers"]))


# Specialists

SPECIALIST = "actions.specialist.choose.produce.produce"
MASON = dealt(start("imperium", 3, {"isca": "brick", "lutetia": "food"}), {0: ["i_mason"]})
EMPTY = {"goods": stock(), "houses": ["isca", "lutetia"]}


@reading(f"{SPECIALIST}.houses", "others")
def a_specialist_lets_the_houses_of_others_produce(game: Game) -> None:
    after = play(position(MASON, EMPTY, EMPTY), "i_mason", game)
    assert [goods_of(after, seat) for seat in (0, 1)] == [{}, {"brick": 1}]


# Mercator

TRADE = "actions.mercator.choose.trade"
TRADER = {"coins": 7, "goods": stock(brick=2, wine=3)}


@reading(f"{TRADE}.trade_goods.sell_and_buy_one_kind", True)
def a_kind_that_is_sold_and_bought_counts_once(game: Game) -> None:
    state = position(IMPERIUM, TRADER)
    assert broken(state, "mercator; sell 3 wine, 1 brick; buy 2 wine", game) == []
    assert broken(state, "mercator; sell 3 wine, 1 brick; buy 2 wine, 1 cloth", game) == ["mercator.trade.two-kinds"]
    assert_listed_once(game, state, "mercator")


@reading(f"{TRADE}.trade_goods.kinds_at_least", 2)
def a_player_who_trades_must_trade_in_two_kinds(game: Game) -> None:
    state = position(IMPERIUM, TRADER)
    assert broken(state, "mercator; sell 1 brick, 1 wine", game) == []
    assert broken(state, "mercator; sell 1 brick", game) == ["mercator.trade.optional"]
    # Trading itself is optional.
    assert broken(state, "mercator", game) == []
    # Three coins buy one brick, and nothing is left to trade with.
    poor = position(IMPERIUM, {"coins": 0, "goods": stock()})
    assert broken(poor, "mercator; buy 1 brick", game) == ["mercator.trade.optional"]


@reading(f"{TRADE}.trade_goods.sales_need_room", True)
def as_much_is_sold_as_there_are_free_spaces(game: Game) -> None:
    # Seven goods in eight spaces.
    state = position(IMPERIUM, {"coins": 7, "goods": stock(brick=4, wine=3)})
    assert broken(state, "mercator; sell 1 wine", game) == []
    assert broken(state, "mercator; sell 2 wine", game) == ["mercator.trade.sell"]


@reading(f"{TRADE}.trade_goods.room_counted", "before_trading")
def as_much_is_bought_as_there_were_free_spaces_before_trading(game: Game) -> None:
    state = position(IMPERIUM, {"coins": 7, "goods": stock(brick=4, wine=3)})
    assert broken(state, "mercator; sell 3 wine; buy 1 cloth", game) == []
    assert broken(state, "mercator; sell 3 wine; buy 2 cloth", game) == ["mercator.trade.space"]


# Diplomat

COPY = "actions.diplomat.choose.copy.copy_card"


@reading(f"{COPY}.from", "all_players")
def the_own_pile_can_be_copied(game: Game) -> None:
    state = position(IMPERIUM, piled("mercator"))
    assert play(state, "diplomat copies 0: mercator", game).players[0].coins == 5 + 3
    assert broken(position(IMPERIUM), "diplomat copies 0: diplomat", game) == ["diplomat.top-card"]


@reading(f"{COPY}.printed_values", "of_the_own_starting_card")
def a_copied_card_without_an_own_starting_card_keeps_its_values(game: Game) -> None:
    base = dealt(start("imperium", 3, {"isca": "brick"}), {1: ["i_mason"]})
    mason = {"hand": [*IMPERIUM["players"][0]["hand"]], "pile": ["i_mason"]}
    state = position(base, {"goods": stock(), "houses": ["isca"]}, mason)
    assert goods_of(play(state, "diplomat copies 1: i_mason", game), 0) == {"brick": 1}


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


@reading(f"{SENATOR}.display_refilled", "after_each_purchase")
def a_card_that_has_moved_up_is_paid_where_it_lies_now(game: Game) -> None:
    state = position(IMPERIUM, {"goods": stock(tool=1, wine=1)})
    # The Prefect moves to the first slot, where there is no surcharge; the other way round it is on the second.
    assert goods_of(play(state, "senator; cards i_architect, i_prefect", game), 0) == {}
    richer = position(IMPERIUM, {"goods": stock(tool=1, wine=1, cloth=1)})
    assert malformed(richer, "senator; cards i_prefect, i_architect", game).code == "incomplete"


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
def passing_is_a_turn_without_a_card(game: Game) -> None:
    state = position(IMPERIUM)
    passing = game.turn(state, "pass")
    assert passing in game.turns(state)
    assert list(game.turns(state))[-1] == passing
    assert passing.card is None
    assert passing not in game.turns(state).with_card("senator")


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
def the_houses_of_the_first_player_end_the_game_and_a_position_with_fifteen_others_is_sound(game: Game) -> None:
    assert play(before_the_fifteenth_house(0), "architect; build massilia", game).concordia == 0
    assert is_sound(game, play(before_the_fifteenth_house(1), "architect; build massilia", game))


@reading("end.last_turns.players", "all")
def a_position_in_which_everyone_has_a_last_turn_is_sound(game: Game) -> None:
    assert is_sound(game, play(before_the_fifteenth_house(1), "architect; build massilia", game))


@reading("end.last_turns.may_be_declined", True)
def no_turn_before_the_last_may_be_declined(game: Game) -> None:
    assert broken(before_the_fifteenth_house(1), "pass", game) == ["turn.no-passing"]


# Interim scoring


@reading("interim.used", True)
def interim_scoring_is_used_unless_the_table_says_otherwise(game: Game) -> None:
    assert game.start(game.setup("italia", 2, seed=1)).interim == (None, None)
    assert game.start(game.setup("italia", 2, seed=1, interim=False)).interim is None


# Gods

# Three of five houses stand in brick cities and one in a food city; another player has two colonists on the board.
GOD_CITIES = {"isca": "brick", "lutetia": "brick", "leptis_magna": "brick", "londinium": "food", "colonia": "tool"}


def scored(*bought: str) -> State:
    base = dealt(start("imperium", 3, GOD_CITIES), {0: bought})
    nobody = {"coins": 0, "goods": stock(), **colonists([], [])}
    return position(base, {**nobody, "houses": sorted(GOD_CITIES)}, colonists(["roma"], ["roma"]), nobody)


def god(game: Game, state: State, name: str) -> int:
    return sum(entry.total for entry in game.score(state).players[0].gods if entry.god == name)


@reading("gods.scoring.cards", "once_per_god")
def specialists_score_once_each(game: Game) -> None:
    assert god(game, scored("i_mason", "i_farmer"), "minerva") == 3 * 3 + 1 * 3


@reading("gods.gods.mars.per.owner", "anyone")
def mars_counts_everybodys_colonists(game: Game) -> None:
    assert god(GAME, scored(), "mars") == 0
    assert god(game, scored(), "mars") == 2 * 2


@reading("gods.gods.minerva.per", {"count": "houses", "owner": "self", "city_good": {"not": "of_the_card"}})
def minerva_counts_houses_in_other_cities(game: Game) -> None:
    assert god(game, scored("i_mason"), "minerva") == 3 * 2


@pytest.mark.parametrize("name", READINGS)
def test_what_happens_under_the_reading(name: str) -> None:
    changes, happens = READINGS[name]
    happens(changed(changes))
