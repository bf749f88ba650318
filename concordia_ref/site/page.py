"""A page of the site, before the theme is put around it."""

from __future__ import annotations

from typing import NamedTuple


class Entry(NamedTuple):
    """Something on a page that the search leads to: its anchor, what it is called, and the words that find it."""

    anchor: str
    title: str
    text: str


class CommandHelp(NamedTuple):
    """The help of a command, which the command line provides."""

    name: str
    summary: str
    text: str


class Page(NamedTuple):
    """A page of a unit. `body` is HTML that begins with its heading; `scripts` are names below `assets/`."""

    path: str
    title: str
    body: str
    description: str = ""
    scripts: tuple[str, ...] = ()
    entries: tuple[Entry, ...] = ()

    @property
    def up(self) -> str:
        """The way from the page to the root of the site, over its unit."""
        return "../" * (self.path.count("/") + 1)
