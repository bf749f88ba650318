"""Pages for implementers made from the Markdown files of the conformance suite, so that each text has one source."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from concordia_ref.site.developer.files import FOLDER, files
from concordia_ref.site.developer.formats import schema_pages
from concordia_ref.site.page import Page
from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.suite.golden import Golden, golden_names, read_golden

BEGINNING = ""
"""The name of the part of a file before its first section."""


class Guide(NamedTuple):
    """A page made from sections of a file of the suite; from the whole file if it names none."""

    path: str
    title: str
    description: str
    file: str
    sections: tuple[str, ...] = ()


GUIDES = (
    Guide(
        "adapter",
        "An adapter in a day",
        "A small program around your engine, and the suite can test it.",
        "README.md",
        (BEGINNING, "An adapter in a day"),
    ),
    Guide("protocol", "The protocol", "What the runner sends, and what an adapter answers.", "PROTOCOL.md"),
    Guide(
        "write-a-scenario",
        "Write a scenario",
        "A position, a turn and its outcome, worked out by hand.",
        "README.md",
        ("Write a scenario",),
    ),
    Guide(
        "reports",
        "Reports",
        "What a run shows: causes, failures, counts and history, in every form.",
        "README.md",
        ("Reports", "How good is the diagnosis?", "Runs that lose nothing"),
    ),
    Guide(
        "random-games",
        "Random games",
        "Random games in lockstep with your engine; a failing game is reduced to a small scenario.",
        "README.md",
        ("Random games",),
    ),
    Guide(
        "count-turns",
        "Count turns",
        "Counts of legal turns from fixed positions.",
        "README.md",
        ("Count turns",),
    ),
    Guide(
        "own-runner",
        "Bring your own runner",
        "The whole suite as JSON, for a program that needs no adapter.",
        "README.md",
        ("Bring your own runner",),
    ),
    Guide(
        "suite",
        "What is in the suite",
        "The folders of the suite, and the levels of scenarios.",
        "README.md",
        ("What is in here",),
    ),
    Guide(
        "javascript",
        "The example in JavaScript",
        "A second implementation, written from the specification alone.",
        "adapters/javascript/README.md",
    ),
)
# Where on the site the files and folders of the suite are that cannot be downloaded.
PLACES: Mapping[str, str] = {
    "conformance/PROTOCOL.md": "protocol.html",
    "conformance/adapters/javascript": "javascript.html",
    "conformance/perft": "count-turns.html#the-counts",
    "conformance/protocol": "formats.html#protocol",
    "conformance/ways": "formats/suite/way.html",
    "docs/dev/versions.md": "versions.html",
}
_LINK = re.compile(r"\]\(([^)\s]+)\)")


def guide_pages() -> Iterator[Page]:
    """All guides; their bodies are Markdown."""
    places = {**PLACES, **{f"{schema.file}": f"{schema.path}.html" for schema in schema_pages()}}
    offered = files()
    for guide in GUIDES:
        text = _text(guide)
        more = f"\n\n{_counts()}" if guide.path == "count-turns" else ""
        body = f"# {guide.title}\n\n{_with_links(text, f'conformance/{guide.file}', places, offered)}{more}\n"
        yield Page(guide.path, guide.title, body, guide.description)


def _text(guide: Guide) -> str:
    sections = sections_of((packaged_folder("conformance") / guide.file).read_text(encoding="utf-8"))
    if guide.sections:
        first, *others = guide.sections
        # A section whose name is that of the page needs no heading of its own.
        headed = [sections[name] if name == guide.title else f"## {name}\n\n{sections[name]}" for name in others]
        return "\n\n".join([sections[first], *headed])
    return "\n\n".join(text if name == BEGINNING else f"## {name}\n\n{text}" for name, text in sections.items())


def sections_of(text: str) -> dict[str, str]:
    """The sections of a Markdown file by their headings, without its title.

    >>> sections_of("# Title\\n\\nFirst.\\n\\n## More\\n\\nSecond.")
    {'': 'First.', 'More': 'Second.'}
    """
    beginning, *rest = re.split(r"^## ", text, flags=re.MULTILINE)
    _, _, beginning = beginning.partition("\n")
    found = {BEGINNING: beginning.strip("\n")}
    for section in rest:
        name, _, content = section.partition("\n")
        found[name.strip()] = content.strip("\n")
    return found


def _with_links(text: str, file: str, places: Mapping[str, str], offered: Mapping[str, object]) -> str:
    """The text with links that lead to pages and files of the site instead of files of the project."""

    def moved(match: re.Match[str]) -> str:
        target, mark, fragment = match[1].partition("#")
        if not target:
            return match[0]
        path = posixpath.normpath(posixpath.join(posixpath.dirname(file), target))
        if path in places:
            return f"]({places[path]}{mark}{fragment})"
        if f"{FOLDER}/{path}" in offered:
            return f"]({FOLDER}/{path})"
        raise ValueError(f"{file}: {match[1]} is nowhere on the site")

    return _LINK.sub(moved, text)


def _counts() -> str:
    goldens = [read_golden(name) for name in golden_names()]
    deepest = max(len(golden.table.counts) for golden in goldens)
    header = ["position", *(f"depth {depth}" for depth in range(1, deepest + 1)), "what is special"]
    rows = [header, ["---"] * len(header), *(_row(golden, deepest) for golden in goldens)]
    table = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    return f"## The counts {{#the-counts}}\n\n{table}"


def _row(golden: Golden, deepest: int) -> list[str]:
    counts = [f"{count:,}" for count in golden.table.counts]
    counts += ["–"] * (deepest - len(counts))
    name = f"[{golden.name}]({FOLDER}/conformance/perft/{golden.name}.txt)"
    return [name, *counts, " ".join(line.removeprefix("#").strip() for line in golden.comments.splitlines())]
