"""How fast the reference is beside python-chess, catanatron and plain dictionaries: `python -m benchmarks`.

Everything is measured in one run, on one core, in CPU time. In each round every contender does the same work from the
same seeds, one after the other; the table shows the median of the rounds. The exit code says nothing about times: it is
0 unless something breaks or comes to a wrong result, and then 1.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks import report
from benchmarks.measures import MEASURES
from benchmarks.measuring import WrongResult, rows, run, use_one_core

ROUNDS = 7
QUICK_ROUNDS, QUICK_PART = 2, 0.1
HASHING = "PYTHONHASHSEED"

EXAMPLES = """examples:
  python -m benchmarks                              everything, in some minutes
  python -m benchmarks --quick                      a tenth of the work, to see that all runs
  python -m benchmarks --only "start-up" --rounds 15
  python -m benchmarks --json bench.json            with every round, for a program

What is measured and why it is fair: benchmarks/README.md. How costs grow: python -m benchmarks.growth."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and print the table."""
    options = _options(arguments)
    measures = [measure for measure in MEASURES if not options.only or measure.name in options.only]
    rounds = options.rounds or (QUICK_ROUNDS if options.quick else ROUNDS)
    part = QUICK_PART if options.quick else 1.0
    use_one_core()
    try:
        timed = run(measures, rounds, part=part, progress=progress)
    except WrongResult as wrong:
        print(f"benchmarks: {wrong}", file=sys.stderr)
        return 1
    found = rows(measures, timed)
    table = report.text(measures, found, rounds, part)
    print(table, end="")
    if options.markdown:
        options.markdown.write_text(f"# Benchmarks\n\n{table}", encoding="utf-8")
    if options.json:
        measured = report.to_json(found, timed, rounds, part)
        options.json.write_text(json.dumps(measured, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description=__doc__,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    names = ", ".join(repr(measure.name) for measure in MEASURES)
    parser.add_argument("--rounds", type=count, metavar="N", help=f"default: {ROUNDS}; with --quick {QUICK_ROUNDS}")
    parser.add_argument("--only", action="append", metavar="NAME", help=f"this measure; may be repeated: {names}")
    parser.add_argument("--quick", action="store_true", help="a tenth of the work, to see that all runs")
    parser.add_argument("--json", type=writable, metavar="FILE", help="write everything that was measured, as JSON")
    parser.add_argument("--markdown", type=writable, metavar="FILE", help="write the table to a file too")
    options = parser.parse_args(arguments)
    for name in options.only or ():
        if name not in {measure.name for measure in MEASURES}:
            parser.error(f"--only: there is no measure {name!r}; it is one of {names}")
    return options


def count(text: str) -> int:
    """A number of rounds."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of rounds; give 1 or more")
    return int(text)


def writable(text: str) -> Path:
    """A file in a folder that is there: this is said before minutes are spent, and not after them."""
    file = Path(text)
    if file.is_dir() or not file.parent.is_dir():
        raise argparse.ArgumentTypeError(f"{text!r} cannot be written: name a file in a folder that is there")
    return file


def progress(text: str) -> None:
    """Show how far the run is, in one line that is written over where somebody watches."""
    if sys.stderr.isatty():
        print(f"\r\x1b[2K{text}", end="", file=sys.stderr, flush=True)
    else:
        print(text, file=sys.stderr, flush=True)


def with_fixed_hashes(module: str) -> None:
    """Begin again with fixed hashes of strings: catanatron goes through sets, and plays other games without them."""
    if os.environ.get(HASHING) != "0":
        environment = {**os.environ, HASHING: "0"}
        os.execve(sys.executable, [sys.executable, "-m", module, *sys.argv[1:]], environment)


if __name__ == "__main__":
    with_fixed_hashes("benchmarks")
    raise SystemExit(main())
