"""The page: complete, self-contained, of moderate size, and without anything that an adapter could smuggle in."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from concordia_ref.engine.game import Game
from concordia_ref.reports import drawings
from concordia_ref.reports.context import Context
from concordia_ref.reports.page import html_page
from concordia_ref.reports.reading import read_report
from concordia_ref.suite.differences import Difference
from concordia_ref.suite.report_file import FORMAT, verdict_line
from concordia_ref.suite.verdicts import Verdict
from tests.broken_adapters import EVERYTHING, NASTY
from tests.reports.sample import ALONE, CAUSES, COINS, LABEL, NEWER, VERDICTS, all_passing, context, sample
from tests.suite.bench import Bench, check_html, is_plain, whole_suite


class Ids(HTMLParser):
    """The ids of a page, and those that it refers to."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.ids: Counter[str] = Counter()
        self.wanted: set[str] = set()
        self.elsewhere: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id":
                self.ids[str(value)] += 1
            elif name == "href" and str(value).startswith("#"):
                self.wanted.add(str(value)[1:])
            elif name in ("href", "src"):
                self.elsewhere.add(str(value))
            elif name in ("aria-labelledby", "for"):
                self.wanted |= set(str(value).split())


class TestPage:
    def test_causes_come_first_with_all_that_is_needed(self) -> None:
        page = html_page(sample(), context())
        check_html(page)
        causes, failures = page.index('<section id="causes"'), page.index('<section id="failures"')
        first = page[causes:failures]
        for part in (
            "Coins are not counted right",
            "explains 2 of 4 failures",
            "1 scenario cannot be judged until it is fixed",
            f"concordia conform {COINS} --adapter &#39;./mine --fast&#39;",
            "<code>turn: mercator; sell 3 wine; buy 4 brick</code>",
            "<del>− 11</del> <ins>+ 10</ins>",
            "Why: 2 sestertii, 3 from the card",
            'href="#rule-mercator.order"',
            "what should follow",
            "Looks like 1 known fault",
        ):
            assert part in first
        assert first.count("<svg") >= 2

    def test_every_id_is_unique_and_every_reference_leads_somewhere(self) -> None:
        page = Ids(html_page(sample(), context()))
        assert [id for id, times in page.ids.items() if times > 1] == []
        assert page.wanted <= set(page.ids)
        assert page.elsewhere == set()

    def test_rules_lead_to_the_site_where_one_is_named(self) -> None:
        page = html_page(sample(), context(site="../site/en/"))
        assert 'href="../site/en/clauses.html#mercator.order"' in page

    def test_failures_can_be_filtered(self) -> None:
        page = html_page(sample(), context())
        found = re.search(rf'<details class="failure" id="[^"]*" ([^>]*)>\n<summary>.*{ALONE}', page)
        assert found
        for part in ('data-outcome="fault"', 'data-cause="0"', 'data-card="diplomat mercator"'):
            assert part in found[1]
        for name in ("search", "outcome", "card", "level", "clause", "cause"):
            assert f'name="{name}"' in page

    def test_what_does_not_count_stands_by_itself(self) -> None:
        page = html_page(sample(), context())
        group = page[page.index("Newer than the set: these do not count") :]
        assert NEWER in group
        assert "4 of 5 declared scenarios fail" in page

    def test_without_failures_there_is_neither_a_list_nor_a_script(self) -> None:
        page = html_page(sample(all_passing(), ()), context())
        check_html(page)
        assert "all 6 declared scenarios pass" in page
        assert "<script" not in page
        assert 'id="failures"' not in page

    def test_what_an_adapter_says_is_not_markup(self) -> None:
        verdicts = (
            Verdict(COINS, "fail", (Difference("state", NASTY, NASTY, NASTY),), stderr=NASTY),
            Verdict(ALONE, "fault", notes=(NASTY,)),
        )
        report = sample(verdicts, [{**CAUSES[0], "title": NASTY}], label=NASTY, remarks=[NASTY], command=NASTY)
        page = html_page(report, context(label=NASTY))
        check_html(page)
        assert is_plain(page)
        assert "<script>alert" not in page
        page.encode("utf-8")

    def test_differences_beyond_the_first_are_counted(self) -> None:
        many = replace(VERDICTS[0], differences=VERDICTS[0].differences * 15)
        assert "<li>… and 3 more</li>" in html_page(sample([many]), context())

    def test_a_full_page_has_positions_in_words(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(drawings, "MOST_LETTERS", 0)
        page = html_page(sample(), context())
        check_html(page)
        assert "<pre>  player" in page

    def test_a_thousand_failures_stay_below_five_megabytes(self) -> None:
        cases = {case.id: case for case in whole_suite()}
        states = (Difference("state", f"players.0.{key}", ["tribune"], ["mason"]) for key in ("hand", "pile"))
        differences = tuple(states)
        lines = [verdict_line(LABEL, case, Verdict(id, "fail", differences)) for id, case in cases.items()]
        header = {
            "type": "header",
            "format": FORMAT,
            "specification": "0.2",
            "edition": "canonical",
            "scenarios": len(cases),
            "implementations": [{"label": LABEL, "command": "./mine"}],
        }
        page = html_page(read_report([header, *lines]), Context(Game(), {LABEL: cases}))
        assert page.count('<details class="failure"') == len(cases) > 1000
        assert len(page.encode("utf-8")) < 5_000_000


def test_the_matrix_of_the_page_tells_all_some_none_and_skipped(bench: Bench) -> None:
    others = [card for card in EVERYTHING["cards"] if card != "tribune"]
    bench.conform(bench.command("errors", "apply", cards=others))
    for value, kind, cell in (
        ("diplomat", "all", "✓ 1/1"),
        ("mercator", "some", "◐ 3/4"),
        ("tribune", "skipped", "– 0/0"),
        ("mercator.order", "none", "✗ 0/1"),
    ):
        assert f'<th scope="row">{value}</th><td class="{kind}">{cell}</td>' in bench.written("html")
