"""Texts that do not fit the data or their language."""

from __future__ import annotations

from tests.spec.damages.damage import Damage, also

TEXTS = {
    "a placeholder that leads nowhere": Damage(
        "locales/en/clauses.yaml",
        ("Each player has {pieces.per_player.houses:house}", "Each player has {pieces.per_player.house:house}"),
        "text.path",
        "piece.houses: ▸>-",
        # The block of the rulebook about the clause must be looked at again, here and below.
        also=also("text.stale"),
    ),
    "a placeholder beyond the end of a list": Damage(
        "locales/en/clauses.yaml",
        ("{interim.coins_by_rank.0:coin}", f"{{interim.coins_by_rank.{'9' * 5000}:coin}}"),
        "text.path",
        "interim.payout.first: ▸>-",
        also=also("text.stale"),
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
        "locales/en/clauses.yaml",
        ("Players take turns", "Hráči take turns"),
        "text.letters",
        "\nturn.order: ▸>-",
        also=also("text.stale"),
    ),
    "a possessor that is not named": Damage(
        "locales/en/clauses.yaml",
        ("Players take turns", "Per own turn, turns"),
        "text.style",
        "\nturn.order: ▸>-",
        also=also("text.stale"),
    ),
}
