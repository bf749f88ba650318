"""Disputes and editions: what is registered, editions of one's own, and what is found wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from concordia_ref.spec.disputes import read_register
from concordia_ref.spec.errors import Malformed
from concordia_ref.spec.loading import load
from tests.conftest import Damaged, finding_codes

REGISTER = read_register()


def test_how_many_disputes_cannot_be_played_both_ways_is_known() -> None:
    # A dispute that loses its patch, or gains one, changes these numbers: that must be meant.
    silent = [dispute for dispute in REGISTER.disputes.values() if not dispute.executable]
    # Where there is only one reading, there is nothing else to play.
    assert all(dispute.not_executable for dispute in silent if len(dispute.readings) > 1)
    assert (len(REGISTER.disputes), len(silent)) == (286, 159)


class TestEditions:
    def test_canonical_takes_every_ruling(self) -> None:
        assert REGISTER.editions["canonical"].takes == {}

    def test_an_edition_is_the_list_of_questions_on_which_it_leaves_canonical(self) -> None:
        assert REGISTER.editions["cs"].takes["colonist-income"] == "two_each"
        assert "colonist-income" not in REGISTER.editions["hu"].takes

    def test_an_edition_changes_the_data_and_nothing_else(self) -> None:
        assert load(edition="cs").actions["colonist"].choose["income"][0].parameters["base"] == 0
        assert load(edition="cs").goods == load().goods
        assert load(edition="cs").edition == "cs"

    def test_an_edition_of_ones_own_is_a_small_file(self, tmp_path: Path) -> None:
        file = tmp_path / "house-rules.yaml"
        file.write_text("id: house-rules\nname: Ours\ntakes: {colonist-income: two_each, passing: passing_allowed}\n")
        spec = load(edition=str(file))
        assert spec.turn.may_pass
        assert spec.actions["colonist"].choose["income"][0].parameters["per_colonist_on_board"] == 2

    @pytest.mark.parametrize(
        ("text", "problem"),
        [
            ("- 1", "an edition is a mapping"),
            ("id: x\nname: X\ntake: {}", "unknown key 'take'"),
            ("name: X", "'id' must be text"),
            ("id: x\nname: X\nfollows: de", "there is no rulebook 'de'"),
            ("id: x\nname: X\ntakes: [a]", "'takes' must be a mapping"),
            ("id: x\nname: X\ntakes: {colonist-incom: two_each}", "did you mean 'colonist-income'?"),
            ("id: x\nname: X\ntakes: {colonist-income: three_each}", "has no reading 'three_each'"),
            ("id: x\nname: X\nfollows: cs\ntakes: {colonist-income: 1:30}", "YAML"),
        ],
    )
    def test_a_faulty_edition_is_refused_with_its_fault(self, text: str, problem: str, tmp_path: Path) -> None:
        file = tmp_path / "mine.yaml"
        file.write_text(text)
        with pytest.raises(Malformed) as malformed:
            load(edition=str(file))
        assert problem in str(malformed.value)

    def test_two_readings_of_one_datum_cannot_be_taken_together(self, tmp_path: Path) -> None:
        file = tmp_path / "mine.yaml"
        takes = "{architect-end-in-city: in_a_city_too, architect-example-ship: in_massilia}"
        file.write_text(f"id: mine\nname: Mine\ntakes: {takes}\n")
        with pytest.raises(Malformed) as malformed:
            load(edition=str(file))
        assert "both change" in str(malformed.value)

    def test_an_unknown_edition_is_named_with_the_one_probably_meant(self) -> None:
        with pytest.raises(Malformed) as malformed:
            load(edition="canonica")
        assert "did you mean 'canonical'?" in str(malformed.value)


DISPUTE = "disputes/colonist-income.yaml"
EDITION = "editions/cs.yaml"
HEADING = "disputes/tribune-heading.yaml"


FAULTS = [
    (DISPUTE, "income.gain_coins: {", "income.gain_coin: {", "dispute.patch-path", "gain_coin:"),
    (DISPUTE, "base: 0,", "bas: 0,", "dispute.patch-path", "gain_coins:"),
    (DISPUTE, "ruling: five_plus_one\n", "", "schema.missing-key", "id:"),
    (DISPUTE, "ruling: five_plus_one", "ruling: five_plus_on", "id.unknown", "ruling:"),
    (DISPUTE, "ruling: five_plus_one", "ruling: two_each", "dispute.ruling-patched", "patch:"),
    (DISPUTE, "cs: {says: two_each", "cs: {says: two_eac", "id.unknown", "cs:"),
    (
        DISPUTE,
        "told_apart_by: colonist/income-of-three-colonists",
        "not_executable: for this test",
        "dispute.no-scenario",
        "readings:",
    ),
    (DISPUTE, "clauses: [colonist.income,", "clauses: [colonist.incom,", "id.unknown", "clauses:"),
    (DISPUTE, "id: colonist-income", "id: colonist-incomes", "id.file-name", "id:"),
    (DISPUTE, "decides: [colonist.income,", "decides: [colonist.choice,", "dispute.decides", "decides:"),
    (DISPUTE, "kind: contradiction", "kind: silence", "dispute.kind", "kind:"),
    (HEADING, "kind: wording", "kind: contradiction", "dispute.kind", "kind:"),
    (DISPUTE, "    patch:\n", "    not_played: same_play\n    patch:\n", "dispute.not-played", "  two_each:"),
    (HEADING, "not_executable:", "told_apart_by:", "dispute.not-executable", "readings:"),
    (HEADING, "not_played: words_only", "not_played: unsupported", "schema.unknown-value", "not_played:"),
    (EDITION, "follows: cs", "takes: {passing: passing_allowed}", "edition.text", "takes:"),
    (
        EDITION,
        "follows: cs",
        "takes: {architect-build-next-to-colonies: settlements, "
        "architect-build-next-to-whose-colonists: anyones_colonists}",
        "edition.clause-twice",
        "takes:",
    ),
    (EDITION, "follows: cs", "follows: de", "id.unknown", "follows:"),
    (EDITION, "follows: cs", "takes: {colonist-income: three_each}", "id.unknown", "takes:"),
    (EDITION, "follows: cs", "takes: {colonist-incomes: two_each}", "id.unknown", "takes:"),
]


@pytest.mark.parametrize(("file", "old", "new", "code", "line_with"), FAULTS)
def test_a_faulty_dispute_or_edition_is_a_finding_with_its_place(
    file: str, old: str, new: str, code: str, line_with: str, damaged: Damaged
) -> None:
    damaged.replace(file, old, new)
    found = [finding for finding in damaged.findings() if finding.code == code and finding.file == file]
    assert found, damaged.findings()
    line = damaged.text(file).splitlines()[found[0].line - 1]
    assert line_with in line


def test_a_scenario_without_a_reading_to_play_is_a_finding(damaged: Damaged) -> None:
    text = damaged.text(DISPUTE)
    start, end = text.index("    patch:"), text.index("rulebooks:")
    damaged.write(DISPUTE, text[:start] + text[end:])
    assert "dispute.no-patch" in {finding.code for finding in damaged.findings()}
    damaged.replace(EDITION, "follows: cs", "takes: {colonist-income: two_each}")
    assert "edition.not-playable" in {finding.code for finding in damaged.findings()}


def test_two_readings_that_patch_the_same_datum_in_one_edition_are_a_finding(damaged: Damaged) -> None:
    copy = damaged.text(DISPUTE).replace("id: colonist-income", "id: colonist-again")
    damaged.write("disputes/colonist-again.yaml", copy)
    found = [finding for finding in damaged.findings() if finding.code == "edition.overlap"]
    assert {finding.file for finding in found} == {
        f"editions/{id}.yaml" for id in ("cs", "cs-letter", "fr", "fr-letter")
    }
    assert "gain_coins" in found[0].message


def test_every_code_of_disputes_and_editions_is_shown() -> None:
    elsewhere = {"dispute.no-patch", "edition.not-playable", "edition.overlap"}
    shown = {fault[3] for fault in FAULTS} | elsewhere
    assert {code for code in finding_codes() if code.startswith(("dispute.", "edition."))} <= shown
