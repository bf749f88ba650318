"""The diagnosis of planted bugs with the fingerprints of the suite, which must be fresh."""

from __future__ import annotations

import re
import sys
from functools import cache

import pytest

from concordia_ref.lab.mutation.agreement import Agreement
from concordia_ref.lab.mutation.code_mutants import code_mutants, rule_files
from concordia_ref.lab.mutation.data_mutants import data_mutants
from concordia_ref.lab.mutation.fingerprinting import Tried, tasks_of, trials_of
from concordia_ref.lab.mutation.measuring import Measurement
from concordia_ref.lab.mutation.trials import Bench
from concordia_ref.lab.planted.bugs import BUGS
from concordia_ref.spec.files import TEXT_FOLDERS
from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.spec.tree import read_tree
from concordia_ref.suite.fingerprints import read_fingerprints
from concordia_ref.suite.loading import load_cases
from tests.conftest import Command

CASES = load_cases()
MATRIX = read_fingerprints()
NAMED = {bug.id: bug for bug in BUGS}

TEN = [
    "card-not-discarded",
    "counterclockwise",
    "tribune-pays-from-the-third-card",
    "land-colonist-on-sea-lines",
    "cloth-city-costs-four",
    "marker-not-flipped",
    "three-kinds-traded",
    "surcharge-not-paid",
    "fourteen-houses-end-the-game",
    "vesta-rounds-up",
]


@cache
def measurement() -> Measurement:
    return Measurement(CASES, MATRIX)


@pytest.mark.parametrize("id", TEN)
def test_the_first_cause_names_the_rule_that_a_bug_breaks(id: str) -> None:
    bug = NAMED[id]
    first = measurement().planted(bug)[0]
    assert first.title == bug.wrong.removesuffix(".")
    assert set(bug.clauses) & set(first.clauses)


@pytest.mark.parametrize("id", TEN)
def test_the_first_ten_lines_of_the_command_name_the_rule(id: str, concordia: Command) -> None:
    bug = NAMED[id]
    answer = concordia("conform", "--adapter", f"{sys.executable} -m concordia_ref.lab.planted.adapter {id}", "-j", "2")
    assert answer.code == 1
    lines = answer.out.splitlines()[:10]
    assert f"cause 1: {bug.wrong.removesuffix('.')}" in lines
    assert any(re.fullmatch(r"  explains \d+ of \d+ failures.*", line) for line in lines)
    assert any(line.startswith(f"  rule {clause}: ") for line in lines for clause in bug.clauses)


def test_a_card_that_is_not_discarded_explains_nearly_everything_that_fails() -> None:
    found = measurement().planted(NAMED["card-not-discarded"])
    assert found[0].title == "A played card does not leave the hand"
    failures = {id for cause in found for id in cause.explains}
    assert len(found[0].explains) > 0.9 * len(failures)


def test_of_twenty_bugs_at_once_most_are_named() -> None:
    twenty = [bug for bug in BUGS if bug.patch][::5][:20]
    assert len(twenty) == 20
    clauses = {clause for cause in measurement().planted(*twenty) for clause in cause.clauses}
    assert sum(bool(clauses.intersection(bug.clauses)) for bug in twenty) >= 12


# Freshness


def test_the_fingerprints_are_those_of_the_scenarios_and_the_faults() -> None:
    assert MATRIX.problem == ""
    assert MATRIX.stale(CASES) == []
    assert set(MATRIX.scenarios) == {case.id for case in CASES}
    tree, _ = read_tree(packaged_folder("spec"), left_out=TEXT_FOLDERS)
    trials = trials_of([*data_mutants(tree), *code_mutants(rule_files())], tree)
    assert [task.id for task in tasks_of(trials, CASES, MATRIX) if task.cases] == []


@pytest.mark.simulation
def test_a_sample_of_faults_still_has_its_fingerprints() -> None:
    """Without the shortcuts that make all of them in minutes: every scenario, judged."""
    tree, _ = read_tree(packaged_folder("spec"), left_out=TEXT_FOLDERS)
    bench = Bench(tree, CASES)
    trials = [trial for trial in trials_of(data_mutants(tree), tree) if trial.kind != "code"]
    known = {(fault.kind, fault.id): fault for fault in MATRIX.faults}
    nothing = Agreement(())
    for trial in trials[:: len(trials) // 20]:
        found = Tried(trial.subject, bench, nothing).cells(CASES)
        assert {id: frozenset(shown) for id, shown in found.items()} == known[trial.kind, trial.id].cells, trial.id
