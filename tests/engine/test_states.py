"""States as JSON: everything that can be wrong with one, and its forms that lead back to it."""

from __future__ import annotations

import ast
import copy
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from concordia_ref import engine
from concordia_ref.engine.state import Player, State, canonical_json
from concordia_ref.spec.errors import Malformed
from concordia_ref.words.languages import english
from concordia_ref.words.naming import problem_text
from concordia_ref.words.tabletop import position_text
from tests.play_schemas import faults
from tests.positions import GAME, HAND, dealt, piled, play, position, position_json, start, stock

Json = dict[str, Any]
IMPERIUM = start("imperium", 3)
CITIES = GAME.rules.boards["imperium"].cities


def player(seat: int, **changes: Any) -> Json:
    seats: list[Json] = [{} for _ in range(seat)]
    return position_json(IMPERIUM, *seats, changes)


def top(**changes: Any) -> Json:
    return position_json(IMPERIUM, **changes)


def without(key: str, *path: str | int) -> Json:
    data = copy.deepcopy(IMPERIUM)
    around: Any = data
    for step in path:
        around = around[step]
    del around[key]
    return data


def colonists(land: list[str], sea: list[str]) -> Json:
    return {"colonists": {"land": land, "sea": sea}}


FIFTEEN = sorted(CITIES[:15])
ENDED = position_json(IMPERIUM, {"houses": FIFTEEN}, concordia=0, last_turns=[2], to_play=1)


def sold_out() -> Json:
    """Seat 0 holds every card that was for sale."""
    data = copy.deepcopy(IMPERIUM)
    data["players"][0]["hand"] += [*data["display"], *data["stack"]]
    return {**data, "display": [], "stack": []}


def ended(**changes: Any) -> Json:
    return position_json(ENDED, **changes)


# One damaged state after another, with the place and the name of its only fault.
DAMAGED: list[tuple[str, Json, str, str]] = [
    ("not a list", top(players={}), "/players", "type"),
    ("nothing where a list must be", top(display=None), "/display", "type"),
    ("players are nothing", top(players=None), "/players", "type"),
    ("a player is not an object", top(players=[[], *IMPERIUM["players"][1:]]), "/players/0", "type"),
    ("the map is nothing", top(map=None), "/map", "type"),
    ("the map is a number", top(map=3), "/map", "type"),
    ("no such map", top(map="imperum"), "/map", "unknown-id"),
    ("no map", without("map"), "", "missing-key"),
    ("no players", without("players"), "", "missing-key"),
    ("no to_play", without("to_play"), "", "missing-key"),
    ("no first player", without("first_player"), "", "missing-key"),
    ("no city goods", without("city_goods"), "", "missing-key"),
    ("no markers", without("markers"), "", "missing-key"),
    ("no display", without("display"), "", "missing-key"),
    ("no stack", without("stack"), "", "missing-key"),
    ("no magnus", without("praefectus_magnus"), "", "missing-key"),
    ("no concordia", without("concordia"), "", "missing-key"),
    ("no last turns", without("last_turns"), "", "missing-key"),
    ("no interim", without("interim"), "", "missing-key"),
    ("a city without a good", without("isca", "city_goods"), "/city_goods", "missing-key"),
    ("a province without a marker", without("syria", "markers"), "/markers", "missing-key"),
    ("no coins", without("coins", "players", 1), "/players/1", "missing-key"),
    ("no goods", without("goods", "players", 1), "/players/1", "missing-key"),
    ("no hand", without("hand", "players", 1), "/players/1", "missing-key"),
    ("no pile", without("pile", "players", 1), "/players/1", "missing-key"),
    ("no houses", without("houses", "players", 1), "/players/1", "missing-key"),
    ("no colonists", without("colonists", "players", 1), "/players/1", "missing-key"),
    ("no land colonists", without("land", "players", 1, "colonists"), "/players/1/colonists", "missing-key"),
    ("unknown key", top(plaers=[]), "", "unknown-key"),
    ("unknown key of a player", player(2, coin=3), "/players/2", "unknown-key"),
    ("unknown good", player(0, goods={"marble": 1}), "/players/0/goods", "unknown-key"),
    (
        "unknown good of a city",
        top(city_goods={**IMPERIUM["city_goods"], "isca": "fish"}),
        "/city_goods/isca",
        "unknown-id",
    ),
    ("roma has no good", top(city_goods={**IMPERIUM["city_goods"], "roma": "food"}), "/city_goods", "unknown-key"),
    ("a third side", top(markers={**IMPERIUM["markers"], "asia": "edge"}), "/markers/asia", "type"),
    ("unknown card", player(1, hand=["tribun", *HAND]), "/players/1/hand/0", "unknown-id"),
    ("card that is no text", top(stack=[1, *IMPERIUM["stack"]]), "/stack/0", "type"),
    ("house in no city", player(0, houses=["atlantis"]), "/players/0/houses/0", "unknown-id"),
    ("colonist nowhere", player(0, **colonists(["atlantis"], [])), "/players/0/colonists/land/0", "unknown-id"),
    ("coins are text", player(0, coins="5"), "/players/0/coins", "type"),
    ("coins are nothing", player(0, coins=None), "/players/0/coins", "type"),
    ("coins are true", player(0, coins=True), "/players/0/coins", "type"),
    ("coins are not whole", player(0, coins=1.5), "/players/0/coins", "type"),
    ("negative coins", player(0, coins=-1), "/players/0/coins", "negative"),
    ("goods are a list", player(0, goods=[]), "/players/0/goods", "type"),
    ("goods are nothing", player(0, goods=None), "/players/0/goods", "type"),
    ("negative goods", player(0, goods=stock(brick=-1)), "/players/0/goods/brick", "negative"),
    ("colonists are nothing", player(0, colonists=None), "/players/0/colonists", "type"),
    ("pile is nothing", player(0, pile=None), "/players/0/pile", "type"),
    ("two players on Imperium", top(players=IMPERIUM["players"][:2], praefectus_magnus=1), "/players", "players"),
    ("no such seat to play", top(to_play=3), "/to_play", "seat"),
    ("seat is text", top(to_play="0"), "/to_play", "type"),
    ("the first player is nobody", top(first_player=None), "/first_player", "type"),
    ("no such seat with the magnus", top(praefectus_magnus=-1), "/praefectus_magnus", "seat"),
    ("last turns are a number", ended(last_turns=2), "/last_turns", "type"),
    ("no such seat in the last turns", ended(last_turns=[7]), "/last_turns/0", "seat"),
    ("two entries for three players", top(interim=[None, 3]), "/interim", "interim"),
    ("negative points", top(interim=[None, 3, -1]), "/interim/2", "negative"),
    ("everyone was scored", top(interim=[3, 4, 5]), "/interim", "interim-over"),
    # What is written properly but cannot be so.
    (
        "two cloth cities of letter A",
        top(city_goods={**IMPERIUM["city_goods"], "isca": "cloth"}),
        "/city_goods",
        "city-tokens",
    ),
    ("sixteen houses", position_json(ENDED, {"houses": sorted(CITIES[:16])}), "/players/0/houses", "houses"),
    ("a house in Roma", player(0, houses=["roma"]), "/players/0/houses", "house-in-start-city"),
    ("two own houses in a city", player(0, houses=["isca", "isca"]), "/players/0/houses", "house-twice"),
    ("four land colonists", player(0, **colonists(["roma"] * 4, [])), "/players/0/colonists/land", "colonists"),
    (
        "more colonists than there are of both kinds",
        player(0, **colonists(["roma"] * 8, ["roma"])),
        "/players/0/colonists/land",
        "colonists",
    ),
    (
        "two colonists on a line",
        position_json(IMPERIUM, colonists(["novaria~roma:land"], []), colonists(["novaria~roma:land"], [])),
        "/players/1/colonists/land",
        "line-shared",
    ),
    (
        "land colonist at sea",
        player(0, **colonists(["massilia~roma:sea"], [])),
        "/players/0/colonists/land",
        "wrong-line",
    ),
    (
        "colonist in a strange city",
        player(0, **colonists(["isca"], [])),
        "/players/0/colonists/land",
        "colonist-in-city",
    ),
    (
        "sea colonist inland",
        player(0, houses=["lutetia"], **colonists([], ["lutetia"])),
        "/players/0/colonists/sea",
        "colonist-in-city",
    ),
    # Four colonists leave eight spaces.
    ("nine goods", player(0, goods=stock(brick=9)), "/players/0/goods", "storehouse"),
    (
        "thirteen goods",
        player(0, goods=stock(brick=13), **colonists(["roma"] * 3, ["roma"] * 3)),
        "/players/0/goods",
        "storehouse",
    ),
    ("no Tribune", player(0, hand=list(HAND[:6])), "/players/0/hand", "starting-cards"),
    ("three Prefects", player(0, hand=[*HAND, "prefect"]), "/players/0/hand", "starting-cards"),
    ("a Tribune on the pile", player(0, **piled("tribune")), "/players/0/pile/0", "tribune-on-pile"),
    ("two holders of a card", position_json(IMPERIUM, {"hand": [*HAND, "i_mason"]}), "/display/5", "card-twice"),
    ("a lost card", top(stack=IMPERIUM["stack"][:-1]), "/stack", "card-missing"),
    (
        "a card of deck IV with three players",
        top(stack=[*IMPERIUM["stack"], "iv_consul"]),
        "/stack/14",
        "card-not-in-game",
    ),
    ("a starting card for sale", top(stack=[*IMPERIUM["stack"], "tribune"]), "/stack/14", "card-not-for-sale"),
    (
        "six cards on the display",
        top(display=IMPERIUM["display"][:6], stack=[IMPERIUM["display"][6], *IMPERIUM["stack"]]),
        "/display",
        "display-size",
    ),
    (
        "deck II above deck I",
        top(stack=[IMPERIUM["stack"][1], IMPERIUM["stack"][0], *IMPERIUM["stack"][2:]]),
        "/stack/1",
        "stack-order",
    ),
    ("last turns without the Concordia card", top(last_turns=[1]), "/concordia", "concordia"),
    ("the Concordia card without last turns", ended(last_turns=None), "/concordia", "concordia"),
    ("the Concordia card too early", top(concordia=0, last_turns=[2], to_play=1), "/concordia", "concordia-early"),
    ("no card for sale and no end", sold_out(), "/concordia", "concordia-late"),
    ("fifteen houses and no end", player(0, houses=FIFTEEN), "/concordia", "concordia-late-houses"),
    ("over though nothing has ended", top(to_play=None), "/to_play", "over"),
    ("over though seats are left", ended(to_play=None), "/to_play", "over"),
    ("the trigger plays again", ended(last_turns=[2, 0]), "/last_turns", "last-turns"),
    ("out of order", ended(to_play=2, last_turns=[1]), "/last_turns", "last-turns"),
]


class TestProblems:
    @pytest.mark.parametrize(("data", "pointer", "code"), [row[1:] for row in DAMAGED], ids=[row[0] for row in DAMAGED])
    def test_a_fault_is_named_with_its_place(self, data: Json, pointer: str, code: str) -> None:
        assert [(problem.pointer, problem.code) for problem in GAME.problems(data)] == [(pointer, code)]
        with pytest.raises(Malformed) as refused:
            GAME.state_from_json(data)
        assert (refused.value.code, refused.value.pointer) == ("state", pointer)
        assert str(GAME.problems(data)[0]) in str(refused.value)

    def test_every_name_of_a_fault_is_shown_above(self) -> None:
        assert {code for _, _, _, code in DAMAGED} == {
            key.removeprefix("problem.") for key in english().messages if key.startswith("problem.")
        }

    @pytest.mark.parametrize("data", [None, [], "state", 7])
    def test_what_is_no_object_is_no_state(self, data: Any) -> None:
        assert [(problem.pointer, problem.code) for problem in GAME.problems(data)] == [("", "type")]
        with pytest.raises(Malformed):
            GAME.state_from_json(data)

    def test_all_faults_are_told_at_once(self) -> None:
        data = position_json(IMPERIUM, {"coins": "five"}, {"houses": ["atlantis"]}, to_play=9, display=None)
        assert {(problem.pointer, problem.code) for problem in GAME.problems(data)} == {
            ("/players/0/coins", "type"),
            ("/players/1/houses/0", "unknown-id"),
            ("/to_play", "seat"),
            ("/display", "type"),
        }
        unlikely = position_json(IMPERIUM, {"houses": ["roma"]}, {"goods": stock(food=9)}, stack=IMPERIUM["stack"][1:])
        assert {problem.code for problem in GAME.problems(unlikely)} == {
            "house-in-start-city",
            "storehouse",
            "card-missing",
        }

    def test_a_card_of_a_deck_that_is_not_used_does_not_disturb_the_order_of_the_stack(self) -> None:
        data = top(stack=["v_consul", *IMPERIUM["stack"]])
        assert [problem.code for problem in GAME.problems(data)] == ["card-not-in-game"]

    def test_a_misspelt_name_is_recognized(self) -> None:
        (problem,) = GAME.problems(top(map="imperum"))
        assert problem.facts["meant"] == "imperium"
        assert problem_text(english(), problem) == "/map: there is no map 'imperum'; did you mean 'imperium'?"

    def test_an_empty_display_needs_the_concordia_card(self) -> None:
        data = copy.deepcopy(IMPERIUM)
        data["players"][0]["hand"] += [*data["display"], *data["stack"]]
        data |= {"display": [], "stack": []}
        (problem,) = GAME.problems(data)
        assert problem.code == "concordia-late"
        assert GAME.problems(data | {"concordia": 0, "last_turns": [2], "to_play": 1}) == []

    @pytest.mark.parametrize("left", [{"to_play": 1, "last_turns": [2]}, {"to_play": 2, "last_turns": []}])
    def test_the_last_turns_may_have_begun(self, left: Json) -> None:
        assert GAME.problems(ended(**left)) == []

    def test_the_game_may_be_over(self) -> None:
        assert GAME.problems(ended(to_play=None, last_turns=[])) == []


STATES: dict[str, Callable[[], State]] = {
    "start": lambda: position(IMPERIUM),
    "interim": lambda: position(start("italia", 4, interim=True), interim=[None, 5, None, None]),
    "ended": lambda: GAME.state_from_json(ENDED),
    "over": lambda: GAME.state_from_json(ended(to_play=None, last_turns=[])),
    "houses": lambda: position(dealt(IMPERIUM, {1: ["i_mason"]}), {"houses": ["isca"], **colonists(["isca"], [])}),
}


@pytest.mark.parametrize("name", STATES)
class TestForms:
    def test_json_leads_back_to_the_state_and_follows_its_schema(self, name: str) -> None:
        state = STATES[name]()
        data = GAME.state_to_json(state)
        assert faults("state", data) == []
        assert GAME.state_from_json(json.loads(json.dumps(data))) == state

    def test_repr_is_code_that_rebuilds_the_state(self, name: str) -> None:
        state = STATES[name]()
        assert eval(repr(state), {"State": State, "Player": Player}) == state

    def test_the_position_can_be_told_in_words(self, name: str) -> None:
        state = STATES[name]()
        text = position_text(english(), GAME.rules, state)
        assert len(text.splitlines()) >= 1 + len(state.players)


class TestDigest:
    def test_equal_states_have_the_same_digest_however_they_are_written(self) -> None:
        data = GAME.state_to_json(
            position(IMPERIUM, {"houses": ["isca", "lutetia"], **colonists(["isca", "roma"], ["roma"])})
        )
        other = dict(reversed(copy.deepcopy(data).items()))
        first = other["players"][0]
        first["hand"].reverse()
        first["houses"].reverse()
        first["colonists"]["land"].reverse()
        first["goods"] = dict(reversed(first["goods"].items()))
        other["city_goods"] = dict(reversed(other["city_goods"].items()))
        del other["players"][1]["goods"]["brick"]
        other["players"][1]["goods"] |= {"brick": 1}
        assert GAME.digest(GAME.state_from_json(other)) == GAME.digest(GAME.state_from_json(data))

    def test_goods_that_are_not_named_are_none(self) -> None:
        sparse = position(IMPERIUM, {"goods": {"wine": 2}})
        assert sparse == position(IMPERIUM, {"goods": stock(wine=2)})

    def test_what_makes_a_difference_changes_the_digest(self) -> None:
        states = [
            position(IMPERIUM),
            position(IMPERIUM, to_play=1),
            position(IMPERIUM, {"coins": 6}),
            position(IMPERIUM, piled("mercator", "senator")),
            position(IMPERIUM, piled("senator", "mercator")),
            position(IMPERIUM, display=[*IMPERIUM["display"][1::-1], *IMPERIUM["display"][2:]]),
        ]
        assert len({GAME.digest(state) for state in states}) == len(states)

    def test_canonical_json_has_sorted_keys_and_no_spaces(self) -> None:
        assert canonical_json({"b": [1, None], "a": "ÆÆ"}) == '{"a":"ÆÆ","b":[1,null]}'


class TestTurnForms:
    def test_repr_shows_the_notation_from_which_the_turn_can_be_read(self) -> None:
        state = position(IMPERIUM)
        for number in range(20):
            turn = GAME.random_turn(state, Random(number))
            assert repr(turn) == f"<Turn {turn}>"
            assert GAME.turn(state, str(turn)) == turn

    def test_a_state_never_changes_while_it_is_played_on(self) -> None:
        state = position(IMPERIUM)
        before = GAME.digest(state)
        play(state, "architect; move land@roma > novaria~roma:land; build novaria")
        assert GAME.digest(state) == before


class TestTabletop:
    def test_everything_that_lies_open_is_shown(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("COLUMNS", "120")
        state = position(
            IMPERIUM,
            {**piled("mercator"), "houses": ["novaria"], **colonists(["novaria~roma:land"], ["roma"])},
            markers={**IMPERIUM["markers"], "asia": "coins"},
        )
        lines = position_text(english(), GAME.rules, state).splitlines()
        # Room: twelve spaces, six goods, four colonists.
        assert [*lines[1].split(), *lines[2].split(), *lines[3].split()] == [
            *("Red", "▶", "5", "1", "2", "1", "1", "1", "2", "1", "6", "Mercator"),
            *("Novaria–Roma", "(1", "land", "colonist),", "Roma", "(1", "sea", "colonist)"),
        ]
        assert lines[6].split()[:3] == ["Yellow", "M", "7"]
        assert "  Red's houses: Novaria" in lines
        assert any(
            line.startswith("  for sale: Architect (I), Prefect (I) +?, Mercator (I) +?, Colonist (I) +cloth")
            for line in lines
        )
        assert "Mason (I) +?\n  +cloth, Farmer (I) +cloth +cloth; cards left in the stack: 14" in "\n".join(lines)
        assert lines[-1] == "  bonus markers coin side up: Asia"

    def test_the_end_shows_too(self) -> None:
        data = sold_out()
        data |= {"concordia": 0, "last_turns": [2], "to_play": 1}
        text = position_text(english(), GAME.rules, GAME.state_from_json(data))
        assert "  for sale: none; cards left in the stack: 0\n" in text
        assert "  bonus markers coin side up: none\n" in text
        assert text.endswith("  Red has the Concordia card")


def test_states_change_by_field_name() -> None:
    # So that a new field of a player or a state keeps its value through a turn that knows nothing of it.
    sources = Path(engine.__path__[0]).rglob("*.py")
    makers = {source.name for source in sources for called in _calls(source) if called in ("Player", "State", "_make")}
    assert makers == {"setup.py", "state_json.py"}


def _calls(source: Path) -> list[str]:
    """The names of the functions and classes that a module calls, without what they belong to."""
    calls = [node.func for node in ast.walk(ast.parse(source.read_text("utf-8"))) if isinstance(node, ast.Call)]
    return [ast.unparse(called).rpartition(".")[2] for called in calls]
