"""Pictures are sound SVG, show what the data say, and nothing in them covers or leaves what it should not."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import hypot
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from concordia_ref.engine.game import Game
from concordia_ref.engine.state import State
from concordia_ref.pictures import cards, icons, palette
from concordia_ref.pictures.cards import SPECIAL_CARDS, card_picture, special_picture
from concordia_ref.pictures.geography import geography
from concordia_ref.pictures.labels import CANVAS, PIECE, layout
from concordia_ref.pictures.lettering import fitted, size_for, width, wrapped
from concordia_ref.pictures.maps import base_map, map_picture, tints_of
from concordia_ref.pictures.positions import SharedPositions, position_picture
from concordia_ref.pictures.scores import score_picture
from concordia_ref.pictures.svg import picture
from concordia_ref.spec.model import Card
from concordia_ref.suite.loading import load_cases
from concordia_ref.suite.scenarios import given_state, load_scenario, load_scenarios
from concordia_ref.words.languages import language, tags

GAME = Game()
SPEC = GAME.spec
ENGLISH = language("en")
SVG = "{http://www.w3.org/2000/svg}"
BASE = "../assets/base.svg"
COORDINATE = re.compile(r' (?:d|x|y|cx|cy|r|width|height)="[^"]*\.\d\d')


def start(map: str = "imperium", players: int = 3) -> State:
    return GAME.start(GAME.setup(map, players, seed=1))


def played(scenario: str) -> tuple[State, State]:
    """The positions before and after the turns of a scenario."""
    loaded = load_scenario(scenario)
    before = after = given_state(GAME, loaded)
    for turn in loaded.turns:
        after = GAME.play(after, turn)
    return before, after


def sheet_of(scenario: str) -> str:
    return score_picture(ENGLISH, SPEC, GAME.score(given_state(GAME, load_scenario(scenario))), "sheet")


def position(state: State, before: State | None = None, tag: str = "en", name: str = "a/position") -> str:
    return position_picture(GAME, state, language(tag), BASE, name, before)


def some_pictures() -> Iterator[tuple[str, str]]:
    for game_map in SPEC.maps.values():
        yield f"map {game_map.id}", map_picture(ENGLISH, game_map)
        yield f"base {game_map.id}", base_map(ENGLISH, game_map)
    yield "start", position(start(), name="start")
    before, after = played("architect/a-house-is-paid-to-the-bank")
    yield "turn", position(after, before, name="architect/turn")
    yield "sheet", sheet_of("scoring/one-hundred-and-fourteen")
    for card in SPEC.cards.values():
        yield card.id, card_picture(ENGLISH, SPEC, card)
    yield "concordia", special_picture(ENGLISH, SPEC, "concordia")
    yield "praefectus magnus", special_picture(ENGLISH, SPEC, "praefectus_magnus")


PICTURES = dict(some_pictures())


def uses(svg: str) -> Counter[str]:
    """What is drawn on the picture by reference, without the beginning that all ids share; definitions left out."""
    drawn = svg[svg.index("</defs>") :]
    return Counter(re.findall(r'<use href="#p[0-9a-f]+?([a-zA-Z]*\d?)"', drawn))


def texts(svg: str) -> list[Element]:
    return list(ElementTree.fromstring(svg).iter(f"{SVG}text"))


# All pictures


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_well_formed_and_says_what_it_shows(name: str) -> None:
    root = ElementTree.fromstring(PICTURES[name])
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    assert root.get("viewBox", "").startswith("0 0 ")
    title, description = list(root)[:2]
    assert (title.tag, description.tag) == (f"{SVG}title", f"{SVG}desc")
    assert title.text
    assert description.text
    assert root.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_needs_nothing_from_elsewhere(name: str) -> None:
    svg = PICTURES[name]
    ids = set(re.findall(r' id="([^"]+)"', svg))
    hrefs = set(re.findall(r'href="([^"]+)"', svg)) | set(re.findall(r"url\(([^)]+)\)", svg))
    assert {href for href in hrefs if not href.startswith("#")} <= {BASE}
    assert {href[1:] for href in hrefs if href.startswith("#")} <= ids
    assert "class=" not in svg


@pytest.mark.parametrize("name", PICTURES)
def test_coordinates_have_one_decimal_at_most(name: str) -> None:
    assert not COORDINATE.search(PICTURES[name])


def test_ids_are_unique_in_a_page_with_all_pictures() -> None:
    ids = Counter(id for svg in PICTURES.values() for id in re.findall(r' id="([^"]+)"', svg))
    assert {id for id, number in ids.items() if number > 1} == set()


def test_what_people_write_is_escaped() -> None:
    svg = picture("<a/b&c>", 10, 10, "<Roma & Ostia>", 'a "city"', "")
    root = ElementTree.fromstring(svg)
    assert root.findtext(f"{SVG}title") == "<Roma & Ostia>"
    assert root.get("aria-labelledby") == "-a-b-c--title -a-b-c--desc"


# Icons


def test_every_good_and_god_has_an_icon_of_its_own() -> None:
    others = {"coin", "house", "land", "sea", "cards", "start_city", "concordia", "praefectus_magnus"}
    assert set(icons.ICONS) == {*SPEC.goods, *SPEC.gods, *others}
    assert len(set(icons.ICONS.values())) == len(icons.ICONS)


@pytest.mark.parametrize("name", icons.ICONS)
def test_an_icon_stands_by_itself(name: str) -> None:
    assert ElementTree.fromstring(icons.icon_picture(name)).get("aria-hidden") == "true"


def test_every_player_has_a_colour_and_every_part_of_a_score_a_hatching() -> None:
    assert set(palette.PLAYERS) == set(SPEC.colours)
    assert set(palette.HATCHES) == set(palette.GODS) == {*SPEC.gods, "concordia"}
    assert len(set(palette.HATCHES.values())) == len(palette.HATCHES)


# Lettering


def test_a_text_is_broken_at_spaces_and_fits_its_lines() -> None:
    lines = wrapped("the quick brown fox jumps over the lazy dog", 100, 12)
    assert " ".join(lines) == "the quick brown fox jumps over the lazy dog"
    assert len(lines) > 1
    assert all(width(line, 12) <= 100 for line in lines)


def test_a_text_is_as_large_as_it_fits() -> None:
    assert size_for("Roma", 1000, 20) == 20
    assert width("Constantinopolis", size_for("Constantinopolis", 60, 20)) <= 60
    words = [("a b c d e f g h", False)]
    assert fitted(words, 40, 1000, (20, 10))[0] == 20
    assert fitted(words, 40, 30, (20, 5))[0] == 5
    with pytest.raises(ValueError, match="a b c"):
        fitted(words, 40, 5, (20, 10))


# Maps


@pytest.mark.parametrize("tag", tags())
@pytest.mark.parametrize("id", SPEC.maps)
def test_names_on_a_map_cover_neither_one_another_nor_cities_and_lie_inside(id: str, tag: str) -> None:
    placed = layout(language(tag), SPEC.maps[id])
    labels = {**placed.cities, **{f"province {id}": label for id, label in placed.provinces.items()}}
    assert [(a, b) for (a, x), (b, y) in combinations(labels.items(), 2) if x.box.meets(y.box)] == []
    for name, label in labels.items():
        assert CANVAS.holds(label.box.left, label.box.top), name
        assert CANVAS.holds(label.box.right, label.box.bottom), name
        for city, spot in placed.geography.cities.items():
            assert label.box.distance(*spot) >= placed.geography.radii[city], (name, city)


@pytest.mark.parametrize("tag", tags())
@pytest.mark.parametrize("id", SPEC.maps)
def test_every_city_has_room_for_a_house_of_each_player(id: str, tag: str) -> None:
    placed = layout(language(tag), SPEC.maps[id])
    boxes = [label.box for label in (*placed.cities.values(), *placed.provinces.values())]
    for city, slots in placed.slots.items():
        assert len(slots) >= len(SPEC.colours), city
        assert all(hypot(a - c, b - d) >= PIECE for (a, b), (c, d) in combinations(slots, 2))
        assert not any(box.holds(*slot) for box in boxes for slot in slots)


@pytest.mark.parametrize("tag", tags())
@pytest.mark.parametrize("id", SPEC.maps)
def test_a_map_names_all_cities_and_provinces_in_every_language(id: str, tag: str) -> None:
    words, game_map = language(tag), SPEC.maps[id]
    written = Counter(text.text for text in texts(map_picture(words, game_map)))
    assert all(written[words.name("cities", city)] for city in game_map.cities)
    assert all(written[words.name("provinces", province).upper()] for province in game_map.provinces)
    assert all(written[province.number] for province in game_map.provinces.values())
    letters = Counter(city.letter for city in game_map.cities.values() if city.letter)
    # One more stands in the legend.
    assert {letter: written[letter] for letter in letters} == letters + Counter("A")


@pytest.mark.parametrize("id", SPEC.maps)
def test_lines_keep_clear_of_other_cities_and_parallel_lines_of_one_another(id: str) -> None:
    ground = geography(SPEC.maps[id])
    for line in SPEC.maps[id].lines.values():
        for city in set(ground.cities) - set(line.cities):
            x, y = ground.cities[city]
            assert min(hypot(x - u, y - v) for u, v in ground.lines[line.id]) > ground.radii[city], (line.id, city)
    for (a, (x, y)), (b, (u, v)) in combinations(ground.middles.items(), 2):
        assert hypot(x - u, y - v) >= PIECE, (a, b)


@pytest.mark.parametrize("id", SPEC.maps)
def test_cities_lie_in_their_provinces_and_neighbouring_provinces_differ(id: str) -> None:
    ground, tints = geography(SPEC.maps[id]), tints_of(geography(SPEC.maps[id]))
    for city in SPEC.maps[id].cities.values():
        assert ground.owner(*ground.cities[city.id]) == (city.province or "home")
    for province in SPEC.maps[id].provinces:
        assert tints[province] not in {tints[other] for other in ground.neighbours[province] & tints.keys()}


@pytest.mark.parametrize("id", SPEC.maps)
def test_land_lines_run_over_land(id: str) -> None:
    ground = geography(SPEC.maps[id])
    for line in SPEC.maps[id].lines.values():
        if line.kind == "land":
            assert "sea" not in {ground.owner(*point) for point in ground.lines[line.id]}, line.id


@pytest.mark.parametrize("id", SPEC.maps)
def test_a_map_is_a_small_file(id: str) -> None:
    assert len(base_map(language("sr"), SPEC.maps[id]).encode()) < 60_000


def test_another_map_is_drawn_too() -> None:
    italia = SPEC.maps["italia"]
    lines = {id: line for id, line in italia.lines.items() if "aleria" not in line.cities}
    assert "Aleria" in map_picture(ENGLISH, italia._replace(lines=lines))


# Positions


def test_a_position_refers_to_its_map_and_shows_the_good_of_every_city() -> None:
    state = start()
    svg = position(state)
    assert f'<image href="{BASE}"' in svg
    drawn = uses(svg)
    assert {good: drawn[f"T{good}"] for good in SPEC.goods} == dict(Counter(state.city_goods))
    markers = Counter(GAME.rules.marker_goods(state)[province] for province in SPEC.maps[state.map].provinces)
    assert {good: drawn[f"M{good}"] for good in markers} == markers


def test_houses_and_colonists_are_drawn_by_seat() -> None:
    state = given_state(GAME, load_scenario("scoring/one-hundred-and-fourteen"))
    drawn = uses(position(state))
    for seat, player in enumerate(state.players):
        assert drawn[f"house{seat}"] == len(player.houses)
        for kind in ("land", "sea"):
            assert drawn[f"{kind}{seat}"] == len({place for other, place in player.colonists if other == kind})


def test_several_colonists_of_a_kind_in_one_city_are_counted() -> None:
    state = start()
    player = state.players[0]
    more = state.with_player(0, player._replace(colonists=(*player.colonists, ("land", "roma"))))
    assert "×2" in {text.text for text in texts(position(more))}
    assert "×2" not in {text.text for text in texts(position(state))}


def test_what_is_new_has_a_ring_and_what_is_gone_a_dashed_one() -> None:
    before, after = played("architect/a-house-is-paid-to-the-bank")
    ring, dashed = f'stroke="{palette.RED}" stroke-width="2.8"', 'stroke-dasharray="4 3"'
    still, moved = position(after), position(after, before)
    assert ring not in still
    assert dashed not in still
    # A colonist has left its city and stands on a line, and there is a new house.
    assert moved.count(ring) == 2
    assert moved.count(dashed) == 1
    assert "new: " in moved
    assert "gone: " in moved


def test_numbers_that_changed_show_by_how_much() -> None:
    before, after = played("architect/a-house-is-paid-to-the-bank")
    change = after.players[0].coins - before.players[0].coins
    assert change < 0
    written = {text.text for text in texts(position(after, before))}
    assert f"−{-change}" in written


def test_a_marker_shows_its_coins_when_it_is_turned() -> None:
    state = start()
    province = next(iter(SPEC.maps[state.map].provinces))
    coins = SPEC.setup.bonus_markers.coins_on_the_back[GAME.rules.marker_goods(state)[province]]
    turned = state._replace(coin_side=(province,))
    plain = Counter(text.text for text in texts(position(state)))
    assert Counter(text.text for text in texts(position(turned))) - plain == Counter([str(coins)])
    assert position(turned, state).count('stroke-width="2.8"') == 1


def test_the_description_tells_what_stands_where() -> None:
    state = given_state(GAME, load_scenario("scoring/one-hundred-and-fourteen"))
    description = ElementTree.fromstring(position(state)).findtext(f"{SVG}desc") or ""
    assert "the game is over" in description
    for city in state.players[0].houses:
        assert ENGLISH.name("cities", city) in description
    assert "Green to play" in position(state._replace(to_play=1))


def test_all_scenarios_have_a_picture_that_is_not_large() -> None:
    largest = 0
    for place, scenario in enumerate(each for each in load_scenarios() if not each.cannot_be_set_up):
        if place % 10 == 0:
            svg = position(given_state(GAME, scenario), name=scenario.id)
            ElementTree.fromstring(svg)
            largest = max(largest, len(svg.encode()))
    assert largest < 20_000


@pytest.mark.parametrize("tag", tags())
def test_a_position_speaks_every_language(tag: str) -> None:
    svg = position(start("italia", 2), tag=tag)
    assert f"1 {language(tag).say('seat', seat=0)}" in {text.text for text in texts(svg)}


# Cards


@pytest.mark.parametrize("tag", tags())
def test_texts_of_cards_fit_in_every_language(tag: str) -> None:
    words = language(tag)
    faces = [card_picture(words, SPEC, card) for card in SPEC.cards.values()]
    for svg in (*faces, *(special_picture(words, SPEC, id) for id in SPECIAL_CARDS)):
        root = ElementTree.fromstring(svg)
        anchored = {text for group in root.iter(f"{SVG}g") if group.get("text-anchor") for text in group}
        for text in root.iter(f"{SVG}text"):
            assert text.text
            wide = width(text.text, float(text.get("font-size", 0)), bold=text.get("font-weight") is not None)
            middle = text.get("text-anchor") == "middle" or text in anchored
            left = float(text.get("x", 0)) - (wide / 2 if middle else 0)
            assert left >= cards.MARGIN - 1, text.text
            assert left + wide <= cards.WIDTH - cards.MARGIN + 1, text.text
            assert 0 < float(text.get("y", 0)) < cards.HEIGHT - cards.MARGIN / 2, text.text


@pytest.mark.parametrize("card", SPEC.cards.values(), ids=list(SPEC.cards))
def test_a_card_shows_its_deck_cost_god_and_printed_values(card: Card) -> None:
    svg = card_picture(ENGLISH, SPEC, card)
    written = [text.text for text in texts(svg)]
    assert ENGLISH.name("cards", card.kind) in written
    assert ENGLISH.name("gods", card.god) in written
    assert (icons.ICONS["start_city"] in svg) == (card.deck is None)
    assert card.deck is None or card.deck in written
    assert all(icons.ICONS[good] in svg for good in card.cost)
    assert icons.ICONS[card.god] in svg
    for value in (card.income, card.points):
        assert value is None or str(value) in written


def test_the_concordia_card_shows_its_points() -> None:
    assert str(SPEC.concordia_points) in [text.text for text in texts(special_picture(ENGLISH, SPEC, "concordia"))]


# Scores


def test_the_chart_of_the_worked_example() -> None:
    svg = sheet_of("scoring/one-hundred-and-fourteen")
    written = [text.text for text in texts(svg)]
    # The total stands at the bar and in the table.
    assert written.count("114") == 2
    bar = re.findall(r'<rect x="[^"]+" y="16" width="([^"]+)" height="44" fill="url\(#sheet-(\w+)\)', svg)
    scores = GAME.score(given_state(GAME, load_scenario("scoring/one-hundred-and-fourteen"))).players[0]
    points = {god.god: god.total for god in scores.gods if god.total} | {"concordia": scores.concordia}
    assert [part for _, part in bar] == list(points)
    unit = float(bar[0][0]) / points[bar[0][1]]
    for wide, part in bar:
        assert float(wide) == pytest.approx(points[part] * unit, abs=1)


def test_a_chart_without_points_is_drawn_too() -> None:
    scores = GAME.score(start())
    nothing = tuple(
        player._replace(gods=tuple(god._replace(total=0) for god in player.gods), total=0) for player in scores.players
    )
    ElementTree.fromstring(score_picture(ENGLISH, SPEC, scores._replace(players=nothing), "none"))


class TestSharedPositions:
    def test_pictures_refer_only_to_what_the_page_defines_once(self) -> None:
        game, words = GAME, ENGLISH
        shared = SharedPositions(game, words)
        states = [game.state_from_json(case.state) for case in load_cases() if case.state is not None][::40]
        pictures = [shared.picture(state) for state in states]
        page = shared.definitions() + "".join(pictures)
        ids = re.findall(r' id="([^"]+)"', page)
        assert len(ids) == len(set(ids))
        wanted = set(re.findall(r'href="#([^"]+)"', page))
        wanted |= {id for said in re.findall(r'aria-labelledby="([^"]+)"', page) for id in said.split()}
        assert wanted <= set(ids)
        assert {state.map for state in states} == {"imperium", "italia"}

    def test_equal_players_are_drawn_once(self) -> None:
        game = GAME
        state = game.state_from_json(next(case.state for case in load_cases() if case.state is not None))
        shared = SharedPositions(game, ENGLISH)
        first, size = shared.picture(state), len(shared.definitions())
        assert shared.picture(state) == first
        assert len(shared.definitions()) == size
        assert len(first) < 5_000

    def test_what_is_new_is_seen_and_said(self) -> None:
        game = GAME
        case = next(case for case in load_cases() if case.id == "architect/a-house-is-paid-to-the-bank")
        before, after = game.state_from_json(case.state), game.state_from_json(case.reached)
        shared = SharedPositions(game, ENGLISH)
        changed, plain = shared.picture(after, before), shared.picture(after)
        assert changed != plain
        assert "new: " in shared.definitions()
