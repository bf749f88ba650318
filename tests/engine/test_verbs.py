"""The verbs know every value that the schemas allow, and refuse any other."""

from __future__ import annotations

import json
from keyword import iskeyword
from typing import Any

import pytest

from concordia_ref.engine.game import Game
from concordia_ref.engine.verbs import DO_OF, VERBS
from concordia_ref.spec import model
from concordia_ref.spec.bundle import plain
from concordia_ref.spec.loading import build, load
from concordia_ref.spec.model import Step
from concordia_ref.spec.overlay import patched
from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.spec.values import UnknownValueError, known_values

SCHEMAS = packaged_folder("spec") / "schema"
STEPS = [step for action in load().actions.values() for steps in action.choose.values() for step in steps]
GROUPS = {
    model.HouseCosts: ("costs", "house"),
    model.Storehouse: ("pieces", "storehouse"),
    model.Scoring: ("gods", "scoring"),
    model.TurnRules: ("turn",),
    model.BonusMarkers: ("setup", "bonus_markers"),
    model.PlayerStart: ("setup", "players"),
    model.Triggers: ("end", "triggers"),
    model.LastTurns: ("end", "last_turns"),
    model.Winner: ("end", "winner"),
    model.Interim: ("interim",),
}


def schema(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8"))
    return data


def listed(properties: dict[str, Any]) -> dict[str, set[str]]:
    """The texts that a schema lists for the properties of a mapping; those of a list are the values of its items."""
    found = {}
    for name, allowed in properties.items():
        of_items = allowed.get("items", allowed)
        values = of_items.get("enum", [of_items["const"]] if "const" in of_items else [])
        if values and name != "do":
            found[f"{name}_" if iskeyword(name) else name] = set(values)
    return found


@pytest.mark.parametrize("do", sorted({step.do for step in STEPS}))
def test_a_verb_knows_the_values_that_its_schema_lists(do: str) -> None:
    known = known_values(VERBS[do])
    for name, values in listed(schema("actions")["$defs"][do]["properties"]).items():
        assert set(known[name]) == values


@pytest.mark.parametrize("group", GROUPS)
def test_a_group_of_the_model_knows_the_values_that_its_schema_lists(group: type) -> None:
    file, *path = GROUPS[group]
    part = schema(file)
    for key in path:
        part = part["properties"][key]
    wanted = listed(part["properties"])
    assert {name: set(values) for name, values in known_values(group).items() if name in wanted} == wanted


def test_a_value_that_a_verb_does_not_know_is_refused() -> None:
    (step,) = [step for step in STEPS if step.do == "build_houses"]
    unknown = Step(step.do, {**step.parameters, "next_to": "own_temples"}, step.clauses)
    with pytest.raises(UnknownValueError, match=r"next_to is 'own_temples', not one of own_colonists"):
        VERBS["build_houses"](unknown)


def test_a_value_that_the_model_does_not_know_is_refused() -> None:
    data = patched(plain(load().data), {"costs.house.coins_times": "squared"})
    with pytest.raises(UnknownValueError, match=r"coins_times is 'squared'"):
        build(data)


def test_every_kind_of_choice_belongs_to_one_verb() -> None:
    kinds = [kind for verb in VERBS.values() for kind in verb.KINDS]
    assert sorted(kinds) == sorted(DO_OF)
    assert set(VERBS) >= {step.do for step in STEPS}


def test_the_verbs_of_a_ruleset_are_made_once() -> None:
    rules = Game().rules
    card = rules.cards["architect"]
    assert rules.alternatives_of(card) is rules.alternatives_of(card)
    assert [step.DO for step in rules.steps_of("architect")] == ["move_colonists", "build_houses"]
