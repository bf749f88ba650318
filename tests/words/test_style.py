"""Wordings and punctuation that no text may have are found, and correct ones like them are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.spec.tree import read_tree
from concordia_ref.words.catalogue import catalogue
from concordia_ref.words.style import habits_in
from tests.translations import TRANSLATED, small_specification

CLAUSE, MESSAGE, NOTE = "clauses.turn.no-passing", "messages.play.over", "disputes.colonist-income.notes.cs"


@pytest.mark.parametrize(
    ("tag", "addition"),
    [
        ("en", "The own houses count."),
        ("en", "This is an own house."),
        ("en", "It scores per own house."),
        ("en", "Own houses count."),
        ("en", "The player is told why."),
        ("en", "The colours are told."),
        ("en", "The game is gone on with."),
        ("en", "Lose -1 point."),
        ("en", "It is seat 1."),
        ("en", 'This is a "turn".'),
        ("en", "This is a „turn”."),
        ("cs", "Ztráta -1."),
        ("cs", "To je místo u stolu 1."),
        ("cs", "To je “tah”."),
        ("fr", "Perdre -1."),
        ("fr", "C’est la place 1."),
        ("fr", "Ceci : rien."),
        ("fr", "Ceci; rien."),
        ("fr", "Rien ?"),
        ("fr", "Rien!"),
        ("fr", "Ceci est « rien »."),
        ("fr", "Ceci est “rien”."),
        ("hu", "Ez az 1. ülőhely."),
        ("hu", "Ez egy “lépés”."),
        ("pl", "To miejsce przy stole 1."),
        ("pl", "To jest „ruch“."),
        ("sr", "То је место за столом 1."),
        ("sr", "То је „потез”."),
    ],
)
def test_bad_style_is_found_in_a_damaged_text(tmp_path: Path, tag: str, addition: str) -> None:
    damaged = small_specification(tmp_path / "spec", tag)
    name = f"locales/{tag}/clauses.yaml"
    lines = damaged.text(name).splitlines()
    line = lines[lines.index(f"{CLAUSE.removeprefix('clauses.')}: >-") + 1]
    damaged.replace(name, line, f"{line} {addition}")
    found = [finding for finding in damaged.findings() if finding.code == "text.style"]
    assert [finding.file for finding in found] == [name]


@pytest.mark.parametrize("tag", TRANSLATED)
def test_a_note_without_a_full_stop_is_found(tmp_path: Path, tag: str) -> None:
    damaged = small_specification(tmp_path / "spec", tag)
    name = f"locales/{tag}/disputes.yaml"
    lines = damaged.text(name).splitlines()
    start = lines.index("    notes:") + 2
    end = next(index for index in range(start, len(lines)) if not lines[index].startswith(" " * 8))
    note = "\n".join(lines[start:end])
    damaged.replace(name, note, note.rstrip("."))
    assert [finding.file for finding in damaged.findings() if finding.code == "text.style"] == [name]


@pytest.mark.parametrize(
    ("key", "text", "tag"),
    [
        (MESSAGE, "this is no turn", "en"),
        (MESSAGE, "seat {seat} wins", "en"),
        (MESSAGE, "místo {seat} vítězí", "cs"),
        (MESSAGE, "la place {seat} gagne", "fr"),
        (MESSAGE, "{seat}. ülőhely nyer", "hu"),
        (MESSAGE, "miejsce {seat} wygrywa", "pl"),
        (MESSAGE, "место {seat} побеђује", "sr"),
        (MESSAGE, "{points}: -{loss}", "en"),
        (MESSAGE, "{nom}: rien", "fr"),
        (NOTE, "It says “so”", "en"),
    ],
)
def test_bad_style_is_found(key: str, text: str, tag: str) -> None:
    assert len(list(habits_in(key, text, tag))) == 1


@pytest.mark.parametrize(
    ("key", "text", "tag"),
    [
        (CLAUSE, "Your own houses count; players own houses. The owner pays.", "en"),
        (MESSAGE, "there is no turn, and it is no longer possible", "en"),
        (CLAUSE, "This is no turn.", "en"),
        (CLAUSE, 'It says “the own house”, or `seat 1`, or `-1`, or `"`.', "en"),
        ("messages.problem.seat", "there is no seat 1", "en"),
        (MESSAGE, "a two-player game, 2-3 players, −1 point, --{option}", "en"),
        (MESSAGE, "místo 2 žetonů, na místě {place}", "cs"),
        (MESSAGE, "il place 2 colons\u00a0: «\u00a0rien\u00a0»\u202f!", "fr"),
        (CLAUSE, "Mówi „to «samo» miejsce”.", "pl"),
        (NOTE, "It says “so.”", "en"),
        (NOTE, "Est-ce «\u00a0rien\u00a0?\u00a0»", "fr"),
        (CLAUSE, "Bez úvodzoviek.", "sk"),
    ],
)
def test_correct_texts_are_left_alone(key: str, text: str, tag: str) -> None:
    assert list(habits_in(key, text, tag)) == []


@pytest.mark.parametrize("tag", ["en", *TRANSLATED])
def test_our_texts_have_good_style(tag: str) -> None:
    texts = catalogue(read_tree(packaged_folder("spec"))[0].data, tag)
    found = {key: list(habits_in(key, text, tag)) for key, text in texts.items() if isinstance(text, str)}
    assert {key: habits for key, habits in found.items() if habits} == {}
