"""Every worked example of the rulebooks, computed to the last coin.

Where the rulebooks print other numbers for an example, the position is that of the Serbian, Hungarian and Polish ones;
the difference to the Czech and French ones is tested beside it.
"""

from __future__ import annotations

import pytest

from concordia_ref.engine.errors import Refused
from concordia_ref.engine.state import Player, State
from tests.positions import GAME, goods_of, play, position, start, stock

HAND = ["architect", "diplomat", "mercator", "prefect", "prefect", "senator", "tribune"]


def hand_without(*cards: str) -> list[str]:
    hand = list(HAND)
    for card in cards:
        hand.remove(card)
    return hand


def room_of(player: Player) -> int:
    return GAME.rules.room(player.goods, player.colonists)


def clauses_broken(state: State, turn: str) -> list[str]:
    with pytest.raises(Refused) as refused:
        play(state, turn)
    return [violation.clause for violation in refused.value.violations]


class TestTribune:
    """Four cards lie on the pile; with the Tribune five come back, two more than three, so two coins."""

    state = position(
        start("imperium", 3),
        {"hand": ["prefect", "senator", "tribune"], "pile": ["architect", "prefect", "mercator", "diplomat"]},
    )

    def test_five_cards_return_and_pay_two_coins(self) -> None:
        after = play(self.state, "tribune")
        assert after.players[0].hand == tuple(HAND)
        assert after.players[0].pile == ()
        assert after.players[0].coins == 5 + 2

    def test_a_colonist_costs_food_and_a_tool_and_frees_a_space(self) -> None:
        after = play(self.state, "tribune; place sea@roma")
        assert goods_of(after, 0) == {"brick": 1, "food": 1, "wine": 1, "cloth": 1}
        assert after.players[0].colonists == (("land", "roma"), ("sea", "roma"), ("sea", "roma"))
        # Two goods fewer and one colonist fewer: three spaces more than before.
        assert room_of(after.players[0]) == room_of(self.state.players[0]) + 3


ARCHITECT = {"massilia": "cloth", "novaria": "wine"}
MOVES = "architect; move sea@roma > massilia~roma:sea, land@roma > aquileia~vindobona:land"
THREE_HOUSES = f"{MOVES}; build massilia, novaria, aquileia"


def architect_example(aquileia: str) -> State:
    return position(
        start("imperium", 3, {**ARCHITECT, "aquileia": aquileia}),
        {
            "coins": 15,
            "goods": stock(brick=3, food=1, wine=1, cloth=1),
            "houses": ["colonia"],
            "colonists": {"land": ["colonia~novaria:land", "roma"], "sea": ["roma"]},
        },
        {"houses": ["aquileia"]},
        {"houses": ["aquileia"]},
    )


class TestArchitect:
    """Three colonists, three steps: one by sea, two by land. Five cities lie beside them, four without an own house."""

    def test_three_houses_cost_fifteen_coins_and_six_goods(self) -> None:
        after = play(architect_example("food"), THREE_HOUSES)
        # Massilia 5 + Novaria 4 + Aquileia 3 x 2 = 15 coins; each house one brick and the good of its city.
        assert after.players[0].coins == 15 - (5 + 4 + 6)
        assert goods_of(after, 0) == {}
        assert after.players[0].houses == ("aquileia", "colonia", "massilia", "novaria")

    def test_in_a_brick_city_the_third_house_costs_three_coins_and_one_food(self) -> None:
        after = play(architect_example("brick"), THREE_HOUSES)
        assert after.players[0].coins == 15 - (5 + 4 + 3)
        assert goods_of(after, 0) == {"brick": 1}

    def test_four_cities_are_left_to_build_in(self) -> None:
        rich = position(
            start("imperium", 3, {**ARCHITECT, "aquileia": "food"}),
            {
                "coins": 99,
                "goods": stock(brick=4, food=1, wine=1, cloth=1, tool=1),
                "houses": ["colonia"],
                "colonists": {"land": ["colonia~novaria:land", "roma"], "sea": ["roma"]},
            },
        )
        draft = GAME.begin(rich)
        for choice in (
            ("card", "architect"),
            ("move", "land", "roma", "aquileia~vindobona:land"),
            ("move", "sea", "roma", "massilia~roma:sea"),
            ("stop",),
        ):
            draft = GAME.take(draft, choice)
        cities = {choice[1] for choice in GAME.options(draft) if choice[0] == "build"}
        assert cities == {"massilia", "novaria", "aquileia", "vindobona"}

    def test_the_way_to_aquileia_and_vindobona_takes_two_steps(self) -> None:
        # With two colonists there are two steps: the ship takes one, and one is not enough for the land colonist.
        state = position(start("imperium", 3))
        assert clauses_broken(state, MOVES) == ["architect.move.budget"]


class TestPrefect:
    """Syria produces: its marker shows cloth; Red and Blue have houses in a food city, Yellow in a cloth city."""

    base = start("imperium", 3, {"antiochia": "food", "tyros": "cloth"})
    houses = ({"houses": ["antiochia"]}, {"houses": ["antiochia"]}, {"houses": ["tyros"]})

    def test_syria_gives_red_cloth_and_food_blue_food_and_yellow_cloth(self) -> None:
        state = position(self.base, *self.houses)
        after = play(state, "prefect produce; province syria")
        assert goods_of(after, 0) == {"brick": 1, "food": 3, "tool": 1, "wine": 1, "cloth": 2}
        assert goods_of(after, 1) == {"brick": 1, "food": 3, "tool": 1, "wine": 1, "cloth": 1}
        assert goods_of(after, 2) == {"brick": 1, "food": 2, "tool": 1, "wine": 1, "cloth": 2}
        assert after.coin_side == ("syria",)
        assert after.praefectus_magnus == state.praefectus_magnus == 2

    def test_the_praefectus_magnus_doubles_the_bonus_alone_and_goes_to_the_right(self) -> None:
        red = {"houses": ["antiochia"], "goods": stock(brick=1)}
        after = play(position(self.base, red, *self.houses[1:], praefectus_magnus=0), "prefect produce; province syria")
        assert goods_of(after, 0) == {"brick": 1, "food": 1, "cloth": 2}
        assert after.praefectus_magnus == 2

    def test_six_coins_are_collected_and_all_markers_turn_back(self) -> None:
        markers = {"britannia": "coins", "gallia": "coins", "hispania": "coins"}
        # Britannia shows its dearest good, not cloth: two coins; Gallia and Hispania likewise.
        base = start(
            "imperium",
            3,
            {"isca": "brick", "londinium": "wine", "lutetia": "wine", "valentia": "tool", "rusadir": "cloth"},
        )
        state = position(base, markers={**base["markers"], **markers})
        after = play(state, "prefect collect")
        assert after.players[0].coins == 5 + 6
        assert after.coin_side == ()
        assert after.praefectus_magnus == 2


class TestColonist:
    """Two food and three tools: two colonists for two of each; houses in Massilia and Aquileia, none in Novaria."""

    state = position(
        start("imperium", 3, {"massilia": "cloth", "aquileia": "food", "novaria": "wine"}),
        {
            "goods": stock(food=2, tool=3),
            "houses": ["aquileia", "massilia"],
            "hand": sorted([*HAND, "i_colonist"]),
        },
        display=["i_architect", "i_prefect", "i_mercator", "i_diplomat", "i_mason", "i_farmer", "i_smith"],
        stack=[*GAME.spec.decks["II"], *GAME.spec.decks["III"]],
    )

    def test_two_colonists_cost_two_food_and_two_tools(self) -> None:
        after = play(self.state, "i_colonist settle; place land@massilia, sea@roma")
        assert goods_of(after, 0) == {"tool": 1}
        assert after.players[0].colonists == (("land", "massilia"), ("land", "roma"), ("sea", "roma"), ("sea", "roma"))

    @pytest.mark.parametrize("place", ["land@aquileia", "sea@aquileia", "land@massilia, land@massilia"])
    def test_other_places_with_an_own_house_are_possible(self, place: str) -> None:
        assert play(self.state, f"i_colonist settle; place {place}")

    def test_novaria_is_not_because_there_is_no_own_house(self) -> None:
        assert clauses_broken(self.state, "i_colonist settle; place land@novaria") == ["colonist.settle.place"]

    def test_three_colonists_on_the_board_bring_eight_coins(self) -> None:
        state = self.state.with_player(
            0, self.state.players[0]._replace(colonists=(("land", "roma"), ("land", "roma"), ("sea", "roma")))
        )
        assert play(state, "i_colonist income").players[0].coins == 5 + 5 + 3


class TestMercator:
    """Two coins and three from the card; three wine sold for 18 make 23; four brick bought for 12 leave 11."""

    state = position(
        start("imperium", 3),
        # Five spaces are free after the sale: twelve less four colonists less three goods.
        {"coins": 2, "goods": stock(food=1, tool=1, wine=3, cloth=1)},
    )

    def test_from_two_coins_to_eleven(self) -> None:
        after = play(self.state, "mercator; sell 3 wine; buy 4 brick")
        assert after.players[0].coins == 2 + 3 + 3 * 6 - 4 * 3 == 11
        assert goods_of(after, 0) == {"brick": 4, "food": 1, "tool": 1, "cloth": 1}

    def test_seven_brick_can_be_paid_but_only_five_find_room(self) -> None:
        assert clauses_broken(self.state, "mercator; sell 3 wine; buy 7 brick") == ["mercator.trade.space"]
        assert clauses_broken(self.state, "mercator; sell 3 wine; buy 6 brick") == ["mercator.trade.space"]
        assert play(self.state, "mercator; sell 3 wine; buy 5 brick").players[0].coins == 23 - 15
        assert clauses_broken(self.state, "mercator; sell 3 wine; buy 8 brick") == [
            "mercator.trade.money",
            "mercator.trade.space",
        ]

    def test_a_third_kind_is_refused(self) -> None:
        turn = "mercator; sell 3 wine; buy 4 brick, 1 food"
        assert clauses_broken(self.state, turn) == ["mercator.trade.two-kinds"]


class TestDiplomat:
    """Four other players show a Senator, an Architect, a Prefect and a Diplomat: three of the four can be copied."""

    def test_three_of_four_cards_can_be_copied(self) -> None:
        tops = ("senator", "architect", "prefect", "diplomat")
        piles = [{"hand": hand_without(card), "pile": [card]} for card in tops]
        state = position(start("imperium", 5), {}, *piles)
        draft = GAME.take(GAME.begin(state), ("card", "diplomat"))
        copied = [choice[2] for choice in GAME.options(draft) if choice[0] == "copy"]
        assert copied == ["senator", "architect", "prefect"]
        assert clauses_broken(state, "diplomat copies 4: diplomat") == ["diplomat.not-diplomat"]


class TestSenatorAndConsul:
    """The cheapest cards are Mercator, Prefect, Architect and Farmer; slots two and three ask for any good."""

    display = ("i_mercator", "i_prefect", "i_architect", "i_farmer", "i_mason", "i_colonist", "i_diplomat")
    stack = ("i_smith", *GAME.spec.decks["II"], *GAME.spec.decks["III"])
    state = position(
        start("imperium", 3),
        {"goods": stock(brick=2, food=1, tool=1, wine=1, cloth=1)},
        display=list(display),
        stack=list(stack),
    )

    def test_mercator_and_architect_cost_wine_a_tool_and_any_good(self) -> None:
        after = play(self.state, "senator; cards i_mercator, i_architect; any 1 brick")
        assert goods_of(after, 0) == {"brick": 1, "food": 1, "cloth": 1}
        assert set(after.players[0].hand) == {*hand_without("senator"), "i_mercator", "i_architect"}

    def test_the_prefect_moves_by_one_the_rest_by_two_and_two_new_cards_come(self) -> None:
        after = play(self.state, "senator; cards i_mercator, i_architect; any 1 brick")
        assert after.display == (
            *("i_prefect", "i_farmer", "i_mason", "i_colonist", "i_diplomat"),
            *("i_smith", "ii_architect"),
        )
        assert after.stack == self.stack[2:]

    def test_the_farmer_costs_brick_food_and_cloth_where_it_lies(self) -> None:
        after = play(self.state, "senator; cards i_farmer")
        assert goods_of(after, 0) == {"brick": 1, "tool": 1, "wine": 1}

    def test_a_consul_buys_the_colonist_on_the_sixth_slot_for_one_food(self) -> None:
        hand = sorted([*HAND, "ii_consul"])
        state = position(
            start("imperium", 3),
            {"goods": stock(food=1), "hand": hand},
            display=list(self.display),
            stack=[card for card in self.stack if card != "ii_consul"],
        )
        after = play(state, "ii_consul; cards i_colonist")
        assert goods_of(after, 0) == {}
        assert after.display == (*self.display[:5], "i_diplomat", "i_smith")

    def test_a_consul_buys_no_second_card(self) -> None:
        hand = sorted([*HAND, "ii_consul"])
        state = position(
            start("imperium", 3),
            {"goods": stock(food=2, tool=1), "hand": hand},
            display=list(self.display),
            stack=[card for card in self.stack if card != "ii_consul"],
        )
        assert clauses_broken(state, "ii_consul; cards i_mason, i_colonist") == ["consul.one"]


class TestVintner:
    """Four houses in wine cities: four wine for the player, nothing for anybody else."""

    def test_four_houses_bring_four_wine(self) -> None:
        wine = {"isca": "wine", "lutetia": "wine", "cyrene": "wine", "sinope": "wine"}
        state = position(
            start("imperium", 3, wine),
            {"goods": stock(), "houses": sorted(wine), "hand": sorted([*HAND, "ii_vintner"])},
            {"houses": ["isca"]},
            stack=[card for card in start("imperium", 3)["stack"] if card != "ii_vintner"],
        )
        after = play(state, "ii_vintner")
        assert goods_of(after, 0) == {"wine": 4}
        assert after.players[1:] == state.players[1:]


BOUGHT = ("i_prefect", "ii_prefect", "i_mercator", "i_colonist", "ii_colonist", "i_farmer")
OTHERS = [card for deck in ("I", "II", "III") for card in GAME.spec.decks[deck] if card not in BOUGHT]


class TestFinalScore:
    """The example of 114 points, with every term."""

    # Three brick, four food, three tool and two cloth houses in seven provinces.
    houses = (
        {"isca": "brick", "lutetia": "brick", "antiochia": "brick"}
        | {"londinium": "food", "burdigala": "food", "tyros": "food", "novaria": "food"}
        | {"colonia": "tool", "olisipo": "tool", "attalia": "tool"}
        | {"massilia": "cloth", "byzantium": "cloth"}
    )
    state = position(
        start("imperium", 3, houses),
        {
            "coins": 13,
            "goods": stock(brick=1, tool=3, cloth=1),
            "houses": sorted(houses),
            "hand": sorted([*HAND, *BOUGHT]),
            "colonists": {"land": ["roma", "roma", "roma"], "sea": ["roma", "roma"]},
        },
        {"hand": sorted([*HAND, *OTHERS])},
        display=[],
        stack=[],
        concordia=0,
        last_turns=[],
        to_play=None,
    )

    def test_the_position_is_that_of_the_example(self) -> None:
        goods = [GAME.rules.good_of(self.state, city) for city in self.state.players[0].houses]
        assert {good: goods.count(good) for good in set(goods)} == {"brick": 3, "food": 4, "tool": 3, "cloth": 2}
        provinces = {GAME.rules.board(self.state).province_of[city] for city in self.state.players[0].houses}
        assert len(provinces) == 7

    def test_every_term_of_114(self) -> None:
        score = GAME.score(self.state).players[0]
        assert {god.god: god.total for god in score.gods} == {
            "vesta": 3,  # 7 + 15 + 3 for goods and 13 coins are 38: three full tens
            "jupiter": 2 * 9,
            "saturnus": 4 * 7,
            "mercurius": 2 * 8,
            "mars": 3 * 10,
            "minerva": 4 * 3,
        }
        assert score.concordia == 7
        assert score.total == 114

    def test_the_derivation_names_what_was_counted(self) -> None:
        vesta, jupiter, *_, minerva = GAME.score(self.state).players[0].gods
        assert vesta.cards[0].counted.number == 38
        coins, goods = vesta.cards[0].counted.parts
        assert coins.number == 13
        assert goods.items == (("brick", 1, 3), ("tool", 3, 15), ("cloth", 1, 7))
        assert [card.card for card in jupiter.cards] == ["architect", "diplomat"]
        assert set(jupiter.cards[0].counted.items) == {c for c, good in self.houses.items() if good != "brick"}
        assert minerva.cards[0].counted.items == ("burdigala", "londinium", "novaria", "tyros")
