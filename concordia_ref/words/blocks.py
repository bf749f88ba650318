"""A text as blocks - headings, paragraphs, lists, tables - written as Markdown or as a page of HTML."""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple


class Heading(NamedTuple):
    """A heading; level 1 is the title of the text."""

    level: int
    id: str
    text: str


class Paragraph(NamedTuple):
    """A paragraph."""

    text: str


class Item(NamedTuple):
    """An item of a list: its anchor, its text, and notes that belong to it."""

    id: str
    text: str
    notes: tuple[str, ...] = ()


class Items(NamedTuple):
    """A list."""

    items: Sequence[Item]


class Table(NamedTuple):
    """A table with a heading for each column."""

    header: Sequence[str]
    rows: Sequence[Sequence[str]]


Block = Heading | Paragraph | Items | Table


def to_markdown(blocks: Iterable[Block]) -> str:
    """The blocks as Markdown, with HTML anchors, which have the same names in every language."""
    return "\n\n".join("\n".join(_markdown(block)) for block in blocks)


def _markdown(block: Block) -> Iterator[str]:
    match block:
        case Heading(level, id, text):
            yield f'<a id="{id}"></a>\n'
            yield f"{'#' * level} {_plain(text)}"
        case Paragraph(text):
            yield _plain(text)
        case Items(items):
            for item in items:
                yield f'- <a id="{item.id}"></a>{_plain(item.text)} `{item.id}`'
                yield from (f"    - {_plain(note)}" for note in item.notes)
        case Table(header, rows):
            for number, row in enumerate([header, *rows]):
                yield f"| {' | '.join(_plain(cell).replace('|', '&#124;') for cell in row)} |"
                if number == 0:
                    yield "|---" * len(header) + "|"


def _plain(text: str) -> str:
    """A text in which nothing is taken for markup."""
    return html.escape(text, quote=False).replace("*", r"\*").replace("_", r"\_").replace("[", r"\[")


STYLE = Path(__file__).with_name("reference.css")


def to_html(blocks: Iterable[Block], language: str, contents: str) -> str:
    """The blocks as one page that needs nothing else, with a table of contents under a heading of its own."""
    blocks = list(blocks)
    title, *headings = [block for block in blocks if isinstance(block, Heading) and block.level <= 2]
    links = "".join(f'<li><a href="#{heading.id}">{html.escape(heading.text)}</a></li>' for heading in headings)
    first, *rest = ("".join(block_html(block)) for block in blocks)
    style = STYLE.read_text(encoding="utf-8")
    return (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{html.escape(title.text)}</title><style>\n{style}</style></head><body><main>\n{first}\n"
        f'<nav aria-label="{html.escape(contents)}"><ul>{links}</ul></nav>\n'
        + "\n".join(rest)
        + "\n</main></body></html>"
    )


def block_html(block: Block) -> Iterator[str]:
    """A block as HTML, in pieces."""
    match block:
        case Heading(level, id, text):
            yield f'<h{level} id="{id}">{html.escape(text)}</h{level}>'
        case Paragraph(text):
            yield f"<p>{html.escape(text)}</p>"
        case Items(items):
            yield "<ul>"
            for item in items:
                yield f'<li id="{item.id}">{html.escape(item.text)} <a class="id" href="#{item.id}">{item.id}</a>'
                if item.notes:
                    yield f'<ul class="notes">{"".join(f"<li>{html.escape(note)}</li>" for note in item.notes)}</ul>'
                yield "</li>"
            yield "</ul>"
        case Table(header, rows):
            yield '<div class="wide"><table><thead><tr>'
            yield "".join(f'<th scope="col">{html.escape(cell)}</th>' for cell in header)
            yield "</tr></thead><tbody>"
            for row in rows:
                yield f"<tr>{''.join(f'<td>{html.escape(cell)}</td>' for cell in row)}</tr>"
            yield "</tbody></table></div>"
