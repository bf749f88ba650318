"""The score calculator: a form for everything that a player has, and the sheet that a script fills in from it.

The position entered is part of the address, and the worked example is such an address:

    map=imperium&houses=isca.brick,tyros.food&land=3&sea=2&coins=13&brick=1&cards=i_prefect,i_farmer&concordia=yes
"""

from __future__ import annotations

from concordia_ref.engine.game import Game
from concordia_ref.site.page import Page
from concordia_ref.site.unit import Unit
from concordia_ref.spec.model import COLONIST_KINDS, Specification
from concordia_ref.suite.scenarios import given_state, load_scenario
from concordia_ref.words.languages import Term
from concordia_ref.words.naming import colonist

EXAMPLE = "scoring/one-hundred-and-fourteen"


def calculator_page(unit: Unit) -> Page:
    """The page of the score calculator."""
    words, spec = unit.words, unit.spec

    def card_label(id: str) -> str:
        card = spec.cards[id]
        printed = "" if card.points is None else f", {words.counted(card.points, 'point')}"
        return f"{words.name('cards', card.kind)} ({words.name('gods', card.god)}{printed})"

    return unit.page(
        "calculator.html",
        unit.say("site.nav.calculator"),
        unit.say("site.about.calculator"),
        scripts=("engine.js", "data.js", f"words-{words.tag}.js", "phrases.js", "sheet.js", "calculator.js"),
        example=example_position(spec),
        colonists={kind: words.written(colonist(kind)) for kind in COLONIST_KINDS},
        good_of=lambda city: unit.say("calculator.good-of", city=Term("cities", city)),
        starting_cards=", ".join(map(card_label, spec.starting_hand)),
        card_label=card_label,
        lines={**{god: words.name("gods", god) for god in spec.gods}, "concordia": words.name("cards", "concordia")},
    )


def example_position(spec: Specification) -> str:
    """The position of the winner in the worked example, as the calculator writes it into its address."""
    game, scenario = Game(spec), load_scenario(EXAMPLE)
    state, seat = given_state(game, scenario), scenario.expected.winner or 0
    player, rules = state.players[seat], game.rules
    kinds = [kind for kind, _ in player.colonists]
    bought = [card for card in (*player.hand, *player.pile) if spec.cards[card].deck]
    parts: dict[str, str] = {
        "map": state.map,
        "houses": ",".join(f"{city}.{rules.good_of(state, city)}" for city in player.houses),
        **{kind: str(kinds.count(kind)) for kind in COLONIST_KINDS},
        "coins": str(player.coins),
        **{good: str(number) for good, number in rules.amounts(player.goods).items()},
        "cards": ",".join(bought),
        "concordia": "yes" if state.concordia == seat else "",
    }
    return "&".join(f"{key}={value}" for key, value in parts.items() if value)
