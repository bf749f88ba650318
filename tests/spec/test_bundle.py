"""`concordia bundle` writes the whole specification as one JSON document for programs in other languages."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

import concordia_ref
from concordia_ref.cli.exits import FINDINGS, FINE, USAGE
from concordia_ref.spec.bundle import bundle
from tests.conftest import SPEC, Command, Damaged


def canonical(value: Any) -> str:
    """JSON with sorted keys and without spaces, written anew as another program would."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{canonical(key)}:{canonical(value[key])}" for key in sorted(value)) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    assert isinstance(value, str)
    assert not set(value) & set("\\\n\t")
    return '"' + value.replace('"', '\\"') + '"'


def test_a_bundle_is_as_its_schema_says(concordia: Command) -> None:
    registry: Registry[Any] = Registry()
    for file in (SPEC / "schema").glob("*.json"):
        registry = registry.with_resource(file.name, Resource.from_contents(json.loads(file.read_text())))
    answer = concordia("bundle")
    assert answer.code == FINE
    schema = registry.contents("bundle.schema.json")
    Draft202012Validator(schema, registry=registry).validate(json.loads(answer.out))


def test_a_bundle_holds_what_any_yaml_reader_finds_in_the_files(concordia: Command) -> None:
    found = json.loads(concordia("bundle").out)["specification"]
    wanted: dict[str, Any] = {}
    for file in sorted(SPEC.glob("**/*.yaml")):
        *folder, _ = file.relative_to(SPEC).parts
        place = wanted
        for name in folder:
            place = place.setdefault(name, {})
        place[file.stem] = yaml.safe_load(file.read_text(encoding="utf-8"))
    assert found == wanted


def test_the_checksum_can_be_computed_by_another_program(concordia: Command) -> None:
    document = json.loads(concordia("bundle").out)
    digest = hashlib.sha256(canonical(document["specification"]).encode("utf-8")).hexdigest()
    assert document["checksum"] == f"sha256:{digest}"


def test_another_number_is_another_checksum(damaged: Damaged) -> None:
    before = bundle(concordia_ref.load(damaged.folder))["checksum"]
    damaged.replace("goods.yaml", "price: 6", "price: 8")
    assert bundle(concordia_ref.load(damaged.folder))["checksum"] != before


def test_another_comment_is_the_same_checksum(damaged: Damaged) -> None:
    before = bundle(concordia_ref.load(damaged.folder))
    damaged.append("goods.yaml", "# a comment\n")
    assert bundle(concordia_ref.load(damaged.folder)) == before


def test_a_bundle_is_stamped_with_the_version_of_its_specification(damaged: Damaged, concordia: Command) -> None:
    damaged.replace("about.yaml", "version: 0.1.0", "version: 9.9.9")
    assert json.loads(concordia("bundle", "--spec", damaged.folder).out)["version"] == "9.9.9"


def test_a_bundle_is_written_to_a_file(tmp_path: Path, concordia: Command) -> None:
    answer = concordia("bundle", "-o", tmp_path / "rules.json")
    assert (answer.code, answer.out, answer.err) == (FINE, "", "")
    assert (tmp_path / "rules.json").read_text(encoding="utf-8") == concordia("bundle").out


def test_a_bundle_is_the_same_on_a_terminal_of_few_letters(concordia: Command, concordia_process: Command) -> None:
    assert concordia_process("bundle", PYTHONIOENCODING="ascii").out == concordia("bundle").out


@pytest.mark.parametrize(
    ("name", "reason"),
    [(".", "Is a directory"), ("nowhere/rules.json", "No such file or directory"), ("x" * 300, "File name too long")],
)
def test_a_file_that_cannot_be_written_is_exit_2(tmp_path: Path, concordia: Command, name: str, reason: str) -> None:
    target = tmp_path / name
    answer = concordia("bundle", "-o", target)
    assert (answer.code, answer.err) == (USAGE, f"concordia: cannot write '{target}': {reason}\n")


def test_a_faulty_specification_is_not_bundled(damaged: Damaged, tmp_path: Path, concordia: Command) -> None:
    damaged.replace("goods.yaml", "price: 6", "price: 0")
    answer = concordia("bundle", "--spec", damaged.folder, "-o", tmp_path / "rules.json")
    assert (answer.code, answer.out) == (FINDINGS, "")
    assert answer.err == f"{damaged.folder}/goods.yaml:8:17: 0 is out of bounds: at least 1 [schema.bounds]\n"
    assert not (tmp_path / "rules.json").exists()
