"""Ways to patch the interpreter that several planted bugs share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from concordia_ref.engine.draft import Choice, Draft
from concordia_ref.engine.errors import Violation
from concordia_ref.engine.rules import Rules
from concordia_ref.engine.verbs.verb import Verb
from concordia_ref.lab.planted.planting import Swap
from concordia_ref.spec.model import Specification

# Methods of a verb, which is their first argument.
Obstacles = Callable[[Any, Draft, Choice], list[Violation]]
Effect = Callable[[Any, Draft], None]
Perform = Callable[[Any, Draft, Choice], None]


def without_check(verb: type[Verb], *clauses: str) -> tuple[Swap, ...]:
    """A verb that does not check some clauses."""

    def make(original: Obstacles) -> Obstacles:
        return lambda verb, draft, choice: [
            found for found in original(verb, draft, choice) if found.clause not in clauses
        ]

    return (Swap(verb, "obstacles", make),)


def with_check(verb: type[Verb], forbidden: Callable[[Draft, Choice], bool], offered: str = "") -> tuple[Swap, ...]:
    """A verb that forbids something which the rules allow; `offered` is the method that would list it."""

    def make(original: Obstacles) -> Obstacles:
        def obstacles(verb: Verb, draft: Draft, choice: Choice) -> list[Violation]:
            more = [Violation("turn.action")] if forbidden(draft, choice) else []
            return original(verb, draft, choice) + more

        return obstacles

    def make_offered(original: Any) -> Any:
        return lambda verb, draft, *about: [
            choice for choice in original(verb, draft, *about) if not forbidden(draft, choice)
        ]

    swap = Swap(verb, "obstacles", make)
    return (swap, Swap(verb, offered, make_offered)) if offered else (swap,)


def always(answer: Any) -> Callable[[Any], Any]:
    """A function that answers the same to everything."""
    return lambda _: lambda *about: answer


def effect(verb: type[Verb], make: Callable[[Effect], Effect]) -> tuple[Swap, ...]:
    """Another effect of a verb that leaves nothing to choose."""
    return (Swap(verb, "take_effect", make),)


def performed(verb: type[Verb], perform: Callable[[Perform, Any, Draft, Choice], None]) -> tuple[Swap, ...]:
    """A verb that does something else; it is handed what the verb does."""
    return (Swap(verb, "perform", lambda original: lambda verb, draft, choice: perform(original, verb, draft, choice)),)


def prepared(change: Callable[[Rules], None]) -> tuple[Swap, ...]:
    """Rules in which something is changed before the game begins."""

    def make(original: Any) -> Any:
        def prepare(rules: Rules, spec: Specification, verbs: Any) -> None:
            original(rules, spec, verbs)
            change(rules)

        return prepare

    return (Swap(Rules, "__init__", make),)


nothing_happens = always(None)
