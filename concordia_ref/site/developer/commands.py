"""The page of all commands, with their help."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from concordia_ref.site.developer.html import code, joined, passage, source
from concordia_ref.site.markup import heading, items, link
from concordia_ref.site.page import Entry, Page


class CommandHelp(NamedTuple):
    """The help of a command, which the command line provides."""

    name: str
    summary: str
    text: str


def command_page(commands: Sequence[CommandHelp]) -> Page:
    """The page of all commands."""
    title, about = "The commands", "Every command with its options and examples, as --help prints it."
    parts = [
        heading(1, title),
        passage(
            f"What {code('concordia COMMAND --help')} prints. Results go to standard output, everything else to "
            f"standard error; {code('--lang')} chooses the language of what is said about the game."
        ),
        items(link(f"#{command.name}", command.name) for command in commands),
    ]
    for command in commands:
        parts += [heading(2, f"concordia {command.name}", command.name), source(command.text)]
    entries = [Entry(command.name, f"concordia {command.name}", command.summary) for command in commands]
    return Page("commands", title, joined(parts), about, entries=tuple(entries))
