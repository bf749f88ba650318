"""The templates of the site: HTML in `templates/`, filled with what a page shows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from concordia_ref.pictures.cards import card_picture
from concordia_ref.pictures.icons import icon_picture
from concordia_ref.pictures.maps import map_picture
from concordia_ref.site.page import Entry, Page
from concordia_ref.words.naming import capitalized


def page(
    template: str,
    path: str,
    title: str,
    about: str,
    *,
    scripts: tuple[str, ...] = (),
    entries: Iterable[Entry] = (),
    **facts: Any,
) -> Page:
    """A page whose body is a template filled with facts, and with the way up to the root of the unit."""
    up = "../" * path.count("/")
    body = rendered(template, title=title, about=about, up=up, **facts)
    return Page(path, title, body, about, scripts, tuple(entries))


def rendered(template: str, **facts: Any) -> str:
    """A template filled with facts."""
    return environment().get_template(template).render(facts).strip()


@cache
def environment() -> Environment:
    """Where templates find each other, with the filters and pictures that they share."""
    made = Environment(
        loader=PackageLoader("concordia_ref.site"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {"capitalized": capitalized, "prose": prose, "sentence": sentence, "thousands": "{:,}".format}
    made.globals |= {draw.__name__: _as_markup(draw) for draw in (card_picture, icon_picture, map_picture)}
    return made


def _as_markup(draw: Callable[..., str]) -> Callable[..., Markup]:
    return lambda *facts: Markup(draw(*facts))


def sentence(text: str) -> str:
    """A text that begins with a capital and ends with a full stop."""
    return capitalized(text) if text.endswith(".") or not text else f"{capitalized(text)}."


def prose(text: str) -> Markup:
    """A text of the data in which words between backquotes are code.

    >>> prose("`a` < b")
    Markup('<code>a</code> &lt; b')
    """
    return Markup(re.sub("`([^`]+)`", r"<code>\1</code>", str(escape(text))))
