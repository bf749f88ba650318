"""Reads our JSON Schemas into types, and puts the ids of the specification where a schema says only "a text"."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from concordia_ref.kit.model import (
    Alias,
    Declaration,
    Either,
    Field,
    Ids,
    ListOf,
    Literal,
    MapOf,
    Nullable,
    Record,
    Ref,
    Simple,
    Table,
    Tagged,
    Type,
    Types,
)
from concordia_ref.spec.loading import load
from concordia_ref.spec.packaged import packaged_folder

Schema = Mapping[str, Any]
SIMPLE = {"string", "integer", "boolean"}

# Where a schema says "a text" or "a slug": the ids allowed there. `[]` is an item, `{}` a key, `.` a value of a map.
IDS_AT: Mapping[str, str] = {
    "Amounts{}": "Good",
    "State.map": "MapName",
    "State.city_goods{}": "City",
    "State.city_goods.": "Good",
    "State.markers{}": "Province",
    "State.markers.": "MarkerSide",
    "Player.houses[]": "City",
    "Action.choice": "Choice",
    "Action.province": "Province",
    "Action.builds[]": "City",
    "Move.through": "City",
    "Action.keep{}": "SeatKey",
    "Action.discard{}": "SeatKey",
    "Play.choice": "Choice",
    "Play.province": "Province",
    "Play.builds[]": "City",
    "Play.keep{}": "SeatKey",
    "Play.discard{}": "SeatKey",
    "Draws.city_goods{}": "City",
    "Draws.city_goods.": "Good",
    "Hello.operations[]": "Operation",
    "Hello.cards[]": "Kind",
    "Hello.maps[]": "MapName",
    "NewRequest.map": "MapName",
    "LegalRequest.card": "Card",
}
# Objects described by another schema.
RECORDS_AT: Mapping[str, Type] = {
    "LoadRequest.state": Ref("State"),
    "NewRequest.draws": Ref("Draws"),
    "ApplyRequest.turn": Ref("Turn"),
    "CheckRequest.turn": Ref("Turn"),
    "StateAnswer.state": Ref("State"),
    "LegalAnswer.turns[]": Ref("Turn"),
    "ScoreAnswer.gods": ListOf(MapOf(Ref("God"), Simple("integer"))),
}
# Definitions that are declarations of their own, and objects within records that get a name.
DEFINED: Mapping[str, str] = {
    "card": "Card",
    "seat": "Seat",
    "place": "Place",
    "colonist": "Colonist",
    "amounts": "Amounts",
    "player": "Player",
    "action": "Action",
}
INNER: Mapping[str, str] = {
    "Player.colonists": "Colonists",
    "Draws.colonists[]": "ChosenColonists",
    "Action.moves[]": "Move",
    "Play.moves[]": "Move",
    "AnswerKeys.reject": "Rejection",
}
ANSWERS = {
    "hello": "Hello",
    "state": "StateAnswer",
    "score": "ScoreAnswer",
    "legal": "LegalAnswer",
    "perft": "PerftAnswer",
}
KINDS_OF_ANSWER = {"ok": "Done", "reject": "Refused", "skip": "Skipped", "error": "Broken"}


class Unwritable(Exception):
    """A schema says something that no type here can say; the message names the place."""


@cache
def types() -> Types:
    """Every message of the protocol, the state, the turn and the draws, and the ids in them."""
    reader = _Reader()
    for one in _ids():
        reader.declare(one)
    for name in ("seat", "place", "amounts", "player"):
        reader.define(name, reader.state)
    reader.define("colonist", reader.turn)
    reader.record("State", reader.state)
    reader.define("action", reader.turn)
    reader.record("Pass", {**reader.turn["then"], "required": ["pass"]}, "A turn without a card, where it is allowed.")
    reader.record("Play", reader.turn["else"], "A turn with a card.")
    reader.declare(Either("Turn", reader.turn["description"], (("Pass", "pass"), ("Play", ""))))
    draws = reader.game["properties"]["draws"]
    reader.record("Draws", draws)
    _requests(reader)
    _answers(reader)
    if unused := (IDS_AT.keys() | RECORDS_AT.keys() | INNER.keys()) - reader.used:
        raise Unwritable(f"no schema has {', '.join(sorted(unused))}")
    return Types(reader.declared)


def _ids() -> Iterator[Declaration]:
    spec = load()
    kinds = {card.id: card.kind for card in spec.cards.values()}
    provinces = dict.fromkeys(province for map in spec.maps.values() for province in map.provinces)
    choices = dict.fromkeys(name for action in spec.actions.values() for name in action.choose)
    request = _schema("conformance", "protocol/request.schema.json")
    yield Ids("Card", "A starting card by its kind, a card for sale by deck and kind.", tuple(kinds))
    yield Ids("Kind", "A kind of card.", tuple(dict.fromkeys(kinds.values())))
    yield Table("KIND_OF", "The kind of each card.", "Card", "Kind", kinds)
    yield Ids("Good", "A good, in rising order of price.", tuple(spec.goods))
    yield Ids("Province", "A province of any map.", tuple(provinces))
    yield Ids("MapName", "A map.", tuple(spec.maps))
    yield Ids("God", "A god, for whom cards count.", tuple(spec.gods))
    yield Ids("Choice", "An alternative of a card.", tuple(choices))
    yield Ids("Operation", "What a request asks for.", tuple(request["properties"]["op"]["enum"]))
    yield Ids("MarkerSide", "The side that a bonus marker shows.", ("goods", "coins"))
    slug = _schema("spec", "schema/play/state.schema.json")["$defs"]["slug"]["pattern"]
    yield Alias("City", "A city; `concordia bundle` lists those of each map.", Simple("string"), slug)
    yield Alias("SeatKey", "A seat as the key of an object.", Simple("string"), "^[0-4]$")


def _requests(reader: _Reader) -> None:
    request = _schema("conformance", "protocol/request.schema.json")
    members = []
    for op in request["properties"]["op"]["enum"]:
        name = f"{op.capitalize()}Request"
        reader.record(name, request["$defs"][op])
        members.append((op, name))
    reader.declare(Tagged("Request", request["description"], "op", tuple(members)))


def _answers(reader: _Reader) -> None:
    answer = _schema("conformance", "protocol/answer.schema.json")
    for name, title in ANSWERS.items():
        reader.record(title, answer["$defs"][name])
    keys = {field.name: field for field in reader.fields("AnswerKeys", answer)}
    if keys.keys() != {"id", *KINDS_OF_ANSWER}:
        raise Unwritable(f"an answer has the keys {', '.join(keys)}")
    for key, title in KINDS_OF_ANSWER.items():
        fields = (keys["id"], keys[key]._replace(required=True))
        reader.declare(Record(title, f"An answer: {keys[key].doc[0].lower()}{keys[key].doc[1:]}", fields))
    members = tuple((title, key) for key, title in KINDS_OF_ANSWER.items())
    reader.declare(Either("Answer", answer["description"], members))


def _schema(folder: str, path: str) -> Schema:
    schema: Schema = json.loads((packaged_folder(folder) / path).read_text(encoding="utf-8"))
    return schema


def _doc(schema: Schema) -> str:
    return f"Always {schema['const']}." if "const" in schema else ""


class _Reader:
    """Declares what it reads."""

    def __init__(self) -> None:
        self.state = _schema("spec", "schema/play/state.schema.json")
        self.turn = _schema("spec", "schema/play/turn.schema.json")
        self.game = _schema("spec", "schema/play/game.schema.json")
        self.declared: dict[str, Declaration] = {}
        self.used: set[str] = set()

    def declare(self, one: Declaration) -> None:
        """Add a declaration, once."""
        known = self.declared.setdefault(one.name, one)
        if known != one:
            raise Unwritable(f"two schemas differ in {one.name}")

    def define(self, name: str, schema: Schema) -> None:
        """Declare a definition of a schema."""
        found, title = schema["$defs"][name], DEFINED[name]
        if "properties" in found:
            self.record(title, found)
        else:
            self.declare(Alias(title, found["description"], self.type(title, found), found.get("pattern", "")))

    def record(self, name: str, schema: Schema, doc: str = "") -> None:
        """Declare an object with keys."""
        open = schema.get("additionalProperties", True) is not False
        self.declare(Record(name, doc or schema.get("description", ""), self.fields(name, schema), open))

    def fields(self, name: str, schema: Schema) -> tuple[Field, ...]:
        """The keys of an object."""
        required = schema.get("required", ())
        return tuple(
            Field(key, self.type(f"{name}.{key}", value), key in required, value.get("description") or _doc(value))
            for key, value in schema["properties"].items()
        )

    def type(self, at: str, schema: Schema) -> Type:
        """The type of the values that a schema describes; `at` says where it stands."""
        for known in (IDS_AT, RECORDS_AT):
            if at in known:
                self.used.add(at)
                named = known[at]
                return Ref(named) if isinstance(named, str) else named
        if "$ref" in schema:
            return self.reference(at, schema["$ref"].rpartition("/")[2])
        if "const" in schema:
            return Literal(schema["const"])
        if schema.get("if") == {"type": "null"}:
            return Nullable(self.type(at, schema["else"]))
        match schema.get("type"):
            case "array" if "items" in schema:
                return ListOf(self.type(f"{at}[]", schema["items"]))
            case "object":
                return self.object(at, schema)
            case "integer" if schema.get("minimum") == 0:
                return Simple("natural")
            case str() as simple if simple in SIMPLE:
                return Simple(simple)
        raise Unwritable(f"{at}: {json.dumps(schema)}")

    def object(self, at: str, schema: Schema) -> Type:
        """The type of an object: a record of its own, a map, or anything."""
        if at in INNER:
            self.used.add(at)
            self.record(INNER[at], schema)
            return Ref(INNER[at])
        values = schema.get("additionalProperties", True)
        if "properties" in schema:
            raise Unwritable(f"{at} needs a name in INNER")
        if isinstance(values, bool):
            return Simple("any")
        key = self.type(f"{at}{{}}", {"type": "string", **schema.get("propertyNames", {})})
        return MapOf(key, self.type(f"{at}.", values))

    def reference(self, at: str, name: str) -> Type:
        """A definition; a slug is known by where it stands."""
        if name not in DEFINED:
            raise Unwritable(f"{at} is a {name}: add the ids that are allowed there to IDS_AT")
        return Ref(DEFINED[name])
