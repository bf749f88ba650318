"""What all commands share: examples in their help, and a message for malformed input."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import nullcontext, redirect_stdout
from typing import Any

import click

from concordia_ref.cli.exits import USAGE, Failure
from concordia_ref.cli.group import COMMANDS, HELP, Examples, write_examples
from concordia_ref.cli.output import discarding
from concordia_ref.spec.errors import Malformed
from concordia_ref.words.languages import ENGLISH, language
from concordia_ref.words.naming import malformed_text


class Command(click.Command):
    """A command with examples.

    A command that judges has its verdict as exit code, so it runs to its end even if nobody reads its output any more.
    """

    def __init__(self, *arguments: Any, examples: Examples, judges: bool, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.examples = examples
        self.judges = judges

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples."""
        write_examples(formatter, self.examples)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; malformed input ends it with a message."""
        with redirect_stdout(discarding(sys.stdout)) if self.judges else nullcontext():
            try:
                return super().invoke(ctx)
            except Malformed as error:
                words = language(ctx.params.get("lang", ENGLISH), ctx.params.get("spec"))
                message = malformed_text(words, error)
                if ctx.params.get("format") != "json":
                    raise Failure(message) from None
                fault = {"code": error.code, "pointer": error.pointer, "message": message}
                print(json.dumps({"malformed": fault}, indent=2, ensure_ascii=False))
                return USAGE


def command(
    name: str, *, about: str = "", examples: Examples = (), judges: bool = False
) -> Callable[[Callable[..., int]], Command]:
    """Make a command of a function that returns the exit code."""
    help = f"{COMMANDS[name]}\n\n{about}" if about else COMMANDS[name]
    return click.command(name, cls=Command, help=help, examples=examples, judges=judges, context_settings=HELP)
