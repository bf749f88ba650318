"""Reading and writing states, turns and games as files: JSON or YAML, with the same strictness as the rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from concordia_ref.spec.errors import Malformed
from concordia_ref.spec.strict_yaml import MOST_DIGITS, parse_source

LINE = 120


def read_document(text: str) -> Any:
    """The data of a JSON or YAML text; `Malformed` says what is wrong with it, and where.

    >>> read_document('{"card": "tribune"}') == read_document("card: tribune")
    True
    """
    if text.lstrip().startswith(("{", "[")):
        try:
            return json.loads(
                text, parse_float=_not_whole, parse_constant=_not_whole, parse_int=_whole, object_pairs_hook=_object
            )
        except json.JSONDecodeError as error:
            raise _neither(error.lineno, error.colno, error.msg) from None
        except RecursionError:
            raise Malformed("json.deep", "this is nested too deeply to be read") from None
    source, findings = parse_source(text, "input")
    if findings or source is None:
        first = findings[0]
        raise _neither(first.line, first.column, first.explanation)
    return source.data


def _neither(line: int, column: int, problem: str) -> Malformed:
    return Malformed("json", f"this is neither JSON nor YAML: line {line}, column {column}: {problem}")


def _not_whole(text: str) -> Any:
    raise Malformed("json.not-whole", f"{text} is not a whole number")


def _whole(text: str) -> int:
    if len(text.lstrip("-")) > MOST_DIGITS:
        raise Malformed("json.digits", f"{text[:MOST_DIGITS]}… has more than {MOST_DIGITS} digits")
    return int(text)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise Malformed("json.key-twice", f"the key {key!r} appears twice in one object")
        found[key] = value
    return found


def write_json(data: Any) -> str:
    """JSON for people: indented, but lists and objects that fit on a line stay on it.

    >>> print(write_json({"a": [1, 2], "b": {}}))
    {"a": [1, 2], "b": {}}
    """
    return _folded(data, "", 0)


def _folded(value: Any, indent: str, taken: int) -> str:
    """JSON that begins after so many columns of its line."""
    flat = json.dumps(value, ensure_ascii=False)
    if taken + len(flat) < LINE or not isinstance(value, (dict, list)):
        return flat
    inner = indent + "  "
    if isinstance(value, dict):
        keys = [f"{inner}{json.dumps(key, ensure_ascii=False)}: " for key in value]
        rows = [key + _folded(item, inner, len(key)) for key, item in zip(keys, value.values(), strict=True)]
        return "{\n" + ",\n".join(rows) + f"\n{indent}}}"
    return "[\n" + ",\n".join(inner + _folded(item, inner, len(inner)) for item in value) + f"\n{indent}]"


def read_file(path: str, stdin: Any) -> str:
    """The text of a file, or of standard input for a dash."""
    if path == "-":
        text: str = stdin.read()
        return text
    return Path(path).read_text(encoding="utf-8")
