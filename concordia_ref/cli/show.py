"""The command `concordia show`."""

from __future__ import annotations

import json
from pathlib import Path

import click

from concordia_ref.cli import ids, options
from concordia_ref.cli.command import command
from concordia_ref.cli.exits import FINE, Failure
from concordia_ref.cli.lang import lang
from concordia_ref.cli.loading import load_specification
from concordia_ref.cli.output import draw_table
from concordia_ref.words import show as things
from concordia_ref.words.languages import language


@command(
    "show",
    about="Without ID, all things of the kind are listed. The id of a card is its kind (mercator: all Mercators) or "
    "its deck and kind (ii_mercator). Instead of an id, the name in any language will do.",
    examples=(
        ("concordia show card", ""),
        ("concordia show card ii_mercator", ""),
        ("concordia show god jupiter", ""),
        ("concordia show card kereskedő --lang hu", "by its name"),
        ("concordia show good wine --lang fr", ""),
        ("concordia show map imperium", ""),
        ("concordia show clause architect.move.occupied --lang sr-Latn", ""),
    ),
)
@click.argument(
    "kind", type=click.Choice(things.KINDS), metavar="KIND", help="card, god, good, map, province, city or clause"
)
@click.argument("id", type=ids.THING, required=False, metavar="[ID]", help="Its id or name [default: list them all]")
@options.format_option("text", "json")
@options.rules
@lang
def show(kind: str, id: str | None, format: str, spec: Path | None, edition: str, lang: str) -> int:
    """Print one thing, or all things of its kind."""
    loaded = load_specification(spec, edition)
    try:
        if format == "json":
            print(json.dumps(things.show_json(loaded, kind, id), indent=2))
        else:
            print(things.show(language(lang, loaded.folder), loaded, kind, id, draw_table))
    except things.UnknownId as error:
        raise Failure(str(error)) from None
    return FINE
