"""The outlines of the rulebook and of the player aid: chapters of sections of blocks, as `spec/rulebook/` has them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

from concordia_ref.spec.tree import read_tree

Data = Mapping[str, Any]
FOLDER = "rulebook"
KINDS = ("text", "table", "picture", "example")
Style = Literal["paragraph", "lead", "step", "part", "note"]


class OutlineBlock(NamedTuple):
    """A piece of a section: a text, or a table, a picture or an example made from the data.

    `name` is the id of the text, the table, the picture or the scenario. The block states the clauses that it `covers`
    and mentions those that it `recalls`. It is left out of a book for one `map` or number of `players` if it is
    `without` them. An aid names the `card` that a text is about.
    """

    kind: Literal["text", "table", "picture", "example"]
    name: str
    style: Style = "paragraph"
    covers: tuple[str, ...] = ()
    recalls: tuple[str, ...] = ()
    without: str = ""
    card: str = ""


class OutlineSection(NamedTuple):
    """A chapter, or a section of one. Its heading is the name of its `card`, or the text `title.ID`.

    `pictured` are the kinds of cards that it shows, and `indexed` the terms that the index finds there.
    """

    id: str
    card: str
    pictured: tuple[str, ...]
    indexed: tuple[str, ...]
    blocks: tuple[OutlineBlock, ...]
    sections: tuple[OutlineSection, ...]

    def all_blocks(self) -> Iterator[OutlineBlock]:
        """The blocks of a section and of those within it."""
        yield from self.blocks
        for section in self.sections:
            yield from section.all_blocks()


Outline = Sequence[OutlineSection]


def outline_blocks(outlines: Data) -> Iterator[Data]:
    """The blocks of all outlines as the data have them, wherever they have the right shape."""
    places: list[Any] = [section for outline in outlines.values() for section in _listed(outline, "chapters")]
    while places:
        section = places.pop()
        yield from (block for block in _listed(section, "blocks") if isinstance(block, Mapping))
        places += _listed(section, "sections")


def section_ids(outlines: Data) -> Iterator[str]:
    """The ids of all sections that have a heading of their own, wherever they have the right shape."""
    places: list[Any] = [section for outline in outlines.values() for section in _listed(outline, "chapters")]
    while places:
        section = places.pop()
        if isinstance(section, Mapping) and isinstance(section.get("id"), str):
            yield section["id"]
        places += _listed(section, "sections")


def _listed(value: Any, key: str) -> list[Any]:
    found = value.get(key) if isinstance(value, Mapping) else None
    return found if isinstance(found, list) else []


@cache
def read_outline(folder: Path, name: str) -> Outline:
    """An outline of a specification: `book` or `aid`."""
    data = read_tree(folder, left_out=("citations", "disputes", "editions", "locales", "maps", "rules"))[0].data
    return tuple(map(_section, data[FOLDER][name]["chapters"]))


def _section(data: Data) -> OutlineSection:
    card = data.get("card", "")
    return OutlineSection(
        id=data.get("id", card),
        card=card,
        pictured=tuple(data.get("pictured", (card,) if card else ())),
        indexed=tuple(data.get("index", ())),
        blocks=tuple(map(_block, data.get("blocks", ()))),
        sections=tuple(map(_section, data.get("sections", ()))),
    )


def _block(data: Data) -> OutlineBlock:
    kind = next(kind for kind in KINDS if kind in data)
    return OutlineBlock(
        kind=kind,  # type: ignore[arg-type]
        name=data[kind],
        style=data.get("as", "paragraph"),
        covers=tuple(data.get("covers", ())),
        recalls=tuple(data.get("recalls", ())),
        without=data.get("without", ""),
        card=data.get("card", ""),
    )
