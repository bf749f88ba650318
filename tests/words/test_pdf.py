"""The rule reference as a PDF: in every language, always the same, and with nothing in it taken for markup."""

from __future__ import annotations

import re
import sys
import zlib
from pathlib import Path

import pytest

from concordia_ref.cli.main import main
from concordia_ref.engine.game import Game
from concordia_ref.suite.worked_examples import worked_examples
from concordia_ref.words.blocks import Block, Heading, Item, Items, Paragraph, Table
from concordia_ref.words.languages import english, language
from concordia_ref.words.pdf import to_pdf
from concordia_ref.words.reference import reference_pdf
from tests.conftest import Command
from tests.translations import TAGS

GAME = Game()
EXAMPLES = worked_examples(GAME)
# Each of these would end in an error, a page break or bold letters if it were read as markup or as code.
HOSTILE = [
    *('#panic("read as code")', "#pagebreak()", "*bold*", "_leant_", "`raw", "$ x", "[open", "close]", "= heading"),
    *("<label>", "@reference", "\\", "// gone", "/* gone", "- item", '"quoted"', "{{}}", "~", "&", "https://x"),
]


def content(pdf: bytes) -> bytes:
    """A PDF with all its streams unpacked."""
    unpacked = [pdf]
    for stream in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL):
        try:
            unpacked.append(zlib.decompress(stream))
        except zlib.error:
            continue
    return b"\n".join(unpacked)


def pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", content(pdf)))


@pytest.mark.parametrize("tag", TAGS)
def test_every_language_has_a_book_with_a_title_and_its_letters(tag: str) -> None:
    pdf = reference_pdf(language(tag), GAME, EXAMPLES)
    assert pdf.startswith(b"%PDF-")
    inside = content(pdf)
    title = language(tag).say("reference.title")
    assert title.encode() in inside
    assert re.search(rb"/Lang ?\(" + tag.partition("-")[0].encode() + rb"\b", inside)
    assert 10 < pages(pdf) < 40
    for section in ("components", "architect", "scoring"):
        assert f"({section})".encode() in inside, "a heading is a place that a link can name"


def test_the_same_rules_give_the_same_bytes_and_no_date() -> None:
    pdf = reference_pdf(english(), GAME, EXAMPLES)
    assert pdf == reference_pdf(english(), GAME, EXAMPLES)
    assert b"CreationDate" not in content(pdf)


def test_nothing_in_a_text_is_taken_for_markup() -> None:
    def book(texts: list[str]) -> bytes:
        headings = [Heading(2, f"section-{number}", text) for number, text in enumerate(texts)]
        items = Items([Item("an.id", text, (text, text)) for text in texts])
        example: list[Block] = [Heading(3, "example-one", "*one*"), Table(texts, [texts])]
        return to_pdf(
            [Heading(1, "title", texts[0]), *map(Paragraph, texts), *headings, items, *example], "en", texts[0]
        )

    pdf = book(HOSTILE)
    assert pages(pdf) == pages(book(["plain"] * len(HOSTILE)))
    for text in HOSTILE:
        written = text.replace("\\", "\\\\")
        assert f"/Title({written})/Dest".encode() in content(pdf), "the bookmark says what the text says"


def test_bold_letters_are_for_the_headings_of_tables_alone() -> None:
    pdf = to_pdf([Heading(1, "title", "*a*"), Paragraph("*b* _c_"), Heading(2, "section", "*d*")], "en", "*e*")
    assert b"LibertinusSerif-Bold" not in content(pdf)
    assert b"LibertinusSerif-Italic" not in content(pdf)


def test_the_command_writes_a_file(concordia: Command, tmp_path: Path) -> None:
    file = tmp_path / "szabalyok.pdf"
    assert concordia("reference", "--lang", "hu", "--format", "pdf", "-o", file).code == 0
    assert file.read_bytes().startswith(b"%PDF-")
    answer = concordia("reference", "--format", "pdf", "-o", tmp_path / "no" / "such" / "folder")
    assert answer.code == 2
    assert "cannot write" in answer.err


def test_the_command_writes_to_a_pipe_but_not_to_a_terminal(
    capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["reference", "--format", "pdf"]) == 0
    assert capfdbinary.readouterr().out.startswith(b"%PDF-")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert main(["reference", "--format", "pdf"]) == 2
    assert b"name a file with -o" in capfdbinary.readouterr().err


def test_without_typst_the_command_says_what_to_install(concordia: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    answer = concordia("reference", "--format", "pdf")
    assert answer.code == 2
    assert "typst" in answer.err
    assert "pip install 'concordia-ref[docs]'" in answer.err
