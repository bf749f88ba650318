"""The planted bugs: well made, and all caught by the suite. `python -m tests.planted` prints the whole table."""

from __future__ import annotations

from collections import Counter

import pytest

from concordia_ref.spec.bundle import plain
from concordia_ref.spec.loading import load
from concordia_ref.spec.overlay import missing_paths, patched
from concordia_ref.suite.verdicts import judge
from tests.planted.__main__ import able, all_cases, catching_scenario
from tests.planted.bugs import BUGS
from tests.planted.planting import Bug, StandIn, planted

DATA = plain(load().data)


def test_there_are_at_least_60_bugs_of_many_families_each_told_in_a_sentence() -> None:
    assert len(BUGS) >= 60
    assert len({bug.family for bug in BUGS}) >= 20
    assert [id for id, number in Counter(bug.id for bug in BUGS).items() if number > 1] == []
    for bug in BUGS:
        assert bug.wrong.endswith("."), bug.id
        assert bug.wrong[0].isupper(), bug.id


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
