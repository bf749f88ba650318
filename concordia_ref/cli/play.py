"""The command `concordia play`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from concordia_ref.cli import options
from concordia_ref.cli.command import command
from concordia_ref.cli.exits import FINE
from concordia_ref.cli.lang import lang
from concordia_ref.cli.loading import load_game
from concordia_ref.cli.positions import read_position, read_turn, refusals_reported
from concordia_ref.spec.documents import write_json
from concordia_ref.words.languages import language
from concordia_ref.words.tabletop import position_text
from concordia_ref.words.turn_text import turn_text


@command(
    "play",
    about="A turn is one line, the card first; its parts follow after semicolons. Exit codes: 0 played, 1 refused by a "
    "rule, 2 not a turn or not a position.",
    examples=(
        ('concordia play game.json "tribune; place sea@roma"', ""),
        ('concordia play game.json "architect; move sea@roma > massilia~roma:sea; build massilia"', ""),
        ('concordia play game.json "prefect produce; province syria"', ""),
        ('concordia play game.json "mercator; sell 3 wine; buy 4 brick" > next.json', ""),
        ('concordia play game.json "senator; cards i_mercator, i_architect; any 1 brick"', ""),
        ('concordia play game.json "diplomat copies 1: mercator; sell 3 wine"', ""),
    ),
)
@options.position
@click.argument("turns", nargs=-1, required=True, metavar="TURN...", help="A turn in notation or as JSON")
@click.option(
    "--format",
    type=click.Choice(("text", "json")),
    help="text: the position in words; json: refusals too [default: only what follows]",
)
@options.rules
@lang
def play(file: str, turns: Sequence[str], format: str | None, spec: Path | None, edition: str, lang: str) -> int:
    """Play turns and write the position, or the game file, that follows."""
    game = load_game(spec, edition)
    words = language(lang, game.spec.folder)
    with refusals_reported(words, game.spec, format):
        state, record = read_position(game, file)
        lines = []
        for written in turns:
            turn = game.turn(state, read_turn(written))
            played = game.canonical(state, turn)
            lines.append(f"{words.say('seat', seat=state.to_play)}  {turn_text(words, game.spec, played)}")
            state = game.play(state, turn)
            record = record.with_turn(played) if record else None
    if format == "text":
        print("\n".join(lines) + "\n\n" + position_text(words, game.rules, state))
    else:
        print(write_json(record.to_json() if record else game.state_to_json(state)))
    return FINE
