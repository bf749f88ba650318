"""How strong the suite is: the mutants themselves, trying them out, the list of excuses, and a fixed sample."""

from __future__ import annotations

import ast
import json
import signal
from pathlib import Path
from typing import Any

import pytest

from concordia_ref.cli import mutate as mutate_command
from concordia_ref.lab.mutation.code_mutants import code_mutants, mutants_of, rule_files
from concordia_ref.lab.mutation.data_mutants import DataMutant, Schema, changes, clauses_of, data_mutants
from concordia_ref.lab.mutation.excuses import Excuses, read_excuses
from concordia_ref.lab.mutation.runs import run_mutants
from concordia_ref.lab.mutation.trials import Bench, Mutant, Result
from concordia_ref.spec.files import TEXT_FOLDERS
from concordia_ref.spec.loading import build, load
from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.spec.tree import read_tree
from concordia_ref.suite.loading import load_cases, load_reading_cases
from tests.conftest import Command

TREE, _ = read_tree(packaged_folder("spec"), left_out=TEXT_FOLDERS)
DATA_MUTANTS = {mutant.id: mutant for mutant in data_mutants(TREE)}
CODE_MUTANTS = {mutant.id: mutant for mutant in code_mutants(rule_files())}
EXCUSES = packaged_folder("conformance") / "strength" / "equivalent.yaml"


def changed(data: Any, schema: dict[str, Any], **ids: list[str]) -> dict[str, Any]:
    """What a small file can become, by the ids of the changes; just the part that is replaced."""
    return {change.id: change.value for change in changes(data, Schema("small", schema), ids)}


# Mutants of the data


def test_a_number_is_one_more_and_one_less() -> None:
    assert changed({"price": 3}, {"required": ["price"]}) == {"price+1": 4, "price-1": 2}


def test_a_truth_value_is_negated() -> None:
    assert changed({"may_pass": False}, {"required": ["may_pass"]}) == {"may_pass=true": True}


def test_an_enumerated_value_becomes_each_other_one() -> None:
    schema = {"required": ["to"], "properties": {"to": {"enum": ["left", "right", "nobody"]}}}
    assert changed({"to": "right"}, schema) == {"to=left": "left", "to=nobody": "nobody"}


def test_an_id_becomes_each_other_one_of_its_kind() -> None:
    schema = {"required": ["god"], "properties": {"god": {"format": "god-id"}}}
    assert changed({"god": "mars"}, schema, god=["mars", "vesta"]) == {"god=vesta": "vesta"}


def test_an_id_of_which_there_are_many_becomes_the_next_one() -> None:
    cities = [f"city{number}" for number in range(30)]
    schema = {"required": ["at"], "properties": {"at": {"format": "city-id"}}}
    assert changed({"at": "city29"}, schema, city=cities) == {"at=city0": "city0"}


def test_what_need_not_be_there_is_dropped_and_amounts_are_of_other_goods() -> None:
    schema = {"propertyNames": {"format": "good-id"}, "additionalProperties": {"type": "integer"}}
    found = changed({"food": 1, "tool": 2}, schema, good=["food", "tool", "wine"])
    assert found["food:dropped"] == {"tool": 2}
    assert found["tool:to-wine"] == {"food": 1, "wine": 2}
    assert "tool:to-food" not in found


def test_an_item_of_a_list_is_dropped_and_doubled() -> None:
    schema = {"required": ["ranks"], "properties": {"ranks": {"items": {"enum": ["a", "b"]}}}}
    assert changed({"ranks": ["a", "b"]}, schema) == {
        "ranks.0:dropped": ["b"],
        "ranks.0:doubled": ["a", "a", "b"],
        "ranks.0=b": "b",
        "ranks.1:dropped": ["a"],
        "ranks.1:doubled": ["a", "b", "b"],
        "ranks.1=a": "a",
    }


def test_a_condition_is_negated() -> None:
    formula = DATA_MUTANTS["gods.gods.jupiter.per.city_good.not:to-is"]
    assert formula.value == {"is": "brick"}


def test_a_word_stands_for_a_number_where_either_may() -> None:
    assert DATA_MUTANTS["actions.tribune.choose.recall.place_colonists.at_most=any"].value == "any"
    assert DATA_MUTANTS["gods.gods.minerva.points=1"].value == 1


def test_a_line_is_dropped_and_changed_from_land_to_sea() -> None:
    before = TREE.data["maps"]["italia"]["lines"]
    flipped = DATA_MUTANTS["maps.italia.lines.land.casinum~roma:to-sea"].value
    assert ["casinum", "roma"] in before["land"]
    assert ["casinum", "roma"] not in flipped["land"]
    assert ["casinum", "roma"] in flipped["sea"]
    assert len(DATA_MUTANTS["maps.italia.lines.land.casinum~roma:dropped"].value) == len(before["land"]) - 1
    # Where lines of both kinds join two cities, a second one of a kind would be none.
    assert "maps.italia.lines.land.cosa~roma:to-sea" not in DATA_MUTANTS


def test_texts_provenance_and_drawing_are_left_out() -> None:
    words = ("evidence", "clauses", "position", "printed", "about", "rules", "disputes", "locales")
    assert [id for id in DATA_MUTANTS for word in words if word in id.split(".")] == []


def test_every_number_truth_value_and_line_of_the_rules_has_its_mutants() -> None:
    for wanted in (
        "turn.order=counterclockwise",
        "pieces.storehouse.spaces+1",
        "display.slots.5.1=any",
        "setup.decks.used.5.4:dropped",
        "cards.for_sale.decks.II.ii_weaver.points-1",
        "cards.kinds.mason.good=wine",
        "maps.imperium.cities.isca:dropped",
        "maps.imperium.cities.isca.letter=D",
    ):
        assert wanted in DATA_MUTANTS


def test_a_mutant_changes_one_thing_and_leaves_the_rules_alone() -> None:
    changed_tree = DATA_MUTANTS["costs.house.in_city_of.wine.coins+1"].applied_to(TREE)
    assert build(changed_tree.data).costs.house.in_city_of["wine"].coins == 5
    assert build(TREE.data).data == load().data


def test_a_mutant_knows_the_clauses_of_its_datum() -> None:
    assert DATA_MUTANTS["turn.order=counterclockwise"].clauses == ("turn.order",)
    group = {"clauses": {"this": "a", "price": ["b", "c"]}, "price": {"wine": 6}, "other": 1}
    assert clauses_of(group, ("price", "wine")) == ("b", "c")
    assert clauses_of(group, ("other",)) == ("a",)
    assert clauses_of({"whole": group}, ("whole",)) == ("a", "b", "c")


# Mutants of the code


def test_small_changes_to_code() -> None:
    source = '''
def price(houses: int, sold: bool = False) -> int:
    """What it costs."""
    if houses < 3 and not sold:
        raise Malformed("too", few=houses + 1)
    return min(houses + 1, 5)
'''
    found = {
        mutant.id: (mutant.before, mutant.after) for mutant in mutants_of(source, "concordia_ref/engine/verbs/small.py")
    }
    assert found["verbs/small:price:lt-lte:1"] == ("houses < 3", "houses <= 3")
    assert found["verbs/small:price:lt-gte:1"] == ("houses < 3", "houses >= 3")
    assert found["verbs/small:price:and-or:1"] == ("houses < 3 and (not sold)", "houses < 3 or not sold")
    assert found["verbs/small:price:not-dropped:1"] == ("not sold", "sold")
    assert found["verbs/small:price:negated:1"][1] == "if not (houses < 3 and (not sold)):"
    # What refuses input that is no turn is not asked for.
    assert "verbs/small:price:dropped:1" not in found
    assert found["verbs/small:price:min-max:1"] == ("min(houses + 1, 5)", "max(houses + 1, 5)")
    assert found["verbs/small:price:add-sub:1"] == ("houses + 1", "houses - 1")
    assert found["verbs/small:price:false-true:1"] == ("False", "True")
    # The numbers of the code, but not of the text in the error.
    numbers = [after for id, (_, after) in found.items() if "one-more" in id]
    assert numbers == ["4", "2", "6"]


def test_the_source_of_a_mutant_is_the_module_with_just_that_change() -> None:
    source = "def first(items):\n    return items[place:]\n"
    (mutant,) = mutants_of(source, "concordia_ref/engine/small.py")
    assert mutant.source == "def first(items):\n    return items[place + 1:]"
    assert mutant.id == "small:first:lower-shifted:1"


def test_every_mutant_of_the_code_can_be_compiled_and_is_another_module() -> None:
    sound = {file.name: ast.unparse(ast.parse(file.read_text(encoding="utf-8"))) for file in rule_files()}
    for mutant in list(CODE_MUTANTS.values())[::20]:
        compile(mutant.source, mutant.file, "exec")
        assert mutant.source != sound[Path(mutant.file).name], mutant.id


def test_ids_are_distinct() -> None:
    assert len(DATA_MUTANTS) == len(data_mutants(TREE))
    assert len(CODE_MUTANTS) == len(code_mutants(rule_files()))


# Trying them out


@pytest.fixture(scope="module")
def bench() -> Bench:
    return Bench(TREE, load_cases(), load_reading_cases())


def test_the_rules_themselves_pass(bench: Bench) -> None:
    assert bench.first_to_notice(bench.sound_adapter(), bench.cases) is None


def outcomes(bench: Bench, *mutants: Mutant) -> dict[str, tuple[str, str]]:
    return {result.mutant: (result.outcome, result.by) for result in run_mutants(mutants, bench.try_out, 2)}


def test_a_scenario_about_the_datum_notices_its_mutant(bench: Bench) -> None:
    price, wrong = DATA_MUTANTS["goods.goods.wine.price+1"], DATA_MUTANTS["cards.kinds.tribune:dropped"]
    found = outcomes(bench, price, wrong)
    assert found[price.id] == ("killed", "components/all-five-goods-in-one-sum")
    assert found[wrong.id] == ("invalid", "KeyError")


def test_what_the_checks_refuse_is_no_specification(bench: Bench) -> None:
    pantheon = DATA_MUTANTS["cards.pantheon.mars.2+1"]
    assert outcomes(bench, pantheon) == {pantheon.id: ("invalid", "cards.pantheon")}


def test_changed_code_is_tried_out_in_a_process_of_its_own(bench: Bench) -> None:
    enough = CODE_MUTANTS["rules:can_pay:lt-lte:1"]
    ((outcome, by),) = outcomes(bench, enough).values()
    assert outcome == "killed"
    assert by in {case.id for case in bench.cases}
    assert bench.first_to_notice(bench.sound_adapter(), bench.nearest(enough)[:20]) is None


def test_what_hangs_is_killed_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    def hang(_: Mutant) -> Result:
        signal.setitimer(signal.ITIMER_PROF, 0.05)
        while True:
            pass

    mutant = DATA_MUTANTS["turn.may_pass=true"]
    assert list(run_mutants([mutant], hang, 1)) == [Result(mutant.id, "killed", "SIGPROF")]


def test_a_fault_of_our_own_kills_no_mutant(capfd: pytest.CaptureFixture[str]) -> None:
    def fail(_: Mutant) -> Result:
        raise ZeroDivisionError

    with pytest.raises(RuntimeError, match="may_pass"):
        list(run_mutants([DATA_MUTANTS["turn.may_pass=true"]], fail, 1))
    assert "ZeroDivisionError" in capfd.readouterr().err


# Excuses


def test_excuses_are_found_by_id_and_by_glob() -> None:
    excuses = Excuses({"a.b+1": "one", "c.*": "all"}, 95)
    assert [excuses.reason(id) for id in ("a.b+1", "c.d:dropped", "a.b-1")] == ["one", "all", None]


def test_a_stale_excuse_is_told() -> None:
    excuses = Excuses({"gone": "x", "turn.*": "y", "interim.used=true": "z"}, 95)
    results = [Result("turn.order=counterclockwise", "killed", "course/x"), Result("interim.used=true", "survived", "")]
    assert excuses.stale(DATA_MUTANTS, results) == [
        "gone: excused, but there is no such mutant",
        "turn.*: excused, but turn.order=counterclockwise is noticed: course/x",
    ]


def test_every_excuse_says_why() -> None:
    excuses = read_excuses(EXCUSES)
    assert [entry for entry, reason in excuses.reasons.items() if len(reason) < 20] == []
    assert excuses.stale([*DATA_MUTANTS, *CODE_MUTANTS], []) == []


# The command


@pytest.fixture
def concordia(concordia: Command, bench: Bench, monkeypatch: pytest.MonkeyPatch) -> Command:
    """The command, with the cases that were loaded before."""
    readings = [(case, bench.readings[case.edition]) for case in bench.cases if case.edition in bench.readings]
    monkeypatch.setattr(mutate_command, "load_cases", lambda: bench.cases[: -len(readings)])
    monkeypatch.setattr(mutate_command, "load_reading_cases", lambda: readings)
    return concordia


def test_a_named_mutant_is_told_with_the_scenario_that_notices_it(concordia: Command) -> None:
    answer = concordia("mutate", "turn.order=counterclockwise")
    assert answer.code == 0
    assert "killed: turn.order=counterclockwise\n  course/" in answer.out
    assert "data: 1 of 1 mutants killed or excused, 100.00%" in answer.out


def test_a_survivor_is_told_with_its_place_and_the_command_that_repeats_it(
    concordia: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mutate_command, "read_excuses", lambda _: Excuses({}, 95))
    answer = concordia("mutate", "setup.bonus_markers.in_the_box+1")
    assert answer.code == 1
    assert "spec/setup.yaml:" in answer.out
    assert "concordia mutate setup.bonus_markers.in_the_box+1" in answer.out


def test_an_interrupted_run_goes_on_from_its_report(concordia: Command, tmp_path: Path) -> None:
    file = tmp_path / "report.jsonl"
    ids = ("turn.order=counterclockwise", "turn.may_pass=true")
    assert concordia("mutate", ids[0], "--report", file).code == 0
    header, line, _ = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    # Whoever goes on takes the report at its word.
    file.write_text(json.dumps(header) + "\n" + json.dumps({**line, "by": "by hand"}) + "\n", encoding="utf-8")
    answer = concordia("mutate", *ids, "--report", file, "--resume", "--format", "json")
    assert answer.code == 0
    lines = [json.loads(line) for line in answer.out.splitlines()]
    assert [line.get("mutant") for line in lines] == [None, *ids, None]
    assert lines[1]["by"] == "by hand"
    assert lines[-1] == {"type": "footer", "data": {"caught": 2, "of": 2}}
    assert answer.out == file.read_text(encoding="utf-8")
    file.write_text(json.dumps({**header, "digest": "other"}), encoding="utf-8")
    refused = concordia("mutate", *ids, "--report", file, "--resume")
    assert refused.code == 2
    assert "other rules, other code or another suite" in refused.err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("turn.ordre*",), "no mutant 'turn.ordre*'"),
        (("turn.order=counterclockwise", "--code"), "no mutant is selected"),
        (("--resume",), "--report FILE"),
        (("--report", "nowhere/report.jsonl"), "no folder"),
    ],
)
def test_what_cannot_be_run_is_said(concordia: Command, arguments: tuple[str, ...], told: str) -> None:
    answer = concordia("mutate", *arguments)
    assert answer.code == 2
    assert told in answer.err


def test_a_sample_is_the_same_every_time_and_others_by_another_seed(concordia: Command) -> None:
    def sample(seed: str) -> list[str]:
        answer = concordia("mutate", "turn.*", "end.*", "--sample", "2", "--seed", seed, "--format", "json", "-j", "2")
        return [json.loads(line)["mutant"] for line in answer.out.splitlines()[1:-1]]

    assert sample("1") == sample("1")
    assert len({tuple(sample(seed)) for seed in "123"}) > 1


@pytest.mark.simulation
@pytest.mark.parametrize(("kind", "number"), [("data", "200"), ("code", "40")])
def test_a_fixed_sample_of_mutants_is_noticed_or_excused(concordia: Command, kind: str, number: str) -> None:
    # None of the few mutants of the code that survive is in this sample.
    answer = concordia("mutate", f"--{kind}", "--sample", number, "--seed", "4", "-j", "2")
    assert answer.code == 0, answer.out
    assert "concordia mutate" not in answer.out, "a mutant survives"


def test_data_mutants_know_their_place() -> None:
    for mutant in DATA_MUTANTS.values():
        assert isinstance(mutant, DataMutant)
        assert TREE.sources[mutant.file].value_at(mutant.about) != (1, 1), mutant.id
