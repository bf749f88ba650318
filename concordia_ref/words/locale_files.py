"""Writing locale files: always in the same form, so that a change of one string changes no other line.

The order of the strings, the blank lines and the comments between them are those of the English files.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from babel.core import Locale

from concordia_ref.words.catalogue import NOT_GROUPS
from concordia_ref.words.languages import ENGLISH

WIDTH = 120
_SCHEMA = "# yaml-language-server: $schema=../../schema/locale-{}.schema.json"
_ABOUT = {
    "terms": "The names of things, with the forms that sentences need",
    "clauses": "The text of every clause",
    "messages": "What people read about the game, other than names and clauses",
    "rulebook": "The prose of the rulebook and of the player aid",
    "disputes": "The texts of disputes and editions",
    "sources": "How far each text is, and the mark of the English text that it was translated from",
}
_ABOUT_ENGLISH = "How far each text of the rulebook is, and the mark of the rules that it was written from"
# Words that need no quotes anywhere in YAML.
_PLAIN = re.compile(r"[^\W\d_][\w’\u00a0()æœÆŒ -]*[\w)]|[^\W\d_]")
_AMBIGUOUS = re.compile(r"y|n|yes|no|on|off|true|false|null|~", re.IGNORECASE)


def write_locale(folder: Path, parts: Mapping[str, Any]) -> None:
    """Write the files of a language: its terms, clauses, messages, rulebook, disputes and sources."""
    for part, data in parts.items():
        name = Locale.parse(folder.name.replace("-", "_")).get_display_name("en")
        body = _WRITERS[part](folder.parent / ENGLISH, data) if data else ["{}"]
        about = _ABOUT_ENGLISH if folder.name == ENGLISH and part == "sources" else f"{_ABOUT[part]}, in {name}"
        lines = [_SCHEMA.format(part), f"# {about}.", *body]
        (folder / f"{part}.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _clauses(english: Path, data: Mapping[str, str]) -> Iterator[str]:
    for key in _order(english / "clauses.yaml", data):
        yield key if key.startswith("#") or not key else _folded(key, data[key], 0)


def _messages(english: Path, data: Mapping[str, str]) -> Iterator[str]:
    return _short_or_folded(english / "messages.yaml", data)


def _rulebook(english: Path, data: Mapping[str, str]) -> Iterator[str]:
    return _short_or_folded(english / "rulebook.yaml", data)


def _short_or_folded(template: Path, data: Mapping[str, str]) -> Iterator[str]:
    for key in _order(template, data):
        if key.startswith("#") or not key:
            yield key
        elif len(line := f"{key}: {json.dumps(data[key], ensure_ascii=False)}") <= WIDTH:
            yield line
        else:
            yield _folded(key, data[key], 0)


def _order(template: Path, data: Mapping[str, str]) -> Iterator[str]:
    """The keys of a language with the comments and blank lines of the English file, after those at its top."""
    lines = template.read_text(encoding="utf-8").splitlines()
    top = next(number for number, line in enumerate(lines) if not line.startswith("#"))
    for line in lines[top:]:
        key = line.split(":")[0]
        if line.startswith("#") or not line or (line[0] != " " and key in data):
            yield line if line.startswith("#") else key


def _terms(_: Path, data: Mapping[str, Any]) -> Iterator[str]:
    yield from (f"{key}: {_scalar(data[key])}" for key in ("language", "name"))
    if data.get("unfinished"):
        yield "unfinished: true"
    for group, terms in data.items():
        if group not in NOT_GROUPS:
            yield f"\n{group}:"
            yield from (_term(id, term) for id, term in terms.items())
    # A language that is still being written may lack these.
    if "number_words" in data:
        yield "\nnumber_words:"
        yield from (f'  "{number}": {_list(words)}' for number, words in data["number_words"].items())
    if "alphabet" in data:
        yield f"\nalphabet: {_scalar(data['alphabet'])}"
    if "foreign_words" in data:
        yield textwrap.fill(f"foreign_words: {_list(data['foreign_words'])}", WIDTH, subsequent_indent="  ")


def _term(id: str, term: Mapping[str, Any]) -> str:
    forms = [f"{form}: {_list(words) if isinstance(words, list) else _scalar(words)}" for form, words in term.items()]
    line = f"  {id}: {{{', '.join(forms)}}}"
    return line if len(line) <= WIDTH else "\n".join([f"  {id}:", *(f"    {form}" for form in forms)])


def _list(words: list[str]) -> str:
    return f"[{', '.join(map(_scalar, words))}]"


def _scalar(text: str) -> str:
    plain = _PLAIN.fullmatch(text) and not _AMBIGUOUS.fullmatch(text)
    return text if plain else json.dumps(text, ensure_ascii=False)


def _disputes(_: Path, data: Mapping[str, Any]) -> Iterator[str]:
    for part, entries in data.items():
        yield f"{part}:" if entries else f"{part}: {{}}"
        for id, texts in entries.items():
            yield f"  {id}:"
            yield from _nested(texts, 4)


def _nested(texts: Mapping[str, Any], indent: int) -> Iterator[str]:
    for key, value in texts.items():
        if isinstance(value, Mapping):
            yield f"{' ' * indent}{key}:"
            yield from _nested(value, indent + 2)
        else:
            yield _folded(key, value, indent)


def _sources(_: Path, data: Mapping[str, str]) -> Iterator[str]:
    yield from (f"{key}: {mark}" for key, mark in data.items())


def _folded(key: str, text: str, indent: int) -> str:
    """A text over several lines. One that folding would change, because it begins with a space, stays on one."""
    margin = " " * indent
    if text != " ".join(text.split(" ")).strip(" ") or "  " in text:
        return f"{margin}{key}: {json.dumps(text, ensure_ascii=False)}"
    lines = textwrap.wrap(text, WIDTH - indent - 2, break_long_words=False, break_on_hyphens=False)
    return "\n".join([f"{margin}{key}: >-", *(f"{margin}  {line}" for line in lines)])


_WRITERS = {
    "terms": _terms,
    "clauses": _clauses,
    "messages": _messages,
    "rulebook": _rulebook,
    "disputes": _disputes,
    "sources": _sources,
}
