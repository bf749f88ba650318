/** The end of the game, and whose turn comes next. */

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
  if (state.concordia !== null || !(lastHouse || lastCard)) return;
  state.concordia = seat;
  const [self, ...others] = seatsInTurnOrder(rules, seat, state.players.length);
  const round = last.players === 'all' ? [...others, self ?? seat] : others;
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
