"""Golden files: each `conformance/perft/NAME.txt` holds the counts of one position.

    # What is special here, and who agrees with the counts.
    position: mercator-example             # a file in conformance/positions; or a set-up as in a scenario:
    setup: {"map": "italia", "players": 2}
    digest: 1f0c…                          # of the whole position
    depth 1: 246
    depth 2: 58105
    tribune: 3 701                         # a card, with the sequences that begin with it, for each depth
      tribune; place land@roma: 1 233      # its first choice, in the notation of turns, likewise
      …

The text below the comments is what `concordia perft --divide` prints.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from concordia_ref.engine.game import Game
from concordia_ref.engine.state import State
from concordia_ref.spec.documents import read_document, write_json
from concordia_ref.spec.errors import Malformed, unknown
from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.suite.perft import Counts, PerftTable, sum_counts
from concordia_ref.suite.positions import expand
from concordia_ref.suite.scenarios import record_of

_LINE = re.compile(r"(?P<indent> *)(?P<key>.+): (?P<numbers>\d+(?: \d+)*)")


@dataclass(frozen=True)
class PerftPosition:
    """A position with its name, and how a golden file gives it: as a `position` by name, or as a `setup`."""

    name: str
    given: Mapping[str, Any]
    state: State


@dataclass(frozen=True)
class Golden:
    """A golden file."""

    name: str
    given: Mapping[str, Any]
    digest: str
    comments: str
    table: PerftTable


def golden_names() -> list[str]:
    """The names of all golden files."""
    return sorted(file.stem for file in _folder("perft").glob("*.txt"))


def read_golden(name: str) -> Golden:
    """The golden file of a name."""
    return golden_from((_folder("perft") / f"{name}.txt").read_text(encoding="utf-8"), name)


def golden_from(text: str, name: str) -> Golden:
    """A golden file from its text; `Malformed` names the line that is not as it must be."""
    comments = [line for line in text.splitlines() if line.startswith("#")]
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line and not line.startswith("#")]
    header = dict(line.split(": ", 1) for _, line in lines[:2] if ": " in line)
    if set(header) not in ({"position", "digest"}, {"setup", "digest"}):
        message = f"{name} must begin with two lines, `position` or `setup`, and `digest`"
        raise Malformed("perft.header", message)
    totals: list[int] = []
    divided: dict[str, dict[str, Counts]] = {}
    rows: dict[tuple[str, ...], Counts] = {}
    for number, line in lines[2:]:
        match = _LINE.fullmatch(line)
        if match is None or (match["indent"] and not divided):
            message = f"{name}: line {number} is not a count: write a name, a colon and numbers"
            raise Malformed("perft.line", message)
        key, numbers = match["key"], tuple(map(int, match["numbers"].split()))
        if key == f"depth {len(totals) + 1}":
            totals.append(numbers[0])
        elif match["indent"]:
            card = next(reversed(divided))
            divided[card][key] = rows[(card, key)] = numbers
        else:
            divided[key], rows[(key,)] = {}, numbers
    message = f"{name}: the counts by card and first choice do not add up; count again with `concordia perft --divide`"
    if not totals or any(len(numbers) != len(totals) for numbers in rows.values()):
        raise Malformed("perft.sum", message)
    table = PerftTable(sum_counts([row for key, row in rows.items() if len(key) == 1], len(totals)), divided)
    if table.rows() != {(): tuple(totals), **rows}:
        raise Malformed("perft.sum", message)
    given = {key: read_document(value) if key == "setup" else value for key, value in header.items() if key != "digest"}
    return Golden(name, given, header["digest"], "\n".join(comments), table)


def golden_text(game: Game, position: PerftPosition, table: PerftTable) -> str:
    """What a golden file says below its comments."""
    ((kind, value),) = position.given.items()
    written = value if isinstance(value, str) else write_json(value)
    return "\n".join([f"{kind}: {written}", f"digest: {game.digest(position.state)}", *table.lines()])


def position_named(game: Game, name: str) -> PerftPosition | None:
    """The position of a golden file, or of a file in `conformance/positions`; None if neither has the name."""
    if name in golden_names():
        return position_of(game, read_golden(name))
    file = _folder("positions") / f"{name}.yaml"
    return _position(game, name, {"position": name}) if file.is_file() else None


def position_of(game: Game, golden: Golden) -> PerftPosition:
    """The position of a golden file."""
    return _position(game, golden.name, golden.given)


def _position(game: Game, name: str, given: Mapping[str, Any]) -> PerftPosition:
    if "setup" in given:
        return PerftPosition(name, given, game.start(record_of(game, given["setup"])))
    files = {file.stem: file for file in _folder("positions").glob("*.yaml")}
    if given["position"] not in files:
        raise unknown("position", given["position"], "/position", files)
    short = read_document(files[given["position"]].read_text(encoding="utf-8"))
    return PerftPosition(name, given, expand(game.rules, short))


def _folder(part: str) -> Path:
    return packaged_folder("conformance") / part
