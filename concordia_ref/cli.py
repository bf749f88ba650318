"""The `concordia` command."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from concordia_ref import __version__

if TYPE_CHECKING:
    from concordia_ref.findings import Finding
    from concordia_ref.model import Specification

# Exit codes, the same for every sub-command: fine, something is wrong with the input, wrong usage.
FINE, FINDINGS, USAGE = 0, 1, 2

ROOT_FILE = "about.yaml"

EPILOGS = {
    "": """\
examples:
  concordia validate               check the rules that come with this package
  concordia show card mercator     what the Mercator does, costs and scores
  concordia show map italia        the map of Italia, drawn, with all lines
  concordia bundle -o rules.json   the whole specification for your program

`concordia COMMAND --help` explains each command.""",
    "validate": """\
A PATH is a folder with a specification, or a file in one: then only the findings about that file are shown.
Every fault is named at once, with its file, line and column, and with what was probably meant.

exit codes: 0 nothing found, 1 findings, 2 wrong usage

examples:
  concordia validate
  concordia validate my-spec/ --format github
  concordia validate my-spec/maps/italia.yaml""",
    "show": """\
Without ID, all things of the kind are listed. The id of a card is its kind (mercator: all Mercators) or its deck and
kind (ii_mercator).

examples:
  concordia show card
  concordia show card ii_mercator
  concordia show god jupiter
  concordia show good wine
  concordia show map imperium
  concordia show clause architect.move.occupied""",
    "bundle": """\
The bundle holds the data of all files, the version of the specification and a checksum. Its schema is
spec/schema/bundle.schema.json.

examples:
  concordia bundle > rules.json
  concordia bundle --spec my-spec/ -o rules.json""",
}


def parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    root = _Parser(
        prog="concordia",
        description="The rules of the board game Concordia as data: check them, look at them, use them.",
        epilog=EPILOGS[""],
    )
    root.add_argument("--version", action="version", version=f"concordia {__version__}")
    commands = root.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def command(name: str, run: Callable[[argparse.Namespace], int], help: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=help, description=help[0].upper() + help[1:] + ".", epilog=EPILOGS[name])
        sub.set_defaults(run=run)
        return sub

    validate = command("validate", _validate, "check a specification and name everything that is wrong with it")
    validate.add_argument(
        "paths", nargs="*", metavar="PATH", help="a specification, or a file in one (default: our own)"
    )
    validate.add_argument("--format", choices=("text", "json", "github"), default="text", help="default: text")

    show = command("show", _show, "show a card, god, good, map or clause")
    show.add_argument("kind", choices=("card", "god", "good", "map", "clause"), metavar="KIND", help="%(choices)s")
    show.add_argument("id", nargs="?", metavar="ID", help="which one (default: list them all)")
    show.add_argument("--format", choices=("text", "json"), default="text", help="default: text")
    _add_spec(show)

    bundle = command("bundle", _bundle, "write the whole specification as one JSON document")
    bundle.add_argument("-o", "--output", metavar="FILE", help="where to write it (default: standard output)")
    _add_spec(bundle)
    return root


class _Parser(argparse.ArgumentParser):
    """Keeps the line breaks of the examples, and says after a wrong call where help is to be had."""

    def __init__(self, **options: Any) -> None:
        super().__init__(formatter_class=argparse.RawDescriptionHelpFormatter, **options)

    def error(self, message: str) -> Any:
        print(f"concordia: {message}; see `{self.prog} --help`", file=sys.stderr)
        raise SystemExit(USAGE)


def _add_spec(command: argparse.ArgumentParser) -> None:
    command.add_argument("--spec", metavar="FOLDER", help="a specification of your own (default: our own)")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    for stream in (sys.stdout, sys.stderr):
        # City names and rulebook headings need more than ASCII; a terminal that lacks a letter shows a mark instead.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        options = parser().parse_args(arguments)
        code: int = options.run(options)
        sys.stdout.flush()
        return code
    except _UsageError as error:
        print(f"concordia: {error}", file=sys.stderr)
        return USAGE
    except BrokenPipeError:
        # The reader, such as `head`, has seen enough. Python would complain once more when it closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    except KeyboardInterrupt:
        return 130


class _UsageError(Exception):
    """What was asked for cannot be done; the message says why and what to do."""


def _validate(options: argparse.Namespace) -> int:
    from concordia_ref.findings import render
    from concordia_ref.tree import packaged_folder
    from concordia_ref.validation import validate

    findings: list[Finding] = []
    folders: dict[Path, set[str] | None] = {}
    for path in [Path(path) for path in options.paths] or [packaged_folder("spec")]:
        folder, wanted = _folder_and_file(path)
        asked = folders.setdefault(folder, set() if wanted else None)
        if wanted is None:
            folders[folder] = None
        elif asked is not None:
            asked.add(wanted)
    for folder, names in folders.items():
        findings += [_below(folder, finding) for finding in validate(folder) if names is None or finding.file in names]
    output = render(findings, options.format)
    if output:
        print(output)
    if options.format == "text":
        print(_summary(findings, len(folders)), file=sys.stderr)
    return FINDINGS if findings else FINE


def _folder_and_file(path: Path) -> tuple[Path, str | None]:
    """The specification that a path belongs to, and the name of the file in it if the path is a file."""
    if not path.exists():
        raise _UsageError(f"there is no file or folder {str(path)!r}")
    if path.is_dir():
        return path, None
    for folder in path.resolve().parents:
        if (folder / ROOT_FILE).exists():
            return folder, path.resolve().relative_to(folder).as_posix()
    raise _UsageError(f"{str(path)!r} belongs to no specification: no folder above it holds {ROOT_FILE}")


def _below(folder: Path, finding: Finding) -> Finding:
    """The finding with the path of its file as the user would open it."""
    from dataclasses import replace

    file = folder / finding.file
    here = Path.cwd()
    return replace(finding, file=str(file.relative_to(here) if file.is_relative_to(here) else file))


def _summary(findings: Sequence[Finding], specifications: int) -> str:
    if not findings:
        return "the specification is valid" if specifications == 1 else f"{specifications} specifications are valid"
    files = len({finding.file for finding in findings})
    return f"{len(findings)} finding{'s' * (len(findings) > 1)} in {files} file{'s' * (files > 1)}"


def _show(options: argparse.Namespace) -> int:
    from concordia_ref.show import UnknownId, show, show_json

    spec = _load(options.spec)
    try:
        if options.format == "json":
            print(json.dumps(show_json(spec, options.kind, options.id), indent=2, ensure_ascii=False))
        else:
            print(show(spec, options.kind, options.id))
    except UnknownId as error:
        raise _UsageError(str(error)) from None
    return FINE


def _bundle(options: argparse.Namespace) -> int:
    from concordia_ref.bundle import bundle

    text = json.dumps(bundle(_load(options.spec)), indent=1, ensure_ascii=False) + "\n"
    if options.output is None:
        sys.stdout.write(text)
        return FINE
    try:
        Path(options.output).write_text(text, encoding="utf-8")
    except OSError as error:
        raise _UsageError(f"cannot write {options.output!r}: {error.strerror}") from None
    return FINE


def _load(folder: str | None) -> Specification:
    from concordia_ref.findings import SpecificationError
    from concordia_ref.specification import load

    if folder is not None and not Path(folder).is_dir():
        raise _UsageError(f"there is no folder {folder!r}")
    try:
        return load(folder)
    except SpecificationError as error:
        print(error, file=sys.stderr)
        raise _UsageError("the specification has faults; `concordia validate` names them") from None
