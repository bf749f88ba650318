"""A book of blocks as a PDF to print."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from concordia_ref.spec.bundle import plain
from concordia_ref.words.blocks import Block, Box, Picture

LAYOUT = Path(__file__).with_name("book.typ")
# How many letters of prose stand beside the picture of a card, at least.
BESIDE_A_CARD = 330


class Layout(NamedTuple):
    """How a book is printed: the size of its pages, without tints if that saves ink, and whether it is a mere sheet."""

    paper: str = "a4"
    economy: bool = False
    sheet: bool = False


A4 = Layout()


def to_pdf(blocks: Iterable[Block], language: str, layout: Layout = A4) -> bytes:
    """The blocks as a PDF with bookmarks, readable aloud; the same blocks give the same bytes.

    Raises `ImportError` where typst is not installed.
    """
    import typst

    tag, _, script = language.partition("-")
    written = list(_beside_cards(_together([_data(block) for block in blocks])))
    headings = [block for block in written if block["kind"] == "heading"]
    book = {"blocks": written, "title": headings[0]["text"], "language": tag, "script": script.lower() or "auto"}
    # The text goes to the layout as data, so that nothing in it is taken for markup.
    pdf = typst.compile(
        LAYOUT.read_bytes(),
        format="pdf",
        ignore_system_fonts=True,
        sys_inputs={"book": json.dumps({**book, **layout._asdict()})},
        pdf_standards="ua-1",
        timestamp=0,
    )
    assert isinstance(pdf, bytes)
    return pdf


def _together(blocks: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The blocks with pictures over the whole width put together where they follow one another."""
    found: list[dict[str, Any]] = []
    for block in blocks:
        if block.get("place") not in ("page", "setup"):
            found.append(block)
        elif found and found[-1]["kind"] == "pictures":
            found[-1]["pictures"].append(block)
        else:
            found.append({"kind": "pictures", "pictures": [block]})
    return found


def _beside_cards(blocks: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The blocks with the picture of a card beside the first prose of its section."""
    at = 0
    while at < len(blocks):
        block, at = blocks[at], at + 1
        if block.get("place") != "card":
            yield block
            continue
        beside, letters = [], 0
        while at < len(blocks) and blocks[at]["kind"] == "prose" and letters < BESIDE_A_CARD:
            beside.append(blocks[at])
            letters += len(blocks[at]["text"])
            at += 1
        yield {"kind": "beside", "picture": block, "blocks": beside}


def _data(block: Block) -> dict[str, Any]:
    if isinstance(block, Box):
        return {"kind": "box", "heading": block.heading, "blocks": [_data(each) for each in block.blocks]}
    data = {"kind": type(block).__name__.lower(), **plain(block)}
    if isinstance(block, Picture):
        data["wide"] = float(block.svg.partition('viewBox="')[2].partition('"')[0].split()[2])
    return data
