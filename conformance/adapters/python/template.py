"""A first adapter. Fill in your engine, declare what it can do, and run

concordia conform --adapter "python template.py" --smoke
"""

import json
import sys

CAPABILITIES = {
    "protocol": 1,
    "name": "my-engine",
    "version": "0.1",
    "language": "Python",
    "operations": ["load"],  # then "score"; then "apply" and "state"; "new" if it sets up games
    "cards": [],  # the kinds that your engine can play: "tribune", "mercator", …
    "maps": ["imperium", "italia"],
    "players": [2, 3, 4, 5],
    "editions": ["canonical"],
    "interim": False,  # whether your engine knows interim scoring
}


class IllegalTurn(Exception):
    """Raise it where the rules forbid a turn; the position must stay as it was."""


class Adapter:
    """One method for each operation; each returns what `ok` holds."""

    def hello(self, request):
        return CAPABILITIES

    def load(self, request):
        self.state = request["state"]
        return {}

    def score(self, request):
        raise NotImplementedError  # return {"totals": [points by seat], "winner": seat}

    def apply(self, request):
        raise NotImplementedError  # play request["turn"], or raise IllegalTurn; return {}

    def state_(self, request):
        return {"state": self.state}

    def sync(self, request):
        return {}

    bye = sync


def answer(adapter, request):
    op = request["op"]
    method = getattr(adapter, "state_" if op == "state" else op, None)
    try:
        return {"ok": method(request)} if method else {"skip": f"no {op} yet"}
    except IllegalTurn as illegal:
        return {"reject": {"message": str(illegal)}}
    except NotImplementedError:
        return {"skip": f"no {op} yet"}


def main():
    adapter = Adapter()
    for line in sys.stdin:
        request = json.loads(line)
        print(json.dumps({"id": request["id"], **answer(adapter, request)}), flush=True)
        if request["op"] == "bye":
            break


if __name__ == "__main__":
    main()
