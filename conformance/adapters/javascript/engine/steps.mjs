/** What the steps of several cards have in common. */

import {refuseUnless} from './errors.mjs';
import {add, covers, inWords} from './values.mjs';

/** @import {Amounts, Clauses, Player, Rules, Step, StepOf, Verb} from '../types.d.ts' */

/**
 * All steps of all cards with a verb.
 *
 * @template {Verb} V
 * @param {Rules} rules
 * @param {V} verb
 */
export function stepsWith(rules, verb) {
  const steps = Object.values(rules.data.actions).flatMap(({choose}) => Object.values(choose).flat());
  return /** @type {StepOf<V>[]} */ (steps.filter((step) => step.do === verb));
}

/**
 * The first clause behind a parameter of a step, or of other data.
 *
 * @param {{clauses: Clauses}} step
 * @param {string} parameter
 */
export function clauseOf(step, parameter) {
  const clauses = step.clauses[parameter] ?? [];
  return [clauses].flat()[0] ?? 'turn.action';
}

/**
 * @param {Step} step
 * @param {number} number
 * @param {number | 'any'} limit
 * @param {string} what
 */
export function refuseBeyondLimit(step, number, limit, what) {
  const isWithin = limit === 'any' || number <= limit;
  refuseUnless(isWithin, clauseOf(step, 'at_most'), `the limit for ${what} is ${limit}`);
}

/**
 * @param {Player} player  changed
 * @param {Amounts} goods
 * @param {string} clause
 * @param {string} what
 */
export function pay(player, goods, clause, what) {
  refuseUnless(covers(player.goods, goods), clause,
    `${what} costs ${inWords(goods)}; there is ${inWords(player.goods)}`);
  add(player.goods, goods, -1);
}
