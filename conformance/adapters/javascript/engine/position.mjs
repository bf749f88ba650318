/** Looking at a position. */

import {countIn, sum, total} from './values.mjs';
import {COLONIST_KINDS} from './board.mjs';

/** @import {Amounts, Board, ColonistKind, Play, Player, Rules, State, StepOf} from '../types.d.ts' */
/** @import {Standing} from './movement.mjs' */

/**
 * @param {Rules} rules
 * @param {State} state
 */
export function boardOf(rules, state) {
  return /** @type {Board} */ (rules.boards.get(state.map));
}

/** @param {Player} player */
export function colonistsOnBoard(player) {
  return COLONIST_KINDS.flatMap((kind) => player.colonists[kind]);
}

/**
 * @param {Player} player
 * @returns {Standing[]}
 */
export function standingColonists(player) {
  return COLONIST_KINDS.flatMap((kind) => player.colonists[kind].map((place) => ({kind, place})));
}

/**
 * The lines that count as occupied in a move.
 *
 * @param {Play} play
 * @param {StepOf<'move_colonists'>} step
 * @param {{own: boolean}} [whose]  whether own colonists are looked at; by some rules they never occupy a line
 */
export function occupiedLines({board, state, seat}, step, {own} = {own: true}) {
  const counts = (/** @type {number} */ other) => other !== seat || (own && step.occupied_by === 'anyones_colonists');
  const places = state.players.filter((_, other) => counts(other)).flatMap(colonistsOnBoard);
  const lines = places.filter((place) => board.lines.has(place));
  if (step.parallel_lines === 'two_places') return lines;
  const connections = lines.map((line) => board.lines.get(line)?.ends.join());
  return [...board.lines.values()].filter(({ends}) => connections.includes(ends.join())).map(({id}) => id);
}

/**
 * @param {Rules} rules
 * @param {Player} player
 * @param {ColonistKind} kind
 */
export function storedColonists(rules, player, kind) {
  return rules.data.pieces.per_player.colonists[kind] - player.colonists[kind].length;
}

/**
 * For how many more goods the storehouse has room.
 *
 * @param {Rules} rules
 * @param {Player} player
 */
export function roomForGoods(rules, player) {
  const {spaces, spaces_per_good: perGood, spaces_per_colonist: perColonist} = rules.data.pieces.storehouse;
  const colonists = sum(COLONIST_KINDS.map((kind) => storedColonists(rules, player, kind)));
  return Math.max(0, Math.floor((spaces - colonists * perColonist) / perGood) - total(player.goods));
}

/**
 * How many houses stand in a city, of all players.
 *
 * @param {State} state
 * @param {string} city
 */
export function housesIn(state, city) {
  return sum(state.players.map((player) => countIn(player.houses, city)));
}

/**
 * The good on the bonus marker of a province.
 *
 * @param {Rules} rules
 * @param {State} state
 * @param {string} province
 */
export function markerGood(rules, state, province) {
  const goods = (boardOf(rules, state).provinces.get(province) ?? []).map((city) => state.city_goods[city] ?? '');
  const byPrice = goods.sort((one, other) => (rules.price[one] ?? 0) - (rules.price[other] ?? 0));
  const place = rules.data.setup.bonus_markers.shows === 'dearest_good_of_the_province' ? -1 : 0;
  return byPrice.at(place) ?? '';
}

/**
 * Seats are numbered clockwise, and a clockwise neighbour sits to the left.
 *
 * @param {State} state
 * @param {number} seat
 * @param {'left' | 'right'} side
 */
export function neighbour(state, seat, side) {
  const players = state.players.length;
  return (seat + (side === 'left' ? 1 : players - 1)) % players;
}

/**
 * All seats in the order of turns, from one on.
 *
 * @param {Rules} rules
 * @param {number} from
 * @param {number} players
 */
export function seatsInTurnOrder(rules, from, players) {
  const step = rules.data.turn.order === 'clockwise' ? 1 : players - 1;
  return Array.from({length: players}, (_, place) => (from + place * step) % players);
}

/**
 * @param {Rules} rules
 * @param {Amounts} amounts
 */
export function valueOf(rules, amounts) {
  return sum(Object.entries(amounts).map(([good, number]) => number * (rules.price[good] ?? 0)));
}
