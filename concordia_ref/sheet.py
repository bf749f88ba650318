"""The score sheet for the terminal: a table of gods and players, bars, and how the points came about."""

from __future__ import annotations

from collections.abc import Iterator

from concordia_ref.model import Specification
from concordia_ref.scoring import CardScore, Count, PlayerScore, ScoreSheet
from concordia_ref.tables import paragraph, table

BAR = 40


def sheet_text(spec: Specification, sheet: ScoreSheet, *, explain: bool) -> str:
    """The score sheet, with everything that was counted if asked for."""
    gods = spec.locales["en"].terms["gods"]
    header = ["", *(f"seat {player.seat}" for player in sheet.players)]
    rows = [
        [gods[god], *(str(player.gods[index].total) for player in sheet.players)] for index, god in enumerate(spec.gods)
    ]
    rows.append(["Concordia", *(str(player.concordia) for player in sheet.players)])
    rows.append(["total", *(str(player.total) for player in sheet.players)])
    parts = [table(header, rows), _bars(sheet), _verdict(sheet)]
    if explain:
        parts += [_explanation(spec, player) for player in sheet.players]
    return "\n\n".join(parts)


def _bars(sheet: ScoreSheet) -> str:
    best = max(max(player.total for player in sheet.players), 1)
    return "\n".join(
        f"  seat {player.seat}  {'█' * (player.total * BAR // best):{BAR}} {player.total:>4}"
        + ("  ← winner" if player.seat == sheet.winner else "")
        for player in sheet.players
    )


def _verdict(sheet: ScoreSheet) -> str:
    how = " on the tie-break: the Praefectus Magnus" if sheet.by_tie_break else ""
    return f"  seat {sheet.winner} wins{how}"


def _explanation(spec: Specification, player: PlayerScore) -> str:
    lines = [f"Seat {player.seat}"]
    names = spec.locales["en"].terms["gods"]
    for god in player.gods:
        lines.append(f"\n  {names[god.god]}: {god.total}")
        lines += [paragraph(text, 4) for card in god.cards for text in _card(card)]
    if player.concordia:
        lines.append(f"\n  Concordia: {player.concordia}")
    return "\n".join([*lines, f"\n  total: {player.total}"])


def _card(card: CardScore) -> Iterator[str]:
    capped = f", at most {card.at_most}" if card.total < card.times * card.points else ""
    yield f"{card.card}: {card.times} × {card.points} = {card.total}{capped}; counted {_count(card.counted)}"


def _count(count: Count) -> str:
    if count.parts:
        return f"{' + '.join(_count(part) for part in count.parts)} = {count.number}"
    words = f"{count.number} {count.what.replace('_', ' ')}"
    if not count.items:
        return words
    items = [f"{item[1]} {item[0]} {item[2]}" if isinstance(item, tuple) else str(item) for item in count.items]
    return f"{words} ({', '.join(items)})"
