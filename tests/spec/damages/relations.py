"""What must hold between the files: clauses, maps, cards and the set-up."""

from __future__ import annotations

from tests.spec.damages.damage import Damage, also

RELATIONS = {
    # Clauses
    "a clause that no datum refers to": Damage(
        "turn.yaml", ("turn.discard, ", ""), "clause.unused", "  ▸turn.discard:", found_in="rules/turn.yaml"
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
    "a clause that a rulebook lacks": Damage(
        "citations/hu.yaml", ("turn.no-passing: {says: silent}\n", ""), "id.incomplete", (5, 1)
    ),
    "a clause that a dispute denies": Damage(
        "citations/pl.yaml",
        ("goods.price: {says: silent}", "goods.price: {says: stated, section: mercator, at: paragraph 1}"),
        "clause.stance",
        "goods.price: {says: ▸stated",
    ),
    "a clause that reads otherwise in no dispute": Damage(
        "citations/cs.yaml",
        ("turn.one-card: {says: stated", "turn.one-card: {says: otherwise"),
        "clause.stance",
        "turn.one-card: {says: ▸otherwise",
    ),
    "a place in a silent rulebook": Damage(
        "citations/pl.yaml",
        ("goods.price: {says: silent}", "goods.price: {says: silent, at: item 1}"),
        "schema.unknown-key",
        "goods.price: {says: silent, ▸at",
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
}
