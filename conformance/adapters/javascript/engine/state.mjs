/** Reading a position: checking that it is one, and bringing its unordered lists into order. */

import {COLONIST_KINDS, isCity} from './board.mjs';
import {EMPTY_SLOT} from './buying.mjs';
import {malformedUnless} from './errors.mjs';
import {forgetNeedless} from './memory.mjs';
import {colonistsOnBoard, storedColonists} from './position.mjs';
import {stepsWith} from './steps.mjs';
import {isCount, isObject, isText} from './values.mjs';

/** @import {Board, Player, Rules, State} from '../types.d.ts' */

const KEYS_OF_A_STATE = [
  'map', 'to_play', 'first_player', 'players', 'city_goods', 'markers', 'display', 'stack', 'praefectus_magnus',
  'concordia', 'last_turns', 'interim',
];
const KEYS_OF_A_PLAYER = ['coins', 'goods', 'hand', 'pile', 'houses', 'colonists'];

/**
 * Reads a position.
 *
 * @param {Rules} rules
 * @param {unknown} json
 * @returns {State} a copy
 * @throws {Malformed}
 */
export function readState(rules, json) {
  demandKeys(json, '', KEYS_OF_A_STATE);
  const state = /** @type {State} */ (/** @type {unknown} */ (json));
  const board = isText(state.map) ? rules.boards.get(state.map) : undefined;
  malformedUnless(board, '/map', `there is no map ${JSON.stringify(state.map)}`);
  malformedUnless(Array.isArray(state.players) && board.players.includes(state.players.length), '/players',
    'this is not a list of as many players as the map is for');
  checkSeats(state);
  checkDisplay(rules, state);
  checkCards(rules, '/stack', state.stack);
  malformedUnless(state.display.length <= rules.data.display.slots.length, '/display', 'there are not so many slots');
  checkTable('/city_goods', state.city_goods, [...board.cities.keys()], rules.goods);
  checkTable('/markers', state.markers, [...board.provinces.keys()], ['goods', 'coins']);
  state.players.forEach((player, seat) => checkPlayer(rules, board, player, `/players/${seat}`));
  checkLinesHoldOneColonist(rules, board, state);
  const copy = structuredClone(state);
  forgetNeedless(rules, copy);
  return inOrder(rules, copy);
}

/**
 * @param {unknown} value
 * @param {string} at
 * @param {string[]} keys
 * @param {string[]} [optional]
 * @returns {asserts value is Record<string, unknown>}
 */
function demandKeys(value, at, keys, optional = []) {
  malformedUnless(isObject(value), at, 'must be an object');
  for (const key of keys) malformedUnless(Object.hasOwn(value, key), at, `the key ${key} is missing`);
  const known = [...keys, ...optional];
  for (const key of Object.keys(value)) malformedUnless(known.includes(key), at, `unknown key ${key}`);
}

/** @param {State} state */
function checkSeats(state) {
  const isSeat = (/** @type {unknown} */ seat) => isCount(seat) && seat < state.players.length;
  const {to_play: toPlay, first_player: first, praefectus_magnus: holder, concordia, last_turns: last, interim} = state;
  malformedUnless(toPlay === null || isSeat(toPlay), '/to_play', 'must be a seat or null');
  malformedUnless(isSeat(first), '/first_player', 'must be a seat');
  malformedUnless(isSeat(holder), '/praefectus_magnus', 'must be a seat');
  malformedUnless(concordia === null || isSeat(concordia), '/concordia', 'must be a seat or null');
  malformedUnless(last === null || (Array.isArray(last) && last.every(isSeat)), '/last_turns',
    'must be a list of seats or null');
  const isScore = (/** @type {unknown} */ score) => score === null || isCount(score);
  malformedUnless(interim === null || (Array.isArray(interim) && interim.length === state.players.length
    && interim.every(isScore)), '/interim', 'must be null or have one entry for each seat');
}

/**
 * @param {Rules} rules
 * @param {string} at
 * @param {string[]} cards
 */
function checkCards(rules, at, cards) {
  malformedUnless(Array.isArray(cards), at, 'must be a list of cards');
  cards.forEach((card, place) =>
    malformedUnless(rules.cards.has(card), `${at}/${place}`, `there is no card ${JSON.stringify(card)}`));
}

/**
 * @param {Rules} rules
 * @param {State} state
 */
function checkDisplay(rules, {display, stack}) {
  const leavesGaps = rules.data.display.closes_up === 'only_with_a_stack';
  checkCards(rules, '/display', leavesGaps && Array.isArray(display) ? display.filter((card) => card !== EMPTY_SLOT) : display);
  const hasGaps = display.includes(EMPTY_SLOT);
  malformedUnless(!hasGaps || (stack.length === 0 && display.at(-1) !== EMPTY_SLOT), '/display',
    'slots are empty only between cards, and when the stack is used up');
}

/**
 * @param {string} at
 * @param {unknown} table
 * @param {string[]} keys
 * @param {string[]} values
 */
function checkTable(at, table, keys, values) {
  demandKeys(table, at, keys);
  for (const key of keys) {
    const value = table[key];
    malformedUnless(isText(value) && values.includes(value), `${at}/${key}`, `must be one of ${values.join(', ')}`);
  }
}

/**
 * @param {Rules} rules
 * @param {Board} board
 * @param {Player} player
 * @param {string} at
 */
function checkPlayer(rules, board, player, at) {
  demandKeys(player, at, KEYS_OF_A_PLAYER, ['remembered']);
  const {remembered = []} = player;
  malformedUnless(Array.isArray(remembered) && remembered.every((note) => isText(note) && /^[a-z_]+:\S+$/.test(note)),
    `${at}/remembered`, 'must be a list of notes');
  malformedUnless(isCount(player.coins), `${at}/coins`, 'must be a number of coins');
  malformedUnless(isObject(player.goods), `${at}/goods`, 'must be amounts of goods');
  for (const [good, number] of Object.entries(player.goods)) {
    malformedUnless(rules.goods.includes(good), `${at}/goods`, `there is no good ${good}`);
    malformedUnless(isCount(number), `${at}/goods/${good}`, 'must be a number of goods');
  }
  checkCards(rules, `${at}/hand`, player.hand);
  checkCards(rules, `${at}/pile`, player.pile);
  const {houses} = player;
  malformedUnless(Array.isArray(houses), `${at}/houses`, 'must be a list of cities');
  houses.forEach((city, place) =>
    malformedUnless(board.cities.has(city), `${at}/houses/${place}`, 'this is not a city with room for houses'));
  malformedUnless(houses.length <= rules.data.pieces.per_player.houses, `${at}/houses`, 'there are too many houses');
  checkColonists(rules, board, player, `${at}/colonists`);
}

/**
 * @param {Rules} rules
 * @param {Board} board
 * @param {Player} player
 * @param {string} at
 */
function checkColonists(rules, board, player, at) {
  demandKeys(player.colonists, at, [...COLONIST_KINDS]);
  for (const kind of COLONIST_KINDS) {
    const places = player.colonists[kind];
    malformedUnless(Array.isArray(places), `${at}/${kind}`, 'must be a list of cities and lines');
    places.forEach((place, index) =>
      malformedUnless(isCity(board, place) || board.lines.has(place), `${at}/${kind}/${index}`,
        `there is no city or line ${JSON.stringify(place)}`));
    malformedUnless(storedColonists(rules, player, kind) >= 0, `${at}/${kind}`, 'there are too many colonists');
  }
}

/**
 * @param {Rules} rules
 * @param {Board} board
 * @param {State} state
 */
function checkLinesHoldOneColonist(rules, board, state) {
  const moving = stepsWith(rules, 'move_colonists')[0];
  if (moving?.end_on_occupied_line) return;
  const linesOf = (/** @type {Player} */ player) => {
    const lines = colonistsOnBoard(player).flatMap((place) => board.lines.get(place) ?? []);
    const taken = moving?.parallel_lines === 'one_place' ? lines.map(({ends}) => ends.join()) : lines.map(({id}) => id);
    return moving?.occupied_by === 'others_colonists' ? [...new Set(taken)] : taken;
  };
  const taken = state.players.flatMap(linesOf);
  malformedUnless(new Set(taken).size === taken.length, '/players', 'two colonists stand on one line');
}

/**
 * Hands, houses and colonists have no order of their own; a fixed one makes equal positions equal text.
 *
 * @param {Rules} rules
 * @param {State} state
 */
export function inOrder(rules, state) {
  for (const player of state.players) {
    player.goods = Object.fromEntries(rules.goods.map((good) => [good, player.goods[good] ?? 0]));
    player.hand.sort();
    player.houses.sort();
    for (const kind of COLONIST_KINDS) player.colonists[kind].sort();
  }
  return state;
}
