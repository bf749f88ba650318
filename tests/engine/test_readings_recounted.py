"""Readings of disputes in random games, each turn reckoned again step by step from the position before it."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from typing import Any

import pytest

from concordia_ref.engine.game import Game
from concordia_ref.engine.state import State
from concordia_ref.engine.turn import Turn
from concordia_ref.spec.bundle import plain
from concordia_ref.suite.readings import game_under
from tests.positions import GAME, broken, changed, colonists, dealt, piled, position, start, stock

Json = dict[str, Any]
Played = tuple[Game, State, Turn, State]


@cache
def played(dispute: str, reading: str, games: int = 6, turns: int = 60) -> tuple[Played, ...]:
    """The turns of some random games under a reading."""
    return tuple(_played(game_under({dispute: reading}), games, turns))


def _played(game: Game, games: int, turns: int) -> Iterator[Played]:
    for number in range(games):
        dice = Random(number)
        state = game.start(game.setup("italia", 2 + number % 3, seed=number))
        for _ in range(turns):
            if state.to_play is None or game.is_stuck(state):
                break
            turn = game.random_turn(state, dice)
            after = game.play(state, turn)
            yield game, state, turn, after
            state = after


def action(turn: Turn) -> Json:
    """What is done in the end, by the card that is played or by the one that is copied."""
    written = turn.to_json()
    while "as" in written:
        written = written["as"]
    return written


def seat_of(state: State) -> int:
    assert state.to_play is not None
    return state.to_play


def room(state: State, seat: int) -> int:
    """Free spaces: twelve without the goods and the colonists that are not on the board."""
    player = state.players[seat]
    return 12 - sum(player.goods) - (6 - len(player.colonists))


def bonus(played: Played) -> int | None:
    """How many units a Prefect took from a marker, where there was room for all; None for other turns."""
    game, before, turn, after = played
    done, seat = action(turn), seat_of(before)
    if "province" not in done or done.get("choice") != "produce":
        return None
    cities = game.spec.maps[before.map].cities
    own = [city for city in before.players[seat].houses if cities[city].province == done["province"]]
    if room(before, seat) < len(own) + 2:
        return None
    return sum(after.players[seat].goods) - sum(before.players[seat].goods) - len(own)


def own_houses_in(before: State, turn: Turn) -> int:
    cities = GAME.spec.maps[before.map].cities
    houses = before.players[seat_of(before)].houses
    return len([city for city in houses if cities[city].province == action(turn)["province"]])


def test_the_praefectus_magnus_moves_after_every_turn_but_a_collection() -> None:
    moved = 0
    for _, before, turn, after in played("praefectus-magnus-handed-on-unused", "after_every_turn"):
        holder, seat = before.praefectus_magnus, seat_of(before)
        moves = holder == seat and action(turn).get("choice") != "collect"
        assert after.praefectus_magnus == ((seat - 1) % len(before.players) if moves else holder)
        moved += moves
    assert moved > 50


def test_the_praefectus_magnus_doubles_only_beside_an_own_house() -> None:
    doubled = single = 0
    for step in played("praefectus-magnus-which-province", "own_province_only", games=20):
        _, before, turn, after = step
        units, holds = bonus(step), before.praefectus_magnus == seat_of(before)
        if units is not None and holds:
            used = own_houses_in(before, turn) > 0
            assert (units, after.praefectus_magnus != before.praefectus_magnus) == ((2, True) if used else (1, False))
            doubled, single = doubled + used, single + (not used)
    assert single > 5


def test_the_praefectus_magnus_doubles_only_for_the_last_player() -> None:
    seen = set()
    for step in played("praefectus-magnus-whose-bonus", "first_holder_only", games=20):
        _, before, _, after = step
        units, seat = bonus(step), seat_of(before)
        if units is not None and before.praefectus_magnus == seat:
            used = seat == (before.first_player - 1) % len(before.players)
            assert (units, after.praefectus_magnus != before.praefectus_magnus) == ((2, True) if used else (1, False))
            seen.add(used)
    assert seen == {True, False}


def test_the_praefectus_magnus_is_used_only_with_room_for_two() -> None:
    seen = set()
    for _, before, turn, after in played("praefectus-magnus-without-room", "unused_without_room", games=20):
        seat = seat_of(before)
        if before.praefectus_magnus == seat and action(turn).get("choice") == "produce":
            used = room(before, seat) >= 2
            assert (after.praefectus_magnus != seat) == used
            seen.add(used)
    assert seen == {True, False}


@pytest.mark.parametrize(
    ("dispute", "reading", "counts"),
    [
        ("colonist-income-both-kinds", "land_only", lambda kind, place: kind == "land"),
        ("colonist-income-in-cities", "on_lines", lambda kind, place: "~" in place),
    ],
)
def test_the_coins_of_a_colonist_are_counted_on_the_board(dispute: str, reading: str, counts: Any) -> None:
    game = game_under({dispute: reading})
    for land in ([], ["roma"], ["aquileia~verona:land", "roma"]):
        for sea in (["roma"], ["messana~neapolis:sea", "neapolis~roma:sea", "roma"]):
            base = dealt(start("italia", 2), {0: ["i_colonist"]})
            state = position(base, {"coins": 0, **colonists(land, sea)})
            pieces = [*(("land", place) for place in land), *(("sea", place) for place in sea)]
            expected = 5 + len([piece for piece in pieces if counts(*piece)])
            assert game.play(state, "i_colonist income").players[0].coins == expected


@pytest.mark.parametrize(("reading", "most"), [("one", 1), ("two", 2)])
def test_no_city_receives_more_new_colonists_than_allowed(reading: str, most: int) -> None:
    game = game_under({"colonist-several-in-one-city": reading})
    base = dealt(start("italia", 2), {0: ["i_colonist"]})
    state = position(base, {"goods": stock(food=4, tool=4), "houses": ["neapolis"]})
    under = {str(turn) for turn in game.turns(state).with_card("i_colonist")}
    by_hand = set()
    for turn in GAME.turns(state).with_card("i_colonist"):
        cities = [colonist.split("@")[1] for colonist in turn.to_json().get("place", [])]
        if all(cities.count(city) <= most for city in cities):
            by_hand.add(str(turn))
    assert under == by_hand


def test_settling_is_offered_only_to_those_who_can_place_somebody() -> None:
    game = game_under({"colonist-settle-nobody": "at_least_one"})
    base = dealt(start("italia", 2), {0: ["i_colonist"]})
    for goods, offered in ((stock(food=1, tool=1), True), (stock(food=1), False)):
        turns = {str(turn) for turn in game.turns(position(base, {"goods": goods})).with_card("i_colonist")}
        assert ("i_colonist settle; place land@roma" in turns) == offered
        assert "i_colonist settle" not in turns
        assert "i_colonist income" in turns


def test_goods_are_exchanged_one_for_one() -> None:
    exchanged = 0
    for _, before, turn, after in played("mercator-sale-or-barter", "barter", games=12):
        done, seat = action(turn), seat_of(before)
        if not done["card"].endswith("mercator"):
            continue
        old, new = before.players[seat], after.players[seat]
        assert sum(old.goods) == sum(new.goods)
        assert new.coins - old.coins == (3 if done["card"] == "mercator" else 5)
        assert sum(a != b for a, b in zip(old.goods, new.goods, strict=True)) in (0, 2)
        exchanged += old.goods != new.goods
    assert exchanged > 10


def test_a_player_trades_in_two_kinds_or_not_at_all() -> None:
    game = game_under({"mercator-fewer-than-two-kinds": "exactly_two"})
    for coins in range(0, 12, 3):
        for goods in (stock(), stock(wine=1), stock(wine=1, cloth=1), stock(brick=8), stock(brick=4, wine=4)):
            state = position(start("italia", 2), {"coins": coins, "goods": goods})
            legal = {str(turn) for turn in game.turns(state).with_card("mercator")}
            for turn in GAME.turns(state).with_card("mercator"):
                done = turn.to_json()
                allowed = len({*done.get("sell", ()), *done.get("buy", ())}) != 1
                assert (str(turn) in legal) == allowed, turn
                assert (not broken(state, str(turn), game)) == allowed, turn


def test_cards_left_on_the_pile_pay_nothing_and_stay() -> None:
    left = stuck = 0
    for game, before, turn, after in played("tribune-recall-optional", "may_be_left", games=12):
        if turn.to_json().get("recall") is False:
            old, new = before.players[seat_of(before)], after.players[seat_of(before)]
            assert new.pile == (*old.pile, "tribune")
            assert len(new.hand) == len(old.hand) - 1
            assert new.coins == old.coins
            left += 1
        stuck += game.is_stuck(after)
    assert left > 5
    assert stuck > 0


def test_the_last_card_in_hand_alone_may_be_a_tribune() -> None:
    game = game_under({"tribune-before-hand-is-empty": "as_last_card"})
    rest = ("architect", "diplomat", "mercator", "prefect", "prefect", "senator")
    last = position(start("italia", 2), piled(*rest))
    assert broken(last, "tribune", game) == []
    assert broken(position(start("italia", 2), piled(*rest[1:])), "tribune", game) == ["tribune.recall"]
    # The first five cards pay nothing more than by the ruling: seven return, and four of them pay.
    assert game.play(last, "tribune").players[0].coins == last.players[0].coins + 4


# Readings that give the same play

PRODUCE = plain(GAME.spec.data["actions"]["prefect"]["choose"]["produce"])


def moved(do: str, after: str) -> Mapping[str, Any]:
    """The steps of a Prefect who produces with one of them at another place."""
    steps = copy.deepcopy(PRODUCE)
    step = next(step for step in steps if step["do"] == do)
    steps.remove(step)
    place = next(place for place, other in enumerate(steps) if other["do"] == after)
    return {"actions.prefect.choose.produce": [*steps[: place + 1], step, *steps[place + 1 :]]}


@pytest.mark.parametrize(
    ("do", "after"),
    [
        # praefectus-magnus-moment-of-handing-on=after_the_bonus
        ("pass_praefectus_magnus", "gain_marker_good"),
        # prefect-bonus-before-the-marker-is-turned=marker_turned_first
        ("flip_marker", "choose_province"),
    ],
)
def test_the_order_of_the_steps_of_a_prefect_makes_no_difference(do: str, after: str) -> None:
    game = changed(moved(do, after))
    produced = 0
    for number in range(6):
        dice = Random(number)
        state = GAME.start(GAME.setup("imperium", 3 + number % 3, seed=number))
        for _ in range(60):
            turn = GAME.random_turn(state, dice)
            produced += action(turn).get("choice") == "produce"
            following = GAME.play(state, turn)
            assert game.play(state, turn) == following
            state = following
    assert produced > 20
