"""The command `concordia adapter`: the reference behind the protocol, and skeletons of adapters."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from concordia_ref.cli.command import command
from concordia_ref.cli.exits import FINE, Failure
from concordia_ref.cli.ids import Id
from concordia_ref.suite.adapter import serve

LANGUAGES = ("typescript", "javascript", "python", "rust", "java", "csharp", "go")
"""The languages of the skeletons, here so that the command can serve without reading them."""


@command(
    "adapter",
    about="Requests come on standard input, answers go to standard output; conformance/PROTOCOL.md describes them. "
    "`new` writes the skeleton of an adapter for your engine instead: a program that already answers, with types for "
    "every message, state and turn, a test, a CI workflow, and a README that leads to the first scenario that passes. "
    "It writes into a folder that is new or empty.",
    examples=(
        ('echo \'{"id": 0, "op": "hello", "protocol": 1}\' | concordia adapter', ""),
        ("concordia adapter new --language go mine", "the skeleton of an adapter in Go"),
    ),
)
@click.argument("task", type=click.Choice(("new",)), required=False, metavar="[new]", help="Write a skeleton")
@click.argument(
    "folder",
    type=click.Path(readable=False, path_type=Path),
    required=False,
    metavar="[DIR]",
    help="The folder of the skeleton",
)
@click.option("--language", type=Id("language", lambda ctx: LANGUAGES), metavar="LANGUAGE", help=", ".join(LANGUAGES))
def adapter(task: str | None, folder: Path | None, language: str | None) -> int:
    """Answer until the input ends, or write a skeleton."""
    if task is None:
        if language is not None:
            raise Failure("--language belongs to `concordia adapter new --language LANGUAGE DIR`")
        serve(sys.stdin.buffer, sys.stdout)
        return FINE
    if language is None or folder is None:
        missing = "the language" if language is None else "the folder"
        raise Failure(f"name {missing}: concordia adapter new --language {language or '|'.join(LANGUAGES)} DIR")
    return _new(language, folder)


def _new(language: str, folder: Path) -> int:
    from concordia_ref.kit.languages import LANGUAGES as KNOWN
    from concordia_ref.kit.skeleton import write_skeleton

    written = write_skeleton(language, folder)
    made = KNOWN[language]
    print(f"{str(folder)!r} has {len(written)} files: the skeleton of an adapter in {made.title}. Next:")
    for line in (f"cd {folder}", made.build, made.test, f'concordia conform --adapter "{made.adapter}" --smoke'):
        print(f"    {line}" if line else "", end="\n" if line else "")
    print(f"Your engine goes into {made.engine}; README.md guides you to the first passing scenario.")
    return FINE
