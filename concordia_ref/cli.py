"""The `concordia` command."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from concordia_ref import __version__

if TYPE_CHECKING:
    from concordia_ref.findings import Finding
    from concordia_ref.model import Specification

# Exit codes, the same for every sub-command: fine, something is wrong with the input, wrong usage.
FINE, FINDINGS, USAGE = 0, 1, 2

ROOT_FILE = "about.yaml"

EPILOGS = {
    "": """\
examples:
  concordia validate               check the rules that come with this package
  concordia show card mercator     what the Mercator does, costs and scores
  concordia show map italia        the map of Italia, drawn, with all lines
  concordia bundle -o rules.json   the whole specification for your program
  concordia demo                   watch a random game
  concordia dispute colonist-income --run
                                   where the translations differ, played both ways

`concordia COMMAND --help` explains each command.""",
    "validate": """\
A PATH is a folder with a specification, or a file in one: then only the findings about that file are shown.
Every fault is named at once, with its file, line and column, and with what was probably meant.

exit codes: 0 nothing found, 1 findings, 2 wrong usage

examples:
  concordia validate
  concordia validate my-spec/ --format github
  concordia validate my-spec/maps/italia.yaml""",
    "show": """\
Without ID, all things of the kind are listed. The id of a card is its kind (mercator: all Mercators) or its deck and
kind (ii_mercator).

examples:
  concordia show card
  concordia show card ii_mercator
  concordia show god jupiter
  concordia show good wine
  concordia show map imperium
  concordia show clause architect.move.occupied""",
    "setup": """\
A game file holds every random outcome, so that it replays anywhere. With --state the position is written instead.

examples:
  concordia setup --map italia --players 2 --seed 7 > game.json
  concordia setup --players 5 --draws draws.yaml --state""",
    "legal": """\
examples:
  concordia legal game.json
  concordia legal game.json --card architect --limit 50
  concordia setup --seed 1 | concordia legal - --format json""",
    "play": """\
A turn is one line, the card first; parts follow after semicolons:
  tribune; place sea@roma
  architect; move sea@roma > massilia~roma:sea; build massilia
  prefect produce; province syria
  mercator; sell 3 wine; buy 4 brick
  senator; cards i_mercator, i_architect; any 1 brick
  diplomat copies 1: mercator; sell 3 wine

exit codes: 0 played, 1 refused by a rule, 2 not a turn or not a position

example:
  concordia play game.json "mercator; sell 1 wine" > next.json""",
    "replay": """\
example:
  concordia replay game.json""",
    "score": """\
examples:
  concordia score game.json --explain
  concordia score state.yaml --format json""",
    "demo": """\
examples:
  concordia demo
  concordia demo --map italia --players 2 --seed 5 --delay 0.2""",
    "dispute": """\
examples:
  concordia dispute --severity outcome             the questions that decide games
  concordia dispute --card colonist                about one card
  concordia dispute --between cs,pl                on what two rulebooks disagree
  concordia dispute colonist-income                the readings side by side, the ruling and why
  concordia dispute colonist-income --run          what happens under each reading
  concordia dispute --editions                     what each edition plays otherwise
  concordia dispute --state game.yaml --turn "i_colonist income"
                                                   the argument at the table, settled""",
    "conform": """\
Your program reads requests from its standard input and answers on its standard output, one JSON object a line.
conformance/README.md shows how to write such an adapter in fifteen minutes.

exit codes: 0 all as expected, 1 some verdict is not, 2 wrong usage or nothing selected, 3 the adapter cannot be used,
4 the suite is corrupt

examples:
  concordia conform                                        the reference
  concordia conform --adapter "node my-adapter.mjs" --smoke
  concordia conform --adapter ./mine -j 4 --html report.html --badge badge.svg
  concordia conform architect --card diplomat --adapter ./mine
  concordia conform --adapter ./mine --expectations known.yaml --update-expectations""",
    "adapter": """\
Requests come on standard input, answers go to standard output; conformance/PROTOCOL.md describes them.

example:
  echo '{"id": 0, "op": "hello", "protocol": 1}' | concordia adapter""",
    "bundle": """\
The bundle holds the data of all files, the version of the specification and a checksum. Its schema is
spec/schema/bundle.schema.json.

examples:
  concordia bundle > rules.json
  concordia bundle --spec my-spec/ -o rules.json""",
}


def parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    root = _Parser(
        prog="concordia",
        description="The rules of the board game Concordia as data: check them, look at them, use them.",
        epilog=EPILOGS[""],
    )
    root.add_argument("--version", action="version", version=f"concordia {__version__}")
    commands = root.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def command(name: str, run: Callable[[argparse.Namespace], int], help: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=help, description=help[0].upper() + help[1:] + ".", epilog=EPILOGS[name])
        sub.set_defaults(run=run)
        return sub

    validate = command("validate", _validate, "check a specification and name everything that is wrong with it")
    validate.add_argument(
        "paths", nargs="*", metavar="PATH", help="a specification, or a file in one (default: our own)"
    )
    validate.add_argument("--format", choices=("text", "json", "github"), default="text", help="default: text")

    show = command("show", _show, "show a card, god, good, map or clause")
    show.add_argument("kind", choices=("card", "god", "good", "map", "clause"), metavar="KIND", help="%(choices)s")
    show.add_argument("id", nargs="?", metavar="ID", help="which one (default: list them all)")
    show.add_argument("--format", choices=("text", "json"), default="text", help="default: text")
    _add_spec(show)

    _add_play_commands(command)
    _add_dispute_command(command)
    _add_conform_commands(command)

    bundle = command("bundle", _bundle, "write the whole specification as one JSON document")
    bundle.add_argument("-o", "--output", metavar="FILE", help="where to write it (default: standard output)")
    _add_spec(bundle)
    return root


class _Parser(argparse.ArgumentParser):
    """Keeps the line breaks of the examples, and says after a wrong call where help is to be had."""

    def __init__(self, **options: Any) -> None:
        super().__init__(formatter_class=argparse.RawDescriptionHelpFormatter, **options)

    def error(self, message: str) -> Any:
        print(f"concordia: {message}; see `{self.prog} --help`", file=sys.stderr)
        raise SystemExit(USAGE)


def _add_spec(command: argparse.ArgumentParser) -> None:
    command.add_argument("--spec", metavar="FOLDER", help="a specification of your own (default: our own)")
    command.add_argument(
        "--edition", metavar="EDITION", default="canonical", help="canonical, sr, cs, hu, pl, fr, or a file of your own"
    )


Command = Callable[[str, Callable[[argparse.Namespace], int], str], argparse.ArgumentParser]


def _add_play_commands(command: Command) -> None:
    setup = command(
        "setup", _playing("setup"), "set up a game and write it as a game file, with everything that was drawn"
    )
    _add_table(setup)
    setup.add_argument(
        "--draws", metavar="FILE", help="draws to use instead of a seed: first_player, city_goods, stack"
    )
    setup.add_argument("--state", action="store_true", help="write the position instead of the game file")
    legal = command("legal", _playing("legal"), "list the legal turns in a position, card by card")
    _add_position(legal)
    legal.add_argument("--card", metavar="CARD", help="only turns with this card")
    legal.add_argument("--limit", type=_positive, default=10, metavar="N", help="at most so many for each card (10)")
    play = command("play", _playing("play"), "play turns, and write the game or the position that follows")
    _add_position(play, default=None)
    play.add_argument("turns", nargs="+", metavar="TURN", help="a turn in notation or as JSON")
    replay = command("replay", _playing("replay"), "play a game file again: its log, its last position, its score")
    _add_position(replay)
    score = command("score", _playing("score"), "score a position, or the last one of a game, as if the game ended now")
    _add_position(score)
    score.add_argument("--explain", action="store_true", help="show everything that was counted")
    demo = command("demo", _playing("demo"), "watch a random game, turn by turn, to its score sheet")
    _add_table(demo)
    demo.add_argument("--delay", type=float, default=0.0, metavar="SECONDS", help="wait after every turn")
    demo.add_argument("--explain", action="store_true", help="show everything that was counted for the score")


def _add_table(command: argparse.ArgumentParser) -> None:
    command.add_argument("--map", default="imperium", metavar="MAP", help="imperium (default) or italia")
    command.add_argument("--players", type=int, default=4, metavar="N", help="how many players (4)")
    command.add_argument(
        "--seed", type=int, metavar="N", help="a number to draw from (default: another one every time)"
    )
    command.add_argument("--interim", action="store_true", help="with interim scoring")
    _add_spec(command)


def _add_position(command: argparse.ArgumentParser, default: str | None = "text") -> None:
    command.add_argument("file", metavar="FILE", help="a game file or a state, JSON or YAML; - for standard input")
    told = (
        "default: text" if default else "text: the position in words; json: refusals too (default: only what follows)"
    )
    command.add_argument("--format", choices=("text", "json"), default=default, help=told)
    _add_spec(command)


def _add_dispute_command(command: Command) -> None:
    dispute = command("dispute", _playing("dispute"), "where the rulebooks differ: list, show and play disputes")
    dispute.add_argument("id", nargs="?", metavar="ID", help="which dispute (default: list them)")
    dispute.add_argument("--run", dest="run_scenario", action="store_true", help="play its scenario under each reading")
    dispute.add_argument("--card", metavar="CARD", help="only disputes about this kind of card")
    dispute.add_argument("--clause", metavar="CLAUSE", help="only disputes about this clause, or those below it")
    dispute.add_argument(
        "--severity", choices=("outcome", "edge", "cosmetic"), help="only disputes that change this much"
    )
    dispute.add_argument("--between", type=_pair, metavar="A,B", help="only where two rulebooks disagree: cs,pl")
    dispute.add_argument("--text", metavar="WORDS", help="only disputes with these words; diacritics do not matter")
    dispute.add_argument("--editions", action="store_true", help="show on what each edition leaves the canonical rules")
    dispute.add_argument("--turn", metavar="TURN", help="with --state: under which editions is this turn legal?")
    dispute.add_argument("--state", metavar="FILE", help="the position for --turn")
    dispute.add_argument("--format", choices=("text", "json"), default="text", help="default: text")
    _add_spec(dispute)


def _add_conform_commands(command: Command) -> None:
    conform = command("conform", _playing("conform"), "run the conformance suite against the reference or your program")
    conform.add_argument("ids", nargs="*", metavar="ID", help="scenarios by id, folder or glob (default: all)")
    conform.add_argument(
        "--adapter", action="append", metavar="CMD", help="the program to test; may be given several times"
    )
    conform.add_argument("-j", "--jobs", type=_positive, default=1, metavar="N", help="so many processes at a time (1)")
    conform.add_argument("--timeout", type=_seconds, default=10.0, metavar="S", help="seconds for one answer (10)")
    choice = conform.add_argument_group("which scenarios")
    choice.add_argument("--clause", metavar="CLAUSE", help="about this clause, or those below it")
    choice.add_argument("--card", metavar="KIND", help="that play or copy this kind of card")
    choice.add_argument("--level", choices=("core", "by_convention", "disputed"), help="of this level")
    choice.add_argument("--map", metavar="MAP", help="on this map")
    choice.add_argument("--players", type=int, metavar="N", help="with so many players")
    choice.add_argument("--smoke", action="store_true", help="a few, for a first adapter, with advice")
    choice.add_argument("--list", action="store_true", help="list them and stop")
    choice.add_argument("--shuffle", type=int, metavar="SEED", help="in another order")
    known = conform.add_argument_group("known failures")
    known.add_argument("--expectations", metavar="FILE", help="scenarios that are expected to fail; cuts both ways")
    known.add_argument("--update-expectations", action="store_true", help="write the failures of this run to that file")
    output = conform.add_argument_group("reports")
    output.add_argument("--report", metavar="FILE", help="JSON Lines, the source of all other reports")
    output.add_argument("--resume", action="store_true", help="go on with the report of --report")
    output.add_argument("--junit", metavar="FILE", help="JUnit XML")
    output.add_argument("--markdown", metavar="FILE", help="Markdown")
    output.add_argument("--html", metavar="FILE", help="a page with matrices by card and clause")
    output.add_argument("--badge", metavar="FILE", help="an SVG badge")
    output.add_argument("--export", metavar="DIR", help="write the scenarios as JSON with whole states and stop")
    output.add_argument("--show", type=_number, default=5, metavar="N", help="explain so many failures (5)")
    output.add_argument("--format", choices=("text", "json"), default="text", help="default: text")
    conform.add_argument("--edition", metavar="EDITION", default="canonical", help="canonical, sr, cs, hu, pl or fr")
    conform.add_argument("--suite", metavar="FOLDER", help="scenarios of your own, in such a folder as conformance/")
    conform.set_defaults(spec=None)
    command("adapter", _adapter, "the reference behind the protocol, for others to compare with")


def _adapter(_: argparse.Namespace) -> int:
    from concordia_ref.adapter import serve

    serve(sys.stdin.buffer, sys.stdout)
    return FINE


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


def _number(text: str) -> int:
    number = int(text)
    if number < 0:
        raise argparse.ArgumentTypeError("must not be negative")
    return number


def _seconds(text: str) -> float:
    seconds = float(text)
    # A day is for ever, and other than that it can be waited for.
    if not 0 < seconds <= 86_400:
        raise argparse.ArgumentTypeError("must be a number of seconds")
    return seconds


def _pair(text: str) -> tuple[str, str]:
    rulebooks = ("sr", "cs", "hu", "pl", "fr")
    one, comma, other = text.partition(",")
    if not comma or one not in rulebooks or other not in rulebooks:
        raise argparse.ArgumentTypeError(f"must be two of {', '.join(rulebooks)}, such as cs,pl")
    return one, other


def _playing(name: str) -> Callable[[argparse.Namespace], int]:
    """A command that plays by the rules of an edition."""

    def run(options: argparse.Namespace) -> int:
        from concordia_ref import play_commands
        from concordia_ref.conform_command import conform
        from concordia_ref.dispute_command import dispute
        from concordia_ref.game import Game

        commands = {**vars(play_commands), "dispute": dispute, "conform": conform}
        return play_commands.guarded(commands[name], Game(_load(options)), options)

    return run


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    for stream in (sys.stdout, sys.stderr):
        # City names and rulebook headings need more than ASCII; a terminal that lacks a letter shows a mark instead.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
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
    from concordia_ref.findings import render
    from concordia_ref.tree import packaged_folder
    from concordia_ref.validation import validate

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
        findings += [_below(folder, finding) for finding in validate(folder) if names is None or finding.file in names]
    output = render(findings, options.format)
    if output:
        print(output)
    if options.format == "text":
        print(_summary(findings, len(folders)), file=sys.stderr)
    return FINDINGS if findings else FINE


def _folder_and_file(path: Path) -> tuple[Path, str | None]:
    """The specification that a path belongs to, and the name of the file in it if the path is a file."""
    from concordia_ref.tree import ENDINGS

    if not path.exists():
        raise _wrong_usage(f"there is no file or folder {str(path)!r}")
    if path.is_dir():
        return path, None
    for folder in path.resolve().parents:
        if (folder / ROOT_FILE).exists():
            name = path.resolve().relative_to(folder).as_posix()
            if path.suffix in ENDINGS:
                return folder, name
            raise _wrong_usage(f"{str(path)!r} is no YAML file")
    raise _wrong_usage(f"{str(path)!r} belongs to no specification: no folder above it holds {ROOT_FILE}")


def _below(folder: Path, finding: Finding) -> Finding:
    """The finding with the path of its file as the user would open it."""
    from dataclasses import replace

    file = folder / finding.file
    here = Path.cwd()
    return replace(finding, file=str(file.relative_to(here) if file.is_relative_to(here) else file))


def _summary(findings: Sequence[Finding], specifications: int) -> str:
    if not findings:
        return "the specification is valid" if specifications == 1 else f"{specifications} specifications are valid"
    files = len({finding.file for finding in findings})
    return f"{len(findings)} finding{'s' * (len(findings) > 1)} in {files} file{'s' * (files > 1)}"


def _show(options: argparse.Namespace) -> int:
    from concordia_ref.show import UnknownId, show, show_json

    spec = _load(options)
    try:
        if options.format == "json":
            print(json.dumps(show_json(spec, options.kind, options.id), indent=2))
        else:
            print(show(spec, options.kind, options.id))
    except UnknownId as error:
        raise _wrong_usage(str(error)) from None
    return FINE


def _bundle(options: argparse.Namespace) -> int:
    from concordia_ref.bundle import bundle

    # Letters beyond ASCII are escaped: a terminal that lacks one would break the checksum.
    text = json.dumps(bundle(_load(options)), indent=1)
    if options.output is None:
        print(text)
        return FINE
    try:
        Path(options.output).write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise _wrong_usage(f"cannot write {options.output!r}: {error.strerror}") from None
    return FINE


def _load(options: argparse.Namespace) -> Specification:
    from concordia_ref.errors import Malformed
    from concordia_ref.findings import SpecificationError, render
    from concordia_ref.specification import load
    from concordia_ref.tree import packaged_folder

    folder = options.spec
    if folder is not None and not Path(folder).is_dir():
        raise _wrong_usage(f"there is no folder {folder!r}")
    try:
        return load(folder, options.edition)
    except Malformed as error:
        raise _wrong_usage(str(error)) from None
    except SpecificationError as error:
        findings = [_below(Path(folder or packaged_folder("spec")), finding) for finding in error.findings]
        raise _Stopped(render(findings, "text"), FINDINGS) from None
