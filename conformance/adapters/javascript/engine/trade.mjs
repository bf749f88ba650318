/** The Mercator: the income of the card, and trade with the bank. */

import {refuseUnless} from './errors.mjs';
import {roomForGoods, valueOf} from './position.mjs';
import {clauseOf} from './steps.mjs';
import {add, covers, inWords, kindsIn, total} from './values.mjs';

/** @import {Play, StepOf} from '../types.d.ts' */

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
  refuseUnless(step.sell_and_buy_one_kind || !bothWays, clauseOf(step, 'sell_and_buy_one_kind'),
    'a kind is either sold or bought');
  const kinds = new Set([...sold, ...bought]);
  refuseUnless(kinds.size <= step.kinds_at_most, clauseOf(step, 'kinds_at_most'),
    `no more than ${step.kinds_at_most} kinds are traded`);
  refuseUnless(covers(player.goods, sell), 'mercator.trade.stock', `there is only ${inWords(player.goods)} to sell`);
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
  const canSellMore = !step.sales_need_room || total(sell) < roomBefore;
  const canBuyMore = total(buy) < room;
  // Who can trade in no further kind has done enough.
  const couldTradeMore = rules.goods.some((good) => !kinds.has(good)
    && ((canSellMore && (player.goods[good] ?? 0) > 0) || (canBuyMore && coins >= (rules.price[good] ?? 0))));
  refuseUnless(kinds.size >= step.kinds_at_least || !couldTradeMore, clauseOf(step, 'kinds_at_least'),
    `no fewer than ${step.kinds_at_least} kinds are traded`);
}
