"""The files of the project that the site offers for download, below `dev/files/` as they lie in the project."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from concordia_ref.spec.packaged import packaged_folder

OFFERED: Mapping[str, tuple[str, ...]] = {
    "spec": ("schema/*.json", "schema/play/*.json"),
    "conformance": (
        "adapters/javascript/*.mjs",
        "adapters/javascript/types.d.ts",
        "adapters/javascript/engine/*.mjs",
        "adapters/javascript/package.json",
        "schema/*.json",
        "protocol/*.json",
        "perft/*.txt",
        "strength/*.yaml",
        "*.yaml",
        "manifest.txt",
        "requirements/*.txt",
    ),
}
FOLDER = "files"


def files() -> dict[str, Path]:
    """All files, by their path in the unit."""
    found = {}
    for folder, patterns in OFFERED.items():
        root = packaged_folder(folder)
        for file in sorted({file for pattern in patterns for file in root.glob(pattern)}):
            found[f"{FOLDER}/{folder}/{file.relative_to(root).as_posix()}"] = file
    return found
