"""The reference of the Python package: every public name is on its page, with its signature and its example."""

from __future__ import annotations

import re

import pytest

import concordia_ref
from concordia_ref.engine.game import Game
from concordia_ref.site import build
from concordia_ref.site.developer.python_reference import documented
from concordia_ref.site.page import Page
from concordia_ref.spec.packaged import packaged_folder

TEXT = (packaged_folder("docs") / "dev" / "api.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("site")
    build._write_pages(folder / "pages", [Page("api.html", "Python reference", TEXT)])
    build._run_mkdocs(build.IMPLEMENTERS, Game(), folder / "pages", folder / "dev")
    assert [file.name for file in (folder / "dev").iterdir()] == ["api.html"]
    return (folder / "dev" / "api.html").read_text(encoding="utf-8")


def test_the_page_lists_every_public_name() -> None:
    shown = {entry.title for entry in documented(TEXT)}
    assert shown >= set(concordia_ref.__all__) - {"__version__"}
    imported = re.search(r"from concordia_ref import (.*)", TEXT)
    assert imported is not None
    assert {*imported[1].split(", "), "__version__"} == set(concordia_ref.__all__)


def test_every_name_that_the_search_finds_is_an_anchor_of_the_page(built: str) -> None:
    anchors = re.findall(r'id="([^"]+)"', built)
    assert {entry.anchor for entry in documented(TEXT)} <= set(anchors)
    assert len(anchors) == len(set(anchors))


def test_signatures_are_linked_and_examples_are_code(built: str) -> None:
    signature = re.search(r'<h3 id="concordia_ref.Game.play".*?</pre>', built, re.DOTALL)
    assert signature is not None
    assert 'href="#concordia_ref.State"' in signature[0]
    assert 'href="#concordia_ref.engine.game.TurnLike"' in signature[0]
    assert '<code class="language-pycon">&gt;&gt;&gt; game = Game()' in built
    assert "<blockquote>" not in built
