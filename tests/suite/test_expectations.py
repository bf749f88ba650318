"""The list of known failures cuts both ways."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from concordia_ref.reports.text import surprise_lines
from concordia_ref.suite.differences import Difference
from concordia_ref.suite.expectations import Expected, compare, kind_of, read_expectations
from concordia_ref.suite.verdicts import Verdict
from tests.suite.bench import TARGET, Bench, program


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
            ([TARGET, "tribune/no-second-colonist"], "1 known failure passes now: tribune/no-second-colonist"),
            ([TARGET, "mercator/no-such"], "line 1: there is no scenario mercator/no-such; delete the entry, or let"),
            ([TARGET, "mercator/no-cloth-for-six-coin"], "did you mean 'mercator/no-cloth-for-six-coins'?"),
            (
                ["mercator/*"],
                "line 1: mercator/* is too wide: of the 3 scenarios that it covers 2 pass, first "
                "mercator/cloth-bought-at-seven; name the failing ones",
            ),
        ],
        ids=["new-failure", "unexpected-pass", "stale-entry", "misspelt-entry", "too-wide-glob"],
    )
    def test_the_list_cuts_both_ways(self, entries: list[str], told: str, bench: Bench) -> None:
        known = self.known(bench, *entries)
        result = bench.conform(bench.command("errors", "apply"), "--expectations", known)
        assert result.answer.code == 1
        (line,) = result.answer.out.partition("not as expected:\n")[2].splitlines()[:1]
        assert told in line

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
        assert [entry.scenario for entry in read_expectations(known)] == ([] if kind == "behaves" else [TARGET])
        assert bench.conform(command, "--expectations", known).answer.code == 0

    def test_an_update_keeps_what_was_not_run_and_drops_what_is_stale(self, bench: Bench) -> None:
        known = self.known(bench, "setup/*", "mercator/gone", "mercator/cloth-bought-at-seven")
        bench.conform(bench.command("errors", "apply"), "mercator", "--expectations", known, "--update-expectations")
        assert [entry.scenario for entry in read_expectations(known)] == [TARGET, "setup/*"]

    @pytest.mark.parametrize(
        ("text", "told"),
        [
            ("- a", "known.yaml:1: must hold `expected_failures`, a list of scenario ids"),
            ("expected_failures: a", "known.yaml:1: must hold `expected_failures`"),
            ("failures: []", "known.yaml:1: must hold `expected_failures`"),
            ("", "known.yaml: this is neither JSON nor YAML: line 1, column 1: is empty"),
            ("\nexpected_failures: [1]", "known.yaml:2: entry 1 of the list of scenario ids must be"),
            ("expected_failures:\n  - reason: none", "known.yaml:1: entry 1 of the list of scenario ids must be"),
            (
                "expected_failures:\n  - a/b\n  - scenario: c/d\n    reson: x",
                "known.yaml:3: c/d has an unknown key 'reson'; the keys are scenario, fails, reason",
            ),
            ("expected_failures:\n  - scenario: c/d\n    fails: 3", "known.yaml:2: fails of c/d must be text, not 3"),
            ("format_version: 3\nexpected_failures: []", "known.yaml:1: format_version 3 is not known here"),
            ("expected_failures:\n  - [a", "known.yaml: this is neither JSON nor YAML: line "),
        ],
    )
    def test_a_damaged_file_is_refused_before_anything_runs(self, text: str, told: str, bench: Bench) -> None:
        known = bench.folder / "known.yaml"
        known.write_text(text, encoding="utf-8")
        answer = bench.run("--adapter", "never-started", "--expectations", known)
        assert answer.code == 2
        assert told in answer.err
        assert "correct it, or delete the file and write it again with --update-expectations" in answer.err

    def test_a_file_that_is_not_text_is_named(self, bench: Bench) -> None:
        known = bench.folder / "known.yaml"
        known.write_bytes(b"\xff\xfe")
        answer = bench.run("--adapter", "never-started", "--expectations", known)
        assert answer.code == 2
        assert "known.yaml: this is not text in UTF-8; correct it, or delete the file" in answer.err

    def test_an_update_writes_the_kind_of_failure_and_keeps_reasons(self, bench: Bench) -> None:
        known = bench.folder / "known.yaml"
        entries = [{"scenario": "mercator/from-*", "reason": "issue 12: prices"}, "setup/*"]
        known.write_text(json.dumps({"expected_failures": entries}), encoding="utf-8")
        bench.conform(bench.command("errors", "apply"), "mercator", "--expectations", known, "--update-expectations")
        first = Expected(TARGET, "a legal turn is refused", "issue 12: prices", 5)
        assert read_expectations(known) == (first, Expected("setup/*", line=8))
        bench.conform(bench.command("errors", "apply"), "mercator", "--expectations", known, "--update-expectations")
        assert read_expectations(known)[0] == first

    def test_a_known_failure_that_fails_in_another_way_is_reported_and_explained(self, bench: Bench) -> None:
        known = bench.folder / "known.yaml"
        bench.conform(bench.command("errors", "apply"), "--expectations", known, "--update-expectations")
        result = bench.conform(bench.command("nasty-state", "state"), "--expectations", known)
        assert result.answer.code == 1
        told = f"{TARGET}: fails, but not as expected: was 'a legal turn is refused', is "
        assert told in result.answer.out
        assert f"FAIL  {TARGET}" in result.answer.out

    def test_the_unexpected_is_explained_and_known_failures_are_counted(self, bench: Bench) -> None:
        known = self.known(bench, TARGET)
        result = bench.conform(program("underpays"), "mercator", "setup", "--expectations", known)
        assert "FAIL  mercator/cloth-bought-at-seven" in result.answer.out
        assert f"FAIL  {TARGET}" not in result.answer.out
        first = result.answer.out.splitlines()[0]
        assert first.endswith(": 3 of 4 declared scenarios fail, 2 of them unexpectedly; 1 known failure as expected")

    def test_many_that_pass_now_are_a_count(self) -> None:
        passing = [f"a/{number}" for number in range(99)]
        verdicts = {case: Verdict(case, "pass") for case in passing}
        compared = compare([Expected(case) for case in passing], verdicts, passing)
        assert surprise_lines(compared) == ["99 known failures pass now: a/0, a/1, a/2 and 96 more"]

    @pytest.mark.parametrize(
        ("verdict", "kind"),
        [
            (Verdict("a/b", "fault", notes=("no answer",)), "breaks the adapter"),
            (Verdict("a/b", "fail", notes=("a broken file",)), "cannot be run"),
            (
                Verdict("a/b", "fail", (Difference("accepted", turn={"card": "tribune"}),)),
                "an illegal turn is accepted",
            ),
            (
                Verdict("a/b", "fail", (Difference("refused", turn={}, stage="way"),)),
                "on the way: a legal turn is refused",
            ),
            (Verdict("a/b", "fail", (Difference("position"),)), "the position is not accepted"),
            (Verdict("a/b", "fail", (Difference("answer", "score"),)), "no answer to score"),
            (
                Verdict("a/b", "fail", (Difference("state", "players.1.pile"), Difference("state", "players.0.hand"))),
                "hand, pile",
            ),
            (
                Verdict("a/b", "fail", tuple(Difference("state", f"players.0.{key}") for key in "edcba")),
                "a, b, c, d, …",
            ),
            (Verdict("a/b", "fail", (Difference("state", "", {}, []),)), "the state"),
        ],
    )
    def test_the_kind_of_a_failure_leaves_out_seats_and_amounts(self, verdict: Verdict, kind: str) -> None:
        assert kind_of(verdict) == kind
