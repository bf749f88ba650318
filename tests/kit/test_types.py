"""The types are those of the schemas, with the ids of the specification in their places."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from concordia_ref.kit import schemas
from concordia_ref.kit.model import Alias, Either, Ids, ListOf, MapOf, Nullable, Record, Ref, Simple, shapes
from concordia_ref.kit.schemas import Unwritable, types
from concordia_ref.spec.loading import load
from concordia_ref.spec.packaged import packaged_folder

SCHEMAS = (
    packaged_folder("spec") / "schema" / "play" / "state.schema.json",
    packaged_folder("spec") / "schema" / "play" / "turn.schema.json",
    packaged_folder("conformance") / "protocol" / "request.schema.json",
    packaged_folder("conformance") / "protocol" / "answer.schema.json",
)


def keys(schema: Any) -> Iterator[str]:
    """Every key that a schema gives a meaning to."""
    if isinstance(schema, Mapping):
        properties = schema.get("properties", {})
        yield from properties
        for value in schema.values():
            yield from keys(value)
    elif isinstance(schema, list):
        for item in schema:
            yield from keys(item)


@pytest.mark.parametrize("file", SCHEMAS, ids=lambda file: file.name)
def test_every_key_of_the_schemas_is_in_a_type(file: Any) -> None:
    written = {field.name for one in types().declared.values() if isinstance(one, Record) for field in one.fields}
    assert set(keys(json.loads(file.read_text(encoding="utf-8")))) <= written


def ids(name: str) -> tuple[str, ...]:
    found = types().declared[name]
    assert isinstance(found, Ids)
    return found.values


def test_ids_are_those_of_the_specification() -> None:
    spec = load()
    assert ids("Card") == tuple(spec.cards)
    assert ids("Good") == ("brick", "food", "tool", "wine", "cloth")
    assert set(ids("Province")) == {province for map in spec.maps.values() for province in map.provinces}
    # A card with one alternative only needs no choice, and two with the same verb share its name.
    assert {"produce", "collect", "settle", "income"} <= set(ids("Choice"))
    assert len(ids("Kind")) == 13


def field(record: str, name: str) -> Any:
    return next(field for field in types().record(record).fields if field.name == name)


def test_a_place_in_a_schema_has_the_ids_that_belong_there() -> None:
    assert field("State", "city_goods").type == MapOf(Ref("City"), Ref("Good"))
    assert field("State", "to_play").type == Nullable(Ref("Seat"))
    assert field("State", "interim").type == Nullable(ListOf(Nullable(Simple("integer"))))
    assert field("Player", "goods").type == Ref("Amounts")
    # Kinds of cards are declared, cards of the decks are played.
    assert field("Hello", "cards").type == ListOf(Ref("Kind"))
    assert field("Play", "cards").type == ListOf(Ref("Card"))
    assert not field("Play", "choice").required
    assert field("Play", "card").required


def test_a_turn_is_a_pass_or_a_card() -> None:
    turn = types().declared["Turn"]
    assert isinstance(turn, Either)
    assert turn.members == (("Pass", "pass"), ("Play", ""))
    merged = {field.name: field.required for field in types().merged(turn).fields}
    # Where a language has no such type, neither key is in all turns.
    assert merged["pass"] is False
    assert merged["card"] is False


def test_amounts_cannot_be_negative() -> None:
    amounts = types().declared["Amounts"]
    assert isinstance(amounts, Alias)
    assert shapes(types())["Amounts"] == {"type": ["map", "Good", "natural"]}


def test_a_schema_with_a_new_id_must_say_of_what(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {place: name for place, name in schemas.IDS_AT.items() if place != "Play.province"}
    monkeypatch.setattr(schemas, "IDS_AT", known)
    with pytest.raises(Unwritable, match=r"Play\.province is a slug"):
        schemas.types.__wrapped__()


def test_a_place_that_no_schema_has_any_more_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schemas, "IDS_AT", {**schemas.IDS_AT, "Play.deity": "God"})
    with pytest.raises(Unwritable, match=r"no schema has Play\.deity"):
        schemas.types.__wrapped__()
