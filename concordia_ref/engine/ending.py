"""What happens when a turn is over: interim scoring, the end of the game, and whose turn comes next."""

from __future__ import annotations

from concordia_ref.engine.draft import Draft
from concordia_ref.engine.rules import Rules
from concordia_ref.engine.scoring import score_player
from concordia_ref.engine.state import State


def after_turn(draft: Draft) -> State:
    """The position after a complete turn."""
    rules, seat, before = draft.rules, draft.seat, draft.before
    if draft.table.interim is not None:
        draft = draft.copy()
        draft.adopt(interim_scoring(draft, "after_the_whole_card"))
    state = draft.state_with_turn_of(rules.next_seat(before, seat))
    if before.concordia is None and _brings_about_the_end(draft):
        state = state._replace(concordia=seat, last_turns=last_turns(rules, state, seat))
    elif before.last_turns is None:
        return state
    if not state.last_turns:
        return state._replace(to_play=None)
    return state._replace(to_play=state.last_turns[0], last_turns=state.last_turns[1:])


def _brings_about_the_end(draft: Draft) -> bool:
    triggers = draft.rules.spec.end.triggers
    if triggers.display_empty and not draft.table.display and draft.before.display:
        return True
    return len(draft.player.houses) >= triggers.houses_built and houses_count(draft.rules, draft.before, draft.seat)


def houses_count(rules: Rules, state: State, seat: int) -> bool:
    """Whether the houses of a player can bring about the end."""
    return rules.spec.end.triggers.houses_whose == "anyones" or seat == state.first_player


def last_turns(rules: Rules, state: State, seat: int) -> tuple[int, ...]:
    """The seats that still play when a player has brought about the end, in turn order."""
    rule = rules.spec.end.last_turns
    order = []
    follower = rules.next_seat(state, seat)
    while follower != seat:
        order.append(follower)
        follower = rules.next_seat(state, follower)
    if rule.players == "all":
        order.append(seat)
    return tuple(order * rule.each)


def interim_scoring(draft: Draft, moment: str) -> State:
    """The position after the interim scoring of the player, if it is due at this moment of the turn.

    Where all players have had it, that is the position after the payout.
    """
    rules, state, seat = draft.rules, draft.state, draft.seat
    interim = rules.spec.interim
    if state.interim is None or interim.moment != moment:
        return state
    if draft.card is None or draft.card.kind != interim.card or state.interim[seat] is not None:
        return state
    player = state.players[seat]
    counted = (
        state.with_player(seat, player._replace(goods=rules.no_goods)) if interim.goods == "not_counted" else state
    )
    points = score_player(rules, counted._replace(concordia=None), seat).total
    scores = (*state.interim[:seat], points, *state.interim[seat + 1 :])
    if interim.goods == "sold":
        sold = player._replace(coins=player.coins + rules.value_of(player.goods), goods=rules.no_goods)
        state = state.with_player(seat, sold)
    if None in scores:
        return state._replace(interim=scores)
    return _payout(rules, state, [score for score in scores if score is not None])


def _payout(rules: Rules, state: State, scores: list[int]) -> State:
    interim = rules.spec.interim
    distinct = sorted(set(scores), reverse=True)
    for seat, points in enumerate(scores):
        better = distinct.index(points) if interim.rank_after_a_tie == "next_rank" else sum(s > points for s in scores)
        if better < len(interim.coins_by_rank):
            player = state.players[seat]
            state = state.with_player(seat, player._replace(coins=player.coins + interim.coins_by_rank[better]))
    return state._replace(interim=None)
