"""The planted bugs, written from the rules: one sentence each says what the implementation does wrong."""

from __future__ import annotations

from concordia_ref.lab.planted.bugs import board, cards, goods, scoring, table, writing

BUGS = [*table.BUGS, *board.BUGS, *goods.BUGS, *cards.BUGS, *scoring.BUGS, *writing.BUGS]
