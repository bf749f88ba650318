"""The command `concordia setup`."""

from __future__ import annotations

from pathlib import Path

import click

from concordia_ref.cli import options
from concordia_ref.cli.command import command
from concordia_ref.cli.exits import FINE
from concordia_ref.cli.lang import lang
from concordia_ref.cli.loading import load_game
from concordia_ref.cli.positions import read_data, seed_or_new
from concordia_ref.engine.record import Record
from concordia_ref.engine.setup import Draws
from concordia_ref.spec.documents import write_json


@command(
    "setup",
    about="A game file holds every random outcome, so that it replays anywhere. With --state the position is written "
    "instead.",
    examples=(
        ("concordia setup --map italia --players 2 --seed 7 > game.json", ""),
        ("concordia setup --players 5 --draws draws.yaml --state", ""),
    ),
)
@options.table
@click.option(
    "--draws",
    type=click.Path(readable=False),
    metavar="FILE",
    help="Draws to use instead of a seed: first_player, city_goods, stack",
)
@options.flag("--state", "Write the position instead of the game file")
@lang
def setup(
    map: str,
    players: int,
    interim: bool,
    seed: int | None,
    draws: str | None,
    state: bool,
    spec: Path | None,
    edition: str,
    lang: str,
) -> int:
    """Write a game file with all draws, from a seed or from given draws."""
    game = load_game(spec, edition)
    if draws:
        empty = Record(game.spec.version, game.spec.edition, map, players, interim, Draws(0, {}, ()))
        record = game.record_from_json({**empty.to_json(), "draws": read_data(draws)})
    else:
        record = game.setup(map, players, seed_or_new(seed), interim=interim)
    print(write_json(game.state_to_json(game.start(record)) if state else record.to_json()))
    return FINE
