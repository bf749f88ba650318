"""The history of an implementation, and the command that makes reports of saved runs."""

from __future__ import annotations

from pathlib import Path

from concordia_ref.reports.history import chart, history
from concordia_ref.reports.markdown import markdown
from concordia_ref.reports.page import html_page
from concordia_ref.suite.report_file import to_jsonl
from concordia_ref.suite.verdicts import Verdict
from tests.conftest import Command
from tests.reports.sample import (
    ALONE,
    CLOTH,
    COINS,
    HAND,
    NEWER,
    PASSES,
    VERDICTS,
    all_passing,
    context,
    sample,
    sample_lines,
)

MONDAY, TUESDAY = "2026-11-16T08:00:00+00:00", "2026-11-17T08:00:00+00:00"


class TestHistory:
    def test_runs_stand_in_the_order_of_their_times_with_what_changed(self) -> None:
        before, after = sample(started=MONDAY), sample(all_passing(), (), started=TUESDAY)
        first, second = history([after, before])
        assert (first.started, first.passed, first.declared) == (MONDAY, 1, 5)
        assert (second.passed, second.declared) == (6, 6)
        assert second.now_passing == (COINS, CLOTH, HAND, ALONE)
        assert second.now_failing == ()

    def test_what_was_not_run_before_has_not_begun_to_fail(self) -> None:
        before = sample([Verdict(PASSES, "pass"), Verdict(COINS, "pass")], (), started=MONDAY)
        step = history([before, sample(started=TUESDAY)])[-1]
        assert step.now_failing == (COINS,)
        assert step.text == f"1 fail now: {COINS}"

    def test_nothing_has_changed(self) -> None:
        assert history([sample(started=MONDAY), sample(started=TUESDAY)])[-1].text == "nothing has changed"

    def test_a_single_run_has_no_chart(self) -> None:
        assert chart(history([sample()])) == ""

    def test_a_run_without_a_judged_scenario_is_at_the_bottom(self) -> None:
        skipped = [Verdict(PASSES, "skip", notes=("not declared",))]
        assert history([sample(skipped, ())])[0].share == 0

    def test_page_and_comment_show_what_changed(self) -> None:
        steps = history([sample(all_passing(), (), started=MONDAY), sample(started=TUESDAY)])
        page = html_page(sample(started=TUESDAY), context(), steps)
        assert 'id="history"' in page
        assert "<polyline" in page
        assert "<td>6/6</td><td>0</td><td>0</td>" in page
        assert "<td>1/5</td><td>0</td><td>4</td>" in page
        comment = markdown(sample(started=TUESDAY), context(), steps)
        assert f"Since the previous run: 4 fail now: {COINS}, {CLOTH}, {HAND}, {ALONE}" in comment


class TestCommand:
    def test_all_forms_are_made_of_saved_reports(self, concordia: Command, tmp_path: Path) -> None:
        files = {"monday": sample_lines(all_passing(), (), started=MONDAY), "tuesday": sample_lines(started=TUESDAY)}
        for name, lines in files.items():
            (tmp_path / name).write_text(to_jsonl(lines), encoding="utf-8")
        forms = {form: tmp_path / f"out.{form}" for form in ("html", "markdown", "junit", "badge")}
        options = [text for form, file in forms.items() for text in (f"--{form}", file)]
        answer = concordia("report", tmp_path / "tuesday", tmp_path / "monday", *options)
        assert answer.code == 0
        assert answer.out.startswith("mine 1.0: 4 of 5 declared scenarios fail\n")
        assert f"since the previous run: 4 fail now: {COINS}" in answer.out
        assert "--adapter './mine --fast'" in answer.out
        assert 'id="history"' in forms["html"].read_text(encoding="utf-8")
        assert all(file.stat().st_size > 200 for file in forms.values())

    def test_annotations_can_be_printed(self, concordia: Command, tmp_path: Path) -> None:
        (tmp_path / "run").write_text(to_jsonl(sample_lines()), encoding="utf-8")
        answer = concordia("report", tmp_path / "run", "--format", "github")
        assert answer.out.startswith("::error title=Coins are not counted right::")

    def test_a_scenario_that_is_gone_is_reported_without_its_position(self, concordia: Command, tmp_path: Path) -> None:
        text = to_jsonl(sample_lines()).replace(COINS, "mercator/gone")
        (tmp_path / "run").write_text(text, encoding="utf-8")
        answer = concordia("report", tmp_path / "run", "--html", tmp_path / "out.html")
        assert answer.code == 0
        assert "FAIL  mercator/gone" in answer.out
        assert "mercator/gone" in (tmp_path / "out.html").read_text(encoding="utf-8")

    def test_a_missing_or_foreign_file_is_named(self, concordia: Command, tmp_path: Path) -> None:
        answer = concordia("report", tmp_path / "none.jsonl")
        assert answer.code == 2
        assert "there is no file" in answer.err
        (tmp_path / "foreign.jsonl").write_text("{}\n", encoding="utf-8")
        answer = concordia("report", tmp_path / "foreign.jsonl")
        assert answer.code == 2
        assert "foreign.jsonl cannot be read as a report" in answer.err


def test_what_does_not_count_stays_out_of_every_count() -> None:
    assert NEWER in {verdict.case for verdict in VERDICTS}
    assert history([sample()])[0].declared == 5
