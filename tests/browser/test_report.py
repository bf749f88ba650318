"""The page of a report in a real browser: read on a phone, in the dark and without scripts, searched with them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from concordia_ref.reports.history import history
from concordia_ref.reports.page import html_page
from tests.reports.sample import ALONE, COINS, HAND, all_passing, context, sample


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    earlier = sample(all_passing(), (), started="2026-11-01T08:00:00+00:00")
    file = tmp_path_factory.mktemp("report") / "report.html"
    page = html_page(sample(remarks=["lines are turned around"]), context(), history([earlier, sample()]))
    file.write_text(page, encoding="utf-8")
    return file


@pytest.fixture
def open_report(browser: Browser, report: Path) -> Iterator[Any]:
    """Opens the report in contexts with some options, and in the end says what went wrong in it."""
    wrong: list[str] = []
    contexts = []

    def open_report(**options: Any) -> Page:
        contexts.append(browser.new_context(**options))
        page = contexts[-1].new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda message: wrong.append(message.text))
        page.goto(report.as_uri())
        return page

    yield open_report
    for entry in contexts:
        entry.close()
    assert wrong == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_it_is_accessible_and_never_scrolls_sideways(open_report: Any, width: int, scheme: str) -> None:
    page = open_report(viewport={"width": width, "height": 900}, color_scheme=scheme)
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true })")
    expect(page.locator(".failure .board svg").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == width
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def test_the_first_screen_of_a_phone_names_the_first_cause(open_report: Any) -> None:
    page = open_report(viewport={"width": 360, "height": 740})
    expect(page.get_by_role("link", name="Coins are not counted right")).to_be_in_viewport()


def test_a_search_and_filters_leave_what_fits(open_report: Any) -> None:
    page = open_report()
    shown = page.locator("#shown")
    expect(shown).to_have_text("5 of 5 failures shown")
    page.get_by_label("Search").fill("wine Brick")
    expect(shown).to_have_text("1 of 5 failures shown")
    page.get_by_role("button", name="Show all").click()
    page.get_by_label("Outcome").select_option("fault")
    expect(page.locator(".failure:visible .id")).to_have_text([ALONE])
    page.get_by_role("button", name="Show all").click()
    page.get_by_label("Cause").select_option("2")
    expect(page.locator(".failure:visible .id")).to_have_text([HAND])


def test_a_position_is_drawn_when_its_failure_is_opened(open_report: Any) -> None:
    page = open_report()
    failure = page.locator(".failure", has_text=COINS).first
    expect(failure.locator("svg")).to_have_count(0)
    failure.locator("summary").first.click()
    expect(failure.locator(".board > svg")).to_be_visible()


def test_the_command_can_be_copied(open_report: Any) -> None:
    page = open_report(permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy the command").first.click()
    expect(page.get_by_role("button", name="Copy the command").first).to_have_text("Copied")


def test_a_link_to_a_failure_opens_it(open_report: Any) -> None:
    page = open_report()
    page.get_by_role("link", name="In the list of failures").first.click()
    expect(page.locator(".failure[open]")).to_have_count(1)


def test_it_is_read_without_scripts(open_report: Any) -> None:
    page = open_report(java_script_enabled=False)
    expect(page.locator("#filters")).to_be_hidden()
    expect(page.locator(".cause .board svg").first).to_be_visible()
    failure = page.locator(".failure", has_text=ALONE).first
    failure.locator("summary").first.click()
    expect(failure.locator("pre").first).to_be_visible()
