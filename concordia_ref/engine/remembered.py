"""Answers that are worked out when they are first asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Remembered(dict[Any, Any]):
    """Answers that are worked out when they are first asked for.

    >>> squares = Remembered(lambda number: number**2)
    >>> squares[3], squares
    (9, {3: 9})
    """

    def __init__(self, work_out: Callable[[Any], Any]) -> None:
        self.work_out = work_out

    def __missing__(self, question: Any) -> Any:
        answer = self[question] = self.work_out(question)
        return answer
