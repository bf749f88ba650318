"""The options of `concordia conform` that make reports."""

from __future__ import annotations

import pytest

from tests.suite.bench import TARGET, Bench


@pytest.mark.usefixtures("nothing_survives")
class TestOptions:
    def test_annotations_are_all_that_github_reads(self, bench: Bench) -> None:
        answer = bench.run("--adapter", bench.command("errors", "apply"), "--format", "github")
        assert answer.code == 1
        (error,) = [line for line in answer.out.splitlines() if line.startswith("::")]
        assert error.startswith("::error title=")
        assert f"%0Arepeat: concordia conform {TARGET} --adapter " in error

    def test_an_earlier_report_is_compared_with(self, bench: Bench) -> None:
        before = bench.folder / "before.jsonl"
        bench.run("--adapter", bench.command("behaves"), "--report", before)
        bench.conform(bench.command("errors", "apply"), "--history", before)
        assert f"Since the previous run: 1 fail now: {TARGET}" in bench.written("markdown")
        assert 'id="history"' in bench.written("html")

    def test_a_damaged_history_is_named_before_anything_runs(self, bench: Bench) -> None:
        file = bench.folder / "before.jsonl"
        file.write_text("{}\n", encoding="utf-8")
        answer = bench.run("--adapter", "never-started", "--history", file)
        assert answer.code == 2
        assert f"{file} cannot be read as a report" in answer.err

    def test_rules_lead_to_the_site_that_is_named(self, bench: Bench) -> None:
        bench.conform(bench.command("errors", "apply"), "--site", "https://example.org/en")
        assert 'href="https://example.org/en/clauses.html#mercator.order"' in bench.written("html")
