"""A report is read from its lines, whatever has become of its file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from concordia_ref.reports.reading import read_report, read_report_file
from concordia_ref.spec.errors import Malformed
from concordia_ref.suite.report_file import to_jsonl
from tests.reports.sample import ALONE, CLOTH, COINS, HAND, NEWER, sample, sample_lines


class TestReading:
    def test_what_is_newer_than_the_set_does_not_count(self) -> None:
        (run,) = sample().runs
        assert [result.scenario for result in run.failures] == [COINS, CLOTH, HAND, ALONE]
        assert [result.scenario for result in run.failures_added] == [NEWER]
        assert run.counts == {"fail": 3, "fault": 1, "pass": 1, "skip": 1}
        assert run.declared == 5

    def test_a_failure_belongs_to_the_first_cause_that_explains_it(self) -> None:
        (run,) = sample().runs
        assert run.cause_of == {COINS: 1, CLOTH: 1, HAND: 2}
        assert [len(run.explained_by(cause)) for cause in run.causes] == [2, 1]

    def test_the_age_of_the_set_is_counted_on_the_day_of_the_run(self) -> None:
        text = "set 0.2 (8 scenarios, 10 days old); 1 scenario was added after it and is not scored"
        assert sample().set_text == text

    def test_a_report_without_its_end_is_one_of_an_interrupted_run(self) -> None:
        report = read_report(sample_lines()[:-1])
        assert report.interrupted
        assert report.runs[0].clause_ids == {}

    def test_scenarios_left_out_are_not_missing(self) -> None:
        assert sample().set_scenarios == 6

    def test_a_report_without_set_or_date_is_read(self) -> None:
        lines = sample_lines()
        lines[0] |= {"set": None, "started": None, "left_out": None}
        report = read_report(lines)
        assert (report.title, report.set_text) == ("Concordia 0.2.1", "no set: every scenario is scored")


class TestDamage:
    @pytest.mark.parametrize(
        ("line", "change", "told"),
        [
            (0, {"implementations": None}, "implementations"),
            (1, {"implementation": "another"}, "line 2: the header does not name the implementation 'another'"),
            (1, {"clauses": None}, "line 2 is not a verdict: "),
            (1, {"differences": [{"nonsense": 1}]}, "line 2 is not a verdict: "),
            (8, {"explains": None}, "line 9 is not a cause: "),
        ],
    )
    def test_a_damaged_line_is_named(self, line: int, change: dict[str, Any], told: str, tmp_path: Path) -> None:
        lines = sample_lines()
        lines[line] = {key: value for key, value in (lines[line] | change).items() if value is not None}
        file = tmp_path / "run.jsonl"
        file.write_text(to_jsonl(lines), encoding="utf-8")
        with pytest.raises(Malformed) as caught:
            read_report_file(file)
        assert told in str(caught.value)
        assert str(file) in str(caught.value)
        assert "concordia conform --report FILE" in str(caught.value)

    def test_a_half_written_last_line_is_dropped(self, tmp_path: Path) -> None:
        text = to_jsonl(sample_lines()[:4])
        file = tmp_path / "run.jsonl"
        file.write_text(text[:-20], encoding="utf-8")
        report = read_report_file(file)
        assert report.interrupted
        assert [result.scenario for result in report.runs[0].results] == [COINS, CLOTH]

    def test_a_line_in_between_that_is_not_json_is_named(self, tmp_path: Path) -> None:
        lines = to_jsonl(sample_lines()).splitlines(keepends=True)
        file = tmp_path / "run.jsonl"
        file.write_text("".join([*lines[:3], "{half\n", *lines[3:]]), encoding="utf-8")
        with pytest.raises(Malformed, match=r"run\.jsonl cannot be read as a report: line 4 is not JSON"):
            read_report_file(file)

    @pytest.mark.parametrize("text", ["", "[]", "{}", json.dumps({"format": "another"}), "not JSON"])
    def test_a_file_that_is_not_a_report_is_named(self, text: str, tmp_path: Path) -> None:
        file = tmp_path / "run.jsonl"
        file.write_text(text, encoding="utf-8")
        with pytest.raises(Malformed, match=r"run\.jsonl cannot be read as a report"):
            read_report_file(file)
