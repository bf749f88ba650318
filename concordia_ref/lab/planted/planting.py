"""How a bug is planted: by a patch of the data, or by functions that take the place of others while it answers."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from concordia_ref.engine.game import Game
from concordia_ref.spec.bundle import plain
from concordia_ref.spec.loading import build, load
from concordia_ref.spec.model import CANONICAL
from concordia_ref.spec.overlay import patched
from concordia_ref.suite.adapter import Adapter
from concordia_ref.suite.process import AdapterProcess


@dataclass(frozen=True)
class Swap:
    """A function of a module or a method of a class, and what is made of it."""

    owner: Any
    name: str
    make: Callable[[Any], Any]

    def current(self) -> Any:
        """The function that is there now."""
        return getattr(self.owner, self.name)

    def put(self, function: Any) -> None:
        """Put another function there."""
        setattr(self.owner, self.name, function)


@dataclass(frozen=True)
class Bug:
    """A mistake that an implementation can make: the family of faults that it belongs to, what is wrong, and which
    clauses it breaks."""

    id: str
    family: str
    wrong: str
    clauses: tuple[str, ...] = ()
    patch: Mapping[str, Any] = field(default_factory=dict)
    swaps: tuple[Swap, ...] = ()


@contextmanager
def planted(bug: Bug) -> Iterator[None]:
    """The functions of a bug in their places; afterwards everything is as it was."""
    originals = []
    try:
        for swap in bug.swaps:
            original = swap.current()
            originals.append((swap, original))
            swap.put(swap.make(original))
        yield
    finally:
        for swap, original in reversed(originals):
            swap.put(original)


class StandIn(AdapterProcess):
    """The reference as an adapter without a process, with a bug that is there only while it answers."""

    def __init__(self, bug: Bug | None = None) -> None:
        # Nothing is started: all that a process does is done here.
        self.bug = bug or Bug("none", "none", "nothing")
        self.adapter = Adapter()
        self.stderr = b""
        self.gone = False

    def ask(self, op: str, **fields: Any) -> dict[str, Any]:
        """The answer to a request."""
        edition = fields.get("edition", CANONICAL)
        with planted(self.bug):
            if op in ("load", "new") and edition not in self.adapter.games:
                data = patched(plain(load(edition=edition).data), self.bug.patch)
                self.adapter.games[edition] = Game(build(data, edition=edition))
            answer = self.adapter.answer(json.dumps({"id": 0, "op": op, **fields}))
        # A bug should bend a rule: any test would catch one that breaks the interpreter.
        error = str(answer.get("error", ""))
        assert not error.startswith("not a request"), f"planted {self.bug.id} breaks at {op}: {error}"
        read: dict[str, Any] = json.loads(json.dumps(answer))
        return read

    def finish(self) -> None:
        """Nothing to do: nothing is ever left over."""

    def close(self) -> None:
        """Nothing to do: there is no process to end."""
