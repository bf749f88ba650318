"""The planted bugs, written from the rules: one sentence each says what the implementation does wrong."""

from __future__ import annotations

from concordia_ref.lab.planted.bugs import board, cards, goods, scoring, table, writing
from concordia_ref.lab.planted.planting import Bug

MODULES = (table, board, goods, cards, scoring, writing)
BUGS: list[Bug] = [bug for module in MODULES for bug in module.BUGS]
