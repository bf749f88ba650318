"""The file of all games: a row for each game under each set of rules, written as they come; it can be continued later.

Rows are written as CSV. A Parquet file can be read only once it is whole, so it is made from the CSV at the end. The
settings are in a file beside it: only games with the same settings can be added.
"""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from concordia_ref.lab.batches import Stopped
from concordia_ref.lab.simulation.games import GameResult, Settings, result_from_row
from concordia_ref.spec.documents import write_json
from concordia_ref.spec.errors import Malformed

FORMAT, FORMAT_VERSION = "concordia-games", 1
ENDINGS = (".csv", ".parquet")
TEXT_COLUMNS = ("rules", "map")
Row = Sequence[str | int]


class GamesFile:
    """A file of games that is being written."""

    def __init__(self, file: Path, settings: Settings) -> None:
        if file.suffix not in ENDINGS:
            raise Malformed("simulate.ending", f"{str(file)!r} must end in one of {', '.join(ENDINGS)}")
        if file.suffix == ".parquet" and find_spec("pyarrow") is None:
            command = "pip install 'concordia-ref[parquet]'"
            raise Stopped(f"this needs the package pyarrow, which is not installed; install it with `{command}`")
        if not file.parent.is_dir():
            raise Stopped(f"there is no folder for {str(file)!r}")
        self.file = file
        self.settings = settings
        self.beside = file.with_name(f"{file.name}.settings.json")
        self.rows = file if file.suffix == ".csv" else file.with_name(f"{file.name}.unfinished.csv")

    def begin(self) -> None:
        """Begin a new file; existing games are left alone."""
        if self.file.exists() or self.rows.exists():
            raise Stopped(f"{self.file} already exists; use --resume to continue it, or remove it first")
        self._begin()

    def go_on(self) -> Iterator[list[GameResult]]:
        """The games in the file, each under all rules; anything after the last complete game is cut off."""
        if self.file.exists() or self.rows.exists():
            self._check_settings()
            if not self.rows.exists():
                self._unpack()
        if not self.rows.exists() or not self._header_is_whole():
            self._begin()
        whole = here = 0
        game: list[GameResult] = []
        with self.rows.open("rb") as lines:
            for number, line in enumerate(lines, 1):
                here += len(line)
                if not line.endswith(b"\n"):
                    break
                if number > 1:
                    game.append(self._result(line.decode(), number))
                if number == 1 or len(game) == len(self.settings.rulesets):
                    whole = here
                    if game:
                        yield game
                    game = []
        os.truncate(self.rows, whole)

    def write(self, results: Iterable[GameResult]) -> None:
        """Add games; they are on the disk when this is done."""
        with self.rows.open("a", encoding="utf-8", newline="") as file:
            file.write("".join(_line(result.to_row()) for result in results))
            file.flush()
            os.fsync(file.fileno())

    def finish(self) -> None:
        """Make the file that was asked for, if it is another one than was written."""
        if self.rows != self.file:
            self._pack()
            self.rows.unlink()

    # Settings

    def _begin(self) -> None:
        self.beside.write_text(f"{self._described()}\n", encoding="utf-8")
        self.rows.write_text(_line(self.settings.columns), encoding="utf-8", newline="")

    def _described(self) -> str:
        return write_json({"format": FORMAT, "format_version": FORMAT_VERSION, **self.settings.to_json()})

    def _check_settings(self) -> None:
        """Whether the games there are of the same sort; `Malformed` says in what they differ."""
        ours = json.loads(self._described())
        try:
            theirs = json.loads(self.beside.read_text(encoding="utf-8"))
            assert isinstance(theirs, dict)
        except (OSError, ValueError, AssertionError):
            message = f"{self.beside}, which says how the games were played, is missing or cannot be read"
            raise Malformed("simulate.no-settings", f"{message}; without it they cannot be continued") from None
        there, here = _flat(theirs), _flat(ours)
        differing = [key for key in dict.fromkeys((*here, *there)) if here.get(key) != there.get(key)]
        if differing:
            differences = ", ".join(f"{key}: {there.get(key, '-')} ≠ {here.get(key, '-')}" for key in differing)
            message = f"the games in {self.file} were played with other settings (there ≠ here): {differences}"
            raise Malformed("simulate.other-settings", f"{message}; use the same settings, or name another file")

    # Rows

    def _header_is_whole(self) -> bool:
        with self.rows.open("rb") as lines:
            first = next(lines, b"")
        if first.endswith(b"\n") and first.decode() != _line(self.settings.columns):
            raise self._damaged(1)
        return first.endswith(b"\n")

    def _result(self, line: str, number: int) -> GameResult:
        """The result in a line; it must be the one that comes next."""
        rulesets = self.settings.rulesets
        game, place = divmod(number - 2, len(rulesets))
        try:
            result = result_from_row(next(csv.reader([line])))
        except ValueError:
            raise self._damaged(number) from None
        if (result.game, result.rules, _line(result.to_row())) != (game, rulesets[place].name, line):
            raise self._damaged(number)
        return result

    def _damaged(self, line: int) -> Malformed:
        message = f"line {line} of {self.rows} is not the row that is expected there; fix it, or name another file"
        return Malformed("simulate.damaged", message)

    # Parquet

    def _pack(self) -> None:
        import pyarrow
        from pyarrow import csv as arrow_csv
        from pyarrow import parquet

        types = {
            column: pyarrow.string() if column in TEXT_COLUMNS else pyarrow.int32() for column in self.settings.columns
        }
        schema = pyarrow.schema(list(types.items()), metadata={FORMAT: self._described()})
        rows = arrow_csv.open_csv(
            self.rows,
            # Batches always end at the same rows, and so do the groups of rows in the file.
            read_options=arrow_csv.ReadOptions(use_threads=False, block_size=1 << 24),
            convert_options=arrow_csv.ConvertOptions(column_types=types),
        )
        unfinished = self.file.with_name(f"{self.file.name}.unfinished")
        with parquet.ParquetWriter(unfinished, schema, compression="zstd") as written:
            for batch in rows:
                written.write_batch(batch)
        unfinished.replace(self.file)

    def _unpack(self) -> None:
        """The rows of a finished Parquet file as CSV, to continue."""
        from pyarrow import parquet

        self._begin()
        with self.rows.open("a", encoding="utf-8", newline="") as file:
            for batch in parquet.ParquetFile(self.file).iter_batches():
                columns: list[list[Any]] = [column.to_pylist() for column in batch.columns]
                file.writelines(map(_line, zip(*columns, strict=True)))


def _line(row: Row) -> str:
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerow(row)
    return written.getvalue()


def _flat(settings: dict[str, Any]) -> dict[str, str]:
    """Settings by name, with the rules one by one and in their order."""
    rules = settings.get("rules")
    flat = {key: json.dumps(value) for key, value in settings.items() if key != "rules"}
    if isinstance(rules, dict):
        flat |= {"rules": ", ".join(rules), **{f"rules {name}": str(digest)[:19] for name, digest in rules.items()}}
    return flat
