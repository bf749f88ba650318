"""The command `concordia bundle`."""

from __future__ import annotations

import json
from pathlib import Path

from concordia_ref.cli import options
from concordia_ref.cli.command import command
from concordia_ref.cli.loading import load_specification
from concordia_ref.cli.output import write_text
from concordia_ref.spec import bundle as bundling


@command(
    "bundle",
    about="The bundle holds the data of all files, the version of the specification and a checksum. Its schema is "
    "spec/schema/bundle.schema.json.",
    examples=(
        ("concordia bundle > rules.json", ""),
        ("concordia bundle --spec my-spec/ -o rules.json", ""),
    ),
)
@options.output
@options.rules
def bundle(output: Path | None, spec: Path | None, edition: str) -> int:
    """Write the bundle."""
    # Letters beyond ASCII are escaped: a terminal that lacks one would break the checksum.
    return write_text(json.dumps(bundling.bundle(load_specification(spec, edition)), indent=1), output)
