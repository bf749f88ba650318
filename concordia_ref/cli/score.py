"""The command `concordia score`."""

from __future__ import annotations

from pathlib import Path

from concordia_ref.cli import options
from concordia_ref.cli.command import command
from concordia_ref.cli.exits import FINE
from concordia_ref.cli.lang import lang
from concordia_ref.cli.loading import load_game
from concordia_ref.cli.positions import read_position, refusals_reported
from concordia_ref.spec.documents import write_json
from concordia_ref.words.languages import language
from concordia_ref.words.sheet import sheet_text


@command(
    "score",
    examples=(
        ("concordia score game.json --explain", ""),
        ("concordia score state.yaml --format json", ""),
    ),
)
@options.position
@options.format_option("text", "json")
@options.rules
@options.explain
@lang
def score(file: str, format: str, spec: Path | None, edition: str, explain: bool, lang: str) -> int:
    """Score a position as if the game ended now."""
    game = load_game(spec, edition)
    words = language(lang, game.spec.folder)
    with refusals_reported(words, game.spec, format):
        state, _ = read_position(game, file)
    sheet = game.score(state)
    print(write_json(sheet.to_json()) if format == "json" else sheet_text(words, game.spec, sheet, explain=explain))
    return FINE
