"""The rule reference, and every clause with its place in the rulebooks."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from concordia_ref.site.page import Entry, Page
from concordia_ref.site.unit import Unit
from concordia_ref.spec.clauses import Clause
from concordia_ref.words.blocks import Block, Heading, Items, block_html
from concordia_ref.words.places import clause_place
from concordia_ref.words.reference import reference_blocks


def rule_pages(unit: Unit) -> Iterator[Page]:
    """The page of the rules and the page of the clauses."""
    yield _rules(unit)
    yield _clauses(unit)


def _rules(unit: Unit) -> Page:
    title, introduction, *rest = reference_blocks(unit.words, unit.game, unit.examples)
    assert isinstance(title, Heading)
    return unit.page(
        "rules.html",
        title.text,
        unit.say("site.about.rules"),
        introduction=_html(introduction),
        chapters={block.id: block.text for block in rest if isinstance(block, Heading) and block.level == 2},
        # Unlike in print, the page shows what is disputed about each rule.
        blocks=[(block.items if isinstance(block, Items) else (), block, _html(block)) for block in rest],
    )


def _html(block: Block) -> Markup:
    return Markup("".join(block_html(block)))


def _clauses(unit: Unit) -> Page:
    groups: dict[str, list[Clause]] = {}
    titles: dict[str, str] = {}
    for clause in unit.spec.clauses.values():
        anchor = "about-" + "-".join(clause.belongs_to)
        titles[anchor] = unit.belongs_to(clause)
        groups.setdefault(anchor, []).append(clause)
    entries = [
        Entry(clause.id, unit.words.clause(clause.id, unit.spec), f"{clause.id} {unit.belongs_to(clause)}")
        for clause in unit.spec.clauses.values()
    ]
    title, about = unit.say("site.clauses"), unit.say("site.about.clauses")
    return unit.page(
        "clauses.html", title, about, entries=entries, groups=groups, titles=titles, place_text=clause_place
    )
