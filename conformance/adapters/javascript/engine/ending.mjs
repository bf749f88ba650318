/** The end of the game, and whose turn comes next. */

import {note} from './memory.mjs';
import {neighbour, seatsInTurnOrder} from './position.mjs';

/** @import {Rules, State} from '../types.d.ts' */

/**
 * @param {Rules} rules
 * @param {State} before
 * @param {State} state  changed
 * @param {number} seat  who has just played
 */
export function bringAboutTheEnd(rules, before, state, seat) {
  const {triggers, last_turns: last} = rules.data.end;
  const hasBuiltAll = (/** @type {State} */ position) =>
    (position.players[seat]?.houses.length ?? 0) >= triggers.houses_built;
  const counts = triggers.houses_whose === 'anyones' || seat === state.first_player;
  const lastHouse = counts && hasBuiltAll(state) && !hasBuiltAll(before);
  const lastCard = triggers.display_empty && before.display.length > 0 && state.display.length === 0;
  if (!lastHouse && !lastCard) return;
  if (state.concordia !== null) {
    if (triggers.concordia_points_go_to === 'everyone') note(state.players[seat], 'ended', 'game');
    return;
  }
  state.concordia = seat;
  note(state.players[state.praefectus_magnus], 'held', 'praefectus_magnus');
  const [, ...others] = seatsInTurnOrder(rules, seat, state.players.length);
  const beginner = others.indexOf(state.first_player);
  const round = {
    others,
    all: [...others, seat],
    rest_of_the_round: beginner < 0 ? others : others.slice(0, beginner),
  }[last.players];
  state.last_turns = Array(last.each).fill(round).flat();
}

/**
 * @param {Rules} rules
 * @param {State} state  changed: who plays next leaves the list of last turns
 * @param {number} seat  who has just played
 */
export function nextPlayer(rules, state, seat) {
  if (state.last_turns !== null) return state.last_turns.shift() ?? null;
  return neighbour(state, seat, rules.data.turn.order === 'clockwise' ? 'left' : 'right');
}
