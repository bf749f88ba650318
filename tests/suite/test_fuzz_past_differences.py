"""Random games that continue behind what is known: avoided rules, points that differ, positions that are loaded."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from concordia_ref.lab.planted.bugs import BUGS
from concordia_ref.lab.planted.catching import able
from concordia_ref.lab.planted.planting import Bug, StandIn
from concordia_ref.spec.disputes import read_register
from concordia_ref.spec.errors import Malformed
from concordia_ref.suite.avoiding import Avoided
from concordia_ref.suite.capabilities import Capabilities
from concordia_ref.suite.equal_cards import equal_cards, with_one_name
from concordia_ref.suite.expectations import Expected
from concordia_ref.suite.fuzz import LockstepGame, Tolerance, play_game
from concordia_ref.suite.known_differences import KnownDifferences
from concordia_ref.suite.loading import Suite
from concordia_ref.suite.near_misses import rewritten
from concordia_ref.suite.random_games import (
    GameTable,
    random_of,
    random_record,
    random_taste,
    random_turn,
    reference,
    tables,
)
from tests.conftest import Command
from tests.suite.test_fuzz import adapter_of

ITALIA = GameTable("canonical", "italia", 2, interim=False)
NAMED = {bug.id: bug for bug in BUGS}
WHOLE_GAME = 60
"""Random games on Italia take longer than this; one that stopped at a common fault has taken fewer turns."""
COLLECTING = Tolerance(collects=True)


def play(bug: Bug, tolerance: Tolerance, can: Capabilities | None = None, number: int = 0) -> LockstepGame:
    return play_game(StandIn(bug), can or able(), ITALIA, 1, number, tolerance)


def must_copy() -> Bug:
    """The other reading of a dispute, as a bug."""
    reading = read_register().disputes["diplomat-may-decline"].readings["must_copy"]
    assert reading.patch
    return replace(NAMED["diplomat-must-copy"], patch=reading.patch, swaps=())


class TestContinuing:
    @pytest.mark.parametrize("bug", ["passing", "starting-mercator-pays-five"])
    def test_who_collects_plays_the_game_to_its_end(self, bug: str) -> None:
        stopped, whole = play(NAMED[bug], Tolerance()), play(NAMED[bug], COLLECTING)
        assert stopped.turns < WHOLE_GAME < whole.turns
        assert len(stopped.differences) == 1
        assert stopped.differences[0].key == whole.differences[0].key
        assert sum(whole.times) > 1

    def test_a_game_continues_without_load_when_only_points_differ(self) -> None:
        lacking = replace(able(), operations=able().operations - {"load"})
        whole = play(NAMED["vesta-rounds-up"], COLLECTING, lacking)
        assert whole.turns > WHOLE_GAME
        assert {difference.disagreement.kind for difference in whole.differences} == {"score"}

    def test_without_load_another_difference_ends_the_game(self) -> None:
        lacking = replace(able(), operations=able().operations - {"load"})
        assert play(NAMED["starting-mercator-pays-five"], COLLECTING, lacking).turns < WHOLE_GAME

    def test_known_differences_are_counted_and_not_reported(self) -> None:
        known = Tolerance(known=lambda difference: difference.disagreement.clauses == ("turn.no-passing",))
        played = play(NAMED["passing"], known)
        assert played.turns > WHOLE_GAME
        assert played.known > 1
        assert not played.differences


class TestExpectations:
    def known(self, *entries: Expected) -> Tolerance:
        return Tolerance(known=KnownDifferences(entries, Suite()))

    def test_a_clause_that_a_known_failure_shows_is_looked_past(self) -> None:
        refusal = Expected("course/no-passing-with-a-full-hand", "an illegal turn is accepted")
        assert Suite().scenario(refusal.scenario).expected.refused == "turn.no-passing"
        played = play(NAMED["passing"], self.known(refusal))
        assert played.known > 1
        assert played.turns > WHOLE_GAME

    def test_a_place_that_a_known_failure_shows_is_looked_past_after_the_same_card_only(self) -> None:
        bug = NAMED["tribune-counts-all-cards"]
        assert not play(bug, self.known(Expected("tribune/*", "coins"))).differences
        assert play(bug, self.known(Expected("mercator/*", "coins"))).differences
        assert play(bug, self.known(Expected("tribune/*", "goods"))).differences

    def test_the_command_reads_the_file_of_conform(self, concordia: Command, tmp_path: Path) -> None:
        file, bug = tmp_path / "known.yaml", adapter_of("vesta-rounds-up")
        given = ("--adapter", bug, "--expectations", file)
        concordia("conform", "vesta", *given, "--update-expectations")
        table = ("--map", "italia", "--players", "2", "--edition", "canonical", "--no-interim", "--games", "1")
        answer = concordia("fuzz", *given, *table)
        assert (answer.code, answer.out.count("differences: 0, known differences:")) == (0, 1)


class TestAvoiding:
    def test_a_dispute_is_avoided_where_it_decides_and_only_there(self) -> None:
        found = play(must_copy(), Tolerance())
        avoiding = play(must_copy(), Tolerance(Avoided(["diplomat-may-decline"])))
        assert found.differences
        assert not avoiding.differences
        assert avoiding.turns > WHOLE_GAME

    def test_a_clause_is_avoided_with_its_parts(self) -> None:
        bug = NAMED["tribune-counts-all-cards"]
        assert play(bug, Tolerance()).differences
        assert not play(bug, Tolerance(Avoided(["tribune"]))).differences

    def test_another_fault_is_still_found(self) -> None:
        found = play(NAMED["starting-mercator-pays-five"], Tolerance(Avoided(["tribune.recall", "passing"])))
        assert found.difference is not None
        assert "coins" in found.difference.disagreement.said[0]

    def test_what_no_turn_can_avoid_leaves_nothing_to_play(self, concordia: Command) -> None:
        answer = concordia("fuzz", "--adapter", adapter_of("passing"), "--games", "1", "--avoid", "turn")
        assert answer.code == 0
        assert "no turn could be found that does not depend on turn" in answer.out

    @pytest.mark.parametrize(
        ("name", "problem"), [("tribune.recal", "tribune.recall"), ("no-such-thing", "there is no clause or dispute")]
    )
    def test_an_unknown_name(self, concordia: Command, name: str, problem: str) -> None:
        answer = concordia("fuzz", "--adapter", adapter_of("passing"), "--avoid", name)
        assert answer.code == 2
        assert problem in answer.err

    def test_a_dispute_that_cannot_be_played_names_what_to_do(self) -> None:
        unplayable = next(
            dispute.id
            for dispute in read_register().disputes.values()
            if not any(reading.patch for reading in dispute.readings.values())
        )
        with pytest.raises(Malformed, match="name the clauses to avoid instead"):
            Avoided([unplayable])


class TestDeclared:
    def test_declared_readings_are_the_rules_of_the_game(self) -> None:
        declaring = replace(able(), readings={"diplomat-may-decline": "must_copy"})
        (table,) = (
            table for table in tables({"map": "italia", "players": 2, "interim": False}, declaring, ["canonical"])
        )
        assert table.edition == "diplomat-may-decline=must_copy"
        played = play_game(StandIn(must_copy()), declaring, table, 1, 0)
        assert played.turns > WHOLE_GAME
        assert not played.differences
        assert play_game(StandIn(), declaring, table, 1, 0).differences

    def test_an_engine_for_which_equal_cards_are_alike_is_asked_about_no_names(self) -> None:
        class Alike(StandIn):
            """Calls all equal cards by the name of the first in its states."""

            def ask(self, op: str, **fields: Any) -> dict[str, Any]:
                answer = super().ask(op, **fields)
                equal = equal_cards(reference("canonical").spec.cards)
                return with_one_name(answer, equal) if op == "state" else answer

        declaring = replace(able(), cards_alike=True)
        assert play_game(Alike(), able(), ITALIA, 1, 0).differences
        played = play_game(Alike(), declaring, ITALIA, 1, 0)
        assert played.turns > WHOLE_GAME
        assert not played.differences

    def test_points_by_god_and_the_winner_are_compared_as_declared(self) -> None:
        class Vague(StandIn):
            """Knows no winner."""

            def ask(self, op: str, **fields: Any) -> dict[str, Any]:
                answer = super().ask(op, **fields)
                if op == "score":
                    del answer["ok"]["winner"]
                return answer

        assert play_game(Vague(), able(), ITALIA, 1, 0).differences
        assert not play_game(Vague(), replace(able(), winner=False), ITALIA, 1, 0).differences

        class Mistaken(StandIn):
            def ask(self, op: str, **fields: Any) -> dict[str, Any]:
                answer = super().ask(op, **fields)
                for gods in answer["ok"]["gods"] if op == "score" else ():
                    gods["vesta"], gods["jupiter"] = gods["jupiter"], gods["vesta"]
                return answer

        found = play_game(Mistaken(), able(), ITALIA, 1, 0).difference
        assert found is not None
        assert found.disagreement.paths[0].startswith("gods.0.")


class TestWriting:
    def turns(self) -> list[tuple[Any, dict[str, Any]]]:
        """The turns of some random games, each with its position."""
        game = reference("canonical")
        found: list[tuple[Any, dict[str, Any]]] = []
        for number in range(6):
            random = random_of(1, number)
            state = game.start(random_record(ITALIA, random))
            taste = {**random_taste(game, random), "architect": 20.0}
            while state.to_play is not None and len(found) < 400 * (number + 1):
                turn = random_turn(game, state, random, taste)
                assert turn
                found.append((state, turn.to_json()))
                state = game.play(state, turn)
        return found

    def test_moves_are_shuffled_and_alike_colonists_crossed(self) -> None:
        game, pen = reference("canonical"), Random("pen")
        orders = crossed = 0
        for state, turn in self.turns():
            other = rewritten(game, state, turn, pen)
            assert game.play(state, other) == game.play(state, turn)
            moves = [[(move["colonist"], move["to"]) for move in part.get("moves", [])] for part in (turn, other)]
            orders += [name for name, _ in moves[0]] != [name for name, _ in moves[1]]
            crossed += sorted(moves[0]) != sorted(moves[1])
        assert orders > 10
        assert crossed > 3

    def test_the_turns_of_a_game_do_not_depend_on_how_they_are_written(self) -> None:
        assert play(NAMED["passing"], COLLECTING).turns == play(NAMED["vesta-rounds-up"], COLLECTING).turns


def test_the_command_groups_what_is_alike(concordia: Command) -> None:
    table = ("--map", "italia", "--players", "2", "--edition", "canonical", "--no-interim")
    answer = concordia("fuzz", "--adapter", adapter_of("passing"), "--games", "2", "--collect", *table)
    assert answer.code == 1
    groups = answer.out.split("\n\n")[1].splitlines()[1:]
    assert any("illegal turn accepted" in group and "turn.no-passing" in group for group in groups)
    assert answer.out.count("shrink it:") == len(groups) < sum(int(group.split()[0]) for group in groups)
