"""Turns in one line: what is written leads back to the same turn, and what is not notation is refused."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from concordia_ref.engine.notation import from_notation, to_notation
from concordia_ref.engine.state import State
from concordia_ref.engine.turn import Turn
from concordia_ref.spec.errors import Malformed
from tests.play_schemas import faults
from tests.positions import GAME, position, start
from tests.random_games import positions_with_turns

EXAMPLES: list[tuple[str, dict[str, Any]]] = [
    ("tribune", {"card": "tribune"}),
    ("pass", {"pass": True}),
    ("2> pass", {"seat": 2, "pass": True}),
    ("0> tribune; place sea@roma", {"seat": 0, "card": "tribune", "place": ["sea@roma"]}),
    (
        "architect; move sea@roma > massilia~roma:sea, land@roma > novaria~roma:land; build massilia, novaria",
        {
            "card": "architect",
            "moves": [
                {"colonist": "sea@roma", "to": "massilia~roma:sea"},
                {"colonist": "land@roma", "to": "novaria~roma:land"},
            ],
            "builds": ["massilia", "novaria"],
        },
    ),
    (
        "prefect produce; province syria; magnus no; keep 0: 1 food, 2 wine / 2: nothing; discard 0: 1 brick",
        {
            "card": "prefect",
            "choice": "produce",
            "province": "syria",
            "praefectus_magnus": False,
            "keep": {"0": {"food": 1, "wine": 2}, "2": {}},
            "discard": {"0": {"brick": 1}},
        },
    ),
    (
        "prefect produce; province syria; magnus yes",
        {"card": "prefect", "choice": "produce", "province": "syria", "praefectus_magnus": True},
    ),
    ("mercator; sell 3 wine; buy 4 brick", {"card": "mercator", "sell": {"wine": 3}, "buy": {"brick": 4}}),
    (
        "senator; cards i_mercator, i_architect; any 1 brick",
        {"card": "senator", "cards": ["i_mercator", "i_architect"], "any": {"brick": 1}},
    ),
    (
        "1> diplomat copies 2: mercator; sell 3 wine",
        {"seat": 1, "card": "diplomat", "copies": 2, "as": {"card": "mercator", "sell": {"wine": 3}}},
    ),
    (
        "diplomat copies 2: diplomat copies 1: prefect collect",
        {
            "card": "diplomat",
            "copies": 2,
            "as": {"card": "diplomat", "copies": 1, "as": {"card": "prefect", "choice": "collect"}},
        },
    ),
]


@pytest.mark.parametrize(("line", "turn"), EXAMPLES, ids=[line for line, _ in EXAMPLES])
class TestExamples:
    def test_a_line_is_read(self, line: str, turn: dict[str, Any]) -> None:
        assert from_notation(line) == turn

    def test_a_turn_is_written(self, line: str, turn: dict[str, Any]) -> None:
        assert to_notation(turn) == line

    def test_the_json_follows_its_schema(self, line: str, turn: dict[str, Any]) -> None:
        assert faults("turn", turn) == []

    def test_spaces_do_not_matter(self, line: str, turn: dict[str, Any]) -> None:
        wide = line.replace("; ", "  ;\n ").replace(", ", " ,  ").replace(" / ", "/")
        assert from_notation(f"  {wide} ") == turn


@pytest.mark.parametrize(
    ("line", "code", "problem"),
    [
        ("", "head", "'' is not a card"),
        (";", "head", "'' is not a card"),
        ("tribune now please", "head", "is not a card"),
        ("tribune!", "head", "is not a card"),
        ("0> 1> tribune", "head", "'1> tribune' is not a card"),
        ("1234567890> tribune", "head", "is not a card"),
        (
            "architect; raze massilia",
            "part",
            "'raze massilia' does not begin with one of without-action, province, magnus, recall, place",
        ),
        ("architect; build", "part", "'build' does not begin with"),
        ("architect;", "part", "'' does not begin with"),
        ("architect; move sea@roma", "moves", "is not a list of moves"),
        ("architect; move sea@roma > a > b", "moves", "is not a list of moves"),
        ("architect; build massilia; build novaria", "part-twice", "the part build appears twice"),
        ("prefect produce; magnus maybe", "yes-or-no", "'maybe' must be yes or no"),
        ("mercator; sell wine", "amount", "'wine' is not an amount"),
        ("mercator; sell 3", "amount", "'3' is not an amount"),
        ("mercator; sell 3 wine wine", "amount", "is not an amount"),
        ("mercator; sell 1.5 wine", "amount", "is not an amount"),
        ("mercator; sell 1234567890 wine", "amount", "is not an amount"),
        ("mercator; sell 1 wine, 2 wine", "twice", "wine appears twice in '1 wine, 2 wine'"),
        ("mercator; sell 1 wine,", "amount", "'' is not an amount"),
        ("prefect collect; keep 1 food", "amount", "'' is not an amount"),
        ("prefect collect; keep 0: 1 food / 0: 1 wine", "twice", "0 appears twice in '0: 1 food / 0: 1 wine'"),
        ("diplomat copies one: mercator", "head", "is not a card"),
        ("diplomat copies 1:", "head", "is not a card"),
    ],
)
def test_what_is_no_notation_is_refused(line: str, code: str, problem: str) -> None:
    with pytest.raises(Malformed) as error:
        from_notation(line)
    assert error.value.code == f"notation.{code}"
    assert problem in str(error.value)


def test_copying_through_copies_has_an_end() -> None:
    with pytest.raises(Malformed) as error:
        from_notation("diplomat copies 1: " * 2000 + "mercator")
    assert error.value.code == "too-deep"


def test_what_is_notation_but_no_turn_is_refused_by_the_rules_of_json() -> None:
    state = position(start("imperium", 3))
    for line, code, pointer in [
        ("mercator; sell -1 wine", "negative", "/sell/wine"),
        ("prefect collect; keep x: 1 food", "type", "/keep/x"),
        ("diplomat copies 1: pass", "missing-key", "/as"),
        ("tribune; place roma", "not-a-colonist", "/place/0"),
    ]:
        with pytest.raises(Malformed) as error:
            GAME.turn(state, line)
        assert (error.value.code, error.value.pointer) == (code, pointer)


@settings(deadline=None, max_examples=150)
@given(positions_with_turns())
def test_every_legal_turn_round_trips(drawn: tuple[State, Turn]) -> None:
    state, turn = drawn
    data = turn.to_json()
    assert faults("turn", data) == []
    assert GAME.turn(state, data) == turn
    assert from_notation(str(turn)) == data
    assert GAME.turn(state, str(turn)) == turn
    seated = {"seat": state.to_play, **data}
    assert from_notation(to_notation(seated)) == seated
    assert GAME.turn(state, seated).to_json() == seated
    assert GAME.canonical(state, seated) == turn
