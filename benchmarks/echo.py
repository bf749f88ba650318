"""The least that an adapter in Python can do: read every request, and answer that all is well."""

from __future__ import annotations

import json
import sys


def main() -> None:
    """Answer requests until the input ends."""
    for line in sys.stdin:
        sys.stdout.write(json.dumps({"id": json.loads(line)["id"], "ok": {}}) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
