"""The options and arguments that several commands share."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from concordia_ref.cli import ids
from concordia_ref.cli.exits import Failure
from concordia_ref.spec.model import CANONICAL

Function = TypeVar("Function", bound=Callable[..., Any])
Decorator = Callable[[Function], Function]

FILE = click.Path(readable=False, path_type=Path)
FOLDER = click.Path(file_okay=False, readable=False, path_type=Path)
POSITIVE = click.IntRange(min=1)
NOT_NEGATIVE = click.IntRange(min=0)
RULEBOOKS = ("sr", "cs", "hu", "pl", "fr")


class Seconds(click.FloatRange):
    """A number of seconds, at most a day."""

    name = "seconds"

    def __init__(self, least: float = 0.001) -> None:
        super().__init__(min=least, max=86_400)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The value, if it is valid."""
        seconds = super().convert(value, param, ctx)
        return self.fail(f"{value!r} is not a number of seconds", param, ctx) if math.isnan(seconds) else seconds


class Pair(click.ParamType[tuple[str, str], Any]):
    """Two rulebooks, such as `cs,pl`."""

    name = "pair"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str]:
        """The value, if it is valid."""
        one, comma, other = value.partition(",")
        if not comma or one not in RULEBOOKS or other not in RULEBOOKS:
            self.fail(f"must be two of {', '.join(RULEBOOKS)}, such as cs,pl", param, ctx)
        return one, other

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The pairs that begin as written."""
        pairs = [f"{one},{other}" for one in RULEBOOKS for other in RULEBOOKS if one != other]
        return [CompletionItem(pair) for pair in pairs if pair.startswith(incomplete)]


def together(*decorators: Decorator[Any]) -> Decorator[Any]:
    """Several options as one decorator, in this order in the help."""

    def decorate(function: Any) -> Any:
        for decorator in reversed(decorators):
            function = decorator(function)
        return function

    return decorate


def flag(name: str, help: str, parameter: str | None = None) -> Decorator[Any]:
    """An option without a value."""
    return click.option(*filter(None, (name, parameter)), is_flag=True, help=help)


def file_option(name: str, help: str) -> Decorator[Any]:
    """An option that names a file to write."""
    return click.option(name, type=FILE, metavar="FILE", help=help)


def format_option(*choices: str, help: str = "The form of the output") -> Decorator[Any]:
    """The option `--format`; the first choice is the default."""
    return click.option("--format", type=click.Choice(choices), default=choices[0], help=help)


spec = click.option(
    "--spec",
    type=FOLDER,
    metavar="FOLDER",
    # Other options look up names in this specification.
    is_eager=True,
    help="A specification of your own [default: built in]",
)
edition = click.option(
    "--edition",
    type=ids.EDITION,
    metavar="EDITION",
    default=CANONICAL,
    help="canonical, sr, cs, hu, pl, fr, one of them taken literally (sr-letter), or a file of your own",
)
rules = together(spec, edition)
"""The rules of a game."""

output = click.option("-o", "--output", type=FILE, metavar="FILE", help="The file to write [default: standard output]")
jobs = click.option("-j", "--jobs", type=POSITIVE, default=1, metavar="N", help="How many processes to run at a time")
map_and_players = together(
    click.option("--map", type=ids.MAP, default="imperium", metavar="MAP", help="imperium or italia"),
    click.option("--players", type=int, default=4, metavar="N", help="How many players"),
    flag("--interim", "With interim scoring"),
)
table = together(
    map_and_players,
    click.option("--seed", type=int, metavar="N", help="The seed of all draws [default: a new one every time]"),
    rules,
)
"""The set-up of a game."""

position = click.argument(
    "file",
    type=click.Path(readable=False),
    metavar="FILE",
    help="A game file or a state, JSON or YAML; - for standard input",
)
explain = flag("--explain", "Show everything that was counted for the score")
cluster = click.option(
    "--cluster",
    is_flag=False,
    flag_value="local",
    metavar="[ADDRESS]",
    help="Play on a dask.distributed cluster: the one whose scheduler has this address, or, without an address, a "
    "local one with `-j` workers",
)


def timeout(default: float) -> Decorator[Any]:
    """The option `--timeout`, for one answer of an adapter."""
    return click.option("--timeout", type=Seconds(), default=default, metavar="S", help="Seconds for one answer")


def check_parents(*files: Path | None) -> None:
    """Fail early if a file that is written at the end has no folder."""
    for file in files:
        if file and not file.parent.is_dir():
            raise Failure(f"there is no folder for {str(file)!r}")
