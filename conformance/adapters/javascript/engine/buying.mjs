/** Senator and Consul: buying cards from the display. */

import {malformedUnless, refuseUnless} from './errors.mjs';
import {clauseOf, pay, refuseBeyondLimit} from './steps.mjs';
import {add, covers, countIn, inWords, total} from './values.mjs';

/** @import {Amounts, Play, Rules, State, StepOf} from '../types.d.ts' */

/**
 * @param {Play} play
 * @param {StepOf<'buy_cards'>} step
 */
export function buyCards({rules, state, player, choices: {cards = [], any}, at}, step) {
  refuseBeyondLimit(step, cards.length, step.at_most, 'cards');
  /** @type {Amounts} */
  const goods = {};
  let questionMarks = 0;
  /** @type {string[]} */
  const taken = [];
  for (const card of cards) {
    const slot = taken.includes(card) ? -1 : state.display.indexOf(card);
    refuseUnless(slot >= 0, 'display.slots', `${card} is not for sale on a slot`);
    if (step.pay.includes('card')) add(goods, rules.cards.get(card)?.cost ?? {});
    const surcharge = rules.data.display.slots[slot] ?? [];
    const printed = step.pay.includes('surcharge') ? surcharge.filter((good) => good !== 'any') : [];
    for (const good of printed) add(goods, {[good]: 1});
    const isPaid = step.pay.includes('surcharge') || step.pay.includes('surcharge_of_choice');
    questionMarks += isPaid ? countIn(surcharge, 'any') : 0;
    taken.push(card);
    if (step.display_refilled === 'after_each_purchase') closeUpAndRefill(rules, state, taken.splice(0));
  }
  const affordable = covers(player.goods, goods) && total(player.goods) >= total(goods) + questionMarks;
  refuseUnless(affordable, clauseOf(step, 'pay'),
    `the price is ${inWords(goods)} and ${questionMarks} goods of choice; there is ${inWords(player.goods)}`);
  malformedUnless(any !== undefined || questionMarks === 0, at, `the turn does not say what ${questionMarks} question marks are paid with`);
  add(player.goods, goods, -1);
  const chosen = any ?? {};
  refuseUnless(total(chosen) === questionMarks, 'display.any-good',
    `${questionMarks} question marks are to be paid, not with ${inWords(chosen)}`);
  pay(player, chosen, 'display.any-good', 'what was chosen for the question marks');
  player.hand.push(...cards);
  closeUpAndRefill(rules, state, taken);
}

/**
 * @param {Rules} rules
 * @param {State} state  changed
 * @param {string[]} bought
 */
function closeUpAndRefill(rules, state, bought) {
  state.display = state.display.filter((card) => !bought.includes(card));
  state.display.push(...state.stack.splice(0, rules.data.display.slots.length - state.display.length));
}
