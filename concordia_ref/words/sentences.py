"""Formulas and actions as sentences, made from the data: a changed number changes the sentence in every language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations
from typing import Any

from concordia_ref.spec.model import God, Quantity, Specification, Step
from concordia_ref.words.languages import Language, Term, english


def god_sentence(words: Language, god: God) -> str:
    """What each card of a god is worth, as a sentence about the cards of the god."""
    return words.say("formula.card", god=Term("gods", god.id), text=formula(words, god))


def formula(words: Language, god: God) -> str:
    """What each card of a god is worth: "1 point for each of your houses outside brick cities, at most 15"."""
    per = _full(words, god) if god.full > 1 or god.per.sum else _per(words, god.per)
    if god.points is None:
        text = words.say("formula.printed", per=per)
    else:
        text = words.say("formula.points", points=god.points, per=per)
    if god.at_most is None:
        return text
    limits = set(god.at_most.values())
    if len(limits) == 1:
        return words.say("formula.at-most", text=text, limit=limits.pop())
    by_map = [words.say("formula.limit", limit=limit, map=Term("maps", id)) for id, limit in god.at_most.items()]
    return words.say("formula.at-most-by-map", text=text, limits=by_map)


def _full(words: Language, god: God) -> str:
    if not god.per.sum and god.per.count not in (None, "coins"):
        # The words for "every full 2" fit money alone.
        return f"{_per(words, god.per)} (÷ {god.full})"
    return words.say("formula.full", full=god.full, amount=_amount(words, god.per))


def _amount(words: Language, quantity: Quantity) -> str:
    if quantity.sum:
        return words.say("amount.sum", parts=[_amount(words, part) for part in quantity.sum])
    key = f"amount.{quantity.value_of or quantity.count}"
    return words.say(key) if key in english().messages else _per(words, quantity)


def _per(words: Language, quantity: Quantity) -> str:
    if quantity.value_of or quantity.count == "coins":
        return words.say(f"per.{quantity.value_of or quantity.count}")
    owner = "" if quantity.count == "cities" else f".{quantity.owner or 'self'}"
    return words.say(f"per.{quantity.count}{owner}", where=_where(words, quantity))


def _where(words: Language, quantity: Quantity) -> str:
    for key, good in (("is", quantity.city_good_is), ("not", quantity.city_good_is_not)):
        if good == "of_the_card":
            return words.say(f"where.{key}-of-the-card")
        if good:
            return words.say(f"where.{key}", good=Term("goods", good))
    return ""


def step_sentences(words: Language, spec: Specification, step: Step) -> Iterator[str]:
    """The sentences of a step: one for its verb, and one for each parameter or each value of it."""
    cities = {game_map.start_city for game_map in spec.maps.values()}
    facts: dict[str, Any] = {**step.parameters, "costs": spec.data["costs"], "start_city": Term("cities", min(cities))}
    for name in ("not_copied", "one_action_of"):
        facts[name] = [Term("cards", kind) for kind in facts.get(name, ())]
    chosen = {
        next((key for key in keys if key in english().messages), None) for keys in _keys(step.do, step.parameters)
    }
    # The sentences come in the order of the English messages.
    sentences = (words.say(key, **facts) for key in english().messages if key in chosen)
    # A value without an effect has an empty message.
    yield from filter(None, sentences)


def _keys(verb: str, parameters: Mapping[str, Any]) -> Iterator[list[str]]:
    """The keys for a verb and for each of its parameters: for each the possible ones, the most specific first."""
    yield [f"do.{verb}"]
    for name, value in parameters.items():
        if value == ():
            continue
        here = f"do.{verb}.{name}"
        if isinstance(value, Mapping):
            yield from ([f"{here}.{key}.{text}" for text in _texts(item)] for key, item in value.items())
        else:
            # One sentence says whose houses produce and where.
            special = [f"{here}.{text}.{parameters.get('in')}" for text in _texts(value)]
            yield [*special, *(f"{here}.{text}" for text in _texts(value)), here]


def _texts(value: Any) -> list[str]:
    """A value as the keys of messages write it; a list may be in any order."""
    if isinstance(value, (list, tuple)):
        return [".".join(items) for items in permutations(value)]
    return [str(value).lower() if isinstance(value, bool) else str(value)]
