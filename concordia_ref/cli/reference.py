"""The command `concordia reference`."""

from __future__ import annotations

from pathlib import Path

from concordia_ref.cli import options
from concordia_ref.cli.command import command
from concordia_ref.cli.lang import lang
from concordia_ref.cli.loading import load_game
from concordia_ref.cli.output import write_text
from concordia_ref.suite.worked_examples import worked_examples
from concordia_ref.words.languages import language
from concordia_ref.words.reference import reference_html, reference_markdown


@command(
    "reference",
    about="All rules in one text, ordered like a rulebook, with tables of cards, costs and set-up, worked examples, "
    "and notes where the rulebooks differ. With --edition, the rules as one rulebook reads them.",
    examples=(
        ("concordia reference --lang cs", ""),
        ("concordia reference --lang hu --edition hu --format html -o szabalyok.html", ""),
    ),
)
@options.format_option("md", "html", help="Markdown or HTML")
@options.output
@options.rules
@lang
def reference(format: str, output: Path | None, spec: Path | None, edition: str, lang: str) -> int:
    """Write the reference."""
    game = load_game(spec, edition)
    words, examples = language(lang, game.spec.folder), worked_examples(game)
    match format:
        case "html":
            return write_text(reference_html(words, game, examples), output)
        case _:
            return write_text(reference_markdown(words, game, examples), output)
