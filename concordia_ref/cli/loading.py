"""Loading the specification that a command uses, and showing its findings with paths that the user can open."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import IO, Any

from concordia_ref.cli.exits import FINDINGS, Failure
from concordia_ref.engine.game import Game
from concordia_ref.spec.errors import Malformed
from concordia_ref.spec.findings import Finding, SpecificationError, render
from concordia_ref.spec.loading import load
from concordia_ref.spec.model import CANONICAL, Specification
from concordia_ref.spec.packaged import packaged_folder


def load_specification(folder: Path | None = None, edition: str = CANONICAL) -> Specification:
    """The specification in a folder, or the built-in one, in an edition; findings end the command."""
    try:
        if folder is None:
            return load(edition=edition)
        # Only a folder of your own needs jsonschema, which takes longer to import than most commands take.
        from concordia_ref.words.validation import load_checked

        return load_checked(folder, edition)
    except Malformed as error:
        raise Failure(str(error)) from None
    except SpecificationError as error:
        raise Faulty([below(folder or packaged_folder("spec"), finding) for finding in error.findings]) from None


def load_game(folder: Path | None = None, edition: str = CANONICAL) -> Game:
    """A game by the rules in a folder, or by the built-in ones, in an edition."""
    return Game(load_specification(folder, edition))


class Faulty(Failure):
    """A specification has findings; they are the whole message."""

    def __init__(self, findings: list[Finding]) -> None:
        super().__init__(render(findings, "text"), FINDINGS)

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the findings."""
        print(self.message, file=file or sys.stderr)


def below(folder: Path, finding: Finding) -> Finding:
    """The finding, with a path of its file that the user can open."""
    file = folder / finding.file
    here = Path.cwd()
    return finding._replace(file=str(file.relative_to(here) if file.is_relative_to(here) else file))
