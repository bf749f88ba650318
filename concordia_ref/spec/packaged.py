"""The location of the project's data."""

from __future__ import annotations

from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parent.parent


def is_installed() -> bool:
    """Whether the data folders are those installed by the wheel, which should not be written to."""
    return (PACKAGE / "data").is_dir()


@cache
def packaged_folder(name: str) -> Path:
    """A data folder of the project, as the wheel installs it or as it lies in a clone."""
    installed = PACKAGE / "data" / name
    return installed if installed.is_dir() else PACKAGE.parent / name
