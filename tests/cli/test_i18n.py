"""The command `concordia i18n`: status, check, the way to translators and back, and a seventh language."""

from __future__ import annotations

import csv
import io
import shutil
from gettext import c2py
from pathlib import Path

import pytest
from babel.messages.pofile import read_po, write_po

from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.spec.tree import read_tree
from concordia_ref.words.catalogue import catalogue, digest, statuses
from concordia_ref.words.languages import language
from concordia_ref.words.translation_files import entries, from_csv, from_po, to_csv, to_po
from concordia_ref.words.validation import validate
from tests.conftest import Command, Damaged
from tests.translations import TRANSLATED, small_specification
from tests.words.test_languages import FORMS, NUMBERS

DATA = read_tree(packaged_folder("spec"))[0].data
PARTS = ("terms", "clauses", "messages", "disputes", "sources")


@pytest.fixture
def french(tmp_path: Path) -> Damaged:
    return small_specification(tmp_path / "spec", "fr")


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
    assert row[2:5] == ["1", "1", "1"]


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
            assert (spec / name).read_text(encoding="utf-8") == (packaged_folder("spec") / name).read_text(
                encoding="utf-8"
            )


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
    french.replace("locales/en/clauses.yaml", "Nobody may pass.", "Nobody ever may pass.")
    concordia("i18n", "import", "fr", file, "--spec", french.folder)
    found = statuses(read_tree(french.folder)[0].data, "fr")
    assert [key for key, status in found.items() if status == "stale"] == ["clauses.turn.no-passing"]


@pytest.mark.parametrize("form", ["po", "csv"])
def test_a_stale_text_that_nobody_has_mended_stays_stale(concordia: Command, french: Damaged, form: str) -> None:
    french.replace("locales/en/clauses.yaml", "Nobody may pass.", "Nobody ever may pass.")
    file = french.folder.parent / f"fr.{form}"
    concordia("i18n", "export", "fr", "--format", form, "-o", file, "--spec", french.folder)
    concordia("i18n", "import", "fr", file, "--spec", french.folder)
    assert [finding.code for finding in validate(french.folder)] == ["text.stale"]


def test_what_a_translator_has_mended_is_translated_again(concordia: Command, french: Damaged) -> None:
    french.replace("locales/en/clauses.yaml", "Nobody may pass.", "Nobody ever may pass.")
    text = concordia("i18n", "export", "fr", "--format", "csv", "--spec", french.folder).out
    rows = list(csv.reader(io.StringIO(text)))
    for row in rows:
        if row[0] == "clauses.turn.no-passing":
            row[2:] = ["translated", digest("Nobody ever may pass."), "Jamais personne ne passe."]
    file = french.folder.parent / "fr.csv"
    with file.open("w", encoding="utf-8", newline="") as out:
        csv.writer(out).writerows(rows)
    assert concordia("i18n", "import", "fr", file, "--spec", french.folder).code == 0
    assert validate(french.folder) == []
    assert "Jamais personne ne passe." in french.text("locales/fr/clauses.yaml")


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
        (("check", "de"), "there is no language 'de'"),
        (("accept", "fr", "clauses.turn.oder"), "did you mean 'clauses.turn.order'?"),
    ],
)
def test_wrong_calls_say_what_is_wrong(concordia: Command, arguments: tuple[str, ...], why: str) -> None:
    answer = concordia("i18n", *arguments)
    assert answer.code == 2
    assert why in answer.err


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
