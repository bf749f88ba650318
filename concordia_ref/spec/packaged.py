"""Where the data of the project are."""

from __future__ import annotations

from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parent.parent


@cache
def packaged_folder(name: str) -> Path:
    """A data folder of the project, as the wheel installs it or as it lies in a clone."""
    installed = PACKAGE / "data" / name
    return installed if installed.is_dir() else PACKAGE.parent / name
