"""Finding one's way about the site: languages, search, print, small windows."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from concordia_ref.words.languages import language
from concordia_ref.words.search_keys import folded

from .conftest import Open
from .kinds import FOR_IMPLEMENTERS, IN_EACH_LANGUAGE, PAGES, TAGS, kind

PHONE = {"width": 360, "height": 640}


def test_the_pages_that_are_tested_are_of_every_kind(site: Path) -> None:
    for unit, tested in (("en", IN_EACH_LANGUAGE), ("dev", FOR_IMPLEMENTERS)):
        pages = {path.relative_to(site / unit).as_posix() for path in (site / unit).rglob("*.html")}
        assert {kind(path) for path in pages} == {kind(path) for path in tested}


@pytest.mark.parametrize("path", [*PAGES, *(f"sr/{path}" for path in IN_EACH_LANGUAGE)])
def test_a_page_opens_from_its_folder_without_complaint(open_page: Open, site: Path, path: str) -> None:
    page = open_page(path, f"{site.as_uri()}/")
    expect(page.locator("h1")).to_have_count(1)
    expect(page.locator("h1")).to_be_visible()


@pytest.mark.parametrize("place", ["clauses.html#architect.move.occupied", "cards/mercator.html#ii_mercator"])
def test_the_language_switch_keeps_the_page_and_the_place(open_page: Open, anywhere: str, place: str) -> None:
    page = open_page(f"en/{place}", anywhere)
    for tag in [*TAGS[1:], "en"]:
        page.locator("details.switch summary").click()
        page.locator(f'nav.languages a[hreflang="{tag}"]').click()
        page.wait_for_url(f"{anywhere}{tag}/{place}")
        assert page.locator("html").get_attribute("lang") == tag
        expect(page.locator(":target")).to_have_count(1)


@pytest.mark.parametrize(
    ("locale", "tag"),
    [
        *(("cs-CZ", "cs"), ("fr-CA", "fr"), ("hu-HU", "hu"), ("pl", "pl"), ("en-GB", "en")),
        *(("sr-RS", "sr"), ("sr-Latn-RS", "sr-Latn"), ("de-DE", "en")),
    ],
)
def test_the_root_opens_the_language_of_the_browser(open_page: Open, anywhere: str, locale: str, tag: str) -> None:
    open_page("index.html", anywhere, locale=locale).wait_for_url(f"{anywhere}{tag}/index.html")


def test_the_root_opens_the_language_that_was_chosen_before(open_page: Open, served: str) -> None:
    page = open_page("en/cards.html", locale="cs-CZ")
    page.locator("details.switch summary").click()
    page.locator('nav.languages a[hreflang="hu"]').click()
    page.wait_for_url("**/hu/cards.html")
    page.goto(f"{served}index.html")
    page.wait_for_url("**/hu/index.html")


def test_without_scripts_the_root_leads_to_every_language(open_page: Open) -> None:
    page = open_page("index.html", java_script_enabled=False)
    hrefs = page.locator("a[hreflang]").evaluate_all("links => links.map(link => link.hreflang)")
    assert hrefs == TAGS


def found(page: Page, words: str) -> list[str]:
    """The titles that a search finds."""
    page.locator("#search").click()
    page.locator("#search").press_sequentially(words)
    expect(page.locator("#search-results a").first).to_be_visible()
    return [title.lower() for title in page.locator("#search-results a").all_inner_texts()]


@pytest.mark.parametrize("tag", ["cs", "pl", "hu", "fr"])
def test_search_finds_words_without_their_diacritics(open_page: Open, tag: str) -> None:
    word = next(name for name in names(tag) if folded(name) != name and " " not in name)
    page = open_page(f"{tag}/index.html")
    assert any(word in title for title in found(page, folded(word)))


@pytest.mark.parametrize("unit", ["sr", "sr-Latn"])
@pytest.mark.parametrize("written", ["sr", "sr-Latn"])
def test_search_finds_serbian_words_in_either_script(open_page: Open, anywhere: str, unit: str, written: str) -> None:
    page = open_page(f"{unit}/index.html", anywhere)
    wanted = language(unit).name("cards", "architect").lower()
    assert wanted in found(page, language(written).name("cards", "architect"))[0]


def names(tag: str) -> list[str]:
    """The names of things that have a place on some page, in small letters."""
    terms = language(tag).terms
    return [language(tag).name(group, id).lower() for group in ("cards", "places", "goods") for id in terms[group]]


def test_a_result_of_the_search_opens_by_keyboard(open_page: Open) -> None:
    page = open_page("en/cards/mercator.html")
    found(page, "jupiter")
    page.keyboard.press("ArrowDown")
    href = page.evaluate("document.activeElement.href")
    page.keyboard.press("Enter")
    page.wait_for_url(href)


@pytest.mark.parametrize("path", IN_EACH_LANGUAGE)
def test_a_phone_shows_every_page_without_sideways_scrolling(open_page: Open, served: str, path: str) -> None:
    page = open_page(f"en/{path}", viewport=PHONE)
    assert too_wide(page) == []
    for tag in TAGS[1:]:
        page.goto(f"{served}{tag}/{path}")
        assert too_wide(page) == [], tag


@pytest.mark.parametrize("path", ["", *(f"dev/{path}" for path in FOR_IMPLEMENTERS)])
def test_a_phone_shows_the_pages_for_implementers_too(open_page: Open, path: str) -> None:
    assert too_wide(open_page(path, viewport=PHONE)) == []


def too_wide(page: Page) -> list[str]:
    """How wide a page is that scrolls sideways, and what makes it so; nothing, if it does not."""
    return page.evaluate(  # type: ignore[no-any-return]
        """() => {
            const {scrollWidth} = document.scrollingElement;
            const cut = (element) => element.offsetParent?.closest('.wide') || element.ownerSVGElement;
            const wide = [...document.body.querySelectorAll('*')].filter(
                (element) => element.getBoundingClientRect().right > window.innerWidth + 1 && !cut(element));
            return scrollWidth <= window.innerWidth ? []
                : [`${scrollWidth} px`, ...wide.slice(0, 9).map((element) => element.outerHTML.slice(0, 200))];
        }"""
    )


@pytest.mark.parametrize("path", ["en/rules.html", "hu/maps/imperium.html", "sr/disputes/colonist-income.html"])
def test_a_page_prints_without_its_menus(open_page: Open, path: str) -> None:
    page = open_page(path)
    page.emulate_media(media="print")
    for part in ("nav.sections", "form.search", "details.switch", "a.skip"):
        expect(page.locator(part)).to_be_hidden()
    expect(page.locator("h1")).to_be_visible()
    printed = page.pdf(format="A4")
    assert printed.startswith(b"%PDF-")
    assert len(printed) > 10_000
