"""Which clauses are consulted, and the matrix of all that stands behind a clause."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from jsonschema import Draft202012Validator

from concordia_ref.engine.errors import Refused
from concordia_ref.engine.game import Game
from concordia_ref.lab import trace as trace_module
from concordia_ref.lab.trace import Traced, named_in_code, trace, trace_json, watch
from concordia_ref.spec.documents import read_document
from concordia_ref.spec.model import Specification
from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.suite.observation import observe
from concordia_ref.suite.positions import expand
from concordia_ref.suite.scenarios import load_scenarios
from tests.conftest import Command

GAME = Game()
SCENARIOS = {scenario.id: scenario for scenario in load_scenarios()}


@pytest.fixture(scope="module")
def rows() -> dict[str, Traced]:
    return {row.clause.id: row for row in trace(GAME)}


class TestObservation:
    def test_a_turn_consults_the_clauses_of_what_it_reads(self) -> None:
        game, seen = observe(GAME)
        state = expand(GAME.rules, {"map": "italia", "players": 2, "seats": {"0": {"pile": ["senator"]}}})
        played = game.play(state, GAME.turn(state, "tribune"))
        assert played == GAME.play(state, "tribune")
        assert seen.consulted["tribune.coins"] == {"verbs.effects.RecallCards"}
        assert seen.consulted["tribune.recall"] == {"verbs.effects.RecallCards"}
        assert {"turn.order", "tribune.alone", "card.personality"} <= set(seen.consulted)
        # No colonist was placed, no house was built, no interim scoring was agreed on, no points were counted.
        for clause in ("tribune.colonist.one", "house.cost.coins", "interim.moment", "score.mars"):
            assert clause not in seen.consulted
        assert seen.refused == set()

    def test_an_alternative_that_was_not_chosen_is_not_consulted(self) -> None:
        game, seen = observe(GAME)
        short = {"map": "italia", "players": 2, "seats": {"0": {"owns": ["i_colonist"]}}}
        state = expand(GAME.rules, short)
        game.play(state, GAME.turn(state, "i_colonist income"))
        assert {"colonist.choice", "colonist.income", "colonist.income.per-colonist"} <= set(seen.consulted)
        assert not {"colonist.settle.none", "colonist.settle.place", "prefect.collect.none"} & set(seen.consulted)

    def test_a_refused_turn_shows_the_clauses_that_refuse_it(self) -> None:
        game, seen = observe(GAME)
        state = expand(GAME.rules, {"map": "italia", "players": 2})
        with pytest.raises(Refused):
            game.play(state, GAME.turn(state, "mercator; sell 9 brick"))
        assert seen.refused == {"mercator.trade.stock"}

    def test_points_consult_the_gods_of_the_cards_that_count(self) -> None:
        game, seen = observe(GAME)
        state = expand(GAME.rules, {"map": "italia", "players": 2})
        assert game.score(state) == GAME.score(state)
        assert {"score.mars", "score.vesta.full-tens", "end.winner", "goods.price"} <= set(seen.consulted)
        assert not {"score.minerva", "score.concordia"} & set(seen.consulted)

    def test_what_was_seen_can_be_forgotten_and_preparing_the_tables_is_not_seen(self) -> None:
        game, seen = observe(GAME)
        assert seen.consulted == {}
        state = expand(GAME.rules, {"map": "italia", "players": 2})
        game.score(state)
        seen.forget()
        assert seen.consulted == {}

    def test_nobody_who_does_not_observe_pays_for_it(self) -> None:
        observe(GAME)
        assert type(GAME.spec) is Specification
        assert type(GAME.rules).__name__ == "Rules"


def test_every_clause_that_a_scenario_declares_is_consulted_or_refuses_or_is_excused_by_name() -> None:
    text = (packaged_folder("conformance") / "excuses.yaml").read_text(encoding="utf-8")
    excused = {(id, clause) for id, clauses in read_document(text)["not_consulted"].items() for clause in clauses}
    not_seen = {
        (scenario.id, clause)
        for scenario, seen in zip(SCENARIOS.values(), watch(GAME, SCENARIOS.values()), strict=True)
        for clause in scenario.clauses
        # A turn that cannot be read is not played.
        if scenario.expected.malformed is None
        if clause not in seen.consulted and clause not in seen.refused
    }
    assert not_seen == excused


class TestMatrix:
    def test_no_clause_lacks_data_code_a_scenario_or_a_text(self, rows: dict[str, Traced]) -> None:
        assert set(rows) == set(GAME.spec.clauses)
        assert {id: list(row.lacks()) for id, row in rows.items() if list(row.lacks())} == {}
        assert all(row.languages == ("en", "cs", "fr", "hu", "pl", "sr") for row in rows.values())

    def test_a_row_names_all_that_belongs_to_the_clause(self, rows: dict[str, Traced]) -> None:
        row = rows["colonist.income"]
        assert row.clause.carried_out_by == ("actions.colonist.choose.income.gain_coins.base",)
        assert row.code == ("verbs.effects.GainCoins",)
        assert "colonist/income-of-three-colonists" in row.kept
        assert row.broken == ()
        assert "colonist-income" in row.disputes
        assert row.consulted >= len(row.kept)
        budget = rows["architect.move.budget"]
        assert "verbs.move_colonists.MoveColonists" in budget.code
        assert budget.broken
        assert all(SCENARIOS[id].expected.refused == "architect.move.budget" for id in budget.broken)

    def test_every_clause_of_a_refusal_is_named_in_the_code_or_read_from_the_data(self) -> None:
        named = named_in_code(GAME)
        assert named["architect.move.own-colonists"] == {"verbs.move_colonists.MoveColonists"}
        assert named["end.last-turn"] == {"game.Game", "verbs.play_card.PlayCard"}
        assert "turn.discard" not in named

    def test_a_clause_that_lacks_something_is_told(
        self, rows: dict[str, Traced], concordia: Command, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        bare = replace(rows["goods.five"], code=(), kept=(), languages=())
        assert list(bare.lacks()) == ["code", "kept", "texts"]
        monkeypatch.setattr("concordia_ref.lab.trace.trace", lambda game, progress: [bare])
        answer = concordia("trace", "goods.five")
        assert answer.code == 1
        assert "goods.five lacks: code" in answer.err

    def test_the_json_is_as_its_schema_says(self, rows: dict[str, Traced]) -> None:
        data = trace_json(GAME, list(rows.values()))
        schema = packaged_folder("spec") / "schema" / "trace.schema.json"
        validator = Draft202012Validator(json.loads(schema.read_text(encoding="utf-8")))
        assert list(validator.iter_errors(data)) == []
        assert data["totals"]["clauses"] == len(GAME.spec.clauses)
        # A turn that cannot be read neither keeps a clause nor breaks one.
        readable = [scenario for scenario in SCENARIOS.values() if scenario.expected.malformed is None]
        assert data["totals"]["scenarios"] == len(readable)
        del data["clauses"][0]["code"]
        assert list(validator.iter_errors(data))


class TestCommand:
    @pytest.fixture(autouse=True)
    def _few_scenarios(self, monkeypatch: pytest.MonkeyPatch) -> None:
        few = [scenario for id, scenario in SCENARIOS.items() if id.startswith("tribune/")]
        monkeypatch.setattr(trace_module, "load_scenarios", lambda: iter(few))

    def test_a_line_for_each_clause_below_a_name_and_totals(self, concordia: Command) -> None:
        answer = concordia("trace", "tribune.coins")
        assert answer.code == 0
        assert [line.split()[0] for line in answer.out.splitlines() if line.startswith("  tribune")] == [
            "tribune.coins",
            "tribune.coins.threshold",
            "tribune.coins.counted",
        ]
        assert answer.out.splitlines()[-1].startswith("clauses: 3; ")

    def test_one_clause_in_full(self, concordia: Command) -> None:
        answer = concordia("trace", "tribune.coins.threshold")
        for told in ("verbs.effects.RecallCards", "tribune/", "en, cs, fr, hu, pl, sr", "In the rulebooks"):
            assert told in answer.out

    def test_as_json(self, concordia: Command) -> None:
        answer = concordia("trace", "tribune.coins.threshold", "--format", "json")
        (clause,) = json.loads(answer.out)["clauses"]
        assert clause["rulebooks"]["sr"] == {
            "status": "stated",
            "section": "tribune",
            "heading": "TRIBUN",
            "at": "paragraph 1",
        }

    def test_a_clause_that_does_not_exist(self, concordia: Command) -> None:
        answer = concordia("trace", "tribune.coin")
        assert answer.code == 2
        assert "tribune.coins" in answer.err
