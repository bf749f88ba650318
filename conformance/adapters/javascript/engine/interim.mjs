/** Interim scoring: each player is scored once, at the first Tribune. */

import {note} from './memory.mjs';
import {valueOf} from './position.mjs';
import {pointsOfCards} from './scoring.mjs';

/** @import {Card, Rules, State} from '../types.d.ts' */

/**
 * Scores the player of a card, if it is the card for it and the first one of the player.
 *
 * @param {Rules} rules
 * @param {State} state  changed
 * @param {number} seat
 * @param {Card} card
 * @param {number} recovered  how many cards came back besides the one played
 */
export function scoreInterim(rules, state, seat, card, recovered) {
  const {card: kind, scored_by: scoredBy, goods} = rules.data.interim;
  const player = state.players[seat];
  if (card.kind !== kind || state.interim?.[seat] !== null || !player) return;
  if (scoredBy === 'the_first_one_that_takes_back_another_card' && recovered === 0) return;
  state.interim[seat] = pointsOfCards(rules, state, seat, goods !== 'not_counted');
  if (goods === 'sold') {
    player.coins += valueOf(rules, player.goods);
    player.goods = {};
  }
  const scores = state.interim.filter((points) => points !== null);
  if (scores.length < state.players.length) return;
  if (rules.data.interim.points === 'kept') {
    scores.forEach((points, scored) => note(state.players[scored], 'interim', String(points)));
  }
  payByRank(rules, state, scores);
  state.interim = null;
}

/**
 * @param {Rules} rules
 * @param {State} state  changed
 * @param {number[]} scores
 */
function payByRank(rules, state, scores) {
  const {coins_by_rank: coins, rank_after_a_tie: after} = rules.data.interim;
  // Equal scores share a rank; behind them follows the next rank, or as many are skipped as players share it.
  const others = after === 'next_rank' ? [...new Set(scores)] : scores;
  state.players.forEach((player, seat) => {
    const own = scores[seat] ?? 0;
    player.coins += coins[others.filter((score) => score > own).length] ?? 0;
  });
}
