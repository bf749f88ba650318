"""The two ends of a game: the set-up by map and number of players, and the score sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from markupsafe import Markup

from concordia_ref.pictures.scores import score_picture
from concordia_ref.site.page import Page
from concordia_ref.site.unit import Unit
from concordia_ref.spec.model import LineKind
from concordia_ref.suite.scenarios import given_state, load_scenario
from concordia_ref.words.sentences import formula
from concordia_ref.words.sheet import card_score_text

WORKED_EXAMPLE = "scoring/one-hundred-and-fourteen"


def play_pages(unit: Unit) -> Iterator[Page]:
    """The page of the set-up and that of the scoring."""
    yield _setup(unit)
    yield _score(unit)


def _setup(unit: Unit) -> Page:
    words, maps, start = unit.words, unit.spec.maps, unit.spec.setup.players

    def coins(players: int) -> str:
        return ", ".join(words.number(start.coins.at(place)) for place in range(players))

    def colonists(numbers: Mapping[LineKind, int]) -> str:
        return words.listed([words.counted(number, f"{kind}_colonist") for kind, number in numbers.items()])

    return unit.page(
        "setup.html",
        unit.name("phases", "setup"),
        unit.say("site.about.setup"),
        titles={
            f"{id}-{players}": unit.say("site.setup.table", map=unit.name("maps", id), players=players)
            for id, game_map in maps.items()
            for players in game_map.players
        },
        clauses=unit.clauses_of("phase", "setup"),
        for_sale={
            players: sum(len(unit.spec.decks[deck]) for deck in decks)
            for players, decks in unit.spec.setup.decks.items()
        },
        letters={id: {city.letter for city in game_map.cities.values()} for id, game_map in maps.items()},
        coins=coins,
        colonists=colonists,
    )


def _score(unit: Unit) -> Page:
    sheet = unit.game.score(given_state(unit.game, load_scenario(WORKED_EXAMPLE)))
    player, most = unit.name("things", "player"), max(unit.spec.setup.decks)
    gods = [unit.name("gods", god) for god in unit.spec.gods]
    return unit.page(
        "score.html",
        unit.name("phases", "scoring"),
        unit.say("site.about.score"),
        clauses=unit.clauses_of("phase", "scoring"),
        formulas={id: formula(unit.words, god) for id, god in unit.spec.gods.items()},
        chart=Markup(score_picture(unit.words, unit.spec, sheet, "example-chart")),
        winner=sheet.players[sheet.winner],
        card_score_text=card_score_text,
        scenario=WORKED_EXAMPLE,
        players=["", *(f"{player} {number}" for number in range(1, most + 1))],
        lines=[*gods, unit.name("cards", "concordia"), unit.title("sheet.total")],
    )
