"""The whole suite under the rules of every edition, and under readings that a program declares."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar, cast

import pytest

from concordia_ref.lab.mutation.trials import InProcess
from concordia_ref.spec.disputes import read_register
from concordia_ref.spec.errors import Malformed
from concordia_ref.suite.adapter import Adapter
from concordia_ref.suite.capabilities import capabilities
from concordia_ref.suite.cases import Case
from concordia_ref.suite.loading import Selection, Suite
from concordia_ref.suite.process import AdapterProcess
from concordia_ref.suite.readings import LeftOut, as_read, game_under
from concordia_ref.suite.scenarios import Expectation, Scenario
from concordia_ref.suite.verdicts import judge
from tests.suite.bench import VERSION, suite_of

EDITIONS = [edition for edition in read_register().editions if edition != "canonical"]
INCOME = "colonist/income-of-three-colonists"
DECLINED = "diplomat/none-of-three-choices"
# Under the Polish reading the turn does not say what it would refuse: the bonus is stored without being asked about.
LEFT_OUT = {"pl": ["storehouse/unwanted-bonus"]}


def failures(cases: tuple[Case, ...], adapter: Adapter) -> list[str]:
    """The cases that an adapter does not pass."""
    door = cast(AdapterProcess, InProcess(adapter))
    can = capabilities(door, VERSION)
    return [case.id for case in cases if judge(door, case, can).outcome != "pass"]


@pytest.mark.parametrize("edition", [edition for edition in EDITIONS if "letter" not in edition])
def test_every_edition_has_a_thousand_scenarios_and_the_reference_passes_them(edition: str) -> None:
    suite = suite_of(edition, None)
    selected = suite.select(Selection())
    assert selected.broken == ()
    assert len(selected.cases) >= 1000
    assert {case.edition for case in selected.cases} == {edition}
    assert failures(selected.cases, Adapter()) == []
    assert [id for ids in selected.left_out.values() for id in ids] == LEFT_OUT.get(edition, [])
    assert len(selected.cases) == len(suite.ids) - len(LEFT_OUT.get(edition, []))
    assert suite.left_out == selected.left_out


@pytest.mark.parametrize("edition", [edition for edition in EDITIONS if "letter" in edition])
def test_to_the_letter_most_scenarios_are_left_and_the_reference_passes_them(edition: str) -> None:
    # Many readings together change many outcomes; where none is written for them, a scenario is left out by name.
    suite = suite_of(edition, None)
    selected = suite.select(Selection())
    left_out = [id for ids in selected.left_out.values() for id in ids]
    assert selected.broken == ()
    assert len(selected.cases) + len(left_out) == len(suite.ids)
    assert len(selected.cases) > len(suite.ids) / 2
    assert failures(selected.cases, Adapter()) == []


def test_an_edition_expects_the_outcome_of_its_reading_and_says_why() -> None:
    canonical, czech = (suite_of(edition, None).case(INCOME) for edition in ("canonical", "cs"))
    # Five sestertii and one for each of three colonists; or two for each of them.
    assert [case.after["players"][0]["coins"] for case in (canonical, czech) if case and case.after] == [8, 6]
    assert czech is not None
    assert "make six" in czech.why


# To the letter many readings meet, and some hide others: there each is noticed by the scenario that tells it apart.
TAKEN = [
    (edition, dispute)
    for edition in EDITIONS
    if "letter" not in edition
    for dispute in read_register().editions[edition].takes
]


@pytest.mark.parametrize(("edition", "dispute"), TAKEN)
def test_a_program_that_reads_one_question_otherwise_than_its_edition_is_noticed(edition: str, dispute: str) -> None:
    suite, takes = suite_of(edition, None), read_register().editions[edition].takes
    cases = [case for id in suite.ids if suite.scenario(id).readings and (case := suite.case(id))]
    adapter = Adapter()
    adapter.games[edition] = game_under({id: reading for id, reading in takes.items() if id != dispute}, edition)
    assert failures(tuple(cases), adapter)


class TestAsRead:
    """Three colonists bring 5 + 3 = 8 sestertii by the ruling, and 2 x 3 = 6 under the other reading."""

    SCENARIO = suite_of("canonical", None).scenario(INCOME)
    TAKES: ClassVar = {"colonist-income": "two_each"}

    def read(self, takes: dict[str, str], **entries: int) -> Scenario | LeftOut:
        names = {"two": "colonist-income=two_each", "both": "colonist-income=two_each + passing=passing_allowed"}
        readings = {names[key]: Expectation({"players.0.coins": coins}) for key, coins in entries.items()}
        return as_read(replace(self.SCENARIO, readings=readings), game_under(takes), takes)

    def coins(self, takes: dict[str, str], **entries: int) -> int:
        read = self.read(takes, **entries)
        assert isinstance(read, Scenario)
        assert read.expected.changes is not None
        coins = read.expected.changes["players.0.coins"]
        assert isinstance(coins, int)
        return coins

    def test_the_entry_of_the_reading_says_what_to_expect(self) -> None:
        assert self.coins(self.TAKES, two=6) == 6

    def test_the_scenario_itself_is_played_where_the_reading_changes_nothing(self) -> None:
        assert self.coins({"passing": "passing_allowed"}, two=6) == 8

    def test_without_an_entry_a_scenario_that_changes_is_left_out(self) -> None:
        read = self.read({**self.TAKES, "passing": "passing_allowed"})
        assert isinstance(read, LeftOut)
        assert "under colonist-income=two_each, and" in read.reason

    def test_an_entry_that_is_wrong_by_its_own_reading_is_kept_and_fails(self) -> None:
        assert self.coins(self.TAKES, two=7) == 7
        # Even where the scenario itself would come out.
        assert self.coins({"passing": "passing_allowed"}, two=7) == 8

    def test_the_entry_for_more_readings_comes_first(self) -> None:
        both = {**self.TAKES, "passing": "passing_allowed"}
        assert self.coins(both, two=7, both=6) == 6
        assert self.coins(both, two=6, both=7) == 7
        assert self.coins(self.TAKES, two=6, both=7) == 6


def adapter_by(readings: dict[str, str]) -> Adapter:
    """The reference, which plays some readings where it is asked for the canonical rules."""
    adapter = Adapter()
    adapter.games["canonical"] = game_under(readings)
    return adapter


class TestDeclaredReadings:
    def test_a_program_is_judged_by_the_readings_that_it_declares(self) -> None:
        readings = {"diplomat-may-decline": "must_copy"}
        selected = Suite(readings=readings).select(Selection(ids=("diplomat",)))
        assert {case.edition for case in selected.cases} == {"canonical"}
        assert failures(selected.cases, adapter_by(readings)) == []
        assert DECLINED in failures(selected.cases, Adapter())

    def test_what_it_changes_without_a_written_outcome_is_left_out_with_the_reading(self) -> None:
        left_out = Suite(readings={"mercator-fewer-than-two-kinds": "exactly_two"}).left_out
        ((reason, ids),) = left_out.items()
        assert "mercator-fewer-than-two-kinds=exactly_two" in reason
        assert "components/price-of-bought-brick" in ids
        assert "mercator/coins-without-a-trade" not in ids
        assert "mercator/only-wine-is-sold" not in ids

    def test_the_ruling_may_be_declared(self) -> None:
        assert Suite(readings={"diplomat-may-decline": "may_decline"}).takes == {}

    @pytest.mark.parametrize(
        ("readings", "pointer", "what"),
        [
            ({"diplomat-may-declin": "must_copy"}, "/readings", "did you mean 'diplomat-may-decline'?"),
            ({"diplomat-may-decline": "never"}, "/readings/diplomat-may-decline", "its readings are"),
            ({"passing": "passing_alowed"}, "/readings/passing", "did you mean 'passing_allowed'?"),
            (
                {"architect-first-step-nearest-line": "nearest_line"},
                "/readings/architect-first-step-nearest-line",
                "leave it out, and expect the scenarios about architect.move.first-step",
            ),
        ],
        ids=["dispute", "reading", "misspelt", "not-playable"],
    )
    def test_one_that_does_not_exist_or_cannot_be_played_is_named(
        self, readings: dict[str, str], pointer: str, what: str
    ) -> None:
        with pytest.raises(Malformed) as error:
            Suite(readings=readings)
        assert error.value.pointer == pointer
        assert what in str(error.value)

    def test_two_that_change_the_same_datum_cannot_be_declared_together(self) -> None:
        register = read_register().disputes
        readings = {"colonist-land-piece-on-island": "any_kind", "colonist-sea-piece-inland": "any_kind"}
        assert all(register[dispute].readings[reading].patch for dispute, reading in readings.items())
        with pytest.raises(Malformed, match="both change"):
            Suite(readings=readings)
