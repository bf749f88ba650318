"""A position in words, for the terminal."""

from __future__ import annotations

from concordia_ref.rules import Rules
from concordia_ref.state import State
from concordia_ref.tables import paragraph, table


def position_text(rules: Rules, state: State) -> str:
    """The players, the display and the markers of a position."""
    header = ["seat", "coins", *rules.goods, "room", "houses", "hand", "top of pile", "colonists"]
    rows = []
    for seat, player in enumerate(state.players):
        marks = "".join(
            mark for mark, here in (("▶", state.to_play == seat), ("M", state.praefectus_magnus == seat)) if here
        )
        colonists = ", ".join(f"{kind}@{place}" for kind, place in player.colonists)
        rows.append(
            [
                f"{seat} {marks}",
                str(player.coins),
                *map(str, player.goods),
                str(rules.room(player)),
                str(len(player.houses)),
                str(len(player.hand)),
                player.pile[-1] if player.pile else "-",
                colonists,
            ]
        )
    display = ", ".join(
        card + ("" if not surcharge else f" +{'+'.join('?' if good == 'any' else good for good in surcharge)}")
        for card, surcharge in zip(state.display, rules.spec.display.slots, strict=False)
    )
    parts = [
        table(header, rows),
        *(
            paragraph(f"houses of {seat}: {', '.join(player.houses)}")
            for seat, player in enumerate(state.players)
            if player.houses
        ),
        paragraph(f"for sale: {display or 'nothing'}; {len(state.stack)} in the stack"),
        paragraph(f"markers with coins: {', '.join(state.coin_side) or 'none'}"),
    ]
    if state.concordia is not None:
        parts.append(paragraph(f"seat {state.concordia} has the Concordia card"))
    return "\n".join(parts)
