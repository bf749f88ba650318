/** Prefect and specialists: provinces and houses that produce, the bonus markers, the Praefectus Magnus. */

import {malformedUnless, refuseUnless} from './errors.mjs';
import {note} from './memory.mjs';
import {housesIn, markerGood, neighbour, roomForGoods, seatsInTurnOrder} from './position.mjs';
import {clauseOf} from './steps.mjs';
import {storeWhatFits} from './storehouse.mjs';
import {add, sum} from './values.mjs';

/** @import {Action, Board, Play, Rules, State, StepOf, Turn} from '../types.d.ts' */

/**
 * @param {Play} play
 * @param {StepOf<'choose_province'>} step
 */
export function chooseProvince(play, step) {
  const {board, state, choices: {province}, at} = play;
  malformedUnless(province !== undefined, at, 'no province is chosen');
  const hindrance = againstProvince(board, state, province, step);
  refuseUnless(hindrance === null, clauseOf(step, hindrance ?? ''), `${province} cannot be chosen`);
  play.province = province;
}

/**
 * Whether there is a province to choose.
 *
 * @param {Board} board
 * @param {State} state
 * @param {StepOf<'choose_province'>} step
 */
export function someProvinceIsOpen(board, state, step) {
  return [...board.provinces.keys()].some((province) => againstProvince(board, state, province, step) === null);
}

/**
 * The parameter because of which a province cannot be chosen, or null.
 *
 * @param {Board} board
 * @param {State} state
 * @param {string} province
 * @param {StepOf<'choose_province'>} step
 */
function againstProvince(board, state, province, step) {
  if (state.markers[province] !== step.marker_shows) return 'marker_shows';
  const houses = sum((board.provinces.get(province) ?? []).map((city) => housesIn(state, city)));
  return houses < step.houses_needed ? 'houses_needed' : null;
}

/**
 * @param {Play} play
 * @param {StepOf<'gain_marker_good'>} step
 */
export function gainMarkerGood(play, step) {
  const {rules, state, seat, gained, choices: {praefectus_magnus: wish}, at} = play;
  const hindrance = againstDoubling(play, step);
  const usable = hindrance === null;
  refuseUnless(usable || wish !== true, clauseOf(step, hindrance ?? ''), 'the player cannot use the Praefectus Magnus');
  if (step.praefectus_magnus === 'must_be_used') {
    refuseUnless(!usable || wish !== false, clauseOf(step, 'praefectus_magnus'), 'the Praefectus Magnus has to be used');
  } else {
    malformedUnless(!usable || wish !== undefined, at, 'the turn does not say whether the Praefectus Magnus is used');
  }
  play.magnusUsed = usable && wish !== false;
  const count = play.magnusUsed ? step.count_with_praefectus_magnus : step.count;
  add(gained[seat] ?? {}, {[markerGood(rules, state, play.province ?? '')]: count});
  // A single kind leaves its owner no choice: what does not fit is lost.
  if (step.stored === 'at_once') storeWhatFits(play, seat);
}

/**
 * The parameter because of which the player cannot have the bonus doubled, or null.
 *
 * @param {Play} play
 * @param {StepOf<'gain_marker_good'>} step
 */
function againstDoubling({rules, board, state, seat, player, province}, step) {
  if (state.praefectus_magnus !== seat) return 'count_with_praefectus_magnus';
  const lastPlayer = seatsInTurnOrder(rules, state.first_player, state.players.length).at(-1);
  if (step.doubled_for === 'the_last_player' && seat !== lastPlayer) return 'doubled_for';
  const hasHouseThere = player.houses.some((city) => board.cities.get(city)?.province === province);
  if (step.doubled_in === 'provinces_with_an_own_house' && !hasHouseThere) return 'doubled_in';
  const lacksRoom = roomForGoods(rules, player) < step.count_with_praefectus_magnus;
  return step.doubling_needs_room && lacksRoom ? 'doubling_needs_room' : null;
}

/**
 * @param {Play} play
 * @param {StepOf<'flip_marker'>} step
 */
export function flipMarker({state, province}, step) {
  if (province !== null) state.markers[province] = step.to;
}

/**
 * @param {Play} play
 * @param {StepOf<'flip_markers'>} step
 */
export function flipMarkers({state}, step) {
  for (const [province, side] of Object.entries(state.markers)) {
    const other = side === 'goods' ? 'coins' : 'goods';
    state.markers[province] = step.to === 'other_side' ? other : step.to;
  }
}

/**
 * @param {Play} play
 * @param {StepOf<'produce'>} step
 */
export function produce(play, step) {
  const {state, seat} = play;
  const produces = {
    own: (/** @type {number} */ owner) => owner === seat,
    others: (/** @type {number} */ owner) => owner !== seat,
    everyones: () => true,
  }[step.houses];
  state.players.forEach(({houses}, owner) => {
    if (produces(owner)) for (const city of houses) produceIn(play, step, owner, city);
  });
}

/**
 * @param {Play} play
 * @param {StepOf<'produce'>} step
 * @param {number} owner
 * @param {string} city
 */
function produceIn({board, state, seat, card, province, magnusUsed, gained}, step, owner, city) {
  const cityGood = state.city_goods[city];
  const isThere = {
    chosen_province: board.cities.get(city)?.province === province,
    cities_of_the_cards_good: cityGood === card.good,
    all_cities: true,
  }[step.in];
  if (!isThere) return;
  const good = (step.yields === 'good_of_the_card' ? card.good : cityGood) ?? '';
  const each = magnusUsed && owner === seat ? step.each_with_praefectus_magnus ?? step.each : step.each;
  add(gained[owner] ?? {}, {[good]: each});
  note(state.players[owner], 'produced', good);
}

/**
 * @param {Play} play
 * @param {StepOf<'pass_praefectus_magnus'>} step
 */
export function passPraefectusMagnus({state, seat, magnusUsed}, step) {
  if (magnusUsed) handOn(state, seat, step);
}

/**
 * Hands the Praefectus Magnus on after a turn in which it was not used, where that is the rule. A Prefect who collects
 * coins keeps it.
 *
 * @param {Rules} rules
 * @param {State} before
 * @param {State} state  changed
 * @param {Turn} turn
 */
export function handOnUnused(rules, before, state, turn) {
  const seat = before.to_play;
  const isDue = rules.data.turn.praefectus_magnus_handed_on === 'after_every_turn' && (turn.pass || !collects(rules, turn));
  if (!isDue || seat === null || state.praefectus_magnus !== seat) return;
  const steps = Object.values(rules.data.actions).flatMap(({choose}) => Object.values(choose).flat());
  const step = steps.find((each) => each.do === 'pass_praefectus_magnus');
  if (step?.do === 'pass_praefectus_magnus') handOn(state, seat, step);
}

/**
 * Whether a card, played or copied, collects the coins on the markers.
 *
 * @param {Rules} rules
 * @param {Action} action
 * @returns {boolean}
 */
function collects(rules, {card, choice, as}) {
  if (as) return collects(rules, as);
  const steps = rules.data.actions[rules.cards.get(card)?.action ?? '']?.choose[choice ?? ''] ?? [];
  return steps.some((step) => step.do === 'collect_marker_coins');
}

/**
 * @param {State} state  changed
 * @param {number} seat  who has played
 * @param {StepOf<'pass_praefectus_magnus'>} step
 */
function handOn(state, seat, step) {
  const isOver = state.last_turns?.length === 0;
  if (!isOver || step.in_the_very_last_turn) state.praefectus_magnus = neighbour(state, seat, step.to);
}

/**
 * @param {Play} play
 * @param {StepOf<'collect_marker_coins'>} step
 */
export function collectMarkerCoins({rules, state, player, province: chosen}, step) {
  const someCoin = Object.values(state.markers).includes('coins');
  refuseUnless(someCoin || step.without_a_visible_coin === 'allowed', clauseOf(step, 'without_a_visible_coin'),
    'no marker shows a coin');
  for (const [province, side] of Object.entries(state.markers)) {
    const counts = side === 'coins' && (step.markers === 'all' || province === chosen);
    const coins = rules.data.setup.bonus_markers.coins_on_the_back[markerGood(rules, state, province)] ?? 0;
    if (counts) player.coins += step.coins_each * coins;
  }
}
