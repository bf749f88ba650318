"""The score sheet for the terminal: a table of gods and players, bars, and how the points came about."""

from __future__ import annotations

from collections.abc import Iterator

from concordia_ref.engine.scoring import CardScore, Count, PlayerScore, ScoreSheet
from concordia_ref.spec.model import Specification
from concordia_ref.words.languages import Language, Said
from concordia_ref.words.naming import capitalized, card_name, stationed
from concordia_ref.words.tables import paragraph, table

BAR = 40
# The terms that name what is counted.
GROUPS = {
    "houses": "cities",
    "cities": "cities",
    "provinces_with_houses": "provinces",
    "goods_produced_by_houses": "goods",
}


def sheet_text(words: Language, spec: Specification, sheet: ScoreSheet, *, explain: bool) -> str:
    """The score sheet, with everything that was counted if asked for."""
    header = ["", *(words.say("seat", seat=player.seat) for player in sheet.players)]
    rows = [
        [words.name("gods", god), *(str(player.gods[index].total) for player in sheet.players)]
        for index, god in enumerate(spec.gods)
    ]
    rows.append([words.name("cards", "concordia"), *(str(player.concordia) for player in sheet.players)])
    rows.append([words.say("sheet.total"), *(str(player.total) for player in sheet.players)])
    verdict = words.say("sheet.wins-tie" if sheet.by_tie_break else "sheet.wins", seat=sheet.winner)
    parts = [table(header, rows), _bars(words, sheet), f"  {verdict}"]
    if explain:
        parts += [_explanation(words, spec, player) for player in sheet.players]
    return "\n\n".join(parts)


def _bars(words: Language, sheet: ScoreSheet) -> str:
    best = max(max(player.total for player in sheet.players), 1)
    names = {player.seat: words.say("seat", seat=player.seat) for player in sheet.players}
    width = max(map(len, names.values()))
    return "\n".join(
        f"  {names[player.seat]:{width}}  {'█' * (player.total * BAR // best):{BAR}} {player.total:>4}"
        + (f"  ← {words.say('sheet.winner')}" if player.seat == sheet.winner else "")
        for player in sheet.players
    )


def _explanation(words: Language, spec: Specification, player: PlayerScore) -> str:
    lines = [capitalized(words.say("seat", seat=player.seat))]
    for god in player.gods:
        lines.append(f"\n  {words.say('pair', name=words.name('gods', god.god), value=god.total)}")
        lines += [paragraph(card_score_text(words, spec, card), 4) for card in god.cards]
    if player.concordia:
        lines.append(f"\n  {words.say('pair', name=words.name('cards', 'concordia'), value=player.concordia)}")
    return "\n".join([*lines, f"\n  {words.say('pair', name=Said('sheet.total'), value=player.total)}"])


def card_score_text(words: Language, spec: Specification, card: CardScore) -> str:
    """How the points of a card came about."""
    product = card.times * card.points
    facts = {"card": card_name(words, spec, card.card), "times": card.times, "points": card.points, "total": card.total}
    key = "sheet.card" if card.total == product else "sheet.card-capped"
    return words.say(key, **facts, product=product, counted=_counted(words, card.counted))


def _counted(words: Language, count: Count) -> str:
    if count.parts:
        return f"{' + '.join(_counted(words, part) for part in count.parts)} = {words.number(count.number)}"
    text = words.say(f"counted.{count.what}", number=count.number)
    items = ", ".join(_items(words, count))
    return f"{text} ({items})" if items else text


def _items(words: Language, count: Count) -> Iterator[str]:
    if count.what == "colonists_on_board":
        # Each is written `land@roma`.
        pairs = [(kind, place) for kind, _, place in (item.partition("@") for item in count.items)]
        yield from (words.say("pair", name=name, value=text) for name, text in stationed(words, pairs).items())
        return
    for item in count.items:
        match item:
            case (good, number, value):
                yield words.say("counted.good", amount=words.counted(number, good), value=value)
            case _:
                yield words.name(GROUPS[count.what], item)
