"""What many games have shown of a dispute or of editions, in words: for the command and for the site."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from concordia_ref.lab.simulation.report import difference_text, heading, percent
from concordia_ref.lab.simulation.rulesets import reading_name
from concordia_ref.lab.simulation.saved import SavedRun, read_simulated
from concordia_ref.spec.disputes import Dispute
from concordia_ref.words.languages import Language


class SimulationText(NamedTuple):
    """A run in words: what was played, a table, and the command that plays it again."""

    games: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    command: str


def dispute_run_texts(words: Language, entry: Dispute) -> Iterator[SimulationText]:
    """What the readings of a dispute change, run by run."""
    names = {reading_name(entry.id, id): reading.says for id, reading in entry.readings.items()}
    return _run_texts(words, names, words.say("dispute.reading"))


def edition_run_texts(words: Language, names: Mapping[str, str]) -> Iterator[SimulationText]:
    """What editions change, run by run; the names to show are given by id."""
    return _run_texts(words, names, words.say("simulate.rules"))


@cache
def published() -> tuple[SavedRun, ...]:
    """The runs that are published; every page asks for them."""
    return read_simulated()


def _run_texts(words: Language, names: Mapping[str, str], what: str) -> Iterator[SimulationText]:
    columns = ("simulate.changed", "simulate.other-winner", "simulate.points-each", "simulate.turns-each")
    header = (what, *map(words.say, columns))
    for run in published():
        rows = tuple(_row(words, run, rules, name) for rules, name in names.items() if rules in run.rules)
        if rows:
            yield SimulationText(heading(words, run, run.games), header, rows, run.command)


def _row(words: Language, run: SavedRun, rules: str, name: str) -> tuple[str, ...]:
    found = run.rules[rules]
    shares = (percent(words, number, run.games) for number in (found.changed, found.other_winner))
    return (name, *shares, *(difference_text(words, run.difference(rules, measure)) for measure in ("points", "turns")))
