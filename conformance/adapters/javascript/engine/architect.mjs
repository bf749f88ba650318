/** The second part of the Architect: building houses. */

import {isCity} from './board.mjs';
import {refuseUnless} from './errors.mjs';
import {colonistsOnBoard, housesIn, standingColonists} from './position.mjs';
import {clauseOf, pay, refuseBeyondLimit} from './steps.mjs';
import {countIn, multiplied} from './values.mjs';

/** @import {Play, Player, Rules, State, StepOf} from '../types.d.ts' */
/** @import {Standing} from './movement.mjs' */

/**
 * @param {Play} play
 * @param {StepOf<'build_houses'>} step
 */
export function buildHouses(play, step) {
  const cities = play.choices.builds ?? [];
  const limit = step.at_most === 'one_per_colonist' ? colonistsOnBoard(play.player).length : step.at_most;
  refuseBeyondLimit(step, cities.length, limit, 'houses');
  const mayBuild = !step.only_after_moving || cities.length === 0 || play.journeys.length > 0;
  refuseUnless(mayBuild, clauseOf(step, 'only_after_moving'), 'no colonist has moved in this turn');
  for (const city of cities) buildHouse(play, step, city);
}

/**
 * @param {Play} play
 * @param {StepOf<'build_houses'>} step
 * @param {string} city
 */
function buildHouse(play, step, city) {
  const {rules, board, state, player} = play;
  refuseUnless(city !== board.startCity, 'architect.build.start-city', `nobody builds in ${city}`);
  const counted = {
    own_houses_in_the_city: () => countIn(player.houses, city),
    all_houses_in_the_city: () => housesIn(state, city),
    own_houses_in_all_cities: () => player.houses.length,
  }[step.limit_counts]();
  refuseUnless(counted < step.own_houses_per_city, clauseOf(step, 'own_houses_per_city'),
    `${counted} houses that count stand already when one is to be built in ${city}`);
  refuseUnless(isNextTo(play, step, city), clauseOf(step, 'next_to'), `${city} does not lie next to ${step.next_to}`);
  refuseUnless(player.houses.length < rules.data.pieces.per_player.houses, 'architect.build.supply',
    'the player has placed all houses');
  payHouse(rules, state, player, city);
  player.houses.push(city);
}

/**
 * @param {Play} play
 * @param {StepOf<'build_houses'>} step
 * @param {string} city
 */
function isNextTo(play, step, city) {
  const {board, player} = play;
  const lines = board.linesAt.get(city) ?? [];
  if (step.next_to === 'own_houses') {
    return lines.some(({ends}) => ends.some((end) => end !== city && player.houses.includes(end)));
  }
  const isBeside = (/** @type {Standing} */ {kind, place}) => lines.some(({id}) => id === place)
    || (step.from_cities && isCity(board, place)
      && (place === city || lines.some((line) => line.kind === kind && line.ends.includes(place))));
  return colonistsThatCount(play, step).some(isBeside);
}

/**
 * The colonists next to which a house can be built. Where houses come in between the moves, every place counts where
 * one stood at some time: before the moves, unless one must have moved first, or after any of them.
 *
 * @param {Play} play
 * @param {StepOf<'build_houses'>} step
 * @returns {Standing[]}
 */
function colonistsThatCount({state, seat, player, journeys, movedTo, stood}, step) {
  if (step.next_to === 'own_colonists_that_moved') return step.between_moves ? movedTo : journeys;
  const before = step.only_after_moving ? stood.slice(colonistsOnBoard(player).length) : stood;
  const own = [...standingColonists(player), ...(step.between_moves ? before : [])];
  const others = state.players.filter((_, other) => other !== seat).flatMap(standingColonists);
  return step.next_to === 'anyones_colonists' ? [...own, ...others] : own;
}

/**
 * @param {Rules} rules
 * @param {State} state
 * @param {Player} player  changed
 * @param {string} city
 */
function payHouse(rules, state, player, city) {
  const {in_city_of: prices, coins_times: coinsTimes, goods_times: goodsTimes, houses_counted: counted} =
    rules.data.costs.house;
  const cityGood = state.city_goods[city] ?? '';
  const price = prices[cityGood] ?? {goods: {}, coins: 0};
  const before = housesIn(state, city) - (counted === 'all' ? 0 : countIn(player.houses, city));
  // A first house costs the printed coins whatever they are multiplied by where houses stand already.
  const times = {
    once: 1,
    houses_after_building: before + 1,
    houses_before_building: Math.max(1, before),
    doubled_per_house: 2 ** before,
  }[coinsTimes];
  const goodsClause = cityGood === 'brick' ? 'house.cost.goods.brick-city' : 'house.cost.goods';
  pay(player, multiplied(price.goods, goodsTimes === 'once' ? 1 : times), goodsClause, `a house in ${city}`);
  const coins = price.coins * times;
  const coinsClause = player.coins < price.coins ? 'house.cost.coins' : 'house.cost.coins.multiplied';
  refuseUnless(player.coins >= coins, coinsClause,
    `house number ${before + 1} in ${city} costs ${coins} coins; there are ${player.coins}`);
  player.coins -= coins;
}
