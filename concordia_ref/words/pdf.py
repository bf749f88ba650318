"""A text of blocks as a PDF to print."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from concordia_ref.spec.bundle import plain
from concordia_ref.words.blocks import Block, Heading
from concordia_ref.words.naming import capitalized

LAYOUT = Path(__file__).with_name("pdf.typ")
# A heading with such an id begins an example, which ends at the next heading and is set apart.
EXAMPLE = "example-"


def to_pdf(blocks: Iterable[Block], language: str, contents: str) -> bytes:
    """The blocks as a PDF with a table of contents, readable aloud; the same blocks give the same bytes.

    Raises `ImportError` where typst is not installed.
    """
    import typst

    (_, opening), *sections = _sections(blocks)
    title, *opening = opening
    tag, _, script = language.partition("-")
    text = {
        "title": title["text"],
        "contents": capitalized(contents),
        "language": tag,
        "script": script.lower() or "auto",
        "opening": opening,
        "blocks": [block for section in sections for block in _set_apart(*section)],
    }
    # The text goes to the layout as data, so that nothing in it is taken for markup.
    pdf = typst.compile(
        LAYOUT.read_bytes(),
        format="pdf",
        ignore_system_fonts=True,
        sys_inputs={"text": json.dumps(text)},
        pdf_standards="ua-1",
        timestamp=0,
    )
    assert isinstance(pdf, bytes)
    return pdf


def _sections(blocks: Iterable[Block]) -> list[tuple[str, list[dict[str, Any]]]]:
    """The blocks from heading to heading, each section with the id of its heading."""
    sections: list[tuple[str, list[dict[str, Any]]]] = []
    for block in blocks:
        if isinstance(block, Heading):
            sections.append((block.id, []))
        sections[-1][1].append(_data(block))
    return sections


def _set_apart(id: str, blocks: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{"kind": "example", "blocks": blocks}] if id.startswith(EXAMPLE) else blocks


def _data(block: Block) -> dict[str, Any]:
    return {"kind": type(block).__name__.lower(), **plain(block)}
