"""The list of known failures cuts both ways."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from concordia_ref.suite.expectations import read_expectations, surprises
from tests.suite.bench import TARGET, Bench


@pytest.mark.usefixtures("nothing_survives")
class TestExpectations:
    def known(self, bench: Bench, *entries: str) -> Path:
        file = bench.folder / "known.yaml"
        file.write_text(json.dumps({"expected_failures": entries}), encoding="utf-8")
        return file

    @pytest.mark.parametrize(
        ("entries", "told"),
        [
            ([], f"{TARGET}: fails"),
            ([TARGET, "tribune/no-second-colonist"], "tribune/no-second-colonist: expected to fail, but it passes"),
            ([TARGET, "mercator/no-such"], "mercator/no-such: expected to fail, but there is no such scenario"),
            (
                ["mercator/*"],
                "mercator/*: too wide, among the passing ones that it covers (2) is mercator/cloth-bought-at-seven",
            ),
        ],
        ids=["new-failure", "unexpected-pass", "stale-entry", "too-wide-glob"],
    )
    def test_the_list_cuts_both_ways(self, entries: list[str], told: str, bench: Bench) -> None:
        known = self.known(bench, *entries)
        result = bench.conform(bench.command("errors", "apply"), "--expectations", known)
        assert result.answer.code == 1
        assert f"not as expected:\n  {told}" in result.answer.out

    @pytest.mark.parametrize("entry", [TARGET, "mercator/from-*"])
    def test_a_known_failure_is_as_expected(self, entry: str, bench: Bench) -> None:
        result = bench.conform(bench.command("errors", "apply"), "--expectations", self.known(bench, entry))
        assert result.answer.code == 0
        assert "6 passed, 1 failed, 0 skipped" in result.answer.out

    def test_an_entry_about_scenarios_that_are_not_run_says_nothing(self, bench: Bench) -> None:
        known = self.known(bench, TARGET)
        assert bench.conform(bench.command("errors", "apply"), "setup", "--expectations", known).answer.code == 0

    @pytest.mark.parametrize("kind", ["errors", "exits", "behaves"])
    def test_with_the_file_that_an_update_writes_the_next_run_is_fine(self, kind: str, bench: Bench) -> None:
        known = bench.folder / "known.yaml"
        command = bench.command(kind, "apply")
        assert bench.conform(command, "--expectations", known, "--update-expectations").answer.code == 0
        assert read_expectations(known) == (() if kind == "behaves" else (TARGET,))
        assert bench.conform(command, "--expectations", known).answer.code == 0

    def test_an_update_keeps_what_was_not_run_and_drops_what_is_stale(self, bench: Bench) -> None:
        known = self.known(bench, "setup/*", "mercator/gone", "mercator/cloth-bought-at-seven")
        bench.conform(bench.command("errors", "apply"), "mercator", "--expectations", known, "--update-expectations")
        assert read_expectations(known) == (TARGET, "setup/*")

    @pytest.mark.parametrize("text", ["- a", "expected_failures: a", "expected_failures: [1]", "failures: []"])
    def test_a_file_that_is_no_list_is_refused_before_anything_runs(self, text: str, bench: Bench) -> None:
        known = bench.folder / "known.yaml"
        known.write_text(text, encoding="utf-8")
        answer = bench.run("--adapter", "never-started", "--expectations", known)
        assert answer.code == 2
        assert "a list of scenario ids" in answer.err

    def test_a_fault_is_told_from_a_failure(self) -> None:
        found = surprises((), {"a/b": "fault", "c/d": "fail"}, ["a/b", "c/d"])
        assert found == ["a/b: breaks the adapter", "c/d: fails"]
