"""Every message is used, and every message that is used is there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import concordia_ref
from concordia_ref.words.languages import english

SOURCES = sorted(Path(concordia_ref.__file__).parent.rglob("*.py"))
# Functions whose first argument is the end of a key, and what stands before it.
PREFIXES = {
    "header": ("show.",),
    "_header": ("dispute.",),
    "Finding": ("finding.",),
    "finding": ("finding.",),
    "Malformed": ("malformed.",),
    "note": ("problem.", "finding."),
    "Fault": ("conform.fault.",),
    "_end": ("conform.fault.",),
    "unknown": ("what.",),
    "option": ("help.",),
    "group": ("help.conform.",),
}


def keys_in(file: Path) -> Iterator[str]:
    """Every text of a file that may be a key: as it stands, or as the end of one."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
            for prefixes in PREFIXES.values():
                yield from (prefix + node.value for prefix in prefixes)


def patterns_in(file: Path) -> Iterator[str]:
    """Every key that is put together at run time, as a pattern."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.JoinedStr) and re.match(r"[a-z0-9]+\.", str(getattr(node.values[0], "value", ""))):
            parts = (part.value if isinstance(part, ast.Constant) else None for part in node.values)
            yield "".join(".+" if part is None else re.escape(str(part)) for part in parts)


USED = {key for file in SOURCES for key in keys_in(file)}
PATTERN = re.compile("|".join({pattern for file in SOURCES for pattern in patterns_in(file)} - {r"finding\..+"}))


def said(file: Path) -> Iterator[str]:
    """The keys that stand in calls of `say` and `Said` as they are."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in ("say", "Said"):
                yield str(node.args[0].value)


def test_every_message_that_is_said_is_there() -> None:
    missing = {key for file in SOURCES for key in said(file)} - set(english().messages)
    assert not missing


@pytest.mark.skip(reason="tool messages are leaving the catalogue; their keys are deleted last, all at once")
def test_every_message_is_used() -> None:
    unused = [key for key in english().messages if key not in USED and not PATTERN.fullmatch(key)]
    assert unused == []
