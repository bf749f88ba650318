"""Observe which clauses a game consults, and which refuse a turn.

    game, seen = observe(Game())
    game.play(state, turn)
    seen.consulted                  # {"tribune.recall": {"verbs.effects.RecallCards"}, ...}

Every parameter of the rules is a field of a class whose `clauses` name the rule behind each field: the verbs of the
interpreter, and the groups of the model. An observed game is made of subclasses whose fields are properties: reading a
field consults its clauses. Those of a group itself, `this` in the data, are consulted with any of its fields, and those
of a verb when it is carried out. The tables of `Rules` and `Board` consult what was read to make them. A game that
nobody observes is made of the classes themselves and does not pay for any of this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from concordia_ref.engine.board import Board
from concordia_ref.engine.draft import Draft
from concordia_ref.engine.errors import Refused
from concordia_ref.engine.game import Game, TurnLike
from concordia_ref.engine.record import Record
from concordia_ref.engine.rules import Rules
from concordia_ref.engine.scoring import ScoreSheet
from concordia_ref.engine.state import State
from concordia_ref.engine.turn import Turn
from concordia_ref.engine.verbs import VERBS
from concordia_ref.engine.verbs.verb import Effect, Verb
from concordia_ref.spec.model import Action, Card, Map, Specification

ENGINE = "concordia_ref.engine."
CARRYING_OUT = (
    "options",
    "obstacles",
    "perform",
    "finish",
    "required",
    "obstacles_to_stopping",
    "obstacles_to_beginning",
    "arrange",
)
"""The methods by which a turn carries out a verb."""


@dataclass
class Seen:
    """The clauses that were consulted, each with the parts of the interpreter that did, and those that refused."""

    consulted: dict[str, set[str]] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)
    worker: str = ""
    """The part of the interpreter that is at work."""

    def note(self, clauses: Iterable[str]) -> None:
        """Note that the part at work has consulted clauses."""
        for clause in clauses:
            self.consulted.setdefault(clause, set()).add(self.worker)

    @contextmanager
    def at_work(self, worker: str) -> Iterator[None]:
        """Within this block, attribute consulted clauses to a part of the interpreter."""
        before, self.worker = self.worker, worker
        try:
            yield
        finally:
            self.worker = before

    def forget(self) -> None:
        """Clear the record."""
        self.consulted.clear()
        self.refused.clear()


def observe(game: Game) -> tuple[Game, Seen]:
    """A game by the same rules, and a record of the clauses that it consults."""
    seen = Seen()
    return _ObservedGame(game, seen), seen


class _ObservedGame(Game):
    def __init__(self, game: Game, seen: Seen) -> None:
        self.seen = seen
        self.spec = _observed_specification(game.spec, seen)
        self.rules = _ObservedRules(self.spec, {do: _observed_verb(verb, seen) for do, verb in VERBS.items()}, seen)
        # Values read to prepare the tables count as consulted when the tables are.
        seen.forget()

    def start(self, game_record: Record) -> State:
        with self.seen.at_work("setup"):
            return super().start(game_record)

    def play(self, state: State, turn: TurnLike) -> State:
        with self.seen.at_work("ending"):
            return super().play(state, turn)

    def score(self, state: State) -> ScoreSheet:
        with self.seen.at_work("scoring"):
            return super().score(state)

    def _follow(self, state: State, turn: Turn) -> Draft:
        try:
            with self.seen.at_work("flow"):
                return super()._follow(state, turn)
        except Refused as refused:
            self.seen.refused.update(violation.clause for violation in refused.violations)
            raise


class _Tables:
    """Tables that, whenever one is read, note the clauses that were consulted to make it."""

    seen: Seen
    behind: dict[str, tuple[str, ...]]

    def __setattr__(self, name: str, value: Any) -> None:
        # Without its cache, a function consults again whenever it is called.
        vars(self)[name] = getattr(value, "__wrapped__", value)
        self.behind[name] = tuple(self.seen.consulted)
        self.seen.forget()

    def __getattribute__(self, name: str) -> Any:
        own: dict[str, Any] = object.__getattribute__(self, "__dict__")
        if name in own.get("behind", ()):
            own["seen"].note(own["behind"][name])
        return object.__getattribute__(self, name)


class _ObservedBoard(_Tables, Board):
    def __init__(self, game_map: Map, seen: Seen) -> None:
        vars(self).update(seen=seen, behind={})
        super().__init__(game_map)


class _ObservedRules(_Tables, Rules):
    def __init__(self, spec: Specification, verbs: Mapping[str, type[Verb]], seen: Seen) -> None:
        vars(self).update(seen=seen, behind={})
        super().__init__(spec, verbs)

    def _board(self, game_map: Map) -> Board:
        return _ObservedBoard(game_map, self.seen)

    def alternatives_of(self, card: Card) -> Mapping[str, tuple[Verb, ...]]:
        self.seen.note(self.spec.actions[card.action].clauses.get("this", ()))
        return super().alternatives_of(card)


class _ObservedSpecification(Specification):
    """A specification that works out its properties whenever they are asked for."""


for _name, _value in vars(Specification).items():
    if isinstance(_value, cached_property):
        setattr(_ObservedSpecification, _name, property(_value.func))


def _observed_specification(spec: Specification, seen: Seen) -> Specification:
    return _ObservedSpecification(
        **{name: value if name == "data" else _observed(value, seen) for name, value in spec._asdict().items()}
    )


def _observed(value: Any, seen: Seen) -> Any:
    """A part of the model that notes what is read of it; what a step says is read by its verb."""
    if isinstance(value, Mapping):
        return {key: _observed(item, seen) for key, item in value.items()}
    if isinstance(value, Action) or not isinstance(value, tuple):
        return value
    parts = [_observed(item, seen) for item in value]
    if not hasattr(value, "_fields"):
        return tuple(parts)
    return (_with_properties(type(value), seen, _of_group) if "clauses" in value._fields else type(value))(*parts)


def _of_group(name: str, clauses: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """The clauses behind a field of a group. An id names something, and whether a group is used is asked before."""
    whole = () if name in ("id", "used") else clauses.get("this", ())
    return (*whole, *clauses.get(name, ()))


def _of_verb(name: str, clauses: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """The clauses behind a field of a verb."""
    return clauses.get(name.removesuffix("_"), ())


Behind = Callable[[str, Mapping[str, tuple[str, ...]]], tuple[str, ...]]


def _with_properties(kind: Any, seen: Seen, behind: Behind) -> type:
    """A subclass whose fields note their clauses when they are read: of a group, a named tuple, or of a verb."""
    is_group = issubclass(kind, tuple)

    def noting(name: str) -> property:
        def read(self: Any) -> Any:
            seen.note(behind(name, self.clauses))
            # A parameter that a step leaves out has the default of its class.
            return vars(kind)[name].__get__(self) if is_group else vars(self).get(name, getattr(kind, name, None))

        def write(self: Any, value: Any) -> None:
            vars(self)[name] = value

        return property(read, write)

    names = kind._fields if is_group else kind.parameters()
    return type(kind.__name__, (kind,), {name: noting(name) for name in names if name != "clauses"})


def _observed_verb(verb: type[Verb], seen: Seen) -> type[Verb]:
    """A verb that records its clauses when it is carried out, and those of its parameters when they are read."""
    observed = _with_properties(verb, seen, _of_verb)
    worker = f"{verb.__module__}.{verb.__qualname__}".removeprefix(ENGINE)

    def carrying_out(method: Any) -> Any:
        def carry_out(self: Verb, *arguments: Any) -> Any:
            with seen.at_work(worker):
                seen.note(self.clauses.get("this", ()))
                return method(self, *arguments)

        return carry_out

    for name in ("take_effect", "obstacles_to_beginning") if issubclass(verb, Effect) else CARRYING_OUT:
        setattr(observed, name, carrying_out(getattr(verb, name)))
    return observed
