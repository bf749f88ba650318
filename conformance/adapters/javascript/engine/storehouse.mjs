/** The storehouse: what is stored of the goods that a player gains. */

import {malformedUnless, refuseUnless} from './errors.mjs';
import {roomForGoods} from './position.mjs';
import {add, covers, inWords, kindsIn, total} from './values.mjs';

/** @import {Amounts, Play, Player} from '../types.d.ts' */

/**
 * Stores what every seat has gained.
 *
 * @param {Play} play
 */
export function storeGoods(play) {
  const {keep = {}, discard = {}} = play.choices;
  play.state.players.forEach((player, seat) => {
    const wish = keep[seat];
    if (wish === undefined) storeWithoutChoice(play, player, seat);
    else storeByChoice(play, player, seat, wish, discard[seat] ?? {});
  });
}

/**
 * Stores what fits of the goods of one kind.
 *
 * @param {Play} play
 * @param {number} seat
 */
export function storeWhatFits({rules, player, gained}, seat) {
  const goods = gained[seat] ?? {};
  const [kind] = kindsIn(goods);
  if (kind !== undefined) add(player.goods, {[kind]: Math.min(total(goods), roomForGoods(rules, player))});
  gained[seat] = {};
}

/**
 * @param {Play} play
 * @param {Player} player  changed
 * @param {number} seat
 */
function storeWithoutChoice({rules, gained, at}, player, seat) {
  const goods = gained[seat] ?? {};
  const room = roomForGoods(rules, player);
  if (total(goods) <= room) {
    add(player.goods, goods);
    return;
  }
  const {choose_what_to_keep_from: from, leave_spaces_empty_on_overflow: mayLeaveEmpty} = rules.data.pieces.storehouse;
  const mayDiscard = from === 'gained_and_stored_goods';
  const kinds = new Set([...kindsIn(goods), ...(mayDiscard ? kindsIn(player.goods) : [])]);
  const spaces = mayDiscard ? room + total(player.goods) : room;
  const isSettled = spaces === 0 || (kinds.size === 1 && !mayLeaveEmpty);
  malformedUnless(isSettled, at, `the turn does not say what seat ${seat} keeps of ${inWords(goods)}; it has room for ${room}`);
  const [kind = ''] = kinds;
  add(player.goods, {[kind]: room});
}

/**
 * @param {Play} play
 * @param {Player} player  changed
 * @param {number} seat
 * @param {Amounts} kept
 * @param {Amounts} thrown
 */
function storeByChoice({rules, gained}, player, seat, kept, thrown) {
  const {
    choose_what_to_keep_from: from, leave_spaces_empty_on_overflow: mayLeaveEmpty, refuse_goods_that_fit: mayRefuse,
  } = rules.data.pieces.storehouse;
  const goods = gained[seat] ?? {};
  const room = roomForGoods(rules, player);
  const allFit = total(goods) <= room;
  const mayDiscard = from === 'gained_and_stored_goods' && !allFit;
  refuseUnless(total(thrown) === 0 || mayDiscard, 'storehouse.no-discard', 'stored goods are not thrown away');
  // Stored goods are given up for new ones: only as many as are in the way, and never for others of the same kind.
  const isNeedless = total(thrown) > Math.max(0, total(kept) - room)
    || kindsIn(thrown).some((good) => kindsIn(kept).includes(good));
  refuseUnless(total(thrown) === 0 || !isNeedless, 'storehouse.no-discard', 'nothing new needs the space');
  refuseUnless(covers(player.goods, thrown), 'storehouse.no-discard', `seat ${seat} has only ${inWords(player.goods)}`);
  refuseUnless(covers(goods, kept), 'storehouse.overflow.choose', `seat ${seat} gains only ${inWords(goods)}`);
  const spaces = room + total(thrown);
  refuseUnless(total(kept) <= spaces, 'storehouse.full', `seat ${seat} has room for ${spaces}`);
  refuseUnless(!allFit || mayRefuse || total(kept) === total(goods), 'storehouse.must-take',
    `seat ${seat} has room for all that it gains`);
  refuseUnless(allFit || mayLeaveEmpty || total(kept) === spaces, 'storehouse.overflow.fill',
    `seat ${seat} leaves space empty that a good could fill`);
  add(player.goods, thrown, -1);
  add(player.goods, kept);
}
