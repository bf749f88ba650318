"""How a command ends: the exit codes, and the failure that stops it."""

from __future__ import annotations

import sys
from typing import IO, Any

import click

FINE = 0
FINDINGS = 1
"""Something is wrong with the input: findings, a refused turn, a failed scenario."""
USAGE = 2
UNUSABLE = 3
"""The adapter or the cluster cannot be used."""
CORRUPT = 4
"""The conformance suite itself is faulty."""
INTERRUPTED = 130


class Failure(click.ClickException):
    """The command cannot continue; the message says why, and what to do."""

    def __init__(self, message: str, code: int = USAGE) -> None:
        super().__init__(message)
        self.exit_code = code  # type: ignore[misc]  # A class variable only where it is declared.

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the message."""
        print(f"concordia: {self.message}", file=file or sys.stderr)
