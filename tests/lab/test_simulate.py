"""Many games by simple players: the same to the byte, gone on with after any interruption, and summed up exactly."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import statistics
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from html import escape
from pathlib import Path
from random import Random

import pytest

from concordia_ref.cli.main import main
from concordia_ref.engine.game import Game
from concordia_ref.lab.batches import Batch
from concordia_ref.lab.simulation import files, games
from concordia_ref.lab.simulation.games import GameResult, Settings, play_game, result_from_row, simulate_batch
from concordia_ref.lab.simulation.in_words import dispute_run_texts
from concordia_ref.lab.simulation.players import HANDFUL, greedy_player, random_player, worth
from concordia_ref.lab.simulation.rulesets import Ruleset, chosen_rulesets, digest_of, game_by
from concordia_ref.lab.simulation.saved import read_simulated
from concordia_ref.lab.simulation.summaries import summaries
from concordia_ref.lab.simulation.tallies import Tally, count_game
from concordia_ref.site import dispute_pages
from concordia_ref.site.unit import Unit
from concordia_ref.spec.disputes import read_register
from concordia_ref.spec.errors import Malformed
from concordia_ref.words.languages import language
from tests.conftest import Answer, Command

CANONICAL = Ruleset("canonical")
READING = "colonist-income=two_each"
SETTINGS = Settings(chosen_rulesets([], [READING]), "italia", ("random", "random"), False, 1)
TABLE = ("--map", "italia", "--players", "2")
GAMES, FULL = 6, 4
SHORT = 12


@pytest.fixture(scope="module")
def results() -> list[GameResult]:
    return list(simulate_batch(SETTINGS, True, Batch(1, 0, FULL)).results)


@pytest.fixture
def quickly(concordia: Command, monkeypatch: pytest.MonkeyPatch) -> Command:
    """The command, with games that are broken off early: what becomes of rows does not depend on how long they are."""
    monkeypatch.setattr(games, "LONGEST_GAME", SHORT)
    return concordia


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What is written without an interruption, by ending of the file."""
    folder = tmp_path_factory.mktemp("whole")
    written = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(games, "LONGEST_GAME", SHORT)
        for ending in (".csv", ".parquet"):
            file = folder / f"games{ending}"
            assert main(simulating(file)) == 0
            written[ending] = file.read_bytes()
    return written


def simulating(file: Path, games: int = GAMES) -> list[str]:
    return ["simulate", *TABLE, "--reading", READING, "--games", str(games), "--output", str(file)]


# Games.


def test_a_game_follows_from_its_seed_and_number_alone(results: list[GameResult]) -> None:
    assert play_game(SETTINGS, SETTINGS.rulesets[1], 3) == results[7]
    assert len({result[3:] for result in results}) == 2 * FULL


def test_the_same_draws_are_played_under_all_rules(results: list[GameResult]) -> None:
    for canonical, other in zip(results[::2], results[1::2], strict=True):
        assert (canonical.rules, other.rules) == ("canonical", READING)
        assert (canonical.game, canonical.first_player) == (other.game, other.first_player)


def test_a_result_is_what_the_score_sheet_says(results: list[GameResult]) -> None:
    for result in results:
        best = max(seat.total for seat in result.seats)
        assert result.seats[result.winner].total == best
        assert result.tie_break == ([seat.total for seat in result.seats].count(best) > 1)
        assert result.over
        for seat in result.seats:
            assert seat.total == sum(seat.points)
            assert seat.cards >= 7
    # Whoever brings the end about has the card Concordia.
    assert {sum(seat.points[-1] for seat in result.seats) for result in results} == {7}


def test_a_row_is_read_as_it_was_written(results: list[GameResult]) -> None:
    for result in results:
        assert result_from_row([str(value) for value in result.to_row()]) == result
        assert len(result.to_row()) == len(SETTINGS.columns)


def test_a_game_that_never_ends_is_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "LONGEST_GAME", 10)
    result = play_game(SETTINGS, CANONICAL, 0)
    assert (result.turns, result.over) == (10, False)


# Players.


def test_a_greedy_player_plays_the_best_of_what_it_draws() -> None:
    game = Game()
    state = game.start(game.setup("italia", 2, seed=3))
    seat = state.to_play
    assert seat is not None
    drawn, dice = [], Random(5)
    for _ in range(HANDFUL):
        drawn.append(random_player(game, state, dice))
    chosen = greedy_player(game, state, Random(5))
    assert worth(game, chosen, seat) == max(worth(game, after, seat) for after in drawn)
    assert chosen in drawn
    assert len({worth(game, after, seat) for after in drawn}) > 1


def test_greedy_players_beat_random_ones() -> None:
    settings = Settings((CANONICAL,), "italia", ("greedy", "random"), False, 1)
    simulated = simulate_batch(settings, False, Batch(1, 0, 2))
    assert simulated.results == ()
    assert simulated.tally["canonical", "wins_of", "greedy"] == 2
    (found,) = summaries(settings, simulated.tally)
    assert found.total_of["greedy"] > found.total_of["random"] + 20


# Rules.


def test_rules_are_editions_and_single_readings() -> None:
    editions = read_register().editions
    chosen = chosen_rulesets(["cs"], [READING])
    assert [ruleset.name for ruleset in chosen] == ["cs", READING]
    assert dict(chosen[0].takes) == dict(editions["cs"].takes)
    assert dict(chosen[1].takes) == {"colonist-income": "two_each"}
    assert game_by(chosen[1]).spec.edition == READING
    every = chosen_rulesets(["all"], ["all"])
    assert [ruleset.name for ruleset in every[: len(editions)]] == list(editions)
    assert len(every) == len(editions) + 146
    assert len({digest_of(ruleset) for ruleset in (every[0], every[-1], *chosen)}) == 4


def test_a_reading_changes_the_data_as_its_patch_says() -> None:
    canonical, other = (game_by(ruleset).spec.data for ruleset in SETTINGS.rulesets)
    changed = {key for key in canonical if canonical[key] != other[key]}
    assert changed == {"actions"}


def test_an_edition_of_ones_own_is_compared(quickly: Command, tmp_path: Path) -> None:
    own = tmp_path / "own.yaml"
    own.write_text("id: own\nname: Ours\ntakes: {colonist-income: two_each}\n")
    answer = quickly("simulate", *TABLE, "--games", "1", "--edition", "canonical", "--edition", own)
    assert answer.code == 0
    assert re.search(r"^  own +\d", answer.out, re.MULTILINE)


# Sums.


def test_batches_add_up_to_the_same_in_any_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "LONGEST_GAME", SHORT)
    whole = simulate_batch(SETTINGS, False, Batch(1, 0, 4)).tally
    parts = [simulate_batch(SETTINGS, False, Batch(1, first, first + 1)).tally for first in range(4)]
    for order in ([3, 1, 0, 2], [0, 1, 2, 3]):
        added = Tally()
        for place in order:
            added.update(parts[place])
        assert added == whole
        assert json.dumps([found.to_json() for found in summaries(SETTINGS, added)]) == json.dumps(
            [found.to_json() for found in summaries(SETTINGS, whole)]
        )


def test_a_summary_is_what_statistics_say(results: list[GameResult]) -> None:
    tally = Tally()
    for game in zip(results[::2], results[1::2], strict=True):
        count_game(tally, SETTINGS.players_are, SETTINGS.parts, game)
    canonical, other = summaries(SETTINGS, tally)
    totals = sorted(seat.total for result in results[::2] for seat in result.seats)
    assert canonical.total.mean == pytest.approx(statistics.mean(totals))
    assert canonical.total.deviation == pytest.approx(statistics.stdev(totals))
    assert (canonical.total.least, canonical.total.most) == (totals[0], totals[-1])
    # Of eight numbers, two are at or below the first quartile.
    assert canonical.total.quartiles == (totals[1], totals[3], totals[5])
    assert canonical.turns.mean == pytest.approx(statistics.mean(result.turns for result in results[::2]))
    first = sum(result.winner == result.first_player for result in results[::2])
    assert canonical.wins == (first, FULL - first)
    assert sum(canonical.points.values()) == pytest.approx(canonical.total.mean)
    assert canonical.comparison is None
    pairs = list(zip(results[::2], results[1::2], strict=True))
    by_game = [sum(seat.total for seat in b.seats) - sum(seat.total for seat in a.seats) for a, b in pairs]
    compared = other.comparison
    assert compared is not None
    found = compared.differences["total"]
    assert found.mean == pytest.approx(statistics.mean(by_game) / 2)
    assert found.error == pytest.approx(statistics.stdev(by_game) / FULL**0.5 / 2)
    turns = [b.turns - a.turns for a, b in pairs]
    assert compared.differences["turns"].mean == pytest.approx(statistics.mean(turns))
    assert compared.other_winner == sum(a.winner != b.winner for a, b in pairs)
    assert compared.changed == sum(a[1:] != b[1:] for a, b in pairs)


# Files.


def test_several_processes_write_what_one_writes(quickly: Command, tmp_path: Path, whole: dict[str, bytes]) -> None:
    file = tmp_path / "games.csv"
    one = quickly(*simulating(file), "--format", "json")
    assert file.read_bytes() == whole[".csv"]
    file.unlink()
    two = quickly(*simulating(file), "--format", "json", "-j", "2")
    assert file.read_bytes() == whole[".csv"]
    assert one.out == two.out


def test_a_row_has_the_columns_that_the_header_names(whole: dict[str, bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "LONGEST_GAME", SHORT)
    rows = list(csv.DictReader(whole[".csv"].decode().splitlines()))
    assert len(rows) == 2 * GAMES
    last = play_game(SETTINGS, SETTINGS.rulesets[1], GAMES - 1)
    assert rows[-1]["rules"] == READING
    assert rows[-1]["game"] == str(GAMES - 1)
    assert rows[-1]["total_1"] == str(last.seats[1].total)
    assert rows[-1]["mars_0"] == str(last.seats[0].points[list(game_by(CANONICAL).spec.gods).index("mars")])
    assert rows[-1]["cards_1"] == str(last.seats[1].cards)


# Within the header, after it, within a game, between its rows, within the last row, and not at all.
@pytest.mark.parametrize("cut", [0, 20, "header", "row", "game", -3, None])
def test_a_run_goes_on_wherever_it_was_cut_off(
    cut: int | str | None, quickly: Command, tmp_path: Path, whole: dict[str, bytes]
) -> None:
    content, file = whole[".csv"], tmp_path / "games.csv"
    lines = content.splitlines(keepends=True)
    places: Mapping[str, int] = {
        "header": len(lines[0]),
        "row": sum(map(len, lines[:10])),
        "game": sum(map(len, lines[:9])) + 5,
    }
    assert quickly(*simulating(file, 1)).code == 0
    file.write_bytes(content[: places[cut] if isinstance(cut, str) else cut])
    answer = quickly(*simulating(file), "--resume")
    assert answer.code == 0
    assert file.read_bytes() == content
    assert f"games: {GAMES}," in answer.out


def test_parquet_holds_the_same_rows_and_goes_on(quickly: Command, tmp_path: Path, whole: dict[str, bytes]) -> None:
    from pyarrow import parquet

    file = tmp_path / "games.parquet"
    assert quickly(*simulating(file, 4)).code == 0
    assert len(parquet.read_table(file)) == 8
    assert quickly(*simulating(file), "--resume").code == 0
    assert file.read_bytes() == whole[".parquet"]
    rows = list(csv.DictReader(whole[".csv"].decode().splitlines()))
    table = parquet.read_table(file)
    assert [{key: str(value) for key, value in row.items()} for row in table.to_pylist()] == rows
    assert json.loads(table.schema.metadata[b"concordia-games"])["seed"] == 1
    assert sorted(left.name for left in tmp_path.iterdir()) == ["games.parquet", "games.parquet.settings.json"]


def test_parquet_that_was_interrupted_goes_on(quickly: Command, tmp_path: Path, whole: dict[str, bytes]) -> None:
    file = tmp_path / "games.parquet"
    assert quickly(*simulating(file, 1)).code == 0
    file.unlink()
    Path(f"{file}.unfinished.csv").write_bytes(whole[".csv"][:1000])
    Path(f"{file}.unfinished").write_bytes(b"PAR1")
    assert quickly(*simulating(file), "--resume").code == 0
    assert file.read_bytes() == whole[".parquet"]


def test_a_run_begins_with_resume_too(quickly: Command, tmp_path: Path, whole: dict[str, bytes]) -> None:
    assert quickly(*simulating(tmp_path / "games.csv"), "--resume").code == 0
    assert (tmp_path / "games.csv").read_bytes() == whole[".csv"]


def started(quickly: Command, tmp_path: Path) -> Path:
    file = tmp_path / "games.csv"
    assert quickly(*simulating(file, 2)).code == 0
    return file


def test_games_that_are_there_are_not_overwritten(quickly: Command, tmp_path: Path) -> None:
    file = started(quickly, tmp_path)
    before = file.read_bytes()
    answer = quickly(*simulating(file, 2))
    assert answer.code == 3
    assert "use --resume to continue it" in answer.err
    assert file.read_bytes() == before


def test_other_settings_are_told(quickly: Command, tmp_path: Path) -> None:
    file = started(quickly, tmp_path)
    before = file.read_bytes()
    answer = quickly(*simulating(file), "--seed", "2", "--players-are", "greedy", "--edition", "cs", "--resume")
    assert answer.code == 2
    assert "seed: 1 ≠ 2" in answer.err
    assert 'players_are: ["random", "random"] ≠ ["greedy", "greedy"]' in answer.err
    assert f"rules: canonical, {READING} ≠ cs, {READING}" in answer.err
    assert file.read_bytes() == before


def test_settings_that_are_gone_are_told(quickly: Command, tmp_path: Path) -> None:
    file = started(quickly, tmp_path)
    Path(f"{file}.settings.json").unlink()
    answer = quickly(*simulating(file), "--resume")
    assert answer.code == 2
    assert "games.csv.settings.json" in answer.err


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("rules,game", "rules,number", 1),
        (f"\n{READING},0,", f"\n{READING},1,", 3),
        ("\ncanonical,1,italia,2,", "\ncanonical,1,italia,two,", 4),
        ("\ncanonical,1,italia,2,", "\ncanonical,1,italia,2,,", 4),
        ("\ncanonical,1,", "\ncs,1,", 4),
    ],
)
def test_a_damaged_line_is_told(old: str, new: str, line: int, quickly: Command, tmp_path: Path) -> None:
    file = started(quickly, tmp_path)
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))
    answer = quickly(*simulating(file), "--resume")
    assert answer.code == 2
    assert f"line {line} of" in answer.err


def test_fewer_games_than_are_there_are_refused(quickly: Command, tmp_path: Path) -> None:
    answer = quickly(*simulating(started(quickly, tmp_path), 1), "--resume")
    assert answer.code == 3
    assert "already contains 2 games" in answer.err


def test_parquet_needs_its_package(quickly: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "find_spec", lambda name: None)
    answer = quickly(*simulating(tmp_path / "games.parquet"))
    assert answer.code == 3
    assert "pip install 'concordia-ref[parquet]'" in answer.err


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_tells_what_was_played_and_the_run_goes_on(jobs: str, quickly: Command, tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    run = subprocess.Popen(
        [sys.executable, "-m", "concordia_ref", *simulating(file, 4000), "-j", jobs],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
        # Tests that run in the background of a shell inherit that Ctrl-C is ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    while not file.exists() or file.read_bytes().count(b"\n") < 9:
        assert run.poll() is None
    os.killpg(run.pid, signal.SIGINT)
    out, err = run.communicate(timeout=60)
    assert run.returncode == 130
    played = re.search(r"games played: (\d+)", err)
    assert played is not None
    assert "Traceback" not in err
    assert int(played[1]) >= 4
    assert f"games: {played[1]}," in out
    assert file.read_bytes().count(b"\n") == 1 + 2 * int(played[1])
    assert quickly(*simulating(file, int(played[1])), "--resume").code == 0


# What is told.


def test_the_tables_tell_scores_winners_gods_and_differences(quickly: Command) -> None:
    answer = quickly("simulate", *TABLE, "--reading", READING, "--games", "3", "--players-are", "greedy,random")
    assert answer.code == 0
    for told in ("games: 3, map: Italia, players: greedy, random, seed: 1", "quartiles", "Minerva", "by tie-break"):
        assert told in answer.out
    assert re.search(rf"^  {READING} +\d+\.\d% +\d+\.\d% +[+−]\d+\.\d\d\s±\s\d+\.\d\d ", answer.out, re.MULTILINE)


def test_a_report_is_english_and_what_readings_change_is_shown_in_every_language(quickly: Command) -> None:
    assert "\nTurns in a game\n" in quickly("simulate", *TABLE, "--games", "1", "--lang", "fr").out
    shown = next(dispute_run_texts(language("fr"), read_register().disputes["colonist-income"]))
    assert re.fullmatch(r"[+−]\d+,\d\d\s±\s\d+,\d\d", shown.rows[0][-1])


def test_the_picture_shows_all_rules_and_tells_them_too(quickly: Command, tmp_path: Path) -> None:
    file = tmp_path / "scores.svg"
    assert quickly("simulate", *TABLE, "--reading", READING, "--games", "3", "--plot", file).code == 0
    drawn = ET.parse(file).getroot()
    texts = ["".join(node.itertext()) for node in drawn.iter("{http://www.w3.org/2000/svg}text")]
    for name in ("canonical", READING, "Vesta", "Concordia"):
        assert name in texts
    description = drawn.find("{http://www.w3.org/2000/svg}desc")
    assert description is not None
    assert re.search(rf"{READING}: mean: \d+\.\d, quartiles: .*Minerva: \d", str(description.text))


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--reading", "colonist-income"), "write DISPUTE=READING"),
        (("--reading", "colonist-incom=two_each"), "colonist-incom"),
        (("--reading", "colonist-income=three"), "three"),
        (("--edition", "xx"), "xx"),
        (("--players-are", "clever"), "the players are random, greedy"),
        (("--players-are", "random,random,random"), "names 3 players for 2 seats"),
        (("--map", "imperium"), "imperium"),
        (("--output", "games.xlsx"), ".csv, .parquet"),
        (("--resume",), "--resume needs --output"),
        (("--plot", "no/such/folder.svg"), "no folder"),
        (("--save", "saved.yaml"), "--edition canonical"),
    ],
)
def test_what_cannot_be_simulated_is_told(options: tuple[str, ...], told: str, quickly: Command) -> None:
    answer = quickly("simulate", *TABLE, "--games", "1", *options)
    assert answer.code == 2
    assert told in answer.err
    assert answer.out == ""


# What is kept.


def saving(quickly: Command, file: Path, *options: str, games: int = 2) -> Answer:
    answer = quickly("simulate", *TABLE, "--games", str(games), *options, "--save", file, "--format", "json")
    assert answer.code == 0
    return answer


def test_what_is_saved_is_what_was_shown(quickly: Command, tmp_path: Path) -> None:
    file = tmp_path / "simulated.yaml"
    answer = saving(quickly, file, "--reading", READING)
    shown = json.loads(answer.out)["summaries"][1]["comparison"]
    (run,) = read_simulated(file)
    assert run.rules[READING].changed == shown["changed"]
    assert run.rules[READING].other_winner == shown["other_winner"]
    for measure, name in (("points", "total"), ("turns", "turns")):
        found = run.difference(READING, measure)
        assert {"mean": round(found.mean, 4), "error": round(found.error, 4)} == shown["differences"][name]
    assert run.command.startswith(
        f"concordia simulate --map italia --players 2 --players-are random --reading {READING}"
    )


def test_a_run_takes_the_place_of_what_was_shown_of_the_same_rules(quickly: Command, tmp_path: Path) -> None:
    file, other = tmp_path / "simulated.yaml", "minerva-own-houses=every_city"
    saving(quickly, file, "--reading", READING, "--reading", other, games=1)
    saving(quickly, file, "--reading", READING, "--interim", games=1)
    saving(quickly, file, "--reading", READING, games=2)
    found = [(run.games, run.interim, list(run.rules)) for run in read_simulated(file)]
    assert found == [(1, False, [other]), (1, True, [READING]), (2, False, [READING])]
    saving(quickly, file, "--reading", other, games=3)
    assert [run.games for run in read_simulated(file)] == [1, 2, 3]


def test_a_damaged_file_is_told(tmp_path: Path) -> None:
    file = tmp_path / "simulated.yaml"
    file.write_text("runs:\n  - {command: concordia}\n")
    with pytest.raises(Malformed, match="/runs/0"):
        read_simulated(file)


def test_what_is_published_is_about_rules_that_there_are() -> None:
    names = {ruleset.name for ruleset in chosen_rulesets(["all"], ["all"])}
    for run in read_simulated():
        assert set(run.rules) <= names


def published_readings() -> list[tuple[str, str]]:
    names = [name for run in read_simulated() for name in run.rules if "=" in name]
    return [(dispute, reading) for dispute, _, reading in (name.partition("=") for name in names)]


def test_a_dispute_tells_what_its_readings_change(concordia: Command) -> None:
    dispute, reading = published_readings()[0]
    run = next(run for run in read_simulated() if f"{dispute}={reading}" in run.rules)
    found = run.difference(f"{dispute}={reading}", "points")
    answer = concordia("dispute", dispute)
    assert f"Over many games (games: {run.games}, " in answer.out
    assert f"{found.mean:+.2f}".replace("-", "−") + f"\u00a0±\u00a0{found.error:.2f}" in answer.out
    silent = next(entry.id for entry in read_register().disputes.values() if not entry.executable)
    assert "Over many games" not in concordia("dispute", silent).out


@pytest.mark.parametrize("tag", ["en", "cs", "sr-Latn"])
def test_pages_tell_what_readings_and_editions_change(tag: str) -> None:
    unit = Unit(Game(), tag)
    dispute, reading = published_readings()[0]
    page = dispute_pages._dispute(unit, unit.disputes[dispute], None, None).body
    run = next(run for run in read_simulated() if f"{dispute}={reading}" in run.rules)
    heading = unit.say("simulate.over-many-games")
    assert f'<h2 id="over-many-games">{heading}</h2>' in page
    assert unit.words.decimal(run.difference(f"{dispute}={reading}", "turns").mean, 2, signed=True) in page
    assert escape(run.command) in page
    editions = dispute_pages._editions(unit).body
    assert heading in editions
    for edition in ("cs", "sr"):
        run = next(run for run in read_simulated() if edition in run.rules)
        assert unit.words.decimal(run.difference(edition, "points").mean, 2, signed=True) in editions
