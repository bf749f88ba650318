"""Data decides: another number in a copy of the specification, and the game goes otherwise, without touching Python."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from concordia_ref.engine.game import Game
from concordia_ref.engine.state import State
from concordia_ref.spec.errors import Malformed
from concordia_ref.spec.loading import load
from tests.conftest import Damaged
from tests.positions import GAME, broken, changed, dealt, goods_of, malformed, piled, play, position, start, stock

Measure = Callable[[Game, State], Any]


def coins(_: Game, after: State) -> int:
    return after.players[0].coins


def goods(_: Game, after: State) -> dict[str, int]:
    return goods_of(after, 0)


def points(game: Game, after: State) -> int:
    return game.score(after).players[0].total


def god(name: str) -> Measure:
    return lambda game, after: sum(g.total for g in game.score(after).players[0].gods if g.god == name)


BUILD = {"massilia": "cloth", "novaria": "wine", "aquileia": "food", "isca": "brick", "lutetia": "brick"}
BASE = start("imperium", 3, BUILD)
BUILDER = {
    "coins": 20,
    "goods": stock(brick=2, food=2, tool=1, wine=2, cloth=1),
    "colonists": {"land": ["aquileia~novaria:land"], "sea": ["massilia~roma:sea"]},
}
# Two coins and eight full spaces of wine, brick and food.
TRADER = {"coins": 2, "goods": stock(brick=1, food=1, wine=2)}
SPENT = {"coins": 0, "goods": stock(), "colonists": {"land": [], "sea": []}}

STATES: dict[str, Callable[[], State]] = {
    "builder": lambda: position(BASE, BUILDER, {"houses": ["aquileia"]}),
    "trader": lambda: position(dealt(BASE, {0: ["i_mercator"]}), TRADER),
    "settler": lambda: position(dealt(BASE, {0: ["i_colonist"]}), {"goods": stock(food=2, tool=2, wine=2)}),
    "tribune": lambda: position(BASE, piled("senator", "prefect", "prefect", "mercator")),
    "buyer": lambda: position(BASE, {"goods": stock(tool=1, wine=2, cloth=2, food=1)}),
    "prefect": lambda: position(
        start("imperium", 3, {"lutetia": "food", "burdigala": "tool", "massilia": "brick"}),
        {"goods": stock(), "houses": ["lutetia"]},
        markers={**BASE["markers"], "britannia": "coins"},
    ),
    "mason": lambda: position(dealt(BASE, {0: ["i_mason"]}), {**SPENT, "houses": ["aquileia", "isca", "lutetia"]}),
    "vesta": lambda: position(BASE, {**SPENT, "coins": 14, "goods": stock(wine=1)}),
    "mars": lambda: position(BASE, {**SPENT, "colonists": {"land": ["roma"], "sea": ["roma"]}}),
    "houses": lambda: position(BASE, {**SPENT, "houses": ["aquileia", "isca", "lutetia", "novaria"]}),
    "last card": lambda: last_card(),
}


def last_card() -> State:
    base = copy.deepcopy(BASE)
    base["players"][2]["hand"] += [*base["display"][1:], *base["stack"]]
    return position(base, {**SPENT, "goods": stock(tool=1)}, display=base["display"][:1], stack=[])


# The datum and its new value; a position and a turn; what is looked at, by the rules as they are and as changed.
ROWS: list[tuple[dict[str, Any], str, str, Measure, Any, Any]] = [
    # A second house in Aquileia costs twice the coins of a food city.
    ({"costs.house.in_city_of.food.coins": 9}, "builder", "architect; build aquileia", coins, 20 - 4, 20 - 18),
    (
        {"costs.house.in_city_of.wine.goods": {"cloth": 1, "tool": 1}},
        "builder",
        "architect; build novaria",
        goods,
        {"brick": 1, "food": 2, "tool": 1, "wine": 1, "cloth": 1},
        {"brick": 2, "food": 2, "wine": 2},
    ),
    ({"goods.goods.wine.price": 20}, "trader", "mercator; sell 2 wine", coins, 2 + 3 + 12, 2 + 3 + 40),
    ({"goods.goods.wine.price": 20}, "vesta", "senator", god("vesta"), (14 + 6) // 10, (14 + 20) // 10),
    ({"cards.starting.cards.mercator.income": 8}, "trader", "mercator", coins, 2 + 3, 2 + 8),
    ({"cards.for_sale.decks.I.i_mercator.income": 1}, "trader", "i_mercator", coins, 2 + 5, 2 + 1),
    (
        {"cards.for_sale.decks.I.i_architect.cost": {"wine": 2}},
        "buyer",
        "senator; cards i_architect",
        goods,
        {"food": 1, "wine": 2, "cloth": 2},
        {"food": 1, "tool": 1, "cloth": 2},
    ),
    ({"cards.concordia.points": 11}, "last card", "senator; cards i_architect", points, 7, 11),
    ({"cards.for_sale.decks.I.i_mason.points": 6}, "mason", "tribune", god("minerva"), 3 * 2, 6 * 2),
    ({"cards.for_sale.decks.I.i_mason.god": "mars"}, "mason", "tribune", god("minerva"), 3 * 2, 0),
    ({"cards.kinds.mason.good": "food"}, "mason", "i_mason", goods, {"brick": 2}, {"food": 1}),
    (
        {"display.slots.0": ["cloth"]},
        "buyer",
        "senator; cards i_architect",
        goods,
        {"food": 1, "wine": 2, "cloth": 2},
        {"food": 1, "wine": 2, "cloth": 1},
    ),
    (
        {"costs.colonist.goods": {"food": 2, "tool": 1, "wine": 2}},
        "settler",
        "tribune; place sea@roma",
        goods,
        {"food": 1, "tool": 1, "wine": 2},
        {"tool": 1},
    ),
    # Five cards return with the Tribune.
    ({"actions.tribune.choose.recall.recall_cards.coins_per_card": 3}, "tribune", "tribune", coins, 5 + 2, 5 + 6),
    ({"actions.tribune.choose.recall.recall_cards.cards_without_coins": 1}, "tribune", "tribune", coins, 5 + 2, 5 + 4),
    ({"actions.colonist.choose.income.gain_coins.base": 0}, "settler", "i_colonist income", coins, 5 + 7, 5 + 2),
    (
        {"actions.colonist.choose.income.gain_coins.per_colonist_on_board": 4},
        "settler",
        "i_colonist income",
        coins,
        5 + 7,
        5 + 13,
    ),
    (
        {"actions.prefect.choose.produce.gain_marker_good.count": 3},
        "prefect",
        "prefect produce; province gallia",
        goods,
        {"food": 1, "tool": 1},
        {"food": 1, "tool": 3},
    ),
    (
        {"actions.prefect.choose.produce.produce.each": 2},
        "prefect",
        "prefect produce; province gallia",
        goods,
        {"food": 1, "tool": 1},
        {"food": 2, "tool": 1},
    ),
    ({"actions.specialist.choose.produce.produce.each": 3}, "mason", "i_mason", goods, {"brick": 2}, {"brick": 6}),
    # Britannia shows brick and is worth two coins.
    (
        {"actions.prefect.choose.collect.collect_marker_coins.coins_each": 5},
        "prefect",
        "prefect collect",
        coins,
        5 + 2,
        5 + 10,
    ),
    ({"setup.bonus_markers.coins_on_the_back.brick": 4}, "prefect", "prefect collect", coins, 5 + 2, 5 + 4),
    # The formulas of the gods; there are two cards of Jupiter and of Saturnus, one of the others.
    ({"gods.gods.mars.points": 5}, "mars", "senator", god("mars"), 4, 10),
    ({"gods.gods.mars.at_most": 3}, "mars", "senator", god("mars"), 4, 3),
    ({"gods.gods.mars.per": {"count": "coins"}}, "vesta", "senator", god("mars"), 0, 12),
    ({"gods.gods.vesta.full": 4}, "vesta", "senator", god("vesta"), 20 // 10, 20 // 4),
    ({"gods.gods.vesta.per": {"count": "coins"}}, "vesta", "senator", god("vesta"), 2, 1),
    # Aquileia food, Isca and Lutetia brick, Novaria wine; in Italia, Britannia and Gallia.
    (
        {"gods.gods.jupiter.per": {"count": "houses", "owner": "self"}},
        "houses",
        "senator",
        god("jupiter"),
        2 * 2,
        2 * 4,
    ),
    (
        {"gods.gods.jupiter.per": {"count": "houses", "owner": "self", "city_good": {"is": "wine"}}},
        "houses",
        "senator",
        god("jupiter"),
        2 * 2,
        2 * 1,
    ),
    ({"gods.gods.jupiter.at_most": 1}, "houses", "senator", god("jupiter"), 2 * 2, 2 * 1),
    ({"gods.gods.saturnus.at_most": {"imperium": 2, "italia": 11}}, "houses", "senator", god("saturnus"), 2 * 3, 2 * 2),
    (
        {
            "gods.gods.saturnus.per": {
                "count": "provinces_with_houses",
                "owner": "self",
                "settled_by": "houses",
                "city_good": {"is": "brick"},
            }
        },
        "houses",
        "senator",
        god("saturnus"),
        2 * 3,
        2 * 2,
    ),
    (
        {
            "gods.gods.mercurius.per": {
                "count": "goods_produced_by_houses",
                "owner": "self",
                "counted_when": "a_house_stands",
                "city_good": {"not": "brick"},
            }
        },
        "houses",
        "senator",
        god("mercurius"),
        2 * 3,
        2 * 2,
    ),
    ({"gods.gods.mercurius.points": 1}, "houses", "senator", god("mercurius"), 2 * 3, 3),
]


@pytest.mark.parametrize(
    ("changes", "state", "turn", "measure", "as_it_is", "as_changed"),
    ROWS,
    ids=[f"{next(iter(changes))} {state}" for changes, state, *_ in ROWS],
)
def test_a_changed_value_changes_what_a_turn_does(
    changes: dict[str, Any], state: str, turn: str, measure: Measure, as_it_is: Any, as_changed: Any
) -> None:
    before, game = STATES[state](), changed(changes)
    assert measure(GAME, play(before, turn)) == as_it_is
    assert measure(game, play(before, turn, game)) == as_changed


# The datum and its new value; a position; a turn that is legal now and breaks a clause then, or the other way round.
LIMITS: list[tuple[dict[str, Any], str, str, list[str], list[str]]] = [
    # Eight goods fit beside four colonists; four are there. With nine spaces only one more fits.
    ({"pieces.storehouse.spaces": 9}, "trader", "mercator; sell 1 wine; buy 3 brick", [], ["mercator.trade.space"]),
    ({"pieces.storehouse.spaces_per_good": 2}, "trader", "mercator; buy 1 brick", [], ["mercator.trade.space"]),
    ({"pieces.storehouse.spaces_per_colonist": 2}, "trader", "mercator; buy 1 brick", [], ["mercator.trade.space"]),
    ({"pieces.storehouse.spaces": 13}, "trader", "mercator; sell 2 wine; buy 5 brick", [], []),
    # Three steps for two colonists, and with two steps each four.
    (
        {"actions.architect.choose.build.move_colonists.steps_per_colonist": 2},
        "settler",
        "architect; move land@roma > napoca~sirmium:land, sea@roma > massilia~roma:sea",
        ["architect.move.budget"],
        [],
    ),
    (
        {"actions.architect.choose.build.move_colonists.steps_per_colonist": 0},
        "settler",
        "architect; move sea@roma > massilia~roma:sea",
        [],
        ["architect.move.budget"],
    ),
    (
        {"actions.architect.choose.build.build_houses.own_houses_per_city": 0},
        "builder",
        "architect; build novaria",
        [],
        ["architect.build.one-own-house"],
    ),
    ({"pieces.per_player.houses": 1}, "builder", "architect; build massilia, novaria", [], ["architect.build.supply"]),
    (
        {"pieces.per_player.colonists": {"land": 1, "sea": 3}},
        "settler",
        "tribune; place land@roma",
        [],
        ["piece.colonists"],
    ),
    (
        {"actions.tribune.choose.recall.place_colonists.at_most": 2},
        "settler",
        "tribune; place land@roma, sea@roma",
        ["tribune.colonist.one"],
        [],
    ),
    (
        {"actions.colonist.choose.settle.place_colonists.at_most": 1},
        "settler",
        "i_colonist settle; place land@roma, sea@roma",
        [],
        ["colonist.settle.number"],
    ),
    (
        {"actions.mercator.choose.trade.trade_goods.kinds_at_most": 3},
        "trader",
        "mercator; sell 1 wine, 1 food, 1 brick",
        ["mercator.trade.two-kinds"],
        [],
    ),
    (
        {"actions.senator.choose.buy.buy_cards.at_most": 1},
        "buyer",
        "senator; cards i_architect, i_colonist",
        [],
        ["senator.two"],
    ),
    (
        {"cards.for_sale.decks.I.i_architect.cost": {"brick": 1}},
        "buyer",
        "senator; cards i_architect",
        [],
        ["senator.price"],
    ),
]


@pytest.mark.parametrize(
    ("changes", "state", "turn", "as_it_is", "as_changed"),
    LIMITS,
    ids=[f"{next(iter(changes))} {state}" for changes, state, *_ in LIMITS],
)
def test_a_changed_limit_changes_which_turns_are_legal(
    changes: dict[str, Any], state: str, turn: str, as_it_is: list[str], as_changed: list[str]
) -> None:
    before, game = STATES[state](), changed(changes)
    assert broken(before, turn) == as_it_is
    assert broken(before, turn, game) == as_changed
    listed = game.canonical(before, turn) if not as_changed else None
    assert listed is None or listed in list(game.turns(before).with_card(str(listed.card)))


class TestMap:
    land = GAME.spec.data["maps"]["imperium"]["lines"]["land"]

    def test_a_line_that_is_added_can_be_used_and_one_that_is_missing_cannot(self) -> None:
        kept = [list(pair) for pair in self.land if sorted(pair) != ["aquileia", "roma"]]
        game = changed({"maps.imperium.lines.land": [*kept, ["isca", "roma"]]})
        state = position(BASE)
        new, old = "architect; move land@roma > isca~roma:land", "architect; move land@roma > aquileia~roma:land"
        assert broken(state, new, game) == []
        assert malformed(state, old, game).code == "unknown-id"
        assert malformed(state, new).code == "unknown-id"
        assert broken(state, old) == []
        # Aquileia is now two lines away, by Novaria.
        sirmium = "architect; move land@roma > aquileia~sirmium:land"
        assert broken(state, sirmium) == []
        assert broken(state, sirmium, game) == ["architect.move.budget"]

    def test_a_map_may_be_for_other_numbers_of_players(self) -> None:
        game = changed({"maps.imperium.players": [2, 3, 4]})
        assert len(game.start(game.setup("imperium", 2, seed=1)).players) == 2
        with pytest.raises(Malformed):
            game.setup("imperium", 5, seed=1)


class TestSetup:
    def test_coins_goods_and_colonists_at_the_start(self) -> None:
        game = changed(
            {
                "setup.players.coins": {"first_player": 2, "more_each_next_seat": 10},
                "setup.players.goods": {"brick": 1, "food": 1, "tool": 1, "wine": 3, "cloth": 1},
                "setup.players.colonists_in_start_city": {"land": 2, "sea": 0},
            }
        )
        state = game.start(game.setup("italia", 3, seed=1))
        assert sorted(player.coins for player in state.players) == [2, 12, 22]
        assert goods_of(state, 0) == {"brick": 1, "food": 1, "tool": 1, "wine": 3, "cloth": 1}
        assert state.players[0].colonists == (("land", "roma"), ("land", "roma"))

    def test_the_decks_of_a_number_of_players(self) -> None:
        game = changed({"setup.decks.used.2": ["V", "I"]})
        state = game.start(game.setup("italia", 2, seed=1))
        cards = (*state.display, *state.stack)
        assert [card.split("_")[0] for card in cards] == ["v"] * 4 + ["i"] * 8

    def test_the_slots_of_the_display(self) -> None:
        game = changed({"display.slots": [[], [], ["wine"]]})
        state = game.start(game.setup("italia", 2, seed=1))
        assert (len(state.display), len(state.stack)) == (3, 12)
        after = play(state, "senator", game)
        assert len(after.display) == 3

    def test_the_tokens_of_a_letter(self) -> None:
        game = changed({"setup.city_tokens.A": {"cloth": 7}})
        draws = game.setup("italia", 2, seed=1).draws
        assert {draws.city_goods[city] for city in ("bauzanum", "verona", "genua")} == {"cloth"}

    def test_the_starting_cards(self) -> None:
        game = changed({"cards.starting.cards.prefect.copies": 3})
        assert game.start(game.setup("italia", 2, seed=1)).players[0].hand.count("prefect") == 3


class TestEnd:
    def test_the_number_of_houses_that_ends_the_game(self) -> None:
        game = changed({"end.triggers.houses_built": 1})
        state = position(BASE, BUILDER)
        assert play(state, "architect; build novaria").concordia is None
        assert play(state, "architect; build novaria", game).concordia == 0

    def test_the_number_of_last_turns(self) -> None:
        game = changed({"end.last_turns.each": 2})
        after = play(last_card(), "senator; cards i_architect", game)
        assert (after.to_play, after.last_turns) == (1, (2, 1, 2))

    def test_without_last_turns_the_game_is_over_at_once(self) -> None:
        game = changed({"end.last_turns.each": 0})
        after = play(last_card(), "senator; cards i_architect", game)
        assert (after.to_play, after.last_turns) == (None, ())
        assert game.problems(game.state_to_json(after)) == []

    def test_the_coins_of_the_interim_scoring(self) -> None:
        game = changed({"interim.coins_by_rank": [9, 4, 2]})
        # Ten coins and two colonists: 1 + 4 points, between the others.
        last = {**SPENT, "coins": 10, "colonists": {"land": ["roma"], "sea": ["roma"]}}
        state = position(start("imperium", 3, interim=True), last, interim=[None, 8, 1])
        after = play(state, "tribune", game)
        assert [a.coins - b.coins for a, b in zip(after.players, state.players, strict=True)] == [4, 9, 2]

    def test_whether_interim_scoring_is_used_unless_the_table_says_otherwise(self) -> None:
        assert changed({"interim.used": True}).setup("italia", 2, seed=1).interim is True

    def test_the_card_of_the_interim_scoring(self) -> None:
        game = changed({"interim.card": "mercator"})
        state = position(start("imperium", 3, interim=True), {**SPENT, "coins": 7})
        assert play(state, "tribune", game).interim == (None, None, None)
        # 7 and 3 are ten.
        assert play(state, "mercator", game).interim == (1, None, None)


def test_a_kind_of_card_that_cannot_be_copied() -> None:
    game = changed({"actions.diplomat.choose.copy.copy_card.not_copied": ["diplomat", "tribune", "mercator"]})
    state = position(BASE, {}, piled("mercator"))
    assert broken(state, "diplomat copies 1: mercator") == []
    (clause,) = broken(state, "diplomat copies 1: mercator", game)
    assert clause in GAME.spec.clauses


def test_own_houses_in_a_city_may_be_more_than_one() -> None:
    game = changed({"actions.architect.choose.build.build_houses.own_houses_per_city": 2})
    state = position(BASE, {**BUILDER, "goods": stock(brick=2, wine=2), "coins": 12})
    # 4 coins for the first house in Novaria, 8 for the second.
    turn = "architect; build novaria, novaria"
    assert broken(state, turn) == ["architect.build.one-own-house"]
    after = play(state, turn, game)
    assert after.players[0].coins == 0
    assert game.canonical(state, turn) in list(game.turns(state).with_card("architect"))
    assert game.problems(game.state_to_json(after)) == []


def test_a_folder_of_ones_own_is_played_by_its_own_numbers(damaged: Damaged) -> None:
    damaged.replace(
        "costs.yaml", "food: {goods: {brick: 1, food: 1}, coins: 2}", "food: {goods: {brick: 1, food: 2}, coins: 7}"
    )
    game = Game(load(damaged.folder))
    after = play(position(BASE, BUILDER), "architect; build aquileia", game)
    assert after.players[0].coins == 20 - 7
    assert goods_of(after, 0) == {"brick": 1, "tool": 1, "wine": 2, "cloth": 1}
