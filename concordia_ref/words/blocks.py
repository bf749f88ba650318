"""A text as blocks - headings, prose, lists, tables, pictures - written as Markdown or as a page of HTML."""

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


class Prose(NamedTuple):
    """A piece of a rulebook: a `paragraph`, `lead`, `step`, `part`, `note` or `item`.

    `label` stands before it: the letter of a part, or a name. `clauses` are shown as ids, `marks` as the numbers of
    questions in the appendix.
    """

    style: str
    text: str
    clauses: tuple[str, ...] = ()
    marks: tuple[int, ...] = ()
    label: str = ""


class Picture(NamedTuple):
    """A picture as SVG, with what it shows in words; `place` says how much room it takes."""

    svg: str
    text: str
    place: str = "page"


class Box(NamedTuple):
    """Blocks set apart under a heading."""

    heading: str
    blocks: Sequence[Paragraph | Table | Picture]


class Question(NamedTuple):
    """A question on which rulebooks differ, by its number, with the answers to it."""

    number: int
    text: str
    answers: tuple[str, ...]


class Entry(NamedTuple):
    """A line of the index: a name, and the id of the heading under which it is explained."""

    name: str
    heading: str


class Index(NamedTuple):
    """An index."""

    entries: Sequence[Entry]


Block = Heading | Paragraph | Items | Table | Prose | Picture | Box | Question | Index


def to_markdown(blocks: Iterable[Block]) -> str:
    """The blocks as Markdown without pictures, with HTML anchors, which have the same names in every language."""
    written = ("\n".join(_markdown(block)) for block in blocks)
    return "\n\n".join(filter(None, written))


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
        case Prose():
            yield _prose_markdown(block)
        case Box(heading, inside):
            text = "\n\n".join(filter(None, ("\n".join(_markdown(each)) for each in inside)))
            yield "\n".join(f"> {line}".rstrip() for line in f"**{_plain(heading)}**\n\n{text}".splitlines())
        case Question(number, text, answers):
            yield f'<a id="question-{number}"></a>**{number}. {_plain(text)}**'
            yield from (f"\n- {_plain(answer)}" for answer in answers)
        case Index(entries):
            yield ", ".join(f"[{_plain(entry.name)}](#{entry.heading})" for entry in entries)


_MARKDOWN = {"step": "1. {}", "item": "- {}", "note": "> {}"}


def _prose_markdown(prose: Prose) -> str:
    label = f"**{_plain(prose.label)}{')' if prose.style == 'part' else '.'}** " if prose.label else ""
    ids = "".join(f" `{id}`" for id in prose.clauses)
    marks = "".join(f" [[{number}]](#question-{number})" for number in prose.marks)
    return _MARKDOWN.get(prose.style, "{}").format(f"{label}{_plain(prose.text)}{ids}{marks}")


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
        case Prose():
            yield _prose_html(block)
        case Picture(svg, _, place):
            yield f'<figure class="{place}">{svg}</figure>'
        case Box(heading, inside):
            drawn = "".join(piece for each in inside for piece in block_html(each))
            yield f'<aside class="example"><p><strong>{html.escape(heading)}</strong></p>{drawn}</aside>'
        case Question(number, text, answers):
            yield f'<p class="question" id="question-{number}"><strong>{number}. {html.escape(text)}</strong></p><ul>'
            yield "".join(f"<li>{html.escape(answer)}</li>" for answer in answers)
            yield "</ul>"
        case Index(entries):
            links = (f'<li><a href="#{entry.heading}">{html.escape(entry.name)}</a></li>' for entry in entries)
            yield f'<ul class="index">{"".join(links)}</ul>'


def _prose_html(prose: Prose) -> str:
    label = (
        f"<strong>{html.escape(prose.label)}{')' if prose.style == 'part' else '.'}</strong> " if prose.label else ""
    )
    ids = "".join(f' <a class="id" id="{id}" href="#{id}">{id}</a>' for id in prose.clauses)
    marks = "".join(f'<sup><a href="#question-{number}">{number}</a></sup>' for number in prose.marks)
    # Browsers number the steps, which stand among other things, by a counter.
    return f'<p class="{prose.style}">{label}{html.escape(prose.text)}{marks}{ids}</p>'
