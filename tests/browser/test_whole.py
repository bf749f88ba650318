"""The built site is whole: every rule, card, dispute and scenario has its place, in every language the same.

Whoever builds the site follows all its links.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from concordia_ref import load
from concordia_ref.spec.disputes import read_register
from concordia_ref.suite.scenarios import load_scenarios

from .kinds import TAGS

SPEC = load()
DISPUTES = read_register().disputes


@cache
def anchors(page: Path) -> set[str]:
    return set(re.findall(r'\bid="([^"]+)"', page.read_text(encoding="utf-8")))


def pages(folder: Path) -> set[str]:
    return {page.relative_to(folder).as_posix() for page in folder.rglob("*.html")}


@pytest.mark.parametrize("tag", TAGS)
def test_every_language_has_the_same_pages(site: Path, tag: str) -> None:
    assert pages(site / tag) == pages(site / "en")
    for book in ("rulebook", "aid"):
        assert (site / tag / f"{book}-{tag}.pdf").read_bytes().startswith(b"%PDF-")


@pytest.mark.parametrize("tag", TAGS)
def test_every_clause_has_an_anchor_that_is_the_same_in_every_language(site: Path, tag: str) -> None:
    assert set(SPEC.clauses) <= anchors(site / tag / "clauses.html")
    assert set(SPEC.clauses) <= anchors(site / tag / "rules.html")


@pytest.mark.parametrize("tag", TAGS)
def test_every_thing_has_its_page(site: Path, tag: str) -> None:
    for card in SPEC.cards.values():
        assert card.id in anchors(site / tag / "cards" / f"{card.kind}.html")
    special = {"concordia", "praefectus_magnus"}
    kinds = {card.kind for card in SPEC.cards.values()}
    assert pages(site / tag / "cards") == {f"{kind}.html" for kind in kinds | special}
    assert pages(site / tag / "goods") == {f"{good}.html" for good in SPEC.goods}
    assert pages(site / tag / "gods") == {f"{god}.html" for god in SPEC.gods}
    assert pages(site / tag / "maps") == {f"{game_map}.html" for game_map in SPEC.maps}
    tables = {f"{game_map.id}-{players}" for game_map in SPEC.maps.values() for players in game_map.players}
    assert tables <= anchors(site / tag / "setup.html")


@pytest.mark.parametrize("tag", TAGS)
def test_every_dispute_has_its_page_and_its_place_in_the_finder(site: Path, tag: str) -> None:
    assert pages(site / tag / "disputes") == {f"{dispute}.html" for dispute in DISPUTES}
    assert set(DISPUTES) <= anchors(site / tag / "finder.html")


def test_every_scenario_has_its_page(site: Path) -> None:
    assert pages(site / "dev" / "scenarios") == {f"{scenario.id}.html" for scenario in load_scenarios()}


def test_every_clause_has_its_row_in_the_matrix(site: Path) -> None:
    assert set(SPEC.clauses) <= anchors(site / "dev" / "clauses.html")


@pytest.mark.parametrize("tag", [tag for tag in TAGS if tag != "en"])
def test_no_english_is_left_over(site: Path, tag: str) -> None:
    """Texts that stand on the English page in sentences of their own do not stand on the others."""
    english, other = (
        set(re.findall(r">([^<>]{25,})<", (site / each / "index.html").read_text(encoding="utf-8")))
        for each in ("en", tag)
    )
    assert english & other == set()
