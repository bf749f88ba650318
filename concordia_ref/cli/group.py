"""The group of all commands, each of which is loaded when it is needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

import click
from click.exceptions import NoSuchCommand
from click.shell_completion import CompletionItem

# The first line of the help of each command. It is here so that the list of commands needs no command.
COMMANDS: Mapping[str, str] = {
    "validate": "Check a specification and report everything wrong with it.",
    "show": "Show a card, god, good, map, province, city or clause.",
    "rulebook": "Write the rulebook, with pictures and examples, in any language.",
    "aid": "Write the player aid, one sheet for the table.",
    "reference": "Write every rule with its id, and the disputes about it.",
    "setup": "Set up a game and write it as a game file, with all draws.",
    "legal": "List the legal turns in a position, card by card.",
    "play": "Play turns, and write the game or the position that follows.",
    "replay": "Replay a game file: its log, its last position, its score.",
    "score": "Score a position, or the last one of a game, as if it ended now.",
    "demo": "Watch a random game, turn by turn, to its score sheet.",
    "dispute": "List, show and play the questions on which the rulebooks differ.",
    "conform": "Run the conformance suite against the reference or your program.",
    "report": "Make pages and other forms of saved reports, with their history.",
    "perft": "Count legal turns and sequences of turns from fixed positions.",
    "trace": "Show what is behind each clause: data, code, scenarios, texts.",
    "adapter": "Serve the reference over the protocol, or start an adapter.",
    "mutate": "Measure how strong the suite is: which faults does it notice?",
    "fuzz": "Play random games with your program, or the reference alone.",
    "shrink": "Reduce a failing random game to a small scenario.",
    "simulate": "Play many games with simple players, and report what they show.",
    "i18n": "Check the translations, and exchange them with translators.",
    "docs": "Build the site of the rules in every language, or serve it.",
    "bundle": "Write the whole specification as one JSON document.",
    "completion": "Print the completion script for a shell.",
}
HELP: dict[str, Any] = {"help_option_names": ["-h", "--help"], "max_content_width": 100, "show_default": True}
WIDEST_EXAMPLE = 42
Examples = Sequence[tuple[str, str]]


class Group(click.Group):
    """The group of all commands."""

    def __init__(self, *arguments: Any, examples: Examples, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.examples = examples

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a name, from its module."""
        if cmd_name not in COMMANDS:
            return None
        found: click.Command = getattr(import_module(f"concordia_ref.cli.{cmd_name}"), cmd_name)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is called; of an unknown one, what was probably meant."""
        if args[0] not in COMMANDS and not ctx.resilient_parsing:
            raise NoSuchCommand(args[0], possibilities=COMMANDS, ctx=ctx)
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The commands and options that begin as written."""
        names = [CompletionItem(name, help=text) for name, text in COMMANDS.items() if name.startswith(incomplete)]
        return [*names, *click.Command.shell_complete(self, ctx, incomplete)]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands, none of which needs to be loaded for it."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples."""
        write_examples(formatter, self.examples)


def write_examples(formatter: click.HelpFormatter, examples: Examples) -> None:
    """Write examples, each with its comment beside it, or below it if it is long."""
    with formatter.section("Examples"):
        for example, comment in examples:
            beside = len(example) <= WIDEST_EXAMPLE
            lines = [f"{example:{WIDEST_EXAMPLE}}  {comment}"] if beside else [example]
            if comment and not beside:
                lines.append(f"{'':{WIDEST_EXAMPLE}}  {comment}")
            formatter.write("".join(f"  {line}".rstrip() + "\n" for line in lines))
