"""The base class of all verbs of `spec/actions.yaml`."""

from __future__ import annotations

from collections.abc import Sequence
from keyword import iskeyword
from typing import Any, ClassVar

from concordia_ref.engine.draft import Choice, Draft
from concordia_ref.engine.errors import Violation, broken
from concordia_ref.spec.model import ClausesByParameter, Step
from concordia_ref.spec.values import UnknownValueError, checked


class Verb:
    """A step of a card: its class is the verb, and its annotated attributes are the parameters.

    A verb with choices says what is legal and does it:

    - `options` lists the legal choices at this point;
    - `obstacles` lists the rules that forbid a choice: a choice without obstacles is legal;
    - `perform` makes a legal choice in the draft;
    - `finish` does what remains after the last choice;
    - `required` names what the player must still choose here, or None;
    - `obstacles_to_stopping` lists the rules that forbid choosing no more;
    - `arrange` brings choices, written in any order, into the order in which they are offered;
    - `can_begin` says whether there will be something to choose when the step is reached;
    - `obstacles_to_beginning` lists the rules against a card, or an alternative of it, that begins with the step.

    A verb without choices is an `Effect`.
    """

    DO: ClassVar[str] = ""
    """The name of the verb in the specification."""
    KINDS: ClassVar[tuple[str, ...]] = ()
    """The kinds of choices that the verb understands."""
    OPTIONAL: ClassVar[bool] = False
    """Whether a player may STOP at any point."""

    clauses: ClausesByParameter
    """The rules behind the parameters, and under `this` those behind the verb itself."""

    def __init__(self, step: Step) -> None:
        """Read the parameters from a step; `in` and `from`, which Python reserves, become `in_` and `from_`."""
        self.clauses = step.clauses
        parameters = {f"{name}_" if iskeyword(name) else name: value for name, value in step.parameters.items()}
        if unknown := parameters.keys() - self.parameters():
            raise UnknownValueError(f"{type(self).__name__} has no parameter {', '.join(sorted(unknown))}")
        for name, value in checked(type(self), parameters).items():
            setattr(self, name, value)

    @classmethod
    def parameters(cls) -> set[str]:
        """The names of the parameters: what is annotated in the class of a verb."""
        annotated = {name for kind in cls.__mro__ for name in vars(kind).get("__annotations__", ())}
        return annotated.difference(Verb.__annotations__)

    def options(self, draft: Draft) -> Sequence[Choice]:
        """The legal choices that the verb offers at this point."""
        return ()

    def obstacles(self, draft: Draft, choice: Choice) -> list[Violation]:
        """The rules against a choice."""
        return []

    def perform(self, draft: Draft, choice: Choice) -> None:
        """Make a legal choice in the draft."""

    def finish(self, draft: Draft) -> None:
        """Do what remains after the last choice."""
        draft.end_step()

    def required(self, draft: Draft) -> str | None:
        """What the player must still choose here, or None."""
        return None

    def obstacles_to_stopping(self, draft: Draft) -> list[Violation]:
        """The rules against choosing no more."""
        return []

    def arrange(self, draft: Draft, choices: Sequence[Choice]) -> Sequence[Choice]:
        """Choices in the order in which they are offered."""
        return choices

    def can_begin(self, draft: Draft) -> bool:
        """Whether there will be something to choose when the step is reached, or nothing needs to be."""
        return not self.obstacles_to_beginning(draft)

    def obstacles_to_beginning(self, draft: Draft) -> list[Violation]:
        """The rules against a card, or an alternative of it, that begins with this step."""
        return []

    def breaks(self, parameter: str, about: str = "", **facts: Any) -> Violation:
        """The violation of the clause behind a parameter; of several, the one that names what it is about."""
        clauses = self.clauses[parameter]
        named = (clause for clause in clauses if about in clause.rpartition(".")[2].split("-"))
        return broken(next(named, clauses[0]), **facts)


class Effect(Verb):
    """A verb without choices."""

    def take_effect(self, draft: Draft) -> None:
        """Change the draft."""
