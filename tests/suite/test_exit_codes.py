"""What the exit codes of `concordia conform` mean."""

from __future__ import annotations

from typing import Any

import pytest

from tests.broken_adapters import NASTY
from tests.suite.bench import CONFORMANCE, TARGET, Bench, is_plain


@pytest.mark.usefixtures("nothing_survives")
class TestExitCodes:
    def test_zero_if_all_is_as_expected(self, bench: Bench) -> None:
        result = bench.conform(bench.command("behaves"))
        assert result.answer.code == 0
        assert "7 passed, 0 failed, 0 skipped" in result.answer.out

    def test_one_if_everything_is_skipped(self, bench: Bench) -> None:
        result = bench.conform(bench.command("behaves", operations=[]))
        assert result.answer.code == 1
        assert set(result.outcomes.values()) == {"skip"}
        assert "every scenario was skipped, so nothing is proved" in result.answer.out

    @pytest.mark.parametrize(
        "arguments",
        [
            ("architekt",),
            ("mercator", "architekt"),
            ("mercator/from-two-to-eleven-coin",),
            ("--clause", "no.such.clause"),
            ("--card", "weaver"),
            ("--level", "core", "setup"),
            ("--map", "atlantis"),
            ("--players", "9"),
            ("--players", "two"),
            ("--level", "easy"),
            ("--jobs", "0"),
            ("--timeout", "0"),
            ("--timeout", "nan"),
            ("--timeout", "inf"),
            ("--show", "-1"),
            ("--edition", "de"),
            ("--update-expectations",),
            ("--update-expectations", "--expectations", "known.yaml", "--adapter", "a", "--adapter", "b"),
            ("--expectations", "there-is-no-such-file.yaml"),
            ("--resume",),
            ("--report", "no/such/folder/report.jsonl"),
            ("--no-such-option",),
            ("--suite", "no-such-folder"),
        ],
        ids=" ".join,
    )
    def test_two_if_the_command_is_wrong_or_nothing_is_selected(self, arguments: tuple[str, ...], bench: Bench) -> None:
        answer = bench.run(*arguments)
        assert answer.code == 2
        assert answer.err.startswith("concordia: ")
        assert answer.out == ""

    def test_two_if_the_edition_is_one_that_no_adapter_can_know(self, bench: Bench) -> None:
        file = bench.folder / "mine.yaml"
        file.write_text("id: mine\nname: Mine\ntakes: {}\n", encoding="utf-8")
        answer = bench.run("--edition", file)
        assert answer.code == 2
        assert "adapters know the editions canonical" in answer.err

    def test_a_scenario_that_does_not_exist_is_named_with_the_one_probably_meant(self, bench: Bench) -> None:
        assert f"there is no scenario '{TARGET}s'; did you mean '{TARGET}'?" in bench.run(f"{TARGET}s").err

    @pytest.mark.parametrize(
        ("command", "told"),
        [
            ("", "the command is empty"),
            ("'unbalanced", "No closing quotation"),
            ("/no/such/program", "No such file or directory: '/no/such/program'"),
            (str(CONFORMANCE), "Permission denied"),
            ("false", "no answer to hello: exited with code: 1"),
            ('sh -c "read line; echo {}"', "no answer to hello: wrong id: None ≠ 0"),
        ],
    )
    def test_three_if_the_adapter_cannot_be_started(self, command: str, told: str, bench: Bench) -> None:
        answer = bench.run("--adapter", command)
        assert answer.code == 3
        assert told in answer.err
        assert "see conformance/README.md" in answer.err

    @pytest.mark.usefixtures("impatient")
    @pytest.mark.parametrize(
        ("kind", "hello", "told"),
        [
            ("hangs", {}, "no answer to hello: timeout: no answer within 1 s"),
            ("raises", {}, "no answer to hello: exited with code: 1\nTraceback"),
            ("nasty-line", {}, r"\x1b[31mred"),
            ("declines", {}, 'hello was answered with skip: "not yet"'),
            ("behaves", {"protocol": 2}, "it speaks protocol 2, this runner 1"),
            ("behaves", {"protocol": NASTY}, "it speaks protocol '<script>"),
            ("behaves", {"cards": "all"}, "hello must contain 'cards', a list; it contains 'all'"),
            ("behaves", {"players": ["two"]}, "hello must contain 'players', a list; it contains ['two']"),
            ("behaves", {"maps": None}, "hello must contain 'maps', a list; it contains None"),
            ("behaves", {"interim": "yes"}, "hello may contain 'interim', true or false; it contains 'yes'"),
        ],
    )
    def test_three_if_hello_is_not_answered_as_it_must_be(
        self, kind: str, hello: dict[str, Any], told: str, bench: Bench
    ) -> None:
        seconds = "1" if kind == "hangs" else "30"
        answer = bench.run("--adapter", bench.command(kind, "HELLO", **hello), "--timeout", seconds)
        assert answer.code == 3
        assert told in answer.err
        assert is_plain(answer.err)

    def test_four_if_there_is_no_scenario(self, bench: Bench) -> None:
        folder = bench.folder / "empty"
        (folder / "scenarios").mkdir(parents=True)
        answer = bench.concordia("conform", "--suite", folder)
        assert answer.code == 4
        assert f"the suite is corrupt: {folder}: there are no scenarios in this folder" in answer.err
