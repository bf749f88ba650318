"""The rule reference: whole, in every language and edition, as Markdown and as a page."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

import concordia_ref
from concordia_ref.engine.game import Game
from concordia_ref.spec.disputes import read_register
from concordia_ref.spec.loading import build
from concordia_ref.spec.model import Specification
from concordia_ref.spec.overlay import patched
from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.spec.tree import read_tree
from concordia_ref.suite.worked_examples import SCENARIOS, worked_examples
from concordia_ref.words.languages import language
from concordia_ref.words.reference import reference_html, reference_markdown
from tests.conftest import Command
from tests.translations import TAGS

GAME = Game()
SPEC = GAME.spec
EDITIONS = ("sr", "cs", "hu", "pl", "fr")
VOID = ("meta", "br")


def markdown(spec: Specification, tag: str = "en") -> str:
    game = Game(spec)
    return reference_markdown(language(tag, spec.folder), game, worked_examples(game))


class Page(HTMLParser):
    """Notes the ids, the links and the language of a page, and whether every element is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.open: list[str] = []
        self.language = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag not in VOID:
            self.open.append(tag)
        if "id" in found:
            self.ids.append(str(found["id"]))
        if tag == "a":
            self.links.append(str(found["href"]))
        if tag == "html":
            self.language = str(found["lang"])

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("tag", TAGS)
def test_the_page_holds_every_clause_once_and_every_link_leads_somewhere(tag: str) -> None:
    text = reference_html(language(tag), GAME, worked_examples(GAME))
    page = Page(text)
    assert page.open == []
    assert page.language == tag
    assert len(page.ids) == len(set(page.ids))
    assert set(SPEC.clauses) <= set(page.ids)
    assert {link.removeprefix("#") for link in page.links} <= set(page.ids)
    assert "http" not in text


@pytest.mark.parametrize("tag", TAGS)
def test_the_text_is_whole_and_in_its_language(tag: str) -> None:
    words = language(tag)
    text = markdown(SPEC, tag)
    plain = re.sub(r"\\([*_\[])", r"\1", text).replace("&gt;", ">").replace("&lt;", "<").replace("&amp;", "&")
    for clause in SPEC.clauses:
        assert words.clause(clause, SPEC) in plain
    for card in SPEC.cards.values():
        assert words.name("cards", card.kind) in plain
    assert "{" not in text
    assert words.counted(114, "point").split()[0] in plain
    if tag not in ("en",):
        assert "Ruling" not in text


@pytest.mark.parametrize("tag", TAGS)
def test_all_languages_have_the_same_headings_anchors_and_tables(tag: str) -> None:
    def shape(text: str) -> list[str]:
        lines = re.findall(r'^(?:<a id="[^"]*"></a>|#+ |- <a id="[^"]*"></a>|\|---.*|    - )', text, re.MULTILINE)
        return [line for line in lines if line]

    assert shape(markdown(SPEC, tag)) == shape(markdown(SPEC))


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_edition_says_where_it_departs_from_the_canonical_rules(edition: str) -> None:
    spec = concordia_ref.load(edition=edition)
    register = read_register()
    text = markdown(spec)
    assert register.editions[edition].name in text
    for dispute, reading in register.editions[edition].takes.items():
        if register.disputes[dispute].clauses:
            assert f"This edition: {register.disputes[dispute].readings[reading].says}" in text.replace("\\", "")


def test_an_edition_plays_the_examples_by_its_own_rules() -> None:
    canonical, czech = (markdown(concordia_ref.load(edition=edition)) for edition in ("canonical", "cs"))
    assert canonical != czech
    assert "Result:" in czech


def test_the_worked_example_of_the_score_comes_to_114() -> None:
    text = markdown(SPEC)
    assert "| total |  | 114 |" in text


def test_every_card_and_the_scoring_has_an_example() -> None:
    text = markdown(SPEC)
    for ids in SCENARIOS.values():
        for id in ids:
            assert f'<a id="example-{id.replace("/", "-")}"></a>' in text


def test_a_changed_number_changes_the_reference_in_every_language() -> None:
    data = read_tree(packaged_folder("spec"), left_out=("disputes", "editions", "locales"))[0].data
    changed = build(patched(data, {"goods.goods.cloth": {"price": 9}}), packaged_folder("spec"))
    for tag in TAGS:
        assert markdown(changed, tag) != markdown(SPEC, tag)


def test_the_command_writes_a_file_or_prints(concordia: Command, tmp_path: Path) -> None:
    file = tmp_path / "szabalyok.html"
    assert concordia("reference", "--lang", "hu", "--edition", "hu", "--format", "html", "-o", file).code == 0
    assert '<html lang="hu">' in file.read_text(encoding="utf-8")
    printed = concordia("reference", "--lang", "sr-Latn").out
    assert printed.startswith('<a id="concordia"></a>')
    assert concordia("reference", "-o", tmp_path / "no" / "such" / "folder").code == 2
