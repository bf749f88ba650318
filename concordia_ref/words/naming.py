"""The things of a game by name: cards, cities and lines, pieces, and the facts of a violation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from concordia_ref.engine.errors import Violation
from concordia_ref.engine.problems import ImpossibleState, Problem
from concordia_ref.spec.errors import Malformed
from concordia_ref.spec.model import Map, Specification
from concordia_ref.words.languages import Language, Term

# Facts that are ids, and the group of terms that names them.
TERM_FACTS = {
    "city": "cities",
    "start_city": "cities",
    "province": "provinces",
    "map": "maps",
    "good": "goods",
    "god": "gods",
    "choice": "alternatives",
}
LIST_FACTS = {"kinds": "goods", "alternatives": "alternatives"}
CARD_FACTS = ("card", "top")
CARD_LIST_FACTS = ("hand", "display", "cards", "gained", "owed")
PLACE_FACTS = ("from", "to")


def capitalized(text: str) -> str:
    """A text whose first letter is a capital; the others stay as they are."""
    return text[:1].upper() + text[1:]


def card_name(words: Language, spec: Specification, id: str) -> str:
    """The name of a card, with its deck if it was for sale: Mercator (II)."""
    if id not in spec.cards:
        return words.name("cards", id)
    card = spec.cards[id]
    name = words.name("cards", card.kind)
    return f"{name} ({card.deck})" if card.deck else name


def place_name(words: Language, place: str) -> str:
    """The name of a city, or of a line by the cities at its ends: Massilia–Roma (sea)."""
    if "~" not in place:
        return words.name("cities", place)
    ends, _, kind = place.partition(":")
    return f"{'–'.join(words.name('cities', end) for end in ends.split('~'))} ({words.say(f'kind.{kind}')})"


def stationed(words: Language, colonists: Iterable[tuple[str, str]]) -> dict[str, str]:
    """By place, how many colonists of each kind stand there; the kind also says which line is meant."""
    places: dict[str, Counter[str]] = {}
    for kind, place in colonists:
        name = "–".join(words.name("cities", end) for end in place.partition(":")[0].split("~"))
        places.setdefault(name, Counter())[kind] += 1
    return {
        name: words.listed([words.counted(number, f"{kind}_colonist") for kind, number in kinds.items()])
        for name, kinds in places.items()
    }


def stations(words: Language, colonists: Iterable[tuple[str, str]]) -> str:
    """Colonists by their places in one line: Roma (1 land colonist and 2 sea colonists)."""
    return ", ".join(f"{name} ({number})" for name, number in stationed(words, colonists).items())


def map_title(words: Language, game_map: Map) -> str:
    """A map by its name, with how many players it is for and what is on it."""
    kinds = [line.kind for line in game_map.lines.values()]
    return words.say(
        "show.map-title",
        map=Term("maps", game_map.id),
        players=game_map.players,
        provinces=len(game_map.provinces),
        cities=len(game_map.cities) - 1,
        land=kinds.count("land"),
        sea=kinds.count("sea"),
    )


def colonist(kind: str) -> Term:
    """A colonist of a kind, to be named."""
    return Term("things", f"{kind}_colonist")


def violation_text(words: Language, spec: Specification, violation: Violation) -> str:
    """Why a turn is refused, as a sentence; if there is no sentence for the clause, the facts."""
    key = f"violation.{violation.clause}"
    if violation.clause == "senator.price" and not violation.facts["any"]:
        # Without goods of choice the card costs what it costs with a Consul.
        key = "violation.consul.price"
    if key not in words.messages:
        return str(violation)
    return words.say(key, **_facts(words, spec, violation.facts))


def problem_text(words: Language, problem: Problem) -> str:
    """What is wrong with a state, as a sentence, after the place where it is wrong."""
    facts = dict(problem.facts)
    if "what" in facts:
        facts["what"] = words.say(f"what.{facts['what']}")
    if f"type.{facts.get('wanted')}" in words.messages:
        facts["wanted"] = words.say(f"type.{facts['wanted']}")
    text = words.say(f"problem.{problem.code}", **facts)
    if "meant" in facts:
        text = f"{text}; {words.say('hint.did-you-mean', word=repr(facts['meant']))}"
    return f"{problem.pointer}: {text}" if problem.pointer else text


def malformed_text(words: Language, error: Malformed) -> str:
    """Why a document is not accepted; the problems of a position are about the game, and so in any language."""
    if not isinstance(error, ImpossibleState):
        return str(error)
    text = words.say("malformed.state", problems="\n".join(problem_text(words, each) for each in error.problems))
    return f"{error.pointer}: {text}" if error.pointer else text


def _facts(words: Language, spec: Specification, facts: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _fact(words, spec, name, value) for name, value in facts.items()}


def _fact(words: Language, spec: Specification, name: str, value: Any) -> Any:
    if name in TERM_FACTS:
        return Term(TERM_FACTS[name], value)
    if name in LIST_FACTS:
        return [Term(LIST_FACTS[name], item) for item in value]
    if name in CARD_FACTS:
        return card_name(words, spec, value)
    if name in CARD_LIST_FACTS and not isinstance(value, Mapping):
        return [card_name(words, spec, card) for card in dict.fromkeys(value)]
    if name in PLACE_FACTS:
        return place_name(words, value)
    return colonist(value) if name == "kind" else value
