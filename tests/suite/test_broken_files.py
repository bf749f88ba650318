"""One file that cannot be used is one failure that names it; all others run."""

from __future__ import annotations

import json
import re

import pytest

from tests.suite.bench import OTHERS, TARGET, Bench, damaged


@pytest.mark.usefixtures("nothing_survives")
class TestBrokenFiles:
    @pytest.mark.parametrize(
        ("old", "new", "told"),
        [
            ("id: ", "id ", "neither JSON nor YAML"),
            ("level: core\n", "", "'level' is a required property"),
            ("changes:", "changse:", "unknown key 'changse'; did you mean 'changes'?"),
            ("[mercator.order,", "[mercator.ordre,", "there is no clause 'mercator.ordre'"),
            ("from-two", "of-two", "/id: must be 'mercator/from-two-to-eleven-coins', the name of the file"),
            ("position: mercator-example", "position: no-example", "there is no position 'no-example'"),
            ("players.0.coins", "players.7.coins", "/changes/players.7.coins: a state has no '7' there"),
            ("sell 3 wine", "sell 3 beer", "there is no good 'beer'"),
            ("turn:", "refused: mercator.order\ntwin: mercator/none\nturn:", "there is no scenario 'mercator/none'"),
            (
                "turn:",
                "refused: mercator.order\ntwin: mercator/no-cloth-for-six-coins\nturn:",
                "mercator/no-cloth-for-six-coins is refused too",
            ),
            ("turn: mercator; sell 3 wine; buy 4 brick", "refused: mercator.order", "which turn is refused"),
            ("sell 3 wine; buy 4 brick\nchanges:", "sell 9 wine\nholds: {to_play: 1}\n#", "mercator.trade.stock"),
        ],
    )
    def test_a_broken_scenario_fails_alone(self, old: str, new: str, told: str, bench: Bench) -> None:
        folder = damaged(bench, old, new)
        result = bench.conform(bench.command("behaves"), "--suite", folder)
        assert result.answer.code == 1
        assert result.outcomes == {TARGET: "fail"} | dict.fromkeys(OTHERS, "pass")
        (detail,) = result.of(TARGET)["details"]
        assert detail.startswith(f"{folder / 'scenarios' / TARGET}.yaml: ")
        assert told in detail
        assert "6 passed, 1 failed, 0 skipped" in result.answer.out
        assert f"FAIL  {TARGET}" in result.answer.out
        assert re.search(f"{TARGET}.yaml:", result.answer.out)
        assert bench.concordia("conform", "--suite", folder, "setup").code == 0
        assert bench.concordia("conform", "--suite", folder, TARGET).code == 1

    def test_a_broken_scenario_that_another_one_needs_fails_both(self, bench: Bench) -> None:
        twin, needs_it = "mercator/cloth-bought-at-seven", "mercator/no-cloth-for-six-coins"
        folder = damaged(bench, "level: core\n", "", twin)
        result = bench.conform(bench.command("behaves"), "--suite", folder)
        assert {id for id, outcome in result.outcomes.items() if outcome == "fail"} == {twin, needs_it}
        assert result.of(needs_it)["details"] == result.of(twin)["details"]

    def test_what_cannot_be_read_is_neither_listed_nor_exported_and_is_told(self, bench: Bench) -> None:
        folder = damaged(bench, "level: core\n", "")
        for arguments in (("--list",), ("--export", bench.folder / "out")):
            answer = bench.concordia("conform", "--suite", folder, *arguments)
            assert answer.code == 1
            assert f"{TARGET}.yaml: 'level' is a required property" in answer.err
            assert TARGET not in answer.out

    def test_a_file_that_cannot_be_read_fails_whatever_is_asked_for(self, bench: Bench) -> None:
        folder = damaged(bench, "level: core\n", "")
        answer = bench.concordia("conform", "--suite", folder, "--clause", "tribune")
        assert (answer.code, "1 passed, 1 failed" in answer.out) == (1, True)

    def test_a_broken_position_fails_what_needs_it_and_names_its_own_file(self, bench: Bench) -> None:
        folder = damaged(bench, "", "")
        file = folder / "positions" / "mercator-example.yaml"
        file.write_text("map: imperium\nplayer: 3\n", encoding="utf-8")
        answer = bench.concordia("conform", "--suite", folder, TARGET, "--format", "json")
        verdict = json.loads(answer.out.splitlines()[1])
        assert (answer.code, verdict["outcome"]) == (1, "fail")
        assert verdict["details"][0].startswith(f"{file}: ")
        assert bench.concordia("conform", "--suite", folder, "setup").code == 0

    def test_a_position_that_nobody_needs_fails_with_the_whole_suite(self, bench: Bench) -> None:
        folder = damaged(bench, "", "")
        (folder / "positions" / "bad.yaml").write_bytes(b"map: imperium\nplayers: \xff\n")
        result = bench.conform(bench.command("behaves"), "--suite", folder)
        assert result.answer.code == 1
        assert "bad.yaml: 'utf-8' codec can't decode" in result.of("positions/bad")["details"][0]
        assert set(result.outcomes.values()) == {"pass", "fail"}

    @pytest.mark.parametrize(
        ("name", "text", "told"),
        [
            (TARGET, "turns: [senator, senator]", "/turns: the turns do not lead to the position of the scenario"),
            (TARGET, "turns: [mercator; sell 2 wine]", "mercator.trade.stock"),
            (TARGET, "bought: [ii_consul]\nturns: [senator]", "/draws/stack"),
            (TARGET, "turns: senator", "is not of type 'array'"),
            (f"{TARGET}s", "turns: [senator]", f"there is no scenario '{TARGET}s'; did you mean '{TARGET}'?"),
        ],
        ids=["leads-elsewhere", "illegal", "impossible-draws", "shape", "no-scenario"],
    )
    def test_a_broken_way_fails_its_scenario_alone(self, name: str, text: str, told: str, bench: Bench) -> None:
        folder = damaged(bench, "", "")
        file = folder / "ways" / f"{name}.yaml"
        file.parent.mkdir(parents=True)
        file.write_text(text, encoding="utf-8")
        result = bench.conform(bench.command("behaves"), "--suite", folder)
        assert result.answer.code == 1
        failed = [line for line in result.verdicts if line["outcome"] == "fail"]
        assert [line["scenario"] for line in failed] == [name if name == TARGET else f"ways/{name}"]
        assert failed[0]["details"][0].startswith(f"{file}: ")
        assert told in failed[0]["details"][0]
        assert bench.concordia("conform", "--suite", folder, "setup").code == 0
