"""What many games have shown, as `conformance/simulated.yaml` keeps it for the pages of disputes and editions.

All numbers are whole: sums over all games, from which means and standard errors follow.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from concordia_ref.lab.simulation.games import Settings
from concordia_ref.lab.simulation.rulesets import ALL, chosen_rulesets
from concordia_ref.lab.simulation.summaries import MeanDifference, difference
from concordia_ref.lab.simulation.tallies import Tally
from concordia_ref.spec.documents import read_document, write_json
from concordia_ref.spec.errors import Malformed
from concordia_ref.spec.loading import load
from concordia_ref.spec.model import CANONICAL
from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.suite.positions import check_shape

HEADER = """\
# yaml-language-server: $schema=schema/simulated.schema.json
# What editions and single readings change over many games. `concordia simulate --save` writes it.
"""


@dataclass(frozen=True)
class Sums:
    """All points of all players, and all turns, in all games."""

    points: int
    turns: int


@dataclass(frozen=True)
class Compared:
    """Some rules beside the canonical ones, game by game."""

    points: int
    turns: int
    changed: int
    """Games in which anything differs at the end."""
    other_winner: int
    squares: Sums
    """The squares of the differences of each game, added up."""


@dataclass(frozen=True)
class SavedRun:
    """Games that were played under the canonical rules and under others; `command` plays them again."""

    command: str
    specification: str
    map: str
    players_are: tuple[str, ...]
    interim: bool
    seed: int
    games: int
    canonical: Sums
    rules: Mapping[str, Compared]

    @property
    def table(self) -> tuple[Any, ...]:
        """What the games of two runs have in common where one takes the place of the other."""
        return self.map, self.players_are, self.interim

    def difference(self, rules: str, measure: str) -> MeanDifference:
        """By how much some rules differ from the canonical ones: the `points` of a player, or the `turns` of a game."""
        found = self.rules[rules]
        total = getattr(found, measure) - getattr(self.canonical, measure)
        per = len(self.players_are) if measure == "points" else 1
        return difference(total, getattr(found.squares, measure), self.games, per)


def read_simulated(file: Path | None = None) -> tuple[SavedRun, ...]:
    """The runs in a file; `Malformed` says what is wrong with it."""
    file = file or packaged_folder("conformance") / "simulated.yaml"
    data: Any = read_document(file.read_text(encoding="utf-8"))
    check_shape("simulated", data)
    return tuple(map(_run, data["runs"]))


def _run(data: Mapping[str, Any]) -> SavedRun:
    rules = {name: Compared(**{**entry, "squares": Sums(**entry["squares"])}) for name, entry in data["rules"].items()}
    parts = {"players_are": tuple(data["players_are"]), "canonical": Sums(**data["canonical"]), "rules": rules}
    return SavedRun(**{**data, **parts})


def check_saved(settings: Settings) -> None:
    """Whether what the games show can be saved; `Malformed` if not."""
    names = [ruleset.name for ruleset in settings.rulesets]
    if names[0] != CANONICAL or len(names) == 1 or not set(settings.rulesets) <= set(chosen_rulesets([ALL], [ALL])):
        message = "only editions and readings of this specification are saved, with `--edition canonical` first"
        raise Malformed("simulate.not-saved", f"{message} and some rules after it")


def run_of(settings: Settings, tally: Tally, command: str) -> SavedRun:
    """What the games of a tally have shown."""
    first, *others = (ruleset.name for ruleset in settings.rulesets)
    points = {name: sum(tally[name, "points", part] for part in settings.parts) for name in (first, *others)}
    rules = {
        name: Compared(
            points[name],
            _turns(tally, name),
            tally[name, "changed", ""],
            tally[name, "other_winner", ""],
            Sums(tally[name, "squared", "total"], tally[name, "squared", "turns"]),
        )
        for name in others
    }
    return SavedRun(
        command,
        load().version,
        settings.map,
        settings.players_are,
        settings.interim,
        settings.seed,
        tally[first, "games", ""],
        Sums(points[first], _turns(tally, first)),
        rules,
    )


def _turns(tally: Tally, rules: str) -> int:
    return sum(int(turns) * games for (of, what, turns), games in tally.items() if (of, what) == (rules, "turns"))


def save(file: Path, run: SavedRun) -> None:
    """Add a run to a file. It takes the place of what was shown of the same rules at the same table before."""
    before = read_simulated(file) if file.exists() else ()
    kept = []
    for other in before:
        again = run.rules if other.table == run.table else {}
        left = {name: found for name, found in other.rules.items() if name not in again}
        if left:
            kept.append(replace(other, rules=left))
    file.write_text(HEADER + _text([*kept, run]), encoding="utf-8")


def _text(runs: Sequence[SavedRun]) -> str:
    lines = ["runs:"]
    for run in runs:
        lines += [
            f"  - command: {write_json(run.command)}",
            f"    specification: {run.specification}",
            f"    map: {run.map}",
            f"    players_are: [{', '.join(run.players_are)}]",
            f"    interim: {str(run.interim).lower()}",
            f"    seed: {run.seed}",
            f"    games: {run.games}",
            f"    canonical: {{points: {run.canonical.points}, turns: {run.canonical.turns}}}",
            "    rules:",
        ]
        for name, found in run.rules.items():
            squares = f"{{points: {found.squares.points}, turns: {found.squares.turns}}}"
            lines.append(
                f"      {name}: {{points: {found.points}, turns: {found.turns}, changed: {found.changed}, "
                f"other_winner: {found.other_winner}, squares: {squares}}}"
            )
    return "\n".join(lines) + "\n"
