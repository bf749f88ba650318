"""What a schema refuses."""

from __future__ import annotations

from tests.spec.damages.damage import Damage, also

SCHEMAS = {
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
        also=frozenset({"dispute.patch-path"}),
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
}
