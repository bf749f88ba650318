"""Turns and set-ups that must be rejected: by a clause, or because of how they are written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from concordia_ref.engine.game import Game
from concordia_ref.spec.errors import Malformed
from concordia_ref.suite.cases import Case, make_case, rejected_setup
from concordia_ref.suite.scenarios import Scenario, differences, given_state, scenario_from
from tests.suite.bench import Recorder

GAME = Game()
GIVEN = {"map": "imperium", "players": 3, "seats": {"0": {"coins": 0, "goods": {"wine": 2}}}}


def written(**keys: Any) -> Scenario:
    data = {"id": "a/b", "level": "protocol", "clauses": [], "why": "because of this test", "given": GIVEN}
    return scenario_from({**data, **keys}, Path("nowhere"))


def case_of(scenario: Scenario) -> Case:
    if not scenario.cannot_be_set_up:
        return make_case(GAME, scenario, given_state(GAME, scenario), None, None)
    table = {"map": "italia", "players": 4}
    twin = written(given={"setup": table}, holds={"players.3.coins": 8})
    return rejected_setup(GAME, scenario, make_case(GAME, twin, given_state(GAME, twin), None, None))


class Lenient(Recorder):
    """Accepts whatever it is sent, and answers otherwise as the reference does."""

    def ask(self, op: str, **fields: Any) -> dict[str, Any]:
        answer = super().ask(op, **fields)
        return {"ok": {}} if "reject" in answer else answer


class Breaking(Recorder):
    """Breaks where it should reject."""

    def ask(self, op: str, **fields: Any) -> dict[str, Any]:
        answer = super().ask(op, **fields)
        return {"error": "KeyError"} if "reject" in answer else answer


MALFORMED = [
    ({"card": "mercator", "sell": {"gold": 1}}, "/sell/gold"),
    ({"card": "mercator", "sell": 1}, "/sell"),
    ({"card": "legate"}, "/card"),
    ({"sell": {"wine": 1}}, ""),
    ("prefect", ""),
]


class TestMalformedTurns:
    @pytest.mark.parametrize(("turn", "pointer"), MALFORMED)
    def test_are_expected_by_the_place_of_the_fault(self, turn: Any, pointer: str) -> None:
        assert differences(GAME, written(turn=turn, malformed=pointer)) == []
        told = f"expected it to be malformed at '/buy', got it is at {pointer!r}"
        assert differences(GAME, written(turn=turn, malformed="/buy")) == [told]

    def test_are_not_those_that_a_clause_refuses_or_that_are_legal(self) -> None:
        for turn, got in (("mercator; sell 3 wine", "mercator.trade.stock"), ("mercator", "a legal turn")):
            told = f"expected it to be malformed at '', got {got}"
            assert differences(GAME, written(turn=turn, malformed="")) == [told]

    def test_are_no_refusals_by_a_clause(self) -> None:
        with pytest.raises(Malformed):
            differences(GAME, written(turn="prefect", refused="mercator.trade.stock"))
        with pytest.raises(Malformed):
            case_of(written(turn={"card": "legate"}, refused="mercator.trade.stock"))

    @pytest.mark.parametrize(("turn", "pointer"), MALFORMED)
    def test_are_sent_as_they_are_written(self, turn: Any, pointer: str) -> None:
        case = case_of(written(turn=turn, malformed=pointer))
        assert case.turns == ({"card": "prefect"} if turn == "prefect" else turn,)
        assert case.after == case.state
        assert case.to_json()["malformed"] == pointer

    @pytest.mark.parametrize(("turn", "pointer"), MALFORMED)
    def test_pass_when_they_are_rejected_and_a_legal_turn_is_not(self, turn: Any, pointer: str) -> None:
        case = case_of(written(turn=turn, malformed=pointer))
        assert case.twin is not None
        assert case.twin.malformed is None
        assert Recorder().judge(case).outcome == "pass"

    @pytest.mark.parametrize("recorder", [Lenient, Breaking])
    @pytest.mark.parametrize(("turn", "pointer"), MALFORMED)
    def test_fail_when_they_are_accepted_or_break_the_adapter(
        self, turn: Any, pointer: str, recorder: type[Recorder]
    ) -> None:
        verdict = recorder().judge(case_of(written(turn=turn, malformed=pointer)))
        assert verdict.outcome == "fail"
        assert "must be refused; the answer was " in verdict.details[0]

    def test_may_follow_turns_that_can_be_read(self) -> None:
        case = case_of(written(turns=["mercator; sell 1 wine", {"card": "mercator", "buy": []}], malformed="/buy"))
        assert case.after is not None
        assert case.after["players"][0]["goods"]["wine"] == 1
        assert Recorder().judge(case).outcome == "pass"


def test_amounts_of_nothing_are_sent() -> None:
    turn = {"card": "mercator", "sell": {"wine": 1, "cloth": 0}, "buy": {"brick": 0}}
    case = case_of(written(turn=turn, changes={"players.0.coins": 9, "players.0.goods.wine": -1}))
    assert case.turns == (turn,)
    assert Recorder().judge(case).outcome == "pass"


SETUPS: list[tuple[dict[str, Any], dict[str, str]]] = [
    ({"map": "italia", "players": 5}, {"refused": "map.players"}),
    ({"map": "imperium", "players": 6}, {"refused": "map.players"}),
    ({"map": "italia", "players": 1}, {"refused": "map.players"}),
    ({"map": "italia", "players": 2, "stack": ["I"]}, {"refused": "setup.decks"}),
    ({"map": "italia", "players": 2, "stack": ["I", "II", "III"]}, {"refused": "setup.decks"}),
    ({"map": "italia", "players": 2, "stack": ["II", "I"]}, {"refused": "setup.stack"}),
    ({"map": "italia", "players": 2, "city_goods": {"verona": "cloth"}}, {"refused": "setup.city-tokens"}),
    ({"map": "italia", "players": 2, "city_goods": {"verona": None}}, {"malformed": "/draws/city_goods"}),
    ({"map": "italia", "players": 2, "first_player": 2}, {"malformed": "/draws/first_player"}),
    ({"map": "gallia", "players": 2}, {"malformed": "/map"}),
]


class TestSetups:
    @pytest.mark.parametrize(("table", "expected"), SETUPS)
    def test_that_cannot_be_are_rejected_and_then_another_is_set_up(
        self, table: dict[str, Any], expected: dict[str, str]
    ) -> None:
        scenario = written(given={"setup": table}, **expected)
        assert differences(GAME, scenario) == []
        case = case_of(scenario)
        assert case.new is not None
        assert (case.new["map"], case.new["players"]) == (table["map"], table["players"])
        assert (case.state, case.reached, case.interim) == (None, None, False)
        assert not {"before", "after"} & set(case.to_json())
        assert Recorder().judge(case).outcome == "pass"

    @pytest.mark.parametrize("recorder", [Lenient, Breaking])
    def test_fail_when_they_are_accepted_or_break_the_adapter(self, recorder: type[Recorder]) -> None:
        table, expected = SETUPS[0]
        verdict = recorder().judge(case_of(written(given={"setup": table}, **expected)))
        answer = "ok: {}" if recorder is Lenient else 'error: "KeyError"'
        assert verdict.details == (f"the set-up: must be refused; the answer was {answer}",)

    def test_are_told_apart_by_their_clause(self) -> None:
        table = {"map": "italia", "players": 2, "stack": ["II", "I"]}
        told = ["expected a refusal by setup.decks, got setup.stack"]
        assert differences(GAME, written(given={"setup": table}, refused="setup.decks")) == told
        told = ["expected it to be malformed at '/draws/stack', got setup.stack"]
        assert differences(GAME, written(given={"setup": table}, malformed="/draws/stack")) == told

    def test_ask_for_a_map_and_a_table_that_exist(self) -> None:
        needed = {}
        for table, expected in SETUPS:
            case = case_of(written(given={"setup": table}, **expected))
            needed[table["map"], table["players"]] = (case.map, case.players)
        assert needed["italia", 5] == ("italia", 5)
        # Nobody declares one player, six, or Gallia: those of the twin are asked for.
        assert needed["italia", 1] == ("italia", 4)
        assert needed["imperium", 6] == ("imperium", 4)
        assert needed["gallia", 2] == ("italia", 2)

    def test_a_stack_may_be_written_where_it_is_legal_too(self) -> None:
        stack = [*reversed(GAME.spec.decks["I"]), "II"]
        scenario = written(given={"setup": {"map": "italia", "players": 2, "stack": stack}}, holds={"to_play": 0})
        assert given_state(GAME, scenario).display == tuple(stack[:7])
        with pytest.raises(Malformed, match=r"setup\.decks"):
            differences(GAME, written(given={"setup": {"map": "italia", "players": 2, "stack": ["I"]}}, holds={}))
