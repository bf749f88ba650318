"""The scenarios themselves: complete, linted, and right by the reference."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations

import pytest
from jsonschema import Draft202012Validator

from concordia_ref.spec.disputes import Dispute, read_register
from concordia_ref.spec.documents import read_document
from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.suite.loading import load_cases
from concordia_ref.suite.readings import entry_for, game_under, name_of, named_readings
from concordia_ref.suite.scenarios import Scenario, differences, given_state, load_scenarios, run, under_reading
from concordia_ref.suite.ways import set_up_way
from tests.positions import GAME

CONFORMANCE = packaged_folder("conformance")
SCENARIOS = {scenario.id: scenario for scenario in load_scenarios()}
DISPUTES = read_register().disputes
REFUSED = {scenario.expected.refused for scenario in SCENARIOS.values()}
WITH_READINGS = [scenario for scenario in SCENARIOS.values() if scenario.readings]


def test_every_scenario_comes_out_as_it_says() -> None:
    wrong = {id: found for id, scenario in SCENARIOS.items() if (found := differences(GAME, scenario))}
    assert wrong == {}


@pytest.mark.parametrize("scenario", WITH_READINGS, ids=lambda scenario: scenario.id)
def test_every_reading_of_a_scenario_comes_out_as_it_says(scenario: Scenario) -> None:
    for name in scenario.readings:
        assert differences(game_under(named_readings(name)), under_reading(scenario, name)) == []


@pytest.mark.parametrize(
    "dispute", [dispute for dispute in DISPUTES.values() if dispute.executable], ids=lambda dispute: dispute.id
)
def test_the_scenario_of_a_dispute_tells_all_its_readings_apart(dispute: Dispute) -> None:
    assert dispute.told_apart_by is not None
    scenario = SCENARIOS[dispute.told_apart_by]
    entries = [entry_for(scenario, dispute.id, reading.id) for reading in dispute.readings.values() if reading.patch]
    # Beside the readings that another one needs to show, the ruling comes to something else.
    ruled = {name_of(beside): beside for _, beside in entries}
    outcomes = [
        run(game_under(beside), under_reading(scenario, name) if name in scenario.readings else scenario)
        for name, beside in ruled.items()
    ]
    others = [run(game_under(named_readings(name)), under_reading(scenario, name)) for name, _ in entries]
    assert not set(map(repr, outcomes)) & set(map(repr, others))


@pytest.mark.parametrize(
    "dispute", [dispute for dispute in DISPUTES.values() if dispute.executable], ids=lambda dispute: dispute.id
)
def test_some_scenario_tells_any_two_readings_of_a_dispute_apart(dispute: Dispute) -> None:
    about = [scenario for scenario in SCENARIOS.values() if any(dispute.id in name for name in scenario.readings)]
    played = [reading.id for reading in dispute.readings.values() if reading.patch]
    for one, other in combinations(played, 2):
        assert any(_outcome(each, dispute.id, one) != _outcome(each, dispute.id, other) for each in about), (one, other)


def _outcome(scenario: Scenario, dispute: str, reading: str) -> str:
    """What comes of a scenario under a reading, by its entry for it if there is one."""
    name = f"{dispute}={reading}"
    shown = under_reading(scenario, name) if name in scenario.readings else scenario
    return repr(run(game_under({dispute: reading}), shown))


def test_scenario_files_are_as_their_schema_says() -> None:
    schema = json.loads((CONFORMANCE / "schema" / "scenario.schema.json").read_text(encoding="utf-8"))
    validator = Draft202012Validator(schema)
    for id in SCENARIOS:
        data = read_document((CONFORMANCE / "scenarios" / f"{id}.yaml").read_text(encoding="utf-8"))
        assert list(validator.iter_errors(data)) == [], id
        assert data["id"] == id


def test_there_are_at_least_400_scenarios_on_both_maps_with_two_to_five_players() -> None:
    cases = load_cases()
    assert len(cases) >= 400
    assert {case.map for case in cases} == {"imperium", "italia"}
    assert {case.players for case in cases} == {2, 3, 4, 5}
    assert {case.level for case in cases} == {"core", "by_convention", "disputed", "protocol"}


def test_every_clause_is_kept_by_some_scenario() -> None:
    kept = Counter(c for s in SCENARIOS.values() if not s.expected.rejected for c in s.clauses)
    assert [clause for clause in GAME.spec.clauses if not kept[clause]] == []


def test_every_duty_and_ban_is_broken_by_some_scenario_or_excused_by_name() -> None:
    text = (CONFORMANCE / "excuses.yaml").read_text(encoding="utf-8")
    excused = set(read_document(text)["not_refused"])
    binding = {id for id, clause in GAME.spec.clauses.items() if clause.kind in ("must", "must_not")}
    assert binding - REFUSED == excused


def test_a_refused_scenario_has_a_legal_twin() -> None:
    for scenario in SCENARIOS.values():
        if scenario.twin is not None:
            assert scenario.expected.rejected
            assert not SCENARIOS[scenario.twin].expected.rejected
        elif scenario.expected.rejected:
            # The scenario of a dispute is legal under another reading; the runner adds a legal turn of its own.
            assert scenario.dispute is not None, scenario.id


def test_a_scenario_names_clauses_that_exist_and_the_one_that_refuses() -> None:
    for scenario in SCENARIOS.values():
        assert set(scenario.clauses) <= set(GAME.spec.clauses), scenario.id
        assert scenario.expected.refused in (None, *scenario.clauses), scenario.id


def test_no_two_scenarios_ask_the_same() -> None:
    asked = Counter(repr((scenario.given, scenario.turns, scenario.expected)) for scenario in SCENARIOS.values())
    assert [question for question, number in asked.items() if number > 1] == []


def test_positions_are_used() -> None:
    files = [*CONFORMANCE.glob("scenarios/**/*.yaml"), *CONFORMANCE.glob("perft/*.txt")]
    named = "\n".join(file.read_text(encoding="utf-8") for file in files)
    for file in CONFORMANCE.glob("positions/*.yaml"):
        assert f"position: {file.stem}" in named, file.name


def test_every_way_is_needed_and_leads_to_a_position_of_its_own() -> None:
    files = sorted(CONFORMANCE.glob("ways/**/*.yaml"))
    ids = [file.relative_to(CONFORMANCE / "ways").with_suffix("").as_posix() for file in files]
    positions = [given_state(GAME, SCENARIOS[id]) for id in ids]
    assert len(set(positions)) == len(positions)
    assert [id for id, position in zip(ids, positions, strict=True) if set_up_way(GAME, position)] == []


def test_ways_that_other_rules_bar_are_left_out_in_their_editions() -> None:
    ways = {case.id: case.way for case in load_cases() if case.way is not None}
    led = {case.id for case in load_cases("sr") if case.way is not None}
    assert led
    assert led <= set(ways)


def test_published_ids_never_vanish_and_new_ones_are_listed() -> None:
    lines = (CONFORMANCE / "manifest.txt").read_text(encoding="utf-8").splitlines()
    published = [line for line in lines if not line.startswith("#")]
    assert len(set(published)) == len(published)
    assert set(published) == set(SCENARIOS)
