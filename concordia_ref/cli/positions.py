"""What the commands that play share: reading positions, and reporting refused turns."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from click.exceptions import Exit

from concordia_ref.cli.exits import FINDINGS, Failure
from concordia_ref.engine.errors import Refused
from concordia_ref.engine.game import Game
from concordia_ref.engine.record import FORMAT, Record
from concordia_ref.engine.state import State
from concordia_ref.spec.documents import read_document, read_file
from concordia_ref.spec.errors import Malformed
from concordia_ref.spec.model import Specification
from concordia_ref.suite.positions import expand
from concordia_ref.words.languages import Language
from concordia_ref.words.naming import violation_text


def read_text(file: str) -> str:
    """The text of a file, or of standard input for a dash."""
    try:
        return read_file(file, sys.stdin)
    except UnicodeDecodeError:
        raise Failure(f"{file} is not text in UTF-8") from None
    except OSError as error:
        raise Failure(f"cannot read {file!r}: {error.strerror}") from None


def read_data(file: str) -> Any:
    """The data of a JSON or YAML file, or of standard input for a dash."""
    try:
        return read_document(read_text(file))
    except Malformed as error:
        raise Malformed(error.code, f"{file}: {error.message}") from None


def read_turn(written: str) -> Any:
    """A turn as it is written: JSON, or else notation."""
    return read_document(written) if written.lstrip().startswith("{") else written


def read_position(game: Game, file: str) -> tuple[State, Record | None]:
    """A position from a file: a state, whole or in its short form, or the last one of a game together with the game."""
    data = read_data(file)
    if is_game(data):
        record = game.record_from_json(data)
        *_, state = game.replay(record)
        return state, record
    return position_of(game, data), None


def is_game(data: Any) -> bool:
    """Whether the data of a file are a game with its turns."""
    return isinstance(data, dict) and data.get("format") == FORMAT


def position_of(game: Game, data: Any) -> State:
    """A position from the data of a file. In the short form `players` is a number, in a whole state it is a list."""
    if isinstance(data, dict) and isinstance(data.get("players"), int):
        return expand(game.rules, data)
    return game.state_from_json(data)


@contextmanager
def refusals_reported(words: Language, spec: Specification, format: str | None) -> Iterator[None]:
    """Within this block, a refused turn is reported and ends the command."""
    try:
        yield
    except Refused as refused:
        if format == "json":
            listed = [violation.to_json() for violation in refused.violations]
            print(json.dumps({"refused": listed}, indent=2, ensure_ascii=False))
        else:
            print(words.say("play.refused"), file=sys.stderr)
            for violation in refused.violations:
                print(f"  {violation.pointer or '/'}: {violation_text(words, spec, violation)}", file=sys.stderr)
                print(f"    {violation.clause}: {words.clause(violation.clause, spec)}", file=sys.stderr)
        raise Exit(FINDINGS) from None


def seed_or_new(seed: int | None) -> int:
    """The seed given, or one from the clock, which is printed so that the game can be repeated."""
    if seed is None:
        seed = time.time_ns() % 1_000_000
        print(f"seed {seed}", file=sys.stderr)
    return seed
