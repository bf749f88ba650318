"""The colours of the pictures, and what `design.yaml` says about the things of the game.

No colour means anything alone: shapes, signs and numbers always say the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

PAPER = "#fbf8f1"
INK = "#2b2622"
FAINT = "#6f655a"
RED = "#8e2f1f"
GOLD = "#b08a3c"
SEA = "#2f6690"
WATER = "#d3e3ea"
LAND = "#7a5a34"
OLIVE = "#6b7238"
GROUND = "#f1e9d8"

_DESIGN: Mapping[str, Any] = yaml.safe_load(Path(__file__).with_name("design.yaml").read_text(encoding="utf-8"))
PROVINCES: Sequence[tuple[str, str]] = _DESIGN["provinces"]
PLAYERS: Mapping[str, tuple[str, str]] = _DESIGN["players"]
GODS: Mapping[str, str] = _DESIGN["gods"]
HATCHES: Mapping[str, str] = _DESIGN["hatches"]
SCENES: Mapping[str, Sequence[str]] = _DESIGN["scenes"]
FINE_PRINT = frozenset(_DESIGN["fine_print"])
