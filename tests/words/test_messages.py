"""Every message is used, and every message that is used is there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from jinja2 import nodes

import concordia_ref
from concordia_ref.site.templates import environment
from concordia_ref.words.languages import english

PACKAGE = Path(concordia_ref.__file__).parent
SOURCES = {file: ast.parse(file.read_text(encoding="utf-8")) for file in sorted(PACKAGE.rglob("*.py"))}
TEMPLATES = [
    environment().parse(file.read_text(encoding="utf-8"))
    for file in sorted((PACKAGE / "site" / "templates").rglob("*.html"))
]
# Functions whose arguments are the ends of keys, and what stands before them.
ENDS = {"header": "show.", "_header": "dispute."}
# Messages about a state that cannot be: the ends of their keys are facts, which these modules write.
FACTS = ("problem.", "type.", "what.")
STATES = ("engine/state_json.py", "engine/problems.py")
# Patterns of the keys above, which name the messages one by one.
LISTED = {rf"{re.escape(prefix)}.+" for prefix in (*ENDS.values(), *FACTS)}


def texts_in(tree: ast.AST) -> Iterator[str]:
    """Every text of a module that may be a key."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def called_with(tree: ast.AST, *names: str) -> Iterator[tuple[str, str]]:
    """The texts that functions of some names are called with, each after the name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in names:
                texts = (argument.value for argument in node.args if isinstance(argument, ast.Constant))
                yield from ((name, str(text)) for text in texts)


def patterns_in(tree: ast.AST) -> Iterator[str]:
    """Every key that is put together at run time, as a pattern."""
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr) and re.match(r"[a-z0-9]+\.", str(getattr(node.values[0], "value", ""))):
            parts = (part.value if isinstance(part, ast.Constant) else None for part in node.values)
            yield "".join(".+" if part is None else re.escape(str(part)) for part in parts)


def texts_in_templates() -> Iterator[str]:
    """Every text of a template that may be a key."""
    for template in TEMPLATES:
        yield from (node.value for node in template.find_all(nodes.Const) if isinstance(node.value, str))


def said_in_templates() -> Iterator[str]:
    """The keys that stand in calls of templates as they are."""
    for template in TEMPLATES:
        for call in template.find_all(nodes.Call):
            name = call.node.attr if isinstance(call.node, nodes.Getattr) else getattr(call.node, "name", "")
            if name in ("say", "title", "header"):
                yield from (node.value for node in call.args if isinstance(node, nodes.Const))


def patterns_in_templates() -> Iterator[str]:
    """Every key that a template puts together, as a pattern."""
    for template in TEMPLATES:
        for node in template.find_all(nodes.Concat):
            parts = [part.value if isinstance(part, nodes.Const) else None for part in node.nodes]
            if re.match(r"[a-z0-9]+\.", str(parts[0])):
                yield "".join(".+" if part is None else re.escape(str(part)) for part in parts)


def test_every_message_that_is_said_is_there() -> None:
    said = {key for tree in SOURCES.values() for _, key in called_with(tree, "say", "Said", "title", "unfilled")}
    for tree in SOURCES.values():
        ends = ((ENDS[name], text) for name, text in called_with(tree, *ENDS) if text)
        # The columns of a page are whole keys.
        said |= {text if "." in text else prefix + text for prefix, text in ends}
    said.update(said_in_templates())
    assert said - set(english().messages) == set()


def test_every_message_is_used() -> None:
    used = {text for tree in SOURCES.values() for text in texts_in(tree)} | set(texts_in_templates())
    used |= {ENDS[name] + text for tree in SOURCES.values() for name, text in called_with(tree, *ENDS)}
    used |= {prefix + text for name in STATES for text in texts_in(SOURCES[PACKAGE / name]) for prefix in FACTS}
    patterns = {pattern for tree in SOURCES.values() for pattern in patterns_in(tree)} - LISTED
    put_together = re.compile("|".join({*patterns, *patterns_in_templates()}))
    assert [key for key in english().messages if key not in used and not put_together.fullmatch(key)] == []
