"""Counts of turns: two independent ones for the golden files, and the walk down to where an implementation differs."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from concordia_ref.engine.game import Game
from concordia_ref.spec.errors import Malformed
from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.suite.golden import Golden, golden_from, golden_names, position_of, read_golden
from concordia_ref.suite.perft import count, counts
from tests.brute_force import brute_count
from tests.conftest import Command

GAME = Game()
GOLDEN = {name: read_golden(name) for name in golden_names()}
SMALL = "tribune-and-colonist"
BRUTE = re.compile(r"Counted by the lister and, up to depth (\d), by brute force over the checker\.")


def brute_depth(golden: Golden) -> int:
    """Up to which depth a golden file says that it was counted by brute force."""
    if match := BRUTE.search(golden.comments):
        return int(match[1])
    assert "Counted by the lister alone." in golden.comments, f"{golden.name} does not say who has counted"
    return 0


class TestGoldenFiles:
    def test_at_least_twelve_positions_of_both_maps_and_two_to_five_players(self) -> None:
        states = [position_of(GAME, golden).state for golden in GOLDEN.values()]
        assert len(states) >= 12
        for map_id in ("imperium", "italia"):
            assert any(state.map == map_id for state in states)
        assert {len(state.players) for state in states} == {2, 3, 4, 5}

    def test_every_kind_of_card_is_played_in_some_position(self) -> None:
        cards = {card for golden in GOLDEN.values() for card in golden.table.divided}
        assert {GAME.spec.cards[card].kind for card in cards} == {card.kind for card in GAME.spec.cards.values()}

    def test_they_hold_what_the_lister_counts(self, concordia: Command) -> None:
        answer = concordia("perft", "--check", "--format", "json")
        assert answer.code == 0
        assert [result["name"] for result in json.loads(answer.out)] == list(GOLDEN)

    @pytest.mark.simulation
    @pytest.mark.parametrize("name", [name for name, golden in GOLDEN.items() if brute_depth(golden)])
    def test_brute_force_over_the_checker_comes_to_the_same_count(self, name: str) -> None:
        state, golden = position_of(GAME, GOLDEN[name]).state, GOLDEN[name]
        depth = brute_depth(golden)
        assert brute_count(GAME, state, depth) == golden.table.counts[depth - 1]

    def test_brute_force_was_used_on_at_least_twelve(self) -> None:
        assert sum(brute_depth(golden) > 0 for golden in GOLDEN.values()) >= 12


class TestReading:
    TEXT = """# A comment.
position: tribune-and-colonist
digest: 1234
depth 1: 3
depth 2: 7
tribune: 2 5
  tribune: 1 2
  tribune; place sea@roma: 1 3
senator: 1 2
  senator: 1 2
"""

    def test_a_file_is_read_and_written_alike(self) -> None:
        golden = golden_from(self.TEXT, "small")
        assert golden.given == {"position": SMALL}
        assert golden.digest == "1234"
        assert golden.table.counts == (3, 7)
        assert golden.table.divided["tribune"] == {"tribune": (1, 2), "tribune; place sea@roma": (1, 3)}
        assert "\n".join(golden.table.lines()) in self.TEXT

    @pytest.mark.parametrize(
        ("old", "new", "code"),
        [
            ("digest: 1234\n", "", "perft.header"),
            ("position", "place", "perft.header"),
            ("tribune: 2 5", "tribune: two", "perft.line"),
            ("depth 2: 7", "  depth 3: 7", "perft.line"),
            ("  senator: 1 2", "  senator: 1", "perft.sum"),
            ("  tribune: 1 2", "  tribune: 1 3", "perft.sum"),
            ("depth 1: 3", "depth 1: 4", "perft.sum"),
        ],
    )
    def test_what_is_wrong_with_a_file_is_said(self, old: str, new: str, code: str) -> None:
        assert old in self.TEXT
        with pytest.raises(Malformed) as error:
            golden_from(self.TEXT.replace(old, new, 1), "small")
        assert error.value.code == code
        assert "small" in str(error.value)


class TestCounting:
    def test_no_turn_is_one_sequence(self) -> None:
        assert count(GAME, position_of(GAME, GOLDEN[SMALL]).state, 0) == 1

    def test_nothing_is_counted_after_the_end(self) -> None:
        over = position_of(GAME, GOLDEN[SMALL]).state._replace(to_play=None)
        assert counts(GAME, over, 2) == (0, 0)

    def test_the_command_prints_what_a_golden_file_holds(self, concordia: Command) -> None:
        file = packaged_folder("conformance") / "perft" / f"{SMALL}.txt"
        told = concordia("perft", SMALL, "--divide").out
        assert file.read_text(encoding="utf-8").endswith(told)

    def test_a_position_or_a_file_is_counted_to_a_depth(self, concordia: Command, tmp_path: Path) -> None:
        assert concordia("perft", "mercator-example").out == "depth 1: 181\n"
        file = tmp_path / "state.json"
        state = GAME.state_to_json(position_of(GAME, GOLDEN[SMALL]).state)
        file.write_text(json.dumps(state), encoding="utf-8")
        assert concordia("perft", file, "--depth", "2").out == "depth 1: 19\ndepth 2: 57\n"
        told = json.loads(concordia("perft", file, "--divide", "--format", "json").out)
        assert told["counts"] == [19]
        assert sum(row[0] for row in told["divide"]["i_colonist"].values()) == 16

    def test_without_a_position_the_command_says_what_is_wanted(self, concordia: Command) -> None:
        answer = concordia("perft")
        assert answer.code == 2
        assert SMALL in answer.err
        assert concordia("perft", "--check", "nowhere").code == 2

    @pytest.mark.parametrize(
        ("old", "new", "told"),
        [
            ("depth 1: 3\ntribune: 3\n  tribune: 1", "depth 1: 4\ntribune: 4\n  tribune: 2", "tribune / tribune"),
            ("digest: ", "digest: 0", "another position"),
        ],
    )
    def test_a_golden_file_that_is_wrong_is_found(
        self, old: str, new: str, told: str, concordia: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        state = position_of(GAME, GOLDEN[SMALL]).state
        text = (
            f"position: {SMALL}\ndigest: {GAME.digest(state)}\ndepth 1: 3\ntribune: 3\n  tribune: 1\n"
            "  tribune; place land@roma: 1\n  tribune; place sea@roma: 1\n"
        )
        wrong = golden_from(text.replace(old, new), SMALL)
        monkeypatch.setattr("concordia_ref.suite.perft_results.read_golden", lambda name: wrong)
        answer = concordia("perft", "--check", SMALL)
        assert answer.code == 1
        assert told in answer.out


ADAPTER = """
import sys
from concordia_ref.suite import adapter

KIND = sys.argv[1]


class Broken(adapter.Adapter):
    def hello(self, request):
        told = super().hello(request)
        if KIND == "scorer":
            told["operations"] = ["load", "score"]
        if KIND == "counter":
            told["operations"] = ["load", "perft"]
        if KIND == "no-tribune":
            told["cards"].remove("tribune")
        return told

    def legal(self, request):
        turns = super().legal(request)["turns"]
        if KIND == "lists":
            return {"turns": 3}
        if KIND == "twice":
            turns.append(turns[-1])
        if KIND == "adds":
            turns.append({"card": "tribune", "place": ["land@roma", "land@roma"]})
        if KIND == "misses" and self.position.to_play == 1:
            turns = [turn for turn in turns if turn.get("place") != ["sea@roma"]]
        return {"turns": turns}

    def apply(self, request):
        super().apply(request)
        if KIND == "steals" and request["turn"].get("choice") == "income":
            poor = self.position.players[1]._replace(goods=(0,) * 5)
            self.position = self.position.with_player(1, poor)
        return {}

    def perft(self, request):
        if KIND == "crashes":
            sys.exit(7)
        if KIND in ("counter", "lists", "sums"):
            return {"count": 12345}
        here, turns = self.position, self.legal({})["turns"]
        if request["depth"] == 1:
            return {"count": len(turns)}
        count = 0
        for turn in turns:
            self.apply({"turn": turn})
            count += self.perft({"depth": request["depth"] - 1})["count"]
            self.position = here
        return {"count": count}


adapter.Adapter = Broken
adapter.serve(sys.stdin.buffer, sys.stdout)
"""


class TestAnotherImplementation:
    @pytest.fixture
    def compared(self, concordia: Command, tmp_path: Path) -> Command:
        file = tmp_path / "adapter.py"
        file.write_text(ADAPTER, encoding="utf-8")

        def run(kind: str | Path, *options: str | Path) -> object:
            return concordia("perft", SMALL, "--adapter", f"{sys.executable} {file} {kind}", *options)

        return run  # type: ignore[return-value]

    def test_one_that_counts_right_agrees(self, compared: Command) -> None:
        answer = compared("right")
        assert (answer.code, answer.out) == (0, f"✓ {SMALL}: 19 57 2151\n\n1 agree, 0 differ, 0 skipped\n")

    def test_the_turn_that_it_misses_is_told_with_the_way_to_the_position(self, compared: Command) -> None:
        answer = compared("misses", "--depth", "2", "--format", "json")
        (result,) = json.loads(answer.out)
        assert answer.code == 1
        assert result["outcome"] == "different"
        assert len(result["turns"]) == 1
        assert result["details"][1:] == ["legal, but not listed: tribune; place sea@roma"]
        assert result["state"]["to_play"] == 1

    @pytest.mark.parametrize(
        ("kind", "told"),
        [
            ("adds", "listed, but not legal: tribune; place land@roma, land@roma (tribune.colonist.one)"),
            ("twice", "listed more than once: "),
            ("sums", "the lists of turns agree, but the counts at depth 1 do not: the reference 19, the adapter 12345"),
            ("lists", "`legal` must answer with a list of turns, not with 3"),
            ("counter", "to find the first difference the adapter must also declare legal, apply, state"),
        ],
    )
    def test_what_else_is_wrong_with_it_is_told(self, kind: str, told: str, compared: Command) -> None:
        answer = compared(kind, "--depth", "1")
        assert answer.code == 1
        assert told in answer.out

    def test_a_turn_that_leads_elsewhere_is_told(self, compared: Command) -> None:
        answer = compared("steals", "--depth", "2")
        assert answer.code == 1
        assert "depth 2: the reference counts 57, the adapter 55" in answer.out
        assert "i_colonist income is legal for both, but leads to different positions" in answer.out
        assert "players.1.goods.food: expected 1, got 0" in answer.out

    def test_a_crash_costs_one_position(self, compared: Command) -> None:
        answer = compared("crashes", "--depth", "1")
        assert answer.code == 1
        assert "exited with code: 7" in answer.out

    @pytest.mark.parametrize("kind", ["scorer", "no-tribune"])
    def test_what_it_does_not_declare_is_skipped_and_nothing_is_proved(self, kind: str, compared: Command) -> None:
        answer = compared(kind)
        assert answer.code == 1
        assert "not declared" in answer.out

    def test_one_that_does_not_start_cannot_be_used(self, concordia: Command) -> None:
        assert concordia("perft", SMALL, "--adapter", "/nowhere/at/all").code == 3
