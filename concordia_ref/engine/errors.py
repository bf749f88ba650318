"""Why a turn is refused.

`Malformed` is about the writing: not JSON, an unknown name, a part that is missing. `Violation` is about the rules: it
names the clause that is broken and the facts, so that a text in any language can explain it. Both point to the place
in the input with a JSON pointer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from concordia_ref.spec.errors import TurnError

# Nobody copies through more Diplomats than there are players; a limit keeps input from nesting without end.
DEEPEST_COPY = 5


class Violation(NamedTuple):
    """A broken rule: `clause` says which, `facts` what is wrong, `pointer` where it is written.

    >>> print(Violation("architect.build.start-city", "/builds/0", {"city": "roma"}))
    /builds/0: architect.build.start-city (city roma)
    """

    clause: str
    pointer: str = ""
    facts: Mapping[str, Any] = MappingProxyType({})

    def __str__(self) -> str:
        facts = ", ".join(f"{name.replace('_', ' ')} {_shown(value)}" for name, value in self.facts.items())
        return f"{self.pointer or '/'}: {self.clause}" + (f" ({facts})" if facts else "")

    def to_json(self) -> dict[str, Any]:
        """The violation as data: clause, pointer and facts.

        >>> Violation("architect.build.start-city", "/builds/0", {"city": "roma"}).to_json()
        {'clause': 'architect.build.start-city', 'pointer': '/builds/0', 'facts': {'city': 'roma'}}
        """
        return {"clause": self.clause, "pointer": self.pointer, "facts": dict(self.facts)}


def broken(clause: str, **facts: Any) -> Violation:
    """The violation of a clause, with its facts; the pointer is added later."""
    return Violation(clause, facts=facts)


class Refused(TurnError):
    """A turn that breaks rules. `violations` lists all that were found; the first decides.

    >>> from concordia_ref import Game
    >>> game = Game()
    >>> state = game.start(game.setup("italia", players=2, seed=1))
    >>> try:
    ...     game.play(state, "architect; build roma")
    ... except Refused as refused:
    ...     print(refused)
    /builds/0: architect.build.start-city (city roma)
    """

    def __init__(self, violations: Iterable[Violation]) -> None:
        self.violations = tuple(violations)
        super().__init__(self.violations[0].pointer)

    def move_into(self, pointer: str) -> None:
        """Prefix the pointers of all violations, because the turn was part of another document.

        >>> refused = Refused([Violation("architect.build.start-city", "/builds/0", {"city": "roma"})])
        >>> refused.move_into("/turns/3")
        >>> print(refused)
        /turns/3/builds/0: architect.build.start-city (city roma)
        """
        super().move_into(pointer)
        self.violations = tuple(found._replace(pointer=pointer + found.pointer) for found in self.violations)

    @property
    def clause(self) -> str:
        """The clause that is broken first.

        >>> Refused([Violation("turn.order", "/seat", {"seat": 1, "to_play": 0})]).clause
        'turn.order'
        """
        return self.violations[0].clause

    def __str__(self) -> str:
        return "\n".join(str(violation) for violation in self.violations)


def _shown(value: Any) -> str:
    if isinstance(value, Mapping):
        return " ".join(f"{number} {name}" for name, number in value.items()) or "none"
    return ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
