/** The form of a turn: whether it is written as turns are, and all that it names exists. */

import {COLONIST_KINDS, isCity} from './board.mjs';
import {Malformed, malformedUnless} from './errors.mjs';
import {boardOf} from './position.mjs';
import {stepsWith} from './steps.mjs';
import {isCount, isObject, isText} from './values.mjs';

/** @import {Action, Board, ColonistKind, Rules, State, Turn} from '../types.d.ts' */
/** @typedef {{rules: Rules, board: Board, players: number}} Table  what the parts of a turn are looked up in */
/** @typedef {(table: Table, value: unknown, at: string) => void} Check */

/** How many cards may be copied through one another. */
const DEEPEST_COPY = 8;

/**
 * @param {Rules} rules
 * @param {State} state
 * @param {unknown} turn
 * @returns {Turn}
 * @throws {Malformed}
 */
export function checkedTurn(rules, state, turn) {
  malformedUnless(isObject(turn), '', 'a turn is an object');
  const table = {rules, board: boardOf(rules, state), players: state.players.length};
  const {seat, ...parts} = turn;
  if (seat !== undefined) checkSeat(table, seat, '/seat');
  if (parts.pass === true) malformedUnless(Object.keys(parts).length === 1, '', 'a pass has no other parts');
  else checkParts(table, parts, '');
  return /** @type {Turn} */ (/** @type {unknown} */ (turn));
}

/**
 * @param {Table} table
 * @param {Record<string, unknown>} parts
 * @param {string} at
 */
function checkParts(table, parts, at) {
  malformedUnless(Object.hasOwn(parts, 'card'), at, 'the turn names no card');
  for (const [part, value] of Object.entries(parts)) {
    malformedUnless(Object.hasOwn(PARTS, part), at, `a turn has no part ${part}`);
    PARTS[part]?.(table, value, `${at}/${part}`);
  }
  for (const seat of Object.keys(/** @type {object} */ (parts.discard ?? {}))) {
    malformedUnless(isObject(parts.keep) && Object.hasOwn(parts.keep, seat), `${at}/discard/${seat}`,
      'the turn does not say what is kept');
  }
  const [copies, as] = ['copies', 'as'].map((part) => Object.hasOwn(parts, part));
  malformedUnless(copies === as, at, 'to copy, a turn names both a seat and what is done');
}

/** @type {Check} */
function checkSeat(table, value, at) {
  malformedUnless(isCount(value) && value < table.players, at, `there is no seat ${JSON.stringify(value)}`);
}

/** @type {Check} */
function checkCard(table, value, at) {
  malformedUnless(isText(value) && table.rules.cards.has(value), at, `there is no card ${JSON.stringify(value)}`);
}

/** @type {Check} */
function checkBuilding(table, value, at) {
  malformedUnless(isText(value) && isCity(table.board, value), at, `there is no city ${JSON.stringify(value)}`);
}

/** @type {Check} */
function checkPlace(table, value, at) {
  const isPlace = isText(value) && (isCity(table.board, value) || table.board.lines.has(value));
  malformedUnless(isPlace, at, `there is no city or line ${JSON.stringify(value)}`);
}

/** @type {Check} */
function checkColonist(table, value, at) {
  malformedUnless(isText(value), at, 'must be text, such as sea@roma');
  const {kind, place} = colonistNamed(value);
  malformedUnless(COLONIST_KINDS.includes(kind), at, `${value} is not a colonist; write kind@place, such as sea@roma`);
  checkPlace(table, place, at);
}

/** @type {Check} */
function checkNewColonist(table, value, at) {
  checkColonist(table, value, at);
  checkBuilding(table, colonistNamed(/** @type {string} */ (value)).place, at);
}

/** @type {Check} */
function checkMove(table, value, at) {
  malformedUnless(isObject(value), at, 'must be an object');
  const {through, ...move} = value;
  const isMove = Object.keys(move).sort().join() === 'colonist,to';
  malformedUnless(isMove, at, 'a move has a colonist and where it ends');
  if (through !== undefined) {
    const isAsked = stepsWith(table.rules, 'move_colonists').some((step) => step.from_a_line === 'onward');
    malformedUnless(isAsked, at, 'the rules do not ask by which city a colonist goes');
    checkBuilding(table, through, `${at}/through`);
  }
  checkColonist(table, value.colonist, `${at}/colonist`);
  checkPlace(table, value.to, `${at}/to`);
}

/** @type {Check} */
function checkAmounts(table, value, at) {
  malformedUnless(isObject(value), at, 'must be amounts of goods');
  for (const [good, number] of Object.entries(value)) {
    malformedUnless(table.rules.goods.includes(good), `${at}/${good}`, `there is no good ${good}`);
    malformedUnless(isCount(number), `${at}/${good}`, 'must be a number of goods');
  }
}

/** @type {Check} */
function checkAmountsBySeat(table, value, at) {
  malformedUnless(isObject(value), at, 'must be amounts of goods by seat');
  for (const [seat, amounts] of Object.entries(value)) {
    malformedUnless(/^[0-4]$/.test(seat), `${at}/${seat}`, `there is no seat ${seat}`);
    checkSeat(table, Number(seat), `${at}/${seat}`);
    checkAmounts(table, amounts, `${at}/${seat}`);
  }
}

/** @type {Check} */
function checkCopied(table, value, at) {
  malformedUnless(isObject(value), at, 'must be an object');
  malformedUnless(at.split('/').length <= DEEPEST_COPY + 1, at, 'too many cards are copied through one another');
  checkParts(table, value, at);
}

/** @returns {Check} */
function listOf(/** @type {Check} */ check) {
  return (table, value, at) => {
    malformedUnless(Array.isArray(value), at, 'must be a list');
    value.forEach((item, place) => check(table, item, `${at}/${place}`));
  };
}

/** @type {Record<string, Check>} */
const PARTS = {
  card: checkCard,
  choice(table, value, at) {
    const isKnown = isText(value) && table.rules.alternatives.has(value);
    malformedUnless(isKnown, at, `there is no alternative ${JSON.stringify(value)}`);
  },
  province(table, value, at) {
    const isKnown = isText(value) && table.board.provinces.has(value);
    malformedUnless(isKnown, at, `there is no province ${JSON.stringify(value)}`);
  },
  without_action(_, value, at) {
    malformedUnless(value === true, at, 'must be true');
  },
  praefectus_magnus(_, value, at) {
    malformedUnless(typeof value === 'boolean', at, 'must be true or false');
  },
  recall(_, value, at) {
    malformedUnless(typeof value === 'boolean', at, 'must be true or false');
  },
  place: listOf(checkNewColonist),
  moves: listOf(checkMove),
  builds: listOf(checkBuilding),
  sell: checkAmounts,
  buy: checkAmounts,
  cards: listOf(checkCard),
  cards_for_surcharge: listOf(checkCard),
  any: checkAmounts,
  keep: checkAmountsBySeat,
  discard: checkAmountsBySeat,
  copies: checkSeat,
  as: checkCopied,
};

/**
 * A colonist as turns name it: `sea@roma`.
 *
 * @param {string} text
 */
export function colonistNamed(text) {
  const [kind, ...place] = text.split('@');
  return {kind: /** @type {ColonistKind} */ (kind), place: place.join('@')};
}

/**
 * A part that the action has no use for is a mistake of the sender, whose meaning nobody should guess.
 *
 * @param {Action} choices
 * @param {readonly string[]} read  the parts that the steps of the action read
 * @param {string} at
 */
export function refuseForeignParts(choices, read, at) {
  for (const [part, value] of Object.entries(choices)) {
    const saysNothing = typeof value === 'object' && Object.keys(value).length === 0;
    if (!read.includes(part) && !saysNothing) throw new Malformed(`${at}/${part}`, `${choices.card} has no use for ${part}`);
  }
}
