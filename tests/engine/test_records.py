"""Game files: they replay to the same positions anywhere, and a damaged one is refused with the place of the damage."""

from __future__ import annotations

import copy
import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from concordia_ref.engine.errors import Refused
from concordia_ref.engine.record import Record
from concordia_ref.spec.documents import read_document, read_file, write_json
from concordia_ref.spec.errors import Malformed
from tests.play_schemas import faults
from tests.positions import GAME
from tests.random_games import records

Json = dict[str, Any]
TURNS = [
    {"card": "mercator", "sell": {"wine": 1}},
    {"card": "architect", "moves": [{"colonist": "land@roma", "to": "novaria~roma:land"}]},
    {"card": "tribune"},
]


def game_file(**changes: Any) -> Json:
    """A game of three on Imperium, with seat 0 first and three turns played."""
    data = copy.deepcopy(GAME.setup("imperium", 3, seed=1).to_json())
    assert data["draws"]["first_player"] == 0
    return data | {"turns": copy.deepcopy(TURNS)} | changes


def drawn(**changes: Any) -> Json:
    data = game_file()
    data["draws"] |= changes
    return data


def without(key: str, part: str | None = None) -> Json:
    data = game_file()
    del (data[part] if part else data)[key]
    return data


def read(data: Any) -> Record:
    return GAME.record_from_json(data)


class TestReplay:
    def test_a_game_is_its_set_up_and_its_turns(self) -> None:
        states = list(GAME.replay(read(game_file())))
        assert [state.to_play for state in states] == [0, 1, 2, 0]
        # Five coins, three from the Mercator and six for the wine.
        assert states[1].players[0].coins == 5 + 3 + 6
        assert states[-1].players[1].colonists == (("land", "novaria~roma:land"), ("sea", "roma"))

    def test_before_the_first_turn_there_is_one_position(self) -> None:
        record = read(game_file(turns=[]))
        assert list(GAME.replay(record)) == [GAME.start(record)]

    def test_an_illegal_turn_in_the_middle_is_refused_with_its_number(self) -> None:
        wrong = [TURNS[0], {"card": "architect", "builds": ["roma", "isca"]}, TURNS[2]]
        replay = GAME.replay(read(game_file(turns=wrong)))
        next(replay)
        next(replay)
        with pytest.raises(Refused) as refused:
            next(replay)
        assert refused.value.pointer == "/turns/1/builds/1"
        assert [violation.pointer for violation in refused.value.violations] == [
            "/turns/1/builds/1",
            "/turns/1/builds/0",
        ]
        assert str(refused.value).startswith("/turns/1/builds/1: architect.build.adjacent")

    def test_an_incomplete_turn_in_the_middle_is_refused_with_its_number(self) -> None:
        replay = GAME.replay(read(game_file(turns=[{"card": "prefect"}])))
        next(replay)
        with pytest.raises(Malformed) as error:
            next(replay)
        assert (error.value.code, error.value.pointer) == ("incomplete", "/turns/0")

    def test_a_turn_after_the_end_is_refused(self) -> None:
        record = read(game_file())
        state = list(GAME.replay(record))[-1]._replace(to_play=None)
        with pytest.raises(Refused) as refused:
            GAME.play(state, record.turns[0])
        assert refused.value.clause == "end.last-turn"


# Damaged game files: the file, the code, and where.
DAMAGED: list[tuple[Any, str, str]] = [
    ([], "type", ""),
    (None, "type", ""),
    ("game", "type", ""),
    (without("format"), "missing-key", ""),
    (without("draws"), "missing-key", ""),
    (without("turns"), "missing-key", ""),
    (without("stack", "draws"), "missing-key", "/draws"),
    (game_file(winner=1), "unknown-key", ""),
    (drawn(dice=[1, 2]), "unknown-key", "/draws"),
    (game_file(format="chess-game"), "type", "/format"),
    (game_file(format_version=2), "version", "/format_version"),
    (game_file(format_version=True), "type", "/format_version"),
    (game_file(format_version="1"), "type", "/format_version"),
    (game_file(specification="99.0.0"), "version", "/specification"),
    (game_file(specification=1), "version", "/specification"),
    (game_file(edition="sr"), "other-edition", "/edition"),
    (game_file(edition=None), "other-edition", "/edition"),
    (game_file(map="asia"), "unknown-id", "/map"),
    (game_file(map=["imperium"]), "type", "/map"),
    (game_file(players=2), "draws.players", "/players"),
    (game_file(players="3"), "type", "/players"),
    (game_file(players=True), "type", "/players"),
    (game_file(interim=0), "type", "/interim"),
    (game_file(draws=[]), "type", "/draws"),
    (drawn(first_player="0"), "type", "/draws/first_player"),
    (drawn(first_player=5), "draws.seat", "/draws/first_player"),
    (drawn(city_goods=[]), "type", "/draws/city_goods"),
    (drawn(city_goods={**game_file()["draws"]["city_goods"], "isca": ["food"]}), "type", "/draws/city_goods/isca"),
    (
        drawn(city_goods={**game_file()["draws"]["city_goods"], "isca": "fish"}),
        "draws.city-tokens",
        "/draws/city_goods",
    ),
    (drawn(city_goods={}), "draws.cities", "/draws/city_goods"),
    (drawn(stack="i_mason"), "type", "/draws/stack"),
    (drawn(stack=[7]), "type", "/draws/stack/0"),
    (drawn(stack=game_file()["draws"]["stack"][::-1]), "draws.deck", "/draws/stack"),
    (drawn(stack=[]), "draws.deck", "/draws/stack"),
    (game_file(turns={}), "type", "/turns"),
    (game_file(turns=[TURNS[0], 5]), "type", "/turns/1"),
    (game_file(turns=[TURNS[0], {"card": "merkator"}]), "unknown-id", "/turns/1/card"),
    (game_file(turns=[{"card": "mercator", "sell": {"wine": -1}}]), "negative", "/turns/0/sell/wine"),
]


@pytest.mark.parametrize(("data", "code", "pointer"), DAMAGED)
def test_a_damaged_file_is_refused_with_the_place_of_the_damage(data: Any, code: str, pointer: str) -> None:
    with pytest.raises(Malformed) as error:
        read(data)
    assert (error.value.code, error.value.pointer) == (code, pointer)


class TestForms:
    @settings(deadline=None, max_examples=40)
    @given(records())
    def test_every_game_file_round_trips_and_follows_its_schema(self, record: Record) -> None:
        data = record.to_json()
        assert faults("game", data) == []
        again = read(json.loads(json.dumps(data)))
        assert again == record
        assert list(GAME.replay(again)) == list(GAME.replay(record))

    @settings(deadline=None, max_examples=20)
    @given(records())
    def test_what_is_written_for_people_is_read_again(self, record: Record) -> None:
        text = write_json(record.to_json())
        assert read_document(text) == record.to_json()
        assert max(map(len, text.splitlines())) <= 120

    def test_long_values_are_folded_and_short_ones_are_not(self) -> None:
        long = {"goods": ["brick", "food"], "names": ["a" * 50, "b" * 50, "c" * 50]}
        assert write_json(long).splitlines() == [
            "{",
            '  "goods": ["brick", "food"],',
            '  "names": [',
            f'    "{"a" * 50}",',
            f'    "{"b" * 50}",',
            f'    "{"c" * 50}"',
            "  ]",
            "}",
        ]

    def test_yaml_says_the_same_as_json(self) -> None:
        assert read_document("- card: mercator\n  sell: {wine: 1}\n") == [TURNS[0]]

    def test_a_dash_is_standard_input(self, tmp_path: Path) -> None:
        file = tmp_path / "turn.json"
        file.write_text('{"card": "tribune"}', encoding="utf-8")
        assert read_file(str(file), StringIO("")) == read_file("-", StringIO('{"card": "tribune"}'))
