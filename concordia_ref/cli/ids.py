"""Ids as values of options and arguments, which a shell can complete.

A card, god, good, map, province or city may also be given by its name in any language. Whether an id is known is left
to the command, which also knows the specification it is asked about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click
import yaml
from click.shell_completion import CompletionItem
from click.types import StringParamType

from concordia_ref.cli.exits import Failure
from concordia_ref.spec.disputes import read_register
from concordia_ref.spec.editions import edition_ids
from concordia_ref.spec.findings import did_you_mean, shown
from concordia_ref.spec.loading import load
from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.words.languages import DERIVED, ENGLISH, tags
from concordia_ref.words.names import GROUPS, all_names, ids_named


class Id(StringParamType):
    """The id of something of one kind."""

    def __init__(self, name: str, known: Callable[[click.Context], Iterable[str]]) -> None:
        self.name = name
        self.known = known

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The ids that begin as written."""
        return [CompletionItem(id) for id in self.known(ctx) if id.startswith(incomplete)]


class Named(Id):
    """The id or the name of something of one kind."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The id of what has this name; a word that is neither is left to the command, unless it is almost a name."""
        kind = self.kind(ctx)
        if ctx is None or kind not in GROUPS:
            return value
        spec = ctx.params.get("spec")
        # Without the option, click has a mark of its own for it.
        folder = spec if isinstance(spec, Path) else None
        if folder is None and value in self.known(ctx):
            return value
        try:
            found = ids_named(kind, value, folder)
        except (OSError, ValueError, yaml.YAMLError):
            return value  # The command reports what is wrong with a specification of your own.
        if len(found) > 1 and value not in found:
            raise Failure(f"{shown(value)} is the name of more than one {kind}: {', '.join(found)}; use the id")
        almost_an_id = folder is not None or did_you_mean(value, self.known(ctx))
        if not found and not almost_an_id and (hint := did_you_mean(value, all_names(kind))):
            raise Failure(f"there is no {kind} {shown(value)}; {hint}")
        return found[0] if found and value not in found else value

    def kind(self, ctx: click.Context | None) -> str:
        """The kind of the thing."""
        return self.name


class Thing(Named):
    """The id or the name of something of the kind that the argument before it names."""

    def kind(self, ctx: click.Context | None) -> str:
        """The kind of the thing."""
        return str(ctx.params.get("kind")) if ctx else ""


def things(kind: str) -> Iterable[str]:
    """The ids under which `concordia show` finds things of a kind."""
    spec = load()
    match kind:
        case "card":
            return [*kinds_of_card(), "concordia", *(card.id for card in spec.cards.values() if card.deck)]
        case "god":
            return spec.gods
        case "good":
            return spec.goods
        case "map":
            return spec.maps
        case "province":
            return [id for game_map in spec.maps.values() for id in game_map.provinces]
        case "city":
            return dict.fromkeys(id for game_map in spec.maps.values() for id in game_map.cities)
        case "clause":
            return spec.clauses
        case _:
            return ()


def kinds_of_card() -> list[str]:
    """The kinds of cards, and the Praefectus Magnus."""
    return [*dict.fromkeys(card.kind for card in load().cards.values()), "praefectus_magnus"]


def readings() -> Iterable[str]:
    """The readings that can be simulated, with their disputes."""
    for dispute in read_register().disputes.values():
        yield from (f"{dispute.id}={reading.id}" for reading in dispute.readings.values() if reading.patch is not None)


def names_in(folder: str) -> Iterable[str]:
    """The names of the files in a folder of the conformance suite, without their endings."""
    root = packaged_folder("conformance") / folder
    return sorted(file.relative_to(root).with_suffix("").as_posix() for file in root.rglob("*.*"))


def positions() -> list[str]:
    """The positions that can be counted from by name."""
    return sorted({*names_in("perft"), *names_in("positions")})


CARD = Named("card", lambda ctx: things("card"))
KIND_OF_CARD = Named("card", lambda ctx: kinds_of_card())
MAP = Named("map", lambda ctx: things("map"))
CLAUSE = Id("clause", lambda ctx: things("clause"))
THING = Thing("id", lambda ctx: things(ctx.params.get("kind") or ""))
EDITION = Id("edition", lambda ctx: edition_ids())
DISPUTE = Id("dispute", lambda ctx: read_register().disputes)
CLAUSE_OR_DISPUTE = Id("clause or dispute", lambda ctx: [*things("clause"), *read_register().disputes])
READING = Id("reading", lambda ctx: readings())
SCENARIO = Id("scenario", lambda ctx: names_in("scenarios"))
POSITION = Id("position", lambda ctx: positions())
TRANSLATION = Id(
    "language", lambda ctx: [tag for tag in tags(unfinished=True) if tag != ENGLISH and tag not in DERIVED]
)
