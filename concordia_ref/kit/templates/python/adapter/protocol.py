"""The protocol: what a request asks of the engine, and how the result is answered.

There is nothing to change here. A server calls `answer` with the body of each POST request.
"""

import json
import sys
import traceback
from copy import deepcopy
from typing import Any, get_args

from adapter.check import check
from adapter.engine import Engine
from adapter.messages import Draws, Operation, State, Turn
from adapter.outcomes import Illegal, Malformed, NotYet


def answer(engine: Engine, line: str) -> tuple[dict[str, Any], bool]:
    """The answer to a request, and whether it was the last one."""
    id = -1
    try:
        request = json.loads(line)
        id, op = request["id"], request["op"]
        if op not in get_args(Operation):
            return {"id": id, "skip": f"unknown operation {op}"}, False
        return {"id": id, "ok": perform(engine, request)}, op == "bye"
    except NotYet as lack:
        return {"id": id, "skip": str(lack)}, False
    except Illegal as illegal:
        named = {"clause": illegal.clause} if illegal.clause else {}
        return {"id": id, "reject": {**named, "message": str(illegal)}}, False
    except Malformed as malformed:
        return {"id": id, "reject": {"malformed": malformed.pointer, "message": str(malformed)}}, False
    except Exception as error:
        traceback.print_exc(file=sys.stderr)
        return {"id": id, "error": f"{type(error).__name__}: {error}"}, False


def perform(engine: Engine, request: dict[str, Any]) -> Any:
    """Do what a request asks for, and return what `ok` contains."""
    match request["op"]:
        case "hello":
            return engine.hello()
        case "load":
            check(request["state"], State)
            engine.load(request["edition"], request["state"])
        case "new":
            check(request["draws"], Draws)
            engine.new(request)  # type: ignore[arg-type]
        case "apply":
            attempt(engine, request["turn"], keep=True)
        case "check":
            attempt(engine, request["turn"], keep=False)
        case "state":
            return {"state": engine.state()}
        case "score":
            return engine.score()
        case "legal":
            return {"turns": engine.legal(request.get("card"))}
        case "perft":
            return {"count": engine.perft(request["depth"])}
    return {}


def attempt(engine: Engine, turn: Any, keep: bool) -> None:
    """Play a turn. After a refusal, or if the turn is only checked, the position stays as it was."""
    check(turn, Turn)
    before = deepcopy(engine.position)
    try:
        engine.apply(turn)
    except BaseException:
        engine.position = before
        raise
    if not keep:
        engine.position = before
