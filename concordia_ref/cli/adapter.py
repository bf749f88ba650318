"""The command `concordia adapter`."""

from __future__ import annotations

import sys

from concordia_ref.cli.command import command
from concordia_ref.cli.exits import FINE
from concordia_ref.suite.adapter import serve


@command(
    "adapter",
    about="Requests come on standard input, answers go to standard output; conformance/PROTOCOL.md describes them.",
    examples=(('echo \'{"id": 0, "op": "hello", "protocol": 1}\' | concordia adapter', ""),),
)
def adapter() -> int:
    """Answer until the input ends."""
    serve(sys.stdin.buffer, sys.stdout)
    return FINE
