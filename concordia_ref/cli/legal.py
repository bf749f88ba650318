"""The command `concordia legal`."""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path

import click

from concordia_ref.cli import ids, options
from concordia_ref.cli.command import command
from concordia_ref.cli.exits import FINE
from concordia_ref.cli.lang import lang
from concordia_ref.cli.loading import load_game
from concordia_ref.cli.positions import read_position, refusals_reported
from concordia_ref.engine.game import Game
from concordia_ref.engine.state import State
from concordia_ref.engine.turn import Turn
from concordia_ref.spec.documents import write_json
from concordia_ref.spec.errors import Malformed
from concordia_ref.words.languages import Language, language
from concordia_ref.words.naming import card_name
from concordia_ref.words.turn_text import turn_text


@command(
    "legal",
    examples=(
        ("concordia legal game.json", ""),
        ("concordia legal game.json --card architect --limit 50", ""),
        ("concordia setup --seed 1 | concordia legal - --format json", ""),
    ),
)
@options.position
@options.format_option("text", "json")
@options.rules
@click.option("--card", type=ids.CARD, metavar="CARD", help="Only turns with this card")
@click.option("--limit", type=options.POSITIVE, default=10, metavar="N", help="The most turns to list for each card")
@lang
def legal(file: str, format: str, spec: Path | None, edition: str, card: str | None, limit: int, lang: str) -> int:
    """List legal turns, card by card."""
    game = load_game(spec, edition)
    words = language(lang, game.spec.folder)
    with refusals_reported(words, game.spec, format):
        state, _ = read_position(game, file)
    if state.to_play is None:
        print(words.say("play.over"), file=sys.stderr)
        return FINE
    hand = list(dict.fromkeys(state.players[state.to_play].hand))
    if card is not None and card not in hand:
        raise Malformed("unknown-id", f"the hand has no card {card!r}", hint=f"it holds {', '.join(hand)}")
    listed = {each: list(islice(game.turns(state).with_card(each), limit + 1)) for each in hand if card in (None, each)}
    if format == "json":
        shown = [turn.to_json() for turns in listed.values() for turn in turns[:limit]]
        more = [each for each, turns in listed.items() if len(turns) > limit]
        print(write_json({"seat": state.to_play, "turns": shown, "more_with": more}))
    else:
        _print(words, game, state, listed, limit)
    return FINE


def _print(words: Language, game: Game, state: State, listed: dict[str, list[Turn]], limit: int) -> None:
    print(words.say("play.to-play", seat=state.to_play))
    for card, turns in listed.items():
        print(f"\n{card_name(words, game.spec, card)} [{card}]")
        for turn in turns[:limit]:
            # The notation follows the words, so that it can be copied.
            print(f"  {turn_text(words, game.spec, turn)}  [{turn}]")
        if len(turns) > limit:
            print(f"  {words.say('play.more', card=card, limit=str(limit * 10))}")
