"""Scenarios: positions in their short form, the language of changes, and what is told where one does not come out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from concordia_ref.engine.game import Game
from concordia_ref.engine.state import State
from concordia_ref.spec.errors import Malformed
from concordia_ref.suite.differences import at, differing
from concordia_ref.suite.positions import expand, orderly_draws
from concordia_ref.suite.scenarios import (
    Scenario,
    differences,
    expected_state,
    given_state,
    load_scenarios,
    merged,
    run,
    scenario_from,
    under_reading,
)
from concordia_ref.words.languages import english
from concordia_ref.words.naming import malformed_text
from concordia_ref.words.outcomes import changes_text

GAME = Game()
SHORT: dict[str, Any] = {"map": "imperium", "players": 3}


def position(**short: Any) -> State:
    return expand(GAME.rules, {**SHORT, **short})


def written(**keys: Any) -> Scenario:
    """A scenario as its file would hold it: seat 0 sells wine with the Mercator, if nothing else is said."""
    data = {
        "id": "a/b",
        "level": "core",
        "clauses": ["mercator.trade.sell"],
        "why": "because of this test",
        "given": {**SHORT, "seats": {"0": {"coins": 0, "goods": {"wine": 2}}}},
        "turn": "mercator; sell 2 wine",
    }
    return scenario_from({**data, **keys}, Path("nowhere"))


class TestPositions:
    def test_what_is_not_said_is_as_at_the_start(self) -> None:
        state = position()
        record = GAME.setup("imperium", 3, seed=0, interim=False)
        assert state == GAME.start(record._replace(draws=orderly_draws(GAME.rules, "imperium", 3, {})))
        assert (state.to_play, state.first_player, state.praefectus_magnus) == (0, 0, 2)

    def test_a_seat_differs_in_what_is_written(self) -> None:
        state = position(
            seats={
                "0": {
                    "coins": 15,
                    "goods": {"brick": 3},
                    "houses": ["colonia"],
                    "colonists": ["land@roma", "sea@roma"],
                },
                "1": {"pile": ["architect"], "owns": ["i_colonist"]},
            }
        )
        rich, other = state.players[0], state.players[1]
        assert (rich.coins, rich.houses) == (15, ("colonia",))
        assert GAME.rules.amounts(rich.goods) == {"brick": 3}
        assert rich.colonists == (("land", "roma"), ("sea", "roma"))
        assert other.pile == ("architect",)
        assert "architect" not in other.hand
        assert "i_colonist" in other.hand
        assert "i_colonist" not in (*state.display, *state.stack)
        assert state.players[2] == position().players[2]

    def test_tokens_that_are_not_wanted_go_to_the_other_cities_in_order(self) -> None:
        state, plain = position(city_goods={"massilia": "cloth"}), position()
        place = list(GAME.rules.boards["imperium"].cities).index("massilia")
        assert state.city_goods[place] == "cloth" != plain.city_goods[place]
        assert sorted(state.city_goods) == sorted(plain.city_goods)

    def test_the_display_shows_what_is_written_first(self) -> None:
        shown = ["i_mercator", "i_farmer", "i_mason", "i_diplomat", "i_colonist", "i_prefect", "i_architect"]
        state = position(display=shown)
        assert list(state.display) == shown
        assert sorted((*state.display, *state.stack)) == sorted((*position().display, *position().stack))

    def test_the_rest_of_the_cards_goes_to_a_seat(self) -> None:
        state = position(rest_to=1, display=["i_mercator"])
        assert (state.display, state.stack) == (("i_mercator",), ())
        assert len(state.players[1].hand) == 7 + len(position().display) + len(position().stack) - 1
        assert position(rest_to=1, concordia=0, last_turns=[2], to_play=1).display == ()

    def test_the_other_keys_are_taken_as_they_are(self) -> None:
        state = position(to_play=2, first_player=1, praefectus_magnus=0, coin_side=["syria", "gallia"])
        assert (state.to_play, state.first_player, state.praefectus_magnus) == (2, 1, 0)
        assert state.coin_side == ("gallia", "syria")
        over = position(rest_to=0, concordia=0, last_turns=[2], to_play=1)
        assert (over.concordia, over.last_turns) == (0, (2,))
        assert position(interim=[None, 5, None]).interim == (None, 5, None)

    @pytest.mark.parametrize(
        ("short", "told"),
        [
            ({"colour": "red"}, "unknown key 'colour'"),
            ({"sests": {}}, "unknown key 'sests'; did you mean 'seats'?"),
            ({"seats": {"0": {"coin": 3}}}, "/seats/0: unknown key 'coin'; did you mean 'coins'?"),
            ({"seats": {"0": {"coins": "3"}}}, "/seats/0/coins: '3' is not of type 'integer'"),
            ({"seats": {"0": []}}, "/seats/0: [] is not of type 'object'"),
            ({"seats": []}, "/seats: [] is not of type 'object'"),
            ({"seats": {"x": {}}}, "/seats: 'x' does not match"),
            ({"seats": {"3": {}}}, "/seats: there is no seat '3'"),
            ({"rest_to": 4}, "/seats: there is no seat '4'"),
            ({"seats": {"0": {"goods": {"beer": 1}}}}, "unknown key 'beer'"),
            ({"seats": {"0": {"pile": ["i_mercator"]}}}, "/seats/0/pile: 'i_mercator' is not among the cards"),
            ({"seats": {"0": {"pile": ["tribune", "tribune"]}}}, "/seats/0/pile: 'tribune' is not among the cards"),
            ({"seats": {"0": {"owns": ["i_nobody"]}}}, "there is no card 'i_nobody'"),
            ({"seats": {"0": {"houses": ["atlantis"]}}}, "there is no city 'atlantis'"),
            ({"seats": {"0": {"colonists": ["lnd@roma"]}}}, "/seats/0/colonists/0: 'lnd@roma' does not match"),
            ({"seats": {"0": {"colonists": ["land@atlantis"]}}}, "there is no line or city 'atlantis'"),
            ({"city_goods": {"massilia": "beer"}}, "/city_goods/massilia: no token 'beer' is left for 'massilia'"),
            ({"city_goods": {"atlantis": "wine"}}, "/city_goods/atlantis: no token 'wine' is left for 'atlantis'"),
            ({"city_goods": {"roma": "wine"}}, "/city_goods/roma: no token 'wine' is left for 'roma'"),
            ({"coin_side": ["narnia"]}, "unknown key 'narnia'"),
            ({"display": ["i_mercator"]}, "the display has 1 card; with 20 in the stack it must have 7"),
            ({"map": "narnia"}, "/map: there is no map 'narnia'"),
            ({"players": 2}, "/players: imperium is for 3, 4 or 5 players, not for 2"),
            ({"players": 9}, "/players: 9 is greater than the maximum of 5"),
        ],
    )
    def test_what_is_wrong_is_named_with_its_place(self, short: dict[str, Any], told: str) -> None:
        with pytest.raises(Malformed) as malformed:
            position(**short)
        assert told in malformed_text(english(), malformed.value)

    @pytest.mark.parametrize("short", [{}, {"map": "imperium"}, [], 5])
    def test_map_and_players_are_needed(self, short: Any) -> None:
        with pytest.raises(Malformed):
            expand(GAME.rules, short)


class TestMergedPositions:
    def test_differences_are_merged_key_by_key(self) -> None:
        base = {
            "map": "imperium",
            "seats": {"0": {"coins": 5, "goods": {"wine": 1}}, "1": {"coins": 2}},
            "display": [1],
        }
        more = {"seats": {"0": {"goods": {"brick": 2}}}, "display": [2], "to_play": 1}
        assert merged(base, more) == {
            "map": "imperium",
            "seats": {"0": {"coins": 5, "goods": {"wine": 1, "brick": 2}}, "1": {"coins": 2}},
            "display": [2],
            "to_play": 1,
        }
        assert base["display"] == [1]

    def test_a_scenario_begins_from_the_position_that_it_names(self, tmp_path: Path) -> None:
        (tmp_path / "positions").mkdir()
        (tmp_path / "positions" / "rich.yaml").write_text('map: italia\nplayers: 2\nseats: {"0": {coins: 50}}\n')
        data = {"id": "a/b", "level": "core", "clauses": [], "why": "", "turn": "tribune"}
        given = {"position": "rich", "seats": {"0": {"goods": {}}, "1": {"coins": 1}}}
        state = given_state(GAME, scenario_from({**data, "given": given}, tmp_path))
        assert [player.coins for player in state.players] == [50, 1]
        assert sum(state.players[0].goods) == 0

    def test_a_position_that_does_not_exist_is_named(self) -> None:
        with pytest.raises(Malformed, match="/given/position: there is no position 'poor'"):
            written(given={"position": "poor"})

    def test_all_scenarios_of_a_folder_are_read_in_the_order_of_their_ids(self, tmp_path: Path) -> None:
        for id in ("b/two", "a/one"):
            file = tmp_path / "scenarios" / f"{id}.yaml"
            file.parent.mkdir(parents=True)
            file.write_text(f"id: {id}\nlevel: core\nclauses: []\nwhy: because\ngiven: {{map: italia, players: 2}}\n")
        assert [scenario.id for scenario in load_scenarios(tmp_path)] == ["a/one", "b/two"]


class TestChanges:
    def after(self, changes: dict[str, Any], *turns: str) -> dict[str, Any]:
        return expected_state(GAME, position(), turns or ("tribune",), changes)

    def test_the_card_goes_to_the_pile_and_the_turn_passes_on(self) -> None:
        before, after = GAME.state_to_json(position()), self.after({})
        assert after["players"][0]["pile"] == ["tribune"]
        assert after["to_play"] == 1
        assert list(map(str, differing(before, after))) == [
            "to_play: expected 0, got 1",
            "players.0.hand: - tribune",
            "players.0.pile: + tribune",
        ]

    def test_every_turn_of_several_does_so(self) -> None:
        after = self.after({}, "tribune", "mercator", "senator", "architect")
        assert [player["pile"] for player in after["players"]] == [["tribune", "architect"], ["mercator"], ["senator"]]
        assert after["to_play"] == 1

    def test_passing_moves_no_card(self) -> None:
        after = self.after({}, "pass")
        assert after["players"] == GAME.state_to_json(position())["players"]
        assert after["to_play"] == 1

    def test_writing_such_a_key_replaces_that(self) -> None:
        after = self.after({"players.0.pile": [], "players.0.hand": ["-mercator"], "to_play": {"is": None}})
        assert after["players"][0]["pile"] == []
        assert "tribune" in after["players"][0]["hand"]
        assert after["to_play"] is None

    def test_numbers_are_differences_lists_hold_what_comes_and_goes_and_is_is_new(self) -> None:
        after = self.after(
            {
                "players.1.coins": -2,
                "players.1.colonists.land": ["-roma", "+massilia"],
                "markers.syria": {"is": "coins"},
                "display.0": {"is": "i_mason"},
            }
        )
        assert after["players"][1]["coins"] == position().players[1].coins - 2
        assert after["players"][1]["colonists"]["land"] == ["massilia"]
        assert after["markers"]["syria"] == "coins"
        assert after["display"][0] == "i_mason"

    @pytest.mark.parametrize(
        ("path", "change", "told"),
        [
            ("players.7.coins", 1, "a state has no '7' there"),
            ("players.0.coin", 1, "a state has no 'coin' there"),
            ("player", 1, "a state has no 'player' there"),
            ("markers.syria", 1, "1 is not a change of 'goods'"),
            ("players.0.coins", ["+x"], "['+x'] is not a change of 5"),
            ("players.0.hand", 1, "1 is not a change of ["),
            ("players.0.hand", ["-i_mercator"], "'i_mercator' cannot be removed: it is not there"),
        ],
    )
    def test_a_change_that_cannot_be_is_named(self, path: str, change: Any, told: str) -> None:
        with pytest.raises(Malformed) as malformed:
            self.after({path: change})
        assert str(malformed.value).startswith(f"/changes/{path}: ")
        assert told in malformed_text(english(), malformed.value)

    def test_no_turn_follows_the_end(self) -> None:
        over = position(rest_to=0, concordia=0, last_turns=[], to_play=None)
        with pytest.raises(Malformed, match="no turn follows the end of the game"):
            expected_state(GAME, over, ("tribune",), {})


# The card brings 3 coins and each wine 6.
RIGHT = {"players.0.coins": 15, "players.0.goods.wine": -2}
# Two colonists are worth 4 points to a Tribune. Vesta finds 15 coins with seat 0, and goods for 29 beside 6 and 7 coins
# with the others; the tie of these goes to the holder of the Praefectus Magnus, seat 2.
SCORES = [4 + 1, 4 + 3, 4 + 3]


class TestDifferences:
    @pytest.mark.parametrize(
        "keys",
        [
            {"changes": RIGHT},
            {"changes": RIGHT, "scores": SCORES, "winner": 2},
            {"holds": {"players.0.coins": 15, "to_play": 1}},
            {"turn": "mercator; sell 3 wine", "refused": "mercator.trade.stock"},
            {"turns": ["mercator; sell 2 wine", "tribune"], "holds": {"to_play": 2}},
        ],
    )
    def test_there_are_none_where_it_comes_out(self, keys: dict[str, Any]) -> None:
        assert differences(GAME, written(**keys)) == []

    @pytest.mark.parametrize(
        ("keys", "told"),
        [
            ({"changes": {**RIGHT, "players.0.coins": 14}}, ["players.0.coins: expected 14, got 15"]),
            ({}, ["players.0.coins: expected 0, got 15", "players.0.goods.wine: expected 2, got 0"]),
            ({"changes": RIGHT, "scores": [0, 0, 0]}, ["scores: expected (0, 0, 0), got (5, 7, 7)"]),
            ({"changes": RIGHT, "winner": 0}, ["winner: expected 0, got 2"]),
            ({"holds": {"players.0.coins": 3, "to_play": 1}}, ["players.0.coins: expected 3, got 15"]),
            ({"holds": {"players.9.coins": 3}}, ["players.9.coins: expected 3, got nothing"]),
            ({"refused": "mercator.trade.stock"}, ["expected a refusal by mercator.trade.stock, got a legal turn"]),
            (
                {"turn": "mercator; sell 3 wine", "refused": "mercator.trade.money"},
                ["expected a refusal by mercator.trade.money, got mercator.trade.stock"],
            ),
            (
                {"turn": "mercator; sell 3 wine", "changes": {}},
                ["expected a legal turn, got a refusal by mercator.trade.stock"],
            ),
        ],
    )
    def test_they_tell_what_is_not_as_expected(self, keys: dict[str, Any], told: list[str]) -> None:
        found = differences(GAME, written(**keys))
        assert len(found) == len(told)
        for text, beginning in zip(found, told, strict=True):
            assert text.startswith(beginning)

    def test_a_set_up_is_shown_by_what_holds(self) -> None:
        setup = {"map": "italia", "players": 2, "first_player": 1, "interim": True, "city_goods": {}}
        data = {"id": "a/b", "level": "core", "clauses": [], "why": "", "given": {"setup": setup}}
        scenario = scenario_from({**data, "holds": {"to_play": 1, "interim": [None, None]}}, Path())
        assert differences(GAME, scenario) == []
        assert run(GAME, scenario).refused == ()

    def test_a_reading_may_ask_for_another_turn(self) -> None:
        readings = {
            "other": {"turn": "mercator; sell 1 wine", "changes": {"players.0.coins": 9, "players.0.goods.wine": -1}},
            "refusing": {"refused": "mercator.trade.sell"},
        }
        scenario = written(changes=RIGHT, readings=readings)
        other, refusing = under_reading(scenario, "other"), under_reading(scenario, "refusing")
        assert differences(GAME, other) == []
        assert refusing.turns == scenario.turns
        assert differences(GAME, refusing) == ["expected a refusal by mercator.trade.sell, got a legal turn"]


class TestComparison:
    @pytest.mark.parametrize(
        ("wanted", "got"),
        [
            ({"hand": ["b", "a"]}, {"hand": ["a", "b"]}),
            ({"players": [{"houses": ["x", "y"]}]}, {"players": [{"houses": ["y", "x"]}]}),
            ({"colonists": {"land": ["x", "y"]}}, {"colonists": {"land": ["y", "x"]}}),
        ],
    )
    def test_the_order_of_hands_houses_and_colonists_means_nothing(self, wanted: Any, got: Any) -> None:
        assert list(map(str, differing(wanted, got))) == []

    @pytest.mark.parametrize(
        ("wanted", "got", "told"),
        [
            ({"pile": ["b", "a"]}, {"pile": ["a", "b"]}, "pile: expected ['b', 'a'], got ['a', 'b']"),
            ({"hand": ["a"]}, {"hand": ["a", "a"]}, "hand: + a"),
            ({"hand": ["a", "b"]}, {"hand": ["c", "b"]}, "hand: - a + c"),
            ({"last_turns": [1]}, {"last_turns": [True]}, "last_turns: expected [1], got [True]"),
            ({"a": [{"b": 1}]}, {"a": [{"b": True}]}, "a: expected [{'b': 1}], got [{'b': True}]"),
            ({"a": 1}, {"a": True}, "a: expected 1, got True"),
            ({"a": 0}, {"a": False}, "a: expected 0, got False"),
            ({"a": None}, {}, "a: expected None, got nothing"),
            ({}, {"a": None}, "a: expected nothing, got None"),
            ({"players": [{}, {}]}, {"players": [{}]}, "players: expected [{}, {}], got [{}]"),
            ({"players": [{"coins": 1}]}, {"players": ["rich"]}, "players.0: expected {'coins': 1}, got rich"),
            ({"a": {"b": 1}}, {"a": [1]}, "a: expected {'b': 1}, got [1]"),
            ({"a": 1}, 5, "the state: expected {'a': 1}, got 5"),
            ({"hand": ["a"]}, {"hand": [{"card": "a"}]}, "hand: expected ['a'], got [{'card': 'a'}]"),
            ({"hand": ["a"]}, {"hand": [None, ["a"], 1]}, "hand: expected ['a'], got [1, None, ['a']]"),
        ],
    )
    def test_everything_else_is_told(self, wanted: Any, got: Any, told: str) -> None:
        assert list(map(str, differing(wanted, got))) == [told]

    def test_a_place_that_is_not_there_holds_nothing(self) -> None:
        assert repr(at({"a": [1]}, "a.3")) == "nothing"
        assert at({"a": [1]}, "a.0") == 1


class TestOutcomes:
    def told(self, before: State, turn: str) -> str:
        return changes_text(english(), GAME, before, GAME.play(before, turn))

    def test_coins_and_goods_are_told_by_player(self) -> None:
        before = position(seats={"0": {"coins": 0, "goods": {"wine": 2}}})
        told = "Red pays 2 wine, receives 15 sestertii and now has 15 sestertii"
        assert self.told(before, "mercator; sell 2 wine") == told

    def test_houses_and_colonists_are_told_with_their_place(self) -> None:
        city = "aquileia"
        before = position(
            city_goods={city: "brick"},
            seats={"0": {"coins": 5, "goods": {"food": 2, "tool": 1}, "colonists": ["land@aquileia~roma:land"]}},
        )
        built = self.told(before, f"architect; build {city}")
        assert "builds a house in Aquileia" in built
        assert "now has 4 sestertii" in built
        assert "pays 1 sestertius and 1 food" in built
        # The points that the colonist brings are not told.
        placed = self.told(before, "tribune; place sea@roma")
        assert placed == "Red pays 1 food and 1 tool and brings a sea colonist to Roma"

    def test_a_bought_card_is_told(self) -> None:
        before = position(seats={"0": {"goods": {"food": 1, "tool": 1, "cloth": 3, "wine": 1}}})
        told = self.told(before, "senator; cards i_architect")
        assert "takes the Architect (I)" in told

    def test_markers_and_the_praefectus_magnus_are_told(self) -> None:
        before = position(praefectus_magnus=0, seats={"0": {"goods": {}}})
        told = self.told(before, "prefect produce; province syria")
        assert "the Praefectus Magnus goes to Yellow" in told
        assert "markers coin side up: Syria" in told
        collected = position(coin_side=["syria"])
        assert "markers coin side up: none" in self.told(collected, "prefect collect")

    def test_the_concordia_card_and_the_end_are_told(self) -> None:
        before = position(display=["i_mercator"], rest_to=2, seats={"0": {"goods": {"wine": 2}}})
        told = self.told(before, "senator; cards i_mercator")
        assert "Red takes the Concordia card" in told
        last = position(rest_to=0, concordia=0, last_turns=[], to_play=2)
        assert self.told(last, "mercator").endswith("the game is over")

    def test_nothing_is_told_where_nothing_changes(self) -> None:
        before = position()
        assert self.told(before, "senator") == "nothing changes"
        assert changes_text(english(), GAME, before, before) == "Red plays again"
