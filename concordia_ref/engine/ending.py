"""What happens when a turn is over: interim scoring, the end of the game, and whose turn comes next."""

from __future__ import annotations

from typing import Literal

from concordia_ref.engine.draft import Draft
from concordia_ref.engine.memory import gained_now, noting, remember
from concordia_ref.engine.rules import Rules
from concordia_ref.engine.scoring import points_of_cards
from concordia_ref.engine.state import State


def after_turn(draft: Draft) -> State:
    """The position after a complete turn."""
    rules, seat, before = draft.rules, draft.seat, draft.before
    if draft.table.interim is not None:
        draft = draft.copy()
        draft.adopt(interim_scoring(draft, "after_the_whole_card"))
    if draft.table.praefectus_magnus == seat and _is_handed_on_unused(draft):
        draft = draft.copy()
        _hand_on_unused(draft)
    state = draft.state_with_turn_of(rules.next_seat(before, seat))
    if _brings_about_the_end(draft):
        if before.concordia is None:
            state = state._replace(concordia=seat, last_turns=last_turns(rules, state, seat))
        elif rules.spec.end.triggers.concordia_points_go_to == "everyone":
            state = state.with_player(seat, noting(state.players[seat], "ended", "game"))
    goes_on = False
    if rules.memories:
        state = remember(draft, state)
        goes_on = bool(gained_now(state.players[seat]))
    if state.last_turns is None and not goes_on:
        return state
    if goes_on:
        return state._replace(to_play=seat)
    if not state.last_turns:
        return state._replace(to_play=None)
    return state._replace(to_play=state.last_turns[0], last_turns=state.last_turns[1:])


def _is_handed_on_unused(draft: Draft) -> bool:
    """Whether a holder of the Praefectus Magnus hands it on without having used it: not one who collects coins."""
    rules, card = draft.rules, draft.card
    if rules.spec.turn.praefectus_magnus_handed_on == "after_its_use":
        return False
    chosen = next((choice[1] for choice in draft.choices if choice[0] == "choice"), None)
    steps = rules.alternatives_of(card).get(chosen, ()) if card and chosen else ()
    return not any(step.DO == "collect_marker_coins" for step in steps)


def _hand_on_unused(draft: Draft) -> None:
    """Hand the Praefectus Magnus on as a Prefect does."""
    actions = draft.rules.spec.actions.values()
    steps = (step for action in actions for steps in action.choose.values() for step in steps)
    handing_on = next(step.parameters for step in steps if step.do == "pass_praefectus_magnus")
    hand_on(draft, handing_on["to"], in_the_very_last_turn=handing_on["in_the_very_last_turn"])


def hand_on(draft: Draft, side: Literal["right", "left"], *, in_the_very_last_turn: bool) -> None:
    """Give the Praefectus Magnus to a neighbour. Seats are numbered clockwise, so the right is one less."""
    if draft.before.last_turns == () and not in_the_very_last_turn:
        return
    neighbour = draft.seat + (-1 if side == "right" else 1)
    draft.table = draft.table._replace(praefectus_magnus=neighbour % len(draft.table.players))


def _brings_about_the_end(draft: Draft) -> bool:
    """Whether a turn has bought the last card or built the last house."""
    triggers = draft.rules.spec.end.triggers
    if triggers.display_empty and not draft.table.display and draft.before.display:
        return True
    return len(draft.player.houses) >= triggers.houses_built and houses_count(draft.rules, draft.before, draft.seat)


def houses_count(rules: Rules, state: State, seat: int) -> bool:
    """Whether the houses of a player can trigger the end of the game."""
    return rules.spec.end.triggers.houses_whose == "anyones" or seat == state.first_player


def last_turns(rules: Rules, state: State, seat: int) -> tuple[int, ...]:
    """The seats that still play when a player has triggered the end of the game, in turn order."""
    rule = rules.spec.end.last_turns
    order = []
    follower = rules.next_seat(state, seat)
    while follower != seat and not (rule.players == "rest_of_the_round" and follower == state.first_player):
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
    if interim.scored_by == "the_first_one_that_takes_back_another_card" and not draft.at_first.pile:
        return state
    player = state.players[seat]
    counted = (
        state.with_player(seat, player._replace(goods=rules.no_goods)) if interim.goods == "not_counted" else state
    )
    points = points_of_cards(rules, counted, seat)
    scores = (*state.interim[:seat], points, *state.interim[seat + 1 :])
    if interim.goods == "sold":
        sold = player._replace(coins=player.coins + rules.value_of(player.goods), goods=rules.no_goods)
        state = state.with_player(seat, sold)
    if None in scores:
        return state._replace(interim=scores)
    return _payout(rules, state, [score for score in scores if score is not None])


def _payout(rules: Rules, state: State, scores: list[int]) -> State:
    interim = rules.spec.interim
    if interim.points == "kept":
        for seat, points in enumerate(scores):
            state = state.with_player(seat, noting(state.players[seat], "interim", str(points)))
    distinct = sorted(set(scores), reverse=True)
    for seat, points in enumerate(scores):
        better = distinct.index(points) if interim.rank_after_a_tie == "next_rank" else sum(s > points for s in scores)
        if better < len(interim.coins_by_rank):
            player = state.players[seat]
            state = state.with_player(seat, player._replace(coins=player.coins + interim.coins_by_rank[better]))
    return state._replace(interim=None)
