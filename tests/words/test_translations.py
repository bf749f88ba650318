"""Translations cannot drift from the rules: what is missing, stale or wrong in any language is found, and texts follow
the data."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from concordia_ref.engine.errors import Refused
from concordia_ref.engine.game import Game
from concordia_ref.spec.loading import build, load
from concordia_ref.spec.model import Step
from concordia_ref.spec.overlay import patched
from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.spec.tree import read_tree
from concordia_ref.suite.readings import game_under, named_readings
from concordia_ref.suite.scenarios import Scenario, given_state, load_scenarios, under_reading
from concordia_ref.suite.worked_examples import worked_example
from concordia_ref.words.blocks import to_markdown
from concordia_ref.words.languages import language
from concordia_ref.words.naming import violation_text
from concordia_ref.words.reference import example_blocks
from concordia_ref.words.sentences import formula, god_sentence, step_sentences
from tests.conftest import SPEC, Command, Damaged
from tests.translations import TAGS, TRANSLATED, small_specification

GAME = Game()
SPECIFICATION = load()
SCENARIOS = {scenario.id: scenario for scenario in load_scenarios()}
SNAPSHOTS = Path(__file__).parents[1] / "snapshots"
DATA = read_tree(packaged_folder("spec"), left_out=("disputes", "editions", "locales"))[0].data


# Faults


@pytest.fixture(params=["en", *TRANSLATED])
def locale(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, Damaged]:
    """A language, and a specification in which it can be damaged."""
    return request.param, small_specification(tmp_path / "spec", request.param)


def codes_in(damaged: Damaged, tag: str) -> set[str]:
    """The codes of the findings, which are all about the files of the language."""
    findings = damaged.findings()
    assert {finding.file.split("/")[1] for finding in findings} <= {tag}
    return {finding.code for finding in findings}


def first_line(damaged: Damaged, name: str, key: str) -> str:
    """The line in which a text of a clause begins."""
    lines = damaged.text(name).splitlines()
    return lines[lines.index(f"{key}: >-") + 1]


def test_a_small_specification_is_sound(locale: tuple[str, Damaged]) -> None:
    assert locale[1].findings() == []


def test_a_missing_text_is_found(locale: tuple[str, Damaged]) -> None:
    tag, damaged = locale
    name = f"locales/{tag}/clauses.yaml"
    damaged.replace(name, f"turn.no-passing: >-\n{first_line(damaged, name, 'turn.no-passing')}\n", "")
    # In English the block of the rulebook that states the rule must be looked at too.
    assert codes_in(damaged, tag) == ({"id.incomplete", "text.stale"} if tag == "en" else {"text.missing"})


def test_a_wrong_placeholder_is_found(locale: tuple[str, Damaged]) -> None:
    tag, damaged = locale
    damaged.replace(f"locales/{tag}/clauses.yaml", "{pieces.storehouse.spaces", "{pieces.storehouse.space")
    wanted = {"text.path", "text.stale"} if tag == "en" else {"text.path", "text.facts"}
    assert codes_in(damaged, tag) == wanted


def test_a_wrong_number_of_plural_forms_is_found(locale: tuple[str, Damaged]) -> None:
    tag, damaged = locale
    name = f"locales/{tag}/messages.yaml"
    line = next(line for line in damaged.text(name).splitlines() if line.startswith("search.some: "))
    damaged.replace(name, line, line.replace("{number}", "{number|…|…|…|…}"))
    assert codes_in(damaged, tag) == {"text.plural"}


def test_a_missing_plural_form_of_a_noun_is_found(locale: tuple[str, Damaged]) -> None:
    tag, damaged = locale
    name = f"locales/{tag}/terms.yaml"
    words = language(tag).terms["goods"]["wine"]["count"]
    damaged.replace(name, f"count: [{', '.join(words)}]", f"count: [{', '.join(words[1:])}]")
    assert "text.plural" in codes_in(damaged, tag)


def test_a_missing_form_of_a_name_is_found(locale: tuple[str, Damaged]) -> None:
    tag, damaged = locale
    where = language(tag).terms["cities"]["massilia"]["in"]
    damaged.replace(f"locales/{tag}/terms.yaml", f"in: {where}", f"at: {where}")
    assert "text.form" in codes_in(damaged, tag)


def test_a_number_that_is_not_the_datums_is_found(locale: tuple[str, Damaged]) -> None:
    tag, damaged = locale
    line = first_line(damaged, f"locales/{tag}/clauses.yaml", "turn.no-passing")
    damaged.replace(f"locales/{tag}/clauses.yaml", line, f"{line} 12")
    assert "text.number" in codes_in(damaged, tag)


def test_a_word_in_the_letters_of_another_language_is_found(locale: tuple[str, Damaged]) -> None:
    tag, damaged = locale
    line = first_line(damaged, f"locales/{tag}/clauses.yaml", "turn.no-passing")
    word = "ход" if tag != "sr" else "move"
    damaged.replace(f"locales/{tag}/clauses.yaml", line, f"{line} {word}")
    assert "text.letters" in codes_in(damaged, tag)


@pytest.mark.parametrize("tag", TRANSLATED)
class TestTranslation:
    @pytest.fixture
    def damaged(self, tmp_path: Path, tag: str) -> Damaged:
        return small_specification(tmp_path / "spec", tag)

    def test_a_changed_english_text_makes_its_translation_stale(self, damaged: Damaged, tag: str) -> None:
        damaged.replace("locales/en/clauses.yaml", "Nobody may pass.", "Nobody ever may pass.")
        stale = [(finding.code, finding.message.split("'")[1]) for finding in damaged.findings()]
        # The block of the rulebook that states the clause is stale too, in English and in the translation.
        assert sorted(stale) == [
            ("text.stale", "clauses.turn.no-passing"),
            ("text.stale", "rulebook.turn.play"),
            ("text.stale", "rulebook.turn.play"),
        ]

    def test_a_lost_placeholder_is_found(self, damaged: Damaged, tag: str) -> None:
        name = f"locales/{tag}/clauses.yaml"
        line = first_line(damaged, name, "storehouse.spaces")
        damaged.replace(name, line, first_line(damaged, name, "turn.no-passing"))
        assert codes_in(damaged, tag) == {"text.facts"}

    def test_a_number_in_words_that_english_does_not_have_is_found(self, damaged: Damaged, tag: str) -> None:
        name = f"locales/{tag}/clauses.yaml"
        line = first_line(damaged, name, "turn.no-passing")
        damaged.replace(name, line, f"{line} {language(tag).terms['number_words']['3'][0]}")
        assert codes_in(damaged, tag) == {"text.number"}

    def test_a_translation_without_a_mark_is_stale(self, damaged: Damaged, tag: str) -> None:
        lines = damaged.text(f"locales/{tag}/sources.yaml").splitlines(keepends=True)
        kept = [line for line in lines if not line.startswith("clauses.turn.no-passing:")]
        damaged.write(f"locales/{tag}/sources.yaml", "".join(kept))
        assert [finding.code for finding in damaged.findings()] == ["text.stale"]

    def test_a_text_that_english_does_not_have_is_found(self, damaged: Damaged, tag: str) -> None:
        damaged.append(f"locales/{tag}/messages.yaml", 'sheet.wins-again: "A"\n')
        damaged.append(f"locales/{tag}/sources.yaml", "messages.sheet.wins-again: translated 00000000\n")
        assert codes_in(damaged, tag) == {"text.unknown"}

    def test_a_missing_file_is_found(self, damaged: Damaged, tag: str) -> None:
        damaged.file(f"locales/{tag}/sources.yaml").unlink()
        assert codes_in(damaged, tag) == {"file.missing"}

    def test_a_missing_text_of_a_dispute_is_found(self, damaged: Damaged, tag: str) -> None:
        text = damaged.text(f"locales/{tag}/disputes.yaml")
        lines = text.splitlines(keepends=True)
        start = next(index for index, line in enumerate(lines) if line == "      two_each: >-\n")
        damaged.write(f"locales/{tag}/disputes.yaml", "".join(lines[:start] + lines[start + 2 :]))
        assert "text.missing" in codes_in(damaged, tag)


def test_a_language_that_cldr_does_not_know_is_found(tmp_path: Path) -> None:
    damaged = small_specification(tmp_path / "spec", "fr")
    damaged.file("locales/fr").rename(damaged.file("locales/tlh"))
    assert {finding.code for finding in damaged.findings()} == {"locale.unknown"}


def test_a_form_that_english_has_is_needed(tmp_path: Path) -> None:
    damaged = small_specification(tmp_path / "spec", "fr")
    where = language("fr").terms["maps"]["italia"]["in"]
    damaged.replace("locales/fr/terms.yaml", f"in: {where}", f"at: {where}")
    assert {finding.code for finding in damaged.findings()} == {"term.form", "text.form"}


# Texts follow the data


@pytest.mark.parametrize("tag", TAGS)
def test_changing_jupiters_points_changes_its_sentence(tag: str) -> None:
    changed = build(patched(DATA, {"gods.gods.jupiter": {"points": 3, "at_most": 21}}), SPEC)
    words = language(tag)
    before, after = (god_sentence(words, spec.gods["jupiter"]) for spec in (SPECIFICATION, changed))
    assert before != after
    assert words.counted(1, "point") in before
    assert words.counted(3, "point") in after
    assert "15" in before
    assert "21" in after
    score = [words.clause(id, changed) for id in ("score.jupiter", "score.jupiter.maximum")]
    assert words.counted(3, "point") in score[0]
    assert "21" in score[1]


def steps() -> Iterator[Step]:
    """Every step of every action."""
    for action in SPECIFICATION.actions.values():
        for alternative in action.choose.values():
            yield from alternative


def other_values(verb: str, name: str, value: Any) -> Iterator[Any]:
    """Other values that a parameter could have, by the schema of the verbs."""
    schema = json.loads((SPEC / "schema" / "actions.schema.json").read_text(encoding="utf-8"))
    property = schema["$defs"][verb]["properties"][name]
    if type(value) is bool:
        yield not value
    elif type(value) is int:
        yield value + 1
    elif "enum" in property:
        yield from (other for other in property["enum"] if other != value)


@pytest.mark.parametrize("tag", TAGS)
def test_every_parameter_of_every_action_is_told(tag: str) -> None:
    words = language(tag)
    for step in steps():
        sentences = list(step_sentences(words, SPECIFICATION, step))
        assert sentences, step.do
        for name, value in step.parameters.items():
            for other in other_values(step.do, name, value):
                changed = Step(step.do, {**step.parameters, name: other}, step.clauses)
                assert list(step_sentences(words, SPECIFICATION, changed)) != sentences, (step.do, name, other)


@pytest.mark.parametrize("tag", TAGS)
def test_every_formula_that_the_schema_allows_is_told(tag: str) -> None:
    words = language(tag)
    formulas = set()
    for count in ("houses", "provinces_with_houses", "goods_produced_by_houses", "colonists_on_board"):
        for owner in ("self", "anyone"):
            formulas.add(formula_of(words, {"count": count, "owner": owner}))
    for city_good in ({"is": "wine"}, {"not": "wine"}, {"is": "of_the_card"}, {"not": "of_the_card"}):
        formulas.add(formula_of(words, {"count": "houses", "owner": "self", "city_good": city_good}))
    formulas.add(formula_of(words, {"count": "cities"}))
    formulas.add(formula_of(words, {"count": "coins"}))
    formulas.add(formula_of(words, {"value_of": "goods"}))
    assert len(formulas) == 15


def formula_of(words: Any, per: Mapping[str, Any]) -> str:
    data = json.loads(json.dumps(DATA))
    data["gods"]["gods"]["jupiter"]["per"] = per
    return formula(words, build(data, SPEC).gods["jupiter"])


# Explanations


# A set-up that is refused has no turn with violations.
REFUSED = [scenario for scenario in SCENARIOS.values() if scenario.expected.refused and scenario.turns]


def refusal(scenario: Scenario, game: Game = GAME) -> Refused:
    """What stands against the last turn of a scenario."""
    state = given_state(game, scenario)
    try:
        for written in scenario.turns:
            state = game.play(state, written)
    except Refused as refused:
        return refused
    raise AssertionError(f"{scenario.id} is not refused")


# Under other readings some clauses can be broken that the rulings leave no way to break.
VIOLATIONS = {
    violation.clause: violation
    for scenario in SCENARIOS.values()
    for name, expected in scenario.readings.items()
    if expected.refused and scenario.turns
    for violation in refusal(under_reading(scenario, name), game_under(named_readings(name))).violations
} | {violation.clause: violation for scenario in REFUSED for violation in refusal(scenario).violations}


@pytest.mark.parametrize("tag", TAGS)
def test_every_violation_is_told_in_a_sentence(tag: str) -> None:
    for violation in VIOLATIONS.values():
        text = violation_text(language(tag), SPECIFICATION, violation)
        assert text != str(violation), violation.clause
        assert text.endswith((".", "!", ")")), text
        assert "{" not in text


def test_every_sentence_about_a_violation_is_about_a_clause() -> None:
    clauses = {key.removeprefix("violation.") for key in language("en").messages if key.startswith("violation.")}
    assert clauses <= set(SPECIFICATION.clauses)
    # The rest can be broken under other readings of the rules only.
    assert len(clauses - set(VIOLATIONS)) < 12


# Snapshots. They were read line by line; `UPDATE_SNAPSHOTS=1 pytest tests/test_translations.py` writes them anew.

CARDS = {
    "tribune": "tribune/colonist-without-a-tool",
    "architect": "architect/coins-do-not-replace-a-brick",
    "prefect": "praefectus-magnus/claimed-without-the-card",
    "colonist": "colonist/land-colonist-on-an-island",
    "mercator": "components/one-sestertius-too-few-for-two-cloth",
    "diplomat": "diplomat/bought-diplomat-above-a-mercator",
    "senator": "components/farmer-without-brick",
    "consul": "consul/second-card",
    "vintner": "specialists/two-wine-kept-on-three-spaces",
    "praefectus_magnus": "praefectus-magnus/cannot-be-declined",
}


def compare(tag: str, name: str, text: str) -> None:
    """Compare a text with the one that was read, or keep it."""
    file = SNAPSHOTS / tag / f"{name}.txt"
    if "UPDATE_SNAPSHOTS" in os.environ:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")


@pytest.fixture
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "110")


@pytest.mark.usefixtures("wide")
@pytest.mark.parametrize("tag", TAGS)
class TestSnapshots:
    def test_the_score_sheet_of_114_points(self, concordia: Command, tag: str, tmp_path: Path) -> None:
        state = GAME.state_to_json(given_state(GAME, SCENARIOS["scoring/one-hundred-and-fourteen"]))
        file = tmp_path / "state.json"
        file.write_text(json.dumps(state), encoding="utf-8")
        text = concordia("score", file, "--explain", "--lang", tag).out
        assert "114" in text
        compare(tag, "score", text)

    def test_a_violation_of_each_card(self, tag: str) -> None:
        lines = []
        words = language(tag)
        for card, id in CARDS.items():
            for violation in refusal(SCENARIOS[id]).violations:
                lines.append(words.name("cards", card))
                lines.append(f"  {violation_text(words, SPECIFICATION, violation)}")
                lines.append(f"  {words.clause(violation.clause, SPECIFICATION)}")
        compare(tag, "violations", "\n".join(lines) + "\n")

    def test_the_dispute_about_the_income_of_the_colonist(self, concordia: Command, tag: str) -> None:
        shown = concordia("dispute", "colonist-income", "--lang", tag).out
        played = concordia("dispute", "colonist-income", "--run", "--lang", tag).out
        compare(tag, "dispute", f"{shown}\n{played}")

    @pytest.mark.parametrize("card", ["prefect", "mercator"])
    def test_a_card(self, concordia: Command, tag: str, card: str) -> None:
        compare(tag, card, concordia("show", "card", card, "--lang", tag).out)

    def test_two_worked_examples(self, tag: str) -> None:
        words = language(tag)
        blocks = [
            block
            for id in (
                "architect/example-three-houses-for-fifteen-sestertii",
                "prefect/houses-produce-for-their-owners",
            )
            if (example := worked_example(GAME, id))
            for block in example_blocks(words, GAME, example)
        ]
        compare(tag, "examples", to_markdown(blocks) + "\n")
