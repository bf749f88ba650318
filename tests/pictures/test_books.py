"""The rulebook and the aid as PDFs: short, whole, always the same, and with nothing in them taken for markup."""

from __future__ import annotations

import io
import re
import sys
from functools import cache, partial
from pathlib import Path

import pytest
from pypdf import PdfReader

from concordia_ref.cli.main import main
from concordia_ref.engine.game import Game
from concordia_ref.pictures.books import BookDrawings
from concordia_ref.suite.worked_examples import worked_example
from concordia_ref.words.blocks import Block, Box, Heading, Paragraph, Picture, Prose, Table
from concordia_ref.words.languages import language
from concordia_ref.words.pdf import Layout, to_pdf
from concordia_ref.words.rulebook import aid_blocks, rulebook_blocks
from tests.conftest import Command
from tests.translations import TAGS

GAME = Game()
# Each of these would end in an error, a page break or bold letters if it were read as markup or as code.
HOSTILE = [
    *('#panic("read as code")', "#pagebreak()", "*bold*", "_leant_", "`raw", "$ x", "[open", "close]", "= heading"),
    *("<label>", "@reference", "\\", "// gone", "/* gone", "- item", '"quoted"', "{{}}", "~", "&", "https://x"),
]
FONTS = {"LibertinusSerif", "DejaVuSansMono", "NewCMMath"}


@cache
def blocks(tag: str) -> list[Block]:
    words = language(tag)
    return rulebook_blocks(words, GAME, partial(worked_example, GAME), BookDrawings(words, GAME))


@cache
def book(tag: str) -> bytes:
    return to_pdf(blocks(tag), tag)


def aid(tag: str) -> bytes:
    words = language(tag)
    return to_pdf(aid_blocks(words, GAME, BookDrawings(words, GAME)), tag, Layout(sheet=True))


def read(pdf: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(pdf))


def letters(text: str) -> str:
    """The letters of a text: lines break anywhere, words are hyphenated, and letters joined to ligatures."""
    text = text.replace("ﬁ", "fi").replace("ﬂ", "fl").replace("ﬀ", "ff").replace("ﬃ", "ffi")
    return re.sub(r"[^\w]|\d", "", text)


@pytest.mark.parametrize("tag", TAGS)
class TestBook:
    def test_it_is_short_and_holds_every_heading_and_sentence(self, tag: str) -> None:
        reader = read(book(tag))
        assert 6 <= len(reader.pages) <= 12
        inside = letters("".join(page.extract_text() for page in reader.pages))
        for block in blocks(tag):
            if isinstance(block, Heading) and block.level > 1:
                assert letters(block.text) in inside
            if isinstance(block, Prose):
                # A sentence may be cut by a column or a picture; its first words stand together.
                assert letters(block.text[:24]) in inside, block.text

    def test_it_says_its_language_and_has_bookmarks(self, tag: str) -> None:
        reader = read(book(tag))
        assert str(reader.root_object["/Lang"]).startswith(tag.partition("-")[0])
        assert reader.metadata is not None
        assert reader.metadata.title == language(tag).say("reference.title")
        titles = [entry["/Title"] for entry in _flat(reader.outline)]
        assert titles == [block.text for block in blocks(tag) if isinstance(block, Heading) and block.level > 1]

    def test_only_fonts_that_come_with_it_are_used_and_embedded(self, tag: str) -> None:
        used = {name for page in read(book(tag)).pages for name in _fonts(page)}
        assert used
        assert {name.partition("+")[2].partition("-")[0] for name in used} <= FONTS

    def test_the_aid_is_one_sheet(self, tag: str) -> None:
        reader = read(aid(tag))
        assert len(reader.pages) == 2
        words = language(tag)
        first, second = (letters(page.extract_text()) for page in reader.pages)
        assert letters(words.block("title.aid", GAME.spec)) in first
        assert letters(words.block("title.score-sheet", GAME.spec)) in second


def _flat(outline: object) -> list[dict[str, str]]:
    return [each for entry in outline for each in (_flat(entry) if isinstance(entry, list) else [entry])]  # type: ignore[attr-defined]


def _fonts(page: object) -> set[str]:
    fonts = page["/Resources"].get("/Font", {})  # type: ignore[index]
    return {font.get_object()["/BaseFont"].lstrip("/") for font in fonts.values()}


def test_pictures_of_examples_name_only_what_they_show() -> None:
    example = next(block for block in blocks("en") if isinstance(block, Box) and "Massilia" in str(block.blocks))
    part = next(each for each in example.blocks if isinstance(each, Picture) and each.place == "part")
    assert ">Massilia<" in part.svg
    assert ">Alexandria<" not in part.svg


def test_the_same_rules_give_the_same_bytes_and_no_date() -> None:
    assert book("en") == to_pdf(blocks("en"), "en")
    assert aid("en") == aid("en")
    assert "/CreationDate" not in (read(book("en")).metadata or {})


@pytest.mark.parametrize("layout", [Layout("a5"), Layout("a4", economy=True)])
def test_small_and_economical_books_are_whole_too(layout: Layout) -> None:
    small, large = read(to_pdf(blocks("hu"), "hu", layout)), read(book("hu"))
    ends = [letters(block.text)[-12:] for block in blocks("hu") if isinstance(block, Heading)]
    inside = letters("".join(page.extract_text() for page in small.pages))
    assert all(end in inside for end in ends)
    assert (len(small.pages) > len(large.pages)) == (layout.paper == "a5")


def test_nothing_in_a_text_is_taken_for_markup() -> None:
    def written(texts: list[str]) -> bytes:
        headings = [Heading(2, f"section-{number}", text) for number, text in enumerate(texts)]
        prose = [Prose(style, text, label=text) for text in texts for style in ("lead", "step", "part", "note", "item")]
        example = Box(texts[0], [*map(Paragraph, texts), Table(texts[:3], [texts[:3]])])
        return to_pdf([Heading(1, "title", texts[0]), Paragraph(texts[0]), *headings, *prose, example], "en")

    pdf = read(written(HOSTILE))
    assert len(pdf.pages) == len(read(written(["plain text"] * len(HOSTILE))).pages)
    assert [entry["/Title"] for entry in _flat(pdf.outline)] == HOSTILE


class TestCommands:
    @pytest.mark.parametrize("name", ["rulebook", "aid"])
    def test_they_write_a_file(self, name: str, concordia: Command, tmp_path: Path) -> None:
        file = tmp_path / "szabalyok.pdf"
        assert concordia(name, "--lang", "hu", "--format", "pdf", "-o", file).code == 0
        assert file.read_bytes().startswith(b"%PDF-")
        answer = concordia(name, "--format", "pdf", "-o", tmp_path / "no" / "such" / "folder")
        assert answer.code == 2
        assert "cannot write" in answer.err

    def test_they_write_to_a_pipe_but_not_to_a_terminal(
        self, capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert main(["aid", "--format", "pdf"]) == 0
        assert capfdbinary.readouterr().out.startswith(b"%PDF-")
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
        assert main(["rulebook", "--format", "pdf"]) == 2
        assert b"name a file with -o" in capfdbinary.readouterr().err

    def test_without_typst_they_say_what_to_install(self, concordia: Command, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "typst", None)
        answer = concordia("rulebook", "--format", "pdf")
        assert answer.code == 2
        assert "pip install 'concordia-ref[docs]'" in answer.err

    @pytest.mark.parametrize(
        ("wrong", "why"),
        [
            (("--map", "itali"), "there is no map 'itali'; the maps are imperium, italia"),
            (("--map", "italia", "--players", "5"), "italia is for 2, 3, 4 players, not for 5"),
            (("--players", "9"), "the maps are for 2, 3, 4, 5 players, not for 9"),
        ],
    )
    def test_a_table_that_cannot_be_is_refused(self, wrong: tuple[str, ...], why: str, concordia: Command) -> None:
        answer = concordia("rulebook", *wrong)
        assert answer.code == 2
        assert why in answer.err

    def test_html_stands_by_itself(self, concordia: Command) -> None:
        page = concordia("rulebook", "--format", "html", "--lang", "cs").out
        assert '<html lang="cs">' in page
        assert page.count("<svg") > 20
        assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
