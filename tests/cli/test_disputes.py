"""Disputes and editions: every reading that can be played is played, and every edition finishes its games."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from jsonschema import Draft202012Validator

from concordia_ref.cli.dispute import run_text
from concordia_ref.engine.game import Game
from concordia_ref.spec.disputes import Dispute, read_register
from concordia_ref.spec.documents import read_document
from concordia_ref.spec.errors import Malformed
from concordia_ref.spec.loading import build, load
from concordia_ref.spec.overlay import patched
from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.spec.tree import read_tree
from concordia_ref.suite.dispute_runs import run_readings
from concordia_ref.suite.invariants import play_checked
from concordia_ref.suite.scenarios import Scenario, differences, load_scenarios, run, under_reading
from concordia_ref.words.languages import english
from concordia_ref.words.search_keys import folded
from tests.conftest import Command, Damaged, finding_codes

REGISTER = read_register()
SCENARIOS = {scenario.id: scenario for scenario in load_scenarios()}
EXECUTABLE = [dispute for dispute in REGISTER.disputes.values() if dispute.executable]
CONFORMANCE = packaged_folder("conformance")
DATA = read_tree(packaged_folder("spec"), left_out=("disputes", "editions", "locales"))[0].data
GAME = Game()
TABLES = [("imperium", 3), ("imperium", 4), ("imperium", 5), ("italia", 2), ("italia", 3), ("italia", 4)]


def ids(dispute: Dispute) -> str:
    return dispute.id


def scenario_of(dispute: Dispute) -> Scenario:
    assert dispute.told_apart_by is not None
    return SCENARIOS[dispute.told_apart_by]


@pytest.mark.parametrize("dispute", EXECUTABLE, ids=ids)
def test_the_scenario_of_a_dispute_comes_out_under_every_reading(dispute: Dispute) -> None:
    scenario = scenario_of(dispute)
    assert differences(GAME, scenario) == []
    played = [reading for reading in dispute.readings.values() if reading.patch]
    assert {reading.id for reading in played} <= set(scenario.readings)
    for reading in played:
        assert reading.patch is not None
        game = Game(build(patched(DATA, reading.patch)))
        assert differences(game, under_reading(scenario, reading.id)) == [], reading.id


@pytest.mark.parametrize("dispute", EXECUTABLE, ids=ids)
def test_the_scenario_of_a_dispute_tells_its_readings_apart(dispute: Dispute) -> None:
    scenario = scenario_of(dispute)
    outcomes = [repr(run(GAME, scenario))]
    for reading in dispute.readings.values():
        if reading.patch:
            game = Game(build(patched(DATA, reading.patch)))
            outcomes.append(repr(run(game, under_reading(scenario, reading.id))))
    assert len(set(outcomes)) == len(outcomes)


def test_how_many_disputes_cannot_be_played_both_ways_is_known() -> None:
    # A dispute that loses its patch, or gains one, changes these numbers: that must be meant.
    silent = [dispute for dispute in REGISTER.disputes.values() if not dispute.executable]
    assert all(dispute.not_executable for dispute in silent)
    assert (len(REGISTER.disputes), len(EXECUTABLE), len(silent)) == COUNTS


COUNTS = (286, 68, 218)


@pytest.mark.parametrize("file", sorted(CONFORMANCE.glob("scenarios/**/*.yaml")), ids=lambda file: file.stem)
def test_scenario_files_are_as_their_schema_says(file: Path) -> None:
    schema = json.loads((CONFORMANCE / "schema" / "scenario.schema.json").read_text(encoding="utf-8"))
    data = read_document(file.read_text(encoding="utf-8"))
    assert list(Draft202012Validator(schema).iter_errors(data)) == []
    assert data["id"] == f"{file.parent.name}/{file.stem}"
    assert set(data["clauses"]) <= set(GAME.spec.clauses)
    if "readings" in data:
        assert set(data["readings"]) <= set(REGISTER.disputes[data["dispute"]].readings)


# The canonical rules play many more games in test_simulation.py.
@pytest.mark.simulation
@pytest.mark.parametrize("edition", [edition for edition in REGISTER.editions if edition != "canonical"])
@pytest.mark.parametrize("first", range(0, 200, 50))
def test_two_hundred_games_under_each_edition_keep_every_invariant(edition: str, first: int) -> None:
    game = Game(load(edition=edition))
    for number in range(first, first + 50):
        map_id, players = TABLES[number % len(TABLES)]
        dice = Random(number)
        state = game.start(game.setup(map_id, players, seed=number, interim=number % 2 == 1))
        turns = 0
        while state.to_play is not None:
            _, state = play_checked(game, state, dice)
            turns += 1
            assert turns < 3000, "a game that never ends"


class TestEditions:
    def test_canonical_takes_every_ruling(self) -> None:
        assert REGISTER.editions["canonical"].takes == {}

    def test_an_edition_is_the_list_of_questions_on_which_it_leaves_canonical(self) -> None:
        assert REGISTER.editions["cs"].takes["colonist-income"] == "two_each"
        assert "colonist-income" not in REGISTER.editions["hu"].takes

    def test_an_edition_changes_the_data_and_nothing_else(self) -> None:
        assert load(edition="cs").actions["colonist"].choose["income"][0]["base"] == 0
        assert load(edition="cs").costs == load().costs
        assert load(edition="cs").edition == "cs"

    def test_an_edition_of_ones_own_is_a_small_file(self, tmp_path: Path) -> None:
        file = tmp_path / "house-rules.yaml"
        file.write_text("id: house-rules\nname: Ours\ntakes: {colonist-income: two_each, passing: passing_allowed}\n")
        spec = load(edition=str(file))
        assert spec.turn.may_pass
        assert spec.actions["colonist"].choose["income"][0]["per_colonist_on_board"] == 2

    @pytest.mark.parametrize(
        ("text", "problem"),
        [
            ("- 1", "an edition is a mapping"),
            ("id: x\nname: X\ntake: {}", "unknown key 'take'"),
            ("name: X", "'id' must be text"),
            ("id: x\nname: X\nfollows: de", "there is no rulebook 'de'"),
            ("id: x\nname: X\ntakes: [a]", "'takes' must be a mapping"),
            ("id: x\nname: X\ntakes: {colonist-incom: two_each}", "did you mean 'colonist-income'?"),
            ("id: x\nname: X\ntakes: {colonist-income: three_each}", "has no reading 'three_each'"),
            ("id: x\nname: X\nfollows: cs\ntakes: {colonist-income: 1:30}", "YAML"),
        ],
    )
    def test_a_faulty_edition_is_refused_with_its_fault(self, text: str, problem: str, tmp_path: Path) -> None:
        file = tmp_path / "mine.yaml"
        file.write_text(text)
        with pytest.raises(Malformed) as malformed:
            load(edition=str(file))
        assert problem in str(malformed.value)

    def test_two_readings_of_one_datum_cannot_be_taken_together(self, tmp_path: Path) -> None:
        file = tmp_path / "mine.yaml"
        takes = "{architect-end-in-city: in_a_city_too, architect-example-ship: in_massilia}"
        file.write_text(f"id: mine\nname: Mine\ntakes: {takes}\n")
        with pytest.raises(Malformed) as malformed:
            load(edition=str(file))
        assert "both change" in str(malformed.value)

    def test_an_unknown_edition_is_named_with_the_one_probably_meant(self) -> None:
        with pytest.raises(Malformed) as malformed:
            load(edition="canonica")
        assert "did you mean 'canonical'?" in str(malformed.value)


DISPUTE = "disputes/colonist-income.yaml"
EDITION = "editions/cs.yaml"


FAULTS = [
    (DISPUTE, "income.gain_coins: {", "income.gain_coin: {", "dispute.patch-path", "gain_coin:"),
    (DISPUTE, "base: 0,", "bas: 0,", "dispute.patch-path", "gain_coins:"),
    (DISPUTE, "ruling: five_plus_one\n", "", "schema.missing-key", "id:"),
    (DISPUTE, "ruling: five_plus_one", "ruling: five_plus_on", "id.unknown", "ruling:"),
    (DISPUTE, "ruling: five_plus_one", "ruling: two_each", "dispute.ruling-patched", "patch:"),
    (DISPUTE, "cs: {says: two_each", "cs: {says: two_eac", "id.unknown", "cs:"),
    (
        DISPUTE,
        "told_apart_by: colonist/income-of-three-colonists",
        "not_executable: for this test",
        "dispute.no-scenario",
        "readings:",
    ),
    (DISPUTE, "clauses: [colonist.income,", "clauses: [colonist.incom,", "id.unknown", "clauses:"),
    (DISPUTE, "id: colonist-income", "id: colonist-incomes", "id.file-name", "id:"),
    (EDITION, "follows: cs", "follows: de", "id.unknown", "follows:"),
    (EDITION, "follows: cs", "takes: {colonist-income: three_each}", "id.unknown", "takes:"),
    (EDITION, "follows: cs", "takes: {colonist-incomes: two_each}", "id.unknown", "takes:"),
]


@pytest.mark.parametrize(("file", "old", "new", "code", "line_with"), FAULTS)
def test_a_faulty_dispute_or_edition_is_a_finding_with_its_place(
    file: str, old: str, new: str, code: str, line_with: str, damaged: Damaged
) -> None:
    damaged.replace(file, old, new)
    found = [finding for finding in damaged.findings() if finding.code == code and finding.file == file]
    assert found, damaged.findings()
    line = damaged.text(file).splitlines()[found[0].line - 1]
    assert line_with in line


def test_a_scenario_without_a_reading_to_play_is_a_finding(damaged: Damaged) -> None:
    text = damaged.text(DISPUTE)
    start, end = text.index("    patch:"), text.index("rulebooks:")
    damaged.write(DISPUTE, text[:start] + text[end:])
    assert "dispute.no-patch" in {finding.code for finding in damaged.findings()}
    damaged.replace(EDITION, "follows: cs", "takes: {colonist-income: two_each}")
    assert "edition.not-playable" in {finding.code for finding in damaged.findings()}


def test_two_readings_that_patch_the_same_datum_in_one_edition_are_a_finding(damaged: Damaged) -> None:
    copy = damaged.text(DISPUTE).replace("id: colonist-income", "id: colonist-again")
    damaged.write("disputes/colonist-again.yaml", copy)
    found = [finding for finding in damaged.findings() if finding.code == "edition.overlap"]
    assert {finding.file for finding in found} == {"editions/cs.yaml", "editions/fr.yaml"}
    assert "gain_coins" in found[0].message


def test_every_code_of_disputes_and_editions_is_shown() -> None:
    elsewhere = {"dispute.no-patch", "edition.not-playable", "edition.overlap"}
    shown = {fault[3] for fault in FAULTS} | elsewhere
    assert {code for code in finding_codes() if code.startswith(("dispute.", "edition."))} <= shown


class TestCommand:
    def test_colonist_income_pays_eight_by_three_rulebooks_and_six_by_two(self, concordia: Command) -> None:
        answer = concordia("dispute", "colonist-income", "--run")
        rows = {line.split()[1 if "→" in line else 0]: line for line in answer.out.splitlines() if "coins" in line}
        assert "sr hu pl" in rows["five_plus_one"]
        assert "coins +8" in rows["five_plus_one"]
        assert "cs fr" in rows["two_each"]
        assert "coins +6" in rows["two_each"]
        assert "Ruling: Five sestertii, and one more for each own colonist on the board." in answer.out

    @pytest.mark.parametrize("dispute", EXECUTABLE, ids=ids)
    def test_every_playable_dispute_shows_what_differs(self, dispute: Dispute) -> None:
        runs = list(run_readings(english(), GAME, dispute))
        assert len({run.outcome for run in runs}) > 1
        assert [run.reading for run in runs if run.holds] == [dispute.ruling]
        assert all(
            run.outcome in " ".join(run_text(english(), dispute, runs).split()) for run in runs if len(run.outcome) < 40
        )

    def test_a_dispute_that_is_not_played_says_why(self, concordia: Command) -> None:
        assert "Not played both ways:" in concordia("dispute", "history-booklet").out

    def test_a_dispute_is_shown_with_readings_places_ruling_and_reason(self, concordia: Command) -> None:
        answer = concordia("dispute", "colonist-income")
        for part in ("five_plus_one", "two_each", "KOLONIZATOR", "Ruling:", "majority", "later printing", "--run"):
            assert part in answer.out

    def test_disputes_are_listed_by_card_clause_severity_and_pair(self, concordia: Command) -> None:
        for options in (
            ("--card", "colonist"),
            ("--clause", "colonist.income"),
            ("--severity", "outcome"),
            ("--between", "cs,pl"),
            ("--text", "kolonizator"),
            ("--text", "COL-01"),
        ):
            assert "colonist-income" in concordia("dispute", *options).out, options
        for options in (("--card", "senator"), ("--clause", "score"), ("--severity", "edge"), ("--between", "cs,fr")):
            assert "colonist-income " not in concordia("dispute", *options).out, options

    def test_words_are_found_without_diacritics(self, concordia: Command) -> None:
        with_letters = concordia("dispute", "--text", "telepes průběh")
        without = concordia("dispute", "--text", "telepes prubeh")
        assert with_letters.out == without.out
        assert folded("ZÁVĚREČNÉ") == "zaverecne"

    def test_the_editions_are_shown_by_their_questions(self, concordia: Command) -> None:
        answer = concordia("dispute", "--editions")
        assert "canonical" in answer.out
        assert "colonist-income" in answer.out
        assert "stays with the ruling" in answer.out

    def test_an_argument_about_a_turn_is_settled_by_edition(self, concordia: Command, tmp_path: Path) -> None:
        state = tmp_path / "state.yaml"
        state.write_text(
            "map: imperium\nplayers: 3\n"
            'seats: {"0": {owns: [i_colonist], colonists: [land@roma, land@roma, sea@roma]}}\n'
        )
        answer = concordia("dispute", "--state", str(state), "--turn", "i_colonist income")
        lines = [line for line in answer.out.splitlines() if "coins" in line]
        assert len(lines) == 2
        assert any("canonical" in line and "+8" in line for line in lines)
        assert any("cs, fr" in line and "+6" in line for line in lines)
        turn = '{"card": "tribune", "place": ["land@massilia"]}'
        as_json = concordia("dispute", "--state", str(state), "--turn", turn, "--format", "json")
        assert "tribune.colonist.place" in as_json.out

    def test_json_is_for_programs(self, concordia: Command) -> None:
        assert json.loads(concordia("dispute", "colonist-income", "--format", "json").out)["ruling"] == "five_plus_one"
        runs = json.loads(concordia("dispute", "colonist-income", "--run", "--format", "json").out)
        assert [run["reading"] for run in runs] == ["five_plus_one", "two_each"]
        assert len(json.loads(concordia("dispute", "--format", "json").out)) == COUNTS[0]

    @pytest.mark.parametrize(
        "arguments",
        [
            ("colonist-incom",),
            ("--between", "cs,de"),
            ("--between", "cs"),
            ("--card", "colonst"),
            ("--turn", "tribune"),
            ("--state", "nothing.json", "--turn", "tribune"),
            ("history-booklet", "--run"),
        ],
    )
    def test_wrong_usage_is_told_without_a_traceback(self, arguments: tuple[str, ...], concordia: Command) -> None:
        answer = concordia("dispute", *arguments)
        assert answer.code == 2
        assert "concordia:" in answer.err
