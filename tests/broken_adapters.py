"""Adapters that break, and adapters that do nothing, for the tests of the conformance runner.

    python tests/broken_adapters.py KIND [SCRIPT]

A broken adapter behaves well by a script, a JSON file with the right answers, until the request comes at which it is
told to break: `hello` is what it says of itself, `answers` has an answer for each course of requests since the position
was loaded, `trigger` is the course or the operation at which it breaks. A kind that does nothing needs no script, nor
do those that ask the reference: one pays too little, and the others cannot load a position.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

EVERYTHING: dict[str, Any] = {
    "protocol": 1,
    "name": "broken",
    "version": "1",
    "language": "Python",
    "operations": ["load", "new", "apply", "check", "state", "score", "legal", "perft", "sync", "bye"],
    "cards": [
        *("tribune", "architect", "prefect", "mercator", "diplomat", "senator", "colonist", "mason", "farmer"),
        *("smith", "consul", "vintner", "weaver"),
    ],
    "maps": ["imperium", "italia"],
    "players": [2, 3, 4, 5],
    "editions": ["canonical", "cs", "fr", "hu", "pl", "sr"],
    "interim": True,
}
NASTY = "<script>alert(1)</script> ]]> & \" ' \x00 \x1b[31mred\x07 \r | `code` *x* [a](b) \ud800 \u2028 \u202e \uffff"


def course_key(course: list[dict[str, Any]]) -> str:
    """The name of a course of requests in a script. To have asked for a check makes no difference later on."""
    course = [request for request in course[:-1] if request["op"] != "check"] + course[-1:]
    return json.dumps([{key: value for key, value in request.items() if key != "id"} for request in course])


def say(answer: Any) -> None:
    sys.stdout.write((answer if isinstance(answer, str) else json.dumps(answer)) + "\n")
    sys.stdout.flush()


def write_all(descriptor: int, data: bytes, times: int) -> None:
    for _ in range(times):
        left = data
        while left:
            left = left[os.write(descriptor, left) :]


def hang() -> None:
    while True:
        time.sleep(1000)


MEGABYTE = b"x" * (1 << 20)
FOREVER = 1 << 40


def nested(depth: int) -> str:
    return "[" * depth + "]" * depth


def leave_a_child(*, in_another_session: bool) -> bool:
    """Start a child that holds on to all pipes and hears no signal; tells the parent that it is the parent."""
    if os.fork():
        return True
    if in_another_session:
        os.setsid()
    hang_deaf_to_signals()
    return False


def hang_deaf_to_signals() -> None:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    hang()


def end(kind: str, script: Path) -> None:
    """Ways to be gone or to stay silent."""
    match kind:
        case "hangs":
            hang()
        case "hangs-deaf-to-signals":
            hang_deaf_to_signals()
        case "stops-itself":
            os.kill(os.getpid(), signal.SIGSTOP)
        case "raises":
            raise RuntimeError("the engine is on fire")
        case "segfaults":
            os.kill(os.getpid(), signal.SIGSEGV)
        case "dies-of-a-rare-signal":
            os.kill(os.getpid(), signal.SIGRTMIN + 6)
        case "exits":
            os._exit(0)
        case "exits-for-good":
            script.with_suffix(".dead").touch()  # No later process says hello.
            os._exit(0)
        case "ends-its-stderr-first":
            os.close(2)
            time.sleep(0.3)
            os._exit(0)
        case "closes-its-output":
            os.close(1)
            hang()
        case "child-keeps-the-pipes":
            if leave_a_child(in_another_session=False):
                os._exit(0)
        case "child-in-another-session":
            if leave_a_child(in_another_session=True):
                os._exit(0)
        case "floods-stdout":
            write_all(1, MEGABYTE, 1024)
        case "floods-lines":
            write_all(1, b"x\n" * 50_000, 10_000)
        case "floods-stderr":
            write_all(2, MEGABYTE, FOREVER)
        case _:
            raise SystemExit(f"no such kind: {kind}")


def break_down(kind: str, answer: dict[str, Any], script: Path) -> None:
    """What each kind does where the right answer would be in place."""
    id = answer["id"]
    line = json.dumps(answer)
    match kind:
        case "behaves":
            say(answer)
        case "hangs-once":
            mark = script.with_suffix(".hanging")
            if not mark.exists():
                mark.touch()
                hang()
            say(answer)
        case "exits-after-its-answer":
            say(answer)
            os._exit(7)
        case "closes-its-input":
            os.close(0)
            say(answer)
            hang()
        case "child-in-another-session-and-answers":
            if leave_a_child(in_another_session=True):
                say(answer)
        case "garbage":
            say("this is not JSON")
        case "bytes":
            write_all(1, b"\xff\xfe\x00\x80\n", 1)
        case "empty-line":
            say("")
        case "list":
            say([answer])
        case "endless-number":
            say('{"id": ' + "1" * 10_000 + ', "ok": {}}')
        case "nested-for-ever":
            say(nested(100_000))
        case "nested-deeply":
            say(f'{{"id": {id}, "ok": {{"state": {nested(950)}}}}}')
        case "chatters":
            say("debug: thinking")
            say(answer)
        case "wrong-id":
            say({**answer, "id": id + 1})
        case "no-id":
            say({**answer, "id": None})
        case "text-as-id":
            say({**answer, "id": NASTY})
        case "answers-twice":
            write_all(1, f"{line}\n{line}\n".encode(), 1)
        case "answers-both-ways":
            say({"id": id, "ok": {}, "reject": {}})
        case "answers-neither-way":
            say({"id": id})
        case "half-a-line":
            write_all(1, line[:10].encode(), 1)
            hang()
        case "half-a-line-and-exits":
            write_all(1, line[:10].encode(), 1)
            os._exit(0)
        case "floods-stderr-and-answers":
            write_all(2, MEGABYTE, 64)
            say(answer)
        case "declines":
            say({"id": id, "skip": "not yet"})
        case "errors":
            say({"id": id, "error": "out of cheese"})
        case "accepts-with-a-text":
            say({"id": id, "ok": "fine"})
        case "nasty-error":
            write_all(2, NASTY.encode("utf-8", "replace"), 1)
            say({"id": id, "error": NASTY})
        case "nasty-state":
            say({"id": id, "ok": {"state": {NASTY: NASTY, "map": NASTY}}})
        case "nasty-line":
            write_all(2, NASTY.encode("utf-8", "replace"), 1)
            write_all(1, NASTY.encode("utf-8", "replace") + b"\n", 1)
        case "long-error":
            say({"id": id, "error": "x" * 3_000_000})
        case "long-state":
            say({"id": id, "ok": {"state": {f"key {number}": "x" * 20 for number in range(50_000)}}})
        case _:
            end(kind, script)


def break_by(kind: str, script: Path) -> None:
    """Follow the script, but for the request at which it is time to break."""
    data = json.loads(script.read_text(encoding="utf-8"))
    course: list[dict[str, Any]] = []
    for line in sys.stdin:
        request = json.loads(line)
        id, op = request["id"], request["op"]
        if op == "hello" and script.with_suffix(".dead").exists():
            hang()
        course = [request] if op in ("hello", "load", "new") else [*course, request]
        key = course_key(course)
        answer = {"ok": data["hello"]} if op == "hello" else data["answers"].get(key, {"ok": {}})
        if data["trigger"] in (key, op):
            break_down(kind, {"id": id, **answer}, script)
        else:
            say({"id": id, **answer})


def underpay() -> None:
    """Forward to the reference, but let whoever plays a Mercator have one coin too few."""
    from concordia_ref.suite.adapter import Adapter

    reference, player = Adapter(), None
    for line in sys.stdin:
        request = json.loads(line)
        answer = reference.answer(line)
        if request["op"] == "load":
            player = None
            seat = request["state"]["to_play"]
        if request["op"] == "apply" and "ok" in answer and "mercator" in request["turn"]["card"]:
            player = seat
        if request["op"] == "state" and player is not None:
            answer["ok"]["state"]["players"][player]["coins"] -= 1
        say(answer)


def play_without_loading(kind: str) -> None:
    """Forward to the reference, which sets up games but cannot load a position."""
    from concordia_ref.suite.adapter import Adapter

    reference = Adapter()
    for line in sys.stdin:
        request = json.loads(line)
        answer = reference.answer(line)
        match kind, request["op"]:
            case _, "hello":
                answer["ok"]["operations"].remove("load")
            case _, "load":
                answer = {"id": request["id"], "skip": "only games that were set up"}
            case "forbids-tribunes", "apply" if request["turn"]["card"] == "tribune":
                answer = {"id": request["id"], "reject": {}}
            case "loses-coins", "state":
                answer["ok"]["state"]["players"][0]["coins"] = 0
        say(answer)


class DoesNothing:
    """Answers at once, without any rule."""

    def __init__(self) -> None:
        self.loaded: Any = {}

    def load(self, request: dict[str, Any]) -> dict[str, Any]:
        self.loaded = request.get("state", {})
        return {"ok": {}}

    def turn(self, request: dict[str, Any]) -> dict[str, Any]:
        return {"ok": {}}

    def state(self) -> Any:
        return self.loaded

    def score(self) -> dict[str, Any]:
        return {"totals": [0] * len(self.loaded.get("players", [])), "winner": 0}

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        match request["op"]:
            case "hello":
                return {"ok": EVERYTHING}
            case "load" | "new":
                return self.load(request)
            case "apply" | "check":
                return self.turn(request)
            case "state":
                return {"ok": {"state": self.state()}}
            case "score":
                return {"ok": self.score()}
            case _:
                return {"ok": {}}


class Refuses(DoesNothing):
    """Refuses every turn."""

    def turn(self, request: dict[str, Any]) -> dict[str, Any]:
        return {"reject": {}}


class Echoes(DoesNothing):
    """Gives back what it was given."""

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        return {"ok": EVERYTHING if request["op"] == "hello" else request}


class Fixed(DoesNothing):
    """Answers with the first position that it has seen, whatever is asked."""

    def load(self, request: dict[str, Any]) -> dict[str, Any]:
        self.loaded = self.loaded or request.get("state", {})
        return {"ok": {}}


class PassesOn(DoesNothing):
    """Puts the card on the pile and lets the next seat play, but does nothing with the card."""

    def turn(self, request: dict[str, Any]) -> dict[str, Any]:
        card, state = request["turn"].get("card"), self.loaded
        if request["op"] == "apply" and state.get("to_play") is not None:
            player = state["players"][state["to_play"]]
            if card in player["hand"]:
                player["hand"].remove(card)
                player["pile"].append(card)
            state["to_play"] = (state["to_play"] + 1) % len(state["players"])
        return {"ok": {}}


NOTHING: dict[str, type[DoesNothing]] = {
    "accepts": DoesNothing,
    "refuses": Refuses,
    "echoes": Echoes,
    "fixed": Fixed,
    "passes-on": PassesOn,
}


WITHOUT_LOADING = ("cannot-load", "forbids-tribunes", "loses-coins")


def do_nothing(kind: str) -> None:
    """Answer every request without any rule."""
    adapter = NOTHING[kind]()
    for line in sys.stdin:
        request = json.loads(line)
        say({"id": request["id"], **adapter.answer(request)})


def main() -> None:
    kind = sys.argv[1]
    if kind in NOTHING:
        do_nothing(kind)
    elif kind == "underpays":
        underpay()
    elif kind in WITHOUT_LOADING:
        play_without_loading(kind)
    else:
        break_by(kind, Path(sys.argv[2]))


if __name__ == "__main__":
    main()
