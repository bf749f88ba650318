"""Sentences that say what is wrong with an engine, in terms of the rules."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from concordia_ref.suite.fingerprints import KnownFault

PARTS = {
    "to_play": "the wrong player is to play",
    "praefectus_magnus": "the wrong player holds the Praefectus Magnus",
    "winner": "the wrong player wins",
    "first_player": "the wrong player is the first player",
    "last_turns": "the last turns are wrong",
    "display": "the wrong cards are for sale",
    "stack": "the stack is wrong",
    "city_goods": "the goods of the cities are wrong",
    "map": "the map is wrong",
}
PLAYED = {
    "hand +": "the card played is still in the hand",
    "hand -": "the card played is not in the hand",
    "pile +": "the card played lies on the discard pile",
    "pile -": "the card played does not lie on the discard pile",
}


def title(nearest: KnownFault | None, clauses: tuple[str, ...], shapes: Iterable[str]) -> str:
    """What is wrong: the sentence of a planted bug that looks like it, or the first clause and what goes wrong."""
    if nearest is not None and nearest.kind == "planted":
        return nearest.note.removesuffix(".")
    sentence = group_title(shapes, clauses)
    if nearest is not None and " > " in nearest.note:
        right, _, other = nearest.note.partition(" > ")
        sentence += f", as if {nearest.datum} were {other} and not {right}"
    return sentence


def group_title(shapes: Iterable[str], clauses: tuple[str, ...]) -> str:
    """The first clause, and what goes wrong most often."""
    counts = Counter(shapes)
    # Among equally frequent shapes, always the same one.
    shape = min(counts, key=lambda one: (-counts[one], one), default="")
    what = phrase(shape)
    return f"{clauses[0]}: {what}" if clauses else what[:1].upper() + what[1:]


def phrase(shape: str) -> str:
    """A shape in words.

    >>> phrase("own coins more")
    'the player has too many sestertii'
    >>> phrase("other goods.wine less")
    'another player has too little wine'
    >>> phrase("twin refused architect")
    'legal turns with the Architect are refused'
    """
    stage, _, bare = shape.partition(" ")
    if stage == "refusal":
        return f"after a refusal {phrase(bare)}"
    if stage in ("twin", "way"):
        return phrase(bare)
    head, _, rest = shape.partition(" ")
    match head:
        case "position":
            return "positions are not accepted"
        case "refused" | "accepted":
            turns = "turns without a card" if rest == "pass" else f"turns with the {rest.replace('_', ' ').title()}"
            return f"{'legal' if head == 'refused' else 'illegal'} {turns} are {head}"
        case "fault" | "error" | "broken" | "answer":
            return f"the adapter breaks: {rest}" if rest else "the adapter breaks"
        case "totals":
            return f"too {'many' if rest.endswith('more') else 'few'} points are counted"
        case "gods":
            god, _, change = rest.partition(" ")
            return f"too {'many' if change == 'more' else 'few'} points are counted for {god.title()}"
        case "interim":
            return f"the interim score is {'missing' if rest == 'none' else 'wrong'}"
        case "concordia":
            return "nobody takes the Concordia card" if rest == "none" else "the wrong player holds the Concordia card"
        case "markers":
            return f"bonus markers lie {rest.partition(' ')[0]} side up"
        case "own" | "other":
            return _of_player("the player" if head == "own" else "another player", rest)
    return PARTS.get(head, f"{head} is wrong")


def _of_player(who: str, what: str) -> str:
    path, _, change = what.rpartition(" ")
    part = path.rpartition(".")[2]
    if change in ("more", "less"):
        if path == "coins":
            return f"{who} has too {'many' if change == 'more' else 'few'} sestertii"
        return f"{who} has too {'much' if change == 'more' else 'little'} {part}"
    if change.endswith("played") and f"{part} {change[0]}" in PLAYED:
        return PLAYED[f"{part} {change[0]}"]
    name = {
        "hand": "hand",
        "pile": "discard pile",
        "houses": "houses",
        "land": "land colonists",
        "sea": "sea colonists",
    }
    if part in name:
        whose = "the player's" if who == "the player" else "another player's"
        if change == "order":
            return f"{whose} {name[part]} is in another order"
        if change.endswith("card"):
            return f"a card is {'missing from' if change[0] == '-' else 'wrongly in'} {whose} {name[part]}"
        return f"{whose} {name[part]} are wrong"
    return f"{who}'s {part or 'state'} is wrong"


def area(shape: str) -> str:
    """The part of the game that a shape is about, whoever's it is.

    >>> area("twin own goods.wine less"), area("refusal markers goods up"), area("refused architect")
    ('goods', 'markers', 'refused')
    """
    words = [word for word in shape.split(" ") if word not in ("twin", "refusal", "way", "own", "other")]
    name = re.split(r"[.]", words[0])[0] if words else shape
    return "cards" if name in ("hand", "pile") else "cards for sale" if name in ("display", "stack") else name
