"""Templates escape what they show, fail where something is missing, and are all used."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from jinja2 import UndefinedError

from concordia_ref.site import templates
from concordia_ref.site.templates import environment, page, prose, rendered, sentence

SITE = Path(templates.__file__).parent
# A page that shows little.
SIMPLE = "dev/commands.html"


def test_texts_are_escaped() -> None:
    body = page(SIMPLE, "commands", "<b> & more", "", commands=()).body
    assert body.startswith("<h1>&lt;b&gt; &amp; more</h1>")
    assert prose("a `<b>` & `c`") == "a <code>&lt;b&gt;</code> &amp; <code>c</code>"


def test_a_fact_that_is_missing_is_an_error() -> None:
    with pytest.raises(UndefinedError, match="'commands' is undefined"):
        rendered(SIMPLE, title="")


@pytest.mark.parametrize(("text", "written"), [("a house", "A house."), ("A house.", "A house."), ("", "")])
def test_a_sentence_has_a_capital_and_a_full_stop(text: str, written: str) -> None:
    assert sentence(text) == written


def test_every_template_is_used() -> None:
    files = [*SITE.rglob("*.py"), *SITE.rglob("*.html")]
    named = {name for file in files for name in re.findall(r'"([\w/]+\.html)"', file.read_text(encoding="utf-8"))}
    assert set(environment().list_templates()) - named == set()
