"""Set-up: what lies where before the first turn, and which draws are possible."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from concordia_ref.engine.setup import Draws, set_up
from concordia_ref.engine.state import State
from concordia_ref.spec.errors import Malformed
from tests.positions import GAME, HAND, city_goods, start

TABLES = [("imperium", 3), ("imperium", 4), ("imperium", 5), ("italia", 2), ("italia", 3), ("italia", 4)]

# Copied from the box: how many cards each deck has, and the tokens and cities of each letter.
CARDS_IN_DECK = {"i": 8, "ii": 7, "iii": 6, "iv": 5, "v": 4}
TOKENS = {
    "A": {"brick": 2, "food": 2, "tool": 1, "wine": 1, "cloth": 1},
    "B": {"brick": 2, "food": 2, "tool": 2, "wine": 1, "cloth": 1},
    "C": {"brick": 3, "food": 2, "tool": 2, "wine": 2, "cloth": 1},
    "D": {"brick": 1, "food": 1, "tool": 1, "wine": 1, "cloth": 1},
}
CITIES = {
    "imperium": {
        "A": "isca londinium colonia vindobona napoca sirmium tomis",
        "B": "lutetia burdigala massilia brigantium olisipo valentia rusadir carthago",
        "C": "leptis_magna cyrene byzantium sinope attalia antiochia tyros alexandria memphis petra",
        "D": "novaria aquileia syracusae dyrrhachium athenae",
    },
    "italia": {
        "A": "bauzanum aquileia verona comum segusio genua nicaea",
        "B": "mutina ravenna florentia cosa aleria olbia casinum neapolis",
        "C": "ancona spoletum hadria luceria brundisium potentia croton messana panormus syracusae",
    },
}


def set_up_from(map_id: str, players: int, seed: int) -> State:
    return GAME.start(GAME.setup(map_id, players, seed))


def deck_of(card: str) -> str:
    return card.partition("_")[0]


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("map_id", "players"), TABLES)
class TestEveryTable:
    def test_the_first_player_has_five_coins_and_each_next_seat_one_more(
        self, map_id: str, players: int, seed: int
    ) -> None:
        state = set_up_from(map_id, players, seed)
        assert state.to_play == state.first_player
        clockwise = [state.players[(state.first_player + place) % players] for place in range(players)]
        assert [player.coins for player in clockwise] == [5, 6, 7, 8, 9][:players]

    def test_the_praefectus_magnus_begins_to_the_right_of_the_first_player(
        self, map_id: str, players: int, seed: int
    ) -> None:
        state = set_up_from(map_id, players, seed)
        # Seats are numbered clockwise, and the turn goes to the left: the right neighbour is one seat lower.
        assert state.praefectus_magnus == (state.first_player - 1) % players

    def test_everyone_has_the_same_cards_goods_and_colonists(self, map_id: str, players: int, seed: int) -> None:
        for player in set_up_from(map_id, players, seed).players:
            assert player.hand == HAND
            assert player.pile == player.houses == ()
            assert player.goods == (1, 2, 1, 1, 1)
            assert player.colonists == (("land", "roma"), ("sea", "roma"))
            # Twelve spaces, six goods and four colonists.
            assert GAME.rules.room(player.goods, player.colonists) == 2

    def test_decks_up_to_the_number_of_players_lie_in_order_and_seven_cards_are_shown(
        self, map_id: str, players: int, seed: int
    ) -> None:
        state = set_up_from(map_id, players, seed)
        assert len(state.display) == 7
        cards = (*state.display, *state.stack)
        in_order = [deck for deck in list(CARDS_IN_DECK)[:players] for _ in range(CARDS_IN_DECK[deck])]
        assert [deck_of(card) for card in cards] == in_order
        assert len(set(cards)) == len(cards)

    def test_every_city_has_a_token_of_its_letter(self, map_id: str, players: int, seed: int) -> None:
        goods = GAME.setup(map_id, players, seed).draws.city_goods
        for letter, cities in CITIES[map_id].items():
            assert Counter(goods[city] for city in cities.split()) == TOKENS[letter]
        assert len(goods) == sum(len(cities.split()) for cities in CITIES[map_id].values())

    def test_nothing_has_happened_yet(self, map_id: str, players: int, seed: int) -> None:
        state = set_up_from(map_id, players, seed)
        assert state.coin_side == ()
        assert (state.concordia, state.last_turns, state.interim) == (None, None, None)
        assert GAME.problems(GAME.state_to_json(state)) == []


def test_two_players_use_fifteen_cards() -> None:
    state = set_up_from("italia", 2, 1)
    assert len(state.stack) == 8 + 7 - 7


class TestDraws:
    def test_the_same_seed_gives_the_same_game(self) -> None:
        assert GAME.setup("imperium", 5, seed=11) == GAME.setup("imperium", 5, seed=11)

    def test_different_seeds_give_different_games(self) -> None:
        records = [GAME.setup("imperium", 5, seed=seed) for seed in range(20)]
        assert len({record.draws.stack for record in records}) == 20
        assert len({tuple(record.draws.city_goods.values()) for record in records}) == 20
        assert {record.draws.first_player for record in records} == {0, 1, 2, 3, 4}

    def test_the_draws_of_a_seed_stay_the_same_for_ever(self) -> None:
        # Drawn by hand from Random(1).random() = 0.1344, 0.8474, 0.7638, 0.2551, 0.4954, 0.4495, 0.6516, …:
        # int(0.1344 * 3) = 0 is the first player. Then the tokens of letter A, brick brick food food tool wine cloth,
        # are shuffled from the end: places 6 and int(0.8474 * 7) = 5 change, then 5 and int(0.7638 * 6) = 4,
        # 4 and int(0.2551 * 5) = 1, 3 and int(0.4954 * 4) = 1, 2 and int(0.4495 * 3) = 1, 1 and int(0.6516 * 2) = 1.
        draws = GAME.setup("imperium", 3, seed=1).draws
        assert draws.first_player == 0
        letter_a = [draws.city_goods[city] for city in CITIES["imperium"]["A"].split()]
        assert letter_a == ["brick", "food", "food", "cloth", "brick", "tool", "wine"]

    def test_the_global_random_generator_is_not_touched(self) -> None:
        before = random.getstate()
        GAME.start(GAME.setup("imperium", 4, seed=3))
        assert random.getstate() == before

    def test_given_draws_decide_everything(self) -> None:
        goods = city_goods("italia", {"aquileia": "cloth", "cosa": "wine"})
        stack = (*GAME.spec.decks["I"][::-1], *GAME.spec.decks["II"][::-1])
        state = set_up(GAME.rules, "italia", 2, Draws(1, goods, stack), interim=False)
        assert state.to_play == state.first_player == 1
        assert [player.coins for player in state.players] == [6, 5]
        assert state.praefectus_magnus == 0
        assert state.display == stack[:7]
        assert state.stack == stack[7:]
        assert GAME.rules.good_of(state, "cosa") == "wine"

    def test_with_interim_scoring_everyone_is_still_to_be_scored(self) -> None:
        assert GAME.start(GAME.setup("italia", 3, seed=1, interim=True)).interim == (None, None, None)

    def test_interim_scoring_is_not_used_unless_agreed(self) -> None:
        assert GAME.setup("italia", 3, seed=1).interim is False


class TestMarkers:
    def test_a_marker_shows_the_dearest_good_of_its_province(self) -> None:
        # Gallia: lutetia, burdigala, massilia; from brick to cloth the goods become dearer.
        goods = {"lutetia": "food", "burdigala": "tool", "massilia": "brick"}
        state = GAME.state_from_json(start("imperium", 3, goods))
        assert GAME.rules.marker_goods(state)["gallia"] == "tool"


def drawn(**changes: Any) -> Draws:
    goods = city_goods("imperium", {})
    stack = tuple(card for deck in ("I", "II", "III") for card in GAME.spec.decks[deck])
    return Draws(0, goods, stack)._replace(**changes)


GOODS = city_goods("imperium", {})
STACK = drawn().stack


@pytest.mark.parametrize(
    ("draws", "code", "pointer", "problem"),
    [
        (drawn(first_player=3), "draws.seat", "/draws/first_player", "there is no seat 3"),
        (drawn(first_player=-1), "draws.seat", "/draws/first_player", "there is no seat -1"),
        (
            drawn(city_goods={**GOODS, "isca": "cloth", "londinium": "cloth"}),
            "draws.city-tokens",
            "/draws/city_goods",
            "letter A",
        ),
        (drawn(city_goods={**GOODS, "isca": "marble"}), "draws.city-tokens", "/draws/city_goods", "letter A"),
        (
            drawn(city_goods={c: g for c, g in GOODS.items() if c != "isca"}),
            "draws.cities",
            "/draws/city_goods",
            "isca",
        ),
        (drawn(city_goods={**GOODS, "roma": "food"}), "draws.cities", "/draws/city_goods", "roma"),
        # A card of deck II above one of deck I.
        (drawn(stack=(STACK[8], *STACK[1:8], STACK[0], *STACK[9:])), "draws.deck", "/draws/stack", "deck I "),
        (drawn(stack=STACK[:-1]), "draws.deck", "/draws/stack", "deck III"),
        (drawn(stack=(*STACK, "iv_consul")), "draws.stack", "/draws/stack", "the number of cards is 22, not 21"),
        (drawn(stack=(*STACK[:20], STACK[0])), "draws.deck", "/draws/stack", "deck III"),
    ],
)
def test_draws_that_cannot_happen_are_refused(draws: Draws, code: str, pointer: str, problem: str) -> None:
    with pytest.raises(Malformed) as refused:
        set_up(GAME.rules, "imperium", 3, draws, interim=False)
    assert (refused.value.code, refused.value.pointer) == (code, pointer)
    assert problem in str(refused.value)


@pytest.mark.parametrize(
    ("map_id", "players", "code", "pointer"),
    [
        ("imperium", 2, "draws.players", "/players"),
        ("imperium", 6, "draws.players", "/players"),
        ("italia", 1, "draws.players", "/players"),
        ("italia", 5, "draws.players", "/players"),
        ("itallia", 3, "unknown-id", "/map"),
    ],
)
def test_a_table_that_the_box_is_not_for_is_refused(map_id: str, players: int, code: str, pointer: str) -> None:
    with pytest.raises(Malformed) as refused:
        GAME.setup(map_id, players, seed=1)
    assert (refused.value.code, refused.value.pointer) == (code, pointer)
    with pytest.raises(Malformed):
        GAME.start(GAME.setup("imperium", 3, seed=1)._replace(map=map_id, players=players))


def test_a_misspelt_map_is_recognized() -> None:
    with pytest.raises(Malformed, match="italia"):
        GAME.setup("itallia", 3, seed=1)
