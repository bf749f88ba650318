"""The traceability matrix as a page: every clause with its data, code, scenarios, texts, rulebooks and disputes."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from concordia_ref.engine.game import Game
from concordia_ref.lab.trace import Traced, totals
from concordia_ref.site.page import Entry, Page
from concordia_ref.site.templates import page
from concordia_ref.words.languages import english

# The same signs as in `concordia trace`, and what they mean.
SIGNS = {
    "stated": ("+", "states it"),
    "example": ("~", "shows it only in an example"),
    "otherwise": ("≠", "says something else"),
    "silent": ("–", "is silent"),
}
PARTS = ("data", "code", "kept", "broken", "texts", "disputes")


def clause_page(game: Game, rows: Sequence[Traced]) -> Page:
    """The page of the matrix."""
    words, spec = english(), game.spec
    by_id = {row.clause.id: row for row in rows}
    topics = spec.data["rules"]
    books = [Markup('<abbr title="{}">{}</abbr>').format(book.language, id) for id, book in spec.rulebooks.items()]
    return page(
        "dev/clauses.html",
        "clauses",
        "Clauses",
        "What is behind every clause: data, code, scenarios, texts, rulebooks and disputes.",
        scripts=("filter.js",),
        entries=[Entry(id, id, words.clause(id, spec)) for id in by_id],
        words=words,
        spec=spec,
        totals=totals(rows),
        signs=SIGNS,
        parts=PARTS,
        header=["clause", *PARTS, *books],
        titles={f"topic-{topic}": topic.replace("-", " ").capitalize() for topic in topics},
        topics={f"topic-{topic}": [by_id[id] for id in entry["clauses"]] for topic, entry in topics.items()},
    )
