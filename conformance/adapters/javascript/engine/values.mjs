/** Values of JSON, lists, and amounts of goods. */

/** @import {Amounts} from '../types.d.ts' */

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
export function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * @param {unknown} value
 * @returns {value is string}
 */
export function isText(value) {
  return typeof value === 'string';
}

/**
 * @param {unknown} value
 * @returns {value is number}
 */
export function isCount(value) {
  return Number.isInteger(value) && Number(value) >= 0;
}

/**
 * @param {unknown} one
 * @param {unknown} other
 */
export function isSameJson(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * @template T
 * @param {readonly T[]} list
 * @param {T} item
 */
export function countIn(list, item) {
  return list.filter((other) => other === item).length;
}

/**
 * @template T
 * @param {T[]} list
 * @param {T} item
 */
export function removeOne(list, item) {
  list.splice(list.indexOf(item), 1);
}

/** @param {readonly number[]} numbers */
export function sum(numbers) {
  return numbers.reduce((one, other) => one + other, 0);
}

/** @param {Amounts} amounts */
export function total(amounts) {
  return sum(Object.values(amounts));
}

/**
 * Adds amounts to a stock, which is changed.
 *
 * @param {Amounts} stock
 * @param {Amounts} amounts
 * @param {number} [times]
 */
export function add(stock, amounts, times = 1) {
  for (const [good, number] of Object.entries(amounts)) stock[good] = (stock[good] ?? 0) + times * number;
}

/**
 * @param {Amounts} amounts
 * @param {number} times
 * @returns {Amounts}
 */
export function multiplied(amounts, times) {
  return Object.fromEntries(Object.entries(amounts).map(([good, number]) => [good, number * times]));
}

/**
 * @param {Amounts} stock
 * @param {Amounts} amounts
 */
export function covers(stock, amounts) {
  return Object.entries(amounts).every(([good, number]) => (stock[good] ?? 0) >= number);
}

/** @param {Amounts} amounts */
export function kindsIn(amounts) {
  return Object.keys(amounts).filter((good) => (amounts[good] ?? 0) > 0);
}

/** @param {Amounts} amounts */
export function inWords(amounts) {
  return kindsIn(amounts).map((good) => `${amounts[good]} ${good}`).join(', ') || 'nothing';
}
