"""The traceability matrix as a page: every clause with its data, code, scenarios, texts, rulebooks and disputes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from concordia_ref.engine.game import Game
from concordia_ref.lab.trace import Traced, totals
from concordia_ref.site.developer.html import code, joined, matrix, passage
from concordia_ref.site.markup import escaped, heading, items, link
from concordia_ref.site.page import Entry, Page
from concordia_ref.spec.clauses import Place
from concordia_ref.words.languages import Language, english

FILTER = "filter.js"
# The same signs as in `concordia trace`, and what they mean.
SIGNS = {
    "says": ("+", "states it"),
    "example": ("~", "shows it only in an example"),
    "otherwise": ("≠", "says something else"),
    "silent": ("–", "is silent"),
}
PARTS = {
    "data": "data",
    "code": "code",
    "kept": "kept",
    "broken": "broken",
    "texts": "texts",
    "disputes": "disputes",
}


def clause_page(game: Game, rows: Sequence[Traced]) -> Page:
    """The page of the matrix."""
    words, books = english(), list(game.spec.rulebooks)
    by_id = {row.clause.id: row for row in rows}
    found = totals(rows)
    topics = {topic: [by_id[clause] for clause in entry["clauses"]] for topic, entry in game.spec.data["rules"].items()}
    signs = ", ".join(f"<b>{sign}</b> {meaning}" for sign, meaning in SIGNS.values())
    head = "".join(f'<th scope="col">{cell}</th>' for cell in _header(game, books))
    bodies = "".join(_topic(game, words, topic, of_topic, books) for topic, of_topic in topics.items())
    about = "What stands behind every clause: data, code, scenarios, texts, rulebooks and disputes."
    body = joined(
        [
            heading(1, "The clauses and what stands behind them"),
            passage(
                "A clause is one rule under an id that never changes. This matrix joins it with the data that carry it "
                "out, the functions that look at it, the scenarios in which it is kept and broken, its texts, its "
                "place in each rulebook and the disputes about it. It is not written by hand: all scenarios are "
                f"played, and what the reference consults is observed. {code('concordia trace')} prints the same, and "
                "fails where something is missing."
            ),
            passage(
                f"{found['clauses']} clauses, {found['data']} data, {found['code']} functions, {found['scenarios']} "
                f"scenarios, {found['languages']} languages, {found['disputes']} disputes."
            ),
            passage(f"A rulebook {signs}.", "legend"),
            f'<nav class="contents" aria-label="Topics">{items(map(_topic_link, topics))}</nav>',
            matrix("Filter the clauses", f"<thead><tr>{head}</tr></thead>{bodies}"),
        ]
    )
    entries = tuple(Entry(id, id, words.clause(id, game.spec)) for id in by_id)
    return Page("clauses", "Clauses", body, about, (FILTER,), entries)


def _title(topic: str) -> str:
    return topic.replace("-", " ").capitalize()


def _topic_link(topic: str) -> str:
    return link(f"#topic-{topic}", _title(topic))


def _header(game: Game, books: Iterable[str]) -> Iterator[str]:
    yield "clause"
    yield from PARTS.values()
    yield from (f'<abbr title="{game.spec.rulebooks[book].language}">{book}</abbr>' for book in books)


def _topic(game: Game, words: Language, topic: str, rows: Iterable[Traced], books: Sequence[str]) -> str:
    columns = 1 + len(PARTS) + len(books)
    first = f'<tr class="topic" id="topic-{topic}"><th colspan="{columns}" scope="rowgroup">{_title(topic)}</th></tr>'
    return f"<tbody>{first}{''.join(_row(game, words, row, books) for row in rows)}</tbody>"


def _row(game: Game, words: Language, row: Traced, books: Sequence[str]) -> str:
    id, found = row.clause.id, row.parts()
    cells = "".join(f"<td>{len(found[part]) or '–'}</td>" for part in PARTS)
    signs = "".join(_sign(row.clause.places[book]) for book in books)
    text = escaped(words.clause(id, game.spec))
    return (
        f'<tr id="{id}"><th scope="row"><a class="id" href="../en/clauses.html#{id}">{id}</a> {text}'
        f"<details><summary>{row.clause.kind.replace('_', ' ')}, consulted in {row.consulted} scenarios</summary>"
        f"{_details(game, row)}</details></th>{cells}{signs}</tr>"
    )


def _sign(place: Place) -> str:
    sign, meaning = SIGNS[place.status]
    return f'<td><span aria-hidden="true">{sign}</span><span class="visually-hidden">{meaning}</span></td>'


def _details(game: Game, row: Traced) -> str:
    """Everything that belongs to a clause, by name."""
    books = {
        game.spec.rulebooks[book].language: f"{place.heading or ''} {SIGNS[place.status][1]}".strip()
        for book, place in row.clause.places.items()
    }
    parts = {
        "data": [code(path) for path in row.clause.carried_out_by],
        "code": [code(function) for function in row.code],
        "kept in": [link(f"scenarios/{id}.html", id) for id in row.kept],
        "broken in": [link(f"scenarios/{id}.html", id) for id in row.broken],
        "texts": [", ".join(row.languages)],
        "rulebooks": [f"{language}: {escaped(text)}" for language, text in books.items()],
        "disputes": [link(f"../en/disputes/{id}.html", id) for id in row.disputes],
    }
    body = "".join(f"<dt>{name}</dt><dd>{items(found)}</dd>" for name, found in parts.items() if found)
    return f"<dl>{body}</dl>"
