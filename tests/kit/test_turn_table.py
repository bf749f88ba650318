"""The table of turns in PROTOCOL.md: scenarios play its examples, and its keys are those that turns have."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import jsonschema
import pytest

from concordia_ref.kit.schemas import types
from concordia_ref.spec.loading import load
from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.suite.loading import load_cases

PROTOCOL = (packaged_folder("conformance") / "PROTOCOL.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `(\w+)` \| (.*) \| `(\{\"card\".*\})` \|$", re.MULTILINE)
KIND = {card.id: card.kind for card in load().cards.values()}
# What belongs to every turn, and what only other readings than the canonical ones allow.
EVERYWHERE = {"card", "seat"}
BY_READINGS = {"discard", "recall"}


class Row:
    """A line of the table."""

    def __init__(self, match: re.Match[str]) -> None:
        self.kind, self.text = match[1], match[2]
        self.example: dict[str, Any] = json.loads(match[3])
        fields = {field.name for field in types().record("Play").fields}
        self.keys = {word for word in re.findall(r"`(\w+)`", self.text) if word in fields}
        self.required = set(re.findall(r"\*\*`(\w+)`\*\*", self.text))


ROWS = {row.kind: row for row in map(Row, ROW.finditer(PROTOCOL))}


@cache
def accepted() -> Mapping[str, list[Mapping[str, Any]]]:
    """All turns and copied actions that a scenario has accepted, by kind of card."""
    found = defaultdict(list)
    for case in load_cases():
        for turn in case.turns[:-1] if case.rejected else case.turns:
            for action in actions(turn):
                found[KIND[action["card"]]].append(action)
    return found


def actions(turn: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    if "card" in turn:
        yield turn
    if "as" in turn:
        yield from actions(turn["as"])


def test_the_table_has_every_kind_of_card() -> None:
    assert set(ROWS) == set(KIND.values())


@pytest.mark.parametrize("kind", ROWS)
def test_an_example_is_a_turn_of_its_card_that_a_scenario_plays(kind: str) -> None:
    example = ROWS[kind].example
    schema = packaged_folder("spec") / "schema" / "play" / "turn.schema.json"
    jsonschema.validate(example, json.loads(schema.read_text(encoding="utf-8")))
    assert KIND[example["card"]] == kind
    assert example in accepted()[kind]


@pytest.mark.parametrize("kind", ROWS)
def test_the_keys_of_a_card_are_those_that_its_turns_have(kind: str) -> None:
    turns = accepted()[kind]
    # The five specialists have the same keys, and not each of them is played with a full storehouse.
    alike = [action for other in ROWS.values() if other.text == ROWS[kind].text for action in accepted()[other.kind]]
    assert {key for turn in turns for key in turn} <= ROWS[kind].keys | EVERYWHERE
    assert ROWS[kind].keys - {key for turn in alike for key in turn} <= BY_READINGS


@pytest.mark.parametrize("kind", ROWS)
def test_a_key_in_bold_stands_in_every_turn_that_it_belongs_to(kind: str) -> None:
    for key in ROWS[kind].required - {"province", "as"}:
        assert all(key in turn for turn in accepted()[kind])
    for turn in accepted()[kind]:
        assert ("province" in turn) == (turn.get("choice") == "produce")
        assert ("as" in turn) == ("copies" in turn)


def test_a_choice_stands_with_the_cards_that_have_two_alternatives() -> None:
    spec = load()
    several = {card.kind for card in spec.cards.values() if len(spec.actions[card.action].choose) > 1}
    assert several == {row.kind for row in ROWS.values() if "choice" in row.keys}
    for row in ROWS.values():
        if row.kind in several:
            names = set(spec.actions[row.kind].choose)
            assert names <= set(re.findall(r"`(\w+)`", row.text))


def test_the_readings_that_the_table_names_exist() -> None:
    part = PROTOCOL.partition("## Turns\n")[2].partition("\n## ")[0]
    named = set(re.findall(r"`([a-z]+(?:-[a-z]+)+)`", part))
    assert named == {
        "storehouse-what-may-be-kept-on-overflow",
        "praefectus-magnus-must-be-used",
        "last-turn-right-or-duty",
    }
    folder = packaged_folder("spec") / "disputes"
    assert all((folder / f"{name}.yaml").is_file() for name in named)
