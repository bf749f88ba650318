"""The check of a built site: every link leads somewhere within it, and every page is a whole page."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from concordia_ref.site import links
from concordia_ref.site.links import BrokenLink, broken_links


def page(body: str, head: str = "<title>A page</title>", attributes: str = 'lang="en"') -> str:
    return f"<!doctype html>\n<html {attributes}><head>{head}</head>\n<body>\n<h1>A page</h1>\n{body}\n</body></html>\n"


def site(folder: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder


def faults(folder: Path, body: str) -> list[tuple[str, str]]:
    """What is wrong with a page `en/cards/mercator.html` that holds a body, in a site that is fine otherwise."""
    others = {
        "index.html": page('<a href="en/index.html">English</a>'),
        "en/index.html": page('<p id="top-of-all">…</p><a href="cards/mercator.html">Mercator</a>'),
        "en/cards/mercator.html": page(body),
        "cs/index.html": page(""),
        "assets/map.svg": '<svg xmlns="http://www.w3.org/2000/svg"><g id="roma"/></svg>',
        "assets/two words.css": "h1 { background: url('map.svg#roma') }",
    }
    found = broken_links(site(folder, others))
    assert {fault.page for fault in found} <= {"en/cards/mercator.html"}
    return [(fault.code, fault.target) for fault in found]


@pytest.mark.parametrize(
    "body",
    [
        '<a href="../index.html">up</a> <a href="../index.html#top-of-all">up to a place</a>',
        '<a href="">here</a> <a href="#">the top</a> <a href="#top">the top</a> <a href="?q=1">a question</a>',
        '<p id="place.of-its_own">…</p><a href="#place.of-its_own">within</a>',
        '<p id="čeština">…</p><a href="#%C4%8De%C5%A1tina">written otherwise</a>',
        '<link rel="stylesheet" href="../../assets/two%20words.css">',
        '<img alt="" src="../../assets/map.svg#roma" srcset="../../assets/map.svg 1x, ../../assets/map.svg 2x">',
        '<svg xmlns="http://www.w3.org/2000/svg"><title>Map</title><use xlink:href="../../assets/map.svg#roma"/></svg>',
        '<svg><defs><pattern id="sea"/></defs><path fill="url(#sea)"/></svg>',
        "<p>Plain text may say https://example.org, and so may <code>curl //example.org</code>.</p>",
        "<script>const svg = 'http://www.w3.org/2000/svg';</script>",
        '<img alt="" src="data:image/png;base64,AAAA">',
        '<label for="a">A</label><input id="a" aria-describedby="b c"><p id="b"></p><p id="c"></p>',
    ],
)
def test_what_is_fine(tmp_path: Path, body: str) -> None:
    assert faults(tmp_path, body) == []


@pytest.mark.parametrize(
    ("body", "code", "target"),
    [
        ('<a href="index.html">a page</a>', "no-file", "index.html"),
        ('<a href="../">a folder</a>', "no-file", "../"),
        ('<a href="../../../index.html">above the site</a>', "no-file", "../../../index.html"),
        ('<script src="../../assets/none.js"></script>', "no-file", "../../assets/none.js"),
        ('<img alt="" srcset="../../assets/map.svg 1x, big.svg 2x">', "no-file", "big.svg"),
        ('<video poster="still.png"></video>', "no-file", "still.png"),
        ('<object data="picture.svg"></object>', "no-file", "picture.svg"),
        ('<meta http-equiv="refresh" content="0; url=elsewhere.html">', "no-file", "elsewhere.html"),
        ("<style>@import 'other.css';</style>", "no-file", "other.css"),
        ('<p style="background: url(paper.png)">…</p>', "no-file", "paper.png"),
        ('<a href="../index.html#nothing">a place</a>', "no-anchor", "../index.html#nothing"),
        ('<a href="#nothing">a place</a>', "no-anchor", "#nothing"),
        ('<use href="../../assets/map.svg#massilia"/>', "no-anchor", "../../assets/map.svg#massilia"),
        ('<path fill="url(#nothing)"/>', "no-anchor", "#nothing"),
        ('<a href="https://example.org/">away</a>', "elsewhere", "https://example.org/"),
        ('<script src="//example.org/a.js"></script>', "elsewhere", "//example.org/a.js"),
        ('<a href="mailto:somebody@example.org">write</a>', "elsewhere", "mailto:somebody@example.org"),
        ('<form action="http://example.org"></form>', "elsewhere", "http://example.org"),
        ("<style>p { background: url(https://example.org/a.png) }</style>", "elsewhere", "https://example.org/a.png"),
        ('<a href="/en/index.html">from the root</a>', "absolute", "/en/index.html"),
        ('<label for="b">B</label><input id="a">', "no-id", "b"),
        ('<p aria-labelledby="a b">…</p><p id="a"></p>', "no-id", "b"),
        ('<p id="a"></p><p id="a"></p>', "same-id", "a"),
        ("<h1>Once more</h1>", "headings", "2"),
    ],
)
def test_what_is_wrong(tmp_path: Path, body: str, code: str, target: str) -> None:
    assert faults(tmp_path, body) == [(code, target)]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        (page("", attributes=""), ["no-language"]),
        (page("", attributes='lang=""'), ["no-language"]),
        (page("", head=""), ["no-title"]),
        (page("<svg><title>A picture</title></svg>", head="<title> </title>"), ["no-title"]),
        ("<p>Not even a page.</p>", ["no-language", "no-title", "headings"]),
    ],
)
def test_a_page_has_a_language_a_title_and_one_heading(tmp_path: Path, text: str, codes: list[str]) -> None:
    assert [fault.code for fault in broken_links(site(tmp_path, {"index.html": text}))] == codes


def test_a_style_sheet_is_followed_from_where_it_lies(tmp_path: Path) -> None:
    style = "@font-face { src: url(fonts/a.woff2) } p { background: url('https://example.org/b.png') }"
    found = broken_links(site(tmp_path, {"assets/style.css": style, "assets/fonts/a.woff2": ""}))
    assert [(fault.code, fault.target) for fault in found] == [("elsewhere", "https://example.org/b.png")]


def test_a_unit_that_was_not_built_may_be_missing(tmp_path: Path) -> None:
    folder = site(tmp_path, {"en/index.html": page('<a href="../cs/index.html">česky</a> <a href="no.html">no</a>')})
    assert [fault.target for fault in broken_links(folder)] == ["../cs/index.html", "no.html"]
    assert [fault.target for fault in broken_links(folder, unbuilt=["cs"])] == ["no.html"]


def test_many_pages_are_read_by_several_processes(tmp_path: Path) -> None:
    count = links.FEW + 1
    pages = {f"{number}.html": page(f'<a href="{number + 1}.html">next</a>') for number in range(count)}
    assert broken_links(site(tmp_path, pages)) == [BrokenLink(f"{count - 1}.html", 5, "no-file", f"{count}.html")]


def test_a_fault_says_where_and_what_to_do(tmp_path: Path) -> None:
    (fault,) = broken_links(site(tmp_path, {"index.html": page('<a href="none.html">none</a>')}))
    assert str(fault) == "index.html:5: none.html does not lead to a file of the site; fix the link, or create the page"
