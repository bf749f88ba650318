"""The benchmarks measure what they say: the machinery with clocks that are made up, the contenders with little work.

No time is asserted here; the clocks of these tests go on by themselves.
"""

from __future__ import annotations

import doctest
import gc
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest

from benchmarks import __main__ as command
from benchmarks import baseline, growth, measuring, plot, report
from benchmarks.measures import MEASURES
from benchmarks.measuring import Comparison, Contender, Done, Measure, WrongResult, rows, run
from benchmarks.plot import line_plot
from benchmarks.samples import GAME, evenly, positions
from concordia_ref.spec.bundle import plain

# What was promised for each measure: ours, the other, and the ratio.
PROMISED = {
    ("random play", "concordia", "python-chess", 2),
    ("random play", "concordia", "catanatron", 2),
    ("whole games", "concordia", "catanatron", 4),
    ("turns listed", "concordia", "python-chess", 0.8),
    ("checked replay", "concordia", "python-chess", 1),
    ("checked replay", "concordia again", "python-chess", 1),
    ("new state beside the old", "begin", "catanatron copy", 15),
    ("new state beside the old", "take", "catanatron copy", 15),
    ("start-up", "concordia", "python-chess", 1.5),
}


class Machine:
    """A clock that stands still unless somebody works, and the names of those who did."""

    def __init__(self) -> None:
        self.now = 0.0
        self.log: list[str] = []

    def contender(self, name: str, things: int, seconds: Sequence[float], outcome: object = "same") -> Contender:
        """Does so many things in each round, in the seconds that are given for the rounds in turn."""
        rounds = iter(seconds)

        def work() -> Done:
            self.log.append(name)
            self.now += next(rounds)
            return Done(things, lambda: outcome)

        return Contender(name, "things", work)

    def measure(self, *contenders: Contender, name: str = "work", **others: object) -> Measure:
        compared = (Comparison(contenders[0].name, contenders[-1].name, 2),)
        made = Measure(name, lambda part, folder: contenders, compared, "A note.", clock=lambda: self.now)
        return replace(made, **others)  # type: ignore[arg-type]


# Rounds and ratios


def test_in_every_round_all_contenders_of_all_measures_work_one_after_the_other() -> None:
    machine = Machine()
    first = machine.measure(machine.contender("a", 1, [1, 1]), machine.contender("b", 1, [1, 1]), name="first")
    second = machine.measure(machine.contender("c", 1, [1, 1]), name="second")
    run([first, second], 2)
    assert machine.log == ["a", "b", "c", "a", "b", "c"]


def test_a_row_has_the_medians_of_the_rounds_and_the_ratios_from_the_lowest_to_the_highest() -> None:
    machine = Machine()
    # Rates of 10, 5 and 2 against 1, 2 and 4 a second: ratios of 10, 2.5 and 0.5.
    measure = machine.measure(machine.contender("ours", 10, [1, 2, 5]), machine.contender("peer", 4, [4, 2, 1]))
    (row,) = rows([measure], run([measure], 3))
    assert (row.our_rate, row.other_rate) == (5, 2)
    assert (row.ratio, row.lowest, row.highest) == (2.5, 0.5, 10)
    assert (row.ours, row.other, row.wanted, row.reached) == ("ours, things", "peer, things", 2, True)


def test_where_costs_are_compared_less_is_better() -> None:
    machine = Machine()
    measure = machine.measure(machine.contender("ours", 1, [3.0]), machine.contender("peer", 1, [1.0]), of_costs=True)
    (row,) = rows([measure], run([measure], 1))
    assert (row.ratio, row.reached) == (3, False)
    assert "≤ 2 | short" in report.text([measure], [row], 1, 1)


@pytest.mark.parametrize(("seconds", "verdict"), [(2.0, "ok"), (1.9, "short")])
def test_the_table_says_whether_a_wanted_ratio_is_reached(seconds: float, verdict: str) -> None:
    machine = Machine()
    measure = machine.measure(machine.contender("ours", 1, [1.0]), machine.contender("peer", 1, [seconds]))
    table = report.text([measure], rows([measure], run([measure], 1)), 1, 1)
    line = next(line for line in table.splitlines() if line.startswith("| work"))
    assert [cell.strip() for cell in line.split("|")[-3:-1]] == ["≥ 2", verdict]
    assert "- **work**: A note." in table


def test_work_that_is_not_the_same_in_every_round_is_no_measure() -> None:
    machine, numbers = Machine(), count(1)

    def work() -> Done:
        machine.now += 1
        number = next(numbers)
        return Done(5, lambda: number)

    measure = machine.measure(Contender("restless", "things", work))
    with pytest.raises(WrongResult, match="work, restless: the first round did 5 things with the outcome 1, round 2"):
        run([measure], 2)
    assert gc.get_freeze_count() == 0


def test_contenders_that_do_the_same_must_come_to_the_same() -> None:
    machine = Machine()
    contenders = (machine.contender("a", 3, [1.0], "one outcome"), machine.contender("b", 3, [1.0], "another"))
    with pytest.raises(WrongResult, match="a and b should do the same"):
        run([machine.measure(*contenders, alike=("a", "b"))], 1)


@pytest.mark.parametrize(("things", "seconds"), [(0, 1.0), (1, 0.0)])
def test_nothing_done_and_no_time_make_no_rate(things: int, seconds: float) -> None:
    machine = Machine()
    with pytest.raises(WrongResult, match="is no rate"):
        run([machine.measure(machine.contender("idle", things, [seconds]))], 1)


def test_one_core_is_used_where_the_system_can_do_that() -> None:
    if not hasattr(os, "sched_getaffinity"):
        assert measuring.use_one_core() is None
        return
    before = os.sched_getaffinity(0)
    try:
        core = measuring.use_one_core()
        assert os.sched_getaffinity(0) == {core}
    finally:
        os.sched_setaffinity(0, before)


# The measures


@pytest.fixture
def steady() -> Callable[[], float]:
    """A clock that goes on by one second whenever somebody looks at it."""
    ticks = count()
    return lambda: float(next(ticks))


@pytest.mark.parametrize("measure", MEASURES, ids=lambda measure: measure.name)
def test_every_contender_does_the_same_work_in_two_rounds(measure: Measure, steady: Callable[[], float]) -> None:
    rounds = 1 if measure.name == "specification" else 2
    timed = run([measure], rounds, part=0.02, clock=steady)
    assert len(rows([measure], timed)) == len(measure.comparisons)
    assert measure.note.endswith(".")


def test_the_ratios_that_were_promised_are_the_ones_that_are_wanted() -> None:
    wanted = {
        (made.name, one.ours, one.other, one.wanted) for made in MEASURES for one in made.comparisons if one.wanted
    }
    assert wanted == PROMISED
    assert [made.name for made in MEASURES if made.of_costs] == ["start-up"]


def test_the_baseline_knows_the_rules_of_the_mercator() -> None:
    data = plain(GAME.spec.data)
    holding = [state for state in positions([1]) if "mercator" in state.players[state.to_play or 0].hand]
    for state in evenly(holding, 5):
        wanted = sorted(map(str, GAME.turns(state).with_card("mercator")))
        assert sorted(baseline.Trader(data, "mercator").turns(GAME.state_to_json(state))) == wanted
    (steps,) = data["actions"]["mercator"]["choose"].values()
    steps[-1]["kinds_at_most"] = 1
    assert sorted(baseline.Trader(data, "mercator").turns(GAME.state_to_json(state))) != wanted


# The command


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch) -> Machine:
    machine = Machine()
    measure = machine.measure(machine.contender("ours", 6, [1] * 9), machine.contender("peer", 2, [1] * 9))
    other = machine.measure(machine.contender("idle", 0, [1] * 9), name="broken")
    monkeypatch.setattr(command, "MEASURES", (measure, other))
    monkeypatch.setattr(command, "use_one_core", lambda: None)
    return machine


def test_the_command_prints_the_table_and_writes_it(
    made_up: Machine, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written, data = tmp_path / "table.md", tmp_path / "table.json"
    assert command.main(["--only", "work", "--rounds", "3", "--markdown", str(written), "--json", str(data)]) == 0
    printed = capsys.readouterr()
    assert written.read_text(encoding="utf-8") == f"# Benchmarks\n\n{printed.out}"
    assert "round 3 of 3: work, peer" in printed.err
    read = json.loads(data.read_text(encoding="utf-8"))
    assert read["rows"][0]["ratio"] == 3
    assert read["timed"]["work"]["ours"] == {"unit": "things", "things": 6, "seconds": [1, 1, 1]}
    assert len(made_up.log) == 6


def test_rounds_are_seven_unless_something_else_is_asked_for(made_up: Machine) -> None:
    assert command.main(["--only", "work"]) == 0
    assert made_up.log.count("ours") == 7
    made_up.log.clear()
    assert command.main(["--only", "work", "--quick"]) == 0
    assert made_up.log.count("ours") == 2


@pytest.mark.usefixtures("made_up")
def test_a_wrong_result_is_reported_and_is_exit_code_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main([]) == 1
    assert "benchmarks: broken, idle: 0 things" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--only", "sleep"], "there is no measure 'sleep'; it is one of 'random play', "),
        (["--rounds", "0"], "'0' is no number of rounds"),
        (["--json", "nowhere/at/all.json"], "name a file in a folder that is there"),
    ],
)
def test_wrong_usage_is_reported_before_anything_is_done(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        command.main(words)
    assert ended.value.code == 2
    assert said in " ".join(capsys.readouterr().err.split())


def test_hashes_are_fixed_before_anything_else() -> None:
    environment = {name: value for name, value in os.environ.items() if name != command.HASHING}
    program = (
        "import os, sys; from benchmarks.__main__ import with_fixed_hashes; os.execve = lambda *all: print(all[1][1:], "
        "all[2]['PYTHONHASHSEED']); sys.argv[1:] = ['--quick']; with_fixed_hashes('benchmarks')"
    )
    root = Path(command.__file__).parents[1]
    ran = subprocess.run([sys.executable, "-c", program], env=environment, cwd=root, check=True, capture_output=True)
    assert ran.stdout.decode().split("\n")[0] == "['-m', 'benchmarks', '--quick'] 0"


# Growth


def points_of(made: growth.Growth) -> Iterator[tuple[str, Sequence[int]]]:
    for line, points in made.lines(0.1).items():
        yield line, list(points)


@pytest.mark.parametrize("made", growth.GROWTHS, ids=lambda made: made.name)
def test_every_line_of_growth_has_points_enough_to_see_a_trend(made: growth.Growth) -> None:
    for line, points in points_of(made):
        assert len(points) >= 3, line
        assert points == sorted(set(points)), line


@pytest.mark.parametrize("made", growth.GROWTHS[:2], ids=lambda made: made.name)
def test_growth_is_a_ratio_to_the_first_point(made: growth.Growth, tmp_path: Path, steady: Callable[[], float]) -> None:
    lines = growth.measured(replace(made, clock=steady), 1, 0.02, lambda text: None)
    assert {points[min(points)] for points in lines.values()} == {1}
    growth.write(made, lines, tmp_path)
    read = json.loads((tmp_path / f"{made.name}.json").read_text(encoding="utf-8"))
    assert {line: len(points) for line, points in read.items()} == {line: len(points) for line, points in lines.items()}
    assert (tmp_path / f"{made.name}.svg").read_text(encoding="utf-8").startswith("<svg")


def test_a_cost_is_that_of_one_thing() -> None:
    machine = Machine()
    lines = {"line": {10: machine.contender("", 10, [5.0]).work, 20: machine.contender("", 20, [30.0]).work}}
    made = growth.Growth("some", "Some", "things", lambda part: lines, lambda: machine.now, lambda part: {10: 4, 20: 5})
    found = growth.measured(made, 1, 1, lambda text: None)
    # Half a second for one of ten things, one and a half for one of twenty.
    assert found == {"line": {10: 1, 20: 3}, "memory": {10: 1, 20: 1.25}}


def test_memory_is_that_of_the_command_and_not_of_this_process() -> None:
    small, large = (growth.peak_memory([sys.executable, "-c", f"bytearray({size})"]) for size in (1, 100_000_000))
    held = bytearray(200_000_000)
    again = growth.peak_memory([sys.executable, "-c", "bytearray(1)"])
    assert large > 3 * small
    assert again < large < len(held)


def test_a_command_that_fails_is_reported() -> None:
    with pytest.raises(WrongResult, match=r"(?s)raise SystemExit.* ended with 1:.*no luck"):
        growth.peak_memory([sys.executable, "-c", "raise SystemExit('no luck')"])


# Plots


def test_a_plot_says_everything_in_words_too() -> None:
    lines = {"one": [(1, 1.0), (2, 1.25)], "other": [(1, 1.0), (3, 0.5)]}
    drawn = ElementTree.fromstring(line_plot("growth", "How it grows", "things", "cost", lines))
    texts = [text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert {"How it grows", "things", "cost", "one", "other", "1", "2", "3", "0.5", "1.5"} <= set(texts)
    described = drawn.find("{http://www.w3.org/2000/svg}desc")
    assert described is not None
    assert described.text == "cost by things. one: 1: 1, 2: 1.25; other: 1: 1, 3: 0.5."
    assert all(0 <= float(circle.get("cy", "-1")) <= 430 for circle in drawn.iter("{http://www.w3.org/2000/svg}circle"))


def test_large_ratios_have_an_axis_of_powers_of_ten() -> None:
    drawn = ElementTree.fromstring(line_plot("growth", "Much", "things", "cost", {"one": [(1, 1.0), (2, 750.0)]}))
    texts = [text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert {"1", "10", "100", "1,000"} <= set(texts)


@pytest.mark.parametrize("module", [plot, report])
def test_the_examples_in_the_code_are_right(module: ModuleType) -> None:
    ran = doctest.testmod(module)
    assert ran.attempted > 0
    assert ran.failed == 0
