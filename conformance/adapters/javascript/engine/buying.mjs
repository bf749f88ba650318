/** Senator and Consul: buying cards from the display. */

import {malformedUnless, refuseUnless} from './errors.mjs';
import {clauseOf, pay, refuseBeyondLimit} from './steps.mjs';
import {add, covers, countIn, inWords, kindsIn, multiplied, total} from './values.mjs';

/** @import {Amounts, Play, Rules, State, StepOf} from '../types.d.ts' */
/** @typedef {{goods: Amounts, choices: string[][]}} Price  fixed goods, and for each good of choice the kinds allowed */

/** What stands in the display for a slot without a card, under a reading that leaves gaps between the cards. */
export const EMPTY_SLOT = 'empty';

/**
 * @param {Play} play
 * @param {StepOf<'buy_cards'>} step
 */
export function buyCards({rules, state, player, choices: {cards = [], cards_for_surcharge: cheap = [], any}, at}, step) {
  const wanted = [...cards, ...cheap];
  refuseBeyondLimit(step, wanted.length, step.at_most, 'cards');
  refuseUnless(cheap.length === 0 || step.parts_paid === 'one', clauseOf(step, 'pay'), 'the red field is paid');
  /** @type {Price} */
  let price = {goods: {}, choices: []};
  /** @type {string[]} */
  const taken = [];
  for (const card of wanted) {
    const slot = taken.includes(card) || card === EMPTY_SLOT ? -1 : state.display.indexOf(card);
    refuseUnless(slot >= 0, 'display.slots', `${card} is not for sale on a slot`);
    price = together(price, priceOf(rules, step, card, slot, cheap.includes(card)));
    taken.push(card);
    if (step.display_refilled === 'after_each_purchase') closeUpAndRefill(rules, state, taken.splice(0));
  }
  const {goods, choices} = price;
  refuseUnless(isAffordable(player.goods, price), clauseOf(step, 'pay'),
    `the price is ${inWords(goods)} and ${choices.length} goods of choice; there is ${inWords(player.goods)}`);
  malformedUnless(any !== undefined || choices.length === 0, at,
    `the turn does not say what ${choices.length} goods of choice are paid with`);
  const mayStop = step.purchases === 'free' || wanted.length >= step.at_most
    || !canBuyAnother(rules, state, step, player.goods, price, taken);
  refuseUnless(mayStop, clauseOf(step, 'purchases'), 'one more card can be bought');
  add(player.goods, goods, -1);
  const chosen = any ?? {};
  refuseUnless(total(chosen) === choices.length, 'display.any-good',
    `${choices.length} goods of choice are to be paid, not ${inWords(chosen)}`);
  pay(player, chosen, 'display.any-good', 'what was chosen');
  const limit = step.question_mark === 'good_not_in_the_price' ? 'question_mark' : 'pay';
  refuseUnless(canBeShared(chosen, choices), clauseOf(step, limit), `${inWords(chosen)} cannot pay for what was chosen`);
  player.hand.push(...wanted);
  closeUpAndRefill(rules, state, taken);
}

/**
 * What a card on a slot costs.
 *
 * @param {Rules} rules
 * @param {StepOf<'buy_cards'>} step
 * @param {string} card
 * @param {number} slot
 * @param {boolean} forSurcharge  whether, of two parts, the goods under the slot are paid
 * @returns {Price}
 */
function priceOf(rules, step, card, slot, forSurcharge) {
  const redField = rules.cards.get(card)?.cost ?? {};
  const underSlot = rules.data.display.slots[slot] ?? [];
  const paysCard = step.parts_paid !== 'one' || !forSurcharge;
  const paysSlot = step.parts_paid !== 'one' || forSurcharge;
  /** @type {Amounts} */
  const goods = {};
  /** @type {string[][]} */
  const choices = [];
  if (paysCard && step.pay.includes('card')) add(goods, redField);
  if (paysCard && step.pay.includes('one_good_of_the_card')) {
    const [kind, ...others] = kindsIn(redField);
    if (kind !== undefined && others.length === 0) add(goods, {[kind]: 1});
    else choices.push([...(kind === undefined ? [] : [kind]), ...others]);
  }
  if (paysSlot && step.pay.includes('surcharge')) {
    for (const good of underSlot) if (good !== 'any') add(goods, {[good]: 1});
  }
  if (paysSlot && (step.pay.includes('surcharge') || step.pay.includes('surcharge_of_choice'))) {
    const others = rules.goods.filter((good) => !kindsIn(goods).includes(good));
    const allowed = step.question_mark === 'good_not_in_the_price' ? others : rules.goods;
    choices.push(...Array(countIn(underSlot, 'any')).fill(allowed));
  }
  return {goods, choices};
}

/**
 * @param {Price} one
 * @param {Price} other
 * @returns {Price}
 */
function together(one, other) {
  const goods = multiplied(one.goods, 1);
  add(goods, other.goods);
  return {goods, choices: [...one.choices, ...other.choices]};
}

/**
 * @param {Amounts} stock
 * @param {Price} price
 */
function isAffordable(stock, {goods, choices}) {
  if (!covers(stock, goods)) return false;
  const left = multiplied(stock, 1);
  add(left, goods, -1);
  return canBeShared(left, choices);
}

/**
 * Whether goods can be shared out so that each choice is paid with one of a kind that it allows.
 *
 * @param {Amounts} goods
 * @param {string[][]} choices
 * @returns {boolean}
 */
function canBeShared(goods, [first, ...others]) {
  if (first === undefined) return true;
  return first.some((kind) => (goods[kind] ?? 0) > 0 && canBeShared({...goods, [kind]: (goods[kind] ?? 0) - 1}, others));
}

/**
 * Whether a further card can be paid for besides those that are bought.
 *
 * @param {Rules} rules
 * @param {State} state
 * @param {StepOf<'buy_cards'>} step
 * @param {Amounts} stock
 * @param {Price} price
 * @param {string[]} taken
 */
function canBuyAnother(rules, state, step, stock, price, taken) {
  const ways = step.parts_paid === 'one' ? [false, true] : [false];
  return state.display.some((card, slot) => card !== EMPTY_SLOT && !taken.includes(card)
    && ways.some((forSurcharge) => isAffordable(stock, together(price, priceOf(rules, step, card, slot, forSurcharge)))));
}

/**
 * @param {Rules} rules
 * @param {State} state  changed
 * @param {string[]} bought
 */
function closeUpAndRefill(rules, state, bought) {
  const {slots, closes_up: closesUp} = rules.data.display;
  if (state.stack.length === 0 && closesUp === 'only_with_a_stack') {
    state.display = state.display.map((card) => (bought.includes(card) ? EMPTY_SLOT : card));
    while (state.display.at(-1) === EMPTY_SLOT) state.display.pop();
    return;
  }
  state.display = state.display.filter((card) => card !== EMPTY_SLOT && !bought.includes(card));
  state.display.push(...state.stack.splice(0, slots.length - state.display.length));
}
