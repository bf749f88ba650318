"""The rulebook: every rule once, numbers from the data, what is new at once, and nothing against its edition."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest

from concordia_ref.engine.game import Game
from concordia_ref.pictures.books import BookDrawings
from concordia_ref.spec.loading import load
from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.spec.rulebook import read_outline
from concordia_ref.suite.worked_examples import worked_example
from concordia_ref.words.blocks import Block, Box, Heading, Prose, Question, Table, to_markdown
from concordia_ref.words.languages import language
from concordia_ref.words.rulebook import EVERY_TABLE, Wishes, aid_blocks, rulebook_blocks
from tests.conftest import Command, Damaged
from tests.translations import TAGS, TRANSLATED, small_specification

GAME = Game()
MOST_WORDS = 4_500


def book(game: Game = GAME, tag: str = "en", wishes: Wishes = EVERY_TABLE) -> list[Block]:
    words = language(tag, game.spec.folder)
    return rulebook_blocks(words, game, partial(worked_example, game), BookDrawings(words, game), wishes)


def text(game: Game = GAME, tag: str = "en", wishes: Wishes = EVERY_TABLE) -> str:
    return to_markdown(book(game, tag, wishes))


def aid(game: Game = GAME, tag: str = "en") -> str:
    words = language(tag, game.spec.folder)
    return to_markdown(aid_blocks(words, game, BookDrawings(words, game)))


class TestOutline:
    def test_exactly_one_block_covers_each_clause(self) -> None:
        chapters = read_outline(packaged_folder("spec"), "book")
        covered = [clause for chapter in chapters for block in chapter.all_blocks() for clause in block.covers]
        assert sorted(covered) == sorted(GAME.spec.clauses)

    def test_the_ids_of_all_clauses_can_be_printed(self) -> None:
        printed = {id for block in book(wishes=Wishes(ids=True)) if isinstance(block, Prose) for id in block.clauses}
        in_tables = {
            clause
            for chapter in read_outline(packaged_folder("spec"), "book")
            for block in chapter.all_blocks()
            if block.kind == "table"
            for clause in block.covers
        }
        # A map to choose is left out of no book here.
        assert printed | in_tables == set(GAME.spec.clauses)

    @pytest.mark.parametrize("tag", TAGS)
    def test_the_rules_are_short_enough_to_read(self, tag: str) -> None:
        rules = [block for block in book(tag=tag) if isinstance(block, (Prose, Heading))]
        tables = [cell for block in book(tag=tag) if isinstance(block, Table) for row in block.rows for cell in row]
        assert len(" ".join([*(block.text for block in rules), *tables]).split()) <= MOST_WORDS

    @pytest.mark.parametrize("tag", TAGS)
    def test_all_languages_have_the_same_blocks(self, tag: str) -> None:
        def shape(blocks: list[Block]) -> list[tuple[str, str]]:
            shown = [block for block in blocks if not isinstance(block, Question)]
            return [(type(block).__name__, getattr(block, "style", "")) for block in shown]

        assert shape(book(tag=tag)) == shape(book())


class TestFaults:
    @pytest.fixture
    def damaged(self, tmp_path: Path) -> Damaged:
        return small_specification(tmp_path / "spec", "hu")

    def test_a_clause_that_two_blocks_cover_is_found(self, damaged: Damaged) -> None:
        damaged.replace("rulebook/book.yaml", "covers: [tribune.alone]", "covers: [tribune.alone, card.cost]")
        codes = [finding.code for finding in damaged.findings()]
        assert "rulebook.covered-twice" in codes

    def test_an_unknown_clause_is_found(self, damaged: Damaged) -> None:
        damaged.replace("rulebook/book.yaml", "covers: [tribune.alone]", "covers: [tribune.alon]")
        assert any("did you mean 'tribune.alone'" in finding.text for finding in damaged.findings())

    def test_a_block_without_a_text_and_a_text_without_a_block_are_found(self, damaged: Damaged) -> None:
        damaged.replace("rulebook/book.yaml", "text: tribune.alone", "text: tribune.lone")
        messages = [finding.message for finding in damaged.findings()]
        assert any("tribune.lone" in message for message in messages)
        assert any("tribune.alone" in message for message in messages)

    def test_a_changed_clause_makes_its_blocks_stale_in_every_language(self, damaged: Damaged) -> None:
        damaged.replace("locales/en/clauses.yaml", "Nobody may pass.", "Nobody ever may pass.")
        stale = {(f.file, f.message.split("'")[1]) for f in damaged.findings() if f.code == "text.stale"}
        assert stale == {
            ("locales/en/sources.yaml", "rulebook.turn.play"),
            ("locales/hu/sources.yaml", "rulebook.turn.play"),
            ("locales/hu/sources.yaml", "clauses.turn.no-passing"),
        }

    def test_a_changed_block_makes_its_translations_stale(self, damaged: Damaged) -> None:
        damaged.replace("locales/en/rulebook.yaml", "you may not pass.", "you may never pass.")
        assert [finding.message.split("'")[1] for finding in damaged.findings()] == ["rulebook.turn.play"]

    def test_a_number_that_is_not_in_the_data_is_found(self, damaged: Damaged) -> None:
        damaged.replace("locales/en/rulebook.yaml", "exactly one card", "exactly 1 card")
        assert "text.number" in {finding.code for finding in damaged.findings()}

    def test_a_text_is_accepted_in_english_too(self, damaged: Damaged, concordia: Command) -> None:
        damaged.replace("locales/en/clauses.yaml", "Nobody may pass.", "Nobody ever may pass.")
        for tag in ("en", "hu"):
            assert concordia("i18n", "accept", tag, "rulebook.turn.play", "--spec", damaged.folder).code == 0
        assert concordia("i18n", "accept", "hu", "clauses.turn.no-passing", "--spec", damaged.folder).code == 0
        assert damaged.findings() == []


@pytest.mark.parametrize("tag", TAGS)
class TestChangedData:
    """What is changed in a copy changes the book and the aid, in every language."""

    def changed(self, folder: Path, tag: str, name: str, old: str, new: str) -> Game:
        damaged = small_specification(folder, "sr" if tag == "sr-Latn" else tag)
        damaged.replace(name, old, new)
        return Game(load(folder))

    @pytest.mark.parametrize(
        ("name", "old", "new", "shown"),
        [
            ("gods.yaml", "jupiter:\n    points: 1\n", "jupiter:\n    points: 9\n", "9"),
            (
                "costs.yaml",
                "wine: {goods: {brick: 1, wine: 1}, coins: 4}",
                "wine: {goods: {brick: 1, wine: 1}, coins: 11}",
                "11",
            ),
            ("display.yaml", "  - [cloth, cloth]\n", "  - [cloth, cloth, any]\n", r"\? \|"),
        ],
    )
    def test_it_is_shown(self, name: str, old: str, new: str, shown: str, tag: str, tmp_path: Path) -> None:
        game = self.changed(tmp_path / "spec", tag, name, old, new)
        for before, after in ((text(tag=tag), text(game, tag)), (aid(tag=tag), aid(game, tag))):
            gone, new_lines = set(before.splitlines()), set(after.splitlines())
            assert new_lines - gone
            assert any(re.search(rf"(?<!\w){shown}", line) for line in new_lines - gone)

    def test_a_new_card_appears_at_once(self, tag: str, tmp_path: Path) -> None:
        damaged = small_specification(tmp_path / "spec", "sr" if tag == "sr-Latn" else tag)
        for name, old, new in (
            ("cards.yaml", "i_colonist: {kind: colonist,", "i_quaestor: {kind: quaestor,"),
            (
                "cards.yaml",
                "  consul: {action: consul}\n",
                "  consul: {action: consul}\n  quaestor: {action: colonist}\n",
            ),
            (
                "locales/en/terms.yaml",
                "  consul: {name: Consul}\n",
                "  consul: {name: Consul}\n  quaestor: {name: Quaestor}\n",
            ),
        ):
            damaged.replace(name, old, new)
        printed = book(Game(load(damaged.folder)), tag)
        assert "Quaestor" in [block.text for block in printed if isinstance(block, Heading)]
        rows = [row for block in printed if isinstance(block, Table) for row in block.rows]
        assert any("quaestor" in cell.lower() for row in rows for cell in row)


class TestEditions:
    @pytest.mark.parametrize("edition", ["sr", "cs", "hu", "pl", "fr", "sr-letter", "cs-letter", "fr-letter"])
    @pytest.mark.parametrize("tag", ["en", "hu"])
    def test_an_edition_never_contradicts_itself(self, edition: str, tag: str) -> None:
        game = Game(load(edition=edition))
        words = language(tag)
        changed = words.changed_clauses(game.spec)
        assert changed
        printed = book(game, tag)
        said = {block.text for block in printed if isinstance(block, Prose)}
        for clause in changed:
            assert words.clause(clause, game.spec) in said
        outline = [b for c in read_outline(packaged_folder("spec"), "book") for b in c.all_blocks() if b.kind == "text"]
        for block in outline:
            if changed.keys() & {*block.covers, *block.recalls}:
                assert words.block(block.name, game.spec) not in said

    def test_the_czech_income_is_that_of_the_czech_rulebook(self) -> None:
        czech = text(Game(load(edition="cs")), "cs")
        assert "2\u00a0sestercie" in czech
        assert language("cs").block("colonist.income", GAME.spec) not in czech


class TestDisputes:
    def test_by_default_the_appendix_has_the_questions_that_change_the_outcome(self) -> None:
        outcome, every, none = (
            [block for block in book(wishes=Wishes(disputes=shown)) if isinstance(block, Question)]
            for shown in ("outcome", "all", "none")
        )
        assert 0 < len(outcome) < len(every)
        assert none == []
        assert [question.number for question in outcome] == list(range(1, len(outcome) + 1))

    @pytest.mark.parametrize("shown", ["outcome", "all"])
    def test_every_question_has_a_mark_in_the_text(self, shown: str) -> None:
        printed = book(wishes=Wishes(disputes=shown))  # type: ignore[arg-type]
        marks = [mark for block in printed if isinstance(block, Prose) for mark in block.marks]
        assert marks == [block.number for block in printed if isinstance(block, Question)]

    def test_readers_of_a_rulebook_that_differs_are_told(self) -> None:
        said = language("cs").say("reference.your-rulebook", rule="")
        answers = [answer for block in book(tag="cs") if isinstance(block, Question) for answer in block.answers]
        assert any(answer.startswith(said.rstrip()) for answer in answers)


class TestTable:
    def test_what_does_not_apply_is_left_out(self) -> None:
        one = text(wishes=Wishes("italia", 3, "none"))
        assert "Imperium" not in one
        assert "Imperium" in text()
        assert language("en").block("setup.map", GAME.spec) not in one

    def test_only_one_number_of_players_is_in_the_table(self) -> None:
        tables = [block for block in book(wishes=Wishes("italia", 3)) if isinstance(block, Table)]
        players = next(table for table in tables if table.header[0] == "players")
        assert [row[0] for row in players.rows] == ["3"]


def test_worked_examples_are_told_and_drawn() -> None:
    boxes = [block for block in book() if isinstance(block, Box)]
    assert len(boxes) == 10
    assert all(len(box.blocks) > 1 for box in boxes)


@pytest.mark.parametrize("tag", TRANSLATED)
def test_no_text_of_the_book_is_english_elsewhere(tag: str) -> None:
    english, own = language("en").rulebook, language(tag).rulebook
    assert own.keys() == english.keys()
    # The index is called so in several languages.
    assert [key for key in own if own[key] == english[key] and key != "title.index"] == []
