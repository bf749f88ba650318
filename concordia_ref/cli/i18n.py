"""The command `concordia i18n`: how far the languages are, and the way to translators and back."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from concordia_ref.spec.documents import read_file
from concordia_ref.spec.errors import Malformed, unknown
from concordia_ref.spec.findings import render
from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.spec.tree import read_tree
from concordia_ref.words.catalogue import NOT_GROUPS, Status, Text, catalogue, digest, locale_of, statuses
from concordia_ref.words.languages import ENGLISH, say
from concordia_ref.words.locale_files import write_locale
from concordia_ref.words.tables import table
from concordia_ref.words.translation_files import from_csv, from_po, merged, to_csv, to_po
from concordia_ref.words.validation import validate

FINE, FINDINGS = 0, 1
STATUSES: tuple[Status, ...] = ("translated", "reviewed", "stale", "missing")


def i18n(options: argparse.Namespace) -> int:
    """Do what the options ask for."""
    folder = Path(options.spec) if options.spec else packaged_folder("spec")
    data = read_tree(folder)[0].data
    languages = [tag for tag in data["locales"] if tag != ENGLISH]
    if options.task == "status":
        print(status_text(data, languages))
        return FINE
    if options.task == "check":
        return _check(folder, options.names)
    tag, *names = options.names or [""]
    if tag not in languages:
        raise unknown("language", tag, "", languages)
    if options.task == "export":
        text = (to_po if options.format == "po" else to_csv)(data, tag)
        if options.output:
            Path(options.output).write_text(text, encoding="utf-8")
        else:
            print(text, end="")
    elif options.task == "import":
        _import(folder, data, tag, names)
    else:
        _accept(folder, data, tag, names, "reviewed" if options.reviewed else "translated")
    return FINE


def status_text(data: Mapping[str, Any], languages: Sequence[str]) -> str:
    """A row for each language: how many strings are translated, reviewed, stale and missing."""
    rows = []
    for tag in languages:
        count = Counter(statuses(data, tag).values())
        rows.append([tag, *(str(count[status]) for status in STATUSES), str(count.total())])
    header = [say(f"i18n.{column}") for column in ("language", *STATUSES, "all")]
    return table(header, rows)


def _check(folder: Path, wanted: Sequence[str]) -> int:
    """Print the faults of all texts, or of those in some languages."""
    prefixes = tuple(f"locales/{tag}/" for tag in wanted) or ("locales/",)
    findings = [finding for finding in validate(folder) if finding.file.startswith(prefixes)]
    if findings:
        print(render(findings, "text"))
    files = len({finding.file for finding in findings})
    print(say("validate.findings", number=len(findings), files=files), file=sys.stderr)
    return FINDINGS if findings else FINE


def _import(folder: Path, data: Mapping[str, Any], tag: str, names: Sequence[str]) -> None:
    if len(names) != 1:
        raise Malformed("i18n.no-file", "name the language and the file to read")
    text = read_file(names[0], sys.stdin)
    found = from_csv(text) if names[0].endswith(".csv") else from_po(text, tag)
    texts, marks = merged(data, tag, found)
    sources = {**locale_of(data, tag, "sources"), **marks}
    _write(folder, data, tag, texts, sources)
    print(say("i18n.imported", number=len(marks)), file=sys.stderr)


def _accept(folder: Path, data: Mapping[str, Any], tag: str, keys: Sequence[str], status: str) -> None:
    """Mark strings as right for what the English ones say now."""
    english, texts = catalogue(data, ENGLISH), catalogue(data, tag)
    for key in keys:
        if key not in texts or key not in english:
            raise unknown("message", key, "", texts)
    marks = {key: f"{status} {digest(english[key])}" for key in keys or texts if key in english}
    _write(folder, data, tag, texts, {**locale_of(data, tag, "sources"), **marks})
    print(say("i18n.accepted", number=len(marks)), file=sys.stderr)


def _write(
    folder: Path, data: Mapping[str, Any], tag: str, texts: Mapping[str, Text], sources: Mapping[str, str]
) -> None:
    """Write all files of a language, with every string where English has it."""
    settings = {key: value for key, value in locale_of(data, tag, "terms").items() if key in NOT_GROUPS}
    disputes: dict[str, Any] = {"disputes": {}, "editions": {}}
    parts: dict[str, Any] = {"terms": settings, "clauses": {}, "messages": {}}
    for key in catalogue(data, ENGLISH):
        if key in texts:
            part, *path = key.split(".", 1 if key.startswith(("clauses", "messages")) else -1)
            place = disputes[part] if part in disputes else parts[part]
            for name in path[:-1]:
                place = place.setdefault(name, {})
            place[path[-1]] = texts[key]
    order = {key: sources[key] for key in catalogue(data, ENGLISH) if key in sources}
    write_locale(folder / "locales" / tag, {**parts, "disputes": disputes, "sources": order})
