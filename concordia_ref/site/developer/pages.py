"""The generated pages of the unit `dev`, for implementers; those written by hand lie in `docs/dev`.

A body that does not begin with a tag is Markdown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from concordia_ref.engine.game import Game
from concordia_ref.lab.trace import trace
from concordia_ref.site.developer.clauses import clause_page
from concordia_ref.site.developer.commands import command_page
from concordia_ref.site.developer.files import files
from concordia_ref.site.developer.formats import format_pages
from concordia_ref.site.developer.guides import guide_pages
from concordia_ref.site.developer.implementations import implementation_page
from concordia_ref.site.developer.scenarios import scenario_pages
from concordia_ref.site.developer.strength import strength_page
from concordia_ref.site.page import CommandHelp, Page
from concordia_ref.suite.loading import load_cases, load_reading_cases

__all__ = ["NAVIGATION", "developer_pages", "files"]

# The menu: pages and what they are called there.
NAVIGATION = [
    ("index", "For implementers"),
    ("adapter", "Adapter"),
    ("protocol", "Protocol"),
    ("ci", "In your CI"),
    ("formats", "Formats"),
    ("scenarios", "Scenarios"),
    ("write-a-scenario", "Write a scenario"),
    ("reports", "Reports"),
    ("random-games", "Random games"),
    ("count-turns", "Count turns"),
    ("simulation", "Simulation"),
    ("own-runner", "Own runner"),
    ("suite", "The suite"),
    ("clauses", "Clauses"),
    ("strength", "Strength"),
    ("implementations", "Implementations"),
    ("javascript", "JavaScript"),
    ("python", "Python"),
    ("api", "Python reference"),
    ("commands", "Commands"),
    ("versions", "Versions"),
    ("why", "Why"),
]


def developer_pages(game: Game, commands: Sequence[CommandHelp], cache: Path) -> Iterator[Page]:
    """All generated pages; the folder `cache` holds the results of implementations."""
    cases, traced = load_cases(), trace(game)
    readings = [(case, Game(spec)) for case, spec in load_reading_cases()]
    yield from guide_pages()
    yield from format_pages(game, traced)
    yield clause_page(game, traced)
    yield strength_page()
    yield command_page(commands)
    yield implementation_page(game, cases, cache)
    yield from scenario_pages(game, cases, readings)
