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
    tribune_counts: isYesOrNo, tribune_returns: isYesOrNo, playable: oneOf('at_any_time', 'as_last_card'),
    with_an_empty_pile: oneOf('allowed', 'refused'), may_be_left: isYesOrNo,
  },
  place_colonists: {
    at: eachOf('start_city', 'own_houses'), at_most: isCountOrAny, cost: oneOf('colonist'),
    kind_needs_line: optional(isYesOrNo), may_place_none: optional(isYesOrNo),
    at_most_in_one_city: optional(isCountOrAny),
  },
  move_colonists: {
    steps_per_colonist: isCount, steps_for: oneOf('all_on_the_board', 'those_on_lines'), lines: isLines,
    first_step_from: oneOf('any_city', 'start_city'),
    further_step: oneOf('through_one_city', 'through_several_cities', 'in_a_later_turn'),
    from_a_line: oneOf('by_either_end', 'onward'),
    colonists_move: oneOf('one_after_another', 'interleaved'), all_steps_used: isYesOrNo, end_in_city: isYesOrNo,
    end_where_it_began: isYesOrNo, end_on_occupied_line: isYesOrNo,
    occupied_by: oneOf('anyones_colonists', 'others_colonists'), parallel_lines: oneOf('two_places', 'one_place'),
    lines_shared: oneOf('never', 'until_all_have_moved'), pass_occupied_line: isYesOrNo,
    steps_over_occupied_line: isCount,
  },
  build_houses: {
    next_to: oneOf('own_colonists', 'anyones_colonists', 'own_houses', 'own_colonists_that_moved'),
    from_cities: isYesOrNo, between_moves: isYesOrNo, only_after_moving: isYesOrNo, own_houses_per_city: isCount,
    limit_counts: oneOf('own_houses_in_the_city', 'all_houses_in_the_city', 'own_houses_in_all_cities'),
    cost: oneOf('house'),
    at_most: (value) => value === 'one_per_colonist' || isCountOrAny(value),
  },
  choose_province: {marker_shows: oneOf('goods', 'coins'), houses_needed: isCount},
  gain_marker_good: {
    count: isCount, count_with_praefectus_magnus: isCount, praefectus_magnus: oneOf('must_be_used', 'may_be_used'),
    stored: oneOf('together_with_the_houses', 'at_once'), doubled_for: oneOf('any_holder', 'the_last_player'),
    doubled_in: oneOf('any_province', 'provinces_with_an_own_house'), doubling_needs_room: isYesOrNo,
  },
  flip_marker: {to: oneOf('goods', 'coins')},
  flip_markers: {to: oneOf('goods', 'coins', 'other_side')},
  produce: {
    houses: oneOf('own', 'others', 'everyones'), in: oneOf('chosen_province', 'cities_of_the_cards_good', 'all_cities'),
    yields: oneOf('good_of_the_city', 'good_of_the_card'), each: isCount,
    each_with_praefectus_magnus: optional(isCount),
  },
  store_goods: {},
  pass_praefectus_magnus: {to: oneOf('right', 'left'), in_the_very_last_turn: isYesOrNo},
  collect_marker_coins: {
    coins_each: isCount, markers: oneOf('all', 'of_the_chosen_province'),
    without_a_visible_coin: oneOf('allowed', 'refused'),
  },
  gain_coins: {
    base: isCount, per_colonist_on_board: isCount, counted_kinds: eachOf('land', 'sea'),
    counted_places: oneOf('lines_and_cities', 'lines'),
  },
  gain_card_income: {of: oneOf('card_played', 'best_card_owned')},
  trade_goods: {
    kinds_at_least: isCount, kinds_at_most: isCount, sell_and_buy_one_kind: isYesOrNo, sales_need_room: isYesOrNo,
    room_counted: oneOf('after_sales', 'before_trading'), limited: oneOf('kinds', 'transactions'),
    paid_in: oneOf('coins', 'goods'),
  },
  copy_card: {
    from: oneOf('other_players', 'all_players'), not_copied: isListOfTexts,
    barred_by: oneOf('top_card', 'any_card_of_the_pile', 'any_diplomat_ever_played'),
    barred_by_a_tribune: oneOf('until_the_next_card', 'for_the_whole_game'),
    used_diplomat: oneOf('is_a_diplomat', 'counts_as_the_copied_card'),
    printed_values: oneOf('of_the_copied_card', 'of_the_own_starting_card'),
    alternative: oneOf('chosen_anew', 'as_by_the_owner'), one_action_of: isListOfTexts,
    copied_card: oneOf('stays', 'is_taken'), may_decline: isYesOrNo,
    without_target: oneOf('allowed', 'refused'),
  },
  buy_cards: {
    at_most: isCount, purchases: oneOf('free', 'as_many_as_possible'),
    pay: eachOf('card', 'one_good_of_the_card', 'surcharge', 'surcharge_of_choice'),
    parts_paid: optional(oneOf('all', 'one')), question_mark: optional(oneOf('any_good', 'good_not_in_the_price')),
    display_refilled: oneOf('after_the_purchases', 'after_each_purchase'),
  },
};

/** @type {Record<string, Test>} */
const ELSEWHERE = {
  'display.closes_up': oneOf('always', 'only_with_a_stack'),
  'turn.order': oneOf('clockwise', 'counterclockwise'),
  'turn.may_pass': isYesOrNo,
  'turn.praefectus_magnus_obliges': isYesOrNo,
  'turn.praefectus_magnus_handed_on': oneOf('after_its_use', 'after_every_turn'),
  'turn.alternatives': oneOf('one', 'all'),
  'turn.action': oneOf('carried_out', 'may_be_left_out', 'must_have_an_effect'),
  'turn.gained_cards': oneOf('next_turn', 'same_turn', 'after_the_next_tribune'),
  'pieces.storehouse.refuse_goods_that_fit': isYesOrNo,
  'pieces.storehouse.choose_what_to_keep_from': oneOf('gained_goods', 'gained_and_stored_goods'),
  'pieces.storehouse.leave_spaces_empty_on_overflow': isYesOrNo,
  'costs.house.coins_times': oneOf('houses_after_building', 'houses_before_building', 'doubled_per_house', 'once'),
  'costs.house.goods_times': oneOf('once', 'like_coins'),
  'costs.house.houses_counted': oneOf('all', 'those_of_others'),
  'gods.scoring.cards': oneOf('each', 'once_per_god'),
  'gods.scoring.maximum': oneOf('per_card', 'in_total'),
  'gods.scoring.a_house_counts_for': oneOf('every_god', 'the_first_god'),
  'interim.scored_by': oneOf('the_first_one', 'the_first_one_that_takes_back_another_card'),
  'interim.points': oneOf('cleared', 'kept'),
  'interim.moment': oneOf('after_the_whole_card', 'before_the_new_colonist'),
  'interim.goods': oneOf('kept', 'sold', 'not_counted'),
  'interim.rank_after_a_tie': oneOf('next_rank', 'ranks_skipped'),
  'end.triggers.display_empty': isYesOrNo,
  'end.triggers.houses_whose': oneOf('anyones', 'first_players'),
  'end.triggers.concordia_points_go_to': oneOf('the_first', 'everyone'),
  'end.last_turns.players': oneOf('others', 'all', 'rest_of_the_round'),
  'end.last_turns.each': isCount,
  'end.last_turns.may_be_declined': isYesOrNo,
  'end.winner.most': oneOf('points'),
  'end.winner.tie_goes_to': oneOf('praefectus_magnus'),
  'end.winner.holder': oneOf('after_the_last_turn', 'when_the_end_began'),
  'end.winner.else_next_to_the': oneOf('right', 'left'),
  'end.winner.among': oneOf('tied_players', 'all_players'),
  'setup.first_player.chosen': oneOf('at_random'),
  'setup.decks.stack': oneOf('each_deck_shuffled_first_deck_on_top', 'all_decks_shuffled_together'),
  'setup.city_tokens.drawn': oneOf('by_letter', 'from_all'),
  'setup.bonus_markers.shows': oneOf('dearest_good_of_the_province', 'cheapest_good_of_the_province'),
  'setup.bonus_markers.side_up': oneOf('goods', 'coins'),
  'setup.players.kinds_in_start_city': oneOf('the_same_for_all', 'chosen_by_each_player'),
  'setup.players.hand': oneOf('all_starting_cards'),
  'setup.players.praefectus_magnus': oneOf('last_player', 'first_player'),
};

/** @type {Record<string, Test>} */
const DIVISION = {
  divided: optional(oneOf('the_sum', 'each_part')),
  rounded: optional(oneOf('down', 'to_the_nearest')),
};

/** @type {Record<string, Test>} */
const DETAILS = {
  owner: optional(oneOf('self', 'anyone')),
  settled_by: optional(oneOf('houses', 'colonists')),
  counted_when: optional(oneOf('a_house_stands', 'a_house_has_produced')),
  kinds: optional(eachOf('land', 'sea')),
  placed_since: optional(oneOf('the_set_up', 'the_first_turn')),
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
  for (const [id, god] of Object.entries(data.gods.gods)) {
    refuseUnknownDetails(`/gods/gods/${id}`, DIVISION, god);
    refuseUnknownQuantity(`/gods/gods/${id}/per`, god.per);
  }
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
function refuseUnknownQuantity(at, quantity) {
  const {sum, value_of: valued, count} = quantity;
  refuseUnknownDetails(at, DETAILS, quantity);
  if (sum) {
    sum.forEach((part, index) => refuseUnknownQuantity(`${at}/sum/${index}`, part));
    return;
  }
  const known = valued ? valued === 'goods' : QUANTITIES.includes(count ?? '');
  malformedUnless(known, at, `${valued ?? count} is not implemented`);
}

/**
 * @param {string} at
 * @param {Record<string, Test>} details
 * @param {object} group
 */
function refuseUnknownDetails(at, details, group) {
  for (const [name, isKnown] of Object.entries(details)) {
    const value = /** @type {Record<string, unknown>} */ (group)[name];
    malformedUnless(isKnown(value), at, `${name} ${JSON.stringify(value)} is not implemented`);
  }
}
