"""The end, points and interim scoring."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from concordia_ref.engine import ending, game, scoring
from concordia_ref.engine.draft import Draft
from concordia_ref.engine.rules import Rules
from concordia_ref.engine.scoring import Count
from concordia_ref.engine.state import State
from concordia_ref.lab.planted.planting import Bug, Swap
from concordia_ref.spec.model import Card, Quantity


def ends_with_the_stack(original: Any) -> Any:
    def brings(draft: Draft) -> bool:
        return bool(draft.before.stack and not draft.table.stack) or original(draft)

    return brings


def second_concordia(original: Any) -> Any:
    def after_turn(draft: Draft) -> State:
        state: State = original(draft)
        return state._replace(concordia=draft.seat) if ending._brings_about_the_end(draft) else state

    return after_turn


def last_turns_backwards(original: Any) -> Any:
    return lambda rules, state, seat: tuple(reversed(original(rules, state, seat)))


def last_turns_to_the_end_of_the_round(original: Any) -> Any:
    def last_turns(rules: Rules, state: State, seat: int) -> tuple[int, ...]:
        order: tuple[int, ...] = original(rules, state, seat)
        return order[: order.index(state.first_player)] if state.first_player in order else order

    return last_turns


def lowest_seat_wins(_: Any) -> Any:
    return lambda rules, state, tied: tied[0]


def most_coins_win(_: Any) -> Any:
    return lambda rules, state, tied: max(tied, key=lambda seat: state.players[seat].coins)


def counting(change: Callable[[State, int, Quantity, Count], int]) -> tuple[Swap, ...]:
    """Another number for what a god counts."""

    def make(original: Any) -> Any:
        def count(rules: Rules, state: State, seat: int, quantity: Quantity, card: Card) -> Count:
            counted: Count = original(rules, state, seat, quantity, card)
            return counted._replace(number=change(state, seat, quantity, counted))

        return count

    return (Swap(scoring, "_count", make),)


def only_the_hand_scores(original: Any) -> Any:
    def score_player(rules: Rules, state: State, seat: int) -> Any:
        return original(rules, state.with_player(seat, state.players[seat]._replace(pile=())), seat)

    return score_player


def interim_at_every_tribune(original: Any) -> Any:
    def interim_scoring(draft: Draft, moment: str) -> State:
        scores = draft.table.interim
        if scores is not None and draft.card is not None and draft.card.kind == "tribune":
            draft = draft.copy()
            draft.table = draft.table._replace(interim=(*scores[: draft.seat], None, *scores[draft.seat + 1 :]))
        return original(draft, moment)  # type: ignore[no-any-return]

    return interim_scoring


def interim_points_stay(original: Any) -> Any:
    def payout(rules: Rules, state: State, scores: list[int]) -> State:
        return original(rules, state, scores)._replace(interim=tuple(scores))  # type: ignore[no-any-return]

    return payout


def one_of_tied_is_paid(original: Any) -> Any:
    def payout(rules: Rules, state: State, scores: list[int]) -> State:
        single = [-1 if points in scores[:seat] else points for seat, points in enumerate(scores)]
        return original(rules, state, single)  # type: ignore[no-any-return]

    return payout


def interim_with_any_card(original: Any) -> Any:
    def interim_scoring(draft: Draft, moment: str) -> State:
        draft = draft.copy()
        draft.card = draft.rules.cards["tribune"]
        return original(draft, moment)  # type: ignore[no-any-return]

    return interim_scoring


BUGS = [
    # The end.
    Bug(
        "fourteen-houses-end-the-game",
        "off by one",
        "The 14th house of a player triggers the end of the game.",
        clauses=("end.fifteenth-house",),
        patch={"end.triggers.houses_built": 14},
    ),
    Bug(
        "last-card-does-not-end",
        "end",
        "The game continues when the last card is bought.",
        clauses=("end.last-card",),
        patch={"end.triggers.display_empty": False},
    ),
    Bug(
        "empty-stack-ends-the-game",
        "end",
        "The end of the game is triggered when the stack is used up, although cards are on the display.",
        clauses=("end.last-card",),
        swaps=(Swap(ending, "_brings_about_the_end", ends_with_the_stack),),
    ),
    Bug(
        "only-first-player-ends-by-houses",
        "wrong player",
        "Only the first player's houses trigger the end of the game.",
        clauses=("end.any-player",),
        patch={"end.triggers.houses_whose": "first_players"},
    ),
    Bug(
        "concordia-twice",
        "end",
        "A second player who meets a condition takes the Concordia card.",
        clauses=("end.concordia.once",),
        swaps=(Swap(game, "after_turn", second_concordia),),
    ),
    Bug(
        "trigger-plays-again",
        "end",
        "The player who triggered the end of the game has a last turn too.",
        clauses=("end.last-turn.not-trigger",),
        patch={"end.last_turns.players": "all"},
    ),
    Bug(
        "two-last-turns",
        "end",
        "Every other player has two more turns.",
        clauses=("end.last-turn",),
        patch={"end.last_turns.each": 2},
    ),
    Bug(
        "last-turns-backwards",
        "wrong order",
        "The last turns go counterclockwise.",
        clauses=("end.last-turn.order",),
        swaps=(Swap(ending, "last_turns", last_turns_backwards),),
    ),
    Bug(
        "last-turns-end-with-the-round",
        "wrong order",
        "The last turns do not go past the first player.",
        clauses=("end.last-turn.order",),
        swaps=(Swap(ending, "last_turns", last_turns_to_the_end_of_the_round),),
    ),
    Bug(
        "tie-goes-left",
        "wrong tie-break",
        "If no tied player holds the Praefectus Magnus, it is handed on to the left to find the winner.",
        clauses=("end.tie.next",),
        patch={"end.winner.else_next_to_the": "left"},
    ),
    Bug(
        "tie-goes-to-any-holder",
        "wrong tie-break",
        "The holder of the Praefectus Magnus wins a tie of others.",
        clauses=("end.tie.among-tied",),
        patch={"end.winner.among": "all_players"},
    ),
    Bug(
        "tie-goes-to-the-lowest-seat",
        "wrong tie-break",
        "Among tied players, the one with the lowest seat number wins.",
        clauses=("end.tie.holder", "end.tie.next"),
        swaps=(Swap(scoring, "_winner", lowest_seat_wins),),
    ),
    Bug(
        "tie-goes-to-the-most-coins",
        "wrong tie-break",
        "Among tied players, the one with the most sestertii wins.",
        clauses=("end.tie.holder", "end.tie.next"),
        swaps=(Swap(scoring, "_winner", most_coins_win),),
    ),
    # Points.
    Bug(
        "vesta-without-goods",
        "points",
        "Vesta counts only sestertii.",
        clauses=("score.vesta.goods",),
        patch={"gods.gods.vesta.per.sum": [{"count": "coins"}]},
    ),
    Bug(
        "vesta-rounds-up",
        "points",
        "Vesta counts an incomplete ten as a full one.",
        clauses=("score.vesta.full-tens",),
        swaps=counting(lambda state, seat, quantity, count: count.number + (9 if quantity.sum else 0)),
    ),
    Bug(
        "jupiter-counts-brick-cities",
        "points",
        "Jupiter counts houses in brick cities too.",
        clauses=("score.jupiter.houses",),
        patch={"gods.gods.jupiter.per.city_good.not": None},
    ),
    Bug(
        "jupiter-at-most-ten",
        "cap",
        "A Jupiter card is worth at most 10 points.",
        clauses=("score.jupiter.maximum",),
        patch={"gods.gods.jupiter.at_most": 10},
    ),
    Bug(
        "saturnus-counts-houses",
        "points",
        "Saturnus counts houses instead of provinces.",
        clauses=("score.saturnus.provinces",),
        patch={"gods.gods.saturnus.per.count": "houses"},
    ),
    Bug(
        "saturnus-at-most-eleven-on-imperium",
        "cap",
        "A Saturnus card is worth at most 11 points on Imperium.",
        clauses=("score.saturnus.maximum",),
        patch={"gods.gods.saturnus.at_most.imperium": 11},
    ),
    Bug(
        "mercurius-counts-houses",
        "points",
        "Mercurius counts houses instead of kinds of goods.",
        clauses=("score.mercurius.goods",),
        patch={"gods.gods.mercurius.per.count": "houses"},
    ),
    Bug(
        "mercurius-at-most-eight",
        "cap",
        "A Mercurius card is worth at most 8 points.",
        clauses=("score.mercurius.maximum",),
        patch={"gods.gods.mercurius.at_most": 8},
    ),
    Bug(
        "mars-counts-stored-colonists",
        "points",
        "Mars counts the colonists in the storehouse too.",
        clauses=("score.mars.colonists",),
        swaps=counting(lambda state, seat, quantity, count: 6 if count.what == "colonists_on_board" else count.number),
    ),
    Bug(
        "mars-at-most-ten",
        "cap",
        "A Mars card is worth at most 10 points.",
        clauses=("score.mars.maximum",),
        patch={"gods.gods.mars.at_most": 10},
    ),
    Bug(
        "minerva-counts-all-houses",
        "points",
        "A specialist scores for all of the player's houses.",
        clauses=("score.minerva.houses",),
        patch={"gods.gods.minerva.per.city_good.is": None},
    ),
    Bug(
        "vintner-shows-five-points",
        "points",
        "The Vintner is worth 5 points per house.",
        clauses=("score.minerva.points",),
        patch={"cards.for_sale.decks.II.ii_vintner.points": 5},
    ),
    Bug(
        "a-god-scores-once",
        "points",
        "Further cards of a god score nothing.",
        clauses=("score.per-card",),
        patch={"gods.scoring.cards": "once_per_god"},
    ),
    Bug(
        "maximum-in-total",
        "cap",
        "The maximum of a god applies to all cards of that god together.",
        clauses=("score.maximum-per-card",),
        patch={"gods.scoring.maximum": "in_total"},
    ),
    Bug(
        "only-the-hand-scores",
        "points",
        "Cards on the discard pile score nothing.",
        clauses=("score.all-cards",),
        swaps=(Swap(scoring, "score_player", only_the_hand_scores),),
    ),
    Bug(
        "concordia-worth-five",
        "points",
        "The Concordia card is worth 5 points.",
        clauses=("score.concordia",),
        patch={"cards.concordia.points": 5},
    ),
    # Interim scoring.
    Bug(
        "interim-pays-three",
        "interim",
        "The best player in interim scoring receives 3 sestertii.",
        clauses=("interim.payout.first",),
        patch={"interim.coins_by_rank": [3, 1]},
    ),
    Bug(
        "interim-pays-the-best-only",
        "interim",
        "The second-best player in interim scoring receives nothing.",
        clauses=("interim.payout.second",),
        patch={"interim.coins_by_rank": [2]},
    ),
    Bug(
        "interim-third-after-a-tie",
        "interim",
        "After a tie for first place nobody is second.",
        clauses=("interim.payout.rank-after-tie",),
        patch={"interim.rank_after_a_tie": "ranks_skipped"},
    ),
    Bug(
        "interim-sells-the-goods",
        "interim",
        "Goods are sold in interim scoring.",
        clauses=("interim.goods-kept",),
        patch={"interim.goods": "sold"},
    ),
    Bug(
        "interim-before-the-colonist",
        "wrong order",
        "Interim scoring comes before the new colonist.",
        clauses=("interim.moment",),
        patch={"interim.moment": "before_the_new_colonist"},
    ),
    Bug(
        "interim-at-every-tribune",
        "interim",
        "Every Tribune of a player triggers interim scoring again.",
        clauses=("interim.first-tribune",),
        swaps=(Swap(ending, "interim_scoring", interim_at_every_tribune),),
    ),
    Bug(
        "interim-with-any-card",
        "interim",
        "The first card that a player plays triggers interim scoring, whatever card it is.",
        clauses=("interim.first-tribune",),
        swaps=(Swap(ending, "interim_scoring", interim_with_any_card),),
    ),
    Bug(
        "interim-points-stay",
        "interim",
        "Interim points are not reset after the payout.",
        clauses=("interim.reset",),
        swaps=(Swap(ending, "_payout", interim_points_stay),),
    ),
    Bug(
        "one-of-tied-is-paid",
        "interim",
        "Of players who tie in interim scoring, only one is paid.",
        clauses=("interim.payout.ties",),
        swaps=(Swap(ending, "_payout", one_of_tied_is_paid),),
    ),
]
