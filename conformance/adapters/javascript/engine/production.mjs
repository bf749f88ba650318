/** Prefect and specialists: provinces and houses that produce, the bonus markers, the Praefectus Magnus. */

import {malformedUnless, refuseUnless} from './errors.mjs';
import {housesIn, markerGood, neighbour} from './position.mjs';
import {clauseOf} from './steps.mjs';
import {storeWhatFits} from './storehouse.mjs';
import {add, sum} from './values.mjs';

/** @import {Play, StepOf} from '../types.d.ts' */

/**
 * @param {Play} play
 * @param {StepOf<'choose_province'>} step
 */
export function chooseProvince(play, step) {
  const {board, state, choices: {province}, at} = play;
  malformedUnless(province !== undefined, at, 'no province is chosen');
  refuseUnless(state.markers[province] === step.marker_shows, clauseOf(step, 'marker_shows'),
    `the marker of ${province} does not show ${step.marker_shows}`);
  const houses = sum((board.provinces.get(province) ?? []).map((city) => housesIn(state, city)));
  refuseUnless(houses >= step.houses_needed, clauseOf(step, 'houses_needed'), `there are too few houses in ${province}`);
  play.province = province;
}

/**
 * @param {Play} play
 * @param {StepOf<'gain_marker_good'>} step
 */
export function gainMarkerGood(play, step) {
  const {rules, state, seat, gained, choices: {praefectus_magnus: wish}, at} = play;
  const holds = state.praefectus_magnus === seat;
  refuseUnless(holds || wish !== true, clauseOf(step, 'count_with_praefectus_magnus'),
    'the player does not hold the Praefectus Magnus');
  if (step.praefectus_magnus === 'must_be_used') {
    refuseUnless(!holds || wish !== false, clauseOf(step, 'praefectus_magnus'), 'the Praefectus Magnus has to be used');
  } else {
    malformedUnless(!holds || wish !== undefined, at, 'the turn does not say whether the Praefectus Magnus is used');
  }
  play.magnusUsed = holds && wish !== false;
  const count = play.magnusUsed ? step.count_with_praefectus_magnus : step.count;
  add(gained[seat] ?? {}, {[markerGood(rules, state, play.province ?? '')]: count});
  // A single kind leaves its owner no choice: what does not fit is lost.
  if (step.stored === 'at_once') storeWhatFits(play, seat);
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
}

/**
 * @param {Play} play
 * @param {StepOf<'pass_praefectus_magnus'>} step
 */
export function passPraefectusMagnus({state, seat, magnusUsed}, step) {
  if (magnusUsed) state.praefectus_magnus = neighbour(state, seat, step.to);
}

/**
 * @param {Play} play
 * @param {StepOf<'collect_marker_coins'>} step
 */
export function collectMarkerCoins({rules, state, player, province: chosen}, step) {
  for (const [province, side] of Object.entries(state.markers)) {
    const counts = side === 'coins' && (step.markers === 'all' || province === chosen);
    const coins = rules.data.setup.bonus_markers.coins_on_the_back[markerGood(rules, state, province)] ?? 0;
    if (counts) player.coins += step.coins_each * coins;
  }
}
