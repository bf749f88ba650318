"""A page of every kind that the site has."""

from __future__ import annotations

from pathlib import PurePosixPath

from concordia_ref.site.developer.pages import NAVIGATION
from concordia_ref.words.languages import tags

TAGS = tags()
IN_EACH_LANGUAGE = (
    *("index.html", "rules.html", "clauses.html", "setup.html", "score.html", "editions.html", "glossary.html"),
    *("cards.html", "cards/mercator.html", "goods.html", "goods/wine.html", "gods.html", "gods/jupiter.html"),
    *("maps.html", "maps/imperium.html", "disputes.html", "disputes/colonist-income.html"),
    *("calculator.html", "finder.html"),
)
FOR_IMPLEMENTERS = (
    *(f"{name}.html" for name, _ in NAVIGATION),
    "formats/spec/map.html",
    "scenarios/architect/example-three-houses-for-fifteen-sestertii.html",
)
PAGES = (*(f"en/{path}" for path in IN_EACH_LANGUAGE), *(f"dev/{path}" for path in FOR_IMPLEMENTERS))


def kind(path: str) -> str:
    """The kind of a page: pages of one folder are alike.

    >>> kind("gods/mars.html"), kind("gods.html")
    ('gods/', 'gods.html')
    """
    top, *below = PurePosixPath(path).parts
    return f"{top}/" if below else top
