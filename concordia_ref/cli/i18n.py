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
from concordia_ref.cli.exits import FINDINGS, FINE, Failure
from concordia_ref.cli.output import draw_table
from concordia_ref.cli.progress import Progress
from concordia_ref.cli.validate import summary
from concordia_ref.spec.errors import Malformed, unknown
from concordia_ref.spec.findings import render
from concordia_ref.spec.packaged import is_installed, packaged_folder
from concordia_ref.spec.tree import read_tree
from concordia_ref.words.catalogue import NOT_GROUPS, Status, Text, catalogue, locale_of, marks, place_of, statuses
from concordia_ref.words.import_checks import check_header, check_language, check_placeholders, decoded
from concordia_ref.words.languages import ENGLISH
from concordia_ref.words.locale_files import write_locale
from concordia_ref.words.new_language import check_tag, write_new_language
from concordia_ref.words.translation_files import from_csv, from_po, merged, to_csv, to_po
from concordia_ref.words.validation import validate

TASKS = ("status", "check", "export", "import", "accept", "new")
WRITING = ("import", "accept", "new")
STATUSES: tuple[Status, ...] = ("translated", "reviewed", "stale", "missing")


@command(
    "i18n",
    about="status counts the texts of each language; check reports every fault of their texts; export writes the "
    "texts of a language for a translator and import reads them back, as PO or CSV; accept marks texts as right "
    "for the present English texts, and with --reviewed as read by a second person; new starts a language.",
    examples=(
        ("concordia i18n status", "how complete each language is"),
        ("concordia i18n check pl", "what is wrong with the Polish texts"),
        ("concordia i18n export pl -o pl.po", "for a translator's program"),
        ("concordia i18n import pl pl.po", "what the translator has written"),
        ("concordia i18n accept pl clauses.goods.five --reviewed", "a text that a second person has read"),
        ("concordia i18n new de", "start German, with nothing translated yet"),
    ),
    judges=True,
)
@click.argument("task", type=click.Choice(TASKS), metavar="TASK", help="status, check, export, import, accept or new")
@click.argument(
    "names",
    type=ids.TRANSLATION,
    nargs=-1,
    metavar="[NAME]...",
    help="The language; then for import the file, for accept the keys of the texts [default: all]",
)
@click.option("--format", type=click.Choice(("po", "csv")), default="po", help="The form of an export")
@options.flag("--reviewed", "For accept: a second person who speaks the language has read them")
@options.output
@options.spec
def i18n(task: str, names: Sequence[str], format: str, reviewed: bool, output: Path | None, spec: Path | None) -> int:
    """Carry out a task."""
    folder = spec or packaged_folder("spec")
    data = read_tree(folder)[0].data
    languages = [tag for tag in data["locales"] if tag != ENGLISH]
    if task in WRITING and spec is None and is_installed():
        raise Failure(f"{folder} is installed: copy it with `cp -r {folder} spec`, and add `--spec spec`")
    if task == "status":
        print(status_text(data, languages))
        return FINE
    if task == "new":
        return _new(folder, data, names, f" --spec {spec}" if spec else "")
    asked, known = (names, data["locales"]) if task in ("check", "accept") else (names[:1], languages)
    asked = names[:1] if task == "accept" else asked
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


def _new(folder: Path, data: Mapping[str, Any], names: Sequence[str], option: str) -> int:
    """Start a language, and say what comes next; `option` names the specification to the commands that follow."""
    if len(names) != 1:
        raise Malformed("i18n.no-tag", "name the tag of the new language, such as de")
    tag = names[0]
    check_tag(tag, data["locales"])
    write_new_language(folder / "locales", tag)
    print(f"{folder / 'locales' / tag}: a language with nothing translated yet, marked as unfinished. What comes next:")
    print(f"  1. Add its `alphabet` and `number_words` to {folder / 'locales' / tag / 'terms.yaml'}, as cs has them.")
    print(f"  2. `concordia i18n export {tag} -o {tag}.po{option}`, and translate the texts in {tag}.po.")
    print(f"  3. `concordia i18n import {tag} {tag}.po{option}`, as often as you like.")
    print(f"  4. `concordia i18n status{option}` counts what is missing. Once nothing is, delete `unfinished: true`.")
    return FINE


def _import(folder: Path, data: Mapping[str, Any], tag: str, names: Sequence[str]) -> None:
    """Read a translator's file, and write nothing unless all of it can be used."""
    if len(names) != 1:
        raise Malformed("i18n.no-file", "name the language and the file to read")
    file = names[0]
    text = decoded(_read(file), file, str(locale_of(data, tag, "terms").get("alphabet", "")))
    if file.endswith(".csv"):
        entries = from_csv(text)
    else:
        check_header(data, tag, text)
        entries = from_po(text, tag)
    found = merged(data, tag, entries)
    check_language(data, tag, found)
    check_placeholders(data, tag, found)
    _write(folder, data, tag, found.texts, {**locale_of(data, tag, "sources"), **found.marks})
    read = len(found.new) + len(found.changed) + len(found.unchanged)
    counts = f"{len(found.changed)} changed, {len(found.unchanged)} unchanged, {len(found.new)} new"
    print(f"texts read: {read} ({counts}); `concordia i18n check {tag}` checks them", file=sys.stderr)


def _read(file: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise Failure(f"cannot read {file!r}: {error.strerror}") from None


def _accept(folder: Path, data: Mapping[str, Any], tag: str, keys: Sequence[str], status: str) -> None:
    """Mark texts as right for the present English texts."""
    wanted, texts = marks(data, tag), catalogue(data, tag)
    for key in keys:
        if key not in texts or key not in wanted:
            raise unknown("message", key, "", texts)
    accepted = {key: f"{status} {wanted[key]}" for key in keys or texts if key in wanted}
    _write(folder, data, tag, texts, {**locale_of(data, tag, "sources"), **accepted})
    print(f"texts accepted: {len(accepted)}", file=sys.stderr)


def _write(
    folder: Path, data: Mapping[str, Any], tag: str, texts: Mapping[str, Text], sources: Mapping[str, str]
) -> None:
    """Write all files of a language, with every string where English has it; of English, only how far each text is."""
    order = {key: sources[key] for key in catalogue(data, ENGLISH) if key in sources}
    if tag == ENGLISH:
        write_locale(folder / "locales" / tag, {"sources": order})
        return
    settings = {key: value for key, value in locale_of(data, tag, "terms").items() if key in NOT_GROUPS}
    parts: dict[str, Any] = {
        "terms": settings,
        "clauses": {},
        "messages": {},
        "rulebook": {},
        "disputes": {"disputes": {}, "editions": {}},
    }
    for key in catalogue(data, ENGLISH):
        if key in texts:
            file, path = place_of(key, tag)
            place = parts[Path(file).stem]
            for name in path[:-1]:
                place = place.setdefault(name, {})
            place[path[-1]] = texts[key]
    write_locale(folder / "locales" / tag, {**parts, "sources": order})
