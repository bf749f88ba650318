"""What thousands of known faults look like: which scenarios each of them breaks, and with which shapes.

The file `conformance/fingerprints.txt` is made by `concordia mutate --fingerprints`. Its lines have columns, separated
by tabs, and a letter in the first one:

    concordia-fingerprints  1  VERSION  RULES        the format, that of the shapes, the digest of the rules
    c  architect.order                               a clause; counted from 0
    s  architect/first-step  3f2a9c01  0,4-7         a scenario, its digest, and the clauses that it consults
    h  own coins more                                a shape; counted from 0
    p  2:0,7-9 5:7                                   a fingerprint: shape 2 in scenarios 0, 7, 8 and 9, shape 5 in 7
    f  KIND  ID  DIGEST  PRINT  CLAUSES  NOTE        a fault with its fingerprint; `-` if no scenario notices it
    e  5612                                          the number of lines before this one: nothing is missing
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from concordia_ref.spec.bundle import plain
from concordia_ref.spec.loading import load
from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.suite.cases import Case
from concordia_ref.suite.shapes import VERSION

FORMAT = "concordia-fingerprints"
FORMAT_VERSION = 1
COMMAND = "concordia mutate --fingerprints"
# What the rules are, apart from their texts.
RULES = ("actions", "cards", "costs", "display", "end", "gods", "goods", "interim", "maps", "pieces", "setup", "turn")

Cells = Mapping[str, frozenset[str]]
"""The scenarios that a fault breaks, each with its shapes."""


class KnownFault(NamedTuple):
    """A fault that was tried out. `note` is a sentence of a planted bug, or the values of a datum: `3 > 2`."""

    kind: str
    id: str
    digest: str
    clauses: tuple[str, ...]
    note: str
    cells: Cells

    @property
    def datum(self) -> str:
        """The datum of the rules that is changed; "" where none is.

        >>> KnownFault("data", "costs.house.in_city_of.cloth.coins-1", "", (), "", {}).datum
        'costs.house.in_city_of.cloth.coins'
        """
        return re.sub(r"([+-]1|=[^=]*|:(dropped|doubled|to-.*))$", "", self.id) if self.kind == "data" else ""


class Fingerprints(NamedTuple):
    """All known faults, with the digests of the scenarios and the rules for which they were tried out.

    `problem` says why a file cannot be used, and what to do; there are no faults then.
    """

    scenarios: Mapping[str, str] = {}
    consulted: Mapping[str, frozenset[str]] = {}
    """The clauses that a right engine consults in each scenario."""
    faults: tuple[KnownFault, ...] = ()
    rules: str = ""
    problem: str = ""

    def stale(self, cases: Iterable[Case]) -> list[str]:
        """The scenarios about which nothing is known, since they are new or were changed."""
        return [case.id for case in cases if self.scenarios.get(case.id) != scenario_digest(case)]


def scenario_digest(case: Case) -> str:
    """What identifies everything on which the outcome of a case depends; texts, clauses and ways do not count."""
    return _digest(_essence(case))


def _essence(case: Case) -> list[Any]:
    parts = [case.new, case.new is None and case.state, case.turns, case.after, case.rejected]
    return [*parts, case.scores, case.gods, case.winner, case.holds, case.twin and _essence(case.twin)]


def rules_digest() -> str:
    """What identifies the rules of the package, apart from their texts and from the clauses that name them."""
    data = plain(load().data)
    return _digest([_bare(data[key]) for key in RULES if key in data])


def _bare(data: Any) -> Any:
    """Data without what decides nothing in play."""
    if isinstance(data, dict):
        return {key: _bare(value) for key, value in data.items() if key not in ("clauses", "evidence")}
    return [_bare(item) for item in data] if isinstance(data, list) else data


def _digest(data: Any) -> str:
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:10]


def matrix_file(folder: Path | None = None) -> Path:
    """Where the fingerprints are."""
    return (folder or packaged_folder("conformance")) / "fingerprints.txt"


def read_fingerprints(file: Path | None = None) -> Fingerprints:
    """The fingerprints in a file. A file that cannot be used has a `problem`, and no faults."""
    file = file or matrix_file()
    try:
        found = parse(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Fingerprints(problem=f"{file}: there is no such file; make it with `{COMMAND}`")
    except (OSError, ValueError) as error:
        return Fingerprints(problem=f"{file}: {error}; make it again with `{COMMAND} --anew`")
    if found.rules != rules_digest():
        return Fingerprints(problem=f"{file}:1: it was made for other rules; bring it up to date with `{COMMAND}`")
    return found


class _Line(ValueError):
    """A line that cannot be read."""

    def __init__(self, number: int, problem: str) -> None:
        super().__init__(f"line {number}: {problem}")


def parse(text: str) -> Fingerprints:
    """The fingerprints in the text of a file; raises `ValueError` with the line that cannot be read."""
    lines = text.split("\n")
    header = lines[0].split("\t")
    if header[0] != FORMAT:
        raise _Line(1, f"it does not begin with {FORMAT!r}; it is not a file of fingerprints")
    if header[1:3] != [str(FORMAT_VERSION), str(VERSION)] or len(header) != 4:
        raise _Line(1, "it is of another version")
    scenarios: dict[str, str] = {}
    consulted: dict[str, frozenset[str]] = {}
    clauses: list[str] = []
    names: list[str] = []
    shapes: list[str] = []
    prints: list[Cells] = []
    faults: list[KnownFault] = []
    for number, line in enumerate(lines[1:], 2):
        columns = line.split("\t")
        try:
            match columns:
                case ["c", clause]:
                    clauses.append(clause)
                case ["s", id, digest, ranges]:
                    scenarios[id] = digest
                    consulted[id] = frozenset(clauses[one] for one in _numbers(ranges))
                    names.append(id)
                case ["h", shape]:
                    shapes.append(shape)
                case ["p", packed]:
                    prints.append(_unpacked(packed, shapes, names))
                case ["f", kind, id, digest, index, broken, note]:
                    cells = prints[int(index)] if index != "-" else {}
                    faults.append(KnownFault(kind, id, digest, tuple(broken.split()), note, cells))
                case ["e", count] if int(count) == number - 1:
                    return Fingerprints(scenarios, consulted, tuple(faults), header[3])
                case _:
                    raise ValueError
        except (ValueError, IndexError):
            raise _Line(number, f"{line[:60]!r} cannot be read") from None
    raise _Line(len(lines), "the end of the file is missing")


def to_text(matrix: Fingerprints) -> str:
    """The text of a file, in which equal fingerprints are written only once."""
    shapes = sorted({shape for fault in matrix.faults for found in fault.cells.values() for shape in found})
    of_shape = {shape: number for number, shape in enumerate(shapes)}
    clauses = sorted({clause for found in matrix.consulted.values() for clause in found})
    of_clause = {clause: number for number, clause in enumerate(clauses)}
    of_scenario = {id: number for number, id in enumerate(matrix.scenarios)}
    prints: dict[str, int] = {}
    faults = []
    for fault in matrix.faults:
        packed = _packed(fault.cells, of_shape, of_scenario)
        index = str(prints.setdefault(packed, len(prints))) if packed else "-"
        faults.append(["f", fault.kind, fault.id, fault.digest, index, " ".join(fault.clauses), fault.note])
    lines = [
        [FORMAT, str(FORMAT_VERSION), str(VERSION), matrix.rules],
        *(["c", clause] for clause in clauses),
        *(
            ["s", id, digest, _ranges(sorted(of_clause[clause] for clause in matrix.consulted.get(id, ())))]
            for id, digest in matrix.scenarios.items()
        ),
        *(["h", shape] for shape in shapes),
        *(["p", packed] for packed in prints),
        *faults,
    ]
    return "".join("\t".join(line) + "\n" for line in [*lines, ["e", str(len(lines))]])


def _packed(cells: Cells, of_shape: Mapping[str, int], of_scenario: Mapping[str, int]) -> str:
    by_shape: dict[int, list[int]] = {}
    for scenario, found in cells.items():
        for shape in found:
            by_shape.setdefault(of_shape[shape], []).append(of_scenario[scenario])
    return " ".join(f"{shape}:{_ranges(sorted(numbers))}" for shape, numbers in sorted(by_shape.items()))


def _ranges(numbers: Sequence[int]) -> str:
    """Numbers in a row as a range.

    >>> _ranges([0, 7, 8, 9])
    '0,7-9'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in runs)


def _unpacked(packed: str, shapes: Sequence[str], names: Sequence[str]) -> Cells:
    cells: dict[str, set[str]] = {}
    for part in packed.split(" "):
        shape, _, ranges = part.partition(":")
        for number in _numbers(ranges):
            cells.setdefault(names[number], set()).add(shapes[int(shape)])
    return {id: frozenset(found) for id, found in cells.items()}


def _numbers(ranges: str) -> Iterator[int]:
    for run in ranges.split(",") if ranges else ():
        first, _, last = run.partition("-")
        yield from range(int(first), int(last or first) + 1)
