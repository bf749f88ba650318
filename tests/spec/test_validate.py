"""`concordia validate` names every fault of a damaged specification, with its place and what was probably meant."""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from concordia_ref.cli.main import FINDINGS, FINE, USAGE, main
from concordia_ref.spec.files import LARGEST_FILE, LAYOUT, OPTIONAL, ROOT_FILE
from concordia_ref.spec.findings import Finding, SpecificationError, did_you_mean, render
from concordia_ref.spec.loading import load
from concordia_ref.spec.schemas import schema_findings
from concordia_ref.spec.tree import read_tree
from concordia_ref.words.languages import ENGLISH, _language, english, speaking
from concordia_ref.words.show import KINDS, show
from tests.conftest import SPEC, Command, Damaged, finding_codes

Edit = tuple[str, str]
TRANSLATION = "sr"


class Damage(NamedTuple):
    """An edit of a file and the finding that it must bring; `also` are codes of what follows from it.

    The place is the sign ▸ in a text of the damaged file, or a line and column.
    """

    file: str
    edits: Edit | list[Edit]
    code: str
    at: str | tuple[int, int]
    hint: str = ""
    found_in: str = ""
    also: frozenset[str] = frozenset()


def also(*codes: str) -> frozenset[str]:
    return frozenset(codes)


WINE = "  wine: {price: 6}\n"

DAMAGES = {
    # YAML
    "broken YAML": Damage("goods.yaml", (WINE, "  wine: {price: 6\n"), "yaml.syntax", "cloth▸: {price: 7}"),
    "a quote without end": Damage("goods.yaml", ("{price: 6}", "'{price: 6}"), "yaml.syntax", (13, 1)),
    "a control character": Damage("goods.yaml", ("price: 6", "price: \a6"), "yaml.syntax", "price: ▸\a6"),
    "a tab": Damage("goods.yaml", (WINE, "\twine: {price: 6}\n"), "yaml.tab", "▸\twine"),
    "a tab after spaces": Damage("goods.yaml", (WINE, "  wine:\n  \tprice: 6\n"), "yaml.tab", "  ▸\tprice"),
    "a tab after a dash": Damage("goods.yaml", (WINE, "  wine:\n  - \tprice: 6\n"), "yaml.tab", "  - ▸\tprice"),
    "a tab in a list": Damage(
        "display.yaml", ("  - [any]\n  - [any]", "  - [any]\n\t- [any]"), "yaml.tab", "▸\t- [any]"
    ),
    "a duplicate key": Damage(
        "goods.yaml", (WINE, f"{WINE}  brick: {{price: 3}}\n"), "yaml.duplicate-key", "{price: 6}\n  ▸brick"
    ),
    "a duplicate key with faults of its own": Damage(
        "goods.yaml",
        (WINE, f"{WINE}  brick: {{price: 010}}\n"),
        "yaml.ambiguous",
        "{price: ▸010}",
        also=also("yaml.duplicate-key"),
    ),
    "no as a key": Damage(
        "about.yaml",
        ("year: 2013\n", "year: 2013\nno: 1\n"),
        "yaml.key-not-text",
        "▸no: 1",
        also=also("schema.unknown-key"),
    ),
    "a number as a key": Damage("cards.yaml", ('jupiter: {"2"', "jupiter: {2"), "yaml.key-not-text", "jupiter: {▸2"),
    "a fraction as a key": Damage(
        "about.yaml",
        ("year: 2013\n", "year: 2013\n1.5: 1\n"),
        "yaml.key-not-text",
        "▸1.5: 1",
        also=also("schema.unknown-key"),
    ),
    "nothing as a key": Damage(
        "about.yaml",
        ("year: 2013\n", "year: 2013\n?\n: 1\n"),
        "yaml.key-not-text",
        "?▸\n: 1",
        also=also("schema.unknown-key"),
    ),
    "a list as a key": Damage(
        "about.yaml", ("year: 2013\n", "year: 2013\n? [a, b]\n: 1\n"), "yaml.key-not-text", "? ▸[a, b]"
    ),
    "an anchor": Damage("goods.yaml", (WINE, "  wine: &wine {price: 6}\n"), "yaml.anchor", "wine: ▸&wine"),
    "an anchor on a key": Damage("goods.yaml", (WINE, "  &wine wine: {price: 6}\n"), "yaml.anchor", "▸&wine wine"),
    "an alias": Damage(
        "goods.yaml",
        [(WINE, "  wine: &wine {price: 6}\n"), ("cloth: {price: 7}", "cloth: *wine")],
        "yaml.anchor",
        "cloth: ▸*wine",
        also=also("schema.wrong-type", "text.path"),
    ),
    "an alias as a key": Damage(
        "goods.yaml",
        [("brick: {", "&b brick: {"), (WINE, f"{WINE}  *b : {{price: 6}}\n")],
        "yaml.key-not-text",
        "▸*b :",
        also=also("yaml.anchor"),
    ),
    "a tag": Damage("goods.yaml", ("price: 6", "price: !!int 6"), "yaml.tag", "price: ▸!!int"),
    "a tag on a key": Damage("goods.yaml", (WINE, "  !!str wine: {price: 6}\n"), "yaml.tag", "▸!!str wine"),
    "a tag that would run code": Damage(
        "goods.yaml",
        ("price: 6", 'price: !!python/object/apply:os.system ["false"]'),
        "yaml.tag",
        "price: ▸!!python",
        also=also("schema.wrong-type"),
    ),
    "a merge key": Damage(
        "goods.yaml",
        (WINE, "  wine: {<<: {price: 6}}\n"),
        "yaml.merge-key",
        "wine: {▸<<",
        also=also("schema.unknown-key", "schema.missing-key", "text.path"),
    ),
    "a second document": Damage("goods.yaml", ("clauses:\n", "---\nclauses:\n"), "yaml.documents", "▸---"),
    "deep nesting": Damage("goods.yaml", ("price: 6", f"price: {'[' * 5000}"), "yaml.deep", (8, 54)),
    "a fraction": Damage(
        "goods.yaml", ("price: 6", "price: 6.5"), "yaml.not-whole", "price: ▸6.5", also=also("schema.wrong-type")
    ),
    "a date": Damage("about.yaml", ("game: Concordia", "game: 2013-10-24"), "yaml.ambiguous", "▸2013-10-24"),
    "a number of many digits": Damage(
        "goods.yaml",
        ("price: 6", f"price: {'9' * 5000}"),
        "yaml.too-many-digits",
        "price: ▸9999",
        also=also("schema.bounds"),
    ),
    # Schemas
    "an unknown key": Damage(
        "about.yaml",
        ("year: 2013", "yaer: 2013"),
        "schema.unknown-key",
        "▸yaer",
        hint="did you mean 'year'?",
        also=also("schema.missing-key"),
    ),
    "an unknown key like none": Damage(
        "about.yaml", ("year: 2013\n", "year: 2013\npublisher: PD\n"), "schema.unknown-key", "▸publisher"
    ),
    "an unknown key in a list": Damage(
        "actions.yaml",
        ("        of: card_played\n", "        of: card_played\n        from: card_played\n"),
        "schema.unknown-key",
        "▸from: card_played",
        also=also("clause.missing"),
    ),
    "a missing key": Damage("about.yaml", ("year: 2013\n", ""), "schema.missing-key", "▸version:"),
    "text for a number": Damage("goods.yaml", ("price: 6", "price: '6'"), "schema.wrong-type", "price: ▸'6'"),
    "truth for a number": Damage(
        "goods.yaml", ("price: 6", "price: true"), "schema.wrong-type", "price: ▸true", also=also("text.form")
    ),
    "nothing for a number": Damage("about.yaml", ("year: 2013", "year:"), "schema.wrong-type", "year:▸\n"),
    "a number for text": Damage("about.yaml", ("game: Concordia", "game: 7"), "schema.wrong-type", "game: ▸7"),
    "text for a list": Damage(
        "pieces.yaml", ("colours: [red, green, yellow, blue, black]", "colours: red"), "schema.wrong-type", "▸red\n"
    ),
    "a list for a mapping": Damage(
        "interim.yaml",
        ("evidence: {from: [rulebooks], confidence: high}", "evidence: [rulebooks]"),
        "schema.wrong-type",
        "evidence: ▸[",
    ),
    "text for the number of spaces": Damage(
        "pieces.yaml",
        ("  spaces: 12", "  spaces: twelve"),
        "schema.wrong-type",
        "  spaces: ▸twelve",
        also=also("text.form"),
    ),
    "a start city without an id": Damage(
        "maps/italia.yaml", ("start_city: {id: roma, ", "start_city: {"), "schema.missing-key", "start_city: ▸{"
    ),
    "an unknown verb": Damage(
        "actions.yaml",
        ("do: copy_card", "do: copy_cart"),
        "schema.unknown-value",
        "do: ▸copy_cart",
        hint="did you mean 'copy_card'?",
    ),
    "an unknown kind of clause": Damage(
        "rules/turn.yaml",
        ("turn.order: {kind: must}", "turn.order: {kind: most}"),
        "schema.unknown-value",
        "turn.order: {kind: ▸most",
        hint="did you mean 'must'?",
    ),
    "another constant": Damage("end.yaml", ("most: points", "most: money"), "schema.unknown-value", "most: ▸money"),
    "a formula with an unknown term": Damage(
        "gods.yaml",
        ("count: coins", "count: coin"),
        "schema.unknown-value",
        "count: ▸coin}",
        hint="did you mean 'coins'?",
    ),
    "a formula with an unknown value": Damage(
        "gods.yaml",
        ("value_of: goods", "value_of: gods"),
        "schema.unknown-value",
        "value_of: ▸gods",
        hint="did you mean 'goods'?",
    ),
    "a formula with an unknown key": Damage(
        "gods.yaml",
        ("per: {count: colonists_on_board", "per: {counts: colonists_on_board"),
        "schema.unknown-key",
        "per: {▸counts",
        hint="did you mean 'count'?",
        also=also("schema.missing-key"),
    ),
    "a formula that is two things": Damage(
        "gods.yaml", ("{value_of: goods}", "{value_of: goods, count: coins}"), "schema.unknown-key", "goods, ▸count"
    ),
    "an id in capitals": Damage(
        "pieces.yaml",
        ("[red,", "[Red,"),
        "schema.pattern",
        "[▸Red",
        hint="A stable name: small letters, digits and underscores",
        also=also("id.unknown", "id.incomplete"),
    ),
    "a deck in Arabic numerals": Damage(
        "cards.yaml",
        ("    V:\n", '    "5":\n'),
        "schema.pattern",
        '    ▸"5":',
        hint="The number of a deck in Roman numerals",
        also=also("id.unknown", "id.card-name"),
    ),
    "a number out of bounds": Damage("goods.yaml", ("price: 6", "price: 0"), "schema.bounds", "price: ▸0"),
    "a list out of bounds": Damage(
        "maps/italia.yaml", ("position: [50, 34]", "position: [50, 34, 1]"), "schema.bounds", "position: ▸[50, 34, 1]"
    ),
    "a text out of bounds": Damage(
        "locales/en/terms.yaml", ("\nname: English", "\nname: ''"), "schema.bounds", "name: ▸''"
    ),
    "an item twice": Damage(
        "pieces.yaml", ("[red, green,", "[red, green, red,"), "schema.repeated", "[red, green, ▸red"
    ),
    # Ids
    "an unknown card kind": Damage(
        "cards.yaml",
        ("i_farmer: {kind: farmer", "i_farmer: {kind: framer"),
        "id.unknown",
        "i_farmer: {kind: ▸framer",
        hint="did you mean 'farmer'?",
    ),
    "an unknown card of a clause": Damage(
        "rules/diplomat.yaml", ("{card: diplomat}", "{card: legate}"), "id.unknown", "{card: ▸legate}"
    ),
    "an unknown god": Damage(
        "cards.yaml",
        ("tribune: {kind: tribune, god: mars}", "tribune: {kind: tribune, god: MARS}"),
        "id.unknown",
        "god: ▸MARS",
        hint="did you mean 'mars'?",
    ),
    "an unknown god in a deck": Damage(
        "cards.yaml",
        (
            "v_diplomat: {kind: diplomat, cost: {food: 1}, god: mars}",
            "v_diplomat: {kind: diplomat, cost: {food: 1}, god: mras}",
        ),
        "id.unknown",
        "god: ▸mras",
        hint="did you mean 'mars'?",
    ),
    "an unknown god in the pantheon": Damage(
        "cards.yaml", ('  mars: {"2"', '  marz: {"2"'), "id.unknown", "  ▸marz: {", hint="did you mean 'mars'?"
    ),
    "an unknown god with points": Damage(
        "cards.yaml",
        ("{brick: 1, cloth: 1}, god: minerva, points: 5", "{brick: 1, cloth: 1}, god: minervas, points: 5"),
        "id.unknown",
        "god: ▸minervas",
        hint="did you mean 'minerva'?",
    ),
    "an unknown city": Damage(
        "maps/italia.yaml",
        ("[olbia, roma]", "[olbia, rome]"),
        "id.unknown",
        "[olbia, ▸rome]",
        hint="did you mean 'roma'?",
    ),
    "an unknown province": Damage(
        "maps/italia.yaml",
        ("olbia: {printed: OLBIA, province: corsica", "olbia: {printed: OLBIA, province: corsika"),
        "id.unknown",
        "province: ▸corsika",
        hint="did you mean 'corsica'?",
    ),
    "an unknown letter": Damage(
        "maps/italia.yaml",
        ("province: corsica, letter: B, position: [45, 60]", "province: corsica, letter: E, position: [45, 60]"),
        "id.unknown",
        "letter: ▸E",
        also=also("map.tokens"),
    ),
    "an unknown clause": Damage(
        "turn.yaml",
        ("order: turn.order", "order: turn.oder"),
        "id.unknown",
        "order: ▸turn.oder",
        hint="did you mean 'turn.order'?",
        also=also("clause.unused"),
    ),
    "an unknown clause in a list": Damage(
        "gods.yaml",
        ("this: [score.all-cards, score.order]", "this: [score.all-cards, score.order, score.al-cards]"),
        "id.unknown",
        "▸score.al-cards",
        hint="did you mean 'score.all-cards'?",
    ),
    "an unknown clause in a locale": Damage(
        "locales/en/clauses.yaml",
        ("\nturn.order: >-", "\nturn.oder: >-"),
        "id.unknown",
        "▸turn.oder",
        hint="did you mean 'turn.order'?",
        also=also("id.incomplete"),
    ),
    "an unknown good": Damage(
        "display.yaml",
        ("  - [any, cloth]\n", "  - [any, clot]\n"),
        "id.unknown",
        "[any, ▸clot]",
        hint="did you mean 'cloth'?",
    ),
    "an unknown good as a key": Damage(
        "setup.yaml",
        ("goods: {brick: 1, food: 2", "goods: {brik: 1, food: 2"),
        "id.unknown",
        "goods: {▸brik",
        hint="did you mean 'brick'?",
        also=also("text.form"),
    ),
    "a formula with an unknown good": Damage(
        "gods.yaml",
        ("city_good: {not: brick}", "city_good: {not: brik}"),
        "id.unknown",
        "{not: ▸brik",
        hint="did you mean 'brick'?",
    ),
    "an unknown deck": Damage(
        "setup.yaml", ('"2": [I, II]', '"2": [I, VI]'), "id.unknown", '"2": [I, ▸VI]', hint="did you mean 'V'?"
    ),
    "an unknown map": Damage(
        "gods.yaml",
        ("italia: 11}", "italia: 11, gallia: 9}"),
        "id.unknown",
        "▸gallia: 9",
        hint="did you mean 'italia'?",
    ),
    "an unknown section": Damage(
        "rules/turn.yaml", ("section: course", "section: corse"), "id.unknown", "▸corse", hint="did you mean 'course'?"
    ),
    "an unknown rulebook": Damage("rules/tribune.yaml", ("silent: [sr, cs,", "silent: [sr, cz,"), "id.unknown", "▸cz"),
    "an unknown rulebook as a key": Damage(
        "rules/goods.yaml",
        ("section: {sr: vesta}", "section: {srb: vesta}"),
        "id.unknown",
        "section: {▸srb",
        hint="did you mean 'sr'?",
    ),
    "an unknown action": Damage(
        "cards.yaml",
        ("senator: {action: senator}", "senator: {action: sentor}"),
        "id.unknown",
        "action: ▸sentor",
        hint="did you mean 'senator'?",
    ),
    "an unknown term": Damage(
        "locales/en/terms.yaml",
        ("  vesta: {name: Vesta}\n", "  vesta: {name: Vesta}\n  minervas: {name: Minerva}\n"),
        "id.unknown",
        "  ▸minervas: {name",
        hint="did you mean 'minerva'?",
    ),
    "a missing term": Damage(
        "locales/en/terms.yaml", ("  wine: {name: wine, count: [wine, wine]}\n", ""), "id.incomplete", "▸goods:\n"
    ),
    "no terms at all": Damage(
        "locales/en/terms.yaml",
        ("  imperium: {name: Imperium, in: on Imperium}\n  italia: {name: Italia, in: on Italia}\n", "  {}\n"),
        "id.incomplete",
        "▸maps:\n",
    ),
    "a missing text": Damage(
        "locales/en/clauses.yaml",
        ("turn.order: >-\n  Players take turns clockwise.\n", ""),
        "id.incomplete",
        "▸goods.five:",
    ),
    "a table by good that lacks one": Damage(
        "costs.yaml",
        ("    wine: {goods: {brick: 1, wine: 1}, coins: 4}\n", ""),
        "id.incomplete",
        "▸in_city_of:\n",
        also=also("text.path"),
    ),
    "a table by good without any": Damage(
        "setup.yaml",
        ("coins_on_the_back: {brick: 2, food: 2, tool: 2, wine: 2, cloth: 1}", "coins_on_the_back: {}"),
        "id.incomplete",
        "▸coins_on_the_back: {}",
        also=also("text.path"),
    ),
    "a table by map that lacks one": Damage(
        "gods.yaml",
        ("at_most: {imperium: 12, italia: 11}", "at_most: {imperium: 12}"),
        "id.incomplete",
        "▸at_most: {imperium: 12}",
        also=also("text.path"),
    ),
    "a table by players that lacks a number": Damage(
        "cards.yaml", (', "4": 7, "5": 8}', ', "4": 7}'), "id.incomplete", "▸jupiter: {"
    ),
    "a rulebook that lacks a section": Damage(
        "about.yaml", ("      tribune: TRYBUN\n", ""), "id.incomplete", "language: Polish\n    ▸sections:"
    ),
    "a map with another id than its file": Damage(
        "maps/italia.yaml", ("id: italia", "id: italy"), "id.file-name", "id: ▸italy"
    ),
    "a locale with another language than its file": Damage(
        "locales/en/terms.yaml", ("language: en\n", "language: de\n"), "id.file-name", "language: ▸de"
    ),
    "a card for sale with another name": Damage(
        "cards.yaml", ("      ii_consul:", "      iii_consul_2:"), "id.card-name", "▸iii_consul_2"
    ),
    "a starting card with another name": Damage(
        "cards.yaml", ("    senator: {kind: senator,", "    sen: {kind: senator,"), "id.card-name", "▸sen: {"
    ),
    "a clause in two files": Damage(
        "rules/turn.yaml",
        ("  turn.order: {kind: must}", "  turn.order: {kind: must}\n  tribune.alone: {kind: may}"),
        "id.twice",
        "  ▸tribune.alone",
    ),
    # Clauses
    "a clause that no datum refers to": Damage(
        "turn.yaml", ("turn.hand, ", ""), "clause.unused", "  ▸turn.hand:", found_in="rules/turn.yaml"
    ),
    "a clauses key that names no parameter": Damage(
        "interim.yaml",
        ("  moment: interim.moment", "  momnt: interim.moment"),
        "clause.no-parameter",
        "▸momnt",
        hint="did you mean 'moment'?",
        also=also("clause.missing"),
    ),
    "a parameter without a clause": Damage(
        "interim.yaml",
        [("  used: interim.optional\n", ""), ("this: [interim.cards,", "this: [interim.optional, interim.cards,")],
        "clause.missing",
        "▸used: false",
    ),
    "a rulebook both silent and example": Damage(
        "rules/scoring.yaml",
        ("section: jupiter, silent: [pl]}", "section: jupiter, silent: [pl], example: [cs, pl]}"),
        "clause.place-twice",
        "silent: [pl], example: [cs, ▸pl]",
    ),
    "a section of a silent rulebook": Damage(
        "rules/setup.yaml",
        (
            "setup.praefectus-magnus: {kind: must, section: {pl:",
            "setup.praefectus-magnus: {kind: must, silent: [pl], section: {pl:",
        ),
        "clause.place-twice",
        "silent: [pl], section: {▸pl",
    ),
    # Maps
    "a line to itself": Damage(
        "maps/italia.yaml", ("[olbia, roma]", "[roma, roma]"), "map.line-to-itself", "▸[roma, roma]"
    ),
    "a line twice": Damage(
        "maps/italia.yaml",
        ("    - [olbia, roma]\n", "    - [olbia, roma]\n    - [olbia, roma] # again\n"),
        "map.line-twice",
        "▸[olbia, roma] # again",
    ),
    "a line twice, reversed": Damage(
        "maps/italia.yaml",
        ("- [olbia, roma]", "- [olbia, roma]\n    - [roma, olbia]"),
        "map.line-twice",
        "▸[roma, olbia]",
    ),
    "a line between three cities": Damage(
        "maps/italia.yaml", ("[olbia, roma]", "[olbia, roma, cosa]"), "schema.bounds", "▸[olbia, roma, cosa]"
    ),
    "a city cut off by land and sea": Damage(
        "maps/italia.yaml",
        [
            ("    - [messana, syracusae]\n", ""),
            ("    - [panormus, syracusae]\n", ""),
            ("    - [croton, syracusae]\n", ""),
        ],
        "map.unreachable",
        "  ▸syracusae: {",
    ),
    "land lines that fall apart": Damage(
        "maps/italia.yaml",
        ("    - [croton, messana]\n    - [croton, potentia]\n", "    - [croton, potentia]\n"),
        "map.lines-apart",
        "▸land:   #",
    ),
    "sea lines that fall apart": Damage(
        "maps/italia.yaml", ("    - [brundisium, croton]\n", ""), "map.lines-apart", "▸sea:   #"
    ),
    "a province without a city": Damage(
        "maps/italia.yaml",
        ("  sicilia: {number", "  dalmatia: {number: XII, name: Dalmatia}\n  sicilia: {number"),
        "map.empty-province",
        "▸dalmatia",
        also=also("id.incomplete"),
    ),
    "a token bag that does not fit": Damage(
        "setup.yaml", ("D: {brick: 1,", "D: {brick: 2,"), "map.tokens", "\n▸cities:", found_in="maps/imperium.yaml"
    ),
    "a start city that is a city too": Damage(
        "maps/italia.yaml",
        ("start_city: {id: roma", "start_city: {id: cosa"),
        "map.two-cities",
        "  ▸cosa: {",
        also=also("id.unknown"),
    ),
    # Cards
    "a pantheon that does not come out": Damage(
        "cards.yaml", ('mars: {"2": 2', 'mars: {"2": 3'), "cards.pantheon", 'mars: {"2": ▸3'
    ),
    "a card with another god than the pantheon counts": Damage(
        "cards.yaml",
        ("cost: {food: 1}, god: mars}\n  clauses", "cost: {food: 1}, god: vesta}\n  clauses"),
        "cards.pantheon",
        'mars: {"2": 2, "3": 3, "4": 4, "5": ▸5',
    ),
    "a card without its income": Damage(
        "cards.yaml",
        (
            "v_mercator: {kind: mercator, cost: {wine: 1}, god: mercurius, income: 5}",
            "v_mercator: {kind: mercator, cost: {wine: 1}, god: mercurius}",
        ),
        "cards.no-value",
        "      ▸v_mercator: {kind: mercator, cost: {wine: 1}, god: mercurius}",
    ),
    "a card without its points": Damage(
        "cards.yaml",
        ("cloth: 1}, god: minerva, points: 5}", "cloth: 1}, god: minerva}"),
        "cards.no-value",
        "▸ii_weaver",
        also=also("text.path"),
    ),
    "a card with an income that nothing pays": Damage(
        "cards.yaml",
        ("kind: senator, god: vesta", "kind: senator, god: vesta, income: 3"),
        "cards.unused-value",
        "vesta, ▸income",
    ),
    "a card with points that nothing scores": Damage(
        "cards.yaml",
        ("kind: senator, god: vesta", "kind: senator, god: vesta, points: 3"),
        "cards.unused-value",
        "vesta, ▸points",
    ),
    "a specialist without a good": Damage(
        "cards.yaml",
        ("weaver: {action: specialist, good: cloth}", "weaver: {action: specialist}"),
        "cards.no-value",
        "▸weaver: {action",
    ),
    "a kind with a good that nothing asks for": Damage(
        "cards.yaml",
        ("senator: {action: senator}", "senator: {action: senator, good: wine}"),
        "cards.unused-value",
        "senator, ▸good",
    ),
    # Set-up
    "a number of players without decks": Damage(
        "setup.yaml", ('    "5": [I, II, III, IV, V]\n', ""), "setup.players", "▸used:\n"
    ),
    "no decks for any number of players": Damage(
        "setup.yaml",
        [
            (f'    "{players}": [{decks}]\n', "")
            for players, decks in ((3, "I, II, III"), (4, "I, II, III, IV"), (5, "I, II, III, IV, V"))
        ]
        + [('\n    "2": [I, II]\n', " {}\n")],
        "setup.players",
        "▸used: {}",
        also=also("text.path"),
    ),
    "colonists that are more than the pieces": Damage(
        "setup.yaml",
        ("colonists_in_storehouse: {land: 2, sea: 2}", "colonists_in_storehouse: {land: 2, sea: 3}"),
        "setup.colonists",
        "colonists_in_storehouse: {land: 2, sea: ▸3}",
    ),
    "goods that are more than the storehouse holds": Damage(
        "setup.yaml", ("  goods: {brick: 1,", "  goods: {brick: 9,"), "setup.storehouse", "  ▸goods: {brick: 9"
    ),
    "fewer colours than players": Damage(
        "pieces.yaml",
        ("[red, green, yellow, blue, black]", "[red, green]"),
        "setup.colours",
        "▸[red, green]",
        also=also("id.unknown"),
    ),
    "no colours": Damage("pieces.yaml", ("[red, green, yellow, blue, black]", "[]"), "setup.colours", "colours: ▸[]"),
    "fewer markers than provinces": Damage(
        "setup.yaml", ("in_the_box: 24", "in_the_box: 11"), "setup.markers", "in_the_box: ▸11"
    ),
    "fewer cards than slots": Damage(
        "setup.yaml", ('"2": [I, II]', '"2": [V]'), "setup.display", '"2": ▸[V]', also=also("cards.pantheon")
    ),
    # Texts
    "a placeholder that leads nowhere": Damage(
        "locales/en/clauses.yaml",
        ("Each player has {pieces.per_player.houses:house}", "Each player has {pieces.per_player.house:house}"),
        "text.path",
        "piece.houses: ▸>-",
    ),
    "a placeholder beyond the end of a list": Damage(
        "locales/en/clauses.yaml",
        ("{interim.coins_by_rank.0:coin}", f"{{interim.coins_by_rank.{'9' * 5000}:coin}}"),
        "text.path",
        "interim.payout.first: ▸>-",
    ),
    "a list where a number is counted": Damage(
        "locales/en/clauses.yaml", ("{display.slots.#:slot}", "{display.slots:slot}"), "text.form", "display.slots: ▸>-"
    ),
    "true or false where a number is counted": Damage(
        "locales/en/clauses.yaml", ("{display.slots.#:slot}", "{turn.may_pass:slot}"), "text.form", "display.slots: ▸>-"
    ),
    "a noun that the terms lack": Damage(
        "locales/en/clauses.yaml",
        ("{display.slots.#:slot}", "{display.slots.#:slit}"),
        "text.form",
        "display.slots: ▸>-",
    ),
    "a malformed placeholder": Damage(
        "locales/en/clauses.yaml", ("{display.slots.#:slot}", "{display slots}"), "text.malformed", "display.slots: ▸>-"
    ),
    "a placeholder with one word of two": Damage(
        "locales/en/clauses.yaml",
        ("{display.slots.#:slot}", "{display.slots.#|slot}"),
        "text.plural",
        "display.slots: ▸>-",
    ),
    "a placeholder without end": Damage(
        "locales/en/clauses.yaml",
        ("{display.slots.#:slot}", "{display.slots.#"),
        "text.malformed",
        "display.slots: ▸>-",
    ),
    "a number that is not the datum's": Damage(
        "locales/en/clauses.yaml",
        ("{display.slots.#:slot}", "{display.slots.#} of 7"),
        "text.number",
        "display.slots: ▸>-",
    ),
    "a word in the letters of another language": Damage(
        "locales/en/clauses.yaml", ("Players take turns", "Hráči take turns"), "text.letters", "\nturn.order: ▸>-"
    ),
}


def damage_and_expect(damaged: Damaged, damage: Damage) -> tuple[str, int, int, str, str]:
    """Do the damage; what its finding must be, without the facts."""
    for old, new in damage.edits if isinstance(damage.edits, list) else [damage.edits]:
        damaged.replace(damage.file, old, new)
    file = damage.found_in or damage.file
    place = damage.at if isinstance(damage.at, tuple) else damaged.place(file, damage.at)
    return file, *place, damage.code, damage.hint


def seen(findings: list[Finding]) -> list[tuple[str, int, int, str, str]]:
    return [(finding.file, finding.line, finding.column, finding.code, finding.hint) for finding in findings]


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
def test_a_damage_is_found_at_its_place_with_what_was_meant_and_nothing_else(damaged: Damaged, damage: Damage) -> None:
    expected = damage_and_expect(damaged, damage)
    findings = damaged.findings()
    assert expected in seen(findings)
    assert {finding.code for finding in findings} == {damage.code, *damage.also}
    assert render(findings, "text")


class FileDamage(NamedTuple):
    """A damage to a whole file and the finding that it must bring, alone."""

    do: Callable[[Damaged], object]
    code: str
    file: str
    place: tuple[int, int] = (1, 1)
    hint: str = ""


def put_in_place(damaged: Damaged, make: Callable[[Path], None]) -> None:
    file = damaged.file("goods.yaml")
    file.unlink()
    make(file)


ALIAS_BOMB = "a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 30))

FILE_DAMAGES = {
    "a missing file": FileDamage(lambda d: d.file("goods.yaml").unlink(), "file.missing", "goods.yaml"),
    "no map": FileDamage(lambda d: shutil.rmtree(d.file("maps")), "file.missing", "maps/*.yaml"),
    "an unexpected file": FileDamage(lambda d: d.write("notes.yaml", "a: 1\n"), "file.unexpected", "notes.yaml"),
    "a file too deep in folders": FileDamage(
        lambda d: shutil.copytree(d.file("maps"), d.file("maps/old")), "file.unexpected", "maps/old/italia.yaml"
    ),
    "an empty file": FileDamage(lambda d: d.write("goods.yaml", ""), "file.empty", "goods.yaml"),
    "a file of comments": FileDamage(lambda d: d.write("goods.yaml", "# nothing\n"), "file.empty", "goods.yaml"),
    "a file of 50 MB": FileDamage(
        lambda d: os.truncate(d.file("goods.yaml"), 50_000_000), "file.too-large", "goods.yaml"
    ),
    "a file that is not UTF-8": FileDamage(
        lambda d: d.write("locales/en/clauses.yaml", "# Æ\n# Æ Æ ".encode() + "Æ".encode("latin-1")),
        "file.not-utf-8",
        "locales/en/clauses.yaml",
        (2, 7),
    ),
    "a file in UTF-16": FileDamage(
        lambda d: d.write("goods.yaml", d.text("goods.yaml").encode("utf-16")), "file.not-utf-8", "goods.yaml"
    ),
    "a pipe": FileDamage(lambda d: put_in_place(d, os.mkfifo), "file.unreadable", "goods.yaml"),
    "a link to nowhere": FileDamage(
        lambda d: put_in_place(d, lambda file: file.symlink_to("nowhere")), "file.unreadable", "goods.yaml"
    ),
}


@pytest.mark.parametrize("damage", FILE_DAMAGES.values(), ids=FILE_DAMAGES.keys())
def test_a_damaged_file_is_found_and_does_not_spoil_the_others(damaged: Damaged, damage: FileDamage) -> None:
    damage.do(damaged)
    findings = damaged.findings()
    assert (damage.file, *damage.place, damage.code, damage.hint) in seen(findings)
    assert {finding.code for finding in findings} == {damage.code}


def test_every_code_is_shown_by_a_damage() -> None:
    shown = {damage.code for damage in DAMAGES.values()} | {damage.code for damage in FILE_DAMAGES.values()}
    # Those of disputes and editions are shown in test_disputes.py, those of translations in test_translations.py.
    elsewhere = ("dispute.", "edition.", "locale.", "term.", "text.")
    assert {code for code in shown if not code.startswith(elsewhere)} == {
        code for code in finding_codes() if not code.startswith(elsewhere)
    }


def add_translation(damaged: Damaged) -> None:
    """Add a language that stands for all, and the disputes that it has texts of."""
    for folder in ("disputes", f"locales/{TRANSLATION}"):
        shutil.copytree(SPEC / folder, damaged.file(folder), dirs_exist_ok=True)


@pytest.mark.parametrize("pattern", LAYOUT)
def test_a_file_that_cannot_be_parsed_is_the_only_finding(damaged: Damaged, pattern: str) -> None:
    if pattern in OPTIONAL:
        add_translation(damaged)
    name = sorted(damaged.folder.glob(pattern))[-1].relative_to(damaged.folder).as_posix()
    damaged.append(name, "\n}")
    assert [(finding.file, finding.code) for finding in damaged.findings()] == [(name, "yaml.syntax")]


@pytest.mark.parametrize("name", [name for name in LAYOUT if "*" not in name and name != ROOT_FILE])
def test_a_file_with_the_wrong_ending_is_missed_under_its_name(damaged: Damaged, name: str) -> None:
    wrong = name.replace(".yaml", ".yml")
    damaged.file(name).rename(damaged.file(wrong))
    assert seen(damaged.findings()) == [
        (name, 1, 1, "file.missing", ""),
        (wrong, 1, 1, "file.unexpected", f"did you mean {name!r}?"),
    ]


def test_several_faults_in_several_files_are_found_in_one_run(damaged: Damaged) -> None:
    chosen = [
        "an unknown key",
        "a tab in a list",
        "a number out of bounds",
        "a formula with an unknown term",
        "an unknown city",
        "a rulebook both silent and example",
        "a malformed placeholder",
        "fewer markers than provinces",
        "a number as a key",
        "an item twice",
    ]
    expected = [damage_and_expect(damaged, DAMAGES[name]) for name in chosen]
    assert len({file for file, *_ in expected}) == len(chosen)
    assert set(expected) <= set(seen(damaged.findings()))


def test_an_alias_bomb_is_refused_alias_by_alias(damaged: Damaged) -> None:
    damaged.write("goods.yaml", ALIAS_BOMB)
    codes = [finding.code for finding in damaged.findings()]
    anchors, aliases = 30, 29 * 9
    assert codes.count("yaml.anchor") == anchors + aliases


SURPRISES = {
    "010": "yaml.ambiguous",
    "0o17": "yaml.ambiguous",
    "0x1F": "yaml.ambiguous",
    "0b11": "yaml.ambiguous",
    "1:30": "yaml.ambiguous",
    "1_000": "yaml.ambiguous",
    "+6": "yaml.ambiguous",
    "yes": "yaml.ambiguous",
    "NO": "yaml.ambiguous",
    "On": "yaml.ambiguous",
    "True": "yaml.ambiguous",
    "~": "yaml.ambiguous",
    "Null": "yaml.ambiguous",
    "2024-01-01": "yaml.ambiguous",
    "1.5": "yaml.not-whole",
    "6.": "yaml.not-whole",
    ".5": "yaml.not-whole",
    "1e3": "yaml.not-whole",
    ".inf": "yaml.not-whole",
    "-.INF": "yaml.not-whole",
    ".nan": "yaml.not-whole",
}


@pytest.mark.parametrize(("value", "code"), SURPRISES.items())
def test_a_value_that_yaml_1_1_reads_otherwise_is_refused(damaged: Damaged, value: str, code: str) -> None:
    damaged.replace("goods.yaml", "price: 6", f"price: {value}")
    place = damaged.place("goods.yaml", f"price: ▸{value}}}")
    assert ("goods.yaml", *place, code, "") in seen(damaged.findings())


@pytest.mark.parametrize("value", SURPRISES)
def test_such_a_value_in_quotes_is_text(damaged: Damaged, value: str) -> None:
    damaged.replace("about.yaml", "game: Concordia", f"game: '{value}'")
    assert damaged.findings() == []


def test_a_truth_value_of_yaml_1_1_is_told_how_to_be_written(damaged: Damaged) -> None:
    damaged.replace("turn.yaml", "may_pass: false", "may_pass: no")
    assert (
        "'no' does not mean the same in all versions of YAML: put it in quotes if it is text, or write true or false"
        in [finding.message for finding in damaged.findings()]
    )


# Permissions: the tests may run as root, for whom no folder is locked.


@contextmanager
def as_nobody() -> Iterator[None]:
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@pytest.fixture
def open_to_nobody(damaged: Damaged) -> Damaged:
    schema_findings(read_tree(SPEC)[0])  # What is imported and cached for root need not be readable for others.
    temporary = Path(tempfile.gettempdir()).resolve()
    for folder in [damaged.folder, *damaged.folder.parents]:
        if temporary in folder.parents:
            folder.chmod(folder.stat().st_mode | 0o055)
    return damaged


@pytest.mark.parametrize(
    ("name", "mode", "reported"),
    [
        (".", 0o000, "."),
        (".", 0o444, "."),
        ("maps", 0o000, "maps"),
        ("rules", 0o444, "rules"),
        ("goods.yaml", 0o000, "goods.yaml"),
        ("locales/en/clauses.yaml", 0o000, "locales/en/clauses.yaml"),
    ],
)
def test_what_may_not_be_read_is_named_once(open_to_nobody: Damaged, name: str, mode: int, reported: str) -> None:
    locked = open_to_nobody.folder / name
    before = locked.stat().st_mode
    locked.chmod(mode)
    try:
        with as_nobody():
            findings = open_to_nobody.findings()
    finally:
        locked.chmod(before)
    assert [(finding.file, finding.message) for finding in findings] == [
        (reported, "cannot be read: Permission denied")
    ]


def test_a_path_in_a_locked_folder_is_exit_2(
    open_to_nobody: Damaged, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    locked = open_to_nobody.file("maps")
    before = locked.stat().st_mode
    locked.chmod(0o000)
    try:
        with (open_to_nobody.folder / "out").open("w") as out, monkeypatch.context() as patch, as_nobody():
            patch.setattr(sys, "stdout", out)
            code = main(["validate", str(locked / "italia.yaml")])
    finally:
        locked.chmod(before)
    (line,) = capsys.readouterr().err.splitlines()
    assert code == USAGE
    assert line.startswith("concordia: ")
    assert line.endswith(f"'{locked / 'italia.yaml'}'")


# Links


def test_a_link_back_into_the_folder_is_followed_once(damaged: Damaged) -> None:
    for name in ("a", "b"):
        damaged.file(name).symlink_to(damaged.folder)
    assert damaged.findings() == []


# The command


def test_a_sound_specification_is_exit_0(concordia: Command) -> None:
    answer = concordia("validate")
    assert (answer.code, answer.out, answer.err) == (FINE, "", "the specification is valid\n")


def test_findings_are_exit_1_and_counted(damaged: Damaged, concordia: Command) -> None:
    damaged.replace("goods.yaml", "price: 6", "price: 0")
    answer = concordia("validate", damaged.folder)
    assert answer.code == FINDINGS
    assert answer.out == f"{damaged.folder}/goods.yaml:8:17: 0 is out of bounds: at least 1 [schema.bounds]\n"
    assert answer.err == "1 finding, in 1 file\n"


def test_findings_in_several_files_are_counted(damaged: Damaged, concordia: Command) -> None:
    damaged.replace("goods.yaml", "price: 6", "price: 0")
    damaged.replace("about.yaml", "year: 2013", "year: '2013'")
    assert concordia("validate", damaged.folder).err == "2 findings, in 2 files\n"


def test_several_specifications_are_checked_together(damaged: Damaged, concordia: Command) -> None:
    assert concordia("validate", damaged.folder, SPEC).err == "the specifications are valid\n"


@pytest.mark.parametrize("command", [("validate",), ("bundle", "--spec")])
def test_a_folder_that_is_not_a_specification_is_named_in_one_line(
    tmp_path: Path, concordia: Command, command: tuple[str, ...]
) -> None:
    (tmp_path / "goods.yaml").touch()
    (tmp_path / "notes.yaml").touch()
    answer = concordia(*command, tmp_path)
    message = f"concordia: '{tmp_path}' is not a specification: it has no about.yaml\n"
    assert (answer.code, answer.out, answer.err) == (USAGE, "", message)


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("nowhere", "there is no file or folder 'nowhere'"),
        ("lone.yaml", "'lone.yaml' belongs to no specification: no folder above it holds about.yaml"),
        ("spec/notes.txt", "'spec/notes.txt' is no YAML file"),
    ],
)
def test_a_path_that_cannot_be_checked_is_exit_2(
    damaged: Damaged, concordia: Command, monkeypatch: pytest.MonkeyPatch, path: str, message: str
) -> None:
    monkeypatch.chdir(damaged.folder.parent)
    Path("lone.yaml").touch()
    Path("spec/notes.txt").touch()
    answer = concordia("validate", path)
    assert (answer.code, answer.out, answer.err) == (USAGE, "", f"concordia: {message}\n")


def test_a_name_that_is_too_long_is_exit_2(concordia_process: Command) -> None:
    answer = concordia_process("validate", "x" * 1000)
    assert answer.code == USAGE
    assert answer.err.startswith("concordia: ")
    assert len(answer.err.splitlines()) == 1


def test_of_a_file_only_its_own_findings_are_shown(
    damaged: Damaged, concordia: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(damaged.folder.parent)
    damaged.replace("goods.yaml", "price: 6", "price: 0")
    damaged.replace("about.yaml", "year: 2013", "year: '2013'")
    assert concordia("validate", "spec/goods.yaml").out.startswith("spec/goods.yaml:8:17: ")
    assert concordia("validate", "spec/goods.yaml", "spec/about.yaml").err == "2 findings, in 2 files\n"
    assert concordia("validate", "spec/turn.yaml").code == FINE


def test_a_file_named_besides_its_folder_hides_nothing(damaged: Damaged, concordia: Command) -> None:
    damaged.replace("goods.yaml", "price: 6", "price: 0")
    for paths in ((damaged.folder, damaged.file("turn.yaml")), (damaged.file("turn.yaml"), damaged.folder)):
        assert concordia("validate", *paths).err == "1 finding, in 1 file\n"


def test_json_holds_all_findings(damaged: Damaged, concordia: Command) -> None:
    damaged.replace("about.yaml", "year: 2013", "yæar: 2013")
    answer = concordia("validate", damaged.folder, "--format", "json")
    assert answer.code == FINDINGS
    assert answer.err == ""
    assert answer.out.isascii()
    file = str(damaged.file("about.yaml"))
    assert json.loads(answer.out) == {
        "findings": [
            {
                "file": file,
                "line": 3,
                "column": 1,
                "code": "schema.missing-key",
                "message": "the key 'year' is missing",
            },
            {
                "file": file,
                "line": 6,
                "column": 1,
                "code": "schema.unknown-key",
                "message": "unknown key 'yæar'; did you mean 'year'?",
            },
        ]
    }


def test_json_of_a_sound_specification_is_an_empty_list(concordia: Command) -> None:
    assert json.loads(concordia("validate", "--format", "json").out) == {"findings": []}


def test_github_commands_escape_what_would_break_them() -> None:
    finding = Finding("a,b:c%.yaml", 2, 3, "yaml.syntax", "is not YAML: 100 %\r\nnext: line, end")
    assert render([finding], "github") == (
        "::error file=a%2Cb%3Ac%25.yaml,line=2,col=3,title=yaml.syntax::is not YAML: 100 %25%0D%0Anext: line, end"
    )


def test_github_commands_are_one_a_line(damaged: Damaged, concordia: Command) -> None:
    damaged.replace("goods.yaml", "price: 6", "price: 0")
    damaged.replace("about.yaml", "year: 2013", "year: '2013'")
    lines = concordia("validate", damaged.folder, "--format", "github").out.splitlines()
    assert [line.split(" ")[0] for line in lines] == ["::error", "::error"]
    assert lines[1].endswith("goods.yaml,line=8,col=17,title=schema.bounds::0 is out of bounds: at least 1")


def test_a_long_value_is_cut_short_in_the_message(damaged: Damaged) -> None:
    damaged.replace("goods.yaml", "price: 6", f"price: {'x' * 100_000}")
    assert len(damaged.findings()[0].message) < 300


def test_a_long_word_gets_no_hint() -> None:
    assert did_you_mean("brick" * 100, ["brick" * 100 + "s"]) == ""


def test_the_largest_file_allowed_is_read(damaged: Damaged) -> None:
    text = damaged.text("goods.yaml")
    damaged.write("goods.yaml", text + "#" * (LARGEST_FILE - len(text.encode())))
    assert damaged.findings() == []


# Random damage: whatever it is, it is findings or a specification that can be used.

# One dispute stands for all of them, and one language besides English.
NAMES = sorted(
    str(path.relative_to(SPEC))
    for path in SPEC.glob("**/*.yaml")
    if path.parent.name != "disputes"
    and (path.parent.parent.name != "locales" or path.parent.name in (ENGLISH, TRANSLATION))
)
NAMES.append("disputes/colonist-income.yaml")
FUZZ = settings(
    max_examples=30, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
ODD_VALUES: list[Any] = [None, True, 0, -1, "", "x", "roma", [], {}, [[]], [{}], ["x"], {"x": []}, {"x": "x"}]


def check_usable_or_refused(damaged: Damaged, name: str, content: bytes) -> None:
    tag = TRANSLATION if f"/{TRANSLATION}/" in name else ENGLISH
    if tag == TRANSLATION:
        add_translation(damaged)
    damaged.write(name, content)
    _language.cache_clear()
    with suppress(SpecificationError), speaking(tag):
        spec = load(damaged.folder)
        for kind in KINDS:
            assert show(english(), spec, kind, None)
    damaged.write(name, (SPEC / name).read_bytes())
    if tag == TRANSLATION:
        # A change of an English text would be a fault of every translation.
        shutil.rmtree(damaged.file(f"locales/{TRANSLATION}"))


@pytest.mark.simulation
@FUZZ
@given(name=st.sampled_from(NAMES), data=st.data())
def test_damaged_bytes_never_break_the_command(damaged: Damaged, name: str, data: st.DataObject) -> None:
    content = bytearray((SPEC / name).read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(content)))
        end = data.draw(st.integers(start, min(start + 40, len(content))))
        content[start:end] = data.draw(
            st.binary(max_size=6) | st.sampled_from([b"\t", b": ", b"- ", b"&a ", b"{", b"]"])
        )
    check_usable_or_refused(damaged, name, bytes(content))


@pytest.mark.simulation
@FUZZ
@given(name=st.sampled_from(NAMES), data=st.data())
def test_damaged_lines_never_break_the_command(damaged: Damaged, name: str, data: st.DataObject) -> None:
    lines = (SPEC / name).read_bytes().splitlines(keepends=True)
    for _ in range(data.draw(st.integers(1, 3))):
        here, there = (data.draw(st.integers(0, len(lines) - 1)) for _ in range(2))
        match data.draw(st.sampled_from(["drop", "copy", "indent"])):
            case "drop":
                lines[here] = b""
            case "copy":
                lines[here] = lines[there]
            case _:
                lines[here] = b"  " + lines[here]
    check_usable_or_refused(damaged, name, b"".join(lines))


@pytest.mark.simulation
@FUZZ
@given(name=st.sampled_from(NAMES), data=st.data())
def test_values_of_the_wrong_shape_never_break_the_command(damaged: Damaged, name: str, data: st.DataObject) -> None:
    source = read_tree(SPEC)[0].sources[name]
    path = data.draw(st.sampled_from(sorted(source.value_marks, key=repr)))
    odd = data.draw(st.sampled_from(ODD_VALUES))
    # JSON is YAML, apart from a few letters that the files do not hold.
    content = json.dumps(put(source.data, path, odd), ensure_ascii=False)
    check_usable_or_refused(damaged, name, content.encode())


def put(data: Any, path: tuple[str | int, ...], value: Any) -> Any:
    """The data with another value at a path."""
    if not path:
        return value
    changed = data.copy()
    changed[path[0]] = put(data[path[0]], path[1:], value)
    return changed
