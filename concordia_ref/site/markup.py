"""HTML in small pieces; a parameter called `text` is escaped, one called `html` is HTML already."""

from __future__ import annotations

import html as _html
from collections.abc import Iterable, Sequence


def escaped(text: str) -> str:
    """A text in which nothing is taken for markup."""
    return _html.escape(text)


def capitalized(text: str) -> str:
    """A text that begins with a capital."""
    return text[0].upper() + text[1:]


def heading(level: int, text: str, id: str = "") -> str:
    """A heading, with an anchor if it has an id."""
    at = f' id="{id}"' if id else ""
    return f"<h{level}{at}>{escaped(text)}</h{level}>"


def paragraph(text: str, style: str = "") -> str:
    """A paragraph, in a style of its own if one is named."""
    return f"<p{_class(style)}>{escaped(text)}</p>"


def link(to: str, text: str, style: str = "") -> str:
    """A link."""
    return f'<a{_class(style)} href="{escaped(to)}">{escaped(text)}</a>'


def badge(text: str, style: str = "") -> str:
    """A word in a small frame."""
    return f'<span class="{f"badge {style}".strip()}">{escaped(text)}</span>'


def items(html: Iterable[str], style: str = "") -> str:
    """A list; nothing, if there are no items."""
    listed = "".join(f"<li>{item}</li>" for item in html)
    return f"<ul{_class(style)}>{listed}</ul>" if listed else ""


def table(label: str, header: Sequence[str], html: Iterable[Sequence[str]], style: str = "") -> str:
    """A table that scrolls by itself where it is too wide; the first cell of a row is its heading."""
    columns = "".join(f'<th scope="col">{escaped(column)}</th>' for column in header)
    rows = "".join(
        f'<tr><th scope="row">{first}</th>{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>'
        for first, *cells in html
    )
    return wide(label, f"<table{_class(style)}><thead><tr>{columns}</tr></thead><tbody>{rows}</tbody></table>")


def wide(label: str, html: str) -> str:
    """Something that scrolls by itself where it is too wide for the window, with the keyboard too."""
    return f'<div class="wide" tabindex="0" role="region" aria-label="{escaped(label)}">{html}</div>'


def panel(html: str, style: str = "") -> str:
    """A part in a frame."""
    return f'<div class="{f"panel {style}".strip()}">{html}</div>'


def grid(html: Iterable[str], style: str = "") -> str:
    """Parts side by side, as many as there is room for."""
    return f'<div class="{f"grid {style}".strip()}">{"".join(html)}</div>'


def board(label: str, html: str) -> str:
    """A picture of a map, large enough to be read."""
    return f'<figure class="board">{wide(label, html)}</figure>'


def folded_away(summary: str, html: str, style: str = "") -> str:
    """A part that opens when it is asked for."""
    return f"<details{_class(style)}><summary>{escaped(summary)}</summary>{html}</details>"


def _class(style: str) -> str:
    return f' class="{style}"' if style else ""
