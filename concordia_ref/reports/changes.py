"""Differences as what is missing and what is present instead: `- a + b`."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any, NamedTuple

from concordia_ref.suite.differences import NOTHING, STAGES, Difference, written
from concordia_ref.suite.protocol import shown

DUE = {"refused": "accepted", "accepted": "refused", "position": "accepted"}


class Change(NamedTuple):
    """Where something differs, what should be there, and what is."""

    where: str
    missing: tuple[str, ...]
    extra: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join([f"{self.where}:", *(f"- {item}" for item in self.missing), *(f"+ {it}" for it in self.extra)])


def change(difference: Difference) -> Change:
    """A difference as a change from what is expected to what came.

    >>> print(change(Difference("state", "players.0.hand", ["tribune", "senator"], ["senator"])))
    players.0.hand: - tribune
    """
    missing, extra = _sides(difference)
    where = difference.path or ("the position" if difference.kind == "position" else "the state")
    if difference.kind in ("refused", "accepted"):
        where = "the set-up" if difference.turn is None else written(difference.turn)
    return Change(shown(STAGES[difference.stage] + where), tuple(map(shown, missing)), tuple(map(shown, extra)))


def _sides(difference: Difference) -> tuple[list[str], list[str]]:
    expected, got = difference.expected, difference.got
    if due := DUE.get(difference.kind):
        return [due], [str(got)]
    if isinstance(expected, list) and isinstance(got, list):
        ours, theirs = Counter(map(_text, expected)), Counter(map(_text, got))
        if ours != theirs:
            return [*(ours - theirs).elements()], [*(theirs - ours).elements()]
    return [_text(expected)], [_text(got)]


def _text(value: Any) -> str:
    if value is NOTHING or isinstance(value, str):
        return str(value)
    return json.dumps(value, ensure_ascii=False, default=str)
