"""A position in words, for the terminal."""

from __future__ import annotations

from concordia_ref.engine.rules import Rules
from concordia_ref.engine.state import State
from concordia_ref.words.languages import Language
from concordia_ref.words.naming import card_name, stations
from concordia_ref.words.tables import paragraph, table


def position_text(words: Language, rules: Rules, state: State) -> str:
    """The players, the display and the markers of a position."""
    spec = rules.spec
    header = [
        words.name("things", "player"),
        words.say("position.coins"),
        *(words.name("goods", good) for good in rules.goods),
        words.say("position.room"),
        words.say("position.houses"),
        words.say("position.hand"),
        words.say("position.pile"),
        words.say("position.colonists"),
    ]
    rows = []
    for seat, player in enumerate(state.players):
        marks = "".join(
            mark for mark, here in (("▶", state.to_play == seat), ("M", state.praefectus_magnus == seat)) if here
        )
        rows.append(
            [
                f"{words.say('seat', seat=seat)} {marks}",
                str(player.coins),
                *map(str, player.goods),
                str(rules.room(player.goods, player.colonists)),
                str(len(player.houses)),
                str(len(player.hand)),
                card_name(words, spec, player.pile[-1]) if player.pile else "-",
                stations(words, player.colonists),
            ]
        )
    display = [
        card_name(words, spec, card)
        + "".join(f" +{'?' if good == 'any' else words.name('goods', good)}" for good in surcharge)
        for card, surcharge in zip(state.display, spec.display.slots, strict=False)
        if card
    ]
    nothing = words.say("position.none")
    provinces = words.names("provinces", state.coin_side) or nothing
    parts = [
        table(header, rows),
        *(
            paragraph(words.say("position.houses-of", seat=seat, cities=words.names("cities", player.houses)))
            for seat, player in enumerate(state.players)
            if player.houses
        ),
        paragraph(words.say("position.for-sale", cards=", ".join(display) or nothing, left=len(state.stack))),
        paragraph(words.say("position.markers", provinces=provinces)),
    ]
    if state.concordia is not None:
        parts.append(paragraph(words.say("position.concordia", seat=state.concordia)))
    return "\n".join(parts)
