/**
 * The values that this engine knows for every datum it plays by. To play by a value that it does not know would be a
 * wrong answer that looks like a right one, so a bundle with another value is turned down.
 */

import {malformedUnless} from './errors.mjs';
import {isCount, isObject, isSameJson} from './values.mjs';

/** @import {Quantity, Specification, Verb} from '../types.d.ts' */
/** @typedef {(value: unknown) => boolean} Test */

/** @returns {Test} */
const oneOf = (/** @type {unknown[]} */ ...values) => (value) => values.some((known) => isSameJson(known, value));
/** @returns {Test} */
const eachOf = (/** @type {unknown[]} */ ...values) => (list) =>
  Array.isArray(list) && list.every((value) => values.includes(value));
/** @returns {Test} */
const optional = (/** @type {Test} */ test) => (value) => value === undefined || test(value);
/** @type {Test} */
const isYesOrNo = oneOf(true, false);
/** @type {Test} */
const isCountOrAny = (value) => value === 'any' || isCount(value);
/** @type {Test} */
const isLines = (value) =>
  isObject(value) && isSameJson(Object.keys(value).sort(), ['land', 'sea'])
  && Object.values(value).every(eachOf('land', 'sea'));
/** @type {Test} */
const isListOfTexts = (value) => Array.isArray(value) && value.every((item) => typeof item === 'string');

/** @type {Record<Verb, Record<string, Test>>} */
const PARAMETERS = {
  recall_cards: {
    coins_per_card: isCount, cards_without_coins: isCount, counted_cards: oneOf('returned', 'owned'),
    tribune_counts: isYesOrNo,
  },
  place_colonists: {
    at: eachOf('start_city', 'own_houses'), at_most: isCountOrAny, cost: oneOf('colonist'),
    kind_needs_line: optional(isYesOrNo),
  },
  move_colonists: {
    steps_per_colonist: isCount, lines: isLines, end_in_city: isYesOrNo, end_on_occupied_line: isYesOrNo,
    pass_occupied_line: isYesOrNo, steps_over_occupied_line: isCount,
  },
  build_houses: {
    next_to: oneOf('own_colonists', 'anyones_colonists', 'own_houses', 'own_colonists_that_moved'),
    only_after_moving: isYesOrNo, own_houses_per_city: isCount, cost: oneOf('house'),
    at_most: (value) => value === 'one_per_colonist' || isCountOrAny(value),
  },
  choose_province: {marker_shows: oneOf('goods', 'coins'), houses_needed: isCount},
  gain_marker_good: {
    count: isCount, count_with_praefectus_magnus: isCount, praefectus_magnus: oneOf('must_be_used', 'may_be_used'),
    stored: oneOf('together_with_the_houses', 'at_once'),
  },
  flip_marker: {to: oneOf('goods', 'coins')},
  flip_markers: {to: oneOf('goods', 'coins', 'other_side')},
  produce: {
    houses: oneOf('own', 'others', 'everyones'), in: oneOf('chosen_province', 'cities_of_the_cards_good', 'all_cities'),
    yields: oneOf('good_of_the_city', 'good_of_the_card'), each: isCount,
    each_with_praefectus_magnus: optional(isCount),
  },
  store_goods: {},
  pass_praefectus_magnus: {to: oneOf('right', 'left')},
  collect_marker_coins: {coins_each: isCount, markers: oneOf('all', 'of_the_chosen_province')},
  gain_coins: {base: isCount, per_colonist_on_board: isCount},
  gain_card_income: {of: oneOf('card_played', 'best_card_owned')},
  trade_goods: {
    kinds_at_least: isCount, kinds_at_most: isCount, sell_and_buy_one_kind: isYesOrNo, sales_need_room: isYesOrNo,
    room_counted: oneOf('after_sales', 'before_trading'),
  },
  copy_card: {
    from: oneOf('other_players', 'all_players'), not_copied: isListOfTexts,
    barred_by: oneOf('top_card', 'any_card_of_the_pile'),
    printed_values: oneOf('of_the_copied_card', 'of_the_own_starting_card'), may_decline: isYesOrNo,
    without_target: oneOf('allowed', 'refused'),
  },
  buy_cards: {
    at_most: isCount, pay: eachOf('card', 'surcharge', 'surcharge_of_choice'),
    display_refilled: oneOf('after_the_purchases', 'after_each_purchase'),
  },
};

/** @type {Record<string, Test>} */
const ELSEWHERE = {
  'turn.order': oneOf('clockwise', 'counterclockwise'),
  'turn.may_pass': isYesOrNo,
  'pieces.storehouse.refuse_goods_that_fit': isYesOrNo,
  'pieces.storehouse.choose_what_to_keep_from': oneOf('gained_goods', 'gained_and_stored_goods'),
  'pieces.storehouse.leave_spaces_empty_on_overflow': isYesOrNo,
  'costs.house.coins_times': oneOf('houses_after_building', 'houses_before_building', 'doubled_per_house', 'once'),
  'costs.house.goods_times': oneOf('once', 'like_coins'),
  'gods.scoring.cards': oneOf('each', 'once_per_god'),
  'gods.scoring.maximum': oneOf('per_card', 'in_total'),
  'interim.moment': oneOf('after_the_whole_card', 'before_the_new_colonist'),
  'interim.goods': oneOf('kept', 'sold', 'not_counted'),
  'interim.rank_after_a_tie': oneOf('next_rank', 'ranks_skipped'),
  'end.triggers.display_empty': isYesOrNo,
  'end.triggers.houses_whose': oneOf('anyones', 'first_players'),
  'end.last_turns.players': oneOf('others', 'all'),
  'end.last_turns.each': isCount,
  'end.last_turns.may_be_declined': isYesOrNo,
  'end.winner.most': oneOf('points'),
  'end.winner.tie_goes_to': oneOf('praefectus_magnus'),
  'end.winner.else_next_to_the': oneOf('right', 'left'),
  'end.winner.among': oneOf('tied_players', 'all_players'),
  'setup.first_player.chosen': oneOf('at_random'),
  'setup.decks.stack': oneOf('each_deck_shuffled_first_deck_on_top'),
  'setup.bonus_markers.shows': oneOf('dearest_good_of_the_province', 'cheapest_good_of_the_province'),
  'setup.bonus_markers.side_up': oneOf('goods', 'coins'),
  'setup.players.hand': oneOf('all_starting_cards'),
  'setup.players.praefectus_magnus': oneOf('last_player', 'first_player'),
};

const QUANTITIES = ['coins', 'houses', 'provinces_with_houses', 'goods_produced_by_houses', 'colonists_on_board', 'cities'];

/**
 * @param {Specification} data
 * @throws {Malformed} for the first value that is not known
 */
export function refuseUnknownReadings(data) {
  for (const [path, isKnown] of Object.entries(ELSEWHERE)) {
    const keys = path.split('.');
    const value = keys.reduce((/** @type {unknown} */ node, key) => (isObject(node) ? node[key] : undefined), data);
    malformedUnless(isKnown(value), `/${keys.join('/')}`, `${JSON.stringify(value)} is not implemented`);
  }
  for (const [action, {choose}] of Object.entries(data.actions)) {
    for (const step of Object.values(choose).flat()) refuseUnknownParameters(`/actions/${action}`, step);
  }
  for (const [god, {per}] of Object.entries(data.gods.gods)) refuseUnknownQuantity(`/gods/gods/${god}/per`, per);
}

/**
 * @param {string} at
 * @param {{do: string, clauses?: unknown}} step
 */
function refuseUnknownParameters(at, {do: verb, clauses, ...given}) {
  malformedUnless(Object.hasOwn(PARAMETERS, verb), at, `the verb ${verb} is not implemented`);
  const known = PARAMETERS[/** @type {Verb} */ (verb)];
  const values = /** @type {Record<string, unknown>} */ (given);
  for (const name of new Set([...Object.keys(known), ...Object.keys(values)])) {
    const isKnown = Object.hasOwn(known, name) && known[name]?.(values[name]);
    malformedUnless(isKnown, at, `${verb} with ${name} ${JSON.stringify(values[name])} is not implemented`);
  }
}

/**
 * @param {string} at
 * @param {Quantity} quantity
 */
function refuseUnknownQuantity(at, {sum, value_of: valued, count, owner = 'self'}) {
  if (sum) {
    sum.forEach((part, index) => refuseUnknownQuantity(`${at}/sum/${index}`, part));
    return;
  }
  const known = valued ? valued === 'goods' : QUANTITIES.includes(count ?? '');
  malformedUnless(known && ['self', 'anyone'].includes(owner), at, `${owner}'s ${valued ?? count} is not implemented`);
}
