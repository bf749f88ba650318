"""`concordia validate` names every fault of a damaged specification, with its place and what was probably meant."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from concordia_ref.spec.files import LARGEST_FILE, LAYOUT, OPTIONAL, ROOT_FILE
from concordia_ref.spec.findings import did_you_mean, render
from tests.conftest import Damaged, as_nobody, finding_codes
from tests.spec.damages import DAMAGES
from tests.spec.damages.damage import Damage, add_translation, damage_and_expect, seen


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
def test_a_damage_is_found_at_its_place_with_what_was_meant_and_nothing_else(damaged: Damaged, damage: Damage) -> None:
    expected = damage_and_expect(damaged, damage)
    findings = damaged.findings()
    assert expected in seen(findings)
    assert {finding.code for finding in findings} == {damage.code, *damage.also}
    assert render(findings, "text")


class FileDamage(NamedTuple):
    """A damage to a whole file and the finding that it must bring, alone."""

    do: Callable[[Damaged], object]
    code: str
    file: str
    place: tuple[int, int] = (1, 1)
    hint: str = ""


def put_in_place(damaged: Damaged, make: Callable[[Path], None]) -> None:
    file = damaged.file("goods.yaml")
    file.unlink()
    make(file)


ALIAS_BOMB = "a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 30))

FILE_DAMAGES = {
    "a missing file": FileDamage(lambda d: d.file("goods.yaml").unlink(), "file.missing", "goods.yaml"),
    "no map": FileDamage(lambda d: shutil.rmtree(d.file("maps")), "file.missing", "maps/*.yaml"),
    "a rulebook without citations": FileDamage(
        lambda d: d.file("citations/hu.yaml").unlink(), "clause.no-citations", "about.yaml", (69, 3)
    ),
    "an unexpected file": FileDamage(lambda d: d.write("notes.yaml", "a: 1\n"), "file.unexpected", "notes.yaml"),
    "a file too deep in folders": FileDamage(
        lambda d: shutil.copytree(d.file("maps"), d.file("maps/old")), "file.unexpected", "maps/old/italia.yaml"
    ),
    "an empty file": FileDamage(lambda d: d.write("goods.yaml", ""), "file.empty", "goods.yaml"),
    "a file of comments": FileDamage(lambda d: d.write("goods.yaml", "# nothing\n"), "file.empty", "goods.yaml"),
    "a file of 50 MB": FileDamage(
        lambda d: os.truncate(d.file("goods.yaml"), 50_000_000), "file.too-large", "goods.yaml"
    ),
    "a file that is not UTF-8": FileDamage(
        lambda d: d.write("locales/en/clauses.yaml", "# Æ\n# Æ Æ ".encode() + "Æ".encode("latin-1")),
        "file.not-utf-8",
        "locales/en/clauses.yaml",
        (2, 7),
    ),
    "a file in UTF-16": FileDamage(
        lambda d: d.write("goods.yaml", d.text("goods.yaml").encode("utf-16")), "file.not-utf-8", "goods.yaml"
    ),
    "a pipe": FileDamage(lambda d: put_in_place(d, os.mkfifo), "file.unreadable", "goods.yaml"),
    "a link to nowhere": FileDamage(
        lambda d: put_in_place(d, lambda file: file.symlink_to("nowhere")), "file.unreadable", "goods.yaml"
    ),
}


@pytest.mark.parametrize("damage", FILE_DAMAGES.values(), ids=FILE_DAMAGES.keys())
def test_a_damaged_file_is_found_and_does_not_spoil_the_others(damaged: Damaged, damage: FileDamage) -> None:
    damage.do(damaged)
    findings = damaged.findings()
    assert (damage.file, *damage.place, damage.code, damage.hint) in seen(findings)
    assert {finding.code for finding in findings} == {damage.code}


def test_every_code_is_shown_by_a_damage() -> None:
    shown = {damage.code for damage in DAMAGES.values()} | {damage.code for damage in FILE_DAMAGES.values()}
    # Those of disputes and editions are shown in test_disputes.py, those of translations in test_translations.py.
    elsewhere = ("dispute.", "edition.", "locale.", "term.", "text.")
    assert {code for code in shown if not code.startswith(elsewhere)} == {
        code for code in finding_codes() if not code.startswith(elsewhere)
    }


@pytest.mark.parametrize("pattern", LAYOUT)
def test_a_file_that_cannot_be_parsed_is_the_only_finding(damaged: Damaged, pattern: str) -> None:
    if pattern in OPTIONAL:
        add_translation(damaged)
    name = sorted(damaged.folder.glob(pattern))[-1].relative_to(damaged.folder).as_posix()
    damaged.append(name, "\n}")
    assert [(finding.file, finding.code) for finding in damaged.findings()] == [(name, "yaml.syntax")]


@pytest.mark.parametrize("name", [name for name in LAYOUT if "*" not in name and name != ROOT_FILE])
def test_a_file_with_the_wrong_ending_is_missed_under_its_name(damaged: Damaged, name: str) -> None:
    wrong = name.replace(".yaml", ".yml")
    damaged.file(name).rename(damaged.file(wrong))
    assert seen(damaged.findings()) == [
        (name, 1, 1, "file.missing", ""),
        (wrong, 1, 1, "file.unexpected", f"did you mean {name!r}?"),
    ]


def test_several_faults_in_several_files_are_found_in_one_run(damaged: Damaged) -> None:
    chosen = [
        "an unknown key",
        "a tab in a list",
        "a number out of bounds",
        "a formula with an unknown term",
        "an unknown city",
        "a place in a silent rulebook",
        "a malformed placeholder",
        "fewer markers than provinces",
        "a number as a key",
        "an item twice",
    ]
    expected = [damage_and_expect(damaged, DAMAGES[name]) for name in chosen]
    assert len({file for file, *_ in expected}) == len(chosen)
    assert set(expected) <= set(seen(damaged.findings()))


def test_an_alias_bomb_is_refused_alias_by_alias(damaged: Damaged) -> None:
    damaged.write("goods.yaml", ALIAS_BOMB)
    codes = [finding.code for finding in damaged.findings()]
    anchors, aliases = 30, 29 * 9
    assert codes.count("yaml.anchor") == anchors + aliases


SURPRISES = {
    "010": "yaml.ambiguous",
    "0o17": "yaml.ambiguous",
    "0x1F": "yaml.ambiguous",
    "0b11": "yaml.ambiguous",
    "1:30": "yaml.ambiguous",
    "1_000": "yaml.ambiguous",
    "+6": "yaml.ambiguous",
    "yes": "yaml.ambiguous",
    "NO": "yaml.ambiguous",
    "On": "yaml.ambiguous",
    "True": "yaml.ambiguous",
    "~": "yaml.ambiguous",
    "Null": "yaml.ambiguous",
    "2024-01-01": "yaml.ambiguous",
    "1.5": "yaml.not-whole",
    "6.": "yaml.not-whole",
    ".5": "yaml.not-whole",
    "1e3": "yaml.not-whole",
    ".inf": "yaml.not-whole",
    "-.INF": "yaml.not-whole",
    ".nan": "yaml.not-whole",
}


@pytest.mark.parametrize(("value", "code"), SURPRISES.items())
def test_a_value_that_yaml_1_1_reads_otherwise_is_refused(damaged: Damaged, value: str, code: str) -> None:
    damaged.replace("goods.yaml", "price: 6", f"price: {value}")
    place = damaged.place("goods.yaml", f"price: ▸{value}}}")
    assert ("goods.yaml", *place, code, "") in seen(damaged.findings())


@pytest.mark.parametrize("value", SURPRISES)
def test_such_a_value_in_quotes_is_text(damaged: Damaged, value: str) -> None:
    damaged.replace("about.yaml", "game: Concordia", f"game: '{value}'")
    assert damaged.findings() == []


def test_a_truth_value_of_yaml_1_1_is_told_how_to_be_written(damaged: Damaged) -> None:
    damaged.replace("turn.yaml", "may_pass: false", "may_pass: no")
    assert (
        "'no' does not mean the same in all versions of YAML: put it in quotes if it is text, or write true or false"
        in [finding.message for finding in damaged.findings()]
    )


# Permissions


@pytest.mark.parametrize(
    ("name", "mode", "reported"),
    [
        (".", 0o000, "."),
        (".", 0o444, "."),
        ("maps", 0o000, "maps"),
        ("rules", 0o444, "rules"),
        ("goods.yaml", 0o000, "goods.yaml"),
        ("locales/en/clauses.yaml", 0o000, "locales/en/clauses.yaml"),
    ],
)
def test_what_may_not_be_read_is_named_once(open_to_nobody: Damaged, name: str, mode: int, reported: str) -> None:
    locked = open_to_nobody.folder / name
    before = locked.stat().st_mode
    locked.chmod(mode)
    try:
        with as_nobody():
            findings = open_to_nobody.findings()
    finally:
        locked.chmod(before)
    assert [(finding.file, finding.message) for finding in findings] == [
        (reported, "cannot be read: Permission denied")
    ]


# Links


def test_a_link_back_into_the_folder_is_followed_once(damaged: Damaged) -> None:
    for name in ("a", "b"):
        damaged.file(name).symlink_to(damaged.folder)
    assert damaged.findings() == []


def test_a_long_value_is_cut_short_in_the_message(damaged: Damaged) -> None:
    damaged.replace("goods.yaml", "price: 6", f"price: {'x' * 100_000}")
    assert len(damaged.findings()[0].message) < 300


def test_a_long_word_gets_no_hint() -> None:
    assert did_you_mean("brick" * 100, ["brick" * 100 + "s"]) == ""


def test_the_largest_file_allowed_is_read(damaged: Damaged) -> None:
    text = damaged.text("goods.yaml")
    damaged.write("goods.yaml", text + "#" * (LARGEST_FILE - len(text.encode())))
    assert damaged.findings() == []
