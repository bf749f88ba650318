"""The typed model: one line to load it, nothing in it to change, and documents that keep their word."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import concordia_ref
from concordia_ref.spec import loading as specification
from concordia_ref.spec.citations import Place
from concordia_ref.spec.errors import Malformed
from concordia_ref.spec.files import LAYOUT, kind_of
from concordia_ref.spec.findings import SpecificationError
from concordia_ref.spec.paths import lookup
from concordia_ref.words.languages import english
from tests.conftest import SPEC, Damaged

SCHEMAS = sorted((SPEC / "schema").glob("*.json"))
YAML_FILES = sorted(SPEC.glob("**/*.yaml"))


def name_of(file: Path) -> str:
    return file.relative_to(SPEC).as_posix()


# Loading


def test_the_packaged_specification_is_loaded_once() -> None:
    assert concordia_ref.load() is concordia_ref.load()


@pytest.mark.parametrize("make", [str, Path])
def test_a_folder_of_your_own_is_loaded_by_its_path(damaged: Damaged, make: type[str] | type[Path]) -> None:
    damaged.replace("about.yaml", "version: 0.1.0", "version: 9.9.9")
    assert concordia_ref.load(make(damaged.folder)).version == "9.9.9"


def test_a_faulty_specification_is_refused_with_all_its_findings(damaged: Damaged) -> None:
    damaged.replace("goods.yaml", "price: 6", "price: 0")
    damaged.replace("about.yaml", "year: 2013", "year: '2013'")
    with pytest.raises(SpecificationError) as caught:
        concordia_ref.load(damaged.folder)
    assert [finding.file for finding in caught.value.findings] == ["about.yaml", "goods.yaml"]
    assert str(caught.value) == "\n".join(finding.text for finding in caught.value.findings)


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Malformed, match=r"^there is no folder '.*/nowhere'$"):
        concordia_ref.load(tmp_path / "nowhere")


def test_a_folder_that_is_not_a_specification_is_refused_before_it_is_read(tmp_path: Path) -> None:
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / "italia.yaml").write_text("}")
    with pytest.raises(Malformed, match=r"is not a specification: it has no about.yaml$"):
        concordia_ref.load(tmp_path)


def test_a_file_is_not_a_specification(tmp_path: Path) -> None:
    (tmp_path / "about.yaml").touch()
    with pytest.raises(Malformed, match=r"about.yaml' is not a specification: it is a file, not a folder$"):
        concordia_ref.load(tmp_path / "about.yaml")


def test_a_packaged_specification_that_was_damaged_is_refused(
    damaged: Damaged, monkeypatch: pytest.MonkeyPatch
) -> None:
    damaged.replace("goods.yaml", "price: 6", "price: 06")
    monkeypatch.setattr(specification, "packaged_folder", lambda _: damaged.folder)
    specification._packaged.cache_clear()
    with pytest.raises(SpecificationError, match=r"yaml\.ambiguous"):
        concordia_ref.load()


# Immutability


def parts(value: Any, path: str = "load()") -> Iterator[tuple[str, Any]]:
    """Everything in the model, with the way to it."""
    yield path, value
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from parts(item, f"{path}[{key!r}]")
    elif isinstance(value, tuple):
        for index, item in enumerate(value):
            yield from parts(item, f"{path}[{index}]")


def test_nothing_in_the_model_can_be_changed() -> None:
    for path, value in parts(concordia_ref.load()):
        assert not hasattr(value, "__setitem__"), path
        assert not isinstance(value, (list, dict, set)), path
        if hasattr(value, "_fields"):
            with pytest.raises(AttributeError):
                setattr(value, value._fields[0], None)


def test_a_mapping_of_the_model_refuses_assignment() -> None:
    goods: Any = concordia_ref.load().goods
    with pytest.raises(TypeError):
        goods["salt"] = goods["wine"]


# Cards, steps, lines


def test_a_card_knows_what_its_kind_says() -> None:
    weaver = concordia_ref.load().cards["ii_weaver"]
    assert (weaver.action, weaver.good, weaver.deck) == ("specialist", "cloth", "II")
    assert weaver.cost == {"brick": 1, "cloth": 1}


def test_a_starting_card_has_no_deck_and_no_cost() -> None:
    prefect = concordia_ref.load().cards["prefect"]
    assert (prefect.deck, prefect.cost, prefect.copies) == (None, {}, 2)


def test_the_parameters_of_a_step_are_read_like_those_of_a_mapping() -> None:
    (step,) = concordia_ref.load().actions["consul"].choose["buy"]
    assert (step.do, step.parameters["at_most"], step.parameters["pay"]) == ("buy_cards", 1, ("card",))
    assert step.clauses["at_most"] == ("consul.one",)


def test_a_line_is_named_by_its_cities_and_kind() -> None:
    imperium = concordia_ref.load().maps["imperium"]
    assert imperium.lines["massilia~roma:sea"].cities == ("massilia", "roma")
    assert [line.id for line in imperium.lines_at("roma", "sea")] == [
        "carthago~roma:sea",
        "massilia~roma:sea",
        "roma~syracusae:sea",
    ]
    assert len(list(imperium.lines_at("roma"))) == 6


def test_the_start_city_comes_first_and_has_no_province() -> None:
    for game_map in concordia_ref.load().maps.values():
        roma = next(iter(game_map.cities.values()))
        assert (roma.id, roma.province, roma.letter) == (game_map.start_city, None, None)


def test_a_god_without_a_maximum_has_none_on_any_map() -> None:
    assert concordia_ref.load().gods["vesta"].at_most_on("italia") is None


# Clauses


@pytest.mark.parametrize(
    ("clause", "rulebook", "place"),
    [
        ("architect.move.occupied", "fr", Place("stated", "architect", "ARCHITECTE", "paragraph 1")),
        ("architect.build.without-moving", "pl", Place("example", "architect", "ARCHITEKT", "example 1")),
        ("architect.build.without-moving", "sr", Place("otherwise", "architect", "ARHITEKTA", "example 1")),
        ("architect.build.without-moving", "cs", Place("silent")),
        ("consul.one", "hu", Place("stated", "consul", "KONZUL", "paragraph 1")),
        ("display.stack-empty", "pl", Place("stated", "consul", "KONSUL", "paragraph 1")),
        ("display.stack-empty", "fr", Place("stated", "senator", "SÉNATEUR", "paragraph 2")),
        ("end.concordia.no-god", "cs", Place("example", "minerva", "ZÁVĚREČNÉ BODOVÁNÍ / MINERVA", "example 8")),
        ("end.concordia.no-god", "sr", Place("example", "end", "ZAVRŠETAK IGRE", "example 8")),
    ],
)
def test_a_clause_knows_its_place_in_each_rulebook(clause: str, rulebook: str, place: Place) -> None:
    assert concordia_ref.load().places[clause][rulebook] == place


def test_every_clause_has_a_place_in_all_five_rulebooks() -> None:
    spec = concordia_ref.load()
    assert set(spec.places) == set(spec.clauses)
    for places in spec.places.values():
        assert list(places) == ["sr", "cs", "hu", "pl", "fr"]


@pytest.mark.parametrize(
    ("clause", "belongs_to"),
    [
        ("consul.one", ("card", "consul")),
        ("score.mars", ("god", "mars")),
        ("score.order", ("phase", "scoring")),
        ("display.slots", ("thing", "display")),
    ],
)
def test_a_clause_belongs_to_what_it_or_its_file_says(clause: str, belongs_to: tuple[str, str]) -> None:
    assert concordia_ref.load().clauses[clause].belongs_to == belongs_to


@pytest.mark.parametrize(
    ("clause", "paths"),
    [
        ("turn.order", ("turn.order",)),
        ("consul.one", ("actions.consul.choose.buy.buy_cards.at_most",)),
        ("architect.order", ("actions.architect", "actions.architect.choose.build.build_houses.between_moves")),
        ("map.players", ("maps.imperium.players", "maps.italia.players")),
    ],
)
def test_a_clause_knows_the_data_that_carry_it_out(clause: str, paths: tuple[str, ...]) -> None:
    assert concordia_ref.load().clauses[clause].carried_out_by == paths


def test_what_carries_a_clause_out_stands_in_the_data() -> None:
    spec = concordia_ref.load()
    data = json.loads(json.dumps(thawed(spec.data)))
    for clause in spec.clauses.values():
        for path in clause.carried_out_by:
            lookup(data, path)


def thawed(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: thawed(item) for key, item in value.items()}
    return [thawed(item) for item in value] if isinstance(value, tuple) else value


# Texts


def test_the_numbers_of_the_data_stand_in_the_texts() -> None:
    spec = concordia_ref.load()
    texts = {id: english().clause(id, spec) for id in spec.clauses}
    assert texts["storehouse.spaces"] == "A storehouse has 12 spaces."
    assert texts["interim.payout.second"] == "The player with the second-highest interim score receives 1 sestertius."
    assert not [text for text in texts.values() if "{" in text or "}" in text]


def test_a_changed_number_changes_the_text(damaged: Damaged) -> None:
    damaged.replace("interim.yaml", "coins_by_rank: [2, 1]", "coins_by_rank: [3, 2]")
    text = english().clause("interim.payout.second", concordia_ref.load(damaged.folder))
    assert text == "The player with the second-highest interim score receives 2 sestertii."


@pytest.mark.parametrize("path", ["x", "slots.2", "slots.01", "slots.-1", "slots.first", "slots.0.0", "name.0"])
def test_a_path_that_leads_nowhere_is_told_by_its_part(path: str) -> None:
    with pytest.raises(KeyError, match=rf"^'{path.split('.')[-1]}'$"):
        lookup({"slots": [{}, {"do": "second"}], "name": "x"}, path)


# Documents


@pytest.mark.parametrize("file", SCHEMAS, ids=name_of)
def test_a_schema_is_a_schema(file: Path) -> None:
    Draft202012Validator.check_schema(json.loads(file.read_text(encoding="utf-8")))


@pytest.mark.parametrize("file", SCHEMAS, ids=name_of)
def test_a_schema_explains_itself_and_everything_in_it(file: Path) -> None:
    schema = json.loads(file.read_text(encoding="utf-8"))
    assert schema["$id"] == file.name
    assert schema["title"]
    assert schema["description"]
    for path, part in subschemas(schema, ""):
        for name, about in part.get("properties", {}).items():
            assert about.get("description") or "$ref" in about, f"{path}/{name} has no description"
        if "pattern" in part:
            assert part.get("description"), f"the pattern of {path} has no description"


def subschemas(schema: Any, path: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The schemas inside a schema; conditions describe nothing of their own."""
    if not isinstance(schema, dict):
        return
    yield path, schema
    for keyword in ("then", "else", "items", "additionalProperties", "propertyNames"):
        yield from subschemas(schema.get(keyword), f"{path}/{keyword}")
    for keyword in ("properties", "$defs"):
        for name, part in schema.get(keyword, {}).items():
            yield from subschemas(part, f"{path}/{keyword}/{name}")
    for part in schema.get("allOf", []):
        yield from subschemas(part, f"{path}/allOf")


@pytest.mark.parametrize("file", YAML_FILES, ids=name_of)
def test_a_file_tells_editors_its_schema(file: Path) -> None:
    first_line = file.read_text(encoding="utf-8").splitlines()[0]
    match = re.fullmatch(r"# yaml-language-server: \$schema=(\S+)", first_line)
    assert match, first_line
    schema = (file.parent / match[1]).resolve()
    assert schema.is_file()
    assert schema.name == f"{kind_of(name_of(file))}.schema.json"


def test_every_kind_of_file_has_a_schema() -> None:
    kinds = {file.name.removesuffix(".schema.json") for file in SCHEMAS}
    assert set(LAYOUT.values()) <= kinds
