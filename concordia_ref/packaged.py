"""Where the data of the project lie."""

from __future__ import annotations

from pathlib import Path


def packaged_folder(name: str) -> Path:
    """A data folder of the project, as the wheel installs it or as it lies in a clone."""
    package = Path(__file__).parent
    installed = package / "data" / name
    return installed if installed.is_dir() else package.parent / name
