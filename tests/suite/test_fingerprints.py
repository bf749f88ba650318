"""The file of fingerprints: written and read, damaged, foreign and stale."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from concordia_ref.suite.fingerprints import (
    Fingerprints,
    KnownFault,
    parse,
    read_fingerprints,
    rules_digest,
    scenario_digest,
    to_text,
)
from concordia_ref.suite.loading import Suite

SUITE = Suite()
COINS, HAND = "own coins more", "own hand +played"
CELLS = {"a/1": frozenset({COINS}), "a/2": frozenset({COINS, HAND}), "a/3": frozenset({COINS})}
MATRIX = Fingerprints(
    scenarios={"a/1": "11", "a/2": "22", "a/3": "33", "b/1": "44"},
    consulted={
        "a/1": frozenset({"turn.hand"}),
        "a/2": frozenset({"turn.hand", "turn.order"}),
        "a/3": frozenset(),
        "b/1": frozenset({"turn.order"}),
    },
    faults=(
        KnownFault("data", "costs.colonist.goods.food+1", "d1", ("piece.colonist.cost",), "1 > 2", CELLS),
        KnownFault("planted", "rich", "d2", ("turn.hand", "turn.order"), "Everybody is rich.", dict(CELLS)),
        KnownFault("code", "flow:go:dropped:1", "d3", (), "", {}),
    ),
    rules=rules_digest(),
)


def test_what_is_written_is_read_again() -> None:
    assert parse(to_text(MATRIX)) == MATRIX


def test_equal_fingerprints_stand_in_the_file_once_and_are_one_object() -> None:
    text = to_text(MATRIX)
    assert text.count("\np\t") == 1
    # Shape 0 in the scenarios 0 to 2, shape 1 in the scenario 1.
    assert "\np\t0:0-2 1:1\n" in text
    one, other, _ = parse(text).faults
    assert one.cells is other.cells


@pytest.mark.parametrize(
    ("id", "datum"),
    [
        ("costs.colonist.goods.food+1", "costs.colonist.goods.food"),
        ("turn.may_pass=true", "turn.may_pass"),
        ("end.triggers:dropped", "end.triggers"),
        ("maps.italia.lines.land.cosa~roma:to-sea", "maps.italia.lines.land.cosa~roma"),
    ],
)
def test_a_mutant_of_the_data_has_a_datum(id: str, datum: str) -> None:
    assert KnownFault("data", id, "", (), "", {}).datum == datum
    assert KnownFault("code", id, "", (), "", {}).datum == ""


def written(folder: Path, text: str) -> Path:
    file = folder / "fingerprints.txt"
    file.write_text(text, encoding="utf-8")
    return file


def test_a_file_that_can_be_used_has_no_problem(tmp_path: Path) -> None:
    assert read_fingerprints(written(tmp_path, to_text(MATRIX))) == MATRIX


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        (lambda text: "", "line 1: it does not begin with 'concordia-fingerprints'"),
        (
            lambda text: text.replace("concordia-fingerprints\t1", "concordia-fingerprints\t7"),
            "line 1: it is of another",
        ),
        (lambda text: text[: len(text) // 2], "cannot be read"),
        (lambda text: "\n".join(text.splitlines()[:-1]), "the end of the file is missing"),
        (lambda text: text.replace("0:0-2", "0:0-9"), "line 10: 'p\\t0:0-9 1:1' cannot be read"),
        (lambda text: text.replace("\nh\t", "\nx\t", 1), "line 8"),
        (lambda text: "\n".join(line for line in text.split("\n") if "rich" not in line), "cannot be read"),
    ],
)
def test_a_damaged_file_is_named_with_its_line_and_what_to_do(tmp_path: Path, changed: object, problem: str) -> None:
    file = written(tmp_path, changed(to_text(MATRIX)))  # type: ignore[operator]
    found = read_fingerprints(file)
    assert found.faults == ()
    assert found.problem.startswith(f"{file}: ")
    assert problem in found.problem
    assert found.problem.endswith("; make it again with `concordia mutate --fingerprints --anew`")


def test_a_file_that_is_not_text_and_one_that_is_not_there_are_named(tmp_path: Path) -> None:
    file = tmp_path / "fingerprints.txt"
    assert "there is no such file; make it with `concordia mutate --fingerprints`" in read_fingerprints(file).problem
    file.write_bytes(b"\xff\xfe\x00")
    assert str(file) in read_fingerprints(file).problem


def test_a_file_for_other_rules_is_stale(tmp_path: Path) -> None:
    file = written(tmp_path, to_text(MATRIX._replace(rules="other")))
    problem = f"{file}:1: it was made for other rules; bring it up to date with `concordia mutate --fingerprints`"
    assert read_fingerprints(file) == Fingerprints(problem=problem)


def test_a_scenario_is_stale_if_anything_changes_that_decides_its_outcome() -> None:
    case = SUITE.case("architect/city-at-the-line-left")
    assert case is not None
    assert case.twin is not None
    assert case.state is not None
    known = MATRIX._replace(scenarios={case.id: scenario_digest(case)})
    poor = {**case.state, "to_play": 1}
    assert known.stale([case, replace(case, why="another reason", clauses=(), way=None)]) == []
    assert known.stale([replace(case, state=poor)]) == [case.id]
    assert known.stale([replace(case, turns=())]) == [case.id]
    assert known.stale([replace(case, twin=replace(case.twin, state=poor))]) == [case.id]
    assert known.stale([replace(case, id="new")]) == ["new"]
