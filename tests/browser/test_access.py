"""Everything can be read and used by everybody: by keyboard alone, in light and dark, with a screen reader."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from .conftest import Open
from .kinds import PAGES

# Pages that hold every kind of control.
WITH_CONTROLS = (
    *("en/index.html", "en/disputes/colonist-income.html", "sr/maps/imperium.html"),
    *("en/calculator.html", "en/finder.html", "dev/index.html"),
)
# Notes for every element that Tab can reach whether it was, and whether that was to be seen.
WATCH = """() => {
    const stops = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
    const name = (element) => element.outerHTML.slice(0, 160);
    window.wanted = () => [...document.querySelectorAll(stops)].filter((element) =>
        element.checkVisibility({visibilityProperty: true}) && !element.disabled && element.tabIndex >= 0
        && !(element.type === 'radio' && !element.checked));
    window.reached = new Set();
    window.unseen = [];
    document.addEventListener('focusin', ({target}) => {
        window.reached.add(target);
        const {outlineStyle, outlineWidth} = getComputedStyle(target);
        const box = target.getBoundingClientRect();
        const outlined = outlineStyle !== 'none' && parseFloat(outlineWidth) > 0;
        if (!outlined || box.right <= 0 || box.bottom <= 0 || !box.width) window.unseen.push(name(target));
    });
    window.missed = () => window.wanted().filter((element) => !window.reached.has(element)).map(name);
    return window.wanted().length;
}"""


@pytest.mark.parametrize("path", WITH_CONTROLS)
def test_the_keyboard_alone_reaches_everything_and_shows_where_it_is(open_page: Open, path: str) -> None:
    page = open_page(path)
    for _ in range(page.evaluate(WATCH) + 5):
        page.keyboard.press("Tab")
    assert page.evaluate("window.missed()") == []
    assert page.evaluate("window.unseen") == []


def test_the_first_stop_leads_past_the_menus(open_page: Open) -> None:
    page = open_page("en/rules.html")
    page.keyboard.press("Tab")
    skip = page.locator("a.skip")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('main') !== null")


def test_the_language_switch_opens_and_closes_by_keyboard(open_page: Open) -> None:
    page = open_page("en/cards.html")
    summary, links = page.locator("details.switch summary"), page.locator("nav.languages a")
    summary.focus()
    page.keyboard.press("Enter")
    expect(links.first).to_be_visible()
    page.keyboard.press("Tab")
    expect(links.first).to_be_focused()
    page.keyboard.press("Escape")
    expect(links.first).to_be_hidden()
    expect(summary).to_be_focused()


def test_the_tools_work_by_keyboard(open_page: Open) -> None:
    page = open_page("en/calculator.html")
    page.locator("button[data-position]").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator('.calculator-summary [data-points="total"]')).to_have_text("114")
    page = open_page("en/finder.html")
    page.get_by_role("combobox").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".finder-answer h2")).to_be_focused()


@pytest.mark.parametrize("path", [*PAGES, "sr/index.html", "sr/cards/mercator.html", "sr/calculator.html"])
def test_axe_finds_nothing_serious_in_light_and_dark(open_page: Open, path: str) -> None:
    page = open_page(path, color_scheme="light")
    assert serious(page) == []
    page.emulate_media(color_scheme="dark")
    # Nothing but the colours has changed.
    assert serious(page, "color-contrast") == []


def test_axe_finds_nothing_serious_where_something_is_open(open_page: Open) -> None:
    page = open_page("cs/finder.html#colonist-income")
    assert serious(page) == []
    page.locator("details.switch summary").click()
    page.locator("#search").fill("kolonista")
    expect(page.locator("#search-results a").first).to_be_visible()
    assert serious(page) == []


def serious(page: Page, *rules: str) -> list[str]:
    """What axe finds on a page, by all or some of its rules, that keeps people from using it."""
    options = {"resultTypes": ["violations"], **({"runOnly": list(rules)} if rules else {})}
    violations: list[dict[str, Any]] = Axe().run(page, options=options).response["violations"]
    return [
        f"{found['id']}: {found['help']}: {node['html'][:200]}: {node['failureSummary']}"
        for found in violations
        if found["impact"] in ("serious", "critical")
        for node in found["nodes"]
    ]
