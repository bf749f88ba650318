/** The Mercator: the income of the card, and trade with the bank. */

import {refuseUnless} from './errors.mjs';
import {roomForGoods, valueOf} from './position.mjs';
import {clauseOf} from './steps.mjs';
import {add, covers, inWords, kindsIn, total} from './values.mjs';

/** @import {Amounts, Play, Player, StepOf} from '../types.d.ts' */

/**
 * @param {Play} play
 * @param {StepOf<'gain_card_income'>} step
 */
export function gainCardIncome({rules, player, card}, step) {
  const owned = [...player.hand, ...player.pile].map((id) => rules.cards.get(id)).filter((own) => own?.kind === card.kind);
  // A copied card counts beside those that the player owns, for its printed values hold.
  const counted = step.of === 'card_played' ? [card] : [card, ...owned];
  player.coins += Math.max(...counted.map((other) => other?.income ?? 0));
}

/**
 * @param {Play} play
 * @param {StepOf<'trade_goods'>} step
 */
export function tradeGoods({rules, player, choices: {sell = {}, buy = {}}}, step) {
  const sold = kindsIn(sell);
  const bought = kindsIn(buy);
  const bothWays = sold.some((good) => bought.includes(good));
  const mayTradeBothWays = step.sell_and_buy_one_kind || step.limited === 'transactions';
  refuseUnless(mayTradeBothWays || !bothWays, clauseOf(step, 'sell_and_buy_one_kind'), 'a kind is either sold or bought');
  const kinds = new Set([...sold, ...bought]);
  const traded = step.limited === 'kinds' ? kinds.size : sold.length + bought.length;
  refuseUnless(traded <= step.kinds_at_most, clauseOf(step, 'kinds_at_most'),
    `no more than ${step.kinds_at_most} ${step.limited} are allowed`);
  refuseUnless(covers(player.goods, sell), 'mercator.trade.stock', `there is only ${inWords(player.goods)} to sell`);
  if (step.paid_in === 'goods') {
    exchangeGoods(player, step, sell, buy);
    return;
  }
  const coins = player.coins + valueOf(rules, sell) - valueOf(rules, buy);
  refuseUnless(coins >= 0, 'mercator.trade.money', `${-coins} coins are missing`);
  const roomBefore = roomForGoods(rules, player);
  refuseUnless(!step.sales_need_room || total(sell) <= roomBefore, clauseOf(step, 'sales_need_room'),
    `no more than ${roomBefore} goods can be sold`);
  add(player.goods, sell, -1);
  const room = step.room_counted === 'before_trading' ? roomBefore : roomForGoods(rules, player);
  refuseUnless(total(buy) <= room, clauseOf(step, 'room_counted'), `the storehouse has room for ${room} goods`);
  add(player.goods, buy);
  player.coins = coins;
  refuseUnless(kinds.size === 0 || kinds.size >= step.kinds_at_least, clauseOf(step, 'kinds_at_least'),
    `no fewer than ${step.kinds_at_least} kinds are traded`);
}

/**
 * Exchanges goods of one kind for as many of another; no coins change hands.
 *
 * @param {Player} player  changed
 * @param {StepOf<'trade_goods'>} step
 * @param {Amounts} given
 * @param {Amounts} taken
 */
function exchangeGoods(player, step, given, taken) {
  const isOneForOne = kindsIn(given).length <= 1 && kindsIn(taken).length <= 1 && total(given) === total(taken);
  refuseUnless(isOneForOne, clauseOf(step, 'paid_in'), 'goods of one kind are exchanged for as many of another');
  add(player.goods, given, -1);
  add(player.goods, taken);
}
