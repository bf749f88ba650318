"""The cross-checks of the printed facts, recomputed from the specification with numbers written down by hand."""

from __future__ import annotations

from collections import Counter

import pytest

import concordia_ref

SPEC = concordia_ref.load()


def test_the_goods_cost_3_4_5_6_and_7() -> None:
    assert {good.id: good.price for good in SPEC.goods.values()} == {
        "brick": 3,
        "food": 4,
        "tool": 5,
        "wine": 6,
        "cloth": 7,
    }


def test_the_box_holds_80_wooden_goods_and_four_values_of_coins() -> None:
    assert SPEC.box.wooden_goods == 80
    assert SPEC.box.coin_values == (1, 2, 5, 10)


def test_a_house_costs_what_the_player_aid_prints() -> None:
    costs = SPEC.costs.house.in_city_of
    assert {good: (dict(cost.goods), cost.coins) for good, cost in costs.items()} == {
        "brick": ({"food": 1}, 1),
        "food": ({"brick": 1, "food": 1}, 2),
        "tool": ({"brick": 1, "tool": 1}, 3),
        "wine": ({"brick": 1, "wine": 1}, 4),
        "cloth": ({"brick": 1, "cloth": 1}, 5),
    }


def test_a_colonist_costs_food_and_a_tool() -> None:
    assert SPEC.costs.colonist.goods == {"food": 1, "tool": 1}


def test_the_30_city_tokens_are_8_7_6_5_and_4_by_good() -> None:
    tokens: Counter[str] = Counter()
    for bag in SPEC.setup.city_tokens.values():
        tokens.update(bag)
    assert tokens == {"brick": 8, "food": 7, "tool": 6, "wine": 5, "cloth": 4}
    assert tokens.total() == 30


@pytest.mark.parametrize(
    ("map_id", "letters"),
    [("imperium", {"A": 7, "B": 8, "C": 10, "D": 5}), ("italia", {"A": 7, "B": 8, "C": 10})],
)
def test_the_letters_of_a_map_are_as_many_as_its_tokens(map_id: str, letters: dict[str, int]) -> None:
    found = Counter(city.letter for city in SPEC.maps[map_id].cities.values() if city.letter)
    assert found == letters
    for letter, count in letters.items():
        assert sum(SPEC.setup.city_tokens[letter].values()) == count


@pytest.mark.parametrize(
    ("map_id", "players", "provinces", "cities", "land", "sea"),
    [("imperium", (3, 4, 5), 12, 30, 44, 35), ("italia", (2, 3, 4), 11, 25, 40, 23)],
)
def test_a_map_has_its_printed_numbers(
    map_id: str, players: tuple[int, ...], provinces: int, cities: int, land: int, sea: int
) -> None:
    game_map = SPEC.maps[map_id]
    kinds = Counter(line.kind for line in game_map.lines.values())
    assert game_map.players == players
    assert len(game_map.provinces) == provinces
    assert len(game_map.cities) - 1 == cities
    assert kinds == {"land": land, "sea": sea}


@pytest.mark.parametrize(("map_id", "lines"), [("imperium", 79), ("italia", 63)])
def test_the_maps_have_79_and_63_lines(map_id: str, lines: int) -> None:
    assert len(SPEC.maps[map_id].lines) == lines


@pytest.mark.parametrize("map_id", ["imperium", "italia"])
def test_every_city_but_roma_lies_in_one_province(map_id: str) -> None:
    game_map = SPEC.maps[map_id]
    inside = [city for province in game_map.provinces.values() for city in province.cities]
    assert sorted([*inside, "roma"]) == sorted(game_map.cities)


def test_the_decks_hold_8_7_6_5_and_4_cards() -> None:
    assert {deck: len(cards) for deck, cards in SPEC.decks.items()} == {"I": 8, "II": 7, "III": 6, "IV": 5, "V": 4}


def test_the_decks_up_to_the_number_of_players_are_used() -> None:
    assert SPEC.setup.decks == {
        2: ("I", "II"),
        3: ("I", "II", "III"),
        4: ("I", "II", "III", "IV"),
        5: ("I", "II", "III", "IV", "V"),
    }


@pytest.mark.parametrize(
    ("players", "pantheon"),
    [
        (2, {"jupiter": 3, "saturnus": 3, "mercurius": 2, "mars": 2}),
        (3, {"jupiter": 5, "saturnus": 5, "mercurius": 3, "mars": 3}),
        (4, {"jupiter": 7, "saturnus": 6, "mercurius": 4, "mars": 4}),
        (5, {"jupiter": 8, "saturnus": 7, "mercurius": 5, "mars": 5}),
    ],
)
def test_the_decks_give_the_pantheon_that_the_board_prints(players: int, pantheon: dict[str, int]) -> None:
    cards = [SPEC.cards[card] for deck in SPEC.setup.decks[players] for card in SPEC.decks[deck]]
    assert Counter(card.god for card in cards if card.god != "minerva") == pantheon


def test_a_player_starts_with_seven_cards() -> None:
    assert Counter(SPEC.starting_hand) == {
        "tribune": 1,
        "architect": 1,
        "prefect": 2,
        "mercator": 1,
        "diplomat": 1,
        "senator": 1,
    }


def test_the_box_holds_65_personality_cards() -> None:
    for_sale = [id for deck in SPEC.decks.values() for id in deck]
    assert len(for_sale) == len(set(for_sale))
    assert len(for_sale) + len(SPEC.colours) * len(SPEC.starting_hand) == 65


def test_the_gods_score_what_the_player_aid_prints() -> None:
    assert {god.id: (god.points, god.full, god.at_most and dict(god.at_most)) for god in SPEC.gods.values()} == {
        "vesta": (1, 10, None),
        "jupiter": (1, 1, {"imperium": 15, "italia": 15}),
        "saturnus": (1, 1, {"imperium": 12, "italia": 11}),
        "mercurius": (2, 1, {"imperium": 10, "italia": 10}),
        "mars": (2, 1, {"imperium": 12, "italia": 12}),
        "minerva": (None, 1, None),
    }
    assert list(SPEC.gods) == ["vesta", "jupiter", "saturnus", "mercurius", "mars", "minerva"]


@pytest.mark.parametrize("map_id", ["imperium", "italia"])
def test_the_maximum_of_saturnus_is_the_number_of_provinces(map_id: str) -> None:
    assert SPEC.gods["saturnus"].at_most_on(map_id) == len(SPEC.maps[map_id].provinces)


def test_the_specialists_print_their_points_and_goods() -> None:
    assert {card.id: (card.good, card.points) for card in SPEC.cards.values() if card.god == "minerva"} == {
        "i_mason": ("brick", 3),
        "i_farmer": ("food", 3),
        "i_smith": ("tool", 3),
        "ii_vintner": ("wine", 4),
        "ii_weaver": ("cloth", 5),
    }


def test_a_mercator_pays_3_at_the_start_and_5_when_bought() -> None:
    incomes = {card.id: card.income for card in SPEC.cards.values() if card.kind == "mercator"}
    assert incomes == {"mercator": 3, "i_mercator": 5, "ii_mercator": 5, "iii_mercator": 5, "v_mercator": 5}


def test_the_display_has_seven_slots_with_their_surcharges() -> None:
    assert SPEC.display.slots == (
        (),
        ("any",),
        ("any",),
        ("cloth",),
        ("cloth",),
        ("any", "cloth"),
        ("cloth", "cloth"),
    )


def test_a_player_has_15_houses_6_colonists_and_12_spaces() -> None:
    assert SPEC.pieces.houses == 15
    assert SPEC.pieces.colonists == {"land": 3, "sea": 3}
    assert SPEC.storehouse.spaces == 12
    assert SPEC.colours == ("red", "green", "yellow", "blue", "black")


def test_the_start_leaves_two_spaces_of_the_storehouse_free() -> None:
    start = SPEC.setup.players
    assert start.goods == {"brick": 1, "food": 2, "tool": 1, "wine": 1, "cloth": 1}
    assert start.colonists_in_start_city == {"land": 1, "sea": 1}
    assert start.colonists_in_storehouse == {"land": 2, "sea": 2}
    assert SPEC.storehouse.spaces - sum(start.goods.values()) - sum(start.colonists_in_storehouse.values()) == 2


def test_the_first_of_five_players_starts_with_5_coins_and_the_last_with_9() -> None:
    assert [SPEC.setup.players.coins.at(seat) for seat in range(5)] == [5, 6, 7, 8, 9]


def test_there_are_24_bonus_markers_with_9_coins_on_their_backs_by_good() -> None:
    markers = SPEC.setup.bonus_markers
    assert markers.in_the_box == 24
    assert markers.coins_on_the_back == {"brick": 2, "food": 2, "tool": 2, "wine": 2, "cloth": 1}


def test_the_concordia_card_is_worth_7_points() -> None:
    assert SPEC.concordia_points == 7


def test_there_are_well_over_a_hundred_clauses() -> None:
    assert len(SPEC.clauses) > 150


# Readings that are not played because every score is the same: the facts that make it so


def test_no_card_of_a_god_can_pass_its_maximum() -> None:
    gods, pieces = SPEC.gods, SPEC.pieces
    for id, game_map in SPEC.maps.items():
        assert gods["jupiter"].at_most_on(id) == pieces.houses * 1
        assert gods["saturnus"].at_most_on(id) == len(game_map.provinces) * 1
        assert gods["mercurius"].at_most_on(id) == len(SPEC.goods) * 2
        assert gods["mars"].at_most_on(id) == sum(pieces.colonists.values()) * 2


def test_the_starting_cards_have_a_card_of_every_god_whose_points_no_card_prints() -> None:
    gods = {SPEC.cards[card].god for card in SPEC.starting_hand}
    assert gods == {god.id for god in SPEC.gods.values() if god.points is not None}


def test_every_player_has_the_only_vesta_card_once() -> None:
    assert [card.id for card in SPEC.cards.values() if card.god == "vesta"] == ["senator"]
    assert SPEC.cards["senator"].deck is None
    assert SPEC.starting_hand.count("senator") == 1


def test_the_right_neighbour_of_the_first_player_is_the_last_in_turn_order() -> None:
    assert SPEC.turn.order == "clockwise"
