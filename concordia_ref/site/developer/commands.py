"""The page of all commands, with their help."""

from __future__ import annotations

from collections.abc import Sequence

from concordia_ref.site.page import CommandHelp, Entry, Page
from concordia_ref.site.templates import page


def command_page(commands: Sequence[CommandHelp]) -> Page:
    """The page of all commands."""
    entries = [Entry(command.name, f"concordia {command.name}", command.summary) for command in commands]
    about = "Every command with its options and examples, as --help prints it."
    return page("dev/commands.html", "commands", "The commands", about, entries=entries, commands=commands)
