"""The commands that play, as a user calls them."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import Answer, Command
from tests.positions import GAME, start


@pytest.fixture
def game(concordia: Command, tmp_path: Path) -> str:
    """A game file that has not begun."""
    file = tmp_path / "game.json"
    file.write_text(concordia("setup", "--map", "italia", "--players", "2", "--seed", "7").out)
    return str(file)


@pytest.fixture
def state(tmp_path: Path) -> str:
    """A position with seat 0 to play."""
    file = tmp_path / "state.json"
    file.write_text(json.dumps(start("imperium", 3)))
    return str(file)


class TestSetup:
    def test_the_same_seed_gives_the_same_game_file(self, concordia: Command) -> None:
        first, again, other = (concordia("setup", "--seed", seed).out for seed in ("1", "1", "2"))
        assert first == again != other
        assert json.loads(first)["draws"]["stack"]

    def test_without_a_seed_the_one_that_was_used_is_told(self, concordia: Command) -> None:
        answer = concordia("setup")
        seed = answer.err.split()[1]
        assert concordia("setup", "--seed", seed).out == answer.out

    def test_draws_can_be_given(self, concordia: Command, game: str, tmp_path: Path) -> None:
        draws = tmp_path / "draws.json"
        draws.write_text(json.dumps(json.loads(Path(game).read_text())["draws"]))
        answer = concordia("setup", "--map", "italia", "--players", "2", "--draws", str(draws))
        assert json.loads(answer.out) == json.loads(Path(game).read_text())

    def test_the_position_can_be_had_instead(self, concordia: Command) -> None:
        assert GAME.problems(json.loads(concordia("setup", "--seed", "1", "--state").out)) == []

    @pytest.mark.parametrize(
        ("arguments", "told"),
        [
            (("--map", "imperum"), "did you mean 'imperium'?"),
            (("--players", "2"), "imperium is for 3, 4 or 5 players, not for 2"),
            (("--draws", "nothing.json"), "nothing.json"),
            (("--edition", "german"), "there is no edition 'german'"),
        ],
    )
    def test_an_impossible_table_is_refused(self, arguments: tuple[str, ...], told: str, concordia: Command) -> None:
        answer = concordia("setup", "--seed", "1", *arguments)
        assert answer.code == 2
        assert told in answer.err
        assert answer.out == ""


class TestLegal:
    def test_turns_are_listed_by_card(self, concordia: Command, state: str) -> None:
        answer = concordia("legal", state, "--limit", "2")
        assert answer.out.startswith("Red to play")
        assert "\nMercator [mercator]\n" in answer.out
        assert "  Tribune; places a new land colonist in Roma  [tribune; place land@roma]\n" in answer.out
        assert "… and more: --card architect --limit 20" in answer.out

    def test_one_card_can_be_asked_for(self, concordia: Command, state: str) -> None:
        # Each of the twelve provinces can produce, and collecting is always possible.
        answer = concordia("legal", state, "--card", "prefect", "--limit", "50", "--format", "json")
        turns = json.loads(answer.out)["turns"]
        assert len(turns) == 12 + 1
        assert {turn["card"] for turn in turns} == {"prefect"}

    def test_a_card_that_is_not_in_the_hand_is_refused(self, concordia: Command, state: str) -> None:
        assert concordia("legal", state, "--card", "i_mason").code == 2

    def test_after_the_end_there_is_nothing_to_list(self, concordia: Command, tmp_path: Path) -> None:
        over = tmp_path / "over.json"
        data = start("imperium", 3)
        owned = [*data["display"], *data["stack"]]
        data["players"][1]["hand"] += owned
        data |= {"display": [], "stack": [], "concordia": 1, "last_turns": [], "to_play": None}
        over.write_text(json.dumps(data))
        answer = concordia("legal", str(over))
        assert (answer.code, answer.out) == (0, "")
        assert "over" in answer.err
        refused = concordia("play", str(over), "tribune")
        assert refused.code == 1
        assert "end.last-turn" in refused.err


class TestPlay:
    def test_a_game_file_grows_by_the_turns_played(self, concordia: Command, game: str) -> None:
        answer = concordia("play", game, "tribune", '{"card": "tribune"}')
        assert [turn["card"] for turn in json.loads(answer.out)["turns"]] == ["tribune", "tribune"]

    def test_a_state_becomes_the_state_after_the_turn(self, concordia: Command, state: str) -> None:
        after = json.loads(concordia("play", state, "mercator; sell 1 wine").out)
        assert after["players"][0]["coins"] == 5 + 3 + 6
        assert after["to_play"] == 1

    def test_the_position_can_be_read(self, concordia: Command, state: str) -> None:
        answer = concordia("play", state, "prefect produce; province syria", "--format", "text")
        assert "markers coin side up: Syria" in answer.out
        assert "for sale: Architect (I), Prefect (I) +?, " in answer.out

    def test_a_refused_turn_names_the_clause_its_text_and_the_facts(self, concordia: Command, state: str) -> None:
        answer = concordia("play", state, "architect; build roma")
        assert answer.code == 1
        assert answer.err == (
            "refused:\n"
            "  /builds/0: The turn builds a house in Roma, where players may not build.\n"
            "    architect.build.start-city: Players may not build in Roma.\n"
        )
        assert answer.out == ""

    def test_a_refusal_as_json_is_for_programs(self, concordia: Command, state: str) -> None:
        answer = concordia("play", state, "mercator; buy 9 cloth", "--format", "json")
        clauses = [entry["clause"] for entry in json.loads(answer.out)["refused"]]
        assert clauses == ["mercator.trade.money", "mercator.trade.space"]

    def test_a_malformed_turn_as_json_is_for_programs_too(self, concordia: Command, state: str) -> None:
        answer = concordia("play", state, '{"card": "tribun"}', "--format", "json")
        assert answer.code == 2
        assert json.loads(answer.out)["malformed"]["pointer"] == "/card"

    @pytest.mark.parametrize("turn", ["tribun", "{", "mercator; sell wine", '{"card": 1}', "pass", "prefect"])
    def test_what_is_no_legal_turn_is_never_a_traceback(self, turn: str, concordia: Command, state: str) -> None:
        answer = concordia("play", state, turn, "--format", "text")
        assert answer.code in (1, 2)
        assert answer.err
        assert "Traceback" not in answer.err

    def test_a_game_of_another_edition_is_not_played_by_ours(self, concordia: Command, tmp_path: Path) -> None:
        file = tmp_path / "czech.json"
        file.write_text(concordia("setup", "--seed", "1", "--edition", "cs").out)
        answer = concordia("play", str(file), "tribune")
        assert answer.code == 2
        assert "--edition" in answer.err
        assert concordia("play", str(file), "tribune", "--edition", "cs").code == 0

    def test_standard_input_is_a_dash(self, concordia: Command, state: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("sys.stdin", io.StringIO(Path(state).read_text()))
        assert concordia("play", "-", "tribune").code == 0


class TestReplayScoreAndDemo:
    @pytest.fixture
    def finished(self, tmp_path: Path) -> str:
        from random import Random

        record = GAME.setup("italia", players=2, seed=3)
        state, dice = GAME.start(record), Random(3)
        while state.to_play is not None:
            turn = GAME.random_turn(state, dice)
            record, state = record.with_turn(turn), GAME.play(state, turn)
        file = tmp_path / "finished.json"
        file.write_text(json.dumps(record.to_json()))
        return str(file)

    def test_a_replay_shows_the_log_the_position_and_the_score(self, concordia: Command, finished: str) -> None:
        answer = concordia("replay", finished)
        turns = json.loads(Path(finished).read_text())["turns"]
        assert answer.out.startswith("   1  Red  ")
        assert re.search(rf"\n{len(turns):4}  (Red|Green)  ", answer.out)
        assert "wins" in answer.out
        assert "digest" in answer.out

    def test_a_replay_as_json_ends_with_the_same_digest(self, concordia: Command, finished: str) -> None:
        data = json.loads(concordia("replay", finished, "--format", "json").out)
        assert data["digest"] in concordia("replay", finished).out
        assert data["state"]["to_play"] is None
        assert data["score"]["winner"] in (0, 1)

    def test_a_game_that_goes_on_has_no_score_yet(self, concordia: Command, game: str) -> None:
        assert json.loads(concordia("replay", game, "--format", "json").out)["score"] is None
        assert "wins" not in concordia("replay", game).out

    def test_an_illegal_turn_in_the_middle_is_pointed_to(self, concordia: Command, game: str) -> None:
        data = json.loads(Path(game).read_text())
        data["turns"] = [{"card": "tribune"}, {"card": "architect", "builds": ["roma"]}]
        Path(game).write_text(json.dumps(data))
        answer = concordia("replay", game)
        assert answer.code == 1
        assert "/turns/1/builds/0" in answer.err

    def test_the_score_explains_every_point(self, concordia: Command, finished: str) -> None:
        plain, explained = concordia("score", finished), concordia("score", finished, "--explain")
        assert "Jupiter" in plain.out
        assert explained.out.startswith(plain.out.rstrip())
        assert "counted" in explained.out
        assert json.loads(concordia("score", finished, "--format", "json").out)["players"]

    @pytest.mark.parametrize("edition", ["canonical", "sr"])
    def test_a_demo_plays_to_the_score_sheet(self, edition: str, concordia: Command) -> None:
        answer = concordia("demo", "--map", "italia", "--players", "2", "--seed", "3", "--edition", edition)
        assert answer.code == 0
        assert "\n   1  Red  " in answer.out
        assert "█" in answer.out
        assert "winner" in answer.out

    @pytest.mark.parametrize("content", ["", "{", "[]", "5", '{"map": "imperium"}', '{"a": 1.5}', "a: [b", "NaN"])
    @pytest.mark.parametrize("command", ["legal", "replay", "score"])
    def test_a_file_that_is_no_position_is_never_a_traceback(
        self, command: str, content: str, concordia: Command, tmp_path: Path
    ) -> None:
        file = tmp_path / "bad.json"
        file.write_text(content)
        answer: Answer = concordia(command, str(file))
        assert answer.code == 2
        assert answer.err.startswith("concordia:")

    def test_a_file_that_is_not_text_is_never_a_traceback(self, concordia: Command, tmp_path: Path) -> None:
        file = tmp_path / "bad.json"
        file.write_bytes(b"\xff\xfe\x00")
        assert concordia("score", str(file)).code == 2

    def test_a_reader_that_has_seen_enough_is_no_fault(self) -> None:
        line = f"{sys.executable} -m concordia_ref demo --seed 1 | head -n 1"
        done = subprocess.run(["sh", "-c", line], capture_output=True, encoding="utf-8", check=True)
        assert done.stderr == ""
        assert len(done.stdout.splitlines()) == 1

    def test_a_limit_below_one_is_wrong_usage(self, concordia: Command, state: str) -> None:
        assert concordia("legal", state, "--limit", "0").code == 2
