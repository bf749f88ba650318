"""Verdicts: what comes of running a case against an adapter."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Literal

from concordia_ref.suite.cases import Case
from concordia_ref.suite.differences import Difference, Stage, at, differing
from concordia_ref.suite.process import Fault
from concordia_ref.suite.protocol import PROTOCOL, Answering, described, shown
from concordia_ref.suite.ways import Way

MOST_DETAILS = 100
MOST_STDERR = 2_000
Outcome = Literal["pass", "fail", "skip", "fault"]


@dataclass(frozen=True)
class Verdict:
    """The outcome of a case: the differences of a failure, or notes that say why it was skipped or what broke.

    `named` is the clause that an adapter gave for the refusal that a case is about, "" where it gave none.
    """

    case: str
    outcome: Outcome
    differences: tuple[Difference, ...] = ()
    notes: tuple[str, ...] = ()
    stderr: str = ""
    seconds: float = field(default=0.0, compare=False)
    named: str | None = None

    @property
    def details(self) -> tuple[str, ...]:
        """What is wrong, line by line and fit for a terminal and a report, whatever the adapter has said."""
        return tuple(map(shown, (*map(str, self.differences), *self.notes)))


@dataclass(frozen=True)
class Capabilities:
    """What an adapter says of itself."""

    name: str
    version: str
    language: str
    operations: frozenset[str]
    cards: frozenset[str]
    maps: frozenset[str]
    players: frozenset[int]
    editions: frozenset[str]
    interim: bool

    def missing(self, case: Case) -> tuple[str, ...]:
        """Why a case is skipped; nothing if the adapter can do all that it and its twin need."""
        lacks = [lack for part in (case, case.twin) if part is not None for lack in self._lacks(part)]
        return tuple(f"not declared: {lack}" for lack in dict.fromkeys(lacks))

    def way_to(self, case: Case) -> Way | None:
        """How the adapter is led to the position of a case; None where it is loaded, or where no way is known."""
        if case.new is not None:
            return Way(case.new)
        return case.way if "new" in self.operations and "load" not in self.operations else None

    def _lacks(self, case: Case) -> Iterator[str]:
        operations, cards = case.operations, case.cards
        if way := self.way_to(case):
            operations = ("new", *(["apply"] if way.turns else []), *operations)
            cards = (*way.cards, *cards)
        elif "load" not in self.operations:
            yield f"operation load{', and no way to the position is known' if 'new' in self.operations else ''}"
        yield from (f"operation {name}" for name in operations if name not in self.operations)
        yield from (f"card {card}" for card in cards if card not in self.cards)
        if case.interim and not self.interim:
            yield "interim scoring"
        if case.map not in self.maps:
            yield f"map {case.map}"
        if case.players not in self.players:
            yield f"{case.players} players"
        if case.edition not in self.editions:
            yield f"edition {case.edition}"


class Unusable(Exception):
    """The adapter cannot be used at all; the message says why."""


def capabilities(adapter: Answering, specification: str) -> Capabilities:
    """Ask an adapter what it can do. Raises `Unusable` where it does not answer as it must."""
    try:
        answer = adapter.ask("hello", protocol=PROTOCOL, specification=specification)
    except Fault as fault:
        raise Unusable(
            "\n".join([f"no answer to hello: {shown(str(fault))}", *_stderr(adapter).splitlines()])
        ) from None
    hello = answer.get("ok")
    if not isinstance(hello, dict):
        raise Unusable(shown(f"hello was answered with {described(answer)}"))
    if hello.get("protocol") != PROTOCOL:
        raise Unusable(shown(f"it speaks protocol {hello.get('protocol')!r}, this runner {PROTOCOL}"))
    for key, kind in (("operations", str), ("cards", str), ("maps", str), ("players", int), ("editions", str)):
        values = hello.get(key)
        if not isinstance(values, list) or not all(isinstance(value, kind) for value in values):
            raise Unusable(shown(f"hello must hold {key!r}, a list; it holds {values!r}"))
    interim = hello.get("interim", False)
    if not isinstance(interim, bool):
        raise Unusable(shown(f"hello may hold 'interim', true or false; it holds {interim!r}"))
    name, version, language = (shown(str(hello.get(key, ""))[:60]) for key in ("name", "version", "language"))
    return Capabilities(
        name=name or "unnamed",
        version=version,
        language=language,
        operations=frozenset(map(shown, hello["operations"])),
        cards=frozenset(hello["cards"]),
        maps=frozenset(hello["maps"]),
        players=frozenset(hello["players"]),
        editions=frozenset(hello["editions"]),
        interim=interim,
    )


def judge(adapter: Answering, case: Case, can: Capabilities) -> Verdict:
    """Run one case. Raises nothing: a broken adapter is a verdict, and its process is then gone."""
    if missing := can.missing(case):
        return Verdict(case.id, "skip", notes=tuple(map(shown, missing)))
    adapter.stderr = b""
    began = time.monotonic()
    found: tuple[Difference, ...] = ()
    try:
        found = tuple(islice((each.printable() for each in _differences(adapter, case, can)), MOST_DETAILS))
        adapter.finish()
    except Fault as fault:
        seconds = time.monotonic() - began
        return Verdict(case.id, "fault", notes=(shown(str(fault)),), stderr=_stderr(adapter), seconds=seconds)
    seconds = time.monotonic() - began
    if not found:
        return Verdict(case.id, "pass", seconds=seconds)
    return Verdict(case.id, "fail", found, stderr=_stderr(adapter), seconds=seconds)


def _differences(adapter: Answering, case: Case, can: Capabilities) -> Iterator[Difference]:
    """Where the answers of an adapter are not what the case expects; what only follows from that is left out."""
    if case.rejected and not case.turns:
        answer = adapter.ask("new", edition=case.edition, **(case.new or {}))
        if "reject" not in answer:
            yield Difference("accepted", "set-up", got=described(answer))
            return
    elif astray := list(_astray(adapter, case, can)):
        yield from astray
        return
    for number, turn in enumerate(case.turns, 1):
        refused = case.rejected and number == len(case.turns)
        answer = adapter.ask("apply", turn=turn)
        if ("reject" if refused else "ok") not in answer:
            yield Difference("accepted" if refused else "refused", got=described(answer), turn=turn)
            return
    if "state" in case.operations:
        found = _state_differences(adapter, case.after, case.holds)
        yield from _staged("refusal", found) if case.rejected else found
    yield from _score_differences(adapter, case)
    if case.twin is not None:
        yield from _staged("twin", _differences(adapter, case.twin, can))


def _staged(stage: Stage, found: Iterable[Difference]) -> Iterator[Difference]:
    """Differences with the stage in which they were found."""
    return (difference._replace(stage=stage) for difference in found)


def _astray(adapter: Answering, case: Case, can: Capabilities) -> Iterator[Difference]:
    """Bring an adapter into the position in which a case begins; yields where that fails."""
    way = can.way_to(case)
    if way is None:
        answer = adapter.ask("load", edition=case.edition, state=case.state)
    else:
        answer = adapter.ask("new", edition=case.edition, **way.new)
    if "ok" not in answer:
        yield Difference("position", got=described(answer))
        return
    for turn in way.turns if way else ():
        answer = adapter.ask("apply", turn=turn)
        if "ok" not in answer:
            yield Difference("refused", got=described(answer), turn=turn, stage="way")
            return
    if way and case.new is None and "state" in can.operations:
        yield from _staged("way", _state_differences(adapter, case.state, {}))


def _state_differences(
    adapter: Answering, wanted: Mapping[str, Any] | None, holds: Mapping[str, Any]
) -> Iterator[Difference]:
    answer = adapter.ask("state")
    state = _value(answer, "state")
    if not isinstance(state, dict):
        yield Difference("answer", "state", "a position", described(answer))
        return
    if wanted is not None:
        yield from differing(wanted, state)
    for path, value in holds.items():
        yield from differing(value, at(state, path), path)


def _score_differences(adapter: Answering, case: Case) -> Iterator[Difference]:
    if "score" not in case.operations:
        return
    answer = adapter.ask("score")
    if "ok" not in answer:
        yield Difference("answer", "score", "points", described(answer))
        return
    for key, wanted in (("totals", case.scores and list(case.scores)), ("winner", case.winner)):
        if wanted is not None:
            yield from differing(wanted, _value(answer, key), key, "score")


def _value(answer: Mapping[str, Any], key: str) -> Any:
    ok = answer.get("ok")
    return ok.get(key) if isinstance(ok, dict) else None


def _stderr(adapter: Answering) -> str:
    """What an adapter has written to its standard error last, fit for a terminal and a report."""
    text = adapter.stderr.decode("utf-8", "replace")
    return "\n".join(map(shown, text[-MOST_STDERR:].splitlines()))
