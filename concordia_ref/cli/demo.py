"""The command `concordia demo`."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

import click

from concordia_ref.cli import options
from concordia_ref.cli.command import command
from concordia_ref.cli.exits import FINE
from concordia_ref.cli.lang import lang
from concordia_ref.cli.loading import load_game
from concordia_ref.cli.positions import seed_or_new
from concordia_ref.engine.state import State
from concordia_ref.words.languages import Language, language
from concordia_ref.words.sheet import sheet_text
from concordia_ref.words.tabletop import position_text
from concordia_ref.words.turn_text import turn_text


@command(
    "demo",
    examples=(
        ("concordia demo", ""),
        ("concordia demo --map italia --players 2 --seed 5 --delay 0.2", ""),
    ),
)
@options.table
@click.option(
    "--delay", type=options.Seconds(least=0), default=0.0, metavar="SECONDS", help="How long to wait after each turn"
)
@options.explain
@lang
def demo(
    map: str,
    players: int,
    interim: bool,
    seed: int | None,
    delay: float,
    explain: bool,
    spec: Path | None,
    edition: str,
    lang: str,
) -> int:
    """Play a random game and print every turn."""
    game = load_game(spec, edition)
    words = language(lang, game.spec.folder)
    seed = seed_or_new(seed)
    random = Random(seed)
    state = game.start(game.setup(map, players, seed, interim=interim))
    print(position_text(words, game.rules, state) + "\n")
    number = 0
    while state.to_play is not None and not game.is_stuck(state):
        number += 1
        turn = game.random_turn(state, random)
        after = game.play(state, turn)
        played = f"{number:4}  {words.say('seat', seat=state.to_play)}  {turn_text(words, game.spec, turn)}"
        print(f"{played}{_change(words, state, after)}", flush=True)
        state = after
        time.sleep(delay)
    print("\n" + position_text(words, game.rules, state))
    print("\n" + sheet_text(words, game.spec, game.score(state), explain=explain))
    return FINE


def _change(words: Language, before: State, after: State) -> str:
    """How the turn changed the player's sestertii."""
    seat = before.to_play
    assert seat is not None, "a turn was played"
    coins = after.players[seat].coins - before.players[seat].coins
    change = f"{coins:+}".replace("-", "−")
    return f"   {words.say('play.coins', change=change, now=after.players[seat].coins)}" if coins else ""
