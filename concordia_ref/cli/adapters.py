"""What the commands that start adapters and play random games with them have in common."""

from __future__ import annotations

import shlex
import threading
from types import SimpleNamespace

import click

from concordia_ref.cli import ids, options
from concordia_ref.cli.exits import UNUSABLE, Failure
from concordia_ref.spec.editions import edition_ids
from concordia_ref.spec.errors import Malformed
from concordia_ref.suite.capabilities import Capabilities, Unusable
from concordia_ref.suite.protocol import Running
from concordia_ref.suite.random_games import GameTable, reference, tables
from concordia_ref.suite.runner import start_adapter

HELP = "an adapter answers each line of its standard input with one line; see conformance/README.md"

games = options.together(
    click.option("--seed", type=int, default=1, metavar="N", help="The seed of the games"),
    click.option("--game", type=options.NOT_NEGATIVE, metavar="N", help="Only the game with this number"),
    click.option("--map", type=ids.MAP, metavar="MAP", help="Only on this map"),
    click.option("--players", type=int, metavar="N", help="Only with N players"),
    click.option(
        "--edition", type=ids.EDITION, metavar="EDITION", help="Only in this edition [default: all that are known]"
    ),
    click.option("--interim/--no-interim", default=None, help="Only with interim scoring, or only without"),
    options.timeout(10.0),
)
"""Which random games are played."""


def unusable(command: str, why: Unusable) -> Failure:
    """A command cannot use its adapter."""
    return Failure(f"{command}: {why}\n{HELP}", UNUSABLE)


def tables_for(asked: SimpleNamespace, can: Capabilities | None) -> list[GameTable]:
    """The tables that match the options; `Malformed` if there are none."""
    editions = [asked.edition] if asked.edition else edition_ids()
    wanted = {"map": asked.map, "players": asked.players, "interim": asked.interim}
    found = tables({key: value for key, value in wanted.items() if value is not None}, can, editions)
    if not found:
        message = "no game fits: check --map, --players, --edition and --interim, and what the adapter declares"
        raise Malformed("fuzz.no-table", message)
    return found


def start(asked: SimpleNamespace) -> tuple[Running, Capabilities]:
    """A process of the adapter that can play games, and what it declares."""
    adapter, can = start_adapter(asked.adapter, asked.timeout, threading.Event(), version())
    if "apply" not in can.operations or not {"new", "load"} & can.operations:
        adapter.close()
        raise Unusable("`hello` must declare the operation `apply`, and `new` or `load`")
    return adapter, can


def command_again(name: str, table: GameTable, number: int, asked: SimpleNamespace) -> str:
    """The command that plays this game again, at the same table whatever the adapter then declares."""
    words = ["concordia", name]
    if asked.adapter:
        words += ["--adapter", asked.adapter]
    words += ["--seed", str(asked.seed), "--game", str(number), "--map", table.map, "--players", str(table.players)]
    words += ["--edition", reference(table.edition).spec.edition, "--interim" if table.interim else "--no-interim"]
    return shlex.join(words)


def version() -> str:
    """The version of our own specification."""
    return reference("canonical").spec.version
