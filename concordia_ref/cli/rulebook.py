"""The commands `concordia rulebook` and `concordia aid`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import click

from concordia_ref.cli import options
from concordia_ref.cli.command import command
from concordia_ref.cli.exits import Failure
from concordia_ref.cli.lang import lang as language_option
from concordia_ref.cli.loading import load_game
from concordia_ref.cli.output import write_bytes, write_text
from concordia_ref.cli.packages import need
from concordia_ref.engine.game import Game
from concordia_ref.pictures.books import BookDrawings
from concordia_ref.suite.worked_examples import worked_example
from concordia_ref.words.blocks import Block, to_html, to_markdown
from concordia_ref.words.languages import Language, language
from concordia_ref.words.pdf import Layout, to_pdf
from concordia_ref.words.reference import Example
from concordia_ref.words.rulebook import Wishes, rulebook_blocks

PAPERS = ("a4", "a5")


@command(
    "rulebook",
    about="The rulebook to read and to print: the game in short, set-up, a turn, each card with an example, scoring, "
    "an index. With --edition it states the rules as that rulebook has them; with --map and --players it leaves out "
    "what does not apply at your table.",
    examples=(
        ("concordia rulebook --lang hu --format pdf -o szabaly.pdf", "a booklet to print"),
        ("concordia rulebook --lang cs --edition cs --map italia --players 3 --format html -o pravidla.html", ""),
        ("concordia rulebook --disputes all --ids", "for judges: every question, and the ids of the rules"),
    ),
)
@options.format_option("md", "html", "pdf", help="Markdown, HTML, or PDF to print")
@click.option("--map", "map_id", metavar="ID", help="Only what applies on this map")
@click.option("--players", type=options.POSITIVE, metavar="N", help="Only what applies to this number of players")
@click.option(
    "--disputes",
    type=click.Choice(["none", "outcome", "all"]),
    default="outcome",
    help="The questions that the appendix lists: those that change the outcome, or all about a rule",
)
@options.flag("--ids", "Print the ids of the rules")
@click.option("--paper", type=click.Choice(PAPERS), default="a4", help="The size of the pages of a PDF")
@options.flag("--economy", "Print without tinted areas")
@options.output
@options.rules
@language_option
def rulebook(
    format: str,
    map_id: str | None,
    players: int | None,
    disputes: str,
    ids: bool,
    paper: str,
    economy: bool,
    output: Path | None,
    spec: Path | None,
    edition: str,
    lang: str,
) -> int:
    """Write the rulebook."""
    check_output(format, output)
    game = load_game(spec, edition)
    wishes = Wishes(map_id, players, disputes, ids)  # type: ignore[arg-type]
    check_table(game, wishes)
    words = language(lang, game.spec.folder)
    blocks = rulebook_blocks(words, game, finder(game), BookDrawings(words, game), wishes)
    return write(blocks, words, format, Layout(paper, economy), output)


def finder(game: Game) -> Callable[[str], Example | None]:
    """Looks up the worked examples of a game."""
    return lambda scenario: worked_example(game, scenario)


def check_output(format: str, output: Path | None) -> None:
    """Refuse to write a PDF to the terminal, or without the package that makes it."""
    if format == "pdf":
        if output is None and sys.stdout.isatty():
            raise Failure("a PDF is not for the terminal; name a file with -o")
        need("typst")


def check_table(game: Game, wishes: Wishes) -> None:
    """Refuse a map that the specification does not have, and a number of players that does not fit it."""
    maps = game.spec.maps
    if wishes.map and wishes.map not in maps:
        raise Failure(f"there is no map {wishes.map!r}; the maps are {', '.join(maps)}")
    fitting = sorted({number for id in ([wishes.map] if wishes.map else maps) for number in maps[id].players})
    if wishes.players and wishes.players not in fitting:
        where = f"{wishes.map} is" if wishes.map else "the maps are"
        raise Failure(f"{where} for {', '.join(map(str, fitting))} players, not for {wishes.players}")


def write(blocks: list[Block], words: Language, format: str, layout: Layout, output: Path | None) -> int:
    """Write a book in one of its forms."""
    match format:
        case "pdf":
            return write_bytes(to_pdf(blocks, words.tag, layout), output)
        case "html":
            return write_text(to_html(blocks, words.tag, words.say("reference.contents")), output)
        case _:
            return write_text(to_markdown(blocks), output)
