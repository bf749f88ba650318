"""Pieces of HTML that only the pages for implementers need, besides those of `markup`."""

from __future__ import annotations

import re
from collections.abc import Iterable

from concordia_ref.site.markup import escaped


def code(text: str) -> str:
    """A word of a file or of the command line."""
    return f"<code>{escaped(text)}</code>"


def prose(text: str) -> str:
    """A text of the data in which words between backquotes are code.

    >>> prose("`a` < b")
    '<code>a</code> &lt; b'
    """
    return re.sub("`([^`]+)`", r"<code>\1</code>", escaped(text))


def passage(html: str, style: str = "") -> str:
    """A paragraph that holds more than plain text."""
    return f'<p class="{style}">{html}</p>' if style else f"<p>{html}</p>"


def matrix(label: str, html: str) -> str:
    """A long table that scrolls by itself under its header, and that a box above it filters (`filter.js`)."""
    return (
        f'<div class="wide matrix" tabindex="0" role="region" aria-label="{escaped(label)}">'
        f'<table data-filter="{escaped(label)}">{html}</table></div>'
    )


def source(text: str) -> str:
    """A text as it stands in a file."""
    return f'<pre tabindex="0"><code>{escaped(text.rstrip())}</code></pre>'


def joined(parts: Iterable[str]) -> str:
    """The parts of a page, each on a line of its own."""
    return "\n".join(part for part in parts if part)
