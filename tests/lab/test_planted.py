"""The planted bugs: well made, and all caught by the suite. `concordia mutate --planted` prints the table."""

from __future__ import annotations

from collections import Counter

import pytest

from concordia_ref.lab.planted.bugs import BUGS
from concordia_ref.lab.planted.catching import able, all_cases, catching_scenario
from concordia_ref.lab.planted.planting import Bug, StandIn, planted
from concordia_ref.spec.bundle import plain
from concordia_ref.spec.loading import load
from concordia_ref.spec.overlay import missing_paths, patched
from concordia_ref.suite.verdicts import judge
from tests.conftest import Command

DATA = plain(load().data)


def test_there_are_at_least_60_bugs_of_many_families_each_described_in_a_sentence() -> None:
    assert len(BUGS) >= 60
    assert len({bug.family for bug in BUGS}) >= 20
    assert [id for id, number in Counter(bug.id for bug in BUGS).items() if number > 1] == []
    for bug in BUGS:
        assert bug.wrong.endswith("."), bug.id
        assert bug.wrong[0].isupper(), bug.id


def test_every_bug_breaks_clauses_that_exist_and_few_of_them() -> None:
    clauses = load().clauses
    for bug in BUGS:
        assert 1 <= len(bug.clauses) <= 3, bug.id
        assert [clause for clause in bug.clauses if clause not in clauses] == [], bug.id


def test_a_bug_changes_data_or_functions_and_only_what_is_there() -> None:
    for bug in BUGS:
        assert bool(bug.patch) != bool(bug.swaps), bug.id
        assert missing_paths(DATA, bug.patch) == [], bug.id
        assert not bug.patch or patched(DATA, bug.patch) != DATA, bug.id


def test_a_planted_function_is_taken_out_again() -> None:
    for bug in BUGS:
        before = [swap.current() for swap in bug.swaps]
        with planted(bug):
            during = [swap.current() for swap in bug.swaps]
        after = [swap.current() for swap in bug.swaps]
        assert all(one is not other for one, other in zip(before, during, strict=True)), bug.id
        assert all(one is other for one, other in zip(before, after, strict=True)), bug.id


def test_without_a_bug_the_stand_in_passes_the_suite() -> None:
    adapter = StandIn()
    failed = [case.id for case in all_cases() if judge(adapter, case, able()).outcome != "pass"]
    assert failed == []


@pytest.mark.simulation
@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.id)
def test_the_suite_catches(bug: Bug) -> None:
    assert catching_scenario(bug, all_cases()) is not None, bug.wrong


# The command


def test_the_command_shows_what_catches_a_bug(concordia: Command) -> None:
    answer = concordia("mutate", "--planted", "card-not-*", "--games", "2")
    assert answer.code == 0
    assert "card-not-discarded  turn    architect/" in answer.out
    assert "1 bugs; by the suite 1, by fuzz 1" in answer.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(("--planted", "card-not-discard"), "card-not-discarded"), (("--games", "3"), "--games needs --planted")],
)
def test_what_cannot_be_planted_is_said(concordia: Command, arguments: tuple[str, ...], said: str) -> None:
    answer = concordia("mutate", *arguments)
    assert answer.code == 2
    assert said in answer.err
