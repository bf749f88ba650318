"""A planted bug behind the protocol, as a program would have it: `python -m concordia_ref.lab.planted.adapter BUG`."""

from __future__ import annotations

import json
import sys

from .bugs import BUGS
from .planting import StandIn


def main() -> None:
    """Answer the requests on standard input."""
    adapter = StandIn(next(bug for bug in BUGS if bug.id == sys.argv[1]))
    for line in sys.stdin:
        request = json.loads(line)
        id, op = request.pop("id"), request.pop("op")
        print(json.dumps({**adapter.ask(op, **request), "id": id}), flush=True)
        if adapter.adapter.done:
            return


if __name__ == "__main__":
    main()
