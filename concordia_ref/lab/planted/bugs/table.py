"""Set-up, turns, the Tribune and new colonists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from concordia_ref.engine import record
from concordia_ref.engine.draft import Choice, Draft
from concordia_ref.engine.rules import Rules
from concordia_ref.engine.state import Colonist, State
from concordia_ref.engine.verbs.effects import (
    GainCoins,
    RecallCards,
)
from concordia_ref.engine.verbs.place_colonists import PlaceColonists
from concordia_ref.engine.verbs.play_card import PlayCard
from concordia_ref.engine.verbs.verb import Verb
from concordia_ref.lab.planted.bugs.patching import Effect, Obstacles, Perform, effect, performed, without_check
from concordia_ref.lab.planted.planting import Bug, Swap


def reversed_coins(original: Any) -> Any:
    def set_up(rules: Rules, map_id: str, players: int, draws: Any, *, interim: bool) -> State:
        state: State = original(rules, map_id, players, draws, interim=interim)
        coins = [player.coins for player in state.players]
        for seat, player in enumerate(state.players):
            mirrored = coins[(2 * state.first_player - 1 - seat) % players]
            state = state.with_player(seat, player._replace(coins=mirrored))
        return state

    return set_up


def any_city_for_an_own_house(original: Any) -> Any:
    def cities(verb: PlaceColonists, draft: Draft, site: str) -> tuple[str, ...]:
        return tuple(draft.board.cities) if site == "own_houses" else original(verb, draft, site)

    return cities


def tribune_stays(original: Effect) -> Effect:
    def recall(verb: Verb, draft: Draft) -> None:
        original(verb, draft)
        hand = list(draft.player.hand)
        hand.remove("tribune")
        draft.player = draft.player._replace(hand=tuple(hand), pile=("tribune",))

    return recall


def only_top_card_returns(_: Effect) -> Effect:
    def recall(verb: Verb, draft: Draft) -> None:
        pile = draft.player.pile
        draft.player = draft.player._replace(hand=tuple(sorted((*draft.player.hand, *pile[-2:]))), pile=pile[:-2])
        draft.earn(max(len(pile) - 3, 0))

    return recall


def room_beside_any_colonists(_: Any) -> Any:
    # The tables have entries only for as many colonists as there are.
    def room(self: Rules, goods: Sequence[int], colonists: Sequence[Colonist]) -> int:
        return self.spaces_beside(sum(self.spec.pieces.colonists.values()) - len(colonists)) - sum(goods)

    return room


def income_of_all_colonists(_: Effect) -> Effect:
    return lambda verb, draft: draft.earn(verb.base + 6)


def income_of_colonists_on_lines(_: Effect) -> Effect:
    def gain(verb: GainCoins, draft: Draft) -> None:
        on_lines = sum(draft.board.is_line(place) for _, place in draft.player.colonists)
        draft.earn(verb.base + on_lines)

    return gain


def hand_or_pile(original: Obstacles) -> Obstacles:
    return lambda verb, draft, choice: [] if choice[-1] in draft.player.pile else original(verb, draft, choice)


def played_from_the_pile(original: Perform, verb: Verb, draft: Draft, choice: Choice) -> None:
    player = draft.player
    if choice[0] == "card" and choice[1] not in player.hand:
        pile = list(player.pile)
        pile.remove(choice[1])
        draft.player = player._replace(hand=(*player.hand, choice[1]), pile=tuple(pile))
    original(verb, draft, choice)


def under_the_pile(original: Perform, verb: Verb, draft: Draft, choice: Choice) -> None:
    pile = draft.player.pile
    original(verb, draft, choice)
    if choice[0] == "card":
        draft.player = draft.player._replace(pile=(choice[1], *pile))


def kept_in_hand(original: Perform, verb: Verb, draft: Draft, choice: Choice) -> None:
    hand, pile = draft.player.hand, draft.player.pile
    original(verb, draft, choice)
    if choice[0] == "card":
        draft.player = draft.player._replace(hand=hand, pile=pile)


RECALL = "actions.tribune.choose.recall.recall_cards"

BUGS = [
    # Set-up.
    Bug(
        "equal-starting-coins",
        "set-up",
        "All players start with as many sestertii as the first player.",
        clauses=("setup.coins",),
        patch={"setup.players.coins.more_each_next_seat": 0},
    ),
    Bug(
        "coins-against-turn-order",
        "set-up",
        "The first player starts with the most sestertii and the last with the fewest.",
        clauses=("setup.coins",),
        swaps=(Swap(record, "set_up", reversed_coins),),
    ),
    Bug(
        "magnus-at-the-first-player",
        "set-up",
        "The first player starts with the Praefectus Magnus.",
        clauses=("setup.praefectus-magnus",),
        patch={"setup.players.praefectus_magnus": "first_player"},
    ),
    Bug(
        "one-food-at-the-start",
        "set-up",
        "Each player starts with one food instead of two.",
        clauses=("setup.goods",),
        patch={"setup.players.goods.food": 1},
    ),
    Bug(
        "two-land-colonists-in-roma",
        "set-up",
        "Two land colonists start in Roma and no sea colonist.",
        clauses=("setup.colonists", "setup.colonists.storehouse"),
        patch={
            "setup.players.colonists_in_start_city": {"land": 2, "sea": 0},
            "setup.players.colonists_in_storehouse": {"land": 1, "sea": 3},
        },
    ),
    Bug(
        "marker-of-the-cheapest-good",
        "set-up",
        "A bonus marker shows the cheapest good of its province.",
        clauses=("setup.bonus-markers.good",),
        patch={"setup.bonus_markers.shows": "cheapest_good_of_the_province"},
    ),
    Bug(
        "markers-start-with-coins",
        "set-up",
        "The bonus markers start with their coin sides up.",
        clauses=("setup.bonus-markers.side",),
        patch={"setup.bonus_markers.side_up": "coins"},
    ),
    # Turns.
    Bug(
        "counterclockwise",
        "turn order",
        "Players take turns counterclockwise.",
        clauses=("turn.order",),
        patch={"turn.order": "counterclockwise"},
    ),
    Bug(
        "passing",
        "turn",
        "A player may pass.",
        clauses=("turn.no-passing", "turn.one-card"),
        patch={"turn.may_pass": True},
    ),
    Bug(
        "card-from-the-pile",
        "turn",
        "A card on the player's own discard pile can be played again.",
        clauses=("turn.hand",),
        swaps=(Swap(PlayCard, "obstacles", hand_or_pile), *performed(PlayCard, played_from_the_pile)),
    ),
    Bug(
        "card-not-discarded",
        "turn",
        "A played card does not leave the hand.",
        clauses=("turn.discard",),
        swaps=performed(PlayCard, kept_in_hand),
    ),
    Bug(
        "card-under-the-pile",
        "turn",
        "The card played goes to the bottom of the discard pile.",
        clauses=("turn.discard",),
        swaps=performed(PlayCard, under_the_pile),
    ),
    # Tribune.
    Bug(
        "tribune-counts-all-cards",
        "tribune",
        "The Tribune pays for the cards in hand too.",
        clauses=("tribune.coins.counted",),
        patch={f"{RECALL}.counted_cards": "owned"},
    ),
    Bug(
        "tribune-does-not-count-itself",
        "tribune",
        "The Tribune does not count itself among the returned cards.",
        clauses=("tribune.recall.itself",),
        patch={f"{RECALL}.tribune_counts": False},
    ),
    Bug(
        "tribune-pays-from-the-third-card",
        "off by one",
        "The Tribune pays from the third returned card on.",
        clauses=("tribune.coins.threshold",),
        patch={f"{RECALL}.cards_without_coins": 2},
    ),
    Bug(
        "tribune-stays-on-the-pile",
        "tribune",
        "The Tribune stays on the discard pile.",
        clauses=("tribune.recall.itself", "tribune.recall"),
        swaps=effect(RecallCards, tribune_stays),
    ),
    Bug(
        "tribune-takes-one-card-back",
        "tribune",
        "Only the Tribune and the card below it return.",
        clauses=("tribune.recall",),
        swaps=effect(RecallCards, only_top_card_returns),
    ),
    Bug(
        "two-colonists-with-a-tribune",
        "missing limit",
        "Two colonists can be bought with a Tribune.",
        clauses=("tribune.colonist.one",),
        patch={"actions.tribune.choose.recall.place_colonists.at_most": 2},
    ),
    Bug(
        "tribune-colonist-at-own-house",
        "tribune",
        "The colonist of a Tribune can be placed at the player's own house.",
        clauses=("tribune.colonist.place",),
        patch={"actions.tribune.choose.recall.place_colonists.at": ["start_city", "own_houses"]},
    ),
    # Colonists.
    Bug(
        "colonist-costs-food-only",
        "wrong cost",
        "A new colonist costs no tool.",
        clauses=("piece.colonist.cost",),
        patch={"costs.colonist.goods.tool": 0},
    ),
    Bug(
        "colonist-costs-two-tools",
        "wrong cost",
        "A new colonist costs two tools.",
        clauses=("piece.colonist.cost",),
        patch={"costs.colonist.goods.tool": 2},
    ),
    Bug(
        "sea-colonist-inland",
        "missing check",
        "A sea colonist can be placed in a city without a sea line.",
        clauses=("colonist.settle.kind",),
        patch={"actions.colonist.choose.settle.place_colonists.kind_needs_line": False},
    ),
    Bug(
        "colonist-in-any-city",
        "missing check",
        "A colonist can be placed in a city without a house of the player.",
        clauses=("colonist.settle.place",),
        swaps=(Swap(PlaceColonists, "cities", any_city_for_an_own_house),),
    ),
    Bug(
        "fourth-colonist-of-a-kind",
        "missing limit",
        "A player may have four colonists of a kind on the board.",
        clauses=("piece.colonists",),
        swaps=(
            *without_check(PlaceColonists, "piece.colonists"),
            Swap(Rules, "room", room_beside_any_colonists),
        ),
    ),
    Bug(
        "colonist-only-in-roma",
        "colonist",
        "A Colonist card places new colonists in Roma only.",
        clauses=("colonist.settle.place",),
        patch={"actions.colonist.choose.settle.place_colonists.at": ["start_city"]},
    ),
    Bug(
        "income-of-stored-colonists",
        "colonist",
        "The Colonist's income counts the colonists in the storehouse too.",
        clauses=("colonist.income.per-colonist",),
        swaps=effect(GainCoins, income_of_all_colonists),
    ),
    Bug(
        "income-of-colonists-on-lines",
        "colonist",
        "The Colonist's income does not count colonists in cities.",
        clauses=("colonist.income.per-colonist",),
        swaps=effect(GainCoins, income_of_colonists_on_lines),
    ),
]
