"""What YAML allows and a specification does not."""

from __future__ import annotations

from tests.spec.damages.damage import WINE, Damage, also

YAML = {
    "broken YAML": Damage("goods.yaml", (WINE, "  wine: {price: 6\n"), "yaml.syntax", "cloth▸: {price: 7}"),
    "a quote without end": Damage("goods.yaml", ("{price: 6}", "'{price: 6}"), "yaml.syntax", (21, 1)),
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
    "a second document": Damage("goods.yaml", ("\nclauses:\n", "\n---\nclauses:\n"), "yaml.documents", "▸---"),
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
}
