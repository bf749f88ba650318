"""The command `concordia i18n`: check the translations, and exchange them with translators."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from concordia_ref.cli import ids, options
from concordia_ref.cli.command import command
from concordia_ref.cli.exits import FINDINGS, FINE
from concordia_ref.cli.output import draw_table
from concordia_ref.cli.positions import read_text
from concordia_ref.cli.progress import Progress
from concordia_ref.cli.validate import summary
from concordia_ref.spec.errors import Malformed, unknown
from concordia_ref.spec.findings import render
from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.spec.tree import read_tree
from concordia_ref.words.catalogue import NOT_GROUPS, Status, Text, catalogue, digest, locale_of, place_of, statuses
from concordia_ref.words.languages import ENGLISH
from concordia_ref.words.locale_files import write_locale
from concordia_ref.words.translation_files import from_csv, from_po, merged, to_csv, to_po
from concordia_ref.words.validation import validate

TASKS = ("status", "check", "export", "import", "accept")
STATUSES: tuple[Status, ...] = ("translated", "reviewed", "stale", "missing")


@command(
    "i18n",
    about="status counts the texts of each language; check reports every fault of their texts; export writes the "
    "texts of a language for a translator and import reads them back, as PO or CSV; accept marks texts as right "
    "for the present English texts.",
    examples=(
        ("concordia i18n status", "how complete each language is"),
        ("concordia i18n check pl", "what is wrong with the Polish texts"),
        ("concordia i18n export pl -o pl.po", "for a translator's program"),
        ("concordia i18n import pl pl.po", "what the translator has written"),
        ("concordia i18n accept pl clauses.goods.five", "a text that somebody has reviewed"),
    ),
    judges=True,
)
@click.argument("task", type=click.Choice(TASKS), metavar="TASK", help="status, check, export, import or accept")
@click.argument(
    "names",
    type=ids.TRANSLATION,
    nargs=-1,
    metavar="[NAME]...",
    help="The language; then for import the file, for accept the keys of the texts [default: all]",
)
@click.option("--format", type=click.Choice(("po", "csv")), default="po", help="The form of an export")
@options.flag("--reviewed", "Somebody who speaks the language has read them")
@options.output
@options.spec
def i18n(task: str, names: Sequence[str], format: str, reviewed: bool, output: Path | None, spec: Path | None) -> int:
    """Carry out a task."""
    folder = spec or packaged_folder("spec")
    data = read_tree(folder)[0].data
    languages = [tag for tag in data["locales"] if tag != ENGLISH]
    if task == "status":
        print(status_text(data, languages))
        return FINE
    asked, known = (names, data["locales"]) if task == "check" else (names[:1], languages)
    for tag in asked:
        if tag not in known:
            raise unknown("language", tag, "", known)
    if task == "check":
        return _check(folder, names)
    if not names:
        raise Malformed("i18n.no-language", f"name the language: {', '.join(languages)}")
    tag, *rest = names
    match task:
        case "export":
            text = (to_po if format == "po" else to_csv)(data, tag)
            if output:
                output.write_text(text, encoding="utf-8")
            else:
                print(text, end="")
        case "import":
            _import(folder, data, tag, rest)
        case "accept":
            _accept(folder, data, tag, rest, "reviewed" if reviewed else "translated")
    return FINE


def status_text(data: Mapping[str, Any], languages: Sequence[str]) -> str:
    """A row for each language: how many strings are translated, reviewed, stale and missing."""
    rows = []
    for tag in languages:
        count = Counter(statuses(data, tag).values())
        rows.append([tag, *(str(count[status]) for status in STATUSES), str(count.total())])
    return draw_table(["language", *STATUSES, "all"], rows)


def _check(folder: Path, wanted: Sequence[str]) -> int:
    """Print the faults of all texts, or of those in some languages."""
    prefixes = tuple(f"locales/{tag}/" for tag in wanted) or ("locales/",)
    with Progress("texts"):
        findings = [finding for finding in validate(folder) if finding.file.startswith(prefixes)]
    if findings:
        print(render(findings, "text"))
    print(summary(findings), file=sys.stderr)
    return FINDINGS if findings else FINE


def _import(folder: Path, data: Mapping[str, Any], tag: str, names: Sequence[str]) -> None:
    if len(names) != 1:
        raise Malformed("i18n.no-file", "name the language and the file to read")
    text = read_text(names[0])
    found = from_csv(text) if names[0].endswith(".csv") else from_po(text, tag)
    texts, marks = merged(data, tag, found)
    sources = {**locale_of(data, tag, "sources"), **marks}
    _write(folder, data, tag, texts, sources)
    print(f"texts read: {len(marks)}", file=sys.stderr)


def _accept(folder: Path, data: Mapping[str, Any], tag: str, keys: Sequence[str], status: str) -> None:
    """Mark texts as right for the present English texts."""
    english, texts = catalogue(data, ENGLISH), catalogue(data, tag)
    for key in keys:
        if key not in texts or key not in english:
            raise unknown("message", key, "", texts)
    marks = {key: f"{status} {digest(english[key])}" for key in keys or texts if key in english}
    _write(folder, data, tag, texts, {**locale_of(data, tag, "sources"), **marks})
    print(f"texts accepted: {len(marks)}", file=sys.stderr)


def _write(
    folder: Path, data: Mapping[str, Any], tag: str, texts: Mapping[str, Text], sources: Mapping[str, str]
) -> None:
    """Write all files of a language, with every string where English has it."""
    settings = {key: value for key, value in locale_of(data, tag, "terms").items() if key in NOT_GROUPS}
    parts: dict[str, Any] = {
        "terms": settings,
        "clauses": {},
        "messages": {},
        "disputes": {"disputes": {}, "editions": {}},
    }
    for key in catalogue(data, ENGLISH):
        if key in texts:
            file, path = place_of(key, tag)
            place = parts[Path(file).stem]
            for name in path[:-1]:
                place = place.setdefault(name, {})
            place[path[-1]] = texts[key]
    order = {key: sources[key] for key in catalogue(data, ENGLISH) if key in sources}
    write_locale(folder / "locales" / tag, {**parts, "sources": order})
