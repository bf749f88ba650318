"""`concordia show` prints cards, gods, goods, maps, provinces, cities and clauses in tables that can be read."""

from __future__ import annotations

import json
import re

import pytest

import concordia_ref
from concordia_ref.cli.exits import FINE, USAGE
from concordia_ref.words.languages import english
from concordia_ref.words.map_drawing import draw
from concordia_ref.words.names import ids_named
from concordia_ref.words.show import KINDS, show
from concordia_ref.words.tables import paragraph, table
from tests.conftest import Command, Damaged
from tests.spec.damages.damage import add_translation

SPEC = concordia_ref.load()
COLLECTIONS = {
    "card": SPEC.cards,
    "god": SPEC.gods,
    "good": SPEC.goods,
    "map": SPEC.maps,
    "province": {id: None for game_map in SPEC.maps.values() for id in game_map.provinces},
    "city": {id: None for game_map in SPEC.maps.values() for id in game_map.cities},
    "clause": SPEC.clauses,
}


@pytest.fixture(autouse=True)
def _wide_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")


# Lists


@pytest.mark.parametrize("kind", KINDS)
def test_without_an_id_all_things_of_a_kind_are_listed_in_order(concordia: Command, kind: str) -> None:
    answer = concordia("show", kind)
    assert answer.code == FINE
    header, *rows = answer.out.splitlines()
    assert header.split()[0] == kind
    assert [row.split()[0] for row in rows if row[2] != " "] == list(COLLECTIONS[kind])


VESTA = "1 point for every full 10 sestertii in money and in the value of goods"
SATURNUS = "1 point for each province in which you have a house, at most 12 on Imperium and 11 on Italia"
SATURNUS_WRAPPED = SATURNUS.replace(" Italia", "\n  Italia")
MERCURIUS = "2 points for each kind of good that your houses produce, at most 10"
MINERVA = "the points printed on it for each of your houses in cities that produce the card's good"


@pytest.mark.parametrize(
    ("kind", "row"),
    [
        ("card", ["prefect", "Prefect", "start", "10", "-", "Saturnus", "-", "-"]),
        ("card", ["i_mercator", "Mercator", "I", "1", "1 wine", "Mercurius", "5", "-"]),
        ("card", ["ii_weaver", "Weaver", "II", "1", "1 brick and 1 cloth", "Minerva", "-", "5"]),
        ("god", ["vesta", "Vesta", "5", VESTA]),
        ("god", ["jupiter", "Jupiter", "18", "1 point for each of your houses outside brick cities, at most 15"]),
        ("god", ["saturnus", "Saturnus", "17", SATURNUS]),
        ("god", ["mercurius", "Mercurius", "10", MERCURIUS]),
        ("god", ["mars", "Mars", "10", "2 points for each of your colonists on the board, at most 12"]),
        ("god", ["minerva", "Minerva", "5", MINERVA]),
        ("good", ["brick", "brick", "3", "2A 2B 3C 1D", "2", "1 sestertius, 1 food"]),
        ("good", ["cloth", "cloth", "7", "1A 1B 1C 1D", "1", "5 sestertii, 1 brick and 1 cloth"]),
        ("map", ["imperium", "Imperium", "3, 4 or 5", "12", "30", "44", "35"]),
        ("map", ["italia", "Italia", "2, 3 or 4", "11", "25", "40", "23"]),
        ("clause", ["turn.no-passing", "ban", "Nobody may pass."]),
    ],
)
def test_a_row_of_a_list_says_what_the_data_say(concordia: Command, kind: str, row: list[str]) -> None:
    # A line that begins far to the right goes on with the last column.
    lines = re.sub(r"\n {20,}", " ", concordia("show", kind).out).splitlines()
    rows = [re.split(r" {2,}", line.strip()) for line in lines]
    assert row in rows


# Single things


WITHOUT_MOVING = "architect.build.without-moving"


@pytest.mark.parametrize(
    ("kind", "id", "parts"),
    [
        (
            "card",
            "mercator",
            [
                "Mercator\n",
                "\n  v_mercator ",
                "\n  trade\n",
                " You may either\n    sell or buy a kind, not both. Goods that you sell make room for goods",
            ],
        ),
        (
            "card",
            "mercator",
            ["mercator.income.card-played  definition  The Mercator that is played decides how many sestertii it pays"],
        ),
        ("card", "ii_mercator", ["Mercator\n", "\n  ii_mercator "]),
        (
            "card",
            "architect",
            [
                "\n  move and build\n",
                " Land colonists move along land lines. Sea colonists move along sea lines. ",
                "house.cost.pay",
            ],
        ),
        (
            "card",
            "prefect",
            ["\n  have houses produce (produce)\n", "\n  collect coins (collect)\n", "praefectus-magnus.doubles"],
        ),
        ("card", "concordia", ["Concordia\n", "  points  7\n", "end.concordia.no-god"]),
        ("card", "praefectus_magnus", ["Praefectus Magnus\n", "praefectus-magnus.passes"]),
        (
            "god",
            "saturnus",
            [
                "Saturnus\n",
                f"  Each Saturnus card is worth {SATURNUS_WRAPPED}.\n",
                "\n  prefect ",
            ],
        ),
        ("god", "saturnus", ["score.saturnus.maximum  "]),
        ("good", "wine", ["Wine\n", "each player starts with  1\n", "specialist               Vintner\n"]),
        ("good", "wine", ["cards that cost it       Prefect (I), Mercator (I)"]),
        (
            "map",
            "italia",
            [
                "Italia, for 2, 3 or 4 players: 11 provinces, 25 cities (not counting the start city), "
                "40 land lines and 23 sea lines.\n"
            ],
        ),
        ("map", "italia", ["[ROMA]", "VI    Corsica      aleria      B       -  ", "cosa genua nicaea olbia\n"]),
        ("clause", WITHOUT_MOVING, ["  The player may build without having moved any colonist.\n"]),
        ("clause", WITHOUT_MOVING, ["kind            permission\n", "belongs to      Architect\n"]),
        (
            "clause",
            WITHOUT_MOVING,
            ["sr  Serbian    ARHITEKTA, example 1 (differs)\n", "cs  Czech      silent\n"],
        ),
        ("clause", WITHOUT_MOVING, ["pl  Polish     ARCHITEKT, example 1\n"]),
        ("clause", "map.players", ["maps.imperium.players\n                  maps.italia.players\n"]),
        ("clause", "card.cost", ["printed on      cards\n"]),
    ],
)
def test_one_thing_is_shown_in_all_its_parts(concordia: Command, kind: str, id: str, parts: list[str]) -> None:
    answer = concordia("show", kind, id)
    assert answer.code == FINE
    for part in parts:
        assert part in answer.out


@pytest.mark.parametrize(
    ("kind", "name", "id"),
    [
        ("card", "kereskedő", "mercator"),
        ("card", "KERESKEDO", "mercator"),
        ("card", "Kupec", "mercator"),
        ("card", "obchodník", "mercator"),
        ("card", "Kupce", "mercator"),
        ("card", "Kupec (II)", "ii_mercator"),
        ("card", "Трговац", "mercator"),
        ("card", "trgovac", "mercator"),
        ("card", "velky prefekt", "praefectus_magnus"),
        ("card", "Præfectus Magnus", "praefectus_magnus"),
        ("god", "Mars", "mars"),
        ("god", "Merkur", "mercurius"),
        ("good", "cihla", "brick"),
        ("good", "cihel", "brick"),
        ("map", "Itálie", "italia"),
        ("map", "Италија", "italia"),
        ("province", "Италија", "italia"),
        ("city", "Řím", "roma"),
    ],
)
def test_a_thing_is_found_by_its_name_in_any_language(concordia: Command, kind: str, name: str, id: str) -> None:
    answer = concordia("show", kind, name)
    assert (answer.code, answer.out) == (FINE, concordia("show", kind, id).out)


def test_the_options_take_names_too(concordia: Command) -> None:
    arguments = ("--players", "2", "--seed", "1")
    assert (
        concordia("setup", "--map", "Itálie", *arguments).out == concordia("setup", "--map", "italia", *arguments).out
    )
    assert concordia("dispute", "--card", "telepes").out == concordia("dispute", "--card", "colonist").out


def test_serbian_names_are_found_with_d_for_dj(damaged: Damaged) -> None:
    add_translation(damaged)
    damaged.replace("locales/sr/terms.yaml", "name: Рим,", "name: Ђаково,")
    for name in ("Ђаково", "Đakovo", "Djakovo", "dakovo"):
        assert ids_named("city", name, damaged.folder) == ["roma"]


def test_a_name_of_several_things_lists_them(damaged: Damaged, concordia: Command) -> None:
    damaged.replace("locales/en/terms.yaml", "vesta: {name: Vesta", "vesta: {name: Goddess")
    damaged.replace("locales/en/terms.yaml", "minerva: {name: Minerva", "minerva: {name: Goddess")
    answer = concordia("show", "god", "goddess", "--spec", str(damaged.folder))
    assert (answer.code, answer.out) == (USAGE, "")
    assert answer.err == "concordia: 'goddess' is the name of more than one god: vesta, minerva; use the id\n"


def test_a_city_on_two_maps_is_shown_on_both(concordia: Command) -> None:
    *_, imperium, italia = concordia("show", "city", "roma").out.splitlines()
    assert re.match(
        r"  roma  Roma  Imperium  -  +-  +aquileia novaria syracusae  +carthago massilia syracusae", imperium
    )
    assert re.match(r"        Roma  Italia    -  +-  +casinum cosa spoletum  +cosa neapolis olbia panormus", italia)


def test_a_single_card_of_a_kind_is_shown_without_the_others(concordia: Command) -> None:
    assert "v_mercator" not in concordia("show", "card", "ii_mercator").out


@pytest.mark.parametrize(
    ("kind", "id"), [(kind, id) for kind in KINDS for id in COLLECTIONS[kind]], ids=lambda value: str(value)
)
def test_everything_can_be_shown_on_any_terminal(monkeypatch: pytest.MonkeyPatch, kind: str, id: str) -> None:
    for columns in ("1", "40", "300"):
        monkeypatch.setenv("COLUMNS", columns)
        assert show(english(), SPEC, kind, id).strip()


@pytest.mark.parametrize(
    ("kind", "id", "hint"),
    [
        ("card", "mercater", "did you mean 'mercator'?"),
        ("card", "iii_weaver", "did you mean 'ii_weaver'?"),
        ("god", "jupitre", "did you mean 'jupiter'?"),
        ("card", "Kuppec", "did you mean 'Kupec'?"),
        ("city", "masilia", "did you mean 'massilia'?"),
        ("god", "Martians", "did you mean 'mars'?"),
        ("good", "gold", "`concordia show good` lists them all"),
        ("map", "Italy", "did you mean 'italia'?"),
        ("clause", "architect.move.ocupied", "did you mean 'architect.move.occupied'?"),
    ],
)
def test_an_unknown_id_is_exit_2_with_what_was_meant(concordia: Command, kind: str, id: str, hint: str) -> None:
    answer = concordia("show", kind, id)
    assert (answer.code, answer.out) == (USAGE, "")
    assert answer.err == f"concordia: there is no {kind} {id!r}; {hint}\n"


# Data that the printed game does not have


@pytest.mark.parametrize(
    ("per", "words"),
    [
        ("{count: cities}", "1 point for each city, at most 15"),
        ("{count: cities, owner: anyone}", "1 point for each city, at most 15"),
        ("{count: houses}", "1 point for each of your houses, at most 15"),
        (
            "{count: houses, owner: anyone, city_good: {is: wine}}",
            "1 point for each house of any player in wine cities, at most 15",
        ),
        (
            "{count: provinces_with_houses, owner: anyone, settled_by: houses}",
            "1 point for each province in which any player has a house, at most 15",
        ),
    ],
)
def test_other_formulas_are_put_into_words_too(damaged: Damaged, per: str, words: str) -> None:
    damaged.replace("gods.yaml", "{count: houses, owner: self, city_good: {not: brick}}", per)
    assert words in show(english(), concordia_ref.load(damaged.folder), "god", None)


@pytest.mark.parametrize(
    ("per", "words"),
    [
        ("{count: coins}", "1 point for every full 10 sestertii in money\n"),
        ("{count: houses}", "1 point for each of your houses (÷ 10)\n"),
        (
            "{sum: [{count: coins}, {count: houses}]}",
            "1 point for every full 10 sestertii in money and for each of your houses\n",
        ),
    ],
)
def test_every_full_number_of_other_things_is_put_into_words_too(damaged: Damaged, per: str, words: str) -> None:
    damaged.replace("gods.yaml", "{sum: [{count: coins}, {value_of: goods}]}", per)
    assert words in show(english(), concordia_ref.load(damaged.folder), "god", None)


def test_a_list_in_another_order_is_put_into_the_same_words(damaged: Damaged) -> None:
    before = show(english(), SPEC, "card", "colonist")
    assert " Place new\n    colonists in Roma or in cities where you have a house. " in before
    damaged.replace("actions.yaml", "at: [start_city, own_houses]", "at: [own_houses, start_city]")
    assert show(english(), concordia_ref.load(damaged.folder), "card", "colonist") == before


# JSON


@pytest.mark.parametrize("kind", KINDS)
def test_json_without_an_id_holds_all_things_of_a_kind(concordia: Command, kind: str) -> None:
    answer = concordia("show", kind, "--format", "json")
    assert list(json.loads(answer.out)) == list(COLLECTIONS[kind])
    assert answer.out.isascii()


def test_json_of_a_good(concordia: Command) -> None:
    assert json.loads(concordia("show", "good", "wine", "--format", "json").out) == {"id": "wine", "price": 6}


def test_json_of_a_kind_of_card_holds_all_its_cards(concordia: Command) -> None:
    cards = json.loads(concordia("show", "card", "consul", "--format", "json").out)
    assert [card["id"] for card in cards] == ["ii_consul", "iii_consul", "iv_consul", "v_consul"]


def test_json_of_a_map_holds_its_lines(concordia: Command) -> None:
    lines = json.loads(concordia("show", "map", "italia", "--format", "json").out)["lines"]
    assert lines["olbia~roma:sea"] == {"id": "olbia~roma:sea", "kind": "sea", "cities": ["olbia", "roma"]}


def test_json_of_an_unknown_id_is_exit_2(concordia: Command) -> None:
    assert concordia("show", "good", "wien", "--format", "json").code == USAGE


# Tables and drawings


def test_the_last_column_is_wrapped_under_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    assert table(["a", "text"], [["1", "word " * 10]]).splitlines() == [
        "  a  text",
        "  1  word word word word word word word",
        "     word word word",
    ]


def test_a_table_keeps_a_readable_last_column_on_a_terminal_too_narrow_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "10")
    _, row = table(["a", "text"], [["1", "five words of some length"]]).splitlines()
    assert row == "  1  five words of some length"


def test_a_paragraph_is_no_wider_than_120(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "500")
    lines = paragraph("word " * 100).splitlines()
    assert all(line.startswith("  word") and len(line) <= 120 for line in lines)


@pytest.mark.parametrize("width", [80, 100, 120])
@pytest.mark.parametrize("map_id", ["imperium", "italia"])
def test_a_drawing_names_every_city_and_keeps_its_width(map_id: str, width: int) -> None:
    game_map = SPEC.maps[map_id]
    drawing = draw(game_map, width)
    assert max(map(len, drawing.splitlines())) <= width
    assert "[ROMA]" in drawing
    for city in game_map.cities.values():
        if city.letter:
            assert f"{city.id.replace('_', ' ').title()} {city.letter}" in drawing


def test_a_drawing_shows_land_and_sea_lines_between_the_same_cities() -> None:
    drawing = draw(SPEC.maps["italia"], 100)
    beside = [row for row in drawing.splitlines() if re.search(r"· ?~", row)]
    assert len(beside) > 5


def test_a_long_name_is_cut_short_in_the_drawing(damaged: Damaged) -> None:
    damaged.replace("maps/italia.yaml", "olbia", "olbia" * 100)
    damaged.replace("locales/en/terms.yaml", "  olbia:", f"  {'olbia' * 100}:")
    drawing = draw(concordia_ref.load(damaged.folder).maps["italia"], 80)
    assert "Olbiaolbiaolbiaolbiaolbi B" in drawing
    assert max(map(len, drawing.splitlines())) <= 80


def test_cities_in_one_corner_can_be_drawn_too(damaged: Damaged) -> None:
    text = damaged.text("maps/italia.yaml")
    damaged.write("maps/italia.yaml", re.sub(r"position: \[\d+, \d+\]", "position: [0, 0]", text))
    assert draw(concordia_ref.load(damaged.folder).maps["italia"], 80).strip()
