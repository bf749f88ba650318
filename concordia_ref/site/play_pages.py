"""The two ends of a game: the set-up by map and number of players, and the score sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from concordia_ref.engine.scoring import PlayerScore
from concordia_ref.pictures.scores import score_picture
from concordia_ref.site import markup
from concordia_ref.site.page import Page
from concordia_ref.site.unit import Unit
from concordia_ref.spec.model import LineKind, Map
from concordia_ref.suite.scenarios import given_state, load_scenario
from concordia_ref.words.sentences import formula
from concordia_ref.words.sheet import card_score_text

WORKED_EXAMPLE = "scoring/one-hundred-and-fourteen"


def play_pages(unit: Unit) -> Iterator[Page]:
    """The page of the set-up and that of the scoring."""
    yield _setup(unit)
    yield _score(unit)


# Set-up


def _setup(unit: Unit) -> Page:
    title = unit.name("phases", "setup")
    tables = [(game_map, players) for game_map in unit.spec.maps.values() for players in game_map.players]
    contents = [
        markup.link(f"#{game_map.id}-{players}", _table_title(unit, game_map, players)) for game_map, players in tables
    ]
    parts = [
        markup.heading(1, title),
        f'<nav class="contents" aria-label="{unit.title("reference.contents")}">{markup.items(contents)}</nav>',
        markup.heading(2, unit.say("site.setup.every-game")),
        unit.clause_items(unit.clauses_of(("phase", "setup")), ""),
        *(_one_setup(unit, game_map, players) for game_map, players in tables),
    ]
    return Page("setup.html", title, "\n".join(parts), unit.say("site.about.setup"))


def _table_title(unit: Unit, game_map: Map, players: int) -> str:
    return unit.say("site.setup.table", map=unit.name("maps", game_map.id), players=players)


def _one_setup(unit: Unit, game_map: Map, players: int) -> str:
    spec, number = unit.spec, unit.words.number
    decks = spec.setup.decks[players]
    stack = sum(len(spec.decks[deck]) for deck in decks)
    letters = [city.letter for city in game_map.cities.values() if city.letter]
    tokens = [
        markup.escaped(unit.say("pair", name=letter, value=unit.words.amounts(bag)))
        for letter, bag in spec.setup.city_tokens.items()
        if letter in letters
    ]
    start = spec.setup.players
    coins = [number(start.coins.at(place)) for place in range(players)]
    rows = [
        [unit.title("reference.decks"), ", ".join(decks)],
        [unit.title("site.setup.for-sale"), number(stack)],
        [unit.title("site.setup.on-display"), number(len(spec.display.slots))],
        [unit.title("show.tokens"), "<br>".join(tokens)],
        [unit.title("site.setup.markers"), number(len(game_map.provinces))],
        [unit.title("reference.coins"), ", ".join(coins)],
        [unit.title("site.setup.goods"), markup.escaped(unit.words.amounts(start.goods))],
        [unit.title("site.setup.colonists"), markup.escaped(_colonists(unit, start.colonists_in_start_city))],
        [unit.title("site.setup.storehouse"), markup.escaped(_colonists(unit, start.colonists_in_storehouse))],
        [unit.name("cards", "praefectus_magnus"), markup.escaped(unit.say(f"site.setup.{start.praefectus_magnus}"))],
    ]
    title = _table_title(unit, game_map, players)
    map_link = markup.link(f"maps/{game_map.id}.html", unit.say("site.see-the-map"))
    return (
        f'<section class="setup">{markup.heading(2, title, f"{game_map.id}-{players}")}'
        f"{markup.table(title, ['', ''], rows, 'facts')}<p>{map_link}</p></section>"
    )


def _colonists(unit: Unit, numbers: Mapping[LineKind, int]) -> str:
    return unit.words.listed([unit.words.counted(number, f"{kind}_colonist") for kind, number in numbers.items()])


# Scoring


def _score(unit: Unit) -> Page:
    title = unit.name("phases", "scoring")
    scenario = load_scenario(WORKED_EXAMPLE)
    sheet = unit.game.score(given_state(unit.game, scenario))
    winner = sheet.players[sheet.winner]
    formulas = [
        [markup.link(f"gods/{god.id}.html", unit.name("gods", god.id)), markup.escaped(formula(unit.words, god))]
        for god in unit.spec.gods.values()
    ]
    gods = [unit.name("gods", god) for god in unit.spec.gods]
    player = unit.name("things", "player")
    players = [f"{player} {number}" for number in range(1, max(unit.spec.setup.decks) + 1)]
    lines = [*gods, unit.name("cards", "concordia"), unit.title("sheet.total")]
    blank = [[line, *("" for _ in players)] for line in lines]
    parts = [
        markup.heading(1, title),
        unit.clause_items(unit.clauses_of(("phase", "scoring")), ""),
        markup.table(title, unit.header("show.god", "show.worth"), formulas),
        f"<p>{markup.link('calculator.html', unit.say('site.nav.calculator'), 'button')}</p>",
        markup.heading(2, unit.say("site.score.example"), "example"),
        markup.board(unit.say("site.score.example"), score_picture(unit.words, unit.spec, sheet, "example-chart")),
        markup.table(unit.say("site.score.example"), *_derivation(unit, winner)),
        f"<p>{markup.link(f'../dev/scenarios/{scenario.id}.html', unit.say('site.scenario'))}</p>",
        markup.heading(2, unit.say("site.score.blank"), "blank"),
        markup.table(unit.say("site.score.blank"), ["", *players], blank, "blank"),
    ]
    return Page("score.html", title, "\n".join(parts), unit.say("site.about.score"))


def _derivation(unit: Unit, player: PlayerScore) -> tuple[list[str], list[list[str]]]:
    """The points of a player, card by card: the heading and the rows of a table."""
    header = unit.header("show.god", "reference.counted", "show.points")
    rows = [
        [
            markup.link(f"gods/{god.god}.html", unit.name("gods", god.god)),
            "<br>".join(markup.escaped(card_score_text(unit.words, unit.spec, card)) for card in god.cards) or "–",
            unit.words.number(god.total),
        ]
        for god in player.gods
    ]
    rows.append([unit.name("cards", "concordia"), "", unit.words.number(player.concordia)])
    rows.append([f"<b>{unit.title('sheet.total')}</b>", "", f"<b>{unit.words.number(player.total)}</b>"])
    return header, rows
