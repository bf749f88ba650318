"""The command `concordia validate`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from concordia_ref.cli.command import command
from concordia_ref.cli.exits import FINDINGS, FINE, Failure
from concordia_ref.cli.loading import below
from concordia_ref.cli.options import format_option
from concordia_ref.cli.progress import Progress
from concordia_ref.spec.files import ENDINGS, ROOT_FILE, check_is_specification
from concordia_ref.spec.findings import Finding, counted, render
from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.words import validation


@command(
    "validate",
    about="A PATH is a folder with a specification, or a file in one: then only the findings about that file are "
    "shown. Every fault is reported at once, with its file, line and column, and with what was probably meant. Exit "
    "codes: 0 nothing found, 1 findings, 2 wrong usage.",
    examples=(
        ("concordia validate", ""),
        ("concordia validate my-spec/ --format github", ""),
        ("concordia validate my-spec/maps/italia.yaml", ""),
    ),
    judges=True,
)
@click.argument(
    "paths",
    nargs=-1,
    type=click.Path(path_type=Path),
    metavar="[PATH]...",
    help="A specification, or a file in one [default: the built-in specification]",
)
@format_option("text", "json", "github")
def validate(paths: Sequence[Path], format: str) -> int:
    """Validate every specification that is named."""
    folders: dict[Path, set[str] | None] = {}
    for folder, wanted in map(_folder_and_file, paths or [packaged_folder("spec")]):
        asked = folders.setdefault(folder, set() if wanted else None)
        if wanted is None:
            folders[folder] = None
        elif asked is not None:
            asked.add(wanted)
    findings: list[Finding] = []
    with Progress("specifications") as progress:
        for done, (folder, names) in enumerate(folders.items(), start=1):
            found = validation.validate(folder)
            findings += [below(folder, finding) for finding in found if names is None or finding.file in names]
            progress(done, len(folders))
    if output := render(findings, format):
        print(output)
    if format == "text":
        print(summary(findings, len(folders)), file=sys.stderr)
    return FINDINGS if findings else FINE


def _folder_and_file(path: Path) -> tuple[Path, str | None]:
    """The specification that a path belongs to, and the name of the file in it if the path is a file."""
    if not path.exists():
        raise Failure(f"there is no file or folder {str(path)!r}")
    if path.is_dir():
        check_is_specification(path)
        return path, None
    for folder in path.resolve().parents:
        if (folder / ROOT_FILE).exists():
            name = path.resolve().relative_to(folder).as_posix()
            if path.suffix in ENDINGS:
                return folder, name
            raise Failure(f"{str(path)!r} is not a YAML file")
    raise Failure(f"{str(path)!r} does not belong to a specification: no folder above it has an {ROOT_FILE}")


def summary(findings: Sequence[Finding], specifications: int = 0) -> str:
    """How many findings there are, in a line."""
    if not findings and specifications:
        return "the specification is valid" if specifications == 1 else "the specifications are valid"
    files = len({finding.file for finding in findings})
    return f"{counted(len(findings), 'finding')}, in {counted(files, 'file')}"
