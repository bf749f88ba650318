"""The scenarios that the reference shows as worked examples."""

from __future__ import annotations

from concordia_ref.engine.game import Game
from concordia_ref.suite.scenarios import given_state, load_scenario
from concordia_ref.words.reference import Example

# By the section of the reference that they belong to.
SCENARIOS = {
    "tribune": ("tribune/example-with-a-colonist",),
    "architect": ("architect/example-three-houses-for-fifteen-sestertii",),
    "prefect": ("prefect/houses-produce-for-their-owners", "prefect/six-coins-on-three-markers"),
    "colonist": ("colonist/two-colonists-with-one-card",),
    "mercator": ("mercator/five-brick-fill-the-storehouse",),
    "diplomat": ("diplomat/third-of-three-choices-the-prefect",),
    "senator": ("senator/two-purchases-of-the-example",),
    "consul": ("consul/sixth-slot-of-the-example",),
    "specialists": ("specialists/vintner-with-four-houses",),
    "scoring": ("scoring/one-hundred-and-fourteen",),
}


def worked_examples(game: Game) -> dict[str, list[Example]]:
    """The worked examples by section, with their positions under the rules of a game."""
    return {section: [_example(game, id) for id in ids] for section, ids in SCENARIOS.items()}


def _example(game: Game, id: str) -> Example:
    scenario = load_scenario(id)
    return Example(id, given_state(game, scenario), scenario.turns)
