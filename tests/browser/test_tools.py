"""The two pages that do something."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import concordia_ref
from concordia_ref.spec.disputes import Dispute, read_register
from concordia_ref.words.dispute_text import translated
from concordia_ref.words.languages import language

from .conftest import Open
from .kinds import TAGS

SPEC = concordia_ref.load()
EXAMPLE = 'button[data-position^="map="]'
TOTAL = '.calculator-summary [data-points="total"]'


@pytest.mark.parametrize("tag", TAGS)
def test_the_calculator_gives_114_for_the_worked_example(open_page: Open, anywhere: str, tag: str) -> None:
    page = open_page(f"{tag}/calculator.html", anywhere)
    page.locator(EXAMPLE).click()
    expect(page.locator(TOTAL)).to_have_text("114")
    # The address holds what was entered, and the other languages take it over.
    page.goto(page.url)
    page.reload()
    expect(page.locator(TOTAL)).to_have_text("114")
    for god in SPEC.gods:
        expect(page.locator(f'[data-why="{god}"]')).not_to_be_empty()


def test_the_calculator_follows_what_is_entered(open_page: Open) -> None:
    page = open_page("en/calculator.html")
    page.locator(EXAMPLE).click()
    # The seven points of the Concordia card, and the same points again.
    page.locator('input[name="concordia"]').uncheck()
    expect(page.locator(TOTAL)).to_have_text("107")
    page.locator('input[name="concordia"]').check()
    expect(page.locator(TOTAL)).to_have_text("114")


def colonist_income(tag: str) -> Dispute:
    return translated(language(tag), read_register().disputes["colonist-income"])


def expect_answer(page: Page, entry: Dispute) -> None:
    answer = page.locator(".finder-answer")
    expect(answer).to_be_visible()
    expect(answer.locator("h2")).to_have_text(entry.question)
    for reading in entry.readings.values():
        expect(answer).to_contain_text(reading.says)
    expect(answer).to_contain_text(entry.reason)
    assert page.url.endswith("#colonist-income")


@pytest.mark.parametrize("tag", TAGS)
def test_the_finder_answers_colonist_income(open_page: Open, anywhere: str, tag: str) -> None:
    entry = colonist_income(tag)
    expect_answer(open_page(f"{tag}/finder.html#colonist-income", anywhere), entry)
    page = open_page(f"{tag}/finder.html", anywhere)
    expect(page.locator(".finder-answer")).to_be_hidden()
    page.get_by_role("combobox").select_option("colonist")
    page.locator("section:not([hidden])").get_by_role("link", name=entry.question).click()
    expect_answer(page, entry)


def test_the_answer_stays_when_the_language_is_switched(open_page: Open) -> None:
    page = open_page("cs/finder.html#colonist-income")
    page.locator("details.switch summary").click()
    page.locator('nav.languages a[hreflang="fr"]').click()
    expect_answer(page, colonist_income("fr"))
