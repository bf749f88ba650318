"""Problems of a position: faults of its form, and states that are well written but cannot occur in a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from concordia_ref.engine.board import Board
from concordia_ref.engine.ending import houses_count, last_turns
from concordia_ref.engine.memory import gained_now
from concordia_ref.engine.rules import Rules
from concordia_ref.engine.setup import bags_of
from concordia_ref.engine.state import Player, State
from concordia_ref.spec.errors import Malformed
from concordia_ref.spec.model import COLONIST_KINDS, LineKind, Step


class Problem(NamedTuple):
    """One fault of a state: where it is, as a JSON pointer, what is wrong, and the facts.

    The facts are plain values: `what` is a kind of id, `wanted` the name of a type or a choice of words, and `meant`
    the word that a misspelt one probably stands for.

    >>> print(Problem("/map", "unknown-id", {"what": "map", "value": "'imperum'", "meant": "imperium"}))
    /map: unknown-id (what map, value 'imperum', meant imperium)
    """

    pointer: str
    code: str
    facts: Mapping[str, Any]

    def __str__(self) -> str:
        facts = ", ".join(f"{name} {value}" for name, value in self.facts.items())
        text = f"{self.code} ({facts})" if facts else self.code
        return f"{self.pointer}: {text}" if self.pointer else text


class ImpossibleState(Malformed):
    """A state that cannot occur in a game; `problems` lists everything that is wrong with it."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        message = "invalid state: " + "\n".join(map(str, self.problems))
        super().__init__("state", message, self.problems[0].pointer)


def problem(pointer: str, code: str, **facts: Any) -> Problem:
    """A problem with its facts by name."""
    return Problem(pointer, code, facts)


def impossibilities(rules: Rules, state: State) -> Iterator[Problem]:
    """Everything impossible in a state that is well written."""
    for seat, player in enumerate(state.players):
        yield from _player(rules, rules.board(state), player, f"/players/{seat}")
    if _cards_change_hands(rules):
        yield from _starting_cards(rules, state.players, "/players")
    yield from _places_of_colonists(rules, state)
    yield from _tokens(rules, state)
    yield from _cards(rules, state)
    yield from _end(rules, state)


def _player(rules: Rules, board: Board, player: Player, at: str) -> Iterator[Problem]:
    pieces, storehouse = rules.spec.pieces, rules.spec.storehouse
    if len(player.houses) > pieces.houses:
        yield problem(f"{at}/houses", "houses", found=len(player.houses), most=pieces.houses)
    most: int = _step(rules, "build_houses").parameters["own_houses_per_city"]
    for city, number in Counter(player.houses).items():
        if city == board.start_city:
            yield problem(f"{at}/houses", "house-in-start-city", city=city)
        if number > most:
            yield problem(f"{at}/houses", "house-twice", city=city, most=most)
    stored = rules.stored_colonists(player)
    for kind in COLONIST_KINDS:
        if stored[kind] < 0:
            owned = pieces.colonists[kind]
            yield problem(f"{at}/colonists/{kind}", "colonists", kind=kind, most=owned, found=owned - stored[kind])
    goods, colonists = sum(player.goods), sum(stored.values())
    if goods > rules.spaces_beside(colonists):
        yield problem(f"{at}/goods", "storehouse", goods=goods, colonists=colonists, spaces=storehouse.spaces)
    if not _cards_change_hands(rules):
        yield from _starting_cards(rules, [player], f"{at}/hand")
    for index, card in enumerate(player.pile):
        alternatives = rules.spec.actions[rules.cards[card].action].choose.values()
        recalls = any(step.do == "recall_cards" for steps in alternatives for step in steps)
        if recalls and not _tribunes_lie_on_piles(rules):
            yield problem(f"{at}/pile/{index}", "tribune-on-pile")


def _tribunes_lie_on_piles(rules: Rules) -> bool:
    """Whether a Tribune can be played without taking itself back."""
    recalls = (step.parameters for step in _steps(rules, "recall_cards"))
    stays = any(recall["may_be_left"] or not recall["tribune_returns"] for recall in recalls)
    return stays or rules.spec.turn.action == "may_be_left_out"


def _starting_cards(rules: Rules, players: Sequence[Player], at: str) -> Iterator[Problem]:
    """Whether players own their starting cards, and no others, between them."""
    owned = [card for player in players for card in (*player.hand, *player.pile)]
    starting = Counter(card for card in owned if rules.cards[card].deck is None)
    wanted = Counter([*rules.spec.starting_hand] * len(players))
    if starting != wanted:
        wrong = [f"-{card}" for card in (wanted - starting).elements()]
        wrong += [f"+{card}" for card in (starting - wanted).elements()]
        yield problem(at, "starting-cards", wrong=", ".join(wrong))


def _cards_change_hands(rules: Rules) -> bool:
    """Whether a card that is copied goes to the player who copies it."""
    return any(step.parameters["copied_card"] == "is_taken" for step in _steps(rules, "copy_card"))


def _places_of_colonists(rules: Rules, state: State) -> Iterator[Problem]:
    board = rules.board(state)
    moving = _step(rules, "move_colonists").parameters
    taken: set[str] = set()
    for seat, player in enumerate(state.players):
        own: set[str] = set()
        for kind, place in player.colonists:
            at = f"/players/{seat}/colonists/{kind}"
            if board.is_line(place):
                if board.kind_of[place] not in moving["lines"][kind]:
                    yield problem(at, "wrong-line", kind=kind, line=place)
                beside = board.parallel_to.get(place, place) if moving["parallel_lines"] == "one_place" else place
                in_the_way = taken if moving["occupied_by"] == "others_colonists" else taken | own
                if not in_the_way.isdisjoint((place, beside)) and not moving["end_on_occupied_line"]:
                    yield problem(at, "line-shared", line=place)
                own.add(place)
            elif not moving["end_in_city"] and not _may_be_placed(rules, board, player, kind, place):
                yield problem(at, "colonist-in-city", kind=kind, city=place)
        taken |= own


def _may_be_placed(rules: Rules, board: Board, player: Player, kind: LineKind, city: str) -> bool:
    """Whether a colonist can be in a city without having moved there: it started or was placed there."""
    return city == board.start_city or any(
        city in player.houses
        and "own_houses" in step.parameters["at"]
        and (kind in board.kinds_at[city] or not step.parameters.get("kind_needs_line"))
        for step in _steps(rules, "place_colonists")
    )


def _tokens(rules: Rules, state: State) -> Iterator[Problem]:
    board = rules.board(state)
    for bag in bags_of(rules, board):
        if not bag.yields(rules.good_of(state, city) for city in bag.cities):
            letters = dict.fromkeys(str(board.map.cities[city].letter) for city in bag.cities)
            yield problem("/city_goods", "city-tokens", letter=", ".join(letters))


def _cards(rules: Rules, state: State) -> Iterator[Problem]:
    players = len(state.players)
    decks = rules.spec.setup.decks[players]
    first: dict[str, str] = {}
    for at, card in _cards_by_place(state):
        deck = rules.cards[card].deck
        if deck is None:
            if at.startswith(("/display", "/stack")):
                yield problem(at, "card-not-for-sale", card=card)
            continue
        if deck not in decks:
            yield problem(at, "card-not-in-game", card=card, deck=deck, players=players)
        if card in first:
            yield problem(at, "card-twice", card=card, first=first[card])
        first.setdefault(card, at)
    for card in (card for deck in decks for card in rules.spec.decks[deck] if card not in first):
        yield problem("/stack", "card-missing", card=card)
    order = [(place, rules.cards[card].deck) for place, card in enumerate(state.stack)]
    ranks = [(place, decks.index(deck)) for place, deck in order if deck in decks]
    in_order = rules.spec.setup.stack == "each_deck_shuffled_first_deck_on_top"
    for (_, above), (place, below) in pairwise(ranks) if in_order else ():
        if above > below:
            yield problem(f"/stack/{place}", "stack-order", card=state.stack[place])
    wanted = min(len(rules.spec.display.slots), len(state.display) + len(state.stack))
    gaps = "" in state.display
    if len(state.display) != wanted or (gaps and (state.stack or not state.display[-1])):
        yield problem("/display", "display-size", found=len(state.display), left=len(state.stack), wanted=wanted)


def _cards_by_place(state: State) -> Iterator[tuple[str, str]]:
    for seat, player in enumerate(state.players):
        yield from ((f"/players/{seat}/hand", card) for card in player.hand)
        yield from ((f"/players/{seat}/pile/{index}", card) for index, card in enumerate(player.pile))
    yield from ((f"/display/{index}", card) for index, card in enumerate(state.display) if card)
    yield from ((f"/stack/{index}", card) for index, card in enumerate(state.stack))


def _end(rules: Rules, state: State) -> Iterator[Problem]:
    holder, last = state.concordia, state.last_turns
    reasons = list(_reasons_to_end(rules, state))
    if (holder is None) != (last is None):
        yield problem("/concordia", "concordia")
    elif holder is None or last is None:
        yield from reasons
        if state.to_play is None:
            yield problem("/to_play", "over")
    else:
        if not reasons:
            yield problem("/concordia", "concordia-early")
        if state.to_play is None and last:
            yield problem("/to_play", "over")
        left = (state.to_play, *last) if state.to_play is not None else ()
        if state.to_play is not None and gained_now(state.players[state.to_play]):
            # The player continues the turn that is being played.
            left = last
        all_turns = last_turns(rules, state, holder)
        if left != all_turns[len(all_turns) - len(left) :]:
            yield problem("/last_turns", "last-turns", wanted=list(all_turns))
    if state.interim and None not in state.interim:
        yield problem("/interim", "interim-over")


def _reasons_to_end(rules: Rules, state: State) -> Iterator[Problem]:
    """Why somebody must have the Concordia card, each as the problem that it is if nobody has."""
    triggers = rules.spec.end.triggers
    if triggers.display_empty and not state.display:
        yield problem("/concordia", "concordia-late")
    for seat, player in enumerate(state.players):
        if len(player.houses) >= triggers.houses_built and houses_count(rules, state, seat):
            yield problem("/concordia", "concordia-late-houses", seat=seat, houses=len(player.houses))


def _step(rules: Rules, verb: str) -> Step:
    """The first step with a verb."""
    return next(_steps(rules, verb))


def _steps(rules: Rules, verb: str) -> Iterator[Step]:
    """All steps with a verb, of all actions."""
    actions = rules.spec.actions.values()
    return (step for action in actions for steps in action.choose.values() for step in steps if step.do == verb)
