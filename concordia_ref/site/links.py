"""What is wrong with the links and the pages of a built site.

Every link leads to a file of the site and to an anchor in it, relative to the page that holds it, and nothing comes
from elsewhere: the site works offline, in any folder.
"""

from __future__ import annotations

import html
import os
import posixpath
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

READ = (".html", ".svg", ".css")
LINKS = ("href", "src", "poster", "xlink:href", "data", "action", "formaction", "cite", "background", "manifest")
IDS = ("for", "aria-labelledby", "aria-describedby", "aria-controls", "aria-owns", "aria-details", "headers", "list")
# A comment, an element whose content is not markup, or a tag. A parser of all HTML would take minutes for the site.
_ATTRIBUTES = r"""[^"'>]*(?:(?:"[^"]*"|'[^']*')[^"'>]*)*"""
_TOKEN = re.compile(
    rf"<!--.*?-->|<(script|style|title)\b({_ATTRIBUTES})>(.*?)</\1\s*>|<([a-zA-Z][^\s/>]*)({_ATTRIBUTES})>", re.DOTALL
)
_ATTRIBUTE = re.compile(
    rf"""(?<![\w:-])(id|lang|srcset|content|{"|".join((*LINKS, *IDS))})\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))"""
)
_ADDRESS = re.compile(r"""url\(\s*["']?([^"')]+)|@import\s+["']([^"']+)""")
_REFRESH = re.compile(r"""url\s*=\s*["']?([^"']+)""", re.IGNORECASE)
_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:|//")
FAULTS = {
    "no-file": "{} does not lead to a file of the site; fix the link, or create the page",
    "no-anchor": "{} leads to a page without that anchor; fix the link, or give the place this id",
    "elsewhere": (
        "{} leads away from the site, which works without a network; copy it here, or write the address as plain text"
    ),
    "absolute": "{} begins at the root; write a path relative to this page, because the site works in any folder",
    "no-id": "nothing on the page has the id {}, but a label or a description names it",
    "same-id": "the id {} appears more than once on the page; anchors must be unique",
    "no-language": "the page does not say in which language it is; give <html> a lang",
    "no-title": "the page has no title; give it a <title>",
    "headings": "a page must have one <h1>; number on this page: {}",
}
# With fewer pages than this, starting a process takes longer than reading them.
FEW = 100


class BrokenLink(NamedTuple):
    """A fault of a page: where it stands, which of `FAULTS` it is, and what it is about."""

    page: str
    line: int
    code: str
    target: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line}: {FAULTS[self.code].format(self.target)}"


class Link(NamedTuple):
    """A place in the site that a page leads to."""

    file: str
    anchor: str


class Read(NamedTuple):
    """What a file holds: ids, links, each with its first line and the way it is written, and faults."""

    name: str
    ids: frozenset[str]
    links: Mapping[Link, tuple[int, str]]
    faults: tuple[BrokenLink, ...]


def broken_links(folder: Path, unbuilt: Collection[str] = ()) -> list[BrokenLink]:
    """Everything that is wrong with a site, page by page; what lies below an unbuilt folder may be missing."""
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    read = {page.name: page for page in _read_all(folder, sorted(name for name in files if name.endswith(READ)))}
    return [fault for page in read.values() for fault in (*page.faults, *_astray(page, read, files, unbuilt))]


def _astray(
    page: Read, read: Mapping[str, Read], files: Collection[str], unbuilt: Collection[str]
) -> Iterator[BrokenLink]:
    for (file, anchor), (line, written) in page.links.items():
        if file.partition("/")[0] in unbuilt:
            continue
        if file not in files:
            yield BrokenLink(page.name, line, "no-file", written)
        elif anchor and file in read and anchor not in read[file].ids:
            yield BrokenLink(page.name, line, "no-anchor", written)


def _read_all(folder: Path, names: Collection[str]) -> Iterable[Read]:
    if len(names) < FEW:
        return [_read(folder, name) for name in names]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(partial(_read, folder), names, chunksize=20))


def _read(folder: Path, name: str) -> Read:
    text = (folder / name).read_text(encoding="utf-8")
    page = _Page(name)
    if name.endswith(".css"):
        page.follow_style(text)
    else:
        page.read(text)
        page.judge()
    return Read(name, frozenset(page.ids), page.links, tuple(page.faults))


class _Page:
    """Notes what a page holds."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.line = 1
        self.ids: Counter[str] = Counter()
        self.wanted: dict[str, int] = {}
        self.links: dict[Link, tuple[int, str]] = {}
        self.followed: set[str] = set()
        self.faults: list[BrokenLink] = []
        self.counted = {"h1": 0, "svg": 0}
        self.language = self.title = ""

    def read(self, text: str) -> None:
        """Read a page, tag by tag."""
        read_to = 0
        for token in _TOKEN.finditer(text):
            raw, raw_attributes, content, tag, attributes = token.groups()
            if raw:
                tag, attributes = raw, raw_attributes
                self.element(raw, content)
            elif tag in self.counted:
                self.counted[tag] += 1
            if attributes:
                found = _ATTRIBUTE.findall(attributes)
                if found or "url(" in attributes:
                    self.line += text.count("\n", read_to, token.start())
                    read_to = token.start()
                    self.follow_style(html.unescape(attributes))
                    for name, *values in found:
                        self.attribute(tag, name, html.unescape("".join(values)))

    def element(self, tag: str, content: str) -> None:
        """Note the content of an element whose content is not markup."""
        if tag == "style":
            self.follow_style(content)
        elif tag == "title" and not self.counted["svg"]:  # Pictures have titles of their own.
            self.title = content.strip()

    def attribute(self, tag: str, name: str, value: str) -> None:
        """Note what an attribute of a tag names."""
        if name == "id":
            self.ids[value] += 1
        elif name in LINKS:
            self.follow(value)
        elif name in IDS:
            for id in value.split():
                self.wanted.setdefault(id, self.line)
        elif name == "srcset":
            for candidate in value.split(","):
                self.follow(candidate.split()[0])
        elif name == "lang" and tag == "html":
            self.language = value
        elif name == "content" and (refresh := _REFRESH.search(value)):
            self.follow(refresh[1])

    def follow_style(self, text: str) -> None:
        """Follow the addresses that a style names."""
        if "url" not in text and "@import" not in text:
            return
        for address in _ADDRESS.finditer(text):
            self.follow(address[1] or address[2])

    def follow(self, written: str) -> None:
        """Note where a link leads to, or what is wrong with it as it is written."""
        if written in self.followed or written.startswith("data:"):
            return
        self.followed.add(written)
        if _SCHEME.match(written):
            self.fault("elsewhere", written)
        elif written.startswith("/"):
            self.fault("absolute", written)
        else:
            path, _, anchor = written.partition("#")
            path = unquote(path.partition("?")[0])
            file = posixpath.normpath(posixpath.join(posixpath.dirname(self.name), path)) if path else self.name
            anchor = "" if anchor == "top" else unquote(anchor)
            self.links.setdefault(Link(file, anchor), (self.line, written))

    def judge(self) -> None:
        """Note what is wrong with the page as a whole."""
        for id, line in self.wanted.items():
            if id not in self.ids:
                self.faults.append(BrokenLink(self.name, line, "no-id", id))
        self.line = 1
        for id, times in self.ids.items():
            if times > 1:
                self.fault("same-id", id)
        if self.name.endswith(".html"):
            headings = self.counted["h1"]
            wrong = {"no-language": not self.language, "no-title": not self.title, "headings": headings != 1}
            for code in filter(wrong.get, wrong):
                self.fault(code, str(headings))

    def fault(self, code: str, target: str) -> None:
        self.faults.append(BrokenLink(self.name, self.line, code, target))
