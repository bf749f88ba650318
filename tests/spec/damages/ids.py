"""Ids that do not exist, are missing or stand in the wrong place."""

from __future__ import annotations

from tests.spec.damages.damage import Damage, also

IDS = {
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
        also=also("id.incomplete", "text.stale"),
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
        "citations/sr.yaml",
        ("turn.order: {says: stated, section: course", "turn.order: {says: stated, section: corse"),
        "id.unknown",
        "▸corse",
        hint="did you mean 'course'?",
    ),
    "an unknown clause in a rulebook": Damage(
        "citations/cs.yaml",
        ("tribune.recall:", "tribune.recal:"),
        "id.unknown",
        "▸tribune.recal:",
        hint="did you mean 'tribune.recall'?",
        also=frozenset({"id.incomplete"}),
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
        also=also("text.stale"),
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
}
