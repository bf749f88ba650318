"""Why a turn, a state or a game file is not accepted.

`Malformed` is about the writing: not JSON, an unknown name, a part that is missing. `Violation` is about the rules: it
names the clause that is broken and the facts, so that a text in any language can explain it. Both point to the place
in the input with a JSON pointer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from concordia_ref.findings import did_you_mean
from concordia_ref.speech import Said, say
from concordia_ref.typed import Any

# Nobody copies through more Diplomats than there are players; a limit keeps what is read from going on for ever.
DEEPEST_COPY = 5


class TurnError(Exception):
    """A turn, state or game that is not accepted, with the place in the input as a JSON pointer."""

    def __init__(self, pointer: str, facts: Mapping[str, Any]) -> None:
        self.pointer = pointer
        self.facts = facts

    def move_into(self, pointer: str) -> None:
        """Let the pointer begin at a document that holds the one it began at."""
        self.pointer = pointer + self.pointer


class Malformed(TurnError):
    """Something is not written as it must be; `code` says what."""

    def __init__(self, code: str, pointer: str = "", hint: str = "", **facts: Any) -> None:
        super().__init__(pointer, facts)
        self.code = code
        self.hint = hint

    def __str__(self) -> str:
        text = say(f"malformed.{self.code}", **self.facts)
        return f"{self.pointer or '/'}: {text}" + (f"; {self.hint}" if self.hint else "")


class Violation(TurnError):
    """A rule is broken; `clause` says which, `facts` what stands against it.

    >>> print(Violation("architect.build.start-city", "/builds/0", city="roma"))
    /builds/0: architect.build.start-city (city roma)
    """

    def __init__(self, clause: str, pointer: str = "", **facts: Any) -> None:
        # Most violations are found while listing what is legal and are seen by nobody, so they must be made quickly.
        self.clause = clause
        self.pointer = pointer
        self.facts = facts

    def __str__(self) -> str:
        facts = ", ".join(f"{name.replace('_', ' ')} {_shown(value)}" for name, value in self.facts.items())
        return f"{self.pointer or '/'}: {self.clause}" + (f" ({facts})" if facts else "")

    def to_json(self) -> dict[str, Any]:
        """The violation as data: clause, pointer and facts."""
        return {"clause": self.clause, "pointer": self.pointer, "facts": dict(self.facts)}


class Refused(TurnError):
    """A turn that breaks rules. `violations` lists all that can be told; the first decides."""

    def __init__(self, violations: Iterable[Violation]) -> None:
        self.violations = tuple(violations)
        super().__init__(self.violations[0].pointer, self.violations[0].facts)

    def move_into(self, pointer: str) -> None:
        """Let the pointers of all violations begin at a document that holds the one they began at."""
        super().move_into(pointer)
        for violation in self.violations:
            violation.move_into(pointer)

    @property
    def clause(self) -> str:
        """The clause that is broken first."""
        return self.violations[0].clause

    def __str__(self) -> str:
        return "\n".join(str(violation) for violation in self.violations)


def unknown(what: str, value: str, pointer: str, known: Iterable[str]) -> Malformed:
    """The error for an id that does not exist, with the one that was probably meant."""
    return Malformed("unknown-id", pointer, did_you_mean(value, known), what=Said(f"what.{what}"), value=repr(value))


def _shown(value: Any) -> str:
    if isinstance(value, Mapping):
        return " ".join(f"{number} {name}" for name, number in value.items()) or "none"
    return ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
