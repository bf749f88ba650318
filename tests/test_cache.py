"""What was read is remembered by its content: never out of date, never in the way, never too much."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from concordia_ref import cache, load, reading, specification, validation
from concordia_ref.cache import ENDING, KEPT_ENTRIES, cache_folder, remembered
from concordia_ref.errors import Malformed
from concordia_ref.findings import SpecificationError
from concordia_ref.model import Specification
from tests.conftest import SPEC, Command, Damaged

FILES = {"goods.yaml": b"wine: 6\n"}


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache of its own for each test."""
    folder = tmp_path / "kept"
    monkeypatch.setenv("CONCORDIA_CACHE", str(folder))
    return folder


class Maker:
    """Makes a value and counts how often."""

    def __init__(self, value: Any = None) -> None:
        self.value = {"wine": [6, True, None]} if value is None else value
        self.times = 0

    def __call__(self) -> Any:
        self.times += 1
        return self.value


def entries(folder: Path) -> list[Path]:
    return sorted(folder.iterdir()) if folder.exists() else []


def read_anew(edition: str = "canonical") -> Specification:
    """The packaged specification as a new process loads it."""
    specification._packaged.cache_clear()
    reading._with_register.cache_clear()
    return load(edition=edition)


def not_read(*_: Any, **__: Any) -> Any:
    raise AssertionError("this was remembered and need not be read")


class TestAnEntry:
    def test_is_made_once(self, kept: Path) -> None:
        make = Maker()
        assert [remembered("goods", FILES, make) for _ in range(3)] == [make.value] * 3
        assert make.times == 1
        assert len(entries(kept)) == 1

    @pytest.mark.parametrize(
        ("what", "contents"),
        [
            ("goods", {"goods.yaml": b"wine: 7\n"}),
            ("goods", {"costs.yaml": b"wine: 6\n"}),
            ("goods", {"goods.yaml": b"wine: 6\n", "costs.yaml": b""}),
            ("goods", {"goods.yaml": b"", "wine": b"6\n"}),
            ("costs", FILES),
        ],
        ids=["other content", "another name", "one more file", "the same bytes in other files", "another thing"],
    )
    def test_is_made_anew_from_anything_else(self, what: str, contents: dict[str, bytes]) -> None:
        remembered("goods", FILES, Maker())
        other = Maker("other")
        assert remembered(what, contents, other) == "other"

    def test_is_made_anew_by_other_code(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        package = tmp_path / "package"
        package.mkdir()
        module = package / "source.py"
        module.write_text("MOST_DIGITS = 15\n")
        monkeypatch.setattr(cache, "__file__", str(package / "cache.py"))
        make = Maker()

        def remember() -> None:
            cache._code.cache_clear()
            remembered("goods", FILES, make)

        try:
            remember()
            remember()
            assert make.times == 1
            module.write_text("MOST_DIGITS = 9\n")
            remember()
            assert make.times == 2
            os.utime(module, ns=(0, 0))
            remember()
            assert make.times == 3
        finally:
            cache._code.cache_clear()

    def test_is_not_kept_if_making_it_fails(self, kept: Path) -> None:
        def fail() -> Any:
            raise Malformed("json.deep")

        with pytest.raises(Malformed) as caught:
            remembered("goods", FILES, fail)
        assert caught.value.__context__ is None, "that nothing was remembered is no part of what is told"
        assert entries(kept) == []

    @pytest.mark.parametrize(
        "damage",
        [
            lambda content: b"",
            lambda content: content[:-1],
            lambda content: content[:20],
            lambda content: content[:-3] + bytes([content[-3] ^ 1]) + content[-2:],
            lambda content: bytes([content[0] ^ 1]) + content[1:],
            lambda content: content + b"\0",
            lambda content: b"no entry at all",
        ],
        ids=["empty", "cut by a byte", "cut", "another bit", "another check", "longer", "something else"],
    )
    def test_that_is_damaged_is_made_anew(self, kept: Path, damage: Callable[[bytes], bytes]) -> None:
        make = Maker()
        remembered("goods", FILES, make)
        (entry,) = entries(kept)
        sound = entry.read_bytes()
        entry.write_bytes(damage(sound))
        assert remembered("goods", FILES, make) == make.value
        assert make.times == 2
        assert entry.read_bytes() == sound

    def test_that_was_made_from_something_else_is_not_taken_whatever_its_name(self, kept: Path) -> None:
        remembered("goods", FILES, Maker("goods"))
        (entry,) = entries(kept)
        content = entry.read_bytes()
        entry.unlink()
        remembered("costs", FILES, Maker("costs"))
        (other,) = entries(kept)
        other.write_bytes(content)
        assert remembered("costs", FILES, Maker("costs anew")) == "costs anew"

    def test_that_is_a_folder_is_passed_over(self, kept: Path) -> None:
        make = Maker()
        remembered("goods", FILES, make)
        (entry,) = entries(kept)
        entry.unlink()
        entry.mkdir()
        assert remembered("goods", FILES, make) == make.value
        assert entries(kept) == [entry], "what was begun is removed"


class TestTheFolder:
    def test_may_be_off(self, kept: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        make = Maker()
        remembered("goods", FILES, make)
        monkeypatch.setenv("CONCORDIA_CACHE", "off")
        monkeypatch.chdir(tmp_path)
        assert remembered("goods", FILES, make) == make.value
        assert make.times == 2
        assert len(entries(kept)) == 1
        assert not Path("off").exists()

    def test_is_a_usual_one_of_the_system_unless_one_is_named(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("CONCORDIA_CACHE", "")
        monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere/kept")
        assert cache_folder() == "/somewhere/kept/concordia-ref"
        monkeypatch.setenv("XDG_CACHE_HOME", "relative")
        assert cache_folder() is None
        monkeypatch.delenv("XDG_CACHE_HOME")
        monkeypatch.setenv("HOME", "/home/somebody")
        usual = {"linux": ".cache", "darwin": "Library/Caches", "win32": "AppData/Local"}
        for system, folder in usual.items():
            monkeypatch.setattr(sys, "platform", system)
            assert cache_folder() == f"/home/somebody/{folder}/concordia-ref"

    def test_belongs_to_the_user_alone(self, kept: Path) -> None:
        remembered("goods", FILES, Maker())
        assert [file.stat().st_mode & 0o077 for file in (kept, *entries(kept))] == [0, 0]

    @pytest.mark.parametrize("place", ["a file", "below a file", "a folder that nobody may change"])
    def test_that_cannot_be_written_is_as_if_there_were_none(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
    ) -> None:
        folder = tmp_path / "no-folder"
        if place == "a folder that nobody may change":
            folder.mkdir(mode=0o500)
            monkeypatch.setattr("tempfile.mkstemp", refuse)  # Whoever tests as root may write everywhere.
        else:
            folder.write_text("a file")
        monkeypatch.setenv("CONCORDIA_CACHE", str(folder / "below" if place == "below a file" else folder))
        make = Maker()
        assert [remembered("goods", FILES, make) for _ in range(2)] == [make.value] * 2
        assert make.times == 2

    def test_that_is_full_keeps_no_part_of_an_entry(self, kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(os, "replace", refuse)
        assert remembered("goods", FILES, Maker("wine")) == "wine"
        assert entries(kept) == []

    def test_does_not_grow_for_ever_and_keeps_what_is_not_ours(self, kept: Path) -> None:
        kept.mkdir()
        (kept / "letter.txt").write_text("to somebody")
        for number in range(KEPT_ENTRIES):
            old = kept / f"{number:016x}{ENDING}"
            old.write_bytes(b"old")
            os.utime(old, (number, number))
        make = Maker()
        remembered("goods", FILES, make)
        remembered("goods", FILES, make)
        assert make.times == 1
        names = [file.name for file in entries(kept)]
        assert len(names) == KEPT_ENTRIES + 1
        assert "letter.txt" in names
        assert f"{0:016x}{ENDING}" not in names
        assert f"{1:016x}{ENDING}" in names


def refuse(*_: Any, **__: Any) -> Any:
    raise PermissionError(13, "Permission denied")


class TestASpecification:
    @pytest.mark.parametrize("edition", ["canonical", "hu"])
    def test_is_remembered_as_it_was_read(self, monkeypatch: pytest.MonkeyPatch, edition: str) -> None:
        read = read_anew(edition)
        monkeypatch.setattr(reading, "_tree_data", not_read)
        again = read_anew(edition)
        assert again is not read
        assert again == read
        assert again.edition == edition

    def test_is_the_same_as_without_a_cache(self, monkeypatch: pytest.MonkeyPatch) -> None:
        read_anew("fr")
        remembered_one = read_anew("fr")
        monkeypatch.setenv("CONCORDIA_CACHE", "off")
        assert read_anew("fr") == remembered_one

    def test_is_read_anew_when_a_file_has_changed(self, damaged: Damaged) -> None:
        def price() -> int:
            return specification._load(str(damaged.folder), "canonical").goods["wine"].price

        assert price() == 6
        damaged.replace("goods.yaml", "price: 6", "price: 9")
        assert price() == 9
        damaged.replace("goods.yaml", "price: 9", "price: 6")
        assert price() == 6

    def test_is_remembered_for_its_content_wherever_it_lies(
        self, damaged: Damaged, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        read = load(damaged.folder)
        moved = tmp_path / "moved"
        shutil.copytree(damaged.folder, moved)
        monkeypatch.setattr(reading, "_tree_data", not_read)
        monkeypatch.setattr(validation, "all_findings", not_read)
        again = load(moved)
        assert again.folder == moved
        assert again.data == read.data

    def test_of_an_edition_in_a_file_of_its_own_follows_the_file(self, tmp_path: Path) -> None:
        file = tmp_path / "mine.yaml"
        file.write_text("id: mine\nname: Mine\ntakes: {colonist-income: two_each}\n")
        ours = load(edition=str(file))
        file.write_text("id: mine\nname: Mine\n")
        plain = read_anew(str(file))
        assert (ours.edition, plain.edition) == ("mine", "mine")
        assert plain.data == load().data
        assert ours.data != load().data

    def test_of_an_edition_follows_the_disputes(self, damaged: Damaged) -> None:
        before = specification._load(str(damaged.folder), "hu").data
        damaged.replace("editions/hu.yaml", "follows: hu", "follows: cs")
        assert specification._load(str(damaged.folder), "hu").data != before

    def test_that_is_faulty_is_refused_however_often(self, damaged: Damaged, kept: Path) -> None:
        load(damaged.folder)
        damaged.replace("goods.yaml", "price: 6", "price: 0")
        before = entries(kept)
        for _ in range(2):
            with pytest.raises(SpecificationError) as caught:
                load(damaged.folder)
            assert [finding.file for finding in caught.value.findings] == ["goods.yaml"]
        assert entries(kept) == before

    def test_with_a_file_too_many_is_refused_though_the_rest_is_known(self, damaged: Damaged) -> None:
        load(damaged.folder)
        names = ["disputes/notes.yml", "locales/en/notes.yaml", "notes.yaml"]
        for name in names:
            damaged.write(name, "a: 1\n")
        with pytest.raises(SpecificationError) as caught:
            load(damaged.folder)
        assert [finding.file for finding in caught.value.findings if finding.code == "file.unexpected"] == names

    def test_that_was_valid_is_validated_anew_by_other_schemas(
        self, damaged: Damaged, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        load(damaged.folder)
        ours = tmp_path / "ours"
        shutil.copytree(SPEC / "schema", ours / "schema")
        (ours / "schema" / "goods.schema.json").write_text("{}")
        shutil.copytree(SPEC / "locales" / "en", ours / "locales" / "en")
        monkeypatch.setattr(validation, "packaged_folder", lambda _: ours)
        monkeypatch.setattr(validation, "all_findings", not_read)
        with pytest.raises(AssertionError):
            load(damaged.folder)

    def test_is_not_remembered_where_a_file_cannot_be_read(self, damaged: Damaged) -> None:
        specification._load(str(damaged.folder), "canonical")
        goods = damaged.file("goods.yaml")
        goods.unlink()
        goods.symlink_to("nowhere")
        with pytest.raises(SpecificationError, match=r"file\.unreadable"):
            specification._load(str(damaged.folder), "canonical")


COUNTED = """
import sys
from concordia_ref import reading
from concordia_ref.game import Game
game = Game()
print(len(game.options(game.begin(game.start(game.setup("imperium", 4, 1))))), "yaml" in sys.modules)
"""


def count_options() -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-c", COUNTED], stdout=subprocess.PIPE, text=True)


def test_two_processes_at_once_leave_one_entry_that_the_next_one_uses(kept: Path) -> None:
    both = [count_options(), count_options()]
    assert [process.communicate()[0] for process in both] == ["6 True\n"] * 2
    assert [file.suffix for file in entries(kept)] == [ENDING]
    assert count_options().communicate()[0] == "6 False\n"


def test_nothing_on_the_way_to_the_first_choice_imports_what_is_not_needed(kept: Path) -> None:
    # Each of these would make up more than a twentieth of the time in which a game begins.
    heavy = (
        "yaml",
        "babel",
        "jsonschema",
        "dataclasses",
        "inspect",
        "pathlib",
        "json",
        "hashlib",
        "difflib",
        "tempfile",
        "typing",
        "re",
    )
    count_options().communicate()
    code = f"{COUNTED}\nprint([name for name in {heavy!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[1] == "[]"


def test_the_command_works_the_same_with_and_without(concordia_process: Command) -> None:
    answers = [
        concordia_process("show", "card", "ii_weaver", CONCORDIA_CACHE=chosen)
        for chosen in ("off", os.environ["CONCORDIA_CACHE"], os.environ["CONCORDIA_CACHE"])
    ]
    assert answers[0].code == 0
    assert answers[0] == answers[1] == answers[2]
