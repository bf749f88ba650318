"""Every other value of a parameter: none is forgotten, and under each the interpreter agrees with itself.

What happens under each is said by the readings of the scenarios, and by hand in test_readings.py.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from random import Random
from typing import Any

import pytest

from concordia_ref.engine.game import Game
from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.suite.invariants import check_turn, check_views_agree
from concordia_ref.suite.readings import named_readings
from concordia_ref.suite.scenarios import load_scenarios
from tests.engine.test_readings import DISPUTES, READINGS
from tests.positions import GAME, changed, patched_game

Json = dict[str, Any]
PATCHES = {
    f"{dispute.id}={reading.id}": reading.patch
    for dispute in DISPUTES.values()
    for reading in dispute.readings.values()
    if reading.patch
}


def values(patch: Mapping[str, Any], around: str = "") -> Iterator[tuple[str, Any]]:
    """The paths of a patch with their new values."""
    for key, value in patch.items():
        if isinstance(value, Mapping):
            yield from values(value, f"{around}{key}.")
        else:
            yield f"{around}{key}", value


DISPUTED = [list(values(patch)) for patch in PATCHES.values()]
GAMES: dict[str, Callable[[], Game]] = {
    **{name: partial(patched_game, patch) for name, patch in PATCHES.items()},
    **{
        name: partial(changed, changes)
        for name, (changes, _) in READINGS.items()
        if list(changes.items()) not in DISPUTED
    },
}


@pytest.mark.parametrize("name", GAMES)
def test_the_interpreter_agrees_with_itself_under_the_reading(name: str) -> None:
    game, dice = GAMES[name](), Random(7)
    state = game.start(game.setup("italia", 3, seed=7, interim=True))
    for number in range(45):
        turn = game.random_turn(state, dice)
        after = game.play(state, turn)
        check_turn(game, state, turn, after)
        if number % 15 == 0:
            check_views_agree(game, state, dice, most=40)
        if after.to_play is None or game.is_stuck(after):
            break
        state = after


# That no value is forgotten

# These make no sense in the action where they would stand: a Prefect has no good, a specialist chooses no province. Nor
# does a Prefect who collects, unless the steps are others; a dispute has them.
SENSELESS = {
    ("actions.prefect.choose.collect.collect_marker_coins.markers", "of_the_chosen_province"),
    ("actions.prefect.choose.produce.produce.in", "cities_of_the_cards_good"),
    ("actions.prefect.choose.produce.produce.yields", "good_of_the_card"),
    ("actions.specialist.choose.produce.produce.in", "chosen_province"),
}


def schema(name: str) -> Json:
    text = (packaged_folder("spec") / "schema" / f"{name}.schema.json").read_text(encoding="utf-8")
    loaded: Json = json.loads(text)
    return loaded


def other_values(path: str, wanted: Json, value: Any) -> Iterator[tuple[str, Any]]:
    """The values that a schema allows besides the one in the data, for truth values and lists of words."""
    words = [True, False] if wanted.get("type") == "boolean" else wanted.get("enum", [])
    yield from ((path, word) for word in words if word != value)
    for key, inner in wanted.get("properties", {}).items():
        if isinstance(value, Mapping) and key in value and key not in ("evidence", "clauses"):
            yield from other_values(f"{path}.{key}", inner, value[key])


def all_other_values() -> Iterator[tuple[str, Any]]:
    verbs = schema("actions")["$defs"]
    for action, entry in GAME.spec.data["actions"].items():
        for alternative, steps in entry["choose"].items():
            for step in steps:
                path = f"actions.{action}.choose.{alternative}.{step['do']}"
                yield from other_values(path, verbs[step["do"]], {k: v for k, v in step.items() if k != "do"})
    for name in ("costs", "pieces", "gods", "turn", "setup", "end", "interim"):
        yield from other_values(name, schema(name), GAME.spec.data[name])


def played_by_scenarios() -> Iterator[tuple[str, Any]]:
    """The values of data under the readings that some scenario plays."""
    for scenario in load_scenarios():
        for name in scenario.readings:
            for dispute, reading in named_readings(name).items():
                yield from values(DISPUTES[dispute].readings[reading].patch or {})


def test_every_other_value_that_the_schemas_allow_is_shown_by_hand_or_by_a_scenario() -> None:
    by_hand = (pair for changes, _ in READINGS.values() for pair in changes.items())
    shown = {(path, value) for path, value in (*by_hand, *played_by_scenarios()) if isinstance(value, str | bool)}
    assert set(all_other_values()) - shown == SENSELESS


def test_the_search_for_other_values_finds_them() -> None:
    found = set(all_other_values())
    assert ("turn.may_pass", True) in found
    assert ("costs.house.coins_times", "doubled_per_house") in found
    assert ("actions.diplomat.choose.copy.copy_card.may_decline", False) in found
    assert ("end.winner.among", "all_players") in found
