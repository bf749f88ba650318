"""The command `concordia shrink`: reduce a failing random game."""

from __future__ import annotations

import json
import sys
from types import SimpleNamespace
from typing import Any

import click

from concordia_ref.cli import adapters, options
from concordia_ref.cli.command import command
from concordia_ref.cli.exits import FINDINGS, FINE, Failure
from concordia_ref.cli.positions import read_text
from concordia_ref.spec.errors import Malformed
from concordia_ref.suite.capabilities import Capabilities, Unusable
from concordia_ref.suite.failure_scenario import scenario_text
from concordia_ref.suite.fuzz import GameDifference, difference_from, play_game
from concordia_ref.suite.protocol import Running
from concordia_ref.suite.random_games import table_of
from concordia_ref.suite.shrink import Shrinker

NEXT = (
    "before it joins the suite: write why the outcome is right, look at the clauses, choose an id, and name a twin if "
    "the turn is refused"
)


@command(
    "shrink",
    about="Everything that the disagreement does not need is left out: turns, players, pieces, cards, sestertii and "
    "goods. The rest is written as a scenario that the reference passes; you only have to add the reason.",
    examples=(
        ("concordia shrink --adapter ./mine --seed 7 --game 31 -o smaller.yaml", ""),
        ("concordia shrink found.json --adapter ./mine", ""),
    ),
    judges=True,
)
@click.argument(
    "report",
    type=click.Path(readable=False),
    required=False,
    metavar="[REPORT]",
    help="A report of `concordia fuzz --report`",
)
@click.option("--adapter", required=True, metavar="CMD", help="The program that fails")
@options.output
@adapters.games
def shrink(**given: Any) -> int:
    """Reduce a failing game and write it as a scenario."""
    asked = SimpleNamespace(**given)
    if asked.report is None and asked.game is None:
        raise Failure("name the game: a report of `concordia fuzz`, or --seed and --game")
    try:
        adapter, can = adapters.start(asked)
        try:
            difference = _difference(adapter, can, asked)
        finally:
            adapter.close()
        if difference is None:
            print("concordia: there is no difference in this game", file=sys.stderr)
            return FINE
        shrinker = Shrinker(lambda: adapters.start(asked)[0], can)
        try:
            failure = shrinker.shrink(difference)
        finally:
            if shrinker.adapter is not None:
                shrinker.adapter.close()
    except Unusable as why:
        raise adapters.unusable(asked.adapter, why) from None
    if failure is None:
        message = "the difference cannot be reproduced: is the adapter the same, and are its answers always the same?"
        raise Failure(message, FINDINGS)
    text = scenario_text(failure, f"fuzz/seed-{difference.seed}-game-{difference.number}")
    if asked.output:
        asked.output.write_text(text, encoding="utf-8")
    else:
        print(text, end="")
    print(f"turns left: {len(failure.turns)}, questions asked: {len(shrinker.asked)}\n{NEXT}", file=sys.stderr)
    return FINDINGS


def _difference(adapter: Running, can: Capabilities, asked: SimpleNamespace) -> GameDifference | None:
    """The difference to reduce: from a report, or from a game that is played again."""
    if asked.report is None:
        table = table_of(adapters.tables_for(asked, can), asked.seed, asked.game)
        return play_game(adapter, can, table, asked.seed, asked.game).difference
    try:
        entries = json.loads(read_text(asked.report))
        found = [difference_from(entry) for entry in entries]
    except (ValueError, KeyError, TypeError) as error:
        raise Malformed("report", f"{asked.report} cannot be resumed: {error}") from None
    return next((entry for entry in found if asked.game in (None, entry.number)), None)
