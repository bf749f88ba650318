"""What is printed begins with the causes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from concordia_ref.reports.reading import read_report
from concordia_ref.reports.text import report_text
from concordia_ref.suite.expectations import Changed, Comparison
from tests.reports.sample import (
    ALONE,
    CAUSES,
    CLOTH,
    COINS,
    HAND,
    LABEL,
    VERDICTS,
    all_passing,
    context,
    sample,
    sample_lines,
)


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")


class TestCauses:
    def test_the_first_ten_lines_name_the_rule_and_how_to_repeat_it(self) -> None:
        lines = report_text(sample(), context(), 5).splitlines()[:10]
        assert lines[0] == "mine 1.0: 4 of 5 declared scenarios fail"
        assert "cause 1: Coins are not counted right" in lines
        explains = "explains 2 of 4 failures; 1 scenario cannot be judged until it is fixed"
        assert lines[lines.index("cause 1: Coins are not counted right") + 1] == f"  {explains}"
        assert any(line.startswith("  rule mercator.order: ") for line in lines)
        assert f"  shown by: {COINS}" in lines
        assert f"  repeat: concordia conform {COINS} --adapter './mine --fast'" in lines

    def test_what_is_scored_and_what_is_left_out_stands_at_the_top(self) -> None:
        lines = report_text(sample(remarks=["goods are left out where there are none"]), context(), 0).splitlines()
        top = " ".join(" ".join(lines[1:5]).split())
        for part in (
            "set 0.2 (8 scenarios, 10 days old)",
            "1 scenario skipped, because not declared",
            "2 scenarios left out (no such reading)",
            "1 of the added ones fail",
            "remark: goods are left out where there are none",
        ):
            assert part in top

    def test_the_scenarios_that_show_causes_are_explained_before_those_without_a_cause(self) -> None:
        text = report_text(sample(), context(), 5)
        explained = [line.split("  ")[1] for line in text.splitlines() if line.startswith(("FAIL  ", "FAULT  "))]
        assert explained == [COINS, HAND, ALONE]
        assert CLOTH not in explained

    def test_only_so_many_are_explained(self) -> None:
        text = report_text(sample(), context(), 1)
        assert text.count("FAIL  ") == 1
        assert "… and 3 more failures; --show 4 explains them all" in text

    def test_who_wants_all_explained_gets_all(self) -> None:
        text = report_text(sample(), context(), 6)
        explained = [line.split("  ")[1] for line in text.splitlines() if line.startswith(("FAIL  ", "FAULT  "))]
        assert explained == [COINS, HAND, ALONE, CLOTH]
        assert "more failure" not in text

    def test_many_causes_are_cut(self) -> None:
        many = [{**CAUSES[0], "title": f"Fault {number}"} for number in range(13)]
        text = report_text(sample(VERDICTS, many), context(), 0)
        assert "cause 10: Fault 9" in text
        assert "cause 11" not in text
        assert "… and 3 more causes: Fault 10 (2), Fault 11 (2), Fault 12 (2)" in text

    def test_without_causes_the_smallest_failures_come_first(self) -> None:
        big = replace(VERDICTS[0], differences=VERDICTS[0].differences * 3)
        text = report_text(sample([big, *VERDICTS[1:]], ()), context(), 2)
        assert "cause 1" not in text
        explained = [line.split("  ")[1] for line in text.splitlines() if line.startswith(("FAIL  ", "FAULT  "))]
        assert explained == [CLOTH, HAND]

    def test_a_run_that_was_cut_off_does_not_claim_that_all_pass(self) -> None:
        lines = sample_lines(all_passing(), ())[:-1]
        lines[0]["scenarios"] = 9
        text = report_text(read_report(lines), context(), 5)
        wanted = "mine 1.0: the run was interrupted; 6 of 9 scenarios were reached, and 0 of 6 declared ones fail"
        assert text.startswith(wanted)

    def test_nothing_is_explained_where_all_pass(self) -> None:
        text = report_text(sample(all_passing(), ()), context(), 5)
        assert text.startswith("mine 1.0: all 6 declared scenarios pass\n")
        assert "FAIL" not in text

    def test_a_run_that_only_skips_has_not_passed(self) -> None:
        skips = [replace(verdict, outcome="skip", notes=("not declared",)) for verdict in all_passing()]
        assert report_text(sample(skips, ()), context(), 5).startswith("mine 1.0: no scenario was run\n")


class TestExpected:
    def test_the_unexpected_comes_first_and_known_failures_are_counted(self) -> None:
        compared = Comparison((COINS, CLOTH), (ALONE,), (Changed(HAND, "coins", "hand"),), (), ())
        text = report_text(sample(), context(), 5, {LABEL: compared})
        first = "mine 1.0: 4 of 5 declared scenarios fail, 2 of them unexpectedly; 2 known failures as expected"
        assert text.startswith(f"{first}\n")
        assert "Coins are not counted right" not in text
        assert "cause 2: A played card does not leave the hand\n  explains 1 of 2 unexpected failures" in text
        assert f"FAIL  {HAND}" in text
        assert f"FAULT  {ALONE}" in text
        assert f"FAIL  {COINS}" not in text


class TestCounts:
    def test_skipped_scenarios_are_not_in_the_totals_of_cards(self) -> None:
        text = report_text(sample(), context(), 0)
        assert "diplomat                     0/1" in text
        assert "no card: set-up and scoring  1/1" in text
        assert "not declared: operation new" in text

    def test_how_many_clause_ids_matched_is_stated(self) -> None:
        lines = sample_lines()
        lines[-1]["clause_ids"] = {LABEL: {"refusals": 9, "named": 5, "matched": 4}}
        text = report_text(read_report(lines), context(), 0)
        assert "clause ids: of 9 right refusals 5 name a clause, 4 the expected one" in text
