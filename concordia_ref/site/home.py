"""The first page of a language, and the page that leads there."""

from __future__ import annotations

from concordia_ref.site.page import Page
from concordia_ref.site.templates import rendered
from concordia_ref.site.unit import Unit
from concordia_ref.suite.scenarios import load_scenarios
from concordia_ref.words.languages import language, tags

# The targets of the navigation, in its order.
SECTIONS = ("rules", "cards", "maps", "setup", "score", "disputes", "glossary")
TOOLS = ("calculator", "finder")
MORE = ("clauses", "goods", "gods")
# Cards of the picture on the first page.
SHOWN_CARDS = ("architect", "i_colonist", "ii_weaver")


def home_page(unit: Unit) -> Page:
    """The first page: what there is, and the questions that matter most."""
    return unit.page(
        "index.html",
        unit.say("site.name"),
        unit.say("site.tagline"),
        cards=[unit.spec.cards[id] for id in SHOWN_CARDS],
        counts={
            "clauses": len(unit.spec.clauses),
            "disputes": len(unit.disputes),
            "scenarios": sum(1 for _ in load_scenarios()),
        },
        sections=(*SECTIONS, *TOOLS, *MORE),
    )


def root_page() -> str:
    """The page at the root of the site: it opens the language that the reader has chosen before, or asks for."""
    return rendered("root.html", names={tag: language(tag).terms["name"] for tag in tags()})
