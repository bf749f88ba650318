"""The command `concordia replay`."""

from __future__ import annotations

from pathlib import Path

from concordia_ref.cli import options
from concordia_ref.cli.command import command
from concordia_ref.cli.exits import FINE
from concordia_ref.cli.lang import lang
from concordia_ref.cli.loading import load_game
from concordia_ref.cli.positions import read_data, refusals_reported
from concordia_ref.spec.documents import write_json
from concordia_ref.words.languages import language
from concordia_ref.words.sheet import sheet_text
from concordia_ref.words.tabletop import position_text
from concordia_ref.words.turn_text import turn_text


@command("replay", examples=(("concordia replay game.json", ""),))
@options.position
@options.format_option("text", "json")
@options.rules
@lang
def replay(file: str, format: str, spec: Path | None, edition: str, lang: str) -> int:
    """Play a game file again, turn by turn."""
    game = load_game(spec, edition)
    words = language(lang, game.spec.folder)
    with refusals_reported(words, game.spec, format):
        record = game.record_from_json(read_data(file))
        states = list(game.replay(record))
    last = states[-1]
    if format == "json":
        sheet = game.score(last).to_json() if last.to_play is None else None
        print(write_json({"digest": game.digest(last), "state": game.state_to_json(last), "score": sheet}))
        return FINE
    for number, (state, turn) in enumerate(zip(states, record.turns, strict=False), start=1):
        print(f"{number:4}  {words.say('seat', seat=state.to_play)}  {turn_text(words, game.spec, turn)}")
    print()
    print(position_text(words, game.rules, last))
    print(f"\n  {words.say('play.digest', digest=game.digest(last))}")
    if last.to_play is None:
        print("\n" + sheet_text(words, game.spec, game.score(last), explain=False))
    return FINE
