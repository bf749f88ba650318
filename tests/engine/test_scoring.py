"""Scoring: what each god's card is worth, what was counted, and the sheet that shows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from concordia_ref.engine.scoring import PlayerScore
from concordia_ref.engine.state import State
from concordia_ref.words.languages import english
from concordia_ref.words.sheet import sheet_text
from tests.play_schemas import faults
from tests.positions import GAME, HAND, dealt, position, start, stock

# A city of each good in Britannia, Gallia, Germania, Mauretania and Libya.
CITIES = {"isca": "brick", "lutetia": "food", "colonia": "tool", "rusadir": "wine", "cyrene": "cloth"}


def scored(player: dict[str, Any], bought: Sequence[str] = (), map_id: str = "imperium") -> PlayerScore:
    """The score of seat 0 without coins and goods, unless they are given, and with all colonists in the storehouse."""
    base = dealt(start(map_id, 3, CITIES if map_id == "imperium" else {}), {0: bought})
    alone = {"coins": 0, "goods": stock(), "colonists": {"land": [], "sea": []}, **player}
    return GAME.score(position(base, alone)).players[0]


def of_god(score: PlayerScore, god: str) -> int:
    (found,) = (entry.total for entry in score.gods if entry.god == god)
    return found


@pytest.mark.parametrize(
    ("coins", "goods", "points"),
    [
        (0, {}, 0),
        (9, {}, 0),
        (10, {}, 1),
        (19, {}, 1),
        (0, {"brick": 3}, 0),
        (1, {"brick": 3}, 1),  # 1 + 9
        (0, {"brick": 1, "food": 1, "tool": 1, "wine": 1, "cloth": 1}, 2),  # 3 + 4 + 5 + 6 + 7 = 25
        (5, {"brick": 1, "food": 1, "tool": 1, "wine": 1, "cloth": 1}, 3),
        (123, {}, 12),
    ],
)
def test_vesta_gives_a_point_for_every_full_ten_of_coins_and_goods(
    coins: int, goods: dict[str, int], points: int
) -> None:
    assert of_god(scored({"coins": coins, "goods": stock(**goods)}), "vesta") == points


@pytest.mark.parametrize(
    ("houses", "points"),
    [([], 0), (["isca"], 0), (["lutetia"], 1), (["isca", "lutetia", "colonia"], 2), (sorted(CITIES), 4)],
)
def test_jupiter_gives_a_point_for_every_own_house_outside_brick_cities(houses: list[str], points: int) -> None:
    # The starting Architect and Diplomat are both cards of Jupiter, and each counts.
    assert of_god(scored({"houses": sorted(houses)}), "jupiter") == 2 * points


def test_every_card_of_a_god_counts_by_itself() -> None:
    houses = {"houses": sorted(CITIES)}
    assert of_god(scored(houses, ["i_architect", "ii_consul"]), "jupiter") == 4 * 4


@pytest.mark.parametrize(
    ("houses", "provinces"),
    [([], 0), (["lutetia"], 1), (["burdigala", "lutetia", "massilia"], 1), (["isca", "londinium", "lutetia"], 2)],
)
def test_saturnus_gives_a_point_for_every_province_with_an_own_house(houses: list[str], provinces: int) -> None:
    # Two Prefects.
    assert of_god(scored({"houses": houses}), "saturnus") == 2 * provinces


@pytest.mark.parametrize(
    ("houses", "kinds"),
    [([], 0), (["lutetia"], 1), (["isca", "lutetia", "colonia"], 3), (sorted(CITIES), 5)],
)
def test_mercurius_gives_two_points_for_every_kind_of_good_that_own_houses_produce(
    houses: list[str], kinds: int
) -> None:
    assert of_god(scored({"houses": sorted(houses), "goods": stock(wine=5)}), "mercurius") == 2 * kinds


@pytest.mark.parametrize(("land", "sea"), [(0, 0), (1, 1), (3, 0), (3, 3)])
def test_mars_gives_two_points_for_every_own_colonist_on_the_board(land: int, sea: int) -> None:
    colonists = {"land": ["roma"] * land, "sea": ["roma"] * sea}
    assert of_god(scored({"colonists": colonists}), "mars") == 2 * (land + sea)
    assert of_god(scored({"colonists": colonists}, ["i_colonist"]), "mars") == 2 * 2 * (land + sea)


@pytest.mark.parametrize(
    ("card", "city", "points"),
    [
        ("i_mason", "isca", 3),
        ("i_farmer", "lutetia", 3),
        ("i_smith", "colonia", 3),
        ("ii_vintner", "rusadir", 4),
        ("ii_weaver", "cyrene", 5),
    ],
)
def test_a_specialist_gives_its_points_for_every_own_house_in_a_city_of_its_good(
    card: str, city: str, points: int
) -> None:
    others = sorted(set(CITIES) - {city})
    assert of_god(scored({"houses": others}, [card]), "minerva") == 0
    assert of_god(scored({"houses": [city]}, [card]), "minerva") == points


def test_specialists_count_several_houses_and_several_cards() -> None:
    # Food: Lutetia and Burdigala, of the tokens that are left; brick: Isca.
    base = dealt(start("imperium", 3, {**CITIES, "burdigala": "food"}), {0: ["i_farmer", "i_mason"]})
    state = position(base, {"houses": ["burdigala", "isca", "lutetia"]}, {"houses": ["burdigala", "lutetia"]})
    assert of_god(GAME.score(state).players[0], "minerva") == 2 * 3 + 3


class TestMaxima:
    """The maxima are what the pieces and the board allow: nobody can reach more."""

    def test_saturnus_is_worth_twelve_at_most_on_imperium(self) -> None:
        # The first city of each of the twelve provinces.
        cities = "isca lutetia brigantium colonia novaria rusadir napoca dyrrhachium leptis_magna byzantium antiochia"
        score = scored({"houses": sorted([*cities.split(), "alexandria"])})
        assert of_god(score, "saturnus") == 2 * 12
        assert score.gods[2].cards[0].at_most == 12

    def test_saturnus_is_worth_eleven_at_most_on_italia(self) -> None:
        cities = "bauzanum comum genua mutina florentia aleria ancona casinum luceria potentia messana"
        score = scored({"houses": sorted(cities.split())}, map_id="italia")
        assert of_god(score, "saturnus") == 2 * 11
        assert score.gods[2].cards[0].at_most == 11

    def test_mercurius_is_worth_ten_at_most_and_mars_twelve(self) -> None:
        score = scored({"houses": sorted(CITIES), "colonists": {"land": ["roma"] * 3, "sea": ["roma"] * 3}})
        assert of_god(score, "mercurius") == 10
        assert of_god(score, "mars") == 12

    def test_jupiter_is_worth_fifteen_at_most(self) -> None:
        # Fifteen cities without brick: there are eight brick cities among thirty.
        base = start("imperium", 3)
        houses = sorted(city for city, good in base["city_goods"].items() if good != "brick")[:15]
        state = position(base, {"houses": houses}, concordia=0, last_turns=[2], to_play=1)
        assert of_god(GAME.score(state).players[0], "jupiter") == 2 * 15


def test_cards_on_the_pile_count_like_those_in_the_hand() -> None:
    in_hand = scored({"coins": 20, "houses": sorted(CITIES)}, ["i_mason"])
    on_pile = scored(
        {"coins": 20, "houses": sorted(CITIES), "hand": ["tribune"], "pile": [*HAND[:6], "i_mason"]}, ["i_mason"]
    )
    assert in_hand == on_pile


def test_cards_of_others_and_on_the_display_do_not_count() -> None:
    score = scored({"houses": sorted(CITIES)})
    assert [card.card for god in score.gods for card in god.cards] == [
        "senator",
        "architect",
        "diplomat",
        "prefect",
        "prefect",
        "mercator",
        "tribune",
    ]


def test_the_concordia_card_is_worth_seven_points_to_its_holder() -> None:
    houses = sorted(GAME.rules.boards["imperium"].cities[:15])
    base = start("imperium", 3)
    state = position(base, {}, {"houses": houses}, concordia=1, last_turns=[0], to_play=2)
    sheet = GAME.score(state)
    assert [player.concordia for player in sheet.players] == [0, 7, 0]
    player = sheet.players[1]
    assert player.total == sum(god.total for god in player.gods) + 7


class TestDerivation:
    """Everything that was counted can be read off the sheet."""

    score = scored(
        {
            "coins": 6,
            "goods": stock(food=2),
            "houses": ["isca", "lutetia"],
            "colonists": {"land": ["isca"], "sea": ["roma"]},
        },
        ["i_farmer"],
    )

    def counted(self, god: str) -> Any:
        (entry,) = (entry for entry in self.score.gods if entry.god == god)
        return entry.cards[0].counted

    def test_vesta(self) -> None:
        assert self.counted("vesta").number == 14
        assert [part.number for part in self.counted("vesta").parts] == [6, 8]
        assert self.counted("vesta").parts[1].items == (("food", 2, 8),)

    @pytest.mark.parametrize(
        ("god", "items"),
        [
            ("jupiter", ("lutetia",)),
            ("saturnus", ("britannia", "gallia")),
            ("mercurius", ("brick", "food")),
            ("mars", ("land@isca", "sea@roma")),
            ("minerva", ("lutetia",)),
        ],
    )
    def test_houses_provinces_goods_and_colonists(self, god: str, items: tuple[str, ...]) -> None:
        assert self.counted(god).items == items
        assert self.counted(god).number == len(items)


# At the start seat 0 has 5 coins, seat 1 has 6; goods are worth 3 + 2 x 4 + 5 + 6 + 7 = 29. So Vesta gives 3 to both,
# and the Tribune (Mars) 4 for two colonists. The Praefectus Magnus is with seat 1.
ITALIA = position(start("italia", 2))


class TestSheet:
    def test_as_json_it_follows_its_schema(self) -> None:
        houses = position(start("imperium", 3, CITIES), {"houses": sorted(CITIES)})
        for state in (ITALIA, houses):
            assert faults("score", GAME.score(state).to_json()) == []

    def test_as_json_it_holds_every_term(self) -> None:
        data = GAME.score(ITALIA).to_json()
        assert (data["winner"], data["by_tie_break"]) == (1, True)
        vesta = data["players"][0]["gods"]["vesta"]
        assert vesta["total"] == 3
        (senator,) = vesta["cards"]
        assert senator["counted"]["parts"][0] == {"what": "coins", "number": 5}
        assert senator["counted"]["parts"][1]["items"][1] == ["food", 2, 8]
        assert {key: senator[key] for key in ("times", "points", "at_most", "total")} == {
            "times": 3,
            "points": 1,
            "at_most": None,
            "total": 3,
        }

    def test_as_a_table(self) -> None:
        lines = sheet_text(english(), GAME.spec, GAME.score(ITALIA), explain=False).splitlines()
        assert lines[0].split() == ["seat", "0", "seat", "1"]
        cells = {name: points for name, *points in (line.split() for line in lines[1:9])}
        assert cells == {
            "Vesta": ["3", "3"],
            "Jupiter": ["0", "0"],
            "Saturnus": ["0", "0"],
            "Mercurius": ["0", "0"],
            "Mars": ["4", "4"],
            "Minerva": ["0", "0"],
            "Concordia": ["0", "0"],
            "total": ["7", "7"],
        }
        # Equal points, equal bars of the full length.
        assert lines[10] == f"  seat 0  {'█' * 40}    7"
        assert lines[11] == f"  seat 1  {'█' * 40}    7  ← winner"
        assert lines[-1] == "  Seat 1 wins on the tie-break: the Praefectus Magnus."

    def test_without_a_tie_the_tie_break_is_not_mentioned(self) -> None:
        state = position(start("italia", 2), {"coins": 15})
        text = sheet_text(english(), GAME.spec, GAME.score(state), explain=False)
        # 15 + 29 are four full tens: 8 points against 7, whose bar is 7/8 of 40 long.
        assert f"  seat 1  {'█' * 35}{' ' * 5}    7\n" in text
        assert text.endswith("  Seat 0 wins.")

    def test_nobody_with_points_has_no_bars(self) -> None:
        nobody = {"coins": 0, "goods": stock(), "colonists": {"land": [], "sea": []}}
        text = sheet_text(english(), GAME.spec, GAME.score(position(start("italia", 2), nobody, nobody)), explain=False)
        assert "█" not in text

    def test_explained_it_says_what_was_counted(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("COLUMNS", "120")
        text = sheet_text(english(), GAME.spec, GAME.score(ITALIA), explain=True)
        assert (
            "    Senator: 3 × 1 = 3; counted: coins 5 + goods worth 29 "
            "(1 brick for 3, 2 food for 8, 1 tool for 5, 1 wine for 6, 1\n    cloth for 7) = 34\n" in text
        )
        assert "    Tribune: 2 × 2 = 4; counted: 2 colonists (Roma (land), Roma (sea))\n" in text
        assert "    Mercator: 0 × 2 = 0; counted: 0 kinds\n" in text
        assert text.count("\n  total: 7") == 2
        assert "Concordia: 7" not in text

    def test_explained_it_shows_the_concordia_card(self) -> None:
        houses = sorted(GAME.rules.boards["imperium"].cities[:15])
        base = start("imperium", 3)
        state: State = position(base, {"houses": houses}, concordia=0, last_turns=[2], to_play=1)
        assert "\n  Concordia: 7\n" in sheet_text(english(), GAME.spec, GAME.score(state), explain=True)
