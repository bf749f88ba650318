"""The command `concordia aid`."""

from __future__ import annotations

from pathlib import Path

import click

from concordia_ref.cli import options
from concordia_ref.cli.command import command
from concordia_ref.cli.lang import lang as language_option
from concordia_ref.cli.loading import load_game
from concordia_ref.cli.rulebook import PAPERS, check_output, check_table, write
from concordia_ref.pictures.books import BookDrawings
from concordia_ref.words.languages import language
from concordia_ref.words.pdf import Layout
from concordia_ref.words.rulebook import Wishes, aid_blocks


@command(
    "aid",
    about="One sheet for the table: a turn, the cards, costs, the display, the gods and the end of the game; on the "
    "other side a blank score sheet.",
    examples=(
        ("concordia aid --lang pl --format pdf -o pomoc.pdf", "one sheet of A4, printed on two sides"),
        ("concordia aid --map italia", ""),
    ),
)
@options.format_option("md", "html", "pdf", help="Markdown, HTML, or PDF to print")
@click.option("--map", "map_id", metavar="ID", help="Only what applies on this map")
@click.option("--paper", type=click.Choice(PAPERS), default="a4", help="The size of the pages of a PDF")
@options.flag("--economy", "Print without tinted areas")
@options.output
@options.rules
@language_option
def aid(
    format: str,
    map_id: str | None,
    paper: str,
    economy: bool,
    output: Path | None,
    spec: Path | None,
    edition: str,
    lang: str,
) -> int:
    """Write the player aid."""
    check_output(format, output)
    game = load_game(spec, edition)
    wishes = Wishes(map_id)
    check_table(game, wishes)
    words = language(lang, game.spec.folder)
    blocks = aid_blocks(words, game, BookDrawings(words, game), wishes)
    return write(blocks, words, format, Layout(paper, economy, sheet=True), output)
