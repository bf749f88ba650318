"""Ids as values of options and arguments, which a shell can complete.

Whether an id is known is left to the command, which also knows the specification it is asked about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import click
from click.shell_completion import CompletionItem
from click.types import StringParamType

from concordia_ref.spec.disputes import read_register
from concordia_ref.spec.editions import edition_ids
from concordia_ref.spec.loading import load
from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.words.languages import DERIVED, ENGLISH, tags


class Id(StringParamType):
    """The id of something of one kind."""

    def __init__(self, name: str, known: Callable[[click.Context], Iterable[str]]) -> None:
        self.name = name
        self.known = known

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The ids that begin as written."""
        return [CompletionItem(id) for id in self.known(ctx) if id.startswith(incomplete)]


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


CARD = Id("card", lambda ctx: things("card"))
KIND_OF_CARD = Id("card", lambda ctx: kinds_of_card())
MAP = Id("map", lambda ctx: things("map"))
CLAUSE = Id("clause", lambda ctx: things("clause"))
THING = Id("id", lambda ctx: things(ctx.params.get("kind") or ""))
EDITION = Id("edition", lambda ctx: edition_ids())
DISPUTE = Id("dispute", lambda ctx: read_register().disputes)
CLAUSE_OR_DISPUTE = Id("clause or dispute", lambda ctx: [*things("clause"), *read_register().disputes])
READING = Id("reading", lambda ctx: readings())
SCENARIO = Id("scenario", lambda ctx: names_in("scenarios"))
POSITION = Id("position", lambda ctx: positions())
TRANSLATION = Id("language", lambda ctx: [tag for tag in tags() if tag != ENGLISH and tag not in DERIVED])
