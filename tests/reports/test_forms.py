"""Markdown, JUnit, annotations and badge: each form begins with the causes, and is valid whatever an adapter says."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace

import pytest

from concordia_ref.reports.annotations import workflow_commands
from concordia_ref.reports.badge import badge
from concordia_ref.reports.changes import change
from concordia_ref.reports.junit import junit
from concordia_ref.reports.markdown import MOST_BYTES, markdown
from concordia_ref.reports.reading import read_report
from concordia_ref.suite.differences import NOTHING, Difference
from concordia_ref.suite.verdicts import Verdict
from tests.broken_adapters import NASTY
from tests.reports.sample import (
    ALONE,
    CAUSES,
    COINS,
    LABEL,
    NEWER,
    SKIPPED,
    TURN,
    VERDICTS,
    all_passing,
    context,
    sample,
    sample_lines,
)
from tests.suite.bench import check_markdown, is_plain


class TestChanges:
    @pytest.mark.parametrize(
        ("difference", "text"),
        [
            (Difference("state", "players.0.coins", 11, 10), "players.0.coins: - 11 + 10"),
            (Difference("state", "players.0.hand", ["a", "b"], ["b", "c"]), "players.0.hand: - a + c"),
            (
                Difference("state", "players.0.pile", ["a", "b"], ["b", "a"]),
                'players.0.pile: - ["a", "b"] + ["b", "a"]',
            ),
            (Difference("state", "interim", NOTHING, None), "interim: - nothing + null"),
            (Difference("state", "", {}, "x"), "the state: - {} + x"),
            (Difference("score", "totals", [1, 2], [1, 3], stage="twin"), "the legal twin: totals: - 2 + 3"),
            (Difference("position", got="error: x"), "the position: - accepted + error: x"),
            (Difference("refused", got="reject", turn=TURN), "mercator; sell 3 wine; buy 4 brick: - accepted + reject"),
            (Difference("accepted", got="ok: {}"), "the set-up: - refused + ok: {}"),
            (Difference("answer", "score", "points", "ok: 3"), "score: - points + ok: 3"),
        ],
    )
    def test_a_difference_is_what_is_missing_and_what_came(self, difference: Difference, text: str) -> None:
        assert str(change(difference)) == text


class TestMarkdown:
    def test_it_begins_with_the_counts_and_the_causes(self) -> None:
        text = markdown(sample(), context())
        assert text.startswith("## Concordia 0.2\n")
        assert "| mine 1.0 | 1/5 | 1 | 3 | 1 | 1 |" in text
        assert text.index("Coins are not counted right") < text.index("<details>")
        assert "explains 2 of 4 failures; mercator.order: " in text
        assert f"<pre>concordia conform {COINS} --adapter './mine --fast'</pre>" in text

    def test_failures_are_grouped_by_cause_and_skips_only_counted(self) -> None:
        text = markdown(sample(), context())
        titles = re.findall("<summary>(.*)</summary>", text)
        assert titles == [
            "Cause 1: 2 failures",
            "Cause 2: 1 failure",
            "Failures without a known cause: 1 failure, 1 of them because the adapter broke",
        ]
        assert f"| {COINS} | mercator.order" in text
        assert "players.0.coins: - 11 + 10" in text
        assert SKIPPED not in text
        assert NEWER not in text

    def test_a_thousand_long_failures_fit_into_a_comment(self) -> None:
        long = Difference("state", "players.0.pile", ["x" * 90], ["y" * 300])
        verdicts = [replace(VERDICTS[0], differences=(long,) * 20)] * 1000
        causes = [{**CAUSES[0], "title": "t" * 100 + str(number)} for number in range(60)]
        text = markdown(sample(verdicts, causes), context())
        assert 10_000 < len(text.encode("utf-8")) <= MOST_BYTES
        assert text.count("<details>") == text.count("</details>")
        assert "more, see the HTML report" in text
        check_markdown(text)

    def test_even_titles_without_end_fit(self) -> None:
        causes = [{**CAUSES[0], "title": "ž" * 20_000}] * 10
        text = markdown(sample(VERDICTS, causes), context())
        assert len(text.encode("utf-8")) <= MOST_BYTES
        assert text.endswith("… and more, see the HTML report\n")

    def test_where_all_pass_there_is_only_a_table(self) -> None:
        text = markdown(sample(all_passing(), ()), context())
        assert "failure" not in text
        assert "<details>" not in text


class TestJunit:
    def test_a_failure_has_a_body_a_time_and_its_clauses(self) -> None:
        root = ElementTree.fromstring(junit(sample(), context()))
        case = next(case for case in root.iter("testcase") if f"{case.get('classname')}/{case.get('name')}" == COINS)
        assert case.get("time") == "0.250"
        assert [child.tag for child in case] == ["properties", "failure"]
        clauses = case.find("properties/property")
        assert clauses is not None
        assert (clauses.get("name"), "mercator.order" in str(clauses.get("value"))) == ("clauses", True)
        failure = case.find("failure")
        assert failure is not None
        assert failure.get("message") == "players.0.coins: expected 11, got 10"
        body = str(failure.text).splitlines()
        assert body[0] == "turn: mercator; sell 3 wine; buy 4 brick"
        assert body[1].startswith("why: 2 sestertii, 3 from the card")
        assert body[2] == "players.0.coins: - 11 + 10"
        assert body[-2] == "cause 1: Coins are not counted right"
        assert body[-1].startswith("repeat: concordia conform ")

    def test_suites_have_their_elements_in_order(self) -> None:
        (suite,) = ElementTree.fromstring(junit(sample(), context()))
        assert [child.tag for child in suite] == ["properties", *["testcase"] * len(VERDICTS), "system-out"]
        counts = [suite.get(key) for key in ("tests", "failures", "errors", "skipped")]
        assert counts == ["7", "3", "1", "2"]
        assert suite.get("timestamp") == "2026-11-18T03:00:00"
        assert str(suite.findtext("system-out")).startswith("1. Coins are not counted right: explains 2 of 4 failures")
        found = {entry.get("name"): entry.get("value") for entry in suite.iterfind("properties/property")}
        assert found["specification"] == "0.2.1"
        assert str(found["set"]).startswith("set 0.2 (")

    def test_what_is_newer_than_the_set_is_skipped_with_its_failure(self) -> None:
        root = ElementTree.fromstring(junit(sample(), context()))
        case = next(case for case in root.iter("testcase") if f"{case.get('classname')}/{case.get('name')}" == NEWER)
        skipped = case.find("skipped")
        assert skipped is not None
        assert str(skipped.get("message")).startswith("newer than the set, does not count: ")

    def test_no_system_out_without_causes(self) -> None:
        assert "system-out" not in junit(sample(all_passing(), ()), context())


class TestAnnotations:
    def test_there_is_one_for_each_cause_and_one_for_the_rest(self) -> None:
        lines = workflow_commands(sample(), context()).splitlines()
        assert lines[0].startswith("::error title=Coins are not counted right::explains 2 of 4 failures of mine 1.0%0A")
        assert lines[0].endswith(f"%0Arepeat: concordia conform {COINS} --adapter './mine --fast'")
        assert lines[1].startswith("::error title=A played card does not leave the hand::")
        assert lines[2].startswith(f"::error title=1 failure without a known cause::mine 1.0: {ALONE}%0A")
        assert lines[3:] == ["mine 1.0: 1 of 5 declared scenarios pass"]

    def test_there_are_at_most_ten(self) -> None:
        lines = workflow_commands(sample(VERDICTS, [CAUSES[0]] * 30), context()).splitlines()
        errors = [line for line in lines if line.startswith("::error")]
        assert len(errors) == 10
        assert errors[-1].startswith("::error title=Concordia::22 more causes: ")

    def test_titles_and_messages_are_escaped(self) -> None:
        cause = {**CAUSES[0], "title": "a,b: 100%\n::error::x"}
        line = workflow_commands(sample(VERDICTS, [cause]), context()).splitlines()[0]
        assert line.startswith("::error title=a%2Cb%3A 100%25%0A%3A%3Aerror%3A%3Ax::explains")


class TestBadge:
    def test_it_counts_what_is_declared_and_names_the_set(self) -> None:
        picture = badge(sample())
        root = ElementTree.fromstring(picture)
        assert root.get("aria-label") == "Concordia 0.2, mine 1.0: 1 of 5 declared scenarios pass"
        assert ">Concordia 0.2</text>" in picture
        assert ">1/5 declared</text>" in picture

    def test_what_was_skipped_does_not_keep_it_from_green(self) -> None:
        verdicts = [*all_passing()[:-1], Verdict(SKIPPED, "skip", notes=("not declared",))]
        picture = badge(sample(verdicts, ()))
        assert ">5/5 declared</text>" in picture
        assert "#2e7d32" in picture

    def test_failures_and_nothing_at_all_are_not_green(self) -> None:
        assert "#2e7d32" not in badge(sample())
        skips = [Verdict(SKIPPED, "skip", notes=("not declared",))]
        assert ">0/0 declared</text>" in badge(sample(skips, ()))
        assert "#5c5c5c" in badge(sample(skips, ()))

    def test_a_part_of_the_set_is_not_the_whole(self) -> None:
        lines = sample_lines(all_passing(), ())
        lines[0]["set"]["scenarios"] = 100
        picture = badge(read_report(lines))
        assert ">6/6 of a part</text>" in picture
        assert "#2e7d32" not in picture

    def test_what_an_interrupted_run_has_not_reached_has_not_passed(self) -> None:
        lines = sample_lines(all_passing(), ())
        lines[0] |= {"set": None, "scenarios": 9}
        lines[-1]["interrupted"] = True
        assert ">6/9 declared</text>" in badge(read_report(lines))

    def test_the_widths_add_up(self) -> None:
        root = ElementTree.fromstring(badge(sample()))
        left, right = (float(str(box.get("width"))) for box in root.iterfind("{*}rect"))
        assert float(str(root.get("width"))) == left + right
        for text, room in zip(root.iter("{http://www.w3.org/2000/svg}text"), (left, right), strict=True):
            assert float(str(text.get("textLength"))) == room - 14


def test_nothing_that_an_adapter_says_is_markup() -> None:
    nasty = (
        Verdict(COINS, "fail", (Difference("state", NASTY, NASTY, NASTY).printable(),), stderr="x"),
        Verdict(ALONE, "fault", notes=(NASTY,), stderr=NASTY),
    )
    causes = [{**CAUSES[0], "title": NASTY}]
    report = sample(nasty, causes, label=NASTY, remarks=[NASTY], command=NASTY)
    known = context(label=NASTY)
    check_markdown(markdown(report, known))
    ElementTree.fromstring(junit(report, known))
    ElementTree.fromstring(badge(report))
    assert len(workflow_commands(report, known).splitlines()) == 3
    for text in (markdown(report, known), junit(report, known), badge(report), workflow_commands(report, known)):
        text.encode("utf-8")
        assert is_plain(text)
    assert LABEL not in junit(report, known)
