"""The colours of the pictures. None of them means anything alone: shapes, signs and numbers always say the same."""

from __future__ import annotations

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

# The soft colours of provinces, and the darker ones of their borders and names.
PROVINCES = (
    ("#ecccb4", "#8a4a2b"),
    ("#d3dab0", "#555f22"),
    ("#f0dd9f", "#79591a"),
    ("#dccbdc", "#6b4a70"),
    ("#c3ddd0", "#2f6350"),
    ("#e6c4c0", "#8b3a3a"),
)

# The colours of players, with the colour in which their seats are written on them.
PLAYERS = {
    "red": ("#b5301f", "#ffffff"),
    "green": ("#3d7a3a", "#ffffff"),
    "yellow": ("#efc13d", INK),
    "blue": ("#27609f", "#ffffff"),
    "black": ("#302c2a", "#ffffff"),
}

GODS = {
    "vesta": "#c8603a",
    "jupiter": "#c79a2f",
    "saturnus": "#7d8a3a",
    "mercurius": "#4d86a8",
    "mars": "#9c3b35",
    "minerva": "#7a5d94",
    "concordia": "#8a7a66",
}
