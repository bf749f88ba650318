"""The `concordia` command."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import redirect_stderr

import click
from click.exceptions import NoArgsIsHelpError
from click.shell_completion import shell_complete

from concordia_ref import __version__
from concordia_ref.cli.exits import FINE, INTERRUPTED, USAGE
from concordia_ref.cli.group import HELP, Group
from concordia_ref.cli.lang import lang
from concordia_ref.cli.output import discard_output, discarding

NAME = "concordia"
COMPLETE = "_CONCORDIA_COMPLETE"
"""The environment variable by which a shell asks for completions."""


@click.group(
    NAME,
    cls=Group,
    help="The rules of the board game Concordia as data: check them, look at them, use them.\n\n"
    "`concordia COMMAND --help` explains each command.",
    examples=(
        ("concordia validate", "check the rules that come with this package"),
        ("concordia show card mercator", "what the Mercator costs, does and scores"),
        ("concordia show map italia", "a drawing of the map of Italia, and all its lines"),
        ("concordia reference --lang hu", "all rules, in Hungarian"),
        ("concordia bundle -o rules.json", "the whole specification for your program"),
        ("concordia demo", "watch a random game"),
        ("concordia dispute colonist-income --run", "where the translations differ, played both ways"),
    ),
    context_settings=HELP,
)
@click.version_option(__version__, message="concordia %(version)s")
@lang
def concordia(lang: str) -> None:
    """Leave everything to the commands, which look up the language themselves."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    for stream in (sys.stdout, sys.stderr):
        # City names and rulebook headings need more than ASCII; a terminal without a letter shows a replacement.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    if asked := os.environ.get(COMPLETE):
        return shell_complete(concordia, {}, NAME, COMPLETE, asked)
    code = FINE
    try:
        with redirect_stderr(discarding(sys.stderr)):
            code = _run(list(sys.argv[1:] if arguments is None else arguments))
        print(end="", flush=True)
    except BrokenPipeError:
        discard_output(sys.stdout)  # The reader, such as `head`, has seen enough.
    except OSError as error:
        if error.filename is None:  # The output itself cannot be written.
            discard_output(sys.stdout)
        _report(f"{f'{error.filename}: ' if error.filename else ''}{error.strerror}")
        return USAGE
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def _run(arguments: list[str]) -> int:
    try:
        with concordia.make_context(NAME, arguments) as context:
            code: int = concordia.invoke(context)
            return code
    except click.exceptions.Exit as ended:
        return ended.exit_code
    except NoArgsIsHelpError as error:
        error.show()
        return error.exit_code
    except click.UsageError as error:
        message = " ".join(error.format_message().split())
        path = error.ctx.command_path if error.ctx else NAME
        _report(f"{message}{'' if message.endswith(('.', '?')) else '.'} See `{path} --help`.")
        return error.exit_code
    except click.ClickException as error:
        error.show()
        return error.exit_code


def _report(message: str) -> None:
    print(f"{NAME}: {message}", file=sys.stderr)
