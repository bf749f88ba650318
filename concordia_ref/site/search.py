"""The search: an index of the words of all pages, for the script that looks them up.

entries   [address, title, what it is about] of each page and of everything on it that has a title of its own
words     all words, folded, in alphabetical order
found     for each word the numbers of its entries, each as the distance from the one before
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import unescape
from itertools import pairwise
from pathlib import PurePosixPath

from concordia_ref.site.page import Page
from concordia_ref.site.scripts import assigned
from concordia_ref.words.search_keys import folded_words

# A single letter finds too much.
SHORTEST = 2
SNIPPET = 110
WITHIN_SENTENCES = ("a", "abbr", "b", "code", "em", "i", "small", "span", "strong")
_UNREAD = re.compile(r"<(nav|script|style|svg|template|select)\b.*?</\1>", re.DOTALL)
_TAG = re.compile(r"</?([a-z0-9]+)[^>]*>")


def search_script(pages: Sequence[Page]) -> str:
    """The index of the pages of a unit, `window.ConcordiaSearch`."""
    entries: list[tuple[str, str, str]] = []
    found: dict[str, list[int]] = {}
    for address, title, snippet, text in _entries(pages):
        for word in sorted(set(folded_words(f"{title} {text}"))):
            if len(word) >= SHORTEST:
                found.setdefault(word, []).append(len(entries))
        entries.append((address, title, snippet))
    words = sorted(found)
    index = {
        "shortest": SHORTEST,
        "entries": entries,
        "words": " ".join(words),
        "found": [_distances(found[word]) for word in words],
    }
    return assigned("ConcordiaSearch", index)


def _entries(pages: Sequence[Page]) -> Iterator[tuple[str, str, str, str]]:
    """The address of each entry, its title, what it is about, and all its text."""
    for page in pages:
        text = text_of(page.body)
        address = str(PurePosixPath(page.path).with_suffix(".html"))
        yield address, page.title, shortened(page.description or text), f"{page.description} {text}"
        for entry in page.entries:
            yield f"{address}#{entry.anchor}", entry.title, shortened(entry.text), entry.text


def _distances(numbers: Sequence[int]) -> list[int]:
    return [numbers[0], *(after - before for before, after in pairwise(numbers))]


def shortened(text: str) -> str:
    """The beginning of a text, cut between words.

    >>> shortened("one two " * 50)[-12:]
    'ne two one …'
    """
    if len(text) <= SNIPPET:
        return text
    return text[: SNIPPET - 1].rpartition(" ")[0] + " …"


def text_of(html: str) -> str:
    """The text of a piece of HTML, without what nobody reads.

    >>> text_of("<h1>Goods</h1><p>five <b>kinds</b>: …</p><script>no()</script>")
    'Goods five kinds: …'
    """
    # The pages are our own: no attribute contains a bracket.
    read = _UNREAD.sub(" ", html)
    text = _TAG.sub(lambda tag: "" if tag[1] in WITHIN_SENTENCES else " ", read)
    return " ".join(unescape(text).split())
