"""The `concordia` command."""

from __future__ import annotations

import argparse
import json
import os
import sys
import textwrap
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from concordia_ref import __version__
from concordia_ref.words.languages import chosen_tag, say, speaking, tags

if TYPE_CHECKING:
    from concordia_ref.engine.game import Game
    from concordia_ref.spec.findings import Finding
    from concordia_ref.spec.model import Specification
    from concordia_ref.words.languages import Language
    from concordia_ref.words.reference import Examples

# Exit codes, the same for every sub-command: fine, something is wrong with the input, wrong usage.
FINE, FINDINGS, USAGE = 0, 1, 2

ROOT_FILE = "about.yaml"

# The commands that play by the rules but do not lie in `play_commands`: where they are.
PLAYING = {
    "dispute": "dispute.dispute",
    "conform": "conform.conform",
    "perft": "perft.perft",
    "trace": "trace.trace_clauses",
    "mutate": "mutate.mutate",
    "fuzz": "fuzz.fuzz",
    "shrink": "fuzz.shrink",
    "simulate": "simulate.simulate",
}

# Examples for each command; a comment is the key of a message below `help.example`.
EXAMPLES: Mapping[str, tuple[tuple[str, str | None], ...]] = {
    "": (
        ("concordia validate", "validate"),
        ("concordia show card mercator", "show-card"),
        ("concordia show map italia", "show-map"),
        ("concordia reference --lang hu", "reference"),
        ("concordia bundle -o rules.json", "bundle"),
        ("concordia demo", "demo"),
        ("concordia dispute colonist-income --run", "dispute"),
    ),
    "validate": (
        ("concordia validate", None),
        ("concordia validate my-spec/ --format github", None),
        ("concordia validate my-spec/maps/italia.yaml", None),
    ),
    "show": (
        ("concordia show card", None),
        ("concordia show card ii_mercator", None),
        ("concordia show god jupiter", None),
        ("concordia show good wine --lang fr", None),
        ("concordia show map imperium", None),
        ("concordia show clause architect.move.occupied --lang sr-Latn", None),
    ),
    "reference": (
        ("concordia reference --lang cs", None),
        ("concordia reference --lang hu --edition hu --format html -o szabalyok.html", None),
        ("concordia reference --lang hu --format pdf -o szabalyok.pdf", "reference-pdf"),
    ),
    "setup": (
        ("concordia setup --map italia --players 2 --seed 7 > game.json", None),
        ("concordia setup --players 5 --draws draws.yaml --state", None),
    ),
    "legal": (
        ("concordia legal game.json", None),
        ("concordia legal game.json --card architect --limit 50", None),
        ("concordia setup --seed 1 | concordia legal - --format json", None),
    ),
    "play": (
        ('concordia play game.json "tribune; place sea@roma"', None),
        ('concordia play game.json "architect; move sea@roma > massilia~roma:sea; build massilia"', None),
        ('concordia play game.json "prefect produce; province syria"', None),
        ('concordia play game.json "mercator; sell 3 wine; buy 4 brick" > next.json', None),
        ('concordia play game.json "senator; cards i_mercator, i_architect; any 1 brick"', None),
        ('concordia play game.json "diplomat copies 1: mercator; sell 3 wine"', None),
    ),
    "replay": (("concordia replay game.json", None),),
    "score": (
        ("concordia score game.json --explain", None),
        ("concordia score state.yaml --format json", None),
    ),
    "demo": (
        ("concordia demo", None),
        ("concordia demo --map italia --players 2 --seed 5 --delay 0.2", None),
    ),
    "dispute": (
        ("concordia dispute --severity outcome", "dispute-severity"),
        ("concordia dispute --card colonist", "dispute-card"),
        ("concordia dispute --between cs,pl", "dispute-between"),
        ("concordia dispute colonist-income", "dispute-show"),
        ("concordia dispute colonist-income --run", "dispute-run"),
        ("concordia dispute --editions", "dispute-editions"),
        ('concordia dispute --state game.yaml --turn "i_colonist income"', "dispute-turn"),
    ),
    "conform": (
        ("concordia conform", "conform"),
        ('concordia conform --adapter "node my-adapter.mjs" --smoke', "conform-smoke"),
        ("concordia conform --adapter ./mine -j 4 --html report.html --badge badge.svg", None),
        ("concordia conform architect --card diplomat --adapter ./mine", None),
        ("concordia conform --adapter ./mine --expectations known.yaml --update-expectations", None),
    ),
    "perft": (
        ("concordia perft italia-two-players --divide", "perft-divide"),
        ("concordia perft game.json --depth 2", None),
        ("concordia perft --check", "perft-check"),
        ('concordia perft --adapter "node my-adapter.mjs"', "perft-adapter"),
    ),
    "trace": (
        ("concordia trace", "trace"),
        ("concordia trace tribune.coins", "trace-clause"),
        ("concordia trace --format json > trace.json", None),
    ),
    "mutate": (
        ("concordia mutate -j 4", "mutate"),
        ("concordia mutate --data --sample 300 --seed 1", "mutate-sample"),
        ("concordia mutate -j 2 --report strength.jsonl --resume", "mutate-resume"),
        ("concordia mutate 'costs.house.*'", "mutate-ids"),
    ),
    "fuzz": (
        ("concordia fuzz --games 20 -j 2", "fuzz-alone"),
        ('concordia fuzz --adapter "node my-adapter.mjs"', "fuzz-first"),
        ("concordia fuzz --adapter ./mine --games 500 --collect --report found.json", None),
        ("concordia fuzz --adapter ./mine --seed 7 --game 31", None),
    ),
    "simulate": (
        ("concordia simulate --games 1000 -j 2", "simulate"),
        ("concordia simulate --reading colonist-income=two_each --games 1000 -j 2", "simulate-reading"),
        ("concordia simulate --edition canonical --edition cs --plot scores.svg", "simulate-editions"),
        ("concordia simulate --players-are greedy,random,random,random", "simulate-players"),
        ("concordia simulate --games 100000 --output games.csv --resume --cluster tcp://10.0.0.1:8786", None),
    ),
    "shrink": (
        ("concordia shrink --adapter ./mine --seed 7 --game 31 -o smaller.yaml", None),
        ("concordia shrink found.json --adapter ./mine", None),
    ),
    "adapter": (('echo \'{"id": 0, "op": "hello", "protocol": 1}\' | concordia adapter', None),),
    "i18n": (
        ("concordia i18n status", "i18n-status"),
        ("concordia i18n check pl", "i18n-check"),
        ("concordia i18n export pl -o pl.po", "i18n-export"),
        ("concordia i18n import pl pl.po", "i18n-import"),
        ("concordia i18n accept pl clauses.goods.five", "i18n-accept"),
    ),
    "docs": (
        ("concordia docs build", "docs-build"),
        ("concordia docs build cs dev -o my-site", "docs-units"),
        ("concordia docs serve hu --port 8080", "docs-serve"),
    ),
    "bundle": (
        ("concordia bundle > rules.json", None),
        ("concordia bundle --spec my-spec/ -o rules.json", None),
    ),
}
# Commands about which there is more to say than a line.
EXPLAINED = (
    *("", "validate", "show", "reference", "setup", "play", "conform"),
    *("perft", "trace", "mutate", "fuzz", "simulate", "shrink", "adapter", "i18n", "docs", "bundle"),
)
WIDEST_EXAMPLE = 42
# What the library says of itself, and our messages for it.
_LIBRARY = {
    "usage: ": "usage",
    "the following arguments are required: %s": "required",
    "unrecognized arguments: %s": "unrecognized",
    "invalid choice: %(value)r (choose from %(choices)s)": "choice",
    "invalid %(type)s value: %(value)r": "value",
    "expected one argument": "one-argument",
    "expected at least one argument": "some-arguments",
    "argument %(argument_name)s: %(message)s": "argument",
    "ignored explicit argument %r": "no-argument",
    "ambiguous option: %(option)s could match %(matches)s": "ambiguous",
}


def parser() -> argparse.ArgumentParser:
    """The parser of the whole command line, in the language that is spoken."""
    # The library has no other way to be told its words.
    vars(argparse)["_"] = lambda text: say(f"help.library.{_LIBRARY[text]}") if text in _LIBRARY else text
    root = _Parser(prog="concordia", description=say("help.description"), epilog=_epilog(""))
    root.add_argument("--version", action="version", version=f"concordia {__version__}", help=say("help.version"))
    _add_language(root)
    commands = root.add_subparsers(title=say("help.commands"), metavar="COMMAND", required=True)

    def command(name: str, run: Callable[[argparse.Namespace], int]) -> _Parser:
        help = say(f"help.{name}")
        sub: _Parser = commands.add_parser(
            name, help=help, description=help[0].upper() + help[1:] + ".", epilog=_epilog(name)
        )
        sub.set_defaults(run=run)
        _add_language(sub)
        return sub

    validate = command("validate", _validate)
    validate.option("paths", nargs="*", metavar="PATH", told="validate.paths")
    validate.option("--format", choices=("text", "json", "github"), default="text", told="format")

    show = command("show", _show)
    show.option("kind", choices=("card", "god", "good", "map", "clause"), metavar="KIND", told="show.kind")
    show.option("id", nargs="?", metavar="ID", told="show.id")
    show.option("--format", choices=("text", "json"), default="text", told="format")
    _add_spec(show)

    reference = command("reference", _reference)
    reference.option("--format", choices=("md", "html", "pdf"), default="md", told="reference.format")
    reference.option("-o", "--output", metavar="FILE", told="output")
    _add_spec(reference)

    _add_play_commands(command)
    _add_dispute_command(command)
    _add_conform_commands(command)
    _add_mutate_command(command)
    _add_fuzz_commands(command)
    _add_simulate_command(command)
    _add_i18n_command(command)
    _add_docs_command(command)

    bundle = command("bundle", _bundle)
    bundle.option("-o", "--output", metavar="FILE", told="output")
    _add_spec(bundle)
    return root


def _epilog(name: str) -> str:
    parts = [textwrap.fill(say(f"help.about.{name or 'concordia'}"), 100)] if name in EXPLAINED else []
    lines = [say("help.examples")]
    for example, comment in EXAMPLES[name]:
        told = say(f"help.example.{comment}") if comment else ""
        beside = len(example) <= WIDEST_EXAMPLE
        lines.append(f"  {example:{WIDEST_EXAMPLE}}  {told}".rstrip() if beside else f"  {example}")
        if told and not beside:
            lines.append(f"  {'':{WIDEST_EXAMPLE}}  {told}")
    return "\n\n".join([*parts, "\n".join(lines)])


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Keeps the line breaks of the examples, and begins the usage in the language that is spoken."""

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        super().add_usage(usage, actions, groups, say("help.library.usage") if prefix is None else prefix)


class _Parser(argparse.ArgumentParser):
    """Speaks the language that is chosen, and says after a wrong call where help is to be had."""

    def __init__(self, **options: Any) -> None:
        super().__init__(formatter_class=_Formatter, add_help=False, **options)
        self._positionals.title, self._optionals.title = say("help.arguments"), say("help.options")
        self.add_argument("-h", "--help", action="help", help=say("help.help"))

    def option(self, *names: str, told: str, **how: Any) -> None:
        """Add an argument or an option whose help is a message."""
        self.add_argument(*names, help=say(f"help.{told}"), **how)

    def error(self, message: str) -> Any:
        print(f"concordia: {message}; {say('help.see', command=f'{self.prog} --help')}", file=sys.stderr)
        raise SystemExit(USAGE)


def _add_language(command: argparse.ArgumentParser) -> None:
    command.add_argument("--lang", metavar="TAG", help=say("help.lang", tags=", ".join(tags())))


def _add_spec(command: _Parser) -> None:
    command.option("--spec", metavar="FOLDER", told="spec")
    command.option("--edition", metavar="EDITION", default="canonical", told="edition")


Command = Callable[[str, Callable[[argparse.Namespace], int]], _Parser]


def _add_play_commands(command: Command) -> None:
    setup = command("setup", _playing("setup"))
    _add_table(setup)
    setup.option("--draws", metavar="FILE", told="setup.draws")
    setup.option("--state", action="store_true", told="setup.state")
    legal = command("legal", _playing("legal"))
    _add_position(legal)
    legal.option("--card", metavar="CARD", told="legal.card")
    legal.option("--limit", type=_positive, default=10, metavar="N", told="legal.limit")
    play = command("play", _playing("play"))
    _add_position(play, default=None)
    play.option("turns", nargs="+", metavar="TURN", told="play.turns")
    replay = command("replay", _playing("replay"))
    _add_position(replay)
    score = command("score", _playing("score"))
    _add_position(score)
    score.option("--explain", action="store_true", told="explain")
    demo = command("demo", _playing("demo"))
    _add_table(demo)
    demo.option("--delay", type=partial(_seconds, least=0), default=0.0, metavar="SECONDS", told="demo.delay")
    demo.option("--explain", action="store_true", told="explain")


def _add_table(command: _Parser) -> None:
    command.option("--map", default="imperium", metavar="MAP", told="map")
    command.option("--players", type=_whole, default=4, metavar="N", told="players")
    command.option("--seed", type=_whole, metavar="N", told="seed")
    command.option("--interim", action="store_true", told="interim")
    _add_spec(command)


def _add_position(command: _Parser, default: str | None = "text") -> None:
    command.option("file", metavar="FILE", told="file")
    told = "format" if default else "play.format"
    command.option("--format", choices=("text", "json"), default=default, told=told)
    _add_spec(command)


def _add_dispute_command(command: Command) -> None:
    dispute = command("dispute", _playing("dispute"))
    dispute.option("id", nargs="?", metavar="ID", told="dispute.id")
    dispute.option("--run", dest="run_scenario", action="store_true", told="dispute.run")
    dispute.option("--card", metavar="CARD", told="dispute.card")
    dispute.option("--clause", metavar="CLAUSE", told="dispute.clause")
    dispute.option("--severity", choices=("outcome", "edge", "cosmetic"), told="dispute.severity")
    dispute.option("--between", type=_pair, metavar="A,B", told="dispute.between")
    dispute.option("--text", metavar="WORDS", told="dispute.text")
    dispute.option("--editions", action="store_true", told="dispute.editions")
    dispute.option("--turn", metavar="TURN", told="dispute.turn")
    dispute.option("--state", metavar="FILE", told="dispute.state")
    dispute.option("--format", choices=("text", "json"), default="text", told="format")
    _add_spec(dispute)


def _add_conform_commands(command: Command) -> None:
    conform = command("conform", _playing("conform"))
    conform.option("ids", nargs="*", metavar="ID", told="conform.ids")
    conform.option("--adapter", action="append", metavar="CMD", told="conform.adapter")
    conform.option("-j", "--jobs", type=_positive, default=1, metavar="N", told="jobs")
    conform.option("--timeout", type=_seconds, default=10.0, metavar="S", told="conform.timeout")

    def group(title: str, *options: tuple[str, dict[str, Any]]) -> None:
        added = conform.add_argument_group(say(f"help.conform.{title}"))
        for name, how in options:
            added.add_argument(name, help=say(f"help.conform.{name.strip('-')}"), **how)

    flag = {"action": "store_true"}
    group(
        "which",
        ("--clause", {"metavar": "CLAUSE"}),
        ("--card", {"metavar": "KIND"}),
        ("--level", {"choices": ("core", "by_convention", "disputed")}),
        ("--map", {"metavar": "MAP"}),
        ("--players", {"type": _whole, "metavar": "N"}),
        ("--smoke", flag),
        ("--list", flag),
        ("--shuffle", {"type": _whole, "metavar": "SEED"}),
    )
    group("known", ("--expectations", {"metavar": "FILE"}), ("--update-expectations", flag))
    group(
        "reports",
        ("--report", {"metavar": "FILE"}),
        ("--resume", flag),
        ("--junit", {"metavar": "FILE"}),
        ("--markdown", {"metavar": "FILE"}),
        ("--html", {"metavar": "FILE"}),
        ("--badge", {"metavar": "FILE"}),
        ("--export", {"metavar": "DIR"}),
        ("--show", {"type": _number, "default": 5, "metavar": "N"}),
        ("--format", {"choices": ("text", "json"), "default": "text"}),
    )
    conform.option("--edition", metavar="EDITION", default="canonical", told="conform.edition")
    conform.option("--suite", metavar="FOLDER", told="conform.suite")
    conform.set_defaults(spec=None)
    _add_perft_and_trace(command)
    command("adapter", _adapter)


def _add_perft_and_trace(command: Command) -> None:
    perft = command("perft", _playing("perft"))
    perft.option("names", nargs="*", metavar="POSITION", told="perft.names")
    perft.option("--depth", type=_positive, metavar="N", told="perft.depth")
    perft.option("--divide", action="store_true", told="perft.divide")
    perft.option("--check", action="store_true", told="perft.check")
    perft.option("--adapter", metavar="CMD", told="perft.adapter")
    perft.option("--timeout", type=_seconds, default=60.0, metavar="S", told="perft.timeout")
    perft.option("--format", choices=("text", "json"), default="text", told="format")
    perft.set_defaults(spec=None, edition="canonical")
    trace = command("trace", _playing("trace"))
    trace.option("clause", nargs="?", metavar="CLAUSE", told="trace.clause")
    trace.option("--format", choices=("text", "json"), default="text", told="format")
    trace.set_defaults(spec=None, edition="canonical")


def _add_mutate_command(command: Command) -> None:
    mutate = command("mutate", _playing("mutate"))
    mutate.option("ids", nargs="*", metavar="ID", told="mutate.ids")
    mutate.option("--data", dest="only", action="store_const", const="data", told="mutate.data")
    mutate.option("--code", dest="only", action="store_const", const="code", told="mutate.code")
    mutate.option("-j", "--jobs", type=_positive, default=1, metavar="N", told="jobs")
    mutate.option("--sample", type=_positive, metavar="N", told="mutate.sample")
    mutate.option("--seed", type=_whole, default=0, metavar="N", told="mutate.seed")
    mutate.option("--report", metavar="FILE", told="mutate.report")
    mutate.option("--resume", action="store_true", told="conform.resume")
    mutate.option("--format", choices=("text", "json"), default="text", told="format")
    mutate.set_defaults(spec=None, edition="canonical")


def _add_fuzz_commands(command: Command) -> None:
    fuzz = command("fuzz", _playing("fuzz"))
    fuzz.option("--adapter", metavar="CMD", told="fuzz.adapter")
    fuzz.option("--games", type=_positive, default=100, metavar="N", told="fuzz.games")
    stopping = fuzz.add_mutually_exclusive_group()
    stopping.add_argument("--first", action="store_false", dest="collect", default=False, help=say("help.fuzz.first"))
    stopping.add_argument("--collect", action="store_true", help=say("help.fuzz.collect"))
    fuzz.option("-j", "--jobs", type=_positive, default=1, metavar="N", told="jobs")
    fuzz.option("--report", metavar="FILE", told="fuzz.report")
    fuzz.option("--format", choices=("text", "json"), default="text", told="format")
    shrink = command("shrink", _playing("shrink"))
    shrink.option("report", nargs="?", metavar="REPORT", told="shrink.report")
    shrink.option("--adapter", metavar="CMD", required=True, told="shrink.adapter")
    shrink.option("-o", "--output", metavar="FILE", told="output")
    for added in (fuzz, shrink):
        added.option("--seed", type=_whole, default=1, metavar="N", told="fuzz.seed")
        added.option("--game", type=_number, metavar="N", told="fuzz.game")
        added.option("--map", metavar="MAP", told="fuzz.map")
        added.option("--players", type=_whole, metavar="N", told="fuzz.players")
        added.option("--edition", dest="only_edition", metavar="EDITION", told="fuzz.edition")
        added.option("--interim", action=argparse.BooleanOptionalAction, told="fuzz.interim")
        added.option("--timeout", type=_seconds, default=10.0, metavar="S", told="conform.timeout")
        added.set_defaults(spec=None, edition="canonical")
    _add_cluster(fuzz)


def _add_simulate_command(command: Command) -> None:
    simulate = command("simulate", _playing("simulate"))
    simulate.option("--games", type=_positive, default=1000, metavar="N", told="simulate.games")
    simulate.option("--players-are", default="random", metavar="KIND[,KIND…]", told="simulate.players-are")
    simulate.option("--map", default="imperium", metavar="MAP", told="map")
    simulate.option("--players", type=_whole, default=4, metavar="N", told="players")
    simulate.option("--interim", action="store_true", told="interim")
    simulate.option("--seed", type=_whole, default=1, metavar="N", told="fuzz.seed")
    simulate.option("--edition", action="append", dest="editions", metavar="EDITION", told="simulate.edition")
    simulate.option("--reading", action="append", dest="readings", metavar="DISPUTE=READING", told="simulate.reading")
    simulate.option("-j", "--jobs", type=_positive, default=1, metavar="N", told="jobs")
    _add_cluster(simulate)
    simulate.option("--output", metavar="FILE", told="simulate.output")
    simulate.option("--resume", action="store_true", told="simulate.resume")
    simulate.option("--plot", metavar="FILE", told="simulate.plot")
    simulate.option("--save", metavar="FILE", told="simulate.save")
    simulate.option("--format", choices=("text", "json"), default="text", told="format")
    simulate.set_defaults(spec=None, edition="canonical")


def _add_cluster(command: _Parser) -> None:
    command.option("--cluster", nargs="?", const="local", metavar="ADDRESS", told="cluster")


def _add_i18n_command(command: Command) -> None:
    i18n = command("i18n", _i18n)
    i18n.option("task", choices=("status", "check", "export", "import", "accept"), metavar="TASK", told="i18n.task")
    i18n.option("names", nargs="*", metavar="NAME", told="i18n.names")
    i18n.option("--format", choices=("po", "csv"), default="po", told="i18n.format")
    i18n.option("--reviewed", action="store_true", told="i18n.reviewed")
    i18n.option("-o", "--output", metavar="FILE", told="output")
    i18n.option("--spec", metavar="FOLDER", told="spec")


def _add_docs_command(command: Command) -> None:
    docs = command("docs", _docs)
    docs.option("task", choices=("build", "serve"), metavar="TASK", told="docs.task")
    docs.option("units", nargs="*", default=[], type=_unit, metavar="UNIT", told="docs.units")
    docs.option("-o", "--output", default="site", metavar="FOLDER", told="docs.output")
    docs.option("--port", type=_port, default=8000, metavar="N", told="docs.port")


def _adapter(_: argparse.Namespace) -> int:
    from concordia_ref.suite.adapter import serve

    serve(sys.stdin.buffer, sys.stdout)
    return FINE


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(say("malformed.json.not-whole", text=repr(text))) from None


def _positive(text: str) -> int:
    number = _whole(text)
    if number < 1:
        raise argparse.ArgumentTypeError(say("help.wrong.positive"))
    return number


def _number(text: str) -> int:
    number = _whole(text)
    if number < 0:
        raise argparse.ArgumentTypeError(say("help.wrong.negative"))
    return number


def _port(text: str) -> int:
    number = _positive(text)
    if number > 65_535:
        raise argparse.ArgumentTypeError(say("help.wrong.port"))
    return number


def _unit(text: str) -> str:
    from concordia_ref.site.build import units

    if text not in units():
        raise argparse.ArgumentTypeError(say("help.wrong.unit", unit=repr(text), units=", ".join(units())))
    return text


def _seconds(text: str, least: float = 0.001) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    # A day is for ever, and other than that it can be waited for.
    if not least <= seconds <= 86_400:
        raise argparse.ArgumentTypeError(say("help.wrong.seconds"))
    return seconds


def _pair(text: str) -> tuple[str, str]:
    rulebooks = ("sr", "cs", "hu", "pl", "fr")
    one, comma, other = text.partition(",")
    if not comma or one not in rulebooks or other not in rulebooks:
        raise argparse.ArgumentTypeError(say("help.wrong.pair", rulebooks=", ".join(rulebooks)))
    return one, other


def _playing(name: str) -> Callable[[argparse.Namespace], int]:
    """A command that plays by the rules of an edition."""

    def run(options: argparse.Namespace) -> int:
        from concordia_ref.cli.play import guarded
        from concordia_ref.engine.game import Game

        module, _, function = PLAYING.get(name, f"play.{name}").partition(".")
        command = getattr(import_module(f"concordia_ref.cli.{module}"), function)
        return guarded(command, Game(_load(options)), options)

    return run


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    for stream in (sys.stdout, sys.stderr):
        # City names and rulebook headings need more than ASCII; a terminal that lacks a letter shows a mark instead.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        with speaking(_language(arguments)):
            options = parser().parse_args(arguments)
            code: int = options.run(options)
        print(end="", flush=True)
        return code
    except _Stopped as stopped:
        print(stopped.message, file=sys.stderr)
        return stopped.code
    except BrokenPipeError:
        _discard_output()  # The reader, such as `head`, has seen enough.
        return FINE
    except OSError as error:
        _discard_output()
        print(f"concordia: {error.strerror}{f': {error.filename!r}' if error.filename else ''}", file=sys.stderr)
        return USAGE
    except KeyboardInterrupt:
        return 130


def _language(arguments: Sequence[str] | None) -> str:
    """The language to speak. It is looked for before all else, because wrong calls are told in it too."""
    finder = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    finder.add_argument("--lang")
    try:
        asked = finder.parse_known_args(arguments)[0].lang
    except argparse.ArgumentError:
        asked = None  # No tag follows; the parser of the command will say so.
    try:
        return chosen_tag(asked)
    except LookupError:
        raise _wrong_usage(say("help.wrong.language", tag=repr(asked), tags=", ".join(tags()))) from None


def _discard_output() -> None:
    """Python would complain once more when it closes a standard output that takes nothing."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _Stopped(Exception):
    """What was asked for cannot be done; the message says why and what to do."""

    def __init__(self, message: str, code: int) -> None:
        self.message = message
        self.code = code


def _wrong_usage(message: str) -> _Stopped:
    return _Stopped(f"concordia: {message}", USAGE)


def _validate(options: argparse.Namespace) -> int:
    from concordia_ref.spec.errors import Malformed
    from concordia_ref.spec.files import check_is_specification
    from concordia_ref.spec.findings import render
    from concordia_ref.spec.packaged import packaged_folder
    from concordia_ref.words.validation import validate

    findings: list[Finding] = []
    folders: dict[Path, set[str] | None] = {}
    for path in [Path(path) for path in options.paths] or [packaged_folder("spec")]:
        folder, wanted = _folder_and_file(path)
        asked = folders.setdefault(folder, set() if wanted else None)
        if wanted is None:
            folders[folder] = None
        elif asked is not None:
            asked.add(wanted)
    for folder, names in folders.items():
        try:
            check_is_specification(folder)
        except Malformed as error:
            raise _wrong_usage(str(error)) from None
        findings += [_below(folder, finding) for finding in validate(folder) if names is None or finding.file in names]
    output = render(findings, options.format)
    if output:
        print(output)
    if options.format == "text":
        print(_summary(findings, len(folders)), file=sys.stderr)
    return FINDINGS if findings else FINE


def _folder_and_file(path: Path) -> tuple[Path, str | None]:
    """The specification that a path belongs to, and the name of the file in it if the path is a file."""
    from concordia_ref.spec.files import ENDINGS

    if not path.exists():
        raise _wrong_usage(say("help.wrong.no-path", path=repr(str(path))))
    if path.is_dir():
        return path, None
    for folder in path.resolve().parents:
        if (folder / ROOT_FILE).exists():
            name = path.resolve().relative_to(folder).as_posix()
            if path.suffix in ENDINGS:
                return folder, name
            raise _wrong_usage(say("help.wrong.no-yaml", path=repr(str(path))))
    raise _wrong_usage(say("help.wrong.no-specification", path=repr(str(path)), file=ROOT_FILE))


def _below(folder: Path, finding: Finding) -> Finding:
    """The finding with the path of its file as the user would open it."""
    from dataclasses import replace

    file = folder / finding.file
    here = Path.cwd()
    return replace(finding, file=str(file.relative_to(here) if file.is_relative_to(here) else file))


def _summary(findings: Sequence[Finding], specifications: int) -> str:
    if not findings:
        return say("validate.valid", number=specifications)
    return say("validate.findings", number=len(findings), files=len({finding.file for finding in findings}))


def _show(options: argparse.Namespace) -> int:
    from concordia_ref.words.languages import spoken
    from concordia_ref.words.show import UnknownId, show, show_json

    spec = _load(options)
    try:
        if options.format == "json":
            print(json.dumps(show_json(spec, options.kind, options.id), indent=2))
        else:
            print(show(spoken(spec), spec, options.kind, options.id))
    except UnknownId as error:
        raise _wrong_usage(str(error)) from None
    return FINE


def _bundle(options: argparse.Namespace) -> int:
    from concordia_ref.spec.bundle import bundle

    # Letters beyond ASCII are escaped: a terminal that lacks one would break the checksum.
    return _write(json.dumps(bundle(_load(options)), indent=1), options.output)


def _reference(options: argparse.Namespace) -> int:
    from concordia_ref.words.reference import reference_html, reference_markdown, reference_pdf

    if options.format == "pdf":
        if options.output is None and sys.stdout.isatty():
            raise _wrong_usage(say("help.wrong.terminal", format="PDF"))
        _need("typst")
        return _write_bytes(reference_pdf(*_contents(options)), options.output)
    write = reference_html if options.format == "html" else reference_markdown
    return _write(write(*_contents(options)), options.output)


def _contents(options: argparse.Namespace) -> tuple[Language, Game, Examples]:
    from concordia_ref.engine.game import Game
    from concordia_ref.suite.worked_examples import worked_examples
    from concordia_ref.words.languages import spoken

    game = Game(_load(options))
    return spoken(game.spec), game, worked_examples(game)


def _docs(options: argparse.Namespace) -> int:
    from concordia_ref.cli.docs import Impossible, docs

    _need("mkdocs", "typst")
    try:
        return docs(options)
    except Impossible as error:
        raise _wrong_usage(str(error)) from None


def _need(*packages: str) -> None:
    """Stop if a package is missing that only the documentation needs."""
    for package in packages:
        if find_spec(package) is None:
            command = "pip install 'concordia-ref[docs]'"
            raise _wrong_usage(say("help.wrong.not-installed", package=package, command=command))


def _i18n(options: argparse.Namespace) -> int:
    from concordia_ref.cli.i18n import i18n
    from concordia_ref.spec.errors import Malformed

    try:
        return i18n(options)
    except Malformed as error:
        raise _wrong_usage(str(error)) from None


def _write(text: str, file: str | None) -> int:
    """Write a text to a file, or to standard output if none is named."""
    if file is None:
        print(text)
        return FINE
    return _write_bytes(f"{text}\n".encode(), file)


def _write_bytes(content: bytes, file: str | None) -> int:
    if file is None:
        sys.stdout.buffer.write(content)
        return FINE
    try:
        Path(file).write_bytes(content)
    except OSError as error:
        raise _wrong_usage(say("help.wrong.cannot-write", file=repr(file), reason=error.strerror)) from None
    return FINE


def _load(options: argparse.Namespace) -> Specification:
    from concordia_ref.spec.errors import Malformed
    from concordia_ref.spec.findings import SpecificationError, render
    from concordia_ref.spec.loading import load
    from concordia_ref.spec.packaged import packaged_folder
    from concordia_ref.words.validation import load_checked

    folder = options.spec
    if folder is not None and not Path(folder).is_dir():
        raise _wrong_usage(say("help.wrong.no-folder", folder=repr(folder)))
    try:
        return load(edition=options.edition) if folder is None else load_checked(Path(folder), options.edition)
    except Malformed as error:
        raise _wrong_usage(str(error)) from None
    except SpecificationError as error:
        findings = [_below(Path(folder or packaged_folder("spec")), finding) for finding in error.findings]
        raise _Stopped(render(findings, "text"), FINDINGS) from None
