"""The suite as plain JSON, for people who bring their own runner."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from concordia_ref.suite.cases import Case


def export(cases: Sequence[Case], folder: Path, version: str) -> None:
    """Write all cases with whole states, and a manifest with digests."""
    manifest: dict[str, Any] = {"format": "concordia-conformance-export", "format_version": 1, "specification": version}
    files = {}
    for case in cases:
        text = json.dumps(case.to_json(), indent=1, ensure_ascii=False) + "\n"
        file = folder / f"{case.id}.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        files[f"{case.id}.json"] = "sha256:" + hashlib.sha256(text.encode("utf-8")).hexdigest()
    manifest["files"] = files
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
