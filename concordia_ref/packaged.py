"""Where the data of the project lie."""

from __future__ import annotations

import os
from functools import cache

from concordia_ref.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


@cache
def packaged_folder(name: str) -> Path:
    """A data folder of the project, as the wheel installs it or as it lies in a clone."""
    # Imported here because a game begins without it, and sooner.
    from pathlib import Path

    return Path(packaged_place(name))


def packaged_place(name: str) -> str:
    """The path of a data folder of the project as a text."""
    package = os.path.dirname(__file__)
    installed = os.path.join(package, "data", name)
    return installed if os.path.isdir(installed) else os.path.join(os.path.dirname(package), name)
