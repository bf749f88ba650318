"""The command `concordia i18n`: status, check, the way to translators and back, and a seventh language."""

from __future__ import annotations

import csv
import io
import re
import shutil
from collections.abc import Callable
from gettext import c2py
from pathlib import Path

import pytest
from babel.messages.pofile import read_po, write_po

from concordia_ref.spec.errors import Malformed
from concordia_ref.spec.packaged import PACKAGE, packaged_folder
from concordia_ref.spec.tree import read_tree
from concordia_ref.words.catalogue import catalogue, digest, statuses
from concordia_ref.words.import_checks import (
    check_language,
    decoded,
    english_name,
    placeholder_faults,
    probable_encoding,
)
from concordia_ref.words.languages import language, tags
from concordia_ref.words.translation_files import Entry, entries, from_csv, from_po, merged, to_csv, to_po
from concordia_ref.words.translator_notes import notes
from concordia_ref.words.validation import validate
from tests.conftest import Answer, Command, Damaged
from tests.translations import TRANSLATED, small_specification
from tests.words.test_languages import FORMS, NUMBERS

DATA = read_tree(packaged_folder("spec"))[0].data
PO = to_po(DATA, "fr")
PARTS = ("terms", "clauses", "messages", "rulebook", "disputes", "sources")


@pytest.fixture
def french(tmp_path: Path) -> Damaged:
    """A specification in English and French, of which nobody has reviewed a text yet."""
    spec = small_specification(tmp_path / "spec", "fr")
    spec.replace("locales/fr/sources.yaml", ": reviewed ", ": translated ")
    return spec


def test_the_status_of_every_language_is_told(concordia: Command) -> None:
    answer = concordia("i18n", "status")
    rows = [line.split() for line in answer.out.splitlines()]
    assert rows[0] == ["language", "translated", "reviewed", "stale", "missing", "all"]
    assert [row[0] for row in rows[1:]] == TRANSLATED
    every = str(len(catalogue(DATA, "en")))
    for _, translated, reviewed, stale, missing, all in rows[1:]:
        assert (int(translated) + int(reviewed), stale, missing, all) == (int(every), "0", "0", every)


def test_what_is_missing_stale_and_reviewed_is_counted(concordia: Command, french: Damaged) -> None:
    french.replace("locales/en/clauses.yaml", "Nobody may pass.", "Nobody ever may pass.")
    lines = french.text("locales/fr/messages.yaml").splitlines(keepends=True)
    french.write("locales/fr/messages.yaml", "".join(line for line in lines if not line.startswith("sheet.total:")))
    concordia("i18n", "accept", "fr", "clauses.turn.order", "--reviewed", "--spec", french.folder)
    row = concordia("i18n", "status", "--spec", french.folder).out.splitlines()[1].split()
    # The block of the rulebook that states the changed clause is stale with it.
    assert row[2:5] == ["1", "2", "1"]


def test_check_names_the_faults_of_a_language_alone(concordia: Command, french: Damaged) -> None:
    sound = concordia("i18n", "check", "fr", "--spec", french.folder)
    assert (sound.code, sound.out) == (0, "")
    french.replace("locales/fr/clauses.yaml", "{pieces.storehouse.spaces", "{pieces.storehouse.space")
    french.replace("goods.yaml", "price: 3", "price: -3")
    answer = concordia("i18n", "check", "--spec", french.folder)
    assert answer.code == 1
    assert {line.split(":")[0] for line in answer.out.splitlines()} == {"locales/fr/clauses.yaml"}


# To translators and back


@pytest.mark.parametrize("form", ["po", "csv"])
@pytest.mark.parametrize("tag", TRANSLATED)
def test_nothing_is_lost_on_the_way_to_a_translator_and_back(tag: str, form: str) -> None:
    text = to_po(DATA, tag) if form == "po" else to_csv(DATA, tag)
    found = from_po(text, tag) if form == "po" else from_csv(text)
    sent = list(entries(DATA, tag))
    assert [(entry.key, entry.texts, entry.status, entry.source) for entry in found] == [
        (entry.key, entry.texts, entry.status, entry.source) for entry in sent
    ]


@pytest.mark.parametrize("form", ["po", "csv"])
def test_import_writes_the_files_as_they_were(concordia: Command, tmp_path: Path, form: str) -> None:
    spec = tmp_path / "spec"
    shutil.copytree(packaged_folder("spec"), spec)
    for tag in TRANSLATED:
        file = tmp_path / f"{tag}.{form}"
        assert concordia("i18n", "export", tag, "--format", form, "-o", file, "--spec", spec).code == 0
        for part in PARTS:
            if part != "terms":
                (spec / f"locales/{tag}/{part}.yaml").unlink()
        assert concordia("i18n", "import", tag, file, "--spec", spec).code == 0
        for part in PARTS:
            name = f"locales/{tag}/{part}.yaml"
            # All texts are new there, and nobody has reviewed a new text.
            before = (
                (packaged_folder("spec") / name).read_text(encoding="utf-8").replace(": reviewed ", ": translated ")
            )
            assert (spec / name).read_text(encoding="utf-8") == before


@pytest.mark.parametrize("tag", TRANSLATED)
def test_a_po_file_has_the_plural_forms_of_the_language(tag: str) -> None:
    catalog = read_po(io.BytesIO(to_po(DATA, tag).encode()), locale=tag)
    message = catalog.get(("sestertius", "sestertii"), context="terms.things.coin#count")
    assert message is not None
    assert list(message.string or ()) == language(tag).terms["things"]["coin"]["count"]
    assert tuple(map(c2py(catalog.plural_expr), NUMBERS)) == FORMS[tag]


def test_what_has_changed_since_the_export_is_stale_after_the_import(concordia: Command, french: Damaged) -> None:
    file = french.folder.parent / "fr.po"
    concordia("i18n", "export", "fr", "-o", file, "--spec", french.folder)
    french.replace("locales/en/messages.yaml", 'sheet.total: "total"', 'sheet.total: "sum total"')
    concordia("i18n", "import", "fr", file, "--spec", french.folder)
    found = statuses(read_tree(french.folder)[0].data, "fr")
    assert [key for key, status in found.items() if status == "stale"] == ["messages.sheet.total"]


@pytest.mark.parametrize("form", ["po", "csv"])
def test_a_stale_text_that_nobody_has_mended_stays_stale(concordia: Command, french: Damaged, form: str) -> None:
    french.replace("locales/en/messages.yaml", 'sheet.total: "total"', 'sheet.total: "sum total"')
    file = french.folder.parent / f"fr.{form}"
    concordia("i18n", "export", "fr", "--format", form, "-o", file, "--spec", french.folder)
    concordia("i18n", "import", "fr", file, "--spec", french.folder)
    assert [finding.code for finding in validate(french.folder)] == ["text.stale"]


def test_what_a_translator_has_mended_is_translated_again(concordia: Command, french: Damaged) -> None:
    french.replace("locales/en/messages.yaml", 'sheet.total: "total"', 'sheet.total: "sum total"')
    text = concordia("i18n", "export", "fr", "--format", "csv", "--spec", french.folder).out
    rows = list(csv.reader(io.StringIO(text)))
    for row in rows:
        if row[0] == "messages.sheet.total":
            row[2:] = ["translated", digest("sum total"), "somme totale"]
    file = french.folder.parent / "fr.csv"
    with file.open("w", encoding="utf-8", newline="") as out:
        csv.writer(out).writerows(rows)
    assert concordia("i18n", "import", "fr", file, "--spec", french.folder).code == 0
    assert validate(french.folder) == []
    assert "somme totale" in french.text("locales/fr/messages.yaml")


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("x.po", "msgid 'x\n", "this is not a PO file"),
        ("x.csv", "a,b\n", "this is not a CSV file of texts"),
        ("x.csv", "key,english,status,source\nclauses.turn.order,x\n", "row 2 has too few columns"),
        ("x.csv", "key,english,status,source,text:one\nclauses.nothing,x,translated,0,y\n", "English has no text"),
    ],
)
def test_what_cannot_be_imported_is_wrong_usage(
    concordia: Command, french: Damaged, name: str, text: str, why: str
) -> None:
    file = french.folder.parent / name
    file.write_text(text, encoding="utf-8")
    answer = concordia("i18n", "import", "fr", file, "--spec", french.folder)
    assert answer.code == 2
    assert why in answer.err


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("import", "fr"), "name the language and the file to read"),
        (("export", "de"), "there is no language 'de'"),
        (("export",), "name the language: cs, fr"),
        (("new",), "name the tag of the new language"),
        (("check", "de"), "there is no language 'de'"),
        (("accept", "fr", "clauses.turn.oder"), "did you mean 'clauses.turn.order'?"),
    ],
)
def test_wrong_calls_say_what_is_wrong(concordia: Command, arguments: tuple[str, ...], why: str) -> None:
    answer = concordia("i18n", *arguments)
    assert answer.code == 2
    assert why in answer.err


# What an import refuses


def _files(spec: Damaged) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in spec.file("locales/fr").iterdir()}


def _rewrite(text: str, change: Callable[[list[str]], list[str]]) -> str:
    """A CSV file whose rows, except the first, are changed."""
    head, *rows = csv.reader(io.StringIO(text))
    file = io.StringIO()
    csv.writer(file).writerows([head, *map(change, rows)])
    return file.getvalue()


def _with_text(key: str, text: str, *, status: str | None = None) -> Callable[[list[str]], list[str]]:
    """Put a text, and a status, into the row of a key."""
    return lambda row: [*row[:2], status or row[2], row[3], text] if row[0] == key else row


@pytest.fixture
def import_csv(concordia: Command, french: Damaged) -> Callable[[str], Answer]:
    """Import a CSV file into French."""

    def run(text: str) -> Answer:
        file = french.folder.parent / "fr.csv"
        file.write_text(text, encoding="utf-8")
        return concordia("i18n", "import", "fr", file, "--spec", french.folder)

    return run


@pytest.fixture
def exported(concordia: Command, french: Damaged) -> str:
    return concordia("i18n", "export", "fr", "--format", "csv", "--spec", french.folder).out


def test_a_po_file_whose_header_names_another_language_is_refused(concordia: Command, french: Damaged) -> None:
    file, before = french.folder.parent / "x.po", _files(french)
    file.write_text(to_po(DATA, "fr").replace("Language: fr", "Language: pl_PL"), encoding="utf-8")
    answer = concordia("i18n", "import", "fr", file, "--spec", french.folder)
    assert answer.code == 2
    assert "this file is not in French: its header says `Language: pl_PL`; nothing was written" in answer.err
    assert _files(french) == before


@pytest.mark.parametrize("header", ["Language: fr_CA", "Language: "])
def test_a_header_with_a_country_or_without_a_language_is_accepted(
    concordia: Command, french: Damaged, header: str
) -> None:
    file = french.folder.parent / "x.po"
    concordia("i18n", "export", "fr", "-o", file, "--spec", french.folder)
    file.write_text(file.read_text(encoding="utf-8").replace("Language: fr", header), encoding="utf-8")
    assert concordia("i18n", "import", "fr", file, "--spec", french.folder).code == 0


@pytest.mark.parametrize("other", ["pl", "sr", "en"])
@pytest.mark.parametrize("tag", ["cs", "fr"])
def test_texts_that_read_like_another_language_are_refused(tag: str, other: str) -> None:
    texts = catalogue(DATA, other)
    found = [Entry(key, (), (str(text),), "translated", "") for key, text in texts.items() if key.startswith("clauses")]
    with pytest.raises(Malformed, match=r"(\d+) of (\d+) new or changed sentences read like") as refusal:
        check_language(DATA, tag, merged(DATA, tag, found))
    assert english_name(other) in str(refusal.value)


def test_a_few_foreign_texts_among_many_are_left_to_the_check() -> None:
    texts = {tag: catalogue(DATA, tag) for tag in ("cs", "pl")}
    keys = [key for key in texts["pl"] if key.startswith("clauses")][:21]
    words = [str(texts["pl" if number < 10 else "cs"][key]) + " Hra." for number, key in enumerate(keys)]
    found = [Entry(key, (), (text,), "translated", "") for key, text in zip(keys, words, strict=True)]
    check_language(DATA, "cs", merged(DATA, "cs", found))


def test_texts_in_letters_of_another_alphabet_are_refused(exported: str, import_csv: Callable[[str], Answer]) -> None:
    unknown = _with_text("clauses.turn.no-passing", "Größe außer Übermaß können wir nicht.")
    answer = import_csv(_rewrite(exported, unknown))
    assert answer.code == 2
    assert "1 of 1 new or changed text have letters that French does not have: ß ö" in answer.err


@pytest.mark.parametrize(
    ("tag", "encoding"),
    [
        ("cs", "cp1250"),
        ("cs", "iso-8859-2"),
        ("pl", "cp1250"),
        ("pl", "iso-8859-2"),
        ("fr", "cp1252"),
        ("sr", "cp1251"),
    ],
)
@pytest.mark.parametrize("form", ["po", "csv"])
def test_the_encoding_of_a_file_is_recognised(tag: str, encoding: str, form: str) -> None:
    text = to_po(DATA, tag) if form == "po" else to_csv(DATA, tag)
    content = text.encode(encoding, errors="ignore")
    with pytest.raises(
        Malformed, match=f"^x is not in UTF-8 but probably in {encoding}; nothing was written"
    ) as refusal:
        decoded(content, "x", DATA["locales"][tag]["terms"]["alphabet"])
    assert f"`iconv -f {encoding} -t utf-8 x > " in str(refusal.value)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16le", "utf-16be"])
def test_utf_16_is_recognised_with_and_without_a_byte_order_mark(encoding: str) -> None:
    assert probable_encoding("key,english".encode(encoding), "abc") == encoding


def test_a_file_in_another_encoding_changes_nothing(concordia: Command, french: Damaged, exported: str) -> None:
    file, before = french.folder.parent / "fr.csv", _files(french)
    file.write_bytes(exported.encode("cp1252", errors="ignore"))
    answer = concordia("i18n", "import", "fr", file, "--spec", french.folder)
    assert answer.code == 2
    assert f"`iconv -f cp1252 -t utf-8 {file} > utf-8-fr.csv`" in answer.err
    assert _files(french) == before


def test_the_byte_order_mark_of_a_spreadsheet_is_no_fault(exported: str, import_csv: Callable[[str], Answer]) -> None:
    assert import_csv("\ufeff" + exported).code == 0


def test_every_broken_placeholder_is_listed(
    french: Damaged, exported: str, import_csv: Callable[[str], Answer]
) -> None:
    before = _files(french)
    one = _with_text("messages.violation.turn.order", "C’est au tour de {to_play:of}, pas de {siege}.")
    other = _with_text("messages.violation.consul.price", "{card} coûte {cost}, mais le joueur a {has.")
    answer = import_csv(_rewrite(exported, lambda row: one(other(row))))
    assert answer.code == 2
    lines = answer.err.splitlines()
    assert lines[0] == "concordia: 3 placeholders cannot be filled; nothing was written"
    assert lines[1:4] == [
        "  messages.violation.turn.order: {seat} is missing",
        "  messages.violation.turn.order: {siege} is unknown",
        "  messages.violation.consul.price: { is not a placeholder: braces are missing or too many",
    ]
    assert _files(french) == before


def test_a_word_chosen_by_a_number_needs_every_plural_form() -> None:
    faults = placeholder_faults("{n|turn|turns}", "{n|tah|tahy}", ("one", "few", "other"))
    assert list(faults) == ["{n|tah|tahy} has 2 words, but the language needs 3: one, few, other"]


def test_an_import_counts_what_it_has_read(french: Damaged, exported: str, import_csv: Callable[[str], Answer]) -> None:
    lines = french.text("locales/fr/messages.yaml").splitlines(keepends=True)
    french.write("locales/fr/messages.yaml", "".join(line for line in lines if not line.startswith("sheet.total:")))
    answer = import_csv(_rewrite(exported, _with_text("clauses.turn.no-passing", "Nul ne peut passer.")))
    every = len(catalogue(read_tree(french.folder)[0].data, "en"))
    assert f"texts read: {every} (1 changed, {every - 2} unchanged, 1 new)" in answer.err


# Who reviews


def _mark(spec: Damaged, key: str) -> str:
    marks = read_tree(spec.folder)[0].data["locales"]["fr"]["sources"]
    return str(marks[key].split()[0])


def test_an_unchanged_text_is_reviewed_if_the_file_says_so(
    french: Damaged, exported: str, import_csv: Callable[[str], Answer]
) -> None:
    key = "clauses.turn.no-passing"
    text = catalogue(DATA, "fr")[key]
    assert _mark(french, key) == "translated"
    import_csv(_rewrite(exported, _with_text(key, str(text), status="reviewed")))
    assert _mark(french, key) == "reviewed"
    assert _mark(french, "clauses.turn.order") == "translated"


def test_a_changed_text_is_not_reviewed_even_if_the_file_says_so(
    concordia: Command, french: Damaged, exported: str, import_csv: Callable[[str], Answer]
) -> None:
    key = "clauses.turn.no-passing"
    concordia("i18n", "accept", "fr", key, "--reviewed", "--spec", french.folder)
    assert _mark(french, key) == "reviewed"
    import_csv(_rewrite(exported, _with_text(key, "Nul ne peut passer.", status="reviewed")))
    assert _mark(french, key) == "translated"


def test_a_review_since_the_export_outlives_the_import(
    concordia: Command, french: Damaged, exported: str, import_csv: Callable[[str], Answer]
) -> None:
    key = "clauses.turn.no-passing"
    concordia("i18n", "accept", "fr", key, "--reviewed", "--spec", french.folder)
    assert import_csv(exported).code == 0
    assert _mark(french, key) == "reviewed"


# What a translator sees


@pytest.mark.parametrize(
    ("key", "kind", "belongs_to", "page"),
    [
        ("clauses.turn.order", "rule clause", "", "clauses.html#turn.order"),
        (
            "messages.violation.turn.no-passing",
            "refusal of a turn",
            "turn.no-passing: ",
            "clauses.html#turn.no-passing",
        ),
        ("messages.do.recall_cards.coins_per_card", "what a card does", "Take all cards", "cards/tribune.html"),
        (
            "disputes.colonist-income.reason",
            "reason for a ruling",
            DATA["disputes"]["colonist-income"]["question"],
            "disputes/colonist-income.html",
        ),
        ("terms.cities.roma", "name of a city", "", "maps/imperium.html"),
        ("messages.site.tagline", "label on the site", "", "index.html"),
    ],
)
def test_a_po_entry_says_what_it_is_and_where_it_is_shown(key: str, kind: str, belongs_to: str, page: str) -> None:
    found = notes(DATA, catalogue(DATA, "en"), key)
    assert found[0] == f"kind: {kind}"
    assert found[-1] == f"page: {page}"
    assert (found[1].startswith(f"belongs to: {belongs_to}") and len(found) == 3) if belongs_to else len(found) == 2
    assert all(f"#. {note[:70]}" in PO for note in found if len(note) <= 70)


def test_the_notes_lead_to_pages_and_clauses_that_exist() -> None:
    pages = set(re.findall(r"^#\. page: (\S+)$", PO, re.MULTILINE))
    clauses = {id for rules in DATA["rules"].values() for id in rules["clauses"]}
    assert {page.partition("#")[2] for page in pages if "#" in page} <= clauses
    things = {"disputes": DATA["disputes"], **DATA["locales"]["en"]["terms"]}
    for page in pages:
        folder, _, name = page.partition("#")[0].rpartition("/")
        if folder:
            assert name.removesuffix(".html") in things[folder]
        else:
            # The template of a page has its name.
            assert (PACKAGE / "site" / "templates" / name).is_file()


# A new language


def test_a_new_language_is_empty_and_breaks_nothing(concordia: Command, french: Damaged) -> None:
    answer = concordia("i18n", "new", "de", "--spec", french.folder)
    assert answer.code == 0
    assert f"`concordia i18n export de -o de.po --spec {french.folder}`" in answer.out
    assert f"`concordia i18n status --spec {french.folder}`" in answer.out
    assert sorted(file.stem for file in french.file("locales/de").iterdir()) == sorted(PARTS)
    assert [finding for finding in french.findings() if finding.file.startswith("locales/de/")] == []
    rows = concordia("i18n", "status", "--spec", french.folder).out.splitlines()
    every = str(len(catalogue(read_tree(french.folder)[0].data, "en")))
    assert rows[1].split() == ["de", "0", "0", "0", every, every]
    assert "de" not in tags(french.folder)
    assert "de" in tags(french.folder, unfinished=True)


def test_a_finished_language_may_lack_nothing(concordia: Command, french: Damaged) -> None:
    concordia("i18n", "new", "de", "--spec", french.folder)
    french.replace("locales/de/terms.yaml", "unfinished: true\n", "")
    assert {"text.missing", "schema.missing-key"} <= {finding.code for finding in french.findings()}


def test_an_unfinished_language_takes_some_texts_and_stays_unfinished(concordia: Command, french: Damaged) -> None:
    concordia("i18n", "new", "de", "--spec", french.folder)
    file = french.folder.parent / "de.csv"
    concordia("i18n", "export", "de", "--format", "csv", "-o", file, "--spec", french.folder)
    text = _with_text("clauses.turn.no-passing", "Niemand darf passen.")
    part = _with_text("disputes.colonist-income.reason", "So steht es geschrieben.")
    file.write_text(_rewrite(file.read_text(encoding="utf-8"), lambda row: text(part(row))), encoding="utf-8")
    answer = concordia("i18n", "import", "de", file, "--spec", french.folder)
    assert "texts read: 2 (0 changed, 0 unchanged, 2 new)" in answer.err
    assert [finding for finding in french.findings() if finding.file.startswith("locales/de/")] == []
    words = language("de", french.folder)
    assert words.clauses["turn.no-passing"] == "Niemand darf passen."
    assert words.counted(2, "coin") == "2\u00a0sestertii"
    assert "unfinished: true" in french.text("locales/de/terms.yaml")


@pytest.mark.parametrize(
    ("tag", "why"),
    [
        ("fr", "there is already a language 'fr'"),
        ("german", "'german' is not the tag of a language; did you mean 'de'?"),
        ("de-AT", "did you mean 'de'?"),
        ("DE", "did you mean 'de'?"),
        ("../x", "is not the tag of a language"),
        ("sr-Latn", "'sr-Latn' is made from 'sr'"),
    ],
)
def test_a_tag_that_cannot_be_started_is_refused(concordia: Command, french: Damaged, tag: str, why: str) -> None:
    answer = concordia("i18n", "new", tag, "--spec", french.folder)
    assert answer.code == 2
    assert why in answer.err
    assert sorted(file.name for file in french.file("locales").iterdir()) == ["en", "fr"]


@pytest.mark.parametrize("arguments", [("new", "de"), ("import", "fr", "fr.po"), ("accept", "fr")])
def test_nothing_is_written_into_an_installed_package(
    concordia: Command, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    monkeypatch.setattr("concordia_ref.cli.i18n.is_installed", lambda: True)
    answer = concordia("i18n", *arguments)
    assert answer.code == 2
    assert "is installed: copy it with `cp -r " in answer.err
    assert answer.err.count("\n") == 1


# A seventh language


def test_a_seventh_language_is_added_as_contributing_says(concordia: Command, damaged: Damaged) -> None:
    """A made-up Esperanto: English words with another ending, brought in by way of a PO file."""
    damaged.file("locales/eo").mkdir()
    damaged.write(
        "locales/eo/terms.yaml",
        'language: eo\nname: esperanto\nnumber_words: {"2": [du]}\nalphabet: abcĉdefgĝhĥijĵklmnoprsŝtuŭvzwxyq\n'
        "foreign_words: [Építész, Építés, déplacement, lépés, matični, najbližu]\n",
    )
    file = damaged.folder.parent / "eo.po"
    assert concordia("i18n", "export", "eo", "-o", file, "--spec", damaged.folder).code == 0
    catalog = read_po(io.BytesIO(file.read_bytes()), locale="eo")
    for message in catalog:
        if message.context:
            message.string = tuple(message.id) if message.pluralizable else str(message.id)
            if message.context == "terms.cards.tribune#name":
                message.string = "Tribuno"
    with file.open("wb") as out:
        write_po(out, catalog, width=0)
    assert concordia("i18n", "import", "eo", file, "--spec", damaged.folder).code == 0
    findings = [finding.text for finding in validate(damaged.folder)]
    assert findings == []
    row = concordia("i18n", "status", "--spec", damaged.folder).out.splitlines()[1].split()
    assert (row[0], row[3:5]) == ("eo", ["0", "0"])
    shown = language("eo", damaged.folder)
    assert shown.name("cards", "tribune") == "Tribuno"
