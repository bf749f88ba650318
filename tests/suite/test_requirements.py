"""Requirement sets: what an engine is scored by, and what was added later and fails nobody."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from concordia_ref.suite.errors import Corrupt
from concordia_ref.suite.requirements import (
    choose_set,
    digest_of,
    freeze,
    published,
    read_set,
    set_names,
    set_text,
)
from tests.suite.bench import CONFORMANCE, SMALL, TARGET, Bench, whole_suite

TODAY = date(2026, 11, 18)
IDS = ("a/b", "c/d", "e/f")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    freeze(tmp_path, "0.2", IDS, TODAY)
    return tmp_path


@pytest.fixture
def own(bench: Bench) -> Path:
    """A copy of the small suite with a set that lacks the scenario in which adapters break."""
    folder = bench.folder / "own"
    shutil.copytree(bench.suite, folder)
    freeze(folder, "0.2", sorted(set(SMALL) - {TARGET}), TODAY)
    return folder


class TestOurOwn:
    @pytest.mark.parametrize("name", set_names(CONFORMANCE))
    def test_every_set_is_whole_and_all_its_scenarios_exist(self, name: str) -> None:
        ids = {case.id for case in whole_suite()}
        found = read_set(CONFORMANCE / "requirements" / f"{name}.txt", ids)
        assert found.ids

    def test_what_was_published_is_there_and_has_not_changed(self) -> None:
        ids = {case.id for case in whole_suite()}
        for name, digest in published(CONFORMANCE / "requirements").items():
            assert read_set(CONFORMANCE / "requirements" / f"{name}.txt", ids).digest == digest

    def test_there_is_one_and_it_knows_the_protocol(self) -> None:
        assert set_names(CONFORMANCE)
        ids = {case.id for case in whole_suite()}
        newest = choose_set(CONFORMANCE, None, ids)
        assert newest is not None
        assert {case.id for case in whole_suite() if case.level == "protocol"} <= set(newest.ids)


class TestFiles:
    def test_a_set_is_read_as_it_was_written(self, root: Path) -> None:
        found = read_set(root / "requirements" / "0.2.txt", IDS)
        assert (found.name, found.date, found.ids) == ("0.2", TODAY, IDS)

    @pytest.mark.parametrize(
        ("damage", "line", "told"),
        [
            (lambda text: "", 1, "must be `# name: …`"),
            (lambda text: text.replace("# date", "# day"), 2, "must be `# date: …`"),
            (lambda text: text.replace("# name: 0.2", "# name: 0.3"), 1, "the name is '0.3', that of the file '0.2'"),
            (lambda text: text.replace("2026-11-18", "yesterday"), 2, "'yesterday' is not a date"),
            (lambda text: text.replace("scenarios: 3", "scenarios: 4"), 3, "there are 3 scenarios, not 4"),
            (lambda text: text.replace("a/b\n", ""), 3, "there are 2 scenarios, not 3"),
            (lambda text: text.replace("c/d\ne/f", "e/f\nc/d"), 4, "the digest of the scenarios is sha256:"),
            (lambda text: text.replace("c/d", "c/e"), 6, "there is no scenario 'c/e'"),
            (lambda text: text.replace("c/d", "a/b"), 6, "a/b is already in line 5"),
        ],
    )
    def test_damage_is_named_with_its_line_and_what_to_do(
        self, damage: Callable[[str], str], line: int, told: str, root: Path
    ) -> None:
        file = root / "requirements" / "0.2.txt"
        file.write_text(damage(file.read_text(encoding="utf-8")), encoding="utf-8")
        with pytest.raises(Corrupt) as caught:
            read_set(file, IDS)
        assert str(caught.value).startswith(f"{file}, line {line}: {told}")
        assert "take the file from the release again" in str(caught.value)

    def test_the_newest_set_is_that_of_the_highest_version(self, tmp_path: Path) -> None:
        for name in ("0.2", "0.9", "0.10"):
            freeze(tmp_path, name, IDS, TODAY)
        newest = choose_set(tmp_path, None, IDS)
        assert newest is not None
        assert newest.name == "0.10"
        older = choose_set(tmp_path, "0.9", IDS)
        assert older is not None
        assert older.name == "0.9"
        assert choose_set(tmp_path, "all", IDS) is choose_set(tmp_path, "none", IDS) is None

    def test_a_suite_without_sets_is_scored_as_a_whole(self, tmp_path: Path) -> None:
        assert choose_set(tmp_path, None, IDS) is None

    @pytest.mark.parametrize("name", ["", "mine", "0", "0.2.", "../0.2", "0.2/x"])
    def test_a_set_is_named_by_a_version(self, name: str, tmp_path: Path) -> None:
        with pytest.raises(ValueError, match="a set is named by a version"):
            freeze(tmp_path, name, IDS, TODAY)

    def test_a_set_may_be_written_again_until_it_is_published(self, root: Path) -> None:
        again = freeze(root, "0.2", IDS[:2], TODAY)
        (root / "requirements" / "published.txt").write_text(f"# Sets\n0.2 {again.digest}\n", encoding="utf-8")
        with pytest.raises(ValueError, match=r"the set 0\.2 is published and never changes"):
            freeze(root, "0.2", IDS, TODAY)
        assert read_set(root / "requirements" / "0.2.txt", IDS).ids == IDS[:2]

    def test_a_published_set_with_a_new_digest_is_found_out(self, root: Path) -> None:
        (root / "requirements" / "published.txt").write_text(f"0.2 {digest_of(IDS[:2])}\n", encoding="utf-8")
        with pytest.raises(Corrupt, match="the set was published with other scenarios"):
            read_set(root / "requirements" / "0.2.txt", IDS)

    def test_a_damaged_list_of_published_sets_is_named(self, root: Path) -> None:
        (root / "requirements" / "published.txt").write_text("# Sets\n0.2\n", encoding="utf-8")
        with pytest.raises(Corrupt, match=r"published\.txt, line 2: must be the name of a set and its digest"):
            read_set(root / "requirements" / "0.2.txt", IDS)

    def test_a_set_is_not_written_behind_a_newer_one(self, root: Path) -> None:
        with pytest.raises(ValueError, match=r"there is already a newer set, 0\.2"):
            freeze(root, "0.1", IDS, TODAY)

    @pytest.mark.parametrize(
        ("when", "added", "told"),
        [
            ("2026-11-18", 0, "set 0.2 (3 scenarios, frozen today)"),
            ("2026-11-17", 1, "set 0.2 (3 scenarios, 1 day old); 1 scenario was added after it and is not scored"),
            ("2026-10-18", 2, "set 0.2 (3 scenarios, 31 days old); 2 scenarios were added after it and are not scored"),
        ],
    )
    def test_a_report_shows_the_set_and_its_age(self, when: str, added: int, told: str) -> None:
        assert set_text({"name": "0.2", "scenarios": 3, "date": when, "added": added}, TODAY) == told


class TestRuns:
    def test_what_was_added_later_fails_nobody(self, own: Path, bench: Bench) -> None:
        report = bench.folder / "report.jsonl"
        command = bench.command("errors", "apply")
        answer = bench.concordia("conform", "--suite", own, "--adapter", command, "--report", report)
        assert answer.code == 0
        assert "6 passed, 0 failed, 0 skipped" in answer.out
        assert f"added after the set: 0 passed, 1 failed, 0 skipped: {TARGET}" in answer.out
        assert re.search(r"set 0\.2 \(6 scenarios, .*\); 1 scenario was added after it and is not scored", answer.out)
        lines = [json.loads(line) for line in report.read_text(encoding="utf-8").splitlines()]
        assert lines[0]["set"] == {"name": "0.2", "scenarios": 6, "date": "2026-11-18", "added": 1}
        assert [line["scenario"] for line in lines if line.get("added")] == [TARGET]
        assert bench.concordia("conform", "--suite", own, "--adapter", command, "--fail-fast").code == 0

    def test_without_a_set_every_failure_counts(self, own: Path, bench: Bench) -> None:
        answer = bench.concordia(
            "conform", "--suite", own, "--adapter", bench.command("errors", "apply"), "--set", "all"
        )
        assert answer.code == 1
        assert "6 passed, 1 failed, 0 skipped" in answer.out
        assert "no set: every scenario is scored" in answer.out

    def test_an_unknown_set_is_wrong_usage(self, own: Path, bench: Bench) -> None:
        answer = bench.concordia("conform", "--suite", own, "--set", "0.3")
        assert answer.code == 2
        assert "there is no requirement set '0.3'; did you mean '0.2'?" in answer.err

    def test_a_damaged_set_is_a_fault_of_the_suite(self, own: Path, bench: Bench) -> None:
        file = own / "requirements" / "0.2.txt"
        file.write_text(file.read_text(encoding="utf-8").replace("tribune/", "tribun/"), encoding="utf-8")
        answer = bench.concordia("conform", "--suite", own)
        assert answer.code == 4
        assert f"{file}, line 10: there is no scenario 'tribun/no-second-colonist'; did you mean" in answer.err

    def test_a_set_is_written_by_one_command(self, own: Path, bench: Bench) -> None:
        answer = bench.concordia("conform", "--suite", own, "--freeze", "0.3")
        assert answer.code == 0
        written = read_set(own / "requirements" / "0.3.txt", SMALL)
        assert written.ids == tuple(sorted(SMALL))
        assert f"0.3 {written.digest}" in answer.out.splitlines()
        assert "add this line to published.txt" in answer.out

    @pytest.mark.parametrize(
        ("arguments", "told"),
        [
            (("--freeze", "mine"), "a set is named by a version, such as 0.2, not 'mine'"),
            (("--freeze", "0.1"), "there is already a newer set"),
            (("--freeze", "0.3", "mercator"), "--freeze writes all scenarios of the suite"),
            (("--freeze", "0.3", "--edition", "cs"), "--freeze writes all scenarios of the suite"),
        ],
        ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
    )
    def test_what_cannot_be_frozen(self, arguments: tuple[str, ...], told: str, own: Path, bench: Bench) -> None:
        answer = bench.concordia("conform", "--suite", own, *arguments)
        assert answer.code == 2
        assert told in answer.err
        assert set_names(own) == ["0.2"]
