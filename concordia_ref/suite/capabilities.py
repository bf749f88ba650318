"""What an adapter declares in `hello`, and what it is therefore asked and judged by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from concordia_ref.spec.disputes import read_register
from concordia_ref.spec.errors import unknown
from concordia_ref.spec.loading import load
from concordia_ref.suite.cases import Case
from concordia_ref.suite.equal_cards import turns_on_names
from concordia_ref.suite.process import Fault
from concordia_ref.suite.protocol import PROTOCOL, Answering, described, last_words, shown
from concordia_ref.suite.ways import Way

LISTS = (("operations", str), ("cards", str), ("maps", str), ("players", int), ("editions", str))
FLAGS = {"interim": False, "winner": True, "cards_alike": False, "cards_gathered": False}
"""What may be declared with true or false, and what holds without."""


@dataclass(frozen=True)
class Capabilities:
    """What an adapter says about itself."""

    name: str
    version: str
    language: str
    operations: frozenset[str]
    cards: frozenset[str]
    maps: frozenset[str]
    players: frozenset[int]
    editions: frozenset[str]
    interim: bool
    winner: bool = True
    cards_alike: bool = False
    cards_gathered: bool = False
    readings: Mapping[str, str] = field(default_factory=dict)
    lacks: frozenset[str] = frozenset()

    def missing(self, case: Case) -> tuple[str, ...]:
        """Why a case is skipped; nothing if the adapter can do all that it and its twin need."""
        parts = [part for part in (case, case.twin) if part is not None]
        reasons = [f"not declared: {lack}" for part in parts for lack in self._undeclared(part)]
        reasons += [f"declared as lacking: {clause}" for part in parts for clause in self._lacking(part)]
        if not reasons and self.cards_alike and any(turns_on_names(part, self.way_to(part)) for part in parts):
            reasons.append("declared as interchangeable: it matters here which of two equal cards is meant")
        return tuple(dict.fromkeys(reasons))

    def way_to(self, case: Case) -> Way | None:
        """How the adapter is led to the position of a case; None where it is loaded, or where no way is known."""
        if case.new is not None:
            return Way(case.new)
        return case.way if "new" in self.operations and "load" not in self.operations else None

    def _undeclared(self, case: Case) -> Iterator[str]:
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
        if not self.winner and case.operations == ("score",) and case.scores is None:
            yield "winner"
        if case.map not in self.maps:
            yield f"map {case.map}"
        if case.players not in self.players:
            yield f"{case.players} players"
        if case.edition not in self.editions:
            yield f"edition {case.edition}"

    def _lacking(self, case: Case) -> Iterator[str]:
        if not self.lacks:
            return
        is_led = case.new is None and self.way_to(case) is not None
        consulted = case.consulted | (case.consulted_on_the_way if is_led else frozenset())
        for lack in sorted(self.lacks):
            if any(f"{clause}.".startswith(f"{lack}.") for clause in consulted):
                yield lack


class Unusable(Exception):
    """The adapter cannot be used at all; the message says why."""


def capabilities(adapter: Answering, specification: str) -> Capabilities:
    """Ask an adapter what it can do. Raises `Unusable` where it does not answer as it must."""
    try:
        answer = adapter.ask("hello", protocol=PROTOCOL, specification=specification)
    except Fault as fault:
        words = last_words(adapter.stderr).splitlines()
        raise Unusable("\n".join([f"no answer to hello: {shown(str(fault))}", *words])) from None
    hello = answer.get("ok")
    if not isinstance(hello, dict):
        raise Unusable(shown(f"hello was answered with {described(answer)}"))
    if hello.get("protocol") != PROTOCOL:
        raise Unusable(shown(f"it speaks protocol {hello.get('protocol')!r}, this runner {PROTOCOL}"))
    for key, kind in LISTS:
        if not _is_list(hello.get(key), kind):
            raise Unusable(shown(f"hello must contain {key!r}, a list; it contains {hello.get(key)!r}"))
    for key, default in FLAGS.items():
        if not isinstance(hello.get(key, default), bool):
            raise Unusable(shown(f"hello may contain {key!r}, true or false; it contains {hello[key]!r}"))
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
        **{key: hello.get(key, default) for key, default in FLAGS.items()},
        readings=_readings(hello.get("readings", {})),
        lacks=_lacks(hello.get("lacks", [])),
    )


def _readings(value: Any) -> dict[str, str]:
    """The readings of disputes by which an adapter plays, where they are not the rulings."""
    if not isinstance(value, dict) or not all(isinstance(reading, str) for reading in value.values()):
        found = shown(repr(value))
        raise Unusable(f"hello may contain 'readings', an object with a reading for each dispute; it contains {found}")
    disputes = read_register().disputes
    for dispute, reading in value.items():
        if dispute not in disputes:
            listed = "`concordia dispute` lists them"
            raise Unusable(f"hello: {shown(str(unknown('dispute', dispute, '/readings', disputes)))}; {listed}")
        if reading not in (known := disputes[dispute].readings):
            told = shown(str(unknown("reading", reading, f"/readings/{dispute}", known)))
            raise Unusable(f"hello: {told}; the readings are {', '.join(known)}")
    return dict(value)


def _lacks(value: Any) -> frozenset[str]:
    """The clauses that an adapter lacks, each by its id or by the first words of it."""
    if not _is_list(value, str):
        raise Unusable(shown(f"hello may contain 'lacks', a list of clauses; it contains {value!r}"))
    known = {clause[:end] for clause in load().clauses for end in _ends(clause)}
    for lack in value:
        if lack not in known:
            told = shown(str(unknown("clause", lack, "/lacks", known)))
            raise Unusable(
                f"hello: {told}; `concordia trace` lists all clauses; `prefect` stands for `prefect.collect` too"
            )
    return frozenset(value)


def _ends(clause: str) -> Iterator[int]:
    """Where a clause can be cut: before each dot, and at its end."""
    return (place for place, letter in enumerate(f"{clause}.") if letter == ".")


def _is_list(value: Any, kind: type) -> bool:
    return isinstance(value, list) and all(isinstance(item, kind) and not isinstance(item, bool) for item in value)
