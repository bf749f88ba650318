"""The command `concordia docs`: build the site, or serve it and rebuild what changes."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import click

from concordia_ref.cli.command import command
from concordia_ref.cli.exits import FINDINGS, FINE, Failure
from concordia_ref.cli.group import COMMANDS, HELP
from concordia_ref.cli.ids import Id
from concordia_ref.cli.main import concordia
from concordia_ref.cli.options import FOLDER
from concordia_ref.cli.packages import need
from concordia_ref.cli.progress import Progress
from concordia_ref.site.page import CommandHelp
from concordia_ref.spec.packaged import PACKAGE
from concordia_ref.words.languages import tags

HOST = "127.0.0.1"
SOURCES = ("spec", "conformance", "docs", "concordia_ref")
WIDTH = 100


@command(
    "docs",
    about="The site is made from the data: the rules in every language, a page for each card, god, map and dispute, a "
    "score calculator, and pages for implementers. It is a folder of plain files that needs no network and no "
    "server: open its index.html. Only what has changed is built again. Then every link and anchor is followed, "
    "and whatever leads nowhere, or away from the site, is listed with its page. serve builds the site and "
    "shows it at an address of this machine; in a clone it builds again when you save a file, and the page "
    "reloads by itself. Exit codes: 0 built and whole, 1 faults found, 2 wrong usage.",
    examples=(
        ("concordia docs build", "everything, into the folder site"),
        ("concordia docs build cs dev -o my-site", "two parts of it, elsewhere"),
        ("concordia docs serve hu --port 8080", "while you write Hungarian texts"),
    ),
    judges=True,
)
@click.argument(
    "task",
    type=click.Choice(("build", "serve")),
    metavar="TASK",
    help="build makes the site; serve makes it and shows it on this machine",
)
@click.argument(
    "units",
    type=Id("unit", lambda ctx: [*tags(), "dev"]),
    nargs=-1,
    metavar="[UNIT]...",
    help="Only these parts: languages, or dev for the pages of implementers [default: all]",
)
@click.option("-o", "--output", type=FOLDER, default="site", metavar="FOLDER", help="The folder of the site")
@click.option("--port", type=click.IntRange(1, 65_535), default=8000, metavar="N", help="The port to serve at")
def docs(task: str, units: Sequence[str], output: Path, port: int) -> int:
    """Build or serve the site."""
    need("mkdocs", "typst")
    from concordia_ref.site.build import build_site
    from concordia_ref.site.build import units as all_units

    for unit in units:
        if unit not in all_units():
            raise Failure(f"the site has no part {unit!r}; its parts are {', '.join(all_units())}")
    if _holds_other_things(output, all_units()):
        raise Failure(
            f"{str(output)!r} has other files but no site; name an empty folder, or one that has the site already"
        )
    return build(build_site, output, units) if task == "build" else serve(output, units, port)


def _holds_other_things(target: Path, units: Iterable[str]) -> bool:
    """Whether a folder contains files other than a site, so nothing may be written there."""
    names = {entry.name for entry in target.iterdir()} if target.is_dir() else set()
    return bool(names) and names.isdisjoint({"index.html", "assets", *units})


def build(build_site: Callable[..., list[str]], target: Path, units: Sequence[str]) -> int:
    """Build the site, or some units of it, and print what is wrong with it."""
    try:
        target.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Failure(f"cannot write {str(target)!r}: {error.strerror}") from None
    with Progress("units", lines=True) as progress:
        problems = build_site(target, command_helps(), list(units) or None, progress)
    for problem in problems:
        print(problem)
    faults = "1 fault was" if len(problems) == 1 else f"{len(problems)} faults were"
    print(f"{str(target)!r} is built; {faults} found", file=sys.stderr)
    return FINDINGS if problems else FINE


def serve(target: Path, units: Sequence[str], port: int) -> int:
    """Build the site, serve it on this machine until interrupted, and rebuild what changes."""
    from mkdocs.livereload import LiveReloadServer

    _check_port(port)

    def rebuild() -> None:
        # A separate process has read neither code nor data yet, and writes nothing into the watched folders.
        arguments = ["docs", "build", *units, "--output", str(target)]
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
        subprocess.run([sys.executable, "-m", "concordia_ref", *arguments], check=False, env=environment)

    rebuild()
    server = LiveReloadServer(rebuild, HOST, port, str(target))
    for folder in _sources():
        server.watch(str(folder))
    print(f"the site is served at http://{HOST}:{port}/ until you stop it with Ctrl+C", file=sys.stderr)
    try:
        server.serve()  # type: ignore[no-untyped-call]
    except KeyboardInterrupt:
        pass
    finally:
        server.shutdown()
    return FINE


def command_helps() -> list[CommandHelp]:
    """The help of every command, of the same width whatever terminal the site is built in."""
    helps = []
    root = click.Context(concordia, info_name=concordia.name)
    for name, summary in COMMANDS.items():
        found = concordia.get_command(root, name)
        assert found is not None, name
        context = click.Context(found, root, name, **HELP, terminal_width=WIDTH)
        helps.append(CommandHelp(name, summary, found.get_help(context)))
    return helps


def _check_port(port: int) -> None:
    try:
        socket.create_server((HOST, port)).close()
    except OSError as error:
        reason = os.strerror(error.errno or 0)
        raise Failure(f"port {port} cannot be used: {reason}; choose another one with --port") from None


def _sources() -> list[Path]:
    """The folders of a clone that the site is made from; an installed package does not change."""
    clone = PACKAGE.parent
    return [clone / name for name in SOURCES] if (clone / "pyproject.toml").is_file() else []
