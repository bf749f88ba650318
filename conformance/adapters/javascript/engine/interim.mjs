/** Interim scoring: each player is scored once, at the first Tribune. */

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
 */
export function scoreInterim(rules, state, seat, card) {
  const {card: scoredBy, goods} = rules.data.interim;
  const player = state.players[seat];
  if (card.kind !== scoredBy || state.interim?.[seat] !== null || !player) return;
  state.interim[seat] = pointsOfCards(rules, state, seat, goods !== 'not_counted');
  if (goods === 'sold') {
    player.coins += valueOf(rules, player.goods);
    player.goods = {};
  }
  const scores = state.interim.filter((points) => points !== null);
  if (scores.length < state.players.length) return;
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
