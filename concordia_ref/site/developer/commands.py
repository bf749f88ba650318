"""The commands with their help, as the parser of the command line tells it."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from functools import partial
from typing import cast

from concordia_ref.cli.main import parser
from concordia_ref.site.developer.html import code, joined, passage, source
from concordia_ref.site.markup import heading, items, link
from concordia_ref.site.page import Entry, Page
from concordia_ref.words.languages import ENGLISH, speaking

WIDTH = 100


def command_page() -> Page:
    """The page of all commands."""
    title, about = "The commands", "Every command with its options and examples, as --help prints it."
    with speaking(ENGLISH):
        commands = _commands(parser())
        parts = [
            heading(1, title),
            passage(
                f"What {code('concordia COMMAND --help')} prints. Results go to standard output, everything else to "
                f"standard error; {code('--lang')} makes every command speak another language."
            ),
            items(link(f"#{name}", name) for name in commands),
        ]
        for name, command in commands.items():
            parts += [heading(2, f"concordia {name}", name), source(_help(command))]
        entries = [Entry(name, f"concordia {name}", command.description or "") for name, command in commands.items()]
    return Page("commands", title, joined(parts), about, entries=tuple(entries))


def _commands(root: argparse.ArgumentParser) -> Mapping[str, argparse.ArgumentParser]:
    found = next(action for action in root._actions if isinstance(action, argparse._SubParsersAction))
    return dict(found.choices)


def _help(command: argparse.ArgumentParser) -> str:
    """The help of a command, of the same width whatever terminal the site is built in."""
    formatter = cast(type[argparse.HelpFormatter], command.formatter_class)
    command.formatter_class = partial(formatter, width=WIDTH)
    return command.format_help()
