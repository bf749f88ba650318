"""Cards that differ in nothing but their names, for engines that keep them as equal values.

Such an engine declares `cards_alike`: any of equal cards may stand for another. What turns on the name of a card cannot
be asked of it, and which scenarios those are is found by playing: under another name of its card a refused turn would
be legal, or a legal one would come to something else, as when two equal cards lie in the display at different prices.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from concordia_ref.engine.errors import Refused
from concordia_ref.engine.game import Game
from concordia_ref.engine.state import State
from concordia_ref.spec.errors import Malformed
from concordia_ref.spec.model import Card
from concordia_ref.suite.cases import Case
from concordia_ref.suite.ways import Way, set_up_of


def equal_cards(cards: Mapping[str, Card]) -> dict[str, tuple[str, ...]]:
    """The cards that have equals, each with the names of all cards that do, cost and score the same.

    >>> from concordia_ref import load
    >>> equal = equal_cards(load().cards)
    >>> equal["ii_consul"]
    ('ii_consul', 'iii_consul', 'iv_consul', 'v_consul')
    >>> "i_diplomat" in equal
    False
    """
    classes: dict[Any, list[str]] = {}
    for card in cards.values():
        cost = tuple(sorted(card.cost.items()))
        same = (card.action, card.good, card.income, cost, card.god, card.points, card.deck is None)
        classes.setdefault(same, []).append(card.id)
    return {id: tuple(names) for names in classes.values() if len(names) > 1 for id in names}


def with_one_name(value: Any, equal: Mapping[str, tuple[str, ...]]) -> Any:
    """A state, or a part of one, with equal cards all called by the name of the first."""
    if isinstance(value, str):
        return equal[value][0] if value in equal else value
    if isinstance(value, list):
        return [with_one_name(item, equal) for item in value]
    if isinstance(value, Mapping):
        return {key: with_one_name(item, equal) for key, item in value.items()}
    return value


def turns_on_names(case: Case, way: Way | None) -> bool:
    """Whether it matters in a case, or on the way to its position, which of several equal cards is meant."""
    game = case.game
    if way is not None and way.turns and names_matter(game, set_up_of(game, way.new), way.turns, rejected=False):
        return True
    if case.state is None:
        return False
    begin = game.state_from_json(case.state)
    return names_matter(game, begin, case.turns, rejected=case.rejected)


def names_matter(game: Game, state: State, turns: Sequence[Mapping[str, Any]], *, rejected: bool) -> bool:
    """Whether turns, the last of which may be illegal, come to something else where equal cards change their names."""
    equal = equal_cards(game.spec.cards)
    for number, turn in enumerate(turns, 1):
        is_legal = number < len(turns) or not rejected
        after = game.play(state, turn) if is_legal else None
        wanted = None if after is None else _alike(game, after, equal)
        for other in _renamed(turn, equal):
            try:
                reached = game.play(state, other)
            except (Refused, Malformed):
                # An engine for which they are interchangeable takes one that is available.
                continue
            if wanted is None or _alike(game, reached, equal) != wanted:
                return True
        state = after or state
    return False


def _alike(game: Game, state: State, equal: Mapping[str, tuple[str, ...]]) -> Any:
    """A state in which equal cards have one name, and hands are in order under these names."""
    data = with_one_name(game.state_to_json(state), equal)
    for player in data["players"]:
        player["hand"].sort()
    return data


def _renamed(turn: Mapping[str, Any], equal: Mapping[str, tuple[str, ...]]) -> Iterator[dict[str, Any]]:
    """A turn with its cards called by the names of their equals, in all ways but the one in which it is written."""
    card, bought, copied = turn.get("card"), turn.get("cards"), turn.get("as")
    names = [_names(card, equal)]
    names += [_names(item, equal) for item in bought] if isinstance(bought, list) else []
    inner = [copied, *_renamed(copied, equal)] if isinstance(copied, Mapping) else [copied]
    for *cards, part in product(*names, inner):
        other = dict(turn)
        other |= {"card": cards[0]} if "card" in turn else {}
        other |= {"cards": cards[1:]} if isinstance(bought, list) else {}
        other |= {"as": part} if "as" in turn else {}
        if other != turn:
            yield other


def _names(card: Any, equal: Mapping[str, tuple[str, ...]]) -> tuple[Any, ...]:
    return equal.get(card, (card,)) if isinstance(card, str) else (card,)
