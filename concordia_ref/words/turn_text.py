"""A turn in words: the card, and what is done with it."""

from __future__ import annotations

from collections.abc import Iterator

from concordia_ref.engine.turn import Turn
from concordia_ref.spec.model import Specification
from concordia_ref.words.languages import Language, Term
from concordia_ref.words.naming import card_name, colonist, place_name


def turn_text(words: Language, spec: Specification, turn: Turn) -> str:
    """A turn as a list of what is done, the card first."""
    return words.say("separator").join(_parts(words, spec, turn))


def _parts(words: Language, spec: Specification, turn: Turn) -> Iterator[str]:
    goods: dict[str, dict[str, int]] = {}
    bought = []
    for kind, *what in turn.choices:
        match kind:
            case "pass":
                yield words.say("turn.pass")
            case "card":
                yield card_name(words, spec, what[0])
            case "choice":
                yield words.name("alternatives", what[0])
            case "without_action":
                yield words.say("turn.without-action")
            case "province":
                yield words.say("turn.province", province=Term("provinces", what[0]))
            case "magnus":
                yield words.say("turn.magnus" if what[0] else "turn.magnus-kept")
            case "recall":
                if not what[0]:
                    yield words.say("turn.no-recall")
            case "place":
                yield words.say("turn.place", colonist=colonist(what[0]), city=Term("cities", what[1]))
            case "move":
                ends = {"from": place_name(words, what[1]), "to": place_name(words, what[2])}
                yield words.say("turn.move", colonist=colonist(what[0]), **ends)
            case "build":
                yield words.say("turn.build", city=Term("cities", what[0]))
            case "sell":
                goods.setdefault("turn.sell", {})[what[0]] = what[1]
            case "buy":
                goods.setdefault("turn.buy", {})[what[0]] = what[1]
            case "any":
                paid = goods.setdefault("turn.any", {})
                paid[what[0]] = paid.get(what[0], 0) + 1
            case "purchase" | "purchase_for_surcharge":
                bought.append(card_name(words, spec, what[0]))
            case "keep":
                seat, kept, thrown = what
                yield words.say("turn.keep", seat=seat, goods=dict(kept))
                if thrown:
                    yield words.say("turn.discard", seat=seat, goods=dict(thrown))
            case "copy":
                yield words.say("turn.copy", seat=what[0], card=card_name(words, spec, what[1]))
            case _:
                raise ValueError(f"a turn has no choice {kind!r}")
    if bought:
        yield words.say("turn.purchase", cards=bought)
    for key, amounts in goods.items():
        yield words.say(key, goods=amounts)
