"""The scenarios that the reference shows as worked examples."""

from __future__ import annotations

from concordia_ref.engine.errors import Refused
from concordia_ref.engine.game import Game
from concordia_ref.spec.errors import Malformed
from concordia_ref.suite.readings import entries
from concordia_ref.suite.scenarios import given_state, load_scenario, under_reading
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
    """The worked examples by section, as a game plays them; one whose turns cannot be written there is left out."""
    shown = {section: [worked_example(game, id) for id in ids] for section, ids in SCENARIOS.items()}
    return {section: [each for each in examples if each] for section, examples in shown.items()}


def worked_example(game: Game, id: str) -> Example | None:
    """The scenario with an id as an example, or None if its turns cannot be written under the rules of the game."""
    scenario = load_scenario(id)
    reading = next(entries(scenario, game.spec.takes))
    read = under_reading(scenario, reading) if reading else scenario
    try:
        position = state = given_state(game, read)
        for written in read.turns:
            state = game.play(state, written)
    except Malformed:
        return None
    except Refused:
        pass  # The example then shows why.
    return Example(id, position, read.turns)
