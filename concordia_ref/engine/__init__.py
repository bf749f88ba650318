"""The rules in play: positions, turns, verbs, scoring, set-up and game files."""
