"""The score sheet: what was counted for every card, as data, as JSON and as text. What it is worth, scenarios say."""

from __future__ import annotations

import pytest

from concordia_ref.engine.scoring import GodScore
from concordia_ref.engine.state import State
from concordia_ref.suite.scenarios import given_state, load_scenario
from concordia_ref.words.languages import english
from concordia_ref.words.sheet import sheet_text
from tests.play_schemas import faults
from tests.positions import GAME, colonists, dealt, position, start, stock

# A city of each good in Britannia, Gallia, Germania, Mauretania and Libya.
CITIES = {"isca": "brick", "lutetia": "food", "colonia": "tool", "rusadir": "wine", "cyrene": "cloth"}


class TestDerivation:
    """Everything that was counted can be read off the sheet."""

    state = position(
        dealt(start("imperium", 3, CITIES), {0: ["i_farmer"]}),
        {
            "coins": 6,
            "goods": stock(food=2),
            "houses": ["isca", "lutetia"],
            **colonists(["isca"], ["roma"]),
        },
    )
    score = GAME.score(state).players[0]

    def entry(self, god: str) -> GodScore:
        (found,) = (entry for entry in self.score.gods if entry.god == god)
        return found

    def test_coins_and_goods(self) -> None:
        counted = self.entry("vesta").cards[0].counted
        assert counted.number == 14
        assert [part.number for part in counted.parts] == [6, 8]
        assert counted.parts[1].items == (("food", 2, 8),)

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
        counted = self.entry(god).cards[0].counted
        assert (counted.items, counted.number) == (items, len(items))

    def test_the_cards_of_the_player_stand_under_their_gods(self) -> None:
        assert {god.god: [card.card for card in god.cards] for god in self.score.gods} == {
            "vesta": ["senator"],
            "jupiter": ["architect", "diplomat"],
            "saturnus": ["prefect", "prefect"],
            "mercurius": ["mercator"],
            "mars": ["tribune"],
            "minerva": ["i_farmer"],
        }

    def test_a_card_names_its_maximum_on_this_map(self) -> None:
        assert [god.cards[0].at_most for god in self.score.gods] == [None, 15, 12, 10, 12, None]
        italia = GAME.score(ITALIA).players[0]
        assert [god.cards[0].at_most for god in italia.gods if god.god == "saturnus"] == [11]

    def test_a_card_on_the_pile_counts_and_is_listed_like_one_in_the_hand(self) -> None:
        player = self.state.players[0]
        played = player._replace(hand=("tribune",), pile=tuple(card for card in player.hand if card != "tribune"))
        assert GAME.score(self.state.with_player(0, played)).players[0] == self.score


def test_every_term_of_the_example_of_114_points_is_on_the_sheet() -> None:
    sheet = GAME.score(given_state(GAME, load_scenario("scoring/one-hundred-and-fourteen")))
    score = sheet.players[0]
    assert {god.god: god.total for god in score.gods} == {
        "vesta": 3,  # 7 + 15 + 3 for goods and 13 coins are 38: three full tens
        "jupiter": 2 * 9,
        "saturnus": 4 * 7,
        "mercurius": 2 * 8,
        "mars": 3 * 10,
        "minerva": 4 * 3,
    }
    assert (score.concordia, score.total) == (7, 114)
    assert [player.concordia for player in sheet.players] == [7, 0, 0]


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
        assert lines[0].split() == ["Red", "Green"]
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
        assert lines[10] == f"  Red    {'█' * 40}    7"
        assert lines[11] == f"  Green  {'█' * 40}    7  ← winner"
        assert lines[-1] == "  Green wins the tie-break, which the Praefectus Magnus decides."

    def test_without_a_tie_the_tie_break_is_not_mentioned(self) -> None:
        state = position(start("italia", 2), {"coins": 15})
        text = sheet_text(english(), GAME.spec, GAME.score(state), explain=False)
        # 15 + 29 are four full tens: 8 points against 7, whose bar is 7/8 of 40 long.
        assert f"  Green  {'█' * 35}{' ' * 5}    7\n" in text
        assert text.endswith("  Red wins.")

    def test_nobody_with_points_has_no_bars(self) -> None:
        nobody = {"coins": 0, "goods": stock(), **colonists()}
        text = sheet_text(english(), GAME.spec, GAME.score(position(start("italia", 2), nobody, nobody)), explain=False)
        assert "█" not in text

    def test_explained_it_says_what_was_counted(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("COLUMNS", "120")
        text = sheet_text(english(), GAME.spec, GAME.score(ITALIA), explain=True)
        assert (
            "    Senator: 3 × 1 = 3; counted: 5 sestertii + goods worth 29 "
            "(1 brick for 3, 2 food for 8, 1 tool for 5, 1 wine for 6,\n    1 cloth for 7) = 34\n" in text
        )
        assert "    Tribune: 2 × 2 = 4; counted: 2 colonists (Roma: 1 land colonist and 1 sea colonist)\n" in text
        assert "    Mercator: 0 × 2 = 0; counted: 0 kinds\n" in text
        assert text.count("\n  total: 7") == 2
        assert "Concordia: 7" not in text

    def test_explained_it_shows_the_concordia_card(self) -> None:
        houses = sorted(GAME.rules.boards["imperium"].cities[:15])
        base = start("imperium", 3)
        state: State = position(base, {"houses": houses}, concordia=0, last_turns=[2], to_play=1)
        assert "\n  Concordia: 7\n" in sheet_text(english(), GAME.spec, GAME.score(state), explain=True)
